"""What the scripts need to know of the site: its messages, languages and ids."""

from __future__ import annotations

import orjson

from generator.model.library import Library
from generator.outputs.search.messages import Gettext, group_labels, messages

LANGUAGE_NAMES = {"ko": "한국어", "en": "English"}
"""How each language calls itself."""


def interface(library: Library, language: str, gettext: Gettext) -> bytes:
    """The interface file of a language, JSON.

    `elsewhere` names the languages that hold incidents which have no text in this one, so that their index is
    asked only when it can give something.
    """
    languages = library.site.languages
    listed = list(library.listed())
    missing = [incident for incident in listed if language not in incident.brief.languages]
    example = listed[0].id if listed else f"{library.site.id_prefix}-0001"
    return orjson.dumps(
        {
            "prefix": library.site.id_prefix,
            "example": example,
            "languages": {code: LANGUAGE_NAMES.get(code, code) for code in languages},
            "elsewhere": [
                code for code in languages if code != language and any(code in item.brief.languages for item in missing)
            ],
            "messages": messages(gettext),
            "groups": group_labels(gettext),
        }
    )
