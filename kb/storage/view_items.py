"""What a view returns: rules and headwords with their references, warnings and editions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Generic, TypeVar

from kb.languages import Lang
from kb.model import Finding, GlossaryEntry, Rule
from kb.storage.view_rows import PlaceKind

if TYPE_CHECKING:
    from kb.documents import Doc

Item = TypeVar("Item", Rule, GlossaryEntry)


@dataclass(frozen=True, slots=True)
class StoredReference:
    """A reference with its targets in a view.

    Attributes:
        text: the words of the reference.
        kind: the kind of the targets.
        target: the number or range, or the headwords as the text names them.
        entries: the headwords of the targets, as the view's glossary prints them.
        resolved: True if the view has all targets.
        start: offset of the reference's first character in the text or example.
        end: offset after the reference's last character.
        example: index of the example that contains the reference, or None if the text itself contains it.
        doc: the document of the targets.
    """

    text: str
    kind: PlaceKind
    target: str
    entries: tuple[str, ...]
    resolved: bool
    start: int
    end: int
    example: int | None
    doc: Doc = "cr"


@dataclass(frozen=True, slots=True)
class ViewItem(Generic[Item]):
    """A rule or a headword as a view has it.

    Attributes:
        lang: the language of the view; `item.text_lang` is the language of the text.
        edition: effective date of the edition that has the wording.
        place: id of the place.
        wording: id of the wording.
        references: the references in text and examples.
        warnings: warnings for readers of the text.
        source: the name of the edition's source.
        from_excerpt: True if the edition is an excerpt.
        from_finished_translation: True if the excerpt is a finished translation. Then its base is known.
        doc: the document of the place.
    """

    item: Item
    lang: Lang
    edition: date
    place: int
    wording: int
    references: tuple[StoredReference, ...] = ()
    warnings: tuple[Finding, ...] = ()
    source: str = ""
    from_excerpt: bool = False
    from_finished_translation: bool = False
    doc: Doc = "cr"
