"""The formats that rules come in, one module each.

A format module offers `NAME`, `fits(text, file_name)` and `read(text)`; `read` is pure and gives one
`Reading` for each edition that the document holds. The modules of `OFFICE` also turn a document's bytes
into text: `looks_so(data)`, `render(document)`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from ingest.lines import Line
from kb.errors import BadValue
from kb.languages import Lang
from kb.model import Part, TypeList
from kb.tongue import _

OFFICE = ("docx", "pdf")
"""Formats that are known by a document's bytes, not by its text."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a format module makes out of a text: the lines of one edition and what stands around.

    Attributes:
        lang: language of the edition.
        lines: the lines of its rules.
        whole: True if the document means to be a whole edition, not an excerpt.
        glossary: the lines of its glossary.
        contents: the lines of its contents page.
        effective: the date that the document states, else None.
        parts: what else it holds.
        lists: lists of types printed beside the rules.
    """

    lang: Lang
    lines: tuple[Line, ...]
    whole: bool = False
    glossary: tuple[Line, ...] = ()
    contents: tuple[Line, ...] = ()
    effective: date | None = None
    parts: tuple[Part, ...] = ()
    lists: tuple[TypeList, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A way in which rules are written down.

    Attributes:
        name: as `--format` takes it.
        fits: whether a text, from a file of this name, looks like this format.
        read: the editions that a text holds.
    """

    name: str
    fits: Callable[[str, str], bool]
    read: Callable[[str], tuple[Reading, ...]]


def formats() -> tuple[Format, ...]:
    """All formats, the most particular first: the first that fits is used."""
    from ingest.formats import docx, html, listing, markdown, number_lines, pdf, text, wiki, wiki_fr

    # Most documents are whole editions, and plainly so: nothing else need look at them.
    edition = Format(text.NAME, lambda content, _name: text.is_edition(content), text.read)
    modules = (docx, pdf, html, markdown, number_lines, wiki_fr, wiki, listing, text)
    return (edition, *(Format(module.NAME, module.fits, module.read) for module in modules))


def format_named(name: str) -> Format:
    """The format of a name.

    Raises:
        BadValue: there is none of that name.
    """
    known = {form.name: form for form in formats()}
    if name not in known:
        raise BadValue("format", name, _("give one of {names}", names=", ".join(known)))
    return known[name]
