"""Reads the pages of a built site and tells what is wrong with their links and their structure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit

NOWHERE = "http://site.invalid/"
"""Address of a site that has none."""

_ADDRESSES = {
    ("a", "href"), ("link", "href"), ("script", "src"), ("img", "src"), ("form", "action"), ("source", "src"),
    ("use", "href"), ("image", "href"),
}  # fmt: skip
_LOADED = {("script", "src"), ("img", "src"), ("source", "src"), ("use", "href"), ("image", "href")}
_IDREFS = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "for", "list", "headers")
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_FOREIGN_VOID = frozenset(("circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "stop", "use", "image"))

Attributes = dict[str, str]


@dataclass(slots=True)
class Element:
    """One start tag and the text below it."""

    tag: str
    attributes: Attributes
    text: str = ""


class Page(HTMLParser):
    """The elements of a page, in their order."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.faults: list[str] = []
        self._open: list[Element] = []
        self.feed(html)
        self.close()
        self.faults += [f"<{element.tag}> is not closed" for element in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        twice = [name for name, count in Counter(name for name, _ in attrs).items() if count > 1]
        self.faults += [f"<{tag}> has {name} twice" for name in twice]
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag in _FOREIGN_VOID or (tag not in _VOID and any(element.tag == "svg" for element in self._open)):
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1].tag != tag:
            self.faults.append(f"</{tag}> closes nothing")
            return
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def find(self, tag: str, **attributes: str) -> list[Element]:
        """The elements of this tag that have these attributes; `_` stands for a hyphen."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            element
            for element in self.elements
            if element.tag == tag and all(element.attributes.get(name) == value for name, value in wanted.items())
        ]

    @property
    def ids(self) -> list[str]:
        """Every id, in the order of the page."""
        return [element.attributes["id"] for element in self.elements if "id" in element.attributes]

    @property
    def language(self) -> str:
        """The language that the page claims to be in."""
        return next((element.attributes.get("lang", "") for element in self.find("html")), "")

    @property
    def noindex(self) -> bool:
        """Whether search engines are asked to leave the page out."""
        return any("noindex" in element.attributes.get("content", "") for element in self.find("meta", name="robots"))

    @property
    def canonical(self) -> str | None:
        """The address that the page calls its own."""
        return next((element.attributes["href"] for element in self.find("link", rel="canonical")), None)

    @property
    def alternates(self) -> dict[str, str]:
        """Addresses of the page in each language."""
        links = (element.attributes for element in self.find("link", rel="alternate"))
        return {link["hreflang"]: link["href"] for link in links if "hreflang" in link}

    @property
    def forward(self) -> str | None:
        """Where the page forwards to."""
        refresh = self.find("meta", http_equiv="refresh")
        return refresh[0].attributes["content"].partition("url=")[2] if refresh else None

    def links(self) -> Iterator[str]:
        """Every address that the page names."""
        for element in self.elements:
            for name, value in element.attributes.items():
                if (element.tag, name) in _ADDRESSES:
                    yield value
                elif name == "srcset":
                    yield from (part.split()[0] for part in value.split(",") if part.strip())
        if self.forward is not None:
            yield self.forward
        for element in self.find("meta", property="og:url"):
            yield element.attributes["content"]


def parse_pages(pages: Mapping[str, str]) -> dict[str, Page]:
    """The pages by the path of their file."""
    return {path: Page(html) for path, html in pages.items()}


def file_of(path: str) -> str:
    """The file that a server sends for a path of the site."""
    return f"{path}index.html" if path == "" or path.endswith("/") else path


def address_of(file: str, base: str) -> str:
    """The address of a file of the site."""
    return (
        base + file.removesuffix("index.html") if file.endswith("/index.html") or file == "index.html" else base + file
    )


def link_faults(pages: Mapping[str, Page], files: Collection[str], base: str = NOWHERE) -> list[str]:
    """Links inside the site, and their fragments, that lead nowhere; `base` is the site's address."""
    ids = {path: frozenset(page.ids) for path, page in pages.items()}
    return [
        f"{path}: {link}: {fault}"
        for path, page in pages.items()
        for link in page.links()
        for fault in _link_faults(path, link, ids, files, base)
    ]


def _link_faults(
    path: str, link: str, ids: Mapping[str, Collection[str]], files: Collection[str], base: str
) -> Iterator[str]:
    scheme = urlsplit(link).scheme
    if scheme in ("mailto", "data"):
        return
    if scheme and scheme not in ("http", "https"):
        yield f"scheme {scheme}"
        return
    if link != link.strip() or any(ord(character) < 0x20 for character in link):
        yield "white space or a control character"
    target = urlsplit(urljoin(address_of(path, base), link))
    home = urlsplit(base)
    if (target.scheme, target.netloc) != (home.scheme, home.netloc) or not target.path.startswith(home.path):
        if not (scheme or link.startswith("//")):
            yield "leads out of the site"
        return
    file = file_of(unquote(target.path.removeprefix(home.path)))
    if file not in files:
        yield "no such file"
    elif target.fragment and file.endswith(".html") and unquote(target.fragment) not in ids.get(file, ()):
        yield "no such place on the page"


def structure_faults(page: Page, base: str = NOWHERE) -> list[str]:
    """What a page of this library must have, and what it must not."""
    return [*page.faults, *_head_faults(page), *_script_faults(page), *_reference_faults(page, base)]


def _head_faults(page: Page) -> Iterator[str]:
    if len(page.find("h1")) != 1:
        yield f"{len(page.find('h1'))} first-level headings"
    elif not page.find("h1")[0].text.strip():
        yield "an empty first-level heading"
    titles = [title for title in page.find("title") if title.text.strip()]
    if not titles:
        yield "no title"
    if page.language not in ("ko", "en"):
        yield f"language {page.language!r}"
    policies = page.find("meta", http_equiv="Content-Security-Policy")
    if len(policies) != 1 or "default-src 'none'" not in policies[0].attributes["content"]:
        yield "no content security policy"
    elif "unsafe-inline" in policies[0].attributes["content"] or "unsafe-eval'" in _without_wasm(policies[0]):
        yield "a content security policy that lets scripts of the page run"
    if not page.find("meta", charset="utf-8"):
        yield "no charset"
    if not page.find("meta", name="viewport"):
        yield "no viewport"


def _without_wasm(policy: Element) -> str:
    return policy.attributes["content"].replace("'wasm-unsafe-eval'", "")


def _script_faults(page: Page) -> Iterator[str]:
    for element in page.elements:
        data = element.attributes.get("type") == "application/ld+json"
        if element.tag == "script" and "src" not in element.attributes and not data:
            yield "an inline script"
        if element.tag in ("style", "iframe", "object", "embed", "base"):
            yield f"<{element.tag}>"
        for name in element.attributes:
            if name == "style" or name.startswith("on"):
                yield f"<{element.tag} {name}>"


def _reference_faults(page: Page, base: str) -> Iterator[str]:
    yield from (f"the id {name!r} stands {count} times" for name, count in Counter(page.ids).items() if count > 1)
    yield from (
        f"the id {name!r} is empty or holds white space" for name in page.ids if not name or name.split() != [name]
    )
    known = set(page.ids)
    for element in page.elements:
        for name in _IDREFS:
            for target in element.attributes.get(name, "").split():
                if target not in known:
                    yield f"{name} names {target!r}"
        if element.tag == "img" and "alt" not in element.attributes:
            yield "a picture without alt"
        for tag, name in _LOADED:
            value = element.attributes.get(name) if element.tag == tag else None
            if value is not None and urlsplit(value).scheme and not value.startswith((base, "data:image/")):
                yield f"loads {value}"
    for link in page.find("link"):
        loads = link.attributes.get("rel") in ("stylesheet", "icon", "preload", "manifest")
        if loads and urlsplit(link.attributes["href"]).scheme:
            yield f"loads {link.attributes['href']}"
