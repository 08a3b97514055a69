"""The starting life total (103.4, 119.1) in each variant."""

from __future__ import annotations

from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import Row, defines, defines_each
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.situation.situation import Player, Situation


@defines_each(
    Row("starting-life", "twenty", "{player} begins the game with a life total of 20",
        "Each player begins the game with a starting life total of 20.", life=20),
    Row("starting-life-two-headed-giant", "team_of_thirty", "the team of {player} begins the game with 30 life",
        "In a Two-Headed Giant game, each team's starting life total is 30.", life=30),
    Row("starting-life-two-headed-giant", "team_of_forty", "the team of {player} begins the game with 40 life",
        "In a Two-Headed Giant game, each team's starting life total is 40.", life=40),
)  # fmt: skip
def starting_total(_now: Situation, _player: Player, *, life: int) -> int:
    """Each player or team begins the game with the same life total."""
    return life


@defines("starting-life-vanguard", "{player} begins with 20 life, as modified by the vanguard card")
def twenty_as_modified(_now: Situation, player: Player) -> NumberValue:
    """In a Vanguard game, the starting life total is 20 plus or minus the life modifier of the vanguard card."""
    return player.life_modifier + 20


@defines("starting-life-commander", "{player} begins the game with 40 life")
def forty(_now: Situation, _player: Player) -> int:
    """In a Commander game, each player's starting life total is 40."""
    return 40


@defines("starting-life-brawl", "{player} begins the game with 25 life, with 30 if there are more than two")
def twenty_five_or_thirty(_now: Situation, _player: Player, players: int) -> int:
    """The starting life total is 25 in a two-player Brawl game and 30 in a multiplayer Brawl game."""
    return 25 if players == 2 else 30


@defines("starting-life-archenemy", "the archenemy begins the game with 40 life, each other player with 20")
def forty_for_the_archenemy(_now: Situation, _player: Player, is_archenemy: bool) -> int:
    """In an Archenemy game, the archenemy's starting life total is 40. Each other player starts with 20 life."""
    return 40 if is_archenemy else 20


@answers("starting-life", "With how much life does this player (or this team) begin the game?", "player",
         "rules ask starting-life p1 --variant commander --fact p1.deck=100")  # fmt: skip
def starting_life(now: Situation, asked: QuestionArguments) -> DerivedValue:
    player = asked.thing(now)
    steps = Derivation(now)
    if not isinstance(player, Player):
        player = asked.player(now, None)
    return steps.result(_total_of_variant(steps, player))


def _total_of_variant(steps: Derivation, player: Player) -> int | None:
    variant = steps.read_value(steps.now.game.variant)
    if variant == "brawl":
        return _total(steps, "starting-life-brawl", player, len(steps.now.players))
    if variant == "archenemy":
        is_archenemy = steps.check(player.archenemy)
        return None if is_archenemy is None else _total(steps, "starting-life-archenemy", player, is_archenemy)
    if variant == "vanguard":
        return _total_with_vanguard(steps, player)
    return _total(steps, f"starting-life-{variant}", player)


def _total_with_vanguard(steps: Derivation, player: Player) -> int | None:
    """Return the starting life total in a Vanguard game. The proof also names the rule about the life modifier."""
    total: NumberValue | None = steps.apply_rule("starting-life-vanguard", player)
    if total is None:
        return _total(steps, "starting-life", player)
    steps.apply_rule("vanguard-life-modifier", player)
    found: int | None = steps.read_value(total)
    return found


def _total(steps: Derivation, concept: str, player: Player, *arguments: object) -> int | None:
    """Return the starting life total by the variant's rule. If the variant has no rule, use the rule for every game."""
    found: int | None = steps.apply_rule(concept, player, *arguments) if concept in _OF_VARIANTS else None
    return steps.apply_rule("starting-life", player) if found is None else found


_OF_VARIANTS = {
    "starting-life-two-headed-giant", "starting-life-commander", "starting-life-brawl", "starting-life-archenemy",
}  # fmt: skip
