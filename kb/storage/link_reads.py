"""Queries for the links between whole editions: predecessors and successors of places."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Literal, NamedTuple

from kb.languages import Lang
from kb.storage.in_force import carried_on
from kb.storage.store import Store
from kb.storage.wordings import json_array

if TYPE_CHECKING:
    from kb.documents import Number

Side = Literal["old", "new"]


class LinkRow(NamedTuple):
    """A link between two whole editions. `day` is the day of the later edition. `old` and `new` are ids of places."""

    day: str
    kind: str
    old: int
    new: int
    confidence: float


class Step(NamedTuple):
    """A span of a rule that was traced back. `key` tells the start. `confidence` is for the link to the next span."""

    key: int
    place: int
    wording: int
    label: str
    first: str
    confidence: float


class EndedSpan(NamedTuple):
    """The last span of a rule: number, text, the first edition without the rule, and the rules it was merged into."""

    label: str
    text: str
    ended: str
    merged_into: tuple[str, ...]


# Traces the rules in `starts` back through the links. The fourth column of `starts` is the day at which to stop.
_BACK = f"""
    WITH RECURSIVE back(key, until, place, wording, first, confidence) AS (
        SELECT each.value ->> 0, each.value ->> 3, span.place, span.wording, span.first, 1.0
        FROM json_each(:starts) AS each JOIN span ON span.place = each.value ->> 1
        WHERE {carried_on("each.value ->> 2")}
        UNION ALL
        SELECT back.key, back.until, span.place, span.wording, span.first, link.confidence FROM back
        JOIN edition ON edition.doc = :doc AND edition.lang = :lang AND edition.effective = back.first
            AND edition.partial = 0
        JOIN link ON link.edition = edition.id AND link.new = back.place AND link.kind = 'same'
        JOIN span ON span.place = link.old AND +span.ended = back.first
        WHERE back.first > back.until
    )
    """


def links_between(store: Store, lang: Lang, older: date, younger: date) -> list[LinkRow]:
    """Return the links of all whole editions after the day `older`, up to and including the day `younger`."""
    query = """
        SELECT effective, link.kind, old, new, confidence FROM edition JOIN link ON link.edition = edition.id
        WHERE doc = ? AND lang = ? AND partial = 0 AND effective > ? AND effective <= ?
        """
    rows = store.connection.execute(query, (store.doc, lang, older.isoformat(), younger.isoformat()))
    return [LinkRow._make(row) for row in rows]


def all_links(store: Store, lang: Lang) -> list[LinkRow]:
    """Return the links of all whole editions of a language."""
    return links_between(store, lang, date.min, date.max)


def ends_between(store: Store, lang: Lang, older: date, younger: date) -> list[tuple[str, int]]:
    """Return (day, place) for each span of a rule that ended after `older`, up to and including `younger`."""
    query = """
        SELECT ended, place FROM span JOIN place ON place.id = place
        WHERE doc = ? AND lang = ? AND kind = 'rule' AND ended > ? AND ended <= ?
        """
    return store.connection.execute(query, (store.doc, lang, older.isoformat(), younger.isoformat())).fetchall()


def same_rule(store: Store, edition: int, given: Side, place: int) -> tuple[int, float] | None:
    """Find the `same` link whose old or new place (`given`) is `place`. Return (other place, confidence) or None."""
    wanted = "old" if given == "new" else "new"
    query = f"SELECT {wanted}, confidence FROM link WHERE edition = ? AND {given} = ? AND kind = 'same'"
    row: tuple[int, float] | None = store.connection.execute(query, (edition, place)).fetchone()
    return row


def other_link(store: Store, edition: int, given: Side, place: int) -> Literal["split", "merged"] | None:
    """Return the kind of a `split` or `merged` link whose old or new place (`given`) is `place`, or None."""
    query = f"SELECT kind FROM link WHERE edition = ? AND {given} = ? AND kind <> 'same'"
    row = store.connection.execute(query, (edition, place)).fetchone()
    return row[0] if row else None


def merged_into(store: Store, lang: Lang, number: Number, day: date) -> Number | None:
    """Return the number of the rule into which the edition of a day merged the rule `number`, or None."""
    query = """
        SELECT now.label FROM link JOIN edition ON edition.id = link.edition
        JOIN place AS now ON now.id = link.new JOIN place AS was ON was.id = link.old
        WHERE edition.doc = ? AND edition.lang = ? AND effective = ? AND partial = 0 AND link.kind = 'merged'
            AND was.label = ?
        """
    row = store.connection.execute(query, (store.doc, lang, day.isoformat(), str(number))).fetchone()
    return store.parse_number(row[0]) if row else None


def ended_rules(store: Store, lang: Lang, as_of: date) -> list[EndedSpan]:
    """Return the last span of each rule that ended by the day `as_of` and has no successor, sorted by number."""
    query = """
        SELECT label, text, ended, edition.id, span.place FROM span
        JOIN place ON place.id = span.place JOIN wording ON wording.id = span.wording
        JOIN edition ON edition.effective = ended AND edition.doc = place.doc AND edition.lang = place.lang
            AND edition.partial = 0
        WHERE place.doc = ? AND place.lang = ? AND kind = 'rule' AND ended <= ?
        AND NOT EXISTS (SELECT 1 FROM link WHERE edition = edition.id AND old = span.place AND link.kind = 'same')
        ORDER BY place.sort_key, ended
        """
    rows = store.connection.execute(query, (store.doc, lang, as_of.isoformat())).fetchall()
    merged: dict[tuple[int, int], tuple[str, ...]] = {}
    query = "SELECT edition, old, label FROM link JOIN place ON place.id = new WHERE link.kind = 'merged'"
    for edition, old, label in store.connection.execute(query):
        merged[edition, old] = (*merged.get((edition, old), ()), label)
    return [
        EndedSpan(label, text, ended, merged.get((edition, place), ())) for label, text, ended, edition, place in rows
    ]


def first_spans(store: Store, lang: Lang, starts: Iterable[tuple[str, int]]) -> dict[tuple[str, int], tuple[int, str]]:
    """For each start (day, place), return the place and day of the rule in the first whole edition that has it."""
    listed = list(starts)
    rows = [[key, place, day, ""] for key, (day, place) in enumerate(listed)]
    query = f"{_BACK} SELECT key, place, min(first) FROM back GROUP BY key"
    found = store.connection.execute(query, {"starts": json_array(rows), "doc": store.doc, "lang": lang})
    return {listed[key]: (place, first) for key, place, first in found}


def steps_back(store: Store, lang: Lang, starts: Iterable[tuple[int, int, str, str]]) -> list[Step]:
    """Trace rules back through the whole editions, and return their spans sorted by key and day.

    Each start has a key, a place, the day of the edition to begin with, and the day to go back to.
    """
    query = f"""
        {_BACK} SELECT key, back.place, wording, label, first, confidence FROM back
        JOIN place ON place.id = back.place ORDER BY key, first
        """
    values = {"starts": json_array(starts), "doc": store.doc, "lang": lang}
    return [Step._make(row) for row in store.connection.execute(query, values)]
