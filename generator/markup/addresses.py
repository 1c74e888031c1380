"""Targets of links and pictures: which are allowed, and how they are written in HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote, unquote

from generator.model.prose import ROOT
from generator.text.forms import nfc

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\\]")
_SCHEME = re.compile(r"([^/?#:]*):")
_HOST = r"""(?:\[[0-9a-fA-F:.]+\]|[^\s/?#@"<>^`{|}%\[\]:'!$&()*+,;=]+)"""
_WEB = re.compile(rf"(https?:)(//{_HOST}(?::\d{{1,5}})?)(?=[/?#]|$)", re.IGNORECASE)
_MAIL = re.compile(r"(mailto:)([^\s@]+@[^\s@]+)$", re.IGNORECASE)
_PLAIN = re.compile(r"[A-Za-z0-9\-._~:/?#@!$'()*+,;=]*")
_SAFE = "-._~:/?#@!$&'()*+,;=[]"
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")

Kind = Literal["address", "file", "fragment"]


@dataclass(frozen=True, slots=True)
class Address:
    """An allowed target."""

    kind: Kind
    target: str
    """As checks look at it: a full address, a decoded path, or the id after `#`."""
    href: str
    """As it stands in HTML, not yet escaped."""

    @property
    def external(self) -> bool:
        """Whether it leads to another site."""
        return self.kind == "address" and not self.href.startswith("mailto:")


def parse_address(written: str, media: str) -> Address | None:
    """The target of a link as the author wrote it, entities decoded; None if it is not allowed.

    Allowed are http, https, mailto, `#id` and paths relative to the folder whose files stand under `media`.
    """
    written = written.strip(" ")
    if not written or _CONTROL.search(written) or written.startswith("/"):
        return None
    if written.startswith("#"):
        return Address("fragment", nfc(unquote(written[1:])), encode(written))
    scheme = _SCHEME.match(written)
    if scheme:
        return _absolute(written)
    return _relative(written, media)


def _absolute(written: str) -> Address | None:
    web = _WEB.match(written)
    if web:
        href = web[1].lower() + web[2] + encode(written[web.end() :])
        return Address("address", href, href)
    mail = _MAIL.match(written)
    if mail:
        href = mail[1].lower() + encode(mail[2])
        return Address("address", href, href)
    return None


def _relative(written: str, media: str) -> Address | None:
    path = nfc(unquote(re.split(r"[?#]", written, maxsplit=1)[0]))
    if not path or _CONTROL.search(path) or path.startswith("/"):
        return None
    return Address("file", path.removeprefix("./"), f"{ROOT}{media}/{encode(written.removeprefix('./'))}")


def encode(written: str) -> str:
    """Part of an address with everything percent-encoded that may not stand there; encoded parts stay as they are."""
    if _PLAIN.fullmatch(written):
        return written
    return quote(_STRAY_PERCENT.sub("%25", written), safe=_SAFE + "%", errors="replace")
