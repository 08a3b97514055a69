"""Resolution of spells and abilities (603.4, 608), and cards that can't enter the battlefield (304.4, 307.4, 400.4)."""

from __future__ import annotations

from kb.rulings.encoded.casting.chosen_targets import target_legality
from kb.rulings.engine.questions import Question, QuestionArguments, answers, is_permitted
from kb.rulings.engine.trigger_texts import intervening_condition, text_on_the_stack
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, forbids, requires
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_
from kb.rulings.situation.situation import Object, Player, Situation


def _legality(now: Situation, resolving: Object) -> list[tuple[str, Truth]]:
    """Return each target with its legality. By default, a target is legal if it can be targeted and hasn't moved."""
    targets = tuple(resolving.targets)
    if resolving.legal_targets.is_known:
        return [(each, resolving.legal_targets.contains(each)) for each in targets]
    allowed = zip(targets, target_legality(now, resolving, targets), strict=True)
    return [(name, all_of(truth, not_(has_moved(now, name)))) for name, truth in allowed]


def has_moved(now: Situation, name: str) -> Truth:
    """Yes if a target is stated to have changed zones. If nothing is stated, the target hasn't changed zones."""
    thing = now.object(name)
    return thing.changed_zones if thing is not None and "changed_zones" in thing.stated else constant(False)


def refers_to(resolving: Object, target: Object | Player) -> Truth:
    """Yes if a spell or ability is stated to refer to an object or player without targeting it."""
    return resolving.refers_to.contains(target) if resolving.refers_to.is_known else constant(False)


def _says_what_it_affects(resolving: Object) -> Truth:
    """Yes if the situation states the targets of a spell or ability, or what it refers to without targeting it."""
    return any_of(constant(resolving.refers_to.is_known), not_(resolving.targets.is_empty))


@answers("resolves", "Does this spell or ability resolve?", "object", "rules ask resolves A -f situation.yaml")
def resolves(now: Situation, asked: QuestionArguments) -> Truth:
    thing = asked.object(now)
    return is_permitted(now, "resolves", "other", thing, thing)


@encodes_each(
    Row("illegal-targets", "countered_if_all_targets_are_illegal",
        "all targets of {resolving} are illegal, so that it is countered",
        "A spell or ability is countered if all its targets are illegal."),
    Row("illegal-targets", "not_resolved_if_all_targets_are_illegal",
        "all targets of {resolving} are illegal, so that it doesn't resolve",
        "A spell or ability doesn't resolve if all its targets are illegal."),
    question="resolves", role="forbids", where=lambda _now, resolving: constant(resolving.targets.is_known),
)  # fmt: skip
def all_targets_are_illegal(now: Situation, resolving: Object) -> Truth:
    """A spell or ability doesn't resolve if all its targets are illegal, unless it becomes a creature spell."""
    all_illegal = all_of(not_(resolving.targets.is_empty), *(not_(truth) for _name, truth in _legality(now, resolving)))
    return all_of(all_illegal, not_(_becomes_a_creature_spell(now, resolving)))


def _becomes_a_creature_spell(now: Situation, resolving: Object) -> Truth:
    """Yes if a spell was cast for bestow or mutate. Such a spell with an illegal target becomes a creature spell."""
    concepts = {"bestow": "bestowed-with-illegal-target", "mutate": "mutating-with-illegal-target"}
    return any_of(*(now.rule(rule, resolving) for cost, rule in concepts.items() if resolving.is_cast_for(cost).value))


@encodes_each(
    Row("bestowed-with-illegal-target", "bestowed_spell_becomes_a_creature",
        "{resolving} ceases to be bestowed and resolves as a creature spell",
        "A bestowed Aura spell with an illegal target ceases to be bestowed and resolves as a creature spell.",
        cost="bestow"),
    Row("mutating-with-illegal-target", "mutating_spell_becomes_a_creature",
        "{resolving} resolves as a creature spell and doesn't merge",
        "A mutating creature spell with an illegal target ceases to be mutating and resolves as a creature spell.",
        cost="mutate"),
)  # fmt: skip
def becomes_a_creature_spell(_now: Situation, resolving: Object, *, cost: str) -> Truth:
    """A spell cast for the alternative cost `cost` resolves as a creature spell if its target is illegal."""
    return resolving.is_cast_for(cost)


@encodes("mutates", "{spell} merges with {target}, its target")
def merges_with_its_target(now: Situation, spell: Object, target: Object) -> Truth:
    """As a mutating creature spell resolves, it merges with its target if the target is legal. It doesn't enter."""
    return all_of(spell.is_cast_for("mutate"), *(truth for name, truth in _legality(now, spell) if name == target.id))


@forbids("resolves", "intervening-if", "the condition of the “if” clause of {resolving} isn't true",
         where=lambda now, resolving: constant(_condition(now, resolving) is not None))  # fmt: skip
def checked_again_on_resolution(now: Situation, resolving: Object) -> Truth:
    """A triggered ability does nothing if the condition of its intervening "if" clause isn't true on resolution."""
    found = _condition(now, resolving)
    return constant(False) if found is None else not_(found)


def _condition(now: Situation, thing: Object) -> Truth | None:
    """Return whether the condition of the “if” clause of an ability is true; None if it has no such clause."""
    return intervening_condition(now, thing, text_on_the_stack(now, thing))


@requires(
    "affects",
    "illegal-targets-unaffected",
    "{target} is a legal target of {resolving} still",
    where=lambda _now, resolving, target: all_of(_says_what_it_affects(resolving), not_(refers_to(resolving, target))),
)
def only_legal_targets_are_affected(now: Situation, resolving: Object, target: Object | Player) -> Truth:
    """A spell or ability that resolves affects only the targets that are still legal."""
    found = [truth for name, truth in _legality(now, resolving) if name == target.id]
    return any_of(*found) if resolving.targets.is_known else resolving.targets.contains(target)


@answers("affects", "Does this spell or ability do anything to that object or player as it resolves?", "objects",
         "rules ask affects A B -f situation.yaml")  # fmt: skip
def affects(now: Situation, asked: QuestionArguments) -> Truth:
    resolving, target = asked.object(now), asked.thing(now, 1)
    return all_of(
        is_permitted(now, "resolves", "other", resolving, resolving),
        is_permitted(now, "affects", "other", resolving, resolving, target),
    )


@requires("triggers", "triggers-if", "the condition after the trigger event of {thing} is true",
          where=lambda now, thing: constant(_condition(now, thing) is not None))  # fmt: skip
def only_if_the_condition_is_true(now: Situation, thing: Object) -> Truth:
    """If an "if" clause follows the trigger event, the ability triggers only if the condition of the clause is true."""
    found = _condition(now, thing)
    return constant(True) if found is None else found


@forbids("triggers", "no-legal-choice",
         "no legal choices can be made for {thing}, so that it is removed from the stack",
         where=lambda _now, thing: constant("legal_choices" in thing.stated))  # fmt: skip
def removed_from_the_stack(_now: Situation, thing: Object) -> Truth:
    """A triggered ability on the stack is removed from the stack if it requires a choice and no choice is legal."""
    return not_(thing.legal_choices)


@encodes_each(
    Row("instants-stay-away", "instant_remains_in_its_zone", "{thing} is an instant, which can't enter the battlefield",
        "If an instant would enter the battlefield, it remains in its previous zone instead.", card_type="instant"),
    Row("sorceries-stay-away", "sorcery_remains_in_its_zone", "{thing} is a sorcery, which can't enter the battlefield",
        "If a sorcery would enter the battlefield, it remains in its previous zone instead.", card_type="sorcery"),
    question="can-enter", role="forbids", where=lambda _now, thing, *, card_type: thing.has_type(card_type),
)  # fmt: skip
def remains_in_its_zone(_now: Situation, thing: Object, *, card_type: str) -> Truth:
    """If a card of the type `card_type` would enter the battlefield, it remains in its previous zone."""
    return thing.has_type(card_type)


@forbids("can-enter", "only-permanent-cards", "{thing} is an instant or sorcery card",
         where=lambda _now, thing: thing.types.contains_any("instant", "sorcery"))  # fmt: skip
def instant_and_sorcery_cards_remain(_now: Situation, thing: Object) -> Truth:
    """If an instant or sorcery card would enter the battlefield, it remains in its previous zone."""
    return any_of(thing.has_type("instant"), thing.has_type("sorcery"))


@forbids("can-enter", "command-zone-cards", "{thing} is a card that can't leave the command zone",
         where=lambda _now, thing: thing.zone == "command")  # fmt: skip
def planes_vanguards_schemes_remain(_now: Situation, thing: Object) -> Truth:
    """If a conspiracy, phenomenon, plane, scheme or vanguard card would leave the command zone, it remains there."""
    return thing.types.contains_any("conspiracy", "phenomenon", "plane", "scheme", "vanguard")


CAN_ENTER = Question("can-enter", "Can this object enter the battlefield?", "object",
                     lambda now, asked: is_permitted(now, "can-enter", "enter", asked.object(now), asked.object(now)),
                     "rules ask can-enter A --fact A.types=sorcery")  # fmt: skip
