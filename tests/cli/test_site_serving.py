"""`rules serve`: pages while the site is built, addresses that are led on, requests that are refused."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from cli.site.leading_on import lead_on
from cli.site.serving import SiteServer

Ask = Callable[..., http.client.HTTPResponse]


@pytest.fixture(scope="module")
def ask(starter_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Serve the starter data until the end of the module. Return a function that requests a path once it is built."""
    folder = tmp_path_factory.mktemp("served") / "site"
    server = SiteServer(starter_home, folder, lambda: date(2026, 2, 1), 0)
    thread = Thread(target=server.run)
    thread.start()
    port = int(server.address.rstrip("/").rpartition(":")[2])

    def request(path: str, host: str = "localhost") -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("GET", path, headers={"Host": host})
        return connection.getresponse()

    give_up = monotonic() + 120
    while request("/-/version").read() == b"0" and monotonic() < give_up:
        sleep(0.2)
    yield request
    server.close()
    thread.join()


def test_pages_are_served(ask: Ask) -> None:
    """A page comes with the script that loads it anew; other files come as they are."""
    answer = ask("/cr/306.5/")
    text = answer.read().decode("utf-8")
    assert answer.status == 200 and "loyalty" in text and "/-/version" in text
    assert ask("/assets/style.css").status == 200
    assert ask("/cr/306.5/index.json").getheader("Content-Type") == "application/json"


@pytest.mark.parametrize(
    ("asked", "target"),
    [
        ("/cr/en/2025-06-06/306.5d", "/cr/en/2025-06-06/306/#306.5d"),
        ("/cr/306.7@2025-07-01", "/id/306.7@2014-05-01/"),
        ("/cr/FR/306.5B@2018-05-01/", "/id/fr/306.5b@2018-04-27/"),
    ],
)
def test_old_addresses_lead_on(ask: Ask, asked: str, target: str) -> None:
    """A number of an edition and a number with a day are redirected."""
    answer = ask(asked)
    assert (answer.status, answer.getheader("Location")) == (302, target)


@pytest.mark.parametrize("path", ["/cr/999.9/", "/.rules-site.json", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd"])
def test_what_is_no_page_is_missing(ask: Ask, path: str) -> None:
    """A number that no rule ever had, the state of the build, and files outside of the folder aren't found."""
    assert ask(path).status == 404


def test_other_names_of_this_computer_are_refused(ask: Ask) -> None:
    """A request under the name of another site is refused: its pages could read what is served here."""
    assert ask("/", host="attacker.example").status == 403
    assert ask("/", host="127.0.0.1:8306").status == 200


def test_a_taken_port_is_named(rules: Any, starter_home: Path, tmp_path: Path) -> None:
    """If the port is taken, one line says so."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        outcome = rules("serve", str(tmp_path / "site"), "--port", str(port), home=starter_home)
    assert outcome.status == 2
    assert outcome.messages == [
        f"rules: error: cannot listen on port {port}: Address already in use; name another with --port"
    ]
    assert rules("serve", "--port", "70000", home=starter_home).status == 2


def test_addresses_are_led_on_only_to_pages(tmp_path: Path) -> None:
    """In a folder without data, nothing is led on."""
    for path in ("cr/306.5", "cr/en/2025-06-06/306.5", "cr/306.5@2025-06-06", "id/x", "cr/%ff", ""):
        assert lead_on(tmp_path, path) is None
