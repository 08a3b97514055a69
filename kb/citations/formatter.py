"""A citation to paste into a text, in the forms that texts take."""

from __future__ import annotations

import html
from datetime import date
from typing import Literal
from urllib.parse import quote

from kb.languages import Lang
from kb.rule_number import RuleNumber

CitationStyle = Literal["plain", "markdown", "bbcode", "html", "discord"]
CITATION_STYLES: tuple[CitationStyle, ...] = ("plain", "markdown", "bbcode", "html", "discord")

# What the rules are called where they are cited: Comprehensive Rules, Règles complètes.
_NAMES: dict[Lang, str] = {"en": "CR", "fr": "RC"}

_BROWSER = "https://yawgatog.com/resources/magic-rules/#R"


def format_citation(number: RuleNumber, lang: Lang, edition: date | None = None) -> str:
    """A citation in words: `CR 306.5d`, or `CR 306.5d (2025-06-06)` if it is pinned to an edition."""
    return f"{_NAMES[lang]} {number}" + (f" ({edition})" if edition else "")


def rule_url(number: RuleNumber) -> str:
    """The address of a rule in the hyperlinked rules, which follow the current English edition."""
    return _BROWSER + str(number).replace(".", "")


def format_link(text: str, address: str, style: CitationStyle) -> str:
    """A citation as a link.

    Args:
        text: its words.
        address: the page that it leads to.
        style: for which kind of text.
    """
    address = quote(address, safe=":/?#[]@!$&'*+,;=%~")
    if style == "markdown":
        return f"[{text}]({address})"
    if style == "discord":
        return f"[{text}](<{address}>)"  # the angle brackets keep it from unfolding a preview
    if style == "bbcode":
        return f"[url={address}]{text}[/url]"
    if style == "html":
        return f'<a href="{html.escape(address)}">{html.escape(text)}</a>'
    return text
