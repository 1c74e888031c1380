"""What the page about the public library says of it."""

from __future__ import annotations

import re

import pytest

from library.test_content import ROOT, content

PROMISES = {"ko": r"출처는[^.]*날짜와 함께 나온다", "en": r"sources[^.]*with their kind and date\."}


@pytest.mark.parametrize("language", ["ko", "en"])
def test_no_date_is_promised_that_sources_lack(language):
    sources = [source for incident in content().library.listed() for source in incident.sources]
    assert any(source.published is None for source in sources)
    text = (ROOT / f"content/pages/about/{language}.md").read_text(encoding="utf-8")
    assert not re.search(PROMISES[language], text)
