"""The parser of structural queries, which select rules by citations, numbers and properties.

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

A number may be pinned to a day: 306.7@2009-09-04. docs/query.md explains each atom.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from typing import Literal, NamedTuple, get_args

from kb.errors import BadQuery, BadValue
from kb.graph.query_nodes import (
    AndQuery,
    ChangeEvent,
    EventAtom,
    FrenchState,
    NotQuery,
    NumberAtom,
    OrQuery,
    PropertyAtom,
    Query,
    Relation,
    RelationAtom,
    TextAtom,
    TranslationAtom,
    fold_phrase,
)
from kb.history.pinned_number import parse_number_or_pin
from kb.i18n import _
from kb.rule_number import NumberRange, RuleNumber, as_number_range
from kb.text.dates import parse_date
from kb.text.normalization import ChangeClass

ATOM_FORMS = (
    "306.5, 306.*, 301.5a-f, under(306), refs(...), cited-by(...), refs+(...), cited-by+(...), "
    'text("..."), has(example), deprecated, born(A..B), changed(A..B), moved(A..B), gone(A..B), '
    "current(fr), stale(fr), untranslated(fr), missing(fr)"
)
"""The forms of atoms, as messages list them."""

_RELATIONS: tuple[Relation, ...] = get_args(Relation)
_EVENTS: tuple[ChangeEvent, ...] = get_args(ChangeEvent)
_FRENCH_STATES: tuple[FrenchState, ...] = get_args(FrenchState)
_CHANGE_CLASSES: tuple[ChangeClass, ...] = get_args(ChangeClass)

# Limits far above what people type. Deeper queries would exhaust the stack.
_MAX_CHARACTERS, _MAX_DEPTH = 2000, 50

_TOKEN = re.compile(
    r"""
      (?P<space> \s+ )
    | (?P<mark> [()&|!] )
    | (?P<string> "(?:[^"\\]|\\.)*" | “[^”]*” | «[^»]*» )
    | (?P<unclosed> ["“«] )
    | (?P<word> [^\s()&|!"“«]+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_PERIOD = re.compile(r"(?P<first>[^.,]*)\.\.(?P<last>[^.,]*)(?:,(?P<change>[^,]*))?")


def parse_query(expression: str) -> Query:
    """Parse a query. Raise BadQuery, with the offsets of the error, if the expression isn't a query."""
    return _Parser(expression).parse()


class _Token(NamedTuple):
    kind: Literal["word", "string", "mark", "end"]
    text: str
    start: int
    end: int


class _Parser:
    """A recursive descent parser with one token of lookahead."""

    def __init__(self, expression: str) -> None:
        self.expression = expression
        if len(expression) > _MAX_CHARACTERS:
            raise BadQuery(_("a query has at most 2,000 characters"), expression[:60], 0, 60)
        self.tokens = list(self._tokens())
        self.at = 0
        self.depth = 0

    def parse(self) -> Query:
        query = self._query()
        if self._next.kind != "end":
            text = self._next.text
            raise self._error(self._next, _("'{text}' follows a whole query: join the two with & or |", text=text))
        return query

    @property
    def _next(self) -> _Token:
        return self.tokens[self.at]

    def _tokens(self) -> Iterator[_Token]:
        for match in _TOKEN.finditer(self.expression):
            text, start, end = match.group(), *match.span()
            match match.lastgroup:
                case "unclosed":
                    raise self._error(_Token("mark", text, start, end), _("the quotation mark is never closed"))
                case "string":
                    inner = text[1:-1]
                    phrase = re.sub(r"\\(.)", r"\1", inner, flags=re.DOTALL) if text[0] == '"' else inner.strip()
                    yield _Token("string", phrase, start, end)
                case "mark" | "word" as kind:
                    yield _Token(kind, text, start, end)
        yield _Token("end", "", len(self.expression), len(self.expression))

    def _query(self) -> Query:
        parts = self._joined("|", self._conjunction)
        return OrQuery(parts) if len(parts) > 1 else parts[0]

    def _conjunction(self) -> Query:
        parts = self._joined("&", self._one)
        return AndQuery(parts) if len(parts) > 1 else parts[0]

    def _joined(self, mark: str, part: Callable[[], Query]) -> tuple[Query, ...]:
        parts = [part()]
        while self._accept(mark):
            parts.append(part())
        return tuple(parts)

    def _one(self) -> Query:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self._error(self._next, _("a query nests at most {depth} deep", depth=_MAX_DEPTH))
        try:
            if self._accept("!"):
                return NotQuery(self._one())
            if self._accept("("):
                return self._closed(self._query())
            return self._atom()
        finally:
            self.depth -= 1

    def _atom(self) -> Query:
        token = self._next
        if token.kind != "word":
            what = {"end": _("the query ends here"), "string": _("a phrase stands in text(...)")}.get(token.kind)
            what = what or _("{text} stands here", text=token.text)
            raise self._error(token, _("{what}, where an atom must follow: {atoms}", what=what, atoms=ATOM_FORMS))
        self.at += 1
        name = token.text.lower()
        if name[0].isdigit():
            return self._number(token)
        if name == "deprecated":
            return PropertyAtom("deprecated")
        functions: dict[str, tuple[str, Callable[[], Query]]] = {
            "under": (_("a number, such as 306"), self._under),
            "text": (_('a phrase, such as "loyalty"'), self._text),
            "has": ("example", self._property),
        }
        for state in _FRENCH_STATES:
            functions[state] = ("fr", partial(self._translation, state))
        for event in _EVENTS:
            functions[event] = (_("two days, such as 2024-01-01..2025-01-01"), partial(self._event, event))
        for relation in _RELATIONS:
            functions[relation] = (_("a query, such as 306.*"), partial(self._relation, relation))
        if name not in functions:
            raise self._error(token, _("'{text}' is no atom of a query: {atoms}", text=token.text, atoms=ATOM_FORMS))
        expected, argument = functions[name]
        if not self._accept("("):
            raise self._error(token, _("'{name}' takes {holds}, in parentheses", name=token.text, holds=expected))
        return self._closed(argument())

    def _relation(self, relation: Relation) -> Query:
        return RelationAtom(relation, self._query())

    def _number(self, token: _Token) -> Query:
        text, at, day = token.text.partition("@")
        if text.endswith(".*"):
            numbers, edition = self._range(token, f"{text[:-2]}{at}{day}")
            return NumberAtom(NumberRange(numbers.first, numbers.first), "below", edition)
        numbers, edition = self._range(token, token.text)
        return NumberAtom(numbers, "exact", edition)

    def _under(self) -> Query:
        token = self._expect("word", _("a number must follow, such as 306 or 301.5a-f"))
        numbers, edition = self._range(token, token.text)
        return NumberAtom(numbers, "under", edition)

    def _range(self, token: _Token, text: str) -> tuple[NumberRange, date | None]:
        """Parse a number or a range, and the day of its pin (None without a pin)."""
        try:
            if "@" not in text:
                return NumberRange.parse(text), None
            pin = parse_number_or_pin(text)
            return (
                (NumberRange(pin, pin), None) if isinstance(pin, RuleNumber) else (as_number_range(pin.range), pin.day)
            )
        except BadValue as problem:
            hint = _(", and everything below it is 306.*") if "*" in text else ""
            raise self._error(token, f"{problem}{hint}") from None

    def _event(self, event: ChangeEvent) -> Query:
        """Parse two days, either of which may be missing. If the event is `changed`, a class of changes may follow."""
        start, example = self._next, f"{event}(2024-01-01..2025-01-01)"
        words = [self._expect("word", _("two days must follow, such as {example}", example=example))]
        while self._next.kind == "word":
            words.append(self._expect("word", ""))
        whole = start._replace(end=words[-1].end)
        match = _PERIOD.fullmatch("".join(word.text for word in words))
        if match is None:
            message = _("two days must follow, as in {example}; either may be left out", example=example)
            raise self._error(whole, message)
        try:
            first, last = (parse_date(day) if day else None for day in (match["first"], match["last"]))
        except BadValue as problem:
            raise self._error(whole, str(problem)) from None
        if first and last and last < first:
            raise self._error(whole, _("{last} is before {first}: give the earlier day first", last=last, first=first))
        return EventAtom(event, first, last, self._change_class(event, match["change"], whole))

    def _change_class(self, event: ChangeEvent, name: str | None, whole: _Token) -> ChangeClass | None:
        if name is None:
            return None
        if event != "changed":
            message = _("'{event}' takes two days alone; a class of changes stands in changed(...)", event=event)
            raise self._error(whole, message)
        for each in _CHANGE_CLASSES:
            if each == name.lower():
                return each
        expected = _("give one of {names}", names=", ".join(_CHANGE_CLASSES))
        raise self._error(whole, str(BadValue("class of changes", name, expected)))

    def _text(self) -> Query:
        token = self._expect("string", _('a phrase in quotation marks must follow, such as "loyalty"'))
        if not fold_phrase(token.text):
            raise self._error(token, _("a phrase needs more than spaces"))
        return TextAtom(token.text)

    def _property(self) -> Query:
        token = self._expect("word", _("what a rule may have is: example"))
        if token.text.lower() != "example":
            raise self._error(token, _("'{text}' is nothing that a rule may have: give has(example)", text=token.text))
        return PropertyAtom("has(example)")

    def _translation(self, state: FrenchState) -> Query:
        token = self._expect("word", _("a language must follow: fr"))
        if token.text.lower() != "fr":
            message = _(
                "'{text}' is no language that the rules are translated to: give {state}(fr)",
                text=token.text,
                state=state,
            )
            raise self._error(token, message)
        return TranslationAtom(state)

    def _expect(self, kind: Literal["word", "string"], message: str) -> _Token:
        token = self._next
        if token.kind != kind:
            raise self._error(token, message)
        self.at += 1
        return token

    def _accept(self, mark: str) -> bool:
        found = self._next.kind == "mark" and self._next.text == mark
        self.at += found
        return found

    def _closed(self, query: Query) -> Query:
        if not self._accept(")"):
            raise self._error(self._next, _("a parenthesis must be closed here"))
        return query

    def _error(self, token: _Token, message: str) -> BadQuery:
        return BadQuery(message, self.expression, token.start, token.end)
