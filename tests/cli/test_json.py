"""The `--json` answer of every command agrees with `docs/cli.md` and with the schema."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs/schema/rules-1.schema.json").read_text(encoding="utf-8"))

JACES = "docs/situations/three-jaces.yaml"

# The fields that the contract names for each command; the schema may have more fields, but not fewer.
CONTRACT = {
    "search": {"query", "total", "hits", "suggestion"},
    "show": {"rules"},
    "define": {"term", "senses", "obsolete", "references", "defining_rule"},
    "editions": {"editions"},
    "ingest": {"ingested", "skipped", "rejected"},
    "translation-import": {"ingested", "skipped", "rejected"},
    "audit": {"edition", "findings"},
    "refs": {"number", "outgoing", "incoming"},
    "query": {"expression", "numbers"},
    "cite": {"citation", "number", "edition", "lineage"},
    "touched": {"from", "to", "changes", "summary"},
    "lint": {"citations", "summary"},
    "history": {"lineage", "spans", "events"},
    "diff": {"from", "to", "changes", "summary"},
    "deprecated": {"entries"},
    "penalties": {"penalties"},
    "penalty": {"penalties"},
    "compare": {"pairs"},
    "translation-status": {"summary", "rules"},
    "ask": {"question", "verdict", "depends_on", "citations", "proof", "assumptions"},
    "sba": {"as_of", "actions"},
    "sba-compared": {"compared"},
    "card": {"name", "faces", "rulings", "french"},
    "cards": {"cards", "faces", "lines", "understood", "kinds"},
    "cards-import": {"imported", "faces", "rejected"},
}
ITEMS = {
    "rule": "number kind title text examples lang edition status lineage warnings references",
    "hit": "kind title lang edition score snippet",
    "reference": "text target resolved start end",
    "edition": "lang effective partial sections rules subrules examples glossary references dangling source warnings",
    "warning": "code message",
    "citation": "source target text resolved",
    "side": "number",
    "pair": "number en fr state base_edition changes_behind source_diff findings",
    "ruling_citation": "number edition lang text status",
    "proof": "claim value rule edition quote lang facts children",
    "action": "number action objects choice text",
}
# The fields that the contract names for the items of lists.
LISTED = {
    ("history", "spans"): "number from to wording",
    ("history", "events"): "edition event number previous_number change confidence diff",
    ("diff", "changes"): "event old new change similarity diff",
    ("deprecated", "entries"): "class since replaced_by text",
    ("translation-lint", "findings"): "code number message",
    ("translation-status", "rules"): "number state",
    ("card", "faces"): "name type_line mana_cost power toughness lines",
    ("card", "rulings"): "date text",
    ("cards-import", "rejected"): "name message",
}


@cache
def _validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


def validate(data: Any, name: str) -> None:
    """Check an answer against its definition in the schema."""
    _validator(name).validate(data)


def test_schema_is_valid() -> None:
    """The schema itself is a valid JSON schema."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", CONTRACT)
def test_schema_requires_what_the_contract_names(name: str) -> None:
    """The schema requires the fields of each answer that the contract names."""
    assert CONTRACT[name] <= set(SCHEMA["$defs"][name]["required"])


@pytest.mark.parametrize("name", ITEMS)
def test_schema_requires_the_items_of_the_contract(name: str) -> None:
    """The schema requires the fields of the values in answers."""
    assert set(ITEMS[name].split()) <= set(SCHEMA["$defs"][name]["required"])


@pytest.mark.parametrize(("name", "field"), LISTED)
def test_schema_requires_what_lists_hold(name: str, field: str) -> None:
    """The schema requires the fields of list items without a definition."""
    assert set(LISTED[name, field].split()) <= set(SCHEMA["$defs"][name]["properties"][field]["items"]["required"])


def test_schema_requires_what_the_lines_of_a_card_hold() -> None:
    """The schema requires the fields of a card's lines that the contract names."""
    face = SCHEMA["$defs"]["card"]["properties"]["faces"]["items"]["properties"]
    assert {"text", "kind", "understood", "rules", "parse"} <= set(face["lines"]["items"]["required"])


@pytest.mark.parametrize(
    ("name", "arguments", "status"),
    [
        ("search", ["search", "loyalty"], 0),
        ("search", ["search", "loyaute", "--lang", "fr"], 0),
        ("search", ["search", "306.5"], 0),
        ("search", ["search", "zzzz"], 1),
        ("search", ["search", "loyalty", "--all-editions", "--limit", "50"], 0),
        ("search", ["search", "redirection", "--status", "deprecated"], 0),
        ("show", ["show", "306"], 0),
        ("show", ["show", "306", "--lang", "both"], 0),
        ("show", ["show", "110", "--as-of", "2020-01-01"], 0),
        ("show", ["show", "999.9"], 1),
        ("define", ["define", "planeswalkers"], 0),
        ("editions", ["editions"], 0),
        ("cite", ["cite", "306.5d", "--pin", "--style", "html"], 0),
        ("lint", ["lint", "docs", "README.md"], 1),
        ("lint", ["lint", "LICENSE"], 0),
        ("audit", ["audit", "--as-of", "2020-01-01"], 1),
        ("types", ["types"], 0),
        ("types", ["types", "zzzz"], 1),
        ("refs", ["refs", "306"], 0),
        ("refs", ["refs", "301.5a-f", "--format", "json"], 0),
        ("refs", ["refs", "306.2", "--depth", "3", "--incoming"], 1),
        ("refs", ["refs", "306", "--lang", "fr", "--outgoing"], 0),
        ("refs", ["refs", "999.9"], 1),
        ("refs-to", ["refs", "301.5e", "--to", "303"], 0),
        ("refs-to", ["refs", "303", "--to", "301"], 1),
        ("refs-most-cited", ["refs", "--most-cited"], 0),
        ("refs-most-cited", ["refs", "306", "--most-cited"], 1),
        ("history", ["history", "306.7"], 0),
        ("history", ["history", "306.4@2014-05-01"], 0),
        ("history", ["history", "306.1", "--lang", "fr"], 0),
        ("deprecated", ["deprecated"], 0),
        ("deprecated", ["deprecated", "--as-of", "2014-06-01", "--removed"], 1),
        ("query", ["query", "refs(704) & under(3)"], 0),
        ("query", ["query", "deprecated & 306.1", "--lang", "fr"], 1),
        ("query", ["query", "stale(fr) | untranslated(fr)"], 0),
        ("compare", ["compare", "306", "307.1-307.3"], 0),
        ("compare", ["compare", "306.5b", "999.9"], 1),
        ("error", ["compare", "306.x"], 2),
        ("translation-status", ["translation", "status"], 0),
        ("translation-status", ["translation", "status", "--section", "306", "--state", "stale"], 0),
        ("error", ["translation", "status", "--state", "old"], 2),
        ("error", ["translation", "status", "--section", "999"], 1),
        ("error", ["translation", "bogus"], 2),
        ("translation-lint", ["translation", "lint"], 1),
        ("translation-lint", ["translation", "lint", "--section", "306.1"], 0),
        ("error", ["translation", "lint", "--section", "999"], 1),
        ("ask", ["ask", "can-activate", "A", "--phase", "main", "--priority", "p1", "--stack", "empty"], 0),
        ("ask", ["ask", "can-activate", "A", "--phase", "combat", "--lang", "fr"], 1),
        ("ask", ["ask", "can-activate", "A"], 3),
        ("ask", ["ask", "starting-loyalty", "A", "--fact", "A.loyalty=4"], 0),
        ("ask-compared", ["ask", "can-activate", "A", "--compare", "2014-05-01,2025-06-06"], 0),
        ("questions", ["ask", "--list"], 0),
        ("sba", ["sba", JACES, "--as-of", "2014-05-01"], 0),
        ("sba-compared", ["sba", JACES, "--compare", "2008-08-01,2012-10-01,2014-05-01,2018-01-19"], 0),
        ("check", ["check", JACES], 0),
        ("check", ["check", "LICENSE"], 1),
        ("coverage", ["coverage"], 0),
        ("encoded", ["coverage", "--list"], 0),
        ("examples", ["examples", "list"], 0),
        ("examples", ["examples", "run"], 0),
        ("error", ["ask", "can-activat", "A"], 2),
        ("error", ["ask", "can-activate", "A", "--phase", "noon"], 2),
        ("error", ["sba", "LICENSE"], 2),
        ("error", ["drift", "nowhere.txt"], 1),
        ("error", ["history", "999.9"], 1),
        ("error", ["history", "306.7@then"], 2),
        ("error", ["diff", "2014-05-01", "2025-06-06"], 1),
        ("error", ["query", "refs(704"], 2),
        ("error", ["refs"], 2),
        ("error", ["define", "zzzz"], 1),
        ("error", ["show", "306.5", "--lang", "xx"], 2),
        ("error", ["show"], 2),
        ("error", ["bogus"], 2),
    ],
)
def test_answers_fit_the_schema(rules: Any, starter_home: Path, name: str, arguments: list[str], status: int) -> None:
    """stdout is exactly one valid JSON object, whatever the exit status."""
    outcome = rules(*arguments, "--json", home=starter_home)
    assert outcome.status == status
    validate(outcome.data, name)


def test_answers_of_a_whole_edition_fit_the_schema(rules: Any, newest_home: Path) -> None:
    """All 3,269 numbers of the newest edition and glossary entries of every form fit the schema."""
    for chapter in "123456789":
        validate(rules("show", chapter, "--json", home=newest_home).data, "show")
    for term in ("Ability", "Bury", "Play", "Remove from the Game", "Loyalty", "Layer"):
        validate(rules("define", term, "--json", home=newest_home).data, "define")
    layer = rules("define", "Layer", "--json", home=newest_home).data["references"]
    assert [(each["kind"], each["target"], each["resolved"], each.get("entries")) for each in layer] == [
        ("rule", "613", True, None),
        ("glossary", "Dependency, Timestamp Order", True, ["Dependency", "Timestamp Order"]),
    ]
    for number in ("306", "702", "704.5j", "1"):
        validate(rules("refs", number, "--depth", "2", "--json", home=newest_home).data, "refs")
    validate(rules("refs", "--most-cited", "--limit", "5000", "--json", home=newest_home).data, "refs-most-cited")
    validate(rules("editions", "--json", home=newest_home).data, "editions")
    validate(rules("search", "mana ability", "--limit", "200", "--json", home=newest_home).data, "search")


def test_what_an_edition_touches_fits_the_schema(rules: Any, newest_home: Path, shared: Path) -> None:
    """The answer of `rules drift` on a whole edition fits the schema."""
    outcome = rules("drift", str(shared / "corpus/en/2026-01-16.txt"), "--json", home=newest_home)
    validate(outcome.data, "drift")


def test_what_happened_through_time_fits_the_schema(rules: Any, every_edition: Path) -> None:
    """Every kind of event and the histories of split, merged, moved and removed rules fit the schema."""
    far = rules("diff", "2009-05-01", "2026-01-16", "--json", home=every_edition).data
    validate(far, "diff")
    assert set(far["summary"]) == set(SCHEMA["$defs"]["event"]["enum"])
    validate(rules("diff", "2026-01-16", "2009-05-01", "--section", "3", "--json", home=every_edition).data, "diff")
    for number in (
        "306.4",
        "306.5a",
        "704.5j",
        "702.124k@2025-11-14",
        "508.1@2009-07-11",
        "3",
        "702.9",
        "420.5e@2001-07-23",
    ):
        validate(rules("history", number, "--json", home=every_edition).data, "history")
    validate(rules("deprecated", "--removed", "--json", home=every_edition).data, "deprecated")


@pytest.mark.parametrize(
    ("name", "arguments", "status"),
    [
        ("show", ["show", "306.7@2009-09-04"], 0),
        ("show", ["show", "702.124k@2025-11-14"], 0),
        ("show", ["show", "306.7@1999-01-01"], 1),
        ("show", ["show", "7"], 0),
        ("cite", ["cite", "306.7@2009-09-04", "--pin"], 0),
        ("define", ["define", "flying"], 0),
        ("error", ["cite", "702.124k@2025-11-14"], 1),
        ("error", ["cite", "306.7@soon"], 2),
        ("refs", ["refs", "306@2009-09-04"], 0),
        ("search", ["search", "loyalty", "--section", "306.7@2009-09-04"], 0),
        ("query", ["query", "gone(2025-11-14..2026-01-16)"], 0),
        ("query", ["query", "born(2026-01-16..)"], 1),
        ("error", ["query", "born(2026-01-16)"], 2),
        ("error", ["query", "born(1990-01-01..)"], 1),
        ("lint", ["lint", "docs", "--written-under", "2013-05-01"], 1),
        ("touched", ["watch", "docs", "--since", "2009-09-04"], 0),
        ("touched", ["watch", "LICENSE"], 1),
        ("touched", ["diff", "2009-09-04", "2026-01-16", "--touching", "docs"], 0),
        ("compare", ["compare", "306", "306.7@2009-09-04"], 0),
        ("translation-status", ["translation", "status"], 0),
        ("error", ["watch", "nowhere"], 2),
    ],
)
def test_answers_over_all_editions_fit_the_schema(
    rules: Any, every_edition: Path, name: str, arguments: list[str], status: int
) -> None:
    """Answers on rules of other days, their changes, and their citations in files fit the schema."""
    outcome = rules(*arguments, "--json", home=every_edition)
    assert outcome.status == status, outcome.err
    validate(outcome.data, name)


def test_ingest_fits_the_schema(rules: Any, home: Path, tmp_path: Path) -> None:
    """An answer with an ingested, a skipped and a rejected document fits the schema."""
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "a.md").write_text("# 899. Invented\n\n899.1. A rule of our own that says “nothing” at all.\n")
    (folder / "b.txt").write_text("No rules here.\n")
    starter = next((ROOT / "data/starter").glob("003*"))
    (folder / "c.txt").write_bytes(starter.read_bytes())
    outcome = rules("ingest", str(folder), "--effective", "2020-02-02", "--json", home=home)
    assert outcome.status == 1
    validate(outcome.data, "ingest")
    assert [len(outcome.data[key]) for key in ("ingested", "skipped", "rejected")] == [1, 1, 1]
    assert outcome.data["ingested"][0]["effective"] == "2020-02-02"
    assert outcome.data["rejected"][0]["reason"] == "not-rules"


def test_reference_offsets_fit_the_text(rules: Any, starter_home: Path) -> None:
    """`start` and `end` are offsets in `text`, or in the example named."""
    for rule in rules("show", "3", "--json", home=starter_home).data["rules"]:
        for reference in rule["references"]:
            text = rule["examples"][reference["example"]] if "example" in reference else rule["text"]
            assert text[reference["start"] : reference["end"]] == reference["text"]
