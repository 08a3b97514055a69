"""The trees of HTML pages: nothing is lost, and no page takes more than linear time."""

from __future__ import annotations

import gc
import time
from html import escape

import pytest
from bs4.element import Tag
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.formats.html_builder import MAX_DEPTH, parse
from ingest.formats.html_rendering import render

_MARKUP = st.sampled_from(
    "<p> </p> <b> </b> <table> <tr> <td> </table> <pre> </pre> <br> <br/> </br> <a<b> <!--x<p>--> <![foo_bar]> "
    "<![CDATA[x]]> <?x?> </> </3> <p/> <p/class=a/> <P> <template> <rt>".split()
)
_WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1).map(lambda text: f"{text}.")


@given(st.lists(st.one_of(_MARKUP, _WORDS.map(lambda word: (word,))), max_size=80))
@settings(deadline=None, derandomize=True)
def test_no_text_is_lost(pieces: list[str | tuple[str]]) -> None:
    """The text of the tree is the text between the tags, in order, with character references replaced."""
    page = "".join(piece if isinstance(piece, str) else escape(piece[0]) for piece in pieces)
    expected = "".join(piece[0] for piece in pieces if isinstance(piece, tuple))
    assert parse(page).get_text() == expected


@pytest.mark.parametrize("tag", ["<p>", "<b><i>", "<div class=a>x", "<ul><li>", "<table><tr><td>"])
def test_the_depth_is_limited(tag: str) -> None:
    """Elements that are never closed end where the next one of their kind begins."""
    soup = parse("<body>" + tag * 2 * MAX_DEPTH)
    depths = [len(list(element.parents)) for element in soup.find_all(True)]
    assert max(depths) == MAX_DEPTH
    assert len(depths) == 1 + 2 * MAX_DEPTH * tag.count("<")


def test_attributes() -> None:
    """The last of several attributes with one name counts. Values may lack quotation marks, or the whole value."""
    (element,) = parse("<P ID=a id='b &amp; c' CLASS=\" x\ny\" hidden a=b/>").contents
    assert isinstance(element, Tag)
    assert element.attrs == {"id": "b & c", "class": ["x", "y"], "hidden": "", "a": "b/"}


def test_empty_texts_add_nothing() -> None:
    """Beautiful Soup makes a blank of an empty text. No empty text may reach it."""
    assert parse("a<b>&#xfffe;</b>b<script></script><i></i>c").get_text() == "abc"


def test_a_text_without_tags(recwarn: pytest.WarningsRecorder) -> None:
    """A text that looks like the name of a file or like an address is read without a warning."""
    for text in ("page.html", "https://example.com/", ""):
        assert parse(text).get_text() == text
    assert not recwarn.list


HOSTILE = {
    "paragraphs": "<p>",
    "bold": "<b>x",
    "comments": "<!--",
    "attributes": "<a a ",
    "text areas": "<textarea>",
    "end tags": "<p></b>",
    "declarations": "<![a b]>",
    "cells": "<tr><td>a",
    "references": "&amp;",
    "numbers": "&#1;",
    "brackets": "<",
    "scripts": "x<script></script>",
    "headings": "<div class=mw-parser-output><h2>a",
    "lists": "<ul><li>x",
    "forms": "<form>306.1. A rule is",
    "rules": "306.1<b></b>",
    "verbatim": "<pre>x\n",
    "line breaks": "x<br>",
    "quotation marks": "<a b='",
    "equals signs": "<a ====",
    "attributes of one tag": "a=b ",
}
BEGINNINGS = {"": "", "in a tag": "<a ", "deep": "<tr><td>" + "<b>" * MAX_DEPTH}


def seconds(page: str) -> float:
    # A collection of garbage takes the longer, the more tests have run before.
    gc.disable()
    try:
        start = time.process_time()
        render(page)
        return time.process_time() - start
    finally:
        gc.enable()


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_hostile_pages_take_linear_time(kind: str, beginning: str) -> None:
    """A page that is four times as long takes four times as long, whatever it holds."""
    repeated = HOSTILE[kind]

    def page(characters: int) -> str:
        return BEGINNINGS[beginning] + repeated * (characters // len(repeated))

    # A quadratic loop needs about a second for such a page.
    if (long := seconds(page(40_000))) > 0.3:
        long = min(long, seconds(page(40_000)))
        assert long < 9 * min(seconds(page(10_000)) for _ in range(3))
