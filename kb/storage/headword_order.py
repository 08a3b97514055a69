"""The order of headwords. It ignores case and accents, so that "Éphémère" stands between "Épeler" and "Étape"."""

from __future__ import annotations

import sqlite3
from itertools import groupby
from operator import itemgetter

from kb.storage.in_force import carried_on
from kb.storage.link_writer import Series
from kb.storage.print_order import find_displaced, restore_printed_order
from kb.text.folding import strip_accents


def headword_sort_key(headword: str) -> str:
    """Return the sort key of a headword."""
    return strip_accents(headword.casefold())


def sort_headwords_again(connection: sqlite3.Connection) -> None:
    """Give all headwords their sort keys, and keep the printed order of all whole editions.

    A store of an earlier schema has sort keys with accents.
    """
    query = "SELECT id, label, sort_key, doc, lang FROM place WHERE kind = 'glossary' ORDER BY doc, lang"
    changed = [
        (headword_sort_key(label), place, (doc, lang))
        for place, label, key, doc, lang in connection.execute(query)
        if headword_sort_key(label) != key
    ]
    for series, rows in groupby(changed, itemgetter(2)):
        whole = "SELECT id, effective FROM edition WHERE partial = 0 AND doc = ? AND lang = ?"
        editions = connection.execute(whole, series).fetchall()
        printed = {edition: _printed(connection, series, edition, day) for edition, day in editions}
        connection.executemany("UPDATE place SET sort_key = ? WHERE id = ?", [row[:2] for row in rows])
        for edition, day in editions:
            moved = find_displaced(printed[edition], _usual(connection, series, day))
            connection.execute("DELETE FROM displaced WHERE edition = ?", (edition,))
            connection.executemany(
                "INSERT INTO displaced VALUES (?, ?, ?, ?)", [(edition, at, *row) for at, row in enumerate(moved)]
            )


def _usual(connection: sqlite3.Connection, series: Series, day: str) -> list[int]:
    """Return the places of a whole edition: the rules by number, then the headwords."""
    rows = connection.execute(
        f"""
        SELECT place.id FROM place JOIN span ON span.place = place.id AND {carried_on(":day")}
        WHERE doc = :doc AND lang = :lang ORDER BY kind = 'glossary', sort_key, nth, place.id
        """,
        {"day": day, "doc": series[0], "lang": series[1]},
    )
    return [place for (place,) in rows]


def _printed(connection: sqlite3.Connection, series: Series, edition: int, day: str) -> tuple[int, ...]:
    """Return the places of a whole edition in the order in which it prints them."""
    query = "SELECT place, after FROM displaced WHERE edition = ? ORDER BY ord"
    return restore_printed_order(_usual(connection, series, day), connection.execute(query, (edition,)).fetchall())
