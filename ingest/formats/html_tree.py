"""HTML pages as a flat list of nodes, in linear time whatever the page holds.

`html.parser` needs quadratic time for tags and comments that are never closed, and Beautiful Soup does for elements
that are nested deeply. This reader takes every construct once, as `docs/decisions/pages-as-text.md` explains.

Guarantees: every character outside tags, comments and declarations is in one text node, in order; no element lies
deeper than `MAX_DEPTH`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from html import unescape

MAX_DEPTH = 256
"""The deepest nesting of elements. Real pages have about twenty levels, or unclosed paragraphs."""

# After this many tags and comments that never end, the rest of the page is text. Each of them costs one search.
_MAX_UNENDED = 20

_NAME = r"[a-zA-Z][^\s/>\x00]*+"
_MARKUP = re.compile(
    rf"""
    < (?: (?P<ignored> !-- .*? --\s*+> | !\[CDATA\[ .*? \]\]> | [!?](?!--|\[CDATA\[) [^>]*+ > | /(?![a-zA-Z]) [^>]*+ > )
        | / (?P<end> {_NAME} ) [^>]*+ >
        | (?P<start> {_NAME} )
          (?P<attributes> (?: [^>=]++ | = \s*+ (?: "[^"]*+" | '[^']*+' )? )*+ ) >
      )
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENING = re.compile(r"<(?=[a-zA-Z/!?])")
_ATTRIBUTE = re.compile(
    r"""(?:\s|/(?!\Z))*+ (?P<name> [^\s/=][^\s/=]*+ ) (?: \s*+ =++ \s*+ (?P<value> '[^']*+' | "[^"]*+" | \S*+ ) )?""",
    re.VERBOSE,
)
# Characters beyond Unicode. Python refuses to convert numbers of thousands of digits.
_IMPOSSIBLE_CHARACTER = re.compile(r"&#(?:[0-9]{9,}|[xX][0-9a-fA-F]{9,});?")
# Control characters, which `html.unescape` would drop without a trace.
_CONTROL_CHARACTER = re.compile(
    r"&#(?:0{0,9}(?P<decimal>[0-9]{1,3})(?![0-9])|[xX]0{0,9}(?P<hex>[0-9a-fA-F]{1,2})(?![0-9a-fA-F]));?"
)
# Elements whose content is no markup, with the tags that end them.
_RAW = {name: re.compile(rf"</\s*+{name}\s*+>", re.IGNORECASE) for name in ("script", "style")}
_EMPTY = frozenset(
    "area base basefont bgsound br col command embed frame hr image img input isindex keygen link menuitem meta nextid "
    "param source spacer track wbr".split()
)


class Node:
    """An element of a page, or a text, whose `name` is "".

    Attributes:
        index: the index of the node in the list of all nodes.
        end: the index behind the last node within the element.
    """

    __slots__ = ("attributes", "end", "index", "name", "parent", "text")

    def __init__(self, name: str, text: str, attributes: dict[str, str], parent: Node | None, index: int) -> None:
        self.name, self.text, self.attributes, self.parent = name, text, attributes, parent
        self.index, self.end = index, index + 1

    @property
    def classes(self) -> list[str]:
        """The values of the attribute `class`."""
        return self.attributes.get("class", "").split()


_NO_ATTRIBUTES: dict[str, str] = {}


class HtmlTree:
    """The nodes of a page in document order. `close` is called at the end of each element.

    If `close` returns False, the element is removed with all that it contains.
    """

    def __init__(self, html: str, close: Callable[[HtmlTree, Node], bool] = lambda _tree, _element: True) -> None:
        self.nodes: list[Node] = []
        self._close = close
        self._open: list[Node] = []
        self._open_names = Counter[str]()
        self._text: list[str] = []
        self._read(html)

    def add_text(self, text: str) -> None:
        """Add a text at the end of the innermost open element."""
        self._append("", text, _NO_ATTRIBUTES)

    def _append(self, name: str, text: str, attributes: dict[str, str]) -> Node:
        node = Node(name, text, attributes, self._open[-1] if self._open else None, len(self.nodes))
        self.nodes.append(node)
        return node

    def _read(self, html: str) -> None:
        at = unended = 0
        while unended < _MAX_UNENDED and (opening := _OPENING.search(html, at)):
            self._text.append(html[at : opening.start()])
            markup = _MARKUP.match(html, opening.start())
            if markup is None:
                self._text.append("<")
                unended += 1
                at = opening.end()
                continue
            self._flush_text()
            at = markup.end()
            if markup["start"]:
                at = self._start(html, markup)
            elif markup["end"]:
                self._close_to(markup["end"].lower())
        self._text.append(html[at:])
        self._flush_text()
        while self._open:
            self._pop()

    def _flush_text(self) -> None:
        if text := "".join(self._text):
            self.add_text(_unescaped(text))
        self._text.clear()

    def _start(self, html: str, markup: re.Match[str]) -> int:
        """Begin an element. Return the offset behind its tag, or behind its content if that is no markup."""
        name, at = markup["start"].lower(), markup.end()
        while len(self._open) >= MAX_DEPTH:
            # An element that is never closed ends where the next one of its kind begins.
            self._close_to(name if self._open_names[name] else self._open[-1].name)
        element = self._append(name, "", _attributes(markup["attributes"]))
        self._open.append(element)
        self._open_names[name] += 1
        if name in _RAW:
            end = _RAW[name].search(html, at)
            self._text.append(html[at : end.start() if end else len(html)])
            if raw := "".join(self._text):
                self.add_text(raw)
            self._text.clear()
            self._pop()
            return end.end() if end else len(html)
        if name in _EMPTY or _is_closed(markup["attributes"]):
            self._pop()
        return at

    def _close_to(self, name: str) -> None:
        """Close the innermost open element of a name, with all that are open within it."""
        while self._open_names[name]:
            if self._pop().name == name:
                return

    def _pop(self) -> Node:
        element = self._open[-1]
        if not self._close(self, element):
            del self.nodes[element.index :]
        element.end = len(self.nodes)
        self._open_names[element.name] -= 1
        return self._open.pop()

    def without(self, removed: Callable[[Node], bool]) -> None:
        """Remove elements with all that they contain."""
        kept: list[Node] = []
        index = [0] * (len(self.nodes) + 1)
        skipped = 0
        for at, node in enumerate(self.nodes):
            index[at] = len(kept)
            if at < skipped:
                continue
            if removed(node):
                skipped = node.end
            else:
                kept.append(node)
        index[-1] = len(kept)
        for node in kept:
            node.index, node.end = index[node.index], index[node.end]
        self.nodes = kept

    def counts(self, weight: Callable[[Node], int]) -> Callable[[Node], int]:
        """Return a function that sums the weights of the nodes within an element. It takes constant time."""
        sums = [0]
        for node in self.nodes:
            sums.append(sums[-1] + weight(node))
        return lambda element: sums[element.end] - sums[element.index + 1]

    def within(self, element: Node) -> Iterator[Node]:
        """Yield the nodes within an element."""
        return (self.nodes[at] for at in range(element.index + 1, element.end))


def _attributes(text: str) -> dict[str, str]:
    """Return the attributes of a tag. The last of several with one name counts."""
    if not text.strip(" \n/"):
        return _NO_ATTRIBUTES
    found = {}
    at = 0
    while attribute := _ATTRIBUTE.match(text, at):
        value = attribute["value"] or ""
        found[attribute["name"].lower()] = _unescaped(value[1:-1] if value[:1] in ('"', "'") else value)
        at = attribute.end()
    return found


def _unescaped(text: str) -> str:
    """Return a text with its character references replaced by their characters."""
    if "&" not in text:
        return text
    return unescape(_CONTROL_CHARACTER.sub(_control_character, _IMPOSSIBLE_CHARACTER.sub("\ufffd", text)))


def _control_character(reference: re.Match[str]) -> str:
    """Return the control character that a reference stands for. Keep every other reference."""
    code = int(reference["decimal"] or reference["hex"], 10 if reference["decimal"] else 16)
    return chr(code) if code < 0x20 or code == 0x7F else reference[0]


def _is_closed(attributes: str) -> bool:
    """True if a tag ends with "/>", unless the slash belongs to a value without quotation marks."""
    return attributes.endswith("/") and not re.search(r"=\s*+[^\s\"'][^\s]*+\Z", attributes[-500:])
