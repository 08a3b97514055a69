"""Special actions, which need priority and don't use the stack (116.2). Land plays are in `card_types`."""

from __future__ import annotations

from collections.abc import Callable

from kb.rulings.encoded.turn.timing import acting_player, assume_in_hand, belongs_to, in_main_phase_with_empty_stack
from kb.rulings.engine.derivation import is_stated
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import forbids, permits
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, not_
from kb.rulings.situation.mana_cost import NO_COST
from kb.rulings.situation.situation import Object, Player, Situation


@answers(
    "special-action",
    "May a player take a special action with this object now: turn it face up, suspend, foretell, plot, unlock it?",
    "object",
    "rules ask special-action A --fact A.keywords=foretell --priority p1",
)
def _special_action(now: Situation, asked: QuestionArguments) -> Truth:
    thing = asked.thing(now)
    if isinstance(thing, Object):
        if any(thing.has_keyword(each).value for each in ("suspend", "foretell", "plot")):
            now = assume_in_hand(now, thing)
            thing = asked.object(now)
        return is_permitted(now, "special-action", "other", thing, acting_player(now, asked, thing), thing)
    return is_permitted(now, "special-action", "other", thing, thing, thing)


def _may_be(action: str, *, of_player: bool = False) -> Callable[[Situation, Player, Object | Player], Truth]:
    """Return the condition under which a rule about the special action `action` applies.

    The question must name `action` or no action. It must be about a player if `of_player`, otherwise about an object.
    """

    def is_meant(now: Situation, _player: Player, thing: Object | Player) -> Truth:
        named = now.proposed.special_action
        of_kind = isinstance(thing, Player) is of_player
        return named == action if of_kind and named.is_known else constant(of_kind)

    return is_meant


def _in_hand_with(keyword: str, card: Object, player: Player) -> Truth:
    return all_of(card.has_keyword(keyword), card.zone == "hand", belongs_to(card, player))


@permits("special-action", "turning-face-up", "{player} may turn {permanent} face up", where=_may_be("turn-face-up"))
def face_down_permanent_with_priority(_now: Situation, player: Player, permanent: Object) -> Truth:
    """As a special action, a player with priority may turn a face-down creature face up for the cost of doing so."""
    return all_of(
        permanent.zone == "battlefield", permanent.face_down, player.controls(permanent), player.has_priority,
        _has_cost_face_up(permanent),
    )  # fmt: skip


def _has_cost_face_up(permanent: Object) -> Truth:
    """Yes if a permanent would have morph or disguise face up (702.37e, 702.168d), or if its card allows it.

    A manifested or cloaked card allows it if it is a creature card with a mana cost (701.40b, 701.58b). Effects on the
    permanent don't change this. If nothing is stated about keyword abilities, such a cost is taken for granted.
    """
    card, face_up = permanent.as_stated, permanent.as_face_up
    keywords = face_up.keywords
    if not (is_stated(permanent, "manifested") or keywords.is_known or keywords.reasons):
        claim = Claim("{permanent} may be turned face up for a cost", (("permanent", permanent),))
        return Truth(True, claim=claim, facts=(keywords.fact,), assumed=True)
    of_card = all_of(permanent.manifested, card.types.contains("creature"), card.mana_cost != NO_COST)
    return any_of(face_up.has_keyword("morph"), face_up.has_keyword("disguise"), of_card)


@permits("special-action", "turning-a-conspiracy-face-up", "{player} may turn the conspiracy {card} face up",
         where=_may_be("turn-face-up"))  # fmt: skip
def face_down_conspiracy_with_priority(_now: Situation, player: Player, card: Object) -> Truth:
    """A player may turn their face-down conspiracy card in the command zone face up any time they have priority."""
    return all_of(card.zone == "command", card.face_down, belongs_to(card, player), player.has_priority)


@permits("special-action", "suspending", "{player} may suspend {card}", where=_may_be("suspend"))
def when_it_could_begin_to_be_cast(now: Situation, player: Player, card: Object) -> Truth:
    """A player with priority may exile a card with suspend from their hand if they could begin to cast it."""
    # Only the permission to cast the spell matters. The player needn't be able to make choices or pay the cost.
    ignored = ("legal_choices", "payable", "mana_cost")
    spell = Object(card.id, now, {name: value for name, value in card.stated.items() if name not in ignored})
    can_begin = is_permitted(now, "can-cast", "cast", spell, player, spell)
    return all_of(_in_hand_with("suspend", card, player), can_begin)


@permits("special-action", "foretelling", "{player} may foretell {card}", where=_may_be("foretell"))
def in_their_turn_with_priority(_now: Situation, player: Player, card: Object) -> Truth:
    """A player may exile a card with foretell from their hand face down any time they have priority in their turn."""
    return all_of(_in_hand_with("foretell", card, player), player.has_priority, player.is_active)


@permits("special-action", "plotting", "{player} may plot {card}", where=_may_be("plot"))
def in_a_main_phase_with_empty_stack(_now: Situation, player: Player, card: Object) -> Truth:
    """With priority in their main phase and an empty stack, a player may exile a card with plot from their hand."""
    return all_of(_in_hand_with("plot", card, player), in_main_phase_with_empty_stack(player))


@permits("special-action", "unlocking", "{player} may unlock a half of {permanent}", where=_may_be("unlock"))
def locked_half_in_a_main_phase(_now: Situation, player: Player, permanent: Object) -> Truth:
    """With priority in their main phase and an empty stack, a player may unlock a locked half of their permanent."""
    return all_of(
        permanent.is_permanent, permanent.locked_halves >= 1, player.controls(permanent),
        in_main_phase_with_empty_stack(player),
    )  # fmt: skip


@permits("special-action", "taking-the-companion", "{player} may put the companion into the hand",
         where=_may_be("companion", of_player=True))  # fmt: skip
def once_a_game_in_a_main_phase(_now: Situation, player: Player, _thing: Player) -> Truth:
    """Once a game, in their main phase with an empty stack, a player may pay {3} to take their companion."""
    return all_of(player.companion, not_(player.companion_taken), in_main_phase_with_empty_stack(player))


@permits("special-action", "rolling-the-planar-die", "{player} may roll the planar die",
         where=_may_be("planar-die", of_player=True))  # fmt: skip
def planar_die_in_a_main_phase(now: Situation, player: Player, _thing: Player) -> Truth:
    """In Planechase, a player with priority in their main phase may roll the planar die while the stack is empty."""
    return all_of(now.game.variant == "planechase", in_main_phase_with_empty_stack(player))


@forbids(
    "special-action",
    "suspending-prohibited",
    "an effect prohibits {player} from casting {card}",
    where=lambda now, player, card: all_of(
        _may_be("suspend")(now, player, card), constant(now.proposed.special_action.is_known)
    ),
)
def effects_on_casting_count(now: Situation, _player: Player, card: Object) -> Truth:
    """If an effect prohibits casting a card, the player couldn't begin to cast the card and so can't suspend it."""
    return any_of(*(each.in_force for each in now.effects_matching("cant", "cast", card)))
