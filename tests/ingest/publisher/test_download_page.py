"""The publisher's download page: which of its links lead to the rules."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from ingest.publisher.catalogue import load_catalogue
from ingest.publisher.download_page import find_document_links, find_rules_links
from tests.ingest.conftest import NEWEST, WEB

if TYPE_CHECKING:
    from tests.ingest.conftest import Site


def test_the_official_page(shared: Path) -> None:
    """The page of 2024 links the files of 2024-06-07; the expected links were read from the page by hand."""
    page = (shared / "corpus/web/wotc-rules-landing.html").read_text(encoding="utf-8")
    start = "https://media.wizards.com/2024/downloads/MagicCompRules%2020240607"
    links = find_rules_links(page, load_catalogue().page)
    assert [link.url for link in links] == [f"{start}.txt", f"{start}.docx", f"{start}.pdf"]
    found = load_catalogue().find_file(links[0].url)
    assert found is not None and found[0].effective == date(2024, 6, 7)


def test_links_of_a_similar_page(site: Site, landing: str) -> None:
    """The files of the newest day are found, text first; older files and other documents are ignored."""
    page = (WEB / "landing.html").read_text(encoding="utf-8").replace("SITE", site.url)
    links = find_rules_links(page, landing)
    assert [link.url for link in links] == [f"{site.url}{NEWEST}.{form}" for form in ("txt", "docx", "pdf")]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ('<a href="MagicCompRules 20310601.txt">', ["http://x.example/en/MagicCompRules%2020310601.txt"]),
        ('<a href=" ../MagicCompRules%2020310601.txt#top\n">', ["http://x.example/MagicCompRules%2020310601.txt"]),
        ('<a href="/a%20b/CompRules.TXT?v=1 2">', ["http://x.example/a%20b/CompRules.TXT?v=1%202"]),
        ('<a href="//y.example/é/Comprehensive Rules 20221007.txt">',
         ["http://y.example/%C3%A9/Comprehensive%20Rules%2020221007.txt"]),
        ('<base href="https://y.example/d/"><a href="Comp_Rules.pdf">', ["https://y.example/d/Comp_Rules.pdf"]),
        ('<a href="MagicCompRules_CN2_Update_20160826.txt">',
         ["http://x.example/en/MagicCompRules_CN2_Update_20160826.txt"]),
        # The newest day wins, wherever the link is and whatever its format.
        ('<a href="MagicCompRules 20310601.docx"><a href="MagicCompRules 20300101.txt">',
         ["http://x.example/en/MagicCompRules%2020310601.docx"]),
        # An address without a slash is dropped if the correct address exists; otherwise it comes last.
        ('<a href="/downloadsMagicCompRules 20310601.txt"><a href="/downloads/MagicCompRules 20310601.txt">',
         ["http://x.example/downloads/MagicCompRules%2020310601.txt"]),
        ('<a href="/downloadsMagicCompRules 20310601.txt"><a href="/downloads/MagicCompRules 20310601.pdf">',
         ["http://x.example/downloads/MagicCompRules%2020310601.pdf",
          "http://x.example/downloadsMagicCompRules%2020310601.txt"]),
        # A script on the page holds the address.
        (r'<script>{"a":"https:\u002F\u002Fy.example\u002FMagicCompRules 20310601.txt"}</script>',
         ["https://y.example/MagicCompRules%2020310601.txt"]),
        (r'<script>{"a":"https:\/\/y.example\/MagicCompRules 20310601.txt"}</script>',
         ["https://y.example/MagicCompRules%2020310601.txt"]),
        ('<a href="ftp://y.example/MagicCompRules.txt"><a href="file:///MagicCompRules.txt">', []),
        ('<a href="http://[/MagicCompRules.txt"><a href="javascript:x">', []),
        ('<a href="robots.txt"><a href="Tournament Rules 2031.txt"><a href="MagicCompRules.zip">', []),
        ("<p>MagicCompRules 20310601.txt", []),
        ("", []),
    ],
)  # fmt: skip
def test_addresses(page: str, expected: list[str]) -> None:
    """Links are absolute, percent-encoded and http or https, and the preferred link is first."""
    assert [link.url for link in find_rules_links(page, "http://x.example/en/rules")] == expected


@pytest.mark.parametrize(
    ("doc", "name"),
    [
        ("mtr", "MTG_MTR_2031_Feb27_EN.pdf"),
        ("ipg", "MTG_IPG_2029Sep23_EN.pdf"),
        ("jar", "MTG_JAR_2030_Apr%2021_EN.pdf"),
    ],
)
def test_links_of_policy_documents(doc: Literal["mtr", "ipg", "jar"], name: str) -> None:
    """The newest English file is found, in a link or in the page's script; its name follows no single pattern."""
    page = (WEB / "documents.html").read_text(encoding="utf-8").replace("SITE", "https://media.example")
    links = find_document_links(page, "https://page.example/en/rules-documents", doc)
    assert [link.url for link in links] == [f"https://media.example/ContentResources/WPN/{name}"]


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ("mtg_mtr_23jul21_en_0.pdf", True),
        ("MTG_MTR_2024_Aug26.pdf", True),
        ("MTR.pdf", True),
        ("MTG_MTR_2026_Feb27_FR.pdf", False),
        ("MTG_MTR_2026_Feb27_EN.docx", False),
        ("mtr-update.html", False),
        ("MTGMTR2026.pdf", False),
    ],
)
def test_names_of_policy_documents(link: str, found: bool) -> None:
    page = f'<a href="/{link}">Tournament Rules</a>'
    assert bool(find_document_links(page, "https://page.example/", "mtr")) is found


def test_a_policy_document_without_a_day_gives_way_to_one_with_a_day() -> None:
    page = '<a href="/MTG_MTR_EN.pdf"><a href="/MTG_MTR_2024_Dec16_EN.pdf">'
    (link,) = find_document_links(page, "https://page.example/", "mtr")
    assert (link.url, link.day) == ("https://page.example/MTG_MTR_2024_Dec16_EN.pdf", "20241216")
