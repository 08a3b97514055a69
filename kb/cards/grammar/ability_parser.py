"""The parser of one line: its parts by the rules' own kinds of abilities (113.3), each part by the grammar.

A line is a node of the category `ability`:

| name | roles |
|---|---|
| `keywords` | `keywords` (702) |
| `activated` | `costs`, `effects` (602.1); `effects` has the activation instructions (602.1b) |
| `loyalty` | `cost`, `effects` (606) |
| `triggered` | `word`, `event`, `condition` (intervening "if", 603.4), `effects` |
| `chapter` | `chapters`, `effects` (714.2) |
| `level` | `levels` of a leveler (711.2) |
| `class_level` | `costs`, `level` (716.2) |
| `mode` | `label`, `effects`: one bullet (700.2); the label is a word before a dash |
| `result` | `range`, `effects`: a line of a results table (706.3) |
| `striation` | `range`, `effects` with one ability: a line of a Spacecraft (721.2) |
| `statement` | `effects`: a spell ability or a static ability |

`effects` is a list of sentences. What the grammar doesn't understand is a node `unread.text` with its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kb.cards.grammar.chart_parser import ChartParser, Terminal
from kb.cards.grammar.first_words import FirstWords
from kb.cards.grammar.nodes import Node, Value
from kb.cards.grammar.productions import Grammar
from kb.cards.grammar.tokens import Tokens

TRIGGER_WORDS = ("when", "whenever", "at")
MAX_TOKENS = 400
"""The longest line of a card has about 140 tokens."""

_QUOTES = ('"', "“")
_LOYALTY = re.compile(r"(?:\[(?P<boxed>[+\-−]?(?:\d+|X))\]|(?P<plain>[+\-−](?:\d+|X)|0)): ?")
_CHAPTERS = re.compile(r"(?P<chapters>(?:[IVX]+)(?:, [IVX]+)*) — ")
_STRIPE = re.compile(r"(?P<range>\d+(?:[—–-]\d+|\+)?) \| ")
_LEVEL = re.compile(r"LEVEL (?P<levels>\d+(?:-\d+|\+))$")
_POWER_TOUGHNESS = re.compile(r"[\d*+]+/[\d*+]+$")


class AbilityParser:
    """Parses lines by a grammar."""

    def __init__(self, grammar: Grammar, terminals: Mapping[str, Terminal]) -> None:
        self._grammar = grammar
        self._terminals = {**terminals, "quoted": Terminal(self._quoted, _QUOTES.__contains__)}
        self._first_words = FirstWords(grammar, {name: each.may_begin for name, each in self._terminals.items()})

    def parse(self, text: str, tokens: Tokens) -> Node:
        """Return the tree of a line without its reminder text and its ability word.

        A line with more than `MAX_TOKENS` tokens, or with phrases nested too deep to be read, is one unread piece.

        Args:
            text: the line; characters that were set aside are spaces.
            tokens: the tokens of the line.
        """
        if len(tokens.words) <= MAX_TOKENS:
            try:
                return self._line(text, tokens)
            except RecursionError:
                pass
        unread = _unread(tokens, 0, len(tokens.words))
        return Node("ability", "statement", (("effects", (unread,)),), unread.span)

    def _line(self, text: str, tokens: Tokens) -> Node:
        """Return the tree of a line."""
        stripped = text.strip()
        if match := _LEVEL.match(stripped):
            return Node("ability", "level", (("levels", match["levels"]),), (0, len(text)))
        if _POWER_TOUGHNESS.match(stripped):
            return Node("ability", "level_size", (("size", stripped),), (0, len(text)))
        for pattern, read in ((_LOYALTY, self._loyalty), (_CHAPTERS, self._chapter), (_STRIPE, self._stripe)):
            if match := pattern.match(stripped):
                start = len(text) - len(text.lstrip()) + match.end()
                first = next((i for i, place in enumerate(tokens.starts) if place >= start), len(tokens.words))
                return read(match, tokens.slice(first, len(tokens.words)), (0, len(text)))
        return self._ability(tokens)

    def _ability(self, tokens: Tokens) -> Node:
        """Return the tree of a line that is no chapter, level or loyalty ability."""
        span = tokens.span(0, len(tokens.words))
        words = tokens.words
        if words[:1] == ("•",):
            return self._mode(tokens.slice(1, len(words)), span)
        keywords = self._keywords(tokens)
        if keywords is not None:
            return Node("ability", "keywords", (("keywords", keywords),), span)
        colon = _outside_quotes(words, ":")
        if colon is not None:
            return self._activated(tokens, colon, span)
        trigger = _trigger(words)
        if trigger is not None:
            return self._triggered(tokens, trigger, span)
        return Node("ability", "statement", (("effects", self._sentences(tokens)),), span)

    def _keywords(self, tokens: Tokens) -> Value | None:
        """Return the keywords of a line that has nothing else, or None."""
        words = tokens.words
        end = len(words) - (words[-1:] == (".",))
        parser = self._parser(tokens)
        found = parser.parse("keyword,", 0).get(end)
        return found if found is not None else parser.parse("keyword_line", 0).get(end)

    def _parser(self, tokens: Tokens) -> ChartParser:
        """Return a parser of tokens."""
        return ChartParser(self._grammar, self._terminals, self._first_words, tokens)

    def _activated(self, tokens: Tokens, colon: int, span: tuple[int, int]) -> Node:
        """Read an activated ability, or a level of a class (716.2)."""
        parser = self._parser(tokens)
        costs = parser.parse("cost,", 0).get(colon)
        if tokens.words[colon + 1 : colon + 2] == ("level",) and len(tokens.words) == colon + 3:
            level = tokens.words[colon + 2]
            return Node(
                "ability", "class_level", (("costs", costs or _unread(tokens, 0, colon)), ("level", level)), span
            )
        effects = self._sentences(tokens.slice(colon + 1, len(tokens.words)))
        return Node("ability", "activated", (("costs", costs or _unread(tokens, 0, colon)), ("effects", effects)), span)

    def _loyalty(self, match: re.Match[str], tokens: Tokens, span: tuple[int, int]) -> Node:
        """Read a loyalty ability."""
        cost = (match["boxed"] or match["plain"]).replace("−", "-")
        return Node("ability", "loyalty", (("cost", cost), ("effects", self._sentences(tokens))), span)

    def _chapter(self, match: re.Match[str], tokens: Tokens, span: tuple[int, int]) -> Node:
        """Read a chapter ability of a saga."""
        effects = self._sentences(tokens)
        return Node("ability", "chapter", (("chapters", match["chapters"]), ("effects", effects)), span)

    def _stripe(self, match: re.Match[str], tokens: Tokens, span: tuple[int, int]) -> Node:
        """Read a line of a results table (706.3) or a striation of a Spacecraft (721.2)."""
        name = "striation" if match["range"].endswith("+") else "result"
        inner = self._ability(tokens)
        effects: Value = (inner,) if name == "striation" or inner.name != "statement" else inner.get("effects") or ()
        return Node("ability", name, (("range", match["range"]), ("effects", effects)), span)

    def _mode(self, tokens: Tokens, span: tuple[int, int]) -> Node:
        """Read a mode: a bullet, with its label before a dash."""
        dash = tokens.words.index("—") if "—" in tokens.words[:6] else None
        stop = tokens.words.index(".") if "." in tokens.words else len(tokens.words)
        label: tuple[tuple[str, Value], ...] = ()
        if dash is not None and dash < stop:
            label = (("label", " ".join(tokens.printed[:dash])),)
            tokens = tokens.slice(dash + 1, len(tokens.words))
        trigger = _trigger(tokens.words)
        inner: Value
        if _outside_quotes(tokens.words, ":") is not None or trigger is not None:
            inner = (self._ability(tokens),)
        else:
            inner = self._sentences(tokens)
        return Node("ability", "mode", (*label, ("effects", inner)), span)

    def _triggered(self, tokens: Tokens, trigger: int, span: tuple[int, int]) -> Node:
        """Read a triggered ability. Of all places where the condition may end, the first that leaves sense wins."""
        parser = self._parser(tokens)
        words = tokens.words
        ends = sorted(
            (end for end in parser.parse("event", trigger + 1) if words[end : end + 1] == (",",)), reverse=True
        )
        lead = () if trigger == 0 else (("lead", " ".join(words[:trigger])),)
        best: Node | None = None
        for end in ends or [_first_comma(words, trigger)]:
            event = parser.parse("event", trigger + 1).get(end) or _unread(tokens, trigger + 1, end)
            condition, after = self._intervening(parser, end + 1)
            rest = self._sentences(tokens.slice(after, len(words)))
            roles: tuple[tuple[str, Value], ...] = (*lead, ("word", words[trigger]), ("event", event))
            if condition is not None:
                roles = (*roles, ("condition", condition))
            node = Node("ability", "triggered", (*roles, ("effects", rest)), span)
            if best is None or _unread_count(node) < _unread_count(best):
                best = node
        return best or Node("ability", "statement", (("effects", self._sentences(tokens)),), span)

    def _intervening(self, parser: ChartParser, at: int) -> tuple[Value | None, int]:
        """Read the intervening "if" clause after a trigger condition (603.4)."""
        words = parser.tokens.words
        if words[at : at + 1] != ("if",):
            return None, at
        found = parser.parse("condition", at + 1)
        end = max((each for each in found if words[each : each + 1] == (",",)), default=None)
        return (None, at) if end is None else (found[end], end + 1)

    def _sentences(self, tokens: Tokens) -> tuple[Value, ...]:
        """Read sentences one by one."""
        found: list[Value] = []
        for start, end, stop in _sentence_bounds(tokens):
            part = tokens.slice(start, end)
            read = self._parser(part).parse("sentence", 0).get(len(part.words))
            found.append(read if read is not None else _unread(tokens, start, stop))
        return tuple(found)

    def _quoted(self, tokens: Tokens, at: int) -> list[tuple[int, Value]]:
        """Read an ability in quotation marks. It counts only if it is understood in full."""
        if tokens.words[at] not in _QUOTES:
            return []
        end = next((i for i in range(at + 1, len(tokens.words)) if tokens.words[i] in {'"', "”"}), None)
        if end is None or end == at + 1:
            return []
        node = self._ability(tokens.slice(at + 1, end))
        return [] if _unread_count(node) else [(end + 1, node)]


def _unread(tokens: Tokens, start: int, end: int) -> Node:
    """Return the node of text that the grammar doesn't understand."""
    return Node("unread", "text", (("text", " ".join(tokens.printed[start:end])),), tokens.span(start, end))


def _unread_count(node: Node) -> int:
    """Return the number of characters of a tree that weren't understood."""
    return sum(each.span[1] - each.span[0] + 1 for each in node.walk() if each.category == "unread")


def unread_pieces(node: Node) -> tuple[Node, ...]:
    """Return the nodes of text that wasn't understood."""
    return tuple(each for each in node.walk() if each.category == "unread")


def _outside_quotes(words: Sequence[str], wanted: str) -> int | None:
    """Return the index of the first token of a kind outside quotation marks, or None."""
    inside = False
    for index, word in enumerate(words):
        if word in {'"', "“", "”"}:
            inside = not inside
        elif word == wanted and not inside:
            return index
    return None


def _trigger(words: Sequence[str]) -> int | None:
    """Return the index of the word that begins a triggered ability, or None."""
    return 0 if words[:1] and words[0] in TRIGGER_WORDS else None


def _first_comma(words: Sequence[str], at: int) -> int:
    """Return the index of the first comma after a place, or the end."""
    return next((i for i in range(at, len(words)) if words[i] == ","), len(words))


def _sentence_bounds(tokens: Tokens) -> list[tuple[int, int, int]]:
    """Return the start of each sentence, its end without the full stop, and its end with it."""
    found = []
    start, inside = 0, False
    words = tokens.words
    for index, word in enumerate(words):
        closes = word in {'"', "”"} and inside
        if word in {'"', "“", "”"}:
            inside = not inside
        following = words[index + 1 : index + 2]
        if word == "." and not inside:
            found.append((start, index, index + 1))
            start = index + 1
        elif closes and words[index - 1] == "." and (not following or tokens.printed[index + 1][0].isupper()):
            found.append((start, index + 1, index + 1))
            start = index + 1
    if start < len(words):
        found.append((start, len(words), len(words)))
    return [bounds for bounds in found if bounds[1] > bounds[0]]
