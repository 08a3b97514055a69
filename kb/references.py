"""The grammar of references: where a text points to a rule, a range of rules or a section.

A cheap scan looks for three digits or a section word; only then is the text cut into tokens and
read by a small parser, one for both languages, since the two differ only in their words:

    reference = word item { joint item }
    item      = number [ dash end ] [ title ]
    joint     = "," | "and" | "or" | ", and" | "et" | "ou" | ...
    end       = number | digits | letters          (short for the number before it)

A number with a dot needs no word before it (`101.4a`). A bare section number (`601`) does, or it
could be an amount. Every reference carries the exact span of its words, its quoted title included.

Guarantees: spans don't overlap and stand in order; `text[start:end]` is the reference's text; a
number that can't be one (704.5l) is no reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kb.errors import BadValue
from kb.model import Reference, Rule
from kb.number import RuleNumber

_MAY_HOLD_ONE = re.compile(r"[1-9][0-9]{2}|\b[Ss]ections?\s[1-9]\b|\b[Cc]hapitres?\s[1-9]\b")

_TOKEN = re.compile(
    r"""
      (?P<number> (?<![\w.,$€/+]) [1-9][0-9]{2} \. [1-9][0-9]{0,3}
          (?: [a-km-np-z]{1,2} (?!\w) | (?![\w/%]|[.,][0-9]) ) )
    | (?P<section> (?<![\w.,$€/+]) [1-9][0-9]{2} (?![\w/%]|[.,][0-9]) )
    | (?P<chapter> \b(?: [Ss]ections? | [Cc]hapitres? )\s [1-9] (?![\w/]|[-–.,][0-9]) )
    | (?P<word> \b(?: [Rr]ules? | [Ss]ubrules? | [Ss]ections? | [Ss]teps? | [Rr]ègles? | [Ss]ous-règles?
          | [Ss]ee | [Vv]oir | [Cc]f\. ) (?!\w) )
    | (?P<gap> (?<=[0-9]) \s (?= [a-km-np-z] [-–] [a-km-np-z] (?![\w'’-]) ) )
    | (?P<dash> \s?[-–—]\s? (?= [0-9a-z] ) )
    | (?P<joint> \s? (?: , \s (?: and | or | et | ou )\b | ,(?=\s) | \b(?: and | or | et | ou )\b ) )
    | (?P<letters> \b [a-km-np-z]{1,2} \b (?!['’]) )
    | (?P<digits> \b [1-9][0-9]{0,1} \b )
    | (?P<space> \s+ )
    | (?P<other> \w+ | . )
    """,
    re.VERBOSE | re.DOTALL,
)

# Quotes mean a title only right behind a number: elsewhere they may hold references themselves. A straight
# quote that touches the number closes something.
_TITLE = re.compile(
    r"""
      ,? \s? (?: “[^“”\n]{1,80}” | «[^«»\n]{1,80}» )
    | (?: ,\s? | \s ) "(?!\s)[^"\n]{1,80}"
    """,
    re.VERBOSE,
)


class _Token(NamedTuple):
    """A tuple, since a text has hundreds of them and making one must cost next to nothing."""

    kind: str
    text: str
    start: int
    end: int


def find(text: str) -> tuple[Reference, ...]:
    """Every reference of a text in English or French, in order, spans counted in characters."""
    if not _MAY_HOLD_ONE.search(text):
        return ()
    return tuple(_Parser(text).references())


def find_in(rule: Rule) -> tuple[Reference, ...]:
    """Every reference of a rule: those of its own text first, then those of each example.

    Headings count too: "215. This section is now empty. See rule 205.4c" stands in editions of 2005. So
    references depend on the wording alone, which may be a heading here and a rule's text there.
    """
    found = list(find(rule.text))
    for place, example in enumerate(rule.examples):
        found += [
            Reference(ref.text, ref.start, ref.end, ref.target, ref.target_end, place) for ref in find(example.text)
        ]
    return tuple(found)


class _Parser:
    """Reads one text from left to right; never goes back over a reference that it has given."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [
            _Token(str(match.lastgroup), match.group(), match.start(), match.end()) for match in _TOKEN.finditer(text)
        ]
        self.at = 0

    def references(self) -> Iterator[Reference]:
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind == "word":
                yield from self._list(token)
            elif token.kind in ("number", "chapter"):
                yield from self._list(None)
            else:
                self.at += 1

    def _peek(self, *kinds: str, skip_space: bool = False) -> int | None:
        """Index of the next token if it is of one of these kinds, else None."""
        at = self.at
        if skip_space and at < len(self.tokens) and self.tokens[at].kind == "space":
            at += 1
        return at if at < len(self.tokens) and self.tokens[at].kind in kinds else None

    def _list(self, word: _Token | None) -> Iterator[Reference]:
        """A reference word with its items, or items alone."""
        start = None
        if word is not None:
            self.at += 1
            start = word.start
            # "cf. règle 601", "See rule 601": the last word before the number starts the reference.
            while (at := self._peek("word", skip_space=True)) is not None:
                start = self.tokens[at].start
                self.at = at + 1
        before: RuleNumber | None = None
        while True:
            reference = self._item(start, before, anchored=word is not None)
            if reference is None:
                return
            yield reference
            before, start = reference.target_end or reference.target, None
            at = self._peek("joint")
            if at is None and reference.text.rstrip('”"» ').endswith(","):
                at = self._peek("space")  # the comma stands inside the quotes: "702.109, “Dash,” 702.152"
            if at is None:
                return
            self.at = at + 1
            if (again := self._peek("word", skip_space=True)) is not None:
                self.at = again  # "rule 601 and rule 602": the second word starts a list of its own
                return

    def _item(self, start: int | None, before: RuleNumber | None, *, anchored: bool) -> Reference | None:
        """One number with what belongs to it, or None where no number stands."""
        at = self._peek("number", "chapter", *(("section",) if anchored else ()), skip_space=True)
        short = self._peek("letters", skip_space=True) if at is None and before and before.subrule else None
        if at is not None:
            first, number = self.tokens[at], self._number(self.tokens[at].text)
        elif short is not None and before is not None and self.tokens[short].text in _SHORT_LETTERS:
            at, first = short, self.tokens[short]
            number = self._short(before, first.text)
        else:
            return None
        if number is None:
            return None
        self.at = at + 1
        end = first.end
        last = None
        if (dash := self._peek("dash")) is not None:
            last, end = self._range_end(number, dash, end)
        elif number.kind == "rule" and (gap := self._peek("gap")) is not None:
            # French pages write "510.1 c-d".
            lower = self._number(f"{number}{self.tokens[gap + 1].text}")
            if lower is not None:
                last, end = self._range_end(lower, gap + 2, end)
                number = lower if last is not None else number
        if title := _TITLE.match(self.text, end):
            end = title.end()
            while self.at < len(self.tokens) and self.tokens[self.at].start < end:
                self.at += 1
        # "section 3" holds its own word; "See" before it is none of it.
        begin = first.start if start is None or first.kind == "chapter" else start
        return Reference(self.text[begin:end], begin, end, number, last)

    def _range_end(self, number: RuleNumber, dash: int, end: int) -> tuple[RuleNumber | None, int]:
        """The upper end of a range whose dash stands at `dash`, and where its words end."""
        upper = self.tokens[dash + 1]
        if upper.kind not in ("number", "section", "letters", "digits"):
            return None, end
        # A dash with spaces, or a long one, may part clauses ("306.5a – if", "119.7 — 8 of them"). One
        # letter ends a range all the same: older editions print "601.2a - g".
        tight = self.tokens[dash].text in ("-", "–")
        if not tight and (upper.kind == "digits" or (upper.kind == "letters" and len(upper.text) > 1)):
            return None, end
        last = self._short(number, upper.text)
        if last is None or last.kind != number.kind or last <= number:
            return None, end
        self.at = dash + 2
        return last, upper.end

    @staticmethod
    def _number(text: str) -> RuleNumber | None:
        try:
            return RuleNumber.parse(text.rsplit(maxsplit=1)[-1])
        except BadValue:
            return None

    @staticmethod
    def _short(before: RuleNumber, text: str) -> RuleNumber | None:
        try:
            return before.completed(text)
        except BadValue:
            return None


# What "b" in "608.3a and b" may be; an article or a word of two letters is not meant.
_SHORT_LETTERS = frozenset("bcdefghijkmnpqrstuvwxz")
