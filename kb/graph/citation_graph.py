"""The graph of citations in a view, which can be traversed in both directions.

A reference cites only what it names: "rule 306" cites the section 306, not 306.5. A reference to a range cites the two
ends, and all numbers of the same level that the edition has between the ends. So "rules 701.27a–f" cites six subrules,
and "rules 306-311" cites six sections. A reference to a number that the edition lacks is a citation too, with
`resolved` False.

If a user gives a number to a command such as `rules show` or `rules refs`, the number means the rule and all rules
below it. So `rules refs 306` shows every reference to 306, 306.5 or 306.5d.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from kb.model import GlossaryEntry, Rule
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.view import View
from kb.storage.view_items import StoredReference, ViewItem

GraphNode = RuleNumber | str
"""A source or target of citations: a rule's number, or a headword of the glossary."""

# The end of a paragraph, or the end of a sentence with its closing quotation marks or brackets.
_SENTENCE_END = re.compile(r"""(?<=[.!?])[”"»)]*\s+(?=[“"«(]?[^\W\d_a-zà-ÿ])|\n""")

# A sentence with fewer characters than this outside its reference ("See rule 704.") is joined with the previous one.
_SHORT_SENTENCE = 80


def sentence_around(text: str, start: int, end: int) -> tuple[str, str, str]:
    """Return the sentence of a text that has a passage, in three parts: before the passage, the passage, after it.

    A short sentence is joined with the sentence before it.
    """
    breaks = [match.end() for match in _SENTENCE_END.finditer(text)]
    paragraph = text.rfind("\n", 0, start) + 1
    begins = [paragraph, *(each for each in breaks if paragraph < each <= start)]
    stop = min((each for each in breaks if each >= end), default=len(text))
    begin = begins.pop()
    while begins and stop - begin - (end - start) < _SHORT_SENTENCE:
        begin = begins.pop()
    return text[begin:start], text[start:end], text[end:stop].rstrip()


@dataclass(frozen=True, slots=True)
class CitationEdge:
    """A reference with its source and its targets.

    Attributes:
        source: the rule or headword whose text contains the reference.
        target: the number or range in the form that every command accepts: `606`, `301.5a-301.5f`.
        cited_numbers: the cited numbers, in order.
        words: the words of the reference, as written.
        resolved: True if the view has all targets.
        example: index of the example that contains the reference, or None if the rule's text contains it.
        source_text: the text or example that contains the reference.
        start: offset of the reference's first character in `source_text`.
        end: offset after the reference's last character.
    """

    source: GraphNode
    target: str
    cited_numbers: tuple[RuleNumber, ...]
    words: str
    resolved: bool
    example: int | None
    source_text: str
    start: int
    end: int

    @property
    def sentence(self) -> tuple[str, str, str]:
        """The sentence with the reference, in three parts: before the reference, the reference, after the reference.

        A short sentence is joined with the sentence before it.
        """
        return sentence_around(self.source_text, self.start, self.end)


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The citations around a number or a range, by distance.

    Attributes:
        subject: the number or the range.
        incoming: the citations that cite the subject, then the citations that cite the citing rules, and so on.
        outgoing: the citations in the subject's texts, then the citations in the cited rules' texts, and so on.
    """

    subject: NumberRange
    incoming: tuple[tuple[CitationEdge, ...], ...]
    outgoing: tuple[tuple[CitationEdge, ...], ...]


@dataclass(frozen=True, slots=True)
class CitationCount:
    """The number of references to a rule, and the number of rules and glossary entries that contain the references."""

    number: RuleNumber
    references: int
    places: int


class Citations:
    """The citations of one view.

    A rule may cite itself, or a rule above or below itself. The method `incoming` leaves out citations by the rules it
    is asked about, and by rules below them.

    Attributes:
        citations: all citations, in the order of the rules and then of the glossary.
    """

    def __init__(self, citations: Iterable[CitationEdge]) -> None:
        self.citations = tuple(citations)

    @staticmethod
    def read(view: View) -> Citations:
        """Read only the texts that cite something. To read all rules for their graph takes twice as long."""
        numbers = list(map(RuleNumber.parse, view.labels("rule")))
        return Citations(_citations(chain(view.citing_rules(), view.citing_entries()), numbers))

    def citing(self, number: RuleNumber) -> tuple[CitationEdge, ...]:
        """Return the citations of exactly this number, but for those in its own text."""
        return tuple(each for each in self.citations if number in each.cited_numbers and each.source != number)

    def outgoing(self, subject: NumberRange) -> tuple[CitationEdge, ...]:
        """Return the citations that the rules `subject` and the rules below them contain."""
        return tuple(each for each in self.citations if _within(subject, each.source))

    def incoming(self, subject: NumberRange) -> tuple[CitationEdge, ...]:
        """Return the citations in which other rules or headwords cite the rules `subject` or rules below them."""
        return tuple(
            each
            for each in self.citations
            if not _within(subject, each.source) and any(map(subject.covers, each.cited_numbers))
        )


class CitationGraph(Citations):
    """The rules of one view, and the citations between them.

    The method `most_cited` leaves out citations by the cited rule itself and by rules below it.

    Attributes:
        rules: the rules of the view in order; a number that is printed twice has two rules.
    """

    def __init__(self, rules: Mapping[RuleNumber, tuple[Rule, ...]], citations: Iterable[CitationEdge]) -> None:
        super().__init__(citations)
        self.rules = rules
        self._order = sorted(rules)
        self._from: dict[GraphNode, list[CitationEdge]] = {}
        self._to: dict[RuleNumber, list[CitationEdge]] = {}
        for citation in self.citations:
            self._from.setdefault(citation.source, []).append(citation)
            for number in citation.cited_numbers:
                self._to.setdefault(number, []).append(citation)

    @classmethod
    def from_view(cls, view: View) -> CitationGraph:
        """Make the graph of the rules and the glossary of a view."""
        rules: dict[RuleNumber, tuple[Rule, ...]] = {}
        printed = view.rules()
        for each in printed:
            rules[each.item.cr_number] = (*rules.get(each.item.cr_number, ()), each.item)
        return cls(rules, _citations(chain(printed, view.glossary()), list(rules)))

    @property
    def known_numbers(self) -> frozenset[RuleNumber]:
        """All rule numbers of the view, and all cited numbers that the view lacks."""
        return frozenset(self.rules) | frozenset(self._to)

    def neighbourhood(
        self, subject: NumberRange, depth: int = 1, *, incoming: bool = True, outgoing: bool = True
    ) -> Neighbourhood:
        """Return the citations up to `depth` steps from `subject`, grouped by step.

        If several steps reach a source, only the first of these steps has citations from the source.
        """
        return Neighbourhood(
            subject,
            self._steps(subject, depth, backwards=True) if incoming else (),
            self._steps(subject, depth, backwards=False) if outgoing else (),
        )

    def rules_citing(self, numbers: Iterable[RuleNumber], *, transitive: bool = False) -> set[RuleNumber]:
        """Return the rules that cite any of the numbers, directly or (if `transitive`) through other rules."""

        def sources(number: RuleNumber) -> Iterable[RuleNumber]:
            return (each.source for each in self._to.get(number, ()) if not isinstance(each.source, str))

        return _reached(numbers, sources, transitive=transitive)

    def numbers_cited_by(self, numbers: Iterable[RuleNumber], *, transitive: bool = False) -> set[RuleNumber]:
        """Return the numbers that the given rules cite, directly or (if `transitive`) through other rules."""

        def targets(number: RuleNumber) -> Iterable[RuleNumber]:
            return (cited for each in self._from.get(number, ()) for cited in each.cited_numbers)

        return _reached(numbers, targets, transitive=transitive)

    def shortest_path(self, first: NumberRange, last: NumberRange) -> tuple[CitationEdge, ...]:
        """Return the shortest path of citations from the rules `first` to the rules `last`, or () if there is no path.

        After a citation of a rule, the path may go on from the rule or any rule below it. Example: 606.3 may follow a
        citation of 606. The path ends at a citation of the rules `last`, or of a rule above them.
        """
        front = self._covered(first)
        came: dict[RuleNumber, CitationEdge | None] = dict.fromkeys(front)
        while front:
            reached: list[RuleNumber] = []
            for place in front:
                for citation in self._from.get(place, ()):
                    if any(last.covers(number) or number.covers(last.first) for number in citation.cited_numbers):
                        return self._back(citation, came)
                    for number in citation.cited_numbers:
                        entered = [each for each in self._covered(NumberRange(number, number)) if each not in came]
                        came |= dict.fromkeys(entered, citation)
                        reached += entered
            front = reached
        return ()

    @staticmethod
    def _back(citation: CitationEdge, came: Mapping[RuleNumber, CitationEdge | None]) -> tuple[CitationEdge, ...]:
        """Return the path that ends with `citation`. `came` has the citation that led to each number."""
        steps: list[CitationEdge] = []
        at: CitationEdge | None = citation
        while at is not None:
            steps.insert(0, at)
            at = came[at.source] if not isinstance(at.source, str) else None
        return tuple(steps)

    def most_cited(self, within: NumberRange | None = None) -> tuple[CitationCount, ...]:
        """Return the cited numbers, the most cited first. If `within` is given, return only the numbers in this range.

        If a rule is cited in its own text, or by a rule below it, this citation doesn't count.
        """
        found: list[CitationCount] = []
        for number, citations in self._to.items():
            if number in self.rules and (within is None or within.covers(number)):
                places = Counter(
                    each.source for each in citations if isinstance(each.source, str) or not number.covers(each.source)
                )
                if places:
                    found.append(CitationCount(number, places.total(), len(places)))
        return tuple(sorted(found, key=lambda each: (-each.places, -each.references, each.number)))

    def _covered(self, numbers: NumberRange) -> list[RuleNumber]:
        """Return the view's numbers in a range, and all numbers below them. They are consecutive in `_order`."""
        begin = end = bisect_left(self._order, numbers.first)
        while end < len(self._order) and numbers.covers(self._order[end]):
            end += 1
        return self._order[begin:end]

    def _steps(self, subject: NumberRange, depth: int, *, backwards: bool) -> tuple[tuple[CitationEdge, ...], ...]:
        step = self.incoming(subject) if backwards else self.outgoing(subject)
        seen: set[GraphNode] = set(self._covered(subject))
        steps: list[tuple[CitationEdge, ...]] = []
        while step and len(steps) < depth:
            steps.append(step)
            reached: dict[GraphNode, None] = {}
            for each in step:
                reached |= dict.fromkeys((each.source,) if backwards else each.cited_numbers)
            front = [place for place in reached if place not in seen]
            seen.update(front)
            if backwards:
                names = [number for number in front if not isinstance(number, str)]
                found = {each for number in names for each in self._to.get(number, ()) if each.source not in seen}
            else:
                found = {each for place in front for each in self._from.get(place, ())}
            step = tuple(each for each in self.citations if each in found)
        return tuple(steps)


def _citations(
    items: Iterable[ViewItem[Rule] | ViewItem[GlossaryEntry]], numbers: Sequence[RuleNumber]
) -> Iterator[CitationEdge]:
    """Yield the citations in rules and glossary entries. `numbers` are all rule numbers of the view."""
    ordered = sorted(numbers)
    for item in items:
        for reference in item.references:
            # A reference to the glossary ("See Foo") cites no rule.
            if reference.kind == "rule":
                yield _citation(item.item, reference, ordered)


def _citation(item: Rule | GlossaryEntry, reference: StoredReference, numbers: Sequence[RuleNumber]) -> CitationEdge:
    """Convert a stored reference of `item` to a citation. `numbers` are all rule numbers of the view in order."""
    whole, source = item.text, item.cr_number if isinstance(item, Rule) else item.term
    if reference.example is not None and isinstance(item, Rule):
        whole = item.examples[reference.example].text
    named = NumberRange.parse(reference.target)
    return CitationEdge(
        source, reference.target, _cited(named, numbers), reference.text, reference.resolved, reference.example, whole,
        reference.start, reference.end,
    )  # fmt: skip


def _reached(
    numbers: Iterable[RuleNumber], step: Callable[[RuleNumber], Iterable[RuleNumber]], *, transitive: bool
) -> set[RuleNumber]:
    """Return the numbers that one step reaches. If `transitive`, repeat the step with the reached numbers."""
    found: set[RuleNumber] = set()
    front = set(numbers)
    while front:
        front = {reached for number in front for reached in step(number)} - found
        found |= front
        if not transitive:
            break
    return found


def _cited(cited: NumberRange, numbers: Sequence[RuleNumber]) -> tuple[RuleNumber, ...]:
    """Return the two ends of a range, and those of the ordered `numbers` that have its level between them, in order."""
    if cited.first == cited.last:
        return (cited.first,)
    level = cited.first.kind
    inside = numbers[bisect_left(numbers, cited.first) : bisect_right(numbers, cited.last)]
    between = {number for number in inside if number.kind == level}
    return tuple(sorted(between | {cited.first, cited.last}))


def _within(subject: NumberRange, place: GraphNode) -> bool:
    return not isinstance(place, str) and subject.covers(place)
