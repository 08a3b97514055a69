"""Checks of one edition for internal consistency.

The findings are stored with the edition and shown with it. No check changes a text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise, takewhile

from ingest.formats.base import RawEdition
from ingest.parsing.line_classifier import Line, LineKind
from ingest.parsing.parser import ParsedBody
from ingest.text_damage import check_characters, check_punctuation
from kb.i18n import LANGUAGE_NAMES, StoredMessage, stored_message
from kb.languages import Lang
from kb.model import Finding, GlossaryEntry, Rule
from kb.rule_number import RuleNumber
from kb.storage.print_order import longest_increasing_subsequence

# Findings about the file, not about its text.
_FILE_FINDINGS = frozenset(("date-mismatch", "date-from-name", "checksum-mismatch"))
_DATE_IN_NAME = re.compile(r"(?P<year>(?:19|20)[0-9]{2})[-_. ]?(?P<month>[01][0-9])[-_. ]?(?P<day>[0-3][0-9])(?![0-9])")
# At most this many missing numbers are reported for one gap. A misprint (505.54 for 505.5) can cause a large gap.
_MAX_MISSING = 3
# Glossaries with fewer lines aren't checked. An entry usually has two to four lines. If the entries have more lines on
# average than `_MAX_ENTRY_LINES`, the blank lines between entries are lost.
_MIN_GLOSSARY_LINES = 50
_MAX_ENTRY_LINES = 12
# A paragraph of up to this many characters may correctly occur twice in a rule, as an item of two lists.
_MAX_ITEM = 40
_MOST_LISTED = 5
# This number is smaller than the number of every rule.
_FIRST_NUMBER = RuleNumber(0)


def check_text_language(rules: Sequence[Rule], lang: Lang) -> Finding | None:
    """Return a finding if rules of an edition aren't in its language `lang`, such as 306.7 in starter document 002."""
    others = [str(rule.number) for rule in rules if rule.text_lang != lang]
    if not others:
        return None
    message = stored_message(
        "{count} of its {language} rules stand in {other}: {numbers}",
        "{count} of its {language} rules stand in {other}: {numbers}",
        count=len(others),
        language=stored_message(LANGUAGE_NAMES[lang]),
        other=stored_message(LANGUAGE_NAMES["en" if lang == "fr" else "fr"]),
        numbers=_listed(others),
    )
    return Finding("untranslated", message, where=others[0])


def check_edition(reading: RawEdition, body: ParsedBody) -> tuple[Finding, ...]:
    """Run all checks on an edition. The most serious findings come first."""
    paragraphs = paragraphs_of(body.rules)
    found = [
        check_punctuation(paragraphs),
        check_characters((*paragraphs, *(entry.text for entry in body.glossary))),
        check_truncation(reading, body.rules),
        check_contents_page(reading),
        check_glossary_line_breaks(reading.glossary, body.glossary),
        check_text_language(body.rules, reading.lang),
    ]
    whole = reading.is_whole and not any(finding and finding.code == "truncated" for finding in found)
    return (
        *(finding for finding in found if finding),
        *(check_contents_against_headings(reading.contents, body.rules) if whole else ()),
        *check_number_sequence(body.rules, report_gaps=whole),
        *check_duplicates(body.rules, body.glossary),
        *body.findings,
    )


def damage_rank(codes: Iterable[str]) -> tuple[bool, int]:
    """Return how damaged a copy of an edition is, by the codes of its findings. A greater result means more damage.

    Lost punctuation ranks highest, because it affects every text. Otherwise the number of findings counts, except
    findings about the file (the date in its name, its checksum).
    """
    counted = [code for code in codes if code not in _FILE_FINDINGS]
    return "lossy" in counted, len(counted)


def paragraphs_of(rules: Sequence[Rule]) -> list[str]:
    """Return the texts of the rules and their examples."""
    return [text for rule in rules for text in rule.texts]


def check_truncation(reading: RawEdition, rules: Sequence[Rule]) -> Finding | None:
    """Return a finding if the document ends before the last headings that its contents page lists.

    If a heading is missing in the middle, `check_contents_against_headings` reports it.
    """
    listed = [line.number for line in reading.contents if line.kind is LineKind.SECTION and line.number]
    printed = {rule.number for rule in rules}
    missing = [str(number) for number in takewhile(lambda number: number not in printed, reversed(listed))][::-1]
    names = {line.text.casefold() for line in reading.contents}
    if names & {"glossary", "glossaire"} and not reading.glossary:
        missing.append(stored_message("the glossary"))
    elif names & {"credits", "crédits"} and not any(part.kind == "credits" for part in reading.parts):
        missing.append(stored_message("the end of the glossary"))
    if not missing:
        return None
    message = stored_message("the document is cut off: its contents page promises {missing}", missing=_listed(missing))
    return Finding("truncated", message, where=str(missing[0]))


def check_contents_page(reading: RawEdition) -> Finding | None:
    """Return a finding if an edition looks whole, but has no contents page to prove that it is whole."""
    if reading.contents or reading.effective is None or not (reading.glossary and reading.lines):
        return None
    message = stored_message(
        "the document has no contents page that tells whether it is whole; it counts as an excerpt"
    )
    return Finding("contents-mismatch", message)


def check_glossary_line_breaks(lines: Sequence[Line], entries: Sequence[GlossaryEntry]) -> Finding | None:
    """Return a finding if the glossary has lost the blank lines between entries or the line breaks within entries.

    Without these lines and breaks, headwords can't be distinguished from texts.
    """
    printed = sum(line.kind is not LineKind.BLANK for line in lines)
    without_text = sum(not entry.text for entry in entries)
    if printed < _MIN_GLOSSARY_LINES or (
        printed <= _MAX_ENTRY_LINES * len(entries) and 2 * without_text <= len(entries)
    ):
        return None
    message = stored_message(
        "the {lines} lines of the glossary are read as {entries} entries, {empty} of them without a "
        "text: the line ends that set headwords apart are lost",
        lines=printed,
        entries=len(entries),
        empty=without_text,
    )
    return Finding("run-together", message, where="glossary")


def check_contents_against_headings(contents: Sequence[Line], rules: Sequence[Rule]) -> tuple[Finding, ...]:
    """Return findings for differences between the contents page and the headings of the body."""
    headings = {rule.number: rule.text for rule in rules if rule.number.kind in ("chapter", "section")}
    listed = {line.number: line.text for line in contents if line.kind in (LineKind.CHAPTER, LineKind.SECTION)}
    found = []
    for number, title in listed.items():
        heading = headings.get(number) if number else None
        if heading is None:
            found.append(
                stored_message(
                    "{number} '{title}' of the contents page is missing in the body", number=number, title=title
                )
            )
        elif _letters(heading) != _letters(title):
            found.append(
                stored_message(
                    "{number} is '{title}' on the contents page and '{heading}' in the body",
                    number=number,
                    title=title,
                    heading=heading,
                )
            )
    found += [
        stored_message("{number} '{title}' of the body is missing on the contents page", number=number, title=title)
        for number, title in headings.items()
        if listed and number not in listed and number.kind == "section"
    ]
    return tuple(Finding("contents-mismatch", message, where=message.partition(" ")[0]) for message in found)


def _letters(heading: str) -> str:
    """Return a heading in lower case and without punctuation, so that headings can be compared."""
    return re.sub(r"[\W_]+", " ", heading.casefold()).strip()


def check_number_sequence(rules: Sequence[Rule], *, report_gaps: bool) -> tuple[Finding, ...]:
    """Return findings for numbers that are repeated or out of order and, with `report_gaps`, for missing numbers.

    As few numbers as possible are reported as out of order. Example: of 306.1, 306.9, 306.2 and 306.3, only 306.9 is
    reported, because the other numbers ascend.
    """
    found = []
    first: dict[RuleNumber, Rule] = {}
    for rule in rules:
        earlier = first.setdefault(rule.cr_number, rule)
        if earlier is not rule:
            message = stored_message(
                "line {line} prints {number} again, after line {earlier}",
                line=rule.line,
                number=rule.number,
                earlier=earlier.line,
            )
            found.append(Finding("duplicate-number", message, where=str(rule.number), text=rule.text))
    numbers = list(first)
    ascending = [numbers[index] for index in longest_increasing_subsequence(numbers)]
    in_order = set(ascending)
    for rule in first.values():
        if rule.number not in in_order:
            message = stored_message("line {line} prints {number} out of order", line=rule.line, number=rule.number)
            found.append(Finding("out-of-order", message, where=str(rule.number), text=rule.text))
    for before, number in pairwise((_FIRST_NUMBER, *ascending)) if report_gaps else ():
        for left in _missing_between(before, number):
            if left not in first:
                message = stored_message("{left} is missing before {number}", left=left, number=number)
                found.append(Finding("missing-number", message, where=str(left)))
    return tuple(found)


def check_duplicates(rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]) -> tuple[Finding, ...]:
    """Return findings for headwords that occur twice, and for paragraphs that occur twice in one rule."""
    found = []
    first: dict[str, GlossaryEntry] = {}
    for entry in glossary:
        earlier = first.setdefault(entry.term, entry)
        if earlier is not entry:
            message = stored_message(
                "line {line} prints the headword '{term}' again, after line {earlier}",
                line=entry.line,
                term=entry.term,
                earlier=earlier.line,
            )
            found.append(Finding("duplicate-term", message, where=entry.term, text=entry.text))
    for rule in rules:
        if not rule.examples and "\n" not in rule.text:
            continue
        number = rule.number
        for text, count in Counter((*rule.text.split("\n"), *(example.text for example in rule.examples))).items():
            if count > 1 and len(text) > _MAX_ITEM:
                message = stored_message(
                    "{number} prints a paragraph twice: {beginning}", number=number, beginning=text[:60]
                )
                found.append(Finding("duplicate-text", message, str(number), text))
    return tuple(found)


def _is_next(before: RuleNumber, number: RuleNumber) -> bool:
    """True if `number` may follow `before`: it is the next rule of the section, the next subrule or a first subrule."""
    if number.subrule:
        same = (before.section, before.rule) == (number.section, number.rule)
        return same and number.subrule == before.subrule + 1
    return before.section == number.section and number.rule == before.rule + 1


@lru_cache(maxsize=1 << 14)
def _missing_between(before: RuleNumber, number: RuleNumber) -> tuple[RuleNumber, ...]:
    """Return the numbers missing between two printed numbers, such as 306.5b between 306.5a and 306.5c.

    Missing sections aren't returned, because the rules may skip section numbers. If the first printed rule of a section
    is 306.2, then 306.1 is missing. Results are cached, because successive editions print the same numbers.
    """
    if not number.rule or _is_next(before, number):
        return ()
    if number.subrule:
        expected = RuleNumber(number.chapter, number.section, number.rule, 1)
    else:
        expected = RuleNumber(number.chapter, number.section, 1)
    missing: list[RuleNumber] = []
    while expected < number and len(missing) < _MAX_MISSING:
        if expected > before and not expected.covers(before):
            missing.append(expected)
        expected = expected.next
    return tuple(missing)


def date_in_file_name(file_name: str) -> date | None:
    """Return the date in a file's name (`2016-01-22.html`), or None."""
    match = _DATE_IN_NAME.search(file_name)
    try:
        return date(int(match["year"]), int(match["month"]), int(match["day"])) if match else None
    except ValueError:
        return None


def check_file_name_date(file_name: str, effective: date) -> Finding | None:
    """Return a finding if the date in the file's name isn't the date that the text states."""
    named = date_in_file_name(file_name)
    if named in (None, effective):
        return None
    message = stored_message(
        "the file's name says {named}, its text {stated}; the text counts", named=named, stated=effective
    )
    match = _DATE_IN_NAME.search(file_name)
    return Finding("date-mismatch", message, text=match.group() if match else "")


def _listed(items: Sequence[str]) -> StoredMessage:
    """Return the first five items, separated by commas. If there are more, add how many are left out."""
    values = {f"item{at}": item for at, item in enumerate(items[:_MOST_LISTED])}
    listed = stored_message(", ".join(f"{{{name}}}" for name in values), "", **values)
    more = len(items) - _MOST_LISTED
    if more <= 0:
        return listed
    return stored_message("{listed} and {count} more", "{listed} and {count} more", listed=listed, count=more)
