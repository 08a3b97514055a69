"""The pages of the editions' texts: one page for each section, one for the contents, one for the glossary.

A section often reads the same in many editions. The block of a rule is rendered once for all editions in which the
rule has the same text, number, lineage and targets. The JSON of a section stands once, beside the first edition of a
run of editions in which the section is the same; the pages of the later editions link to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup

from cli.rendering import json_output
from cli.site import addresses
from cli.site.linked_text import LinkTargets, NumberTargets, definition_lines, rule_paragraphs
from cli.site.page_templates import fragment, json_file, page
from cli.site.site_file import FileGroup, Memory, SiteFile, token
from cli.site.site_library import SiteEdition, SiteLibrary, published_source
from kb.languages import Lang
from kb.model import GlossaryEntry, Rule
from kb.storage.view_items import StoredReference, ViewItem
from kb.text.folding import strip_accents


class _RuleState(NamedTuple):
    """What the block of a rule depends on.

    Attributes:
        nth: 2 for the second rule that the edition prints under the number.
        targets: the addresses of the targets of its references.
        resolved: the references as the JSON has them.
    """

    place: int
    wording: int
    lineage: str
    nth: int
    targets: LinkTargets
    resolved: tuple[tuple[str, bool], ...]


@dataclass(slots=True)
class EditionPages:
    """Makes the pages of the editions of one language.

    Attributes:
        base: where the site will stand.
        memory: for each edition, the first edition of the run in which each of its sections is the same.
    """

    library: SiteLibrary
    lang: Lang
    base: str
    memory: Memory
    _blocks: dict[Hashable, Markup] = field(default_factory=dict)
    _states: tuple[date | None, dict[str, Hashable]] = (None, {})

    def groups(self) -> Iterator[FileGroup]:
        """Yield the files of each edition, the oldest edition first."""
        around = {(name, day): pair for (lang, name), days in self.library.section_days.items() if lang == self.lang
                  for day, pair in _neighbours(days).items()}  # fmt: skip
        digests = self.library.digests[self.lang]
        before: date | None = None
        for day in self.library.days(self.lang):
            beside = sorted((name, pair) for (name, there), pair in around.items() if there == day)
            files = partial(self._files, day, before, dict(beside))
            others = [self._alternates(name) for name, _pair in beside]
            yield FileGroup(self._group(day), token(self.base, digests[day], beside, others), files)
            before = day

    def _alternates(self, number: str) -> dict[Lang, str]:
        """Return the addresses of a section in the other languages that have it today."""
        listed = self.library.numbers_today.items()
        return {lang: addresses.rule(lang, number) for lang, there in listed if lang != self.lang and number in there}

    def _group(self, day: date) -> str:
        return f"edition {self.lang} {day}"

    def _files(
        self, day: date, before: date | None, beside: Mapping[str, tuple[date | None, date | None]]
    ) -> Iterator[SiteFile]:
        earlier = self._states_of(before)
        edition = self.library.edition(self.lang, day)
        targets = _EditionTargets(edition)
        names = list(edition.sections)
        states = {name: self._section_state(edition, name, targets) for name in names}
        firsts_before = self.memory.get(self._group(before), {}) if before else {}
        firsts = {
            name: firsts_before.get(name, day.isoformat()) if earlier.get(name) == states[name] else day.isoformat()
            for name in names
        }
        self.memory[self._group(day)] = firsts
        for index, name in enumerate(names):
            sections = names[index - 1] if index else "", names[index + 1] if index + 1 < len(names) else ""
            yield from self._section(edition, name, states[name], firsts[name], (*beside[name], *sections))
        yield self._contents(edition)
        if edition.glossary:
            yield self._glossary(edition, targets)
        self._states = day, dict(states)

    def _states_of(self, day: date | None) -> dict[str, Hashable]:
        """Return the states of the sections of an edition. They are known if its files were made just before."""
        if day is None or self._states[0] == day:
            return self._states[1] if day else {}
        edition = self.library.edition(self.lang, day)
        targets = _EditionTargets(edition)
        return {name: self._section_state(edition, name, targets) for name in edition.sections}

    @staticmethod
    def _section_state(edition: SiteEdition, name: str, targets: _EditionTargets) -> tuple[_RuleState, ...]:
        """Return what the blocks of a section's rules depend on. Sections with equal states have equal blocks."""
        seen: Counter[str] = Counter()
        states = []
        for rule in edition.sections[name]:
            number = str(rule.item.number)
            seen[number] += 1
            resolved = tuple((each.target, each.resolved) for each in rule.references)
            linked = tuple(targets.of(rule.references, name))
            states.append(
                _RuleState(rule.place, rule.wording, edition.lineages[rule.place], seen[number], linked, resolved)
            )
        return tuple(states)

    def _section(
        self,
        edition: SiteEdition,
        name: str,
        state: tuple[_RuleState, ...],
        first: str,
        beside: tuple[date | None, date | None, str, str],
    ) -> Iterator[SiteFile]:
        rules = edition.sections[name]
        json_address = addresses.json_of(addresses.section(self.lang, first, name))
        wordings = [self.library.wording_hashes[each.wording] for each in state]
        if first == edition.day.isoformat():
            yield SiteFile(
                json_address, token(state, wordings), lambda: _rules_json(self.lang, rules, edition.lineages)
            )
        address = addresses.section(self.lang, edition.day, name)
        values = self._section_values(edition, name, beside) | {"since": first, "json_address": json_address}

        def content() -> str:
            blocks = [
                self._block(rule, each) for rule, each in zip(rules, state, strict=True) if rule.item.cr_number.rule
            ]
            return page("section.html", address, self.lang, base=self.base, body=Markup("").join(blocks), **values)

        yield SiteFile(addresses.file_of(address), token(self.base, values, state, wordings), content)

    def _section_values(
        self, edition: SiteEdition, name: str, beside: tuple[date | None, date | None, str, str]
    ) -> dict[str, Any]:
        own = next((rule for rule in edition.sections[name] if str(rule.item.number) == name), None)
        title = own.item.text if own else ""
        first = next((rule.item.text for rule in edition.sections[name] if rule.item.title is None), "")
        return {
            "number": name,
            "alternates": self._alternates(name),
            "day": edition.day.isoformat(),
            "partial": edition.partial,
            "title": f"{name}. {title} ({edition.day})",
            "heading": title,
            "description": first,
            "lineage_address": addresses.lineage(self.lang, edition.lineages[own.place]) if own else "",
            "link_anchor": addresses.link_site_anchor(name),
            "previous_day": str(beside[0] or ""),
            "next_day": str(beside[1] or ""),
            "previous_section": beside[2],
            "next_section": beside[3],
            "legislation": legislation(self.lang, f"{name}. {title}", f"CR {name}", edition.day),
        }

    def _block(self, rule: ViewItem[Rule], state: _RuleState) -> Markup:
        if state not in self._blocks:
            number = rule.item.cr_number
            self._blocks[state] = fragment(
                "rule_block.html",
                self.lang,
                printed=rule,
                anchor=addresses.rule_anchor(number, state.nth),
                link_anchor=addresses.link_site_anchor(number) if state.nth == 1 else "",
                root=addresses.to_root(addresses.section(self.lang, rule.edition, number)),
                lineage_address=addresses.lineage(self.lang, state.lineage),
                paragraphs=rule_paragraphs(rule, state.targets),
            )
        return self._blocks[state]

    def _contents(self, edition: SiteEdition) -> SiteFile:
        address = addresses.edition(self.lang, edition.day)
        days = self.library.days(self.lang)
        at = days.index(edition.day)
        values: dict[str, Any] = {
            "day": edition.day.isoformat(),
            "partial": edition.partial,
            "title": edition.day.isoformat(),
            "chapters": contents(edition),
            "previous_day": days[at - 1].isoformat() if at else "",
            "next_day": days[at + 1].isoformat() if at + 1 < len(days) else "",
            "has_glossary": bool(edition.glossary),
        }
        return SiteFile(
            addresses.file_of(address),
            token(self.base, values),
            lambda: page("contents.html", address, self.lang, base=self.base, **values),
        )

    def _glossary(self, edition: SiteEdition, targets: _EditionTargets) -> SiteFile:
        address = addresses.edition_glossary(self.lang, edition.day)
        linked = [targets.of(entry.references, "glossary") for entry in edition.glossary]
        wordings = [(entry.item.term, entry.wording) for entry in edition.glossary]

        def content() -> str:
            entries = glossary_entries(edition.glossary, linked)
            title = edition.day.isoformat()
            return page("glossary.html", address, self.lang, base=self.base, title=title, day=title, entries=entries)

        return SiteFile(addresses.file_of(address), token(self.base, linked, wordings), content)


class _EditionTargets:
    """The addresses of references' targets within one edition, relative to the page of a section."""

    def __init__(self, edition: SiteEdition) -> None:
        self._numbers = NumberTargets(rule.item.cr_number for rule in edition.rules)
        self._terms = term_anchors(edition.glossary)

    def of(self, references: Iterable[StoredReference], page_name: str) -> LinkTargets:
        """Return the addresses for the references of a text on the page of a section or, `glossary`, the glossary."""
        return tuple(self._address(each, page_name) for each in references)

    def _address(self, reference: StoredReference, page_name: str) -> str | None:
        if reference.kind == "glossary":
            anchor = self._terms.get(reference.entries[0]) if reference.entries else None
            target, anchor = "glossary", anchor or ""
        else:
            anchor = self._numbers.find(reference.target) or ""
            target = anchor.partition(".")[0] if len(anchor) > 1 else ""
        if not anchor:
            return None
        return f"#{anchor}" if target == page_name else f"../{target}/#{anchor}" if target else f"../#{anchor}"


def _neighbours(days: Sequence[date]) -> dict[date, tuple[date | None, date | None]]:
    """Return for each day the days before and after it."""
    around: list[date | None] = [None, *days, None]
    return {day: (around[index], around[index + 2]) for index, day in enumerate(days)}


def term_anchors(glossary: Iterable[ViewItem[GlossaryEntry]]) -> dict[str, str]:
    """Return a dict from the headwords of a glossary to their anchors, each its own."""
    found: dict[str, str] = {}
    taken: Counter[str] = Counter()
    for entry in glossary:
        if entry.item.term not in found:
            anchor = addresses.term_anchor(entry.item.term)
            taken[anchor] += 1
            found[entry.item.term] = addresses.rule_anchor(anchor, taken[anchor])
    return found


def glossary_entries(
    glossary: Iterable[ViewItem[GlossaryEntry]], linked: Iterable[LinkTargets]
) -> list[tuple[str, str, ViewItem[GlossaryEntry], list[Markup]]]:
    """Return the entries of a glossary for the template: anchor, letter, entry, lines.

    The anchor is "" for a headword printed again. The letter has no accent, since É stands among E.
    """
    listed = list(glossary)
    anchors = term_anchors(listed)
    return [
        (
            anchors.pop(entry.item.term, ""),
            strip_accents(entry.item.term[:1]).upper(),
            entry,
            definition_lines(entry, targets),
        )
        for entry, targets in zip(listed, linked, strict=True)
    ]


def contents(edition: SiteEdition) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return the chapters of an edition with their sections: number, title, and for a chapter its sections."""
    titles = {str(rule.item.number): rule.item.text for rule in edition.chapters}
    listed: dict[str, list[tuple[str, str]]] = {name: [] for name in titles}
    for name, rules in edition.sections.items():
        title = rules[0].item.text if str(rules[0].item.number) == name else ""
        listed.setdefault(name[0], []).append((name, title))
    return [(name, titles.get(name, ""), sections) for name, sections in sorted(listed.items())]


def legislation(lang: Lang, name: str, identifier: str, day: date | None) -> Mapping[str, object]:
    """Return the description of a text of the rules in the terms of schema.org."""
    return {
        "@context": "https://schema.org",
        "@type": "Legislation",
        "name": name,
        "legislationIdentifier": identifier,
        "inLanguage": lang,
        **({"legislationDateVersion": day.isoformat()} if day else {}),
        "isPartOf": {"@type": "Legislation", "name": "Magic: The Gathering Comprehensive Rules"},
    }


def _rules_json(lang: Lang, rules: Iterable[ViewItem[Rule]], lineages: Mapping[int, str]) -> str:
    """Return rules as `rules show --json` does."""
    return json_file(lang, lambda: {"rules": [json_rule(rule, lineages[rule.place]) for rule in rules]})


def json_rule(rule: ViewItem[Rule], lineage: str) -> dict[str, Any]:
    """Return a rule as JSON. The folder that its source stands in on this computer is left out."""
    return json_output.rule(rule, lineage) | {"source": published_source(rule.source)}
