"""A glossary entry in both languages, and the state of its French."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from kb.model import GlossaryEntry
from kb.storage.view_items import ViewItem
from kb.text.normalization import ChangeClass
from kb.text.word_diff import DiffSegment, word_diff
from kb.translation.rule_pair import LabelField, RulePair, TranslationState


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """The English entry that a French entry was made from, with the edition that the French translates.

    `term` is the headword in that edition. `confidence` tells how certain this base is, from 0 to 1.
    """

    edition: date
    term: str
    text: str
    confidence: float = 1.0

    @property
    def label(self) -> str:
        """The headword."""
        return self.term

    @property
    def texts(self) -> tuple[str, str]:
        """The headword and the definition."""
        return self.term, self.text

    @property
    def whole_text(self) -> str:
        """The headword and the definition, one paragraph each."""
        return "\n".join(self.texts)


@dataclass(frozen=True, slots=True)
class EntryPair:
    """A glossary entry in both languages: the English of the day, and the newest French known on that day.

    `lineage` is the entry's first known English headword and the first edition with it: `Totem Armor@2010-04-23`. For
    French without a known English entry, it is the French headword and the day of the French. `term` is the English
    headword of the day, or the French headword of an orphan. The other fields are those of `RulePair`.
    """

    lineage: str
    term: str
    en: ViewItem[GlossaryEntry] | None
    fr: ViewItem[GlossaryEntry] | None
    state: TranslationState
    base: SourceEntry | None = None
    changes_behind: tuple[ChangeClass, ...] = ()
    link_confidence: float = 1.0

    @property
    def label_field(self) -> LabelField:
        """The name of the field that has the label."""
        return "term"

    @property
    def label(self) -> str:
        """The headword by which the pair is listed."""
        return self.term

    @property
    def french_label(self) -> str:
        """The French headword, or ""."""
        return self.fr.item.term if self.fr is not None else ""

    @property
    def confidence(self) -> float:
        """The confidence that the French belongs to this entry: the minimum of the base's and the link's confidence."""
        return min(self.base.confidence, self.link_confidence) if self.base is not None else 1.0

    @property
    def english(self) -> str:
        """The English headword and definition of the day, one paragraph each, or ""."""
        return self.en.item.whole_text if self.en is not None else ""

    @property
    def french(self) -> str:
        """The French headword and definition, one paragraph each, or ""."""
        return self.fr.item.whole_text if self.fr is not None else ""

    @property
    def source_diff(self) -> tuple[DiffSegment, ...]:
        """The word diff from the base to the English of the day, without changes of typography."""
        if self.base is None or self.en is None:
            return ()
        return word_diff(self.base.whole_text, self.english, typography=False)


TranslationPair = RulePair | EntryPair
"""A rule or a glossary entry in both languages."""

Pair = TypeVar("Pair", bound=TranslationPair)


def finished_entry(english: GlossaryEntry, headword: str, text: str, before: GlossaryEntry | None) -> GlossaryEntry:
    """Return the French entry that a finished translation makes of an English entry of the same day.

    `before` is the French entry that it replaces, if any.
    """
    replaces = before.term if before is not None and before.term != headword else ""
    return GlossaryEntry(headword, text, "fr", translates=english.term, replaces=replaces)
