"""Uniqueness (704.5): state-based actions on legends, planeswalkers, worlds and Roles of which only one may remain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from kb.rulings.engine.actions import Action, keep_one, put_into_graveyard
from kb.rulings.law.rule_registry import encodes, performs, variant_of
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, every, not_, some
from kb.rulings.situation.situation import Object, Situation


@encodes("legendary-planeswalkers", "{permanent} is legendary, as its errata say")
def planeswalkers_are_legendary(_now: Situation, permanent: Object) -> Truth:
    """Planeswalkers printed without the legendary supertype have received errata to have it."""
    return permanent.has_type("planeswalker")


def _is_legendary(now: Situation, permanent: Object) -> Truth:
    """Yes if a permanent is legendary. If its supertypes aren't stated, its errata decide."""
    if "supertypes" in permanent.stated:
        return permanent.supertypes.contains("legendary")
    by_errata = now.rule("legendary-planeswalkers", permanent)
    if by_errata.value:
        return Truth(True, "all", (by_errata,), claim=by_errata.claim, rule=by_errata.rule, assumed=True)
    return permanent.supertypes.contains("legendary")


def _legends(now: Situation) -> list[Object]:
    return [each for each in now.permanents if _is_legendary(now, each).value is not False]


def _groups(
    objects: Iterable[Object],
    is_one: Callable[[Object], Truth],
    same: Callable[[Object, Object], Truth],
    words: Callable[[Object], tuple[str, ...] | None],
) -> Iterator[tuple[list[Object], Truth]]:
    """Yield groups of two or more objects that may be alike. Each has a Truth: Yes if the group's objects are alike.

    Objects known to be alike form one group. Two objects that may or may not be alike form a group of their own.

    Args:
        objects: the objects to compare.
        is_one: returns Yes if an object is of the compared kind, such as a legend.
        same: returns Yes if two objects of this kind are alike.
        words: returns the words that alike objects share, such as the subtypes, or None if they are unknown.
    """
    candidates = list(objects)
    group_of = {each.id: [each] for each in candidates}
    reasons: dict[str, list[Truth]] = {each.id: [] for each in candidates}
    open_pairs: list[tuple[list[Object], Truth]] = []
    for other, one in _pairs(candidates, words):
        if group_of[one.id] is group_of[other.id]:
            continue
        alike = all_of(is_one(other), is_one(one), same(other, one))
        if alike.value is None:
            open_pairs.append(([other, one], alike))
        elif alike.value:
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
    """Yield the pairs of objects that share a word. Also yield the pairs in which an object's words are unknown."""
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


def _names_by_controller(permanent: Object) -> tuple[str, ...] | None:
    name, controller = permanent.name.value, permanent.controller.value
    return None if name is None or controller is None else (f"{controller} {name}",)


def _subtypes(permanent: Object) -> tuple[str, ...] | None:
    return permanent.subtypes.value


def _same_name(one: Object, other: Object) -> Truth:
    return one.name == other.name


def _share_a_type(one: Object, other: Object) -> Truth:
    return one.subtypes.intersects(other.subtypes)


def _is_planeswalker(permanent: Object) -> Truth:
    return permanent.is_permanent_of_type("planeswalker")


def _one_of_each(
    now: Situation,
    objects: Iterable[Object],
    is_one: Callable[[Object], Truth],
    same: Callable[[Object, Object], Truth],
    words: Callable[[Object], tuple[str, ...] | None],
) -> Iterator[Action]:
    """For each group of alike objects of a player (see `_groups`), yield the action that keeps only one object."""

    def also_same_controller(one: Object, other: Object) -> Truth:
        return all_of(one.controller == other.controller, same(one, other))

    for group, alike in _groups(objects, is_one, also_same_controller, words):
        players = (now.player(each.controller.value) for each in group if each.controller.value is not None)
        yield keep_one(group, next(players, None), when=alike)


@performs("planeswalker-uniqueness")
def all_that_share_a_type(now: Situation) -> Iterator[Action]:
    """If two or more planeswalkers share a planeswalker type, all are put into graveyards, whoever controls them."""
    for group, alike in _groups(now.possible_permanents("planeswalker"), _is_planeswalker, _share_a_type, _subtypes):
        yield put_into_graveyard(*group, when=alike)


@variant_of(all_that_share_a_type)
def keep_one_of_a_type(now: Situation) -> Iterator[Action]:
    """A player who controls two or more planeswalkers that share a type keeps one of them."""
    planeswalkers = now.possible_permanents("planeswalker")
    return _one_of_each(now, planeswalkers, _is_planeswalker, _share_a_type, _subtypes)


def _was_a_legend(permanent: Object) -> Truth:
    """Yes if a permanent is legendary or has the creature type Legend. The first legends had that creature type."""
    return any_of(permanent.has_subtype("legend"), permanent.supertypes.contains("legendary"))


def _since(permanent: Object, fact: str) -> NumberValue:
    """Return the time at which a permanent got a quality. If this isn't stated, return the permanent's timestamp."""
    stated_only = fact not in permanent.stated and "timestamp" in permanent.stated
    return permanent.timestamp if stated_only else getattr(permanent, fact)


def _deciding(things: list[Object], ages: dict[str, NumberValue], *, newest: bool) -> list[Object]:
    """Return the two oldest objects (the two newest if `newest`), and all objects of unknown age."""
    known = sorted(
        (each for each in things if ages[each.id].is_known), key=lambda each: ages[each.id].low, reverse=newest
    )
    return [*known[:2], *(each for each in things if not ages[each.id].is_known)]


@performs("legend-rule")
def oldest_legend_survives(now: Situation) -> Iterator[Action]:
    """Of the legends with one name, only the permanent that became a legend first survives. In a tie, none survives."""
    legends = [each for each in now.permanents if _was_a_legend(each).value is not False]
    for group, alike in _groups(legends, _was_a_legend, _same_name, _names):
        ages = {each.id: _since(each, "legendary_since") for each in group}
        rivals = _deciding(group, ages, newest=False)
        for legend in group:
            survives = every(ages[legend.id] < ages[other.id] for other in rivals if other is not legend)
            yield put_into_graveyard(legend, when=all_of(alike, not_(survives)))


@variant_of(oldest_legend_survives)
def all_legends_of_a_name(now: Situation) -> Iterator[Action]:
    """If two or more legendary permanents have the same name, all are put into graveyards, whoever controls them."""
    for group, alike in _groups(_legends(now), partial(_is_legendary, now), _same_name, _names):
        yield put_into_graveyard(*group, when=alike)


@variant_of(oldest_legend_survives)
def keep_one_legend(now: Situation) -> Iterator[Action]:
    """A player who controls two or more legendary permanents of the same name keeps one of them."""
    is_legendary = partial(_is_legendary, now)
    return _one_of_each(now, _legends(now), is_legendary, _same_name, _names_by_controller)


# --- worlds --------------------------------------------------------------------------------------------------


@performs("world-rule")
def newest_enchant_world_survives(now: Situation) -> Iterator[Action]:
    """Only the permanent that became an enchant world last survives. In a tie, none survives."""
    return _older_worlds(
        now, lambda each: all_of(each.is_permanent_of_type("enchantment"), each.supertypes.contains("world"))
    )


@variant_of(newest_enchant_world_survives)
def newest_world_survives(now: Situation) -> Iterator[Action]:
    """Only the permanent that got the supertype world last survives. In a tie, none survives."""
    return _older_worlds(now, lambda each: all_of(each.is_permanent, each.supertypes.contains("world")))


def _older_worlds(now: Situation, is_world: Callable[[Object], Truth]) -> Iterator[Action]:
    if not any("world" in each.supertypes for each in now.permanents):
        # Worlds are rare, so permanents that may be worlds are compared only if one is known to be a world.
        return
    worlds = [each for each in now.permanents if is_world(each).value is not False]
    ages = {each.id: _since(each, "world_since") for each in worlds}
    sure = _deciding([each for each in worlds if is_world(each).value], ages, newest=True)
    rivals = [*sure, *(each for each in worlds if is_world(each).value is None)]
    for world in worlds:
        others = [each for each in rivals if each is not world]
        younger = some(all_of(is_world(other), ages[other.id] >= ages[world.id]) for other in others)
        yield put_into_graveyard(world, when=all_of(is_world(world), younger))


# --- Roles ---------------------------------------------------------------------------------------------------


@performs("role-uniqueness")
def newest_role_of_a_player_survives(now: Situation) -> Iterator[Action]:
    """Of the Roles of one player attached to a permanent, only the Role with the latest timestamp survives."""
    roles: dict[str, list[Object]] = {}
    for role in now.possible_permanents("role"):
        if isinstance(role.host, Object):
            roles.setdefault(role.host.id, []).append(role)
    for attached in roles.values():
        ages = {each.id: each.timestamp for each in attached}
        sure: dict[str | None, list[Object]] = {}
        for role in attached:
            sure.setdefault(role.controller.value if _is_role(role).value else None, []).append(role)
        unsure = sure.pop(None, [])
        rivals = {player: _deciding(roles_of, ages, newest=True) for player, roles_of in sure.items()}
        for role in attached:
            of_the_player = rivals.get(role.controller.value or "") if role not in unsure else None
            others = attached if of_the_player is None else [*of_the_player, *unsure]
            newer = some(
                all_of(_is_role(other), other.controller == role.controller, ages[other.id] > ages[role.id])
                for other in others
                if other is not role
            )
            yield put_into_graveyard(role, when=all_of(_is_role(role), newer))


def _is_role(permanent: Object) -> Truth:
    return permanent.is_permanent_of_subtype("role")
