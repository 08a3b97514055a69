"""HTML pages as trees of Beautiful Soup, in linear time whatever the page holds.

The usual builder of Beautiful Soup, `html.parser`, needs quadratic time for tags and comments that are never closed.
This builder takes every construct once, as `docs/decisions/pages-as-text.md` explains.

Guarantees: every character outside tags, comments and declarations is in one text node, in order; no element lies
deeper than `MAX_DEPTH`.
"""

from __future__ import annotations

import re
from html import unescape
from io import StringIO

from bs4 import BeautifulSoup
from bs4.builder import HTMLTreeBuilder

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


def parse(html: str) -> BeautifulSoup:
    """Return the tree of a page. Comments and declarations are left out."""
    # Beautiful Soup warns of a text without tags, because it may be the name of a file. It never warns of a stream.
    return BeautifulSoup(StringIO(html, newline=""), builder=_LinearTreeBuilder(string_containers={}))


class _LinearTreeBuilder(HTMLTreeBuilder):
    """Feeds Beautiful Soup with the tags and texts of a page."""

    soup: BeautifulSoup

    def feed(self, markup: str | bytes) -> None:
        """Read a page into the tree."""
        html = str(markup)
        at = unended = 0
        while unended < _MAX_UNENDED and (opening := _OPENING.search(html, at)):
            self._add_text(_unescaped(html[at : opening.start()]))
            found = _MARKUP.match(html, opening.start())
            if found is None:
                self.soup.handle_data("<")
                unended += 1
                at = opening.end()
                continue
            at = found.end()
            if found["start"]:
                at = self._start(html, found)
            elif found["end"]:
                self.soup.handle_endtag(found["end"].lower())
            else:
                self.soup.endData()
        self._add_text(_unescaped(html[at:]))

    def _add_text(self, text: str) -> None:
        # Beautiful Soup would make a blank of an empty text.
        if text:
            self.soup.handle_data(text)

    def _start(self, html: str, tag: re.Match[str]) -> int:
        """Begin an element. Return the offset behind its tag, or behind its content if that is no markup."""
        name, at = tag["start"].lower(), tag.end()
        self._limit_depth(name)
        self.soup.handle_starttag(name, None, None, _attributes(tag["attributes"]))
        if name in _RAW:
            end = _RAW[name].search(html, at)
            self._add_text(html[at : end.start() if end else len(html)])
            at = end.end() if end else len(html)
        if name in _RAW or self.can_be_empty_element(name) or _is_closed(tag["attributes"]):
            self.soup.handle_endtag(name)
        return at

    def _limit_depth(self, name: str) -> None:
        """Close elements until one more fits. One that is never closed ends where the next of its kind begins."""
        open_elements = self.soup.tagStack
        while len(open_elements) > MAX_DEPTH:
            self.soup.handle_endtag(name if self.soup.open_tag_counter[name] else open_elements[-1].name)


def _attributes(text: str) -> dict[str, str]:
    """Return the attributes of a tag. The last of several with one name counts."""
    if not text.strip(" \n/"):
        return {}
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
