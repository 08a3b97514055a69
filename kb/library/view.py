"""The rules of a day for programs: rules, terms, searches and structural queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kb.errors import NotFound
from kb.languages import LANGUAGES, Lang
from kb.library.rules import LibraryRule, LibraryTerm, library_rule, library_term, whole_range
from kb.library.store_pool import OpenStore
from kb.library.stored_view import StoredView
from kb.rule_number import NumberRange, RuleNumber, as_rule_number
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem

if TYPE_CHECKING:
    from kb.graph.citation_graph import CitationEdge, CitationGraph, Citations
    from kb.history.pinned_number import PinnedNumber
    from kb.model import Rule
    from kb.search.results import Hit, SearchResults
    from kb.translation.rule_pair import RulePair


@dataclass(frozen=True)
class LibraryView(StoredView):
    """The Comprehensive Rules in one language on one day. `Library.at` makes it.

    Several threads may use a view at the same time.

    Attributes:
        lang: the language.
        as_of: the day.
        edition: the effective date of the edition in force on that day, or None if only excerpts are known.
        doc: `cr`.
    """

    def rule(self, number: str | RuleNumber) -> LibraryRule:
        """Return one rule: a chapter (`7`), section (`702`), rule (`702.19`) or subrule (`702.19b`).

        A number may be pinned to a day: `306.7@2009-09-04` is the rule that had this number then.

        Raises:
            BadValue: the text is no rule number.
            NotFound: the rules of the day don't have it.
        """
        from kb.history.pinned_number import parse_number_or_pin

        asked = number if isinstance(number, RuleNumber) else parse_number_or_pin(number)
        with self._reading() as (lent, view):
            wanted = asked if isinstance(asked, RuleNumber) else self._resolve(lent.store, view, asked)
            found = view.rule(wanted)
            if found is None:
                raise NotFound(str(number), view.describe_absence(wanted))
        return library_rule(found, self)

    def rules(self, numbers: str | RuleNumber | NumberRange | None = None) -> tuple[LibraryRule, ...]:
        """Return the rules of a number or a range (`702.19a-f`) with all rules below them, in order; None for all.

        Raises:
            BadValue: the text is no number and no range.
            NotFound: the rules of the day have none of them.
        """
        if numbers is None or isinstance(numbers, NumberRange):
            wanted = numbers
        else:
            wanted = whole_range(numbers) if isinstance(numbers, RuleNumber) else NumberRange.parse(numbers)
        with self._reading() as (_lent, view):
            found = view.rules(wanted)
            if wanted is not None and not found:
                raise NotFound(str(wanted), view.describe_absence(wanted))
        return tuple(library_rule(each, self) for each in found)

    def search(
        self, query: str, *, limit: int = 10, section: str | None = None, cards: Sequence[str] = ()
    ) -> tuple[Hit, ...]:
        """Search the rules and the glossary, best hits first. `docs/search.md` has the query language.

        Args:
            query: words, a question, a rule number, or operators.
            limit: the largest number of hits.
            section: only this section (`702`), chapter, range or title.
            cards: names of cards of the card library whose rules come first.

        Raises:
            BadValue: the query or the section can't be read.
        """
        return self.search_results(query, limit=limit, section=section, cards=cards).hits

    def search_results(
        self, query: str, *, limit: int = 10, section: str | None = None, cards: Sequence[str] = ()
    ) -> SearchResults:
        """Search as `search` does. The result also has the number of all hits and what the query was taken for."""
        from kb.search import SearchLimits, search
        from kb.search.section_titles import find_section

        limits = SearchLimits(limit=limit)
        with self._reading() as (lent, view):
            if section is not None:
                is_number = any(map(str.isdecimal, section))
                within = NumberRange.parse(section) if is_number else find_section(lent.store, view, section)
                limits = limits._replace(section=within)
            return search(lent.store, view, query.strip(), limits, cards=cards)

    def define(self, term: str) -> LibraryTerm:
        """Return the glossary entry of a term and the rule that defines it. Names of the other language are found, too.

        Raises:
            NotFound: neither the glossary nor a heading has the term.
        """
        from kb.terms.glossary import define_in_either_language

        with self._reading() as (lent, view):
            found = define_in_either_language(lent.store, view, term)
        return library_term(found.name, found.entry, found.rule, self)

    def query(self, expression: str) -> tuple[str, ...]:
        """Return the numbers of the rules that a structural query selects, such as `refs(704) & under(306)`.

        `docs/query.md` has the query language.

        Raises:
            BadValue: the query can't be read.
        """
        from kb.graph.query_evaluator import evaluate_query
        from kb.graph.query_parser import parse_query
        from kb.history.changes_between import ChangesBetween
        from kb.translation.alignment import TranslationStates

        parsed = parse_query(expression)
        with self._reading() as (lent, view):
            past, states = ChangesBetween(lent.store, view), TranslationStates(lent.store, view)
            return tuple(map(str, evaluate_query(parsed, self._graph(lent, view), past, states)))

    def find(self, number: RuleNumber) -> tuple[LibraryRule, ...]:
        """Return a rule with all rules below it, or nothing if the view lacks it."""
        with self._reading() as (_lent, view):
            found = view.rules(whole_range(number))
        return tuple(library_rule(each, self) for each in found)

    def find_one(self, number: RuleNumber) -> LibraryRule | None:
        """Return a rule without the rules below it, or None if the view lacks it."""
        with self._reading() as (_lent, view):
            found = view.rule(number)
        return None if found is None else library_rule(found, self)

    def cited_by(self, numbers: str | RuleNumber | NumberRange) -> tuple[CitationEdge, ...]:
        """Return the references that cite these numbers, from other rules and from the glossary."""
        with self._reading() as (lent, view):
            citations = self._citations(lent, view)
        if isinstance(numbers, RuleNumber):
            return citations.citing(numbers)
        return citations.incoming(numbers if isinstance(numbers, NumberRange) else NumberRange.parse(numbers))

    def cites(self, numbers: str | NumberRange) -> tuple[CitationEdge, ...]:
        """Return the references to rules in the texts of these numbers and of the rules below them."""
        wanted = numbers if isinstance(numbers, NumberRange) else NumberRange.parse(numbers)
        with self._reading() as (lent, view):
            return self._citations(lent, view).outgoing(wanted)

    def pair_of(self, item: ViewItem[Rule]) -> RulePair | None:
        """Return a rule of this view in both languages, or None if no English rule of the day is this rule."""
        with self._reading() as (lent, view):
            return self._pairs(lent, view).get((view.lang, item.place))

    def french_of(self, item: ViewItem[Rule]) -> LibraryRule | None:
        """Return the newest French of a rule of this view, or None."""
        from kb.translation.alignment import french_by_lineage

        if self.lang == "fr":
            pair = self.pair_of(item)
            found = pair.fr if pair is not None else None
        else:
            lineage = self.lineage_of(item)
            with self._reading() as (lent, view):
                key = ("french", self._last_edition_days(lent.store))
                found = lent.derived(key, lambda store: french_by_lineage(store, view.as_of)).get(lineage)
        return None if found is None else library_rule(found, replace(self, lang="fr"))

    def _pairs(self, lent: OpenStore, view: View) -> Mapping[tuple[Lang, int], RulePair]:
        """Return the pairs of the languages by the place of each side, the first one of each place.

        French may belong to any rule, so all rules are aligned at once. The days of one edition share the result.
        """
        from kb.translation.alignment import align

        def by_place(store: Store) -> dict[tuple[Lang, int], RulePair]:
            found: dict[tuple[Lang, int], RulePair] = {}
            for pair in align(store, view.as_of):
                for side in (pair.en, pair.fr):
                    if side is not None:
                        found.setdefault((side.lang, side.place), pair)
            return found

        return lent.derived(("pairs", self._last_edition_days(lent.store)), by_place)

    def _last_edition_days(self, store: Store) -> tuple[str, ...]:
        return tuple(View(store, lang, self.as_of).last_edition_day for lang in LANGUAGES)

    def _citations(self, lent: OpenStore, view: View) -> Citations:
        from kb.graph.citation_graph import Citations

        return lent.derived(("citations", view.lang, view.last_edition_day), lambda _store: Citations.read(view))

    def _graph(self, lent: OpenStore, view: View) -> CitationGraph:
        from kb.graph.citation_graph import CitationGraph

        return lent.derived(("graph", view.lang, view.last_edition_day), lambda _store: CitationGraph.from_view(view))

    def _resolve(self, store: Store, view: View, pin: PinnedNumber) -> RuleNumber:
        """Return the number of a pinned rule in the view. Raise `NotFound` if the view lacks it."""
        from kb.history.pinned_number import resolve_pin
        from kb.i18n import _

        found = resolve_pin(store, view, pin)
        if found.number is None:
            raise NotFound(str(pin), found.describe(_("on {day}", day=self.as_of)))
        return as_rule_number(found.number)
