"""HTML pages saved from a browser, read with BeautifulSoup.

A page is rendered as the plain text that a person would copy from it. Each block and each row of a table is one line.
List items have bullets and are indented by their depth. The text formats read the result, so HTML and copied text give
the same edition. The rendering is better than copied text in two ways: the cells and items of a table stay separate,
and scripts and navigation are left out.

No-break spaces are kept, because French typography uses them and texts are stored as printed.
"""

from __future__ import annotations

import re
from collections import Counter

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, PreformattedString, Tag

from ingest.formats import bulleted_list, number_lines, wiki, wiki_fr
from ingest.formats import text as plain
from ingest.formats.base import RawEdition

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
# Elements around a page's content.
_SURROUNDINGS = "nav, header, footer, form, .toc, #toc, .mw-jump-link, .noprint, .printfooter, .catlinks, .navbar"
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
# `cite` is a block if it introduces a quotation ("... a dit :"). Within a paragraph it isn't a block.
_INLINE_CITE = "cite"
_SPACE = re.compile(r"[ \t\n\r\f]+")
_SPACES = re.compile(" {2,}")
_RULE = re.compile(r"[1-9][0-9]{2}\.[0-9]")
_RULE_TEXT = re.compile(r"[1-9][0-9]{2}\.[0-9]+[a-z]{0,2}\.?\s+[^\W\d_][^0-9]{20}")
_MIN_RULE_START = 60
_SYMBOL = re.compile(r"\{[^{}\s]{1,5}\}")
_BULLET = "• "
_APART = " • "


def fits(text: str, file_name: str) -> bool:
    """True if the text is an HTML document, or if it has a tag and the file has an HTML extension."""
    return bool(_STARTS.match(text[:4096])) or (
        file_name.lower().endswith(_NAMED) and _TAG.search(text[:4096]) is not None
    )


def read(text: str) -> tuple[RawEdition, ...]:
    """Render the page as text, and read this text with the first text format that fits."""
    rendering = render(text)
    form = next((form for form in (number_lines, wiki_fr, wiki, bulleted_list) if form.fits(rendering, "")), plain)
    readings: tuple[RawEdition, ...] = form.read(rendering)
    if form is not plain or any(reading.is_whole or reading.glossary for reading in readings):
        return readings
    # Text of the page may follow below the last rule. `plain` has added this text to the last rule, but
    # `read_unbulleted` leaves it out.
    return bulleted_list.read_unbulleted(rendering)


def render(html: str) -> str:
    """Render a page as the plain text that a person would copy from it."""
    soup = BeautifulSoup(html, "html.parser")
    for unwanted in soup.select(f"{_NEVER_SHOWN}, {_FOOTNOTES}"):
        unwanted.extract()
    _remove_surroundings(soup)
    _mark_headings(soup)
    page = _PageWriter(_elements_with_rules(soup))
    page.write(soup)
    return "\n".join(page.lines)


def _remove_surroundings(soup: BeautifulSoup) -> None:
    """Remove the elements around the page's content. Keep an element that contains most of the page's rules.

    On some sites the whole page is in a form, or in an element without an end tag.
    """
    within: Counter[int] = Counter()
    for text in soup.find_all(string=_RULE):
        rules = len(_RULE_TEXT.findall(_text_from(text)))
        within.update({id(element): rules for element in text.parents})
    for around in soup.select(_SURROUNDINGS):
        if 2 * within[id(around)] <= within[id(soup)]:
            around.extract()


def _text_from(text: PageElement) -> str:
    """Return the text of a node and the nodes after it, because a rule's text may be in another tag than its number."""
    read = _characters(text)
    for node in text.next_elements:
        if len(read) > _MIN_RULE_START:
            break
        read += _characters(node)
    return read


def _mark_headings(soup: BeautifulSoup) -> None:
    """Append "[]" to the headings of a wiki page. In copied text, these brackets are what remains of the edit link.

    In the HTML, the edit link is in the heading or, on newer pages, beside the heading. Protected pages have no link.
    """
    for link in soup.select(_EDIT_LINK):
        link.extract()
    for content in soup.select(_WIKI_CONTENT):
        for heading in content.find_all(sorted(_HEADINGS - {"h1"})):
            if not heading.get_text().rstrip().endswith(_BRACKETS):
                heading.append(_BRACKETS)


def _elements_with_rules(soup: BeautifulSoup) -> frozenset[int]:
    """Return the `id()` values of the elements that contain a rule's number."""
    elements: set[int] = set()
    for text in soup.find_all(string=_RULE):
        for element in text.parents:
            if id(element) in elements:
                break
            elements.add(id(element))
    return frozenset(elements)


class _PageWriter:
    """Collects the lines of the rendering.

    The writer visits the elements with a stack, because recursion might get too deep. If a page lacks closing tags,
    each paragraph lies within the paragraph before it.
    """

    def __init__(self, elements_with_rules: frozenset[int]) -> None:
        self.lines: list[str] = []
        self.line = ""
        self.indent = ""
        self._elements_with_rules = elements_with_rules
        self._lists = self._items = self._tables = self._verbatim = 0

    def write(self, root: Tag) -> None:
        """Add the text of an element to the lines."""
        pending: list[tuple[PageElement, bool]] = [(node, False) for node in reversed(root.contents)]
        while pending:
            node, is_open = pending.pop()
            if not isinstance(node, Tag):
                self._text(node)
            elif is_open:
                self._close(node)
            elif self._open(node):
                pending.append((node, True))
                pending.extend((child, False) for child in reversed(node.contents))
        self._end_line()

    def _open(self, tag: Tag) -> bool:
        """Begin an element. Return True if its children must still be visited."""
        name = tag.name
        if name == "br":
            # The second of two successive line breaks makes a blank line.
            if self.line.strip() or not self.lines:
                self._end_line()
            else:
                self._gap()
        elif name == "img":
            self.line += _symbol(tag)
        elif name in _HEADINGS:
            self._heading(tag)
        elif name == "tr" and id(tag) not in self._elements_with_rules and tag.find("tr") is None:
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
        """Finish the current line, unless it is empty."""
        text = _SPACES.sub(" ", self.line).strip()
        if text and text != _BULLET.strip():
            self.lines.append(self.indent + text)
            self.indent = self._hanging()
        self.line = ""

    def _hanging(self) -> str:
        """Return the indentation of a list item's second and later lines."""
        return "  " * (self._lists + 1) if self._items else ""

    def _gap(self) -> None:
        """End the line and write a blank one, unless the last line is blank."""
        self._end_line()
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def _heading(self, tag: Tag) -> None:
        self._gap()
        heading = _inline_text(tag)
        self.line = heading.removesuffix(_BRACKETS).rstrip() if heading[:1].isdigit() else heading
        self._gap()

    def _text(self, node: PageElement) -> None:
        if not self._verbatim:
            self.line += _text_of(node)
            return
        first, *others = _characters(node).split("\n")
        self.line += first
        for line in others:
            # Within `pre`, line breaks and spaces are kept.
            self.lines.append(self.line.rstrip())
            self.line = line


def _is_block(tag: Tag) -> bool:
    return tag.name in _BLOCKS and not (tag.name == _INLINE_CITE and tag.parent is not None and tag.parent.name == "p")


def _characters(node: PageElement) -> str:
    """Return the characters of a text node, or "" for an element, a comment or a declaration."""
    return str(node) if isinstance(node, NavigableString) and not isinstance(node, PreformattedString) else ""


def _text_of(node: PageElement) -> str:
    """Return the characters of a text node, with each run of whitespace replaced by one space."""
    return _SPACE.sub(" ", _characters(node))


def _inline_text(tag: Tag) -> str:
    """Return all the text in an element, on one line."""
    text = ""
    for node in tag.descendants:
        if not isinstance(node, Tag):
            text += _text_of(node)
        elif node.name == "img":
            text += _symbol(node)
        elif node.name == "br":
            text += " "
    return _SPACE.sub(" ", text).strip()


def _symbol(image: Tag) -> str:
    """Return the mana or tap symbol that an image stands for, or "" for any other image."""
    alternative = str(image.get("alt", ""))
    return alternative if _SYMBOL.fullmatch(alternative) else ""


def _row(row: Tag) -> str:
    """Return a row of a table as one line, with tabs between its cells and dots between the items of a cell."""
    cells = [_APART.join(_items(cell)) for cell in row.find_all(("th", "td"), recursive=False)]
    return "\t".join(cell for cell in cells if cell)


def _items(cell: Tag) -> list[str]:
    """Return the list items, paragraphs or lines of a table cell. A header cell is one item, even with line breaks."""
    if cell.name == "th":
        return [_inline_text(cell)]
    items, item, item_holder = [], "", id(cell)
    for node in cell.descendants:
        if isinstance(node, Tag):
            if node.name == "br":
                items.append(item)
                item = ""
            elif node.name == "img":
                item += _symbol(node)
            continue
        holder = next((id(parent) for parent in node.parents if parent.name in _PARTS_OF_CELLS), item_holder)
        if holder != item_holder:
            items.append(item)
            item, item_holder = "", holder
        item += _text_of(node)
    return [text for piece in (*items, item) if (text := _SPACE.sub(" ", piece).strip())]
