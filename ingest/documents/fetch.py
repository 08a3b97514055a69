"""Pages from the network, fetched politely and within limits. Only this module imports httpx.

There is one request at a time, with a pause before the next request to the same host. After a transient failure (a busy
server, a lost connection), the request is repeated with increasing waits. Permanent failures (not found) are final.

A page has a minute in all: for the lookup of its host, all tries, redirects, headers and the body. It has a limit in
bytes, both as it is received and as it is unpacked.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import SystemRandom
from typing import Self

import httpx

from ingest.documents.document import MAX_BYTES, Document
from ingest.documents.http_body import ACCEPTED, DamagedBody, UnknownCoding, unpack
from ingest.documents.time_limit import call_within
from kb.errors import SourceRejected
from kb.i18n import _

_USER_AGENT = "mtg-rules-library (rules, the law library of Magic: The Gathering)"

_TIMEOUT_SECONDS = 10.0
_TOTAL_SECONDS = 60.0
_PAUSE_SECONDS = 1.0
_MAX_REDIRECTS = 5

_TRIES = 3
_BACKOFF_SECONDS = 1.0
_MAX_WAIT_SECONDS = 30.0
_TRANSIENT_STATUSES = frozenset((429, 500, 502, 503, 504))

# The variables from which httpx reads proxies and certificates.
_NETWORK_VARIABLES = frozenset(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"))

# Content types of documents that can't be rules. Other types are accepted, since servers send texts with many types,
# even application/octet-stream.
_WRONG_TYPE = re.compile(
    r"(?:image|audio|video|font|model|multipart)/"
    r"|application/(?:zip|gzip|x-(?:gzip|tar|bzip2|7z-compressed|rar-compressed)|vnd\.rar|wasm|json|javascript)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Validators:
    """The headers `ETag` and `Last-Modified` of a version of a page (RFC 9110, section 8.8), each "" if missing."""

    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """A page as the server sent it, with its final address after redirects."""

    document: Document
    address: str
    validators: Validators


class NotModified(Exception):
    """Raised if the server says that the page hasn't changed since the known version."""


class _TransientFailure(Exception):
    """A failure after which the request may be tried again. `rejection` is the error to raise after the last try.

    `wait` is the number of seconds that the server asks the client to wait, or None.
    """

    def __init__(self, rejection: SourceRejected, *, wait: float | None = None, no_connection: bool = False) -> None:
        super().__init__(str(rejection))
        self.rejection, self.wait, self.no_connection = rejection, wait, no_connection


def fetch(address: str) -> Document:
    """Fetch the page at an address. Raise `SourceRejected` for the same reasons as `Fetcher.get`."""
    with Fetcher() as fetcher:
        return fetcher.get(address).document


class Fetcher:
    """Fetches pages, one after the other. It is a context manager, which closes the connections at its end.

    Its constructor raises `SourceRejected` if a proxy or a certificate of the environment can't be used.
    """

    def __init__(self) -> None:
        self._client = _make_client()
        self._next_request: dict[str, float] = {}
        self._unreachable_hosts: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._client.close()

    def has_given_up(self, address: str) -> bool:
        """True if the host of an address can't be reached, so that nothing more is requested from it."""
        return _host(address) in self._unreachable_hosts

    def get(self, address: str, known_version: Validators | None = None, max_bytes: int | None = None) -> FetchedPage:
        """Fetch a page of at most `max_bytes` bytes. If `max_bytes` is None, the limit is `MAX_BYTES`.

        Raise `NotModified` if the server says that the page hasn't changed since `known_version`.
        Raise `SourceRejected` if the address or a redirect isn't http or https, or if a redirect leads from https to
        http. Also raise it if three tries fail or together take more than a minute. A try fails if the server is silent
        for 10 seconds. An answer is rejected if it is an error or empty, can't be a text, is too large, or is shorter
        than announced.
        """
        if not address.lower().startswith(("http://", "https://")):
            raise SourceRejected(address, "not-http", _("{address} is no http or https address", address=address))
        host = _host(address)
        if host in self._unreachable_hosts:
            message = _("{host} can't be reached; nothing more was requested from it", host=host)
            raise SourceRejected(address, "unreachable", message)
        limit = MAX_BYTES if max_bytes is None else max_bytes
        time.sleep(max(0.0, self._next_request.get(host, 0.0) - time.monotonic()))
        deadline = time.monotonic() + _TOTAL_SECONDS
        for attempt in range(1, _TRIES + 1):
            try:
                return call_within(
                    deadline - time.monotonic(), lambda: self._try(address, known_version, limit, deadline)
                )
            except TimeoutError:
                # The try still runs in its thread. It ends when it reads from the closed connection.
                self._client.close()
                self._client = _make_client()
                raise _too_slow(address) from None
            except _TransientFailure as problem:
                wait = problem.wait if problem.wait is not None else _backoff(attempt)
                if attempt == _TRIES or wait > min(_MAX_WAIT_SECONDS, deadline - time.monotonic()):
                    if problem.no_connection:
                        self._unreachable_hosts.add(host)
                    raise problem.rejection from problem.__cause__
                time.sleep(wait)
            finally:
                self._next_request[host] = time.monotonic() + _PAUSE_SECONDS
        raise AssertionError("the last try returns or raises")

    def _try(self, address: str, known: Validators | None, limit: int, deadline: float) -> FetchedPage:
        """Send one request, follow its redirects and return the page."""
        try:
            request = self._request(address, known, deadline)
            for _step in range(_MAX_REDIRECTS + 1):
                answer = self._client.send(request, stream=True)
                try:
                    if answer.next_request is None:
                        return _read(address, answer, known, limit, deadline)
                    _check_redirect(address, request.url, answer.next_request.url)
                    request = answer.next_request
                finally:
                    answer.close()
        except httpx.UnsupportedProtocol as problem:
            message = _("{address} is no http or https address: {why}", address=address, why=problem)
            raise SourceRejected(address, "not-http", message) from problem
        except httpx.TransportError as problem:
            refused = isinstance(problem, httpx.ConnectError | httpx.ConnectTimeout)
            no_connection = refused and _host(str(problem.request.url)) == _host(address)
            raise _TransientFailure(_unreachable(address, problem), no_connection=no_connection) from problem
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as problem:
            raise _unreachable(address, problem) from problem
        raise _unreachable(address, _("it is redirected more than {times} times", times=_MAX_REDIRECTS))

    def _request(self, address: str, known: Validators | None, deadline: float) -> httpx.Request:
        stated = {"If-None-Match": known.etag, "If-Modified-Since": known.last_modified} if known else {}
        headers = {name: value for name, value in stated.items() if value}
        seconds = max(0.1, min(_TIMEOUT_SECONDS, deadline - time.monotonic()))
        return self._client.build_request("GET", address, headers=headers, timeout=seconds)


def _make_client() -> httpx.Client:
    """Make a client with the environment's proxies and certificates. Raise `SourceRejected` if one can't be used."""
    try:
        return httpx.Client(headers={"User-Agent": _USER_AGENT, "Accept-Encoding": ACCEPTED})
    except (httpx.InvalidURL, ValueError, ImportError, OSError) as problem:
        given = ", ".join(name for name in sorted(os.environ) if name.upper() in _NETWORK_VARIABLES)
        message = _("the network settings in {variables} can't be used: {why}", variables=given, why=problem)
        raise SourceRejected(given, "unreachable", message) from problem


def _read(address: str, answer: httpx.Response, known: Validators | None, limit: int, deadline: float) -> FetchedPage:
    """Read the body of the answer after all redirects. If the body ends early, httpx raises a `TransportError`."""
    _check_head(address, answer, known, limit)
    data = bytearray()
    try:
        for part in unpack(_received(address, answer, limit), answer.headers.get("Content-Encoding", "")):
            data += part
            if len(data) > limit:
                raise _too_large(address, limit)
            if time.monotonic() > deadline:
                raise _too_slow(address)
    except UnknownCoding as problem:
        message = _("{address} is packed as {coding}; only gzip can be unpacked", address=address, coding=problem)
        raise SourceRejected(address, "wrong-type", message) from problem
    except DamagedBody as problem:
        raise _unreachable(address, problem) from problem
    if not data.strip():
        raise SourceRejected(address, "empty", _("{name} is empty", name=address))
    validators = Validators(_header(answer, "ETag"), _header(answer, "Last-Modified"))
    return FetchedPage(Document(address, bytes(data)), str(answer.url), validators)


def _received(address: str, answer: httpx.Response, limit: int) -> Iterator[bytes]:
    """Yield the body as it is sent, up to the limit."""
    size = 0
    for chunk in answer.iter_raw():
        size += len(chunk)
        if size > limit:
            raise _too_large(address, limit)
        yield chunk


def _check_head(address: str, answer: httpx.Response, known: Validators | None, limit: int) -> None:
    """Raise an error if the status or a header shows that the answer isn't a page with rules."""
    status = answer.status_code
    if status == httpx.codes.NOT_MODIFIED and known is not None:
        raise NotModified(address)
    if status != httpx.codes.OK:
        message = _("{address} answered {status}", address=address, status=f"{status} {answer.reason_phrase}".rstrip())
        rejection = SourceRejected(address, "http-status", message)
        if status in _TRANSIENT_STATUSES:
            raise _TransientFailure(rejection, wait=_retry_after(answer))
        raise rejection
    kind = _header(answer, "Content-Type")
    if _WRONG_TYPE.match(kind):
        message = _("{address} is of the type {kind}, which holds no rules", address=address, kind=kind)
        raise SourceRejected(address, "wrong-type", message)
    announced = _header(answer, "Content-Length")
    if announced.isdigit() and float(announced) > limit:
        raise _too_large(address, limit)


def _check_redirect(address: str, here: httpx.URL, there: httpx.URL) -> None:
    """Raise `SourceRejected` if a redirect leads to an address that isn't http or https, or from https to http."""
    if there.scheme not in ("http", "https"):
        message = _("{address} leads to {there}, which is no http or https address", address=address, there=there)
        raise SourceRejected(address, "not-http", message)
    if here.scheme == "https" and there.scheme == "http":
        message = _(
            "{address} leads from https to {there}, which anyone on the way can change", address=address, there=there
        )
        raise SourceRejected(address, "insecure-redirect", message)


def _retry_after(answer: httpx.Response) -> float | None:
    """Return the seconds to wait by the `Retry-After` header, or None. The header has a number of seconds or a date."""
    stated = _header(answer, "Retry-After").strip()
    if stated.isdigit():
        return float(stated)
    try:
        until = parsedate_to_datetime(stated)
    except (ValueError, OverflowError):  # OverflowError: a year or a zone of many digits
        return None
    # If a date has the time zone "-0000", the parsed date has no time zone. It counts as UTC.
    return max(0.0, (until.replace(tzinfo=until.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


def _backoff(attempt: int) -> float:
    """Return the seconds to wait after a failed try. They double each time, and are partly random."""
    return _BACKOFF_SECONDS * 2.0 ** (attempt - 1) * SystemRandom().uniform(0.75, 1.25)


def _header(answer: httpx.Response, name: str) -> str:
    """Return a header of the answer. If it isn't ASCII, return "", because a later request couldn't send it back."""
    value: str = answer.headers.get(name, "")
    return value if value.isascii() else ""


def _host(address: str) -> str:
    try:
        return httpx.URL(address).netloc.decode("ascii")
    except httpx.InvalidURL as problem:
        raise _unreachable(address, problem) from problem


def _unreachable(address: str, why: Exception | str) -> SourceRejected:
    why = str(why) or type(why).__name__
    return SourceRejected(address, "unreachable", _("cannot fetch {address}: {why}", address=address, why=why))


def _too_slow(address: str) -> SourceRejected:
    return _unreachable(address, _("not done after {seconds} seconds", seconds=f"{_TOTAL_SECONDS:.0f}"))


def _too_large(address: str, limit: int) -> SourceRejected:
    message = _(
        "{address} sends more than {size} MiB, more than such a page can have", address=address, size=limit >> 20
    )
    return SourceRejected(address, "too-large", message)
