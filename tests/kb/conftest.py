"""Fixtures of the kb tests: small invented editions, and the complete content of a store."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from kb.errors import NotFound
from kb.history.history import rule_history
from kb.languages import LANGUAGES, Lang
from kb.model import Edition, Example, Finding, GlossaryEntry, Part, Rule, Source, TypeList
from kb.rule_number import RuleNumber
from kb.storage.editions import list_editions
from kb.storage.spans import last_printed_day
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem

DAYS = tuple(date(year, 1, 1) for year in (2019, 2020, 2021, 2022, 2023))
NUMBERS = ("1", "100", "100.1", "100.1a", "100.1b", "100.2", "101", "101.1")
TEXTS = (
    "A player plays.",
    "A player doesn't play (see rule 100.1).",
    "See rules 100.1a–b and 101. See also Play and Éclair.",
    "Previously, a player played.",
    "Deux paragraphes.\nVoir règle 999.9.",
)
TERMS = ("Play", "play", "Éclair (Obsolete)")


def source(name: str, lang: Lang = "en") -> Source:
    """Return a source document that is unique to its name."""
    digest = hashlib.sha256(name.encode()).hexdigest()
    return Source(name, digest, len(name), "text", "utf-8", "title of " + name, languages=(lang,))


# Thousands of small stores are made. On a disk, each waits for it several times. Other tests are about the disk.
_IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@dataclass(frozen=True)
class Invented:
    """A maker of invented editions and stores, which can also list the content of a store."""

    def rule(self, number: str, text: str, *examples: str, printed_number: str = "", lang: Lang = "en") -> Rule:
        """Return a rule."""
        return Rule(
            RuleNumber.parse(number), text, tuple(map(Example, examples)), text_lang=lang, printed_number=printed_number
        )

    def edition(
        self, name: str, day: date | str, *rules: Rule, glossary: Iterable[GlossaryEntry] = (), **others: Any
    ) -> Edition:
        """Return an edition from the document of that name; it is English and whole unless `others` says otherwise."""
        effective = date.fromisoformat(day) if isinstance(day, str) else day
        lang: Lang = others.get("lang", "en")
        fields: dict[str, Any] = {"lang": lang, "partial": False, "source": source(name, lang)} | others
        return Edition(effective=effective, rules=rules, glossary=tuple(glossary), **fields)

    @contextmanager
    def store(self, *content: Edition) -> Iterator[Store]:
        """Open a temporary store with these editions, each added in its own transaction."""
        with (
            tempfile.TemporaryDirectory(dir=_IN_MEMORY) as folder,
            Store.open(Path(folder) / "home", create=True) as store,
        ):
            self.add(store, *content)
            yield store

    def add(self, store: Store, *content: Edition) -> None:
        """Add editions, each in its own transaction."""
        for edition in content:
            with store.transaction() as writer:
                writer.add_edition(edition)

    def reading(self, view: View) -> list[object]:
        """Return the content of a view, its rules and glossary, without the store's ids."""

        def plain(printed: ViewItem[Any]) -> object:
            references = [
                (ref.text, ref.kind, ref.target, ref.entries, ref.resolved, ref.start, ref.end, ref.example)
                for ref in printed.references
            ]
            return printed.item, printed.lang, printed.edition, references, printed.warnings, printed.from_excerpt

        return [view.base, *map(plain, view.rules()), *map(plain, view.glossary())]

    def _life(self, store: Store, view: View, number: str) -> object:
        """Return the history of the rule that has a number in a view, or None."""
        try:
            return rule_history(store, view, RuleNumber.parse(number))
        except NotFound:
            return None

    def content(self, store: Store) -> dict[str, object]:
        """Return the content of a store, without ids and generation, independent of the order of ingestion."""
        queries = {
            "spans": """
                SELECT place.lang, kind, label, nth, sort_key, printed, hex(hash), first, ended
                FROM span JOIN place ON place.id = span.place JOIN wording ON wording.id = span.wording
                """,
            "excerpts": """
                SELECT place.lang, kind, label, nth, printed, hex(hash), sha256
                FROM excerpt JOIN place ON place.id = excerpt.place JOIN wording ON wording.id = excerpt.wording
                JOIN edition ON edition.id = excerpt.edition JOIN source ON source.id = edition.source
                """,
            "parts": """
                SELECT sha256, place, kind, text FROM part JOIN passage ON passage.id = part.passage
                JOIN edition ON edition.id = part.edition JOIN source ON source.id = edition.source
                """,
            "links": """
                SELECT edition.lang, effective, sha256, new.label, new.nth, old.label, old.nth, link.kind, confidence,
                    reason
                FROM link JOIN place AS new ON new.id = link.new JOIN place AS old ON old.id = link.old
                JOIN edition ON edition.id = link.edition JOIN source ON source.id = edition.source
                """,
            "sources": "SELECT name, sha256, size, format, encoding, title, site, fetched, holds FROM source",
        }
        said: dict[str, object] = {name: sorted(store.connection.execute(query)) for name, query in queries.items()}
        said["editions"] = sorted(map(repr, list_editions(store)))
        for lang in LANGUAGES:
            for day in DAYS:
                said[f"{lang} {day}"] = self.reading(View(store, lang, day))
            for number in NUMBERS:
                said[f"{lang} {number}"] = [
                    last_printed_day(store, lang, RuleNumber.parse(number), day) for day in DAYS
                ]
                said[f"life of {lang} {number}"] = [self._life(store, View(store, lang, day), number) for day in DAYS]
        return said


@pytest.fixture(scope="session")
def invented() -> Invented:
    """Return the maker of invented editions."""
    return Invented()


def rules() -> st.SearchStrategy[tuple[Rule, ...]]:
    """Draw rules with few numbers and few texts, so that editions agree, differ and repeat numbers."""
    examples = st.lists(st.builds(Example, st.sampled_from(["One.", "As 100.1."]), st.integers(0, 2)), max_size=2)
    rule = st.builds(
        Rule,
        st.sampled_from(NUMBERS).map(RuleNumber.parse),
        st.sampled_from(TEXTS),
        st.one_of(st.just(()), examples.map(tuple)),
        text_lang=st.sampled_from(LANGUAGES),
        printed_number=st.sampled_from(["", "", "100.1a."]),
    )
    return st.lists(rule, max_size=7).map(tuple)


@st.composite
def libraries(draw: st.DrawFn) -> tuple[Edition, ...]:
    """Draw editions and excerpts that one store can hold: at most one whole edition for a language and day."""
    made: list[Edition] = []
    for place in range(draw(st.integers(1, 6))):
        lang, day, partial = draw(st.sampled_from(LANGUAGES)), draw(st.sampled_from(DAYS)), draw(st.booleans())
        if any((other.lang, other.effective, other.partial) == (lang, day, False) for other in made):
            partial = True
        entries = st.builds(GlossaryEntry, st.sampled_from(TERMS), st.sampled_from(TEXTS))
        made.append(
            Edition(
                lang,
                day,
                partial,
                source(f"document {place}", lang),
                draw(rules()),
                tuple(draw(st.lists(entries, max_size=2))),
                parts=(Part("article", f"about {place % 2}"),),
                lists=(TypeList("types", ("Jace", "Nixilis"), "table"),) if place % 2 else (),
                findings=(Finding("code", "message", "100.1", "text"),) if draw(st.booleans()) else (),
                until=draw(st.sampled_from([None, *DAYS])) if partial else None,
                lossy=partial and draw(st.booleans()),
            )
        )
    return tuple(made)


@pytest.fixture(scope="session")
def some_library() -> Callable[[], st.SearchStrategy[tuple[Edition, ...]]]:
    """Return the function whose strategy draws some editions and excerpts."""
    return libraries
