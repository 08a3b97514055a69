"""What becomes of cards when a game is restarted, or a subgame ends (726, 728)."""

from __future__ import annotations

from collections.abc import Callable

from kb.rulings.logic import Truth, all_of, not_, stated
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import encodes, variant_of
from kb.rulings.situation import Object, Situation
from kb.rulings.steps import Steps, Valued
from kb.tongue import later

_NONTRADITIONAL = ("conspiracy", "dungeon", "phenomenon", "plane", "scheme", "vanguard")


def _is_card(thing: Object) -> Truth:
    """Whether it is a card; no token and no copy is one, and what isn't said to be either is."""
    said = [thing.card] if "card" in thing.given else []
    copy = [thing.copy == "no"] if "copy" in thing.given else []
    token = [not_(thing.token)] if "token" in thing.given or not said else []
    return all_of(*said, *copy, *token, not_(thing.emblem))


def _is_traditional(thing: Object) -> Truth:
    return not_(thing.types.has_any(*_NONTRADITIONAL))


@encodes("cards-of-a-restarted-game", claim=later("{thing} is involved in the new game, with the owner that it had"))
def all_cards_are_involved(_now: Situation, thing: Object) -> Truth:
    """All cards involved in the restarted game when it ended are involved in the new one; owners don't change."""
    return _is_card(thing)


@encodes("cards-of-a-subgame", claim=later("{thing} is put into its owner's main-game library"))
def all_cards_of_the_subgame(_now: Situation, thing: Object) -> Truth:
    """Each player puts all cards they own that are in the subgame into their library in the main game."""
    return _is_card(thing)


@variant_of(all_cards_of_the_subgame)
def all_but_those_in_the_command_zone(_now: Situation, thing: Object) -> Truth:
    """The same, but for cards in the subgame command zone."""
    return all_of(_is_card(thing), thing.zone != "command")


@variant_of(all_cards_of_the_subgame)
def traditional_cards_but_those_in_the_command_zone(_now: Situation, thing: Object) -> Truth:
    """The same for traditional cards, what represents phased-out permanents included."""
    return all_of(_is_card(thing), _is_traditional(thing), thing.zone != "command")


def _library_of(concept: str, *, always: bool) -> Callable[[Situation, Asked], Valued]:
    """An answer that tells in whose library a card is; `always` it is involved, in a library only if traditional."""

    def answer(now: Situation, asked: Asked) -> Valued:
        thing = asked.object(now)
        steps = Steps(now)
        goes = now.rule(concept, thing)
        owner = steps.read(thing.owner) if goes.value is not False else None
        in_library = _is_traditional(thing) if always and "types" in thing.given else stated(True)
        value = {"zone": "library", "owner": owner} if in_library.value else {"owner": owner}
        return Valued(value, all_of(goes, steps.truth))

    return answer


AFTER_RESTART = Question(
    "after-restart",
    later("Is this object involved in the new game when this one is restarted, in whose library?"),
    "object",
    _library_of("cards-of-a-restarted-game", always=True),
    "rules ask after-restart A --fact A.owner=p1",
)

AFTER_SUBGAME = Question(
    "after-subgame",
    later("Is this object of a subgame put into a main-game library when the subgame ends, and into whose?"),
    "object",
    _library_of("cards-of-a-subgame", always=False),
    "rules ask after-subgame A --fact A.owner=p1 --fact A.types=creature",
)
