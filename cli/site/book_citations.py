"""References of and to the policy documents, as the site links them."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property

from cli.site import addresses
from cli.site.linked_text import LinkTargets, NumberTargets
from cli.site.rule_pages import ShownCitation
from cli.site.site_library import SiteLibrary
from kb.documents import DOCUMENTS, Doc
from kb.errors import BadValue
from kb.graph.book_references import BookReference, references_between_books
from kb.model import Rule
from kb.section_number import SectionNumber, SectionRange
from kb.storage.view import View
from kb.storage.view_items import StoredReference, ViewItem

# In characters: so much of the text around a reference is shown.
_AROUND = 90


class BookCitations:
    """The references of all policy documents in force, and the rules that name a document."""

    def __init__(self, library: SiteLibrary) -> None:
        self._library = library

    @cached_property
    def _places(self) -> dict[Doc, tuple[ViewItem[Rule], ...]]:
        library = self._library
        return {doc: View(library.store.book(doc), "en", library.today).rules() for doc in library.books}

    @cached_property
    def _numbers(self) -> dict[Doc, frozenset[str]]:
        return {doc: frozenset(str(item.item.number) for item in items) for doc, items in self._places.items()}

    @cached_property
    def _rule_targets(self) -> NumberTargets:
        return NumberTargets(rule.item.cr_number for rule in self._library.rules_today.get("en", ()))

    @cached_property
    def _references(self) -> tuple[BookReference, ...]:
        return references_between_books(self._library.store, self._library.today)

    def citing(self, doc: Doc, number: SectionNumber) -> list[ShownCitation]:
        """Return the references to a section from other places of all policy documents."""
        return [
            _shown(each)
            for each in self._references
            if each.doc == doc and each.resolved and each.target is not None and number.covers(_section_of(each.target))
            and not (each.source_doc == doc and number == _section_of(each.source))
        ]  # fmt: skip

    def naming(self, doc: Doc) -> list[ShownCitation]:
        """Return the rules of the Comprehensive Rules that name a document, each once."""
        naming = {each.source: each for each in reversed(self._references) if each.doc == doc and each.target is None}
        return [_shown(naming[number]) for number in reversed(naming)]

    def targets(self, item: ViewItem[Rule], root: str, own: Doc | None) -> LinkTargets:
        """Return for each reference of a place the address of its target from a page, or None.

        `own` is the document whose places are anchors of the same page.
        """
        return [self._target(each, root, own) for each in item.references]

    def _target(self, reference: StoredReference, root: str, own: Doc | None) -> str | None:
        if reference.doc == "cr":
            found = self._rule_targets.find(reference.target)
            return None if found is None else f"{root}{addresses.rule('en', found)}"
        number = _section(reference)
        if number is None:
            return None
        if reference.doc == own:
            return f"#{addresses.place_anchor(number)}" if reference.resolved else None
        is_there = str(number) in self._numbers.get(reference.doc, ())
        return f"{root}{addresses.place(reference.doc, number)}" if is_there else None


def _shown(each: BookReference) -> ShownCitation:
    """Return a reference for a template: its source, and the text around it."""
    name = f"{DOCUMENTS[each.source_doc].abbreviation} {each.source}"
    if isinstance(each.source, SectionNumber):
        address = addresses.place(each.source_doc, each.source)
    else:
        name, address = str(each.source), addresses.rule("en", each.source)
    return ShownCitation(name, address, _cut(*each.line))


def _section_of(number: object) -> SectionNumber:
    """Return the section of a place or of the first place of a range."""
    first = number.first if isinstance(number, SectionRange) else number
    return first.own_section if isinstance(first, SectionNumber) else SectionNumber()


def _section(reference: StoredReference) -> SectionNumber | None:
    """Return the place that a reference points to: the first one of a range. None for a reference to the rules."""
    if reference.doc == "cr":
        return None
    with suppress(BadValue):
        return SectionNumber.parse(reference.target.partition("-")[0])
    return None


def _cut(before: str, words: str, after: str) -> tuple[str, str, str]:
    """Return a paragraph with a reference in three parts, cut at blanks."""
    if len(before) > _AROUND:
        before = "… " + before[-_AROUND:].partition(" ")[2]
    if len(after) > _AROUND:
        after = after[:_AROUND].rpartition(" ")[0] + " …"
    return before, words, after
