"""Objects that an ability refers to without targeting them (603.7c, 608.2k, 700.7)."""

from __future__ import annotations

from kb.rulings.encoded.casting.resolution import has_moved, refers_to
from kb.rulings.law.rule_registry import requires, variant_of
from kb.rulings.logic.ternary import Truth, all_of, constant, not_
from kb.rulings.situation.situation import Object, Player, Situation


def _is_delayed(_now: Situation, resolving: Object, target: Object | Player) -> Truth:
    return all_of(resolving.delayed_trigger, refers_to(resolving, target))


@requires("affects", "delayed-trigger-refers",
          "{resolving} still affects {target}, even if its characteristics have changed",
          where=_is_delayed)  # fmt: skip
def whatever_it_has_become(_now: Situation, _resolving: Object, _target: Object | Player) -> Truth:
    """A delayed triggered ability affects the object it refers to, even if the object's characteristics changed."""
    return constant(True)


@variant_of(whatever_it_has_become, "{resolving} still affects {target}, which is in the zone that it is expected in")
def while_it_is_in_its_zone(now: Situation, _resolving: Object, target: Object | Player) -> Truth:
    """A delayed triggered ability doesn't affect an object that has left the zone in which the ability expects it."""
    return not_(has_moved(now, target.id))


@requires(
    "affects",
    "untargeted-object-affected",
    "{resolving} still affects {target}, of which its cost or trigger condition speaks",
    where=lambda _now, resolving, target: all_of(not_(resolving.delayed_trigger), refers_to(resolving, target)),
)
def whatever_its_characteristics(now: Situation, _resolving: Object, target: Object | Player) -> Truth:
    """If only an object's characteristics change, an ability whose cost or trigger refers to it still affects it."""
    return not_(has_moved(now, target.id))


@requires("affects", "that-very-object",
          "{resolving} means {target} itself, whether or not that is still what it is called",
          where=lambda _now, resolving, target: refers_to(resolving, target))  # fmt: skip
def even_if_it_isnt_that_any_more(_now: Situation, _resolving: Object, _target: Object | Player) -> Truth:
    """A phrase such as "this creature" refers to that particular object, even if the object is no longer a creature."""
    return constant(True)
