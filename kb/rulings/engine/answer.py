"""Answers: a question put to a situation under the rules of a day, with verdict, citations and proof."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from kb.i18n import _
from kb.rule_number import RuleNumber
from kb.rulings.engine.actions import Action
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.proof import Proof, build_proof, claim_text, concepts_used, deciding_leaves
from kb.rulings.engine.questions import Question, QuestionArguments
from kb.rulings.law import rule_registry
from kb.rulings.law.applicable_law import ConceptStatus, Law, Status
from kb.rulings.logic.open_facts import ResolvedTruth, resolve
from kb.rulings.logic.ternary import Truth
from kb.rulings.situation.situation import Object, Situation

Verdict = Literal["yes", "no", "depends", "conflict"]

MAX_CHECKS = 50
"""A bound on how often state-based actions are checked again; no rule makes them go on that long."""


@dataclass(frozen=True, slots=True)
class RuleCitation:
    """A rule that an answer rests on.

    Attributes:
        concept: the encoded rule.
        number: its number on the day.
        edition: the edition that its text was read from; None if the knowledge base doesn't have it.
        lang: the language of the text.
        text: the rule; None if the knowledge base doesn't have it.
        status: how sure it is that the encoded rule is the rule (`kb.rulings.law.applicable_law`).
    """

    concept: str
    number: str
    edition: date | None
    lang: str
    text: str | None
    status: Status


@dataclass(frozen=True, slots=True)
class PerformedAction:
    """A state-based action, or one that depends.

    Attributes:
        citation: the rule.
        action: what is done.
        says: in words.
        depends_on: open facts that decide whether it is done; empty if it is.
        turn: in which check it was found, counted from 1.
    """

    citation: RuleCitation
    action: Action
    description: str
    depends_on: tuple[str, ...] = ()
    check_number: int = 1


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to a question.

    Attributes:
        question: its name.
        as_of: the day whose rules answer.
        verdict: yes, no, depends or conflict; yes for a question about a value that is known.
        value: what the question asked for, where that isn't yes or no; for a declaration that isn't legal, a legal one.
        depends_on: paths of the open facts that could change the answer.
        citations: the rules, nearest first.
        proof: why.
        assumptions: what the answer takes for granted that nobody stated.
        actions: for state-based actions, what is done.
        open: for state-based actions, what is done or not, depending on open facts.
    """

    question: str
    as_of: date
    verdict: Verdict
    value: Any
    depends_on: tuple[str, ...]
    citations: tuple[RuleCitation, ...]
    proof: Proof | None
    assumptions: tuple[str, ...]
    actions: tuple[PerformedAction, ...] = ()
    open_actions: tuple[PerformedAction, ...] = ()

    @property
    def stale_citations(self) -> tuple[RuleCitation, ...]:
        """The citations whose wording was never reviewed as it is now."""
        return tuple(each for each in self.citations if each.status in ("stale", "unreviewed"))

    @property
    def citations_without_text(self) -> tuple[RuleCitation, ...]:
        """The citations whose text the knowledge base doesn't have."""
        return tuple(each for each in self.citations if each.text is None)


def ask(question: Question, situation: Situation, law: Law, asked: QuestionArguments) -> Ruling:
    """Put a question to a situation.

    Args:
        question: which.
        situation: the stated facts.
        law: the rules of the day asked about.
        asked: what it is about.

    Raises:
        BadValue: it is about something that the situation doesn't have.
        RulesError: it is about more than the question looks at.
    """
    question.check_argument_count(asked.things)
    now = situation.with_law(law)
    found = question.answer(now, asked)
    if isinstance(found, list):
        return _of_actions(question.name, now, law, found)
    truth, value, instead = _as_truth(found)
    if truth.claim is None:
        truth = truth.with_claim("{question}", question=" ".join((question.name, *asked.things)))
    settled = resolve(truth)
    verdict: Verdict = (
        "conflict" if settled.value == "clash" else "depends" if settled.value is None else
        "yes" if settled.value else "no"
    )  # fmt: skip
    return Ruling(
        question.name, law.as_of, verdict, value if settled.value is True else instead, settled.depends_on,
        _citations(law, concepts_used(truth)), build_proof(truth, law), _assumptions(now, [truth]),
    )  # fmt: skip


def _as_truth(found: Any) -> tuple[Truth, Any, Any]:
    """A question's result as a truth, with its value where it is no yes or no, and what would be right instead."""
    if isinstance(found, Truth):
        return found, None, None
    if isinstance(found, DerivedValue):
        return found.truth, found.value, found.correct_value
    raise TypeError(f"a question gives a Truth, a Valued or a list of actions, not {type(found).__name__}")


def _citations(law: Law, concepts: list[str]) -> tuple[RuleCitation, ...]:
    """The rules of some concepts, each once: a rule may say several things."""
    standings = [law.quote_in_language(concept) for concept in dict.fromkeys(concepts)]
    by_number = {str(standing.number): standing for standing in reversed(standings) if standing.number is not None}
    return tuple(cite(standing) for standing in standings if by_number.get(str(standing.number)) is standing)


def cite(standing: ConceptStatus) -> RuleCitation:
    """The citation of a concept as it stands."""
    return RuleCitation(
        standing.concept, str(standing.number or ""), standing.edition, standing.lang, standing.text, standing.status
    )


def _assumptions(now: Situation, truths: list[Truth]) -> tuple[str, ...]:
    """What the answer takes for granted."""
    taken = [
        claim_text(leaf.claim) for truth in truths for leaf in deciding_leaves(truth) if leaf.assumed and leaf.claim
    ]
    if not now.effects:
        taken.append(_("no card says otherwise (101.1)"))
    return tuple(dict.fromkeys(taken))


# --- state-based actions -------------------------------------------------------------------------------------


def _of_actions(name: str, now: Situation, law: Law, first: list[tuple[str, Action]]) -> Ruling:
    """All actions of one check as one event, and of the checks after it as long as nobody has to choose."""
    done, open_ones = _sorted_out(law, first, 1)
    done = _replaced(now, law, done)
    settled = [action for _concept, action in first if action.condition.value is True]
    turn = 1
    event = done
    while _again(now, event) and turn < MAX_CHECKS:
        now, turn = perform_actions(now, [each.action for each in event]), turn + 1
        found = find_state_based_actions(now)
        next_event, more = _sorted_out(law, found, turn)
        open_ones = _still_open(open_ones, event, more)
        event = _replaced(now, law, next_event)
        settled += [action for _concept, action in found if action.condition.value is True]
        done += event
    assumptions = list(_assumptions(now, [action.condition for action in settled]))
    if "battlefield" not in now.closed and now.objects:
        assumptions.append(_("permanents that the situation doesn't list aren't looked at"))
    done, open_ones = sorted(done, key=_by_number), sorted(open_ones, key=_by_number)
    concepts = [each.citation.concept for each in done]
    verdict: Verdict = "yes" if done else "depends" if open_ones else "no"
    depends = () if done else tuple(dict.fromkeys(fact for each in open_ones for fact in each.depends_on))
    return Ruling(
        name, law.as_of, verdict, None, depends, _citations(law, concepts), None, tuple(assumptions),
        tuple(done), tuple(open_ones),
    )  # fmt: skip


def _by_number(each: PerformedAction) -> tuple[int, RuleNumber]:
    return each.check_number, RuleNumber.parse(each.citation.number)


def _still_open(
    before: list[PerformedAction], event: list[PerformedAction], more: list[PerformedAction]
) -> list[PerformedAction]:
    """What depends in one check or a later one: each once, and nothing about what the event has taken away.

    What may be done instead of the event is about the event itself, and still depends.
    """
    gone = {thing for each in event for thing, fact, _value in each.action.changes if fact in ("zone", "lost")}
    instead = rule_registry.rules_for_question("sba-instead")
    kept = [each for each in before if each.citation.concept in instead or not gone.intersection(each.action.things)]
    known = {(each.citation.concept, each.action.things) for each in kept}
    return kept + [each for each in more if (each.citation.concept, each.action.things) not in known]


def _replaced(now: Situation, law: Law, event: list[PerformedAction]) -> list[PerformedAction]:
    """An event with what effects replace of it: actions with the same result are replaced together, by one effect."""
    rule = law.rule("one-replacement")
    if rule is None:
        return event
    found: list[PerformedAction] = []
    for action, same in rule(now, [each.action for each in event]):
        replaced = [each for each in event if each.action in same]
        if action in same:
            found += replaced
        else:
            found.append(PerformedAction(cite(law.quote_in_language("one-replacement")), action, claim_text(action.description),
                              check_number=replaced[0].check_number))  # fmt: skip
    return found


def _again(now: Situation, event: list[PerformedAction]) -> bool:
    """Whether the check is repeated: not where somebody has yet to choose, or an effect does something instead."""
    unsettled = any(each.action.choice or each.action.kind == "replaced" for each in event)
    return not unsettled and now.rule("state-based-check", len(event)).value is True


def _sorted_out(
    law: Law, found: list[tuple[str, Action]], turn: int
) -> tuple[list[PerformedAction], list[PerformedAction]]:
    """What is done, and what depends on open facts."""
    done: list[PerformedAction] = []
    open_ones: list[PerformedAction] = []
    cites: dict[str, RuleCitation] = {}
    for concept, action in found:
        settled = (
            ResolvedTruth(action.condition.value) if action.condition.value is not None else resolve(action.condition)
        )
        if settled.value is False:
            continue
        if concept not in cites:
            cites[concept] = cite(law.quote_in_language(concept))
        each = PerformedAction(cites[concept], action, claim_text(action.description), settled.depends_on, turn)
        (done if settled.value is True else open_ones).append(each)
    return done, open_ones


def find_state_based_actions(now: Situation) -> list[tuple[str, Action]]:
    """Every state-based action that is done or may be, found from one snapshot, with its concept."""
    found: list[tuple[str, Action]] = []
    for concept in rule_registry.rules_for_question("sba"):
        rule = now.law.rule(concept)
        if rule is not None and rule.result == "actions":
            found += [(concept, action) for action in rule(now) if action.condition.value is not False]
    for concept in rule_registry.rules_for_question("sba-instead"):
        if (rule := now.law.rule(concept)) is not None:
            found += [(concept, action) for action in rule(now, [each for _concept, each in found])]
    return found


# What an object that changes zones doesn't take along: it becomes a new object (400.7).
_LEFT_BEHIND = {
    "counters": {}, "damage": 0, "deathtouch_damage": False, "attached_to": "none", "attacking": "none",
    "blocking": (), "tapped": False, "put_there_since_check": True,
}  # fmt: skip


def _listed_in_full(thing: Object) -> dict[str, Any]:
    """What is known of an object because its zone is closed, to be stated where it goes."""
    known = {name: fact.look_up(thing)[0] for name, fact in Object.facts().items() if fact.closed}
    return {name: value for name, value in known.items() if value is not None}


def perform_actions(now: Situation, actions: list[Action]) -> Situation:
    """The situation when actions have been performed, all of them at the same time."""
    facts = {each.id: dict(each.stated) for each in (*now.players, *now.objects)}
    for action in actions:
        for name, fact, new in action.changes:
            value = new
            if fact == "zone" and (thing := now.object(name)) is not None:
                facts[name] = _listed_in_full(thing) | facts[name] | _LEFT_BEHIND
            elif action.kind == "remove-counters":
                # Two rules may take counters from one permanent at once: of each kind the fewer are left.
                before = facts[name].get(fact, {})
                value = {kind: min(count, before.get(kind, count)) for kind, count in new.items()}
            facts[name][fact] = value
    # Once a check is over, nothing has happened since the last one but what it did itself.
    moved = {name for action in actions for name, fact, _value in action.changes if fact == "zone"}
    for player in now.players:
        facts[player.id] |= {"drew_from_empty_library": False}
    for each in now.objects:
        facts[each.id] |= {"deathtouch_damage": False, "put_there_since_check": each.id in moved}
    gone = {name for action in actions if action.kind == "cease" for name in action.things}
    return now.replace(
        players={each.id: facts[each.id] for each in now.players},
        objects={each.id: facts[each.id] for each in now.objects if each.id not in gone},
    )
