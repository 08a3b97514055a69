"""The editions and excerpts in the store, each with its source and its findings."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter

from kb.documents import DOCUMENTS, Doc
from kb.i18n import _, deserialize_message
from kb.languages import Lang
from kb.model import Finding, TypeList
from kb.section_number import SectionKind, SectionNumber
from kb.storage.in_force import IS_FINISHED_TRANSLATION, carried_on
from kb.storage.source_formats import source_label
from kb.storage.store import Store


@dataclass(frozen=True, slots=True)
class EditionRecord:
    """An edition as `rules editions` lists it. Most fields are columns of the tables `edition` and `source`.

    Attributes:
        lang: the language.
        effective: the effective date.
        until: the last day on which an excerpt is known to hold, or None.
        partial: True for an excerpt.
        lossy: True if punctuation is lost.
        sections, rules, subrules, examples, glossary, references: how many there are.
        dangling: the number of references whose target the edition lacks; None for an excerpt.
        source: the name of the document.
        sha256: the hash of the document.
        format, encoding, title: of the document.
        site: the site that the document came from, or empty.
        fetched: the time of the ingest, in ISO form.
        location: the file or address that the document was read from.
        warnings: the findings.
        lists: the lists of subtypes that the edition prints.
        chapters, appendices, parts: of a policy document, how many there are. Titled paragraphs count as chapters.
    """

    doc: Doc
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
    location: str
    warnings: tuple[Finding, ...]
    lists: tuple[TypeList, ...] = ()
    chapters: int = 0
    appendices: int = 0
    parts: int = 0

    @property
    def series(self) -> str:
        """How lists name the document and the language: `en`, `mtr en`."""
        return series(self.doc, self.lang)

    @property
    def source_label(self) -> str:
        """How output names the source: by its title if it is a starter document, otherwise by its name."""
        return source_label(self.source, self.title, self.format)

    def __str__(self) -> str:
        """The language and the day."""
        return f"{self.lang} {self.effective}"


def series(doc: Doc, lang: Lang) -> str:
    """Return how lists name a document in a language: `en` for the Comprehensive Rules, `mtr en`."""
    return lang if doc == "cr" else f"{doc} {lang}"


def list_editions(store: Store) -> tuple[EditionRecord, ...]:
    """Return all editions and excerpts of all documents, sorted by document, language and day."""
    findings, superseded, kinds = _findings(store), _superseded(store), _counts_by_kind(store)
    lists: dict[int, list[TypeList]] = {}
    query = 'SELECT edition, name, items, "table" FROM type_list'
    for edition, name, items, table in store.connection.execute(query):
        lists.setdefault(edition, []).append(TypeList(name, tuple(json.loads(items)), table))
    # The columns are the fields of `EditionRecord`, in their order.
    rows = store.connection.execute(
        """
        SELECT edition.id, doc, lang, effective, until, partial, lossy, sections, rules, subrules, examples, glossary,
            "references", dangling, source.name, sha256, format, encoding, title, site, fetched, location
        FROM edition JOIN source ON source.id = edition.source
        ORDER BY lang, effective, partial, edition.id
        """
    )
    found = []
    for edition, doc, lang, effective, until, partial, lossy, *rest in rows:
        days = date.fromisoformat(effective), until and date.fromisoformat(until)
        warnings = (*findings.get(edition, ()), *superseded.get(edition, ()))
        counts = kinds.get(edition, Counter())
        lasts = warnings, tuple(lists.get(edition, ())), *(counts[kind] for kind in ("chapter", "appendix", "part"))
        found.append(EditionRecord(*(doc, lang, *days, bool(partial), bool(lossy), *rest, *lasts)))
    order = list(DOCUMENTS)
    return tuple(sorted(found, key=lambda edition: order.index(edition.doc)))


def printed_labels(store: Store, lang: Lang, effective: date) -> set[tuple[str, str]]:
    """Return (kind, label) for every rule and headword of a day's whole edition, such as `("rule", "306.5")`."""
    query = f"""
        SELECT kind, label FROM span JOIN place ON place.id = place
        WHERE doc = :doc AND lang = :lang AND {carried_on(":day")}
        """
    return set(store.connection.execute(query, {"doc": store.doc, "lang": lang, "day": effective.isoformat()}))


def _findings(store: Store) -> dict[int, list[Finding]]:
    """Return a dict from the id of each edition to its findings."""
    found: dict[int, list[Finding]] = {}
    query = 'SELECT edition, code, message, "where", text, said FROM finding ORDER BY edition, place'
    for edition, code, message, where, text, said in store.connection.execute(query):
        found.setdefault(edition, []).append(Finding(code, deserialize_message(said) if said else message, where, text))
    return found


def _counts_by_kind(store: Store) -> dict[int, Counter[SectionKind]]:
    """Return how many places of each kind every edition of a policy document has, by the id of the edition."""
    rows = store.connection.execute(
        f"""
        SELECT edition.id, label FROM edition JOIN place ON place.doc = edition.doc AND place.lang = edition.lang
        JOIN span ON span.place = place.id AND {carried_on("edition.effective")}
        WHERE edition.doc <> 'cr' AND edition.partial = 0
        """
    )
    found: dict[int, Counter[SectionKind]] = {}
    for edition, label in rows:
        found.setdefault(edition, Counter())[SectionNumber.parse(label).kind] += 1
    return found


def _superseded(store: Store) -> dict[int, list[Finding]]:
    """Return findings by edition id: one for each finished translation that replaced rules of the edition."""
    rows = store.connection.execute(
        f"""
        SELECT superseded.edition, source.name, place.label FROM superseded JOIN place ON place.id = superseded.place
        JOIN edition AS earlier ON earlier.id = superseded.edition
        JOIN excerpt ON excerpt.place = superseded.place
        JOIN edition ON edition.id = excerpt.edition AND edition.effective = earlier.effective
        JOIN source ON source.id = edition.source AND {IS_FINISHED_TRANSLATION}
        ORDER BY superseded.edition, edition.id, place.sort_key
        """
    )
    found: dict[int, list[Finding]] = {}
    for (edition, since), group in groupby(rows, itemgetter(0, 1)):
        numbers = [label for _edition, _name, label in group]
        message = _("{numbers} read as in {since} since", numbers=", ".join(numbers), since=since)
        found.setdefault(edition, []).append(Finding("superseded", message, where=numbers[0]))
    return found


def translations_replaced_by(store: Store, edition: int) -> tuple[str, ...]:
    """Return the documents of the finished translations whose rules an edition has replaced."""
    query = """
        SELECT DISTINCT source.name FROM superseded JOIN excerpt ON excerpt.place = superseded.place
        JOIN edition ON edition.id = superseded.edition JOIN source ON source.id = edition.source
        WHERE excerpt.edition = ? ORDER BY edition.id
        """
    return tuple(name for (name,) in store.connection.execute(query, (edition,)))
