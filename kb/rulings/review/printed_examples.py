"""Test cases from the examples that the rules print: situations with the expected answers.

`data/examples` has one YAML file for each subject. A case has a rule, the number of its example, a situation and the
expected answer. The cases are in our own words; only the editions have the text of the examples.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from typing import Any, Literal

from kb.errors import BadSituation, Fault, RulesError
from kb.i18n import _
from kb.rule_number import RuleNumber
from kb.rulings.engine.answer import Ruling, ask
from kb.rulings.engine.question_search import find_question
from kb.rulings.engine.questions import QuestionArguments
from kb.rulings.law.applicable_law import Law
from kb.rulings.situation.fact import InvalidFactValue, parse_day, require_scalar
from kb.rulings.situation.parser import situation_from_node
from kb.rulings.situation.yaml_nodes import MappingNode, ScalarNode, SequenceNode, YamlNode, parse_yaml
from kb.storage.store import Store

EXAMPLES_FORMAT = "cr-examples/1"


@dataclass(frozen=True, slots=True)
class ExampleCase:
    """An example as a test case.

    Attributes:
        number: number of the rule that prints the example.
        edition: an edition that prints the example in this form.
        example: number of the rule's example, counted from 1; 0 for a case of the rule itself.
        about: the subject of the case in a few words.
        ask: the question with its arguments: `can-attack A p2`.
        by: id of the player who asks, or "".
        situation: the facts.
        expect: the expected fields: verdict, answer, depends_on, cites, actions.
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
    """The result of a case.

    Attributes:
        case: the case.
        differences: the unexpected fields, in words.
        missing_rules: numbers of the rules that the knowledge base lacks, if they explain every difference; else empty.
    """

    case: ExampleCase
    differences: tuple[str, ...]
    missing_rules: tuple[str, ...] = ()

    @property
    def status(self) -> Literal["passed", "failed", "not-run"]:
        """`not-run` if missing rules explain every difference; otherwise `passed` or `failed`."""
        return "not-run" if self.missing_rules else "failed" if self.differences else "passed"


def packaged_cases() -> Iterator[ExampleCase]:
    """Yield the packaged cases, file by file.

    Raises:
        BadSituation: a file doesn't have the format of `data/examples`.
    """
    folder = files("data") / "examples"
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".yaml"):
            yield from read_cases(file.read_text(encoding="utf-8"), file.name)


def read_cases(text: str, source: str) -> Iterator[ExampleCase]:
    """Yield the cases of a file.

    Raises:
        BadSituation: the file doesn't have the format of `data/examples`.
    """
    top = _fields(parse_yaml(text, source))
    try:
        _check_format(top["format"])
        edition, listed = parse_day(top["edition"]), top["cases"]
        for item in listed.items if isinstance(listed, SequenceNode) else ():
            yield _case(item, edition, source)
    except KeyError as problem:
        raise BadSituation(source, (Fault(1, 1, "", _("{key} is missing", key=problem)),)) from problem
    except InvalidFactValue as problem:
        fault = Fault(problem.node.line, problem.node.column, "", str(problem))
        raise BadSituation(source, (fault,)) from problem


def _check_format(node: YamlNode) -> None:
    if require_scalar(node, EXAMPLES_FORMAT).text != EXAMPLES_FORMAT:
        raise InvalidFactValue(node, _("give {format}", format=EXAMPLES_FORMAT))


def _case(item: YamlNode, edition: date, source: str) -> ExampleCase:
    fields = _fields(item)
    situation, expect = fields["situation"], fields["expect"]
    if not isinstance(situation, MappingNode) or not isinstance(expect, MappingNode):
        raise InvalidFactValue(item, _("situation and expect are mappings"))
    return ExampleCase(
        RuleNumber.parse(_text(fields, "rule")), edition, int(_text(fields, "example", "0")),
        _text(fields, "about", ""), _text(fields, "ask"), _text(fields, "by", ""), situation, expect,
        f"{source}:{item.line}",
    )  # fmt: skip


def _fields(node: YamlNode) -> dict[str, YamlNode]:
    if not isinstance(node, MappingNode):
        raise InvalidFactValue(node, _("give fields with their values"))
    return {key.text: value for key, value in node.entries}


def _text(fields: dict[str, YamlNode], name: str, otherwise: str | None = None) -> str:
    if name not in fields and otherwise is not None:
        return otherwise
    return require_scalar(fields[name], _("a text")).text


def run_case(case: ExampleCase, store: Store | None) -> CaseResult:
    """Ask the question of a case under the rules of its edition.

    If `store` is None, the variant of each concept is chosen by the days of its reviewed wordings.
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
        expected, found = _node_content(wanted), _actual_field(ruling, field)
        if expected != found:
            differences.append(_("{field}: {found} instead of {expected}", field=field, found=found, expected=expected))
            lacking.append(_explaining_rules(case, law, field, expected, found))
    lacks = {number for numbers in lacking for number in numbers} if all(lacking) else set()
    return CaseResult(case, tuple(differences), tuple(map(str, sorted(lacks))))


def _explaining_rules(case: ExampleCase, law: Law, field: str, expected: Any, found: Any) -> list[RuleNumber]:
    """Return the rules whose missing text explains an unexpected field, or an empty list if none explains it.

    A missing text explains the field in three cases. The answer came from another edition, because the store lacks the
    edition of the case. The answer needs a list that the missing text prints. The answer should cite the missing rule,
    and cites another rule instead.
    """
    if law.base not in (None, case.edition):
        return [case.number]
    if field not in ("cites", "actions"):
        return sorted(law.missing_texts)
    missing = [RuleNumber.parse(row.split()[0]) for row in expected if row not in found]
    return missing if not any(map(law.has_text_of, missing)) else []


def _actual_field(ruling: Ruling, field: str) -> Any:
    """Return a field of an answer in the form that example files use: words, lists and mappings of words."""
    if field == "actions":
        rows = [f"{each.citation.number} {each.action.kind} {' '.join(each.action.things)}" for each in ruling.actions]
        return sorted(rows)
    if field == "cites":
        return sorted(cited.number for cited in ruling.citations)
    found = {"verdict": ruling.verdict, "answer": ruling.value, "depends_on": list(ruling.depends_on)}[field]
    return _as_words(found)


def _as_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _as_words(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_as_words(each) for each in value]
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _node_content(node: YamlNode) -> Any:
    if isinstance(node, ScalarNode):
        return node.text
    if isinstance(node, SequenceNode):
        return [_node_content(item) for item in node.items]
    return {key: _node_content(value) for key, value in _fields(node).items()}
