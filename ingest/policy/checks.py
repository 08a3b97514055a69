"""Checks of a policy document: contents page against body, order of the numbers, gaps, lost characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from ingest.policy.contents import Contents, letters
from ingest.policy.penalty_table import check_penalties
from ingest.text_damage import check_characters, check_punctuation
from kb.documents import Doc
from kb.i18n import stored_message
from kb.model import Finding, Rule
from kb.section_number import SectionNumber

_MOST_LISTED = 5


def check_document(
    doc: Doc, rules: Sequence[Rule], contents: Contents, *, is_complete: bool, ends: bool
) -> tuple[Finding, ...]:
    """Return the findings of all checks, the most serious first.

    `is_complete` is False if the file breaks off. `ends` is True if the notice at the end of the document is there.
    """
    paragraphs = [text for rule in rules for text in rule.texts]
    places = [rule for rule in rules if isinstance(rule.number, SectionNumber)]
    missing = _missing_at_end(places, contents)
    if ends and all(number.is_appendix for number in missing):
        missing = ()
    truncated = _check_end(missing, is_complete=is_complete and (ends or doc != "jar"))
    found = [check_punctuation(paragraphs), check_characters(paragraphs), truncated]
    return (
        *(finding for finding in found if finding),
        *_check_contents(places, contents, missing),
        *_check_order(places),
        *_check_text(places),
        *(check_penalties(rules) if doc == "ipg" else ()),
    )


def _numbers(places: Sequence[Rule]) -> dict[SectionNumber, str]:
    """Return the titles of the places by their numbers."""
    return {rule.number: rule.text.partition("\n")[0] for rule in places if isinstance(rule.number, SectionNumber)}


def _missing_at_end(places: Sequence[Rule], contents: Contents) -> tuple[SectionNumber, ...]:
    """Return the last numbers of the contents page if the body has none of them."""
    printed = _numbers(places)
    listed = [entry.number for entry in contents.entries if entry.number]
    missing = list(takewhile(lambda number: number not in printed, reversed(listed)))
    return tuple(reversed(missing))


def _check_end(missing: Sequence[SectionNumber], *, is_complete: bool) -> Finding | None:
    """Return a finding if a document is cut off: before the last numbers of its contents page, or within a file."""
    if missing:
        values = {f"item{at}": str(number) for at, number in enumerate(missing[:_MOST_LISTED])}
        listed = stored_message(", ".join(f"{{{name}}}" for name in values), "", **values)
        message = stored_message("the document is cut off: its contents page promises {missing}", missing=listed)
        return Finding("truncated", message, where=str(missing[0]))
    if not is_complete:
        return Finding("truncated", stored_message("the document is cut off: its end is missing"))
    return None


def _check_contents(places: Sequence[Rule], contents: Contents, cut: Sequence[SectionNumber]) -> Iterator[Finding]:
    """Yield findings for the differences between the contents page and the headings of the body."""
    printed = _numbers(places)
    for entry in contents.entries:
        number = entry.number
        if number is None or number in cut:
            continue
        if number not in printed:
            message = stored_message(
                "{number} '{title}' of the contents page is missing in the body", number=number, title=entry.title
            )
            yield Finding("contents-mismatch", message, str(number))
        elif letters(printed[number]) not in {letters(title) for title in contents.titles.get(number, ())}:
            message = stored_message(
                "{number} is '{title}' on the contents page and '{heading}' in the body",
                number=number,
                title=entry.title,
                heading=printed[number],
            )
            yield Finding("contents-mismatch", message, str(number))
    for appendix, titles in contents.within.items():
        within = {letters(title) for number, title in printed.items() if number.name == appendix.name and number.part}
        for title in titles:
            if letters(title) not in within and appendix not in cut:
                message = stored_message(
                    "{number} '{title}' of the contents page is missing in the body", number=appendix, title=title
                )
                yield Finding("contents-mismatch", message, str(appendix))
    listed = {entry.number for entry in contents.entries}
    for number, title in printed.items() if listed else ():
        if number.kind in ("section", "appendix") and number not in listed:
            message = stored_message(
                "{number} '{title}' of the body is missing on the contents page", number=number, title=title
            )
            yield Finding("contents-mismatch", message, str(number))


def _check_order(places: Sequence[Rule]) -> Iterator[Finding]:
    """Yield findings for numbers out of order, and for numbers that a chapter skips."""
    numbered = [
        (rule.number, rule.line)
        for rule in places
        if isinstance(rule.number, SectionNumber)
        and not rule.number.part
        and (rule.number.chapter or rule.number.is_appendix)
    ]
    greatest: SectionNumber | None = None
    for number, line in numbered:
        if greatest is not None and number < greatest:
            message = stored_message("line {line} prints {number} out of order", line=line, number=number)
            yield Finding("out-of-order", message, str(number))
        else:
            greatest = number
    known = {number for number, _ in numbered}
    for number in sorted(known):
        previous = number.previous
        if previous is not None and previous not in known and not number.is_appendix:
            message = stored_message("{left} is missing before {number}", left=previous, number=number)
            yield Finding("missing-number", message, str(previous))


def _check_text(places: Sequence[Rule]) -> Iterator[Finding]:
    """Yield findings for sections without a text."""
    with_parts = {
        rule.number.own_section for rule in places if isinstance(rule.number, SectionNumber) and rule.number.part
    }
    for rule in places:
        number = rule.number
        if isinstance(number, SectionNumber) and number.kind == "section" and number not in with_parts:
            title, _, text = rule.text.partition("\n")
            if not text:
                message = stored_message("{number} '{title}' has no text", number=number, title=title)
                yield Finding("missing-text", message, str(number))
