"""The screen of the search as you type: its layout, its keys, and the searches in the background."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, has_focus
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from cli.interactive import status_bar
from cli.interactive.status_bar import Focus
from cli.interactive.widgets import DocumentPane, HitList
from cli.interactive.wrapping import Line, one_line, truncate
from kb.citations.formatter import format_citation
from kb.i18n import _
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
# Time to wait for more bytes after the Escape byte, because other keys send sequences that begin with this byte.
_ESCAPE_SECONDS = 0.05
# The keys of a pasted text come within this time.
_PASTE_SECONDS = 0.05
T = TypeVar("T")


class SearchScreen:
    """The search as you type, on a whole terminal.

    Attributes:
        copied_citations: the citations that the user has copied, in order.
    """

    def __init__(self, opening: Callable[[], AbstractContextManager[Backend]], *, color: bool) -> None:
        """Build the screen. The background thread calls `opening` to open the knowledge base."""
        self.copied_citations: list[str] = []
        self._opening = opening
        self._notice = ""
        self._edition = ""
        # The newest input while a search is running, otherwise None.
        self._pending: str | None = None
        self._open_when_found = False
        # The time at which a key was last recognized as part of a pasted text.
        self._pasted_at = float("-inf")
        self._trail: list[tuple[ReaderDocument, int, int | None]] = []
        self._query = Buffer(multiline=False, on_text_changed=lambda _buffer: self._search())
        prompt = BeforeInput(lambda: [("class:prompt", _("Search: "))])
        self._typing = Window(BufferControl(self._query, input_processors=[prompt]), height=1)
        self._hits = HitList(lambda: self._app.layout.has_focus(self._list))
        self._reader = DocumentPane()
        self._list, self._page = Window(self._hits), Window(self._reader)
        self._app: Application[None] = Application(
            Layout(self._build_layout(), self._typing),
            key_bindings=self._build_key_bindings(),
            style=_STYLE,
            color_depth=None if color else ColorDepth.DEPTH_1_BIT,
            full_screen=True,
        )
        self._app.ttimeoutlen = _ESCAPE_SECONDS

    def run(self) -> None:
        """Show the screen until the user leaves.

        Raises:
            RulesError: the knowledge base can't be read.
        """
        # A connection of SQLite works only in the thread that opened it.
        with ThreadPoolExecutor(1) as self._thread, ExitStack() as self._resources:
            try:
                self._app.run(pre_run=lambda: self._in_background(self._open_backend))
            finally:
                self._thread.submit(self._resources.close).result()

    async def _open_backend(self) -> None:
        """Open the knowledge base and load the search engine, in the thread that also runs the searches."""

        def open_in_thread() -> None:
            self._backend = self._resources.enter_context(self._opening())

        await self._in_thread(open_in_thread)
        self._edition = await self._ask(lambda backend: backend.edition)
        nothing = await self._ask(lambda backend: backend.search(""))
        if self._hits.answer is None:
            self._hits.show(nothing)
        self._app.invalidate()
        # The first search of a process is slow, so run a search before the user types.
        await self._ask(lambda backend: backend.search("rule"))

    def _in_background(self, task: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run a task while keys are handled, and redraw the screen. An error ends the program."""

        async def run() -> None:
            try:
                await task()
            except Exception as problem:  # noqa: BLE001, `exit` raises the error again in `run`
                if not self._app.is_done:
                    self._app.exit(exception=problem)
            else:
                self._app.invalidate()

        self._app.create_background_task(run())

    async def _ask(self, question: Callable[[Backend], T]) -> T:
        return await self._in_thread(lambda: question(self._backend))

    async def _in_thread(self, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, call)

    def _search(self) -> None:
        """Search for the input. If a search is running, wait until it ends."""
        busy, self._pending = self._pending is not None, self._query.text
        if not busy:
            self._in_background(self._search_pending)

    async def _search_pending(self) -> None:
        text = None
        while self._pending is not None and self._pending != text:
            text = self._pending
            self._hits.show(await self._ask(lambda backend, text=text: backend.search(text)))  # type: ignore[misc]
            self._app.invalidate()
        self._pending = None
        if self._open_when_found:
            self._open_when_found = False
            self._open_hit()

    def _open_hit(self) -> None:
        """Open the selected hit. If there are no hits, search for the suggestion.

        If a search is running, wait for its end: the hits on the screen may be those of an earlier input.
        """
        if self._pending is not None:
            self._open_when_found = True
            return
        hit, answer = self._hits.selected_hit, self._hits.answer
        if hit is not None:
            self._open(lambda backend: backend.open_hit(hit), hit.number or str(hit.term))
        elif answer is not None and answer.results.suggestion:
            self._query.text = answer.results.suggestion
            self._query.cursor_position = len(self._query.text)

    def _follow_link(self) -> None:
        document, index = self._reader.document, self._reader.selected_link
        if document is not None and index is not None:
            target = document.links[index].target
            self._open(lambda backend: backend.open_document(target, document.lang), str(target))

    def _open(self, question: Callable[[Backend], ReaderDocument | None], name: str) -> None:
        async def open_document() -> None:
            document = await self._ask(question)
            if document is None:
                self._notice = _("{name} isn't in the knowledge base for that day", name=name)
                return
            if self._reader.document is not None:
                self._trail.append((self._reader.document, self._reader.top, self._reader.selected_link))
            self._reader.open(document)
            self._app.layout.focus(self._page)

        self._in_background(open_document)

    def _back(self) -> None:
        """Return to the previous document and its scroll position, or to the list if there is no previous document."""
        if self._trail:
            self._reader.open(*self._trail.pop())
        else:
            self._reader.document = None
            self._app.layout.focus(self._list)

    def _copy(self) -> None:
        """Copy the citation of the open document, or of the selected hit."""
        document, hit = self._reader.document, self._hits.selected_hit
        number: RuleNumber | None = None
        if document is not None:
            number, lang = document.number, document.lang
        elif hit is not None and hit.number:
            number, lang = RuleNumber.parse(hit.number), hit.lang
        if number is None:
            self._notice = _("only rules have a citation; open the rule that the entry names")
            return
        text = format_citation(number, lang)
        # The escape sequence OSC 52 asks the terminal, even a remote terminal, to put the text on its clipboard.
        output = get_app().output
        output.write_raw(f"\x1b]52;c;{b64encode(text.encode()).decode()}\x07")
        output.flush()
        self.copied_citations.append(text)
        self._notice = _("copied: {citation}", citation=text)

    def _build_key_bindings(self) -> KeyBindings:
        hits, reader = self._hits, self._reader
        actions: dict[Window, dict[str, Callable[[], object]]] = {
            self._typing: {
                "c-c": self._leave, "escape": self._clear, "down": self._down,
                "enter": lambda: self._unless_pasted(self._open_hit), "tab": lambda: self._unless_pasted(self._to_list),
            },
            self._list: {
                "c-c": self._leave, "q": self._leave, "c": self._copy, "enter": self._open_hit,
                "up": self._up, "down": lambda: hits.move(1),
                "pageup": lambda: hits.move(-hits.page_size), "pagedown": lambda: hits.move(hits.page_size),
                "home": lambda: hits.move(-hits.selected), "end": lambda: hits.move(hits.count),
                "escape": self._to_query, "tab": self._to_query, "/": self._to_query, "backspace": self._erase,
            },
            self._page: {
                "c-c": self._leave, "q": self._leave, "c": self._copy, "enter": self._follow_link,
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
        for window, keys in actions.items():
            for key, action in keys.items():
                # Without `eager`, Escape would wait for other key bindings that begin with Escape.
                bindings.add(key, filter=has_focus(window), eager=key == "escape")(self._handler(action))

        @bindings.add(Keys.BracketedPaste, filter=~has_focus(self._page))
        def paste(event: KeyPressEvent) -> None:
            self._to_query()
            self._query.insert_text(one_line(event.data))

        @bindings.add(Keys.BracketedPaste, filter=has_focus(self._page))
        def ignore(_event: KeyPressEvent) -> None:
            pass

        @bindings.add(Keys.SIGINT)
        def interrupt(_event: KeyPressEvent) -> None:
            """End the program after the signal of Ctrl-C from elsewhere; the key itself is one of the actions."""
            self._app.exit(exception=KeyboardInterrupt)

        @bindings.add(Keys.Any, filter=has_focus(self._list))
        def type_on(event: KeyPressEvent) -> None:
            if event.data.isprintable():
                self._to_query()
                self._query.insert_text(event.data)

        return bindings

    def _handler(self, action: Callable[[], object]) -> Callable[[KeyPressEvent], None]:
        def handle(_event: KeyPressEvent) -> None:
            self._notice = ""
            action()

        return handle

    def _unless_pasted(self, action: Callable[[], object]) -> None:
        """Perform the action of Enter or Tab. If the key is part of a pasted text, insert a space instead.

        Terminals without bracketed paste send a pasted text as keys, all at once. So a pasted key has others behind it,
        or it comes just after such a key.
        """
        if self._app.key_processor.input_queue:
            self._pasted_at = monotonic()
        if monotonic() - self._pasted_at < _PASTE_SECONDS:
            self._query.insert_text(" ")
        else:
            action()

    def _leave(self) -> None:
        self._app.exit()

    def _to_query(self) -> None:
        self._app.layout.focus(self._typing)

    def _to_list(self) -> None:
        if self._hits.selected_hit is not None:
            self._app.layout.focus(self._list)

    def _up(self) -> None:
        """Select the hit above. From the first hit, go to the input."""
        if self._hits.selected == 0:
            self._to_query()
        self._hits.move(-1)

    def _down(self) -> None:
        self._to_list()
        self._hits.move(1)

    def _clear(self) -> None:
        """Clear the input, or leave if the input is empty."""
        if self._query.text:
            self._query.text = ""
        else:
            self._leave()

    def _erase(self) -> None:
        self._to_query()
        self._query.delete_before_cursor()

    def _build_layout(self) -> HSplit:
        reading = Condition(lambda: self._reader.document is not None)
        rule = Window(char="─", height=1, style="class:rule")
        searching = HSplit([self._typing, self._one_line(self._status), rule, self._list])
        page = HSplit([self._one_line(self._heading), rule, self._page])
        notice = self._one_line(lambda width: truncate([("class:said", self._notice)], width))
        keys = FormattedTextControl(
            lambda: FormattedText([part for line in self._key_help() for part in (*line, ("", "\n"))][:-1])
        )
        return HSplit(
            [
                ConditionalContainer(searching, ~reading),
                ConditionalContainer(page, reading),
                ConditionalContainer(notice, Condition(lambda: bool(self._notice))),
                Window(keys, height=lambda: len(self._key_help()), dont_extend_height=True),
            ]
        )

    def _one_line(self, text: Callable[[int], Line]) -> Window:
        return Window(FormattedTextControl(lambda: FormattedText(text(self._width))), height=1)

    @property
    def _width(self) -> int:
        return self._app.output.get_size().columns

    def _status(self, width: int) -> Line:
        return status_bar.search_status(self._hits.answer, self._edition, width, is_searching=self._pending is not None)

    def _heading(self, width: int) -> Line:
        return status_bar.document_heading(self._reader.document, width) if self._reader.document else []

    def _key_help(self) -> list[Line]:
        has_focus, document = self._app.layout.has_focus, self._reader.document
        focus: Focus = "page" if has_focus(self._page) else "list" if has_focus(self._list) else "typing"
        links = bool(document and document.links)
        return status_bar.key_help(focus, self._width, has_query=bool(self._query.text), has_links=links)
