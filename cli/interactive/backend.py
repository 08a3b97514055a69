"""What the screen asks of the knowledge base: searches, and rules to read.

Importing it loads the search engine, so the screen doesn't wait for that: `Screen` opens it in its own thread.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from cli.interactive.document import ReaderDocument, glossary_document, rules_document
from cli.interactive.search_result import SearchAnswer
from kb.i18n import _
from kb.languages import LANGUAGES, Lang
from kb.rule_number import NumberRange, RuleNumber
from kb.search import SearchLimits, SearchResults, search
from kb.storage.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cli.options.global_options import GlobalOptions
    from kb.search import Hit
    from kb.storage.store import Store

# More than anybody looks through; who does narrows the search.
_MOST_HITS = 50
# A last word that is still being typed: with one letter nearly everything begins.
_UNFINISHED = re.compile(r"(?:^|\s)(?P<word>[^\W\d_]{2,})$")


class Backend:
    """Answers from the knowledge base, in the thread that opened it."""

    def __init__(self, common: GlobalOptions, store: Store) -> None:
        self._common, self._store = common, store

    @property
    def edition(self) -> str:
        """What is searched, as it is called everywhere: `en 2026-01-16`, `fr excerpts`."""
        view = self._view(self._common.language)
        return f"{view.lang} {view.base or _('excerpts')}"

    def search(self, text: str) -> SearchAnswer:
        """What a text that is perhaps still being typed finds."""
        view = self._view(self._common.language)
        asked = text.strip()
        if not asked:
            return SearchAnswer(text, SearchResults(text, 0, ()), self.edition)
        limits = SearchLimits(limit=_MOST_HITS)
        results = search(self._store, view, asked, limits)
        if _UNFINISHED.search(text) and (results.relaxed or not results.hits):
            begun = search(self._store, view, f"{asked}*", limits)
            if begun.hits and not begun.relaxed:
                results = replace(begun, query=asked)
        return SearchAnswer(text, results, self.edition, tuple(self._place(hit) for hit in results.hits))

    def open_document(self, wanted: NumberRange | str, lang: Lang) -> ReaderDocument | None:
        """A rule with all of the rule that it belongs to, or a headword of the glossary; None if it isn't there."""
        view = self._view(lang)
        if isinstance(wanted, str):
            entry = next((each for each in view.glossary() if each.item.term == wanted), None)
            return glossary_document(entry) if entry else None
        whole = _whole(wanted.first) if wanted.first == wanted.last else wanted
        rules = view.rules(whole)
        if not any(wanted.covers(rule.item.number) for rule in rules):
            return None
        return rules_document(rules, wanted, self._above(wanted.first, lang))

    def open_hit(self, hit: Hit) -> ReaderDocument | None:
        """What a hit leads to."""
        if hit.number is None:
            return self.open_document(str(hit.term), hit.lang)
        number = RuleNumber.parse(hit.number)
        return self.open_document(NumberRange(number, number), hit.lang)

    def _place(self, hit: Hit) -> tuple[str, ...]:
        """Where a hit stands, from the chapter down to the heading above it."""
        return self._above(RuleNumber.parse(hit.number), hit.lang) if hit.number else ()

    def _above(self, number: RuleNumber, lang: Lang) -> tuple[str, ...]:
        titles, found, parent = self._titles[lang], list[str](), number.parent
        while parent is not None:
            if title := titles.get(str(parent)):
                found.append(title)
            parent = parent.parent
        return tuple(reversed(found))

    @cached_property
    def _titles(self) -> Mapping[Lang, Mapping[str, str]]:
        return {lang: self._view(lang).headings() for lang in LANGUAGES}

    def _view(self, lang: Lang) -> View:
        # Made anew each time: an edition may come in while somebody reads.
        return self._common.view(self._store, lang)


def _whole(number: RuleNumber) -> NumberRange:
    """The rule that a subrule belongs to; anything else as it is."""
    rule = number.parent if number.kind == "subrule" and number.parent else number
    return NumberRange(rule, rule)
