"""Documents: what a scraper is given, before anything is known about it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kb.errors import SourceRejected, reason
from kb.model import Finding
from kb.tongue import _

MAX_BYTES = 64 * 1024 * 1024
"""No edition comes near 64 MiB (the largest PDF has 3); what is larger is no rules document."""


@dataclass(frozen=True, slots=True)
class Document:
    """The bytes of one file or page.

    Attributes:
        name: path or address, as the user knows it.
        data: its bytes.
        findings: what was seen to be wrong with it while it was fetched.
        sha256: of the bytes, in hexadecimal: what the document is known by.
    """

    name: str
    data: bytes
    findings: tuple[Finding, ...] = ()
    sha256: str = field(init=False)

    def __post_init__(self) -> None:
        # The only way to set a field of a frozen value, which needs its digest several times.
        object.__setattr__(self, "sha256", hashlib.sha256(self.data).hexdigest())

    @property
    def file_name(self) -> str:
        """The last part of the name."""
        return self.name.rstrip("/").rpartition("/")[2]


def files_below(path: Path) -> Iterator[Path]:
    """The file itself, or every file of a folder and its folders, in order; hidden ones left out.

    Raises:
        SourceRejected: there is no such file or folder, or it can't be listed.
    """
    if not path.exists():
        raise SourceRejected(str(path), "no-such-file", _("no such file or folder: {path}", path=path))
    if not path.is_dir():
        yield path
        return

    def stop(problem: OSError) -> None:
        message = _("cannot list {folder}: {why}", folder=problem.filename, why=reason(problem))
        raise SourceRejected(str(path), "unreadable", message)

    for folder, folders, files in os.walk(path, onerror=stop):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith("."):
                yield Path(folder) / name


def read_file(path: Path) -> Document:
    """Read a file whole.

    Raises:
        SourceRejected: it isn't a regular file, can't be read, is empty, or is larger than 64 MiB.
    """
    name = str(path)
    try:
        if not path.is_file():
            raise SourceRejected(name, "no-file", _("{name} is neither a file nor a folder", name=name))
        if path.stat().st_size > MAX_BYTES:
            message = _("{name} is larger than {size} MiB; no edition is", name=name, size=MAX_BYTES >> 20)
            raise SourceRejected(name, "too-large", message)
        data = path.read_bytes()
    except OSError as problem:
        message = _("cannot read {file}: {why}", file=name, why=reason(problem))
        raise SourceRejected(name, "unreadable", message) from problem
    if not data.strip():
        raise SourceRejected(name, "empty", _("{name} is empty", name=name))
    return Document(name, data)
