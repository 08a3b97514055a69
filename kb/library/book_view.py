"""A policy document of a day for programs: sections, parts, infractions, references, searches."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from kb.documents import DOCUMENTS, Doc
from kb.errors import BadValue, NotFound
from kb.i18n import _
from kb.languages import Lang
from kb.library.stored_view import StoredView
from kb.section_number import SectionKind, SectionNumber, SectionRange
from kb.storage.view_items import StoredReference, ViewItem

if TYPE_CHECKING:
    from kb.documents import Number
    from kb.graph.book_references import BookReference
    from kb.history.history import RuleHistory
    from kb.history.pinned_number import PinnedNumber
    from kb.infractions.infraction import Infraction
    from kb.model import Rule
    from kb.rule_text import Status
    from kb.search.results import Hit, SearchResults
    from kb.storage.store import Store
    from kb.storage.view import View


@dataclass(frozen=True)
class LibrarySection:
    """A chapter, section, appendix, titled paragraph or part of a policy document as it reads on a day.

    `parent`, `children`, `parts`, `cited_by`, `history` and `lineage` are read when they are asked for.

    Attributes:
        doc: the document: `mtr`, `ipg` or `jar`.
        number: `4.2`, `4`, `Appendix B`, `common-issues`, or of a part `2.2/philosophy`.
        text: the text as printed without examples. Its first line is the title; parts of an infraction have no such
            line. A row of a table is a line whose cells are separated by tabs.
        title: the title, or of a part of an infraction its name ("Additional Remedy").
        examples: the texts of the lettered examples of an infraction, which belong to its part `examples`.
        references: the places in text and examples that point to a place of this or another document.
        lang: the language of the view.
        text_lang: the language of the text.
        edition: the effective date of the edition that the text was read from.
        from_excerpt: True if that edition is an excerpt.
        status: always `current`: a policy document doesn't print what no longer applies.
        warnings: what readers of the text should know.
    """

    doc: Doc
    number: str
    text: str
    title: str | None
    examples: tuple[str, ...]
    references: tuple[StoredReference, ...]
    lang: Lang
    text_lang: Lang
    edition: date
    from_excerpt: bool
    status: Status
    warnings: tuple[str, ...]
    _item: ViewItem[Rule] = field(repr=False, compare=False)
    _view: BookView = field(repr=False, compare=False)

    @property
    def kind(self) -> SectionKind:
        """`chapter` (also a titled paragraph), `section`, `appendix` or `part`."""
        return self._number.kind

    @property
    def parent(self) -> LibrarySection | None:
        """The section of a part, or the chapter of a section. None if there is nothing above."""
        above = self._number.parent
        return self._view.find_one(above) if above else None

    @property
    def children(self) -> tuple[LibrarySection, ...]:
        """The sections or parts directly below it, in order."""
        below = self._view.rules(self._number)
        return tuple(each for each in below if each._number.parent == self._number)  # noqa: SLF001

    @property
    def parts(self) -> dict[str, LibrarySection]:
        """Its parts by name, in order: `penalty`, `definition`, `philosophy`. Empty if it has none."""
        return {each._number.part: each for each in self.children if each.kind == "part"}  # noqa: SLF001

    @property
    def cited_by(self) -> tuple[BookReference, ...]:
        """The references to it and its parts from elsewhere, in all policy documents of the day."""
        return self._view.cited_by(self._number)

    @property
    def history(self) -> RuleHistory:
        """The place through all editions: its numbers and wordings (`spans`), and what happened to it (`events`)."""
        return self._view.history_of(self._item)

    @property
    def lineage(self) -> str:
        """The permanent name: its first known number and the first edition with this number."""
        return self._view.lineage_of(self._item)

    @property
    def _number(self) -> SectionNumber:
        return _as_section_number(self._item)

    def __str__(self) -> str:
        """The document, the number and the text."""
        return f"{DOCUMENTS[self.doc].abbreviation} {self.number} {self.text}"


@dataclass(frozen=True)
class BookView(StoredView):
    """A policy document on one day. `Library.at` makes it for `doc="mtr"`, `"ipg"` or `"jar"`.

    Several threads may use a view at the same time.

    Attributes:
        lang: the language.
        as_of: the day.
        edition: the effective date of the edition in force on that day, or None if none is known.
        doc: the document.
    """

    def rule(self, number: str | SectionNumber) -> LibrarySection:
        """Return one place: `4.2`, `4`, `Appendix B`, `common-issues`, `2.2/philosophy`.

        A number may be pinned to a day: `3.9@2019-01-21` is the section that had this number then.

        Raises:
            BadValue: the text is no number and no name.
            NotFound: the document of the day doesn't have it. The message says what it has there.
        """
        from kb.history.pinned_number import parse_one_in_document

        asked = number if isinstance(number, SectionNumber) else parse_one_in_document(self._own(number), self.doc)
        with self._reading() as (lent, view):
            wanted = self._resolved(lent.store, view, asked)
            found = view.rule(wanted)
            if found is None:
                raise NotFound(str(number), view.describe_absence(wanted))
        return self._section(found)

    def rules(self, numbers: str | SectionNumber | SectionRange | None = None) -> tuple[LibrarySection, ...]:
        """Return the places of a number or a range (`2.1-2.5`) with all places below them, in the printed order.

        None means the whole document.

        Raises:
            BadValue: the text is no number and no range.
            NotFound: the document of the day has none of them.
        """
        wanted = None if numbers is None else self._range(numbers)
        with self._reading() as (_lent, view):
            found = view.rules(wanted)
            if not found:
                raise NotFound(str(numbers), view.describe_absence(wanted or SectionNumber(1)))
        return tuple(map(self._section, found))

    def search(self, query: str, *, limit: int = 10, section: str | None = None) -> tuple[Hit, ...]:
        """Search the document by words, a question or a number, also by the words of judges. Best hits first.

        Args:
            query: what is sought.
            limit: the largest number of hits.
            section: only in this chapter, section or range.

        Raises:
            BadValue: the section can't be read.
        """
        return self.search_results(query, limit=limit, section=section).hits

    def search_results(self, query: str, *, limit: int = 10, section: str | None = None) -> SearchResults:
        """Search as `search` does. The result also has the number of all hits."""
        from kb.search.policy.all_books import search_books
        from kb.search.results import SearchLimits
        from kb.storage.view import View

        within = None if section is None else self._range(section)
        with self._pool.borrow() as lent:
            rules = View(lent.store, self.lang, self.as_of)
            return search_books(
                lent.store, rules, query.strip(), SearchLimits(limit=limit), (self.doc,), policy_section=within
            )

    @property
    def infractions(self) -> tuple[Infraction, ...]:
        """The infractions with their penalties, in order. Only the Infraction Procedure Guide has some."""
        from kb.infractions.infraction import read_infractions

        with self._reading() as (_lent, view):
            return read_infractions(each.item for each in view.rules()) if self.doc == "ipg" else ()

    def find_one(self, number: SectionNumber) -> LibrarySection | None:
        """Return a place without what is below it, or None if the view lacks it."""
        with self._reading() as (_lent, view):
            found = view.rule(number)
        return None if found is None else self._section(found)

    def cited_by(self, numbers: str | SectionNumber | SectionRange) -> tuple[BookReference, ...]:
        """Return the references to these places, from elsewhere in this and the other policy documents."""
        return self._around(numbers)[1]

    def cites(self, numbers: str | SectionNumber | SectionRange) -> tuple[BookReference, ...]:
        """Return the references in these places."""
        return self._around(numbers)[0]

    def _around(
        self, numbers: str | SectionNumber | SectionRange
    ) -> tuple[tuple[BookReference, ...], tuple[BookReference, ...]]:
        from kb.graph.book_references import references_around, references_between_books
        from kb.storage.view import View

        wanted = self._range(numbers)
        with self._pool.borrow() as lent:
            days = tuple(View(lent.store.book(doc), "en", self.as_of).base for doc in lent.store.books)
            found = lent.derived(("book-references", days), lambda store: references_between_books(store, self.as_of))
        outgoing, incoming = references_around(found, self.doc, wanted)
        return tuple(outgoing), tuple(incoming)

    def _resolved(self, store: Store, view: View, asked: Number | PinnedNumber) -> Number:
        """Return a number unchanged, and of a pinned number the number in the view. Raise `NotFound` without one."""
        from kb.history.pinned_number import PinnedNumber, resolve_pin

        if not isinstance(asked, PinnedNumber):
            return asked
        found = resolve_pin(store.book(self.doc), view, asked)
        if found.number is None:
            raise NotFound(str(asked), found.describe(_("on {day}", day=self.as_of)))
        return found.number

    def _range(self, numbers: str | SectionNumber | SectionRange) -> SectionRange:
        if isinstance(numbers, SectionRange):
            return numbers
        if isinstance(numbers, SectionNumber):
            return SectionRange(numbers, numbers)
        return SectionRange.parse(self._own(numbers))

    def _own(self, text: str) -> str:
        """Return a number without the name of this document. Raise BadValue for the name of another one."""
        from kb.documents import split_document

        doc, rest = split_document(text)
        if doc not in (None, self.doc):
            raise BadValue(
                "place", text, _("the document of this view is {document}", document=_(DOCUMENTS[self.doc].title))
            )
        return rest

    def _section(self, item: ViewItem[Rule]) -> LibrarySection:
        from kb.i18n import translate

        rule = item.item
        return LibrarySection(
            self.doc, str(rule.number), rule.text, rule.title, tuple(example.text for example in rule.examples),
            item.references, item.lang, rule.text_lang, item.edition, item.from_excerpt, rule.status,
            tuple(translate(each.message) for each in item.warnings), item, self,
        )  # fmt: skip


def _as_section_number(item: ViewItem[Rule]) -> SectionNumber:
    if not isinstance(item.item.number, SectionNumber):
        raise TypeError(f"{item.item.number} is no place of a policy document")
    return item.item.number
