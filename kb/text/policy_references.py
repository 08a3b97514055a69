"""The grammar of references in the policy documents.

    reference = [ book ] ( "section" | "sections" | "chapter" ) number { joint number } [ "of the" book ]
              | [ book ] "Appendix" letter | "(" number ")" | a reference to the Comprehensive Rules
    number    = "4.2" | "4" | a range such as "2-4"

A number without the name of a book belongs to the document that prints it. A number of three digits is one of the
Comprehensive Rules (`rule 103.4`).

Guarantees: Spans are in order and don't overlap. `text[start:end]` is the reference, without the name of the book.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kb.documents import Doc
from kb.model import Reference, Rule
from kb.section_number import SectionNumber
from kb.text import reference_parser
from kb.text.document_names import POLICY_NAME

_NUMBER = r"[1-9][0-9]?(?:\.[1-9][0-9]?)? (?! [0-9\w] | \.[0-9] )"
_REFERENCE = re.compile(
    rf"""
    (?: (?P<word> (?<!\w) (?: [Ss]ections? | [Cc]hapters? ) [ ] ) (?P<number> {_NUMBER} )
        (?: [ ]?[–-][ ]? (?P<last> {_NUMBER} ) )?
      | (?<!\w) (?P<appendix> [Aa]ppendix[ ][A-Z] ) (?!\w)
      | (?<=\() (?P<bracketed> [1-9]\.[1-9][0-9]? ) (?=\))
    )
    """,
    re.VERBOSE,
)
_JOINT = re.compile(
    r"(?: ,[ ](?:and[ ]|or[ ])? | [ ](?:and|or)[ ] ) (?P<number> [1-9][0-9]?\.[1-9][0-9]? (?! [0-9\w] | \.[0-9] ) )",
    re.VERBOSE,
)
_BOOK_BEFORE = re.compile(rf"(?: {POLICY_NAME} ) ,?[ ] (?:\()? \Z", re.VERBOSE)
_BOOK_AFTER = re.compile(rf"[ ](?:of|in|from)[ ](?:the[ ])?(?: {POLICY_NAME} )", re.VERBOSE)
# In characters. The longest name of a book has 55.
_REACH = 70


def find_references(text: str, doc: Doc, example: int | None = None) -> tuple[Reference, ...]:
    """Find all references in a text of a policy document, in order."""
    rules = [
        each
        for each in reference_parser.find_references(text, example)
        if each.target is not None and not each.text.lower().startswith("section")
    ]
    found = [*rules, *_sections(text, doc, example)]
    found.sort(key=lambda reference: reference.start)
    return tuple(each for at, each in enumerate(found) if at == 0 or each.start >= found[at - 1].end)


def find_references_in(rule: Rule, doc: Doc) -> tuple[Reference, ...]:
    """Find all references of a place: first those in its text, then those in each example."""
    found = find_references(rule.text, doc)
    for at, example in enumerate(rule.examples):
        found += find_references(example.text, doc, at)
    return found


def _sections(text: str, doc: Doc, example: int | None) -> Iterator[Reference]:
    """Yield the references to sections, chapters and appendices."""
    at = 0
    while match := _REFERENCE.search(text, at):
        group = next(name for name in ("number", "appendix", "bracketed") if match[name])
        number, end = SectionNumber.parse_lenient(match[group]), match.end(group)
        upper = SectionNumber.parse_lenient(match["last"]) if match["last"] else None
        if upper is not None and upper.kind == number.kind and upper > number:
            end = match.end()
        else:
            upper = None
        start = match.start() if match["word"] else match.start(group)
        items = [Reference(text[start:end], start, end, number, upper, example)]
        while match["word"] and (joint := _JOINT.match(text, end)):
            start, end = joint.span("number")
            items.append(Reference(text[start:end], start, end, SectionNumber.parse(joint["number"]), None, example))
        at = max(end, match.end())
        book = _book(text, match.start(), end) or doc
        yield from (replace(each, doc=book) for each in items)


def _book(text: str, start: int, end: int) -> Doc | None:
    """Return the document that is named directly before or after a reference, or None if none is named."""
    named = _BOOK_BEFORE.search(text[max(0, start - _REACH) : start]) or _BOOK_AFTER.match(text, end)
    if named is None:
        return None
    return "mtr" if named["mtr"] else "ipg"
