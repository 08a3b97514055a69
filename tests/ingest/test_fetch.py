"""Fetching pages from a real server on this machine that also sends faulty answers."""

from __future__ import annotations

import gzip
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from ingest.documents import fetch as fetching
from ingest.documents.fetch import Fetcher, NotModified, Validators
from kb.errors import SourceRejected
from tests.ingest.conftest import answer

if TYPE_CHECKING:
    from tests.ingest.conftest import Answer, Site

PAGE = Path(__file__).resolve().parents[2] / "data/starter/001_1c5b7a933f2358b7.txt"
TEXT = PAGE.read_bytes() + b"\n"


def endless(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    for _ in range(2000):
        handler.wfile.write(b"306.5. " * 1000)


def silent(handler: BaseHTTPRequestHandler) -> None:
    time.sleep(0.5)


# The pieces that slow servers have sent, 20 in a second at most. If the processor is busy elsewhere, they are fewer.
SENT: list[bytes] = []


def send_slowly(handler: BaseHTTPRequestHandler, piece: bytes) -> None:
    """Send a piece again and again, for a minute."""
    for _ in range(1200):
        handler.wfile.write(piece)
        handler.wfile.flush()
        SENT.append(piece)
        time.sleep(0.05)


def dripping(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    send_slowly(handler, b"306.5. ")


def trickling_headers(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
    send_slowly(handler, b"x")


def never_beginning(handler: BaseHTTPRequestHandler) -> None:
    send_slowly(handler, b"HTTP/1.1 100 Continue\r\n\r\n" * 100)


def headers(count: int) -> Answer:
    return answer(200, TEXT, **{f"X{at}": "y" for at in range(count)})


def packed(body: bytes, *codings: str) -> Answer:
    return answer(200, body, Content_Encoding=", ".join(codings))


def hanging_up(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


REJECTED: dict[str, tuple[Answer, str, int]] = {
    "not found": (answer(404), "http-status", 1),
    "forbidden": (answer(403), "http-status", 1),
    "gone": (answer(410), "http-status", 1),
    "no content": (answer(204), "http-status", 1),
    "not modified, though nothing was known": (answer(304), "http-status", 1),
    "broken": (answer(500), "http-status", 3),
    "busy": (answer(503), "http-status", 3),
    "busy for an hour": (answer(503, Retry_After="3600"), "http-status", 1),
    "too many requests": (answer(429, Retry_After="0"), "http-status", 3),
    "empty": (answer(200, b"  \n"), "empty", 1),
    "a picture": (answer(200, TEXT, Content_Type="image/png"), "wrong-type", 1),
    "an archive": (answer(200, TEXT, Content_Type="application/zip"), "wrong-type", 1),
    "a film": (answer(200, TEXT, Content_Type="Video/MP4; x=y"), "wrong-type", 1),
    "announced too large": (answer(200, TEXT, length=2 << 20), "too-large", 1),
    "endless": (endless, "too-large", 1),
    "cut off": (answer(200, TEXT, length=len(TEXT) + 1), "unreachable", 3),
    "badly packed": (answer(200, TEXT, Content_Encoding="gzip"), "unreachable", 1),
    "packed, and too large": (packed(gzip.compress(bytes(2 << 20)), "gzip"), "too-large", 1),
    "packed in members, and too large": (packed(gzip.compress(bytes(1 << 18)) * 5, "x-gzip"), "too-large", 1),
    "packed twice": (packed(gzip.compress(gzip.compress(TEXT)), "gzip", "gzip"), "wrong-type", 1),
    "packed otherwise": (packed(TEXT, "br"), "wrong-type", 1),
    "packed and cut off": (packed(gzip.compress(TEXT)[:-1], "gzip"), "unreachable", 1),
    "trickling headers": (trickling_headers, "unreachable", 1),
    "never beginning": (never_beginning, "unreachable", 1),
    "headers by the thousand": (headers(20_000), "unreachable", 3),
    "a length of 5,000 digits": (answer(200, TEXT, length=10**4000), "unreachable", 3),
    "hanging up": (hanging_up, "unreachable", 3),
    "silent": (silent, "unreachable", 3),
    "dripping": (dripping, "unreachable", 1),
    "in circles": (answer(302, Location="/page"), "unreachable", 6),
    "to a file": (answer(302, Location="file:///etc/passwd"), "not-http", 1),
    "to another scheme": (answer(301, Location="ftp://127.0.0.1/page"), "not-http", 1),
    "to no address": (answer(307, Location="javascript:alert(1)"), "unreachable", 1),
}


@contextmanager
def traced_memory() -> Iterator[Callable[[], int]]:
    """Yield a function that returns the most memory in use since the start of the block, in bytes."""
    tracemalloc.start()
    try:
        yield lambda: tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the wait between attempts very short."""
    monkeypatch.setattr(fetching, "_BACKOFF_SECONDS", 0.01)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the size and time limits for a test."""
    monkeypatch.setattr(fetching, "MAX_BYTES", 1 << 20)
    monkeypatch.setattr(fetching, "_TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(fetching, "_TOTAL_SECONDS", 0.8)


@pytest.mark.parametrize("case", REJECTED)
@pytest.mark.usefixtures("impatient")
def test_a_server_that_misbehaves(site: Site, case: str) -> None:
    """A failing server makes the page rejected with a reason; only transient failures are retried."""
    misbehaviour, reason, requests = REJECTED[case]
    address = site.answers("/page", misbehaviour)
    with pytest.raises(SourceRejected) as caught:
        fetching.fetch(address)
    assert (caught.value.reason, caught.value.source) == (reason, address)
    assert address in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(site.asked) == requests


@pytest.mark.parametrize(
    "kind", ["text/plain", "text/html", "text/markdown; charset=utf-8", "application/octet-stream"]
)
def test_a_page(site: Site, kind: str) -> None:
    """The bytes are returned as served, whatever their text type, and the request identifies the program."""
    address = site.answers("/page", answer(200, TEXT, Content_Type=kind))
    document = fetching.fetch(address)
    assert (document.data, document.name) == (TEXT, address)
    assert site.asked[0][1]["User-Agent"].startswith("mtg-rules-library")


@pytest.mark.parametrize("codings", [(), ("identity",), ("gzip",), ("X-GZIP", "identity")])
@pytest.mark.parametrize("times", [1, 3])
def test_a_packed_page(site: Site, codings: tuple[str, ...], times: int) -> None:
    """A page may be packed with gzip, in one member or several."""
    is_packed = any("gzip" in coding.lower() for coding in codings)
    body = gzip.compress(TEXT) if is_packed else TEXT
    assert fetching.fetch(site.answers("/page", packed(body * times, *codings))).data == TEXT * times
    assert site.asked[0][1]["Accept-Encoding"] == "gzip"


def test_a_small_body_that_unpacks_to_much_is_not_held(site: Site) -> None:
    """A body is unpacked in small steps up to the limit, so that 3 MB that unpack to 3 GB take little memory."""
    address = site.answers("/page", packed(gzip.compress(bytes(1 << 26)), "gzip"))
    with Fetcher() as fetcher, traced_memory() as peak:
        with pytest.raises(SourceRejected, match="more than 1 MiB"):
            fetcher.get(address, max_bytes=1 << 20)
        assert peak() < 8 << 20


@pytest.mark.parametrize("case", ["trickling headers", "never beginning", "silent", "dripping"])
@pytest.mark.usefixtures("impatient")
def test_the_time_limit_holds_for_the_whole_exchange(site: Site, case: str) -> None:
    """However slowly a server answers, the page is given up at the time limit, and the next page is fetched."""
    slow = site.answers("/slow", REJECTED[case][0])
    page = site.answers("/page", answer(200, TEXT))
    SENT.clear()
    with Fetcher() as fetcher:
        with pytest.raises(SourceRejected):
            fetcher.get(slow)
        assert len(SENT) < 40  # those of two seconds
        assert fetcher.get(page).document.data == TEXT


def test_a_host_whose_name_is_never_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lookup of a host's name, which has no time limit of its own, ends at the time limit too."""
    monkeypatch.setattr(fetching, "_TOTAL_SECONDS", 0.2)
    given_up, found = threading.Event(), []

    def look_up(*_arguments: object, **_options: object) -> list[object]:
        given_up.wait(60)
        found.append(True)
        return []

    monkeypatch.setattr("socket.getaddrinfo", look_up)
    with pytest.raises(SourceRejected, match="not done after 0 seconds"):
        fetching.fetch("http://nowhere.example/")
    assert not found
    given_up.set()


def test_a_page_that_moved(site: Site) -> None:
    """After a redirect the document is named by the requested address; the final address is returned too."""
    site.answers("/there/page", answer(200, TEXT))
    address = site.answers("/here", answer(302, Location="/there/page"))
    with Fetcher() as fetcher:
        fetched = fetcher.get(address)
    assert (fetched.document.name, fetched.document.data) == (address, TEXT)
    assert fetched.address == f"{site.url}/there/page"


@pytest.mark.parametrize("passing", [500, 502, 503, 504, 429])
def test_a_busy_server_is_asked_again(site: Site, passing: int) -> None:
    """A request is repeated after a transient failure, and the result doesn't show the failure."""
    assert fetching.fetch(site.answers("/page", answer(passing), answer(passing), answer(200, TEXT))).data == TEXT
    assert len(site.asked) == 3


@pytest.mark.parametrize("failure", [hanging_up, answer(200, TEXT, length=len(TEXT) + 1)], ids=["before", "within"])
def test_a_lost_connection_is_made_again(site: Site, failure: Answer) -> None:
    """A truncated download is started again from the beginning."""
    assert fetching.fetch(site.answers("/page", failure, answer(200, TEXT))).data == TEXT


@pytest.mark.parametrize("date", [False, True], ids=["seconds", "date"])
def test_a_server_says_when_to_come_back(site: Site, date: bool) -> None:
    """Retry-After is respected, as seconds and as a date."""
    wait = formatdate(time.time() + 2, usegmt=True) if date else "1"
    start = time.monotonic()
    assert fetching.fetch(site.answers("/page", answer(503, Retry_After=wait), answer(200, TEXT))).data == TEXT
    assert time.monotonic() - start > 0.9


@pytest.mark.parametrize("wait", ["", "soon", "-1", "99999999999999999999"])
def test_a_server_says_nothing_sensible_about_when(site: Site, wait: str) -> None:
    """An unreadable Retry-After is ignored; after an excessive one there is no further attempt."""
    address = site.answers("/page", answer(503, Retry_After=wait), answer(200, TEXT))
    if wait.isdigit():
        with pytest.raises(SourceRejected, match="503"):
            fetching.fetch(address)
    else:
        assert fetching.fetch(address).data == TEXT


def test_a_version_that_is_known_is_not_sent_again(site: Site) -> None:
    """The validators of the known version are sent; a 304 answer raises NotModified."""
    address = site.answers("/page", answer(200, TEXT, ETag='"v1"', Last_Modified="Fri, 06 Jun 2031 00:00:00 GMT"))
    with Fetcher() as fetcher:
        known = fetcher.get(address).validators
        assert known == Validators('"v1"', "Fri, 06 Jun 2031 00:00:00 GMT")
        site.answers("/page", answer(304))
        with pytest.raises(NotModified):
            fetcher.get(address, known)
    assert site.asked[1][1]["If-None-Match"] == '"v1"'
    assert site.asked[1][1]["If-Modified-Since"] == "Fri, 06 Jun 2031 00:00:00 GMT"


def test_validators_that_cannot_be_sent_back_are_not_kept(site: Site) -> None:
    """Validators that aren't ASCII are not kept."""
    address = site.answers("/page", answer(200, TEXT, ETag='"é"'))
    with Fetcher() as fetcher:
        known = fetcher.get(address).validators
        assert known == Validators()
        assert fetcher.get(address, known).document.data == TEXT
    assert "If-None-Match" not in site.asked[1][1]


def test_requests_to_one_host_are_spaced(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a pause between two requests to one host."""
    monkeypatch.setattr(fetching, "_PAUSE_SECONDS", 0.2)
    address = site.answers("/page", answer(200, TEXT))
    pauses: list[float] = []
    sleep = time.sleep
    monkeypatch.setattr("ingest.documents.fetch.time.sleep", lambda seconds: pauses.append(seconds) or sleep(seconds))
    start = time.monotonic()
    with Fetcher() as fetcher:
        fetcher.get(address)
        fetcher.get(address)
        fetcher.get(address)
    assert time.monotonic() - start > 0.4
    assert len(pauses) == 3 and max(pauses) <= 0.2


def test_a_smaller_size_limit(site: Site) -> None:
    """A page may have a smaller size limit than an edition."""
    with Fetcher() as fetcher, pytest.raises(SourceRejected, match="more than 1 MiB"):
        fetcher.get(site.answers("/page", answer(200, b"306.5. " * (1 << 18))), max_bytes=1 << 20)


@pytest.mark.parametrize("address", ["ftp://127.0.0.1/x", "file:///etc/passwd", "gopher://x", "HTTPS//x", "page.txt"])
def test_other_schemes_are_refused(address: str) -> None:
    """Only http and https are fetched."""
    with pytest.raises(SourceRejected, match="no http or https address") as caught:
        fetching.fetch(address)
    assert caught.value.reason == "not-http"


@pytest.mark.parametrize(
    ("here", "there", "reason"),
    [
        ("https://a.example/x", "http://a.example/x", "insecure-redirect"),
        ("https://a.example/x", "ftp://a.example/x", "not-http"),
        ("http://a.example/x", "https://a.example/x", None),
        ("https://a.example/x", "https://b.example/y", None),
        ("http://a.example/x", "http://b.example/y", None),
    ],
)
def test_steps_that_a_redirect_may_take(here: str, there: str, reason: str | None) -> None:
    """A redirect may lead from http to https, but not back and not to another scheme."""
    if reason is None:
        fetching._check_redirect(here, httpx.URL(here), httpx.URL(there))
    else:
        with pytest.raises(SourceRejected) as caught:
            fetching._check_redirect(here, httpx.URL(here), httpx.URL(there))
        assert caught.value.reason == reason


@pytest.mark.parametrize(
    "address", ["http://", "http:///x", "http://[::1/x", "http://127.0.0.1:99999/", "http://x\ty/"]
)
def test_invalid_addresses(address: str) -> None:
    """An invalid address is rejected like a page that can't be fetched."""
    with pytest.raises(SourceRejected):
        fetching.fetch(address)


def test_an_unreachable_server() -> None:
    """The message names an unreachable server, and its other pages are not requested."""
    with Fetcher() as fetcher:
        with pytest.raises(SourceRejected, match=r"cannot fetch http://127\.0\.0\.1:9/"):
            fetcher.get("http://127.0.0.1:9/")
        with pytest.raises(SourceRejected, match=r"127\.0\.0\.1:9 can't be reached; nothing more") as caught:
            fetcher.get("http://127.0.0.1:9/another")
    assert caught.value.reason == "unreachable"


def test_a_redirect_to_an_unreachable_server(site: Site) -> None:
    """A host doesn't count as unreachable because its redirect leads to an unreachable host."""
    lost = site.answers("/lost", answer(302, Location="http://127.0.0.1:9/"))
    page = site.answers("/page", answer(200, TEXT))
    with Fetcher() as fetcher:
        with pytest.raises(SourceRejected, match="cannot fetch"):
            fetcher.get(lost)
        assert fetcher.get(page).document.data == TEXT


def test_ingest_of_an_address(rules: Any, home: Path, site: Site) -> None:
    """`rules ingest URL` ingests a page like a file."""
    address = site.answers("/page", answer(200, TEXT, Content_Type="text/markdown"))
    outcome = rules("ingest", address, "--effective", "2024-07-30", "--json", home=home)
    assert outcome.status == 0, outcome.err
    assert [(each["source"], each["rules"], each["subrules"]) for each in outcome.data["ingested"]] == [(address, 9, 4)]
