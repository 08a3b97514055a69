"""Fixtures for tests in a real browser: Debian's Chromium, driven by Playwright.

The tests are skipped with a reason if the machine has no Chromium. A page that asks another machine for something, or
that writes an error to the console, fails its test.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start Chromium for the tests of a module.

    It ends with the module: as long as Playwright runs, other tests of the process can't use asyncio.
    """
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip(f"no browser here: none of {', '.join(PROGRAMS)} is installed")
    playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright here: pip install '.[dev]'")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=program, args=list(FLAGS))
        yield chromium
        chromium.close()


class _Server(ThreadingHTTPServer):
    """A server with room for all the requests that a page and its service worker make at once."""

    request_queue_size = 256
    daemon_threads = True


class FolderServer:
    """A folder served on loopback. `stop` cuts the connection, as flight mode does.

    With `are_kept`, the browser keeps scripts and styles, and doesn't ask for them again on each page.
    """

    def __init__(self, folder: Path, *, are_kept: bool = False) -> None:
        self.folder = folder
        handler = _KeptHandler if are_kept else _QuietHandler
        self._server = _Server(("127.0.0.1", 0), partial(handler, directory=str(folder)))
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_port}/"

    def stop(self) -> None:
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()


class _Server(ThreadingHTTPServer):
    # A page asks for dozens of files at once, on a machine that may be busy.
    request_queue_size = 128


class _QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a log, and `404.html` for what is missing, as hosts of static sites do."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002, the name of the overridden method
        del format, args

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory) / "404.html"
        if code != 404 or not page.exists():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class _KeptHandler(_QuietHandler):
    def end_headers(self) -> None:
        if self.path.endswith((".js", ".css", ".svg", ".png", ".woff2")):
            self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()


@pytest.fixture
def serve() -> Iterator[Callable[[Path], FolderServer]]:
    """Return a function that serves a folder until the end of the test."""
    servers: list[FolderServer] = []

    def start(folder: Path) -> FolderServer:
        servers.append(FolderServer(folder))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


OpenWindow = Callable[..., Any]


@pytest.fixture
def window(browser: Any, serve: Any) -> Iterator[OpenWindow]:
    """Return a function that opens a page of the browser.

    Its arguments are the width in pixels, the colour scheme (`light` or `dark`), whether scripts run, whether the
    connection may fail, and Playwright's other options. At the end of the test, no page may have asked another machine
    for anything, or have written an error to the console.
    """
    del serve  # set up before the windows, so that it ends after them: a page may still be loading
    faults: list[str] = []
    contexts: list[Any] = []

    def refuse(route: Any) -> None:
        faults.append(f"asks another machine: {route.request.url}")
        route.abort()

    def open_window(
        width: int = 1280, scheme: str = "light", *, scripts: bool = True, may_fail: bool = False, **options: Any
    ) -> Any:
        def listen(said: Any) -> None:
            if said.type == "error" and not (may_fail and said.text.startswith("Failed to load resource")):
                faults.append(f"console: {said.text}")

        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=scripts,
            reduced_motion="reduce", **options,
        )  # fmt: skip
        context.set_default_timeout(10_000)
        context.route(lambda address: not address.startswith(("http://127.0.0.1:", "file://", "data:")), refuse)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"script: {error}"))
        page.on("console", listen)
        return page

    yield open_window
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def violations() -> Callable[[Any], list[str]]:
    """Return a function that checks an open page with axe-core, for WCAG 2.2 AA and its best practices."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe-core: pip install '.[dev]'").Axe()

    def check(page: Any) -> list[str]:
        found = axe.run(page).response["violations"]
        return [f"{each['id']}: {[node['target'] for node in each['nodes'][:3]]}" for each in found]

    return check
