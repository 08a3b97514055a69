"""The judgement on citations of the judges' other books, and on quotations of them.

Numbers and set-off titles are judged as `rules lint` judges them (`kb.citations.policy_checker`). Besides, the titles
that the clause of a number names count, and quotations are looked for in all sections.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from kb.citations.policy_checker import PolicyChecker
from kb.citations.policy_citation_parser import PolicyCitation
from kb.citations.policy_sections import POLICY_LANG, PolicySections
from kb.citations.quotations import (
    ComparableText,
    Quotation,
    describe_difference,
    first_difference,
    quoted_parts,
)
from kb.citations.surroundings import Surroundings
from kb.citations.verdicts import CitationCheck
from kb.documents import DOCUMENTS, Doc
from kb.i18n import _
from kb.section_number import SectionNumber
from kb.storage.store import Store
from kb.verification.contexts import Readings
from kb.verification.mentions import Mention
from kb.verification.passages import QuotedPassage
from kb.verification.policy_topics import CONFIRMED, DOUBTFUL, PolicyTopics, SectionComparison
from kb.verification.quotation_judge import CHANGED, FEWEST, SENTENCE, Outcome, QuotationJudgement
from kb.verification.reading_words import telling_words
from kb.verification.rule_words import share_of


class _Place(NamedTuple):
    """A section of a book."""

    doc: Doc
    number: SectionNumber

    @property
    def name(self) -> str:
        """Its name in messages: `MTR 4.2`."""
        return f"{DOCUMENTS[self.doc].abbreviation} {self.number}"


class PolicyJudge:
    """Judges citations of the books in force on a day."""

    def __init__(self, store: Store, checker: PolicyChecker, books: Sequence[Doc], day: date) -> None:
        """`books` are the documents that the knowledge base has."""
        self._checker, self._day = checker, day
        self._books = [doc for doc in books if doc != "cr"]
        self._titles = cache(self._read_titles)
        self._topics = cache(lambda doc, day: PolicyTopics(store, doc, day))

    def check(self, citation: PolicyCitation, around: Surroundings, readings: Readings) -> CitationCheck | None:
        """Check a citation. Return None if the knowledge base has no edition to check it against."""
        now = self._sections(citation)
        if now.base is None:
            return None
        checked = self._checker.check(citation, None, around)
        if checked is None:
            message = _("there is no {number} in {edition}", number=citation.written, edition=now.name)
            return CitationCheck("missing", None, message)
        if checked.verdict != "ok" or citation.edition:
            return checked
        return self._by_title(citation, readings, now) or self._by_words(citation, readings, now) or checked

    def absence(self, citation: PolicyCitation) -> str:
        """Return why a citation can't be checked, and what would help."""
        message = self._checker.describe_absence(citation.doc, citation.edition or self._day)
        return _(
            "{message}; `rules sync --doc {doc}` or `rules ingest FILE` adds it", message=message, doc=citation.doc
        )

    def is_about(self, citation: PolicyCitation, readings: Readings) -> bool:
        """True if the words near a citation are about its section: they name its title, or fit it best."""
        if self._names_title(citation, readings):
            return True
        compared = self._compared(citation, readings)
        return compared is not None and compared.lead <= CONFIRMED

    def _names_title(self, citation: PolicyCitation, readings: Readings) -> bool:
        """True if the clause of a citation names the title of its section."""
        titles = self._titles(citation.doc, citation.edition or self._day)
        words = frozenset(telling_words(readings.clause, POLICY_LANG))
        return any(title <= words for title, number in titles.items() if number == citation.number.own_section)

    def quotation(self, passage: QuotedPassage, mention: Mention, citation: PolicyCitation) -> QuotationJudgement:
        """Judge a quotation that a citation of a book claims."""
        place, now = _Place(citation.doc, citation.number), self._sections(citation)
        if now.base is None:
            return QuotationJudgement(None, message=self.absence(citation))
        parts = quoted_parts(Quotation(passage.text))
        size = sum(len(part.words) for part in parts)
        if parts and now.text(citation.number).contains(parts):
            return QuotationJudgement("right", "ok", mention, str(citation.number))
        if size < FEWEST:
            return QuotationJudgement(None, message=_("too short to tell"))
        outcome: Outcome = "wrong" if size >= SENTENCE else "doubtful"
        if others := list(self._places_with(parts)):
            message = _(
                "these are words of {numbers}, not of {number}",
                numbers=", ".join(each.name for each in others[:3]),
                number=place.name,
            )
            suggestion = str(others[0].number) if others[0].doc == citation.doc else None
            return QuotationJudgement(outcome, "wrong-number", mention, str(citation.number), message, None, suggestion)
        return self._changed(mention, place, parts, now.paragraphs(citation.number), outcome)

    def find(self, passage: QuotedPassage) -> QuotationJudgement | None:
        """Return the judgement on a quotation that no number claims, if a section of a book has all its words."""
        parts = quoted_parts(Quotation(passage.text))
        if sum(len(part.words) for part in parts) < SENTENCE:
            return None
        places = list(self._places_with(parts))
        if not places:
            return None
        message = _("these are words of {numbers}", numbers=", ".join(each.name for each in places[:3]))
        return QuotationJudgement("right", "ok", None, str(places[0].number), message, doc=places[0].doc)

    def _sections(self, citation: PolicyCitation) -> PolicySections:
        return self._checker.sections(citation.doc, citation.edition or self._day)

    def _places_with(self, parts: Sequence[ComparableText]) -> Iterator[_Place]:
        """Yield the sections of all books that have a quotation."""
        for doc in self._books:
            now = self._checker.sections(doc, self._day)
            if now.base is not None:
                yield from (_Place(doc, number) for number in now.sections_with(parts))

    def _changed(
        self,
        mention: Mention,
        place: _Place,
        parts: Sequence[ComparableText],
        paragraphs: Sequence[str],
        outcome: Outcome,
    ) -> QuotationJudgement:
        """Return the judgement on words that no section has: the paragraph that is the most like them is shown."""
        words = [word for part in parts for word in part.words]
        shares = ((share_of(words, ComparableText(text).words), text) for text in paragraphs)
        share, nearest = max(shares, default=(0.0, ""))
        message, says = _("{number} doesn't have the quoted words", number=place.name), None
        if share >= CHANGED:
            says = nearest
            if (difference := first_difference(parts, ComparableText(nearest))) is not None:
                message = _(
                    "{name} reads otherwise: {difference}", name=place.name, difference=describe_difference(difference)
                )
        return QuotationJudgement(outcome, "quote-mismatch", mention, str(place.number), message, says)

    def _by_title(self, citation: PolicyCitation, readings: Readings, now: PolicySections) -> CitationCheck | None:
        """Return the doubt if the clause names the title of another section, and not that of the cited one."""
        if self._names_title(citation, readings):
            return None
        titles = self._titles(citation.doc, citation.edition or self._day)
        for text in (readings.before, readings.clause):
            words = frozenset(telling_words(text, POLICY_LANG))
            named = {number: len(title) for title, number in titles.items() if len(title) > 1 and title <= words}
            longest = [number for number, size in named.items() if size == max(named.values())]
            if len(longest) == 1:
                message = _("“{title}” is the title of {numbers} in {edition}", title=now.titles[longest[0]],
                            numbers=longest[0], edition=now.name)  # fmt: skip
                return CitationCheck("wrong-topic", str(longest[0]), message)
        return None

    def _by_words(self, citation: PolicyCitation, readings: Readings, now: PolicySections) -> CitationCheck | None:
        """Return the doubt if the words near a citation of the MTR or the IPG clearly are about another section."""
        compared = self._compared(citation, readings)
        if compared is None or compared.lead < DOUBTFUL:
            return None
        message = _("what stands beside it fits {target}, “{title}”, better than {number}",
                    target=compared.other, title=now.titles[compared.other], number=citation.number)  # fmt: skip
        return CitationCheck("wrong-topic", str(compared.other), message)

    def _compared(self, citation: PolicyCitation, readings: Readings) -> SectionComparison | None:
        if not citation.number.section:
            return None
        return self._topics(citation.doc, citation.edition or self._day).compare(citation.number, readings)

    def _read_titles(self, doc: Doc, day: date) -> Mapping[frozenset[str], SectionNumber]:
        """Return the sections of a book by the folded words of their titles, without titles of several sections."""
        found = {
            frozenset(telling_words(" ".join(words), POLICY_LANG)): numbers[0]
            for words, numbers in self._checker.sections(doc, day).titled.items()
            if len(numbers) == 1
        }
        return {title: number for title, number in found.items() if title}
