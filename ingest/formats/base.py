"""What a format module gives: the lines of each edition that a text holds.

A format module offers `NAME`, `fits(text, file_name)` and `read(text)`; `read` is pure. The modules of
`registry.OFFICE` also turn a document's bytes into text: `looks_so(data)`, `render(document)`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from ingest.lines import Line
from kb.model import Lang, Part, TypeList


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
