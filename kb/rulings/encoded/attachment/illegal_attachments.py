"""State-based actions on illegally attached Auras, Equipment, Fortifications and other permanents (704.5m to p)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kb.rulings.engine.actions import Action, put_into_graveyard, unattach
from kb.rulings.engine.questions import is_permitted
from kb.rulings.law.rule_registry import Row, performs, performs_each
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, some
from kb.rulings.situation.situation import Object, Player, Situation

Host = Object | Player

# --- Auras ----------------------------------------------------------------------------------------------------


def _is_aura(permanent: Object, kind: str) -> Truth:
    """Yes if a permanent is an Aura. If `kind` is `enchantment`, an enchantment that enchants something counts."""
    if kind == "enchantment" and "enchant" in permanent.stated:
        return permanent.is_permanent_of_type("enchantment")
    return permanent.is_permanent_of_subtype("aura")


def _not_on_a_permanent(_aura: Object, host: Host) -> Truth:
    if isinstance(host, Player):
        return constant(True, "{host} is a player", host=host)
    return not_(host.is_permanent)


def _not_on_a_permanent_or_player(_aura: Object, host: Host) -> Truth:
    return host.lost if isinstance(host, Player) else not_(host.is_permanent)


def _has_left(aura: Object, host: Host) -> Truth:
    """Yes if the enchanted player has lost, or the enchanted object is no permanent. No if the Aura enchants a card."""
    enchants = (*aura.enchant, *(each for each in aura.keywords if each.startswith("enchant")))
    if isinstance(host, Object) and any("card" in each for each in enchants):
        return constant(False)
    return _not_on_a_permanent_or_player(aura, host)


@performs_each(
    Row("illegal-aura", "local_enchantment_not_on_a_legal_permanent", "",
        "A local enchantment that enchants an illegal or nonexistent permanent is put into its owner's graveyard.",
        wrong=_not_on_a_permanent, kind="enchantment"),
    Row("illegal-aura", "aura_not_on_a_legal_permanent", "",
        "An Aura attached to an illegal permanent, or to no permanent, is put into its owner's graveyard.",
        wrong=_not_on_a_permanent),
    Row("illegal-aura", "aura_not_on_a_legal_permanent_or_player", "",
        "An Aura attached to an illegal permanent or player, or to nothing, is put into its owner's graveyard.",
        wrong=_not_on_a_permanent_or_player),
    Row("illegal-aura", "aura_not_on_a_legal_object_or_player", "",
        "An Aura attached to an illegal object or player, or to nothing, is put into its owner's graveyard.",
        wrong=_has_left),
)  # fmt: skip
def illegal_auras(now: Situation, *, wrong: Callable[[Object, Host], Truth], kind: str = "aura") -> Iterator[Action]:
    """An Aura that is attached illegally, or isn't attached, is put into its owner's graveyard."""
    unattached = _becoming_unattached(now)
    for aura in now.possible_permanents(kind):
        host = aura.host
        if host is None:
            illegal = aura.attached_to == "none"
        else:
            # In this check, an Aura creature becomes unattached. The next check puts it into the graveyard (303.4d).
            wrongly_attached = any_of(wrong(aura, host), not_(_could_be_attached(now, aura, host)))
            illegal = all_of(wrongly_attached, not_(some(unattached.get(aura.id, ()))))
        if _stays_though_an_aura(now, aura):
            continue
        yield put_into_graveyard(aura, when=all_of(_is_aura(aura, kind), illegal))


def _stays_though_an_aura(now: Situation, aura: Object) -> bool:
    """True if an Aura has bestow, and the rules of the day make an exception for it (702.103f)."""
    return now.law.rule("bestowed-aura") is not None and aura.has_keyword("bestow").value is True


@performs("bestowed-aura")
def bestowed_aura_on_an_illegal_object(now: Situation) -> Iterator[Action]:
    """A bestowed Aura attached to an illegal object or player becomes unattached. It ceases to be bestowed."""
    for aura in now.attached_permanents:
        host = aura.host
        if host is not None and _stays_though_an_aura(now, aura):
            wrong = any_of(_not_on_a_permanent_or_player(aura, host), not_(_could_be_attached(now, aura, host)))
            yield unattach(aura, when=all_of(_is_aura(aura, "aura"), wrong))


def _could_be_attached(now: Situation, attachment: Object, host: Host) -> Truth:
    """Yes if an attachment could be attached to its host."""
    return is_permitted(now, "can-attach", "be-attached", attachment, attachment, host)


# --- Equipment and Fortifications -----------------------------------------------------------------------------


@performs_each(
    Row("illegal-equipment", "equipment_on_an_illegal_permanent", "",
        "An Equipment that equips an illegal or nonexistent permanent becomes unattached.",
        subtypes=("equipment",), players=False),
    Row("illegal-equipment", "equipment_or_fortification_on_an_illegal_permanent", "",
        "An Equipment or Fortification attached to an illegal permanent becomes unattached.",
        subtypes=("equipment", "fortification"), players=False),
    Row("illegal-equipment", "equipment_or_fortification_on_an_illegal_permanent_or_a_player", "",
        "An Equipment or Fortification attached to an illegal permanent or to a player becomes unattached.",
        subtypes=("equipment", "fortification"), players=True),
)  # fmt: skip
def illegal_equipment(now: Situation, *, subtypes: tuple[str, ...], players: bool) -> Iterator[Action]:
    """An Equipment or Fortification that is attached illegally becomes unattached."""
    unattached = _becoming_unattached(now)
    for attachment in now.attached_permanents:
        host = attachment.host
        if host is None or (isinstance(host, Player) and not players):
            continue
        wrong = constant(True) if isinstance(host, Player) else not_(host.is_permanent)
        is_one = (_is_one_of(attachment, *subtypes), attachment.is_permanent)
        wrongly_attached = any_of(wrong, not_(_could_be_attached(now, attachment, host)))
        stays = not_(some(unattached.get(attachment.id, ())))
        yield unattach(attachment, when=all_of(*is_one, wrongly_attached, stays))


def _becoming_unattached(now: Situation) -> dict[str, list[Truth]]:
    """Return a dict from the id of each permanent to the conditions under which the permanent becomes unattached."""
    rule = now.law.rule("creature-attached")
    found: dict[str, list[Truth]] = {}
    for action in rule(now) if rule is not None else ():
        found.setdefault(action.things[0], []).append(action.condition)
    return found


# --- other permanents -----------------------------------------------------------------------------------------


def _is_one_of(permanent: Object, *subtypes: str) -> Truth:
    return any_of(*(permanent.has_subtype(subtype) for subtype in subtypes))


@performs_each(
    Row("creature-attached", "neither_aura_nor_equipment", "",
        "A permanent that is attached to a permanent becomes unattached if it isn't an Aura or Equipment.",
        attachments=("aura", "equipment")),
    Row("creature-attached", "neither_aura_nor_equipment_nor_fortification", "",
        "A permanent attached to a permanent becomes unattached if it isn't an Aura, Equipment or Fortification."),
    Row("creature-attached", "creature_or_what_cant_be_attached", "",
        "A permanent becomes unattached if it is a creature, or if it isn't an Aura, Equipment or Fortification.",
        types=("creature",)),
    Row("creature-attached", "battle_or_creature_or_what_cant_be_attached", "",
        "A permanent becomes unattached if it is a battle or creature, or isn't an Aura, Equipment or Fortification.",
        types=("battle", "creature")),
)  # fmt: skip
def not_attachable(
    now: Situation,
    *,
    attachments: tuple[str, ...] = ("aura", "equipment", "fortification"),
    types: tuple[str, ...] = (),
) -> Iterator[Action]:
    """A permanent that can't be attached becomes unattached: it has one of `types`, or is no kind of `attachments`.

    If `types` is empty, a permanent that is attached to a player stays attached.
    """
    for permanent in now.attached_permanents:
        wrong = any_of(*(permanent.has_type(each) for each in types), not_(_is_one_of(permanent, *attachments)))
        is_attached = [permanent.attached_to != "none", permanent.is_permanent]
        if not types:
            host = now.thing(permanent.attached_to.value or "")
            is_attached.append(constant(not isinstance(host, Player)))
        yield unattach(permanent, when=all_of(*is_attached, wrong))
