"""Files that a command makes: written whole or not at all, and over another file only if the user says so."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from cli.messages import note
from cli.output_streams import print_markup
from kb.errors import BadValue, StoreError, failure_reason
from kb.i18n import _


def output_file(named: Path | None, *, force: bool) -> Path | None:
    """Return the file to write. Return None for stdout: if `named` is None, `-` or a path of stdout (`/dev/stdout`).

    Raises:
        BadValue: it is a folder, or it is a file that exists and `force` is False.
    """
    if named is None or str(named) == "-":
        return None
    try:
        status = named.stat()
    except (OSError, ValueError):
        return named  # usually a new file; if the path is bad, the command says so when it writes the file
    if _is_stdout(status):
        return None
    if stat.S_ISDIR(status.st_mode):
        raise BadValue("file", str(named), _("it is a folder; name a file in it"))
    if stat.S_ISREG(status.st_mode) and not force:
        raise BadValue("new file", str(named), _("it is there already; name another, or write over it with --force"))
    return named


def _is_stdout(status: os.stat_result) -> bool:
    """True if stdout is open on the file with this status."""
    with suppress(OSError):
        return os.path.samestat(status, os.fstat(sys.stdout.fileno()))
    return False


def print_or_write(page: str, file: Path | None) -> None:
    """Write a page of HTML or XML to a file, and say so; print it if `file` is None."""
    if file is None:
        print_markup(page)
    else:
        write_whole(file, lambda draft: draft.write_text(page, encoding="utf-8"))
        note(_("wrote {file}", file=file))


def write_whole(file: Path, fill: Callable[[Path], object]) -> None:
    """Let `fill` write a draft, and put its content in the place of `file`, which may exist.

    A regular file is replaced in one step and keeps its permissions. A link is kept: the file that it leads to is
    written. A device or a pipe gets the content.

    Raises:
        StoreError: the file can't be written. A regular file is then as it was before.
    """
    try:
        status = _status(file)
        if status is None or stat.S_ISREG(status.st_mode):
            _replace(Path(os.path.realpath(file)), status, fill)
        else:
            # Not the real path of `file`: a pipe that a shell names /dev/fd/63 can't be opened by another name.
            _write_into(file, fill)
    except (OSError, ValueError) as problem:
        raise StoreError(file, _("cannot write {file}: {why}", file=file, why=failure_reason(problem))) from problem


def _status(file: Path) -> os.stat_result | None:
    try:
        return file.stat()
    except FileNotFoundError:
        return None


def _replace(target: Path, status: os.stat_result | None, fill: Callable[[Path], object]) -> None:
    """Let `fill` write a draft beside a file, then give the draft the name of the file."""
    draft = target.with_name(f".rules-{os.urandom(8).hex()}.new")
    try:
        draft.touch(exist_ok=False)
        fill(draft)
        if status is not None:
            draft.chmod(stat.S_IMODE(status.st_mode))
        draft.replace(target)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _write_into(target: Path, fill: Callable[[Path], object]) -> None:
    """Let `fill` write a draft elsewhere, then copy its content into a device or a pipe."""
    with TemporaryDirectory(prefix="rules-") as folder:
        draft = Path(folder, "draft")
        fill(draft)
        descriptor = os.open(target, os.O_WRONLY | getattr(os, "O_BINARY", 0))
        with draft.open("rb") as content, os.fdopen(descriptor, "wb") as sink:
            shutil.copyfileobj(content, sink)
