"""The screen: what keys do, and what is asked of the knowledge base meanwhile."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, TypeVar

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, has_focus
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from cli.interactive import status_bar
from cli.interactive.status_bar import Focus
from cli.interactive.widgets import DocumentPane, HitList, TextWidget
from cli.interactive.wrapping import Line, truncate
from kb.citations.formatter import format_citation
from kb.i18n import _
from kb.languages import Lang
from kb.rule_number import RuleNumber

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from cli.interactive.backend import Backend
    from cli.interactive.document import ReaderDocument

_STYLE = Style.from_dict(
    {
        "number": "bold ansicyan",
        "title": "bold",
        "mark": "bold ansiyellow",
        "place": "",
        "note": "dim",
        "warning": "ansiyellow",
        "example": "italic",
        "link": "underline",
        "chosen": "reverse",
        "bar": "bold ansicyan",
        "bar.asleep": "dim",
        "prompt": "bold",
        "said": "bold",
        "key": "bold",
        "rule": "dim",
    }
)
# A key that begins with Escape arrives at once; whoever presses Escape alone doesn't want to wait for more.
_ESCAPE_SECONDS = 0.05
T = TypeVar("T")


class SearchScreen:
    """The search as you type, while it runs.

    Attributes:
        copied: the citations that were copied, in order.
    """

    def __init__(self, opening: Callable[[], AbstractContextManager[Backend]], *, color: bool) -> None:
        """Prepare it.

        Args:
            opening: opens the knowledge base; it is called in the thread that then asks it.
            color: whether colours may tell things apart.
        """
        self.copied_citations: list[str] = []
        self._opening = opening
        self._said = ""
        self._edition = ""
        self._wanted: str | None = None
        self._then_read = False
        self._trail: list[tuple[ReaderDocument, int, int | None]] = []
        self._query = Buffer(multiline=False, on_text_changed=lambda _buffer: self._search())
        self._typing = Window(
            BufferControl(self._query, input_processors=[BeforeInput(lambda: [("class:prompt", _("Search: "))])]),
            height=1,
        )
        self._hits = HitList(lambda: self._app.layout.has_focus(self._list))
        self._reader = DocumentPane()
        self._list, self._page = Window(self._hits), Window(self._reader)
        self._places: dict[Focus, Window] = {"typing": self._typing, "list": self._list, "page": self._page}
        self._app: Application[None] = Application(
            Layout(self._arranged(), self._typing),
            key_bindings=self._keys(),
            style=_STYLE,
            color_depth=None if color else ColorDepth.DEPTH_1_BIT,
            full_screen=True,
        )
        self._app.ttimeoutlen = _ESCAPE_SECONDS

    def run(self) -> None:
        """Show it until somebody leaves.

        Raises:
            RulesError: the knowledge base can't be read.
        """
        # One thread of its own: what was opened there is read there.
        with ThreadPoolExecutor(1) as self._thread, ExitStack() as self._open_things:
            try:
                self._app.run(pre_run=self._begin)
            finally:
                self._thread.submit(self._open_things.close).result()

    def _begin(self) -> None:
        async def open_desk() -> None:
            await self._in_thread(self._open_in_thread)
            self._edition = await self._asked(lambda desk: desk.edition)
            self._app.invalidate()
            # What the first search of a process reads is read before somebody waits for it.
            await self._asked(lambda desk: desk.search("rule"))

        self._do(open_desk)

    def _open_in_thread(self) -> None:
        """Open the knowledge base and load the search engine; what is asked meanwhile waits for its turn."""
        self._desk = self._open_things.enter_context(self._opening())

    def _do(self, errand: Callable[[], Any]) -> None:
        """Do something beside the keys; what goes wrong ends the program as it ends any other command."""

        async def done() -> None:
            try:
                await errand()
            except Exception as problem:  # noqa: BLE001, it is raised again by `run`
                if not self._app.is_done:
                    self._app.exit(exception=problem)
            else:
                self._app.invalidate()

        self._app.create_background_task(done())

    async def _asked(self, question: Callable[[Backend], T]) -> T:
        return await self._in_thread(lambda: question(self._desk))

    async def _in_thread(self, errand: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, errand)

    def _search(self) -> None:
        """Search for what is typed, unless that is going on; then it is searched next, if it is still typed."""
        busy, self._wanted = self._wanted is not None, self._query.text
        if not busy:
            self._do(self._searched)

    async def _searched(self) -> None:
        text = None
        while self._wanted is not None and self._wanted != text:
            text = self._wanted
            self._hits.show(await self._asked(lambda desk, text=text: desk.search(text)))  # type: ignore[misc]
            self._app.invalidate()
        self._wanted = None
        if self._then_read:
            self._then_read = False
            self._read()

    def _read(self) -> None:
        """Read the hit that is chosen; of a search that found nothing, search for what was meant.

        Whoever types faster than is searched reads what is found for what is typed, not for its beginning.
        """
        if self._wanted is not None:
            self._then_read = True
            return
        hit, answer = self._hits.selected_hit, self._hits.answer
        if hit is not None:
            self._open(lambda desk: desk.open_hit(hit), hit.number or str(hit.term))
        elif answer is not None and answer.results.suggestion:
            self._query.text = answer.results.suggestion
            self._query.cursor_position = len(self._query.text)

    def _follow(self) -> None:
        """Read what the link that is chosen leads to."""
        leaf, at = self._reader.document, self._reader.selected_link
        if leaf is not None and at is not None:
            to = leaf.links[at].target
            self._open(lambda desk: desk.open_document(to, leaf.lang), str(to))

    def _open(self, question: Callable[[Backend], ReaderDocument | None], name: str) -> None:
        async def opened() -> None:
            leaf = await self._asked(question)
            if leaf is None:
                self._said = _("{name} isn't in the rules of that day", name=name)
                return
            if self._reader.document is not None:
                self._trail.append((self._reader.document, self._reader.top, self._reader.selected_link))
            self._reader.open(leaf)
            self._app.layout.focus(self._page)

        self._do(opened)

    def _back(self) -> None:
        """Read again what was read before, where it was left; or go back to the list."""
        if self._trail:
            self._reader.open(*self._trail.pop())
        else:
            self._reader.document = None
            self._app.layout.focus(self._list)

    def _copy(self) -> None:
        """Copy the citation of the rule that is read or chosen."""
        number, lang = self._cited()
        if number is None:
            self._said = _("only rules have a citation; open the rule that the entry names")
            return
        text = format_citation(number, lang)
        # OSC 52: the terminal, however far away, puts it on its clipboard.
        output = get_app().output
        output.write_raw(f"\x1b]52;c;{b64encode(text.encode()).decode()}\x07")
        output.flush()
        self.copied_citations.append(text)
        self._said = _("copied: {citation}", citation=text)

    def _cited(self) -> tuple[RuleNumber | None, Lang]:
        leaf, hit = self._reader.document, self._hits.selected_hit
        if leaf is not None:
            return leaf.number, leaf.lang
        if hit is not None and hit.number:
            return RuleNumber.parse(hit.number), hit.lang
        return None, "en"

    def _keys(self) -> KeyBindings:
        """What keys do, by where one is."""
        hits, reader = self._hits, self._reader
        does: dict[Focus, dict[str, Callable[[], object]]] = {
            "typing": {
                "c-c": self._leave, "escape": self._clear, "enter": self._read, "down": self._down,
                "tab": self._to_list,
            },
            "list": {
                "c-c": self._leave, "q": self._leave, "c": self._copy, "enter": self._read,
                "up": self._up, "down": lambda: hits.move(1),
                "pageup": lambda: hits.move(-hits.page_size), "pagedown": lambda: hits.move(hits.page_size),
                "home": lambda: hits.move(-hits.selected), "end": lambda: hits.move(hits.count),
                "escape": self._to_query, "tab": self._to_query, "/": self._to_query, "backspace": self._erase,
            },
            "page": {
                "c-c": self._leave, "q": self._leave, "c": self._copy, "enter": self._follow,
                "up": lambda: reader.scroll(-1), "down": lambda: reader.scroll(1),
                "pageup": lambda: reader.scroll(-reader.page_size), "pagedown": lambda: reader.scroll(reader.page_size),
                " ": lambda: reader.scroll(reader.page_size),
                "home": lambda: reader.scroll(-reader.top), "end": reader.scroll_to_end,
                "right": lambda: reader.step_link(1), "tab": lambda: reader.step_link(1),
                "left": lambda: reader.step_link(-1), "s-tab": lambda: reader.step_link(-1),
                "escape": self._back, "backspace": self._back,
            },
        }  # fmt: skip
        bindings = KeyBindings()
        for place, window in self._places.items():
            for key, action in does[place].items():
                # Eager: Escape alone isn't the beginning of another key.
                bindings.add(key, filter=has_focus(window), eager=key == "escape")(self._pressed(action))

        @bindings.add(Keys.Any, filter=has_focus(self._list))
        def type_on(event: KeyPressEvent) -> None:
            if event.data.isprintable():
                self._to_query()
                self._query.insert_text(event.data)

        return bindings

    def _pressed(self, action: Callable[[], object]) -> Callable[[KeyPressEvent], None]:
        def pressed(_event: KeyPressEvent) -> None:
            self._said = ""
            action()

        return pressed

    def _leave(self) -> None:
        self._app.exit()

    def _to_query(self) -> None:
        self._app.layout.focus(self._typing)

    def _to_list(self) -> None:
        if self._hits.selected_hit is not None:
            self._app.layout.focus(self._list)

    def _up(self) -> None:
        """Choose the hit above; above the first is what is typed."""
        if self._hits.selected == 0:
            self._to_query()
        self._hits.move(-1)

    def _down(self) -> None:
        self._to_list()
        self._hits.move(1)

    def _clear(self) -> None:
        """Type something else; leave where nothing is typed."""
        if self._query.text:
            self._query.text = ""
        else:
            self._leave()

    def _erase(self) -> None:
        self._to_query()
        self._query.delete_before_cursor()

    def _arranged(self) -> HSplit:
        """What stands where."""
        reading = Condition(lambda: self._reader.document is not None)
        line = Window(char="─", height=1, style="class:rule")
        searching = HSplit([self._typing, self._one_line(self._status), line, self._list])
        page = HSplit([self._one_line(self._head), line, self._page])
        said = self._one_line(lambda width: truncate([("class:said", self._said)], width))
        keys = Window(TextWidget(self._help), height=lambda: len(self._help()), dont_extend_height=True)
        return HSplit(
            [
                ConditionalContainer(searching, ~reading),
                ConditionalContainer(page, reading),
                ConditionalContainer(said, Condition(lambda: bool(self._said))),
                keys,
            ]
        )

    def _one_line(self, text: Callable[[int], Line]) -> Window:
        return Window(TextWidget(lambda: [text(self._width)]), height=1)

    @property
    def _width(self) -> int:
        return self._app.output.get_size().columns

    def _status(self, width: int) -> Line:
        return status_bar.search_status(self._hits.answer, self._edition, width, is_searching=self._wanted is not None)

    def _head(self, width: int) -> Line:
        return status_bar.document_heading(self._reader.document, width) if self._reader.document else []

    def _help(self) -> list[Line]:
        focus = self._app.layout
        place: Focus = "page" if focus.has_focus(self._page) else "list" if focus.has_focus(self._list) else "typing"
        links = bool(self._reader.document and self._reader.document.links)
        return status_bar.key_help(place, self._width, has_query=bool(self._query.text), has_links=links)
