"""The pages of today's rules: the text, its history, what it cites and what cites it, the French beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from cli.rendering.code_labels import code_label
from cli.rendering.side_by_side import describe_translation_state
from cli.site import addresses
from cli.site.defined_terms import DefinedTerms
from cli.site.linked_text import LinkedParagraph, LinkTargets, NumberTargets, rule_paragraphs
from cli.site.page_templates import json_file, messages_in, page
from cli.site.section_pages import json_rule, legislation, term_anchors
from cli.site.site_file import SiteFile, token
from cli.site.site_library import SiteLibrary
from cli.site.timeline import first_wording, history_state, numbers_had, timeline
from kb.graph.citation_graph import CitationEdge, CitationGraph
from kb.history.history import RuleHistory, lineage_names
from kb.history.pinned_number import span_in_view
from kb.languages import Lang
from kb.model import GlossaryEntry, Rule
from kb.rule_number import RuleNumber
from kb.storage.view_items import StoredReference, ViewItem
from kb.translation.rule_pair import RulePair


class ShownRule(NamedTuple):
    """A rule for a template: the rule, its paragraphs as HTML, the address of its own page from the root."""

    printed: ViewItem[Rule]
    paragraphs: Sequence[LinkedParagraph]
    address: str


class OtherLanguage(NamedTuple):
    """The rule in the other language for a template.

    Attributes:
        lang: the other language.
        address: the address of the rule there, or "" if it isn't printed today.
        code: the state of the translation.
        state: its label.
        note: what the French was made from, and how far behind it is.
        rule: the rule, with its paragraphs as HTML.
    """

    lang: Lang
    address: str
    code: str
    state: str
    note: str
    rule: ShownRule


class ShownCitation(NamedTuple):
    """A citation for a template: the name and the address of its source, and the sentence in three parts."""

    name: str
    address: str
    sentence: tuple[str, str, str]


@dataclass
class TodaysRulePages:
    """Makes the pages of today's rules in one language.

    Attributes:
        base: where the site will stand.
    """

    library: SiteLibrary
    lang: Lang
    base: str

    @cached_property
    def rules(self) -> tuple[ViewItem[Rule], ...]:
        """Today's rules in order; of a number that is printed twice, the first rule."""
        first: dict[RuleNumber, ViewItem[Rule]] = {}
        for rule in self.library.rules_today[self.lang]:
            first.setdefault(rule.item.cr_number, rule)
        return tuple(first.values())

    @cached_property
    def _targets(self) -> NumberTargets:
        return NumberTargets(rule.item.cr_number for rule in self.rules)

    @cached_property
    def _terms(self) -> dict[str, str]:
        return term_anchors(self.library.glossary_today[self.lang])

    @cached_property
    def _defined(self) -> DefinedTerms:
        return DefinedTerms((entry.item for entry in self.library.glossary_today[self.lang]), self._terms)

    @cached_property
    def _citations(self) -> tuple[dict[str, list[CitationEdge]], dict[str, list[CitationEdge]]]:
        """The citations of today's rules by source, and by cited number."""
        outgoing: dict[str, list[CitationEdge]] = {}
        incoming: dict[str, list[CitationEdge]] = {}
        for edge in CitationGraph.from_view(self.library.view(self.lang)).citations:
            if not isinstance(edge.source, str):
                outgoing.setdefault(str(edge.source), []).append(edge)
            for number in edge.cited_numbers:
                incoming.setdefault(str(number), []).append(edge)
        return outgoing, incoming

    def files(self) -> Iterator[SiteFile]:
        """Yield the files of today's rules."""
        lineages = lineage_names(self.library.store, self.lang, self.rules)
        titles = {rule.item.cr_number: rule.item.title for rule in self.rules}
        for index, rule in enumerate(self.rules):
            number = rule.item.cr_number
            named = self.library.histories[self.lang][lineages[rule.place]]
            history = next((each for each in named if each.spans[-1].number == number), named[0])
            below = tuple(takewhile(lambda each: number.covers(each.item.cr_number), self.rules[index + 1 :]))  # noqa: B023
            if not number.rule:
                below = tuple(each for each in below if each.item.number.parent == number)
            yield from self._rule((rule, *below), history, lineages, titles)

    def _rule(
        self,
        tree: Sequence[ViewItem[Rule]],
        history: RuleHistory,
        lineages: dict[int, str],
        titles: dict[RuleNumber, str | None],
    ) -> Iterator[SiteFile]:
        rule, number = tree[0], tree[0].item.cr_number
        address = addresses.rule(self.lang, number)
        shown_json = number if number.kind != "subrule" else number.parent or number
        json_address = addresses.json_of(addresses.rule(self.lang, shown_json))
        states = [(each.wording, each.place, lineages[each.place], each.edition, each.references) for each in tree]
        texts = [self.library.wording_hashes[each.wording] for each in tree]
        if number.kind != "subrule":
            yield SiteFile(json_address, token(self.lang, states, texts), lambda: self._json(tree, lineages))
        trail = _trail(number, titles)
        outgoing, incoming = (side.get(str(number), []) for side in self._citations)
        terms = self._defined.used_in(_texts(tree))
        pair = self.library.pairs_by_place.get(rule.place)
        encoded = self.library.encoded.get(number, []) if self.lang == "en" else []
        counterpart = self.library.counterparts[self.lang].get(str(number))
        # The page of a rule names the edition that first had its text, so that a new edition changes few pages.
        span = span_in_view(history, self.library.view(self.lang)) if number.rule else None
        day = span.first if span is not None else rule.edition
        shown = [(each.wording, each.place, lineages[each.place], each.references) for each in tree]
        state = day, shown, texts, trail, terms, pair_state(pair), encoded, counterpart

        def content() -> str:
            return page(
                "rule.html", address, self.lang, base=self.base, title=_title(number, titles),
                description=rule.item.text, json_address=json_address, history=history,
                alternates={counterpart[0]: addresses.rule(*counterpart)} if counterpart else {}, trail=trail,
                feed=addresses.section_changes(self.lang, number) if number.kind == "section" else "",
                rules=[self._shown(each) for each in tree], day=day.isoformat(), since=span is not None,
                edition_address=addresses.rule_of_edition(self.lang, day, number),
                lineage_address=addresses.lineage(self.lang, lineages[rule.place]),
                events=timeline(self.lang, history), first=first_wording(self.lang, history),
                terms=terms, beside=self._beside(pair) if pair else None, encoded=encoded,
                numbers=numbers_had(history.spans), outgoing=[self._cited(each) for each in outgoing],
                incoming=[self._citing(each) for each in incoming],
                legislation=legislation(self.lang, _title(number, titles), f"CR {number}", day),
            )  # fmt: skip

        yield SiteFile(
            addresses.file_of(address),
            token(self.base, state, history_state(history), outgoing, incoming),
            content,
        )

    def _json(self, tree: Sequence[ViewItem[Rule]], lineages: dict[int, str]) -> str:
        return json_file(self.lang, lambda: {"rules": [json_rule(each, lineages[each.place]) for each in tree]})

    def _shown(self, rule: ViewItem[Rule]) -> ShownRule:
        root = addresses.to_root(addresses.rule(self.lang, rule.item.cr_number))
        targets: LinkTargets = [self._target(each, root) for each in rule.references]
        return ShownRule(rule, rule_paragraphs(rule, targets), addresses.rule(self.lang, rule.item.cr_number))

    def _beside(self, pair: RulePair) -> OtherLanguage | None:
        """Return the rule of a pair in the other language. References in it aren't links."""
        other: Lang = "fr" if self.lang == "en" else "en"
        rule = pair.fr if other == "fr" else pair.en
        if rule is None:
            return None
        number = str(rule.item.number)
        address = addresses.rule(other, number) if number in self.library.numbers_today[other] else ""
        shown = ShownRule(rule, rule_paragraphs(rule, [None] * len(rule.references)), address)
        with messages_in(self.lang):
            return OtherLanguage(
                other, address, pair.state, code_label(pair.state), describe_translation_state(pair), shown
            )

    def _target(self, reference: StoredReference, root: str) -> str | None:
        """Return the address of a reference's target. `root` is the way from the page to the root."""
        if reference.kind == "glossary":
            anchor = self._terms.get(reference.entries[0]) if reference.entries else None
            return f"{root}{addresses.glossary(self.lang)}#{anchor}" if anchor else None
        number = self._targets.find(reference.target)
        return f"{root}{addresses.rule(self.lang, number)}" if number else None

    def glossary_targets(self, entries: Sequence[ViewItem[GlossaryEntry]]) -> list[LinkTargets]:
        """Return the addresses of the targets of today's definitions, relative to the page of today's glossary."""
        root = addresses.to_root(addresses.glossary(self.lang))
        return [[self._target(each, root) for each in entry.references] for entry in entries]

    def _citing(self, edge: CitationEdge) -> ShownCitation:
        if isinstance(edge.source, str):
            anchor = self._terms[edge.source]
            return ShownCitation(edge.source, f"{addresses.glossary(self.lang)}#{anchor}", edge.sentence)
        return ShownCitation(str(edge.source), addresses.rule(self.lang, edge.source), edge.sentence)

    def _cited(self, edge: CitationEdge) -> ShownCitation:
        number = self._targets.find(edge.target)
        return ShownCitation(edge.target, addresses.rule(self.lang, number) if number else "", edge.sentence)


def pair_state(pair: RulePair | None) -> tuple[object, ...]:
    """Return what a page shows of a pair, which is the same in every edition that has the same texts."""
    if pair is None:
        return ()
    sides = [(side.item, side.wording) if side is not None else None for side in (pair.en, pair.fr)]
    return pair.state, sides, pair.base, pair.changes_behind, pair.confidence


def _texts(rules: Iterable[ViewItem[Rule]]) -> Iterator[str]:
    """Yield the texts and examples of rules."""
    for rule in rules:
        yield rule.item.text
        yield from (example.text for example in rule.item.examples)


def _trail(number: RuleNumber, titles: dict[RuleNumber, str | None]) -> list[tuple[str, str]]:
    """Return the numbers above a number with their titles, from the chapter down."""
    found: list[tuple[str, str]] = []
    above = number.parent
    while above is not None:
        if above in titles:
            found.insert(0, (str(above), titles[above] or ""))
        above = above.parent
    return found


def _title(number: RuleNumber, titles: dict[RuleNumber, str | None]) -> str:
    """Return the title of a rule's page: the number, and the nearest heading at or above it."""
    above: RuleNumber | None = number
    while above is not None:
        if title := titles.get(above):
            return f"{number} {title}"
        above = above.parent
    return str(number)
