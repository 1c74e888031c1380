"""Pictures beside a report: their types, and what an SVG must not hold."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from xml.parsers import expat

from generator.problems import Problem

PICTURE_TYPES = (".svg", ".png", ".webp")
MAX_PICTURE_BYTES = 4 * 1024 * 1024
"""Largest picture that is published."""

_MAGIC = {".png": re.compile(rb"\x89PNG\r\n\x1a\n"), ".webp": re.compile(rb"RIFF....WEBP", re.DOTALL)}
_REFUSED_ELEMENTS = frozenset(("script", "foreignobject", "iframe", "object", "embed", "handler", "listener"))
_INNER_REFERENCE = re.compile(r"#[\w:.-]+|data:image/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=\s]+", re.IGNORECASE)
_CSS_REFERENCE = re.compile(r"url\(\s*['\"]?(?!#)|@import|expression\(|\\", re.IGNORECASE)


def read_picture(path: Path, name: str) -> tuple[str, list[Problem]]:
    """SHA-256 of a picture and what is wrong with it; `name` is its path for messages."""
    if path.stat().st_size > MAX_PICTURE_BYTES:
        return "", [Problem(name, 1, 1, "E103", {"limit": "4 MiB"})]
    data = path.read_bytes()
    suffix = path.suffix.lower()
    if suffix == ".svg":
        problems = check_svg(data, name)
    else:
        magic = _MAGIC[suffix]
        problems = [] if magic.match(data) else [Problem(name, 1, 1, "E312", {"types": ", ".join(PICTURE_TYPES)})]
    return hashlib.sha256(data).hexdigest(), problems


class _Refused(Exception):  # noqa: N818  # ends the reading of a picture; never leaves this module
    pass


def check_svg(data: bytes, name: str) -> list[Problem]:
    """What makes an SVG unsafe or unreadable: script, event attributes, foreign content, outside references."""
    parser = expat.ParserCreate()
    parser.StartElementHandler = _check_element
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.ProcessingInstructionHandler = _refuse_instruction
    style_open = False

    def text(content: str) -> None:
        if _CSS_REFERENCE.search(content) and style_open:
            raise _Refused("outside reference in <style>")

    def start(element: str, attributes: dict[str, str]) -> None:
        nonlocal style_open
        style_open = _local(element) == "style"
        _check_element(element, attributes)

    parser.StartElementHandler, parser.CharacterDataHandler = start, text
    parser.buffer_text = True
    try:
        parser.Parse(data, True)  # expat's own signature
    except _Refused as refused:
        place = (parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        return [Problem(name, *place, "E308", {"reason": str(refused)})]
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code) or "not XML"
        return [Problem(name, error.lineno, error.offset + 1, "E308", {"reason": reason})]
    return []


def _local(name: str) -> str:
    return name.rsplit(":", 1)[-1].lower()


def _refuse_doctype(*_: object) -> None:
    raise _Refused("<!DOCTYPE>")


def _refuse_instruction(target: str, _data: str) -> None:
    raise _Refused(f"<?{target}?>")


def _check_element(element: str, attributes: dict[str, str]) -> None:
    if _local(element) in _REFUSED_ELEMENTS:
        raise _Refused(f"<{element}>")
    for attribute, value in attributes.items():
        name = _local(attribute)
        if name.startswith("on"):
            raise _Refused(attribute)
        if name in ("href", "src") and not _INNER_REFERENCE.fullmatch(value.strip()):
            raise _Refused(f'{attribute}="{value[:40]}"')
        if name in ("attributename",) and _local(value) in ("href", "src"):
            raise _Refused(f'{attribute}="{value[:40]}"')
        if not attribute.startswith("xmlns") and _CSS_REFERENCE.search(value):
            raise _Refused(f'{attribute}="{value[:40]}"')
