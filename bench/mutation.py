"""Which conditions of the encoded rules no test guards: `python -m bench.mutation [SUBJECT...]`.

Each condition is turned round, one at a time: `all_of` becomes `any_of`, `not_` is taken away, a comparison or a
number changes, a condition is left out. The tests of the rulings are run on what comes out; a turn that no test
notices survives. With --list, the survivors alone are printed; the exit status is 1 if more than 5 % survive.

The tests are run once as they are, and it is noted which of them come by which line; only these can notice what is
turned there. Everything happens in this process and its forks: the module is compiled from its changed tree, its rules
take the place of the real ones, and pytest runs until the first failure.
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

_SWAPPED = {"all_of": "any_of", "any_of": "all_of", "every": "some", "some": "every"}
_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Turn:
    """One condition turned round.

    Attributes:
        line: where.
        lines: the lines of its statement.
        what: what was done to it.
        tree: the module with it.
    """

    line: int
    lines: range
    what: str
    tree: ast.Module


def turns(source: str) -> Iterator[Turn]:
    """Every way to turn one condition of a module round."""
    tree = ast.parse(source)
    statements = [_lines(each) for each in ast.walk(tree) if isinstance(each, ast.stmt)]
    for place, node in enumerate(ast.walk(tree)):
        for what in _ways(node):
            changed = copy.deepcopy(tree)
            twin = next(each for at, each in enumerate(ast.walk(changed)) if at == place)
            replacement = _turned(twin, what)
            if replacement is not twin:
                changed = _Replacing(twin, replacement).visit(changed)
            line = getattr(node, "lineno", 0)
            around = min((each for each in statements if line in each), key=len)
            yield Turn(line, around, f"{what}: {ast.unparse(node)[:90]}", ast.fix_missing_locations(changed))


def _lines(statement: ast.stmt) -> range:
    """The lines of a statement, what decorates it included."""
    decorated = [each.lineno for each in getattr(statement, "decorator_list", ())]
    return range(min([statement.lineno, *decorated]), (statement.end_lineno or statement.lineno) + 1)


def _ways(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in _SWAPPED:
            many = [
                f"left out {place}" for place in range(len(node.args)) if not isinstance(node.args[place], ast.Starred)
            ]
            drop = many if len(node.args) > 1 else []
            swap = ["swapped"] if len(node.args) > 1 or node.func.id in ("every", "some") else []
            return [*swap, *drop]
        return ["not taken away"] if node.func.id == "not_" else []
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARED and not _is_python(node):
        return ["compared otherwise"]
    return []


def _is_python(node: ast.Compare) -> bool:
    """Whether a comparison is of Python's own values and decides what is looked at, not what is so."""
    text = ast.unparse(node)
    return (
        ".given" in text or ".value" in text or "len(" in text or ".low" in text or "place[" in text or ".id " in text
    )


def _turned(node: ast.AST, what: str) -> ast.AST:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if what == "swapped":
            node.func.id = _SWAPPED[node.func.id]
        elif what == "not taken away":
            return node.args[0]
        else:
            del node.args[int(what.rpartition(" ")[2])]
    elif isinstance(node, ast.Compare):
        node.ops[0] = _COMPARED[type(node.ops[0])]()
    return node


class _Replacing(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else super().generic_visit(node)


class Passing:
    """Which tests come by which line of the encoded rules.

    Attributes:
        of: by module and line, the names of tests.
    """

    def __init__(self, tests: list[str]) -> None:
        """Run the tests once.

        Raises:
            SystemExit: one fails as it is.
        """
        self._watching = coverage.Coverage(data_file=None, include=[f"{FOLDER}/*"], messages=False)
        self._watching.start()
        status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests], plugins=[self])
        self._watching.stop()
        if status:
            raise SystemExit("the tests fail before anything is turned")
        data = self._watching.get_data()
        self.of = {
            (Path(file).stem, line): {name for name in names if name}
            for file in data.measured_files()
            for line, names in data.contexts_by_lineno(file).items()
        }

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Note what runs from here on as this test's."""
        self._watching.switch_context(item.nodeid)

    def by(self, subject: str, turn: Turn) -> list[str]:
        """The tests that come by what is turned."""
        return sorted({name for line in turn.lines for name in self.of.get((subject, line), ())})


def survives(subject: str, turn: Turn, tests: list[str]) -> bool:
    """Whether none of some tests notices a turn. Run in a fork, so that nothing of it stays."""
    if not tests:
        return True
    child = os.fork()
    if child == 0:
        status = 2
        try:
            status = _noticed(subject, turn, tests)
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _noticed(subject: str, turn: Turn, tests: list[str]) -> int:
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.dup2(sink, 2)
    module = _modules()[subject]
    before = dict(vars(module))
    exec(compile(turn.tree, str(module.__file__), "exec"), vars(module))  # noqa: S102, our own source
    _import_anew(before, vars(module))
    _forget()
    return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests]))


def _import_anew(before: dict[str, object], after: dict[str, object]) -> None:
    """Give the modules that import something of the changed one what it is now: they go on with the real one else."""
    changed = {id(old): after[name] for name, old in before.items() if after[name] is not old and name[:2] != "__"}
    for module in [each for name, each in sys.modules.items() if name.startswith("kb.")]:
        for name, value in list(vars(module).items()):
            if id(value) in changed:
                setattr(module, name, changed[id(value)])


def _forget() -> None:
    """Forget which rules and questions there are: they are found anew."""
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
    """The modules of encoded rules by their own names."""
    from kb.rulings.law import rule_registry

    return {each.__name__.rpartition(".")[2]: each for each in rule_registry.rule_modules()}


def main() -> int:
    """Turn every condition of some subjects, or of all."""
    parser = argparse.ArgumentParser(prog="python -m bench.mutation", description=__doc__.partition("\n")[0])
    parser.add_argument("subjects", nargs="*", help="modules of kb/rulings/encoded; default: all")
    parser.add_argument("--list", action="store_true", help="print the survivors alone")
    parser.add_argument("--tests", nargs="*", help="test files; default: all of tests/kb/rulings")
    given = parser.parse_args()
    modules = _modules()
    tests = given.tests or [str(each) for each in sorted(TESTS.glob("test_*.py")) if each.stem != "test_documents"]
    passing = Passing(tests)
    made = survived = 0
    for subject in given.subjects or modules:
        for turn in turns(Path(str(modules[subject].__file__)).read_text(encoding="utf-8")):
            made += 1
            if survives(subject, turn, passing.by(subject, turn)):
                survived += 1
                print(f"survives  {subject}.py:{turn.line}  {turn.what}", flush=True)
        if not given.list:
            print(f"{subject}: {made - survived} of {made} turns noticed so far", flush=True)
    share = 100 * (made - survived) / made if made else 100
    print(f"{made - survived} of {made} turned conditions are noticed by a test: {share:.1f} %")
    return 0 if share >= 95 else 1


if __name__ == "__main__":
    sys.exit(main())
