"""Find the encoded rules that apply to a situation. To do so, ask every question about every thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.errors import RulesError
from kb.i18n import _
from kb.rulings.engine.answer import Ruling, Verdict, ask
from kb.rulings.engine.citations import RuleCitation
from kb.rulings.engine.fact_paths import find_fact
from kb.rulings.engine.proof import Proof
from kb.rulings.engine.question_search import find_question
from kb.rulings.engine.questions import Question, QuestionArguments, all_questions
from kb.rulings.law.applicable_law import Law
from kb.rulings.situation.situation import Situation

MAX_QUESTIONS = 2000
"""The greatest number of questions asked. With this limit, a situation with 200 objects takes seconds."""


@dataclass(frozen=True, slots=True)
class ApplicableRule:
    """A rule that the answer to a question rests on.

    Attributes:
        citation: the citation of the rule.
        asked: the question in the form that users type.
        verdict: the answer.
        depends_on: the open facts that the answer depends on.
    """

    citation: RuleCitation
    asked: str
    verdict: Verdict
    depends_on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecidingRule:
    """A rule that decides an answer because of particular facts.

    Attributes:
        number: number of the rule.
        claim: what the rule says here, in words.
        denied: True if the answer rests on the claim being no.
        asked: the question in the form that users type.
        verdict: the answer.
        facts: paths of the particular facts that the rule rests on; for a state-based action, the things.
    """

    number: str
    claim: str
    denied: bool
    asked: str
    verdict: Verdict
    facts: frozenset[str]


_COMMON = frozenset({
    "types", "supertypes", "subtypes", "type_line", "zone", "controller", "owner", "name", "token", "source",
    "variant", "life", "active", "timestamp", "face_down", "phased_out", "colors", "mana_cost",
})  # fmt: skip
"""Facts that most situations state and many rules read: they say what something is, and where."""


def _particular_facts(node: Proof, situation: Situation) -> Iterator[str]:
    """Yield the paths of the stated facts in a proof that aren't common; none if a common fact suffices for a no."""
    paths = list(_stated_facts(node, situation))
    is_unmet = node.value == "no" and not node.denied
    common = _COMMON | ({"keywords", "abilities"} if is_unmet else set())
    particular = [each for each in paths if not common & set(each.split("."))]
    return iter(() if is_unmet and len(particular) < len(paths) else particular)


def _stated_facts(node: Proof, situation: Situation) -> Iterator[str]:
    for path in node.facts if node.told else ():
        place = find_fact(situation, path)
        if place is not None and place.is_stated:
            yield path
    for child in node.children:
        yield from _stated_facts(child, situation)


def most_deciding(found: Iterable[AskedRuling], situation: Situation) -> list[DecidingRule]:
    """Return the rules that decide something, each once: state-based actions, then those with the most facts."""
    rules: dict[str, DecidingRule] = {}
    for each in (rule for one in found for rule in one.deciding_rules(situation)):
        if each.number not in rules or len(each.facts) > len(rules[each.number].facts):
            rules[each.number] = each
    return sorted(rules.values(), key=lambda each: (each.asked != "sba", -len(each.facts), each.denied))


@dataclass(frozen=True, slots=True)
class AskedRuling:
    """The answer to a question of a check.

    Attributes:
        asked: the question in the form that users type.
        ruling: the answer.
    """

    asked: str
    ruling: Ruling

    def deciding_rules(self, situation: Situation) -> Iterator[DecidingRule]:
        """Yield the rules that decide a definite answer because of particular facts or effects that are stated.

        A rule that rests only on what an object is and where it is decides nothing particular, nor does a requirement
        that isn't met because of that.
        """
        if self.ruling.verdict in ("yes", "no") and self.ruling.proof is not None:
            for node in self.ruling.proof.children:
                facts = frozenset(_particular_facts(node, situation))
                by_effect = any(f"“{name}”" in node.claim for name in self.ruling.effects)
                if node.told and node.rule is not None and (facts or by_effect):
                    yield DecidingRule(node.rule, node.claim, node.denied, self.asked, self.ruling.verdict, facts)
        for done in self.ruling.actions:
            things = frozenset(done.action.things)
            yield DecidingRule(done.citation.number, done.description, False, self.asked, "yes", things)

    def applicable_rules(self) -> Iterator[ApplicableRule]:
        """Yield the rules that the answer rests on."""
        for cited in self.ruling.citations if not self.ruling.actions else ():
            yield ApplicableRule(cited, self.asked, self.ruling.verdict, self._named(self.ruling.depends_on))
        for done in self.ruling.actions:
            yield ApplicableRule(done.citation, self.asked, "yes", ())
        for each in self.ruling.open_actions:
            yield ApplicableRule(each.citation, self.asked, "depends", self._named(each.depends_on))

    def _named(self, paths: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(self.ruling.named, paths))


def ask_everything(situation: Situation, law: Law) -> tuple[AskedRuling, ...]:
    """Ask every question about every thing of a situation, up to `MAX_QUESTIONS` questions."""
    asked = [(question, each) for question in all_questions().values() for each in _askable(question, situation)]
    rulings, _problem = _answers(asked[:MAX_QUESTIONS], situation, law)
    return rulings


def ask_one(question: str, things: tuple[str, ...], situation: Situation, law: Law) -> tuple[AskedRuling, ...]:
    """Ask one question: about the things, or about every thing of the situation if no things are given.

    Raises:
        BadValue: there is no such question, or the situation has no such thing.
        RulesError: the question needs other arguments.
    """
    wanted = find_question(question)
    given = [QuestionArguments(question, things)] if things else list(_askable(wanted, situation))
    rulings, problem = _answers([(wanted, each) for each in given[:MAX_QUESTIONS]], situation, law)
    if not rulings:
        raise problem or RulesError(_("`rules ask {question}` is about things that the situation doesn't list",
                                      question=question))  # fmt: skip
    return rulings


def _answers(
    asked: Iterable[tuple[Question, QuestionArguments]], situation: Situation, law: Law
) -> tuple[tuple[AskedRuling, ...], RulesError | None]:
    """Return the answers and the last error. A question that needs other arguments has no answer."""
    found: list[AskedRuling] = []
    last: RulesError | None = None
    for question, arguments in asked:
        try:
            ruling = ask(question, situation, law, arguments)
        except RulesError as problem:
            last = problem
            continue
        found.append(AskedRuling(" ".join((question.name, *arguments.things)), ruling))
    return tuple(found), last


def _askable(question: Question, situation: Situation) -> Iterator[QuestionArguments]:
    if question.takes == "nothing":
        yield QuestionArguments(question.name)
    elif question.takes == "player":
        yield from (QuestionArguments(question.name, (each.id,)) for each in situation.players)
    else:
        yield from (QuestionArguments(question.name, (each.id,)) for each in situation.objects)
