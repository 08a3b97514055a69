"""`rules` without a command on a terminal: the search as you type, which needs the extra `live`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from cli.messages import note
from kb.errors import MissingExtra
from kb.i18n import _
from kb.storage.store import Store

if TYPE_CHECKING:
    from cli.interactive.backend import Backend
    from cli.options.global_options import GlobalOptions


def is_interactive_terminal() -> bool:
    """True if stdin and stdout are a terminal whose cursor can be moved."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def run_interactive(common: GlobalOptions, show_help: Callable[[], str]) -> int:
    """Run the search as you type, then print the copied citations. If the extra `live` is missing, show the help.

    Raises:
        BadValue: there is no such language or day.
        StoreError: the knowledge base can't be read or built.
    """
    if find_spec("prompt_toolkit") is None:
        print(show_help())
        note(str(MissingExtra(_("the search as you type"), "live")))
        return 0
    # Before the screen opens, report wrong options (these properties raise `BadValue`), and build a missing store.
    _language, _day = common.language, common.day
    with common.open_store():
        pass
    from cli.interactive.app import SearchScreen

    @contextmanager
    def opening() -> Iterator[Backend]:
        from cli.interactive.backend import Backend

        with Store.open(common.data_folder) as store:
            yield Backend(common, store)

    screen = SearchScreen(opening, color=common.unpaged_output().has_color)
    screen.run()
    # Not every terminal lets a program write to the clipboard, so the citations are printed as well.
    for citation in dict.fromkeys(screen.copied_citations):
        print(citation)
    return 0
