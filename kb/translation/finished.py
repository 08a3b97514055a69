"""Finished translations as the store keeps them: French excerpts with the day of the English that they translate.

There is one French wording for each rule and day: what comes back later takes the place of what came back before.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import replace
from datetime import date

from kb.model import FINISHED, Edition, Example, Finding, Rule, Source
from kb.number import RuleNumber
from kb.store import Store
from kb.tongue import kept, unpacked
from kb.writer import Writer


def add(store: Store, writer: Writer, edition: Edition) -> tuple[str, ...]:
    """Add a finished translation; earlier ones of its day no longer say what it says anew.

    Args:
        store: what is known.
        writer: within whose transaction it is added.
        edition: a French excerpt.

    Returns:
        the documents that said something else of its rules before.
    """
    numbers = {rule.number for rule in edition.rules}
    before = []
    for number, earlier in _of_day(store, edition.effective):
        if numbers.isdisjoint(rule.number for rule in earlier.rules):
            continue
        before.append(earlier.source.name)
        writer.remove(number)
        writer.add(_without(earlier, numbers, edition.source.name))
    writer.add(edition)
    return tuple(dict.fromkeys(before))


def _without(edition: Edition, numbers: Collection[RuleNumber], since: str) -> Edition:
    """An earlier translation without some rules. It stays even if nothing is left: its document is still known."""
    gone = [rule.number for rule in edition.rules if rule.number in numbers]
    message = kept("{numbers} read as in {since} since", numbers=", ".join(map(str, gone)), since=since)
    return replace(
        edition,
        rules=tuple(rule for rule in edition.rules if rule.number not in numbers),
        findings=(*edition.findings, Finding("superseded", message, where=str(gone[0]))),
    )


def _of_day(store: Store, day: date) -> list[tuple[int, Edition]]:
    """The finished translations of a day with their ids, as they were added."""
    found = store.connection.execute(
        """
        SELECT edition.id, name, sha256, size, format, encoding, title, site, fetched
        FROM edition JOIN source ON source.id = edition.source
        WHERE lang = 'fr' AND partial = 1 AND effective = ? AND format IN (SELECT value FROM json_each(?))
        ORDER BY edition.id
        """,
        (day.isoformat(), json.dumps(FINISHED)),
    ).fetchall()
    return [(row[0], _read(store, row[0], day, replace(Source(*row[1:]), holds=("fr",)))) for row in found]


def _read(store: Store, edition: int, day: date, source: Source) -> Edition:
    rows = store.connection.execute(
        """
        SELECT label, wording.id, wording.lang, wording.text FROM excerpt
        JOIN place ON place.id = excerpt.place JOIN wording ON wording.id = excerpt.wording
        WHERE excerpt.edition = ? ORDER BY excerpt.rowid
        """,
        (edition,),
    ).fetchall()
    rules = [
        Rule(RuleNumber.parse(label), text, _examples(store, wording), text_lang=lang)
        for label, wording, lang, text in rows
    ]
    query = 'SELECT code, message, "where", text, said FROM finding WHERE edition = ? ORDER BY place'
    findings = [
        Finding(code, unpacked(said) if said else message, where, text)
        for code, message, where, text, said in store.connection.execute(query, (edition,))
    ]
    return Edition("fr", day, partial=True, source=source, rules=tuple(rules), findings=tuple(findings))


def _examples(store: Store, wording: int) -> tuple[Example, ...]:
    query = "SELECT text, after, marker FROM example WHERE wording = ? ORDER BY place"
    return tuple(Example(*row) for row in store.connection.execute(query, (wording,)))
