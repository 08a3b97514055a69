"""Who cites whom: the references of a view as a graph, read both ways.

What a reference names is all that it cites: "rule 306" names the section 306, not 306.5. A range
names every number that the edition has between its ends, at their own level: "rules 701.27a–f" cites
six subrules, "rules 306-311" six sections. A number that the edition doesn't have is named all the
same; `resolved` tells.

What is asked about is larger than what is named: a section stands for itself and everything below it,
as in `rules show`. So 306 is cited by whoever names 306, 306.5 or 306.5d.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from kb.model import GlossaryEntry, Rule
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.view import StoredReference, View, ViewItem

GraphNode = RuleNumber | str
"""Where a reference stands: a rule's number, or a headword of the glossary."""

# Behind the mark that ends a sentence, with what closes after it; or between paragraphs.
_SENTENCE_END = re.compile(r"""(?<=[.!?])[”"»)]*\s+(?=[“"«(]?[^\W\d_a-zà-ÿ])|\n""")

# Fewer characters around a reference don't say what it is about ("See rule 704.").
_TELLING = 80


@dataclass(frozen=True, slots=True)
class CitationEdge:
    """One reference: where it stands, and what it names.

    Attributes:
        source: the rule, or the headword, in whose text it stands.
        target: the number or range as every command takes it: `606`, `301.5a-301.5f`.
        named: the numbers that it cites, in order.
        words: the reference as written.
        resolved: whether the edition in view has what it points to.
        example: index of the example that it stands in; None in the text itself.
        whole: the text or example that it stands in.
        start: offset of its first character there.
        end: offset after its last character.
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
        """The sentence that it stands in, as what is before it, its words, what is after it.

        A sentence that is little more than the reference comes with the one before it.
        """
        ends = [match.end() for match in _SENTENCE_END.finditer(self.source_text)]
        paragraph = self.source_text.rfind("\n", 0, self.start) + 1
        begins = [paragraph, *(end for end in ends if paragraph < end <= self.start)]
        stop = min((end for end in ends if end >= self.end), default=len(self.source_text))
        begin = begins.pop()
        while begins and stop - begin - len(self.words) < _TELLING:
            begin = begins.pop()
        return self.source_text[begin : self.start], self.words, self.source_text[self.end : stop].rstrip()


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What stands around some rules, step by step.

    Attributes:
        subject: the rules asked about.
        incoming: who cites them; then who cites those; and so on.
        outgoing: what they cite; then what that cites; and so on.
    """

    subject: NumberRange
    incoming: tuple[tuple[CitationEdge, ...], ...]
    outgoing: tuple[tuple[CitationEdge, ...], ...]


@dataclass(frozen=True, slots=True)
class CitationCount:
    """How often a number is cited.

    Attributes:
        number: the number.
        references: how many references name it.
        places: in how many rules and glossary entries those stand.
    """

    number: RuleNumber
    references: int
    places: int


class CitationGraph:
    """The references of one view.

    References that stand in a rule and point to a place below or above it count like all others; only
    where several rules are asked about at once, `incoming` leaves out what they say of each other.

    Attributes:
        rules: the rules of the view in order; two where a number is printed twice.
        citations: every reference, in the order of the rules, the glossary behind them.
    """

    def __init__(self, rules: Mapping[RuleNumber, tuple[Rule, ...]], citations: Sequence[CitationEdge]) -> None:
        self.rules, self.citations = rules, tuple(citations)
        self._order = sorted(rules)
        self._from: dict[GraphNode, list[CitationEdge]] = {}
        self._to: dict[RuleNumber, list[CitationEdge]] = {}
        for citation in self.citations:
            self._from.setdefault(citation.source, []).append(citation)
            for number in citation.cited_numbers:
                self._to.setdefault(number, []).append(citation)

    @classmethod
    def from_view(cls, view: View) -> CitationGraph:
        """The references of the rules and the glossary as a view has them."""
        rules: dict[RuleNumber, tuple[Rule, ...]] = {}
        printed = view.rules()
        for each in printed:
            rules[each.item.number] = (*rules.get(each.item.number, ()), each.item)
        numbers = list(rules)
        citations: list[CitationEdge] = []
        for item in chain[ViewItem[Rule] | ViewItem[GlossaryEntry]](printed, view.glossary()):
            # What points to the glossary ("See Foo") cites no rule.
            rules_cited = (reference for reference in item.references if reference.kind == "rule")
            citations += [_citation(item.item, reference, numbers) for reference in rules_cited]
        return cls(rules, citations)

    @property
    def known_numbers(self) -> frozenset[RuleNumber]:
        """Every number that the view has, and every other that a reference names."""
        return frozenset(self.rules) | frozenset(self._to)

    def neighbourhood(
        self, subject: NumberRange, depth: int = 1, *, incoming: bool = True, outgoing: bool = True
    ) -> Neighbourhood:
        """What cites some rules and what they cite, up to so many steps away, or one of the two.

        Every place is told once, at its nearest step.
        """
        return Neighbourhood(
            subject,
            self._steps(subject, depth, backwards=True) if incoming else (),
            self._steps(subject, depth, backwards=False) if outgoing else (),
        )

    def outgoing(self, subject: NumberRange) -> tuple[CitationEdge, ...]:
        """The references that stand in some rules or below them."""
        return tuple(each for each in self.citations if _within(subject, each.source))

    def incoming(self, subject: NumberRange) -> tuple[CitationEdge, ...]:
        """The references elsewhere that name some rules or anything below them."""
        return tuple(
            each
            for each in self.citations
            if not _within(subject, each.source) and any(map(subject.covers, each.cited_numbers))
        )

    def rules_citing(self, numbers: Iterable[RuleNumber], *, transitive: bool = False) -> set[RuleNumber]:
        """The rules that cite one of some numbers; transitively, those that cite such a rule, and so on."""
        found: set[RuleNumber] = set()
        front = set(numbers)
        while front:
            sources = {each.source for number in front for each in self._to.get(number, ())}
            front = {source for source in sources if not isinstance(source, str)} - found
            found |= front
            if not transitive:
                break
        return found

    def numbers_cited_by(self, numbers: Iterable[RuleNumber], *, transitive: bool = False) -> set[RuleNumber]:
        """The numbers that some rules cite; transitively, what those cite, and so on."""
        found: set[RuleNumber] = set()
        front = set(numbers)
        while front:
            front = {
                named for number in front for each in self._from.get(number, ()) for named in each.cited_numbers
            } - found
            found |= front
            if not transitive:
                break
        return found

    def shortest_path(self, first: NumberRange, last: NumberRange) -> tuple[CitationEdge, ...]:
        """The fewest references that lead from some rules to others; () if none do.

        Whoever follows a reference reads what it names with everything below it: a path may enter 606
        by its heading and leave it by 606.3. It ends where it names the rules sought, or what they
        stand below.
        """
        front = self._covered(first)
        came: dict[RuleNumber, CitationEdge | None] = dict.fromkeys(front)
        while front:
            reached: list[RuleNumber] = []
            for place in front:
                for citation in self._from.get(place, ()):
                    if any(_meet(last, NumberRange(number, number)) for number in citation.cited_numbers):
                        return self._back(citation, came)
                    for number in citation.cited_numbers:
                        entered = [each for each in self._covered(NumberRange(number, number)) if each not in came]
                        came |= dict.fromkeys(entered, citation)
                        reached += entered
            front = reached
        return ()

    @staticmethod
    def _back(citation: CitationEdge, came: Mapping[RuleNumber, CitationEdge | None]) -> tuple[CitationEdge, ...]:
        """The references that led to one, and that one."""
        steps: list[CitationEdge] = []
        at: CitationEdge | None = citation
        while at is not None:
            steps.insert(0, at)
            at = came[at.source] if not isinstance(at.source, str) else None
        return tuple(steps)

    def most_cited(self, within: NumberRange | None = None) -> tuple[CitationCount, ...]:
        """The numbers of the view that are cited, the most cited first; all, or those of some rules.

        What a rule says of itself and what stands below it doesn't count.
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
        """The numbers of the view that lie in a range or below it; they stand side by side."""
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


def _citation(item: Rule | GlossaryEntry, reference: StoredReference, numbers: Sequence[RuleNumber]) -> CitationEdge:
    """A reference of the store as a citation; the one place that knows what the store keeps of it."""
    whole, source = item.text, item.number if isinstance(item, Rule) else item.term
    if reference.example is not None and isinstance(item, Rule):
        whole = item.examples[reference.example].text
    named = NumberRange.parse(reference.target)
    return CitationEdge(
        source,
        reference.target,
        _named(named, numbers),
        reference.text,
        reference.resolved,
        reference.example,
        whole,
        reference.start,
        reference.end,
    )


def _named(cited: NumberRange, numbers: Sequence[RuleNumber]) -> tuple[RuleNumber, ...]:
    """What a reference cites: its ends, and between them what the edition has at their level."""
    if cited.first == cited.last:
        return (cited.first,)
    level = cited.first.kind
    between = {number for number in numbers if cited.first <= number <= cited.last and number.kind == level}
    return tuple(sorted(between | {cited.first, cited.last}))


def _within(subject: NumberRange, place: GraphNode) -> bool:
    return not isinstance(place, str) and subject.covers(place)


def _meet(one: NumberRange, other: NumberRange) -> bool:
    """Whether one of two ranges lies in or below the other."""
    return one.covers(other.first) or other.covers(one.first)
