"""A reader of Markdown shows an exported edition exactly as its text reads."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.documents.document import Document
from ingest.pipeline import IngestOptions, read_editions
from kb.languages import LANGUAGES, Lang
from kb.storage.export import GLOSSARY_TITLE, _inline_markdown, export_markdown, markdown_text, rule_lines
from kb.storage.store import Store
from kb.storage.view import View

markdown_it = pytest.importorskip("markdown_it", reason="markdown-it-py is not installed")

READER = markdown_it.MarkdownIt("commonmark").enable(["table", "strikethrough"])


def shown(markdown: str) -> list[str]:
    """Return the text of each paragraph and heading as a reader of Markdown shows it."""
    blocks = []
    for token in READER.parse(markdown):
        assert token.type in ("inline", "paragraph_open", "paragraph_close", "heading_open", "heading_close"), token
        if token.type == "inline":
            breaks = {"hardbreak": "\n", "softbreak": "\n"}
            blocks.append("".join(breaks.get(child.type, child.content) for child in token.children))
    return blocks


def expected(view: View) -> Iterator[str]:
    """Yield the paragraphs of an edition."""
    for printed in view.printed_rules():
        yield from rule_lines(printed.item)
    entries = view.printed_glossary()
    if entries:
        yield GLOSSARY_TITLE[view.lang]
    for entry in entries:
        yield entry.item.term
        yield from filter(None, entry.item.text.split("\n"))


def check(home: Path, lang: Lang, day: date) -> None:
    with Store.open(home) as store:
        view = View(store, lang, day)
        assert shown("\n".join(export_markdown(view))) == list(expected(view))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_starter_data(starter_home: Path, lang: Lang) -> None:
    """The rules of the starter data are shown as they are printed."""
    check(starter_home, lang, date(2026, 1, 16))


def test_all_rules(newest_home: Path) -> None:
    """All rules and glossary entries of an edition are shown as they are printed."""
    check(newest_home, "en", date(2026, 1, 16))


MARKUP = [
    "*a* _b_ **c** __d__", "`code` ``", "[a](b) ![c](d) [e]", "<b>bold</b> <!-- gone --> <http://example.com>",
    "&amp; &#65;", "# heading", "heading #", "## ", "- item", "+ item", "* item", "1. item", "12) item", "1.", "---",
    "===", "***", "___", "> quote", "| a | b |", "~~struck~~", "```", "~~~", "    code", "\tcode", "  two  ", "line\\",
    "\\*", "C:\\dir", "$x$", "1986. A year", "[+1]: Draw a card.", "{T}: Add {G}.", "*/*", "a\n- b\nc", "a\n---",
    "[a]: http://example.com", "+1/+1 counter", "-1/-1", "=", ")", ".",
]  # fmt: skip


@pytest.mark.parametrize("text", MARKUP)
def test_markup_is_text(text: str) -> None:
    """Markup in a text is shown as it is, in a paragraph, in a heading and after a number."""
    assert shown(markdown_text(text)) == [text]
    if "\n" not in text:
        assert shown("# " + _inline_markdown(text)) == [text]
    assert shown("**306.5.** " + _inline_markdown(text))[0] == f"306.5. {text}"


@given(st.text(st.sampled_from("ab 1.)#*_`[]()<>&;!|~$\\-+=>:{}\"'/\t"), min_size=1).filter(str.strip))
def test_any_text_is_shown_exactly(text: str) -> None:
    """Every line of text is shown exactly, whatever markup is in it."""
    assert shown(markdown_text(text)) == [text]
    assert shown("### " + _inline_markdown(text)) == [text]


def test_an_export_can_be_ingested(newest_home: Path) -> None:
    """This program reads its own export back: the same numbers and the same texts."""
    day = date(2026, 1, 16)
    with Store.open(newest_home) as store:
        view = View(store, "en", day)
        document = Document("rules.md", "\n".join(export_markdown(view)).encode())
        (read,) = read_editions(document, IngestOptions(effective=day), None)
        assert [(each.number, each.text) for each in read.rules] == [
            (each.item.number, each.item.text) for each in view.printed_rules()
        ]
