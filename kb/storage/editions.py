"""The editions and excerpts in the store, each with its source and what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
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
    """An edition as `rules editions` lists it; the fields are those of the store's table."""

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
    lists: tuple[TypeList, ...] = field(default=())


def list_editions(store: Store) -> tuple[EditionRecord, ...]:
    """Every edition and excerpt in the store, by language and day."""
    connection = store.connection
    findings = _findings(store)
    lists: dict[int, list[TypeList]] = {}
    for edition, name, items, table in connection.execute('SELECT edition, name, items, "table" FROM type_list'):
        lists.setdefault(edition, []).append(TypeList(name, tuple(json.loads(items)), table))
    rows = connection.execute(
        """
        SELECT edition.id, lang, effective, until, partial, lossy, sections, rules, subrules, examples, glossary,
            "references", dangling, source.name, sha256, format, encoding, title, site, fetched
        FROM edition JOIN source ON source.id = edition.source
        ORDER BY lang, effective, partial, edition.id
        """
    )
    return tuple(
        EditionRecord(
            lang=lang,
            effective=date.fromisoformat(effective),
            until=date.fromisoformat(until) if until else None,
            partial=bool(partial),
            lossy=bool(lossy),
            sections=counts[0],
            rules=counts[1],
            subrules=counts[2],
            examples=counts[3],
            glossary=counts[4],
            references=counts[5],
            dangling=counts[6],
            source=name,
            sha256=sha256,
            format=form,
            encoding=encoding,
            title=title,
            site=site,
            fetched=fetched,
            warnings=tuple(findings.get(edition, ())),
            lists=tuple(lists.get(edition, ())),
        )
        for (
            (edition, lang, effective, until, partial, lossy, *counts),
            (name, sha256, form, encoding, title, site, fetched),
        ) in ((row[:13], row[13:]) for row in rows)
    )


def _findings(store: Store) -> dict[int, list[Finding]]:
    """By edition, what is wrong with it."""
    found: dict[int, list[Finding]] = {}
    query = 'SELECT edition, code, message, "where", text, said FROM finding ORDER BY edition, place'
    for edition, code, message, where, text, said in store.connection.execute(query):
        found.setdefault(edition, []).append(Finding(code, deserialize_message(said) if said else message, where, text))
    return found


def whole_editions(store: Store, lang: Lang) -> dict[str, int]:
    """The ids of the whole editions of a language by their days (ISO 8601), oldest first."""
    query = "SELECT effective, id FROM edition WHERE partial = 0 AND lang = ? ORDER BY effective"
    return dict(store.connection.execute(query, (lang,)))


def finished_translations(store: Store, day: date) -> list[tuple[int, Edition]]:
    """The finished translations of a day with their ids, as they were added."""
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
    return [
        (
            edition,
            Edition(
                "fr",
                day,
                partial=True,
                source=replace(Source(*source), languages=("fr",)),
                rules=tuple(_rules_of_excerpt(store, edition)),
                findings=tuple(findings.get(edition, ())),
            ),
        )
        for edition, *source in rows
    ]


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
