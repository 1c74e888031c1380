"""Text in XML."""

from __future__ import annotations

import re

import markupsafe

_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def escape(text: str) -> str:
    """Text as XML, without the characters that XML cannot hold; quotation marks are escaped, too."""
    return str(markupsafe.escape(_UNFIT.sub("", text)))


def quoteattr(text: str) -> str:
    """The same as the value of an attribute, quotation marks included."""
    return f'"{escape(text)}"'
