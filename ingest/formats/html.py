"""HTML pages saved from a browser.

A page is rendered as the plain text that a person would copy from it. Each block and each row of a table is one line.
List items have bullets and are indented by their depth. The text formats read the result, so HTML and copied text give
the same edition. The rendering is better than copied text in two ways: the cells and items of a table stay separate,
and scripts and navigation are left out.

No-break spaces are kept, because French typography uses them and texts are stored as printed.
"""

from __future__ import annotations

import re

from ingest.formats import bulleted_list, number_lines, wiki, wiki_fr
from ingest.formats import text as plain
from ingest.formats.base import RawEdition
from ingest.formats.html_tree import HtmlTree, Node

NAME = "html"

_STARTS = re.compile(
    r"^\s*(?:<\?xml[^>]*>\s*)?(?:(?><!--.*?-->)\s*)*+<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_NAMED = (".html", ".htm", ".xhtml")
_TAG = re.compile(r"<[a-z][^<>]*>", re.IGNORECASE)

_NEVER_SHOWN = frozenset("script style noscript template title button svg iframe select textarea".split())
# Elements around a page's content, by their name, class or `id`.
_SURROUNDINGS = frozenset(("nav", "header", "footer", "form"))
_SURROUNDING_CLASSES = frozenset(("toc", "mw-jump-link", "noprint", "printfooter", "catlinks", "navbar"))
_TOC = "toc"
_FOOTNOTE = ("sup", "reference")
_EDIT_LINK = "mw-editsection"
_WIKI_CLASS, _WIKI_ID = "mw-parser-output", "mw-content-text"
_BRACKETS = "[]"
_SECTION_HEADINGS = frozenset(("h2", "h3", "h4", "h5", "h6"))
_HEADINGS = _SECTION_HEADINGS | {"h1"}
_BLOCKS = _HEADINGS | frozenset(
    "address article aside blockquote body caption center cite dd details div dl dt fieldset figcaption figure "
    "hr html li main ol p pre section summary table tbody td tfoot th thead tr ul".split()
)
_SET_APART = frozenset(("p", "table", "hr", "pre"))
_LISTS = frozenset(("ul", "ol"))
_CELLS = frozenset(("td", "th"))
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
# Indentation stops here, so that a deep list doesn't fill the memory with blanks.
_MAX_INDENT = 20


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
    page = HtmlTree(html, _close)
    _remove_surroundings(page)
    writer = _PageWriter(page)
    writer.write()
    return "\n".join(writer.lines)


def _close(page: HtmlTree, element: Node) -> bool:
    """Return False for an element that a browser doesn't show, and for a footnote and an edit link.

    Append "[]" to the headings of a wiki page, because copied text shows these brackets for the edit link. In the HTML,
    the edit link is in the heading or, on newer pages, beside the heading. Protected pages have no link.
    """
    if element.name in _NEVER_SHOWN or (element.attributes and _is_unwanted(element)):
        return False
    if element.name in _SECTION_HEADINGS and _is_in_wiki(element):
        shown = (page.nodes[at].text.rstrip() for at in range(len(page.nodes) - 1, element.index, -1))
        if not next(filter(None, shown), "").endswith(_BRACKETS):
            page.add_text(_BRACKETS)
    return True


def _is_unwanted(element: Node) -> bool:
    """True if an element's attributes say that it is hidden, a footnote or an edit link."""
    attributes, classes = element.attributes, element.classes
    return (
        attributes.get("hidden", "until-found") != "until-found"
        or attributes.get("aria-hidden") == "true"
        or _EDIT_LINK in classes
        or (element.name == _FOOTNOTE[0] and _FOOTNOTE[1] in classes)
    )


def _is_in_wiki(element: Node) -> bool:
    """True if an element is in the content of a wiki page."""
    parent = element.parent
    while parent is not None:
        if parent.attributes and (_WIKI_CLASS in parent.classes or parent.attributes.get("id") == _WIKI_ID):
            return True
        parent = parent.parent
    return False


def _is_surrounding(element: Node) -> bool:
    """True if an element is navigation or the like, around a page's content."""
    if element.name in _SURROUNDINGS:
        return True
    attributes = element.attributes
    return bool(attributes) and (attributes.get("id") == _TOC or not _SURROUNDING_CLASSES.isdisjoint(element.classes))


def _remove_surroundings(page: HtmlTree) -> None:
    """Remove the elements around the page's content. Keep an element that contains most of the page's rules.

    On some sites the whole page is in a form, or in an element without an end tag.
    """
    rules = {
        node.index: len(_RULE_TEXT.findall(_text_from(page, node)))
        for node in page.nodes
        if not node.name and _RULE.search(node.text)
    }
    rules_within = page.counts(lambda node: rules.get(node.index, 0))
    total = sum(rules.values())
    page.without(lambda node: _is_surrounding(node) and 2 * rules_within(node) <= total)


def _text_from(page: HtmlTree, text: Node) -> str:
    """Return the text of a node and the nodes after it, because a rule's text may be in another tag than its number."""
    read = text.text
    for at in range(text.end, len(page.nodes)):
        if len(read) > _MIN_RULE_START:
            break
        read += page.nodes[at].text
    return read


class _PageWriter:
    """Collects the lines of the rendering. The state counts the open lists, items, tables and verbatim elements."""

    def __init__(self, page: HtmlTree) -> None:
        self.lines: list[str] = []
        self._page = page
        self._pieces: list[str] = []
        self._is_blank, self._is_bare_bullet = True, False
        self._indent = ""
        self._lists = self._items = self._tables = self._verbatim = 0
        self._rules_within = page.counts(lambda node: not node.name and _RULE.search(node.text) is not None)
        self._rows_within = page.counts(lambda node: node.name == "tr")

    def write(self) -> None:
        """Write the page."""
        nodes = self._page.nodes
        open_elements: list[Node] = []
        at = 0
        while at < len(nodes):
            while open_elements and at >= open_elements[-1].end:
                self._close(open_elements.pop())
            node = nodes[at]
            at += 1
            if not node.name:
                self._text(node)
            elif self._open(node):
                open_elements.append(node)
            else:
                at = node.end
        while open_elements:
            self._close(open_elements.pop())
        self._end_line()

    def _add(self, text: str) -> None:
        """Add a text to the current line."""
        bare = text.strip()
        self._is_bare_bullet = (self._is_blank and bare == _BULLET.strip()) or (self._is_bare_bullet and not bare)
        self._is_blank = self._is_blank and not bare
        self._pieces.append(text)

    def _set_line(self, text: str) -> None:
        """Begin the current line anew."""
        self._pieces, self._is_blank, self._is_bare_bullet = [], True, False
        if text:
            self._add(text)

    def _open(self, element: Node) -> bool:
        """Begin an element. Return True if its content must still be written."""
        name = element.name
        if name == "br":
            # The second of two successive line breaks makes a blank line.
            if not self._is_blank or not self.lines:
                self._end_line()
            else:
                self._gap()
        elif name == "img":
            self._add(_symbol(element))
        elif name in _HEADINGS:
            self._heading(element)
        elif name == "tr" and not self._rules_within(element) and not self._rows_within(element):
            self._end_line()
            self._set_line(_row(self._page, element))
            self._end_line()
        else:
            self._begin(element)
            return True
        return False

    def _begin(self, element: Node) -> None:
        if element.name == "li":
            self._end_line()
            self._items += 1
            self._indent = _indent(self._lists)
            self._set_line(_BULLET)
        elif _is_block(element) and not self._is_bare_bullet:
            self._break(element)
        self._lists += element.name in _LISTS
        self._tables += element.name == "table"
        self._verbatim += element.name == "pre"

    def _close(self, element: Node) -> None:
        self._verbatim -= element.name == "pre"
        self._tables -= element.name == "table"
        if element.name == "li":
            self._end_line()
            self._items -= 1
            self._indent = self._hanging()
        elif _is_block(element):
            self._break(element)
        self._lists -= element.name in _LISTS

    def _break(self, element: Node) -> None:
        if element.name in _SET_APART and not self._lists and not self._tables:
            self._gap()
        else:
            self._end_line()

    def _end_line(self) -> None:
        """Finish the current line, unless it is empty."""
        text = _SPACES.sub(" ", "".join(self._pieces)).strip()
        if text and text != _BULLET.strip():
            self.lines.append(self._indent + text)
            self._indent = self._hanging()
        self._set_line("")

    def _hanging(self) -> str:
        """Return the indentation of a list item's second and later lines."""
        return _indent(self._lists + 1) if self._items else ""

    def _gap(self) -> None:
        """End the line and write a blank one, unless the last line is blank."""
        self._end_line()
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def _heading(self, element: Node) -> None:
        self._gap()
        heading = _inline_text(self._page, element)
        self._set_line(heading.removesuffix(_BRACKETS).rstrip() if heading[:1].isdigit() else heading)
        self._gap()

    def _text(self, node: Node) -> None:
        if not self._verbatim:
            self._add(_SPACE.sub(" ", node.text))
            return
        first, *others = node.text.split("\n")
        self._add(first)
        for line in others:
            # Within `pre`, line breaks and spaces are kept.
            self.lines.append("".join(self._pieces).rstrip())
            self._set_line(line)


def _indent(lists: int) -> str:
    return "  " * min(lists, _MAX_INDENT)


def _is_block(element: Node) -> bool:
    if element.name == _INLINE_CITE:
        return element.parent is None or element.parent.name != "p"
    return element.name in _BLOCKS


def _inline_text(page: HtmlTree, element: Node) -> str:
    """Return all the text in an element, on one line."""
    return _SPACE.sub(" ", "".join(_inline_piece(node) for node in page.within(element))).strip()


def _inline_piece(node: Node) -> str:
    """Return what a node adds to a line of text: its text, the symbol of an image, a space for a line break."""
    if node.name == "img":
        return _symbol(node)
    return " " if node.name == "br" else _SPACE.sub(" ", node.text)


def _symbol(image: Node) -> str:
    """Return the mana or tap symbol that an image stands for, or "" for any other image."""
    alternative = image.attributes.get("alt", "")
    return alternative if _SYMBOL.fullmatch(alternative) else ""


def _row(page: HtmlTree, row: Node) -> str:
    """Return a row of a table as one line, with tabs between its cells and dots between the items of a cell."""
    cells = [_APART.join(_items(page, node)) for node in page.within(row) if node.name in _CELLS and node.parent is row]
    return "\t".join(cell for cell in cells if cell)


def _items(page: HtmlTree, cell: Node) -> list[str]:
    """Return the list items, paragraphs or lines of a table cell. A header cell is one item, even with line breaks."""
    if cell.name == "th":
        return [_inline_text(page, cell)]
    items: list[list[str]] = [[]]
    holder = cell
    # The innermost item or paragraph around each element within the cell.
    holders = {cell.index: cell}
    for node in page.within(cell):
        around = holders[node.parent.index] if node.parent else cell
        if node.name:
            holders[node.index] = node if node.name in _PARTS_OF_CELLS else around
            if node.name == "br":
                items.append([])
            elif node.name == "img":
                items[-1].append(_symbol(node))
            continue
        if around is not holder:
            items.append([])
            holder = around
        items[-1].append(_SPACE.sub(" ", node.text))
    return [text for pieces in items if (text := _SPACE.sub(" ", "".join(pieces)).strip())]
