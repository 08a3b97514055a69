"""Answers from a knowledge base without a whole edition: they say which sections it has, and what fetches the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_json import validate
from tests.cli.test_lint import only_parts
from tests.ingest.conftest import WEB

STARTER = "sections 110, 300-315"
EDITION = (WEB / "edition.txt").read_bytes().replace(b"June 6, 2031", b"May 1, 2020")
"""An invented whole edition of sections 800 and 801."""


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("search trample", "nothing found for 'trample' in en"),
        ("search loyalty --section 704", "nothing found for 'loyalty' in en"),
        ("show 704.5j", "704.5j isn't in the knowledge base in en"),
        ("show trample", "'trample' is no term in the knowledge base in en"),
        ("define trample", "'trample' is no term in the knowledge base in en"),
        ("refs 803", "803 isn't in the knowledge base in en"),
        ("history 704.5j", "704.5j isn't in the knowledge base in en"),
        ("cite 704.5j", "704.5j isn't in the knowledge base in en"),
        ("query under(704)", "no rule in en"),
        ("compare 704.5j", "704.5j isn't in the knowledge base"),
        ("watch docs/cli.md", "the knowledge base has no whole edition in en that was in force"),
    ],
)
def test_nothing_found(rules: Any, starter_home: Path, command: str, says: str) -> None:
    """The message doesn't claim that the rules lack the number. A note names the sections and the command."""
    outcome = rules(*command.split(), home=starter_home)
    assert (outcome.status, outcome.out) == (1, "")
    message, note = outcome.err.splitlines()
    assert says in message and "isn't in the rules" not in message
    assert note == f"rules: {only_parts(STARTER)}"


@pytest.mark.parametrize(
    "command", ["search loyalty", "refs 306", "query deprecated", "deprecated", "ask can-attack A"]
)
def test_incomplete_lists(rules: Any, starter_home: Path, command: str) -> None:
    """A list of rules from excerpts may be incomplete, so the note comes with hits, too."""
    outcome = rules(*command.split(), home=starter_home)
    assert outcome.out and outcome.err.splitlines()[-1] == f"rules: {only_parts(STARTER)}"


@pytest.mark.parametrize(
    "command", ["show 306.5", "define planeswalker", "cite 306.5", "history 306.5", "compare 306.5"]
)
def test_what_is_there_needs_no_note(rules: Any, starter_home: Path, command: str) -> None:
    """A rule that was found is complete."""
    assert rules(*command.split(), home=starter_home).err == ""


def test_define_sends_to_no_vain_search(rules: Any, starter_home: Path) -> None:
    """`define` proposes a search only if a text has the term."""
    assert "rules search" not in rules("define", "trample", home=starter_home).err
    assert "; try: rules search loyalty" in rules("define", "loyalty", home=starter_home).err
    assert rules("search", "loyalty", home=starter_home).status == 0


@pytest.mark.parametrize(
    "command", ["search loyalty", "show 704", "refs 306", "query 306", "compare 704", "deprecated", "lint docs/lint.md"]
)
def test_json_has_a_note(rules: Any, starter_home: Path, command: str) -> None:
    """The JSON answer has the note in `notes`, with the sections as ranges."""
    answered = rules(*command.split(), "--json", home=starter_home).data
    validate(answered, command.split(maxsplit=1)[0])
    (note,) = answered["notes"]
    assert (note["code"], note["lang"], note["sections"]) == ("no-whole-edition", "en", ["110", "300-315"])
    assert note["message"] == only_parts(STARTER)


@pytest.mark.parametrize(
    "command", ["show 306.5", "define planeswalker", "cite 306.5", "history 306.5", "compare 306.5"]
)
def test_json_of_what_is_there_has_no_note(rules: Any, starter_home: Path, command: str) -> None:
    """An answer that lacks nothing has no field `notes`."""
    assert "notes" not in rules(*command.split(), "--json", home=starter_home).data


def test_json_of_an_error_has_a_note(rules: Any, starter_home: Path) -> None:
    """So has the JSON of a command that found nothing."""
    answered = rules("cite", "704.5j", "--json", home=starter_home).data
    validate(answered, "error")
    assert answered["notes"][0]["message"] == only_parts(STARTER)


@pytest.mark.parametrize(
    ("options", "note"),
    [
        (["--lang", "fr"], "only parts of the rules in French: section 306; `rules ingest FILE` adds a document"),
        (["--as-of", "2015-01-01"], ("only parts of the rules in English as of 2015-01-01: section 306; "
         "`rules sync --all` fetches all catalogued editions")),
        (["--as-of", "2001-01-01"], "no rules in English as of 2001-01-01; `rules ingest FILE` adds a document"),
        (["--as-of", "2030-01-01"], ("only parts of the rules in English as of 2030-01-01: sections 110, 300-315; "
         "`rules sync` fetches the current edition")),
    ],
)  # fmt: skip
def test_the_remedy_fits_language_and_day(rules: Any, starter_home: Path, options: list[str], note: str) -> None:
    """`rules sync` is advised only if it fetches the edition in force. There are no catalogued French editions."""
    outcome = rules("show", "704.5j", *options, home=starter_home)
    assert outcome.err.splitlines()[-1] == f"rules: the knowledge base has {note}"


def test_a_whole_edition_has_no_gap(rules: Any, home: Path, tmp_path: Path) -> None:
    """With a whole edition in force, a missing number isn't in the rules."""
    path = tmp_path / "edition.txt"
    path.write_bytes(EDITION)
    rules("ingest", str(path), home=home)
    on_that_day = ("--as-of", "2020-06-01")
    outcome = rules("show", "704.5j", *on_that_day, home=home)
    assert outcome.err.startswith("rules: error: 704.5j isn't in the rules in en as of 2020-06-01")
    assert "only parts" not in outcome.err
    assert "notes" not in rules("search", "pebble", *on_that_day, "--json", home=home).data


def test_wrong_usage_has_no_note(rules: Any, starter_home: Path) -> None:
    """Wrong usage is one line, even if the knowledge base was read before."""
    outcome = rules("refs", "306", "-o", "/nonexistent/306.svg", home=starter_home)
    assert outcome.status == 2 and outcome.err.count("\n") == 1
