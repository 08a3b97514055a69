"""The French beside the English: each rule of the day with the French that was made from it.

A French rule is aligned to the English wording that it was made from (`kb.translation.base`), and that one
through the lineage of the English to today's rule, whatever its number is now. So when English renumbers,
the French follows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from kb.history import lineages
from kb.model import Lang, Rule
from kb.normal import Change
from kb.number import NumberRange
from kb.translation.base import Made, bases
from kb.translation.pair import Base, Pair, State
from kb.translation.since import Since, since
from kb.translation.slips import Vocabulary
from kb.view import Printed, View

if TYPE_CHECKING:
    from kb.store import Store


def aligned(store: Store, as_of: date, section: NumberRange | None = None) -> tuple[Pair, ...]:
    """The rules of a day in both languages, in the order of the English; French without English after its number.

    Args:
        store: what is known.
        as_of: the day.
        section: only the rules in this range and below it, by their numbers in the English of the day; an
            orphan by the number that the French has. All for None.
    """
    english = View(store, "en", as_of).rules()
    names = lineages(store, "en", english)
    french = _newest(store, as_of, names)
    chosen = [rule for rule in english if section is None or section.covers(rule.item.number)]
    beside = {rule.place: french.beside.get(rule.place) for rule in chosen}
    course = since(store, {rule.place: (rule, made) for rule in chosen if (made := beside[rule.place]) is not None})
    words = _Words(store, english)
    pairs = [_pair(rule, names[rule.place], beside[rule.place], course.get(rule.place), words) for rule in chosen]
    orphans = [pair for pair in french.orphans if section is None or section.covers(pair.number)]
    return tuple(sorted((*pairs, *orphans), key=lambda pair: (pair.number, pair.en is None)))


@dataclass(frozen=True, slots=True)
class _French:
    """The French of a day.

    Attributes:
        beside: by the place of an English rule of the day, its French with what that was made from.
        orphans: what belongs to no English rule of the day.
    """

    beside: dict[int, Made]
    orphans: tuple[Pair, ...]


def _newest(store: Store, as_of: date, names: dict[int, str]) -> _French:
    """The newest French of each rule, and the French of rules that are gone.

    Args:
        store: what is known.
        as_of: the day.
        names: of the lineages of the English rules of the day, by their places.
    """
    said = View(store, "fr", as_of).wordings()
    found = bases(store, as_of, said)
    lineage = _lineages(store, "en", [made.english for made in found.values()])
    rules = {name: place for place, name in reversed(names.items())}
    beside: dict[int, Made] = {}
    left: list[tuple[Printed[Rule], Made | None]] = []
    for at in sorted(range(len(said)), key=lambda at: _rank(said[at], found.get(at)), reverse=True):
        made = found.get(at)
        place = rules.get(lineage[_key(made.english)]) if made is not None else None
        if made is None or place is None:
            left.append((said[at], made))
        elif place not in beside:
            beside[place] = made
        elif beside[place].french.edition == made.french.edition:
            # One page can't say a rule twice: what is less likely to be of this rule is of none.
            left.append((said[at], None))
    own = _lineages(store, "fr", [rule for rule, _ in left])
    orphans: dict[str, Pair] = {}
    for rule, made in left:
        name = own[_key(rule)] if made is None else lineage[_key(made.english)]
        orphans.setdefault(name, Pair(name, rule.item.number, None, rule, "orphan", _base(made)))
    return _French(beside, tuple(orphans.values()))


def _rank(rule: Printed[Rule], made: Made | None) -> tuple[bool, date, bool, bool, float]:
    """Clean before lossy, then the newest, a whole edition before an excerpt of its day, then the surest."""
    lossy = any(warning.code == "lossy" for warning in rule.warnings)
    sure = (made.stated, made.confidence) if made is not None else (False, 0.0)
    return (not lossy, rule.edition, not rule.partial, *sure)


_Key = tuple[date, bool, int, int]


def _key(rule: Printed[Rule]) -> _Key:
    return rule.edition, rule.partial, rule.place, rule.wording


def _lineages(store: Store, lang: Lang, rules: Iterable[Printed[Rule]]) -> dict[_Key, str]:
    """The names of the lineages of rules that several editions print."""
    by_edition: dict[tuple[date, bool], list[Printed[Rule]]] = defaultdict(list)
    for rule in rules:
        by_edition[rule.edition, rule.partial].append(rule)
    named: dict[_Key, str] = {}
    for each in by_edition.values():
        names = lineages(store, lang, each)
        named |= {_key(rule): names[rule.place] for rule in each}
    return named


class _Words:
    """The vocabulary of the English then and now, made when it is asked for."""

    def __init__(self, store: Store, english: Sequence[Printed[Rule]]) -> None:
        self._store, self._english = store, english
        self._of_day: dict[date, Vocabulary] = {}

    def since(self, day: date) -> Vocabulary:
        """The words that the rules use now or did on a day."""
        if day not in self._of_day:
            then = View(self._store, "en", day).rules()
            self._of_day[day] = Vocabulary(rule.item for rule in (*then, *self._english))
        return self._of_day[day]


def _pair(english: Printed[Rule], lineage: str, made: Made | None, course: Since | None, words: _Words) -> Pair:
    """A rule of the day with its French."""
    number = english.item.number
    if made is None or course is None:
        return Pair(lineage, number, english, None, "missing")
    state: State = "current"
    behind: tuple[Change, ...] = ()
    if len(course.texts) > 1 and course.texts[0] != course.texts[-1]:
        vocabulary = words.since(made.edition)
        behind = course.changes(vocabulary)
        if course.change(vocabulary) == "wording":
            state, behind = "stale", behind or ("wording",)
    if made.french.item.text_lang == "en":
        state = "untranslated"
    return Pair(lineage, number, english, made.french, state, _base(made), behind, course.confidence)


def _base(made: Made | None) -> Base | None:
    if made is None:
        return None
    item = made.english.item
    examples = tuple(example.text for example in item.examples)
    return Base(made.edition, item.number, item.text, examples, made.confidence)
