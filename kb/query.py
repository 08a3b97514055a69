"""Structural queries: rules by what they cite, where they stand and what they are.

    query   = all { "|" all }
    all     = one { "&" one }
    one     = "!" one | "(" query ")" | atom
    atom    = number | number ".*" | range | "deprecated"
            | ( "under" "(" number | range ")" )
            | ( "refs" | "refs+" | "cited-by" | "cited-by+" ) "(" query ")"
            | "text" "(" string ")"
            | "has" "(" "example" ")"

A query is read into a tree of frozen values, whose `str` is the query again; the tree is then
evaluated with sets of numbers. What each atom means stands in docs/query.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

from kb.accents import without_accents
from kb.errors import BadQuery, BadValue
from kb.graph import Graph
from kb.model import Rule
from kb.number import NumberRange, RuleNumber

Relation = Literal["refs", "refs+", "cited-by", "cited-by+"]

KNOWN = (
    "306.5, 306.*, 301.5a-f, under(306), refs(...), cited-by(...), refs+(...), cited-by+(...), "
    'text("..."), has(example), deprecated'
)
"""Every form that an atom may have, as messages list them."""

_RELATIONS: tuple[Relation, ...] = ("refs", "refs+", "cited-by", "cited-by+")

# A query that people type is far shorter and flatter; deeper ones would exhaust the stack.
_CHARACTERS, _DEPTH = 2000, 50


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a range, at their own level: `306.5`, `301.5a-301.5f`."""

    numbers: NumberRange

    def covers(self, number: RuleNumber) -> bool:
        """Whether the atom means a number."""
        first, last = self.numbers.first, self.numbers.last
        return first <= number <= last and number.kind == first.kind

    def __str__(self) -> str:
        return str(self.numbers)


@dataclass(frozen=True, slots=True)
class Below:
    """Everything below a number, without itself: `306.*`."""

    number: RuleNumber

    def covers(self, number: RuleNumber) -> bool:
        """Whether the atom means a number."""
        return number != self.number and self.number.covers(number)

    def __str__(self) -> str:
        return f"{self.number}.*"


@dataclass(frozen=True, slots=True)
class Under:
    """A number or range with everything below it: `under(306)`."""

    numbers: NumberRange

    def covers(self, number: RuleNumber) -> bool:
        """Whether the atom means a number."""
        return self.numbers.covers(number)

    def __str__(self) -> str:
        return f"under({self.numbers})"


@dataclass(frozen=True, slots=True)
class Related:
    """Rules by what they cite or are cited by: `refs(306.*)`."""

    relation: Relation
    to: Query

    def __str__(self) -> str:
        return f"{self.relation}({self.to})"


@dataclass(frozen=True, slots=True)
class Text:
    """Rules whose text has a phrase: `text("loyalty ability")`."""

    phrase: str

    def fits(self, rule: Rule) -> bool:
        """Whether a rule's own text has the phrase; examples don't count."""
        return folded(self.phrase) in folded(rule.text)

    def __str__(self) -> str:
        escaped = re.sub(r'(["\\])', r"\\\1", self.phrase)
        return f'text("{escaped}")'


@dataclass(frozen=True, slots=True)
class HasExample:
    """Rules that an example follows: `has(example)`."""

    def fits(self, rule: Rule) -> bool:
        """Whether an example follows a rule."""
        return bool(rule.examples)

    def __str__(self) -> str:
        return "has(example)"


@dataclass(frozen=True, slots=True)
class Deprecated:
    """Rules that only say that something used to be so: `deprecated`."""

    def fits(self, rule: Rule) -> bool:
        """Whether a rule only says that something used to be so."""
        return rule.status == "deprecated"

    def __str__(self) -> str:
        return "deprecated"


@dataclass(frozen=True, slots=True)
class Not:
    """Everything but."""

    query: Query

    def __str__(self) -> str:
        return f"!({self.query})" if isinstance(self.query, And | Or) else f"!{self.query}"


@dataclass(frozen=True, slots=True)
class And:
    """What every part gives."""

    parts: tuple[Query, ...]

    def __str__(self) -> str:
        return " & ".join(f"({part})" if isinstance(part, And | Or) else str(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Or:
    """What any part gives."""

    parts: tuple[Query, ...]

    def __str__(self) -> str:
        return " | ".join(f"({part})" if isinstance(part, Or) else str(part) for part in self.parts)


Query = Numbers | Below | Under | Related | Text | HasExample | Deprecated | Not | And | Or


def parse(expression: str) -> Query:
    """Read a query.

    Raises:
        BadQuery: it isn't one; the error knows where.
    """
    return _Parser(expression).whole()


def select(query: Query, graph: Graph) -> tuple[RuleNumber, ...]:
    """The numbers of a view that a query gives, in the order of the rules."""
    found = _Evaluation(graph).numbers(query)
    return tuple(number for number in graph.rules if number in found)


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


class _Parser:
    """Reads one expression from left to right, one token ahead."""

    def __init__(self, expression: str) -> None:
        self.expression = expression
        if len(expression) > _CHARACTERS:
            raise BadQuery("a query has at most 2,000 characters", expression[:60], 0, 60)
        self.tokens = list(self._tokens())
        self.at = 0
        self.depth = 0

    def whole(self) -> Query:
        query = self._query()
        if self._next.kind != "end":
            raise self._wrong(self._next, f"'{self._next.text}' follows a whole query: join the two with & or |")
        return query

    @property
    def _next(self) -> _Token:
        return self.tokens[self.at]

    def _tokens(self) -> Iterator[_Token]:
        for match in _TOKEN.finditer(self.expression):
            token = match.group()
            if match.lastgroup == "open":
                raise self._wrong(
                    _Token("mark", token, match.start(), match.end()), "the quotation mark is never closed"
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
        parts = self._joined("|", lambda: self._several(self._joined("&", self._one), And))
        return self._several(parts, Or)

    def _joined(self, mark: str, part: Callable[[], Query]) -> tuple[Query, ...]:
        parts = [part()]
        while self._takes(mark):
            parts.append(part())
        return tuple(parts)

    @staticmethod
    def _several(parts: tuple[Query, ...], kind: type[And | Or]) -> Query:
        return kind(parts) if len(parts) > 1 else parts[0]

    def _one(self) -> Query:
        self.depth += 1
        if self.depth > _DEPTH:
            raise self._wrong(self._next, f"a query nests at most {_DEPTH} deep")
        try:
            if self._takes("!"):
                return Not(self._one())
            if self._takes("("):
                return self._closed(self._query())
            return self._atom()
        finally:
            self.depth -= 1

    def _atom(self) -> Query:
        token = self._next
        if token.kind != "word":
            what = {"end": "the query ends here", "string": "a phrase stands in text(...)"}.get(token.kind)
            raise self._wrong(token, f"{what or f'{token.text} stands here'}, where an atom must follow: {KNOWN}")
        self.at += 1
        name = token.text.lower()
        if name[0].isdigit():
            return self._number(token)
        if name == "deprecated":
            return Deprecated()
        takes: dict[str, tuple[str, Callable[[], Query]]] = {
            "under": ("a number, such as 306", lambda: Under(self._range())),
            "text": ('a phrase, such as "loyalty"', lambda: Text(self._phrase())),
            "has": ("example", self._property),
        }
        for relation in _RELATIONS:
            takes[relation] = ("a query, such as 306.*", partial(self._related, relation))
        if name in takes:
            return self._applied(token, *takes[name])
        raise self._wrong(token, f"'{token.text}' is no atom of a query: {KNOWN}")

    def _applied(self, name: _Token, holds: str, argument: Callable[[], Query]) -> Query:
        if not self._takes("("):
            raise self._wrong(name, f"'{name.text}' takes {holds}, in parentheses")
        return self._closed(argument())

    def _related(self, relation: Relation) -> Query:
        return Related(relation, self._query())

    def _number(self, token: _Token) -> Query:
        if token.text.endswith(".*"):
            return Below(self._read(token, token.text[:-2]).first)
        return Numbers(self._read(token, token.text))

    def _range(self) -> NumberRange:
        token = self._taken("word", "a number must follow, such as 306 or 301.5a-f")
        return self._read(token, token.text)

    def _read(self, token: _Token, text: str) -> NumberRange:
        try:
            return NumberRange.read(text)
        except BadValue as problem:
            stars = ", and everything below it is 306.*" if "*" in text else ""
            raise self._wrong(token, f"{problem}{stars}") from None

    def _phrase(self) -> str:
        token = self._taken("string", 'a phrase in quotation marks must follow, such as "loyalty"')
        if not folded(token.text):
            raise self._wrong(token, "a phrase needs more than spaces")
        return token.text

    def _property(self) -> Query:
        token = self._taken("word", "what a rule may have is: example")
        if token.text.lower() != "example":
            raise self._wrong(token, f"'{token.text}' is nothing that a rule may have: give has(example)")
        return HasExample()

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
            raise self._wrong(self._next, "a parenthesis must be closed here")
        return query

    def _wrong(self, token: _Token, message: str) -> BadQuery:
        return BadQuery(message, self.expression, token.start, token.end)


class _Evaluation:
    """Answers the parts of a query over one graph.

    Parts may give numbers that the view doesn't have but a reference names, so that `refs(110.10)` finds
    who cites a rule that isn't there; `select` gives only what is there.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._known = set(graph.known)

    def numbers(self, query: Query) -> set[RuleNumber]:
        match query:
            case Numbers() | Below() | Under():
                return {number for number in self._known if query.covers(number)}
            case Text() | HasExample() | Deprecated():
                return {number for number, rules in self._graph.rules.items() if any(map(query.fits, rules))}
            case Related(relation, to):
                follow = self._graph.citing if relation.startswith("refs") else self._graph.cited_by
                return follow(self.numbers(to), transitive=relation.endswith("+"))
            case Not(part):
                return self._known - self.numbers(part)
            case And(parts):
                return set.intersection(*map(self.numbers, parts))
            case Or(parts):
                return set.union(*map(self.numbers, parts))


_MARKS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-"})


def folded(text: str) -> str:
    """A text for comparison: case, accents, the shape of quotes and dashes, kinds of space don't count."""
    return " ".join(without_accents(text.translate(_MARKS)).casefold().split())
