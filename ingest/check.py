"""Does an edition hang together? What can be seen without any other edition.

Findings are stored with the edition and shown with it; none of them changes a text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise

from ingest.formats.base import Reading
from ingest.lines import Line, LineKind
from ingest.parse import Body
from kb.model import LANGUAGE_NAMES, Finding, GlossaryEntry, Lang, Rule
from kb.number import RuleNumber
from kb.order import upwards
from kb.tongue import Kept, kept

_APOSTROPHES, _QUOTES = "'’‘", '"“”'
# A text that still has so many marks of a kind has not lost them, whatever else it may look like.
_MANY_MARKS = 300
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
# "player?s" was "player’s". Not the question mark in an address ("default.asp?x=magic").
_QUESTION_MARK = re.compile(r"\?(?<=[A-Za-z]\?)(?=\?*[a-z]{1,20}\b(?!=))")
# "&rsquo;", "\\u2019", "=E2=80=99": what stands for a character in a page, a program or a letter.
_ESCAPES = (
    re.compile(
        r"""
        & (?: \# [0-9]{2,6} | \#x [0-9A-Fa-f]{2,5}
            | amp | quot | apos | nbsp | hellip | bull | trade | reg | copy | infin | minus | times
            | [lr] [sda] quo | [mn] dash | [A-Za-z] (?: acute | grave | circ | uml | cedil | tilde ) | [ao] elig ) ;
        """,
        re.VERBOSE,
    ),
    re.compile(r"\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})"),
    re.compile(r"=[0-9A-F]{2}=[0-9A-F]{2}"),
)
# "NemesisT", "_Unhinged_T" had a ™.
_LETTER_FOR_MARK = re.compile(r"T(?:(?<=[a-z]T)|(?<=[a-z]_T))\b(?!\})")
_ASCII = bytes(range(0x80))
# What stands between two letters of a word, outside ASCII: small letters, apostrophes, hyphens, dashes, marks,
# blanks. U+FFFD is what `ingest.decode` reports; í and õ are what an apostrophe becomes ("playerís").
_USUAL = re.compile(
    "[ß-ìî-ôöø-ÿ\u0100-\u024f\u02b0-\u02ff\u1d00-\u1dbf’‘′“”«»…™®©·\u00ad\u2010-\u2015\u00a0\u202f\u2000-\u200d\ufffd]"
)
_OUT_OF_PLACE = re.compile(
    r"(?<=[^\W\d_]) (?: [íõ] (?=(?: s | t | re | ve | ll | d | m )\b) | [^íõ] (?=[^\x00-\x7f]{0,8}[a-z]) )", re.VERBOSE
)
# Letters of other scripts and the lines of boxes: what bytes become that are read as another encoding.
_OTHER_SCRIPT = re.compile("[\u0370-\u1cff\u2500-\u259f\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]")
_OF_THE_FILE = frozenset(("date-mismatch", "checksum-mismatch"))
_DATE_IN_NAME = re.compile(r"(?P<year>(?:19|20)[0-9]{2})[-_. ]?(?P<month>[01][0-9])[-_. ]?(?P<day>[0-3][0-9])(?![0-9])")
# A number far off (505.54 for 505.5) isn't followed by fifty missing ones.
_MOST_LEFT_OUT = 3
# Signs that can hardly come about otherwise, as "players control" can.
_BARE_APOSTROPHE = (_BARE_CONTRACTION, _BARE_IT_IS, _BARE_SINGULAR)
# Where one kind of marks is there and the other isn't, chance must be ruled out.
_ENOUGH_SIGNS = 5
# An entry of the glossary has two to four lines; beyond these figures, its lines were run together or apart.
_LINES_OF_A_GLOSSARY = 50
_MOST_LINES_OF_AN_ENTRY = 12
# Shorter lines may well come twice, as the items of a list.
_LONGEST_ITEM = 40


def lost_punctuation(paragraphs: Iterable[str]) -> Finding | None:
    """A finding if the texts have lost their quotation marks or apostrophes, as seed 004 has.

    Words, possessives or titles are there that can't do without, and more of them than of the marks
    themselves. One doubtful sign could be chance; two are not.
    """
    text = "\n".join(paragraphs)
    apostrophes, quotes = (sum(map(text.count, marks)) for marks in (_APOSTROPHES, _QUOTES))
    strong: list[re.Match[str]] = []
    if apostrophes <= _MANY_MARKS:
        strong += [match for pattern in _BARE_APOSTROPHE for match in pattern.finditer(text)]
    titles = list(_BARE_TITLE.finditer(text)) if quotes <= _MANY_MARKS else []
    if len(strong) >= _ENOUGH_SIGNS and len(strong) > apostrophes and quotes > len(titles):
        return _lossy(kept("apostrophes"), strong)
    if len(titles) >= _ENOUGH_SIGNS and len(titles) > quotes and apostrophes > len(strong):
        return _lossy(kept("quotation marks"), titles)
    strong += titles
    doubtful = list(_BARE_POSSESSIVE.finditer(text)) if apostrophes <= _MANY_MARKS else []
    if 2 * len(strong) + len(doubtful) < 2 or len(strong) + len(doubtful) <= apostrophes + quotes:
        return None
    return _lossy(kept("quotation marks and apostrophes"), [*strong, *doubtful])


def _lossy(marks: Kept, signs: Sequence[re.Match[str]]) -> Finding:
    first = min(signs, key=lambda sign: sign.start()).group()
    return Finding(
        "lossy",
        kept(
            "the source has lost its {marks} ({count} places, the first '{first}'); "
            "its text is shown only where no clean one is known",
            "the source has lost its {marks} ({count} places, the first '{first}'); "
            "its text is shown only where no clean one is known",
            marks=marks,
            count=len(signs),
            first=first,
        ),
        text=first,
    )


def untranslated(rules: Sequence[Rule], lang: Lang) -> Finding | None:
    """A finding if an edition leaves rules in the other language, as seed 002 leaves 306.7 in English."""
    others = [str(rule.number) for rule in rules if rule.text_lang != lang]
    if not others:
        return None
    other = LANGUAGE_NAMES["en" if lang == "fr" else "fr"]
    return Finding(
        "untranslated",
        kept(
            "{count} of its {language} rules stand in {other}: {numbers}",
            "{count} of its {language} rules stand in {other}: {numbers}",
            count=len(others),
            language=kept(LANGUAGE_NAMES[lang]),
            other=kept(other),
            numbers=_listed(others),
        ),
        where=others[0],
    )


def inspect(reading: Reading, body: Body) -> tuple[Finding, ...]:
    """Everything that is wrong with an edition as read, gravest first."""
    paragraphs = texts_of(body.rules)
    found = [
        lost_punctuation(paragraphs),
        lost_characters((*paragraphs, *(entry.text for entry in body.glossary))),
        cut_off(reading, body.rules),
        no_contents(reading),
        run_together(reading.glossary, body.glossary),
        untranslated(body.rules, reading.lang),
    ]
    whole = reading.whole and not any(finding and finding.code == "truncated" for finding in found)
    return (
        *(finding for finding in found if finding),
        *(contents_mismatches(reading.contents, body.rules) if whole else ()),
        *sequence_faults(body.rules, gaps=whole),
        *printed_twice(body.rules, body.glossary),
        *body.findings,
    )


def damage(codes: Iterable[str]) -> tuple[bool, int]:
    """How damaged a copy is by the codes of its findings: the greater, the worse.

    Its punctuation lost is worst, for every text is concerned. What concerns the file and not its text (the
    date in its name, its checksum) doesn't count.
    """
    counted = [code for code in codes if code not in _OF_THE_FILE]
    return "lossy" in counted, len(counted)


def lost_characters(paragraphs: Iterable[str]) -> Finding | None:
    """A finding if characters outside ASCII were lost before the document got here.

    They were turned into question marks ("player?s" for "player’s"), into letters ("NemesisT" for
    "Nemesis™"), into codes ("player&rsquo;s"), or were read as another encoding ("playerâ€™s"). One such
    place is enough, but for the letter, which could be an abbreviation.
    """
    text = "\n".join(paragraphs)
    places = {sign.start() for pattern in (_QUESTION_MARK, *_ESCAPES) for sign in pattern.finditer(text)}
    places |= _misread(text)
    letters = [sign.start() for sign in _LETTER_FOR_MARK.finditer(text)]
    if len(letters) > 1:
        places.update(letters)
    if not places:
        return None
    at = min(places)
    first = text[max(text.rfind(blank, 0, at) for blank in " \n") + 1 :].split(maxsplit=1)[0][:60]
    return Finding(
        "undecodable",
        kept(
            "a character of the source was lost before it got here, in '{first}'",
            "{count} characters of the source were lost before it got here, the first in '{first}'",
            count=len(places),
            first=first,
        ),
        text=first,
    )


def _misread(text: str) -> set[int]:
    """Where characters stand that come of reading bytes as another encoding.

    Letters of another script, and within a word what no word has: the euro sign in "playerâ€™s", the capital
    in "playerÆs".
    """
    # Taking all ASCII out of the bytes is the quickest way to the few other characters.
    others = set(text.encode("utf-8", "replace").translate(None, _ASCII).decode("utf-8"))
    unusual = "".join(char for char in others if not _USUAL.match(char))
    if not unusual:
        return set()
    return {
        place.start()
        for place in re.finditer(f"[{re.escape(unusual)}]", text)
        if _OTHER_SCRIPT.match(place.group()) or _OUT_OF_PLACE.match(text, place.start())
    }


def texts_of(rules: Sequence[Rule]) -> list[str]:
    """The texts of rules and of their examples."""
    return [paragraph for rule in rules for paragraph in (rule.text, *(example.text for example in rule.examples))]


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
        missing.append(kept("the glossary"))
    elif names & {"credits", "crédits"} and not any(part.kind == "credits" for part in reading.parts):
        missing.append(kept("the end of the glossary"))
    if not missing:
        return None
    return Finding(
        "truncated",
        kept("the document is cut off: its contents page promises {missing}", missing=_listed(missing)),
        where=str(missing[0]),
    )


def no_contents(reading: Reading) -> Finding | None:
    """A finding if what looks like a whole edition has no contents page, which alone tells that it is whole."""
    if reading.contents or reading.effective is None or not (reading.glossary and reading.lines):
        return None
    return Finding(
        "contents-mismatch",
        kept("the document has no contents page that tells whether it is whole; it counts as an excerpt"),
    )


def run_together(lines: Sequence[Line], entries: Sequence[GlossaryEntry]) -> Finding | None:
    """A finding if the blank lines between the entries of the glossary are lost, or the line ends within them.

    Its headwords can't be told from its texts then.
    """
    printed = sum(line.kind is not LineKind.BLANK for line in lines)
    if printed < _LINES_OF_A_GLOSSARY:
        return None
    without_text = sum(not entry.text for entry in entries)
    if printed <= _MOST_LINES_OF_AN_ENTRY * len(entries) and 2 * without_text <= len(entries):
        return None
    return Finding(
        "run-together",
        kept(
            "the {lines} lines of the glossary are read as {entries} entries, {empty} of them without a "
            "text: the line ends that set headwords apart are lost",
            lines=printed,
            entries=len(entries),
            empty=without_text,
        ),
        where="glossary",
    )


def contents_mismatches(contents: Sequence[Line], rules: Sequence[Rule]) -> tuple[Finding, ...]:
    """Where the contents page and the headings of the body disagree."""
    headings = {rule.number: rule.text for rule in rules if rule.number.kind in ("chapter", "section")}
    promised = {line.number: line.text for line in contents if line.kind in (LineKind.CHAPTER, LineKind.SECTION)}
    found = []
    for number, text in promised.items():
        heading = headings.get(number) if number else None
        if heading is None:
            found.append(
                kept("{number} '{title}' of the contents page is missing in the body", number=number, title=text)
            )
        elif _plain(heading) != _plain(text):
            found.append(
                kept(
                    "{number} is '{title}' on the contents page and '{heading}' in the body",
                    number=number,
                    title=text,
                    heading=heading,
                )
            )
    found += [
        kept("{number} '{title}' of the body is missing on the contents page", number=number, title=text)
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
            message = kept(
                "line {line} prints {number} again, after line {earlier}",
                line=rule.line,
                number=rule.number,
                earlier=earlier.line,
            )
            found.append(Finding("duplicate-number", message, where=str(rule.number), text=rule.text))
    once = list(first)
    running = [once[index] for index in upwards(once)]
    in_order = set(running)
    for rule in first.values():
        if rule.number not in in_order:
            message = kept("line {line} prints {number} out of order", line=rule.line, number=rule.number)
            found.append(Finding("out-of-order", message, where=str(rule.number), text=rule.text))
    if gaps:
        for before, number in pairwise((_BEFORE_ALL, *running)):
            found += [
                Finding(
                    "missing-number",
                    kept("{left} is missing before {number}", left=left, number=number),
                    where=str(left),
                )
                for left in _left_out(before, number)
                if left not in first
            ]
    return tuple(found)


def printed_twice(rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]) -> tuple[Finding, ...]:
    """Headwords that come twice, and paragraphs that come twice in one rule."""
    found = []
    first: dict[str, GlossaryEntry] = {}
    for entry in glossary:
        earlier = first.setdefault(entry.term, entry)
        if earlier is not entry:
            message = kept(
                "line {line} prints the headword '{term}' again, after line {earlier}",
                line=entry.line,
                term=entry.term,
                earlier=earlier.line,
            )
            found.append(Finding("duplicate-term", message, where=entry.term, text=entry.text))
    for rule in rules:
        if not rule.examples and "\n" not in rule.text:
            continue
        times = Counter((*rule.text.split("\n"), *(example.text for example in rule.examples)))
        found += [
            Finding(
                "duplicate-text",
                kept("{number} prints a paragraph twice: {beginning}", number=rule.number, beginning=text[:60]),
                str(rule.number),
                text,
            )
            for text, count in times.items()
            if count > 1 and len(text) > _LONGEST_ITEM
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


@lru_cache(maxsize=1 << 14)
def _left_out(before: RuleNumber, number: RuleNumber) -> tuple[RuleNumber, ...]:
    """The numbers that should stand between a number and the one before it: 306.5b between 306.5a and c.

    Sections may be left out on purpose; a rule that follows a heading should be the first.
    Remembered: one edition after another prints the same numbers.
    """
    if not number.rule or _follows(before, number):
        return ()
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
    return tuple(left)


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
        "date-mismatch",
        kept("the file's name says {named}, its text {stated}; the text counts", named=named, stated=effective),
        text=match.group(),
    )


def _listed(items: Sequence[str]) -> Kept:
    """The first five of some items, in words."""
    places = {f"item{at}": item for at, item in enumerate(items[:5])}
    listed = kept(", ".join(f"{{{name}}}" for name in places), "", **places)
    if len(items) <= 5:
        return listed
    return kept("{listed} and {count} more", "{listed} and {count} more", listed=listed, count=len(items) - 5)
