"""The catalogue of official editions: what the publisher's own server has had, and where."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from importlib import resources
from urllib.parse import unquote

from kb.languages import Lang

FILE_FORMATS = ("txt", "docx", "pdf")
"""The formats of official files, in the order in which they are preferred."""


@dataclass(frozen=True, slots=True)
class OfficialFile:
    """A file of an official edition.

    Attributes:
        url: its address.
        format: one of `FILE_FORMATS`.
        sha256: of its bytes, in hexadecimal; None where it isn't known.
    """

    url: str
    format: str
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class OfficialEdition:
    """An edition and the files that it was published as.

    Attributes:
        lang: its language; None where only its files are known.
        effective: from which day it holds, as its text states it, not its file's name; None as above.
        files: the best first.
    """

    lang: Lang | None
    effective: date | None
    files: tuple[OfficialFile, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Where official editions are.

    Attributes:
        page: the publisher's page that links the current one.
        editions: those of which the address is known, oldest first.
    """

    page: str
    editions: tuple[OfficialEdition, ...]

    def at(self, url: str) -> tuple[OfficialEdition, OfficialFile] | None:
        """The edition that has a file at this address, and the file; however spaces are written in it."""
        sought = unquote(url)
        return next(
            ((edition, file) for edition in self.editions for file in edition.files if unquote(file.url) == sought),
            None,
        )


def official_catalogue() -> Catalogue:
    """The catalogue that comes with the program, `data/editions.toml`."""
    content = tomllib.loads(resources.files("data").joinpath("editions.toml").read_text(encoding="utf-8"))
    return Catalogue(
        content["page"],
        tuple(
            OfficialEdition(
                row["lang"],
                row["effective"],
                tuple(OfficialFile(file["url"], file["format"], file.get("sha256")) for file in row["files"]),
            )
            for row in content["edition"]
        ),
    )
