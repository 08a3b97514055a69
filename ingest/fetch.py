"""Pages from the network, politely and within limits; the only module that imports httpx."""

from __future__ import annotations

import re
import time

import httpx

from ingest.document import MAX_BYTES, Document
from kb.errors import SourceRejected

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_SECONDS = 20.0
_SECONDS_IN_ALL = 120.0
_REDIRECTS = 5


def is_address(name: str) -> bool:
    """Whether a name given by the user is an address rather than a path."""
    return bool(_ADDRESS.match(name))


def fetch(address: str) -> Document:
    """Fetch a page.

    Raises:
        SourceRejected: the address or one that it redirects to isn't http or https, the server
            can't be reached, answers with an error or with nothing, sends more than 64 MiB, or takes
            more than 20 seconds for a part or two minutes for the whole.
    """
    if not address.lower().startswith(("http://", "https://")):
        raise SourceRejected(address, "not-http", f"{address} is no http or https address")
    data = bytearray()
    end = time.monotonic() + _SECONDS_IN_ALL
    try:
        with (
            httpx.Client(follow_redirects=True, max_redirects=_REDIRECTS, timeout=_SECONDS) as client,
            client.stream(
                "GET", address, headers={"User-Agent": "rules (law library of Magic: The Gathering)"}
            ) as answer,
        ):
            if answer.status_code != httpx.codes.OK:
                raise SourceRejected(
                    address, "http-status", f"{address} answered {answer.status_code} {answer.reason_phrase}"
                )
            for chunk in answer.iter_bytes():
                data += chunk
                if time.monotonic() > end:
                    raise SourceRejected(
                        address, "unreachable", f"cannot fetch {address}: not done after {_SECONDS_IN_ALL:.0f} seconds"
                    )
                if len(data) > MAX_BYTES:
                    raise SourceRejected(
                        address, "too-large", f"{address} sends more than {MAX_BYTES >> 20} MiB; no edition has so much"
                    )
    except httpx.UnsupportedProtocol as problem:
        raise SourceRejected(
            address, "not-http", f"{address} leads to what is no http or https address: {problem}"
        ) from problem
    except (httpx.HTTPError, httpx.InvalidURL) as problem:
        why = str(problem) or type(problem).__name__
        raise SourceRejected(address, "unreachable", f"cannot fetch {address}: {why}") from problem
    if not data.strip():
        raise SourceRejected(address, "empty", f"{address} is empty")
    return Document(address, bytes(data))
