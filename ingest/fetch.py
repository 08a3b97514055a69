"""Pages from the network, politely and within limits; the only module that imports httpx.

One request at a time, with a pause before the next to the same host. What may pass (a busy server, a lost
connection) is tried again, a little later each time; what won't pass (not found) isn't.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import SystemRandom
from types import TracebackType
from typing import Self

import httpx

from ingest.document import MAX_BYTES, Document
from kb.errors import SourceRejected
from kb.tongue import _

_USER_AGENT = "mtg-rules-library (rules, the law library of Magic: The Gathering)"

_SECONDS = 10.0
_SECONDS_IN_ALL = 60.0
_PAUSE_SECONDS = 1.0
_REDIRECTS = 5

_TRIES = 3
_BACKOFF_SECONDS = 1.0
_LONGEST_WAIT = 30.0
_PASSING = frozenset((429, 500, 502, 503, 504))

# What can't be rules, whatever the address says. Servers give a text many types (application/octet-stream
# among them), so what they say is only believed where it says no.
_WRONG_TYPE = re.compile(
    r"(?:image|audio|video|font|model|multipart)/"
    r"|application/(?:zip|gzip|x-(?:gzip|tar|bzip2|7z-compressed|rar-compressed)|vnd\.rar|wasm|json|javascript)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Validators:
    """What a server says a version of a page is known by; RFC 9110, section 8.8.

    Attributes:
        etag: the header of that name, or empty.
        last_modified: the header of that name, or empty.
    """

    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page as it was sent.

    Attributes:
        document: its bytes, under the address asked for.
        address: where it was found in the end, if that address leads on.
        validators: what this version of it is known by.
    """

    document: Document
    address: str
    validators: Validators


class Unchanged(Exception):
    """The server says that a page is still the version that was named."""


class _Passing(Exception):
    """A try that failed for a reason that may pass.

    Attributes:
        rejection: what to say if it doesn't.
        wait: the seconds that the server asks to wait, if it does.
        silent: whether no connection came about at all.
    """

    def __init__(self, rejection: SourceRejected, *, wait: float | None = None, silent: bool = False) -> None:
        super().__init__(str(rejection))
        self.rejection, self.wait, self.silent = rejection, wait, silent


def fetch(address: str) -> Document:
    """Fetch one page.

    Raises:
        SourceRejected: as `Fetcher.get` says.
    """
    with Fetcher() as fetcher:
        return fetcher.get(address).document


class Fetcher:
    """Fetches pages, one after the other; a context manager that holds the connections."""

    def __init__(self) -> None:
        self._client = httpx.Client(headers={"User-Agent": _USER_AGENT})
        self._free: dict[str, float] = {}
        self._silent: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def get(self, address: str, known: Validators | None = None, limit: int | None = None) -> Fetched:
        """Fetch a page.

        Args:
            address: where it is.
            known: the version that is known already.
            limit: how many bytes it may have; 64 MiB if not given.

        Raises:
            Unchanged: the page is still the version known.
            SourceRejected: the address or one that it redirects to isn't http or https, or goes from https
                back to http; the server can't be reached, even at the third try, answers with an error,
                with nothing, with what can't be a text, with more than the limit, with less than it
                announces, is silent for 10 seconds, or not done after a minute, all tries included.
        """
        if not address.lower().startswith(("http://", "https://")):
            raise SourceRejected(address, "not-http", _("{address} is no http or https address", address=address))
        host = _host(address)
        if host in self._silent:
            message = _("nothing more was asked of {host}, which can't be reached", host=host)
            raise SourceRejected(address, "unreachable", message)
        self._wait_for(host)
        end = time.monotonic() + _SECONDS_IN_ALL
        for attempt in range(1, _TRIES + 1):
            try:
                return self._try(address, known, MAX_BYTES if limit is None else limit, end)
            except _Passing as problem:
                wait = problem.wait if problem.wait is not None else _backoff(attempt)
                if attempt == _TRIES or wait > min(_LONGEST_WAIT, end - time.monotonic()):
                    if problem.silent:
                        self._silent.add(host)
                    raise problem.rejection from problem.__cause__
                time.sleep(wait)
            finally:
                self._free[host] = time.monotonic() + _PAUSE_SECONDS
        raise AssertionError("the last try returns or raises")

    def _wait_for(self, host: str) -> None:
        """Let the pause pass since the last request to this host."""
        time.sleep(max(0.0, self._free.get(host, 0.0) - time.monotonic()))

    def _try(self, address: str, known: Validators | None, limit: int, end: float) -> Fetched:
        """Ask once, and follow where the answer leads."""
        try:
            request = self._request(address, known, end)
            for _step in range(_REDIRECTS + 1):
                answer = self._client.send(request, stream=True)
                try:
                    if answer.next_request is None:
                        return _read(address, answer, known, limit, end)
                    _check_step(address, request.url, answer.next_request.url)
                    request = answer.next_request
                finally:
                    answer.close()
        except httpx.UnsupportedProtocol as problem:
            message = _("{address} is no http or https address: {why}", address=address, why=problem)
            raise SourceRejected(address, "not-http", message) from problem
        except httpx.TransportError as problem:
            refused = isinstance(problem, httpx.ConnectError | httpx.ConnectTimeout)
            silent = refused and _host(str(problem.request.url)) == _host(address)
            raise _Passing(_unreachable(address, _reason(problem)), silent=silent) from problem
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as problem:
            raise _unreachable(address, _reason(problem)) from problem
        raise _unreachable(address, _("it is redirected more than {times} times", times=_REDIRECTS))

    def _request(self, address: str, known: Validators | None, end: float) -> httpx.Request:
        headers = {}
        if known is not None and known.etag:
            headers["If-None-Match"] = known.etag
        if known is not None and known.last_modified:
            headers["If-Modified-Since"] = known.last_modified
        seconds = max(0.1, min(_SECONDS, end - time.monotonic()))
        return self._client.build_request("GET", address, headers=headers, timeout=seconds)


def _read(address: str, answer: httpx.Response, known: Validators | None, limit: int, end: float) -> Fetched:
    """Read an answer that leads nowhere else.

    That fewer bytes come than the server announced is found by httpx, which takes it for a lost connection.
    """
    _check_head(address, answer, known, limit)
    data = bytearray()
    for chunk in answer.iter_bytes():
        data += chunk
        if len(data) > limit:
            raise _too_large(address, limit)
        if time.monotonic() > end:
            raise _unreachable(address, _("not done after {seconds} seconds", seconds=f"{_SECONDS_IN_ALL:.0f}"))
    if not data.strip():
        raise SourceRejected(address, "empty", _("{name} is empty", name=address))
    validators = Validators(_header(answer, "ETag"), _header(answer, "Last-Modified"))
    return Fetched(Document(address, bytes(data)), str(answer.url), validators)


def _check_head(address: str, answer: httpx.Response, known: Validators | None, limit: int) -> None:
    """Refuse what the status and the headers show to be no page."""
    status = answer.status_code
    if status == httpx.codes.NOT_MODIFIED and known is not None:
        raise Unchanged(address)
    if status != httpx.codes.OK:
        said = f"{status} {answer.reason_phrase}".rstrip()
        rejection = SourceRejected(
            address, "http-status", _("{address} answered {status}", address=address, status=said)
        )
        if status in _PASSING:
            raise _Passing(rejection, wait=_asked_wait(answer))
        raise rejection
    kind = _header(answer, "Content-Type")
    if _WRONG_TYPE.match(kind):
        message = _("{address} is of the type {kind}, which holds no rules", address=address, kind=kind)
        raise SourceRejected(address, "wrong-type", message)
    announced = _header(answer, "Content-Length")
    if announced.isdigit() and int(announced) > limit:
        raise _too_large(address, limit)


def _check_step(address: str, here: httpx.URL, there: httpx.URL) -> None:
    """Refuse a redirect that leaves http and https, or goes from https, which is protected, to http."""
    if there.scheme not in ("http", "https"):
        message = _("{address} leads to {there}, which is no http or https address", address=address, there=there)
        raise SourceRejected(address, "not-http", message)
    if here.scheme == "https" and there.scheme == "http":
        message = _(
            "{address} leads from https to {there}, which anyone on the way can change", address=address, there=there
        )
        raise SourceRejected(address, "insecure-redirect", message)


def _asked_wait(answer: httpx.Response) -> float | None:
    """The seconds that a busy server asks to wait: given as seconds or as a date, or not given."""
    asked = _header(answer, "Retry-After").strip()
    if asked.isdigit():
        return float(asked)
    try:
        day = parsedate_to_datetime(asked)
    except ValueError:
        return None
    # A date in "-0000" counts as UTC.
    return max(0.0, (day.replace(tzinfo=day.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


def _backoff(attempt: int) -> float:
    """Seconds to wait after a failed try: twice as long each time, and not in step with other clients."""
    return _BACKOFF_SECONDS * 2.0 ** (attempt - 1) * SystemRandom().uniform(0.75, 1.25)


def _header(answer: httpx.Response, name: str) -> str:
    """A header in ASCII; one in anything else counts as absent, since it couldn't be sent back."""
    value: str = answer.headers.get(name, "")
    return value if value.isascii() else ""


def _host(address: str) -> str:
    try:
        return httpx.URL(address).netloc.decode("ascii")
    except httpx.InvalidURL as problem:
        raise _unreachable(address, str(problem)) from problem


def _reason(problem: Exception) -> str:
    return str(problem) or type(problem).__name__


def _unreachable(address: str, why: str) -> SourceRejected:
    return SourceRejected(address, "unreachable", _("cannot fetch {address}: {why}", address=address, why=why))


def _too_large(address: str, limit: int) -> SourceRejected:
    message = _(
        "{address} sends more than {size} MiB, more than such a page can have", address=address, size=limit >> 20
    )
    return SourceRejected(address, "too-large", message)
