"""Audit: errors of the rules themselves, such as references to rules that don't exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb import references
from kb.model import Finding, GlossaryEntry, Rule


def dangling(rules: Iterable[Rule], glossary: Iterable[GlossaryEntry]) -> tuple[Finding, ...]:
    """The references of an edition that name numbers which it doesn't have.

    Args:
        rules: all the rules of the edition.
        glossary: all its headwords.
    """
    rules, glossary = tuple(rules), tuple(glossary)
    contents = references.Contents.of(rules, glossary)
    return (
        *(finding for rule in rules for finding in _missing(str(rule.number), rule, contents)),
        *(finding for entry in glossary for finding in _missing(entry.term, entry, contents)),
    )


def _missing(where: str, item: Rule | GlossaryEntry, contents: references.Contents) -> Iterator[Finding]:
    for reference in references.find_in(item):
        if not reference.term:
            for number in contents.resolve(reference).missing:
                yield Finding(
                    "dangling-reference",
                    f"{where} cites {number}, which isn't there: {reference.text}",
                    where,
                    reference.text,
                    str(number),
                )
