"""Queries for wordings by their ids: texts, examples, and the numbers that they refer to."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from kb.languages import Lang
from kb.storage.store import Store

if TYPE_CHECKING:
    from kb.model import Example


class Citing(NamedTuple):
    """A reference to a number (`first` = `last`) or a range. `position` is its index in the wording's references."""

    wording: int
    position: int
    first: str
    last: str


def json_array(items: Iterable[object]) -> str:
    """Encode ids, labels or rows as a JSON array, which SQLite takes as one parameter."""
    return json.dumps(list(items))


def read_texts(store: Store, ids: Iterable[int]) -> dict[int, tuple[Lang, str]]:
    """Return a dict from the ids of wordings to (language, text)."""
    query = "SELECT id, lang, text FROM wording WHERE id IN (SELECT value FROM json_each(?))"
    return {wording: (lang, text) for wording, lang, text in store.connection.execute(query, (json_array(ids),))}


def read_examples(store: Store, ids: Iterable[int]) -> dict[int, tuple[Example, ...]]:
    """Return a dict from the ids of wordings to their examples. Wordings without examples are left out."""
    from kb.model import Example

    found: dict[int, tuple[Example, ...]] = {}
    query = """
        SELECT wording, text, after, marker FROM example
        WHERE wording IN (SELECT value FROM json_each(?)) ORDER BY wording, place
        """
    for wording, *example in store.connection.execute(query, (json_array(ids),)):
        found[wording] = (*found.get(wording, ()), Example(*example))
    return found


def read_texts_with_examples(store: Store, ids: Iterable[int]) -> dict[int, str]:
    """Return a dict from the ids of wordings to their texts. The examples follow the text, a paragraph each."""
    query = """
        SELECT id, -1 AS at, text FROM wording WHERE id IN (SELECT value FROM json_each(:ids))
        UNION ALL
        SELECT wording, place, text FROM example WHERE wording IN (SELECT value FROM json_each(:ids))
        ORDER BY 1, 2
        """
    found: dict[int, str] = {}
    for wording, _place, text in store.connection.execute(query, {"ids": json_array(ids)}):
        found[wording] = f"{found[wording]}\n{text}" if wording in found else text
    return found


def numbers_cited(store: Store, ids: Iterable[int]) -> list[Citing]:
    """Return the references of wordings to rules, in the order of the text."""
    query = """
        SELECT wording, place, target, coalesce(target_end, target) FROM reference
        WHERE wording IN (SELECT value FROM json_each(?)) AND target IS NOT NULL ORDER BY wording, place
        """
    return [Citing._make(row) for row in store.connection.execute(query, (json_array(ids),))]


def wordings_citing(store: Store, labels: Iterable[str]) -> list[tuple[str, int]]:
    """Return (number, wording id) for each reference to a number of the document. A range counts as its lower end."""
    query = "SELECT target, wording FROM reference WHERE target IN (SELECT value FROM json_each(?)) AND doc = ?"
    return store.connection.execute(query, (json_array(labels), store.doc)).fetchall()


def all_cited_numbers(store: Store) -> list[str]:
    """Return all numbers of the document that wordings refer to."""
    query = "SELECT DISTINCT target FROM reference WHERE target IS NOT NULL AND doc = ?"
    return [target for (target,) in store.connection.execute(query, (store.doc,))]


def wordings_by_hash(store: Store) -> dict[str, int]:
    """Return a dict from the hashes of the document's wordings to their ids. A hash is cut to 16 hexadecimal digits.

    A wording that no edition has any more counts, too.
    """
    query = """
        SELECT lower(hex(substr(hash, 1, 8))), id FROM wording WHERE id NOT IN (
            SELECT wording FROM span JOIN place ON place.id = place WHERE place.doc <> :doc
            UNION SELECT wording FROM excerpt JOIN place ON place.id = place WHERE place.doc <> :doc
        )
        """
    return dict(store.connection.execute(query, {"doc": store.doc}))


def carried_since(store: Store, above: int) -> list[tuple[int, str, str, str, Lang, str]]:
    """Return (id, hash, kind of place, label, language, text) for each place of each wording with an id over `above`.

    A hash is cut to 16 hexadecimal digits.
    """
    return store.connection.execute(
        """
        SELECT wording.id, lower(hex(substr(hash, 1, 8))), place.kind, place.label, wording.lang, wording.text
        FROM wording JOIN (
            SELECT place, wording FROM span WHERE wording > :above
            UNION SELECT place, wording FROM excerpt WHERE wording > :above
        ) AS carried ON carried.wording = wording.id
        JOIN place ON place.id = carried.place
        WHERE place.doc = :doc
        ORDER BY wording.id, place.id
        """,
        {"above": above, "doc": store.doc},
    ).fetchall()


def examples_since(store: Store, above: int) -> dict[int, list[str]]:
    """Return a dict from the ids of wordings to the texts of their examples, for ids over `above`."""
    found: dict[int, list[str]] = {}
    query = "SELECT wording, text FROM example WHERE wording > ? ORDER BY wording, place"
    for wording, text in store.connection.execute(query, (above,)):
        found.setdefault(wording, []).append(text)
    return found


def citations_since(store: Store, above: int) -> dict[int, list[tuple[int, int, int]]]:
    """Return a dict from wording ids over `above` to (position, start, end) of each reference outside examples."""
    found: dict[int, list[tuple[int, int, int]]] = {}
    query = """
        SELECT wording, place, start, "end" FROM reference
        WHERE wording > ? AND example IS NULL AND target IS NOT NULL ORDER BY wording, place
        """
    for wording, *reference in store.connection.execute(query, (above,)):
        found.setdefault(wording, []).append((reference[0], reference[1], reference[2]))
    return found
