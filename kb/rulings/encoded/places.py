"""From where a card can be cast: the hand, and what lets it be cast from elsewhere (601.3, 702)."""

from __future__ import annotations

from kb.rulings import registry
from kb.rulings.encoded.timing import in_main_phase_with_empty_stack, whose
from kb.rulings.logic import Truth, all_of, any_of, not_, some, stated
from kb.rulings.qualities import could_come_to_have, described, has_kind
from kb.rulings.registry import encodes, variant_of
from kb.rulings.situation import Effect, Object, Player, Situation
from kb.tongue import later


def may_be_cast_from_there(now: Situation, player: Player, spell: Object) -> Truth:
    """Whether a card is in the player's hand, or a rule or effect lets it be cast from where it is."""
    by_rules = [now.rule(each, player, spell) for each in registry.helping("cast-from")]
    return any_of(
        all_of(spell.zone == "hand", whose(spell, player)), some(by_rules), allowed(now, "cast", player, spell)
    )


def allowed(now: Situation, does: str, player: Player, thing: Object) -> Truth:
    """Whether an effect says that the player may do it with the thing."""
    return some(
        all_of(now.rule("cards-beat-rules", each), _is_such(now, each, player, thing))
        for each in now.effects_that("can", does, thing)
        if each.covers(player)
    )


def _is_such(now: Situation, effect: Effect, player: Player, thing: Object) -> Truth:
    """Whether a thing has a quality that an effect asks for, where it asks for any."""
    qualities = effect.given.get("quality", ())
    of_them = [described(thing, each, player) for each in qualities]
    return any_of(*of_them, now.rule("alternative-characteristics", effect, thing)) if qualities else Truth(True)


@encodes(
    "alternative-characteristics",
    claim=later("{spell} may be cast with other characteristics, which “{effect}” asks for"),
)
def as_it_would_be_cast(_now: Situation, effect: Effect, spell: Object) -> Truth:
    """Other characteristics that it can be cast with, such as face down, are considered for whether it may be."""
    return some(could_come_to_have(spell, each) for each in effect.quality)


@encodes(
    "casting-permission",
    claim=later("a rule or effect allows {player} to cast {spell} from where it is"),
    question="can-cast",
    role="requires",
)
def hand_or_allowed(now: Situation, player: Player, spell: Object) -> Truth:
    """A player can begin to cast a spell only if a rule or effect allows it and none prohibits it."""
    return may_be_cast_from_there(now, player, spell)


def _from_graveyard(player: Player, spell: Object, keyword: str) -> Truth:
    theirs = any_of(whose(spell, player), player.now.rule("as-though-together", player, spell))
    return all_of(spell.zone == "graveyard", theirs, has_kind(spell.keywords, keyword))


@encodes("as-though-together", claim=later("{player} may cast {spell} as though it were in their graveyard"))
def as_though_in_their_graveyard(now: Situation, player: Player, spell: Object) -> Truth:
    """Two "as though" effects may both apply, and one may satisfy the requirements of the other."""
    return some(
        each.in_force
        for each in now.effects_that("as-though", "cast", spell)
        if each.covers(player) and "in your graveyard" in each.given.get("quality", ())
    )


def _instant_or_sorcery(spell: Object) -> Truth:
    return spell.types.has_any("instant", "sorcery")


@encodes("flashback", claim=later("{player} may cast {spell} from the graveyard: flashback"), question="cast-from")
def flashback_from_the_graveyard(_now: Situation, player: Player, spell: Object) -> Truth:
    """A card with flashback may be cast from its owner's graveyard for its flashback cost."""
    return _from_graveyard(player, spell, "flashback")


@variant_of(flashback_from_the_graveyard)
def flashback_of_an_instant_or_sorcery(_now: Situation, player: Player, spell: Object) -> Truth:
    """From its owner's graveyard for its flashback cost, if the resulting spell is an instant or sorcery."""
    return all_of(_from_graveyard(player, spell, "flashback"), _instant_or_sorcery(spell))


@encodes("jump-start", claim=later("{player} may cast {spell} from the graveyard: jump-start"), question="cast-from")
def jump_start_from_the_graveyard(_now: Situation, player: Player, spell: Object) -> Truth:
    """A card with jump-start may be cast from its owner's graveyard by discarding a card as well."""
    return _from_graveyard(player, spell, "jump-start")


@variant_of(jump_start_from_the_graveyard)
def jump_start_of_an_instant_or_sorcery(_now: Situation, player: Player, spell: Object) -> Truth:
    """From its owner's graveyard by discarding a card, if the resulting spell is an instant or sorcery."""
    return all_of(_from_graveyard(player, spell, "jump-start"), _instant_or_sorcery(spell))


@encodes("retrace", claim=later("{player} may cast {spell} from the graveyard: retrace"), question="cast-from")
def retrace_from_the_graveyard(_now: Situation, player: Player, spell: Object) -> Truth:
    """A card with retrace may be cast from its owner's graveyard by discarding a land card as well."""
    return _from_graveyard(player, spell, "retrace")


@encodes("escape", claim=later("{player} may cast {spell} from the graveyard: escape"), question="cast-from")
def escape_from_the_graveyard(_now: Situation, player: Player, spell: Object) -> Truth:
    """A card with escape may be cast from its owner's graveyard for its escape cost."""
    return _from_graveyard(player, spell, "escape")


@encodes("disturb", claim=later("{player} may cast {spell} from the graveyard: disturb"), question="cast-from")
def disturb_from_the_graveyard(_now: Situation, player: Player, spell: Object) -> Truth:
    """A card with disturb may be cast transformed from its owner's graveyard for its disturb cost."""
    return _from_graveyard(player, spell, "disturb")


@encodes("harmonize", claim=later("{player} may cast {spell} from the graveyard: harmonize"), question="cast-from")
def harmonize_from_the_graveyard(_now: Situation, player: Player, spell: Object) -> Truth:
    """A card with harmonize may be cast from its owner's graveyard for its harmonize cost."""
    return _from_graveyard(player, spell, "harmonize")


@encodes(
    "aftermath", claim=later("{player} may cast a half of {spell} from the graveyard: aftermath"), question="cast-from"
)
def aftermath_from_the_graveyard(_now: Situation, player: Player, spell: Object) -> Truth:
    """The half of a split card that has aftermath may be cast from its owner's graveyard."""
    return _from_graveyard(player, spell, "aftermath")


@encodes(
    "aftermath-elsewhere",
    claim=later("{spell} has aftermath and isn't in a graveyard"),
    question="can-cast",
    role="forbids",
    where=lambda _now, _player, spell: stated(any(each.startswith("aftermath") for each in spell.keywords)),
)
def aftermath_only_from_the_graveyard(_now: Situation, _player: Player, spell: Object) -> Truth:
    """The half of a split card that has aftermath can't be cast from any zone other than a graveyard."""
    return spell.zone != "graveyard"


@encodes("foretold", claim=later("{player} may cast the foretold card {spell} from exile"), question="cast-from")
def foretold_in_an_earlier_turn(_now: Situation, player: Player, spell: Object) -> Truth:
    """A foretold card may be cast from exile by its owner after the turn in which it was foretold has ended."""
    return all_of(spell.zone == "exile", spell.foretold, whose(spell, player), not_(spell.exiled_this_turn))


@encodes("plotted", claim=later("{player} may cast the plotted card {spell} from exile"), question="cast-from")
def plotted_in_an_earlier_turn(_now: Situation, player: Player, spell: Object) -> Truth:
    """A plotted card may be cast from exile by its owner in a main phase of a later turn, with an empty stack."""
    return all_of(
        spell.zone == "exile",
        spell.plotted,
        whose(spell, player),
        in_main_phase_with_empty_stack(player),
        not_(spell.exiled_this_turn),
    )


@encodes(
    "commander-casting",
    claim=later("{player} may cast the commander {spell} from the command zone"),
    question="cast-from",
)
def owned_commander_from_the_command_zone(_now: Situation, player: Player, spell: Object) -> Truth:
    """A player may cast a commander they own from the command zone."""
    return all_of(spell.zone == "command", spell.commander, whose(spell, player))
