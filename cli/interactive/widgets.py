"""The scrolling parts of the screen: the list of hits, and the open document."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from prompt_toolkit.data_structures import Point
from prompt_toolkit.layout.controls import UIContent, UIControl

from cli.interactive.document import Paragraph, ReaderDocument
from cli.interactive.search_result import SearchAnswer
from cli.interactive.status_bar import heading_line, hint
from cli.interactive.wrapping import Line, truncate, wrap
from cli.rendering.code_labels import code_label, origin_label
from cli.rendering.text_output import highlight
from kb.i18n import _

if TYPE_CHECKING:
    from kb.search import Hit

_MAX_SNIPPET_LINES = 3


class ScrollPane(UIControl):
    """A part of the screen that shows some of its lines and scrolls.

    Attributes:
        top: index of the first line shown.
        height: number of lines shown.
    """

    def __init__(self) -> None:
        self.top, self.height, self._last_top = 0, 1, 0

    def is_focusable(self) -> bool:
        """True: the pane can get the keys."""
        return True

    def lines(self, width: int) -> list[Line]:
        """Return all lines, for a width in columns."""
        raise NotImplementedError

    def scroll_into_view(self) -> None:
        """Set `top` to the first line to show. This is called after `lines`."""

    def create_content(self, width: int, height: int) -> UIContent:
        """Return the visible lines."""
        lines = self.lines(width)
        self.height, self._last_top = height, max(0, len(lines) - height)
        self.scroll_into_view()
        self.scroll(0)
        shown = lines[self.top : self.top + height]
        return UIContent(lambda at: [*shown[at]], len(shown), Point(0, 0), show_cursor=False)

    @property
    def page_size(self) -> int:
        """The number of lines to scroll for a page: two lines stay visible."""
        return max(1, self.height - 2)

    def scroll(self, by: int) -> None:
        """Scroll down by a number of lines."""
        self.top = max(0, min(self.top + by, self._last_top))

    def scroll_to_end(self) -> None:
        """Show the last lines."""
        self.top = self._last_top


class HitList(ScrollPane):
    """The list of hits.

    Attributes:
        answer: the hits, or None until the first search is done.
        selected: index of the selected hit.
        has_focus: a function that returns True if the list gets the keys.
    """

    def __init__(self, has_focus: Callable[[], bool]) -> None:
        super().__init__()
        self.answer: SearchAnswer | None = None
        self.selected = 0
        self.has_focus = has_focus
        # The index of the first line of each hit, and of the line after the last hit.
        self._starts: list[int] = []

    @property
    def selected_hit(self) -> Hit | None:
        """The selected hit, or None if there are no hits."""
        hits = self.answer.results.hits if self.answer else ()
        return hits[self.selected] if self.selected < len(hits) else None

    def show(self, answer: SearchAnswer) -> None:
        """Show the hits of another search, with the first one selected."""
        self.answer, self.selected, self.top = answer, 0, 0

    def move(self, by: int) -> None:
        """Select the hit `by` hits further down."""
        self.selected = max(0, min(self.selected + by, self.count - 1))

    @property
    def count(self) -> int:
        """Number of hits."""
        return len(self.answer.results.hits) if self.answer else 0

    @property
    def page_size(self) -> int:
        """Number of hits on the screen, at least one."""
        return max(1, sum(self.top <= start < self.top + self.height for start in self._starts) - 1)

    def lines(self, width: int) -> list[Line]:
        """Return the lines of all hits, a hint while the input is empty, or a note if there are no hits."""
        if self.answer is None or not self.answer.results.hits:
            is_empty = self.answer is None or not self.answer.query.strip()
            texts = [*(hint().split("\n") if is_empty else ()), self.answer.note if self.answer else ""]
            return [line for text in texts if text for line in wrap([("class:note", text)], width, 2)]
        bar = ("class:bar" if self.has_focus() else "class:bar.asleep", "▌ ")
        lines: list[Line] = []
        self._starts = []
        for at, hit in enumerate(self.answer.results.hits):
            self._starts.append(len(lines))
            left = bar if at == self.selected else ("", "  ")
            path = self.answer.heading_paths[at]
            lines += [[left, *line] for line in _hit_lines(hit, path, self.answer.edition, width - 2)]
        self._starts.append(len(lines))
        return lines

    def scroll_into_view(self) -> None:
        """Keep the selected hit in view."""
        if self.selected + 1 >= len(self._starts) or not self.selected_hit:
            return
        first, end = self._starts[self.selected : self.selected + 2]
        self.top = min(max(self.top, end - self.height), first)


def _hit_lines(hit: Hit, headings: tuple[str, ...], searched: str, width: int) -> list[Line]:
    """Return the heading and snippet of a hit. The heading names the hit's edition if it differs from `searched`."""
    name = hit.number or str(hit.term)
    head: Line = [("class:number", name)]
    if hit.kind == "glossary":
        head.append(("class:note", _("  (glossary)")))
    elif hit.kind == "heading" and hit.title:
        head.append(("class:title", f"  {hit.title}"))
    if hit.status != "current":
        head.append(("class:warning", f"  ({code_label(hit.status)})"))
    edition = origin_label(hit)
    lines = [heading_line(head, headings, "" if edition == searched else edition, width)]
    if hit.kind == "heading":
        return lines
    marked = highlight(hit.snippet, hit.marks, "class:mark")
    text = wrap([(style, part) for part, style in marked], width, 4)
    if len(text) > _MAX_SNIPPET_LINES:
        del text[_MAX_SNIPPET_LINES:]
        text[-1] = truncate([*text[-1], ("", " …")], width)
    return [*lines, *text]


class DocumentPane(ScrollPane):
    """The open document.

    Attributes:
        document: the document, or None while no document is open.
        selected_link: index of the selected link, or None if no link is selected.
    """

    def __init__(self) -> None:
        super().__init__()
        self.document: ReaderDocument | None = None
        self.selected_link: int | None = None
        # A cache: the lines; the document, width and selected link that they were made for; the index of the first
        # line of each paragraph, and of each link.
        self._lines: list[Line] = []
        self._lines_are_for: tuple[ReaderDocument | None, int, int | None] = (None, 0, None)
        self._paragraph_lines: list[int] = []
        self._link_lines: dict[int, int] = {}
        self._go_to_first = self._go_to_link = False

    def open(self, document: ReaderDocument, top: int | None = None, link: int | None = None) -> None:
        """Show a document from the paragraph asked for, or from the line and link of an earlier visit."""
        self.document, self.selected_link = document, link
        self._go_to_first = top is None
        self.top = top or 0

    def step_link(self, by: int) -> None:
        """Select the next or previous link. If no link is selected, the next link is the first link in view."""
        count = len(self.document.links) if self.document else 0
        if not count:
            return
        if self.selected_link is None:
            below = [at for at, line in self._link_lines.items() if line >= self.top]
            self.selected_link = (below[0] if below else 0) if by > 0 else count - 1
        else:
            self.selected_link = (self.selected_link + by) % count
        self._go_to_link = True

    def lines(self, width: int) -> list[Line]:
        """Return the lines of all paragraphs."""
        if self.document is None:
            return []
        wanted = (self.document, width, self.selected_link)
        if self._lines_are_for != wanted:
            self._lines, self._paragraph_lines, self._link_lines = [], [], {}
            for paragraph in self.document.paragraphs:
                self._paragraph_lines.append(len(self._lines))
                self._lines += self._wrap_paragraph(paragraph, width)
            self._lines_are_for = wanted
        return self._lines

    def _wrap_paragraph(self, paragraph: Paragraph, width: int) -> list[Line]:
        fragments = []
        for run in paragraph.runs:
            styles = [f"class:{run.kind}"]
            if run.link is not None:
                styles += ["class:link", f"class:link{run.link.index}"]
                styles += ["class:chosen"] if run.link.index == self.selected_link else []
            fragments.append((" ".join(styles), run.text))
        lines = wrap(fragments, width, paragraph.indent, paragraph.hang)
        for at, line in enumerate(lines, len(self._lines)):
            for style, _text in line:
                for word in style.split():
                    if word.startswith("class:link") and (index := word.removeprefix("class:link")):
                        self._link_lines.setdefault(int(index), at)
        return lines

    def scroll_into_view(self) -> None:
        """Go to the paragraph that was asked for, or to the selected link."""
        if self._go_to_first and self.document is not None:
            self.top = self._paragraph_lines[self.document.first_paragraph]
        if self._go_to_link and self.selected_link is not None:
            line = self._link_lines[self.selected_link]
            if not self.top <= line < self.top + self.height:
                self.top = line - self.height // 2
        self._go_to_first = self._go_to_link = False
