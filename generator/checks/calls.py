"""Calls of kubectl in a check: an argument list of a small read-only language; whatever is not in it is refused.

The grammar lists what is allowed, never what is forbidden: five verbs, a kind, a name, and the flags `-n`, `-A`, `-l`
and `-o json`, each flag and each value an item of its own. Secrets are refused by name besides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from generator.checks.kinds import KindReference, find_kind, names_secrets
from generator.checks.labels import Requirement, parse_labels

VERBS = ("get", "top", "version", "api-resources", "explain")
"""Verbs that read and change nothing."""

FLAGS: Mapping[str, tuple[str, ...]] = {
    "get": ("-n", "-A", "-l", "-o"),
    "top": ("-n", "-A", "-l"),
    "version": ("-o",),
    "api-resources": (),
    "explain": (),
}
"""Flags by verb; `-A` stands alone, the others take the next item as their value."""

JSON_VERBS = ("get", "version")
"""Verbs whose answer is JSON; the others answer in plain text."""

_MOST_ARGUMENTS = 16
_LONGEST_ARGUMENT = 300
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9.:-]{0,251}[a-z0-9])?")
_NAMESPACE = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_FIELD_PATH = re.compile(r"[a-z][a-z0-9-]{0,62}(?:\.[A-Za-z][A-Za-z0-9]{0,62}){0,16}")


@dataclass(frozen=True, slots=True)
class CallFault:
    """Why a call is refused."""

    index: int
    """Which argument, from 0; the number of arguments where something is missing."""
    code: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Call:
    """A call that is allowed."""

    arguments: tuple[str, ...]
    """As kubectl takes them, without the program."""
    verb: str
    kinds: tuple[KindReference, ...] = ()
    name: str | None = None
    namespace: str | None = None
    labels: tuple[Requirement, ...] = ()

    @property
    def is_list(self) -> bool:
        """Whether the answer is a list of objects rather than one object."""
        return self.verb == "get" and self.name is None


@dataclass(slots=True)
class _Reader:
    """Goes through the arguments once and collects faults."""

    arguments: Sequence[str]
    verb: str
    faults: list[CallFault] = field(default_factory=list)
    flags: dict[str, str] = field(default_factory=dict)
    words: list[tuple[int, str]] = field(default_factory=list)

    def refuse(self, index: int, code: str, **values: str) -> None:
        self.faults.append(CallFault(index, code, {key: _plain(value) for key, value in values.items()}))

    def read(self) -> None:
        index = 1
        while index < len(self.arguments):
            argument = self.arguments[index]
            if argument.startswith("-"):
                index += self.flag(index, argument)
            else:
                self.words.append((index, argument))
                index += 1

    def flag(self, index: int, flag: str) -> int:
        """Reads a flag; gives the number of arguments that it takes."""
        allowed = FLAGS[self.verb]
        if flag not in allowed or flag in self.flags:
            self.refuse(index, "E227", flag=flag, verb=self.verb, allowed=", ".join(allowed) or "–")
            return 1
        if flag == "-A":
            self.flags[flag] = ""
            return 1
        if index + 1 >= len(self.arguments):
            self.refuse(index, "E231", needed=f"{flag} …")
            self.flags[flag] = ""
            return 1
        value = self.arguments[index + 1]
        if flag == "-o" and value != "json":
            self.refuse(index + 1, "E227", flag=f"-o {value}", verb=self.verb, allowed=", ".join(allowed))
        elif (flag == "-n" and not _NAMESPACE.fullmatch(value)) or (flag == "-l" and parse_labels(value) is None):
            self.refuse(index + 1, "E229", argument=value)
        self.flags[flag] = value
        return 2


def _plain(text: str) -> str:
    """A text for a message: one line, short, with what cannot be printed as an escape."""
    shown = "".join(character if character.isprintable() else repr(character)[1:-1] for character in text[:81])
    return shown if len(text) <= 80 else f"{shown[:80]}…"


def read_call(arguments: Sequence[str]) -> tuple[Call | None, tuple[CallFault, ...]]:
    """The call that the arguments make, or what keeps it from being allowed."""
    if not arguments:
        return None, (CallFault(0, "E231", {"needed": " / ".join(VERBS)}),)
    if arguments[0] not in VERBS:
        return None, (CallFault(0, "E226", {"verb": _plain(arguments[0]), "allowed": ", ".join(VERBS)}),)
    if len(arguments) > _MOST_ARGUMENTS or any(len(argument) > _LONGEST_ARGUMENT for argument in arguments):
        longest = max(arguments, key=len)
        return None, (CallFault(arguments.index(longest), "E229", {"argument": _plain(longest)}),)
    reader = _Reader(arguments, arguments[0])
    reader.read()
    readers = {"get": _read_get, "top": _read_top, "explain": _read_explain}
    kinds, name = readers.get(reader.verb, _read_nothing)(reader)
    if reader.verb in JSON_VERBS and "-o" not in reader.flags:
        reader.refuse(len(arguments), "E231", needed="-o json")
    if reader.faults:
        return None, tuple(sorted(reader.faults, key=lambda fault: fault.index))
    labels = parse_labels(reader.flags["-l"]) if "-l" in reader.flags else ()
    namespace = reader.flags.get("-n")
    return Call(tuple(arguments), reader.verb, kinds, name, namespace, labels or ()), ()


def _read_get(reader: _Reader) -> tuple[tuple[KindReference, ...], str | None]:
    if not reader.words:
        reader.refuse(len(reader.arguments), "E231", needed="KIND")
        return (), None
    kinds = _read_kinds(reader, *reader.words[0])
    name = _read_name(reader, kinds, several=len(kinds) > 1)
    if kinds and any(kind.known is not None and kind.known.namespaced for kind in kinds):
        _need_namespace(reader)
    return kinds, name


def _read_kinds(reader: _Reader, index: int, word: str) -> tuple[KindReference, ...]:
    if names_secrets(word):
        reader.refuse(index, "E228", word=word)
        return ()
    kinds = []
    for part in word.split(","):
        kind = find_kind(part)
        if kind is None:
            code, values = ("E229", {"argument": word}) if "/" in part else ("E230", {"kind": part})
            reader.refuse(index, code, **values)
            return ()
        kinds.append(kind)
    return tuple(kinds)


def _read_name(reader: _Reader, kinds: Sequence[KindReference], *, several: bool) -> str | None:
    """The one name after a kind; a list of kinds takes none, `-A` and `-l` do not go with one."""
    if len(reader.words) < 2:
        return None
    index, name = reader.words[1]
    if several or not _NAME.fullmatch(name):
        reader.refuse(index, "E229", argument=name)
    for extra, word in reader.words[2:]:
        reader.refuse(extra, "E229", argument=word)
    for flag in ("-A", "-l"):
        if flag in reader.flags and kinds:
            allowed = ", ".join(other for other in FLAGS[reader.verb] if other not in ("-A", "-l"))
            place = reader.arguments.index(flag)
            reader.refuse(place, "E227", flag=flag, verb=f"{reader.verb} {kinds[0].plural} {name}", allowed=allowed)
    return name


def _need_namespace(reader: _Reader) -> None:
    """Without a namespace, the answer would depend on the reader's context."""
    if "-n" not in reader.flags and "-A" not in reader.flags:
        reader.refuse(len(reader.arguments), "E231", needed="-n … / -A")
    elif "-n" in reader.flags and "-A" in reader.flags:
        reader.refuse(reader.arguments.index("-A"), "E227", flag="-A", verb=f"{reader.verb} -n", allowed="-l, -o")


def _read_top(reader: _Reader) -> tuple[tuple[KindReference, ...], str | None]:
    if not reader.words:
        reader.refuse(len(reader.arguments), "E231", needed="pods / nodes")
        return (), None
    kinds = _read_kinds(reader, *reader.words[0])
    if kinds and (len(kinds) > 1 or kinds[0].plural not in ("pods", "nodes")):
        reader.refuse(reader.words[0][0], "E230", kind=reader.words[0][1])
    if kinds and kinds[0].plural == "pods":
        _need_namespace(reader)
    return kinds, _read_name(reader, kinds, several=False)


def _read_explain(reader: _Reader) -> tuple[tuple[KindReference, ...], str | None]:
    if not reader.words:
        reader.refuse(len(reader.arguments), "E231", needed="KIND")
    for index, word in reader.words[:1]:
        if names_secrets(word):
            reader.refuse(index, "E228", word=word)
        elif not _FIELD_PATH.fullmatch(word):
            reader.refuse(index, "E229", argument=word)
    for index, word in reader.words[1:]:
        reader.refuse(index, "E229", argument=word)
    return (), None


def _read_nothing(reader: _Reader) -> tuple[tuple[KindReference, ...], str | None]:
    for index, word in reader.words:
        reader.refuse(index, "E229", argument=word)
    return (), None
