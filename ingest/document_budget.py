"""What one document may cost in time, memory and size, and what becomes of its faults.

The readers take linear time. So nearly every document that would cost too much exceeds a limit of size. The budget of
time and memory stops the others. See docs/decisions/document-budget.md.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import FrameType

from kb.errors import RulesError, SourceRejected
from kb.i18n import _
from kb.model import GlossaryEntry, Rule

MAX_SECONDS = 60
"""The time for one document. The longest edition takes three seconds as PDF and one second as text."""

MAX_MEMORY = 512 << 20
"""The memory for one document, in bytes. The longest edition takes 60 MiB."""

# The limits of size. Behind each limit is the figure of the longest known edition.
MAX_TEXT = 8 << 20  # bytes and characters; 1.3 million
MAX_LINES = 100_000  # 18,500
MAX_TAGS = 50_000  # of an HTML page, with end tags; 10,600
MAX_ENTRIES = 20_000  # rules, headings and headwords together; 4,000
MAX_ENTRY = 50_000  # characters of one rule with its examples, or of one headword; 4,000


class _OutOfTime(BaseException):
    """The time is over. Readers that catch `Exception` must not catch this."""


@contextmanager
def document_budget(name: str) -> Iterator[None]:
    """Limit the time and memory for reading or writing one document.

    Raise `SourceRejected` with the reason `too-slow` or `too-large` if the document needs more. Time is limited in the
    main thread of systems with timers, memory is limited on Linux.
    """
    try:
        with _time_limit(), _memory_limit():
            yield
    except _OutOfTime as problem:
        raise too_slow(name, MAX_SECONDS) from problem
    except MemoryError as problem:
        message = _("{name} needs more than {most} bytes of memory", name=name, most=MAX_MEMORY)
        raise _too_large(name, message) from problem


@contextmanager
def reading_document(name: str) -> Iterator[None]:
    """Limit the reading of one document, and turn whatever the readers raise into the rejection of this document.

    With the environment variable RULES_DEBUG, an unexpected error passes, so that a fault of the program can be found.
    """
    try:
        with document_budget(name):
            yield
    except RulesError:
        raise
    except Exception as problem:
        if os.environ.get("RULES_DEBUG"):
            raise
        what = " ".join(f"{type(problem).__name__}: {problem}".split())[:200]
        message = _("{name} can't be read ({what}); give the same rules in another format", name=name, what=what)
        raise SourceRejected(name, "unreadable", message) from problem


def too_slow(name: str, seconds: int) -> SourceRejected:
    """Return the rejection of a document that takes too long."""
    message = _(
        "{name} could not be read within {seconds} seconds, and no edition takes so long; give only the pages with the "
        "rules",
        name=name,
        seconds=seconds,
    )
    return SourceRejected(name, "too-slow", message)


def check_text(name: str, text: bytes | str) -> None:
    """Raise `SourceRejected` if a text is too long, or has too many lines."""
    if len(text) > MAX_TEXT:
        message = _("{name} has more than {most} characters of text", name=name, most=MAX_TEXT)
        raise _too_large(name, message)
    if isinstance(text, str) and text.count("\n") > MAX_LINES:
        raise _too_large(name, _("{name} has more than {most} lines", name=name, most=MAX_LINES))


def check_tags(name: str, count: int, most: int = MAX_TAGS) -> None:
    """Raise `SourceRejected` if a page, a DOCX or an XLIFF file has too many tags."""
    if count > most:
        raise _too_large(name, _("{name} has more than {most} tags", name=name, most=most))


def check_entries(name: str, rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]) -> None:
    """Raise `SourceRejected` if an edition has too many rules and headwords, or one of them is too long."""
    if len(rules) + len(glossary) > MAX_ENTRIES:
        message = _("{name} has more than {most} rules and headwords", name=name, most=MAX_ENTRIES)
        raise _too_large(name, message)
    lengths = (
        *((rule.line, sum(map(len, rule.texts))) for rule in rules),
        *((entry.line, len(entry.term) + len(entry.text)) for entry in glossary),
    )
    line = next((line for line, length in lengths if length > MAX_ENTRY), None)
    if line is not None:
        message = _(
            "{name} has more than {most} characters in the rule that begins in line {line}",
            name=name,
            most=MAX_ENTRY,
            line=line,
        )
        raise _too_large(name, message)


def _too_large(name: str, message: str) -> SourceRejected:
    advice = _("{problem}, and no edition has so many; give only the pages with the rules", problem=message)
    return SourceRejected(name, "too-large", advice)


def _time_limit() -> AbstractContextManager[None]:
    """Return a context that raises `_OutOfTime` after `MAX_SECONDS`, where that is possible."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return nullcontext()
    return _timer(MAX_SECONDS)


@contextmanager
def _timer(seconds: float) -> Iterator[None]:
    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise _OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _memory_limit() -> Iterator[None]:
    """Limit the address space of the process to its present size plus `MAX_MEMORY`, if the system tells that size."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (ImportError, OSError, ValueError):
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = pages * resource.getpagesize() + MAX_MEMORY
    bounds = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(wanted, *bounds) if bounds else wanted, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
