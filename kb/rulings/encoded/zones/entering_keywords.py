"""How permanents enter because of their keyword abilities: tapped, transformed, or as players choose (702)."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.i18n import mark_message
from kb.rulings.encoded.layers.entering_characteristics import situation_after_entering
from kb.rulings.encoded.zones.entering_counters import counters_of_keywords, printed_number
from kb.rulings.engine.derivation import Derivation
from kb.rulings.law.rule_registry import Row, defines, defines_each, encodes, encodes_each, variant_of
from kb.rulings.logic.partial_values import NumberValue, WordListValue
from kb.rulings.logic.ternary import Truth, all_of, constant, unknown
from kb.rulings.situation.keyword_forms import parse_keyword
from kb.rulings.situation.situation import Object, Situation
from kb.rulings.situation.vocabulary.effect import NOT_IN_LAYERS

_PLUS = "+1/+1"


@dataclass
class EnteringState:
    """How an object enters because of its keyword abilities.

    Attributes:
        counters: how many counters of each kind it enters with.
        gains: the keyword abilities that it gains.
        tapped: True if it enters tapped.
        transformed: True if it enters with its back face up.
    """

    counters: dict[str, int] = field(default_factory=dict)
    gains: list[str] = field(default_factory=list)
    tapped: bool = False
    transformed: bool = False


# --- which keyword abilities it has --------------------------------------------------------------------------


@defines("entering-keywords", "the keyword abilities of {thing} are those before effects of other sources")
def without_other_sources(_now: Situation, thing: Object, _steps: Derivation) -> WordListValue:
    """An entering permanent is checked without continuous effects from other sources that would affect it."""
    return thing.keywords


@variant_of(without_other_sources, claim="the keyword abilities of {thing} are those that it would have there")
def with_effects_that_exist(now: Situation, thing: Object, steps: Derivation) -> WordListValue:
    """An entering permanent is checked with the continuous effects that already exist and would apply to it."""
    # Copy effects have made the object what it is already.
    others = [each.stated for each in now.effects if each.stated.get("says") not in ("copies", *NOT_IN_LAYERS)]
    if not any("keywords" in each or "abilities" in each for each in others):
        return thing.keywords
    there = situation_after_entering(now.replace(effects=others), thing, steps)
    found = there.object(thing.id) or thing
    return found.keywords


def keywords_as_it_enters(steps: Derivation, thing: Object) -> WordListValue:
    """Return the keyword abilities that an object has as it enters (614.12)."""
    rule = steps.now.law.rule("entering-keywords")
    if rule is None:
        return thing.keywords
    found: WordListValue = rule(steps.now, thing, steps)
    if tuple(found) != tuple(thing.keywords):
        steps.check(Truth(True).attributed_to(rule, rule.claim_about(thing, steps)))
    return found


# --- states --------------------------------------------------------------------------------------------------


@encodes("hideaway-enters", "{thing} has hideaway: it enters tapped")
def hideaway_enters_tapped(_now: Situation, _thing: Object) -> Truth:
    """Hideaway means that the permanent enters the battlefield tapped."""
    return constant(True)


@encodes_each(
    Row("daybound-enters", "if_it_is_night", "{thing} has daybound: if it is night, it enters transformed",
        "Daybound means that the permanent enters the battlefield transformed if it is night.", of_card=False),
    Row("daybound-enters", "if_it_is_night_and_it_is_a_double_faced_card", "",
        "If it is night and a double-faced card represents the permanent, it enters transformed.", of_card=True),
)  # fmt: skip
def transformed_at_night(now: Situation, thing: Object, *, of_card: bool) -> Truth:
    """A permanent with daybound enters transformed if it is night. `of_card`: and if a card with two faces is it."""
    night = now.game.day_night == "night"
    return all_of(night, thing.layout.is_one_of("transforming", "modal")) if of_card else night


@encodes("disturb-enters", "{thing} was cast using disturb: it enters with its back face up")
def with_its_back_face_up(_now: Situation, thing: Object) -> Truth:
    """A double-faced spell that was cast using its disturb ability enters with its back face up."""
    return all_of(thing.zone == "stack", thing.is_cast_for("disturb"))


# --- choices -------------------------------------------------------------------------------------------------


@defines_each(
    Row("unleash-enters", "one_more_counter_for_unleash",
        "{thing} has unleash: its controller may have it enter with an additional +1/+1 counter",
        "Unleash means that its controller may have the permanent enter with an additional +1/+1 counter on it."),
    Row("riot-enters", "one_more_counter_or_haste",
        "{thing} has riot: its controller chooses an additional +1/+1 counter or haste",
        "Riot means that the permanent may enter with an additional +1/+1 counter. If it doesn't, it gains haste.",
        instead="haste"),
    Row("tribute-enters", "more_counters_if_an_opponent_likes",
        "{thing} has tribute: an opponent may have it enter with additional +1/+1 counters",
        "Tribute N means that an opponent may put additional N +1/+1 counters on the creature as it enters.",
        by_opponent=True),
)  # fmt: skip
def additional_if_chosen(
    _now: Situation, thing: Object, number: NumberValue, *, instead: str = "", by_opponent: bool = False
) -> tuple[NumberValue, str, str | None]:
    """A player chooses whether a permanent enters with additional +1/+1 counters.

    Returns:
        The number of counters, the keyword ability that the permanent gains instead ("" if none), and the id of the
        player who chooses (None if that isn't known).
    """
    return number, instead, _opponent_of(thing) if by_opponent else thing.present_controller


def _opponent_of(thing: Object) -> str | None:
    """Return the only opponent of an object's controller, who is the chosen one; None if there are several."""
    player = thing.now.player(thing.present_controller or "")
    opponents = player.opponents if player is not None else ()
    return opponents[0].id if len(opponents) == 1 else None


def _choose(steps: Derivation, thing: Object, keyword: str, place: int, state: EnteringState) -> None:
    """Add what a player chooses for the keyword ability at a place of the list."""
    printed = parse_keyword(keyword, thing.now.words)
    number = thing.number_of_keyword(keyword) if printed.name == "tribute" else NumberValue.exactly(1)
    found: tuple[NumberValue, str, str | None] | None = steps.apply_rule(f"{printed.name}-enters", thing, number)
    if found is None or (count := printed_number(steps, found[0])) is None:
        return
    if "takes_counters" in thing.stated:
        takes = steps.check(thing.takes_counters)
    elif steps.now.choices is None:
        steps.check(unknown(f"{thing.path}.takes_counters", mark_message("a player chooses how {thing} enters"),
                            thing=thing))  # fmt: skip
        return
    else:
        takes = steps.now.choices.take((keyword, thing.id, place), (True, False), found[2]) == 0
    if takes:
        state.counters[_PLUS] = state.counters.get(_PLUS, 0) + int(count)
    elif found[1]:
        state.gains.append(found[1])


# --- all of them ---------------------------------------------------------------------------------------------

_CHOSEN = ("unleash", "riot", "tribute")
_STATES = {"hideaway": "tapped", "daybound": "transformed", "disturb": "transformed"}


def state_by_keywords(steps: Derivation, thing: Object) -> EnteringState:
    """Return how an object enters because of its keyword abilities."""
    keywords = keywords_as_it_enters(steps, thing)
    counters, because = counters_of_keywords(steps.now, thing, keywords)
    steps.check(because)
    state = EnteringState(counters)
    for place, keyword in enumerate(keywords):
        name = parse_keyword(keyword, thing.now.words).name
        if name in _CHOSEN:
            _choose(steps, thing, keyword, place, state)
        elif name in _STATES and steps.check(steps.now.rule(f"{name}-enters", thing)):
            setattr(state, _STATES[name], True)
    return state
