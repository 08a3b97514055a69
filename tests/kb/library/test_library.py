"""The Python API: rules, searches, checks and rulings for programs."""

from __future__ import annotations

import ast
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from datetime import date
from pathlib import Path

import pytest

import kb
from tests.policy_books import add_books

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def library(starter_home: Path) -> Iterator[kb.Library]:
    """Open the starter data."""
    with kb.open(starter_home) as found:
        yield found


def test_a_rule_has_its_text_and_surroundings(library: kb.Library) -> None:
    """A rule of the starter data, as section 306 of 2025-06-06 prints it."""
    rule = library.at("2026-01-16").rule("306.6")
    assert rule.text.startswith("Planeswalkers can be attacked.")
    assert (rule.kind, rule.edition, rule.status, rule.from_excerpt) == ("rule", date(2025, 6, 6), "current", True)
    assert [each.target for each in rule.references] == ["508"]
    assert rule.parent is not None
    assert rule.parent.number == "306"
    assert rule.french is not None
    assert rule.french.text.startswith("Un planeswalker peut être attaqué.")
    assert rule.translation is not None
    assert rule.translation.state == "current"


def test_children_are_those_directly_below(library: kb.Library) -> None:
    """A section has rules, not their subrules."""
    section = library.at().rule("306")
    assert section.title == "Planeswalkers"
    assert [each.number for each in section.children][:5] == ["306.1", "306.2", "306.3", "306.4", "306.5"]
    assert all(each.kind == "rule" for each in section.children)


def test_citations_and_history(library: kb.Library) -> None:
    """306.8 cites 120.3; a pinned number of 2014 is found under today's."""
    view = library.at("2026-01-16")
    assert "306.9" in view.query("refs(704) & under(306)")
    assert {str(each.source) for each in view.cited_by("306")} >= {"110.1"} or view.cited_by("306") == ()
    history = view.rule("306.6").history
    assert history.lineage
    assert history.spans[-1].text == view.rule("306.6").text


def test_search_and_definitions(library: kb.Library) -> None:
    """The README's search finds 306.5 first."""
    found = library.at().search_results("loyalty", limit=3)
    assert found.total > len(found.hits) == 3
    assert library.at().search("loyalty", limit=1)[0].number in ("306.5", "306.7")
    assert all(hit.number and hit.number.startswith("303") for hit in library.at().search("aura", section="303"))


def test_lint_returns_right_and_wrong_citations(newest_home: Path) -> None:
    """Right citations are there too; a comment can ignore a wrong one; a strange quotation is marked."""
    library = kb.open(newest_home)
    text = "See CR 306.6.\nSee CR 306.99. rules-lint: ignore made up\nCR 306.6 “four words of nonsense here”\n"
    first, second, third = library.lint(text)
    assert (first.verdict, first.line, first.column, first.number) == ("ok", 1, 5, "306.6")
    assert (second.verdict, second.is_finding, second.ignored_because) == ("missing", False, "made up")
    assert third.quotation_is_in_rule is False
    (right,) = library.lint("CR 306.6 says “Planeswalkers can be attacked.”")
    assert right.quotation_is_in_rule is True
    library.close()


def test_the_questions_are_listed(library: kb.Library) -> None:
    """What `ask` takes is listed with an example of each."""
    found = {each.name: each for each in library.questions}
    assert "can-block" in found and "can-block" in found["can-block"].example


def test_ask_takes_facts_yaml_and_dicts(library: kb.Library) -> None:
    """A tapped creature can't attack (508.1a), however the situation is stated."""
    by_facts = library.ask("can-attack A", facts={"A.tapped": "yes"})
    stated = {
        "format": "cr-situation/1",
        "as_of": "2026-01-16",
        "players": {"p1": {}, "p2": {}},
        "objects": [{"id": "A", "zone": "battlefield", "controller": "p1", "types": ["creature"], "tapped": True}],
    }
    assert by_facts.verdict == "no"
    assert any(each.number == "508.1a" for each in by_facts.citations)
    by_dict = library.ask("can-attack A", stated)
    assert by_dict.verdict == "no"


def test_a_pasted_card_has_governing_rules(newest_home: Path) -> None:
    """Flying is 702.9 in the newest edition."""
    with kb.open(newest_home) as library:
        card = library.card_from_text("Gate of Glass {2}\nArtifact Creature — Wall\nFlying\n0/4")
    (line,) = card.lines
    assert [str(rule) for rule in line.rules] == ["702.9 Flying"]


def test_a_term_has_the_rule_with_its_heading(newest_home: Path) -> None:
    """Flying is 702.9; that a creature with flying can't be blocked is 702.9b. The legend rule has no heading."""
    with kb.open(newest_home) as library:
        flying, legend = library.at().define("flying"), library.at().define("legend rule")
    assert flying.text == "\n".join(flying.senses)
    assert flying.rule is not None
    assert flying.defining_rule is not None
    assert (flying.rule.number, flying.rule.title, flying.defining_rule.number) == ("702.9", "Flying", "702.9b")
    assert legend.rule == legend.defining_rule


def test_a_diff_is_a_loop_over_changes(every_edition: Path) -> None:
    """From 2025-11-14 to 2026-01-16, all changes of section 702 have a number in it."""
    with kb.open(every_edition) as library:
        found = library.diff("2025-11-14", "2026-01-16", section="702")
        whole = library.diff("2025-11-14", "2026-01-16")
        days = [each.effective for each in library.editions("en", whole=True)]
    assert len(found) == sum(found.summary.values()) > 0
    assert all("702." in f"{each.old_number} {each.new_number}" for each in found)
    assert {each.number for each in found} <= {each.number for each in whole}
    assert days == sorted(days)


def test_errors_are_one_sentence(library: kb.Library, tmp_path: Path) -> None:
    """Bad values are refused by name."""
    view = library.at()
    with pytest.raises(kb.NotFound, match=r"306\.99"):
        view.rule("306.99")
    with pytest.raises(kb.BadValue, match="abc"):
        view.rule("abc")
    with pytest.raises(kb.BadValue, match="give en or fr"):
        library.at(lang="de")
    with pytest.raises(kb.BadValue, match="yesterday"):
        library.at("yesterday")
    with pytest.raises(kb.BadValue, match="20150101"):
        library.at(20150101)  # type: ignore[call-overload]
    with pytest.raises(kb.NotFound, match=r"before 20\d\d-\d\d-\d\d; 1990-01-01 is earlier"):
        library.at("1990-01-01")
    with pytest.raises(kb.BadValue, match="or the same as a dict"):
        library.ask("can-block B A", tmp_path / "situation.yaml")  # type: ignore[arg-type]
    with pytest.raises(kb.StoreError, match="rules sync"):
        kb.open(tmp_path)
    with pytest.raises(AttributeError):
        kb.nonsense  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(FrozenInstanceError):
        view.rule("306.6").number = "1"  # type: ignore[misc]


def test_a_closed_library_says_so(starter_home: Path) -> None:
    """After `close`, nothing is read."""
    library = kb.open(starter_home)
    view = library.at()
    library.close()
    with pytest.raises(kb.RulesError, match="closed"):
        view.rule("306")


def test_threads_share_a_library(library: kb.Library) -> None:
    """Eight threads read rules, search and check at the same time, and all get the same answers."""
    view = library.at("2026-01-16")

    def read(at: int) -> tuple[str, str | None, str, int]:
        rule = view.rule(f"306.{at % 9 + 1}")
        hit = view.search("loyalty counter", limit=1)[0]
        return rule.number, hit.number, library.lint("CR 306.6")[0].verdict, len(view.rule("306.5").history.events)

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(read, range(40)))
    assert [each[0] for each in found] == [f"306.{at % 9 + 1}" for at in range(40)]
    assert len({each[1:] for each in found}) == 1


def test_lint_can_be_pickled(newest_home: Path) -> None:
    """The function and its results go to other processes and back."""
    check = pickle.loads(pickle.dumps(kb.lint))
    found = check("CR 306.99", home=newest_home)
    assert pickle.loads(pickle.dumps(found)) == found
    assert found[0].verdict == "missing"


def test_type_checkers_see_the_names_that_programs_get() -> None:
    """The block for type checkers and the table of modules have the same names."""
    tree = ast.parse((ROOT / "kb/__init__.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    typed = {
        (node.module, alias.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }  # fmt: skip
    given = {(module, name) for module, names in kb._MODULES.items() for name in names.split()}
    assert typed == given
    for _module, name in given:
        assert getattr(kb, name).__doc__, name
        assert name in dir(kb)


def test_importing_kb_imports_nothing_else() -> None:
    """`import kb` alone loads no other module of the program and nothing that takes long."""
    script = (
        "import sys, kb; print(*sorted(each for each in sys.modules if each.startswith(('kb.', 'typing', 'sqlite'))))"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


def test_the_documented_script_runs(every_edition: Path, tmp_path: Path) -> None:
    """The scripts of docs/api.md that need all editions run as typed."""
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    scripts = re.findall(r"<!-- \w+ -->\n```python\n(.*?)```", page, re.DOTALL)
    assert len(scripts) == 4
    (tmp_path / "script.py").write_text("\n".join(scripts), encoding="utf-8")
    env = {
        "RULES_HOME": str(every_edition),
        "PYTHONPATH": str(ROOT),
        "PATH": "",
        "RULES_CACHE": os.environ["RULES_CACHE"],
    }
    run = subprocess.run(
        [sys.executable, "-W", "error", "script.py"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert run.stderr == ""
    assert "CR 702.999 missing" in run.stdout
    assert "today it is 702.19b" in run.stdout
    assert "no ()\n" in run.stdout and "702.9b A creature with flying can’t be blocked" in run.stdout


def test_the_other_examples_run(starter_home: Path, tmp_path: Path) -> None:
    """The short examples of docs/api.md run on the starter data."""
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    page = re.sub(r"<!-- [\w ]+ -->\n```python", "```skipped", page)
    for at, script in enumerate(re.findall(r"```python\n(.*?)```", page, re.DOTALL)):
        (tmp_path / f"e{at}.py").write_text(script, encoding="utf-8")
        env = {"RULES_HOME": str(starter_home), "PYTHONPATH": str(ROOT), "RULES_CACHE": os.environ["RULES_CACHE"]}
        run = subprocess.run(
            [sys.executable, f"e{at}.py"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )
        assert (run.returncode, run.stderr) == (0, ""), script


@pytest.fixture
def books(home: Path) -> Iterator[kb.Library]:
    """Open the invented editions of the judges' other books."""
    add_books(home)
    with kb.open(home) as found:
        yield found


def test_the_script_about_the_books_runs(home: Path, tmp_path: Path) -> None:
    """The script of docs/api.md about the other books runs as typed, and is typed."""
    add_books(home)
    (script,) = re.findall(r"<!-- with books -->\n```python\n(.*?)```", (ROOT / "docs/api.md").read_text(), re.DOTALL)
    (tmp_path / "script.py").write_text(script, encoding="utf-8")
    env = {"RULES_HOME": str(home), "PYTHONPATH": str(ROOT), "PATH": "", "RULES_CACHE": os.environ["RULES_CACHE"]}
    run = subprocess.run(
        [sys.executable, "-W", "error", "script.py"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert run.stderr == ""
    for line in (
        "4.2 Tournament Shortcuts of 2024-09-23",
        "cites mtr 4.2",
        "philosophy A player can look at cards by accident (MTR section 4.2). See also rule 306.5d.",
        "ipg 2.2/philosophy A player can look at cards by accident (MTR section 4.2).",
        "3.9 Insufficient Shuffling Warning",
        "2.2 Warning",
        "at Regular: A player sees a card in a library that they shouldn't have seen",
        "moved 3.4 3.9",
        "mtr 4.99 missing",
    ):
        assert line in run.stdout.split("\n"), run.stdout


def test_a_book_is_a_view(books: kb.Library) -> None:
    """Numbers, parts and references of `tests.policy_books`."""
    mtr, ipg = books.at("2025-01-01", doc="mtr"), books.at("2025-01-01", doc="ipg")
    assert (mtr.doc, mtr.edition, books.at().doc) == ("mtr", date(2024, 9, 23), "cr")
    infraction = ipg.rule("IPG 2.2")
    assert [*infraction.parts] == [
        "penalty", "definition", "examples", "philosophy", "additional-remedy", "upgrade",
    ]  # fmt: skip
    assert infraction.parent is not None
    assert (infraction.parent.number, infraction.kind) == ("2", "section")
    assert infraction.parts["examples"].examples[0].startswith("A player drops a card")
    assert [(each.doc, each.target) for each in infraction.parts["philosophy"].references] == [
        ("mtr", "4.2"), ("cr", "306.5d"),
    ]  # fmt: skip
    assert [str(each.source) for each in mtr.cited_by("4.2")] == ["2.2/philosophy"]
    assert [str(each.target) for each in ipg.cites("2.2")] == ["4.2", "306.5d"]
    assert mtr.rule("4.4@2016-10-01").number == "4.5"
    assert mtr.rule("4.5").lineage == "4.4@2016-09-30"
    assert [each.number for each in books.at("2025-01-01", doc="jar").rules()] == [
        "Introduction", "common-issues", "common-issues/library",
    ]  # fmt: skip
    assert {hit.number for hit in mtr.search("loops", section="4")} == {"4.4"}
    assert [each.penalty for each in ipg.infractions] == ["Warning", "Game Loss", "Warning"]
    assert mtr.infractions == ()
    assert [each.effective for each in books.editions(doc="mtr")] == [date(2016, 9, 30), date(2024, 9, 23)]
    assert all(each.doc == "cr" for each in books.editions())


def test_a_penalty_is_found_by_words(books: kb.Library) -> None:
    """By initials, by a name of another edition, and if nothing is named so, by a search."""
    assert books.penalty("LEC").found_by == "initials"
    earlier = books.penalty("insufficient shuffling", as_of="2017-01-01")
    assert (str(earlier.infraction.number), earlier.infraction.penalty) == ("3.4", "Game Loss")
    assert [(str(each.edition), each.change.kinds) for each in earlier.changes] == [
        ("2024-09-23", ("penalty", "renumbered")),
    ]  # fmt: skip
    other = books.penalty("decklist problem", as_of="2017-01-01")
    assert (other.named_in, other.edition) == (date(2024, 9, 23), date(2024, 9, 23))
    with pytest.raises(kb.NotFound, match="rules penalties"):
        books.penalty("banana")
    with pytest.raises(kb.BadValue, match="as IPG 2"):
        books.penalty("MTR 4.2")


def test_errors_of_books_say_what_would_be_right(books: kb.Library) -> None:
    """A missing place is answered with those that are there."""
    ipg = books.at(doc="ipg")
    for number, message in (
        ("2.2/foo", "the parts of 2.2 are penalty, definition"), ("3.99", "chapter 3 has 3.4 to 3.9"),
    ):  # fmt: skip
        with pytest.raises(kb.NotFound, match=message):
            ipg.rule(number)
    with pytest.raises(kb.BadValue, match="document of this view is Infraction Procedure Guide"):
        ipg.rule("MTR 4.2")
    with pytest.raises(kb.NotFound, match="before 2016-09-30; 2010-01-01 is earlier"):
        books.at("2010-01-01", doc="ipg")
    with pytest.raises(kb.BadValue, match="give one of cr, mtr, ipg, jar"):
        books.at(doc="tr")


@pytest.mark.parametrize("name", ["kb", "ingest", "data"])
def test_a_foreign_package_is_named(tmp_path: Path, name: str) -> None:
    """If another project's package hides one of ours, one line says so."""
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("X = 1\n")
    script = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.argv = ['rules', 'editions']; "
    script += "import cli.__main__ as main; sys.exit(main.run())"
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT, capture_output=True, text=True, check=False, env={"RULES_HOME": str(tmp_path / "home")},
    )  # fmt: skip
    assert run.returncode == 2
    assert f"the package '{name}' in {tmp_path / name}" in run.stderr


def _fields(type_: type) -> set[str]:
    """Return the public fields and properties of a dataclass or a named tuple."""
    stored = getattr(type_, "__dataclass_fields__", None) or getattr(type_, "_fields", ())
    computed = {name for each in type_.__mro__ for name, value in vars(each).items() if isinstance(value, property)}
    return {name for name in {*stored, *computed} if not name.startswith("_")}


def test_the_page_lists_every_field_of_every_answer() -> None:
    """The table of docs/api.md names each type of the API that has fields, with exactly its fields."""
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    table = page.partition("## What the answers have")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.MULTILINE))
    unlisted = {"Library", "NumberRange", "RuleNumber", "SectionNumber", "SectionRange", "DiffSegment"}
    with_fields = {name for name in kb._SOURCES if isinstance(each := getattr(kb, name), type) and _fields(each)}
    assert {name for name in with_fields if not issubclass(getattr(kb, name), Exception)} - unlisted == set(rows)
    for name, text in rows.items():
        outside = re.sub(r"\([^()]*\)", "", text)  # What stands in parentheses explains a field.
        assert set(re.findall(r"`(\w+)`", outside)) == _fields(getattr(kb, name)), name
