"""The searches and documents that the screen gets from the knowledge base.

Importing this module loads the search engine, so the background thread imports it.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from cli.interactive.document import ReaderDocument, glossary_document, rules_document
from cli.interactive.search_result import SearchAnswer
from cli.rendering.code_labels import edition_label
from kb.languages import LANGUAGES, Lang
from kb.rule_number import NumberRange, RuleNumber
from kb.search import SearchLimits, SearchResults, search
from kb.storage.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cli.options.global_options import GlobalOptions
    from kb.search import Hit
    from kb.storage.store import Store

_MAX_HITS = 50
# A last word of one letter isn't searched as a prefix, because nearly every text has a word with that prefix.
_UNFINISHED = re.compile(r"(?:^|\s)(?P<word>[^\W\d_]{2,})$")


class Backend:
    """Reads the knowledge base, in the thread that opened it."""

    def __init__(self, common: GlobalOptions, store: Store) -> None:
        self._common, self._store = common, store

    @property
    def edition(self) -> str:
        """The label of the searched edition: `en 2026-01-16`, `fr excerpts`."""
        return edition_label(self._view(self._common.language))

    def search(self, text: str) -> SearchAnswer:
        """Search for an input. Its last word may be unfinished."""
        query = text.strip()
        if not query:
            return SearchAnswer(text, SearchResults(text, 0, ()), self.edition, note=self._describe_gap())
        view, limits = self._view(self._common.language), SearchLimits(limit=_MAX_HITS)
        results = search(self._store, view, query, limits)
        if _UNFINISHED.search(text) and (results.relaxed or not results.hits):
            by_prefix = search(self._store, view, f"{query}*", limits)
            if by_prefix.hits and not by_prefix.relaxed:
                results = by_prefix._replace(query=query)
        paths = (self._headings_above(RuleNumber.parse(each.number), each.lang) if each.number else ()
                 for each in results.hits)  # fmt: skip
        return SearchAnswer(
            text, results, self.edition, tuple(paths), note="" if results.hits else self._describe_gap()
        )

    def _describe_gap(self) -> str:
        """If no whole edition is in force, return a sentence with the sections that are known. Otherwise, return ""."""
        from cli.edition_gaps import find_gap

        gap = find_gap(self._view("en"))
        return gap.message if gap is not None else ""

    def open_document(self, wanted: NumberRange | str, lang: Lang) -> ReaderDocument | None:
        """Return the text to read for some rules or a headword, or None if the rules or the headword don't exist.

        For a subrule, return the whole rule that the subrule belongs to.
        """
        view = self._view(lang)
        if isinstance(wanted, str):
            entry = next((each for each in view.glossary() if each.item.term == wanted), None)
            return glossary_document(entry) if entry else None
        shown, number = wanted, wanted.first
        if number == wanted.last and number.kind == "subrule" and number.parent:
            shown = NumberRange(number.parent, number.parent)
        rules = view.rules(shown)
        if not any(wanted.covers(rule.item.cr_number) for rule in rules):
            return None
        return rules_document(rules, wanted, self._headings_above(number, lang))

    def open_hit(self, hit: Hit) -> ReaderDocument | None:
        """Return the text to read for a hit."""
        if hit.number is None:
            return self.open_document(str(hit.term), hit.lang)
        number = RuleNumber.parse(hit.number)
        return self.open_document(NumberRange(number, number), hit.lang)

    def _headings_above(self, number: RuleNumber, lang: Lang) -> tuple[str, ...]:
        parent = number.parent
        if parent is None:
            return ()
        heading = self._headings[lang].get(str(parent))
        return (*self._headings_above(parent, lang), *((heading,) if heading else ()))

    @cached_property
    def _headings(self) -> Mapping[Lang, Mapping[str, str]]:
        return {lang: self._view(lang).headings() for lang in LANGUAGES}

    def _view(self, lang: Lang) -> View:
        # Each call makes a new view, which has the editions that other processes have ingested meanwhile.
        return self._common.view(self._store, lang)
