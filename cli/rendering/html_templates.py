"""Templates and style sheets of HTML pages. All values put into a template are escaped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from cli.output_streams import visible
from cli.rendering.code_labels import code_label, counted_label
from cli.rendering.typesetting import typeset
from kb.i18n import _, get_language, ngettext

_ROOM = resources.files("cli.rendering")


def stylesheet(*names: str) -> str:
    """Return the style sheets of some names (`design`, `comparison`) in this order, as one text."""
    return "\n".join(_ROOM.joinpath("styles", f"{name}.css").read_text(encoding="utf-8") for name in names)


def template_environment(read: Callable[[str], str | None]) -> Environment:
    """Return the environment of templates. `read` returns the text of a template by its name, or None.

    A template that `read` doesn't have is looked up among the templates of this room.
    """
    environment = Environment(
        loader=FunctionLoader(lambda name: read(name) or _own_template(name)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(_=_, ngettext=ngettext, code_label=code_label, counted_label=counted_label)
    environment.filters["typeset"] = typeset
    return environment


def render_page(template: str, styles: Iterable[str], values: Mapping[str, Any]) -> str:
    """Return a page of one file: a template of this room with its style sheets inside."""
    page = _own_environment().get_template(template)
    return visible(page.render(**values, ui_lang=get_language(), styles=stylesheet(*styles)))


@cache
def _own_environment() -> Environment:
    return template_environment(_own_template)


def _own_template(name: str) -> str | None:
    file = _ROOM.joinpath("templates", name)
    return file.read_text(encoding="utf-8") if file.is_file() else None
