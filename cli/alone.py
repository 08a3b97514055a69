"""`rules` alone: the search as you type, on a terminal that has the library for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from cli.messages import note
from kb.errors import NeedsExtra
from kb.store import Store
from kb.tongue import _

if TYPE_CHECKING:
    from cli.global_options import Everywhere
    from cli.live.desk import Desk


def on_terminal() -> bool:
    """Whether a person sits before a terminal on which lines can be moved about."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def alone(common: Everywhere, show_help: Callable[[], str]) -> int:
    """Search as somebody types, and print what was copied; without the library for it, show the help.

    Args:
        common: the options given.
        show_help: gives the help, or has printed it.

    Raises:
        BadValue: there is no such language or day.
        StoreError: the knowledge base can't be read or built.
    """
    if find_spec("prompt_toolkit") is None:
        print(show_help())
        sys.stdout.flush()
        note(str(NeedsExtra(_("the search as you type"), "live")))
        return 0
    # Wrong options are told, and an empty knowledge base is built, before the screen is taken.
    _language, _day = common.language, common.day
    with common.store():
        pass
    from cli.live.screen import Screen

    @contextmanager
    def opening() -> Iterator[Desk]:
        from cli.live.desk import Desk

        with Store.open(common.folder) as store:
            yield Desk(common, store)

    screen = Screen(opening, color=common.page().in_color)
    screen.run()
    # For a terminal that keeps its clipboard to itself.
    for citation in dict.fromkeys(screen.copied):
        print(citation)
    sys.stdout.flush()
    return 0
