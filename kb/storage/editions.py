"""The editions and excerpts in the store, each with its source and its findings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from kb.i18n import deserialize_message
from kb.languages import Lang
from kb.model import Edition, Finding, Rule, Source, TypeList
from kb.rule_number import RuleNumber
from kb.storage.in_force import IS_FINISHED_TRANSLATION
from kb.storage.store import Store
from kb.storage.wordings import read_examples


@dataclass(frozen=True, slots=True)
class EditionRecord:
    """An edition as `rules editions` lists it. Most fields are columns of the tables `edition` and `source`."""

    lang: Lang
    effective: date
    until: date | None
    partial: bool
    lossy: bool
    sections: int
    rules: int
    subrules: int
    examples: int
    glossary: int
    references: int
    dangling: int | None
    source: str
    sha256: str
    format: str
    encoding: str
    title: str
    site: str
    fetched: str
    warnings: tuple[Finding, ...]
    lists: tuple[TypeList, ...] = ()


def list_editions(store: Store) -> tuple[EditionRecord, ...]:
    """Return all editions and excerpts, sorted by language and day."""
    findings = _findings(store)
    lists: dict[int, list[TypeList]] = {}
    query = 'SELECT edition, name, items, "table" FROM type_list'
    for edition, name, items, table in store.connection.execute(query):
        lists.setdefault(edition, []).append(TypeList(name, tuple(json.loads(items)), table))
    # The columns are the fields of `EditionRecord`, in their order.
    rows = store.connection.execute(
        """
        SELECT edition.id, lang, effective, until, partial, lossy, sections, rules, subrules, examples, glossary,
            "references", dangling, source.name, sha256, format, encoding, title, site, fetched
        FROM edition JOIN source ON source.id = edition.source
        ORDER BY lang, effective, partial, edition.id
        """
    )
    found = []
    for edition, lang, effective, until, partial, lossy, *rest in rows:
        days = date.fromisoformat(effective), until and date.fromisoformat(until)
        lasts = tuple(findings.get(edition, ())), tuple(lists.get(edition, ()))
        found.append(EditionRecord(*(lang, *days, bool(partial), bool(lossy), *rest, *lasts)))
    return tuple(found)


def _findings(store: Store) -> dict[int, list[Finding]]:
    """Return a dict from the id of each edition to its findings."""
    found: dict[int, list[Finding]] = {}
    query = 'SELECT edition, code, message, "where", text, said FROM finding ORDER BY edition, place'
    for edition, code, message, where, text, said in store.connection.execute(query):
        found.setdefault(edition, []).append(Finding(code, deserialize_message(said) if said else message, where, text))
    return found


def finished_translations(store: Store, day: date) -> list[tuple[int, Edition]]:
    """Return the finished translations of a day with their ids, in the order in which they were added."""
    rows = store.connection.execute(
        f"""
        SELECT edition.id, name, sha256, size, format, encoding, title, site, fetched
        FROM edition JOIN source ON source.id = edition.source
        WHERE lang = 'fr' AND partial = 1 AND effective = ? AND {IS_FINISHED_TRANSLATION}
        ORDER BY edition.id
        """,
        (day.isoformat(),),
    ).fetchall()
    findings = _findings(store) if rows else {}
    found = []
    for edition, *columns in rows:
        source, rules = replace(Source(*columns), languages=("fr",)), tuple(_rules_of_excerpt(store, edition))
        defects = tuple(findings.get(edition, ()))
        found.append((edition, Edition("fr", day, partial=True, source=source, rules=rules, findings=defects)))
    return found


def _rules_of_excerpt(store: Store, edition: int) -> Iterator[Rule]:
    rows = store.connection.execute(
        """
        SELECT label, wording.id, wording.lang, wording.text FROM excerpt
        JOIN place ON place.id = excerpt.place JOIN wording ON wording.id = excerpt.wording
        WHERE excerpt.edition = ? ORDER BY excerpt.rowid
        """,
        (edition,),
    ).fetchall()
    examples = read_examples(store, (row[1] for row in rows))
    for label, wording, lang, text in rows:
        yield Rule(RuleNumber.parse(label), text, examples.get(wording, ()), text_lang=lang)
