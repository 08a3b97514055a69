"""The changes between two editions as the Python API gives them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from kb.documents import Doc, Range
from kb.history.edition_diff import EditionDiff, RuleDifference
from kb.history.history import EventKind, Span
from kb.languages import Lang
from kb.text.normalization import ChangeClass


@dataclass(frozen=True, slots=True)
class LibraryChange:
    """The change of one rule between two editions.

    Attributes:
        number: the number in the second edition, or in the first for a removed or merged rule.
        kind: the event: `added`, `moved`, `edited`, `moved-and-edited`, `split`, `merged`, `deprecated`, `removed`.
        change: the class of the change of the text (`typography`, `references`, `template`, `wording`), or None if the
            text didn't change.
        similarity: the share of words that both texts have in common, from 0 to 1.
        old: the rule in the first edition, or None for an added rule. For `split`, `new` was split off from `old`.
        new: the rule in the second edition, or None for a removed rule. For `merged`, the rule that now contains `old`.
    """

    number: str
    kind: EventKind
    change: ChangeClass | None
    similarity: float
    old: Span | None
    new: Span | None

    @property
    def old_number(self) -> str | None:
        """The number in the first edition, or None."""
        return None if self.old is None else str(self.old.number)

    @property
    def new_number(self) -> str | None:
        """The number in the second edition, or None."""
        return None if self.new is None else str(self.new.number)

    @property
    def old_text(self) -> str | None:
        """The text in the first edition, or None."""
        return None if self.old is None else self.old.text

    @property
    def new_text(self) -> str | None:
        """The text in the second edition, or None."""
        return None if self.new is None else self.new.text


@dataclass(frozen=True, slots=True)
class LibraryDiff:
    """The changes between two editions. A loop over it yields the changes, in the order of their numbers.

    Attributes:
        lang: the language.
        first: the effective date of the first edition.
        second: the effective date of the second edition.
        changes: the changes.
        doc: the document.
    """

    lang: Lang
    first: date
    second: date
    changes: tuple[LibraryChange, ...]
    doc: Doc = "cr"

    def __iter__(self) -> Iterator[LibraryChange]:
        return iter(self.changes)

    def __len__(self) -> int:
        return len(self.changes)

    @property
    def summary(self) -> dict[str, int]:
        """The number of rules for each kind of event."""
        return dict(Counter(each.kind for each in self.changes))


def library_diff(found: EditionDiff, within: Range | None = None) -> LibraryDiff:
    """Return changes as the API gives them out: of all rules, or of those with numbers in a range in one edition."""
    changes = (_change(each) for each in found.differences if within is None or _is_within(each, within))
    return LibraryDiff(found.lang, found.first, found.second, tuple(changes), found.doc)


def _is_within(difference: RuleDifference, numbers: Range) -> bool:
    sides = (difference.old, difference.new)
    return any(numbers.covers(side.number) for side in sides if side is not None)


def _change(each: RuleDifference) -> LibraryChange:
    return LibraryChange(str(each.number), each.kind, each.change, each.similarity, each.old, each.new)
