"""Permanents that are too much alike: the legend rule and the planeswalker uniqueness rule, through all their forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kb.rulings.actions import Action, keep_one, put_into_graveyard
from kb.rulings.facts import N_
from kb.rulings.logic import Truth, all_of, every, not_
from kb.rulings.registry import encodes, performs
from kb.rulings.situation import Situation
from kb.rulings.vocabulary import Object, Player


@encodes("legendary-planeswalkers", claim=N_("{permanent} is legendary, as its errata say"))
def planeswalkers_are_legendary(_now: Situation, permanent: Object) -> Truth:
    """Planeswalkers printed before the change have received errata to have the legendary supertype."""
    return permanent.is_a("planeswalker")


def _is_legendary(now: Situation, permanent: Object) -> Truth:
    """Whether it is legendary: as stated, else by errata."""
    if "supertypes" in permanent.given:
        return permanent.supertypes.has("legendary")
    by_errata = now.rule("legendary-planeswalkers", permanent)
    if by_errata.value:
        return Truth(True, "all", (by_errata,), claim=by_errata.claim, rule=by_errata.rule, assumed=True)
    return permanent.supertypes.has("legendary")


def _legends(now: Situation) -> list[Object]:
    return [each for each in now.permanents if _is_legendary(now, each).value is not False]


def _alike(
    objects: Iterable[Object],
    is_one: Callable[[Object], Truth],
    same: Callable[[Object, Object], Truth],
    words: Callable[[Object], tuple[str, ...] | None],
) -> Iterator[tuple[list[Object], Truth]]:
    """Groups of two or more objects that are alike, or may be, each with whether they are.

    What is known to be alike is one group. Where it is open whether two are alike, the two make a group by
    themselves.
    """
    candidates = list(objects)
    group_of = {each.id: [each] for each in candidates}
    reasons: dict[str, list[Truth]] = {each.id: [] for each in candidates}
    open_pairs: list[tuple[list[Object], Truth]] = []
    for other, one in _pairs(candidates, words):
        alike = all_of(is_one(other), is_one(one), same(other, one))
        if alike.value is None:
            open_pairs.append(([other, one], alike))
        elif alike.value and group_of[one.id] is not group_of[other.id]:
            mine, theirs = group_of[one.id], group_of[other.id]
            reasons[theirs[0].id] += [alike, *reasons[mine[0].id]]
            theirs += mine
            group_of |= dict.fromkeys((each.id for each in mine), theirs)
    for each in candidates:
        group = group_of[each.id]
        if group[0] is each and len(group) > 1:
            yield group, every(reasons[each.id])
    yield from open_pairs


def _pairs(objects: list[Object], words: Callable[[Object], tuple[str, ...] | None]) -> Iterator[tuple[Object, Object]]:
    """The pairs among which two can be alike: they have a word in common, or it isn't known which words one has."""
    place = {each.id: at for at, each in enumerate(objects)}
    having: dict[str, list[Object]] = {}
    unknown_ones = [each for each in objects if words(each) is None]
    for one in objects:
        mine = words(one)
        alike = unknown_ones if mine is not None else objects
        partners = {each.id: each for word in mine or () for each in having.get(word, ())}
        partners |= {each.id: each for each in alike if place[each.id] < place[one.id]}
        for other in sorted(partners.values(), key=lambda each: place[each.id]):
            yield other, one
        for word in mine or ():
            having.setdefault(word, []).append(one)


def _names(permanent: Object) -> tuple[str, ...] | None:
    name = permanent.name.value
    return None if name is None else (name,)


def _subtypes(permanent: Object) -> tuple[str, ...] | None:
    return permanent.subtypes.value


def _same_name(one: Object, other: Object) -> Truth:
    return one.name == other.name


def _share_a_type(one: Object, other: Object) -> Truth:
    return one.subtypes.shares_with(other.subtypes)


def _also_same_controller(same: Callable[[Object, Object], Truth]) -> Callable[[Object, Object], Truth]:
    return lambda one, other: all_of(one.controller == other.controller, same(one, other))


def _is_planeswalker(permanent: Object) -> Truth:
    return permanent.stands_as("planeswalker")


def _who_controls(now: Situation, group: list[Object]) -> Player | None:
    return next((now.player(each.controller.value) for each in group if each.controller.value is not None), None)


@performs("planeswalker-uniqueness")
def all_that_share_a_type(now: Situation) -> Iterator[Action]:
    """Two or more planeswalkers that share a planeswalker type, whoever controls them: all are put into graveyards."""
    for group, alike in _alike(now.permanents_that_may_be("planeswalker"), _is_planeswalker, _share_a_type, _subtypes):
        yield put_into_graveyard(*group, when=alike)


@performs("planeswalker-uniqueness")
def keep_one_of_a_type(now: Situation) -> Iterator[Action]:
    """A player who controls two or more planeswalkers that share a type keeps one of them."""
    planeswalkers = now.permanents_that_may_be("planeswalker")
    for group, alike in _alike(planeswalkers, _is_planeswalker, _also_same_controller(_share_a_type), _subtypes):
        yield keep_one(group, _who_controls(now, group), when=alike)


@performs("legend-rule")
def oldest_legend_survives(now: Situation) -> Iterator[Action]:
    """Of legends of the same name, all but the one that has been one longest; in a tie, each of them."""
    for group, alike in _alike(_legends(now), lambda each: _is_legendary(now, each), _same_name, _names):
        for legend in group:
            others = [other for other in group if other is not legend]
            survives = every(legend.legendary_since < other.legendary_since for other in others)
            yield put_into_graveyard(legend, when=all_of(alike, not_(survives)))


@performs("legend-rule")
def all_legends_of_a_name(now: Situation) -> Iterator[Action]:
    """Two or more legendary permanents of the same name, whoever controls them: all are put into graveyards."""
    for group, alike in _alike(_legends(now), lambda each: _is_legendary(now, each), _same_name, _names):
        yield put_into_graveyard(*group, when=alike)


@performs("legend-rule")
def keep_one_legend(now: Situation) -> Iterator[Action]:
    """A player who controls two or more legendary permanents of the same name keeps one of them."""
    same = _also_same_controller(_same_name)
    for group, alike in _alike(_legends(now), lambda each: _is_legendary(now, each), same, _names):
        yield keep_one(group, _who_controls(now, group), when=alike)
