"""Starting life totals (103.4, 119.1), in each variant."""

from __future__ import annotations

from kb.rulings.logic import Truth
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import defines, variant_of
from kb.rulings.situation import Player, Situation
from kb.rulings.steps import Steps, Valued
from kb.rulings.terms import Number
from kb.tongue import later


@defines("starting-life", claim=later("{player} begins the game with a life total of 20"))
def twenty(_now: Situation, _player: Player) -> int:
    """Each player begins the game with a starting life total of 20."""
    return 20


@defines("starting-life-two-headed-giant", claim=later("the team of {player} begins the game with 30 life"))
def team_of_thirty(_now: Situation, _player: Player) -> int:
    """In a Two-Headed Giant game, each team's starting life total is 30."""
    return 30


@variant_of(team_of_thirty, claim=later("the team of {player} begins the game with 40 life"))
def team_of_forty(_now: Situation, _player: Player) -> int:
    """In a Two-Headed Giant game, each team's starting life total is 40."""
    return 40


@defines("starting-life-vanguard", claim=later("{player} begins with 20 life, as modified by the vanguard card"))
def twenty_as_modified(_now: Situation, player: Player) -> Number:
    """In a Vanguard game, it is 20 plus or minus the life modifier of the player's vanguard card."""
    return player.life_modifier + 20


@defines("starting-life-commander", claim=later("{player} begins the game with 40 life"))
def forty(_now: Situation, _player: Player) -> int:
    """In a Commander game, each player's starting life total is 40."""
    return 40


@defines(
    "starting-life-brawl", claim=later("{player} begins the game with 25 life, with 30 if there are more than two")
)
def twenty_five_or_thirty(_now: Situation, _player: Player, players: int) -> int:
    """In a two-player Brawl game, it is 25; in a multiplayer Brawl game, it is 30."""
    return 25 if players == 2 else 30


@defines(
    "starting-life-archenemy", claim=later("the archenemy begins the game with 40 life, each other player with 20")
)
def forty_for_the_archenemy(_now: Situation, _player: Player, is_archenemy: bool) -> int:
    """In an Archenemy game, the archenemy's starting life total is 40; each other player's is 20."""
    return 40 if is_archenemy else 20


def _starting_life(now: Situation, asked: Asked) -> Valued:
    player = asked.thing(now)
    steps = Steps(now)
    if not isinstance(player, Player):
        player = asked.player(now, None)
    return steps.valued(_of_variant(steps, player))


def _of_variant(steps: Steps, player: Player) -> int | None:
    variant = steps.read(steps.now.game.variant)
    if variant == "brawl":
        return _given(steps, "starting-life-brawl", player, len(steps.now.players))
    if variant == "archenemy":
        is_archenemy: Truth = player.archenemy
        held = steps.holds(is_archenemy)
        return None if held is None else _given(steps, "starting-life-archenemy", player, held)
    if variant == "vanguard":
        return _with_vanguard(steps, player)
    return _given(steps, f"starting-life-{variant}", player)


def _with_vanguard(steps: Steps, player: Player) -> int | None:
    """By the rule of the variant, and by that of the card, which says the same; there weren't always any."""
    total: Number | None = steps.rule("starting-life-vanguard", player)
    if total is None:
        return _given(steps, "starting-life", player)
    steps.rule("vanguard-life-modifier", player)
    found: int | None = steps.read(total)
    return found


def _given(steps: Steps, concept: str, *arguments: object) -> int | None:
    """What a rule gives; where the variant has none of its own, what every game begins with."""
    found: int | None = steps.rule(concept, *arguments) if concept in _OF_VARIANTS else None
    return steps.rule("starting-life", arguments[0]) if found is None else found


_OF_VARIANTS = {
    "starting-life-two-headed-giant", "starting-life-commander", "starting-life-brawl", "starting-life-archenemy",
}  # fmt: skip

STARTING_LIFE = Question(
    "starting-life",
    later("With how much life does this player (or this team) begin the game?"),
    "player",
    _starting_life,
    "rules ask starting-life p1 --variant commander --fact p1.deck=100",
)
