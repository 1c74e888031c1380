"""The template environment of one language."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup, escape

from generator.content.cache import code_version
from generator.render.catalogue import Catalogue
from generator.render.spans import code_spans
from generator.render.theme import Theme

try:
    from markupsafe._speedups import _escape_inner
except ImportError:  # pragma: no cover  # a MarkupSafe that was installed without its compiled part
    from markupsafe._native import _escape_inner


class Template(jinja2.Template):
    """A template whose macros are made once: every template of an environment has the same globals."""

    def _get_default_module(self, ctx: jinja2.runtime.Context | None = None) -> jinja2.environment.TemplateModule:
        del ctx
        return super()._get_default_module(None)


class _Code(CodeGenerator):
    """Compiled templates that escape a value into plain text, where those of Jinja wrap each piece once more.

    A page is put together from hundreds of pieces; the wrapping takes a third of the time of printing it. Should a
    later version of Jinja not ask for what is said here, templates are compiled as it compiles them.
    """

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")


def escaped(value: object) -> str:
    """A value as HTML text: what is HTML already stays, anything else is escaped."""
    if type(value) is str:
        return _escape_inner(value)
    return value if type(value) is Markup else str(escape(value))


class Environment(jinja2.Environment):
    """A template environment with the method that its translation extension adds."""

    template_class = Template
    code_generator_class = _Code
    escaped = staticmethod(escaped)
    install_gettext_callables: Callable[..., None]


def make_environment(theme: Theme, catalogue: Catalogue) -> jinja2.Environment:
    """An environment that finds the templates of the theme and speaks the catalogue's language.

    Everything is escaped, a missing name is an error, and templates are read once: after a change of the theme or of
    a catalogue, make another environment.
    """
    environment = Environment(
        loader=theme.loader(),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
        extensions=("jinja2.ext.i18n", _fixed_messages(catalogue)),
    )
    environment.install_gettext_callables(catalogue.gettext, catalogue.ngettext, newstyle=True)
    environment.filters["spans"] = code_spans
    environment.bytecode_cache = _compiled_templates(theme, catalogue)
    return environment


def _compiled_templates(theme: Theme, catalogue: Catalogue) -> jinja2.BytecodeCache | None:
    """Templates compiled before, in the user's own cache; None where that cannot be written.

    They are code, so they never stand in the folder of a site, which may come from somebody else. Messages are part of
    them: each set of catalogues has a folder of its own.
    """
    hashed = hashlib.sha256(f"{code_version()} {catalogue.language}".encode())
    for file in theme.catalogues(catalogue.language):
        hashed.update(file.read_bytes())
    try:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        folder = home / "incident-library" / "templates" / hashed.hexdigest()[:16]
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # no home, or none that can be written
        return None
    return _CompiledTemplates(str(folder))


class _CompiledTemplates(jinja2.FileSystemBytecodeCache):
    """Templates compiled before; where none can be read or written, they are compiled each time."""

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


_MESSAGE = ("name", "lparen", "string", "rparen")


def _fixed_messages(catalogue: Catalogue) -> type[Extension]:
    """An extension that puts translations in the place of `_("…")` when a template is compiled.

    An environment speaks one language, so a message without values is the same on every page. Looking up a hundred
    of them for every page takes a fifth of the time of the page.
    """

    class FixedMessages(Extension):
        def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
            waiting: list[Token] = []
            for token in stream:
                waiting.append(token)
                if not _begins_message(waiting):
                    yield from waiting
                    waiting = []
                elif len(waiting) == len(_MESSAGE):
                    yield Token(token.lineno, "string", catalogue.gettext(waiting[2].value))
                    waiting = []
            yield from waiting

    return FixedMessages


def _begins_message(tokens: list[Token]) -> bool:
    return tokens[0].value == "_" and all(token.type == kind for token, kind in zip(tokens, _MESSAGE, strict=False))
