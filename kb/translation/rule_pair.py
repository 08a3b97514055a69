"""A rule in both languages, and the state of its French."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.storage.view_items import ViewItem
from kb.text.normalization import ChangeClass
from kb.text.word_diff import DiffSegment, word_diff

TranslationState = Literal["current", "stale", "untranslated", "missing", "orphan"]
"""The state of a rule's French.

`current`: the French translates today's English. `stale`: the English has changed since. `untranslated`: the French
edition has the rule in English. `missing`: there is no French. `orphan`: the French has no English rule today.
"""

LabelField = Literal["number", "term"]
"""What the label of a pair is: the number of a rule, or the headword of a glossary entry."""

TRANSLATION_STATES: tuple[TranslationState, ...] = ("current", "stale", "untranslated", "missing", "orphan")


@dataclass(frozen=True, slots=True)
class SourceWording:
    """The English wording that the French of a rule was made from, with the edition that the French translates.

    The number is the rule's number in that edition. `confidence` tells how certain this base is, from 0 to 1.
    """

    edition: date
    number: RuleNumber
    text: str
    examples: tuple[str, ...] = ()
    confidence: float = 1.0

    @property
    def texts(self) -> tuple[str, ...]:
        """The text and the examples."""
        return (self.text, *self.examples)

    @property
    def text_with_examples(self) -> str:
        """The text and the examples, one paragraph each."""
        return "\n".join(self.texts)

    @property
    def label(self) -> str:
        """The number."""
        return str(self.number)

    @property
    def whole_text(self) -> str:
        """The text and the examples, one paragraph each."""
        return self.text_with_examples


@dataclass(frozen=True, slots=True)
class RulePair:
    """A rule in both languages: the English of the day, and the newest French known on that day.

    `lineage` is the rule's number and date in the first English edition known to have the rule. For French without a
    known English rule, it is the number and date in the first French edition. `number` is the number in the English
    edition of the day, or the French number for an orphan. `changes_behind` has the class of each change of the English
    since the base, oldest first, without typography. `link_confidence` tells how certainly the base became the rule of
    the day, from 0 to 1.
    """

    lineage: str
    number: RuleNumber
    en: ViewItem[Rule] | None
    fr: ViewItem[Rule] | None
    state: TranslationState
    base: SourceWording | None = None
    changes_behind: tuple[ChangeClass, ...] = ()
    link_confidence: float = 1.0

    @property
    def label_field(self) -> LabelField:
        """The name of the field that has the label."""
        return "number"

    @property
    def label(self) -> str:
        """The number by which the pair is listed."""
        return str(self.number)

    @property
    def french_label(self) -> str:
        """The number of the French rule, or ""."""
        return str(self.fr.item.number) if self.fr is not None else ""

    @property
    def english(self) -> str:
        """The English of the day with its examples, one paragraph each, or ""."""
        return self.en.item.text_with_examples if self.en is not None else ""

    @property
    def french(self) -> str:
        """The French with its examples, one paragraph each, or ""."""
        return self.fr.item.text_with_examples if self.fr is not None else ""

    @property
    def confidence(self) -> float:
        """The confidence that the French belongs to this rule: the minimum of the base's and the link's confidence."""
        return min(self.base.confidence, self.link_confidence) if self.base is not None else 1.0

    @property
    def source_diff(self) -> tuple[DiffSegment, ...]:
        """The word diff from the base to the English of the day, without changes of typography."""
        if self.base is None or self.en is None:
            return ()
        return word_diff(self.base.text_with_examples, self.english, typography=False)
