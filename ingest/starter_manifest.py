"""The starter documents that come with the program, and their manifest."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from importlib import resources
from importlib.resources.abc import Traversable

from ingest.documents.document import Document


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """The manifest's entry for one starter document.

    `effective` is the first day on which the rules had the texts of the document. `until` is the last such day, or None
    if the rules still have these texts. The days were found by comparison with all editions.
    """

    name: str
    sha256: str
    title: str
    site: str
    format: str
    languages: tuple[str, ...]
    effective: date
    until: date | None = None


def _starter() -> Traversable:
    return resources.files("data").joinpath("starter")


def load_manifest() -> dict[str, ManifestEntry]:
    """Return a dict from each document's SHA-256 to its entry in the manifest."""
    manifest = tomllib.loads(_starter().joinpath("manifest.toml").read_text(encoding="utf-8"))
    return {
        row["sha256"]: ManifestEntry(row.pop("file"), languages=tuple(row.pop("languages")), **row)
        for row in manifest["document"]
    }


def read_starter_documents() -> tuple[Document, ...]:
    """Return the starter documents, in the manifest's order."""
    folder = _starter()
    return tuple(Document(known.name, folder.joinpath(known.name).read_bytes()) for known in load_manifest().values())
