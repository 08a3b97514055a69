"""A rule in both languages, and the state of its French."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.storage.view import ViewItem
from kb.text.normalization import ChangeClass
from kb.text.word_diff import DiffSegment, word_diff

TranslationState = Literal["current", "stale", "untranslated", "missing", "orphan"]
"""The state of a rule's French.

`current`: it translates today's English. `stale`: the English has changed since. `untranslated`: the French edition has
the rule in English. `missing`: there is no French. `orphan`: French of a rule that is gone.
"""

TRANSLATION_STATES: tuple[TranslationState, ...] = ("current", "stale", "untranslated", "missing", "orphan")


@dataclass(frozen=True, slots=True)
class SourceWording:
    """The English wording that a French one was made from.

    Attributes:
        edition: the English edition that the French translates.
        number: the rule's number in it.
        text: the wording.
        examples: in the order printed.
        confidence: how certain it is that the French was made from it, from 0 to 1.
    """

    edition: date
    number: RuleNumber
    text: str
    examples: tuple[str, ...] = ()
    confidence: float = 1.0

    @property
    def texts(self) -> tuple[str, ...]:
        """The wording and its examples."""
        return (self.text, *self.examples)

    @property
    def text_with_examples(self) -> str:
        """The wording and its examples, one paragraph each."""
        return "\n".join(self.texts)


@dataclass(frozen=True, slots=True)
class RulePair:
    """A rule in both languages.

    Attributes:
        lineage: the name of the rule's lineage: the English number and edition in which it is first known; the French
            ones for French that belongs to no known English rule.
        number: its number in the English of the day; the French number for an orphan.
        en: the English of the day, or None.
        fr: the newest French known on that day, or None.
        state: the state of the French.
        base: the English wording that the French was made from, if known.
        changes_behind: the class of each change of the English since the base, oldest first, without typography.
        link_confidence: how certain it is that the base became the rule of the day, from 0 to 1.
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
    def confidence(self) -> float:
        """How certain it is that the French belongs to this rule, from 0 to 1: the less certain of the two steps."""
        return min(self.base.confidence, self.link_confidence) if self.base is not None else 1.0

    @property
    def source_diff(self) -> tuple[DiffSegment, ...]:
        """The word diff from the base to today's English; changes of typography don't matter to a translator."""
        if self.base is None or self.en is None:
            return ()
        return word_diff(self.base.text_with_examples, self.en.item.text_with_examples, typography=False)
