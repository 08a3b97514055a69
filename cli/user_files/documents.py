"""Documents with editions: reading documents for an ingest, and parsing documents that aren't ingested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from kb.errors import SourceRejected

if TYPE_CHECKING:
    from ingest.documents.document import Document
    from kb.languages import Lang
    from kb.model import Edition


def parse_document(file: Path, effective: date | None, lang: Lang | None = None) -> tuple[Edition, ...]:
    """Parse the editions in a document without ingesting it. If the document has no date, use `effective`.

    Raises:
        SourceRejected: the document can't be read, or has no rules.
    """
    from ingest.documents.document import read_file
    from ingest.pipeline import IngestOptions, read_editions
    from ingest.starter_manifest import load_manifest

    document = read_file(file)
    return read_editions(document, IngestOptions(lang=lang, effective=effective), load_manifest().get(document.sha256))


def read_documents(names: Iterable[str | Path | SourceRejected]) -> Iterator[Document | SourceRejected]:
    """Read files and fetch addresses. For a document that can't be read, yield the rejection."""
    from ingest.documents.document import read_file

    for name in names:
        try:
            if isinstance(name, SourceRejected):
                yield name
            elif isinstance(name, Path):
                yield read_file(name)
            else:
                from ingest.documents.fetch import fetch

                yield fetch(name)
        except SourceRejected as rejection:
            yield rejection
