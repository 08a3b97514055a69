"""The templates of the site's pages, and what every page has: language, way to the root, descriptions for machines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from cli.options.global_options import JSON_SCHEMA
from cli.output_streams import json_text, visible
from cli.rendering.code_labels import counted_labels
from cli.rendering.folded_runs import fold_if_changed
from cli.rendering.word_diff_view import abbreviate
from cli.site import addresses
from kb.documents import Doc
from kb.i18n import get_language, set_language
from kb.languages import Lang

if TYPE_CHECKING:
    from jinja2 import Environment

_MAX_DESCRIPTION = 200
# What each language is called in itself.
_OWN_NAMES: dict[Lang, str] = {"en": "English", "fr": "Français"}
# Characters that could end a script element, or start a comment in it.
_IN_SCRIPT = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


@cache
def _environment() -> Environment:
    from cli.rendering.html_templates import template_environment

    folder = resources.files("cli.site").joinpath("templates")
    files = (each for each in folder.iterdir() if each.name.endswith((".html", ".xml")))
    texts = {each.name: each.read_text(encoding="utf-8") for each in files}
    environment = template_environment(texts.get)
    environment.globals.update(
        counted_labels=counted_labels, addresses=addresses, json_script=json_script, fold_if_changed=fold_if_changed,
        site_languages={}, site_books={},
    )  # fmt: skip
    return environment


def forget_templates() -> None:
    """Read the templates again when the next page is rendered."""
    _environment.cache_clear()


def json_script(content: object) -> Markup:
    """Return a value as JSON that may stand in a script element: no text of it can end the element."""
    return Markup(json.dumps(content, ensure_ascii=False).translate(_IN_SCRIPT))  # noqa: S704, escaped just here


def set_site_languages(languages: Sequence[Lang]) -> None:
    """Set the languages of the site. Each page links to the other languages. The builder calls this before all else."""
    _environment().globals["site_languages"] = {lang: _OWN_NAMES[lang] for lang in languages}


def set_site_books(books: Mapping[Doc, str]) -> None:
    """Set the policy documents of the site: their titles by code. Each page links to them."""
    _environment().globals["site_books"] = books


def fragment(template: str, lang: Lang, **values: Any) -> Markup:
    """Render a part of a page."""
    return Markup(_rendered(template, lang, values))  # noqa: S704, the template has escaped it


def page(
    template: str, address: str, lang: Lang, *, base: str, title: str, description: str = "", **values: Any
) -> str:
    """Render a page.

    Args:
        template: the name of the template.
        address: the address of the page, see `cli.site.addresses`.
        lang: the language of the page, of its headings and of the rules on it.
        base: where the site will stand: an address such as `https://example.org/rules/`, or a path such as `/`.
        title: the title, without the name of the site.
        description: what the page says, for machines and for shared links.
        values: the other values that the template needs.
    """
    head = {
        "address": address,
        "root": addresses.to_root(address),
        "canonical": f"{base}{address}" if base.startswith("http") else "",
        "page_title": title,
        "description": abbreviate(description, _MAX_DESCRIPTION),
    }
    absent = {"json_address": "", "alternates": {}, "feed": ""}
    return visible(_rendered(template, lang, {**absent, **head, **values}))


def _rendered(template: str, lang: Lang, values: Mapping[str, Any]) -> str:
    with messages_in(lang):
        return _environment().get_template(template).render(lang=lang, ui_lang=lang, **values)


@contextmanager
def messages_in(lang: Lang) -> Iterator[None]:
    """Make messages in the language of a page. Afterwards they are in the user's language again."""
    before = get_language()
    set_language(lang)
    try:
        yield
    finally:
        set_language(before)


def json_file(lang: Lang, make: Callable[[], Mapping[str, object]]) -> str:
    """Return the JSON beside a page, as a command prints it with `--json`. Its messages are in the page's language."""
    with messages_in(lang):
        return json_text({"schema": JSON_SCHEMA, **make()})
