"""The knowledge base as the site shows it: the editions, their rules, and the lineages of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from cli.site.site_file import token
from kb.documents import Doc
from kb.errors import RulesError
from kb.history.history import RuleHistory, all_rule_histories, lineage_names
from kb.languages import LANGUAGES, Lang
from kb.model import GlossaryEntry, Rule
from kb.rule_number import RuleNumber
from kb.rulings.law import rule_registry
from kb.rulings.law.applicable_law import Law
from kb.rulings.law.rule_registry import EncodedRule
from kb.storage.editions import EditionRecord, list_editions
from kb.storage.link_reads import all_links
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.storage.wordings import wordings_by_hash
from kb.translation.alignment import align
from kb.translation.rule_pair import RulePair


@dataclass(frozen=True, slots=True)
class SiteEdition:
    """The rules of one day in one language, as far as an edition or excerpt of that day prints them.

    Attributes:
        partial: True if the day has only excerpts. Then only sections that an excerpt prints are here.
        chapters: the titles of the chapters.
        sections: the rules of each section, with the section itself, by the number of the section.
        lineages: a dict from the places of the rules to their lineages.
    """

    lang: Lang
    day: date
    partial: bool
    chapters: tuple[ViewItem[Rule], ...]
    sections: dict[str, tuple[ViewItem[Rule], ...]]
    glossary: tuple[ViewItem[GlossaryEntry], ...]
    lineages: dict[int, str]

    @property
    def rules(self) -> Iterator[ViewItem[Rule]]:
        """All rules, chapters included."""
        yield from self.chapters
        for section in self.sections.values():
            yield from section


class SiteLibrary:
    """The knowledge base on a day, as far as pages show it.

    Attributes:
        store: the open knowledge base.
        today: the day on which "today's rules" are in force.
    """

    def __init__(self, store: Store, today: date) -> None:
        self.store, self.today = store, today

    @cached_property
    def records(self) -> tuple[EditionRecord, ...]:
        """All editions and excerpts of the rules, sorted by language and day."""
        return tuple(record for record in list_editions(self.store) if record.doc == "cr")

    @cached_property
    def languages(self) -> tuple[Lang, ...]:
        """The languages of the editions."""
        there = {record.lang for record in self.records}
        return tuple(lang for lang in LANGUAGES if lang in there)

    @cached_property
    def books(self) -> tuple[Doc, ...]:
        """The policy documents of the knowledge base."""
        return tuple(doc for doc in self.store.books if doc != "cr")

    def book_state(self, *docs: Doc) -> str:
        """Return a token that changes with the editions and links of policy documents, and with today's edition."""
        found: list[object] = []
        for doc in docs:
            book = self.store.book(doc)
            found.append((View(book, "en", self.today).base, book.whole_editions("en")))
            found += [
                (each.sha256, each.effective, published_source(each.source))
                for each in list_editions(book)
                if each.doc == doc
            ]
            found += map(tuple, all_links(book, "en"))
        return token(*found)

    @cached_property
    def wording_hashes(self) -> dict[int, str]:
        """The hash of each wording by its id. Another knowledge base may give the id to another wording."""
        return {wording: text_hash for text_hash, wording in wordings_by_hash(self.store).items()}

    def days(self, lang: Lang) -> tuple[date, ...]:
        """Return the days of the editions and excerpts of a language, oldest first."""
        return tuple(sorted({record.effective for record in self.records if record.lang == lang}))

    def whole_days(self, lang: Lang) -> tuple[date, ...]:
        """Return the days of the whole editions of a language, oldest first."""
        return tuple(record.effective for record in self.records if record.lang == lang and not record.partial)

    def view(self, lang: Lang) -> View:
        """Return today's rules in a language."""
        return View(self.store, lang, self.today)

    @cached_property
    def numbers_today(self) -> dict[Lang, frozenset[str]]:
        """The numbers of today's rules, by language."""
        return {lang: frozenset(self.view(lang).labels("rule")) for lang in self.languages}

    @cached_property
    def rules_today(self) -> dict[Lang, tuple[ViewItem[Rule], ...]]:
        """Today's rules in order, by language."""
        return {lang: self.view(lang).rules() for lang in self.languages}

    @cached_property
    def glossary_today(self) -> dict[Lang, tuple[ViewItem[GlossaryEntry], ...]]:
        """Today's glossary, by language."""
        return {lang: self.view(lang).glossary() for lang in self.languages}

    @cached_property
    def pairs(self) -> tuple[RulePair, ...]:
        """Today's rules in both languages."""
        return align(self.store, self.today)

    @cached_property
    def pairs_by_place(self) -> dict[int, RulePair]:
        """The pairs with both languages, by the place of the English and by that of the French."""
        both = [(pair.en, pair.fr, pair) for pair in self.pairs]
        return {side.place: pair for en, fr, pair in both if en and fr for side in (en, fr)}

    @cached_property
    def encoded(self) -> dict[RuleNumber, list[EncodedRule]]:
        """The encoded rules that hold today, by number. It is empty on a day without reviewed wordings."""
        found: dict[RuleNumber, list[EncodedRule]] = {}
        with suppress(RulesError):
            law = Law(self.store, self.today)
            for concept in rule_registry.variants_by_concept():
                status = law.status_of(concept)
                if status.rule is not None and status.number is not None and status.text is not None:
                    for number in (status.number, *status.also):
                        found.setdefault(number, []).append(status.rule)
        return found

    @cached_property
    def counterparts(self) -> dict[Lang, dict[str, tuple[Lang, str]]]:
        """For each language, the rules that have a counterpart: number, language and number of the counterpart."""
        found: dict[Lang, dict[str, tuple[Lang, str]]] = {"en": {}, "fr": {}}
        for pair in self.pairs:
            if pair.en is not None and pair.fr is not None:
                english, french = str(pair.en.item.number), str(pair.fr.item.number)
                # The newest French of a rule may be older than the French edition in force, which lacks it.
                if english in self.numbers_today["en"] and french in self.numbers_today["fr"]:
                    found["en"].setdefault(english, ("fr", french))
                    found["fr"].setdefault(french, ("en", english))
        return found

    def edition(self, lang: Lang, day: date) -> SiteEdition:
        """Return the rules of the editions and excerpts of a day."""
        view = View(self.store, lang, day)
        partial = view.base != day
        chapters: list[ViewItem[Rule]] = []
        sections: dict[str, list[ViewItem[Rule]]] = {}
        for rule in view.rules():
            number = rule.item.number
            if number.section:
                sections.setdefault(str(number.section), []).append(rule)
            else:
                chapters.append(rule)
        if partial:
            sections = {name: rules for name, rules in sections.items() if any(each.edition == day for each in rules)}
            chapters = [rule for rule in chapters if rule.edition == day]
        listed = [*chapters, *(rule for rules in sections.values() for rule in rules)]
        return SiteEdition(
            lang,
            day,
            partial,
            tuple(chapters),
            {name: tuple(rules) for name, rules in sections.items()},
            () if partial else view.glossary(),
            lineage_names(self.store, lang, listed),
        )

    @cached_property
    def digests(self) -> dict[Lang, dict[date, str]]:
        """By language, a token for each day of an edition or excerpt. It changes if the day's rules or lineages do.

        The rules of a day and their lineages depend on the editions and excerpts up to the day, and on their links.
        """
        return {lang: self._digests(lang) for lang in self.languages}

    def _digests(self, lang: Lang) -> dict[date, str]:
        links: dict[str, list[object]] = {}
        for link in all_links(self.store, lang):
            links.setdefault(link.day, []).append(tuple(link))
        found: dict[date, str] = {}
        so_far = ""
        for day in self.days(lang):
            documents = [
                (each.sha256, each.partial, each.lossy, each.until, each.format, published_source(each.source))
                for each in self.records
                if (each.lang, each.effective) == (lang, day)
            ]
            so_far = found[day] = token(so_far, day, sorted(map(repr, documents)), links.get(day.isoformat()))
        return found

    @cached_property
    def histories(self) -> dict[Lang, dict[str, list[RuleHistory]]]:
        """The histories of all rules ever, by language and lineage. A lineage may have two (`all_rule_histories`)."""
        found: dict[Lang, dict[str, list[RuleHistory]]] = {}
        for lang in self.languages:
            by_lineage = found[lang] = {}
            for history in all_rule_histories(self.store, lang):
                by_lineage.setdefault(history.lineage, []).append(history)
        return found

    @cached_property
    def section_days(self) -> dict[tuple[Lang, str], list[date]]:
        """The days of the editions and excerpts that have a section, oldest first, by language and section."""
        found: dict[tuple[Lang, str], list[date]] = {}
        for lang in self.languages:
            for day in self.days(lang):
                view = View(self.store, lang, day)
                rows = [row for row in view.place_rows() if row.kind == "rule" and len(row.label) > 1]
                if view.base != day:
                    rows = [row for row in rows if row.edition == day.isoformat()]
                for name in dict.fromkeys(row.label.partition(".")[0] for row in rows):
                    found.setdefault((lang, name), []).append(day)
        return found


def published_source(source: str) -> str:
    """Return the name of a source without the folder of a file on this computer. An address stays as it is."""
    return source if "://" in source else source.replace("\\", "/").rpartition("/")[2]
