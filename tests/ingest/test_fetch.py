"""Fetching pages from a real server on this machine, one that also misbehaves."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from ingest import fetch as fetching
from kb.errors import SourceRejected

PAGE = Path(__file__).resolve().parents[2] / "data/starter/001_1c5b7a933f2358b7.txt"


class _Server(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        answer = getattr(self, f"do_{self.path.strip('/').replace('-', '_')}", None)
        if answer is None:
            self.send_error(404)
        else:
            answer()

    def _send(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_page(self) -> None:
        self._send(200, PAGE.read_bytes() + b"\n", **{"Content-Type": "text/markdown"})

    def do_broken(self) -> None:
        self._send(500)

    def do_empty(self) -> None:
        self._send(200, b"  \n")

    def do_moved(self) -> None:
        self._send(302, Location="/page")

    def do_in_circles(self) -> None:
        self._send(302, Location="/in-circles")

    def do_to_a_file(self) -> None:
        self._send(302, Location="file:///etc/passwd")

    def do_endless(self) -> None:
        self.send_response(200)
        self.end_headers()
        for _ in range(2000):
            self.wfile.write(b"306.5. " * 1000)

    def do_cut_off(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "100000")
        self.end_headers()
        self.wfile.write(b"306.5. Loyalty")

    def do_silent(self) -> None:
        time.sleep(1.5)

    def do_dripping(self) -> None:
        self.send_response(200)
        self.end_headers()
        for _ in range(15):
            self.wfile.write(b"306.5. ")
            self.wfile.flush()
            time.sleep(0.1)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def handle(self) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            super().handle()


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    running = ThreadingHTTPServer(("127.0.0.1", 0), _Server)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{running.server_address[1]}"
    running.shutdown()
    thread.join()
    running.server_close()


@pytest.mark.parametrize("path", ["page", "moved"])
def test_a_page(server: str, path: str) -> None:
    """The bytes as served, also through a redirect; the document is known by the address asked for."""
    document = fetching.fetch(f"{server}/{path}")
    assert document.data == PAGE.read_bytes() + b"\n"
    assert document.name == f"{server}/{path}"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("nowhere", "http-status"),
        ("broken", "http-status"),
        ("empty", "empty"),
        ("in-circles", "unreachable"),
        ("to-a-file", "not-http"),
        ("endless", "too-large"),
        ("cut-off", "unreachable"),
        ("silent", "unreachable"),
        ("dripping", "unreachable"),
    ],
)
def test_a_server_that_misbehaves(server: str, path: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a server does, the document is rejected with a reason, within bounds of size and time."""
    monkeypatch.setattr(fetching, "MAX_BYTES", 1 << 20)
    monkeypatch.setattr(fetching, "_SECONDS", 0.5)
    monkeypatch.setattr(fetching, "_SECONDS_IN_ALL", 1.0)
    with pytest.raises(SourceRejected) as caught:
        fetching.fetch(f"{server}/{path}")
    assert caught.value.reason == reason
    assert f"{server}/{path}" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("address", ["ftp://127.0.0.1/x", "file:///etc/passwd", "gopher://x", "HTTPS//x"])
def test_other_schemes_are_refused(address: str) -> None:
    """Nothing but http and https is fetched."""
    with pytest.raises(SourceRejected, match="no http or https address"):
        fetching.fetch(address)


def test_nobody_listens() -> None:
    """A server that can't be reached is named."""
    with pytest.raises(SourceRejected, match=r"cannot fetch http://127\.0\.0\.1:9/"):
        fetching.fetch("http://127.0.0.1:9/")


def test_ingest_of_an_address(rules: Any, home: Path, server: str) -> None:
    """`rules ingest URL` takes the page in like any file."""
    outcome = rules("ingest", f"{server}/page", "--effective", "2024-07-30", "--json", home=home)
    assert outcome.status == 0, outcome.err
    assert [(each["source"], each["rules"], each["subrules"]) for each in outcome.data["ingested"]] == [
        (f"{server}/page", 9, 4)
    ]
