"""Progress on stderr: a bar on a terminal, a line a document otherwise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cli.messages import note


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[str], None]]:
    """Show how far a run over documents is; the function given is told the name of each.

    Args:
        what: what the run is over, for the bar's label.
        total: how many documents there are.
    """
    if not sys.stderr.isatty():
        yield lambda name: note(f"reading {name}")
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[name]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, name="")
        started = False

        def step(name: str) -> None:
            nonlocal started
            bar.update(task, advance=1 if started else 0, name=name.rpartition("/")[2])
            started = True

        yield step
