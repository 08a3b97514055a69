"""The French beside the English: each rule of the day with the French that was made from it.

A French rule is aligned to the English wording that it was made from (`kb.translation.source_detection`), and that one
through the lineage of the English to today's rule, whatever its number is now. So when English renumbers,
the French follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from kb.history.history import lineage_names, lineage_names_across_editions
from kb.model import Rule
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.view import View, ViewItem
from kb.text.normalization import ChangeClass
from kb.translation.rule_pair import RulePair, SourceWording, TranslationState
from kb.translation.source_changes import SourceHistory, source_histories
from kb.translation.source_detection import DetectedSource, detect_sources
from kb.translation.typo_fixes import Vocabulary

if TYPE_CHECKING:
    from kb.storage.store import Store


def align(
    store: Store, as_of: date, section: NumberRange | Sequence[NumberRange] | None = None
) -> tuple[RulePair, ...]:
    """The rules of a day in both languages, in the order of the English; French without English after its number.

    Args:
        store: what is known.
        as_of: the day.
        section: only the rules in this range, or in one of several, and below it, by their numbers in the
            English of the day; an orphan by the number that the French has. All for None.
    """
    ranges = (section,) if isinstance(section, NumberRange) else section

    def wanted(number: RuleNumber) -> bool:
        return ranges is None or any(each.covers(number) for each in ranges)

    english = View(store, "en", as_of).rules()
    names = lineage_names(store, "en", english)
    french = _newest(store, as_of, names)
    chosen = [rule for rule in english if wanted(rule.item.number)]
    beside = {rule.place: french.beside.get(rule.place) for rule in chosen}
    course = source_histories(
        store, {rule.place: (rule, made) for rule in chosen if (made := beside[rule.place]) is not None}
    )
    words = _Words(store, english)
    pairs = [_pair(rule, names[rule.place], beside[rule.place], course.get(rule.place), words) for rule in chosen]
    orphans = [pair for pair in french.orphans if wanted(pair.number)]
    return tuple(sorted((*pairs, *orphans), key=lambda pair: (pair.number, pair.en is None)))


@dataclass(frozen=True, slots=True)
class _French:
    """The French of a day.

    Attributes:
        beside: by the place of an English rule of the day, its French with what that was made from.
        orphans: what belongs to no English rule of the day.
    """

    beside: dict[int, DetectedSource]
    orphans: tuple[RulePair, ...]


def _newest(store: Store, as_of: date, names: dict[int, str]) -> _French:
    """The newest French of each rule, and the French of rules that are gone.

    Args:
        store: what is known.
        as_of: the day.
        names: of the lineages of the English rules of the day, by their places.
    """
    said = View(store, "fr", as_of).all_wordings()
    found = detect_sources(store, as_of, said)
    lineage = dict(
        zip(found, lineage_names_across_editions(store, "en", [made.english for made in found.values()]), strict=True)
    )
    rules = {name: place for place, name in reversed(names.items())}
    beside: dict[int, DetectedSource] = {}
    left: dict[int, DetectedSource | None] = {}
    for at in sorted(range(len(said)), key=lambda at: _rank(said[at], found.get(at)), reverse=True):
        made = found.get(at)
        place = rules.get(lineage[at]) if made is not None else None
        if made is None or place is None:
            left[at] = made
        elif place not in beside:
            beside[place] = made
        elif _elsewhere(beside[place].french, made.french):
            # One page can't say a rule under two numbers: what is less likely to be of this rule is of none.
            left[at] = None
    own = dict(zip(left, lineage_names_across_editions(store, "fr", [said[at] for at in left]), strict=True))
    orphans: dict[str, RulePair] = {}
    for at, made in left.items():
        name = own[at] if made is None else lineage[at]
        orphans.setdefault(name, RulePair(name, said[at].item.number, None, said[at], "orphan", _base(made)))
    return _French(beside, tuple(orphans.values()))


def _elsewhere(one: ViewItem[Rule], other: ViewItem[Rule]) -> bool:
    """Whether two texts of one day stand under different numbers; a finished translation has the number of its rule."""
    return one.edition == other.edition and one.item.number != other.item.number and not one.from_finished_translation


def _rank(rule: ViewItem[Rule], made: DetectedSource | None) -> tuple[bool, date, bool, bool, bool, float]:
    """Clean before lossy, the newest; of one day a finished translation, a whole edition, an excerpt; the surest."""
    lossy = any(warning.code == "lossy" for warning in rule.warnings)
    sure = (made.is_stated, made.confidence) if made is not None else (False, 0.0)
    return (not lossy, rule.edition, rule.from_finished_translation, not rule.from_excerpt, *sure)


class _Words:
    """The vocabulary of the English then and now, made when it is asked for."""

    def __init__(self, store: Store, english: Sequence[ViewItem[Rule]]) -> None:
        self._store, self._english = store, english
        self._of_day: dict[date, Vocabulary] = {}

    def since(self, day: date) -> Vocabulary:
        """The words that the rules use now or did on a day."""
        if day not in self._of_day:
            then = View(self._store, "en", day).rules()
            self._of_day[day] = Vocabulary(rule.item for rule in (*then, *self._english))
        return self._of_day[day]


def _pair(
    english: ViewItem[Rule], lineage: str, made: DetectedSource | None, course: SourceHistory | None, words: _Words
) -> RulePair:
    """A rule of the day with its French."""
    number = english.item.number
    if made is None or course is None:
        return RulePair(lineage, number, english, None, "missing")
    state: TranslationState = "current"
    behind: tuple[ChangeClass, ...] = ()
    if course.texts[0] != course.texts[-1]:
        together, behind = course.change_classes(words.since(made.edition))
        if together == "wording":
            state, behind = "stale", behind or ("wording",)
    if made.french.item.text_lang == "en":
        state = "untranslated"
    return RulePair(lineage, number, english, made.french, state, _base(made), behind, course.confidence)


def _base(made: DetectedSource | None) -> SourceWording | None:
    if made is None:
        return None
    item = made.english.item
    examples = tuple(example.text for example in item.examples)
    return SourceWording(made.edition, item.number, item.text, examples, made.confidence)


class TranslationStates:
    """How far the French of a view's rules is, found when it is first asked about."""

    def __init__(self, store: Store, view: View) -> None:
        self._store, self._view = store, view
        self._pairs: tuple[RulePair, ...] | None = None

    def __call__(self, state: TranslationState) -> set[RuleNumber]:
        """The numbers in the view of the rules whose French is so far."""
        if self._pairs is None:
            self._pairs = align(self._store, self._view.as_of)
        sides = (pair.en if self._view.lang == "en" else pair.fr for pair in self._pairs if pair.state == state)
        return {side.item.number for side in sides if side is not None}
