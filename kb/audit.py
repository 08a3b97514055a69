"""Audit: errors of the rules themselves, such as references to rules that don't exist."""

from __future__ import annotations

from collections.abc import Iterable

from kb import references
from kb.model import Finding, GlossaryEntry, Reference, Rule
from kb.number import RuleNumber


def dangling(rules: Iterable[Rule], glossary: Iterable[GlossaryEntry]) -> tuple[Finding, ...]:
    """The references of an edition that point to rules which it doesn't have.

    Args:
        rules: all the rules of the edition.
        glossary: all its headwords.
    """
    rules = tuple(rules)
    printed = {rule.number for rule in rules}
    found = [
        finding
        for rule in rules
        for reference in references.find_in(rule)
        for finding in _missing(str(rule.number), reference, printed)
    ]
    found += [
        finding
        for entry in glossary
        for reference in references.find(entry.text)
        for finding in _missing(entry.term, reference, printed)
    ]
    return tuple(found)


def _missing(where: str, reference: Reference, printed: set[RuleNumber]) -> list[Finding]:
    return [
        Finding(
            "dangling-reference",
            f"{where} cites {number}, which isn't there: {reference.text}",
            where,
            reference.text,
            str(number),
        )
        for number in (reference.target, reference.target_end)
        if number is not None and number.kind != "chapter" and number not in printed
    ]
