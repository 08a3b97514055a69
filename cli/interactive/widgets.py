"""The parts of the screen: the list of what was found, and the leaf that is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from prompt_toolkit.data_structures import Point
from prompt_toolkit.layout.controls import UIContent, UIControl

from cli.interactive.document import Paragraph, ReaderDocument
from cli.interactive.search_result import SearchAnswer
from cli.interactive.status_bar import heading_line, hint
from cli.interactive.wrapping import Fragment, Line, truncate, wrap
from cli.rendering.code_labels import code_label
from kb.i18n import _

if TYPE_CHECKING:
    from kb.search import Hit

_MOST_LINES_OF_A_SNIPPET = 3


class ScrollPane(UIControl):
    """Lines of which as many are shown as the screen has.

    Attributes:
        top: the first line shown.
        height: how many are shown.
    """

    def __init__(self) -> None:
        self.top, self.height, self._last = 0, 1, 0

    def is_focusable(self) -> bool:
        """Keys may act on it."""
        return True

    def lines(self, width: int) -> list[Line]:
        """All lines, for so many columns."""
        raise NotImplementedError

    def scroll_into_view(self, lines: list[Line]) -> None:
        """Choose the first line to show, once it is known how many there are."""

    def create_content(self, width: int, height: int) -> UIContent:
        """What is shown just now."""
        lines = self.lines(width)
        self.height, self._last = height, max(0, len(lines) - height)
        self.scroll_into_view(lines)
        self.top = max(0, min(self.top, self._last))
        shown = lines[self.top : self.top + height]
        return _content(shown)

    @property
    def page_size(self) -> int:
        """How far a page down is: two lines stay on the screen."""
        return max(1, self.height - 2)

    def scroll(self, by: int) -> None:
        """Show what stands so many lines further down."""
        self.top = max(0, min(self.top + by, self._last))

    def scroll_to_end(self) -> None:
        """Show the last lines."""
        self.top = self._last


class TextWidget(UIControl):
    """A few lines that are asked for whenever the screen is drawn."""

    def __init__(self, lines: Callable[[], list[Line]]) -> None:
        self._lines = lines

    def create_content(self, width: int, height: int) -> UIContent:
        """What is shown just now."""
        del width, height
        return _content(self._lines())


def _content(lines: Sequence[Line]) -> UIContent:
    return UIContent(lambda at: [*lines[at]], len(lines), Point(0, 0), show_cursor=False)


class HitList(ScrollPane):
    """The list of what was found.

    Attributes:
        answer: what was found; None until the first search is done.
        chosen: which hit is chosen.
        in_use: whether keys move in the list.
    """

    def __init__(self, in_use: Callable[[], bool]) -> None:
        super().__init__()
        self.answer: SearchAnswer | None = None
        self.selected = 0
        self.has_focus = in_use
        self._starts: list[int] = []

    @property
    def selected_hit(self) -> Hit | None:
        """The hit that is chosen."""
        hits = self.answer.results.hits if self.answer else ()
        return hits[self.selected] if self.selected < len(hits) else None

    def show(self, answer: SearchAnswer) -> None:
        """Show what another search found, from the beginning."""
        self.answer, self.selected, self.top = answer, 0, 0

    def move(self, by: int) -> None:
        """Choose a hit so many further down."""
        self.selected = max(0, min(self.selected + by, self.count - 1))

    @property
    def count(self) -> int:
        """How many hits there are to choose from."""
        return len(self.answer.results.hits) if self.answer else 0

    @property
    def page_size(self) -> int:
        """How many hits go on the screen, at least one."""
        return max(1, sum(self.top <= start < self.top + self.height for start in self._starts) - 1)

    def lines(self, width: int) -> list[Line]:
        """Each hit: its number and place on a line, why it was found below."""
        if self.answer is None or not self.answer.query.strip():
            return [line for text in hint().split("\n") for line in wrap([("class:note", text)], width, 2)]
        lines: list[Line] = []
        self._starts = []
        for at, hit in enumerate(self.answer.results.hits):
            self._starts.append(len(lines))
            place = self.answer.heading_paths[at]
            lines += [self._barred(at, line) for line in _of_hit(hit, place, self.answer.edition, width - 2)]
        self._starts.append(len(lines))
        return lines

    def _barred(self, at: int, line: Line) -> Line:
        """A line with the bar of the hit that is chosen before it."""
        if at != self.selected:
            return [("", "  "), *line]
        return [("class:bar" if self.has_focus() else "class:bar.asleep", "▌ "), *line]

    def scroll_into_view(self, lines: list[Line]) -> None:
        """Keep the hit that is chosen in view, with the one before it in part."""
        if self.selected + 1 >= len(self._starts) or not self.selected_hit:
            return
        first, end = self._starts[self.selected : self.selected + 2]
        self.top = min(max(self.top, end - self.height), first)


def _of_hit(hit: Hit, place: tuple[str, ...], searched: str, width: int) -> list[Line]:
    """The lines of a hit; it names its edition where that isn't the one that is searched."""
    name = hit.number or str(hit.term)
    head: Line = [("class:number", name)]
    if hit.kind == "glossary":
        head.append(("class:note", _("  (glossary)")))
    elif hit.kind == "heading" and hit.title:
        head.append(("class:title", f"  {hit.title}"))
    if hit.status != "current":
        head.append(("class:warning", f"  ({code_label(hit.status)})"))
    edition = f"{hit.lang} {hit.edition}"
    lines = [heading_line(head, place, "" if edition == searched else edition, width)]
    if hit.kind == "heading":
        return lines
    text = wrap(_marked(hit), width, 4)
    if len(text) > _MOST_LINES_OF_A_SNIPPET:
        del text[_MOST_LINES_OF_A_SNIPPET:]
        text[-1] = truncate([*text[-1], ("", " …")], width)
    return [*lines, *text]


def _marked(hit: Hit) -> list[Fragment]:
    """The stretch of text that shows why a hit was found, its words marked."""
    fragments: list[Fragment] = []
    done = 0
    for start, end in hit.marks:
        fragments += [("", hit.snippet[done:start]), ("class:mark", hit.snippet[start:end])]
        done = end
    return [*fragments, ("", hit.snippet[done:])]


class DocumentPane(ScrollPane):
    """The leaf that is read.

    Attributes:
        leaf: what is read; None while nothing is.
        link: which of its links is chosen; None for none.
    """

    def __init__(self) -> None:
        super().__init__()
        self.document: ReaderDocument | None = None
        self.selected_link: int | None = None
        self._broken: tuple[ReaderDocument | None, int, int | None, list[Line]] = (None, 0, None, [])
        self._starts: list[int] = []
        self._links: dict[int, int] = {}
        self._to_first = self._to_link = False

    def open(self, leaf: ReaderDocument, top: int | None = None, link: int | None = None) -> None:
        """Read a leaf, from what was asked for on, or from where somebody left it."""
        self.document, self.selected_link = leaf, link
        self._to_first = top is None
        self.top = top or 0

    def step_link(self, by: int) -> None:
        """Choose another link; the first time, the next one that is on the screen."""
        count = len(self.document.links) if self.document else 0
        if not count:
            return
        if self.selected_link is None:
            below = [at for at, line in self._links.items() if line >= self.top]
            self.selected_link = (below[0] if below else 0) if by > 0 else count - 1
        else:
            self.selected_link = (self.selected_link + by) % count
        self._to_link = True

    def lines(self, width: int) -> list[Line]:
        """The paragraphs, broken to the width."""
        if self.document is None:
            return []
        leaf, known, link, lines = self._broken
        if (leaf, known, link) != (self.document, width, self.selected_link):
            lines, self._starts, self._links = [], [], {}
            for paragraph in self.document.paragraphs:
                self._starts.append(len(lines))
                lines += self._of_paragraph(paragraph, width, len(lines))
            self._broken = (self.document, width, self.selected_link, lines)
        return lines

    def _of_paragraph(self, paragraph: Paragraph, width: int, above: int) -> list[Line]:
        fragments = []
        for piece in paragraph.runs:
            styles = [f"class:{piece.kind}"]
            if piece.link is not None:
                styles += ["class:link", f"class:link{piece.link.index}"]
                styles += ["class:chosen"] if piece.link.index == self.selected_link else []
            fragments.append((" ".join(styles), piece.text))
        lines = wrap(fragments, width, paragraph.indent, paragraph.hang)
        for at, line in enumerate(lines):
            for style, _text in line:
                for word in style.split():
                    if word.startswith("class:link") and (number := word.removeprefix("class:link")):
                        self._links.setdefault(int(number), above + at)
        return lines

    def scroll_into_view(self, lines: list[Line]) -> None:
        """Go to what was asked for, or to the link that was chosen."""
        if self._to_first and self.document is not None:
            self.top = self._starts[self.document.first_paragraph]
        if self._to_link and self.selected_link is not None:
            line = self._links[self.selected_link]
            if not self.top <= line < self.top + self.height:
                self.top = line - self.height // 2
        self._to_first = self._to_link = False
