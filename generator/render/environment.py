"""The template environment of one language."""

from __future__ import annotations

from collections.abc import Callable

import jinja2

from generator.render.catalogue import Catalogue
from generator.render.theme import Theme


class Environment(jinja2.Environment):
    """A template environment with the method that its translation extension adds."""

    install_gettext_callables: Callable[..., None]


def make_environment(theme: Theme, catalogue: Catalogue) -> jinja2.Environment:
    """An environment that finds the templates of the theme and speaks the catalogue's language.

    Everything is escaped, a missing name is an error, and templates are read once: after a change of the theme,
    make another environment.
    """
    environment = Environment(
        loader=theme.loader(),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
        extensions=("jinja2.ext.i18n",),
    )
    environment.install_gettext_callables(catalogue.gettext, catalogue.ngettext, newstyle=True)
    return environment
