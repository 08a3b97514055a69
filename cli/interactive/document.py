"""What is read: a rule with its subrules, or an entry of the glossary, as paragraphs with links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kb.errors import BadValue
from kb.languages import Lang
from kb.model import GlossaryEntry, Rule, standard_printed_number
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.view import StoredReference, ViewItem

TextKind = Literal["plain", "number", "title", "example", "note"]


@dataclass(frozen=True, slots=True)
class DocumentLink:
    """Where a reference leads.

    Attributes:
        to: rules, or a headword of the glossary.
        at: which of the links of the leaf it is, from 0.
    """

    target: NumberRange | str
    index: int


@dataclass(frozen=True, slots=True)
class TextRun:
    """Some text of one kind.

    Attributes:
        text: the text.
        kind: how it looks.
        link: where it leads, if anywhere.
    """

    text: str
    kind: TextKind = "plain"
    link: DocumentLink | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph.

    Attributes:
        pieces: its text.
        indent: columns left free before it.
        hang: more columns left free before its further lines.
    """

    runs: tuple[TextRun, ...]
    indent: int = 0
    hang: int = 0


@dataclass(frozen=True, slots=True)
class ReaderDocument:
    """Something to read.

    Attributes:
        name: the number or the headword.
        number: what is cited; None for an entry of the glossary.
        lang: the language of the rules.
        edition: the edition that it was read from: `en 2026-01-16`.
        above: the headings that it stands under, from the chapter down.
        paragraphs: the text.
        first: the paragraph to begin with.
        links: where its references lead, in order.
    """

    name: str
    number: RuleNumber | None
    lang: Lang
    edition: str
    headings: tuple[str, ...]
    paragraphs: tuple[Paragraph, ...]
    first_paragraph: int
    links: tuple[DocumentLink, ...]


def rules_document(rules: Sequence[ViewItem[Rule]], wanted: NumberRange, above: tuple[str, ...]) -> ReaderDocument:
    """The leaf of some rules.

    Args:
        rules: the rules, in order, `wanted` among them.
        wanted: what was asked for.
        above: the headings that it stands under.
    """
    links: list[DocumentLink] = []
    paragraphs: list[Paragraph] = []
    begin = None
    for rule in rules:
        number = rule.item.number
        if begin is None and wanted.covers(number):
            begin = len(paragraphs)
        paragraphs += _rule(rule, links)
    first = next(rule for rule in rules if wanted.covers(rule.item.number))
    edition = f"{first.lang} {first.edition}"
    return ReaderDocument(
        str(wanted), wanted.first, first.lang, edition, above, tuple(paragraphs), begin or 0, tuple(links)
    )


def glossary_document(entry: ViewItem[GlossaryEntry]) -> ReaderDocument:
    """The leaf of an entry of the glossary."""
    links: list[DocumentLink] = []
    headword = Paragraph((TextRun(entry.item.term, "title"),))
    lines = _lines(entry.item.text, entry.references, None, "plain", links)
    text = [Paragraph(tuple(pieces), 2) for pieces in lines]
    edition = f"{entry.lang} {entry.edition}"
    return ReaderDocument(entry.item.term, None, entry.lang, edition, (), (headword, *text), 0, tuple(links))


def _rule(rule: ViewItem[Rule], links: list[DocumentLink]) -> Iterator[Paragraph]:
    """The paragraphs of a rule: its text with its examples where they stand."""
    item = rule.item
    indent = 2 if item.number.kind == "subrule" else 0
    examples = list(enumerate(item.examples))
    kind: TextKind = "title" if item.title else "plain"
    for at, pieces in enumerate(_lines(item.text, rule.references, None, kind, links), 1):
        label = (
            (TextRun(f"{item.printed_number.strip() or standard_printed_number(item.number)} ", "number"),)
            if at == 1
            else ()
        )
        yield Paragraph((*label, *pieces), indent + (2 if at > 1 else 0), 2 if at == 1 else 0)
        while examples and examples[0][1].after <= at:
            which, example = examples.pop(0)
            said = [piece for line in _lines(example.text, rule.references, which, "example", links) for piece in line]
            yield Paragraph((TextRun(f"{example.marker} ", "number"), *said), indent + 2)


def _lines(
    text: str, references: Iterable[StoredReference], example: int | None, kind: TextKind, links: list[DocumentLink]
) -> Iterator[list[TextRun]]:
    """The paragraphs of a text in pieces, the references of it as links, which are added to `links`."""
    here = sorted((each for each in references if each.example == example), key=lambda each: each.start)
    offset = 0
    for line in text.split("\n"):
        pieces: list[TextRun] = []
        done = offset
        for reference in here:
            to = _target(reference)
            if to is None or reference.start < done or reference.end > offset + len(line):
                continue
            links.append(DocumentLink(to, len(links)))
            pieces.append(TextRun(text[done : reference.start], kind))
            pieces.append(TextRun(text[reference.start : reference.end], kind, links[-1]))
            done = reference.end
        pieces.append(TextRun(text[done : offset + len(line)], kind))
        yield [piece for piece in pieces if piece.text]
        offset += len(line) + 1


def _target(reference: StoredReference) -> NumberRange | str | None:
    """Where a reference leads; None if that isn't there."""
    if not reference.resolved:
        return None
    if reference.kind == "glossary":
        return reference.entries[0] if reference.entries else None
    try:
        return NumberRange.parse(reference.target)
    except BadValue:
        return None
