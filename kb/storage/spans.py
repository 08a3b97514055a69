"""Queries for spans and excerpts: which wordings a place had, and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from kb.languages import Lang
from kb.storage.in_force import IS_FINISHED_TRANSLATION, NOT_ENDED, carried_on
from kb.storage.store import Store
from kb.storage.wordings import json_array

if TYPE_CHECKING:
    from kb.documents import Number


class NumberedWording(NamedTuple):
    """The number and the wording of a rule in a whole edition."""

    number: Number
    wording: int


class SpanRow(NamedTuple):
    """A row of `span`: a place, its wording, the first edition with this wording, and the first edition without it."""

    place: int
    wording: int
    first: str
    ended: str


class NumberedSpan(NamedTuple):
    """A span of a rule with the number of its place."""

    place: int
    label: str
    wording: int
    first: str
    ended: str


class ExcerptRow(NamedTuple):
    """A rule of an excerpt, with the `first` and the `last` day on which the rule is known to be in force.

    `edition`, `place` and `wording` are ids. If a link of the kind `same` (neither `split` nor `merged`)
    leads from the rule to another place, `linked` is that place, and `confidence` is the confidence of the link.
    `source` is the name of the excerpt's source.
    """

    edition: int
    place: int
    wording: int
    first: str
    last: str
    lossy: int
    linked: int | None
    confidence: float | None
    source: str


class NumberWording(NamedTuple):
    """A wording under a number. `ended` is the first edition without the wording (None for an excerpt)."""

    label: str
    place: int
    wording: int
    text: str
    text_lang: Lang
    first: str
    ended: str | None
    lossy: int


class HeadwordRow(NamedTuple):
    """A wording of a headword. `nth` is 2 for the second entry that one edition prints under the same headword.

    `first` is the first edition with the wording, and `ended` the first edition without it (None for an excerpt).
    """

    place: int
    label: str
    nth: int
    wording: int
    text: str
    text_lang: Lang
    first: str
    ended: str | None


class Origin(NamedTuple):
    """The edition that has a wording. `source` is the name of the edition's source.

    `partial` is 1 if the edition is an excerpt. `finished` is 1 if the edition is a finished translation.
    """

    source: str
    partial: int
    finished: int


def wording_origin(store: Store, lang: Lang, place: int, wording: int, day: str) -> Origin:
    """Return the edition of a day that has a wording at a place. Of several editions, return the one that a view reads.

    The source has no name if another process has removed the edition in the meantime.
    """
    row = store.connection.execute(
        f"""
        SELECT source.name, 0, 0, NULL FROM span
        JOIN edition ON edition.doc = :doc AND edition.lang = :lang AND edition.effective = :day AND edition.partial = 0
        JOIN source ON source.id = edition.source
        WHERE span.place = :place AND span.wording = :wording AND {carried_on(":day")}
        UNION ALL
        SELECT source.name, 1, {IS_FINISHED_TRANSLATION}, coalesce(until, :open) FROM excerpt
        JOIN edition ON edition.id = excerpt.edition AND edition.effective = :day
        JOIN source ON source.id = edition.source
        WHERE excerpt.place = :place AND excerpt.wording = :wording
        ORDER BY 3 DESC, 2, 4 DESC, 1
        """,
        {"doc": store.doc, "lang": lang, "day": day, "place": place, "wording": wording, "open": NOT_ENDED},
    ).fetchone()
    return Origin(*row[:3]) if row else Origin("", 0, 0)


def only_origin(store: Store, lang: Lang, day: str) -> Origin | None:
    """Return the whole edition of a day, if the day has no excerpts. All wordings of the day are then from it."""
    query = """
        SELECT source.name, edition.partial FROM edition JOIN source ON source.id = edition.source
        WHERE edition.doc = ? AND edition.lang = ? AND edition.effective = ?
        """
    rows = store.connection.execute(query, (store.doc, lang, day)).fetchall()
    return Origin(rows[0][0], 0, 0) if len(rows) == 1 and not rows[0][1] else None


def rules_of_edition(
    store: Store, lang: Lang, day: date, labels: Iterable[str] | None = None
) -> dict[int, NumberedWording]:
    """Map places to rules of a day's whole edition, sorted by number. If `labels` is given, omit all other numbers."""
    few = "" if labels is None else "AND label IN (SELECT value FROM json_each(:labels))"
    query = f"""
        SELECT place, label, wording FROM span JOIN place ON place.id = place
        WHERE doc = :doc AND lang = :lang AND kind = 'rule' AND {carried_on(":day")} {few} ORDER BY sort_key, nth
        """
    values = {"doc": store.doc, "lang": lang, "day": day.isoformat(), "labels": json_array(labels or ())}
    rows, parse = store.connection.execute(query, values), store.parse_number
    return {place: NumberedWording(parse(label), wording) for place, label, wording in rows}


def rule_spans(store: Store, lang: Lang) -> list[NumberedSpan]:
    """Return the spans of all rules in a language, in the order of their first editions and then of the rules."""
    query = """
        SELECT place, label, wording, first, ended FROM span JOIN place ON place.id = place
        WHERE doc = ? AND lang = ? AND kind = 'rule' ORDER BY first, sort_key, nth
        """
    return [NumberedSpan._make(row) for row in store.connection.execute(query, (store.doc, lang))]


def span_on(store: Store, place: int, day: str) -> SpanRow | None:
    """Return the span of a place in the whole edition of a day, or None if the edition doesn't have the place."""
    query = f"SELECT place, wording, first, ended FROM span WHERE place = :place AND {carried_on(':day')}"
    row = store.connection.execute(query, {"place": place, "day": day}).fetchone()
    return SpanRow._make(row) if row else None


def label_and_text(store: Store, place: int, wording: int) -> tuple[str, Lang, str]:
    """Return the number of a place, and the language and the text of a wording."""
    query = "SELECT label, wording.lang, wording.text FROM place, wording WHERE place.id = ? AND wording.id = ?"
    row: tuple[str, Lang, str] = store.connection.execute(query, (place, wording)).fetchone()
    return row


def place_labels(store: Store, places: Iterable[int]) -> dict[int, str]:
    """Return a dict from the ids of places to their numbers or headwords."""
    query = "SELECT id, label FROM place WHERE id IN (SELECT value FROM json_each(?))"
    return dict(store.connection.execute(query, (json_array(places),)))


def repeated_places(store: Store, places: Iterable[int]) -> dict[int, int]:
    """Return a dict from those places that aren't the first of their number in an edition to their count, from 2."""
    query = "SELECT id, nth FROM place WHERE nth > 1 AND id IN (SELECT value FROM json_each(?))"
    return dict(store.connection.execute(query, (json_array(places),)))


def rules_of_excerpts(store: Store, lang: Lang) -> list[ExcerptRow]:
    """Return the rules of all excerpts of a language, sorted by day, by the hash of the document and by number.

    The order in which a document prints its rules isn't kept where another translation supersedes them for a while.
    """
    query = """
        SELECT edition.id, place, wording, effective, coalesce(until, effective), lossy, link.old, link.confidence,
            source.name
        FROM edition JOIN source ON source.id = edition.source
        JOIN excerpt ON excerpt.edition = edition.id JOIN place ON place.id = place
        LEFT JOIN link ON link.edition = edition.id AND link.new = place AND link.kind = 'same'
        WHERE edition.doc = ? AND edition.lang = ? AND place.kind = 'rule'
        ORDER BY effective, sha256, edition.id, sort_key, nth
        """
    return [ExcerptRow._make(row) for row in store.connection.execute(query, (store.doc, lang))]


def wordings_under(store: Store, lang: Lang, labels: Iterable[str], until: date) -> list[NumberWording]:
    """Return all wordings that editions up to a day have under the given numbers, oldest first.

    If an edition prints a number twice, only the first rule counts.
    """
    query = """
        SELECT place.label, place.id, wording.id, wording.text, wording.lang, each.first, each.ended, each.lossy
        FROM json_each(:labels) AS label
        JOIN place ON place.doc = :doc AND place.lang = :lang AND place.kind = 'rule' AND place.label = label.value
            AND place.nth = 1
        JOIN (
            SELECT place, wording, first, ended, 0 AS lossy FROM span
            UNION ALL
            SELECT place, wording, effective, NULL, lossy FROM excerpt JOIN edition ON edition.id = excerpt.edition
        ) AS each ON each.place = place.id
        JOIN wording ON wording.id = each.wording
        WHERE each.first <= :day ORDER BY each.first, each.ended IS NULL, wording.hash
        """
    values = {"labels": json_array(labels), "doc": store.doc, "lang": lang, "day": until.isoformat()}
    return [NumberWording._make(row) for row in store.connection.execute(query, values)]


def printed_between(store: Store, lang: Lang, first: str, last: str) -> set[tuple[int, int]]:
    """Return (place, wording) for every text that an edition or excerpt from `first` to `last` prints."""
    query = f"""
        SELECT span.place, span.wording FROM span JOIN place ON place.id = span.place
        JOIN edition ON edition.doc = place.doc AND edition.lang = place.lang AND edition.partial = 0
            AND {carried_on("edition.effective")}
        WHERE edition.effective BETWEEN :first AND :last AND place.doc = :doc AND place.lang = :lang
        UNION SELECT excerpt.place, excerpt.wording FROM edition JOIN excerpt ON excerpt.edition = edition.id
        WHERE edition.effective BETWEEN :first AND :last AND edition.doc = :doc AND edition.lang = :lang
        """
    return set(store.connection.execute(query, {"first": first, "last": last, "doc": store.doc, "lang": lang}))


def newest_printed(store: Store, lang: Lang, place: int, wording: int, first: str, last: str) -> str | None:
    """Return the newest day from `first` to `last` on which an edition or excerpt prints a wording at a place."""
    query = f"""
        SELECT max(effective) FROM (
            SELECT effective FROM span
            JOIN edition ON edition.doc = :doc AND edition.lang = :lang AND edition.partial = 0
                AND {carried_on("edition.effective")}
            WHERE span.place = :place AND span.wording = :wording
            UNION SELECT effective FROM excerpt JOIN edition ON edition.id = excerpt.edition
            WHERE excerpt.place = :place AND excerpt.wording = :wording
        ) WHERE effective BETWEEN :first AND :last
        """
    values = {"doc": store.doc, "lang": lang, "place": place, "wording": wording, "first": first, "last": last}
    day: str | None = store.connection.execute(query, values).fetchone()[0]
    return day


def headword_spans(store: Store, lang: Lang, name: str) -> list[tuple[str, str, Lang, str, str]]:
    """Return (label, text, language, first, ended) for each span of a headword, newest first.

    The headword may be printed with or without "(Obsolete)".
    """
    query = """
        SELECT label, text, wording.lang, first, ended FROM place
        JOIN span ON span.place = place.id JOIN wording ON wording.id = span.wording
        WHERE place.doc = :doc AND place.lang = :lang AND kind = 'glossary'
            AND (label = :name OR label LIKE :name || '%(Obsol%')
        ORDER BY first DESC
        """
    return store.connection.execute(query, {"doc": store.doc, "lang": lang, "name": name}).fetchall()


def all_headword_spans(store: Store, lang: Lang) -> Iterator[tuple[str, str, Lang, str, str]]:
    """Yield (label, text, language, first, ended) for each span of each headword, by headword and day."""
    query = """
        SELECT label, text, wording.lang, first, ended FROM place
        JOIN span ON span.place = place.id JOIN wording ON wording.id = span.wording
        WHERE place.doc = ? AND place.lang = ? AND kind = 'glossary' ORDER BY sort_key, nth, first
        """
    yield from store.connection.execute(query, (store.doc, lang))


def headword_rows(store: Store, lang: Lang) -> list[HeadwordRow]:
    """Return the wordings that whole editions and excerpts have under each headword, by headword and day."""
    query = """
        SELECT place.id, label, nth, wording.id, text, wording.lang, first, ended FROM place
        JOIN span ON span.place = place.id JOIN wording ON wording.id = span.wording
        WHERE place.doc = :doc AND place.lang = :lang AND kind = 'glossary'
        UNION ALL
        SELECT place.id, label, nth, wording.id, text, wording.lang, effective, NULL FROM place
        JOIN excerpt ON excerpt.place = place.id JOIN wording ON wording.id = excerpt.wording
        JOIN edition ON edition.id = excerpt.edition
        WHERE place.doc = :doc AND place.lang = :lang AND kind = 'glossary'
        ORDER BY 2, 3, 7, 8, 4
        """
    return [HeadwordRow._make(row) for row in store.connection.execute(query, {"doc": store.doc, "lang": lang})]


def last_printed_day(store: Store, lang: Lang, number: Number, as_of: date) -> date | None:
    """Return the day of the last edition up to `as_of` that has a number, or None if no edition has it."""
    query = f"""
        SELECT max(effective) FROM (
            SELECT effective FROM place JOIN span ON span.place = place.id
            JOIN edition ON edition.doc = :doc AND edition.lang = :lang AND edition.partial = 0
                AND {carried_on("edition.effective")}
            WHERE place.doc = :doc AND place.lang = :lang AND place.kind = 'rule' AND place.label = :label
                AND edition.effective <= :day
            UNION ALL
            SELECT effective FROM place JOIN excerpt ON excerpt.place = place.id
            JOIN edition ON edition.id = excerpt.edition
            WHERE place.doc = :doc AND place.lang = :lang AND place.kind = 'rule' AND place.label = :label
                AND edition.effective <= :day
        )
        """
    values = {"doc": store.doc, "lang": lang, "label": str(number), "day": as_of.isoformat()}
    (day,) = store.connection.execute(query, values).fetchone()
    return date.fromisoformat(day) if day else None
