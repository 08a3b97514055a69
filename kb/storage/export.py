"""Export of an edition as text, Markdown or JSON lines.

The text form has the rules and headwords in the order of the source and with the printed numbers, one line for each
paragraph. The contents page and the credits are left out. The store keeps them as parts of the edition.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from kb.languages import Lang
from kb.model import Example, GlossaryEntry, Rule, standard_printed_number
from kb.storage.view import View, ViewItem

GLOSSARY_TITLE: dict[Lang, str] = {"en": "Glossary", "fr": "Glossaire"}


def export_text(view: View) -> Iterator[str]:
    """Yield the lines of a view's edition as plain text, with a blank line between rules."""
    introduction = view.part("introduction")
    if introduction:
        yield from (introduction, "")
    for printed in view.printed_rules():
        yield from (*rule_lines(printed.item), "")
    entries = view.printed_glossary()
    if entries:
        yield from (GLOSSARY_TITLE[view.lang], "")
    for entry in entries:
        yield from (entry.item.term, *((entry.item.text,) if entry.item.text else ()), "")


def rule_lines(rule: Rule) -> Iterator[str]:
    """Yield the lines of a rule as printed: number, paragraphs and examples."""
    first, *further = rule.text.split("\n")
    yield (rule.printed_number or f"{standard_printed_number(rule.number)} ") + first
    yield from _examples(rule.examples, 1)
    for place, paragraph in enumerate(further, 2):
        yield paragraph
        yield from _examples(rule.examples, place)


def _examples(examples: Sequence[Example], after: int) -> Iterator[str]:
    return (f"{example.marker} {example.text}" for example in examples if example.after == after)


def export_markdown(view: View) -> Iterator[str]:
    """Yield the lines of a view's edition as Markdown, with headings for chapters, sections and headwords."""
    marks = {"chapter": "# ", "section": "## "}
    for printed in view.printed_rules():
        first, *further = rule_lines(printed.item)
        number, _, rest = first.partition(" ")
        mark = marks.get(printed.item.number.kind)
        yield f"{mark}{first}" if mark else f"**{number}** {_escaped(rest)}"
        for line in further:
            yield from ("", _escaped(line))
        yield ""
    entries: tuple[ViewItem[GlossaryEntry], ...] = view.printed_glossary()
    if entries:
        yield from (f"# {GLOSSARY_TITLE[view.lang]}", "")
    for entry in entries:
        yield from (f"### {entry.item.term}", "")
        for line in entry.item.text.split("\n"):
            yield from (_escaped(line), "")


def _escaped(line: str) -> str:
    """Escape asterisks and underscores."""
    return line.replace("*", r"\*").replace("_", r"\_")


def export_records(view: View) -> Iterator[dict[str, Any]]:
    """Yield a dict of plain values for every rule and headword of a view's edition, in the printed order."""
    for printed in view.printed_rules():
        rule = printed.item
        yield {
            "kind": rule.number.kind,
            "number": str(rule.number),
            "title": rule.title,
            "text": rule.text,
            "examples": [example.text for example in rule.examples],
            **_origin(printed),
        }
    for entry in view.printed_glossary():
        yield {"kind": "glossary", "term": entry.item.term, "text": entry.item.text, **_origin(entry)}


def _origin(printed: ViewItem[Any]) -> dict[str, Any]:
    return {
        "lang": printed.lang,
        "edition": printed.edition.isoformat(),
        "excerpt": printed.from_excerpt,
        "source": printed.source,
        "references": [
            {name: getattr(reference, name) for name in ("text", "kind", "target", "start", "end")}
            for reference in printed.references
        ],
    }


def export_json_lines(view: View) -> Iterator[str]:
    """Yield a line of JSON for every rule and headword of a view's edition."""
    return (json.dumps(record, ensure_ascii=False) for record in export_records(view))
