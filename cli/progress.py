"""Progress of an ingest on stderr: a bar on a terminal, and a line for each document elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.messages import note
from cli.output_streams import trusted_stream, visible_line
from kb.i18n import _
from kb.storage.store import Store


@contextmanager
def ingest_progress(store: Store, what: str, total: int) -> Iterator[Callable[[str], None]]:
    """Show the progress of an ingest, and extend the search index in the background.

    The caller must hold the store's `writer_lock`. `what` is the label of the bar.

    Yields:
        A function to call before each document is read, with the document's name.
    """
    from kb.search.background_indexer import background_indexing

    with _bar_or_lines(what, total) as step, background_indexing(store, total) as more:

        def next_document(name: str) -> None:
            more()
            step(_("reading {name}", name=name), name.rpartition("/")[2])

        yield next_document
        step("", _("indexing"))


@contextmanager
def sync_progress(store: Store, total: int) -> Iterator[Callable[[str], None]]:
    """Show the progress of a synchronization, and build the search index at its end.

    The caller doesn't hold the store's `writer_lock`, because most of the time passes while files are fetched.

    Yields:
        A function to call before each file is fetched, with the file's address.
    """
    from kb.search.index import build_index, is_index_current

    with _bar_or_lines("sync", total) as step:
        yield lambda name: step(_("reading {name}", name=name), name.rpartition("/")[2])
        if not is_index_current(store):
            step("", _("indexing"))
            with store.writer_lock():
                build_index(store)


@contextmanager
def _bar_or_lines(what: str, total: int) -> Iterator[Callable[[str, str], None]]:
    """Yield a function of a line and a label. It shows the label on a bar or, without a terminal, prints the line."""
    if not sys.stderr.isatty():
        yield lambda line, _label: note(line) if line else None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    label = TextColumn("{task.fields[label]}", markup=False)
    console = Console(file=trusted_stream(sys.stderr))
    with Progress(*columns, label, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task(what, total=total, label="")
        started = False

        def step(_line: str, label: str) -> None:
            nonlocal started
            bar.update(task, advance=1 if started else 0, label=visible_line(label))
            started = True

        yield step


@contextmanager
def file_progress(what: str, file: Path) -> Iterator[Callable[[int], None]]:
    """Show how much of a file is read: a bar on a terminal, one line elsewhere.

    Yields:
        A function to call with the number of bytes read.
    """
    if not sys.stderr.isatty():
        note(_("reading {name}", name=file.name))
        yield lambda _read: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(
        *columns, console=Console(file=trusted_stream(sys.stderr)), transient=True, redirect_stdout=False
    ) as bar:
        total = file.stat().st_size if file.is_file() else None
        task = bar.add_task(what, total=total)
        yield lambda read: bar.update(task, completed=read)


@contextmanager
def counted_progress(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Show how many files, texts or steps are done, of `total` if it is known: on a terminal, nothing elsewhere.

    Yields:
        A function to call with the number that is done.
    """
    if not sys.stderr.isatty():
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(file=trusted_stream(sys.stderr))
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)
