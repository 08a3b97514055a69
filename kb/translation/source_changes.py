"""The changes of English rules since their French was made.

If the base and today's rule are in whole editions, the stored links are followed. One pass follows the links of all
rules. If the base or today's rule comes from an excerpt, the rule's history is used (`kb.history`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from kb.history.history import rule_histories
from kb.model import Rule
from kb.rule_number import RuleNumber, as_rule_number
from kb.storage.link_reads import Step, steps_back
from kb.storage.store import Store
from kb.storage.view_items import ViewItem
from kb.storage.wordings import read_texts_with_examples
from kb.text.normalization import ChangeClass
from kb.translation.source_detection import DetectedSource
from kb.translation.typo_fixes import Vocabulary, change_ignoring_typos


@dataclass(frozen=True, slots=True)
class SourceHistory:
    """All wordings (with examples) and all numbers of a rule, from the base of its French to today.

    `confidence` tells how certainly the base became today's rule, from 0 to 1.
    """

    texts: tuple[str, ...]
    numbers: frozenset[RuleNumber]
    confidence: float = 1.0

    def change_classes(self, vocabulary: Vocabulary) -> tuple[ChangeClass | None, tuple[ChangeClass, ...]]:
        """Return the class of the whole change from the base to today, and the class of each step from text to text.

        If today's text equals the base, return None and no steps. Steps of the class `typography` are left out.
        """
        if self.texts[0] == self.texts[-1]:
            return None, ()

        def classify(old: str, new: str) -> ChangeClass | None:
            return change_ignoring_typos(old, new, vocabulary, self.numbers)

        steps = [classify(old, new) for old, new in pairwise(self.texts)]
        overall = steps[0] if len(steps) == 1 else classify(self.texts[0], self.texts[-1])
        return overall, tuple(each for each in steps if each is not None and each != "typography")


_Pairs = Mapping[int, tuple[ViewItem[Rule], DetectedSource]]
"""Today's English of each rule and the detected base of its French. The caller chooses the keys."""


def source_histories(store: Store, pairs: _Pairs) -> dict[int, SourceHistory]:
    """Find the history of each rule since the base of its French, under the keys of `pairs`."""
    whole = {key: pair for key, pair in pairs.items() if not (pair[0].from_excerpt or pair[1].english.from_excerpt)}
    found = _through_whole_editions(store, whole)
    rest = {key: pair for key, pair in pairs.items() if key not in found}
    histories = rule_histories(store, "en", [now for now, _ in rest.values()])
    for (key, (now, source)), history in zip(rest.items(), histories, strict=True):
        base = source.english.item
        later = [span for span in history.spans if source.edition < span.first <= now.edition]
        texts = [base.text_with_examples, *(span.whole_text for span in later)]
        if texts[-1] != now.item.text_with_examples:
            texts.append(now.item.text_with_examples)
        events = (event.confidence for event in history.events if event.edition > source.edition)
        numbers = frozenset(
            {base.cr_number, now.item.cr_number, *(as_rule_number(span.number) for span in history.spans)}
        )
        found[key] = SourceHistory(tuple(texts), numbers, min(events, default=1.0))
    return found


def _through_whole_editions(store: Store, pairs: _Pairs) -> dict[int, SourceHistory]:
    """Return the histories of rules in whole editions. Leave out a rule whose links don't lead back to the base."""
    starts = [
        (key, now.place, now.edition.isoformat(), source.edition.isoformat()) for key, (now, source) in pairs.items()
    ]
    steps: dict[int, list[Step]] = defaultdict(list)
    for step in steps_back(store, "en", starts):
        steps[step.key].append(step)
    texts = read_texts_with_examples(store, {step.wording for each in steps.values() for step in each})
    bases = {key: source.english for key, (_now, source) in pairs.items()}
    return {
        key: _history(each, texts)
        for key, each in steps.items()
        if (each[0].place, each[0].wording) == (bases[key].place, bases[key].wording)
    }


def _history(steps: Sequence[Step], texts: Mapping[int, str]) -> SourceHistory:
    # If a wording had several numbers in succession, it is listed once.
    return SourceHistory(
        tuple(texts[wording] for wording, _steps in groupby(step.wording for step in steps)),
        frozenset(map(RuleNumber.parse, {step.label for step in steps})),
        min(step.confidence for step in steps),
    )
