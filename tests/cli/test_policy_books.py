"""What judges do with the policy documents: penalties, and citations in their texts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import kb
from tests.cli.test_json import validate
from tests.conftest import Rules
from tests.policy_books import add_books


@pytest.fixture
def books(home: Path) -> Path:
    """Return a knowledge base with two invented editions of IPG and MTR, and one of JAR."""
    add_books(home)
    return home


def test_penalties(rules: Rules, books: Path) -> None:
    """The table has the penalties of the edition in force; JSON follows the schema."""
    found = rules("penalties", "--json", home=books).data
    validate(found, "penalties")
    assert [(each["number"], each["infraction"], each["penalty"]) for each in found["penalties"]] == [
        ("2.2", "Looking at Extra Cards", "Warning"),
        ("3.4", "Decklist Problem", "Game Loss"),
        ("3.9", "Insufficient Shuffling", "Warning"),
    ]
    assert {(each["doc"], each["edition"]) for each in found["penalties"]} == {("ipg", "2024-09-23")}
    earlier = rules("penalties", "--as-of", "2017-01-01", home=books)
    assert "2.2\tLooking at Extra Cards\tWarning\n3.4\tInsufficient Shuffling\tGame Loss\n" in earlier.out
    assert "3.4 prints Game Loss; Appendix A prints Warning" in earlier.out


def test_penalties_compared(rules: Rules, books: Path) -> None:
    """Infractions are followed through other numbers; only changes of penalties are counted as such."""
    found = rules("penalties", "--compare", "2016-10-01,2024-10-01", "--json", home=books).data
    validate(found, "penalties")
    changes: list[dict[str, Any]] = found["changes"]
    assert [(each["new"]["number"], each["kinds"]) for each in changes] == [
        ("3.4", ["added"]),
        ("3.9", ["penalty", "renumbered"]),
    ]
    text = rules("penalties", "--compare", "2016-10-01,2024-10-01", home=books).out
    assert "3.4 Insufficient Shuffling\tGame Loss\t3.9 Insufficient Shuffling\tWarning\tpenalty, renumbered" in text
    assert "1 penalty changed" in text


def test_penalty(rules: Rules, books: Path) -> None:
    """The answer has the penalty at each level, the parts, and what changed."""
    found = rules("penalty", "LEC", "--json", home=books).data
    validate(found, "penalty")
    assert found["found_by"] == "initials"
    assert [(each["level"], each.get("penalty"), each["doc"]) for each in found["levels"]] == [
        ("Competitive", "Warning", "ipg"),
        ("Professional", "Warning", "ipg"),
        ("Regular", None, "jar"),
    ]
    assert found["levels"][2]["certain"] is True
    assert [part["part"] for part in found["parts"]] == [
        "definition", "examples", "philosophy", "additional-remedy", "upgrade",
    ]  # fmt: skip
    text = rules("penalty", "insufficient shuffling", home=books).out
    assert "2024-09-23  penalty, renumbered; Game Loss → Warning; 3.4 → 3.9" in text
    since = rules("penalty", "insufficient shuffling", "--as-of", "2017-01-01", home=books).out
    assert since.index("Changed since") < since.index("3.4 → 3.9")


def test_penalty_not_found(rules: Rules, books: Path, home: Path) -> None:
    """What isn't found is one clear line."""
    assert rules("penalty", "MTR 4.2", home=books).status == 2
    assert rules("penalty", "9.9", home=books).status == 1
    assert rules("penalties", "--compare", "2016-10-01", home=books).status == 2
    gap = rules("penalties", "--as-of", "2010-01-01", home=books)
    assert (gap.status, "before 2016-09-30" in gap.err) == (1, True)


def test_penalty_without_the_book(rules: Rules, home: Path) -> None:
    """Without the book, the message names it and the next step."""
    found = rules("penalties", home=home)
    assert found.status == 1
    assert "doesn't have the Infraction Procedure Guide; `rules ingest FILE` or `rules sync` adds it" in found.err


NOTES = """\
MTR 4.2 (Tournament Shortcuts), IPG 2.2/philosophy; a bare 2.2.
MTR 4.4 (Triggered Abilities) moved; IPG 3.4: Insufficient Shuffling, too.
MTR 4.7 is none; MTR 9.9 neither.
IPG 2.2 (Decklist Problem) is the wrong topic.
IPG 3.9: "A player fails to shuffle the deck so that no order of its cards is as probable."
"""


def lint(rules: Rules, home: Path, file: Path, *options: str) -> list[tuple[str, str, str | None]]:
    """Return text, verdict and suggestion of each citation."""
    found = rules("lint", str(file), "--json", *options, home=home).data
    validate(found, "lint")
    return [(each["text"], each["verdict"], each["suggestion"]) for each in found["citations"]]


def test_lint(rules: Rules, books: Path, tmp_path: Path) -> None:
    """Citations of the books get the verdicts of citations."""
    file = tmp_path / "notes.md"
    file.write_text(NOTES, encoding="utf-8")
    assert lint(rules, books, file, "--as-of", "2024-10-01") == [
        ("MTR 4.2", "ok", None),
        ("IPG 2.2/philosophy", "ok", None),
        ("MTR 4.4", "reused", "4.5"),
        ("IPG 3.4", "reused", "3.9"),
        ("MTR 4.7", "missing", None),
        ("MTR 9.9", "missing", None),
        ("IPG 2.2", "wrong-topic", "3.4"),
        ("IPG 3.9", "quote-mismatch", None),
    ]
    citations = rules("lint", str(file), "--json", home=books).data["citations"]
    assert [each["doc"] for each in citations][:2] == ["mtr", "ipg"]


def test_lint_written_under(rules: Rules, books: Path, tmp_path: Path) -> None:
    """A text of an earlier day cites the edition of that day. `--fix` puts the numbers of today in their places."""
    file = tmp_path / "notes.md"
    file.write_text("MTR 4.4, IPG 3.4 and MTR 4.5. IPG 2.2 (2016-09-30), IPG 3.4 (2016-09-30).\n", encoding="utf-8")
    assert lint(rules, books, file, "--written-under", "2017-01-01") == [
        ("MTR 4.4", "reused", "4.5"),
        ("IPG 3.4", "reused", "3.9"),
        ("MTR 4.5", "missing", None),
        ("IPG 2.2 (2016-09-30)", "ok", None),
        ("IPG 3.4 (2016-09-30)", "reused", "3.9"),
    ]
    rules("lint", str(file), "--written-under", "2017-01-01", "--fix", home=books)
    fixed = "MTR 4.5, IPG 3.9 and MTR 4.5. IPG 2.2 (2016-09-30), IPG 3.9 (2024-09-23).\n"
    assert file.read_text(encoding="utf-8") == fixed


def test_lint_without_the_book(rules: Rules, home: Path, tmp_path: Path) -> None:
    """A citation of a book that isn't in the knowledge base is unchecked, and the message names the book."""
    file = tmp_path / "notes.md"
    file.write_text("MTR 4.2\n", encoding="utf-8")
    found = rules("lint", str(file), "--json", home=home)
    assert [each["verdict"] for each in json.loads(found.out)["citations"]] == ["unchecked"]
    assert "Magic Tournament Rules" in found.out


def test_references_between_books(rules: Rules, books: Path) -> None:
    """References of a place and to it, in all books; a dangling one is named."""
    found = rules("refs", "MTR 4.2", "--json", home=books).data
    validate(found, "refs-book")
    assert found["outgoing"] == []
    assert [(each["source_doc"], each["source"]) for each in found["incoming"]] == [("ipg", "2.2/philosophy")]
    outgoing = rules("refs", "IPG 2.2", "--json", "--outgoing", home=books).data["outgoing"]
    assert [(each["doc"], each["target"], each["resolved"]) for each in outgoing] == [
        ("mtr", "4.2", True),
        ("cr", "306.5d", True),
    ]
    whole = rules("refs", "MTR", home=books)
    assert "MTR 4.4 → MTR 4.9  (isn't there)" in whole.out
    assert rules("refs", "MTR 9.9", home=books).status == 1
    assert rules("refs", "MTR 4.2", "--depth", "2", home=books).status == 2


def test_audit_of_a_book(rules: Rules, books: Path) -> None:
    """`rules audit --doc mtr` reports the reference to a section that isn't there."""
    found = rules("audit", "--doc", "mtr", "--json", home=books)
    validate(found.data, "audit")
    assert [(each["code"], each["where"], each["target"]) for each in found.data["findings"]] == [
        ("dangling-reference", "4.4", "4.9"),
    ]
    assert rules("audit", "--doc", "ipg", home=books).status == 0


def test_site(rules: Rules, books: Path, tmp_path: Path) -> None:
    """The site has a page for each section, text and changes of each edition, and all penalties."""
    folder = tmp_path / "site"
    assert rules("site", str(folder), home=books).status == 0
    section = (folder / "ipg/2.2/index.html").read_text(encoding="utf-8")
    assert 'href="../../mtr/4.2/"' in section
    assert 'href="../../cr/306.5d/"' in section
    assert 'id="additional-remedy"' in section
    cited = (folder / "mtr/4.2/index.html").read_text(encoding="utf-8")
    assert 'href="../../ipg/2.2/#philosophy"' in cited
    validate(json.loads((folder / "ipg/penalties/index.json").read_text(encoding="utf-8")), "penalties")
    penalties = (folder / "ipg/penalties/index.html").read_text(encoding="utf-8")
    assert "3.4 Insufficient Shuffling → 3.9 Insufficient Shuffling" in penalties
    assert "<table" in (folder / "ipg/appendix-a/index.html").read_text(encoding="utf-8")
    assert (folder / "mtr/editions/2024-09-23/index.html").exists()
    pages = [*folder.glob("mtr/**/*.html"), *folder.glob("ipg/**/*.html"), *folder.glob("jar/**/*.html")]
    dead = [
        (page.relative_to(folder), link)
        for page in pages
        for link in re.findall(r'<a [^>]*href="([^"#?]+)', page.read_text(encoding="utf-8"))
        if "://" not in link and not (page.parent / link / "index.html").exists()
    ]
    assert dead == []


def test_site_without_books(rules: Rules, home: Path, tmp_path: Path) -> None:
    """Without the books, the site has no page and no link of them."""
    folder = tmp_path / "site"
    assert rules("site", str(folder), home=home).status == 0
    assert not (folder / "mtr").exists()
    assert ">MTR</a>" not in (folder / "index.html").read_text(encoding="utf-8")


def test_lint_of_the_python_api(books: Path) -> None:
    """`kb.lint` checks citations of the books, too."""
    found = kb.lint("MTR 4.4 (Triggered Abilities), CR 306.5d", home=books, as_of="2025-07-01")
    assert [(each.doc, each.number, each.verdict, each.suggestion) for each in found] == [
        ("mtr", "4.4", "reused", "4.5"),
        ("cr", "306.5d", "ok", None),
    ]
