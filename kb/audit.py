"""Audit: errors of the rules themselves: references to rules that don't exist, or that are about something else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from kb import references
from kb.folding import name_key
from kb.model import Finding, GlossaryEntry, Reference, Rule
from kb.number import RuleNumber
from kb.tongue import _


def wrong_references(rules: Iterable[Rule], glossary: Iterable[GlossaryEntry]) -> tuple[Finding, ...]:
    """The references of an edition that name numbers which it doesn't have, or quote another title than the target's.

    Args:
        rules: all the rules of the edition.
        glossary: all its headwords.
    """
    rules, glossary = tuple(rules), tuple(glossary)
    contents = references.Contents.of(rules, glossary)
    titles = {rule.number: rule.title for rule in rules if rule.title}
    items: tuple[tuple[str, Rule | GlossaryEntry], ...] = (
        *((str(rule.number), rule) for rule in rules),
        *((entry.term, entry) for entry in glossary),
    )
    return tuple(
        finding
        for where, item in items
        for reference in references.find_in(item)
        if not reference.term
        for finding in (*_missing(where, reference, contents), *_mistitled(where, reference, titles))
    )


def _missing(where: str, reference: Reference, contents: references.Contents) -> Iterator[Finding]:
    for number in contents.resolve(reference).missing:
        message = _(
            "{where} cites {number}, which isn't there: {text}", where=where, number=number, text=reference.text
        )
        yield Finding("dangling-reference", message, where, reference.text, str(number))


def _mistitled(where: str, reference: Reference, titles: Mapping[RuleNumber, str]) -> Iterator[Finding]:
    """A finding if a reference quotes another title than its target bears; marks and case don't count."""
    number = reference.target
    bears = titles.get(number) if number and not reference.target_end else None
    if not reference.title or bears is None or _same(reference.title) == _same(bears):
        return
    message = _(
        "{where} cites {number} as “{title}”, but {number} is “{bears}”",
        where=where,
        number=number,
        title=reference.title,
        bears=bears,
    )
    meant = [other for other, title in titles.items() if _same(title) == _same(reference.title)]
    if meant:
        message += _("; “{title}” is {numbers}", title=reference.title, numbers=_(" or ").join(map(str, meant)))
    yield Finding("title-mismatch", message, where, reference.text, str(number))


def _same(title: str) -> str:
    """What two spellings of a title share: its words."""
    return re.sub(r"[\W_]+", " ", name_key(title)).strip()
