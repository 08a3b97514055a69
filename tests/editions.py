"""Whole editions of invented rules, laid out like the publisher's text files."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

LETTERS = "abcdefghijkmnpqrstuvwxyz"


def edition_text(effective: date, rules: Sequence[str] = (), sections: int = 3, each: int = 10) -> str:
    """Return the text of an edition about lanterns.

    Args:
        effective: the effective date of the edition.
        rules: texts of rules to put first, numbered 100.1, 100.2 and so on.
        sections: the number of sections in the only chapter.
        each: the number of rules in each section; each rule has two subrules and an example.
    """
    headings = [f"{100 + number}. Lanterns of Kind {number}" for number in range(sections)]
    front = [
        "Lantern Comprehensive Rules",
        "",
        f"These rules are effective as of {effective:%B} {effective.day}, {effective.year}.",
        "",
        "Introduction",
        "",
        "This document is about lanterns.",
        "",
        "Contents",
        "",
        "1. Lanterns",
        *headings,
        "",
        "Glossary",
        "",
        "Credits",
        "",
        "",
        "1. Lanterns",
        "",
    ]
    body: list[str] = []
    for number, heading in enumerate(headings):
        body += [heading, ""]
        texts = list(rules) if number == 0 else []
        texts += [f"A lantern of kind {number} has its wick {place} inches long." for place in range(len(texts), each)]
        for place, text in enumerate(texts, 1):
            label = f"{100 + number}.{place}"
            body += [f"{label}. {text}", ""]
            body += [f"{label}{letter} It’s lit by its keeper (see rule {label})." + "\n" for letter in LETTERS[:2]]
            body[-1] += "Example: A keeper lights it.\n"
    entries = (
        ("Glass", "What keeps the wind out."),
        ("Keeper", "Who holds a lantern. See rule 100.1."),
        ("Lantern", "A light."),
    )
    glossary = ["Glossary", "", *(line for entry in entries for line in (*entry, ""))]
    return "\n".join([*front, *body, *glossary, "Credits", "", "Nobody in particular", ""])
