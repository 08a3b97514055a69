"""The pages of the editions' texts: one page for each section, one for the contents, one for the glossary.

A section often reads the same in many editions. The block of a rule is rendered once for all editions in which the
rule has the same text, number, lineage and targets. The JSON of a section stands once, beside the first edition of a
run of editions in which the section is the same; the pages of the later editions link to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from markupsafe import Markup

from cli.options.global_options import JSON_SCHEMA
from cli.output_streams import json_text
from cli.rendering import json_output
from cli.site import addresses
from cli.site.linked_text import LinkTargets, NumberTargets, definition_lines, rule_paragraphs
from cli.site.page_templates import fragment, page
from cli.site.site_file import SiteFile, token
from cli.site.site_library import SiteEdition, SiteLibrary
from kb.i18n import set_language
from kb.languages import Lang
from kb.model import GlossaryEntry, Rule
from kb.storage.view_items import StoredReference, ViewItem


@dataclass(slots=True)
class _Run:
    """A run of editions in which a section is the same: its state, its first edition."""

    state: Hashable
    first: date


@dataclass(slots=True)
class EditionPages:
    """Makes the pages of the editions of one language, which must come oldest first.

    Attributes:
        base: where the site will stand.
        last_printed: every rule of the editions made so far, as last printed, by lineage.
    """

    library: SiteLibrary
    lang: Lang
    base: str
    last_printed: dict[str, ViewItem[Rule]] = field(default_factory=dict)
    _blocks: dict[Hashable, Markup] = field(default_factory=dict)
    _runs: dict[str, _Run] = field(default_factory=dict)

    def files(self, days: Iterable[date]) -> Iterator[SiteFile]:
        """Yield the files of the editions of `days`, which are successive."""
        for day in days:
            edition = self.library.edition(self.lang, day)
            self.last_printed |= {edition.lineages[rule.place]: rule for rule in edition.rules}
            targets = _EditionTargets(edition)
            names = list(edition.sections)
            for index, name in enumerate(names):
                around = names[index - 1] if index else "", names[index + 1] if index + 1 < len(names) else ""
                yield from self._section(edition, name, targets, around)
            yield self._contents(edition)
            if edition.glossary:
                yield self._glossary(edition, targets)

    def _section(
        self, edition: SiteEdition, name: str, targets: _EditionTargets, around: tuple[str, str]
    ) -> Iterator[SiteFile]:
        rules = edition.sections[name]
        seen: Counter[str] = Counter()
        states: list[Hashable] = []
        blocks: list[Markup] = []
        for rule in rules:
            number = str(rule.item.number)
            seen[number] += 1
            lineage, linked = edition.lineages[rule.place], targets.of(rule.references, name)
            state = rule.place, rule.wording, lineage, seen[number], linked
            states.append((state, tuple((each.target, each.resolved) for each in rule.references)))
            if rule.item.number.rule:
                if state not in self._blocks:
                    self._blocks[state] = self._block(rule, lineage, linked, seen[number])
                blocks.append(self._blocks[state])
        address = addresses.section(self.lang, edition.day, name)
        run = self._runs.get(name)
        if run is None or run.state != tuple(states):
            run = self._runs[name] = _Run(tuple(states), edition.day)
        json_address = addresses.json_of(addresses.section(self.lang, run.first, name))
        if run.first == edition.day:
            yield SiteFile(
                json_address,
                token(self.lang, *states),
                lambda: _rules_json(self.lang, rules, edition.lineages),
            )
        body = Markup("").join(blocks)
        values = self._section_values(edition, name, around) | {
            "since": run.first.isoformat(), "json_address": json_address,
        }  # fmt: skip
        yield SiteFile(
            addresses.file_of(address),
            token(self.base, values, body),
            lambda: page("section.html", address, self.lang, base=self.base, body=body, **values),
        )

    def _section_values(self, edition: SiteEdition, name: str, around: tuple[str, str]) -> dict[str, Any]:
        days = self.library.section_days[self.lang, name]
        at = days.index(edition.day)
        own = next((rule for rule in edition.sections[name] if str(rule.item.number) == name), None)
        title = own.item.text if own else ""
        first = next((rule.item.text for rule in edition.sections[name] if rule.item.title is None), "")
        return {
            "number": name,
            "day": edition.day.isoformat(),
            "partial": edition.partial,
            "title": f"{name}. {title} ({edition.day})",
            "heading": title,
            "description": first,
            "lineage_address": addresses.lineage(self.lang, edition.lineages[own.place]) if own else "",
            "link_anchor": addresses.link_site_anchor(name),
            "previous_day": days[at - 1].isoformat() if at else "",
            "next_day": days[at + 1].isoformat() if at + 1 < len(days) else "",
            "previous_section": around[0],
            "next_section": around[1],
            "legislation": legislation(self.lang, f"{name}. {title}", f"CR {name}", edition.day),
        }

    def _block(self, rule: ViewItem[Rule], lineage: str, linked: LinkTargets, nth: int) -> Markup:
        number = rule.item.number
        return fragment(
            "rule_block.html",
            self.lang,
            printed=rule,
            anchor=addresses.rule_anchor(number, nth),
            link_anchor=addresses.link_site_anchor(number) if nth == 1 else "",
            root=addresses.to_root(addresses.section(self.lang, rule.edition, number)),
            lineage_address=addresses.lineage(self.lang, lineage),
            paragraphs=rule_paragraphs(rule, linked),
        )

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
        self._numbers = NumberTargets(rule.item.number for rule in edition.rules)
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
) -> list[tuple[str, ViewItem[GlossaryEntry], list[Markup]]]:
    """Return the entries of a glossary for the template: anchor ("" for a headword printed again), entry, lines."""
    listed = list(glossary)
    anchors = term_anchors(listed)
    return [
        (anchors.pop(entry.item.term, ""), entry, definition_lines(entry, targets))
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
    set_language(lang)
    return json_text({"schema": JSON_SCHEMA, "rules": [json_rule(rule, lineages[rule.place]) for rule in rules]})


def json_rule(rule: ViewItem[Rule], lineage: str) -> dict[str, Any]:
    """Return a rule as JSON. The folder that its source stands in on this computer is left out."""
    return json_output.rule(rule, lineage) | {"source": published_source(rule.source)}


def published_source(source: str) -> str:
    """Return the name of a source without the folder of a file on this computer. An address stays as it is."""
    return source if "://" in source else source.replace("\\", "/").rpartition("/")[2]
