"""A file of the site: its path, what it depends on, and the function that makes its content."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

Memory = dict[str, Any]
"""What a build remembers for the next one, as JSON, by the name of a group of files."""


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A file that belongs to the site.

    Attributes:
        path: the path from the root of the site.
        depends: a token that changes when the content does. The builder doesn't make a file again whose token it knows.
        content: makes the content.
    """

    path: str
    depends: str
    content: Callable[[], str | bytes]


@dataclass(frozen=True, slots=True)
class FileGroup:
    """Files that are made together.

    Attributes:
        name: the name of the group, unique in the site.
        depends: a token that changes when any of the files does; "" if only the files themselves can tell.
        files: makes the files. The builder doesn't call it if it knows the token and all files are there.
    """

    name: str
    depends: str
    files: Callable[[], Iterator[SiteFile]]


def token(*parts: object) -> str:
    """Return a token of values: 16 hexadecimal digits that change with them. Each value needs a `repr` that says it."""
    digest = sha256()
    for part in parts:
        digest.update((part if isinstance(part, str) else repr(part)).encode("utf-8", "backslashreplace"))
        digest.update(b"\0")
    return digest.hexdigest()[:16]
