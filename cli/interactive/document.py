"""Documents to read, as paragraphs with links: a rule with its subrules, or an entry of the glossary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from cli.rendering.code_labels import origin_label
from kb.errors import BadValue
from kb.languages import Lang
from kb.model import GlossaryEntry, Rule, standard_printed_number
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.view_items import StoredReference, ViewItem

TextKind = Literal["plain", "number", "title", "example", "note"]


@dataclass(frozen=True, slots=True)
class DocumentLink:
    """A link to rules or to a headword of the glossary. `index` is the link's index in the document."""

    target: NumberRange | str
    index: int


@dataclass(frozen=True, slots=True)
class TextRun:
    """A part of a paragraph: a text with a `kind`, which selects the style of the text. It may be a link."""

    text: str
    kind: TextKind = "plain"
    link: DocumentLink | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text. Its first line is indented by `indent` columns, its other lines by `indent + hang` columns."""

    runs: tuple[TextRun, ...]
    indent: int = 0
    hang: int = 0


@dataclass(frozen=True, slots=True)
class ReaderDocument:
    """A document to read.

    Attributes:
        name: the number or the headword.
        number: the number to cite, or None for an entry of the glossary.
        edition: the label of the edition: `en 2026-01-16`, `en 2025-06-06, excerpt`.
        headings: the headings above the rule, from the chapter down.
        first_paragraph: index of the paragraph that was asked for.
        links: the links in the text, in order.
    """

    name: str
    number: RuleNumber | None
    lang: Lang
    edition: str
    headings: tuple[str, ...]
    paragraphs: tuple[Paragraph, ...]
    first_paragraph: int
    links: tuple[DocumentLink, ...]


def rules_document(rules: Sequence[ViewItem[Rule]], wanted: NumberRange, headings: tuple[str, ...]) -> ReaderDocument:
    """Return the document of `rules`. Its `first_paragraph` is the beginning of the first of the `wanted` rules."""
    links: list[DocumentLink] = []
    texts = [list(_rule_paragraphs(rule, links)) for rule in rules]
    at, first = next((at, rule) for at, rule in enumerate(rules) if wanted.covers(rule.item.cr_number))
    return ReaderDocument(
        str(wanted),
        wanted.first,
        first.lang,
        origin_label(first),
        headings,
        tuple(paragraph for text in texts for paragraph in text),
        sum(map(len, texts[:at])),
        tuple(links),
    )


def glossary_document(entry: ViewItem[GlossaryEntry]) -> ReaderDocument:
    """Return the document of an entry of the glossary."""
    links: list[DocumentLink] = []
    headword = Paragraph((TextRun(entry.item.term, "title"),))
    lines = _lines(entry.item.text, entry.references, None, "plain", links)
    text = [Paragraph(tuple(runs), 2) for runs in lines]
    return ReaderDocument(
        entry.item.term, None, entry.lang, origin_label(entry), (), (headword, *text), 0, tuple(links)
    )


def _rule_paragraphs(rule: ViewItem[Rule], links: list[DocumentLink]) -> Iterator[Paragraph]:
    """Yield the paragraphs and the examples of a rule, in printed order. Add their links to `links`."""
    item = rule.item
    indent = 2 if item.number.kind == "subrule" else 0
    examples = list(enumerate(item.examples))
    label = TextRun(f"{item.printed_number.strip() or standard_printed_number(item.number)} ", "number")
    for at, runs in enumerate(_lines(item.text, rule.references, None, "title" if item.title else "plain", links), 1):
        yield Paragraph((label, *runs), indent, 2) if at == 1 else Paragraph(tuple(runs), indent + 2)
        while examples and examples[0][1].after <= at:
            which, example = examples.pop(0)
            lines = _lines(example.text, rule.references, which, "example", links)
            marker = TextRun(f"{example.marker} ", "number")
            yield Paragraph((marker, *(run for line in lines for run in line)), indent + 2)


def _lines(
    text: str, references: Iterable[StoredReference], example: int | None, kind: TextKind, links: list[DocumentLink]
) -> Iterator[list[TextRun]]:
    """Yield the lines of a text with its references as links. Add these links to `links`."""
    here = sorted((each for each in references if each.example == example), key=lambda each: each.start)
    offset = 0
    for line in text.split("\n"):
        runs: list[TextRun] = []
        done = offset
        for reference in here:
            target = _target(reference)
            if target is None or reference.start < done or reference.end > offset + len(line):
                continue
            links.append(DocumentLink(target, len(links)))
            runs.append(TextRun(text[done : reference.start], kind))
            runs.append(TextRun(text[reference.start : reference.end], kind, links[-1]))
            done = reference.end
        runs.append(TextRun(text[done : offset + len(line)], kind))
        yield [run for run in runs if run.text]
        offset += len(line) + 1


def _target(reference: StoredReference) -> NumberRange | str | None:
    """Return the target of a reference, or None if the target doesn't exist."""
    if not reference.resolved:
        return None
    if reference.kind == "glossary":
        return reference.entries[0] if reference.entries else None
    try:
        return NumberRange.parse(reference.target)
    except BadValue:
        return None
