"""Errors in the rules themselves: references to missing rules, or to rules with another title."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType

from kb.documents import DOCUMENTS, Doc, Number
from kb.i18n import _
from kb.model import Finding, GlossaryEntry, Reference, Rule
from kb.text import reference_resolver
from kb.text.document_references import find_references_in
from kb.text.folding import name_lookup_key


def wrong_references(
    rules: Iterable[Rule],
    glossary: Iterable[GlossaryEntry],
    doc: Doc = "cr",
    others: Mapping[Doc, Collection[Number]] = MappingProxyType({}),
) -> tuple[Finding, ...]:
    """Return a finding for each reference of an edition that cites a missing number or quotes a wrong title.

    `others` has the numbers of the other documents that are in force with the edition. References to a document that
    isn't in it aren't checked.
    """
    rules, glossary = tuple(rules), tuple(glossary)
    contents = reference_resolver.EditionContents.of(rules, glossary)
    titles = {rule.number: rule.title for rule in rules if rule.title}
    items: tuple[tuple[str, Rule | GlossaryEntry], ...] = (
        *((str(rule.number), rule) for rule in rules),
        *((entry.term, entry) for entry in glossary),
    )
    return tuple(
        finding
        for where, item in items
        for reference in find_references_in(item, doc)
        if not reference.term
        for finding in _wrong(where, reference, doc, contents, titles, others)
    )


def _wrong(
    where: str,
    reference: Reference,
    doc: Doc,
    contents: reference_resolver.EditionContents,
    titles: Mapping[Number, str],
    others: Mapping[Doc, Collection[Number]],
) -> Iterator[Finding]:
    if reference.doc == doc:
        yield from _missing(where, reference, contents.resolve(reference).missing)
        yield from _mistitled(where, reference, titles)
    elif reference.doc in others:
        known = others[reference.doc]
        yield from _missing(where, reference, [number for number in reference.numbers if number not in known])


def _missing(where: str, reference: Reference, missing: Iterable[Number | str]) -> Iterator[Finding]:
    for number in missing:
        cited = number if reference.doc == "cr" else f"{DOCUMENTS[reference.doc].abbreviation} {number}"
        message = _("{where} cites {number}, which isn't there: {text}", where=where, number=cited, text=reference.text)
        yield Finding("dangling-reference", message, where, reference.text, str(number))


def _mistitled(where: str, reference: Reference, titles: Mapping[Number, str]) -> Iterator[Finding]:
    """Yield a finding if the title that a reference quotes and the title of its target have different words."""
    number = reference.target
    title = titles.get(number) if number and not reference.target_end else None
    if not reference.title or title is None or _words(reference.title) == _words(title):
        return
    message = _(
        "{where} cites {number} as “{title}”, but {number} is “{bears}”",
        where=where,
        number=number,
        title=reference.title,
        bears=title,
    )
    meant = [other for other, title in titles.items() if _words(title) == _words(reference.title)]
    if meant:
        message += _("; “{title}” is {numbers}", title=reference.title, numbers=_(" or ").join(map(str, meant)))
    yield Finding("title-mismatch", message, where, reference.text, str(number))


def _words(title: str) -> str:
    return re.sub(r"[\W_]+", " ", name_lookup_key(title)).strip()
