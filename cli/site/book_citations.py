"""References of and to the policy documents, as the site links them."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from functools import cached_property

from cli.site import addresses
from cli.site.linked_text import LinkTargets, NumberTargets
from cli.site.rule_pages import ShownCitation
from cli.site.site_library import SiteLibrary
from kb.documents import DOCUMENTS, Doc
from kb.errors import BadValue
from kb.model import Rule
from kb.section_number import SectionNumber
from kb.storage.view import View
from kb.storage.view_items import StoredReference, ViewItem
from kb.text.document_names import find_book_names

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
    def _citing(self) -> dict[tuple[Doc, SectionNumber], list[ShownCitation]]:
        found: dict[tuple[Doc, SectionNumber], list[ShownCitation]] = defaultdict(list)
        for doc, items in self._places.items():
            for item in items:
                for each in item.references:
                    number = _section(each)
                    if number is not None and each.resolved:
                        found[each.doc, number.own_section].append(_citing_place(doc, item, each))
        return found

    def citing(self, doc: Doc, number: SectionNumber) -> list[ShownCitation]:
        """Return the references to a section from other places of all policy documents."""
        return self._citing.get((doc, number), [])

    def naming(self, doc: Doc) -> list[ShownCitation]:
        """Return the rules of the Comprehensive Rules that name a document, each once."""
        found = []
        for rule in self._library.rules_today.get("en", ()):
            names = [(start, end) for named, start, end in find_book_names(rule.item.text) if named == doc]
            if names:
                number = rule.item.cr_number
                sentence = _around(rule.item.text, *names[0])
                found.append(ShownCitation(str(number), addresses.rule("en", number), sentence))
        return found

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


def _citing_place(doc: Doc, item: ViewItem[Rule], reference: StoredReference) -> ShownCitation:
    """Return a citation by a place, with the text around it."""
    number, example = item.item.number, reference.example
    text = item.item.text if example is None else item.item.examples[example].text
    address = addresses.place(doc, number) if isinstance(number, SectionNumber) else ""
    return ShownCitation(
        f"{DOCUMENTS[doc].abbreviation} {number}", address, _around(text, reference.start, reference.end)
    )


def _section(reference: StoredReference) -> SectionNumber | None:
    """Return the place that a reference points to: the first one of a range. None for a reference to the rules."""
    if reference.doc == "cr":
        return None
    with suppress(BadValue):
        return SectionNumber.parse(reference.target.partition("-")[0])
    return None


def _around(text: str, start: int, end: int) -> tuple[str, str, str]:
    """Return the text around a reference in three parts, cut at blanks."""
    line_start, line_end = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    before, after = text[line_start:start], text[end : line_end if line_end >= 0 else len(text)]
    if len(before) > _AROUND:
        before = "… " + before[-_AROUND:].partition(" ")[2]
    if len(after) > _AROUND:
        after = after[:_AROUND].rpartition(" ")[0] + " …"
    return before, text[start:end], after
