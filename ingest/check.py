"""Does an edition hang together? What can be seen without any other edition.

Findings are stored with the edition and shown with it; none of them changes a text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from ingest.formats import Reading
from ingest.lines import Line, LineKind
from ingest.parse import Body
from kb.model import LANGUAGE_NAMES, Finding, Lang, Rule
from kb.number import RuleNumber
from kb.order import upwards

_QUOTES = "'’‘\"“”"
# A text that still has so many marks has not lost them, whatever else it may look like.
_MANY_MARKS = 1000
# English words that exist only by losing an apostrophe.
_BARE_CONTRACTION = re.compile(
    r"\b(?:cant|dont|doesnt|didnt|isnt|arent|wasnt|werent|hasnt|havent|hadnt|wont|wouldnt|couldnt|shouldnt|"
    r"thats|theyre|theres|youre)\b",
    re.IGNORECASE,
)
# "its put into", "its a token": "it's" that has lost its apostrophe.
_BARE_IT_IS = re.compile(
    r"\b[Ii]ts (?:an?|the|not|put|been|in|on|being|still|also|no|your|to|considered|moved|turned|possible|impossible)\b"
)
_POSSESSED = (
    "hand|turn|control|library|graveyard|life|owner|controller|loyalty|power|toughness|characteristics|status|"
    "permanent|spell|cost|text|name|mana|ability|abilities|effect|type|types|color|colors|rules|choice|deck|step|phase"
)
# "a permanents owner": a plural after a word for one thing ("a continuous effect" is none).
_BARE_SINGULAR = re.compile(rf"\b(?:[Aa]n?|[Aa]nother) [a-z]{{2,}}[a-hj-rtv-z]s (?:{_POSSESSED})\b")
_BARE_POSSESSIVE = re.compile(
    r"\b(?:players|opponents|owners|controllers|permanents|creatures|objects|spells|cards|abilitys|planeswalkers)"
    rf" (?:{_POSSESSED})\b"
)
# "rule 613, Interaction of Continuous Effects": a title that has lost its quotation marks.
_BARE_TITLE = re.compile(r"\b(?:rule|section) [1-9][0-9]{0,2}(?:\.[0-9]+)?, [A-Z][a-z]+")
# Not the question mark in an address ("default.asp?x=magic").
_QUESTION_MARK = re.compile(r"\?(?<=[a-z]\?)(?=[a-z]{1,20}\b(?!=))")
_LETTER_FOR_MARK = re.compile(r"T(?<=[a-z]T)\b(?!\})")
_DATE_IN_NAME = re.compile(r"(?P<year>(?:19|20)[0-9]{2})[-_. ]?(?P<month>[01][0-9])[-_. ]?(?P<day>[0-3][0-9])(?![0-9])")
# A number far off (505.54 for 505.5) isn't followed by fifty missing ones.
_MOST_LEFT_OUT = 3
# Signs that count twice: they can hardly come about otherwise, as "players control" can.
_STRONG = (_BARE_CONTRACTION, _BARE_TITLE, _BARE_IT_IS, _BARE_SINGULAR)


def lost_punctuation(rules: Sequence[Rule]) -> Finding | None:
    """A finding if the texts have lost their quotation marks and apostrophes, as seed 004 has.

    Words, possessives or titles are there that can't do without, and more of them than of the marks
    themselves. One doubtful sign could be chance; two are not.
    """
    text = "\n".join(
        paragraph for rule in rules for paragraph in (rule.text, *(example.text for example in rule.examples))
    )
    marks = sum(map(text.count, _QUOTES))
    if marks > _MANY_MARKS:
        return None
    strong = [match for pattern in _STRONG for match in pattern.finditer(text)]
    doubtful = list(_BARE_POSSESSIVE.finditer(text))
    signs = [match.group() for match in sorted((*strong, *doubtful), key=lambda match: match.start())]
    if 2 * len(strong) + len(doubtful) < 2 or len(signs) <= marks:
        return None
    return Finding(
        "lossy",
        f"the source has lost its quotation marks and apostrophes ({len(signs)} places, the first '{signs[0]}'); "
        "its text is shown only where no clean one is known",
        text=signs[0],
    )


def untranslated(rules: Sequence[Rule], lang: Lang) -> Finding | None:
    """A finding if an edition leaves rules in the other language, as seed 002 leaves 306.7 in English."""
    others = [str(rule.number) for rule in rules if rule.text_lang != lang]
    if not others:
        return None
    other = LANGUAGE_NAMES["en" if lang == "fr" else "fr"]
    return Finding(
        "untranslated",
        f"{len(others)} of its {LANGUAGE_NAMES[lang]} rules stand in {other}: {_listed(others)}",
        where=others[0],
    )


def inspect(reading: Reading, body: Body) -> tuple[Finding, ...]:
    """Everything that is wrong with an edition as read, gravest first."""
    found = [
        lost_punctuation(body.rules),
        lost_characters(body.rules),
        cut_off(reading, body.rules),
        untranslated(body.rules, reading.lang),
    ]
    whole = reading.whole and not any(finding and finding.code == "truncated" for finding in found)
    return (
        *(finding for finding in found if finding),
        *(contents_mismatches(reading.contents, body.rules) if whole else ()),
        *sequence_faults(body.rules, gaps=whole),
        *body.findings,
    )


def lost_characters(rules: Sequence[Rule]) -> Finding | None:
    """A finding if characters outside ASCII were turned into question marks or letters.

    "player?s" was "player’s"; "NemesisT" was "Nemesis™".
    """
    text = "\n".join(rule.text for rule in rules)
    places = [match.start() for match in (*_QUESTION_MARK.finditer(text), *_LETTER_FOR_MARK.finditer(text))]
    signs = [text[text.rfind(" ", 0, at) + 1 :].split(maxsplit=1)[0] for at in sorted(places)]
    if len(signs) < 2:
        return None
    return Finding(
        "undecodable",
        f"{len(signs)} characters of the source were lost before it got here, the first in '{signs[0]}'",
        text=signs[0],
    )


def cut_off(reading: Reading, rules: Sequence[Rule]) -> Finding | None:
    """A finding if the contents page promises more at the end than the document has.

    A heading that is missing in the middle is another matter (see `contents_mismatches`).
    """
    promised = [line.number for line in reading.contents if line.kind is LineKind.SECTION and line.number]
    printed = {rule.number for rule in rules}
    missing: list[str] = []
    for number in reversed(promised):
        if number in printed:
            break
        missing.insert(0, str(number))
    names = {line.text.casefold() for line in reading.contents}
    if names & {"glossary", "glossaire"} and not reading.glossary:
        missing.append("the glossary")
    elif names & {"credits", "crédits"} and not any(part.kind == "credits" for part in reading.parts):
        missing.append("the end of the glossary")
    if not missing:
        return None
    return Finding(
        "truncated", f"the document is cut off: its contents page promises {_listed(missing)}", where=missing[0]
    )


def contents_mismatches(contents: Sequence[Line], rules: Sequence[Rule]) -> tuple[Finding, ...]:
    """Where the contents page and the headings of the body disagree."""
    headings = {rule.number: rule.text for rule in rules if rule.number.kind in ("chapter", "section")}
    promised = {line.number: line.text for line in contents if line.number in headings or line.kind is LineKind.SECTION}
    found = []
    for number, text in promised.items():
        heading = headings.get(number) if number else None
        if heading is None:
            found.append(f"{number} '{text}' of the contents page is missing in the body")
        elif _plain(heading) != _plain(text):
            found.append(f"{number} is '{text}' on the contents page and '{heading}' in the body")
    found += [
        f"{number} '{text}' of the body is missing on the contents page"
        for number, text in headings.items()
        if promised and number not in promised and number.kind == "section"
    ]
    return tuple(Finding("contents-mismatch", message, where=message.partition(" ")[0]) for message in found)


def _plain(heading: str) -> str:
    """A heading without what doesn't matter when two are compared."""
    return re.sub(r"[\W_]+", " ", heading.casefold()).strip()


def sequence_faults(rules: Sequence[Rule], *, gaps: bool) -> tuple[Finding, ...]:
    """Numbers printed twice or out of order, and with `gaps` numbers left out among their neighbours.

    Out of order are the fewest numbers without which the rest would run upwards.
    """
    found = []
    first: dict[RuleNumber, Rule] = {}
    for rule in rules:
        earlier = first.setdefault(rule.number, rule)
        if earlier is not rule:
            message = f"line {rule.line} prints {rule.number} again, after line {earlier.line}"
            found.append(Finding("duplicate-number", message, where=str(rule.number), text=rule.text))
    once = list(first.values())
    kept = {once[index].number for index in upwards([rule.number for rule in once])}
    for rule in once:
        if rule.number not in kept:
            message = f"line {rule.line} prints {rule.number} out of order"
            found.append(Finding("out-of-order", message, where=str(rule.number), text=rule.text))
    if gaps:
        for before, number in pairwise((_BEFORE_ALL, *sorted(kept))):
            found += [
                Finding("missing-number", f"{left} is missing before {number}", where=str(left))
                for left in _left_out(before, number)
                if left not in first
            ]
    return tuple(found)


# Stands before the first number of all.
_BEFORE_ALL = RuleNumber(0)


def _follows(before: RuleNumber, number: RuleNumber) -> bool:
    """Whether a rule is the next after another, or the first below it."""
    if number.subrule:
        same = (before.section, before.rule) == (number.section, number.rule)
        return same and number.subrule == before.subrule + 1
    return before.section == number.section and number.rule == before.rule + 1


def _left_out(before: RuleNumber, number: RuleNumber) -> list[RuleNumber]:
    """The numbers that should stand between a number and the one before it: 306.5b between 306.5a and c.

    Sections may be left out on purpose; a rule that follows a heading should be the first.
    """
    if not number.rule or _follows(before, number):
        return []
    if number.subrule:
        first = RuleNumber(number.chapter, number.section, number.rule, 1)
    else:
        first = RuleNumber(number.chapter, number.section, 1)
    left: list[RuleNumber] = []
    expected = first
    while expected < number and len(left) < _MOST_LEFT_OUT:
        if expected > before and not expected.covers(before):
            left.append(expected)
        expected = expected.next
    return left


def wrong_file_date(file_name: str, effective: date) -> Finding | None:
    """A finding if the file's name holds another date than the text; the text's counts."""
    match = _DATE_IN_NAME.search(file_name)
    if match is None:
        return None
    try:
        named = date(int(match["year"]), int(match["month"]), int(match["day"]))
    except ValueError:
        return None
    if named == effective:
        return None
    return Finding(
        "date-mismatch", f"the file's name says {named}, its text {effective}; the text counts", text=match.group()
    )


def _listed(items: Sequence[str]) -> str:
    """The first five of some items, in words."""
    return ", ".join(items[:5]) + (f" and {len(items) - 5} more" if len(items) > 5 else "")
