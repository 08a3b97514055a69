"""Messages about what a document doesn't have on a day: an edition, or a place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from kb.documents import DOCUMENTS, Doc, Number, Range
from kb.i18n import _, ngettext
from kb.languages import Lang
from kb.section_number import SectionNumber, SectionRange
from kb.storage.store import Store

# Titled paragraphs have long names. A message names the parts of a place only if they fit this number of characters.
_MOST_CHARACTERS = 200


def describe_missing_book(store: Store, doc: Doc, day: date) -> str:
    """Return the message that no edition of a document was in force on a day, as far as the knowledge base knows."""
    title = _(DOCUMENTS[doc].title)
    if doc in store.books:
        first = min(store.book(doc).whole_editions("en"), default="")
        return _("the knowledge base has no edition of the {book} before {first}; {day} is earlier",
                 book=title, first=first, day=day)  # fmt: skip
    return _("the knowledge base doesn't have the {book}; `rules ingest FILE` or `rules sync` adds it", book=title)


def describe_missing_rules(store: Store, lang: Lang, day: date) -> str:
    """Return the message that neither an edition nor an excerpt of the rules in a language was in force on a day."""
    query = "SELECT min(effective) FROM edition WHERE doc = 'cr' AND lang = ?"
    (first,) = store.connection.execute(query, (lang,)).fetchone()
    if first is None:
        return _("the knowledge base has no rules in {lang}", lang=lang)
    return _("the knowledge base has no rules in {lang} before {first}; {day} is earlier",
             lang=lang, first=first, day=day)  # fmt: skip


def describe_missing_place(doc: Doc, day: date, numbers: Range | Number, known: Sequence[Number]) -> str:
    """Return the message that a document of a day lacks a place, and the places that it has there.

    Args:
        doc: the document.
        day: the day.
        numbers: what the document lacks.
        known: all places that it has on that day, in order.
    """
    number = numbers.first if isinstance(numbers, SectionRange) else numbers
    message = _("{number} isn't in the {document} as of {day}", number=numbers, document=DOCUMENTS[doc].abbreviation,
                day=day)  # fmt: skip
    if not isinstance(number, SectionNumber):
        return message
    places = [each for each in known if isinstance(each, SectionNumber)]
    if number.part and number.own_section in places:
        return _("{reason}; {parts}", reason=message, parts=_describe_parts(number, places))
    sections = [each for each in places if each.kind == "section" and each.chapter == number.chapter]
    if number.section and sections:
        return _("{reason}; chapter {chapter} has {first} to {last}", reason=message, chapter=number.chapter,
                 first=sections[0], last=sections[-1])  # fmt: skip
    whole = [str(each) for each in places if each.kind in ("chapter", "appendix")]
    return _("{reason}; it has {places}", reason=message, places=", ".join(whole)) if whole else message


def _describe_parts(missing: SectionNumber, places: Sequence[SectionNumber]) -> str:
    """Return what parts the place of a missing part has: those with the missing name in their names, or else all."""
    section = missing.own_section
    parts = [each.part for each in places if each.part and each.own_section == section]
    if not parts:
        return _("{section} has no parts", section=section)
    for some in ([each for each in parts if missing.part in each], parts):
        if some and len(named := ", ".join(some)) <= _MOST_CHARACTERS:
            return _("the parts of {section} are {parts}", section=section, parts=named)
    return ngettext("{section} has {count} part", "{section} has {count} parts", len(parts), section=section)
