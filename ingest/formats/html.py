"""HTML pages saved from a browser, read with BeautifulSoup.

A page is rendered as the plain text that a person would copy from it: a line a block, bullets for
list items by their depth, a row of a table on one line. The formats for text read the result, so
a page gives the same edition in either form. Two things come out better than from copied text: the
cells and items of a table stay apart, and scripts and navigation are gone.

No-break spaces stay: French typography asks for them, and a text is kept as printed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, PreformattedString, Tag

from ingest.formats import listing, number_lines, wiki, wiki_fr
from ingest.formats import text as plain
from ingest.formats.base import Reading

NAME = "html"

_STARTS = re.compile(
    r"^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_NAMED = (".html", ".htm", ".xhtml")
_TAG = re.compile(r"<[a-z][^<>]*>", re.IGNORECASE)

_NEVER_SHOWN = (
    "script, style, noscript, template, title, button, svg, iframe, select, textarea, "
    "[hidden]:not([hidden=until-found]), [aria-hidden=true]"
)
# What stands around a page's content.
_AROUND = "nav, header, footer, form, .toc, #toc, .mw-jump-link, .noprint, .printfooter, .catlinks, .navbar"
_FOOTNOTES = "sup.reference"
_EDIT_LINK = ".mw-editsection"
_WIKI_CONTENT = ".mw-parser-output, #mw-content-text"
_BRACKETS = "[]"
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_BLOCKS = _HEADINGS | frozenset(
    "address article aside blockquote body caption center cite dd details div dl dt fieldset figcaption figure "
    "hr html li main ol p pre section summary table tbody td tfoot th thead tr ul".split()
)
_SET_APART = frozenset(("p", "table", "hr", "pre"))
_LISTS = frozenset(("ul", "ol"))
_PARTS_OF_CELLS = frozenset(("td", "th", "li", "ul", "ol", "dl", "dd", "dt", "p", "div"))
# `cite` is a block only as the head of a quotation ("... a dit :"), where sites put it so.
_INLINE_CITE = "cite"
_SPACE = re.compile(r"[ \t\n\r\f]+")
_SPACES = re.compile(" {2,}")
_RULE = re.compile(r"[1-9][0-9]{2}\.[0-9]")
_RULE_TEXT = re.compile(r"[1-9][0-9]{2}\.[0-9]+[a-z]{0,2}\.?\s+[^\W\d_][^0-9]{20}")
_ENOUGH = 60
_SYMBOL = re.compile(r"\{[^{}\s]{1,5}\}")
_BULLET = "• "
_APART = " • "


def fits(text: str, file_name: str) -> bool:
    """Whether the text is an HTML document, or a fragment of one in a file named so."""
    return bool(_STARTS.match(text[:4096])) or (
        file_name.lower().endswith(_NAMED) and _TAG.search(text[:4096]) is not None
    )


def read(text: str) -> tuple[Reading, ...]:
    """Render the page and read it as the format that the rendering fits."""
    rendering = render(text)
    for looks_so, read_so in (
        (number_lines.fits, number_lines.read),
        (wiki_fr.fits, wiki_fr.read),
        (wiki.fits, wiki.read),
        (listing.fits, listing.read),
    ):
        if looks_so(rendering, ""):
            return read_so(rendering)
    readings = plain.read(rendering)
    if any(reading.whole or reading.glossary for reading in readings):
        return readings
    # What follows the last rule of a page is the page's, not the rule's.
    return listing.read_page(rendering)


def render(html: str) -> str:
    """The plain text of a page, as a person would copy it."""
    soup = BeautifulSoup(html, "html.parser")
    for unwanted in soup.select(f"{_NEVER_SHOWN}, {_FOOTNOTES}"):
        unwanted.extract()
    _leave_out_surroundings(soup)
    _mark_headings(soup)
    page = _Page(_holders_of_rules(soup))
    page.write(soup)
    return "\n".join(page.lines)


def _leave_out_surroundings(soup: BeautifulSoup) -> None:
    """Take away what stands around the content, but not what has most of the page's rules in it.

    On some sites a form, or a tag never closed, holds the whole page.
    """
    within: Counter[int] = Counter()
    for text in soup.find_all(string=_RULE):
        rules = len(_RULE_TEXT.findall(_read_on(text)))
        within.update({id(element): rules for element in text.parents})
    for around in soup.select(_AROUND):
        if 2 * within[id(around)] <= within[id(soup)]:
            around.extract()


def _read_on(text: PageElement) -> str:
    """A text node and, since a number may stand in a tag of its own, what comes next."""
    read = _characters(text)
    for node in text.next_elements:
        if len(read) > _ENOUGH:
            break
        read += _characters(node)
    return read


def _mark_headings(soup: BeautifulSoup) -> None:
    """Put the brackets that copied text has in place of an edit link at the end of a wiki's headings.

    The link stands in the heading or, in newer pages, beside it; a page that its reader may not edit
    has none.
    """
    for link in soup.select(_EDIT_LINK):
        link.extract()
    for content in soup.select(_WIKI_CONTENT):
        for heading in content.find_all(sorted(_HEADINGS - {"h1"})):
            if not heading.get_text().rstrip().endswith(_BRACKETS):
                heading.append(_BRACKETS)


def _holders_of_rules(soup: BeautifulSoup) -> frozenset[int]:
    """The elements, by identity, in which a rule's number stands."""
    holders: set[int] = set()
    for text in soup.find_all(string=_RULE):
        for element in text.parents:
            if id(element) in holders:
                break
            holders.add(id(element))
    return frozenset(holders)


@dataclass(frozen=True, slots=True)
class _End:
    """Marks, among the nodes still to be written, where an element ends."""

    tag: Tag


class _Page:
    """Collects the lines of the rendering.

    Elements are walked with a list of what is still to be written, not by recursion: where closing
    tags are missing, a page nests as deep as it has paragraphs.
    """

    def __init__(self, holders: frozenset[int]) -> None:
        self.lines: list[str] = []
        self.line = ""
        self.indent = ""
        self._holders = holders
        self._lists = self._items = self._tables = self._verbatim = 0

    def write(self, root: Tag) -> None:
        """Write what an element holds."""
        pending: list[PageElement | _End] = list(reversed(root.contents))
        while pending:
            node = pending.pop()
            if isinstance(node, _End):
                self._close(node.tag)
            elif not isinstance(node, Tag):
                self._text(node)
            elif self._open(node):
                pending.append(_End(node))
                pending.extend(reversed(node.contents))
        self._end_line()

    def _open(self, tag: Tag) -> bool:
        """Begin an element; whether what it holds is still to be written."""
        name = tag.name
        if name == "br":
            # A second one on end makes the blank line that sets paragraphs apart.
            if self.line.strip() or not self.lines:
                self._end_line()
            else:
                self._gap()
        elif name == "img":
            self.line += _symbol(tag)
        elif name in _HEADINGS:
            self._heading(tag)
        elif name == "tr" and id(tag) not in self._holders and tag.find("tr") is None:
            self._end_line()
            self.line = _row(tag)
            self._end_line()
        else:
            self._begin(tag)
            return True
        return False

    def _begin(self, tag: Tag) -> None:
        if tag.name == "li":
            self._end_line()
            self._items += 1
            self.indent, self.line = "  " * self._lists, _BULLET
        elif _is_block(tag) and self.line.strip() != _BULLET.strip():
            self._break(tag)
        self._lists += tag.name in _LISTS
        self._tables += tag.name == "table"
        self._verbatim += tag.name == "pre"

    def _close(self, tag: Tag) -> None:
        self._verbatim -= tag.name == "pre"
        self._tables -= tag.name == "table"
        if tag.name == "li":
            self._end_line()
            self._items -= 1
            self.indent = self._hanging()
        elif _is_block(tag):
            self._break(tag)
        self._lists -= tag.name in _LISTS

    def _break(self, tag: Tag) -> None:
        if tag.name in _SET_APART and not self._lists and not self._tables:
            self._gap()
        else:
            self._end_line()

    def _end_line(self) -> None:
        """Finish the line that is being written, if anything stands on it."""
        text = _SPACES.sub(" ", self.line).strip()
        if text and text != _BULLET.strip():
            self.lines.append(self.indent + text)
            self.indent = self._hanging()
        self.line = ""

    def _hanging(self) -> str:
        """How far the further lines of a list item stand in."""
        return "  " * (self._lists + 1) if self._items else ""

    def _gap(self) -> None:
        """A blank line, unless there is one."""
        self._end_line()
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def _heading(self, tag: Tag) -> None:
        self._gap()
        heading = _SPACE.sub(" ", _inline_text(tag)).strip()
        self.line = heading.removesuffix(_BRACKETS).rstrip() if heading[:1].isdigit() else heading
        self._gap()

    def _text(self, node: PageElement) -> None:
        if not self._verbatim:
            self.line += _text_of(node)
            return
        first, *others = _characters(node).split("\n")
        self.line += first
        for line in others:
            # Here the line breaks and the blanks are the page's own.
            self.lines.append(self.line.rstrip())
            self.line = line


def _is_block(tag: Tag) -> bool:
    return tag.name in _BLOCKS and not (tag.name == _INLINE_CITE and tag.parent is not None and tag.parent.name == "p")


def _characters(node: PageElement) -> str:
    """The characters of a text node as they stand; nothing for comments and the like."""
    return str(node) if isinstance(node, NavigableString) and not isinstance(node, PreformattedString) else ""


def _text_of(node: PageElement) -> str:
    """The characters of a text node with its space folded."""
    return _SPACE.sub(" ", _characters(node))


def _inline_text(tag: Tag) -> str:
    """All the text below an element, on one line."""
    return "".join(_pieces(tag))


def _pieces(tag: Tag) -> Iterable[str]:
    for node in tag.descendants:
        if isinstance(node, Tag):
            if node.name == "img":
                yield _symbol(node)
            elif node.name == "br":
                yield " "
        else:
            yield _text_of(node)


def _symbol(image: Tag) -> str:
    """What a picture of a mana or tap symbol stands for; nothing for any other picture."""
    alternative = str(image.get("alt", ""))
    return alternative if _SYMBOL.fullmatch(alternative) else ""


def _row(row: Tag) -> str:
    """A row of a table: its cells with tabs between, the items of a cell with dots between."""
    cells = [_APART.join(_items(cell)) for cell in row.find_all(("th", "td"), recursive=False)]
    return "\t".join(cell for cell in cells if cell)


def _items(cell: Tag) -> list[str]:
    """The items of a cell: what stands in list items, paragraphs or lines of its own.

    The label of a row is one item, however it is broken.
    """
    if cell.name == "th":
        return [_SPACE.sub(" ", _inline_text(cell)).strip()]
    items, item, place = [], "", id(cell)
    for node in cell.descendants:
        if isinstance(node, Tag):
            if node.name == "br":
                items.append(item)
                item = ""
            elif node.name == "img":
                item += _symbol(node)
            continue
        holder = next((id(parent) for parent in node.parents if parent.name in _PARTS_OF_CELLS), place)
        if holder != place:
            items.append(item)
            item, place = "", holder
        item += _text_of(node)
    return [text for piece in (*items, item) if (text := _SPACE.sub(" ", piece).strip())]
