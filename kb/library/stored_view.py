"""What the views of all documents have in common: a day, a language, and the knowledge base to read from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from kb.languages import Lang
from kb.library.store_pool import OpenStore, StorePool
from kb.storage.view import View
from kb.storage.view_items import ViewItem

if TYPE_CHECKING:
    from kb.documents import Doc, Range
    from kb.history.history import RuleHistory
    from kb.model import GlossaryEntry, Rule


class RememberingView(View):
    """A view that reads all rules and all headwords of its day once. It lives as long as the contents don't change."""

    @cached_property
    def _all_rules(self) -> tuple[ViewItem[Rule], ...]:
        return super().rules()

    @cached_property
    def _all_entries(self) -> tuple[ViewItem[GlossaryEntry], ...]:
        return super().glossary()

    def rules(self, numbers: Range | None = None) -> tuple[ViewItem[Rule], ...]:
        """Return the rules of a range and all rules below them, in order. For None, return all rules."""
        return self._all_rules if numbers is None else super().rules(numbers)

    def glossary(self) -> tuple[ViewItem[GlossaryEntry], ...]:
        """Return all glossary entries."""
        return self._all_entries


@dataclass(frozen=True)
class StoredView:
    """A document in one language on one day. Several threads may use a view at the same time.

    Attributes:
        lang: the language.
        as_of: the day.
        edition: the effective date of the edition in force on that day, or None if only excerpts are known.
        doc: the document: `cr` for the Comprehensive Rules, `mtr`, `ipg` or `jar`.
    """

    lang: Lang
    as_of: date
    edition: date | None
    _pool: StorePool = field(repr=False, compare=False)
    doc: Doc = "cr"

    @property
    def days_behind(self) -> int:
        """The age of the edition in days, if it is the newest one known and probably outdated; otherwise 0.

        Editions of the Comprehensive Rules come every two or three months. One that is more than 120 days old has
        probably been replaced. The other documents have no such rhythm: 0.
        """
        with self._pool.borrow() as lent:
            return View(lent.store.book(self.doc), self.lang, self.as_of).days_behind(date.today())

    @property
    def rests_on_newest(self) -> bool:
        """True if other rules may apply on the day than those of the newest edition known, which the view shows.

        The day is after today, or it is a past day more than 120 days after this edition of the Comprehensive Rules.
        """
        with self._pool.borrow() as lent:
            return View(lent.store.book(self.doc), self.lang, self.as_of).rests_on_newest(date.today())

    def history_of(self, item: ViewItem[Rule]) -> RuleHistory:
        """Return the history of a rule or section of this view."""
        from kb.history.history import rule_histories

        with self._reading() as (lent, view):
            return rule_histories(lent.store.book(self.doc), view.lang, (item,))[0]

    def lineage_of(self, item: ViewItem[Rule]) -> str:
        """Return the lineage name of a rule or section of this view."""
        from kb.history.history import lineage_names

        with self._reading() as (lent, view):
            return lineage_names(lent.store.book(self.doc), view.lang, (item,))[item.place]

    @contextmanager
    def _reading(self) -> Iterator[tuple[OpenStore, View]]:
        """Borrow a store, and open the view in it."""
        with self._pool.borrow() as lent:
            key = ("view", self.doc, self.lang, self.as_of)
            make = RememberingView
            yield lent, lent.derived(key, lambda store: make(store.book(self.doc), self.lang, self.as_of))
