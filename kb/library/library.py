"""The library for programs: `kb.open` opens it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, Self, overload

from kb.documents import DOCUMENTS
from kb.errors import BadValue, NotFound
from kb.i18n import _
from kb.library.arguments import as_date, as_doc, as_lang
from kb.library.stated_words import known_words
from kb.library.store_pool import StorePool
from kb.library.view import LibraryView
from kb.section_number import SectionNumber
from kb.storage.database_file import data_folder
from kb.storage.view import View

if TYPE_CHECKING:
    from pathlib import Path

    from kb.cards.library.library_card import LibraryCard, PrintedCard
    from kb.documents import Doc
    from kb.library.book_view import BookView
    from kb.library.cards import CardWithRules
    from kb.library.changes import LibraryDiff
    from kb.library.citation_checks import CheckedCitation
    from kb.library.penalties import PenaltyAnswer
    from kb.rulings.engine.answer import Ruling
    from kb.rulings.engine.questions import Question, QuestionArguments
    from kb.rulings.situation.situation import Situation
    from kb.search.results import SearchResults
    from kb.storage.editions import EditionRecord
    from kb.storage.store import Store
    from kb.verification.judgements import Verification

Day = str | date
"""A day: a date, or text of the form 2026-01-16."""


class Library:
    """An open knowledge base. Use it as a context manager, or call `close`.

    Several threads may use a library at the same time. It reads what is newest: an edition that another process ingests
    is there at the next call. A library can't be taken to another process; `kb.lint` can.
    """

    def __init__(self, home: str | os.PathLike[str] | None = None) -> None:
        """Open the knowledge base of a folder, as `kb.open` does."""
        self._pool = StorePool(data_folder(home))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the files. Afterwards nothing can be read."""
        self._pool.close()

    @property
    def home(self) -> Path:
        """The folder of the knowledge base."""
        return self._pool.home

    @property
    def books(self) -> tuple[Doc, ...]:
        """The documents that the knowledge base has editions of: `cr` first, then `mtr`, `ipg`, `jar`."""
        with self._pool.borrow() as lent:
            return lent.store.books

    @overload
    def at(self, day: Day | None = None, lang: str = "en", *, doc: Literal["cr"] = "cr") -> LibraryView: ...

    @overload
    def at(self, day: Day | None = None, lang: str = "en", *, doc: Literal["mtr", "ipg", "jar"]) -> BookView: ...

    @overload
    def at(self, day: Day | None = None, lang: str = "en", *, doc: str) -> LibraryView | BookView: ...

    def at(self, day: Day | None = None, lang: str = "en", *, doc: str = "cr") -> LibraryView | BookView:
        """Return the rules of a day, or another document of the judges; by default of today.

        Args:
            day: the day; the edition in force is the newest one up to it.
            lang: `en` or `fr`. The other documents are read in English if there is no French edition.
            doc: `cr` for the Comprehensive Rules; `mtr`, `ipg` or `jar`.

        Raises:
            BadValue: the day, the language or the document isn't one.
            NotFound: the knowledge base has neither an edition nor an excerpt of the document on that day.
        """
        from kb.library.book_view import BookView

        chosen, language, book = as_date(day), as_lang(lang), as_doc(doc)
        with self._pool.borrow() as lent:
            view = View(lent.store.book(book), language, chosen)
            if book == "cr" and view.base is None and not view.last_edition_day:
                from kb.storage.book_absence import describe_missing_rules

                raise NotFound(book, describe_missing_rules(lent.store, language, chosen))
            if book != "cr" and view.base is None:
                view = View(lent.store.book(book), "en", chosen)
                if view.base is None:
                    raise NotFound(book, view.describe_absence(SectionNumber(1)))
        if book == "cr":
            return LibraryView(language, chosen, view.base, self._pool)
        return BookView(view.lang, chosen, view.base, self._pool, book)

    def search(
        self,
        query: str,
        *,
        limit: int = 10,
        docs: Sequence[str] | None = None,
        cards: Sequence[str] = (),
        as_of: Day | None = None,
        lang: str | None = None,
    ) -> SearchResults:
        """Search in several documents, and return one list of hits. `hit.doc` names the document of each.

        Args:
            query: words, a question, a number. One that names a document (`MTR 4.2`) is about this document only.
            limit: the largest number of hits.
            docs: the documents; None for all in the knowledge base.
            cards: names of cards of the card library whose rules come first.
            as_of: the day; by default today.
            lang: `en` or `fr`, the language of the rules. None for `fr` if the query is a French question, else `en`.

        Raises:
            BadValue: the query can't be read, or one of the documents isn't one.
        """
        from kb.search.policy.all_books import search_books
        from kb.search.query_language import is_french_question
        from kb.search.results import SearchLimits

        if lang is None:
            lang = "fr" if is_french_question(query) else "en"

        with self._pool.borrow() as lent:
            books = lent.store.books if docs is None else tuple(map(as_doc, docs))
            view = View(lent.store, as_lang(lang), as_date(as_of))
            return search_books(lent.store, view, query.strip(), SearchLimits(limit=limit), books, cards=cards)

    def editions(
        self, lang: str | None = None, *, whole: bool = False, doc: str | None = "cr"
    ) -> tuple[EditionRecord, ...]:
        """Return the editions and excerpts of the knowledge base, by language and day: the newest of a language last.

        Args:
            lang: `en` or `fr`; None for both.
            whole: True to leave out the excerpts.
            doc: the document; None for all, one after the other.

        Raises:
            BadValue: the language or the document isn't one.
        """
        from kb.storage.editions import list_editions

        wanted, book = None if lang is None else as_lang(lang), None if doc is None else as_doc(doc)
        with self._pool.borrow() as lent:
            found = list_editions(lent.store)
        found = tuple(each for each in found if book in (None, each.doc))
        return tuple(each for each in found if wanted in (None, each.lang) and not (whole and each.partial))

    def diff(
        self, first: Day, second: Day, lang: str = "en", *, section: str | None = None, doc: str = "cr"
    ) -> LibraryDiff:
        """Return the changes between the editions in force on two days, rule by rule.

        Args:
            first: the day of the edition to start from.
            second: the day of the other edition.
            lang: `en` or `fr`.
            section: only the rules with these numbers in one of the editions: a number or a range, such as `702`.
            doc: the document: `cr`, `mtr`, `ipg` or `jar`.

        Raises:
            BadValue: a day, the language, the section or the document isn't one.
            NotFound: no edition is known that was in force on one of the days.
        """
        from kb.history.edition_diff import diff_editions
        from kb.library.changes import library_diff

        book = as_doc(doc)
        within = None if section is None else DOCUMENTS[book].ranges.parse(section)
        days = as_lang(lang), as_date(first), as_date(second)
        with self._pool.borrow() as lent:
            found = lent.derived(("diff", book, *days), lambda store: diff_editions(store.book(book), *days))
            return library_diff(found, within)

    def penalty(self, infraction: str, *, as_of: Day | None = None) -> PenaltyAnswer:
        """Return the infraction that some words name, with its penalty, its changes, and what holds at Regular.

        Args:
            infraction: a number (`2.2`), a name in any edition, initials (`GRV`), or the words of judges.
            as_of: the day; by default today.

        Raises:
            NotFound: nothing is named so, or no edition of the Infraction Procedure Guide is known on that day.
            Ambiguous: several infractions are named so.
            BadValue: the words are a number of another document.
        """
        from kb.library.penalties import answer_penalty

        with self._pool.borrow() as lent:
            return answer_penalty(lent.store, infraction, as_date(as_of))

    def lint(
        self, text: str | bytes, *, lang: str = "en", as_of: Day | None = None, written_under: Day | None = None
    ) -> tuple[CheckedCitation, ...]:
        """Check the citations and quotations of a text. Return them in the order of the text, the right ones, too.

        Args:
            text: the text; bytes are read as UTF-8, or else as Windows-1252.
            lang: `en` or `fr`, the language of the rules.
            as_of: check against the rules of this day; by default today.
            written_under: the day whose rules the text cites, if it is known.

        Raises:
            BadValue: a day or the language isn't one.
        """
        from kb.library.citation_checks import check_text

        under = None if written_under is None else as_date(written_under)
        with self._pool.borrow() as lent:
            return check_text(lent, text, as_lang(lang), as_date(as_of), under)

    def verify(
        self, text: str, *, lang: str = "en", as_of: Day | None = None, written_under: Day | None = None
    ) -> Verification:
        """Account for every number and every quotation of an answer about the rules: right, wrong or doubtful.

        It is stricter than `lint`, which is for files with much other text: bare numbers count, quotations are looked
        for in all rules, and the words beside a number are compared with its rule and with others.

        Args:
            text: the answer, in Markdown, HTML or plain lines.
            lang: `en` or `fr`, the language of the rules.
            as_of: verify by the rules of this day; by default today.
            written_under: the day whose rules the text cites, if it is known.

        Raises:
            BadValue: a day or the language isn't one.
        """
        from kb.library.citation_checks import verify_text

        under = None if written_under is None else as_date(written_under)
        with self._pool.borrow() as lent:
            return verify_text(lent, text, as_lang(lang), as_date(as_of), under)

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions that `ask` takes, by name. Each has a `name`, a `help` and an `example`."""
        from kb.rulings.engine.questions import all_questions

        return tuple(all_questions().values())

    def ask(
        self,
        question: str,
        situation: str | bytes | Mapping[str, Any] | None = None,
        *,
        about: Sequence[str] = (),
        facts: Mapping[str, str] | None = None,
        by: str | None = None,
        ability: int | None = None,
        as_of: Day | None = None,
        lang: str = "en",
    ) -> Ruling:
        """Answer a question about a situation by the rules of a day.

        Args:
            question: the name of a question; the ids of the objects may follow it: `can-block B A`.
            situation: YAML or JSON, or the same as a dict (`docs/situations.md`). None if `facts` state everything;
                then facts that aren't stated take their usual values, and the answer lists them.
            about: the ids of the objects that the question is about, if the question doesn't have them.
            facts: further facts, each a path and a value, such as `{"A.tapped": "no"}`.
            by: who would do it.
            ability: the number of the stated ability, from 1.
            as_of: the day; by default the situation's own day, or today.
            lang: the language of the cited rules.

        Raises:
            BadValue: there is no such question, or the situation lacks what it is about.
            RulesError: the situation has faults.
        """
        from kb.rulings.engine.answer import ask
        from kb.rulings.engine.question_search import find_question
        from kb.rulings.engine.questions import QuestionArguments
        from kb.rulings.law.applicable_law import Law

        name, *within = question.split() or [question]
        asked = QuestionArguments(name, (*within, *about), by, ability)
        wanted = find_question(name)
        stated = self._situation(situation, tuple((facts or {}).items()), asked, of_players=wanted.takes == "player")
        day = as_date(as_of) if as_of is not None or stated.as_of is None else stated.as_of
        with self._pool.borrow() as lent:
            return ask(wanted, stated, Law(lent.store, day, as_lang(lang)), asked)

    def card(self, name: str, *, as_of: Day | None = None, lang: str = "en") -> CardWithRules:
        """Return a card of the card library, line by line, with the rules of a day that govern each line.

        Raises:
            NotFound: no card has this name or a near one.
            Ambiguous: several cards have it.
            RulesError: there is no card library (`rules cards import`).
        """
        from kb.cards.library.reader_version import with_current_parse
        from kb.library.cards import card_named

        _found, card, reader = card_named(self.home, name)
        return self._governed(with_current_parse(card, reader), as_of, lang)

    def card_from_text(self, text: str, *, as_of: Day | None = None, lang: str = "en") -> CardWithRules:
        """Read a pasted card: name and cost, type line, text, power and toughness, each in its line as printed.

        Raises:
            BadValue: the text has no card.
        """
        from kb.library.cards import pasted_card

        return self._governed(pasted_card(text), as_of, lang)

    def _governed(self, card: LibraryCard, as_of: Day | None, lang: str) -> CardWithRules:
        from kb.library.cards import card_with_rules

        with self._pool.borrow() as lent:
            return card_with_rules(lent.store, View(lent.store, as_lang(lang), as_date(as_of)), card)

    def _situation(
        self,
        situation: str | bytes | Mapping[str, Any] | None,
        facts: Sequence[tuple[str, str]],
        asked: QuestionArguments,
        *,
        of_players: bool,
    ) -> Situation:
        from kb.rulings.situation.parser import situation_from_options, situation_from_text

        words = known_words(self._store)
        if situation is None:
            return situation_from_options(
                facts, asked.things, asked.by, of_players=of_players, words=words, find_card=self._printed_card
            )
        if not isinstance(situation, (Mapping, str, bytes)):
            raise BadValue(
                "situation", str(situation), _("give YAML or JSON as a text or bytes, or the same as a dict")
            )
        text = json.dumps(situation) if isinstance(situation, Mapping) else situation
        return situation_from_text(text, _("the situation"), facts, words, self._printed_card)

    def _printed_card(self, name: str) -> PrintedCard:
        from kb.library.cards import card_named

        return card_named(self.home, name)[1].card

    @contextmanager
    def _store(self) -> Iterator[Store]:
        with self._pool.borrow() as lent:
            yield lent.store


def open(home: str | os.PathLike[str] | None = None) -> Library:  # noqa: A001, since programs call it as `kb.open`
    """Open the library: the knowledge base in `home`, in `RULES_HOME`, or where the program `rules` keeps it.

    Use it as a context manager: `with kb.open() as library:`.

    Raises:
        StoreError: there is no knowledge base, or it can't be read. The message says how to make one.
        BadValue: `home` begins with `~` and the name of no user.
    """
    return Library(home)
