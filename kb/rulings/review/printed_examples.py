"""The rules' own worked examples as cases: situations with the answers that the rules print.

They stand in `data/examples`, one YAML file a subject, in our own words: which rule, which of its examples, a
situation, and what is to come out. The text of the examples stands in the editions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from typing import Any, Literal

from kb.dates import parse_date
from kb.errors import BadSituation, BadValue, Fault, RulesError
from kb.i18n import _
from kb.rule_number import RuleNumber
from kb.rulings.engine.answer import Ruling, ask
from kb.rulings.engine.questions import QuestionArguments, find_question
from kb.rulings.law.applicable_law import Law
from kb.rulings.situation.fact import InvalidFactValue, require_scalar
from kb.rulings.situation.parser import situation_from_node
from kb.rulings.situation.yaml_nodes import MappingNode, ScalarNode, SequenceNode, YamlNode, parse_yaml
from kb.storage.store import Store

EXAMPLES_FORMAT = "cr-examples/1"


@dataclass(frozen=True, slots=True)
class ExampleCase:
    """A worked example.

    Attributes:
        number: the rule that prints it.
        edition: the edition in which it stands so.
        example: which of the rule's examples, counted from 1; 0 where the rule itself is put to the test.
        about: what it shows, in a few words.
        ask: the question, with what it is about and who asks: `can-attack A p2`.
        by: who asks; "" if that doesn't matter.
        situation: the facts.
        expect: what is to come out, by field: verdict, answer, depends_on, actions.
        source: file and line.
    """

    number: RuleNumber
    edition: date
    example: int
    about: str
    ask: str
    by: str
    situation: MappingNode
    expect: MappingNode
    source: str


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What became of a case.

    Attributes:
        case: the case.
        differences: what came out otherwise than expected, in words; empty if nothing did.
        lacks: numbers of the rules whose text it takes, where the knowledge base lacks them and all that came out
            otherwise is due to that; a case that nobody can judge here.
    """

    case: ExampleCase
    differences: tuple[str, ...]
    missing_rules: tuple[str, ...] = ()

    @property
    def status(self) -> Literal["passed", "failed", "not-run"]:
        """Whether it came out as expected; `not-run` where the knowledge base lacks what would tell."""
        return "not-run" if self.missing_rules else "failed" if self.differences else "passed"


def packaged_cases() -> Iterator[ExampleCase]:
    """The packaged cases, file by file.

    Raises:
        BadSituation: a file isn't in the form.
    """
    folder = files("data") / "examples"
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".yaml"):
            yield from read_cases(file.read_text(encoding="utf-8"), file.name)


def read_cases(text: str, source: str) -> Iterator[ExampleCase]:
    """The cases of a file.

    Raises:
        BadSituation: it isn't in the form.
    """
    top = _fields(parse_yaml(text, source))
    try:
        edition = _edition(top)
        listed = top["cases"]
        for item in listed.items if isinstance(listed, SequenceNode) else ():
            yield _case(item, edition, source)
    except KeyError as problem:
        raise BadSituation(source, (Fault(1, 1, "", _("{key} is missing", key=problem)),)) from problem
    except InvalidFactValue as problem:
        fault = Fault(problem.node.line, problem.node.column, "", str(problem))
        raise BadSituation(source, (fault,)) from problem


def _edition(top: dict[str, YamlNode]) -> date:
    if require_scalar(top["format"], EXAMPLES_FORMAT).text != EXAMPLES_FORMAT:
        raise InvalidFactValue(top["format"], _("give {format}", format=EXAMPLES_FORMAT))
    day = require_scalar(top["edition"], _("a day"))
    try:
        return parse_date(day.text)
    except BadValue as problem:
        raise InvalidFactValue(day, str(problem)) from problem


def _case(item: YamlNode, edition: date, source: str) -> ExampleCase:
    fields = _fields(item)
    situation, expect = fields["situation"], fields["expect"]
    if not isinstance(situation, MappingNode) or not isinstance(expect, MappingNode):
        raise InvalidFactValue(item, _("situation and expect are mappings"))
    return ExampleCase(
        RuleNumber.parse(_text(fields, "rule")),
        edition,
        int(_text(fields, "example", "0")),
        _text(fields, "about", ""),
        _text(fields, "ask"),
        _text(fields, "by", ""),
        situation,
        expect,
        f"{source}:{item.line}",
    )


def _fields(node: YamlNode) -> dict[str, YamlNode]:
    if not isinstance(node, MappingNode):
        raise InvalidFactValue(node, _("give fields with their values"))
    return {key.text: value for key, value in node.entries}


def _text(fields: dict[str, YamlNode], name: str, otherwise: str | None = None) -> str:
    if name not in fields and otherwise is not None:
        return otherwise
    return require_scalar(fields[name], _("a text")).text


def run_case(case: ExampleCase, store: Store | None) -> CaseResult:
    """Put a case to the rules of its edition.

    Args:
        case: the case.
        store: what is known; without it the pins tell which rules hold.
    """
    try:
        now = situation_from_node(case.situation, case.source)
        name, *things = case.ask.split()
        asked = QuestionArguments(name, tuple(things), case.by or None)
        law = Law(store, case.edition)
        ruling = ask(find_question(name), now, law, asked)
    except RulesError as problem:
        return CaseResult(case, (str(problem),))
    differences, lacking = [], []
    for field, wanted in _fields(case.expect).items():
        expected, found = _plain(wanted), _came_out(ruling, field)
        if expected != found:
            differences.append(_("{field}: {found} instead of {expected}", field=field, found=found, expected=expected))
            lacking.append(_lacking(case, law, field, expected, found))
    lacks = {number for numbers in lacking for number in numbers} if all(lacking) else set()
    return CaseResult(case, tuple(differences), tuple(map(str, sorted(lacks))))


def _lacking(case: ExampleCase, law: Law, field: str, expected: Any, found: Any) -> list[RuleNumber]:
    """The rules to whose missing text it is due that a field came out otherwise; none if it isn't due to that.

    Where an older edition is the newest one, that one has answered. An answer that reads lists from rules can't be told
    without their text. A rule whose text is missing gives way, in what is cited, to another that says the same.
    """
    if law.base not in (None, case.edition):
        return [case.number]
    if field not in ("cites", "actions"):
        return sorted(law.missing_texts)
    missing = [RuleNumber.parse(row.split()[0]) for row in expected if row not in found]
    return missing if not any(map(law.has_text_of, missing)) else []


def _came_out(ruling: Ruling, field: str) -> Any:
    """A field of an answer in the form of the files: words, lists and mappings of words."""
    if field == "actions":
        rows = [f"{each.citation.number} {each.action.kind} {' '.join(each.action.things)}" for each in ruling.actions]
        return sorted(rows)
    if field == "cites":
        return sorted(cited.number for cited in ruling.citations)
    found = {"verdict": ruling.verdict, "answer": ruling.value, "depends_on": list(ruling.depends_on)}[field]
    return _worded(found)


def _worded(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _worded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_worded(each) for each in value]
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _plain(node: YamlNode) -> Any:
    if isinstance(node, ScalarNode):
        return node.text
    if isinstance(node, SequenceNode):
        return [_plain(item) for item in node.items]
    return {key: _plain(value) for key, value in _fields(node).items()}
