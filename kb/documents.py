"""The table of documents: the Comprehensive Rules and the other books that judges use.

Each edition is an edition of one document. A new document needs a row in `DOCUMENTS` and a parser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from kb.i18n import mark_message
from kb.languages import Lang
from kb.rule_number import NumberRange, RuleNumber
from kb.section_number import SectionNumber, SectionRange

Doc = Literal["cr", "mtr", "ipg", "jar"]

Number = RuleNumber | SectionNumber
"""The number of a place in a document. One document has numbers of one type only."""

Range = NumberRange | SectionRange
"""A range of numbers of one document."""


@dataclass(frozen=True, slots=True)
class Book:
    """A document with all its editions: the Comprehensive Rules, or one of the other books of judges.

    Attributes:
        code: the value of `--doc` and of `doc` in JSON.
        abbreviation: how citations name the document.
        title: the full name, as the document has it. Messages translate it.
        page: the publisher's page that links the current edition.
        languages: the languages that the document is published in.
        numbers: the type of its numbers. The type defines how numbers are written, parsed and sorted.
        ranges: the type of its ranges of numbers.
    """

    code: Doc
    abbreviation: str
    title: str
    page: str
    languages: tuple[Lang, ...]
    numbers: type[RuleNumber | SectionNumber]
    ranges: type[NumberRange | SectionRange]


_RULES_PAGE = "https://magic.wizards.com/en/rules"
_POLICY_PAGE = "https://wpn.wizards.com/en/rules-documents"

DOCUMENTS: dict[Doc, Book] = {
    document.code: document
    for document in (
        Book("cr", "CR", mark_message("Comprehensive Rules"), _RULES_PAGE, ("en", "fr"), RuleNumber, NumberRange),
        Book("mtr", "MTR", mark_message("Magic Tournament Rules"), _POLICY_PAGE, ("en",), SectionNumber, SectionRange),
        Book(
            "ipg", "IPG", mark_message("Infraction Procedure Guide"), _POLICY_PAGE, ("en",), SectionNumber, SectionRange
        ),
        Book("jar", "JAR", mark_message("Judging at Regular"), _POLICY_PAGE, ("en",), SectionNumber, SectionRange),
    )
}

_BOOK = re.compile(rf"\s*(?P<code>{'|'.join(DOCUMENTS)})\b[\s:,]*(?P<rest>.*)", re.IGNORECASE | re.DOTALL)


def split_document(text: str) -> tuple[Doc | None, str]:
    """Split a number that may name its document: `MTR 4.2` into `mtr` and `4.2`, `4.2` into None and `4.2`."""
    match = _BOOK.fullmatch(text)
    if match is None or not match["rest"]:
        return None, text
    return next(code for code in DOCUMENTS if code == match["code"].lower()), match["rest"]
