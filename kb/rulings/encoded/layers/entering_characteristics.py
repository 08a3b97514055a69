"""The characteristics of a permanent that enters, with the effects that apply as it enters (611.2e, 611.3c)."""

from __future__ import annotations

from kb.rulings.encoded.layers.characteristics import characteristics_of
from kb.rulings.engine.card_phrases import matches_phrase
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.engine.trigger_texts import as_printed
from kb.rulings.law.rule_registry import encodes, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, every
from kb.rulings.situation.situation import Effect, Object, Situation
from kb.rulings.situation.vocabulary import Ability


@encodes("resolved-as-it-enters", "“{effect}” applies to {permanent} simultaneously with its entering")
def what_it_is(_now: Situation, effect: Effect, _permanent: Object) -> Truth:
    """An effect that says what a permanent "is" applies as the effect puts the permanent onto the battlefield."""
    return effect.says == "is"


@variant_of(what_it_is)
def what_it_is_or_has(_now: Situation, effect: Effect, _permanent: Object) -> Truth:
    """An effect that says what a permanent "is" or "has" applies as it puts the permanent onto the battlefield."""
    return any_of(effect.says == "is", effect.says == "has")


@encodes("static-as-it-enters", "“{effect}” doesn't wait until {permanent} is on the battlefield")
def simultaneously_with_entering(_now: Situation, effect: Effect, _permanent: Object) -> Truth:
    """Continuous effects modify characteristics of permanents simultaneously with their entering the battlefield."""
    return effect.generated_by == "static-ability"


def _applies_at_once(now: Situation, effect: Effect, permanent: Object) -> Truth:
    """Return Yes for a copy effect. For another effect, return Yes if it applies as the permanent enters."""
    if effect.stated.get("says") == "copies":
        return constant(True)
    static = now.rule("static-as-it-enters", effect, permanent)
    # An earlier effect on all permanents of a kind doesn't affect a permanent that enters now (611.2c).
    if effect.stated.get("objects") is None or static.value is True:
        return static
    return any_of(static, now.rule("resolved-as-it-enters", effect, permanent))


@encodes("enters-trigger", "{ability} triggers as {permanent} enters the battlefield")
def of_what_is_there_and_of_the_newcomer(_now: Situation, permanent: Object, ability: Ability, source: Object) -> Truth:
    """All permanents, including the newcomers, are checked for triggers that match the event."""
    qualities = tuple(ability.quality)
    itself = constant(source.id == permanent.id)
    fits = every(matches_phrase(permanent, each, source) for each in qualities) if qualities else itself
    return all_of(ability.trigger == "enters", source.is_permanent, fits)


def situation_after_entering(now: Situation, thing: Object, steps: Derivation) -> Situation:
    """Return the situation with an object on the battlefield and only the effects that apply as it enters."""
    found = [(each, _applies_at_once(now, each, thing)) for each in now.effects if each.covers(thing)]
    objects = {each.id: each.stated for each in now.objects} | {thing.id: {**thing.stated, "zone": "battlefield"}}
    there = now.replace(objects=objects, effects=[each.stated for each, applies in found if applies.value is True])
    for _effect, applies in found:
        steps.check(applies)
    return there


@answers("enters-as",
         "Which characteristics has this object as it enters the battlefield, so that abilities can trigger on them?",
         "object", "rules ask enters-as A -f situation.yaml")  # fmt: skip
def _enters_as(now: Situation, asked: QuestionArguments) -> DerivedValue:
    """Return the characteristics of an object as it enters, after the effects that apply at that time."""
    thing, steps = asked.object(now), Derivation(now)
    there = situation_after_entering(now, thing, steps)
    found = Derivation(there)
    value = characteristics_of(found, there.object(thing.id) or thing)
    steps.check(found.truth)
    return steps.result(value)


@answers("enters-triggers", "Which abilities, by object and number, trigger as this enters the battlefield?",
         "object", "rules ask enters-triggers A -f situation.yaml")  # fmt: skip
def _enters_triggers(now: Situation, asked: QuestionArguments) -> DerivedValue:
    """Return a dict from each object's id to the positions (from 1) of its abilities that trigger."""
    thing, steps = asked.object(now), Derivation(now)
    there = situation_after_entering(now, thing, steps)
    newcomer = there.object(thing.id) or thing
    value: dict[str, list[int]] = {}
    for source in there.objects:
        for each in source.abilities:
            ability = as_printed(there, source, each)
            if steps.check(there.rule("enters-trigger", newcomer, ability, source)):
                value.setdefault(source.id, []).append(int(ability.id.rpartition(".")[2]))
    return steps.result(value)
