"""The rendering of HTML pages as plain text. The pages are trees of Beautiful Soup."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from bs4.element import NavigableString, PageElement, Tag

from ingest.formats.html_builder import parse

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


def render(html: str) -> str:
    """Render a page as the plain text that a person would copy from it."""
    writer = _PageWriter(_Page(parse(html)))
    writer.write()
    return "\n".join(writer.lines)


class _Page:
    """A page's tree without the elements that a browser doesn't show, and without the elements around the content.

    These elements stay in the tree, because Beautiful Soup needs quadratic time to remove many siblings.
    """

    def __init__(self, root: Tag) -> None:
        self.root = root
        self._removed = {id(element) for element in root.find_all(_is_never_shown)}
        self._removed |= {id(element) for element in _surroundings(tuple(self.within(root)), root)}

    def children(self, element: Tag) -> list[PageElement]:
        """Return the children of an element in reversed order."""
        return [child for child in reversed(element.contents) if id(child) not in self._removed]

    def within(self, element: Tag) -> Iterator[PageElement]:
        """Yield the elements and texts within an element, in the order of the page."""
        pending = self.children(element)
        while pending:
            node = pending.pop()
            yield node
            if isinstance(node, Tag):
                pending += self.children(node)


def _is_never_shown(element: Tag) -> bool:
    """True if a browser doesn't show an element, or if the element is a footnote mark or an edit link."""
    if element.name in _NEVER_SHOWN:
        return True
    attributes = element.attrs
    return bool(attributes) and (
        attributes.get("hidden", "until-found") != "until-found"
        or attributes.get("aria-hidden") == "true"
        or _EDIT_LINK in _classes(element)
        or (element.name == _FOOTNOTE[0] and _FOOTNOTE[1] in _classes(element))
    )


def _is_surrounding(element: Tag) -> bool:
    """True if an element is navigation or the like, around a page's content."""
    if element.name in _SURROUNDINGS:
        return True
    return element.get("id") == _TOC or not _SURROUNDING_CLASSES.isdisjoint(_classes(element))


def _is_wiki_content(element: Tag) -> bool:
    return _WIKI_CLASS in _classes(element) or element.get("id") == _WIKI_ID


def _classes(element: Tag) -> list[str]:
    return element.get_attribute_list("class") if "class" in element.attrs else []


def _surroundings(nodes: Sequence[PageElement], root: Tag) -> Iterator[Tag]:
    """Yield the elements around the page's content. Leave out an element that contains most of the page's rules.

    On some sites the whole page is in a form, or in an element without an end tag.
    """
    within: Counter[int] = Counter()
    for at, node in enumerate(nodes):
        if _has_rule(node):
            within[id(node)] = len(_RULE_TEXT.findall(_text_from(nodes, at)))
    for node in reversed(nodes):
        if rules := within[id(node)]:
            within[id(node.parent)] += rules
    for node in nodes:
        if isinstance(node, Tag) and _is_surrounding(node) and 2 * within[id(node)] <= within[id(root)]:
            yield node


def _has_rule(node: PageElement) -> bool:
    """True if a node is a text with a rule's number."""
    return isinstance(node, NavigableString) and _RULE.search(node) is not None


def _text_from(nodes: Sequence[PageElement], at: int) -> str:
    """Return the text of a node and the nodes after it, because a rule's text may be in another tag than its number."""
    read = str(nodes[at])
    for following in range(at + 1, len(nodes)):
        if len(read) > _MIN_RULE_START:
            break
        read += _characters(nodes[following])
    return read


def _elements_with_rules_or_rows(page: _Page) -> frozenset[int]:
    """Return the `id()` values of the elements that contain a rule's number or a row of a table."""
    elements: set[int] = set()
    for node in page.within(page.root):
        if _has_rule(node) or (isinstance(node, Tag) and node.name == "tr"):
            for element in node.parents:
                if id(element) in elements:
                    break
                elements.add(id(element))
    return frozenset(elements)


class _PageWriter:
    """Collects the lines of the rendering. The state counts the open lists, items, tables and the like.

    The writer visits the elements with a stack, because recursion might get too deep.
    """

    def __init__(self, page: _Page) -> None:
        self.lines: list[str] = []
        self._page = page
        self._pieces: list[str] = []
        self._is_blank, self._is_bare_bullet = True, False
        self._indent = ""
        self._lists = self._items = self._tables = self._verbatim = self._wikis = 0
        self._with_rules_or_rows = _elements_with_rules_or_rows(page)

    def write(self) -> None:
        """Write the page."""
        pending: list[tuple[PageElement, bool]] = [(node, False) for node in self._page.children(self._page.root)]
        while pending:
            node, is_open = pending.pop()
            if not isinstance(node, Tag):
                self._text(node)
            elif is_open:
                self._close(node)
            elif self._open(node):
                pending.append((node, True))
                pending += [(child, False) for child in self._page.children(node)]
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

    def _open(self, element: Tag) -> bool:
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
        elif name == "tr" and id(element) not in self._with_rules_or_rows:
            self._end_line()
            self._set_line(_row(self._page, element))
            self._end_line()
        else:
            self._begin(element)
            return True
        return False

    def _begin(self, element: Tag) -> None:
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
        self._wikis += _is_wiki_content(element)

    def _close(self, element: Tag) -> None:
        self._wikis -= _is_wiki_content(element)
        self._verbatim -= element.name == "pre"
        self._tables -= element.name == "table"
        if element.name == "li":
            self._end_line()
            self._items -= 1
            self._indent = self._hanging()
        elif _is_block(element):
            self._break(element)
        self._lists -= element.name in _LISTS

    def _break(self, element: Tag) -> None:
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

    def _heading(self, element: Tag) -> None:
        """Write a heading. Append "[]" on a wiki page, because copied text shows these brackets for the edit link.

        In the HTML, the edit link is in the heading or, on newer pages, beside the heading. Protected pages have none.
        """
        self._gap()
        heading = _inline_text(self._page, element)
        if heading[:1].isdigit():
            heading = heading.removesuffix(_BRACKETS).rstrip()
        elif self._wikis and element.name in _SECTION_HEADINGS and not heading.endswith(_BRACKETS):
            heading += _BRACKETS
        self._set_line(heading)
        self._gap()

    def _text(self, node: PageElement) -> None:
        if not self._verbatim:
            self._add(_text_of(node))
            return
        first, *others = _characters(node).split("\n")
        self._add(first)
        for line in others:
            # Within `pre`, line breaks and spaces are kept.
            self.lines.append("".join(self._pieces).rstrip())
            self._set_line(line)


def _indent(lists: int) -> str:
    return "  " * min(lists, _MAX_INDENT)


def _is_block(element: Tag) -> bool:
    if element.name == _INLINE_CITE:
        return element.parent is None or element.parent.name != "p"
    return element.name in _BLOCKS


def _inline_text(page: _Page, element: Tag) -> str:
    """Return all the text in an element, on one line."""
    return _SPACE.sub(" ", "".join(_inline_piece(node) for node in page.within(element))).strip()


def _inline_piece(node: PageElement) -> str:
    """Return what a node adds to a line of text: its text, the symbol of an image, a space for a line break."""
    if not isinstance(node, Tag):
        return _text_of(node)
    return _symbol(node) or (" " if node.name == "br" else "")


def _characters(node: PageElement) -> str:
    """Return the characters of a text, or "" for an element."""
    return str(node) if isinstance(node, NavigableString) else ""


def _text_of(node: PageElement) -> str:
    """Return the characters of a text, with each run of whitespace replaced by one space."""
    return _SPACE.sub(" ", _characters(node))


def _symbol(element: Tag) -> str:
    """Return the mana or tap symbol that an image stands for, or "" for any other element."""
    alternative = str(element.get("alt", ""))
    return alternative if element.name == "img" and _SYMBOL.fullmatch(alternative) else ""


def _row(page: _Page, row: Tag) -> str:
    """Return a row of a table as one line, with tabs between its cells and dots between the items of a cell."""
    children = reversed(page.children(row))
    cells = (_APART.join(_items(page, cell)) for cell in children if isinstance(cell, Tag) and cell.name in _CELLS)
    return "\t".join(cell for cell in cells if cell)


def _items(page: _Page, cell: Tag) -> list[str]:
    """Return the list items, paragraphs or lines of a table cell. A header cell is one item, even with line breaks."""
    if cell.name == "th":
        return [_inline_text(page, cell)]
    items: list[list[str]] = [[]]
    holder = id(cell)
    # The innermost item or paragraph around the content of each element within the cell.
    holders = {id(cell): id(cell)}
    for node in page.within(cell):
        around = holders[id(node.parent)]
        if isinstance(node, Tag):
            holders[id(node)] = id(node) if node.name in _PARTS_OF_CELLS else around
            if node.name == "br":
                items.append([])
            items[-1].append(_symbol(node))
            continue
        if around != holder:
            items.append([])
            holder = around
        items[-1].append(_text_of(node))
    return [text for pieces in items if (text := _SPACE.sub(" ", "".join(pieces)).strip())]
