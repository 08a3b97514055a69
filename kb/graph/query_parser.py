"""Structural queries: rules by what they cite, where they stand and what they are.

    query   = all { "|" all }
    all     = one { "&" one }
    one     = "!" one | "(" query ")" | atom
    atom    = number | number ".*" | range | "deprecated"
            | ( "under" "(" number | range ")" )
            | ( "refs" | "refs+" | "cited-by" | "cited-by+" ) "(" query ")"
            | "text" "(" string ")"
            | "has" "(" "example" ")"
            | ( "current" | "stale" | "untranslated" | "missing" ) "(" "fr" ")"
            | ( "born" | "moved" | "gone" ) "(" period ")"
            | "changed" "(" period [ "," class ] ")"
    period  = [ day ] ".." [ day ]

A number may be pinned to a day: 306.7@2009-09-04. A query is read into a tree of frozen values, whose `str`
is the query again; `kb.graph.query_evaluator` evaluates it. What each atom means stands in docs/query.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Literal, NamedTuple, get_args

from kb.dates import parse_date
from kb.errors import BadQuery, BadValue
from kb.i18n import _
from kb.model import Rule
from kb.rule_number import NumberRange, RuleNumber
from kb.text.folding import strip_accents
from kb.text.normalization import ChangeClass

Relation = Literal["refs", "refs+", "cited-by", "cited-by+"]

ATOM_FORMS = (
    "306.5, 306.*, 301.5a-f, under(306), refs(...), cited-by(...), refs+(...), cited-by+(...), "
    'text("..."), has(example), deprecated, born(A..B), changed(A..B), moved(A..B), gone(A..B), '
    "current(fr), stale(fr), untranslated(fr), missing(fr)"
)
"""Every form that an atom may have, as messages list them."""

ChangeEvent = Literal["born", "changed", "moved", "gone"]
FrenchState = Literal["current", "stale", "untranslated", "missing"]

_RELATIONS: tuple[Relation, ...] = get_args(Relation)
_EVENTS: tuple[ChangeEvent, ...] = get_args(ChangeEvent)
_FAR: tuple[FrenchState, ...] = get_args(FrenchState)

# A query that people type is far shorter and flatter; deeper ones would exhaust the stack.
_CHARACTERS, _DEPTH = 2000, 50


@dataclass(frozen=True, slots=True)
class NumbersAtom:
    """The numbers of a range, at their own level: `306.5`, `301.5a-301.5f`; or one of a day, `306.7@2009-09-04`."""

    numbers: NumberRange
    edition: date | None = None

    def covers(self, number: RuleNumber) -> bool:
        """Whether the atom means a number."""
        first, last = self.numbers.first, self.numbers.last
        return first <= number <= last and number.kind == first.kind

    def __str__(self) -> str:
        return f"{self.numbers}{_at(self.edition)}"


@dataclass(frozen=True, slots=True)
class BelowAtom:
    """Everything below a number, without itself: `306.*`, `212.*@2007-10-01`."""

    number: RuleNumber
    edition: date | None = None

    def covers(self, number: RuleNumber) -> bool:
        """Whether the atom means a number."""
        return number != self.number and self.number.covers(number)

    def __str__(self) -> str:
        return f"{self.number}.*{_at(self.edition)}"


@dataclass(frozen=True, slots=True)
class UnderAtom:
    """A number or range with everything below it: `under(306)`, `under(212@2007-10-01)`."""

    numbers: NumberRange
    edition: date | None = None

    def covers(self, number: RuleNumber) -> bool:
        """Whether the atom means a number."""
        return self.numbers.covers(number)

    def __str__(self) -> str:
        return f"under({self.numbers}{_at(self.edition)})"


@dataclass(frozen=True, slots=True)
class RelationAtom:
    """Rules by what they cite or are cited by: `refs(306.*)`."""

    relation: Relation
    target: Query

    def __str__(self) -> str:
        return f"{self.relation}({self.target})"


@dataclass(frozen=True, slots=True)
class TextAtom:
    """Rules whose text has a phrase: `text("loyalty ability")`."""

    phrase: str

    def matches(self, rule: Rule) -> bool:
        """Whether a rule's own text has the phrase; examples don't count."""
        return fold_phrase(self.phrase) in fold_phrase(rule.text)

    def __str__(self) -> str:
        escaped = re.sub(r'(["\\])', r"\\\1", self.phrase)
        return f'text("{escaped}")'


@dataclass(frozen=True, slots=True)
class HasExampleAtom:
    """Rules that an example follows: `has(example)`."""

    def matches(self, rule: Rule) -> bool:
        """Whether an example follows a rule."""
        return bool(rule.examples)

    def __str__(self) -> str:
        return "has(example)"


@dataclass(frozen=True, slots=True)
class DeprecatedAtom:
    """Rules that only say that something used to be so: `deprecated`."""

    def matches(self, rule: Rule) -> bool:
        """Whether a rule only says that something used to be so."""
        return rule.status == "deprecated"

    def __str__(self) -> str:
        return "deprecated"


@dataclass(frozen=True, slots=True)
class EventAtom:
    """Rules by what happened to them between the editions of two days: `born(2024-01-01..2025-01-01)`.

    Attributes:
        event: what happened.
        first: the one day; None for the first edition.
        last: the other; None for the edition in view.
        change: for `changed`, the class of the change; None for any.
    """

    event: ChangeEvent
    first: date | None
    last: date | None
    change: ChangeClass | None = None

    def __str__(self) -> str:
        kind = f", {self.change}" if self.change else ""
        return f"{self.event}({self.first or ''}..{self.last or ''}{kind})"


@dataclass(frozen=True, slots=True)
class TranslationAtom:
    """Rules by how far their French is: `stale(fr)`."""

    state: FrenchState

    def __str__(self) -> str:
        return f"{self.state}(fr)"


@dataclass(frozen=True, slots=True)
class NotQuery:
    """Everything but."""

    query: Query

    def __str__(self) -> str:
        return f"!({self.query})" if isinstance(self.query, AndQuery | OrQuery) else f"!{self.query}"


@dataclass(frozen=True, slots=True)
class AndQuery:
    """What every part gives."""

    parts: tuple[Query, ...]

    def __str__(self) -> str:
        return " & ".join(f"({part})" if isinstance(part, AndQuery | OrQuery) else str(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class OrQuery:
    """What any part gives."""

    parts: tuple[Query, ...]

    def __str__(self) -> str:
        return " | ".join(f"({part})" if isinstance(part, OrQuery) else str(part) for part in self.parts)


Query = (
    NumbersAtom
    | BelowAtom
    | UnderAtom
    | RelationAtom
    | TextAtom
    | HasExampleAtom
    | DeprecatedAtom
    | EventAtom
    | TranslationAtom
    | NotQuery
    | AndQuery
    | OrQuery
)


def _at(edition: date | None) -> str:
    return f"@{edition}" if edition else ""


def parse_query(expression: str) -> Query:
    """Read a query.

    Raises:
        BadQuery: it isn't one; the error knows where.
    """
    return _Parser(expression).whole()


class _Token(NamedTuple):
    kind: Literal["word", "string", "mark", "end"]
    text: str
    start: int
    end: int


_TOKEN = re.compile(
    r"""
      (?P<space> \s+ )
    | (?P<mark> [()&|!] )
    | (?P<string> "(?:[^"\\]|\\.)*" | “[^”]*” | «[^»]*» )
    | (?P<open> ["“«] )
    | (?P<word> [^\s()&|!"“«]+ )
    """,
    re.VERBOSE | re.DOTALL,
)


_PERIOD = re.compile(r"(?P<first>[^.,]*)\.\.(?P<last>[^.,]*)(?:,(?P<change>[^,]*))?")


class _Parser:
    """Reads one expression from left to right, one token ahead."""

    def __init__(self, expression: str) -> None:
        self.expression = expression
        if len(expression) > _CHARACTERS:
            raise BadQuery(_("a query has at most 2,000 characters"), expression[:60], 0, 60)
        self.tokens = list(self._tokens())
        self.at = 0
        self.depth = 0

    def whole(self) -> Query:
        query = self._query()
        if self._next.kind != "end":
            raise self._wrong(
                self._next, _("'{text}' follows a whole query: join the two with & or |", text=self._next.text)
            )
        return query

    @property
    def _next(self) -> _Token:
        return self.tokens[self.at]

    def _tokens(self) -> Iterator[_Token]:
        for match in _TOKEN.finditer(self.expression):
            token = match.group()
            if match.lastgroup == "open":
                raise self._wrong(
                    _Token("mark", token, match.start(), match.end()), _("the quotation mark is never closed")
                )
            if match.lastgroup == "string":
                inner = token[1:-1]
                phrase = re.sub(r"\\(.)", r"\1", inner, flags=re.DOTALL) if token[0] == '"' else inner.strip()
                yield _Token("string", phrase, match.start(), match.end())
            elif match.lastgroup == "mark":
                yield _Token("mark", token, match.start(), match.end())
            elif match.lastgroup == "word":
                yield _Token("word", token, match.start(), match.end())
        yield _Token("end", "", len(self.expression), len(self.expression))

    def _query(self) -> Query:
        parts = self._joined("|", lambda: self._several(self._joined("&", self._one), AndQuery))
        return self._several(parts, OrQuery)

    def _joined(self, mark: str, part: Callable[[], Query]) -> tuple[Query, ...]:
        parts = [part()]
        while self._takes(mark):
            parts.append(part())
        return tuple(parts)

    @staticmethod
    def _several(parts: tuple[Query, ...], kind: type[AndQuery | OrQuery]) -> Query:
        return kind(parts) if len(parts) > 1 else parts[0]

    def _one(self) -> Query:
        self.depth += 1
        if self.depth > _DEPTH:
            raise self._wrong(self._next, _("a query nests at most {depth} deep", depth=_DEPTH))
        try:
            if self._takes("!"):
                return NotQuery(self._one())
            if self._takes("("):
                return self._closed(self._query())
            return self._atom()
        finally:
            self.depth -= 1

    def _atom(self) -> Query:
        token = self._next
        if token.kind != "word":
            what = {"end": _("the query ends here"), "string": _("a phrase stands in text(...)")}.get(token.kind)
            what = what or _("{text} stands here", text=token.text)
            raise self._wrong(token, _("{what}, where an atom must follow: {atoms}", what=what, atoms=ATOM_FORMS))
        self.at += 1
        name = token.text.lower()
        if name[0].isdigit():
            return self._number(token)
        if name == "deprecated":
            return DeprecatedAtom()
        takes: dict[str, tuple[str, Callable[[], Query]]] = {
            "under": (_("a number, such as 306"), self._under),
            "text": (_('a phrase, such as "loyalty"'), lambda: TextAtom(self._phrase())),
            "has": ("example", self._property),
        }
        for state in _FAR:
            takes[state] = ("fr", partial(self._translated, state))
        for event in _EVENTS:
            takes[event] = (_("two days, such as 2024-01-01..2025-01-01"), partial(self._period, event))
        for relation in _RELATIONS:
            takes[relation] = (_("a query, such as 306.*"), partial(self._related, relation))
        if name in takes:
            return self._applied(token, *takes[name])
        raise self._wrong(token, _("'{text}' is no atom of a query: {atoms}", text=token.text, atoms=ATOM_FORMS))

    def _applied(self, name: _Token, holds: str, argument: Callable[[], Query]) -> Query:
        if not self._takes("("):
            raise self._wrong(name, _("'{name}' takes {holds}, in parentheses", name=name.text, holds=holds))
        return self._closed(argument())

    def _related(self, relation: Relation) -> Query:
        return RelationAtom(relation, self._query())

    def _number(self, token: _Token) -> Query:
        text, at, day = token.text.partition("@")
        if text.endswith(".*"):
            numbers, edition = self._read(token, f"{text[:-2]}{at}{day}")
            return BelowAtom(numbers.first, edition)
        return NumbersAtom(*self._read(token, token.text))

    def _under(self) -> Query:
        token = self._taken("word", _("a number must follow, such as 306 or 301.5a-f"))
        return UnderAtom(*self._read(token, token.text))

    def _read(self, token: _Token, text: str) -> tuple[NumberRange, date | None]:
        """A number or a range, and the day that it is pinned to."""
        try:
            if "@" not in text:
                return NumberRange.parse(text), None
            from kb.history.pinned_number import parse_number_or_pin

            pin = parse_number_or_pin(text)
            return (NumberRange(pin, pin), None) if isinstance(pin, RuleNumber) else (pin.range, pin.day)
        except BadValue as problem:
            stars = _(", and everything below it is 306.*") if "*" in text else ""
            raise self._wrong(token, f"{problem}{stars}") from None

    def _period(self, event: ChangeEvent) -> Query:
        """Two days, either of which may be left out, and for `changed` a class of changes."""
        start, example = self._next, f"{event}(2024-01-01..2025-01-01)"
        words = [self._taken("word", _("two days must follow, such as {example}", example=example))]
        while self._next.kind == "word":
            words.append(self._taken("word", ""))
        whole = start._replace(end=words[-1].end)
        match = _PERIOD.fullmatch("".join(word.text for word in words))
        if match is None:
            raise self._wrong(
                whole, _("two days must follow, as in {example}; either may be left out", example=example)
            )
        try:
            first, last = (parse_date(day) if day else None for day in (match["first"], match["last"]))
        except BadValue as problem:
            raise self._wrong(whole, str(problem)) from None
        if first and last and last < first:
            raise self._wrong(whole, _("{last} is before {first}: give the earlier day first", last=last, first=first))
        return EventAtom(event, first, last, self._class(event, match["change"], whole))

    def _class(self, event: ChangeEvent, name: str | None, whole: _Token) -> ChangeClass | None:
        if name is None:
            return None
        classes: tuple[ChangeClass, ...] = get_args(ChangeClass)
        for kind in classes:
            if kind == name.lower() and event == "changed":
                return kind
        if event != "changed":
            message = _("'{event}' takes two days alone; a class of changes stands in changed(...)", event=event)
            raise self._wrong(whole, message)
        raise self._wrong(
            whole, str(BadValue("class of changes", name, _("give one of {names}", names=", ".join(classes))))
        )

    def _phrase(self) -> str:
        token = self._taken("string", _('a phrase in quotation marks must follow, such as "loyalty"'))
        if not fold_phrase(token.text):
            raise self._wrong(token, _("a phrase needs more than spaces"))
        return token.text

    def _property(self) -> Query:
        token = self._taken("word", _("what a rule may have is: example"))
        if token.text.lower() != "example":
            raise self._wrong(token, _("'{text}' is nothing that a rule may have: give has(example)", text=token.text))
        return HasExampleAtom()

    def _translated(self, state: FrenchState) -> Query:
        token = self._taken("word", _("a language must follow: fr"))
        if token.text.lower() != "fr":
            message = _(
                "'{text}' is no language that the rules are translated to: give {state}(fr)",
                text=token.text,
                state=state,
            )
            raise self._wrong(token, message)
        return TranslationAtom(state)

    def _taken(self, kind: Literal["word", "string"], otherwise: str) -> _Token:
        token = self._next
        if token.kind != kind:
            raise self._wrong(token, otherwise)
        self.at += 1
        return token

    def _takes(self, mark: str) -> bool:
        found = self._next.kind == "mark" and self._next.text == mark
        self.at += found
        return found

    def _closed(self, query: Query) -> Query:
        if not self._takes(")"):
            raise self._wrong(self._next, _("a parenthesis must be closed here"))
        return query

    def _wrong(self, token: _Token, message: str) -> BadQuery:
        return BadQuery(message, self.expression, token.start, token.end)


_MARKS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-"})


def fold_phrase(text: str) -> str:
    """A text for comparison: case, accents, the shape of quotes and dashes, kinds of space don't count."""
    return " ".join(strip_accents(text.translate(_MARKS)).casefold().split())
