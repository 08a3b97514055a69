"""The publisher's page that links the current files of the rules.

Guarantees: pure; every address is absolute, http or https, and percent-encoded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote, urldefrag, urljoin, urlsplit, urlunsplit

from bs4 import BeautifulSoup

from ingest.catalogue import FILE_FORMATS

# "MagicCompRules 20240607.txt", "MagicCompRules_CN2_Update_20160826.txt", "Comprehensive Rules 20221007.txt"
_NAME = re.compile(r"(?:magic[\s_-]*)?comp(?:rehensive)?[\s_-]*rules", re.IGNORECASE)
_DAY = re.compile(r"(?<![0-9])(20[0-9]{2})[-_.]?([01][0-9])[-_.]?([0-3][0-9])(?![0-9])")
_IN_SCRIPT = re.compile(rf"""https?:[/\\][^"'<>]{{1,500}}?\.(?:{"|".join(FILE_FORMATS)})\b""", re.IGNORECASE)
_ESCAPED = re.compile(r"\\u([0-9A-Fa-f]{4})")
_KEPT = "/%:@!$&'()*+,;="


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a file of the rules.

    Attributes:
        url: its address.
        format: one of `catalogue.FILE_FORMATS`.
        day: the day in the file's name as YYYYMMDD, or empty.
        glued: whether the folder runs into the file's name ("downloadsMagicCompRules"), as in an address
            that has lost a slash.
    """

    url: str
    format: str
    day: str
    glued: bool


def rules_links(page: str, address: str) -> tuple[Link, ...]:
    """The links of a page to the newest files of the rules, the best first.

    The newest are those that carry the newest day in their name. A text comes before DOCX and PDF; a link
    that has lost a slash is left out where the same file has a good one, and is else the last resort.

    Args:
        page: the page's HTML.
        address: where it was fetched, which links may be relative to.
    """
    links = dict.fromkeys(link for url in _addresses(page, address) if (link := _link(url)) is not None)
    newest = max((link.day for link in links), default="")
    current = [link for link in links if link.day == newest]
    good = {link.format for link in current if not link.glued}
    usable = [link for link in current if not link.glued or link.format not in good]
    return tuple(sorted(usable, key=lambda link: (link.glued, FILE_FORMATS.index(link.format))))


def _addresses(page: str, address: str) -> Iterator[str]:
    """Every address that the page's links and, after them, the data in its scripts name."""
    soup = BeautifulSoup(page, "html.parser")
    base = soup.find("base", href=True)
    start = (_joined(address, str(base["href"])) if base else None) or address
    found = [str(tag["href"]) for tag in soup.find_all("a", href=True)]
    # A page that is put together in the browser has its links in its data alone.
    for script in soup.find_all("script"):
        data = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), script.get_text()).replace("\\/", "/")
        found += [match.group() for match in _IN_SCRIPT.finditer(data)]
    for link in found:
        if joined := _joined(start, link):
            yield joined


def _joined(base: str, link: str) -> str | None:
    """A link's address, absolute and encoded; None if it is none or not http or https."""
    try:
        parts = urlsplit(urldefrag(urljoin(base, link.strip())).url)
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return None
    return urlunsplit(parts._replace(path=quote(parts.path, _KEPT), query=quote(parts.query, _KEPT + "?")))


def _link(url: str) -> Link | None:
    """What an address links, if its file's name is one that the rules have."""
    name = unquote(urlsplit(url).path).rpartition("/")[2]
    stem, _, form = name.rpartition(".")
    found = _NAME.search(stem)
    if found is None or form.lower() not in FILE_FORMATS:
        return None
    day = _DAY.search(stem, found.end())
    glued = stem[: found.start()][-1:].isalnum()
    return Link(url, form.lower(), "".join(day.groups()) if day else "", glued)
