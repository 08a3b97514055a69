"""Prevention shields that several sources' damage meets at once (615.7): a player chooses which damage they prevent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kb.rulings.encoded.damage.replacement_order import chooser_of
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, constant
from kb.rulings.situation.situation import Effect, Object, Player, Situation

MAX_SHARES = 24
"""The greatest number of ways to share a shield that are tried. If there are more, the amount isn't known."""


class Meeting(NamedTuple):
    """Damage that a shield can prevent: the id of its source, and its amount."""

    source: str
    amount: int


@encodes("shared-shield", "the player whom “{effect}” shields, or whose permanent it shields, chooses what it prevents")
def the_shielded_player_chooses(_now: Situation, _thing: Object | Player, effect: Effect) -> Truth:
    """If several sources deal damage to a shielded thing at once, its player chooses which damage is prevented."""
    return constant(effect.stated.get("generated_by") != "static-ability" and "each" not in effect.stated)


def prevented_by_share(
    now: Situation, effect: Effect, thing: Object | Player, own: str, meeting: list[Meeting]
) -> tuple[int, Truth] | None:
    """Return how much of one source's damage a shield prevents, and the reasons; None if that isn't known.

    Args:
        now: the situation, in a course of choices.
        effect: the effect that prevents an amount of damage.
        thing: the shielded permanent or player.
        own: id of the source of the damage.
        meeting: all damage that meets the shield at the same time, each source once.
    """
    if now.choices is None or now.law.rule("shared-shield") is None or not effect.amount.is_known:
        return None
    rule = now.rule("shared-shield", thing, effect)
    names = [each.source for each in meeting]
    shares = tuple(_shares(int(effect.amount.low), [each.amount for each in meeting]))
    if not rule.value or names.count(own) != 1 or len(shares) > MAX_SHARES:
        return None
    chooser, _why = chooser_of(now, thing)
    taken = now.choices.take(("shield", effect.id, thing.id), shares, chooser)
    return shares[taken][names.index(own)], rule


def _shares(shield: int, amounts: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield each way to prevent as much of the damage as a shield can: how much of each amount."""
    if not amounts:
        yield ()
        return
    rest = sum(amounts[1:])
    for share in range(max(0, min(shield, sum(amounts)) - rest), min(shield, amounts[0]) + 1):
        yield from ((share, *others) for others in _shares(shield - share, amounts[1:]))


def after_shield(before: NumberValue, prevented: int) -> NumberValue:
    """Return an amount of damage without what a shield prevents."""
    left = before.low - prevented
    return NumberValue(left, left, before.facts, before.label, before.it, assumed=before.assumed)
