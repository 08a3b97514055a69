"""The catalogue of official editions: the files on the publisher's server and their addresses."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from importlib import resources
from urllib.parse import unquote

from kb.languages import Lang

FILE_FORMATS = ("txt", "docx", "pdf")
"""The formats of official files. The preferred format is first."""


@dataclass(frozen=True, slots=True)
class OfficialFile:
    """A file of an official edition. `format` is one of `FILE_FORMATS`, and `sha256` is hexadecimal."""

    url: str
    format: str
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class OfficialEdition:
    """An edition and the files in which it was published. The preferred file is first.

    The effective date is the date in the text, not the date in the file's name. Language and date are None if unknown.
    An edition whose addresses aren't known has no files.
    """

    lang: Lang | None
    effective: date | None
    files: tuple[OfficialFile, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The official editions, oldest first.

    `page` is the address of the web page that links to the current edition. `policy_page` links to the current policy
    documents.
    """

    page: str
    editions: tuple[OfficialEdition, ...]
    policy_page: str = ""

    def find_file(self, url: str) -> tuple[OfficialEdition, OfficialFile] | None:
        """Return the file with the address `url` and its edition. Percent-encoding makes no difference."""
        sought = unquote(url)
        files = ((edition, file) for edition in self.editions for file in edition.files)
        return next((found for found in files if unquote(found[1].url) == sought), None)


def load_catalogue() -> Catalogue:
    """Load the catalogue that comes with the program, `data/editions.toml`."""
    content = tomllib.loads(resources.files("data").joinpath("editions.toml").read_text(encoding="utf-8"))
    editions = (
        OfficialEdition(row["lang"], row["effective"], tuple(OfficialFile(**file) for file in row["files"]))
        for row in content["edition"]
    )
    return Catalogue(content["page"], tuple(editions), content["policy_page"])
