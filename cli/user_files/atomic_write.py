"""Atomic writing of files: a command writes a whole file or none. An error raises `StoreError`."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from kb.errors import StoreError, failure_reason
from kb.i18n import _


def print_or_write(page: str, file: Path | None) -> None:
    """Write a page to a file, or print it if `file` is None."""
    if file is None:
        print(page)
    else:
        write_atomically(file, lambda draft: draft.write_text(page, encoding="utf-8"))


def write_atomically(file: Path, fill: Callable[[Path], object]) -> None:
    """Let `fill` write a file under a temporary name, then rename it to `file`, which may exist."""
    draft = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        fill(draft)
        draft.replace(file)
    except OSError as problem:
        raise StoreError(file, _("cannot write {file}: {why}", file=file, why=failure_reason(problem))) from problem
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
