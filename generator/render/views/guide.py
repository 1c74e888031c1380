"""The guide to what programs and agents read."""

from __future__ import annotations

from dataclasses import dataclass

from generator.render.views.parts import Frame, Link


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideFile:
    """A kind of file: its address with names in angle brackets, real examples, and what it holds."""

    pattern: str
    """The address from the root of the site, without a leading slash."""
    examples: tuple[Link, ...]
    """Files of this library; the label is the address. One alone where the pattern is itself an address."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideCode:
    """Something to copy: a script, commands, an extract of a file, a configuration."""

    id: str
    title: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideTool:
    """A tool of the MCP server."""

    name: str
    arguments: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideChecks:
    """The checks of one's own cluster."""

    page: Link | None
    skill: tuple[GuideFile, ...]
    command: GuideCode


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidePage:
    """The guide; a part that the site does not have is None or empty."""

    frame: Frame
    title: str
    lead: str
    base: str
    """The address of the site in the examples, with a closing slash."""
    base_is_real: bool
    """False where the site does not know its address, so that `base` stands for it."""
    files: tuple[GuideFile, ...]
    shapes: tuple[GuideCode, ...]
    requests: GuideCode | None
    changes: GuideCode
    changes_command: GuideCode
    feeds: tuple[GuideFile, ...]
    texts: tuple[GuideFile, ...]
    dumps: tuple[GuideFile, ...]
    dump_check: GuideCode
    dump_command: GuideCode
    start: GuideCode
    address: str
    """Where the MCP server of the examples listens."""
    tools: tuple[GuideTool, ...]
    clients: tuple[GuideCode, ...]
    checks: GuideChecks | None
