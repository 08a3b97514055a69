"""`rules ask`, `sba`, `check`, `coverage`, `drift`: output, exit statuses, days of several eras, missing editions."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

JACES = """\
format: cr-situation/1
game: {active: p1, phase: main, priority: p1, stack: []}
players: {p1: {life: 20}, p2: {life: 20}}
closed: [battlefield]
objects:
  - {id: A, zone: battlefield, controller: p1, name: Jace Beleren, types: [planeswalker], subtypes: [Jace],
     counters: {loyalty: 3}}
  - {id: B, zone: battlefield, controller: p2, name: "Jace, the Mind Sculptor", types: [planeswalker],
     subtypes: [Jace], counters: {loyalty: 3}}
  - {id: C, zone: battlefield, controller: p1, name: "Jace, Memory Adept", types: [planeswalker], subtypes: [Jace],
     counters: {loyalty: 4}}
"""
MAIN = ("--phase", "main", "--priority", "p1", "--stack", "empty")


@pytest.fixture
def jaces(tmp_path: Path) -> str:
    file = tmp_path / "jaces.yaml"
    file.write_text(JACES)
    return str(file)


@pytest.mark.parametrize(
    ("arguments", "status", "depends_on"),
    [
        (MAIN, 0, []),
        (("--phase", "combat"), 1, []),
        ((), 3, ["game.priority", "game.stack", "game.phase"]),
        (("--phase", "main", "--stack", "empty"), 3, ["game.priority"]),
        ((*MAIN, "--active", "p2"), 1, []),
        ((*MAIN, "--by", "p2"), 1, []),
        (("--phase", "combat", "--fact", "A.types=[creature]"), 3, ["objects.A.abilities", "game.priority"]),
        (("--phase", "main", "--priority", "p1", "--stack", "Bolt"), 1, []),
    ],
)
def test_verdict_is_the_exit_status(
    rules: Any, starter_home: Path, arguments: tuple[str, ...], status: int, depends_on: list[str]
) -> None:
    """The exit status is 0 for yes, 1 for no, 3 if the answer depends; the answer lists exactly the open facts."""
    outcome = rules("ask", "can-activate", "A", *arguments, "--json", home=starter_home)
    assert (outcome.status, outcome.data["depends_on"]) == (status, depends_on)
    assert rules("ask", "can-activate", "A", *arguments, home=starter_home).status == status


BOTH_END_THE_GAME = """\
format: cr-situation/1
players: {p1: {life: 20, poison: 0}, p2: {life: 20, poison: 0}}
closed: [battlefield]
history: {drew_from_empty_library: {p1: no, p2: no}}
effects:
  - {source: Felidar Sovereign, says: must, does: win-game, players: [p1]}
  - {source: Divine Intervention, says: must, does: draw-game}
"""


def test_exceptions_that_disagree_are_a_conflict(rules: Any, starter_home: Path, tmp_path: Path) -> None:
    """104.2b and 104.4c rank alike: the exit status is 5, both rules are cited, and --why shows both exceptions."""
    file = tmp_path / "ends.yaml"
    file.write_text(BOTH_END_THE_GAME)
    for question in (("winning", "p1"), ("drawn-game",)):
        ask = ("ask", *question, "--file", str(file), "--as-of", "2026-01-16")
        outcome = rules(*ask, "--json", home=starter_home)
        assert (outcome.status, outcome.data["verdict"], outcome.data["depends_on"]) == (5, "conflict", [])
        assert {"104.2b", "104.4c"} <= {each["number"] for each in outcome.data["citations"]}
        shown = rules(*ask, "--why", home=starter_home)
        assert shown.status == 5 and shown.out.startswith("conflict")
        for said in ("exceptions that disagree", "an effect states that p1 wins", "an effect states that the game is"):
            assert said in shown.out
    assert rules("ask", "winning", "p2", "--file", str(file), "--as-of", "2026-01-16", home=starter_home).status == 1


def test_every_question_shows_an_example_that_can_be_asked(rules: Any, starter_home: Path, jaces: str) -> None:
    """Each example of `rules ask --list` has an answer: yes or no from options alone, any verdict from a file."""
    listed = rules("ask", "--list", "--json", home=starter_home).data["questions"]
    assert [each["question"] for each in listed] == sorted(each["question"] for each in listed)
    for each in listed:
        program, *arguments = shlex.split(each["example"])
        assert program == "rules" and each["question"] in arguments and each["help"].endswith(("?", "."))
        arguments = [
            jaces if word == "situation.yaml" else word for word in arguments if word not in ("--ability", "1")
        ]
        outcome = rules(*arguments, home=starter_home)
        assert outcome.status in ((0, 1, 3) if jaces in arguments else (0, 1)), (each["example"], outcome.err)


def test_answers_in_the_wording_of_the_day(rules: Any, every_edition: Path) -> None:
    """The citation is 606.3 in 2012 and 212.9f in 2008, with the text of each edition."""
    for day, number in (("2012-10-01", "606.3"), ("2008-02-01", "212.9f"), ("2009-07-11", "306.7")):
        answer = rules("ask", "can-activate", "A", *MAIN, "--as-of", day, "--json", home=every_edition).data
        assert answer["verdict"] == "yes"
        (cited,) = answer["citations"]
        assert (cited["number"], cited["edition"], cited["status"]) == (number, day, "ok")
        assert "loyalty" in cited["text"] or "activated abilities" in cited["text"]


@pytest.mark.parametrize(
    ("day", "number", "expected"),
    [
        ("2008-08-01", "420.5q", {"A", "B", "C"}),
        ("2012-10-01", "704.5j", {"A", "B", "C"}),
        ("2014-05-01", "704.5j", {"A", "C"}),
        ("2018-01-19", None, set()),
    ],
)
def test_three_jaces_in_four_eras(
    rules: Any, every_edition: Path, jaces: str, day: str, number: str | None, expected: set[str]
) -> None:
    """The planeswalker uniqueness rule applies in each era, but not since 2017-09-29."""
    outcome = rules("sba", jaces, "--as-of", day, "--json", home=every_edition)
    actions = outcome.data["actions"]
    assert {each["number"] for each in actions} == ({number} if number else set())
    assert {thing for each in actions for thing in each["objects"]} == expected
    assert outcome.status == (0 if number else 3)


def test_eras_stand_side_by_side(rules: Any, every_edition: Path, jaces: str) -> None:
    """--compare asks one situation under the rules of several days."""
    days = "2008-08-01,2014-05-01,2018-01-19"
    compared = rules("sba", jaces, "--compare", days, "--json", home=every_edition).data["compared"]
    assert [(each["as_of"], len(each["actions"])) for each in compared] == [
        ("2008-08-01", 1),
        ("2014-05-01", 1),
        ("2018-01-19", 0),
    ]
    shown = rules("sba", jaces, "--compare", days, home=every_edition).out
    rows = [line.split("\t") for line in shown.splitlines() if "\t" in line]
    assert [row[1:] for row in rows] == [days.split(","), ["420.5q", "-", "-"], ["-", "704.5j", "-"]]
    assert "A, B, C" in rows[1][0] and "p1 keeps one of A, C" in rows[2][0]


def test_starter_data_cite_what_they_have(rules: Any, starter_home: Path, jaces: str) -> None:
    """The starter data lack 606.3: the answer quotes the equivalent 306.5d, and stderr names the rules without text."""
    answer = rules("ask", "can-activate", "A", *MAIN, "--as-of", "2025-06-06", "--json", home=starter_home).data
    assert [(cited["number"], cited["status"]) for cited in answer["citations"]] == [("306.5d", "ok")]
    outcome = rules("sba", jaces, "--as-of", "2012-10-01", "--json", home=starter_home)
    (action,) = outcome.data["actions"]
    assert (action["number"], action["text"], action["status"]) == ("704.5j", None, "edition-gap")
    assert "704.5j" in outcome.err and "rules sync" in outcome.err


def test_french_is_quoted_where_there_is_some(rules: Any, starter_home: Path) -> None:
    """The answer quotes the French 306.5d of 2018-04-27, which means the same; other rules are quoted in English."""
    outcome = rules("ask", "can-activate", "A", *MAIN, "--lang", "fr", "--json", home=starter_home)
    (cited,) = outcome.data["citations"]
    assert (cited["number"], cited["lang"], cited["edition"]) == ("306.5d", "fr", "2018-04-27")


def test_nothing_is_shown_as_none(rules: Any, starter_home: Path) -> None:
    """A characteristic that an object lacks, such as a land's power, is null in JSON."""
    arguments = ("ask", "power-toughness", "L", "--fact", "L.types=land")
    assert "power none, toughness none" in rules(*arguments, home=starter_home).out
    assert rules(*arguments, "--json", home=starter_home).data["answer"] == {"power": None, "toughness": None}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("ask", "can-activat", "A"), "did you mean 'can-activate'?"),
        (("ask", "xyzzy"), "`rules ask --list`"),
        (("ask",), "QUESTION is missing"),
        (("ask", "can-activate"), "takes objects of the situation"),
        (("ask", "can-activate", "A", "--phase", "combta"), "did you mean 'combat'?"),
        (("ask", "can-activate", "A", "--fact", "tapped"), "PATH=VALUE"),
        (("ask", "can-activate", "A", "--fact", "A.taped=no"), "did you mean 'tapped'?"),
        (("ask", "can-activate", "A", "--step", "upkeep", "--phase", "combat"), "part of the beginning phase"),
        (("ask", "can-activate", "A", "--ability", "3"), "0 stated abilities"),
        (("ask", "can-activate", "A", "-f", "nowhere.yaml"), "cannot read nowhere.yaml"),
        (("ask", "can-activate", "A", "--compare", "2012-13-01"), "'2012-13-01' is no date"),
        (("ask", "can-activate", "A", "--as-of", "2001-07-22"), "the oldest that are encoded are of 2001-07-23"),
        (("ask", "losing", "p1", "--compare", "2012-10-01,1990-01-01"), "no rules of 1990-01-01 are known"),
        (("ask", "legal-attack", "A"), "`rules ask legal-attack` is about the whole situation, not 'A'"),
        (("ask", "can-activate", "A", "B"), "`rules ask can-activate` is about one object, not also 'B'"),
        (("examples", "walk"), "give run or list"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(rules: Any, starter_home: Path, arguments: tuple[str, ...], says: str) -> None:
    """Each error names the bad value and the accepted form; the exit status is 2."""
    outcome = rules(*arguments, home=starter_home)
    assert (outcome.status, outcome.out) == (2, "")
    assert says in outcome.err and outcome.err.count("\n") == 1


def test_check_lists_every_fault_with_its_place(rules: Any, starter_home: Path, tmp_path: Path) -> None:
    """Each fault has line and column, in the order of the text; the exit status is 1."""
    file = tmp_path / "wrong.yaml"
    file.write_text(
        "format: cr-situation/1\ngame: {phase: noon, active: p3}\nplayers: {p1: {lives: 3}}\n"
        "objects:\n  - {id: A, zone: batlefield}\n  - {id: A}\n"
    )
    outcome = rules("check", str(file), "--json", home=starter_home)
    assert outcome.status == 1
    places = [(each["line"], each["column"], each["where"]) for each in outcome.data["faults"]]
    assert places == [
        (2, 15, "game.phase"),
        (2, 29, "game.active"),
        (3, 16, "players.p1"),
        (5, 19, "objects.A.zone"),
        (6, 10, "objects"),
    ]
    assert "did you mean 'battlefield'" in rules("check", str(file), home=starter_home).out


def test_check_says_which_rules_speak_and_what_they_miss(rules: Any, every_edition: Path, jaces: str) -> None:
    """Each encoded rule with the question, the answer and what that depends on."""
    answer = rules("check", jaces, "--as-of", "2014-05-01", "--json", home=every_edition).data
    rows = {(each["number"], each["asked"], each["verdict"]) for each in answer["rules"]}
    assert ("606.3", "can-activate A", "depends") in rows
    assert ("704.5j", "sba", "yes") in rows
    assert "history.loyalty_activated.A" in answer["unstated"]


def test_drift_names_what_an_edition_touches(rules: Any, every_edition: Path, shared: Path) -> None:
    """On 2017-09-29 the uniqueness rule was removed, and the rules behind it moved up."""
    outcome = rules("drift", str(shared / "corpus/en/2017-09-29.txt"), "--json", home=every_edition)
    touched = {each["concept"]: each["touch"] for each in outcome.data["touched"]}
    assert outcome.status == 1
    assert touched["planeswalker-uniqueness"] == "gone"
    assert touched["legend-rule"] == "moved"
    assert touched["legendary-planeswalkers"] == "new"


def test_what_is_gone_is_cited_where_it_stood(rules: Any, every_edition: Path) -> None:
    """Since 2018-04-27, 306.7 only says that there was a redirection effect; the answer "no" cites it."""
    situation = "docs/situations/bolt-and-planeswalker.yaml"
    before = rules("ask", "can-redirect", "J", "-f", situation, "--as-of", "2018-01-19", "--json", home=every_edition)
    after = rules("ask", "can-redirect", "J", "-f", situation, "--as-of", "2018-04-27", "--json", home=every_edition)
    assert (before.data["verdict"], after.data["verdict"]) == ("yes", "no")
    (citation,) = after.data["citations"]
    assert citation["number"] == "306.7"
    assert citation["text"].startswith("Previously, planeswalkers were subject to a redirection effect")


def test_a_changed_wording_is_stale(rules: Any, newest_home: Path, shared: Path, tmp_path: Path) -> None:
    """For an edition with another 606.3, drift reports the change; ask answers with a warning, or exits with 4."""
    raw = (shared / "corpus/en/2026-01-16.txt").read_bytes()
    old = b"606.3. A player may activate a loyalty ability of a permanent they control any time they have priority"
    new = b"606.3. A player may activate a loyalty ability of any permanent at all whenever they have priority"
    assert raw.count(old) == 1
    text = raw.replace(old, new).replace(b"January 16, 2026", b"March 20, 2026")
    file = tmp_path / "new.txt"
    file.write_bytes(text)
    outcome = rules("drift", str(file), home=newest_home)
    assert outcome.status == 1 and "changed" in outcome.out and "606.3" in outcome.out
    import shutil

    home = tmp_path / "home"
    shutil.copytree(newest_home, home)
    assert rules("ingest", str(file), home=home).status == 0
    ask = ("ask", "can-activate", "A", *MAIN, "--as-of", "2026-04-01")
    plain = rules(*ask, home=home)
    assert plain.status == 0 and "606.3 has changed" in plain.err
    assert rules(*ask, "--strict", home=home).status == 4


def test_each_concept_is_one_variant_or_none_in_every_edition(every_edition: Path) -> None:
    """In all 89 editions, each concept has one reviewed variant or none; none is stale or unreviewed."""
    from datetime import date
    from functools import cache

    from kb.rulings.law import rule_registry
    from kb.rulings.law.applicable_law import Law
    from kb.rulings.law.reviewed_wordings import reviewed_wordings, wording_hash
    from kb.storage.store import Store

    hashed = cache(wording_hash)
    with Store.open(every_edition) as store:
        query = "SELECT effective FROM edition WHERE lang = 'en' AND partial = 0"
        days = [date.fromisoformat(row[0]) for row in store.connection.execute(query)]
        assert len(days) == 89
        for day in days:
            law = Law(store, day)
            for concept, variants in rule_registry.variants_by_concept().items():
                standing = law.status_of(concept)
                assert standing.status in ("ok", "not-in-edition"), (day, concept, standing.status)
                if standing.text is not None:
                    digest = hashed(standing.text)
                    owners = {
                        rule for rule in variants for pin in reviewed_wordings().get(rule.key, ()) if pin.hash == digest
                    }
                    assert owners == ({standing.rule} if standing.rule else set()), (day, concept)
