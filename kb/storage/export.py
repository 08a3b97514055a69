"""Export of an edition as text, Markdown or JSON lines.

The text form has the rules and headwords in the order of the source and with the printed numbers, one line for each
paragraph. The contents page and the credits are left out. The store keeps them as parts of the edition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from kb.documents import Doc
from kb.languages import Lang
from kb.model import Example, GlossaryEntry, Rule, standard_printed_number
from kb.storage.view import View
from kb.storage.view_items import ViewItem

# Characters that are markup anywhere in a line, in CommonMark or in extensions of Markdown for tables and formulas.
_MARKUP = re.compile(r"[\\`*_\[\]<>&~|#$]")
# Characters that are markup at the start of a line: of lists, headings and separators.
_MARK_AT_START = re.compile(r"^([ \t]*\d*)([-+=.)])", re.MULTILINE)
_SPACE_AT_EDGE = re.compile(r"^[ \t]+|[ \t]+$", re.MULTILINE)

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
    """Yield the lines of a rule as printed: number, paragraphs and examples.

    The title of a part of an infraction is a line of its own, if its edition prints it as a heading.
    """
    first, *further = rule.text.split("\n")
    label = rule.printed_number or standard_printed_number(rule.number)
    if rule.number.kind == "part":
        yield from filter(None, (label, first) if not rule.printed_number else (label.lstrip() + first,))
    else:
        yield label + (" " if label and not rule.printed_number else "") + first
    yield from _examples(rule.examples, 1)
    for place, paragraph in enumerate(further, 2):
        yield paragraph
        yield from _examples(rule.examples, place)


def _examples(examples: Sequence[Example], after: int) -> Iterator[str]:
    # The text of a part that is only examples has no paragraph before them.
    return (f"{example.marker} {example.text}" for example in examples if max(1, example.after) == after)


def export_markdown(view: View) -> Iterator[str]:
    """Yield the lines of a view's edition as Markdown, with headings for chapters, sections and headwords."""
    marks = {"chapter": "# ", "appendix": "# ", "section": "## "}
    for printed in view.printed_rules():
        first, *further = rule_lines(printed.item)
        mark = marks.get(printed.item.number.kind)
        if printed.item.number.kind == "part":
            mark, (first, *further) = "### ", _lines_of_part(printed.item)
        yield mark + _inline_markdown(first) if mark else _with_bold_number(first)
        for line in further:
            yield from ("", markdown_text(line))
        yield ""
    entries: tuple[ViewItem[GlossaryEntry], ...] = view.printed_glossary()
    if entries:
        yield from (f"# {GLOSSARY_TITLE[view.lang]}", "")
    for entry in entries:
        yield from (f"### {_inline_markdown(entry.item.term)}", "")
        for line in entry.item.text.split("\n"):
            yield from (markdown_text(line), "")


def _lines_of_part(rule: Rule) -> Iterator[str]:
    """Yield the title of a part, its paragraphs and its examples."""
    title, lines = rule.title or "", rule.text.split("\n")
    yield title
    yield from (line for line in (lines[1:] if lines[0] == title else lines) if line)
    yield from (f"{example.marker} {example.text}" for example in rule.examples)


def _with_bold_number(line: str) -> str:
    """Return the first line of a rule as Markdown; its first word is the number."""
    number, space, rest = line.partition(" ")
    return f"**{_inline_markdown(number)}**{space}{_inline_markdown(rest)}" if number else markdown_text(line)


def markdown_text(line: str) -> str:
    """Return Markdown that its readers show as exactly this text, in a paragraph of its own."""
    return _MARK_AT_START.sub(r"\1\\\2", _inline_markdown(line))


def _inline_markdown(text: str) -> str:
    """Return Markdown that its readers show as exactly this text, inside a paragraph or a heading."""
    escaped = _MARKUP.sub(r"\\\g<0>", text)
    # Spaces at the edge of a line would be lost, or begin a block of code. Written as `&#32;`, a space is kept.
    escaped = _SPACE_AT_EDGE.sub(lambda found: "".join(f"&#{ord(space)};" for space in found[0]), escaped)
    return _MARK_AT_START.sub(r"\1\\\2", escaped.replace("\n", "\\\n")) if "\n" in text else escaped


def export_records(view: View) -> Iterator[dict[str, Any]]:
    """Yield a dict of plain values for every rule and headword of a view's edition, in the printed order."""
    for printed in view.printed_rules():
        rule = printed.item
        yield {
            **_doc(printed.doc),
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
            | _doc(reference.doc)
            for reference in printed.references
        ],
    }


def _doc(doc: Doc) -> dict[str, str]:
    """Return the field `doc`. What is about the Comprehensive Rules doesn't have it."""
    return {} if doc == "cr" else {"doc": doc}
