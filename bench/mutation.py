"""Find conditions of encoded rules that no test guards: `python -m bench.mutation [MODULE...]`.

A mutant is a module with one changed condition: `all_of` becomes `any_of`, `not_` is removed, a comparison is reversed,
or a condition is left out. A mutant survives if no test fails. With --list only the survivors are printed. The exit
status is 1 if more than 5 % of the mutants survive.

First the tests run with unchanged rules, to record which tests execute each line. A mutant is tested only with the
tests that execute its changed statement. Each mutant is compiled and tested in a fork of this process. In the fork,
the mutant's rules replace the real rules, and the tests run until a test fails.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import coverage
import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "kb/rulings/encoded"
TESTS = ROOT / "tests/kb/rulings"

_SWAPS = {"all_of": "any_of", "any_of": "all_of", "every": "some", "some": "every"}
_REVERSED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one changed condition.

    `line` is the line of the condition, `lines` are the lines of its statement. `mutation` describes the change.
    """

    line: int
    lines: range
    mutation: str
    tree: ast.Module


def mutants(source: str) -> Iterator[Mutant]:
    """Yield a mutant for every possible change of one condition in a module's source."""
    tree = ast.parse(source)
    statements = [_lines(each) for each in ast.walk(tree) if isinstance(each, ast.stmt)]
    for place, node in enumerate(ast.walk(tree)):
        for mutation in _mutations(node):
            changed = copy.deepcopy(tree)
            twin = next(each for at, each in enumerate(ast.walk(changed)) if at == place)
            replacement = _mutate(twin, mutation)
            if replacement is not twin:
                changed = _Replacing(twin, replacement).visit(changed)
            line = getattr(node, "lineno", 0)
            around = min((each for each in statements if line in each), key=len)
            yield Mutant(line, around, f"{mutation}: {ast.unparse(node)[:90]}", ast.fix_missing_locations(changed))


def _lines(statement: ast.stmt) -> range:
    """Return the line numbers of a statement and its decorators."""
    decorated = [each.lineno for each in getattr(statement, "decorator_list", ())]
    return range(min([statement.lineno, *decorated]), (statement.end_lineno or statement.lineno) + 1)


def _mutations(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in _SWAPS:
            many = [
                f"left out {place}" for place in range(len(node.args)) if not isinstance(node.args[place], ast.Starred)
            ]
            drop = many if len(node.args) > 1 else []
            swap = ["swapped"] if len(node.args) > 1 or node.func.id in ("every", "some") else []
            return [*swap, *drop]
        return ["not removed"] if node.func.id == "not_" else []
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _REVERSED and not _is_python(node):
        return ["comparison reversed"]
    return []


def _is_python(node: ast.Compare) -> bool:
    """Return True if a comparison isn't a rule's condition, but only selects data. Such comparisons aren't mutated."""
    text = ast.unparse(node)
    return (
        ".given" in text or ".value" in text or "len(" in text or ".low" in text or "place[" in text or ".id " in text
    )


def _mutate(node: ast.AST, mutation: str) -> ast.AST:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if mutation == "swapped":
            node.func.id = _SWAPS[node.func.id]
        elif mutation == "not removed":
            return node.args[0]
        else:
            del node.args[int(mutation.rpartition(" ")[2])]
    elif isinstance(node, ast.Compare):
        node.ops[0] = _REVERSED[type(node.ops[0])]()
    return node


class _Replacing(ast.NodeTransformer):
    """A transformer that replaces the node `old` by the node `new`."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else super().generic_visit(node)


class LineTests:
    """The tests that execute each line of the encoded rules.

    `of` is a dict from module name and line number to the names of tests.
    """

    def __init__(self, tests: list[str]) -> None:
        """Run the tests once. Exit if a test fails."""
        self._watching = coverage.Coverage(data_file=None, include=[f"{FOLDER}/*"], messages=False)
        self._watching.start()
        status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests], plugins=[self])
        self._watching.stop()
        if status:
            raise SystemExit("the tests fail without any mutation")
        data = self._watching.get_data()
        self.of = {
            (Path(file).stem, line): {name for name in names if name}
            for file in data.measured_files()
            for line, names in data.contexts_by_lineno(file).items()
        }

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Before each test, tell coverage.py to attribute the lines that are executed next to this test."""
        self._watching.switch_context(item.nodeid)

    def by(self, subject: str, mutant: Mutant) -> list[str]:
        """Return the names of the tests that execute the changed statement of a mutant of the module `subject`."""
        return sorted({name for line in mutant.lines for name in self.of.get((subject, line), ())})


def survives(subject: str, mutant: Mutant, tests: list[str]) -> bool:
    """Return True if no test fails with a mutant. The tests run in a fork, so that this process stays unchanged."""
    if not tests:
        return True
    child = os.fork()
    if child == 0:
        status = 2
        try:
            status = _test_mutant(subject, mutant, tests)
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _test_mutant(subject: str, mutant: Mutant, tests: list[str]) -> int:
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.dup2(sink, 2)
    module = _modules()[subject]
    before = dict(vars(module))
    exec(compile(mutant.tree, str(module.__file__), "exec"), vars(module))  # noqa: S102, our own source
    _import_anew(before, vars(module))
    _forget()
    return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests]))


def _import_anew(before: dict[str, object], after: dict[str, object]) -> None:
    """Replace the changed module's old objects by its new ones in all modules that have imported them.

    `before` and `after` are the names and objects of the changed module.
    """
    changed = {id(old): after[name] for name, old in before.items() if after[name] is not old and name[:2] != "__"}
    for module in [each for name, each in sys.modules.items() if name.startswith("kb.")]:
        for name, value in list(vars(module).items()):
            if id(value) in changed:
                setattr(module, name, changed[id(value)])


def _forget() -> None:
    """Clear the caches of rules and questions."""
    from kb.rulings.engine import questions
    from kb.rulings.law import rule_registry

    for found in (
        rule_registry.rules,
        rule_registry.variants_by_concept,
        rule_registry.rules_for_question,
        questions.all_questions,
    ):
        found.cache_clear()


def _modules() -> dict[str, ModuleType]:
    """Return a dict from the last part of a module's name to the module, for all modules of encoded rules."""
    from kb.rulings.law import rule_registry

    return {each.__name__.rpartition(".")[2]: each for each in rule_registry.rule_modules()}


def main() -> int:
    """Mutate every condition of the given modules, or of all modules if none is given."""
    parser = argparse.ArgumentParser(prog="python -m bench.mutation", description=__doc__.partition("\n")[0])
    parser.add_argument("subjects", nargs="*", help="modules of kb/rulings/encoded; default: all")
    parser.add_argument("--list", action="store_true", help="print the survivors alone")
    parser.add_argument("--tests", nargs="*", help="test files; default: all of tests/kb/rulings")
    given = parser.parse_args()
    modules = _modules()
    tests = given.tests or [str(each) for each in sorted(TESTS.rglob("test_*.py")) if each.stem != "test_documentation"]
    line_tests = LineTests(tests)
    made = survived = 0
    for subject in given.subjects or modules:
        for mutant in mutants(Path(str(modules[subject].__file__)).read_text(encoding="utf-8")):
            made += 1
            if survives(subject, mutant, line_tests.by(subject, mutant)):
                survived += 1
                print(f"survives  {subject}.py:{mutant.line}  {mutant.mutation}", flush=True)
        if not given.list:
            print(f"{subject}: {made - survived} of {made} mutants killed so far", flush=True)
    share = 100 * (made - survived) / made if made else 100
    print(f"{made - survived} of {made} mutants are killed by a test: {share:.1f} %")
    return 0 if share >= 95 else 1


if __name__ == "__main__":
    sys.exit(main())
