"""The grammar: where a text points to a rule, a range, a section, a chapter or an entry of the glossary.

One grammar serves both languages, since they differ only in their words:

    references = [ word ] item { joint item }
    item       = number [ between end ] [ title ]
    number     = "306.5d" | "306.5" | "306" | "3" | what is written short for one (`b` after 608.3a)
    between    = a dash | "through" | "to" | "à"
    end        = number | what is written short for one
    joint      = "," | "and" | "or" | ", and" | "et" | "ou" | ...
    entries    = "See" [ "also" ] headwords, up to the end of the clause

A number with a dot needs no word before it (`101.4a`). A section alone (`601`) does, or it could be an
amount; so does a chapter (`section 3`). What is written short must fit the number before it.

A cheap scan finds the digits at which a reference may begin; only there, patterns look back for the
word and then forward, one piece at a time. Nothing else of the text is looked at.

Guarantees: spans don't overlap and stand in order; `text[start:end]` is the reference's text, the title
that it quotes included; a number that can't be one (704.5l) is no reference; the time that a text takes
grows with its length only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.errors import BadValue
from kb.model import GlossaryEntry, Reference, Rule
from kb.number import LETTERS, RuleNumber

# Three digits, or one behind the end of "section", "sections", "chapter", "chapitre". Both begin with the
# same class of characters, so that the engine skips all others at once.
_ANCHOR = re.compile(r"[1-9] (?: [0-9]{2} (?![0-9]) | (?<=[nser]\s[0-9]) (?!\w) )", re.VERBOSE)

_WORD = re.compile(
    r"""
    (?<!\w)
    (?: (?P<plural> [Rr]ules | [Ss]ubrules | [Ss]teps | [Rr]ègles | [Ss]ous-règles )
      | (?P<chapter> (?: [Ss]ection | [Cc]hapter | [Cc]hapitre ) (?P<chapters> s )? )
      | (?P<see> [Ss]ee (?:\salso)? | [Vv]oir (?:\saussi)? | [Cc]f\. )
      | [Rr]ule | [Ss]ubrule | [Ss]tep | [Rr]ègle | [Ss]ous-règle | CR
    )
    \s{0,2} \Z
    """,
    re.VERBOSE,
)
_LONGEST_WORD = len("sous-règles  ")

# Letters that don't begin a word ("510.1 a-t-elle", "306.5a, d'autres"), digits that are no amount.
_LETTERS = rf"[{LETTERS}]{{1,2}} (?! [\w'’] | -\w )"
_LETTER = rf"[{LETTERS}] (?! [\w'’] | -\w )"
_DIGITS = r"[1-9][0-9]{0,2} (?! [\w/%] | [.,][0-9] )"
_DOTTED = rf"[1-9][0-9]{{2}} \. [1-9][0-9]{{0,3}} (?: [{LETTERS}]{{1,2}} (?!\w) | (?! [\w/%] | \.[0-9] ) )"
_SECTION = r"[1-9][0-9]{2} (?! [\w/%] | \.[0-9] )"

_NUMBER = re.compile(rf"{_DOTTED} | {_SECTION}", re.VERBOSE)
# Without a word before it: no price, no part of a longer number, of an address or of a version.
_NUMBER_ALONE = re.compile(
    rf"(?<! [\w.,$€£/+] ) (?<! [Vv]ersion\s ) {_DOTTED} (?! ,[0-9] | \s?[$€£%] | \s(?:dollars?|euros?)\b )",
    re.VERBOSE,
)
_SHORT = re.compile(rf"(?P<digits> {_DIGITS} ) | (?P<letters> {_LETTERS} )", re.VERBOSE)

# "See 718, ..." points to a section; in "see 100 cards", a word says what is counted.
_COUNTED = re.compile(r"\s (?! (?:and|or|for|to|through|et|ou|pour|à)\b ) [^\W\d_]", re.VERBOSE)
_CLAUSE_ENDS = re.compile(r"""\s? (?: [.,;:)”»"] | \Z | (?:and|or|et|ou)\b )""", re.VERBOSE)

# French pages part a letter from its number: "510.1 c-d", "(règle 510.1 c)".
_PARTED = re.compile(rf"\s (?P<letter> [{LETTERS}] ) (?: (?= [-‐‑–]{_LETTERS} ) | (?= [.;:,)»”] | \Z ) )", re.VERBOSE)

# A dash, or the mark that took its place where a copy was damaged. A long dash, one within blanks and "to"
# may part clauses as well ("306.5a – if it"): behind them, only what is certain ends a range.
_RANGE = re.compile(
    rf"""
    (?: [-‐‑–?\N{{REPLACEMENT CHARACTER}}] | \s(?:through|thru)\s ) (?P<end> {_DOTTED} | {_DIGITS} | {_LETTERS} )
    | (?: \s?[-‐‑–—]\s? | \s(?:to|à)\s ) (?P<certain_end> {_DOTTED} | {_SECTION} | {_LETTER} )
    """,
    re.VERBOSE,
)

# Quotes mean a title only right behind a number: elsewhere they may hold references themselves. A straight
# quote that touches the number closes something. A title may quote a word itself: “Handling “Infinite” Loops”.
_TITLE = re.compile(
    r"""
    ,? \s? (?: “(?P<curly> (?: [^“”\n] | “[^“”\n]{1,40}” ){1,80} )” | «(?P<french> [^«»\n]{1,80} )» )
    | (?: ,\s? | \s ) "(?!\s)(?P<straight> (?: [^"\n] | (?<=\s)"\w[^"\n]{0,40}" ){1,80} )"
    | ,\s [?\N{REPLACEMENT CHARACTER}](?!\s)
        (?P<damaged> [^?\N{REPLACEMENT CHARACTER}\n]{1,80} )[?\N{REPLACEMENT CHARACTER}]
    """,
    re.VERBOSE,
)

_JOINT = re.compile(r",?\s(?:and/or|and|or|et|ou)\s | \s?&\s? | ,\s? | /(?=[a-z]\b)", re.VERBOSE)
# The comma stands inside the quotes: "702.109, “Dash,” 702.152".
_COMMA_IN_TITLE = re.compile(r"(?: (?<=,[”\"»?\N{REPLACEMENT CHARACTER}]) | (?<=,\s») ) \s (?=[0-9])", re.VERBOSE)

# Headwords begin with a capital, with or without quotes, and hold no digit and no full stop but that of "vs.".
# What was found before reads as zeros here.
_ENTRIES = re.compile(
    r"""
    (?<!\w) (?: [Ss]ee(?:\salso)? | [Vv]oir(?:\saussi)? ) \s (?= [“«"]?\s?[A-ZÀ-ÖØ-ÞŒ] )
    (?: “(?P<curly> [^“”\d\n]{1,80} [.,] )”
      | «(?P<french> [^«»\d\n]{1,80} [.,] \s? )»
      | "(?P<straight> [^"\d\n]{1,80} [.,] )"
      | (?P<plain> (?: \bvs\. | [^\d.;:()\n] ){1,120}? )
        (?<!\s) (?= \s?[.;:)\n] | \s?\Z | (?: ,?\s(?:and|or|et|ou) | , ) \s 0 )
    )
    """,
    re.VERBOSE,
)
_SEE = ("See ", "see ", "Voir ", "voir ")
_AROUND_WORDS = ' ,;.“”«»"\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}'


def find(text: str, example: int | None = None) -> tuple[Reference, ...]:
    """Every reference of a text in English or French, in order, spans counted in characters.

    Args:
        text: any text: a rule's, an entry's, an example's, or a user's own.
        example: the index of the example that the text is, to be kept with its references.
    """
    found: list[Reference] = []
    end = 0
    for anchor in _ANCHOR.finditer(text):
        if anchor.start() >= end:
            found += _list(text, anchor.start(), end, example)
            end = found[-1].end if found else 0
    entries = list(_entries(text, found, example))
    return tuple(sorted((*found, *entries), key=lambda reference: reference.start) if entries else found)


def find_in(item: Rule | GlossaryEntry) -> tuple[Reference, ...]:
    """Every reference of a rule or an entry: those of its own text first, then those of each example.

    Headings count too: "215. This section is now empty. See rule 205.4c" stands in editions of 2005. So
    references depend on the wording alone, which may be a heading here and a rule's text there.
    """
    found = find(item.text)
    for place, example in enumerate(item.examples if isinstance(item, Rule) else ()):
        found += find(example.text, place)
    return found


def _list(text: str, at: int, floor: int, example: int | None) -> Iterator[Reference]:
    """The references that begin with the digits at `at`; the word before them begins at `floor` or later."""
    word = _WORD.search(text, max(floor, at - _LONGEST_WORD), at)
    start = word.start() if word else at
    before: RuleNumber | None = None
    while (item := _number(text, at, word) or _short(text, at, word, before)) is not None:
        number, end = item
        if number.kind == "rule" and (parted := _PARTED.match(text, end)):
            number, end = RuleNumber.parse(f"{number}{parted['letter']}"), parted.end()
        last, end = _range_end(text, end, number)
        title = ""
        if quoted := _TITLE.match(text, end):
            title, end = _words(quoted), quoted.end()
        yield Reference(text[start:end], start, end, number, last, example, title)
        joint = _JOINT.match(text, end) or _COMMA_IN_TITLE.match(text, end)
        if joint is None:
            return
        before, at, start = last or number, joint.end(), joint.end()


def _number(text: str, at: int, word: re.Match[str] | None) -> tuple[RuleNumber, int] | None:
    """The number that stands at `at` in full, and where it ends."""
    match = (_NUMBER if word else _NUMBER_ALONE).match(text, at)
    if match is None:
        return None
    number = RuleNumber.parse(match.group())
    if word and word["see"] and number.kind == "section" and _COUNTED.match(text, match.end()):
        return None
    return number, match.end()


def _short(text: str, at: int, word: re.Match[str] | None, before: RuleNumber | None) -> tuple[RuleNumber, int] | None:
    """The number that the letters or digits at `at` are short for, and where they end.

    Behind a number, they complete it; a digit behind "section" is a chapter. Words and amounts look like
    them, so only what can be nothing else is taken.
    """
    match = _SHORT.match(text, at)
    if match is None or (before is None and not (word and word["chapter"])):
        return None
    number, end = _completed(before, match.group()), match.end()
    if number is None:
        return None
    if before is None:
        certain = number.kind == "chapter"
    elif match["letters"]:
        # "a" and "y" are words, and so are most pairs of letters.
        follows = number.subrule == before.subrule + 1
        certain = follows or (len(match.group()) == 1 and match.group() not in ("a", "y"))
    elif word is None:
        certain = False
    elif text[at - 1] == ",":
        # Nothing is counted right behind a comma: "419,8" was printed for 419.8, and names 419 and 8.
        certain = True
    elif number.kind == "chapter":
        certain = bool(word["chapters"]) and before.kind == "chapter"
    else:
        certain = bool(word["plural"]) and number.kind == "rule" and _CLAUSE_ENDS.match(text, end) is not None
    return (number, end) if certain else None


def _range_end(text: str, at: int, number: RuleNumber) -> tuple[RuleNumber | None, int]:
    """The upper end of a range whose lower end stands before `at`, if there is one, and where its words end."""
    match = _RANGE.match(text, at)
    if match is None:
        return None, at
    last = _completed(number, match["end"] or match["certain_end"])
    if last is None or last.kind != number.kind or last <= number:
        return None, at
    return last, match.end()


def _completed(before: RuleNumber | None, short: str) -> RuleNumber | None:
    """A number written short after another one, or None where it doesn't fit."""
    try:
        return before.completed(short) if before else RuleNumber.parse(short)
    except BadValue:
        return None


def _entries(text: str, found: list[Reference], example: int | None) -> Iterator[Reference]:
    """Where a text points to the glossary: the words as they stand; only the headwords tell how many they are."""
    if not any(word in text for word in _SEE):
        return
    pieces, at = [], 0
    for reference in found:
        pieces += [text[at : reference.start], "0" * len(reference.text)]
        at = reference.end
    for match in _ENTRIES.finditer("".join(pieces) + text[at:]):
        yield Reference(match.group(), match.start(), match.end(), None, example=example, term=_words(match))


def _words(match: re.Match[str]) -> str:
    """The words of a title or of headwords, without quotes and the stop or comma that stands in them."""
    return match[match.lastgroup or 0].strip(_AROUND_WORDS)
