"""Mana abilities (605), and what becomes of unspent mana (106.4, 500.5)."""

from __future__ import annotations

from kb.i18n import mark_message
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import encodes, forbids, variant_of
from kb.rulings.logic.partial_values import total
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, not_, some, unknown
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability

TYPES_OF_MANA = ("white", "blue", "black", "red", "green", "colorless")


@answers("mana-ability", "Is an ability of this object a mana ability?", "object",
         "rules ask mana-ability A -f situation.yaml")  # fmt: skip
def _mana_ability(now: Situation, asked: QuestionArguments) -> Truth:
    thing = asked.object(now)
    return some(_is_one(now, thing, ability) for ability in asked.abilities(now))


def _is_one(now: Situation, thing: Object, ability: Ability) -> Truth:
    """Whether it meets the criteria for activated or for triggered ones, and isn't among those that never are one."""
    kinds = ("activated-mana-ability", "triggered-mana-ability")
    never = (now.rule(each, thing, ability) for each in ("abilities-with-targets", "spells-are-no-mana-abilities"))
    return all_of(
        some(now.rule(each, thing, ability) for each in kinds),
        *(not_(each) for each in never if each.value is not False),
    )


def _adds_mana(ability: Ability) -> Truth:
    """Whether it could add mana: as stated, else as its text says."""
    text = ability.stated.get("text")
    if "adds_mana" in ability.stated or text is None:
        return ability.adds_mana
    adds = "add {" in text.lower() or ("add " in text.lower() and "mana" in text.lower())
    claim = Claim("{it} says “{text}”", (("it", ability), ("text", text)))
    return Truth(adds, claim=claim, facts=(f"{ability.id}.text",))


def _has_target(ability: Ability) -> Truth:
    """Whether it has a target: as stated, else as its text says."""
    text = ability.stated.get("text")
    if "has_target" in ability.stated or text is None:
        return ability.has_target
    claim = Claim("{it} says “{text}”", (("it", ability), ("text", text)))
    return Truth("target" in text.lower().split(), claim=claim, facts=(f"{ability.id}.text",))


def _kind(ability: Ability, kind: str) -> Truth:
    """Whether it is of a kind; of what nothing is said, an activated ability is meant."""
    return ability.kind == kind if "kind" in ability.stated else constant(kind == "activated")


def _is_loyalty(ability: Ability) -> Truth:
    return constant(
        "loyalty_cost" in ability.stated,
        mark_message("{ability} is a loyalty ability") if "loyalty_cost" in ability.stated
        else mark_message("{ability} is no loyalty ability"), ability=ability,
    )  # fmt: skip


@encodes("mana-ability-stays", "{ability} could add mana, whether or not the game state lets it")
def whatever_the_game_state(_now: Situation, _permanent: Object, ability: Ability) -> Truth:
    """A mana ability remains one even if the game state doesn't allow it to produce mana."""
    return _adds_mana(ability)


@encodes("activated-mana-ability", "{ability} of {permanent} is a mana ability")
def activated_that_puts_mana(now: Situation, permanent: Object, ability: Ability) -> Truth:
    """An activated ability that could put mana into a player's mana pool when it resolves."""
    return all_of(_kind(ability, "activated"), now.rule("mana-ability-stays", permanent, ability))


@variant_of(activated_that_puts_mana)
def activated_without_a_target(now: Situation, permanent: Object, ability: Ability) -> Truth:
    """An activated ability without a target that could put mana into a player's mana pool when it resolves."""
    return all_of(
        _kind(ability, "activated"), now.rule("mana-ability-stays", permanent, ability), not_(_has_target(ability))
    )


@variant_of(activated_that_puts_mana)
def activated_without_a_target_no_loyalty(now: Situation, permanent: Object, ability: Ability) -> Truth:
    """It doesn't have a target, could add mana when it resolves, and isn't a loyalty ability."""
    return all_of(
        _kind(ability, "activated"),
        now.rule("mana-ability-stays", permanent, ability),
        not_(_has_target(ability)),
        not_(_is_loyalty(ability)),
    )


@encodes("triggered-mana-ability", "{ability} of {permanent} is a triggered mana ability")
def triggered_from_mana(now: Situation, permanent: Object, ability: Ability) -> Truth:
    """A triggered ability without a target that triggers from a mana ability and could add mana."""
    return all_of(
        _kind(ability, "triggered"),
        ability.triggers_from_mana,
        now.rule("mana-ability-stays", permanent, ability),
        not_(_has_target(ability)),
    )


@encodes("abilities-with-targets", "{ability} of {thing} has a target, or doesn't trigger from mana")
def target_or_other_trigger(_now: Situation, _thing: Object, ability: Ability) -> Truth:
    """An ability with a target is no mana ability; nor is a triggered one that doesn't trigger from mana."""
    return any_of(_has_target(ability), all_of(_kind(ability, "triggered"), not_(ability.triggers_from_mana)))


@encodes("spells-are-no-mana-abilities", "{ability} of {thing} is what a spell does")
def spell_ability(_now: Situation, _thing: Object, ability: Ability) -> Truth:
    """A spell can never be a mana ability, even if it could put mana into a player's mana pool."""
    return _kind(ability, "spell")


# --- the stack -----------------------------------------------------------------------------------------------


@forbids(
    "goes-on-stack",
    "activated-mana-abilities-resolve-at-once",
    "{ability} of {thing} is an activated mana ability, which doesn't go on the stack",
)
def activated_mana_ability_resolves_at_once(now: Situation, thing: Object, ability: Ability) -> Truth:
    """An activated mana ability doesn't go on the stack; it resolves immediately after it is activated."""
    return now.rule("activated-mana-ability", thing, ability)


@forbids(
    "goes-on-stack",
    "triggered-mana-abilities-resolve-at-once",
    "{ability} of {thing} is a triggered mana ability, which doesn't go on the stack",
)
def triggered_mana_ability_resolves_at_once(now: Situation, thing: Object, ability: Ability) -> Truth:
    """A triggered mana ability doesn't go on the stack; it resolves after the mana ability that triggered it."""
    return now.rule("triggered-mana-ability", thing, ability)


@forbids("goes-on-stack", "static-abilities", "{ability} of {thing} is a static ability, which doesn't go on the stack")
def static_ability_is_just_so(_now: Situation, _thing: Object, ability: Ability) -> Truth:
    """Static abilities continuously generate effects and don't go on the stack."""
    return _kind(ability, "static")


@answers("goes-on-stack", "Does an ability of this object go on the stack, so that players can respond?", "object",
         "rules ask goes-on-stack A -f situation.yaml")  # fmt: skip
def _goes_on_stack(now: Situation, asked: QuestionArguments) -> Truth:
    thing = asked.object(now)
    return some(
        is_permitted(now, "goes-on-stack", "other", thing, thing, ability) for ability in asked.abilities(now)
    )  # fmt: skip


# --- unspent mana --------------------------------------------------------------------------------------------


@encodes("unspent-mana", "{player} loses the unspent mana, and 1 life for each one lost this way")
def mana_burn(now: Situation, _player: Player) -> Truth:
    """When a phase ends, but not a step, unused mana is lost, and its player loses 1 life for each one."""
    return now.game.ends == "phase"


@variant_of(mana_burn, claim="{player} loses the unspent mana, and no life")
def mana_empties(_now: Situation, _player: Player) -> Truth:
    """When a step or phase ends, unspent mana empties from mana pools."""
    return constant(True)


@answers("unspent-mana", "What becomes of a player's unspent mana as this step or phase ends?", "player",
         "rules ask unspent-mana p1 -f situation.yaml --as-of 2008-02-01")  # fmt: skip
def _unspent_mana(now: Situation, asked: QuestionArguments) -> DerivedValue:
    name = asked.things[0] if asked.things else asked.by
    player = QuestionArguments(asked.question, asked.things, name).player(now)
    unspent = total(player.mana[each] for each in TYPES_OF_MANA)
    amount = unspent.value
    if amount is None:
        path = f"{player.path}.mana"
        return DerivedValue(None, unknown(path, "not stated: the unspent mana of {player}", player=player))
    empties = now.rule("unspent-mana", player)
    lost = int(amount) if empties.value else 0
    rule = now.law.rule("unspent-mana")
    burn = lost if rule is not None and rule.variant == "mana_burn" else 0
    life = player.life.value
    value = {"mana_lost": lost, "life_lost": burn}
    if life is not None:
        value["life"] = int(life) - burn
    return DerivedValue(value, any_of(empties, not_(empties)))
