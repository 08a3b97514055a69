"""What happened to the English of rules since a French one was made from it.

Between two whole editions the links of the store are followed, for all rules in one pass; where an excerpt
is all that is known, the history of the rule tells (`kb.history.history`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING

from kb.history.history import rule_histories
from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.storage.link_reads import Step, steps_back
from kb.storage.view import ViewItem
from kb.storage.wordings import read_texts_with_examples
from kb.text.normalization import ChangeClass
from kb.translation.rule_pair import text_with_examples
from kb.translation.typo_fixes import Vocabulary, change_ignoring_typos

if TYPE_CHECKING:
    from kb.storage.store import Store
    from kb.translation.source_detection import DetectedSource


@dataclass(frozen=True, slots=True)
class SourceHistory:
    """What happened to a rule since a wording of it.

    Attributes:
        texts: the wordings with their examples, from that one to today's.
        numbers: all that it had meanwhile.
        confidence: how sure it is that today's rule is what became of it.
    """

    texts: tuple[str, ...]
    numbers: frozenset[RuleNumber]
    confidence: float = 1.0

    def change_classes(self, vocabulary: Vocabulary) -> tuple[ChangeClass | None, tuple[ChangeClass, ...]]:
        """The class of all changes together, None if the rule reads as it did; and of each, typography left out."""
        if self.texts[0] == self.texts[-1]:
            return None, ()
        classes = [change_ignoring_typos(old, new, vocabulary, self.numbers) for old, new in pairwise(self.texts)]
        together = classes[0]
        if len(classes) > 1:
            together = change_ignoring_typos(self.texts[0], self.texts[-1], vocabulary, self.numbers)
        return together, tuple(each for each in classes if each is not None and each != "typography")


def source_histories(
    store: Store, asked: Mapping[int, tuple[ViewItem[Rule], DetectedSource]]
) -> dict[int, SourceHistory]:
    """What happened to rules, by whatever names they are asked under.

    Args:
        store: what is known.
        asked: today's English of each, and what its French was made from.
    """
    whole = {key: pair for key, pair in asked.items() if not (pair[0].from_excerpt or pair[1].english.from_excerpt)}
    found = _through_editions(store, whole)
    rest = {key: pair for key, pair in asked.items() if key not in found}
    lives = rule_histories(store, "en", [now for now, _ in rest.values()])
    for (key, (now, made)), life in zip(rest.items(), lives, strict=True):
        english = made.english.item
        later = [span for span in life.spans if made.edition < span.first <= now.edition]
        texts = [text_with_examples(english), *(span.whole_text for span in later)]
        if texts[-1] != text_with_examples(now.item):
            texts.append(text_with_examples(now.item))
        confidence = min((event.confidence for event in life.events if event.edition > made.edition), default=1.0)
        numbers = frozenset({english.number, now.item.number, *(span.number for span in life.spans)})
        found[key] = SourceHistory(tuple(texts), numbers, confidence)
    return found


def _through_editions(
    store: Store, asked: Mapping[int, tuple[ViewItem[Rule], DetectedSource]]
) -> dict[int, SourceHistory]:
    """What happened to rules that whole editions have, then and now; what the links don't lead to is left out."""
    starts = [(key, now.place, _day(now.edition), _day(made.edition)) for key, (now, made) in asked.items()]
    steps: dict[int, list[Step]] = defaultdict(list)
    for step in steps_back(store, "en", starts):
        steps[step.key].append(step)
    texts = read_texts_with_examples(store, {step.wording for each in steps.values() for step in each})
    return {
        key: _since(walked, texts)
        for key, walked in steps.items()
        if (walked[0].place, walked[0].wording) == (asked[key][1].english.place, asked[key][1].english.wording)
    }


def _since(walked: Sequence[Step], texts: Mapping[int, str]) -> SourceHistory:
    wordings = _once(step.wording for step in walked)
    return SourceHistory(
        tuple(texts[wording] for wording in wordings),
        frozenset(map(RuleNumber.parse, {step.label for step in walked})),
        min(step.confidence for step in walked),
    )


def _once(wordings: Iterable[int]) -> list[int]:
    """Wordings in their order, one that only got another number once."""
    found: list[int] = []
    for wording in wordings:
        if not found or found[-1] != wording:
            found.append(wording)
    return found


def _day(day: date) -> str:
    return day.isoformat()
