"""Formatting a citation to paste into a text, in several kinds of markup."""

from __future__ import annotations

import html
from datetime import date
from typing import Literal
from urllib.parse import quote

from kb.documents import DOCUMENTS, Doc, Number
from kb.languages import Lang
from kb.rule_number import RuleNumber

CitationStyle = Literal["plain", "markdown", "bbcode", "html", "discord"]
CITATION_STYLES: tuple[CitationStyle, ...] = ("plain", "markdown", "bbcode", "html", "discord")

# The name of the rules in citations: Comprehensive Rules, Règles complètes.
_NAMES: dict[Lang, str] = {"en": "CR", "fr": "RC"}

_BROWSER = "https://yawgatog.com/resources/magic-rules/#R"


def format_citation(number: Number, lang: Lang, edition: date | None = None, doc: Doc = "cr") -> str:
    """Format a citation: `CR 306.5d`, or `MTR 4.2 (2025-04-21)` if it is pinned to an edition."""
    name = _NAMES[lang] if doc == "cr" else DOCUMENTS[doc].abbreviation
    return f"{name} {number}" + (f" ({edition})" if edition else "")


def rule_url(number: RuleNumber) -> str:
    """Return the address of a rule on a web page with the current English rules."""
    return _BROWSER + str(number).replace(".", "")


def format_link(text: str, address: str, style: CitationStyle) -> str:
    """Format the text of a citation as a link to a page."""
    address = quote(address, safe=":/?#[]@!$&'*+,;=%~")
    links = {
        "plain": text,
        "markdown": f"[{text}]({address})",
        "discord": f"[{text}](<{address}>)",  # angle brackets tell Discord to show no preview of the page
        "bbcode": f"[url={address}]{text}[/url]",
        "html": f'<a href="{html.escape(address)}">{html.escape(text)}</a>',
    }
    return links[style]
