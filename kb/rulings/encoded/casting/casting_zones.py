"""The zones that a card can be cast from: the hand, and zones that rules and effects allow (601.3, 702)."""

from __future__ import annotations

from kb.rulings.encoded.turn.timing import belongs_to, in_main_phase_with_empty_stack
from kb.rulings.engine.card_phrases import could_gain_quality, describes_as_spell
from kb.rulings.law import rule_registry
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, forbids, requires
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, some
from kb.rulings.situation.situation import Effect, Object, Player, Situation


def may_be_cast_from_zone(now: Situation, player: Player, spell: Object) -> Truth:
    """Yes if a card is in the player's hand, or a rule or effect lets it be cast from its zone."""
    by_rules = [now.rule(each, player, spell) for each in rule_registry.rules_for_question("cast-from")]
    return any_of(
        all_of(spell.zone == "hand", belongs_to(spell, player)),
        some(by_rules),
        allowed_by_effect(now, "cast", player, spell),
    )


def allowed_by_effect(now: Situation, does: str, player: Player, thing: Object) -> Truth:
    """Yes if an effect allows a player to perform the action `does` on an object."""
    return some(
        all_of(now.rule("cards-beat-rules", each), _has_asked_quality(now, each, player, thing))
        for each in now.effects_matching("can", does, thing)
        if each.covers(player)
    )


def _has_asked_quality(now: Situation, effect: Effect, player: Player, thing: Object) -> Truth:
    """Yes if an object has one of the qualities that an effect asks for, or the effect asks for no qualities."""
    qualities = effect.stated.get("quality", ())
    if not qualities:
        return Truth(True)
    as_described = [describes_as_spell(thing, each, player) for each in qualities]
    return any_of(*as_described, now.rule("alternative-characteristics", effect, thing))


@encodes("alternative-characteristics", "{spell} may be cast with other characteristics, which “{effect}” asks for")
def as_it_would_be_cast(_now: Situation, effect: Effect, spell: Object) -> Truth:
    """If casting would change a card's characteristics (face down, for example), effects check the changed ones."""
    return some(could_gain_quality(spell, each) for each in effect.quality)


@requires("can-cast", "casting-permission", "a rule or effect allows {player} to cast {spell} from where it is")
def hand_or_allowed(now: Situation, player: Player, spell: Object) -> Truth:
    """A player can begin to cast a spell only if a rule or effect allows the cast and none prohibits the cast."""
    return may_be_cast_from_zone(now, player, spell)


@encodes("as-though-together", "{player} may cast {spell} as though it were in their graveyard")
def as_though_in_their_graveyard(now: Situation, player: Player, spell: Object) -> Truth:
    """For an "as though" effect, a card counts as in the graveyard if another such effect says so. Both apply."""
    return some(
        each.in_force
        for each in now.effects_matching("as-though", "cast", spell)
        if each.covers(player) and "in your graveyard" in each.stated.get("quality", ())
    )


@encodes_each(
    Row("flashback", "flashback_from_the_graveyard", "{player} may cast {spell} from the graveyard: flashback",
        "A card with flashback may be cast from its owner's graveyard for its flashback cost."),
    Row("flashback", "flashback_of_an_instant_or_sorcery", "{player} may cast {spell} from the graveyard: flashback",
        "A card with flashback may be cast from its owner's graveyard if the resulting spell is an instant or sorcery.",
        only_instant_or_sorcery=True),
    Row("jump-start", "jump_start_from_the_graveyard", "{player} may cast {spell} from the graveyard: jump-start",
        "A card with jump-start may be cast from its owner's graveyard if the player also discards a card."),
    Row("jump-start", "jump_start_of_an_instant_or_sorcery", "{player} may cast {spell} from the graveyard: jump-start",
        "A card with jump-start may be cast from its owner's graveyard if the spell is an instant or sorcery.",
        only_instant_or_sorcery=True),
    Row("retrace", "retrace_from_the_graveyard", "{player} may cast {spell} from the graveyard: retrace",
        "A card with retrace may be cast from its owner's graveyard if the player also discards a land card."),
    Row("escape", "escape_from_the_graveyard", "{player} may cast {spell} from the graveyard: escape",
        "A card with escape may be cast from its owner's graveyard for its escape cost."),
    Row("disturb", "disturb_from_the_graveyard", "{player} may cast {spell} from the graveyard: disturb",
        "A card with disturb may be cast transformed from its owner's graveyard for its disturb cost."),
    Row("harmonize", "harmonize_from_the_graveyard", "{player} may cast {spell} from the graveyard: harmonize",
        "A card with harmonize may be cast from its owner's graveyard for its harmonize cost."),
    Row("aftermath", "aftermath_from_the_graveyard",
        "{player} may cast a half of {spell} from the graveyard: aftermath",
        "The half of a split card that has aftermath may be cast from its owner's graveyard."),
    question="cast-from",
)  # fmt: skip
def from_the_graveyard(
    now: Situation, player: Player, spell: Object, *, concept: str, only_instant_or_sorcery: bool = False
) -> Truth:
    """A card with the keyword ability `concept` may be cast from its owner's graveyard."""
    theirs = any_of(belongs_to(spell, player), now.rule("as-though-together", player, spell))
    instant_or_sorcery = [spell.types.contains_any("instant", "sorcery")] if only_instant_or_sorcery else []
    return all_of(spell.zone == "graveyard", theirs, spell.has_keyword(concept), *instant_or_sorcery)


@encodes("mayhem", "{player} may cast {spell} from the graveyard: mayhem, and it was discarded this turn",
         question="cast-from")  # fmt: skip
def discarded_this_turn(_now: Situation, player: Player, spell: Object) -> Truth:
    """A card with mayhem may be cast from its owner's graveyard in the turn in which the player discarded it."""
    theirs = (spell.zone == "graveyard", belongs_to(spell, player), spell.has_keyword("mayhem"))
    return all_of(*theirs, spell.discarded_this_turn)


@forbids(
    "can-cast",
    "aftermath-elsewhere",
    "{spell} has aftermath and isn't in a graveyard",
    where=lambda _now, _player, spell: constant(bool(spell.keywords_named("aftermath"))),
)
def aftermath_only_from_the_graveyard(_now: Situation, _player: Player, spell: Object) -> Truth:
    """The half of a split card that has aftermath can't be cast from any zone other than a graveyard."""
    return spell.zone != "graveyard"


@encodes("foretold", "{player} may cast the foretold card {spell} from exile", question="cast-from")
def foretold_in_an_earlier_turn(_now: Situation, player: Player, spell: Object) -> Truth:
    """After the turn in which a card was foretold, its owner may cast it from exile."""
    return all_of(spell.zone == "exile", spell.foretold, belongs_to(spell, player), not_(spell.exiled_this_turn))


@encodes("plotted", "{player} may cast the plotted card {spell} from exile", question="cast-from")
def plotted_in_an_earlier_turn(_now: Situation, player: Player, spell: Object) -> Truth:
    """In a turn after plotting a card, its owner may cast it from exile in their main phase with an empty stack."""
    theirs = (spell.zone == "exile", spell.plotted, belongs_to(spell, player))
    return all_of(*theirs, in_main_phase_with_empty_stack(player), not_(spell.exiled_this_turn))


@encodes("commander-casting", "{player} may cast the commander {spell} from the command zone", question="cast-from")
def owned_commander_from_the_command_zone(_now: Situation, player: Player, spell: Object) -> Truth:
    """A player may cast a commander they own from the command zone."""
    return all_of(spell.zone == "command", spell.commander, belongs_to(spell, player))
