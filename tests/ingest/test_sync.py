"""`rules sync`: from the publisher's page or a catalogue to editions, against a real server on this machine."""

from __future__ import annotations

import io
import os
import re
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from hashlib import sha256
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cli import app
from ingest.documents import fetch as fetching
from ingest.publisher import catalogue as cataloguing
from ingest.publisher.catalogue import Catalogue, OfficialEdition, OfficialFile
from kb.errors import StoreError
from kb.search.index import is_index_current
from kb.storage import store as storing
from kb.storage.store import Store
from tests.cli.test_json import validate
from tests.ingest.conftest import NEWEST, WEB, answer
from tests.ingest.policy import printed_guide

if TYPE_CHECKING:
    from tests.ingest.conftest import Answer, Site

EDITION = (WEB / "edition.txt").read_bytes()
BROKEN = "/2031/downloadsMagicCompRules%2020310601.txt"
TEXT_TYPE = {"Content_Type": "text/plain"}


def edition(day: str) -> bytes:
    """Return the bytes of the invented edition with another date ("May 1, 2030")."""
    return EDITION.replace(b"June 6, 2031", day.encode())


def path_of(day: str) -> str:
    """Return the path of a day's edition on the server."""
    return f"/MagicCompRules%20{day}.txt"


class TestDocuments:
    """`rules sync --doc`: the publisher's page of the judges' books."""

    @pytest.fixture
    def page(self, site: Site) -> str:
        """Serve a page with the structure of the publisher's page of documents, and the files that it links."""
        html = (WEB / "documents.html").read_text(encoding="utf-8").replace("SITE", site.url)
        for path in ("MTG_MTR_2031_Feb27_EN.pdf", "MTG_JAR_2030_Apr%2021_EN.pdf"):
            site.answers(f"/ContentResources/WPN/{path}", answer(404))
        guide = printed_guide.as_pdf()
        site.answers(
            "/ContentResources/WPN/MTG_IPG_2029Sep23_EN.pdf", answer(200, guide, Content_Type="application/pdf")
        )
        return site.answers("/en/rules-documents", answer(200, html.encode(), Content_Type="text/html"))

    def test_one_book(self, rules: Any, home: Path, site: Site, page: str) -> None:
        """The file of the book is fetched, and dated by its text, not by its name."""
        outcome = rules("sync", "--doc", "ipg", "--from", page, home=home)
        assert outcome.status == 0, outcome.err
        assert outcome.out.startswith("IPG en 2030-06-08  edition: 3 sections, 12 places, 2 examples  ")
        assert site.paths() == ["/en/rules-documents", "/ContentResources/WPN/MTG_IPG_2029Sep23_EN.pdf"]

    def test_a_book_that_the_page_lacks(self, rules: Any, home: Path, site: Site) -> None:
        site.answers("/en/rules-documents", answer(200, b"<html><p>Nothing.</p></html>", Content_Type="text/html"))
        outcome = rules("sync", "--doc", "mtr", "--from", f"{site.url}/en/rules-documents", home=home)
        assert outcome.status == 1
        assert "links no file of the MTR, such as MTG_MTR_2026_Feb27_EN.pdf" in outcome.err

    def test_the_official_pages(
        self, rules: Any, home: Path, monkeypatch: pytest.MonkeyPatch, site: Site, page: str
    ) -> None:
        """Without --from, the books come from the page that the catalogue names."""
        monkeypatch.setattr(cataloguing, "load_catalogue", lambda: Catalogue("http://x.invalid", (), page))
        outcome = rules("sync", "--doc", "ipg", "--dry-run", home=home)
        assert outcome.out.split() == ["?", "?", "pdf", f"{site.url}/ContentResources/WPN/MTG_IPG_2029Sep23_EN.pdf"]

    @pytest.mark.parametrize(
        ("arguments", "why"),
        [
            (("--doc", "mtr", "--all"), "editions of the Comprehensive Rules only"),
            (("--doc", "all", "--from", "http://x.invalid"), "needs two"),
            (("--doc", "mtg"), "cr, mtr, ipg, jar, all"),
        ],
    )
    def test_what_cannot_be_fetched(self, rules: Any, home: Path, arguments: tuple[str, ...], why: str) -> None:
        outcome = rules("sync", *arguments, home=home)
        assert outcome.status == 2
        assert why in outcome.err


class TestCurrent:
    """`rules sync --from PAGE`."""

    def test_from_the_page_to_the_edition(self, rules: Any, home: Path, site: Site, landing: str) -> None:
        """The page is read and its newest text is fetched; nothing else is requested."""
        site.answers(f"{NEWEST}.txt", answer(200, EDITION, ETag='"v1"', **TEXT_TYPE))
        outcome = rules("sync", "--from", landing, "--json", home=home)
        assert outcome.status == 0, outcome.err
        validate(outcome.data, "sync")
        assert (outcome.data["skipped"], outcome.data["rejected"], outcome.data["warnings"]) == ([], [], [])
        assert [
            (each["source"], each["lang"], each["effective"], each["partial"], each["rules"], each["glossary"])
            for each in outcome.data["ingested"]
        ] == [(f"{site.url}{NEWEST}.txt", "en", "2031-06-06", False, 3, 2)]
        assert site.paths() == ["/en/rules", f"{NEWEST}.txt"]
        shown = rules("show", "800.1a", "--as-of", "2031-06-06", home=home)
        assert shown.out.startswith("800.1a A pebble that nobody put anywhere")
        assert "801.1" in rules("search", "jar", "--as-of", "2031-06-06", home=home).out

    def test_the_official_page_and_a_real_edition(self, rules: Any, home: Path, site: Site, shared: Path) -> None:
        """The page of 2024 is read, and the edition of 2026-01-16, served at its link, is ingested."""
        page = (shared / "corpus/web/wotc-rules-landing.html").read_bytes()
        page = page.replace(b"https://media.wizards.com", site.url.encode())
        path = "/2024/downloads/MagicCompRules%2020240607.txt"
        site.answers("/en/rules", answer(200, page, Content_Type="text/html"))
        site.answers(path, answer(200, (shared / "corpus/en/2026-01-16.txt").read_bytes(), **TEXT_TYPE))
        outcome = rules("sync", "--from", f"{site.url}/en/rules", "--json", home=home)
        assert outcome.status == 0, outcome.err
        assert [(each["effective"], each["partial"]) for each in outcome.data["ingested"]] == [("2026-01-16", False)]
        assert site.paths() == ["/en/rules", path]

    def test_a_second_time(self, rules: Any, home: Path, site: Site, landing: str) -> None:
        """The server gets the validators of the known version; after a 304 answer nothing changes."""
        site.answers(f"{NEWEST}.txt", answer(200, EDITION, ETag='"v1"', **TEXT_TYPE), answer(304))
        rules("sync", "--from", landing, home=home)
        outcome = rules("sync", "--from", landing, "--json", home=home)
        assert outcome.status == 0, outcome.err
        assert [(each["source"], each["reason"]) for each in outcome.data["skipped"]] == [
            (f"{site.url}{NEWEST}.txt", "unchanged")
        ]
        assert outcome.data["ingested"] == []
        assert site.asked[-1][1]["If-None-Match"] == '"v1"'

    def test_a_server_without_versions(self, rules: Any, home: Path, site: Site, landing: str) -> None:
        """If the server never answers 304, the SHA-256 shows that nothing has changed."""
        site.answers(f"{NEWEST}.txt", answer(200, EDITION))
        rules("sync", "--from", landing, home=home)
        outcome = rules("sync", "--from", landing, "--json", home=home)
        assert outcome.status == 0
        assert [each["reason"] for each in outcome.data["skipped"]] == ["known"]

    def test_dry_run(self, rules: Any, home: Path, site: Site, landing: str) -> None:
        """A dry run reads the page, fetches no file and writes nothing."""
        before = (home / "rules.sqlite").read_bytes()
        outcome = rules("sync", "--from", landing, "--dry-run", "--json", home=home)
        assert outcome.status == 0, outcome.err
        validate(outcome.data, "sync")
        assert outcome.data["planned"] == [
            {"url": f"{site.url}{NEWEST}.txt", "effective": None, "lang": None, "format": "txt"}
        ]
        assert site.paths() == ["/en/rules"]
        assert (home / "rules.sqlite").read_bytes() == before
        text = rules("sync", "--from", landing, "--dry-run", home=home)
        assert text.out == f"? ?  txt  {site.url}{NEWEST}.txt\n"

    def test_links_are_relative_to_where_the_page_was_found(self, rules: Any, home: Path, site: Site) -> None:
        """Links are resolved against the page's final address."""
        site.answers("/new/rules", answer(200, b'<a href="MagicCompRules.txt">TXT</a>'))
        site.answers("/new/MagicCompRules.txt", answer(200, EDITION))
        page = site.answers("/old", answer(301, Location="/new/rules"))
        assert rules("sync", "--from", page, home=home).status == 0

    def test_a_text_that_is_gone(self, rules: Any, home: Path, site: Site, landing: str) -> None:
        """If the text can't be fetched, the next format is tried, and each failure is reported."""
        outcome = rules("sync", "--from", landing, "--json", home=home)
        assert outcome.status == 1
        validate(outcome.data, "sync")
        assert [(each["source"], each["reason"]) for each in outcome.data["rejected"]] == [
            (f"{site.url}{NEWEST}.{form}", "http-status") for form in ("txt", "docx", "pdf")
        ]
        assert BROKEN not in site.paths()

    def test_another_file_replaces_a_missing_one(self, rules: Any, home: Path, site: Site) -> None:
        """An edition is read from the first file that can be fetched, with a warning if it isn't the preferred one."""
        page = site.answers(
            "/en/rules", answer(200, b'<a href="/a/MagicCompRules 1.txt"></a><a href="/b/MagicCompRules 2.txt"></a>')
        )
        site.answers("/b/MagicCompRules%202.txt", answer(200, EDITION))
        outcome = rules("sync", "--from", page, "--json", home=home)
        assert outcome.status == 0, outcome.err
        assert [each["source"] for each in outcome.data["ingested"]] == [f"{site.url}/b/MagicCompRules%202.txt"]
        assert [each["code"] for each in outcome.data["warnings"]] == ["other-file"]
        assert "answered 404" in outcome.err

    @pytest.mark.parametrize(
        ("page", "reason"),
        [
            (answer(404), "http-status"),
            (answer(500), "http-status"),
            (answer(200, b"<p>Nothing here.</p>"), "no-link"),
            (answer(200, b"<p>" * 60_000), "too-large"),
            (answer(200, b'<a href="ftp://127.0.0.1/MagicCompRules.txt">TXT</a>'), "no-link"),
            (answer(200, b"\x89PNG\r\n\x1a\n\0\0"), "not-text"),
            (answer(200, b"<p>", Content_Type="image/png"), "wrong-type"),
            (answer(200, b"<p>" * (1 << 20)), "too-large"),
            (answer(200, b"<p>", length=100), "unreachable"),
            (answer(302, Location="file:///etc/passwd"), "not-http"),
        ],
    )
    def test_pages_without_rules(self, rules: Any, home: Path, site: Site, page: Answer, reason: str) -> None:
        """A page that can't be fetched or has no link to rules is rejected in one line, and the JSON is complete."""
        address = site.answers("/en/rules", page)
        outcome = rules("sync", "--from", address, "--json", home=home)
        assert outcome.status == 1
        validate(outcome.data, "sync")
        assert [(each["source"], each["reason"]) for each in outcome.data["rejected"]] == [(address, reason)]
        assert outcome.err.startswith("rules: error: ") and outcome.err.count("\n") == 1

    @pytest.mark.parametrize(
        ("file", "reason"),
        [
            (answer(200, b"<html><body><h1>Not found</h1></body></html>", Content_Type="text/html"), "not-rules"),
            (answer(200, b"Nothing of the kind.\n"), "not-rules"),
            (answer(200, b"\x89PNG\r\n\x1a\n\0\0"), "not-text"),
            (answer(200, EDITION, Content_Type="image/png"), "wrong-type"),
            (answer(200, EDITION, length=len(EDITION) + 5), "unreachable"),
            (answer(200, b" "), "empty"),
            (answer(500), "http-status"),
            (answer(302, Location="ftp://127.0.0.1/x"), "not-http"),
        ],
    )
    def test_files_that_are_not_rules(self, rules: Any, home: Path, site: Site, file: Answer, reason: str) -> None:
        """A rejected file is not stored, and the next run requests it without validators."""
        site.answers("/MagicCompRules.txt", file)
        page = site.answers("/en/rules", answer(200, b'<a href="/MagicCompRules.txt">TXT</a>'))
        before = rules("editions", "--json", home=home).data
        outcome = rules("sync", "--from", page, "--json", home=home)
        assert outcome.status == 1
        assert [each["reason"] for each in outcome.data["rejected"]] == [reason]
        assert rules("editions", "--json", home=home).data == before
        site.answers("/MagicCompRules.txt", answer(200, EDITION))
        assert rules("sync", "--from", page, home=home).status == 0
        assert "If-None-Match" not in site.asked[-1][1]

    def test_endless_downloads(self, rules: Any, home: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        """A download that exceeds the size limit or the time limit is stopped."""
        monkeypatch.setattr(fetching, "_TOTAL_SECONDS", 0.5)
        page = site.answers("/en/rules", answer(200, b'<a href="/MagicCompRules.txt">TXT</a>'))

        def endless(handler: BaseHTTPRequestHandler) -> None:
            handler.send_response(200)
            handler.end_headers()
            for _ in range(100):
                handler.wfile.write(b"306.5. ")
                handler.wfile.flush()
                time.sleep(0.02)

        site.answers("/MagicCompRules.txt", endless)
        outcome = rules("sync", "--from", page, "--json", home=home)
        assert [each["reason"] for each in outcome.data["rejected"]] == ["unreachable"]
        monkeypatch.setattr(fetching, "MAX_BYTES", 60)
        outcome = rules("sync", "--from", page, "--json", home=home)
        assert [each["reason"] for each in outcome.data["rejected"]] == ["too-large"]

    @pytest.mark.parametrize("address", ["ftp://127.0.0.1/rules", "file:///etc/passwd", "rules.html", ""])
    def test_other_schemes(self, rules: Any, home: Path, address: str) -> None:
        """Only http and https are accepted as the page's address."""
        outcome = rules("sync", "--from", address, "--json", home=home)
        assert outcome.status == 1
        assert [each["reason"] for each in outcome.data["rejected"]] == ["not-http"]

    def test_no_network(self, rules: Any, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """An unreachable server is reported in one line, which says what to do instead."""
        monkeypatch.setattr(fetching, "_BACKOFF_SECONDS", 0.01)
        outcome = rules("sync", "--from", "http://127.0.0.1:9/rules", home=home)
        assert (outcome.status, outcome.out) == (1, "")
        assert re.fullmatch(
            r"rules: error: cannot fetch http://127\.0\.0\.1:9/rules: .+; "
            r"download the rules \(TXT\) from http://127\.0\.0\.1:9/rules with a browser, "
            r"then run: rules ingest FILE\n",
            outcome.err,
        )

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("HTTPS_PROXY", "http://[::1"),
            ("ALL_PROXY", "ftp://proxy"),
            ("https_proxy", "http://proxy:port"),
            ("SSL_CERT_FILE", "/nonexistent"),
            ("SSL_CERT_FILE", __file__),
        ],
    )
    def test_bad_network_settings(
        self, rules: Any, home: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
    ) -> None:
        """A proxy or a certificate that can't be used is reported in one line that names the variable."""
        for known in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"):
            monkeypatch.delenv(known, raising=False)
        monkeypatch.setenv(name, value)
        for command in (["sync"], ["sync", "--all"], ["ingest", "https://127.0.0.1:9/x"]):
            outcome = rules(*command, home=home)
            assert outcome.status == 1
            assert outcome.err.startswith(f"rules: error: the network settings in {name}") or "NO_PROXY" in outcome.err
            assert outcome.err.count("\n") == 1

    @pytest.mark.parametrize("option", [["--all"], ["--since", "2020-01-01"]])
    def test_a_page_or_the_catalogue(self, rules: Any, home: Path, option: list[str]) -> None:
        """--from names a page, so it can't be combined with the catalogue's options."""
        outcome = rules("sync", "--from", "http://127.0.0.1:9/", *option, home=home)
        assert outcome.status == 2
        assert "give one or the other" in outcome.err


class TestCatalogued:
    """`rules sync --all` and `--since`."""

    @pytest.fixture
    def catalogue(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
        """Return a catalogue of three invented editions, all on the server."""
        days = {"2029-01-05": "January 5, 2029", "2030-05-01": "May 1, 2030", "2031-06-06": "June 6, 2031"}
        editions = []
        for day, stated in days.items():
            url = site.answers(path_of(day), answer(200, edition(stated), ETag=f'"{day}"', **TEXT_TYPE))
            file = OfficialFile(url, "txt", sha256(edition(stated)).hexdigest())
            editions.append(OfficialEdition("en", date.fromisoformat(day), (file,)))
        catalogue = Catalogue(f"{site.url}/en/rules", tuple(editions))
        monkeypatch.setattr(cataloguing, "load_catalogue", lambda: catalogue)
        return catalogue

    @pytest.mark.usefixtures("catalogue")
    def test_missing_editions_are_fetched(self, rules: Any, home: Path, site: Site, tmp_path: Path) -> None:
        """Only whole editions that the store lacks are requested, oldest first; a second run requests nothing."""
        path = tmp_path / "edition.txt"
        path.write_bytes(edition("May 1, 2030"))
        rules("ingest", str(path), home=home)
        outcome = rules("sync", "--all", "--json", home=home)
        assert outcome.status == 0, outcome.err
        assert [each["effective"] for each in outcome.data["ingested"]] == ["2029-01-05", "2031-06-06"]
        assert site.paths() == [path_of("2029-01-05"), path_of("2031-06-06")]
        again = rules("sync", "--all", home=home)
        assert (again.status, again.out) == (0, "")
        assert again.err == "rules: nothing to fetch: the knowledge base has every catalogued edition asked for\n"
        assert len(site.asked) == 2

    @pytest.mark.parametrize("by_file", [False, True])
    def test_a_forgotten_edition_is_fetched_again(
        self, rules: Any, home: Path, site: Site, catalogue: Catalogue, tmp_path: Path, *, by_file: bool
    ) -> None:
        """A forgotten edition isn't taken for unchanged, even if the file on the server had only been compared."""
        first = catalogue.editions[0].files[0]
        site.answers(path_of("2029-01-05"), self._unchanged_if_known)
        if by_file:
            path = tmp_path / "edition.txt"
            path.write_bytes(edition("January 5, 2029") + b"\n")
            rules("ingest", str(path), home=home)
            with Store.open(home) as store, store.transaction():
                store.set_meta(f"http:{first.url}", '{"etag": "v1", "last_modified": ""}')
        assert rules("sync", "--all", home=home).status == 0
        assert rules("forget", "2029-01-05", home=home).status == 0
        assert "2029-01-05" not in rules("editions", home=home).out
        assert rules("sync", "--all", "--json", home=home).data["ingested"][0]["effective"] == "2029-01-05"

    @staticmethod
    def _unchanged_if_known(handler: Any) -> None:
        """Send 304 to a client that knows the file."""
        known = "If-None-Match" in handler.headers
        (answer(304) if known else answer(200, edition("January 5, 2029"), ETag='"v1"', **TEXT_TYPE))(handler)

    @pytest.mark.usefixtures("catalogue")
    def test_since(self, rules: Any, home: Path, site: Site) -> None:
        """--since limits the catalogue to editions of that day and later."""
        assert rules("sync", "--since", "2030-05-01", home=home).status == 0
        assert site.paths() == [path_of("2030-05-01"), path_of("2031-06-06")]

    @pytest.mark.usefixtures("catalogue")
    def test_dry_run(self, rules: Any, home: Path, site: Site) -> None:
        """A dry run prints one line for each edition, without a request."""
        outcome = rules("sync", "--all", "--since", "2031-01-01", "--dry-run", home=home)
        assert (outcome.status, outcome.out) == (0, f"en 2031-06-06  txt  {site.url}{path_of('2031-06-06')}\n")
        assert site.asked == []

    @pytest.mark.usefixtures("catalogue")
    def test_in_a_language(self, rules: Any, home: Path, site: Site) -> None:
        """--lang limits the catalogue to one language."""
        outcome = rules("sync", "--all", "--lang", "fr", "--json", home=home)
        assert outcome.status == 0
        assert site.asked == []

    @pytest.mark.usefixtures("catalogue")
    def test_a_failed_download_is_repeated(self, rules: Any, home: Path, site: Site) -> None:
        """A failed download doesn't stop the others, and the next run requests it again."""
        site.answers(path_of("2030-05-01"), answer(404))
        outcome = rules("sync", "--all", "--json", home=home)
        assert outcome.status == 1
        assert [each["effective"] for each in outcome.data["ingested"]] == ["2029-01-05", "2031-06-06"]
        assert [each["source"] for each in outcome.data["rejected"]] == [site.url + path_of("2030-05-01")]
        site.answers(path_of("2030-05-01"), answer(200, edition("May 1, 2030")))
        assert rules("sync", "--all", home=home).status == 0

    def test_a_file_that_was_replaced(
        self, rules: Any, home: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A file whose SHA-256 differs from the catalogue's is ingested with a warning."""
        first = catalogue.editions[0]
        other = replace(first, files=(replace(first.files[0], sha256="0" * 64),))
        monkeypatch.setattr(cataloguing, "load_catalogue", lambda: replace(catalogue, editions=(other,)))
        outcome = rules("sync", "--all", "--json", home=home)
        assert outcome.status == 0
        validate(outcome.data, "sync")
        assert [each["effective"] for each in outcome.data["ingested"]] == ["2029-01-05"]
        assert [each["code"] for each in outcome.data["warnings"]] == ["checksum-mismatch"]
        assert f"rules: warning: {first.files[0].url} is no longer the file" in outcome.err
        (stored,) = (
            each
            for each in rules("editions", "--json", home=home).data["editions"]
            if each["effective"] == "2029-01-05"
        )
        assert [each["code"] for each in stored["warnings"]] == ["checksum-mismatch"]
        audited = rules("audit", "--as-of", "2029-01-05", "--json", home=home).data
        assert "checksum-mismatch" in [each["code"] for each in audited["findings"]]

    def test_a_changed_file_replaces_a_damaged_copy(
        self, rules: Any, home: Path, site: Site, catalogue: Catalogue, tmp_path: Path
    ) -> None:
        """A changed file with an intact text replaces a damaged copy."""
        path = tmp_path / "damaged.txt"
        path.write_bytes(edition("January 5, 2029").replace(b"801.1.", b"801.3."))
        assert rules("ingest", str(path), "--json", home=home).data["ingested"][0]["warnings"]
        url = catalogue.editions[0].files[0].url
        site.answers(path_of("2029-01-05"), answer(200, edition("January 5, 2029") + b"\n", **TEXT_TYPE))
        landing = site.answers("/en/rules", answer(200, f'<a href="{url}">'.encode(), Content_Type="text/html"))
        outcome = rules("sync", "--from", landing, "--json", home=home)
        assert [each["replaces"] for each in outcome.data["ingested"]] == [str(path)]
        assert [each["code"] for each in outcome.data["ingested"][0]["warnings"]] == ["checksum-mismatch"]

    def test_no_network(self, rules: Any, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """An unreachable host is tried once, not once for each edition; every edition is reported."""
        monkeypatch.setattr(fetching, "_BACKOFF_SECONDS", 0.01)
        editions = tuple(
            OfficialEdition("en", date(2031, month, 1), (OfficialFile(f"http://127.0.0.1:9/{month}.txt", "txt"),))
            for month in (1, 2, 3)
        )
        monkeypatch.setattr(cataloguing, "load_catalogue", lambda: Catalogue("http://127.0.0.1:9/", editions))
        outcome = rules("sync", "--all", "--json", home=home)
        assert outcome.status == 1
        assert [each["reason"] for each in outcome.data["rejected"]] == ["unreachable"] * 3
        assert "127.0.0.1:9 can't be reached; nothing more was requested" in outcome.data["rejected"][1]["message"]
        reading, error = outcome.err.splitlines()
        assert reading == "rules: reading http://127.0.0.1:9/1.txt"
        assert error.startswith("rules: error: cannot fetch http://127.0.0.1:9/1.txt: ")
        assert error.endswith(
            "; download the rules (TXT) from http://127.0.0.1:9/ with a browser, then run: rules ingest FILE"
        )

    @pytest.mark.usefixtures("catalogue")
    def test_the_page_of_the_catalogue_is_read(self, rules: Any, home: Path, site: Site) -> None:
        """Without --from, the catalogue's page is read, and the catalogue has the entry for the linked file."""
        site.answers("/en/rules", answer(200, b'<a href="/MagicCompRules 2031-06-06.txt">TXT</a>'))
        outcome = rules("sync", "--dry-run", "--json", home=home)
        assert outcome.data["planned"] == [
            {"url": site.url + path_of("2031-06-06"), "effective": "2031-06-06", "lang": "en", "format": "txt"}
        ]
        assert site.paths() == ["/en/rules"]

    @pytest.mark.parametrize("day", ["2031", "2031-02-30", ""])
    def test_since_needs_a_date(self, rules: Any, home: Path, day: str) -> None:
        """--since accepts only a valid date."""
        outcome = rules("sync", "--since", day, home=home)
        assert outcome.status == 2
        assert "YYYY-MM-DD" in outcome.err


def test_validators_are_stored(rules: Any, home: Path, site: Site, landing: str) -> None:
    """Each address has one row of validators in `meta`, which doesn't change the generation of the store."""
    site.answers(f"{NEWEST}.txt", answer(200, EDITION, ETag='"v1"'))
    rules("sync", "--from", landing, home=home)
    with Store.open(home) as store:
        assert store.meta(f"http:{site.url}{NEWEST}.txt") == '{"etag": "\\"v1\\"", "last_modified": ""}'
        generation = store.generation
    rules("sync", "--from", landing, home=home)
    with Store.open(home) as store:
        assert store.generation == generation


class TestOffered:
    """`rules sync` offered on a terminal by another command, whose answer lacks rules."""

    @pytest.fixture
    def publisher(self, site: Site, landing: str, monkeypatch: pytest.MonkeyPatch) -> Site:
        """Let the catalogue name the page of a server on this machine."""
        site.answers(f"{NEWEST}.txt", answer(200, edition("May 1, 2020"), **TEXT_TYPE))
        monkeypatch.setattr(cataloguing, "load_catalogue", lambda: Catalogue(landing, ()))
        monkeypatch.setattr(app, "_is_on_terminal", lambda: True)
        return site

    @pytest.mark.parametrize("typed", ["y\n", "Yes\n"])
    def test_accepted(
        self, rules: Any, home: Path, publisher: Site, monkeypatch: pytest.MonkeyPatch, typed: str
    ) -> None:
        """The edition is fetched, then the question is answered."""
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        outcome = rules("show", "800.1a", home=home)
        assert outcome.status == 0, outcome.err
        assert "800.1a A pebble that nobody put anywhere" in outcome.out
        assert "rules: fetch it now? [y/N] " in outcome.err
        assert len(publisher.asked) == 2

    @pytest.mark.parametrize("typed", ["\n", "n\n", "", "what?\n"])
    def test_declined(
        self, rules: Any, home: Path, publisher: Site, monkeypatch: pytest.MonkeyPatch, typed: str
    ) -> None:
        """Any other answer fetches nothing, and the exit status stays."""
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert rules("show", "800.1a", home=home).status == 1
        assert publisher.asked == []

    def test_french(self, rules: Any, home: Path, publisher: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        """A French reader answers "oui"."""
        monkeypatch.setattr("sys.stdin", io.StringIO("o\n"))
        assert rules("show", "800.1a", "--ui-lang", "fr", home=home).status == 0
        assert len(publisher.asked) == 2

    @pytest.mark.usefixtures("publisher")
    @pytest.mark.parametrize("arguments", [["show", "800.1a", "--json"], ["show", "800.1a", "--as-of", "2001-01-01"]])
    def test_not_asked(self, rules: Any, home: Path, arguments: list[str]) -> None:
        """Nothing is asked with --json, or if `rules sync` doesn't help."""
        outcome = rules(*arguments, home=home)
        assert outcome.status == 1 and "[y/N]" not in outcome.err

    @pytest.mark.usefixtures("publisher")
    def test_still_missing(self, rules: Any, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The question is asked once. A number that the edition lacks isn't in the rules."""
        monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
        outcome = rules("show", "704.5j", home=home)
        assert outcome.status == 1 and outcome.err.count("[y/N]") == 1
        assert outcome.err.splitlines()[-1].startswith("rules: error: 704.5j isn't in the rules in en")


def while_fetching(site: Site, path: str, act: Callable[[], None]) -> list[Exception | None]:
    """Let the server call `act` before it sends an edition; return a list that gets the error of `act`, or None."""
    outcomes: list[Exception | None] = []

    def send(handler: BaseHTTPRequestHandler) -> None:
        try:
            act()
            outcomes.append(None)
        except (AssertionError, StoreError) as problem:
            outcomes.append(problem)
        answer(200, EDITION, **TEXT_TYPE)(handler)

    site.answers(path, send)
    return outcomes


def write(home: Path) -> None:
    with Store.open(home) as store, store.writer_lock(), store.transaction():
        store.set_meta("written meanwhile", "yes")


def test_others_write_while_sync_fetches(
    rules: Any, home: Path, site: Site, landing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer's lock isn't held while a file is fetched, so a slow server keeps nobody from writing."""
    rules("editions", home=home)
    monkeypatch.setattr(storing, "_WAIT_SECONDS", 0.2)
    outcomes = while_fetching(site, f"{NEWEST}.txt", lambda: write(home))
    assert rules("sync", "--from", landing, home=home).status == 0
    assert outcomes == [None]
    with Store.open(home) as store:
        assert store.meta("written meanwhile") == "yes"


def test_others_write_while_ingest_fetches(rules: Any, home: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """`rules ingest URL` fetches its pages before it takes the writer's lock."""
    rules("editions", home=home)
    monkeypatch.setattr(storing, "_WAIT_SECONDS", 0.2)
    outcomes = while_fetching(site, "/MagicCompRules.txt", lambda: write(home))
    outcome = rules("ingest", f"{site.url}/MagicCompRules.txt", "--json", home=home)
    assert [each["effective"] for each in outcome.data["ingested"]] == ["2031-06-06"]
    assert outcomes == [None]


def test_two_syncs_at_once(rules: Any, home: Path, site: Site, landing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one sync fetches, a second one fetches nothing: it waits, then names the first. A search doesn't wait."""
    rules("search", "loyalty", home=home)
    monkeypatch.setattr(storing, "_WAIT_SECONDS", 0.2)
    waiting: list[str] = []

    def second() -> None:
        with Store.open(home) as store:
            assert store.is_being_written
            with pytest.raises(StoreError) as caught, store.sync_lock():
                pass
            waiting.append(str(caught.value))

    outcomes = while_fetching(site, f"{NEWEST}.txt", second)
    assert rules("sync", "--from", landing, home=home).status == 0
    assert outcomes == [None]
    assert re.search(rf"process {os.getpid()}, since .* UTC", waiting[0])
    with Store.open(home) as store:
        assert not store.is_being_written
        assert is_index_current(store)
    assert site.paths() == ["/en/rules", f"{NEWEST}.txt"]
