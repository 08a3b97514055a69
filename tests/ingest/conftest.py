"""What the ingest tests share: reading a document as the program does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from ingest.document import Document
from ingest.intake import Wishes, read_editions
from ingest.known import known_documents, starter_documents
from kb.model import Edition

Read = Callable[..., tuple[Edition, ...]]

_PAGES = Path(__file__).parents[1] / "fixtures" / "pages"


@pytest.fixture
def read() -> Read:
    """Read a text, or bytes, under a file name; nothing is known of it but a date."""

    def read_text(text: str | bytes, name: str = "page.txt", **wishes: object) -> tuple[Edition, ...]:
        data = text if isinstance(text, bytes) else text.encode()
        given = {"effective": date(2020, 1, 1), **wishes}
        return read_editions(Document(name, data), Wishes(**given), None)  # type: ignore[arg-type]

    return read_text


@pytest.fixture
def read_page(read: Read) -> Callable[..., tuple[Edition, ...]]:
    """Read one of the pages in tests/fixtures/pages."""
    return lambda name, **wishes: read((_PAGES / name).read_bytes(), name, **wishes)


@pytest.fixture(scope="session")
def seeds() -> dict[str, tuple[Edition, ...]]:
    """The editions of the five starter documents, by the number that their names begin with."""
    known = known_documents()
    return {
        document.name[:3]: read_editions(document, Wishes(), known[document.sha256]) for document in starter_documents()
    }
