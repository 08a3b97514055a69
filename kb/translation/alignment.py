"""Alignment of the languages: each English rule of a day is paired with its French.

A French rule is aligned to its base, the English wording that it was made from (`kb.translation.source_detection`). The
lineage of the English rule leads from the base to today's rule, whatever the rule's number is today. So the French
follows when the English is renumbered.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from functools import cache

from kb.history.distinct_names import distinct_names
from kb.history.history import lineage_names, lineage_names_across_editions
from kb.model import Rule
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.text.normalization import ChangeClass
from kb.translation.rule_pair import RulePair, SourceWording, TranslationState
from kb.translation.source_changes import SourceHistory, source_histories
from kb.translation.source_detection import DetectedSource, detect_sources
from kb.translation.typo_fixes import Vocabulary


def align(
    store: Store, as_of: date, section: NumberRange | Sequence[NumberRange] | None = None
) -> tuple[RulePair, ...]:
    """Align the rules of a day in both languages. Return the pairs in the order of their numbers.

    `section` limits the result to ranges of numbers. The number of an orphan is the number of its French rule. If an
    English rule has the same number, the orphan comes after it.
    """
    ranges = (section,) if isinstance(section, NumberRange) else section

    def is_wanted(number: RuleNumber) -> bool:
        return ranges is None or any(each.covers(number) for each in ranges)

    english = View(store, "en", as_of).rules()
    wanted = [rule for rule in english if is_wanted(rule.item.cr_number)]
    wordings = _french_wordings(store, as_of)
    # French may belong to any rule, under whatever number, and an excerpt may have a rule of the whole edition under a
    # new number. Otherwise, only the rules asked for need their names.
    named = english if wordings or len({rule.from_excerpt for rule in english}) > 1 else wanted
    lineages = lineage_names(store, "en", named)
    names = distinct_names(named, lineages)
    sources, orphans = _newest_french(store, as_of, wordings, lineages)
    histories = source_histories(
        store, {rule.place: (rule, source) for rule in wanted if (source := sources.get(rule.place))}
    )

    @cache
    def vocabulary_since(day: date) -> Vocabulary:
        then = View(store, "en", day).rules()
        return Vocabulary(rule.item for rule in (*then, *english))

    pairs = [
        _pair(rule, names[rule.place], sources.get(rule.place), histories.get(rule.place), vocabulary_since)
        for rule in wanted
    ]
    pairs += (pair for pair in orphans if is_wanted(pair.number))
    return tuple(sorted(pairs, key=lambda pair: (pair.number, pair.en is None)))


def french_by_lineage(store: Store, as_of: date) -> dict[str, ViewItem[Rule]]:
    """Return the newest French of each English rule known on a day, by lineage name.

    This takes a third of the time of `align`, which also finds what has changed since.
    """
    wordings = _french_wordings(store, as_of)
    detected, lineage = _detect(store, as_of, wordings)
    found: dict[str, ViewItem[Rule]] = {}
    for at in _best_first(wordings, detected):
        if at in detected:
            found.setdefault(lineage[at], wordings[at])
    return found


def _french_wordings(store: Store, as_of: date) -> list[ViewItem[Rule]]:
    # A page may print a number without its text, which is no translation.
    return [rule for rule in View(store, "fr", as_of).all_wordings() if rule.item.text]


def _detect(
    store: Store, as_of: date, wordings: Sequence[ViewItem[Rule]]
) -> tuple[dict[int, DetectedSource], dict[int, str]]:
    """Return the bases of French wordings and the lineage names of these bases, by the index of the wording."""
    detected = detect_sources(store, as_of, wordings)
    bases = [source.english for source in detected.values()]
    return detected, dict(zip(detected, lineage_names_across_editions(store, "en", bases), strict=True))


def _best_first(wordings: Sequence[ViewItem[Rule]], detected: Mapping[int, DetectedSource]) -> list[int]:
    """Return the indexes of French wordings, the best one first."""
    return sorted(range(len(wordings)), key=lambda at: _rank(wordings[at], detected.get(at)), reverse=True)


def _newest_french(
    store: Store, as_of: date, wordings: Sequence[ViewItem[Rule]], names: dict[int, str]
) -> tuple[dict[int, DetectedSource], Collection[RulePair]]:
    """Return the newest French of each English place, and the orphans. `names` maps English places to lineages.

    Where a view has a rule under two numbers, French belongs to the number that it was made from.
    """
    detected, lineage = _detect(store, as_of, wordings)
    places = {name: place for place, name in reversed(names.items())}
    sources: dict[int, DetectedSource] = {}
    left: dict[int, DetectedSource | None] = {}
    for at in _best_first(wordings, detected):
        source = detected.get(at)
        place = places.get(lineage[at]) if source is not None else None
        if source is not None and names.get(source.english.place) == lineage[at]:
            place = source.english.place
        if source is None or place is None:
            left[at] = source
        elif place not in sources:
            sources[place] = source
        elif _contradicts(sources[place].french, source.french):
            # The English rule already has a French text, with another number in the same document. A document prints a
            # rule under only one number. So this text, which is less certain than the other, becomes an orphan.
            left[at] = None
    own = lineage_names_across_editions(store, "fr", [wordings[at] for at in left])
    orphans: dict[str, RulePair] = {}
    for (at, source), name in zip(left.items(), own, strict=True):
        lineage_name = name if source is None else lineage[at]
        number = wordings[at].item.cr_number
        orphan = RulePair(lineage_name, number, None, wordings[at], "orphan", _base(source))
        orphans.setdefault(lineage_name, orphan)
    return sources, orphans.values()


def _contradicts(one: ViewItem[Rule], other: ViewItem[Rule]) -> bool:
    """True if French texts of one day have different numbers. A finished translation `one` contradicts no text."""
    different = one.edition == other.edition and one.item.number != other.item.number
    return different and not one.from_finished_translation


def _rank(rule: ViewItem[Rule], source: DetectedSource | None) -> tuple[bool, date, bool, bool, bool, float]:
    """Return a sort key: clean texts first, then newer texts, finished translations, whole editions, certain bases."""
    lossy = any(warning.code == "lossy" for warning in rule.warnings)
    certainty = (source.is_stated, source.confidence) if source is not None else (False, 0.0)
    return (not lossy, rule.edition, rule.from_finished_translation, not rule.from_excerpt, *certainty)


def _pair(
    english: ViewItem[Rule],
    lineage: str,
    source: DetectedSource | None,
    history: SourceHistory | None,
    vocabulary_since: Callable[[date], Vocabulary],
) -> RulePair:
    """Return the pair of an English rule and its French."""
    number = english.item.cr_number
    if source is None or history is None:
        return RulePair(lineage, number, english, None, "missing")
    state: TranslationState = "current"
    behind: tuple[ChangeClass, ...] = ()
    if history.texts[0] != history.texts[-1]:
        overall, behind = history.change_classes(vocabulary_since(source.edition))
        if overall == "wording":
            state, behind = "stale", behind or ("wording",)
    if source.french.item.text_lang == "en":
        state = "untranslated"
    return RulePair(lineage, number, english, source.french, state, _base(source), behind, history.confidence)


def _base(source: DetectedSource | None) -> SourceWording | None:
    if source is None:
        return None
    item = source.english.item
    examples = tuple(example.text for example in item.examples)
    return SourceWording(source.edition, item.cr_number, item.text, examples, source.confidence)


class TranslationStates:
    """The translation states of a view's rules, computed at the first call."""

    def __init__(self, store: Store, view: View) -> None:
        self._store, self._view = store, view
        self._pairs: tuple[RulePair, ...] | None = None

    def __call__(self, state: TranslationState) -> set[RuleNumber]:
        """Return the numbers of the rules whose translation has the state, as numbered in the view's language."""
        if self._pairs is None:
            self._pairs = align(self._store, self._view.as_of)
        sides = (pair.en if self._view.lang == "en" else pair.fr for pair in self._pairs if pair.state == state)
        return {side.item.cr_number for side in sides if side is not None}
