"""Mana abilities (605), and the loss of unspent mana (106.4, 500.5; 300.3 and 507.4 before mana burn ended)."""

from __future__ import annotations

import re
from collections.abc import Callable

from kb.i18n import mark_message
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, forbids, variant_of
from kb.rulings.logic.partial_values import total
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, decided, not_, some, unknown
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability

TYPES_OF_MANA = ("white", "blue", "black", "red", "green", "colorless")


@answers("mana-ability", "Is an ability of this object a mana ability?", "object",
         "rules ask mana-ability A -f situation.yaml")  # fmt: skip
def _mana_ability(now: Situation, asked: QuestionArguments) -> Truth:
    thing = asked.object(now)
    return some(_is_mana_ability(now, thing, ability) for ability in asked.abilities(now))


def _is_mana_ability(now: Situation, thing: Object, ability: Ability) -> Truth:
    """Yes if an ability meets the criteria for activated or triggered mana abilities and no rule excludes it."""
    kinds = ("activated-mana-ability", "triggered-mana-ability")
    never = (now.rule(each, thing, ability) for each in ("abilities-with-targets", "spells-are-no-mana-abilities"))
    has = thing.abilities.has(ability)
    return all_of(
        some(now.rule(each, thing, ability) for each in kinds),
        *(not_(each) for each in never if each.value is not False),
        *([has] if has.value is not True else []),
    )


def _adds_mana(ability: Ability) -> Truth:
    """Yes if an ability could add mana. If the fact `adds_mana` isn't stated, the text of the ability decides."""
    text = ability.stated.get("text")
    if "adds_mana" in ability.stated or text is None:
        return ability.adds_mana
    condition = _TRIGGER_CONDITION.match(text)
    adds = _ADDS_MANA.search(text, condition.end() if condition else 0) is not None
    claim = Claim("{it} says “{text}”", (("it", ability), ("text", text)))
    return Truth(adds, claim=claim, facts=(f"{ability.id}.text",))


def _has_target(ability: Ability) -> Truth:
    """Yes if an ability has a target. If the fact `has_target` isn't stated, the text of the ability decides."""
    text = ability.stated.get("text")
    if "has_target" in ability.stated or text is None:
        return ability.has_target
    claim = Claim("{it} says “{text}”", (("it", ability), ("text", text)))
    return Truth("target" in text.lower().split(), claim=claim, facts=(f"{ability.id}.text",))


def _is_of_kind(ability: Ability, kind: str) -> Truth:
    """Yes if an ability is of the given kind. If the kind isn't stated, the first word of the text decides (603.1).

    An ability without a stated kind and text counts as activated.
    """
    if "kind" in ability.stated:
        return ability.kind == kind
    triggered = _TRIGGER_CONDITION.match(ability.stated.get("text") or "") is not None
    return constant(kind == ("triggered" if triggered else "activated"))


_TRIGGER_CONDITION = re.compile(r"(?:when|whenever|at)\b([^,]*),", re.IGNORECASE)
_ADDS_MANA = re.compile(r"\badds?\b[^.]*(?:\{|\bmana\b)", re.IGNORECASE)
_FROM_MANA = re.compile(r"\bfor mana\b|\badds?\b.*\bmana\b|\bmana\b.*\badded\b|\bmana ability\b", re.IGNORECASE)


def _triggers_from_mana(ability: Ability) -> Truth:
    """Yes if an ability triggers from mana. If `triggers_from_mana` isn't stated, its trigger condition decides."""
    text = ability.stated.get("text")
    condition = _TRIGGER_CONDITION.match(text or "")
    if "triggers_from_mana" in ability.stated or condition is None:
        return ability.triggers_from_mana
    claim = Claim("{it} says “{text}”", (("it", ability), ("text", text)))
    return Truth(_FROM_MANA.search(condition[1]) is not None, claim=claim, facts=(f"{ability.id}.text",))


def _is_loyalty(ability: Ability) -> Truth:
    is_one = "loyalty_cost" in ability.stated
    claim = (
        mark_message("{ability} is a loyalty ability") if is_one else mark_message("{ability} is no loyalty ability")
    )
    return constant(is_one, claim, ability=ability)


@encodes("mana-ability-stays", "{ability} could add mana, whether or not the game state lets it")
def whatever_the_game_state(_now: Situation, _permanent: Object, ability: Ability) -> Truth:
    """A mana ability remains a mana ability even if the game state doesn't allow it to produce mana."""
    return _adds_mana(ability)


@encodes_each(
    Row("activated-mana-ability", "activated_that_puts_mana", "{ability} of {permanent} is a mana ability",
        "An activated ability is a mana ability if it could add mana to a mana pool when it resolves.", never=()),
    Row("activated-mana-ability", "activated_without_a_target", "",
        "An activated ability is a mana ability if it has no target and could add mana to a pool when it resolves.",
        never=(_has_target,)),
    Row("activated-mana-ability", "activated_without_a_target_no_loyalty", "",
        "An activated mana ability has no target, could add mana when it resolves, and isn't a loyalty ability.",
        never=(_has_target, _is_loyalty)),
)  # fmt: skip
def activated_mana_ability(
    now: Situation, permanent: Object, ability: Ability, *, never: tuple[Callable[[Ability], Truth], ...]
) -> Truth:
    """An activated ability that could add mana is a mana ability unless one of the tests in `never` is Yes."""
    adds = now.rule("mana-ability-stays", permanent, ability)
    return all_of(_is_of_kind(ability, "activated"), adds, *(not_(test(ability)) for test in never))


@encodes("triggered-mana-ability", "{ability} of {permanent} is a triggered mana ability")
def triggered_from_mana(now: Situation, permanent: Object, ability: Ability) -> Truth:
    """A triggered mana ability has no target, triggers from a mana ability, and could add mana."""
    return all_of(
        _is_of_kind(ability, "triggered"),
        _triggers_from_mana(ability),
        now.rule("mana-ability-stays", permanent, ability),
        not_(_has_target(ability)),
    )


@encodes("abilities-with-targets", "{ability} of {thing} has a target, or doesn't trigger from mana")
def target_or_other_trigger(_now: Situation, _thing: Object, ability: Ability) -> Truth:
    """An ability with a target, or a triggered ability that doesn't trigger from mana, isn't a mana ability."""
    return any_of(_has_target(ability), all_of(_is_of_kind(ability, "triggered"), not_(_triggers_from_mana(ability))))


@encodes("spells-are-no-mana-abilities", "{ability} of {thing} is what a spell does")
def spell_ability(_now: Situation, _thing: Object, ability: Ability) -> Truth:
    """A spell can never be a mana ability, even if it could put mana into a player's mana pool."""
    return _is_of_kind(ability, "spell")


# --- the stack -----------------------------------------------------------------------------------------------


@encodes_each(
    Row("activated-mana-abilities-resolve-at-once", "activated_mana_ability_resolves_at_once",
        "{ability} of {thing} is an activated mana ability, which doesn't go on the stack",
        "An activated mana ability doesn't go on the stack. It resolves immediately after it is activated.",
        kind="activated-mana-ability"),
    Row("triggered-mana-abilities-resolve-at-once", "triggered_mana_ability_resolves_at_once",
        "{ability} of {thing} is a triggered mana ability, which doesn't go on the stack",
        "A triggered mana ability doesn't go on the stack. It resolves after the mana ability that triggered it.",
        kind="triggered-mana-ability"),
    question="goes-on-stack", role="forbids",
)  # fmt: skip
def mana_abilities_resolve_at_once(now: Situation, thing: Object, ability: Ability, *, kind: str) -> Truth:
    """A mana ability doesn't go on the stack. It resolves at once."""
    return now.rule(kind, thing, ability)


@forbids("goes-on-stack", "static-abilities", "{ability} of {thing} is a static ability, which doesn't go on the stack")
def static_ability_is_just_so(_now: Situation, _thing: Object, ability: Ability) -> Truth:
    """Static abilities continuously generate effects and don't go on the stack."""
    return _is_of_kind(ability, "static")


@answers("goes-on-stack", "Does an ability of this object go on the stack, so that players can respond?", "object",
         "rules ask goes-on-stack A -f situation.yaml")  # fmt: skip
def _goes_on_stack(now: Situation, asked: QuestionArguments) -> Truth:
    thing = asked.object(now)
    return some(is_permitted(now, "goes-on-stack", "other", thing, thing, each) for each in asked.abilities(now))


# --- unspent mana --------------------------------------------------------------------------------------------


@encodes("unspent-mana", "{player} loses the unspent mana, and 1 life for each one lost this way")
def mana_burn(now: Situation, _player: Player) -> Truth:
    """When a phase (not a step) ends, players lose their unused mana and 1 life for each mana lost."""
    return now.game.ends == "phase"


@variant_of(mana_burn, claim="{player} loses the unspent mana, and no life")
def mana_empties(_now: Situation, _player: Player) -> Truth:
    """When a step or phase ends, unspent mana empties from mana pools."""
    return constant(True)


@encodes("no-mana-burn", "{player} loses no life due to mana burn while another player controls the turn")
def while_another_player_controls_the_turn(_now: Situation, player: Player) -> Truth:
    """A player doesn't lose life due to mana burn while another player controls that player's turn."""
    return all_of(player.controlled_by != "none", player.controlled_by != player.id, player.is_active)


@answers("unspent-mana", "What becomes of a player's unspent mana as this step or phase ends?", "player",
         "rules ask unspent-mana p1 -f situation.yaml --as-of 2008-02-01")  # fmt: skip
def _unspent_mana(now: Situation, asked: QuestionArguments) -> DerivedValue:
    player = asked.named_player(now)
    amount = total(player.mana[each] for each in TYPES_OF_MANA).value
    if amount is None:
        path = f"{player.path}.mana"
        return DerivedValue(None, unknown(path, "not stated: the unspent mana of {player}", player=player))
    empties = now.rule("unspent-mana", player)
    lost = int(amount) if empties.value else 0
    rule = now.law.rule("unspent-mana")
    burn = lost if rule is not None and rule.variant == "mana_burn" else 0
    truth = decided(empties)
    if burn:
        spared = now.rule("no-mana-burn", player)
        truth = all_of(truth, decided(spared))
        burn = 0 if spared.value else burn
    life = player.life.value
    value = {"mana_lost": lost, "life_lost": burn}
    if life is not None:
        value["life"] = int(life) - burn
    return DerivedValue(value if truth.value is not None else None, truth)
