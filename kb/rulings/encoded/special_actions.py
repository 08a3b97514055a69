"""Special actions: what players do with priority that doesn't use the stack (116.2). Playing lands is in `lands`."""

from __future__ import annotations

from collections.abc import Callable

from kb.rulings.encoded.timing import as_card_in_hand, asker, in_main_phase_with_empty_stack, whose
from kb.rulings.logic import Truth, all_of, any_of, not_, stated
from kb.rulings.qualities import has_kind
from kb.rulings.questions import Asked, Question, permitted
from kb.rulings.registry import encodes
from kb.rulings.situation import Object, Player, Situation
from kb.tongue import later


def _special_action(now: Situation, asked: Asked) -> Truth:
    thing = asked.thing(now)
    if isinstance(thing, Object):
        if any(has_kind(thing.keywords, each).value for each in ("suspend", "foretell", "plot")):
            now = as_card_in_hand(now, thing)
            thing = asked.object(now)
        return permitted(now, "special-action", "other", thing, asker(now, asked, thing), thing)
    return permitted(now, "special-action", "other", thing, thing, thing)


SPECIAL_ACTION = Question(
    "special-action",
    later(
        "May a player take a special action with this object now: turn it face up, suspend, foretell, plot, unlock it?"
    ),
    "object",
    _special_action,
    "rules ask special-action A --fact A.keywords=foretell --priority p1",
)


def _to(action: str, *, of_player: bool = False) -> Callable[[Situation, Player, Object | Player], Truth]:
    """Whether a special action is what is asked about: what isn't named may be any of the kind that it is about."""

    def meant(now: Situation, _player: Player, thing: Object | Player) -> Truth:
        if isinstance(thing, Player) is not of_player:
            return stated(False)
        if now.proposed.special_action.known:
            return now.proposed.special_action == action
        return stated(True)

    return meant


def _in_hand_with(keyword: str, card: Object, player: Player) -> Truth:
    return all_of(has_kind(card.keywords, keyword), card.zone == "hand", whose(card, player))


@encodes(
    "turning-face-up",
    claim=later("{player} may turn {permanent} face up"),
    question="special-action",
    role="permits",
    where=_to("turn-face-up"),
)
def face_down_permanent_with_priority(_now: Situation, player: Player, permanent: Object) -> Truth:
    """Turning a face-down creature face up is a special action, taken any time its controller has priority."""
    return all_of(permanent.zone == "battlefield", permanent.face_down, player.controls(permanent), player.has_priority)


@encodes(
    "turning-a-conspiracy-face-up",
    claim=later("{player} may turn the conspiracy {card} face up"),
    question="special-action",
    role="permits",
    where=_to("turn-face-up"),
)
def face_down_conspiracy_with_priority(_now: Situation, player: Player, card: Object) -> Truth:
    """Turning a face-down conspiracy card in the command zone face up: any time its player has priority."""
    return all_of(card.zone == "command", card.face_down, whose(card, player), player.has_priority)


@encodes(
    "suspending",
    claim=later("{player} may suspend {card}"),
    question="special-action",
    role="permits",
    where=_to("suspend"),
)
def when_it_could_begin_to_be_cast(now: Situation, player: Player, card: Object) -> Truth:
    """A card with suspend in the hand may be exiled with priority, but only if its player could begin to cast it."""
    return all_of(
        _in_hand_with("suspend", card, player),
        _could_begin_to_cast(now, player, card),
    )


def _could_begin_to_cast(now: Situation, player: Player, card: Object) -> Truth:
    """Whether the time and the prohibitions allow it; that its cost could be paid isn't asked for."""
    asked = {name: value for name, value in card.given.items() if name not in ("legal_choices", "payable", "mana_cost")}
    spell = Object(card.id, now, asked)
    return permitted(now, "can-cast", "cast", spell, player, spell)


@encodes(
    "foretelling",
    claim=later("{player} may foretell {card}"),
    question="special-action",
    role="permits",
    where=_to("foretell"),
)
def in_their_turn_with_priority(_now: Situation, player: Player, card: Object) -> Truth:
    """A card with foretell in the hand may be exiled face down any time its player has priority in their turn."""
    return all_of(
        _in_hand_with("foretell", card, player),
        player.has_priority,
        player.is_active,
    )


@encodes(
    "plotting",
    claim=later("{player} may plot {card}"),
    question="special-action",
    role="permits",
    where=_to("plot"),
)
def in_a_main_phase_with_empty_stack(_now: Situation, player: Player, card: Object) -> Truth:
    """A card with plot in the hand may be exiled with priority in its player's main phase, with an empty stack."""
    return all_of(
        _in_hand_with("plot", card, player),
        in_main_phase_with_empty_stack(player),
    )


@encodes(
    "unlocking",
    claim=later("{player} may unlock a half of {permanent}"),
    question="special-action",
    role="permits",
    where=_to("unlock"),
)
def locked_half_in_a_main_phase(_now: Situation, player: Player, permanent: Object) -> Truth:
    """A locked half of a permanent may be unlocked by its controller in their main phase, with an empty stack."""
    return all_of(
        permanent.is_permanent,
        permanent.locked_halves >= 1,
        player.controls(permanent),
        in_main_phase_with_empty_stack(player),
    )


@encodes(
    "taking-the-companion",
    claim=later("{player} may put the companion into the hand"),
    question="special-action",
    role="permits",
    where=_to("companion", of_player=True),
)
def once_a_game_in_a_main_phase(_now: Situation, player: Player, _thing: Player) -> Truth:
    """For {3}, a player with a companion may take it once a game in their main phase, with an empty stack."""
    return all_of(player.companion, not_(player.companion_taken), in_main_phase_with_empty_stack(player))


@encodes(
    "rolling-the-planar-die",
    claim=later("{player} may roll the planar die"),
    question="special-action",
    role="permits",
    where=_to("planar-die", of_player=True),
)
def planar_die_in_a_main_phase(now: Situation, player: Player, _thing: Player) -> Truth:
    """In a Planechase game, with priority in their main phase, with an empty stack."""
    return all_of(now.game.variant == "planechase", in_main_phase_with_empty_stack(player))


@encodes(
    "suspending-prohibited",
    claim=later("an effect prohibits {player} from casting {card}"),
    question="special-action",
    role="forbids",
    where=lambda now, player, card: all_of(
        _to("suspend")(now, player, card), stated(now.proposed.special_action.known)
    ),
)
def effects_on_casting_count(now: Situation, _player: Player, card: Object) -> Truth:
    """Effects that would prohibit a card from being cast count for whether it could begin to be cast."""
    return any_of(*(each.in_force for each in now.effects_that("cant", "cast", card)))
