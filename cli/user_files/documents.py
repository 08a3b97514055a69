"""Documents with editions: reading documents for an ingest, and parsing documents that aren't ingested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from cli.messages import note
from kb.errors import SourceRejected
from kb.i18n import _

if TYPE_CHECKING:
    from ingest.documents.document import Document
    from ingest.documents.fetch import Fetcher
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


def fetch_pages(names: Iterable[str | Path | SourceRejected]) -> Iterator[Document | Path | SourceRejected]:
    """Fetch the page of each address. If this fails, yield the rejection. Yield paths and rejections as they are."""
    with ExitStack() as until_the_end:
        fetcher: Fetcher | None = None
        for name in names:
            if not isinstance(name, str):
                yield name
                continue
            if fetcher is None:
                from ingest.documents.fetch import Fetcher

                fetcher = until_the_end.enter_context(Fetcher())
            note(_("fetching {address}", address=name))
            try:
                yield fetcher.get(name).document
            except SourceRejected as rejection:
                yield rejection


def read_documents(names: Iterable[Document | Path | SourceRejected]) -> Iterator[Document | SourceRejected]:
    """Read files. For a file that can't be read, yield the rejection. Yield documents and rejections as they are."""
    from ingest.documents.document import read_file

    for name in names:
        try:
            yield read_file(name) if isinstance(name, Path) else name
        except SourceRejected as rejection:
            yield rejection
