"""Code between backticks in short texts."""

from __future__ import annotations

import pytest

from generator.render.spans import code_spans


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("no code", "no code"),
        ("", ""),
        ("the `limits` of `a b`", "the <code>limits</code> of <code>a b</code>"),
        ("`` a`b ``", "<code>a`b</code>"),
        ("`` ` ``", "<code>`</code>"),
        ("` `", "<code> </code>"),
        ("one ` alone", "one ` alone"),
        ("``unlike`", "``unlike`"),
        ("`a``b`", "<code>a``b</code>"),
        ("`a` and `", "<code>a</code> and `"),
        ("한글`코드`가", "한글<code>코드</code>가"),
        ("`<b>` & <i>", "<code>&lt;b&gt;</code> &amp; &lt;i&gt;"),
        ('`"><script>`', "<code>&#34;&gt;&lt;script&gt;</code>"),
        ("**not bold** [not](a link)", "**not bold** [not](a link)"),
    ],
)
def test_spans(text: str, html: str) -> None:
    assert code_spans(text) == html


def test_many_runs_without_their_like_take_no_longer_than_others() -> None:
    text = " ".join("`" * length for length in range(1, 600)) * 2
    assert code_spans(text).count("<code>") >= 1
