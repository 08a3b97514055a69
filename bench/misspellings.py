"""Change situations of the printed examples by lot, and check what becomes of the answers.

    python -m bench.misspellings --count 2000 --seed 1

Two laws are checked. A misspelt word gives a fault or leaves the answer as it was; it never gives another answer. A
fact that the question doesn't look up changes no answer, and the answer lists it under `not_used`. The exit status is 1
if one of the laws fails. Names are left out: they are free, and to misspell one may change an answer.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kb.errors import RulesError
from kb.rulings.engine.answer import Ruling, ask
from kb.rulings.engine.question_search import find_question
from kb.rulings.engine.questions import QuestionArguments
from kb.rulings.law.applicable_law import Law
from kb.rulings.review.printed_examples import ExampleCase, packaged_cases
from kb.rulings.situation.fact import AnyFact
from kb.rulings.situation.fact_types import NumberFact, YesNoFact
from kb.rulings.situation.parser import situation_from_node
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.yaml_nodes import MappingNode, ScalarNode, SequenceNode, YamlNode

FREE = frozenset({
    "name", "names", "other_names", "melds_with", "source", "team", "band", "came_with", "causes", "refers_to",
    "result", "word", "choice", "text", "printed_power", "printed_toughness", "star", "instruction",
})  # fmt: skip
"""The facts whose values are names or texts in free words."""

_WORD = re.compile(r"[A-Za-z]{4,}")
_AFTER_NAMED = re.compile(r"\bnamed .*", re.IGNORECASE)

NodePath = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """A changed situation and what became of it.

    Attributes:
        case: source of the case.
        change: the change, in words.
        outcome: `fault`, `same`, or a description of what is wrong.
    """

    case: str
    change: str
    outcome: str

    @property
    def holds(self) -> bool:
        """True if the law holds."""
        return self.outcome in ("fault", "same")


def misspelt(word: str, lot: random.Random) -> str:
    """Return a word with two letters exchanged, or one letter left out, doubled or replaced."""
    at = lot.randrange(len(word) - 1)
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    left_out, doubled = word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:]
    replaced = word[:at] + lot.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :]
    found = lot.choice([swapped, left_out, doubled, replaced])
    return found if found != word else doubled


def words_in(node: YamlNode, fact: str = "", path: NodePath = ()) -> Iterator[tuple[NodePath, re.Match[str]]]:
    """Yield the words of a situation that can be misspelt, each with the path of its node."""
    if isinstance(node, ScalarNode):
        text = _AFTER_NAMED.sub("", node.text) if fact not in FREE else ""
        yield from ((path, found) for found in _WORD.finditer(text))
    elif isinstance(node, SequenceNode):
        for at, item in enumerate(node.items):
            yield from words_in(item, fact, (*path, at))
    elif isinstance(node, MappingNode):
        for at, (key, value) in enumerate(node.entries):
            yield from (((*path, at, "key"), found) for found in _WORD.finditer(key.text))
            yield from words_in(value, key.text, (*path, at, "value"))


def with_text(node: Any, path: NodePath, found: re.Match[str], word: str) -> Any:
    """Return a node in which the word at a path is replaced."""
    if isinstance(node, ScalarNode):
        return replace(node, text=node.text[: found.start()] + word + node.text[found.end() :])
    at = int(path[0])
    if isinstance(node, SequenceNode):
        changed = with_text(node.items[at], path[1:], found, word)
        return replace(node, items=(*node.items[:at], changed, *node.items[at + 1 :]))
    key, value = node.entries[at]
    if path[1] == "key":
        entry = (with_text(key, (), found, word), value)
    else:
        entry = (key, with_text(value, path[2:], found, word))
    return replace(node, entries=(*node.entries[:at], entry, *node.entries[at + 1 :]))


class Asked:
    """The answers to the questions of cases under the rules of their days."""

    def __init__(self) -> None:
        self._laws: dict[object, Law] = {}

    def answer(self, case: ExampleCase, node: MappingNode) -> Ruling:
        """Answer the question of a case about a situation."""
        return self.about(case, situation_from_node(node, case.source))

    def about(self, case: ExampleCase, now: Situation) -> Ruling:
        """Answer the question of a case about a parsed situation."""
        law = self._laws.setdefault(case.edition, Law(None, case.edition))
        name, *things = case.ask.split()
        return ask(find_question(name), now, law, QuestionArguments(name, tuple(things), case.by or None))


def result_of(ruling: Ruling) -> tuple[object, ...]:
    """Return the verdict, the value and the state-based actions of an answer, to compare it with another answer."""
    acts = sorted((each.citation.number, each.action.kind, each.action.things) for each in ruling.actions)
    return ruling.verdict, str(ruling.value), acts


def misspelling_trials(cases: Sequence[ExampleCase], count: int, seed: int) -> Iterator[Trial]:
    """Yield trials in which one word of a situation is misspelt."""
    lot, asked = random.Random(seed), Asked()  # noqa: S311
    listed = [(case, list(words_in(case.situation))) for case in cases]
    listed = [(case, words) for case, words in listed if words]
    for _number in range(count):
        case, words = lot.choice(listed)
        path, found = lot.choice(words)
        word = misspelt(found[0], lot)
        change = f"{found[0]} -> {word}"
        before = result_of(asked.answer(case, case.situation))
        try:
            after = result_of(asked.answer(case, with_text(case.situation, path, found, word)))
        except RulesError:
            yield Trial(case.source, change, "fault")
            continue
        # An id that occurs once may have any name; the answer then has the new name.
        same = after == before or repr(after).replace(word, found[0]) == repr(before)
        yield Trial(case.source, change, "same" if same else f"{before} became {after}")


def unread_fact_trials(cases: Sequence[ExampleCase], count: int, seed: int) -> Iterator[Trial]:
    """Yield trials in which a fact is added that the question doesn't look up."""
    lot, asked = random.Random(seed), Asked()  # noqa: S311
    for _number in range(count):
        case = lot.choice(cases)
        now = situation_from_node(case.situation, case.source)
        before = asked.about(case, now)
        things: list[Player | Object] = [*now.players, *now.objects]
        if not things:
            continue
        thing = lot.choice(things)
        fact = lot.choice([each for each in type(thing).facts().values() if isinstance(each, YesNoFact | NumberFact)])
        if fact.name in dict(thing.stated):
            continue
        path, after = fact.path(thing), asked.about(case, _with_fact(now, thing, fact))
        listed = path in {each.fact for each in after.not_used}
        if not listed:
            continue  # The question looks the fact up.
        same = result_of(before) == result_of(after)
        yield Trial(case.source, f"{path} added", "same" if same else f"{result_of(before)} became {result_of(after)}")


def _with_fact(now: Situation, thing: Player | Object, fact: AnyFact) -> Situation:
    value = True if isinstance(fact, YesNoFact) else 3
    section = "players" if isinstance(thing, Player) else "objects"
    entities = now.players if isinstance(thing, Player) else now.objects
    facts = {each.id: dict(each.stated) for each in entities}
    facts[thing.id][fact.name] = value
    return now.replace(**{section: facts})


def main() -> int:
    """Run both kinds of trials and print what fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    cases, wrong = list(packaged_cases()), 0
    for name, trials in (
        ("misspellings", misspelling_trials(cases, options.count, options.seed)),
        ("unread facts", unread_fact_trials(cases, options.count, options.seed)),
    ):
        found = list(trials)
        faults = sum(each.outcome == "fault" for each in found)
        bad = [each for each in found if not each.holds]
        print(f"{name}: {len(found)} trials, {faults} faults, {len(found) - faults - len(bad)} same, {len(bad)} wrong")
        for each in bad:
            print(f"  {each.case}: {each.change}: {each.outcome[:200]}")
        wrong += len(bad)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
