"""The editions and excerpts in the store, each with its source and what is wrong with it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date

from kb.languages import Lang
from kb.model import Finding, TypeList
from kb.store import Store
from kb.tongue import unpacked


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


def editions(store: Store) -> tuple[EditionRecord, ...]:
    """Every edition and excerpt in the store, by language and day."""
    connection = store.connection
    findings: dict[int, list[Finding]] = {}
    query = 'SELECT edition, code, message, "where", text, said FROM finding'
    for edition, code, message, where, text, said in connection.execute(query):
        found = Finding(code, unpacked(said) if said else message, where, text)
        findings.setdefault(edition, []).append(found)
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
