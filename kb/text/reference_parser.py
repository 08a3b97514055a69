"""The grammar of references to rules, ranges, sections, chapters and entries of the glossary.

English and French have the same grammar of references, with different words:

    references = [ word ] item { joint item }
    item       = number [ between end ] [ title ]
    number     = "306.5d" | "306.5" | "306" | "3" | an abbreviated number (`b` after 608.3a)
    between    = a dash | "through" | "to" | "à"
    end        = number
    joint      = "," | "and" | "or" | ", and" | "et" | "ou" | ...
    entries    = "See" [ "also" ] headwords, up to the end of the clause

A number with a dot needs no word before it (`101.4a`). The number of a section (`601`) or a chapter (`section 3`) needs
a word before it, since it could be an amount. An abbreviated number must fit the number before it.

A cheap scan finds the digits at which a reference may begin. At these digits, one pattern searches backwards for the
word. Then other patterns match the text after the digits, one piece at a time.

Guarantees: Spans are in order and don't overlap. `text[start:end]` is the reference with the title that it quotes. An
impossible number (704.5l) is no reference. The time is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.errors import BadValue
from kb.model import GlossaryEntry, Reference, Rule
from kb.rule_number import SUBRULE_LETTERS, RuleNumber

# A place where a number may begin: three digits, or one digit after a space and a letter that ends "section",
# "sections", "chapter" or "chapitre". Both alternatives begin with the same class of digits, so that the regex engine
# can skip all other characters.
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

# In these patterns, letters must not begin a word ("510.1 a-t-elle", "306.5a, d'autres"). Digits must not be an amount.
_LETTERS = rf"[{SUBRULE_LETTERS}]{{1,2}} (?! [\w'’] | -\w )"
_LETTER = rf"[{SUBRULE_LETTERS}] (?! [\w'’] | -\w )"
_DIGITS = r"[1-9][0-9]{0,2} (?! [\w/%] | [.,][0-9] )"
_DOTTED = rf"[1-9][0-9]{{2}} \. [1-9][0-9]{{0,3}} (?: [{SUBRULE_LETTERS}]{{1,2}} (?!\w) | (?! [\w/%] | \.[0-9] ) )"
_SECTION = r"[1-9][0-9]{2} (?! [\w/%] | \.[0-9] )"

_NUMBER = re.compile(rf"{_DOTTED} | {_SECTION}", re.VERBOSE)
# A number without a word before it must not be a price, or a part of a longer number, an address or a version.
_NUMBER_ALONE = re.compile(
    rf"(?<! [\w.,$€£/+] ) (?<! [Vv]ersion\s ) {_DOTTED} (?! ,[0-9] | \s?[$€£%] | \s(?:dollars?|euros?)\b )",
    re.VERBOSE,
)
_SHORT = re.compile(rf"(?P<digits> {_DIGITS} ) | (?P<letters> {_LETTERS} )", re.VERBOSE)

# If a word follows, the number is an amount: "see 100 cards" is no reference, "See 718, ..." is one.
_COUNTED = re.compile(r"\s (?! (?:and|or|for|to|through|et|ou|pour|à)\b ) [^\W\d_]", re.VERBOSE)
_CLAUSE_ENDS = re.compile(r"""\s? (?: [.,;:)”»"] | \Z | (?:and|or|et|ou)\b )""", re.VERBOSE)

# French pages set a blank between number and letter: "510.1 c-d", "(règle 510.1 c)".
_SPACED_LETTER = re.compile(
    rf"\s (?P<letter> [{SUBRULE_LETTERS}] ) (?: (?= [-‐‑–]{_LETTERS} ) | (?= [.;:,)»”] | \Z ) )", re.VERBOSE
)

# A range has a word or a dash between its ends. In a damaged text, another character replaces the dash. Three
# separators may also separate clauses ("306.5a – if it"): a long dash, a dash between blanks, and the word "to". After
# one of these separators, the end of a range must not look like an amount or a word.
_RANGE = re.compile(
    rf"""
    (?: [-‐‑–?\N{{REPLACEMENT CHARACTER}}] | \s(?:through|thru)\s ) (?P<end> {_DOTTED} | {_DIGITS} | {_LETTERS} )
    | (?: \s?[-‐‑–—]\s? | \s(?:to|à)\s ) (?P<certain_end> {_DOTTED} | {_SECTION} | {_LETTER} )
    """,
    re.VERBOSE,
)

# Quotation marks enclose a title only if they follow a number. Other quotation marks may enclose references. A straight
# quotation mark directly after a number ends a quotation that contains the number (`"see 306.5"`). So a title in
# straight marks has a blank or a comma before it.
# A title may quote a word: “Handling “Infinite” Loops”.
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
# The comma may be inside the quotation: "702.109, “Dash,” 702.152".
_COMMA_IN_TITLE = re.compile(r"(?: (?<=,[”\"»?\N{REPLACEMENT CHARACTER}]) | (?<=,\s») ) \s (?=[0-9])", re.VERBOSE)

# Headwords begin with a capital letter, with or without quotation marks. They contain no digit, and no full stop except
# in "vs.". Before the search, `_entries` replaces references to numbers by zeros, so that headwords end there.
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
_AROUND_TERM = ' ,;.“”«»"\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}'


def find_references(text: str, example: int | None = None) -> tuple[Reference, ...]:
    """Find all references in an English or French text, in order. For an example, `example` is the example's index."""
    found: list[Reference] = []
    end = 0
    for anchor in _ANCHOR.finditer(text):
        if anchor.start() >= end:
            found += _list(text, anchor.start(), end, example)
            end = found[-1].end if found else 0
    entries = list(_entries(text, found, example))
    return tuple(sorted((*found, *entries), key=lambda reference: reference.start) if entries else found)


def find_references_in(item: Rule | GlossaryEntry) -> tuple[Reference, ...]:
    """Find all references of a rule or headword: first the references in its text, then the references in each example.

    Headings have references too: "215. This section is now empty. See rule 205.4c" (editions of 2005).
    """
    found = find_references(item.text)
    for place, example in enumerate(item.examples if isinstance(item, Rule) else ()):
        found += find_references(example.text, place)
    return found


def _list(text: str, at: int, floor: int, example: int | None) -> Iterator[Reference]:
    """Yield the references of a list with its first number at `at`. The word before it begins at `floor` or later."""
    word = _WORD.search(text, max(floor, at - _LONGEST_WORD), at)
    start = word.start() if word else at
    before: RuleNumber | None = None
    while (item := _number(text, at, word) or _short(text, at, word, before)) is not None:
        number, end = item
        if number.kind == "rule" and (spaced := _SPACED_LETTER.match(text, end)):
            number, end = RuleNumber.parse(f"{number}{spaced['letter']}"), spaced.end()
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
    """Return the full number at `at` and the offset of its end."""
    match = (_NUMBER if word else _NUMBER_ALONE).match(text, at)
    if match is None:
        return None
    number = RuleNumber.parse(match.group())
    if word and word["see"] and number.kind == "section" and _COUNTED.match(text, match.end()):
        return None
    return number, match.end()


def _short(text: str, at: int, word: re.Match[str] | None, before: RuleNumber | None) -> tuple[RuleNumber, int] | None:
    """Return the number that is abbreviated at `at`, and the offset of its end.

    The abbreviation consists of letters or digits, and the number `before` has the rest: after 608.3a, `b` is 608.3b. A
    digit after "section" is a chapter. Abbreviations look like words and amounts, so only unambiguous abbreviations are
    accepted.
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
        # "a", "y" and many pairs of letters are words. So they are accepted only for the subrule after `before`.
        follows = number.subrule == before.subrule + 1
        certain = follows or (len(match.group()) == 1 and match.group() not in ("a", "y"))
    elif word is None:
        certain = False
    elif text[at - 1] == ",":
        # An amount has a blank before it. So "8" in "rule 419,8" is a reference (the text is a misprint of 419.8).
        certain = True
    elif number.kind == "chapter":
        certain = bool(word["chapters"]) and before.kind == "chapter"
    else:
        certain = bool(word["plural"]) and number.kind == "rule" and _CLAUSE_ENDS.match(text, end) is not None
    return (number, end) if certain else None


def _range_end(text: str, at: int, number: RuleNumber) -> tuple[RuleNumber | None, int]:
    """Return the end of the range that begins with `number` (None if there is no range), and the offset after it."""
    match = _RANGE.match(text, at)
    if match is None:
        return None, at
    last = _completed(number, match["end"] or match["certain_end"])
    if last is None or last.kind != number.kind or last <= number:
        return None, at
    return last, match.end()


def _completed(before: RuleNumber | None, short: str) -> RuleNumber | None:
    """Return the full number for the abbreviation `short` after the number `before`, or None if they don't fit."""
    try:
        return before.expand_short_form(short) if before else RuleNumber.parse(short)
    except BadValue:
        return None


def _entries(text: str, found: list[Reference], example: int | None) -> Iterator[Reference]:
    """Yield the references to the glossary. A list of headwords is one reference: a headword may contain commas."""
    if not any(word in text for word in _SEE):
        return
    pieces, at = [], 0
    for reference in found:
        pieces += [text[at : reference.start], "0" * len(reference.text)]
        at = reference.end
    for match in _ENTRIES.finditer("".join(pieces) + text[at:]):
        yield Reference(match.group(), match.start(), match.end(), None, example=example, term=_words(match))


def _words(match: re.Match[str]) -> str:
    """Return a title or headwords without the quotation marks, and without a stop or comma inside the marks."""
    return match[match.lastgroup or 0].strip(_AROUND_TERM)
