"""The rows of a view: all wordings that are in force on a day, and the choice of one wording for each place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, NamedTuple, TypedDict

from kb.languages import Lang
from kb.storage.in_force import EXCERPT_IN_FORCE, IS_FINISHED_TRANSLATION, carried_on
from kb.storage.store import Store
from kb.storage.wordings import json_array

if TYPE_CHECKING:
    from kb.documents import Doc

PlaceKind = Literal["rule", "glossary"]

AFTER_ALL = "\U0010ffff"
"""A character that sorts after all characters of sort keys."""

_Rank = tuple[bool, str, bool, bool, str]


_MAY_CITE = """
    EXISTS (SELECT 1 FROM reference WHERE reference.wording = wording.id AND reference.target IS NOT NULL)
    OR EXISTS (SELECT 1 FROM excerpt AS any_excerpt WHERE any_excerpt.place = place.id)
    """
"""True of a wording that cites a number. Of a place with excerpts all wordings are needed, to find the highest rank."""


class AsOf(TypedDict):
    """The parameters of as-of queries: document, language, day, and the day of the edition in force ("" for none)."""

    doc: Doc
    lang: Lang
    day: str
    base: str


class PlaceRow(NamedTuple):
    """The ids of a place and its wording, and the effective date (ISO 8601) of the edition with this wording."""

    place: int
    wording: int
    kind: PlaceKind
    label: str
    sort_key: str
    edition: str


class TextRow(NamedTuple):
    """A place and a wording with its text. `edition` to `finished`, and `source`, describe the wording's edition.

    `headword` and `replaces` are the columns of `counterpart` for an entry of a finished translation, otherwise "".
    """

    place: int
    wording: int
    printed: str
    edition: str
    until: str | None
    partial: bool
    lossy: bool
    finished: bool
    label: str
    lang: Lang
    text: str
    source: str
    headword: str
    replaces: str

    @property
    def rank(self) -> _Rank:
        """The rank among the wordings of one place (see `_rank`). A number printed without a text counts as lossy."""
        lossy = self.lossy or not self.text
        return _rank(self.edition, self.until, partial=self.partial, lossy=lossy, finished=self.finished)


def _rank(edition: str, until: str | None, *, partial: bool, lossy: bool, finished: bool) -> _Rank:
    """Return the rank of a wording. If a place has several wordings, the wording with the highest rank is read.

    First, clean texts rank above lossy texts. Then, younger editions rank above older editions. Among texts of one day,
    a finished translation ranks above a whole edition, and a whole edition above an excerpt. Of two excerpts, the
    excerpt that is known to be in force until a later day ranks higher.
    """
    return not lossy, edition, finished, not partial, until or AFTER_ALL


def text_rows(
    store: Store,
    as_of: AsOf,
    kind: PlaceKind,
    low: str,
    high: str,
    labels: Iterable[str] | None = None,
    *,
    citing: bool = False,
) -> list[TextRow]:
    """Return all wordings that are in force at the places between two sort keys, in the order of the places.

    If `labels` is given, return only those under these numbers or headwords. With `citing`, leave out places whose only
    wording cites no number.
    """
    few = "" if labels is None else "AND label IN (SELECT value FROM json_each(:labels))"
    if citing:
        few += f" AND ({_MAY_CITE})"
    found = store.connection.execute(
        f"""
        SELECT place.id, span.wording, span.printed, :base, NULL, 0, edition.lossy, 0,
            place.label, wording.lang, wording.text, source.name, '', '', place.sort_key, place.nth, wording.hash
        FROM place
        JOIN span ON span.place = place.id AND {carried_on(":base")}
        JOIN edition ON edition.doc = place.doc AND edition.lang = place.lang AND edition.effective = :base
            AND edition.partial = 0
        JOIN source ON source.id = edition.source
        JOIN wording ON wording.id = span.wording
        WHERE place.doc = :doc AND place.lang = :lang AND place.kind = :kind
            AND place.sort_key BETWEEN :low AND :high {few}
        UNION ALL
        SELECT place.id, excerpt.wording, excerpt.printed, edition.effective, edition.until, 1, edition.lossy,
            {IS_FINISHED_TRANSLATION},
            place.label, wording.lang, wording.text, source.name,
            coalesce(counterpart.headword, ''), coalesce(counterpart.replaces, ''),
            place.sort_key, place.nth, wording.hash
        FROM place
        JOIN excerpt ON excerpt.place = place.id
        JOIN edition ON edition.id = excerpt.edition
        JOIN source ON source.id = edition.source
        JOIN wording ON wording.id = excerpt.wording
        LEFT JOIN counterpart ON counterpart.edition = excerpt.edition AND counterpart.place = excerpt.place
        WHERE place.doc = :doc AND place.lang = :lang AND place.kind = :kind
            AND place.sort_key BETWEEN :low AND :high
            AND {EXCERPT_IN_FORCE} {few}
        -- By content last, so that no answer depends on which of two equal excerpts came in first.
        ORDER BY 15, 16, 9, 17, 3, 12
        """,
        {**as_of, "kind": kind, "low": low, "high": high, "labels": json_array(labels or ())},
    )
    return [TextRow(*row[:5], *map(bool, row[5:8]), *row[8:14]) for row in found]


def highest_ranked(rows: Iterable[TextRow]) -> list[TextRow]:
    """Return one row for each place: the wording with the highest rank."""
    best: dict[int, TextRow] = {}
    for row in rows:
        if row.place not in best or row.rank > best[row.place].rank:
            best[row.place] = row
    return list(best.values())


def without_replaced(rows: Sequence[TextRow]) -> list[TextRow]:
    """Leave out the headwords that a finished translation has replaced by other headwords."""
    replaced = {row.replaces: row.rank for row in sorted(rows, key=lambda row: row.rank) if row.replaces}
    return [row for row in rows if row.label not in replaced or row.rank > replaced[row.label]]


def place_rows(store: Store, as_of: AsOf) -> list[PlaceRow]:
    """Return one row for every place of a view. This is ten times as fast as reading the texts."""
    query = "SELECT lossy FROM edition WHERE partial = 0 AND doc = :doc AND lang = :lang AND effective = :base"
    edition = store.connection.execute(query, as_of).fetchone()
    rank_of_base = _rank(as_of["base"], None, partial=False, lossy=bool(edition and edition[0]), finished=False)
    query = f"""
        SELECT place.id, span.wording, place.kind, place.label, place.sort_key, :base
        FROM span CROSS JOIN place ON place.id = span.place
        WHERE {carried_on(":base")} AND place.doc = :doc AND place.lang = :lang
        """
    best = {row.place: row for row in map(PlaceRow._make, store.connection.execute(query, as_of))}
    ranks: dict[int, _Rank] = {}
    query = f"""
        SELECT edition.until, edition.lossy, {IS_FINISHED_TRANSLATION}, place.id, wording.id, place.kind,
            label, sort_key, edition.effective
        FROM edition CROSS JOIN excerpt ON excerpt.edition = edition.id
        JOIN source ON source.id = edition.source
        JOIN place ON place.id = excerpt.place JOIN wording ON wording.id = excerpt.wording
        WHERE edition.doc = :doc AND edition.lang = :lang AND edition.partial = 1 AND {EXCERPT_IN_FORCE}
        ORDER BY wording.hash
        """
    for until, lossy, finished, *row in store.connection.execute(query, as_of):
        found = PlaceRow(*row)
        rank = _rank(found.edition, until, partial=True, lossy=bool(lossy), finished=bool(finished))
        if found.place not in best or rank > ranks.get(found.place, rank_of_base):
            best[found.place], ranks[found.place] = found, rank
    return _in_order(best.values())


def place_rows_of_all_editions(store: Store, lang: Lang) -> list[PlaceRow]:
    """Return every wording that any place of a language ever had, each with the last edition that has it."""
    days = list(store.whole_editions(lang))
    query = "SELECT id, kind, label, sort_key FROM place WHERE doc = ? AND lang = ?"
    places = {place: key for place, *key in store.connection.execute(query, (store.doc, lang))}
    last: dict[tuple[int, int], str] = {}
    for place, wording, ended in store.connection.execute("SELECT place, wording, ended FROM span"):
        if place in places:
            day = days[bisect_left(days, ended) - 1]
            last[place, wording] = max(day, last.get((place, wording), ""))
    query = "SELECT place, wording, effective FROM excerpt JOIN edition ON edition.id = excerpt.edition"
    for place, wording, day in store.connection.execute(query):
        if place in places:
            last[place, wording] = max(day, last.get((place, wording), ""))
    return _in_order(PlaceRow._make((*key, *places[key[0]], day)) for key, day in last.items())


def _in_order(found: Iterable[PlaceRow]) -> list[PlaceRow]:
    """Sort rows by place: rules first, then headwords."""
    return sorted(sorted(found, key=itemgetter(4, 0, 1)), key=itemgetter(2), reverse=True)
