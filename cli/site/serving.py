"""Shows the site on this computer while it is built, and again when the knowledge base or the templates change."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

from markupsafe import escape

from cli.site import addresses
from cli.site.builder import build_site
from cli.site.leading_on import lead_on
from cli.site.page_templates import forget_templates
from kb.errors import RulesError, StoreError, failure_reason
from kb.i18n import _
from kb.program.code_state import code_state
from kb.storage.store import Store

_LOOPBACK = "127.0.0.1"
# The names of this computer. A page of another site can't make a browser read the pages here under its own name.
_HOST = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?")
_VERSION = "-/version"
_LOOK_EVERY = 1.0
_RELOADING = f"""<script>
(() => {{
  let shown;
  setInterval(async () => {{
    const now = await fetch("/{_VERSION}").then((answer) => answer.text(), () => shown);
    if (shown && now !== shown) location.reload();
    shown = now;
  }}, 1000);
}})();
</script>
"""


class SiteServer:
    """A server on loopback, and a thread that builds the site.

    Attributes:
        address: the address of the first page.
    """

    def __init__(self, home: Path, folder: Path, today: Callable[[], date], port: int) -> None:
        """Take the port. Raise StoreError if it can't be taken.

        Args:
            home: the folder of the knowledge base.
            folder: the folder of the site.
            today: returns the day on which "today's rules" are in force.
            port: the port, or 0 for any that is free.
        """
        self._home, self._folder, self._today = home, folder, today
        self._version = 0
        self._stop = Event()
        self._problem: Exception | None = None
        said = escape(_("The site is being built."))
        waiting = f'<!doctype html><meta http-equiv="refresh" content="2"><title>{said}</title><p>{said}</p>'
        handler = partial(_Handler, directory=str(folder), version=lambda: self._version, waiting=waiting)
        try:
            self._server = ThreadingHTTPServer((_LOOPBACK, port), handler)
        except OSError as problem:
            message = _("cannot listen on port {port}: {why}; name another with --port", port=port,
                        why=failure_reason(problem))  # fmt: skip
            raise StoreError(Path(str(port)), message) from problem
        self.address = f"http://{_LOOPBACK}:{self._server.server_port}/"
        self._builder = Thread(target=self._build, daemon=True)

    def run(self) -> None:
        """Build and serve until `close` is called. Raise the error of a build that failed."""
        self._builder.start()
        try:
            self._server.serve_forever(poll_interval=0.1)
        finally:
            self._stop.set()
            self._server.server_close()
        if self._problem is not None:
            raise self._problem

    def close(self) -> None:
        """End `run`."""
        self._stop.set()
        self._server.shutdown()

    def _build(self) -> None:
        built: object = None
        try:
            with Store.open(self._home) as store:
                while not self._stop.is_set():
                    state = store.generation, code_state("cli"), self._today()
                    if state != built:
                        forget_templates()
                        build_site(store, self._folder, self._today())
                        built = state
                        self._version += 1
                    self._stop.wait(_LOOK_EVERY)
        except RulesError as problem:
            self._problem = problem
            self._server.shutdown()


class _Handler(SimpleHTTPRequestHandler):
    """Answers with the files of the site, with redirects, or with the news that the site is being built."""

    def __init__(self, *args: Any, version: Callable[[], int], waiting: str, **options: Any) -> None:
        self._version, self._waiting = version, waiting
        super().__init__(*args, **options)

    def do_GET(self) -> None:
        """Answer a request."""
        if not _HOST.fullmatch(self.headers.get("Host", "")):
            self._answer(HTTPStatus.FORBIDDEN, b"")
            return
        path = urlsplit(self.path).path.lstrip("/")
        if path == _VERSION:
            self._answer(HTTPStatus.OK, str(self._version()).encode())
            return
        folder = Path(self.directory)
        if any(part.startswith(".") for part in path.split("/")):
            self._answer(HTTPStatus.NOT_FOUND, b"")
            return
        file = Path(self.translate_path(self.path))
        if file.is_dir() and (path.endswith("/") or not path):
            file /= "index.html"
        if file.is_file() and file.suffix == ".html":
            self._page(HTTPStatus.OK, file.read_text(encoding="utf-8"))
        elif file.exists():
            super().do_GET()
        elif target := lead_on(folder, path):
            self.send_response(HTTPStatus.FOUND)
            self.send_header("Location", f"/{target}")
            self.end_headers()
        elif not self._version():
            self._page(HTTPStatus.SERVICE_UNAVAILABLE, self._waiting)
        else:
            missing = folder / addresses.NOT_FOUND
            self._page(HTTPStatus.NOT_FOUND, missing.read_text(encoding="utf-8") if missing.exists() else "")

    def _page(self, status: HTTPStatus, text: str) -> None:
        self._answer(status, (text + _RELOADING).encode("utf-8"), "text/html; charset=utf-8")

    def _answer(self, status: HTTPStatus, body: bytes, kind: str = "text/plain") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002, the name of the overridden method
        """Write no log."""
        del format, args
