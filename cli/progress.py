"""Progress on stderr: a bar on a terminal, a line a document otherwise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cli.messages import note
from kb.store import Store
from kb.tongue import _


@contextmanager
def taking_in(store: Store, what: str, total: int) -> Iterator[Callable[[str], None]]:
    """Show how far a run over documents is, and have the store indexed beside it.

    Gives the function that is told the name of each document; `only_writer` must be held.

    Args:
        store: what the documents go into.
        what: what the run is over, for the bar's label.
        total: how many documents there are.
    """
    from kb import search

    with _shown(what, total) as step, search.indexing(store, total) as more:

        def next_document(name: str) -> None:
            more()
            step(_("reading {name}", name=name), name.rpartition("/")[2])

        yield next_document
        step("", _("indexing"))


@contextmanager
def _shown(what: str, total: int) -> Iterator[Callable[[str, str], None]]:
    """A bar, or lines; the function takes a line for the latter (none if empty) and a name for the former."""
    if not sys.stderr.isatty():
        yield lambda line, _name: note(line) if line else None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[name]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, name="")
        started = False

        def step(_line: str, name: str) -> None:
            nonlocal started
            bar.update(task, advance=1 if started else 0, name=name)
            started = True

        yield step
