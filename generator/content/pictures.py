"""Pictures beside a report: their types, and what an SVG must not hold."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from xml.parsers import expat

from generator.problems import Problem
from generator.text.forms import line_and_column

PICTURE_TYPES = (".svg", ".png", ".webp")
MAX_PICTURE_BYTES = 4 * 1024 * 1024
"""Largest picture that is published."""

_MAGIC = {".png": re.compile(rb"\x89PNG\r\n\x1a\n"), ".webp": re.compile(rb"RIFF....WEBP", re.DOTALL)}
_SVG, _XHTML = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"
_REFUSED_ELEMENTS = frozenset(("script", "foreignobject", "iframe", "object", "embed", "handler", "listener"))
_REFUSED_ATTRIBUTES = frozenset(("srcset", "poster", "action", "formaction", "data", "http-equiv", "ping"))
_INNER_REFERENCE = re.compile(r"#[\w:.-]+|data:image/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=\s]+", re.IGNORECASE)
_CSS_REFERENCE = re.compile(r"url\(\s*['\"]?(?!\s*['\"]?#)|@import|image-set\(|src\(|expression\(|\\", re.IGNORECASE)


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
    parser = expat.ParserCreate(namespace_separator=" ")
    reader = _SvgReader(parser)
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.ProcessingInstructionHandler = _refuse_instruction
    try:
        parser.Parse(data, True)  # expat's own signature
    except _Refused as refused:
        place = _place(data, reader.index)
        return [Problem(name, *place, "E308", {"reason": str(refused)})]
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code) or "not XML"
        return [Problem(name, error.lineno, error.offset + 1, "E308", {"reason": reason})]
    except (LookupError, ValueError):
        return [Problem(name, 1, 1, "E308", {"reason": "an unknown encoding"})]
    return []


def _place(data: bytes, index: int) -> tuple[int, int]:
    """Line and column of a byte, the column in code points."""
    before = data[:index].removeprefix(b"\xef\xbb\xbf").decode("utf-8", errors="replace")
    return line_and_column(before, len(before))


class _SvgReader:
    """Meets the elements of one SVG in their order."""

    def __init__(self, parser: expat.XMLParserType) -> None:
        self.parser = parser
        self.index = 0
        """Byte at which the element opens or closes that is looked at."""
        self.depth = 0
        self.style_depth = 0
        """Depth of the outermost open style element; 0 outside."""
        self.style: list[str] = []

    def start(self, element: str, attributes: dict[str, str]) -> None:
        self.index = self.parser.CurrentByteIndex
        namespace, local = _split(element)
        if self.depth == 0 and (namespace, local) != (_SVG, "svg"):
            raise _Refused(f"<{local}> in place of <svg>")
        if namespace == _XHTML or local in _REFUSED_ELEMENTS:
            raise _Refused(f"<{local}>")
        for attribute, value in attributes.items():
            _check_attribute(_split(attribute)[1], value)
        self.depth += 1
        if local == "style" and not self.style_depth:
            self.style_depth = self.depth

    def end(self, _element: str) -> None:
        self.index = self.parser.CurrentByteIndex
        if self.depth == self.style_depth:
            if _CSS_REFERENCE.search("".join(self.style)):
                raise _Refused("an outside reference in <style>")
            self.style_depth, self.style = 0, []
        self.depth -= 1

    def text(self, content: str) -> None:
        if self.style_depth:
            self.style.append(content)


def _split(name: str) -> tuple[str, str]:
    """Namespace and local name in small letters."""
    namespace, _, local = name.rpartition(" ")
    return namespace, local.rpartition(":")[2].lower()


def _refuse_doctype(*_: object) -> None:
    raise _Refused("<!DOCTYPE>")


def _refuse_instruction(target: str, _data: str) -> None:
    raise _Refused(f"<?{target}?>")


def _check_attribute(name: str, value: str) -> None:
    shown = f'{name}="{value[:40]}"'
    if name.startswith("on") or name in _REFUSED_ATTRIBUTES:
        raise _Refused(shown)
    if name in ("href", "src") and not _INNER_REFERENCE.fullmatch(value.strip()):
        raise _Refused(shown)
    if name == "attributename" and value.rpartition(":")[2].strip().lower() in ("href", "src", "style"):
        raise _Refused(shown)
    if _CSS_REFERENCE.search(value):
        raise _Refused(shown)
