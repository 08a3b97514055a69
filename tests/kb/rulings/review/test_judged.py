"""Situations written by people who had only docs/situations.md and the rules, with the answers they expect.

No expected answer in `judged/` was taken from the program. A case has an `ask`, as on the command line; who asks
(`by`), the day (`as_of`), a `situation` or the `opts` of the command line; and what is expected: the `verdict` (yes,
where none is given), parts of the `answer`, the facts that it `depends_on`, numbers that it `cites` or performs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from kb.rulings.engine.answer import Ruling, ask
from kb.rulings.engine.question_search import find_question
from kb.rulings.engine.questions import QuestionArguments
from kb.rulings.law.applicable_law import Law
from kb.rulings.situation.option_parser import presumed_facts
from kb.rulings.situation.parser import situation_from_options, situation_from_text
from kb.rulings.situation.situation import SITUATION_FORMAT, Situation
from tests.kb.rulings.conftest import NEWEST

FOLDER = Path(__file__).parent / "judged"
GAME = ("phase", "step", "priority", "active", "stack", "variant")


def cases() -> Iterator[Any]:
    """Yield every case, named by its file and its id."""
    for file in sorted(FOLDER.glob("*.yaml")):
        for case in yaml.load(file.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            yield pytest.param(case, id=f"{file.stem}-{case['id']}")


def options(case: dict[str, Any]) -> tuple[list[tuple[str, str]], bool, int | None]:
    """Return the facts of a case's options, True for `--usual`, and the number of the ability."""
    words = [str(each) for each in case.get("opts", [])]
    facts: list[tuple[str, str]] = []
    usual, ability = False, None
    while words:
        name = words.pop(0).removeprefix("--")
        if name == "usual":
            usual = True
            continue
        value = words.pop(0)
        if name == "ability":
            ability = int(value)
        else:
            path, _equals, fact = value.partition("=")
            facts.append((f"game.{name}", value) if name in GAME else (path, fact))
    return facts, usual, ability


def stated(case: dict[str, Any], name: str, things: tuple[str, ...]) -> Situation:
    """Return the situation of a case, built as on the command line."""
    facts, usual, _ability = options(case)
    by = case.get("by")
    if "situation" not in case:
        return situation_from_options(facts, things, by, of_players=find_question(name).takes == "player")
    text = yaml.safe_dump({"format": SITUATION_FORMAT, **case["situation"]}, allow_unicode=True)
    found = situation_from_text(text, case["id"], facts)
    return found.replace(as_usual=True, presumed=presumed_facts(found, by or "p1")) if usual else found


def answered(case: dict[str, Any], laws: Callable[[str], Law]) -> Ruling:
    """Return the ruling of the day's rules."""
    name, *things = case["ask"].split()
    asked = QuestionArguments(name, tuple(things), case.get("by"), options(case)[2])
    situation = stated(case, name, tuple(things))
    return ask(find_question(name), situation, laws(str(case.get("as_of", NEWEST))), asked)


def comparable(value: Any) -> Any:
    """Return a value in lower case, with lists sorted and `yes` for true, for comparison."""
    if isinstance(value, dict):
        return {str(key).lower(): comparable(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return sorted((comparable(each) for each in value), key=str)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).lower()


def within(wanted: Any, found: Any) -> bool:
    """True if a value equals the wanted one, or contains all its parts."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            key in found and within(each, found[key]) for key, each in wanted.items()
        )
    return bool(wanted == found)


@pytest.mark.parametrize("case", list(cases()))
def test_judged_cases(case: dict[str, Any], laws: Callable[[str], Law]) -> None:
    """The ruling has the expected verdict and everything else that the case expects."""
    ruling = answered(case, laws)
    assert ruling.verdict == comparable(case.get("verdict", True))
    assert within(comparable(case.get("answer", {})), comparable(ruling.value if "answer" in case else {}))
    if "depends_on" in case:
        assert sorted(ruling.depends_on) == sorted(case["depends_on"])
    done = [(each.citation.number, each.action.kind) for each in ruling.actions]
    cited = {each.number for each in ruling.citations} | {number for number, _kind in done}
    for number in map(str, case.get("cites", [])):
        assert any(each.startswith(number) for each in cited), (number, cited)
    for told in map(str, case.get("actions", [])):
        assert any(told in (number, kind) or (told == "choice" and each.action.choice) for (number, kind), each in zip(
            done, ruling.actions, strict=True)), (told, done)  # fmt: skip
