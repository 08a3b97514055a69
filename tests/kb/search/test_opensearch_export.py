"""The export for OpenSearch: documents, ids and mapping."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kb.search.opensearch_export import bulk_lines, mapping
from kb.storage.store import Store
from kb.storage.view import View


@pytest.fixture(scope="module")
def lines(every_edition: Path) -> list[dict[str, Any]]:
    """The lines of all editions."""
    with Store.open(every_edition) as store:
        return list(bulk_lines(store))


def documents(lines: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the id and the document of each pair of lines."""
    for action, document in zip(lines[::2], lines[1::2], strict=True):
        assert set(action) == {"index"}
        yield action["index"]["_id"], document


@pytest.mark.parametrize("day", ["2001-07-23", "2005-08-01", "2015-03-30", "2026-01-16"])
def test_the_documents_of_a_day_are_its_rules(lines: list[dict[str, Any]], every_edition: Path, day: str) -> None:
    """A filter by `from` and `ended` finds the rules and headwords that the view of the day has, with their texts."""
    in_force = [
        document
        for _id, document in documents(lines)
        if document["lang"] == "en" and not document["excerpt"]
        and document["from"] <= day and document.get("ended", "9") > day
    ]  # fmt: skip
    with Store.open(every_edition) as store:
        view = View(store, "en", date.fromisoformat(day))
        rules = sorted((str(rule.item.number), rule.item.text) for rule in view.rules())
        terms = sorted((entry.item.term, entry.item.text) for entry in view.glossary())
    assert sorted((each["number"], each["text_en"]) for each in in_force if each["kind"] != "glossary") == rules
    assert sorted((each["term"], each["text_en"]) for each in in_force if each["kind"] == "glossary") == terms


def test_ids_are_unique_and_fields_are_mapped(lines: list[dict[str, Any]]) -> None:
    """No document overwrites another, and the strict mapping has every field."""
    found = list(documents(lines))
    assert len({each for each, _document in found}) == len(found)
    fields = {name for _id, document in found for name in document}
    assert fields <= set(mapping()["mappings"]["properties"])


def test_the_mapping_names_what_it_defines() -> None:
    """Each analyzer of a field and each filter of an analyzer is defined, or built in."""
    analysis = mapping()["settings"]["analysis"]
    built_in = {"lowercase", "asciifolding"}
    for analyzer in analysis["analyzer"].values():
        assert set(analyzer["filter"]) <= built_in | set(analysis["filter"])
    for field in mapping()["mappings"]["properties"].values():
        assert {field.get("analyzer"), field.get("search_analyzer")} - {None} <= set(analysis["analyzer"])
    for lang, phrase in (("en", "etb"), ("fr", "carreau")):
        synonyms = analysis["filter"][f"players_words_{lang}"]["synonyms"]
        assert all(row.count("=>") == 1 for row in synonyms)
        assert lang == "fr" or any(phrase in row for row in synonyms)


def test_the_client_of_opensearch_takes_the_lines(lines: list[dict[str, Any]]) -> None:
    """The official client's own helper makes the same lines of the documents."""
    helpers = pytest.importorskip("opensearchpy.helpers", reason="no client here: pip install '.[dev]'")
    for action, document in zip(lines[:2000:2], lines[1:2000:2], strict=True):
        given = {"_op_type": "index", **action["index"], **document}
        assert helpers.expand_action(given) == (action, document)


def test_the_command_writes_both_files(rules: Any, home: Path, tmp_path: Path) -> None:
    """The lines, and the mapping beside them; stdout and existing files are refused."""
    file = tmp_path / "rules.ndjson"
    assert rules("export", str(file), "--format", "opensearch", home=home).status == 0
    written = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    with Store.open(home) as store:
        assert written == list(bulk_lines(store))
    assert json.loads((tmp_path / "rules.mapping.json").read_text(encoding="utf-8")) == mapping()
    again = rules("export", str(file), "--format", "opensearch", home=home)
    assert again.status == 2
    assert "--force" in again.err
    assert "two files" in rules("export", "-", "--format", "opensearch", home=home).err
