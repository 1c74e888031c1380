"""The files of a new site."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from generator.content.config import SITE_KEYS
from generator.scaffold.formatting import in_form

_ABOUT: Mapping[str, str] = {
    "ko": """---
title: 이 도서관에 대하여
---
이 페이지는 `content/pages/about/ko.md`에 있다. 무엇을 담는 도서관인지 쓴다.
""",
    "en": """---
title: About this library
---
This page is `content/pages/about/en.md`. Say what the library holds.
""",
}

_IGNORED = "/site/\n/.site.*\n/.cache/\n"

_ORGANIZATIONS = """# Every organization that an incident names.
our-company:
  ko: 우리 회사
  en: Our company
"""

_EXAMPLE: Mapping[str, str] = {
    "ko": """---
title: 예시 사례가 초안으로 들어 있다
organizations: [our-company]
status: draft
added: {today}
sources:
  - url: https://example.org/
    title: 출처의 제목
    kind: postmortem
---
초안은 게시되지 않는다. `status: draft`를 지우면 나타난다.

## 증상

무엇이 보였는지 쓴다.
""",
    "en": """---
title: An example incident stands here as a draft
---
A draft is never published. Delete `status: draft` and it appears.

## Symptoms

Say what was seen.
""",
}


def create_site(root: Path, *, name: Mapping[str, str], prefix: str, today: datetime.date) -> list[Path]:
    """Writes the files of a new site and returns them; files that exist are left as they are.

    Raises FileExistsError where there is a `site.toml`.
    """
    if (root / "site.toml").exists():
        raise FileExistsError(root / "site.toml")
    files = {
        "site.toml": _settings(name, prefix),
        ".gitignore": _IGNORED,
        "content/vocabulary.yaml": starter_vocabulary(),
        "content/organizations.yaml": _ORGANIZATIONS,
    }
    for language in ("ko", "en"):
        files[f"content/pages/about/{language}.md"] = _ABOUT[language]
        example = _EXAMPLE[language].format(today=today.isoformat())
        files[f"content/incidents/{prefix}-0001/{language}.md"] = example
    return [_write(root / path, text) for path, text in files.items() if not (root / path).exists()]


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(in_form(text) if path.suffix == ".md" else text.encode())
    return path


def starter_vocabulary() -> str:
    """The vocabulary of the public library, as a start for one's own."""
    packed = resources.files("generator").joinpath("_starter", "vocabulary.yaml")
    if packed.is_file():
        return packed.read_text(encoding="utf-8")
    return (Path(__file__).resolve().parents[2] / "content" / "vocabulary.yaml").read_text(encoding="utf-8")


def _settings(name: Mapping[str, str], prefix: str) -> str:
    optional = [key for key in SITE_KEYS if key not in ("name", "description", "languages", "id_prefix")]
    return f"""# Every key is described in docs/reference/site.md. Optional keys: {", ".join(optional)}.

[site]
name = {{ ko = {_quoted(name["ko"])}, en = {_quoted(name["en"])} }}
description = {{ ko = "우리 조직의 장애 사례", en = "Incidents of our organization" }}
languages = ["ko", "en"]
id_prefix = "{prefix}"
# base_url = "https://incidents.example.org/"
private = true
"""


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
