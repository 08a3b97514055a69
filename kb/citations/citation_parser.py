"""Parsing the citations in a line of any text: prose, markup, comments and strings of source code.

Unlike the rules (see `kb.text.reference_parser`), other texts have prices, version numbers and floating-point numbers.
If a number is likely to be one of these, it counts as a citation only with more context:
    CR 704, rule 306.5         a citation word makes any number of three digits a citation
    702.19b                    a letter suffices too, unless it may be a unit or a float suffix (`120.5s`, `100.5f`)
    see 601.2, > 601.2. To     a weak sign, or a letter that may be a unit: it counts only if a rule ever had the number
    306.50, 1.704.5, 192.168   no citation

One regex finds each number with the citation word before it; a bare number has none. Lists are parsed item by item.
Guarantees: citations don't overlap and come in order; `line[start:end]` is the text of the citation.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from typing import NamedTuple, TypeVar

from kb.citations.bare_numbers import begins_text, has_day_before, opens_quoted_block
from kb.citations.link_anchors import find_anchors
from kb.documents import Doc
from kb.errors import BadValue
from kb.rule_number import SUBRULE_LETTERS, RuleNumber
from kb.text.dates import parse_date

Parsed = TypeVar("Parsed")


class Citation(NamedTuple):
    """A rule number cited in a text. The two ends of a range are two citations.

    Attributes:
        text: the text of the citation, with the citation word before it and the edition after it.
        start: offset of the citation's first character in the line.
        end: offset after the citation's last character.
        written: the full number (301.5f for the short form `f`), or the text of a malformed number.
        number: the number of the rule, or None if no rule can have this number (704.5l, 704.5J, 702.9.b).
        edition: the day of the edition that the citation is pinned to, or None for the current rules.
        is_sure: False if the number is a citation only if some rule has ever had it.
        needs_text: True if the number is a citation only if the text beside it is a rule's text or names a rule.
        range_start: the lower end of a range, if this citation is the upper end. Otherwise None.
    """

    text: str
    start: int
    end: int
    written: str
    number: RuleNumber | None
    edition: date | None = None
    is_sure: bool = True
    range_start: RuleNumber | None = None
    needs_text: bool = False

    @property
    def doc(self) -> Doc:
        """The document: the Comprehensive Rules."""
        return "cr"


_NUMBER = r"""
    (?<![0-9])(?P<section> [1-9][0-9]{2} )
    (?: (?P<dot> [._] ) (?P<rule> [1-9][0-9]{0,3} )
        (?: (?P<letters> [A-Za-z]{1,2} ) | (?P<odd> \.[a-z] | [ ]?\([a-z]\) ) )? (?![^\W_])
      | (?! [0-9A-Za-z] )
    )
    """
# A citation word and the characters allowed between it and the number: `CR#603.3b`, `"rule": "704.5j"`, `cr_704_5j`,
# `CR <b>704.5`, `rule no. 601.2`. Some words must have the right letter case: "rc 120.1" isn't a citation.
_CITED_FORM = rf"""
    (?:
      (?P<word>
          (?<![^\W_]) (?i: comp(?:rehensive|\.)?[ _-]?rules? | (?:mtg|magic)[ _-]?rules? | game[ ]rules?
              | (?:sub-?)?rules? | (?:sous-)?r[èe]gles? )
        | (?<![^\W_]) (?: C\.?R\.? | cr | R\.?C\.? )
        | (?<=[a-z]) (?: Rules? | CR )
      )
      (?P<between> (?: [ ]?(?:n[o°]\.?|numbers?|num[ée]ros?) (?=[ ]) )?
          (?: &nbsp; | &\#160; | <[^<>]{{1,80}}> | [\s_:\#=({{\[\-–"'`*!§@|] ){{0,5}} )
    | (?P<weak> (?<!\w) (?i: see(?:[ ]also)? | cf\.? | voir(?:[ ]aussi)? ) [ ] )
    )?
    {_NUMBER}
    """
_CITED = re.compile(_CITED_FORM, re.VERBOSE)
# In a text about the rules, these words cite sections, too.
_WITH_SECTIONS = _CITED_FORM.replace("(?i: comp", r"(?i: (?:sub-?)?sections? | chapters? | chapitres? | comp", 1)
_CITED_IN_ANSWER = re.compile(_WITH_SECTIONS, re.VERBOSE)
# The pattern for lines without a citation word. It is many times faster, and most lines of code have no such word.
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
        (?! \w | \.[0-9] | ,(?![1-9][0-9]{2}\.[1-9][0-9]{0,2}[a-z])[0-9] | % )
      | (?P<short> [a-km-np-z]) (?! \w | ['’.]\w )
    )
    """
_JOINT = re.compile(
    rf"""["'`*]{{0,2}}
    (?: [ ]?[,;][ ]?(?:(?:and|or|et|ou|&)[ ])? | [ ]?[/+&][ ]? | [ ](?:and(?:/or)?|or|et|ou)[ ] ) {_NEXT}""",
    re.VERBOSE,
)
# A quoted title between two items of a list. It may include the comma: “Dash,” 702.152.
_TITLE = re.compile(r""",?[ ]?(?:“[^“”]{1,80}”|«[^«»]{1,80}»|"[^"]{1,80}")""")
_AFTER_TITLE = re.compile(rf"(?<=,[”\"])[ ](?:(?:and|or|et|ou)[ ])?{_NEXT}", re.VERBOSE)
# The length of the scheme is limited. Otherwise a search would read a long word to its end again for each character.
_ADDRESS = re.compile(r"\w{1,32}://[^\s<>\"')\]]+")
# Characters allowed between a citation word and a section number.
_BEFORE_SECTION = re.compile(r"(?!  )(?:[ \u00a0*`§]|&nbsp;|&\#160;|<[^<>]+>){0,3}")
# If one of these follows a number without a dot, the number isn't a section: `rule 404(b)`.
_NO_SECTION = re.compile(r"\([a-z0-9]\)|-[0-9]{3,}-|/(?![1-9][0-9]{2}(?!\w))|[\\_]")
# A citation word at the end of the previous line.
_WORD_AT_END = re.compile(r"(?:^|[^\w])(?:(?i:rules?|r[èe]gles?)|CR|RC)\s*$")
_MARGIN = re.compile(r"[\s/*#>;%!-]*")

# A number before one of these is an amount, an address, a file name or a part of a longer number.
_GOES_ON = re.compile(
    r"""
    [.:][0-9] | ,(?![1-9][0-9]{2}\.[1-9][0-9]{0,2}[a-z])[0-9] | [%°$€£\\] | @(?![0-9]{4}-) | [ ][%€£$](?!\w)
    | \.[A-Za-z]\w | =(?!=) | _[0-9]
    """,
    re.VERBOSE,
)
_UNIT = re.compile(
    r"""
    -?[ ]?(?i: [kmgt]i?b | [kmg]hz | p[xtm] | [mµn]s | rpm | fps | mph | k?m | s | kg | cm | mm | kw | dpi | usd | eur
        | bytes? | sec(?:onds?|s)? | min(?:utes?|s)? | hours? | days? | euros? | dollars? | percent | degrees ) \b
    """,
    re.VERBOSE,
)
# A bare number after one of these is part of a longer token, or the number of a version, a page or another thing.
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
# Each of these begins a comment or a string. Numbers elsewhere in source code are literals, not citations.
_OPENS_PROSE = re.compile(r"""//|/\*|^\s*[*\#>;%-]|(?:^|\s)(?:\#|--|;;)\s|<!--|["'`“«]""")
# Patterns of the text before and after a literal: `x = 100.5f;`, `scale(1, 100.5f)`, `100.5f * x`.
_BEFORE_LITERAL = re.compile(r"(?:[=<+*/]|(?<![-=])>|\{[^{}]*|\w\([^()]*|\w\[|\b(?:return|case|yield))\s*\Z")
_AFTER_LITERAL = re.compile(r"\s(?:[*+<>]|[=!<>]=|&&|\|\|)\s|;\s*\Z")
# If a bare number follows directly after one of these marks, fewer letters may be a unit (see `_UNITS_SET_OFF`).
_SET_OFF = re.compile(r"""(?:[(\["'`“«*]|//[/!]?|^\s*[*\#;>]+|(?:^|\s)(?:\#+|--|;;))\s?\Z""")
# A text that `_BEFORE_LITERAL` or `_SET_OFF` matches has such a sign or word. In a line that is full of numbers, it is
# much faster to look for these first.
_LITERAL_SIGNS, _LITERAL_WORDS = frozenset("=<+*/>{(["), ("return", "case", "yield")
_SET_OFF_SIGNS = frozenset("([\"'`“«*/!#;>-")
_MEASURED = re.compile(r"(?:took|takes|lasted|lasts|waited|elapsed|timeout|weighs|~|≈)[ :=]*\Z", re.IGNORECASE)
# Matches what follows a number if the text of the rule begins there: ` I` in `> 704.5j If two`.
_BEGINS_TEXT = re.compile(r"[.:]?[*_`]{0,3}[.:]?\s+[*_]{0,2}[“\"]?[^\W\d_a-z]")
_TAG = re.compile(r"<[^<>]*>\Z")
_EMPHASIS = re.compile(r"(?<!\w)_{1,2}\Z")

# Letters that may be a unit, a float suffix or a size after a bare number.
_UNITS = frozenset("bcdefghkmnpstuvwx")
# Some of these letters may be a unit even in brackets or at the start of a comment: (120.5s), (100.5f).
_UNITS_SET_OFF = frozenset("dfghkmsx")

# In programs, 802.1x, 802.3af and 802.11ac are more often IEEE standards than rules of section 802.
_NETWORKS = "802"


def find_citations(line: str, before: str = "", *, every: bool = False) -> tuple[Citation, ...]:
    """Find the citations of a line, in order.

    `before` is the previous line. It may end with the citation word for a number at the start of `line`. With `every`,
    each number of the form 306.5 or 306.5d is a citation, unless it is clearly an amount, an address or a version.
    """
    parser = _LineParser(line, before, every=every)
    found = tuple(parser.citations())
    numbers = {citation.number for citation in found}  # the link of a citation leads to the cited rule itself
    anchors = [citation for citation in parser.anchors() if citation.number not in numbers]
    return tuple(sorted((*found, *anchors), key=lambda citation: citation.start)) if anchors else found


def margin_end(line: str) -> int:
    """Return the offset of a line's text after the indentation and the mark of a comment or a quotation."""
    return margin.end() if (margin := _MARGIN.match(line)) else 0


class _LineParser:
    """Parses one line from left to right."""

    def __init__(self, line: str, before: str, *, every: bool = False) -> None:
        self.line, self._every = line, every
        addresses = [match.span() for match in _ADDRESS.finditer(line)] if "://" in line else []
        self._address_starts = [start for start, _end in addresses]
        self._address_ends = [end for _start, end in addresses]
        self._anchors = find_anchors(line)
        # If the previous line ends with a citation word: the offset at which its number may begin. Otherwise -1.
        self.after_word_before = margin_end(line) if _WORD_AT_END.search(before) else -1

    def citations(self) -> Iterator[Citation]:
        """Yield the citations of the line."""
        at, lower_case = 0, self.line.lower()
        plain = _CITED if any(part in lower_case for part in _WORD_PARTS) else _BARE
        cited = _CITED_IN_ANSWER if self._every else plain
        # Most lines have one number, so search for more digits first. This is faster than searching for a citation.
        while _DIGITS.search(self.line, at) and (match := cited.search(self.line, at)):
            at = match.end()
            if self._is_in_address(match.start("section")) or self._is_in_anchor(match.start("section")):
                continue
            for citation in self._list(match):
                yield citation
                at = citation.end

    def anchors(self) -> Iterator[Citation]:
        """Yield the citations in the anchors of links."""
        for start, end, written in self._anchors:
            if number := _parse(RuleNumber.parse, written):
                yield Citation(self.line[start:end], start, end, written, number, is_sure=False)

    def _is_in_anchor(self, place: int) -> bool:
        return any(start <= place < end for start, end, _written in self._anchors)

    def _is_in_address(self, place: int) -> bool:
        nearest = bisect_right(self._address_starts, place) - 1
        return nearest >= 0 and place < self._address_ends[nearest]

    def _list(self, match: re.Match[str]) -> Iterator[Citation]:
        """Yield the citation of a match, and if it begins a range or a list, the following citations."""
        item: tuple[Citation, ...] = self._first(match)
        word = match["word"] or ""
        allow_sections = match["rule"] is None and (word[-1:] in "sS" or word in ("CR", "RC"))
        while item:
            yield from item
            item = self._next(item[-1], allow_sections=allow_sections)

    def _first(self, match: re.Match[str]) -> tuple[Citation, ...]:
        """Return the citation of a match and the end of its range, if any. Return () if the match is no citation."""
        anchored = match["word"] is not None or match.start() == match.start("section") == self.after_word_before
        end = match.end() if anchored or match["odd"] is None else match.end("rule")
        is_number = match["rule"] is not None or (anchored and self._is_section(match))
        if not is_number or _GOES_ON.match(self.line, end) or (not match["letters"] and _UNIT.match(self.line, end)):
            return ()
        start = match.start() if match["word"] else match.start("section")
        if anchored:
            return self._range(self._citation(match, start, end, is_sure=True))
        if match["dot"] == "_" or self._is_foreign(match, end):
            return ()
        item = self._range(self._citation(match, start, end, is_sure=self._every or self._is_sure(match)))
        opens_block = opens_quoted_block(self.line, start) and _BEGINS_TEXT.match(self.line, end)
        if self._every or match["letters"] or match["weak"] or len(item) > 1 or opens_block:
            return item
        return self._without_letter(item[0])

    def _without_letter(self, citation: Citation) -> tuple[Citation, ...]:
        """Return a bare number without a letter as a citation if the text around it shows that it is one."""
        before = self._text_before(citation.start)
        following = self._next(citation, allow_sections=False)
        is_above = following and following[0].number and citation.number == following[0].number.parent
        if is_above or has_day_before(before):  # above the next one: (801.7, 801.7a)
            return (citation._replace(is_sure=False),)
        if begins_text(self.line, citation.end, before):
            return (citation._replace(is_sure=False, needs_text=True),)
        return ()

    def _is_section(self, match: re.Match[str]) -> bool:
        """True if a number without a dot is a section: `CR 704`, `rule 601`; not `CR-704`, `rule 404(b)`."""
        word, between = match["word"] or "", match["between"] or ""
        if word and self.line.endswith("_", 0, match.start()):
            return False  # the word is a part of an identifier: landlock_add_rule 445
        if word == "cr" or (not between and word not in ("CR", "RC", "")) or not _BEFORE_SECTION.fullmatch(between):
            return False
        return not _NO_SECTION.match(self.line, match.end())

    def _is_foreign(self, match: re.Match[str], end: int) -> bool:
        """True if a bare number belongs to the text around it, such as a price, a path or a literal."""
        letters = match["letters"] or ""
        if (
            letters
            and not self._every
            and (any(each not in SUBRULE_LETTERS for each in letters) or (len(letters) == 2 and letters[0] != "a"))
        ):
            return True
        start = match.start() if match["weak"] else match.start("section")
        before = self._text_before(start)
        if before[-1:] in ("_", ">"):
            before = _TAG.sub("", _EMPHASIS.sub("", before))
        if _COMES_FROM.search(before[-24:]) or (letters == "z" and before.rstrip(" ,")[-1:].isdigit()):
            return True  # the second condition finds coordinates in the path of an SVG: "L 120 130.5z"
        if letters in _UNITS_SET_OFF and _MEASURED.search(before[-24:]):
            return True
        if letters not in ("d", "f", "m") or _OPENS_PROSE.search(before):
            return False
        is_possible = not _LITERAL_SIGNS.isdisjoint(before) or before.rstrip().endswith(_LITERAL_WORDS)
        return bool((is_possible and _BEFORE_LITERAL.search(before)) or _AFTER_LITERAL.match(self.line, end))

    def _text_before(self, start: int) -> str:
        """Return up to 160 characters before an offset. A line may be long: a minified program is a single line."""
        return self.line[max(0, start - 160) : start]

    def _is_sure(self, match: re.Match[str]) -> bool:
        """True if a bare number is a citation even if no rule has ever had the number."""
        letters = match["letters"] or ""
        if not letters or match["section"] == _NETWORKS:
            return False
        if letters not in _UNITS:
            return True
        before = self._text_before(match.start("section"))
        set_off = before.rstrip()[-1:] in _SET_OFF_SIGNS and _SET_OFF.search(before) is not None
        return match["weak"] is not None or (set_off and letters not in _UNITS_SET_OFF)

    def _citation(self, match: re.Match[str], start: int, end: int, *, is_sure: bool) -> Citation:
        """Return the citation of a match, with the edition that it is pinned to."""
        letters = match["letters"] or ""
        if match["dot"] == "_":
            letters = letters.lower()  # an identifier may be in capitals: CR_704_5J
        written = match["section"]
        if match["rule"]:
            odd = (match["odd"] or "").strip() if end == match.end() else ""
            written += f".{match['rule']}{letters}{odd}"
        return self._pinned(
            Citation(self.line[start:end], start, end, written, _parse(RuleNumber.parse, written), is_sure=is_sure)
        )

    def _pinned(self, citation: Citation) -> Citation:
        pin = _PIN.match(self.line, citation.end)
        day = _parse(parse_date, pin["day"] or pin["at"]) if pin else None
        if pin is None or day is None:
            return citation
        return citation._replace(text=self.line[citation.start : pin.end()], end=pin.end(), edition=day)

    def _range(self, first: Citation) -> tuple[Citation, ...]:
        """Return all citations of a range that `first` begins, or only `first`. A pin after the range holds for all."""
        match = _RANGE.match(self.line, first.end)
        if match is None or first.number is None or _GOES_ON.match(self.line, match.end()):
            return (first,)
        number, group = first.number, "full" if match["full"] else "short" if match["short"] else "last"
        start: tuple[Citation, ...] = (first,)
        if match["first"]:  # as in French: "510.1 c-d" means 510.1c to 510.1d
            subrule = _parse(RuleNumber.parse, f"{number}{match['first']}")
            if subrule is None:
                return (first,)
            start, number = (first, self._short(match, "first", subrule, first)), subrule
        upper = _parse(number.expand_short_form, match[group])
        if upper is None or upper.kind != number.kind or upper <= number:
            return (first,)
        last = self._pinned(self._short(match, group, upper, first))._replace(range_start=number)
        if any(each.edition != last.edition for each in start):
            start = tuple(each._replace(edition=last.edition) for each in start)
        return (*start, last)

    def _next(self, last: Citation, *, allow_sections: bool) -> tuple[Citation, ...]:
        """Return the next item of the list that a citation belongs to, or an empty tuple at the end of the list."""
        joint = _JOINT.match(self.line, last.end)
        if joint is None and (title := _TITLE.match(self.line, last.end)):
            joint = _JOINT.match(self.line, title.end()) or _AFTER_TITLE.match(self.line, title.end())
        if joint is None or last.number is None or _GOES_ON.match(self.line, joint.end()):
            return ()
        if joint["short"]:
            number = _parse(last.number.expand_short_form, joint["short"]) if last.number.subrule else None
            # An "i" after 704.5h may be a subrule. In "704.5a, i think", the "i" is a word.
            if number is None or number <= last.number or (joint["short"] == "i" and not last.written.endswith("h")):
                return ()
            return self._range(self._short(joint, "short", number, last)._replace(is_sure=False))
        if joint["rule"] is None and not allow_sections:
            return ()
        start, end = joint.start("section"), joint.end()
        written = self.line[start:end]
        return self._range(
            self._pinned(
                Citation(written, start, end, written, _parse(RuleNumber.parse, written), is_sure=last.is_sure)
            )
        )

    def _short(self, match: re.Match[str], group: str, number: RuleNumber, before: Citation) -> Citation:
        """Return the citation of a number in short form after the citation `before`."""
        start, end = match.span(group)
        return Citation(match[group], start, end, str(number), number, is_sure=before.is_sure)


def _parse(parse: Callable[[str], Parsed], text: str) -> Parsed | None:
    with suppress(BadValue):
        return parse(text)
    return None
