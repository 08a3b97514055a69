"""What is attached illegally, or to nothing: Auras, Equipment, Fortifications, and what can't be attached (704.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kb.rulings.actions import Action, put_into_graveyard, unattach
from kb.rulings.logic import Truth, all_of, any_of, not_, some, stated
from kb.rulings.questions import permitted
from kb.rulings.registry import performs, variant_of
from kb.rulings.situation import Object, Player, Situation
from kb.tongue import later

Host = Object | Player

# --- Auras ---------------------------------------------------------------------------------------------------


def _is_aura(permanent: Object) -> Truth:
    return permanent.stands_as_subtype("aura")


def _is_local_enchantment(permanent: Object) -> Truth:
    """Whether it is an enchantment that says what it enchants; one with the subtype Aura is one, too."""
    return permanent.stands_as("enchantment") if "enchant" in permanent.given else _is_aura(permanent)


@performs("illegal-aura")
def local_enchantment_not_on_a_legal_permanent(now: Situation) -> Iterator[Action]:
    """A local enchantment that enchants an illegal or nonexistent permanent is put into its owner's graveyard."""
    return _auras(now, _not_on_a_permanent, _is_local_enchantment, "enchantment")


@variant_of(local_enchantment_not_on_a_legal_permanent)
def aura_not_on_a_legal_permanent(now: Situation) -> Iterator[Action]:
    """An Aura attached to an illegal permanent, or not attached to a permanent, is put into its owner's graveyard."""
    return _auras(now, _not_on_a_permanent)


@variant_of(local_enchantment_not_on_a_legal_permanent)
def aura_not_on_a_legal_permanent_or_player(now: Situation) -> Iterator[Action]:
    """An Aura attached to an illegal permanent or player, or to neither, is put into its owner's graveyard."""
    return _auras(now, _not_on_a_permanent_or_player)


@variant_of(local_enchantment_not_on_a_legal_permanent)
def aura_not_on_a_legal_object_or_player(now: Situation) -> Iterator[Action]:
    """An Aura attached to an illegal object or player, or to neither, is put into its owner's graveyard."""
    return _auras(now, _gone)


def _auras(
    now: Situation,
    wrong: Callable[[Object, Host], Truth],
    is_one: Callable[[Object], Truth] = _is_aura,
    kind: str = "aura",
) -> Iterator[Action]:
    unattached = _becoming_unattached(now)
    for aura in now.permanents_that_may_be(kind):
        host = aura.host
        if host is None:
            illegal = aura.attached_to == "none"
        else:
            # An Aura that's also a creature becomes unattached first: it is put there by the next check (303.4d).
            illegal = all_of(
                any_of(wrong(aura, host), not_(_legal(now, aura, host))),
                not_(some(unattached.get(aura.id, ()))),
            )
        yield put_into_graveyard(aura, when=all_of(is_one(aura), illegal))


def _legal(now: Situation, attachment: Object, host: Host) -> Truth:
    """Whether it could be attached to what it is attached to."""
    return permitted(now, "can-attach", "be-attached", attachment, attachment, host)


def _not_on_a_permanent(_attachment: Object, host: Host) -> Truth:
    if isinstance(host, Player):
        return stated(True, later("{host} is a player"), host=host)
    return not_(host.is_permanent)


def _not_on_a_permanent_or_player(_attachment: Object, host: Host) -> Truth:
    return host.lost if isinstance(host, Player) else not_(host.is_permanent)


def _gone(aura: Object, host: Host) -> Truth:
    """Whether the player has left the game, or the object the zone in which it was enchanted."""
    if isinstance(host, Player):
        return host.lost
    if any("card" in each for each in (*aura.enchant, *(each for each in aura.keywords if each.startswith("enchant")))):
        return stated(False)
    return not_(host.is_permanent)


# --- Equipment and Fortifications ----------------------------------------------------------------------------


@performs("illegal-equipment")
def equipment_on_an_illegal_permanent(now: Situation) -> Iterator[Action]:
    """An Equipment that equips an illegal or nonexistent permanent becomes unattached from it."""
    return _equipment(now, "equipment", players=False)


@variant_of(equipment_on_an_illegal_permanent)
def equipment_or_fortification_on_an_illegal_permanent(now: Situation) -> Iterator[Action]:
    """An Equipment or Fortification attached to an illegal permanent becomes unattached from it."""
    return _equipment(now, "equipment", "fortification", players=False)


@variant_of(equipment_on_an_illegal_permanent)
def equipment_or_fortification_on_an_illegal_permanent_or_a_player(now: Situation) -> Iterator[Action]:
    """An Equipment or Fortification attached to an illegal permanent or to a player becomes unattached."""
    return _equipment(now, "equipment", "fortification", players=True)


def _equipment(now: Situation, *subtypes: str, players: bool) -> Iterator[Action]:
    unattached = _becoming_unattached(now)
    for attachment in now.attached:
        host = attachment.host
        if host is None or (isinstance(host, Player) and not players):
            continue
        wrong = stated(True) if isinstance(host, Player) else not_(host.is_permanent)
        yield unattach(
            attachment,
            when=all_of(
                _is_one_of(attachment, *subtypes),
                attachment.is_permanent,
                any_of(wrong, not_(_legal(now, attachment, host))),
                not_(some(unattached.get(attachment.id, ()))),
            ),
        )


def _becoming_unattached(now: Situation) -> dict[str, list[Truth]]:
    """What becomes unattached whatever it is attached to, by id: so it isn't asked of it whether that is legal."""
    rule = now.law.rule("creature-attached")
    found: dict[str, list[Truth]] = {}
    for action in rule(now) if rule is not None else ():
        found.setdefault(action.things[0], []).append(action.when)
    return found


# --- what can't be attached ----------------------------------------------------------------------------------


def _is_one_of(permanent: Object, *subtypes: str) -> Truth:
    return any_of(*(permanent.is_subtype(subtype) for subtype in subtypes))


def _attached(permanent: Object) -> Truth:
    return all_of(permanent.attached_to != "none", permanent.is_permanent)


def _attached_to_a_permanent(now: Situation, permanent: Object) -> Truth:
    host = now.thing(permanent.attached_to.value or "")
    return all_of(_attached(permanent), stated(not isinstance(host, Player)))


@performs("creature-attached")
def neither_aura_nor_equipment(now: Situation) -> Iterator[Action]:
    """A non-Aura, non-Equipment permanent attached to another permanent becomes unattached."""
    for permanent in now.attached:
        can_be = _is_one_of(permanent, "aura", "equipment")
        yield unattach(permanent, when=all_of(_attached_to_a_permanent(now, permanent), not_(can_be)))


@variant_of(neither_aura_nor_equipment)
def neither_aura_nor_equipment_nor_fortification(now: Situation) -> Iterator[Action]:
    """A permanent that's no Aura, Equipment or Fortification, attached to another permanent, becomes unattached."""
    for permanent in now.attached:
        can_be = _is_one_of(permanent, "aura", "equipment", "fortification")
        yield unattach(permanent, when=all_of(_attached_to_a_permanent(now, permanent), not_(can_be)))


@variant_of(neither_aura_nor_equipment)
def creature_or_what_cant_be_attached(now: Situation) -> Iterator[Action]:
    """A creature that is attached to an object or player becomes unattached; so does what can't be attached."""
    for permanent in now.attached:
        can_be = _is_one_of(permanent, "aura", "equipment", "fortification")
        yield unattach(permanent, when=all_of(_attached(permanent), any_of(permanent.is_a("creature"), not_(can_be))))


@variant_of(neither_aura_nor_equipment)
def battle_or_creature_or_what_cant_be_attached(now: Situation) -> Iterator[Action]:
    """An attached battle or creature becomes unattached; so does whatever is no Aura, Equipment or Fortification."""
    for permanent in now.attached:
        can_be = _is_one_of(permanent, "aura", "equipment", "fortification")
        wrong = any_of(permanent.is_a("battle"), permanent.is_a("creature"), not_(can_be))
        yield unattach(permanent, when=all_of(_attached(permanent), wrong))
