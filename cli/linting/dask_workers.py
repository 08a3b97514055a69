"""`rules lint --dask`: checks the citations of many files on the workers of a Dask cluster.

This process reads the files, and sends the parts whose results it doesn't know yet. A worker returns the results, as
they are kept for the next run. Then this process goes through the files as ever, with all results known. So findings
and output are those of a run without workers.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cli.linting.known_results import CitationPlace, KnownResults, as_rows, key_of
from cli.linting.second_process import Results
from cli.user_files.text_parts import STDIN, read_parts
from kb.citations.text_part import TextPart
from kb.errors import MissingExtra, RulesError
from kb.i18n import _, get_language, set_language
from kb.languages import Lang
from kb.library.store_pool import StorePool
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from kb.citations.checker import CitationChecker

_SECONDS_TO_CONNECT = 10
# A batch is large enough that sending it costs little beside checking it. Few batches wait, so memory stays small.
_BATCH_BYTES, _BATCHES_PER_WORKER = 256 * 1024, 4


class RulesState(NamedTuple):
    """What the results of a check depend on: every worker must have the same.

    Attributes:
        home: the folder of the knowledge base, unless the worker's `RULES_HOME` names another.
        generation: the token of its contents.
        lang: the language of the rules.
        as_of: the day of the rules.
        written_under: the day whose rules the texts cite, or None.
        ui_lang: the language of messages.
    """

    home: str
    generation: str
    lang: Lang
    as_of: date
    written_under: date | None
    ui_lang: Lang


def check_on_workers(
    address: str, files: Sequence[str], known: KnownResults, store: Store, view: View, written_under: date | None
) -> None:
    """Add the results of all parts of files that aren't known yet, from the workers of the scheduler at an address.

    Raises:
        MissingExtra: Dask isn't installed.
        RulesError: the scheduler can't be reached, has no workers, or a worker has another knowledge base.
    """
    try:
        from distributed import Client, as_completed
    except ImportError as problem:
        raise MissingExtra(_("the check on a Dask cluster"), "dask") from problem
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    state = RulesState(
        str(store.home.absolute()), store.generation, view.lang, view.as_of, written_under, get_language()
    )
    try:
        client = Client(address, timeout=_SECONDS_TO_CONNECT)
    except (OSError, ValueError, TypeError) as problem:
        message = _("there is no Dask scheduler at {address}; give one such as tcp://127.0.0.1:8786", address=address)
        raise RulesError(message) from problem
    with client:
        workers = len(client.scheduler_info(n_workers=-1)["workers"])
        if not workers:
            raise RulesError(_("the Dask scheduler at {address} has no workers", address=address))
        batches = _batches(_unknown_parts(files, known))
        try:
            running = as_completed(
                client.submit(check_parts, state, batch, pure=False)
                for batch in islice(batches, workers * _BATCHES_PER_WORKER)
            )
            for done in running:
                for key, rows in done.result():
                    known.add(key, rows)
                for batch in islice(batches, 1):
                    running.add(client.submit(check_parts, state, batch, pure=False))
        except RulesError:
            raise
        except Exception as problem:
            message = _("the Dask cluster failed: {why}", why=f"{type(problem).__name__}: {problem}".splitlines()[0])
            raise RulesError(message) from problem


def check_parts(state: RulesState, parts: Sequence[TextPart]) -> Results:
    """Return the results of parts of files. This runs on a worker.

    Raises:
        RulesError: the worker has no knowledge base, or another one.
    """
    from cli.linting.linter import Linter
    from cli.linting.settings import LintSettings

    set_language(state.ui_lang)
    with _pool(os.environ.get("RULES_HOME") or state.home, os.getpid()).borrow() as lent:
        if lent.store.generation != state.generation:
            folder = lent.store.home
            message = _("the knowledge base in {folder} on a worker isn't this one; copy this one there", folder=folder)
            raise RulesError(message)
        checker = lent.derived(state, lambda store: _checker(store, state))
        linter = Linter(lambda: checker, LintSettings())
        return [
            (key_of(part), as_rows([(CitationPlace.of(place), checked) for place, checked in linter.check_part(part)]))
            for part in parts
        ]


def _checker(store: Store, state: RulesState) -> CitationChecker:
    from kb.citations.checker import CitationChecker
    from kb.citations.saved_rule_texts import open_rule_texts

    view = View(store, state.lang, state.as_of)
    return CitationChecker(store, view, state.written_under, lambda: open_rule_texts(store, state.lang))


@cache
def _pool(home: str, _process: int) -> StorePool:
    """Return the open stores of a process. A forked process must not use the connections of its parent."""
    return StorePool(Path(home))


def _unknown_parts(files: Iterable[str], known: KnownResults) -> Iterator[TextPart]:
    def ignore(_file: str, _why: OSError) -> None:
        """Do nothing: the run itself reports what can't be read."""

    for file in files:
        if file != STDIN:
            yield from (part for part in read_parts(file, ignore) if not known.has(key_of(part)))


def _batches(parts: Iterable[TextPart]) -> Iterator[list[TextPart]]:
    batch: list[TextPart] = []
    size = 0
    for part in parts:
        batch.append(part)
        size += len(part.content)
        if size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
