"""Fixtures of the ingest tests: reading a document as the program does, and a web server on this machine."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from datetime import date
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ingest.documents import fetch
from ingest.documents.document import Document
from ingest.pipeline import IngestOptions, read_editions
from ingest.starter_manifest import load_manifest, read_starter_documents
from kb.model import Edition

Read = Callable[..., tuple[Edition, ...]]
Answer = Callable[[BaseHTTPRequestHandler], None]

_PAGES = Path(__file__).parents[1] / "fixtures" / "pages"
WEB = Path(__file__).parents[1] / "fixtures" / "web"
NEWEST = "/2031/downloads/MagicCompRules%2020310601"
"""The path, without the file extension, of the newest edition that `fixtures/web/landing.html` links."""


@pytest.fixture
def read() -> Read:
    """Return a function that reads editions from text or bytes, dated 2020-01-01 unless `effective` is given."""

    def read_text(text: str | bytes, name: str = "page.txt", **wishes: object) -> tuple[Edition, ...]:
        data = text if isinstance(text, bytes) else text.encode()
        given = {"effective": date(2020, 1, 1), **wishes}
        return read_editions(Document(name, data), IngestOptions(**given), None)  # type: ignore[arg-type]

    return read_text


@pytest.fixture
def read_page(read: Read) -> Callable[..., tuple[Edition, ...]]:
    """Return a function that reads one of the pages in tests/fixtures/pages."""
    return lambda name, **wishes: read((_PAGES / name).read_bytes(), name, **wishes)


@pytest.fixture(scope="session")
def seeds() -> dict[str, tuple[Edition, ...]]:
    """Return the editions of the five starter documents, by the three-digit number at the start of the file name."""
    known = load_manifest()
    return {
        document.name[:3]: read_editions(document, IngestOptions(), known[document.sha256])
        for document in read_starter_documents()
    }


class Site:
    """A web server on this machine that sends the answers of a test in turn.

    Attributes:
        url: the address of the server.
        asked: the path and headers of each request, in order.
    """

    def __init__(self) -> None:
        self.asked: list[tuple[str, Message]] = []
        self._answers: dict[str, list[Answer]] = {}
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked.append((self.path, self.headers))
                answers = site._answers.get(self.path, [])
                answer = answers.pop(0) if len(answers) > 1 else next(iter(answers), None)
                if answer is None:
                    self.send_error(404)
                else:
                    answer(self)

            def handle(self) -> None:
                # A client may close the connection before the answer is complete.
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    super().handle()

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def answers(self, path: str, *answers: Answer) -> str:
        """Set the answers for a path and return its address. The last answer is repeated."""
        self._answers[path] = list(answers)
        return self.url + path

    def paths(self) -> list[str]:
        """Return the requested paths, in order."""
        return [path for path, _ in self.asked]

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def answer(status: int, body: bytes = b"", length: int | None = None, **headers: str) -> Answer:
    """Return an answer with a status and a body; `length` replaces the true Content-Length."""

    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body) if length is None else length))
        handler.end_headers()
        handler.wfile.write(body)

    return send


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Run a web server on this machine, with almost no pause between requests."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for name, value in {"_PAUSE_SECONDS": 0.0, "_BACKOFF_SECONDS": 0.01}.items():
        monkeypatch.setattr(fetch, name, value)
    running = Site()
    yield running
    running.close()


@pytest.fixture
def landing(site: Site) -> str:
    """Serve a page with the structure of the official download page and return its address."""
    page = (WEB / "landing.html").read_text(encoding="utf-8").replace("SITE", site.url)
    return site.answers("/en/rules", answer(200, page.encode(), Content_Type="text/html; charset=utf-8"))
