"""A rule in both languages, and how far the French of it is."""

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
"""How far the French of a rule is.

`current`: it says what the English says today. `stale`: the English has changed since it was made.
`untranslated`: English left in the French. `missing`: no French. `orphan`: French of a rule that is gone.
"""

TRANSLATION_STATES: tuple[TranslationState, ...] = ("current", "stale", "untranslated", "missing", "orphan")


@dataclass(frozen=True, slots=True)
class SourceWording:
    """The English wording that a French one was made from.

    Attributes:
        edition: the English edition that the French is a translation of.
        number: the number of the rule in it.
        text: the wording there.
        examples: under it, in the order printed.
        confidence: how sure it is that the French was made from it, from 0 to 1.
    """

    edition: date
    number: RuleNumber
    text: str
    examples: tuple[str, ...] = ()
    confidence: float = 1.0

    @property
    def text_with_examples(self) -> str:
        """The wording with its examples, a paragraph each."""
        return "\n".join((self.text, *self.examples))


@dataclass(frozen=True, slots=True)
class RulePair:
    """A rule in both languages.

    Attributes:
        lineage: names the rule for ever: the English number and edition under which it is first known; for
            French that belongs to no known English rule, the French ones.
        number: its number in the English of the day; for an orphan, the number that the French has.
        en: the English of the day, if there is such a rule.
        fr: the newest French known on that day, if there is any.
        state: how far the French is.
        base: the English wording that the French was made from, if one is known.
        behind: the class of each change of the English since then, oldest first, typography left out.
        followed: how sure it is that the rule of the day is what that wording became, from 0 to 1.
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
        """How sure it is that the French is of this rule, from 0 to 1: the less sure of the two steps."""
        return min(self.base.confidence, self.link_confidence) if self.base is not None else 1.0

    @property
    def source_diff(self) -> tuple[DiffSegment, ...]:
        """What stayed, went and came in the English, from the wording that the French was made from to today's.

        Typography isn't told apart: a page's straight quotes are no news to a translator.
        """
        if self.base is None or self.en is None:
            return ()
        return word_diff(self.base.text_with_examples, text_with_examples(self.en.item), typography=False)


def text_with_examples(rule: Rule) -> str:
    """A rule's text with its examples, a paragraph each."""
    return "\n".join((rule.text, *(example.text for example in rule.examples)))
