"""What is known of particular documents, by the SHA-256 of their bytes: the starter data's manifest."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from importlib import resources
from importlib.resources.abc import Traversable

from ingest.document import Document


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """What the manifest says of one starter document.

    Attributes:
        name: its file name.
        sha256: of its bytes, in hexadecimal.
        title: what it is.
        site: where it was taken from.
        format: the format that it is read as.
        languages: those it holds rules in.
        effective: the edition date to give its excerpts: the first day of its window.
        until: the last day of its window, compared with every edition; None if its text still holds.
    """

    name: str
    sha256: str
    title: str
    site: str
    format: str
    languages: tuple[str, ...]
    effective: date
    until: date | None


def _starter() -> Traversable:
    return resources.files("data").joinpath("starter")


def known_documents() -> dict[str, KnownDocument]:
    """The starter documents by SHA-256."""
    manifest = tomllib.loads(_starter().joinpath("manifest.toml").read_text(encoding="utf-8"))
    return {
        row["sha256"]: KnownDocument(
            row["file"],
            row["sha256"],
            row["title"],
            row["site"],
            row["format"],
            tuple(row["languages"]),
            row["effective"],
            row.get("until"),
        )
        for row in manifest["document"]
    }


def starter_documents() -> tuple[Document, ...]:
    """The starter documents themselves, in the manifest's order."""
    folder = _starter()
    return tuple(Document(known.name, folder.joinpath(known.name).read_bytes()) for known in known_documents().values())
