"""The grammar of citations in a line of any text: prose, markup, comments and strings of source code.

What people write differs from what the rules print (see `kb.references`): there are prices, version
numbers and floating-point numbers about, and no promise that a number was ever a rule. So how much
a number needs beside it follows from what else it could be:

    CR 704, rule 306.5         a citation word makes any number of three digits one
    702.19b                    a letter does too, unless it may be a unit or a float (`120.5s`, `100.5f`)
    see 601.2, 119.7-8, > 601.2. To cast ...
                               weak signs; with these, and with a letter that may be a unit, a citation
                               is unsure: it is one only if the rules have ever had the number
    306.50, 1.704.5, 192.168   none

A line is read once from left to right by one regex for a number with what stands before it; lists and
ranges are then read item by item.

Guarantees: citations don't overlap and stand in order; `line[start:end]` is the citation's text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from kb.dates import parse_date
from kb.errors import BadValue
from kb.rule_number import SUBRULE_LETTERS, RuleNumber


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule number as somebody cites it. The two ends of a range are two citations.

    Attributes:
        text: its words, the citation word before it and the edition behind it included.
        start: offset of its first character in the line.
        end: offset after its last character.
        written: the number in full; where it has the form of none, as it stands there.
        number: the rule cited; None if no rule can have that number (704.5l, 704.5J, 702.9.b).
        edition: the day of the edition that it is pinned to; None for the rules as they are.
        sure: False if it is a citation only on condition that there ever was such a rule.
        lower: the lower end of the range that this is the upper end of; None if it is none.
    """

    text: str
    start: int
    end: int
    written: str
    number: RuleNumber | None
    edition: date | None = None
    is_sure: bool = True
    range_start: RuleNumber | None = None


_NUMBER = r"""
    (?<![0-9])(?P<section> [1-9][0-9]{2} )
    (?: (?P<dot> [._] ) (?P<rule> [1-9][0-9]{0,3} )
        (?: (?P<letters> [A-Za-z]{1,2} ) | (?P<odd> \.[a-z] | [ ]?\([a-z]\) ) )? (?![^\W_])
      | (?! [0-9A-Za-z] )
    )
    """
# A citation word with what may stand between it and the number: `CR#603.3b`, `"rule": "704.5j"`, `cr_704_5j`,
# `CR <b>704.5`, `rule no. 601.2`. One letter case is enough where the other means something else ("rc 120.1").
_CITED = re.compile(
    rf"""
    (?:
      (?P<word>
          (?<![^\W_]) (?i: comp(?:rehensive|\.)?[ _-]?rules? | (?:mtg|magic)[ _-]?rules? | game[ ]rules?
              | (?:sub-?)?rules? | (?:sous-)?r[èe]gles? )
        | (?<![^\W_]) (?: C\.?R\.? | cr | R\.?C\.? )
        | (?<=[a-z]) (?: Rules? | CR )
      )
      (?P<between> (?: [ ]?(?:n[o°]\.?|numbers?|num[ée]ros?) (?=[ ]) )?
          (?: &nbsp; | &\#160; | <[^<>]{{1,80}}> | [\s_:\#=({{\[\-–"'`*!§@] ){{0,5}} )
    | (?P<weak> (?<!\w) (?i: see(?:[ ]also)? | cf\.? | voir(?:[ ]aussi)? ) [ ] )
    )?
    {_NUMBER}
    """,
    re.VERBOSE,
)
# The same for a line that has no such word, which is the rule in source code and many times as fast.
_BARE = re.compile(rf"{_NUMBER}(?P<word>(?!))?(?P<between>(?!))?(?P<weak>(?!))?", re.VERBOSE)
_DIGITS = re.compile(r"[1-9][0-9]{2}")
_WORD_PARTS = ("rule", "gle", "cr", "c.r", "rc", "r.c", "see", "cf", "voir")
_PIN = re.compile(
    r"[ ]?\((?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})\) | @(?P<at>[0-9]{4}-[0-9]{2}-[0-9]{2})(?!\w)", re.VERBOSE
)
_RANGE = re.compile(
    r"""
    (?: (?: [-–] | &ndash; | [ ][–—-][ ] | [ ](?:to|through|thru|à)[ ] )
          (?P<full> [1-9][0-9]{2} (?: \.[1-9][0-9]{0,3} [a-z]{0,2} )? )
      | (?: [-–] | &ndash; ) (?P<short> [a-z]{1,2} | [1-9][0-9]? )
      | [ ](?P<first> [a-z]) [-–] (?P<last> [a-z])
    ) (?! \w | \.[0-9] | ['’] )
    """,
    re.VERBOSE,
)
_NEXT = r"""
    ["'`*]{0,2}
    (?: (?P<section> [1-9][0-9]{2}) (?: \.(?P<rule> [1-9][0-9]{0,3}) (?P<letters> [a-z]{1,2})? )?
        (?! \w | [.,][0-9] | % )
      | (?P<short> [a-km-np-z]) (?! \w | ['’.]\w )
    )
    """
_JOINT = re.compile(
    rf"""["'`*]{{0,2}}
    (?: [ ]?[,;][ ]?(?:(?:and|or|et|ou|&)[ ])? | [ ]?[/+&][ ]? | [ ](?:and(?:/or)?|or|et|ou)[ ] ) {_NEXT}""",
    re.VERBOSE,
)
# A quoted title may stand between two items, and hold the comma: “Dash,” 702.152.
_TITLE = re.compile(r""",?[ ]?(?:“[^“”]{1,80}”|«[^«»]{1,80}»|"[^"]{1,80}")""")
_AFTER_TITLE = re.compile(rf"(?<=,[”\"])[ ](?:(?:and|or|et|ou)[ ])?{_NEXT}", re.VERBOSE)
_ADDRESS = re.compile(r"\w+://[^\s<>\"')\]]+")
# Between a citation word and a section, and behind a section.
_PLAIN = re.compile(r"(?!  )(?:[ \u00a0*`§]|&nbsp;|&\#160;|<[^<>]+>){0,3}")
_NO_SECTION = re.compile(r"\([a-z0-9]\)|-[0-9]{3,}-|[/\\_]")
# The citation word stands at the end of the line before.
_CARRIED = re.compile(r"(?:^|[^\w])(?:(?i:rules?|r[èe]gles?)|CR|RC)\s*$")
_MARGIN = re.compile(r"[\s/*#>;%!-]*")

# Behind a number, these make it an amount, an address, a file's name or a longer number.
_GOES_ON = re.compile(
    r"[.,:][0-9] | [%°$€£\\] | @(?![0-9]{4}-) | [ ][%€£$](?!\w) | \.[A-Za-z]\w | =(?!=) | _[0-9]", re.VERBOSE
)
_UNIT = re.compile(
    r"""
    -?[ ]?(?i: [kmgt]i?b | [kmg]hz | p[xtm] | [mµn]s | rpm | fps | mph | k?m | s | kg | cm | mm | kw | dpi | usd | eur
        | bytes? | sec(?:onds?|s)? | min(?:utes?|s)? | hours? | days? | euros? | dollars? | percent | degrees ) \b
    """,
    re.VERBOSE,
)
# Before a bare number, these make it a part of something else, or say that it counts or names another thing.
_COMES_FROM = re.compile(
    r"""
    (?: [\w.,:$€£¥§&%~^\\/@=+-] (?<!--) (?<!//)
      | [0-9]\.[0-9]+[\s,]+
      | (?: [$€£¥§] | (?<![^\W_])(?i: v | ver(?:sion)?s? | rel(?:ease)? | build | rev(?:ision)?
          | firmware | driver | kernel | patch | python | chrome | firefox | usc | u\.s\.c\. | cfr | art(?:icle)?
          | fig(?:ure)? | tables? | eq | pages? | pp? | fm | tel | id | ieee | iso | rfc | ecma ) \.? ) [ ]
    ) \Z
    """,
    re.VERBOSE,
)
# In source code, outside comments and strings, a number is a literal. These begin a comment or a string ...
_PROSE = re.compile(r"""//|/\*|^\s*[*\#>;%-]|(?:^|\s)(?:\#|--|;;)\s|<!--|["'`“«]""")
# ... and these stand around a literal: `x = 100.5f;`, `scale(1, 100.5f)`, `100.5f * x`.
_BEFORE_LITERAL = re.compile(r"(?:[=<+*/]|(?<![-=])>|\{[^{}]*|\w\([^()]*|\w\[|\b(?:return|case|yield))\s*\Z")
_AFTER_LITERAL = re.compile(r"\s(?:[*+<>]|[=!<>]=|&&|\|\|)\s|;\s*\Z")
# Before a bare number, these set it off from what it could measure: a bracket, a quote, the beginning of a comment.
_SET_OFF = re.compile(r"""(?:[(\["'`“«*]|//[/!]?|^\s*[*\#;>]+|(?:^|\s)(?:\#+|--|;;))\s?\Z""")
_MEASURED = re.compile(r"(?:took|takes|lasted|lasts|waited|elapsed|timeout|weighs|~|≈)[ :=]*\Z", re.IGNORECASE)
# Before a number that begins a quoted block of Markdown, and behind one that begins a rule's text.
_OPENS_BLOCK = re.compile(r"\s*(?://+!?|\*|#)?\s?>[\s>]*[*_`]{0,3}\Z")
_BEGINS_TEXT = re.compile(r"[.:]?[*_`]{0,3}[.:]?\s+[*_]{0,2}[“\"]?[^\W\d_a-z]")
_TAG = re.compile(r"<[^<>]*>\Z")
_EMPHASIS = re.compile(r"(?<!\w)_{1,2}\Z")

# Letters that may be a unit, a suffix of a floating-point number or a size, after a bare number.
_UNITS = frozenset("bcdefghkmnpstuvwx")
# Of these, the ones that may be so even where it stands in brackets or begins a comment: (120.5s), (100.5f).
_UNITS_SET_OFF = frozenset("dfghkmsx")

# IEEE 802.1x, 802.3af and 802.11ac stand in more programs than section 802 of the rules does.
_NETWORKS = "802"


def find_citations(line: str, before: str = "") -> tuple[Citation, ...]:
    """Every citation of a line, in order.

    Args:
        line: one line of a text, without its line break.
        before: the line before it: a number at the beginning of a line may have its word there.
    """
    return tuple(_Line(line, before).citations())


def margin_end(line: str) -> int:
    """Where the text of a line begins, after its indentation and the mark of a comment or a quotation."""
    margin = _MARGIN.match(line)
    return margin.end() if margin else 0


def opens_quoted_block(line: str, start: int) -> bool:
    """Whether what stands at an offset is the first of a line of a quoted block of Markdown."""
    return start < 24 and _OPENS_BLOCK.match(line[:start]) is not None


class _Line:
    """Reads one line from left to right; never goes back over a citation that it has given."""

    def __init__(self, line: str, before: str) -> None:
        self.line = line
        self.addresses = [match.span() for match in _ADDRESS.finditer(line)] if "://" in line else []
        self.carried = margin_end(line) if _CARRIED.search(before) else -1

    def citations(self) -> Iterator[Citation]:
        at, small = 0, self.line.lower()
        cited = _CITED if any(part in small for part in _WORD_PARTS) else _BARE
        # Most lines have one number: to see that there is no other is faster than to look for a citation.
        while _DIGITS.search(self.line, at) and (match := cited.search(self.line, at)):
            at = match.end()
            if any(start <= match.start("section") < end for start, end in self.addresses):
                continue
            for citation in self._list(match):
                yield citation
                at = citation.end

    def _list(self, match: re.Match[str]) -> Iterator[Citation]:
        """A number with the range that it begins and the list that it stands in."""
        item: tuple[Citation, ...] = self._first(match)
        word = match["word"] or ""
        sections = match["rule"] is None and (word[-1:] in "sS" or word in ("CR", "RC"))
        while item:
            yield from item
            item = self._next(item[-1], sections=sections)

    def _first(self, match: re.Match[str]) -> tuple[Citation, ...]:
        """The number of a match, with the other end of its range; nothing if it is no citation."""
        anchored = match["word"] is not None or match.start() == match.start("section") == self.carried
        end = match.end() if anchored or match["odd"] is None else match.end("rule")
        if match["rule"] is None and not (anchored and self._is_section(match)):
            return ()
        if _GOES_ON.match(self.line, end) or (not match["letters"] and _UNIT.match(self.line, end)):
            return ()
        start = match.start() if match["word"] else match.start("section")
        if anchored:
            return self._range(self._citation(match, start, end, sure=True))
        if match["dot"] == "_" or self._is_foreign(match, end):
            return ()
        item = self._range(self._citation(match, start, end, sure=self._is_sure(match)))
        if match["letters"] or match["weak"] or len(item) > 1:
            return item
        return item if opens_quoted_block(self.line, start) and _BEGINS_TEXT.match(self.line, end) else ()

    def _is_section(self, match: re.Match[str]) -> bool:
        """Whether a number without a dot is a section: `CR 704`, `rule 601`; not `CR-704`, `rule 404(b)`."""
        word, between = match["word"] or "", match["between"] or ""
        if word and self.line.endswith("_", 0, match.start()):
            return False  # landlock_add_rule 445
        if word == "cr" or (not between and word not in ("CR", "RC", "")) or not _PLAIN.fullmatch(between):
            return False
        return not _NO_SECTION.match(self.line, match.end())

    def _is_foreign(self, match: re.Match[str], end: int) -> bool:
        """Whether a bare number belongs to something else that stands around it."""
        letters = match["letters"] or ""
        if letters and (not _is_subrule(letters) or (len(letters) == 2 and letters[0] != "a")):
            return True
        start = match.start() if match["weak"] else match.start("section")
        before = self._back(start)
        before = _TAG.sub("", _EMPHASIS.sub("", before))
        if _COMES_FROM.search(before[-24:]) or (letters == "z" and before.rstrip(" ,")[-1:].isdigit()):
            return True  # the second: the path of an SVG, "L 120 130.5z"
        if letters in _UNITS_SET_OFF and _MEASURED.search(before[-24:]):
            return True
        if letters not in ("d", "f", "m") or _PROSE.search(before):
            return False
        return bool(_BEFORE_LITERAL.search(before) or _AFTER_LITERAL.match(self.line, end))

    def _back(self, start: int) -> str:
        """What stands before an offset, as far as it matters: a line may be a whole minified program."""
        return self.line[max(0, start - 160) : start]

    def _is_sure(self, match: re.Match[str]) -> bool:
        """Whether a bare number is a citation whatever the rules have."""
        letters = match["letters"] or ""
        if not letters or match["section"] == _NETWORKS:
            return False
        if letters not in _UNITS:
            return True
        set_off = _SET_OFF.search(self._back(match.start("section"))) is not None
        return match["weak"] is not None or (set_off and letters not in _UNITS_SET_OFF)

    def _citation(self, match: re.Match[str], start: int, end: int, *, sure: bool) -> Citation:
        """The citation that a match stands for, with the edition that it is pinned to."""
        letters = match["letters"] or ""
        if match["dot"] == "_":
            letters = letters.lower()  # the case of an identifier is that of its language
        written = match["section"]
        if match["rule"]:
            odd = (match["odd"] or "").strip() if end == match.end() else ""
            written += f".{match['rule']}{letters}{odd}"
        return self._pinned(Citation(self.line[start:end], start, end, written, _number(written), is_sure=sure))

    def _pinned(self, citation: Citation) -> Citation:
        pin = _PIN.match(self.line, citation.end)
        day = _day(pin["day"] or pin["at"]) if pin else None
        if pin is None or day is None:
            return citation
        return replace(citation, text=self.line[citation.start : pin.end()], end=pin.end(), edition=day)

    def _range(self, first: Citation) -> tuple[Citation, ...]:
        """A citation, and the other end of the range that it begins; a range's edition holds for both."""
        match = _RANGE.match(self.line, first.end)
        if match is None or first.number is None or _GOES_ON.match(self.line, match.end()):
            return (first,)
        number, name = first.number, "full" if match["full"] else "short" if match["short"] else "last"
        lower: tuple[Citation, ...] = (first,)
        if match["first"]:  # French: "510.1 c-d"
            subrule = _number(f"{number}{match['first']}")
            if subrule is None:
                return (first,)
            lower, number = (first, self._short(match, "first", subrule, first)), subrule
        upper = _completed(number, match[name])
        if upper is None or upper.kind != number.kind or upper <= number:
            return (first,)
        last = replace(self._pinned(self._short(match, name, upper, first)), range_start=number)
        return (*(replace(each, edition=last.edition) for each in lower), last)

    def _next(self, last: Citation, *, sections: bool) -> tuple[Citation, ...]:
        """The next item of the list that a citation stands in, or nothing where it has ended."""
        joint = _JOINT.match(self.line, last.end)
        if joint is None and (title := _TITLE.match(self.line, last.end)):
            joint = _JOINT.match(self.line, title.end()) or _AFTER_TITLE.match(self.line, title.end())
        if joint is None or last.number is None or _GOES_ON.match(self.line, joint.end()):
            return ()
        if joint["short"]:
            number = _completed(last.number, joint["short"]) if last.number.subrule else None
            # "704.5a, i think": the letter is the one after h, or a word.
            if number is None or number <= last.number or (joint["short"] == "i" and not last.written.endswith("h")):
                return ()
            return self._range(replace(self._short(joint, "short", number, last), is_sure=False))
        if joint["rule"] is None and not sections:
            return ()
        start, end = joint.start("section"), joint.end()
        written = self.line[start:end]
        return self._range(self._pinned(Citation(written, start, end, written, _number(written), is_sure=last.is_sure)))

    def _short(self, match: re.Match[str], group: str, number: RuleNumber, before: Citation) -> Citation:
        """A number that is written short after another."""
        start, end = match.span(group)
        return Citation(match[group], start, end, str(number), number, is_sure=before.is_sure)


def _is_subrule(letters: str) -> bool:
    return all(letter in SUBRULE_LETTERS for letter in letters)


def _number(text: str) -> RuleNumber | None:
    try:
        return RuleNumber.parse(text)
    except BadValue:
        return None


def _completed(number: RuleNumber, short: str) -> RuleNumber | None:
    try:
        return number.expand_short_form(short)
    except BadValue:
        return None


def _day(text: str) -> date | None:
    try:
        return parse_date(text)
    except BadValue:
        return None
