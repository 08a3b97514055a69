"""The publisher's page that links to the current files of the rules.

Guarantees: the functions are pure. Every address is absolute, http or https, and percent-encoded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote, urldefrag, urljoin, urlsplit, urlunsplit

from ingest.formats.html_builder import parse
from ingest.policy.stated_date import find_date_in_title
from ingest.publisher.catalogue import FILE_FORMATS
from kb.documents import Doc

# Examples: "MagicCompRules 20240607.txt", "MagicCompRules_CN2_Update_20160826.txt", "Comprehensive Rules 20221007.txt"
_NAME = re.compile(r"(?:magic[\s_-]*)?comp(?:rehensive)?[\s_-]*rules", re.IGNORECASE)
_DAY = re.compile(r"(?<![0-9])(20[0-9]{2})[-_.]?([01][0-9])[-_.]?([0-3][0-9])(?![0-9])")
_IN_SCRIPT = re.compile(rf"""https?:[/\\][^"'<>]{{1,500}}?\.(?:{"|".join(FILE_FORMATS)})\b""", re.IGNORECASE)
_ESCAPED = re.compile(r"\\u([0-9A-Fa-f]{4})")
# Policy documents are published as PDF. Names of files have two letters for the language.
_DOCUMENT_FORMAT, _LANGUAGE_LETTERS = "pdf", 2
# The characters that percent-encoding doesn't change.
_SAFE = "/%:@!$&'()*+,;="


@dataclass(frozen=True, slots=True)
class RulesLink:
    """A link to a file of the rules, in one of `FILE_FORMATS`. `day` is YYYYMMDD from the file's name, or "".

    `lost_slash` is True if the address lacks the slash between folder and file name ("downloadsMagicCompRules").
    """

    url: str
    format: str
    day: str
    lost_slash: bool


def find_rules_links(page: str, address: str) -> tuple[RulesLink, ...]:
    """Return the links to the newest files of the rules in a page's HTML. The preferred link is first.

    The newest files have the newest day in their names. A link that has lost a slash is left out if an intact link has
    the same format. Otherwise the link comes last.
    """
    links = dict.fromkeys(link for url in _addresses(page, address) if (link := _link(url)) is not None)
    newest = max((link.day for link in links), default="")
    current = [link for link in links if link.day == newest]
    good = {link.format for link in current if not link.lost_slash}
    usable = [link for link in current if not link.lost_slash or link.format not in good]
    return tuple(sorted(usable, key=lambda link: (link.lost_slash, FILE_FORMATS.index(link.format))))


def find_document_links(page: str, address: str, doc: Doc) -> tuple[RulesLink, ...]:
    """Return the links to the newest English files of a policy document in a page's HTML.

    The names of the files are irregular: MTG_MTR_2026_Feb27_EN, MTG_IPG_2024Sep23_EN, mtg_mtr_23jul21_en_0. Links that
    have no day in their name come only if no link has one.
    """
    found = [_document_link(url, doc) for url in dict.fromkeys(_addresses(page, address))]
    links = [link for link in found if link is not None]
    newest = max((link.day for link in links), default="")
    return tuple(link for link in links if link.day == newest)


def _document_link(url: str, doc: Doc) -> RulesLink | None:
    """Return a link to an English file of a policy document, or None for any other address.

    The name of a file in another language has a part with two letters for the language (MTG_MTR_2026_Feb27_FR).
    """
    stem, _, form = unquote(urlsplit(url).path).rpartition("/")[2].rpartition(".")
    parts = re.split(r"[\s_-]+", stem.lower())
    if form.lower() != _DOCUMENT_FORMAT or doc not in parts:
        return None
    if any(len(part) == _LANGUAGE_LETTERS and part.isalpha() and part != "en" for part in parts):
        return None
    day = find_date_in_title(stem)
    return RulesLink(url, form.lower(), day.strftime("%Y%m%d") if day else "", lost_slash=False)


def _addresses(page: str, address: str) -> Iterator[str]:
    """Yield the addresses in the page's links, then the addresses in its scripts."""
    soup = parse(page)
    base = soup.find("base", href=True)
    start = (_absolute(address, str(base["href"])) if base else None) or address
    found = [str(tag["href"]) for tag in soup.find_all("a", href=True)]
    # If a page is built in the browser, its links are only in the data of its scripts.
    for script in soup.find_all("script"):
        data = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), script.get_text()).replace("\\/", "/")
        found += [match.group() for match in _IN_SCRIPT.finditer(data)]
    for link in found:
        if url := _absolute(start, link):
            yield url


def _absolute(base: str, link: str) -> str | None:
    """Return a link's absolute, percent-encoded address, or None if it is invalid or neither http nor https."""
    try:
        parts = urlsplit(urldefrag(urljoin(base, link.strip())).url)
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return None
    return urlunsplit(parts._replace(path=quote(parts.path, _SAFE), query=quote(parts.query, _SAFE + "?")))


def _link(url: str) -> RulesLink | None:
    """Return a `RulesLink` for an address, or None if the file's name doesn't look like the name of a rules file."""
    name = unquote(urlsplit(url).path).rpartition("/")[2]
    stem, _, form = name.rpartition(".")
    found = _NAME.search(stem)
    if found is None or form.lower() not in FILE_FORMATS:
        return None
    day = _DAY.search(stem, found.end())
    glued = stem[: found.start()][-1:].isalnum()
    return RulesLink(url, form.lower(), "".join(day.groups()) if day else "", glued)
