"""Answers to questions about a situation under the rules of a day, with verdict, citations and proof."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal

from kb.i18n import _
from kb.program import without_cyclic_collection
from kb.rulings.engine.actions import Action
from kb.rulings.engine.card_lines import UnusedFact, open_lines, with_open_lines
from kb.rulings.engine.citations import RuleCitation, cite_all
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.fact_paths import effect_names, find_fact, named_path
from kb.rulings.engine.later_words import unknown_waivers, without_later_types
from kb.rulings.engine.layer_rows import LayerRow
from kb.rulings.engine.not_used import missing_facts, unused_facts
from kb.rulings.engine.open_keywords import open_keywords
from kb.rulings.engine.proof import (
    Proof,
    build_proof,
    claim_text,
    concepts_used,
    deciding_leaves,
    derived_facts,
)
from kb.rulings.engine.questions import Question, QuestionArguments
from kb.rulings.engine.state_based_checks import PerformedAction, check_repeatedly
from kb.rulings.law.applicable_law import Law
from kb.rulings.logic.open_facts import resolve
from kb.rulings.logic.ternary import Truth, every, unstated
from kb.rulings.oracle.stated_card import StatedCard
from kb.rulings.situation.situation import Situation

Verdict = Literal["yes", "no", "depends", "conflict"]

_VERDICTS: dict[bool | Literal["clash"] | None, Verdict] = {
    True: "yes", False: "no", None: "depends", "clash": "conflict",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to a question.

    Attributes:
        question: name of the question.
        as_of: the day whose rules are applied.
        verdict: yes, no, depends or conflict. For a question about a value, yes means that the value is known.
        value: the value that the question asks for, or None. For a declaration of attackers or blockers whose verdict
            isn't yes, `value` is a similar legal declaration, or None if none is known.
        depends_on: paths of the open facts that could change the answer.
        citations: the rules that the answer rests on. Rules nearer to the conclusion come first.
        proof: the proof; None for a question about state-based actions.
        assumptions: unstated facts that the answer assumes, in words.
        actions: the state-based actions that are performed, if the question is about state-based actions.
        open_actions: the state-based actions that depend on open facts.
        not_used: the stated facts and effects that the question didn't read, in the order of the situation.
        cards: the cards that the situation states, each with the id of its object.
        layers: the effects in the layers, for the objects whose values after effects the answer rests on.
        effects: the names of the situation's effects. The paths in the answer have their numbers.
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
    not_used: tuple[UnusedFact, ...] = ()
    cards: tuple[tuple[str, StatedCard], ...] = ()
    layers: tuple[LayerRow, ...] = ()
    effects: tuple[str, ...] = ()

    def named(self, path: str) -> str:
        """Return a path in which an effect has its name instead of its number."""
        return named_path(self.effects, path)

    @property
    def stale_citations(self) -> tuple[RuleCitation, ...]:
        """The citations whose current wording nobody has reviewed yet."""
        return tuple(each for each in self.citations if each.status in ("stale", "unreviewed"))

    @property
    def citations_without_text(self) -> tuple[RuleCitation, ...]:
        """The citations whose text the knowledge base lacks."""
        return tuple(each for each in self.citations if each.text is None)


def ask(question: Question, situation: Situation, law: Law, asked: QuestionArguments) -> Ruling:
    """Answer a question about things in a situation, under the rules of a day.

    Raises:
        BadValue: the situation lacks something that the question is about.
        RulesError: there are more things than the question takes.
    """
    question.check_argument_count(asked.things)
    # The values of a large board are many objects, and all stay in use. The search takes a third of the time.
    with without_cyclic_collection():
        return _answer(question, situation, law, asked)


def _answer(question: Question, situation: Situation, law: Law, asked: QuestionArguments) -> Ruling:
    now, later = without_later_types(situation.for_question(law))
    later += unknown_waivers(now)
    found = question.answer(now, asked)
    if isinstance(found, list):
        return _answer_with_actions(question.name, now, law, found, later)
    if not isinstance(found, Truth | DerivedValue):
        raise TypeError(f"a question gives a Truth, a DerivedValue or a list of actions, not {type(found).__name__}")
    derived = found if isinstance(found, DerivedValue) else DerivedValue(None, found)
    truth = derived.truth
    if truth.claim is None:
        truth = truth.with_claim("{question}", question=" ".join((question.name, *asked.things)))
    truth = with_open_lines(truth, now, question.name, asked.things, is_value=isinstance(found, DerivedValue))
    outcome = resolve(truth)
    is_definite = isinstance(found, Truth) and isinstance(outcome.value, bool)
    if is_definite and (missing := missing_facts(now, asked.things)):
        outcome = resolve(every(unstated(path) for path in missing))
    things = (*asked.things, *filter(None, [asked.by]))
    return Ruling(
        question.name, law.as_of, _VERDICTS[outcome.value],
        derived.value if outcome.value is True else derived.correct_value,
        outcome.depends_on,
        cite_all(law, concepts_used(truth)), build_proof(truth, now), _assumptions(now, [truth]),
        not_used=(*later, *unused_facts(now, question.name, things)), cards=tuple(now.cards.items()),
        layers=_layer_rows(now, truth, asked.things), effects=effect_names(now),
    )  # fmt: skip


def _layer_rows(now: Situation, truth: Truth, things: tuple[str, ...]) -> tuple[LayerRow, ...]:
    """Return the table of layers for the things of the question, and for objects whose derived values decide."""
    about = dict.fromkeys(things)
    for path in dict.fromkeys(derived_facts(truth)):
        place = find_fact(now, path)
        # The value may come from a situation that the question has derived from this one.
        if place is not None and now.current_values(place.entity, place.fact.name) is not None:
            about[place.entity.id] = None
    values = vars(now).get("current_values")
    return () if values is None else tuple(row for each in about for row in values.rows(each))


def _assumptions(now: Situation, truths: Iterable[Truth]) -> tuple[str, ...]:
    """Return the assumptions that truths rest on, in words."""
    leaves = [leaf for truth in truths for leaf in deciding_leaves(truth)]
    assumed = [claim_text(leaf.claim) for leaf in leaves if leaf.assumed and leaf.claim]
    if not now.effects:
        assumed.append(_("no card says otherwise (101.1)"))
    return tuple(dict.fromkeys(assumed))


def _answer_with_actions(
    name: str, now: Situation, law: Law, found: list[tuple[str, Action]], later: tuple[UnusedFact, ...]
) -> Ruling:
    """Return the answer to a question about state-based actions."""
    checks = check_repeatedly(now, found)
    assumptions = _assumptions(now, checks.conditions)
    if "battlefield" not in now.closed and checks.now.objects:
        assumptions += (_("permanents that the situation doesn't list aren't looked at"),)
    performed, open_actions = tuple(checks.performed), tuple(checks.open_actions)
    moved = tuple(name for each in performed for name in each.action.things)
    keywords = open_keywords(now, name, moved) if moved else ()
    lines = (*(each.label for each in open_lines(now, name)), *(each.label for each in keywords))
    if lines:
        open_actions += tuple(replace(each, depends_on=lines) for each in performed)
        performed = ()
    verdict: Verdict = "yes" if performed else "depends" if open_actions or lines else "no"
    depends = () if performed else tuple(dict.fromkeys(fact for each in open_actions for fact in each.depends_on))
    depends = depends or lines
    citations = cite_all(law, [each.citation.concept for each in performed])
    return Ruling(
        name, law.as_of, verdict, None, depends, citations, None, assumptions, performed, open_actions,
        (*later, *unused_facts(now, name, ())), tuple(now.cards.items()), effects=effect_names(now),
    )  # fmt: skip
