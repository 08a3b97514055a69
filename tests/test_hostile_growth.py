"""The time of every reader grows in proportion to a hostile file. It is compared at two sizes, never with a clock time.

`tests/test_regular_expressions.py` tests single expressions. These tests find loops that look again at what they have
read. The files are those of `bench.hostile_files`, which measures them at 1, 10 and 60 MB.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date

import pytest

from bench.hostile_files import KINDS, READERS
from cli.user_files.text_parts import split_into_parts
from ingest.documents.document import Document
from ingest.pipeline import IngestOptions, read_editions
from ingest.translations.returned_files import read_returned_file
from kb.citations.scanner import scan_part
from kb.errors import RulesError
from kb.rulings.situation.parser import situation_from_text

_SMALL, _RATIO = 10_000, 8
# Linear readers measured here have a growth of at most 1.3. A quadratic reader has a growth of 8.
_MAX_GROWTH = 3.0
# Shorter times are mostly what a reader does once.
_LEAST_SECONDS = 0.005
_OPTIONS = IngestOptions(effective=date(2020, 1, 1))


def _ingest(name: str, data: bytes) -> None:
    read_editions(Document(name, data), _OPTIONS, None)


def _lint(_name: str, data: bytes) -> None:
    for part in split_into_parts(data):
        for _ in scan_part(part):
            pass


_READ: Mapping[str, Callable[[str, bytes], object]] = {
    "text": _ingest,
    "html": _ingest,
    "policy": _ingest,
    "positioned": _ingest,
    "wiki": _ingest,
    "markdown": _ingest,
    "docx": _ingest,
    "po": lambda name, data: read_returned_file(Document(name, data)),
    "xliff": lambda name, data: read_returned_file(Document(name, data)),
    "situation": lambda name, data: situation_from_text(data, name),
    "lint": _lint,
}


@pytest.fixture(scope="module", autouse=True)
def _garbage() -> None:
    """Let the collections before each measurement look only at what these tests make."""
    gc.collect()
    gc.freeze()


def _seconds(reader: str, kind: str, size: int, runs: int) -> float:
    """Return the processor time for a hostile file of a size, in seconds: the least of some runs."""
    form, piece = READERS[reader], KINDS[kind]
    data = form.start + piece * (size // len(piece)) + form.end
    if form.make:
        data = form.make(data)
    taken = []
    for _ in range(runs):
        gc.collect()
        start = time.process_time()
        with suppress(RulesError):
            _READ[reader](form.file, data)
        taken.append(time.process_time() - start)
    return min(taken)


def _growth(reader: str, kind: str, runs: int) -> float:
    small, large = (_seconds(reader, kind, size, runs) for size in (_SMALL, _SMALL * _RATIO))
    return large / max(small, _LEAST_SECONDS) / _RATIO


@pytest.mark.parametrize("reader", _READ)
@pytest.mark.parametrize("kind", KINDS)
def test_time_grows_in_proportion(reader: str, kind: str) -> None:
    """Eight times the size takes about eight times as long, whatever the file is made of."""
    # A busy machine disturbs a measurement. So a growth counts only if it is found twice, the second time in two runs.
    assert _growth(reader, kind, 1) <= _MAX_GROWTH or _growth(reader, kind, 2) <= _MAX_GROWTH


def test_every_reader_of_the_bench_is_tested() -> None:
    """The bench has no reader that isn't tested here, but for `lint --fix`, which scans as `lint` does."""
    assert set(READERS) - set(_READ) == {"lint --fix"}
