"""The judges' other books in the commands: `--doc`, and numbers that name their book."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from kb.storage.store import Store
from tests.policy_editions import MTR_2020, MTR_2022, invented_policy


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory, starter_home: Path) -> Path:
    """Make a knowledge base with the starter data and the invented policy documents. Tests must not write to it."""
    home = tmp_path_factory.mktemp("books") / "home"
    shutil.copytree(starter_home, home)
    add_policy(home)
    return home


def add_policy(home: Path) -> None:
    with Store.open(home) as store:
        for edition in invented_policy():
            with store.transaction() as writer:
                writer.add_edition(edition)


def numbers(outcome: Any) -> list[str]:
    return [each["number"] for each in outcome.data["rules"]]


@pytest.mark.parametrize(
    "arguments",
    [
        ("MTR 1.3",),
        ("mtr 1.3",),
        ("MTR", "1.3"),
        ("1.3", "--doc", "mtr"),
        ("mtr lighting order",),
        ("MTR 1.2@2020-05-05",),
    ],
)
def test_show_finds_a_section_by_its_book(rules: Any, books: Path, arguments: tuple[str, ...]) -> None:
    outcome = rules("show", *arguments, "--json", home=books)
    assert outcome.status == 0, outcome.err
    (found,) = outcome.data["rules"]
    assert (found["doc"], found["number"], found["title"], found["edition"]) == (
        "mtr", "1.3", "Lighting Order", "2022-02-02",
    )  # fmt: skip
    assert found["text"].endswith("The younger player waits for two minutes.")
    assert found["lineage"] == "1.2@2020-01-01"
    assert found["kind"] == "section"


def test_show_a_part_and_an_infraction_with_its_parts(rules: Any, books: Path) -> None:
    (part,) = rules("show", "IPG 2.2/philosophy", "--json", home=books).data["rules"]
    assert (part["kind"], part["title"]) == ("part", "Philosophy")
    whole = rules("show", "ipg 2.2", "--json", home=books)
    parts = ["penalty", "definition", "examples", "philosophy"]
    assert numbers(whole) == ["2.2", *(f"2.2/{name}" for name in parts)]
    assert whole.data["rules"][3]["examples"] == [
        "A player knocks over a lantern.",
        "A player refills a burning lantern.",
    ]
    text = rules("show", "IPG 2.2", home=books).out
    assert "A. A player knocks over a lantern." in text
    assert text.splitlines()[:3] == ["2.2 Game Play Error — Spilled Oil", "  Penalty", "    Game Loss"]


def test_show_a_table_with_columns(rules: Any, books: Path) -> None:
    lines = rules("show", "MTR", "Appendix", "A", home=books).out.splitlines()
    assert lines[:4] == [
        "Appendix A — Time Limits",
        "  Lantern  Time",
        "  red      40 seconds",
        "  blue     20 seconds",
    ]
    assert lines[-1] == "[MTR en 2022-02-02]"


def test_show_a_whole_book_in_the_printed_order(rules: Any, books: Path) -> None:
    shown = rules("show", "JAR", "--json", home=books)
    assert numbers(shown) == [
        "common-issues", "common-issues/a-wick-is-too-short", "common-issues/a-lantern-falls", "serious-problems",
    ]  # fmt: skip


def test_each_book_has_its_own_days(rules: Any, books: Path) -> None:
    shown = rules("show", "MTR 1.2", "IPG 2.1", "--as-of", "2022-02-15", "--json", home=books).data["rules"]
    assert [(each["doc"], each["edition"]) for each in shown] == [
        ("mtr", "2022-02-02"), *[("ipg", "2020-01-01")] * 4,
    ]  # fmt: skip


def test_the_rules_have_no_field_doc(rules: Any, books: Path) -> None:
    for command in (("show", "306.5"), ("cite", "306.5"), ("history", "306.5")):
        assert '"doc"' not in rules(*command, "--json", home=books).out
    listed = rules("editions", "--json", home=books).data["editions"]
    assert [each.get("doc") for each in listed][-5:] == ["mtr", "mtr", "ipg", "ipg", "jar"]
    assert {each.get("doc") for each in listed[:-5]} == {None}


@pytest.mark.parametrize("doc", ["mtr", "ipg", "jar"])
def test_editions_of_one_book(rules: Any, books: Path, doc: str) -> None:
    listed = rules("editions", "--doc", doc, "--json", home=books).data["editions"]
    assert {each["doc"] for each in listed} == {doc}


def test_history_and_citation(rules: Any, books: Path) -> None:
    found = rules("history", "MTR 1.3", "--json", home=books).data
    assert found["doc"] == "mtr"
    assert [(span["number"], span["from"]) for span in found["spans"]] == [("1.2", "2020-01-01"), ("1.3", "2022-02-02")]
    (event,) = found["events"]
    assert (event["event"], event["number"], event["previous_number"]) == ("moved-and-edited", "1.3", "1.2")
    cited = rules("cite", "MTR 1.3", "--pin", "--json", home=books).data
    assert cited["citation"] == "MTR 1.3 (2022-02-02)"
    assert cited["doc"] == "mtr"
    assert rules("show", cited["citation"], "--json", home=books).data["rules"][0]["number"] == "1.3"


def test_the_parts_of_a_replaced_infraction_dont_become_those_of_the_new_one(rules: Any, books: Path) -> None:
    """2.1/penalty is "Warning" in both editions, but of other infractions."""
    spilled = rules("history", "IPG 2.2/penalty", "--json", home=books).data
    assert [(span["number"], span["wording"]) for span in spilled["spans"]] == [
        ("2.1/penalty", "Warning"), ("2.2/penalty", "Game Loss"),
    ]  # fmt: skip
    broken = rules("history", "IPG 2.1/penalty", "--json", home=books).data
    assert [event["event"] for event in broken["events"]] == ["added"]
    dark = rules("history", "IPG 2.3/penalty", "--json", home=books).data
    assert [event["event"] for event in dark["events"]] == ["moved"]


def test_differences_of_a_book(rules: Any, books: Path) -> None:
    found = rules("diff", "2020-01-01", "2022-12-31", "--doc", "mtr", "--json", home=books).data
    assert (found["doc"], found["from"], found["to"]) == ("mtr", "2020-01-01", "2022-02-02")
    changes = {(each["new"]["number"], each["event"]) for each in found["changes"]}
    assert changes == {
        ("1.1", "edited"), ("1.2", "added"), ("1.3", "moved-and-edited"), ("Appendix A", "edited"),
    }  # fmt: skip
    assert found["summary"] == {"edited": 2, "moved-and-edited": 1, "added": 1}
    part = rules("diff", "2020-01-01", "2022-12-31", "--section", "MTR 1.1", "--json", home=books).data
    assert [each["new"]["number"] for each in part["changes"]] == ["1.1"]
    assert (
        "MTR en 2020-01-01 to 2022-02-02" in rules("diff", "2020-01-01", "2022-12-31", "--doc", "mtr", home=books).out
    )


def test_search_finds_in_all_books_and_names_them(rules: Any, books: Path) -> None:
    found = rules("search", "spilled oil", "--json", home=books).data["hits"]
    assert (found[0]["doc"], found[0]["number"], found[0]["title"]) == ("ipg", "2.2", "Game Play Error — Spilled Oil")
    assert rules("search", "spilled oil", home=books).out.startswith("IPG 2.2  Game Play Error — Spilled Oil")
    only = rules("search", "lantern", "--doc", "mtr", "--json", home=books).data["hits"]
    assert {hit["doc"] for hit in only} == {"mtr"}
    assert only


def test_a_question_about_the_rules_has_its_usual_hits_in_order(rules: Any, books: Path, starter_home: Path) -> None:
    for query in ("loyalty", "planeswalker damage", "306.5"):
        alone = rules("search", query, "--limit", "5", "--json", home=starter_home).data["hits"]
        together = rules("search", query, "--limit", "9", "--json", home=books).data["hits"]
        assert [hit["number"] for hit in together if "doc" not in hit][:5] == [hit["number"] for hit in alone]
        assert "doc" not in together[0]
        assert rules("search", query, "--limit", "5", "--doc", "cr", "--json", home=books).data["hits"] == alone


@pytest.mark.parametrize("query", ["MTR 1.2", "mtr 1.2", "1.2"])
def test_a_number_leads_to_its_section(rules: Any, books: Path, query: str) -> None:
    first = rules("search", query, "--json", home=books).data["hits"][0]
    assert (first["doc"], first["number"], first["title"]) == ("mtr", "1.2", "Spectators")


def test_the_words_of_judges(rules: Any, books: Path) -> None:
    """ "late" stands for tardiness, which no invented text has, so nothing is found; "IPG" limits the search."""
    hits = rules("search", "ipg dark", "--json", home=books).data["hits"]
    assert [(hit["doc"], hit["number"]) for hit in hits][:1] == [("ipg", "2.3")]
    assert {hit["doc"] for hit in hits} == {"ipg"}


def test_define_an_infraction(rules: Any, books: Path) -> None:
    found = rules("define", "spilled oil", "--doc", "ipg", "--json", home=books).data
    assert found["senses"] == ["A player spills oil from a lantern onto the table."]
    assert found["defining_rule"]["number"] == "2.2/definition"
    assert rules("define", "lighting order", "--doc", "mtr", home=books).status == 1


def test_a_term_that_only_another_book_defines(rules: Any, books: Path) -> None:
    alone = rules("define", "spilled oil", "--json", home=books).data
    assert alone == rules("define", "spilled oil", "--doc", "ipg", "--json", home=books).data
    assert rules("define", "spilled", home=books).status == 1


def test_a_name_without_a_definition_is_pointed_to(rules: Any, books: Path) -> None:
    found = rules("define", "lighting order", home=books)
    assert found.status == 1
    assert "; MTR 1.3 has this name: rules show 'MTR 1.3'" in found.err


def test_a_term_of_the_glossary_comes_first(rules: Any, books: Path, starter_home: Path) -> None:
    assert rules("define", "flying", home=books).out == rules("define", "flying", home=starter_home).out


def test_export_a_book(rules: Any, books: Path) -> None:
    text = rules("export", "-", "--format", "text", "--doc", "jar", home=books).out
    assert text.splitlines()[:2] == ["Common Issues", "Mistakes with lanterns happen."]
    assert text.index("A wick is too short") < text.index("A lantern falls")
    markdown = rules("export", "-", "--format", "markdown", "--doc", "ipg", home=books).out
    assert "\n### Penalty\n\nGame Loss\n" in markdown
    assert rules("export", "-", "--format", "json", "--doc", "mtr", home=books).data["doc"] == "mtr"


@pytest.mark.parametrize("doc", ["mtr", "ipg", "jar"])
@pytest.mark.parametrize("form", ["text", "markdown", "jsonl", "json"])
def test_an_export_loses_nothing(rules: Any, books: Path, doc: str, form: str) -> None:
    """Every line of every text and example of the newest invented edition is there; JSON names the book."""
    newest = max((each for each in invented_policy() if each.doc == doc), key=lambda each: each.effective)
    out = rules("export", "-", "--format", form, "--doc", doc, home=books).out
    if form in ("json", "jsonl"):
        whole = json.loads(out)["records"] if form == "json" else [json.loads(line) for line in out.splitlines()]
        assert [(each["doc"], each["number"], each["text"], each["examples"]) for each in whole] == [
            (doc, str(rule.number), rule.text, [example.text for example in rule.examples]) for rule in newest.rules
        ]
        return
    plain = re.sub(r"\\(.)", r"\1", out).split("\n") if form == "markdown" else out.split("\n")
    for rule in newest.rules:
        for line in filter(None, (*rule.text.split("\n"), *(example.text for example in rule.examples))):
            assert any(each.endswith(line) for each in plain), line


def test_the_parts_of_an_infraction_as_text(rules: Any, books: Path) -> None:
    """The title of a part is a line of its own, and its examples have their letters."""
    out = rules("export", "-", "--format", "text", "--doc", "ipg", home=books).out
    assert "\n\nExamples\nA. A player knocks over a lantern.\nB. A player refills a burning lantern.\n\n" in out
    assert "\n\nDefinition\nA player spills oil from a lantern onto the table.\n\n" in out


def test_the_index_of_a_book_has_all_its_editions(rules: Any, books: Path, tmp_path: Path) -> None:
    """The documents of a day are the places of its edition. The mapping has every field."""
    file = tmp_path / "mtr.ndjson"
    assert rules("export", str(file), "--format", "opensearch", "--doc", "mtr", home=books).status == 0
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    ids, documents = [each["index"]["_id"] for each in lines[::2]], lines[1::2]
    assert len(set(ids)) == len(ids)
    mapped = json.loads((tmp_path / "mtr.mapping.json").read_text(encoding="utf-8"))["mappings"]["properties"]
    assert {name for each in documents for name in each} <= set(mapped)
    for day, edition in (("2021-01-01", MTR_2020), ("2023-01-01", MTR_2022)):
        found = {
            each["number"]: each["text_en"]
            for each in documents
            if each["from"] <= day and each.get("ended", "9") > day
        }  # fmt: skip
        assert found == edition
    assert {each["doc"] for each in documents} == {"mtr"}
    assert {each["section"] for each in documents if each["number"].startswith("1")} == {"1", "1.1", "1.2", "1.3"}


def test_forget_an_edition_of_a_book(rules: Any, home: Path) -> None:
    add_policy(home)
    ambiguous = rules("forget", "2020-01-01", home=home)
    assert ambiguous.status == 2
    assert "mtr en 2020-01-01" in ambiguous.err
    gone = rules("forget", "mtr", "2020-01-01", "--json", home=home).data["forgotten"]
    assert [(each["doc"], each["effective"]) for each in gone] == [("mtr", "2020-01-01")]
    left = rules("forget", "2020-01-01", "--doc", "ipg", "--json", home=home).data["forgotten"]
    assert [each["doc"] for each in left] == ["ipg"]
    assert rules("history", "MTR 1.3", "--json", home=home).data["lineage"] == "1.3@2022-02-02"


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("show", "MTR 9.9"), 1, "9.9 isn't in the MTR"),
        (("show", "4.2", "--doc", "xyz"), 2, "'xyz' is no document: give one of cr, mtr, ipg, jar, all"),
        (("history", "MTR 1.2", "--doc", "ipg"), 2, "leave one of the two out"),
        (("history", "MTR 1.2/9"), 2, "a place in a policy document looks like"),
        (("search", "oil", "--doc", "tr"), 2, "'tr' is no document"),
        (("diff", "2020-01-01", "2022-01-01", "--doc", "all"), 2, "'all' is no document"),
        (("show", "MTR 1.9@2020-01-01"), 1, "there was no rule 1.9"),
        (("show", "IPG 2.2/foo"), 1, "; the parts of 2.2 are penalty, definition, examples, philosophy"),
        (("history", "IPG", "2.2/foo"), 1, "; the parts of 2.2 are penalty, definition, examples, philosophy"),
        (("cite", "MTR", "1.2/philosophy"), 1, "; 1.2 has no parts"),
        (("refs", "MTR", "1.9"), 1, "; chapter 1 has 1.1 to 1.3"),
        (("cite", "MTR", "Appendix", "C"), 1, "; it has Introduction, 1, 2, Appendix A"),
        (("history", "jar", "nothing", "here"), 1, "; it has common-issues, serious-problems"),
        (("show", "jar", "common-issues/lamp"), 1, "are a-wick-is-too-short, a-lantern-falls"),
        (("history", "MTR 1.2", "--as-of", "2010-01-01"), 1, "before 2020-01-01; 2010-01-01 is earlier"),
        (("audit", "--doc", "jar", "--as-of", "2010-01-01"), 1, "before 2021-05-05; 2010-01-01 is earlier"),
        (("diff", "2010-01-01", "2022-03-03", "--doc", "ipg"), 1, "before 2020-01-01; 2010-01-01 is earlier"),
        (("diff", "2020-01-01", "2022-03-03", "--section", "MTR 9"), 1, "9 isn't in the MTR"),
        (("search", "oil", "--doc", "ipg", "--section", "9"), 1, "9 isn't in the IPG"),
        (("history", "306", "7"), 2, "Got unexpected extra argument(s) (7)"),
        (("refs", "MTR 1.2", "--depth", "2"), 2, "--depth are for rules"),
        (("refs", "MTR 1.2", "--doc", "ipg"), 2, "leave one of the two out"),
        (("export", "-", "--doc", "mtr", "--format", "json", "--as-of", "2010-01-01"), 1, "2010-01-01 is earlier"),
        (("export", "x.sqlite", "--doc", "mtr"), 2, "an SQLite database has all books; leave --doc out"),
        (("sync", "--doc", "tr", "--dry-run"), 2, "give one of cr, mtr, ipg, jar, all"),
    ],
)
def test_one_clear_line(rules: Any, books: Path, arguments: tuple[str, ...], status: int, message: str) -> None:
    outcome = rules(*arguments, home=books)
    assert outcome.status == status
    assert message in outcome.err
    assert len([line for line in outcome.err.splitlines() if "rules: error" in line]) == 1


@pytest.mark.parametrize(
    ("arguments", "out"),
    [
        (("cite", "MTR", "1.2"), "MTR 1.2"),
        (("cite", "MTR", "lighting", "order", "--pin"), "MTR 1.3 (2022-02-02)"),
        (("cite", "MTR", "Appendix", "A"), "MTR Appendix A"),
        (("cite", "jar", "lantern", "falling"), "JAR common-issues/a-lantern-falls"),
        (("cite", "306.6"), "CR 306.6"),
    ],
)
def test_a_number_or_title_needs_no_quotes(rules: Any, books: Path, arguments: tuple[str, ...], out: str) -> None:
    """The words of the argument belong together. Words of a title are found in any form."""
    assert rules(*arguments, home=books).out.strip() == out


def test_editions_count_the_places_of_a_book(rules: Any, books: Path) -> None:
    """Counted in `tests.policy_editions`: the MTR of 2022 has an introduction, two chapters, four sections, a table."""
    listed = rules("editions", "--json", home=books).data["editions"]
    names = ("chapters", "sections", "appendices", "parts", "examples")
    counts = {(each.get("doc"), each["effective"]): [each.get(name) for name in names] for each in listed}
    assert counts["mtr", "2022-02-02"] == [3, 4, 1, 0, 0]
    assert counts["ipg", "2022-03-03"] == [1, 3, 0, 8, 2]
    assert counts["jar", "2021-05-05"] == [2, 0, 0, 2, 0]
    assert all("chapters" not in each for each in listed if "doc" not in each)
    text = rules("editions", "--doc", "ipg", home=books).out
    assert text.splitlines()[1].split()[:9] == ["ipg", "en", "2022-03-03", "whole", "1", "3", "0", "8", "2"]


def test_refs_and_audit_of_a_book_that_an_option_names(rules: Any, books: Path) -> None:
    assert rules("audit", "--doc", "mtr", home=books).out.startswith("mtr en 2022-02-02  nothing found")
    assert rules("audit", "--doc", "mtr", "--json", home=books).data["doc"] == "mtr"
    assert rules("refs", "1.2", "--doc", "mtr", home=books).err == rules("refs", "MTR", "1.2", home=books).err


def test_a_section_is_also_named_by_its_title(rules: Any, books: Path) -> None:
    """The title itself comes before longer titles that end with it."""
    found = rules("search", "lantern", "--doc", "mtr", "--section", "fundamentals", "--json", home=books).data["hits"]
    assert {each["number"] for each in found} == {"1.1", "1.3"}


def test_a_book_that_isnt_there(rules: Any, starter_home: Path) -> None:
    for command in (("show", "MTR 4.2"), ("history", "MTR 4.2"), ("search", "oil", "--doc", "mtr")):
        outcome = rules(*command, home=starter_home)
        assert outcome.status == 1
        assert "Magic Tournament Rules: the knowledge base has no edition" in outcome.err


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("show", ("show", "IPG 2.2", "MTR Appendix A", "JAR", "MTR Introduction")),
        ("history", ("history", "IPG 2.2/penalty")),
        ("cite", ("cite", "MTR Appendix A", "--pin")),
        ("diff", ("diff", "2020-01-01", "2022-12-31", "--doc", "ipg")),
        ("editions", ("editions",)),
        ("search", ("search", "lantern oil")),
        ("define", ("define", "spilled oil", "--doc", "ipg")),
        ("forget", ("forget", "jar", "2021-05-05", "--dry-run")),
    ],
)
def test_json_follows_the_schema(rules: Any, books: Path, name: str, arguments: tuple[str, ...]) -> None:
    """What the commands answer about other books is what `docs/schema` allows."""
    schema = json.loads((Path(__file__).parents[2] / "docs/schema/rules-1.schema.json").read_text(encoding="utf-8"))
    answer = rules(*arguments, "--json", home=books).data
    jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", **schema}).validate(answer)
