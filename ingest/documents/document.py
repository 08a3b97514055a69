"""Documents: the bytes of a file or page, before they are decoded."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from kb.errors import SourceRejected, failure_reason
from kb.i18n import _
from kb.model import Finding

MAX_BYTES = 64 * 1024 * 1024
"""The size of the largest document that is read, 64 MiB. The largest PDF of an edition has 3 MiB."""


@dataclass(frozen=True, slots=True)
class Document:
    """The bytes of one file or page, its path or address, and the problems found while it was fetched."""

    name: str
    data: bytes
    findings: tuple[Finding, ...] = ()
    sha256: str = field(init=False)

    def __post_init__(self) -> None:
        # The digest is needed several times, so it is stored. A frozen dataclass allows no other way to set a field.
        object.__setattr__(self, "sha256", hashlib.sha256(self.data).hexdigest())

    @property
    def file_name(self) -> str:
        """The part of the name after the last slash."""
        return self.name.rstrip("/").rpartition("/")[2]

    @property
    def location(self) -> str:
        """The absolute path, or the address without its fragment: equal for all names of one file or page."""
        if "://" not in self.name:
            return os.path.abspath(self.name)  # noqa: PTH100, unlike `Path.resolve` this doesn't follow links
        parts = urlsplit(self.name)
        return urlunsplit((parts.scheme.lower(), parts.netloc.lower(), parts.path or "/", parts.query, ""))


def walk_files(path: Path) -> Iterator[Path]:
    """Yield `path` if it is a file. If it is a folder, yield all files in it and its subfolders, except hidden files.

    Raise `SourceRejected` if there is no such file or folder, or a folder can't be listed. The files are sorted.
    """
    # Unlike Path.exists, this is False for a name that no file can have.
    if not os.path.exists(path):  # noqa: PTH110
        raise SourceRejected(str(path), "no-such-file", _("no such file or folder: {path}", path=path))
    if not path.is_dir():
        yield path
        return

    def stop(problem: OSError) -> None:
        message = _("cannot list {folder}: {why}", folder=problem.filename, why=failure_reason(problem))
        raise SourceRejected(str(path), "unreadable", message)

    for folder, folders, files in os.walk(path, onerror=stop):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith("."):
                yield Path(folder) / name


def read_file(path: Path) -> Document:
    """Read a regular file. Raise `SourceRejected` if it can't be read, is empty, or is larger than `MAX_BYTES`."""
    name = str(path)
    try:
        if not path.is_file():
            raise SourceRejected(name, "no-file", _("{name} is neither a file nor a folder", name=name))
        if path.stat().st_size > MAX_BYTES:
            message = _("{name} is larger than {size} MiB; no edition is", name=name, size=MAX_BYTES >> 20)
            raise SourceRejected(name, "too-large", message)
        data = path.read_bytes()
    except OSError as problem:
        message = _("cannot read {file}: {why}", file=name, why=failure_reason(problem))
        raise SourceRejected(name, "unreadable", message) from problem
    if not data.strip():
        raise SourceRejected(name, "empty", _("{name} is empty", name=name))
    return Document(name, data)
