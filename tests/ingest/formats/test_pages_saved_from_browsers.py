"""HTML pages, whatever their markup, give the same editions as text copied from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from ingest.formats import html, html_rendering
from kb.model import Edition, Example, Rule

ReadPage = Callable[..., tuple[Edition, ...]]


def copied(rule: Rule) -> Rule:
    """Replace no-break spaces by plain spaces, as copying from a browser does."""
    return replace(rule, text=rule.text.replace("\u00a0", " "))


def shown(edition: Edition) -> dict[str, tuple[str, tuple[Example, ...]]]:
    return {str(rule.number): (rule.text, rule.examples) for rule in edition.rules}


@pytest.mark.parametrize(
    ("page", "seed"),
    [
        ("wiki_headings_hold_edit_links.html", "000"),
        ("wiki_headings_beside_edit_links.html", "000"),
        ("fr_quotations_as_blocks.html", "002"),
        ("fr_quotations_cited.html", "002"),
        ("fr_quotations_in_tables.html", "002"),
    ],
)
def test_a_page_equals_its_text(
    read_page: ReadPage, seeds: dict[str, tuple[Edition, ...]], page: str, seed: str
) -> None:
    """A page gives exactly the numbers, texts, examples, languages and lists of the seed's text.

    The pages keep the no-break spaces that copying lost.
    """
    editions = read_page(page)
    assert [edition.lang for edition in editions] == [edition.lang for edition in seeds[seed]]
    for edition, expected in zip(editions, seeds[seed], strict=True):
        assert tuple(map(copied, edition.rules)) == expected.rules
        assert edition.lists == expected.lists
        assert edition.findings == expected.findings
        assert edition.source.format == "html"


def test_examples_in_a_wikis_lists(read_page: ReadPage) -> None:
    """Examples in list items or indented lines belong to the rule above; other lists are part of a rule."""
    (edition,) = read_page("wiki_examples_and_history.html", effective=None)
    assert shown(edition) == {
        "870": ("Lanterns", ()),
        "870.1": ("A lantern is lit or it is dark.", ()),
        "870.2": ("A lit lantern costs {1}{W} more, as rule 870.1 says.", ()),
        "870.2a": ("Its keeper may snuff it.", (Example("Two keepers snuff one lantern. It is dark once."),)),
        "870.2b": (
            "Nobody may snuff it twice.",
            (
                Example("A keeper tries again. Nothing happens."),
                Example("Another keeper tries. Nothing happens either."),
            ),
        ),
        "870.3": ("A lantern may be one of these:\n• of brass,\n• of glass.", ()),
    }
    assert not edition.findings


def test_a_wikis_history_is_not_a_rule(read_page: ReadPage) -> None:
    """Quotations from the glossary and from former rules are kept apart from the rules."""
    (edition,) = read_page("wiki_examples_and_history.html", effective=None)
    after = next(part.text for part in edition.parts if part.kind == "after")
    assert after.startswith("From the glossary")
    assert "870.4. No lantern is ever dark." in after
    assert [(types.name, types.items) for types in edition.lists] == [("lantern types", ("Brass", "Glass"))]


def test_a_wiki_states_the_date_of_its_rules(read_page: ReadPage) -> None:
    """The date in brackets after "From the Comprehensive Rules" dates the excerpt; other dates don't."""
    (edition,) = read_page("wiki_examples_and_history.html", effective=None)
    assert edition.effective == date(2025, 11, 14)


def test_a_french_page_without_english(read_page: ReadPage) -> None:
    """A page with only the French half is read, and readers' comments are not rules.

    The site puts the whole page into a form, and a date above the article.
    """
    (edition,) = read_page("fr_only_french.html")
    assert edition.lang == "fr"
    assert shown(edition) == {
        "870": ("Lanternes", ()),
        "870.1": ("Une lanterne est allumée ou elle est éteinte (cf. règle 101, «\u00a0Les règles d'or\u00a0»).", ()),
        "870.2": (
            "Son gardien peut la souffler.",
            (Example("Deux gardiens soufflent une lanterne. Elle est éteinte une fois.", marker="Exemple\u00a0:"),),
        ),
        "870.2a": ("Personne ne peut la souffler deux fois.", ()),
    }


def test_missing_closing_tags(read_page: ReadPage) -> None:
    """A page with unclosed, crossed and unknown tags is read as a browser shows it."""
    (edition,) = read_page("malformed.html")
    assert shown(edition) == {
        "870": ("Lanterns", ()),
        "870.1": ("A lantern is lit or it is dark.", ()),
        "870.2": ("Its keeper may snuff it.", ()),
        "870.2a": (
            "A keeper’s hand must be free & steady — “free” means empty <or gloved>.",
            (Example("A keeper holds a lantern. The other hand is free."),),
        ),
        "870.3": ("Two lanterns are brighter than one…", ()),
    }
    assert not edition.findings


def test_a_page_that_lost_its_punctuation(read_page: ReadPage) -> None:
    """Lost punctuation is reported in HTML as in text."""
    (edition,) = read_page("listing_lossy.html")
    assert list(shown(edition)) == ["870", "870.1", "870.1a", "870.2"]
    assert edition.lossy
    assert edition.findings[0].code == "lossy"


def test_a_text_edition_shown_by_a_browser(read_page: ReadPage) -> None:
    """A text file saved by a browser is one preformatted element; its line breaks and blanks are kept."""
    (edition,) = read_page("edition_in_pre.html", effective=None)
    assert (edition.effective, edition.partial) == (date(2020, 5, 1), False)
    assert shown(edition) == {
        "8": ("Lights", ()),
        "870": ("Lanterns", ()),
        "870.1": ("A lantern is lit or it’s dark.\nIt stands on the table.", ()),
        "870.1a": ("Its keeper may snuff it.", (Example("Two keepers snuff one lantern."),)),
    }
    assert [entry.term for entry in edition.glossary] == ["Keeper", "Lantern"]
    assert len(edition.glossary[0].senses) == 2


@pytest.mark.parametrize(
    ("markup", "lines"),
    [
        ("<p>one<p>two", ["one", "", "two"]),
        ("<p>a&nbsp;b \n c&#8217;s</p>", ["a\u00a0b c’s"]),
        ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", ["  • a", "    • b", "  • c"]),
        ("<ul>\n<li>\n<p>306.1. a</p>\n</li></ul>", ["  • 306.1. a"]),
        ("<ol><li>a<br>b</ol>", ["  • a", "    b"]),
        ("a <b> b</b> <i>c</i>", ["a b c"]),
        ("<h2>A</h2>b", ["A", "", "b"]),
        ("<div>a</div>b<div>c</div>", ["a", "b", "c"]),
        ("a<!-- no --><script>no</script><span hidden>no</span>b", ["ab"]),
        ("<table><tr><th>A</th><td><ul><li>b</li><li>c</li></ul></td></tr></table>", ["A\tb • c"]),
        ("<table><tr><th>A</th><td>b<br>c</td></tr></table>", ["A\tb • c"]),
        ("<table><tr><td>306.1. a</td></tr><tr><td>306.2. b</td></tr></table>", ["306.1. a", "306.2. b"]),
        ("<p><cite>A Title</cite> says</p>", ["A Title says"]),
        ("<blockquote><cite>X a dit :</cite>306.1. a</blockquote>", ["X a dit :", "306.1. a"]),
        ("<img alt='{T}'><img alt='a picture'>: x", ["{T}: x"]),
        ("<pre>a\n  b\n\nc</pre>", ["a", "  b", "", "c"]),
    ],
)
def test_rendering(markup: str, lines: list[str]) -> None:
    """Each kind of element is rendered as the lines that a person would copy from the browser."""
    rendering = html_rendering.render(f"<!DOCTYPE html><html><body>{markup}</body></html>")
    assert rendering.rstrip("\n").split("\n") == lines


@pytest.mark.parametrize(
    ("text", "name", "fits"),
    [
        ("<!DOCTYPE html><p>x", "page", True),
        ("\n<!-- saved from url=(0000) -->\n<HTML>", "page.txt", True),
        ('<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0">', "page", True),
        ("<div><p>306.1. x</p></div>", "page.html", True),
        ("306.1. No tag at all.", "page.html", False),
        ("<div>", "page.txt", False),
        ("306.1. The <html> of a rule.", "page.txt", False),
    ],
)
def test_files_that_are_html(text: str, name: str, fits: bool) -> None:
    """The format fits a document that begins like HTML, or a fragment in a file with an HTML extension."""
    assert html.fits(text, name) is fits


def test_many_paragraphs_never_closed(read: Callable[..., tuple[Edition, ...]]) -> None:
    """No rule is lost from a page with a thousand unclosed paragraphs, which are nested a thousand deep."""
    rules = "".join(f"<p>870.{number}. Rule number {number} is like the others.\n" for number in range(1, 1001))
    (edition,) = read(f"<html><body>{rules}", "page.html")
    assert [rule.number.rule for rule in edition.rules] == list(range(1, 1001))
    assert edition.rules[-1].text == "Rule number 1000 is like the others."


@pytest.mark.parametrize("tag", ["div", "ul><li", "table><tr><td", "b", "blockquote", "dl><dd", "nav", "pre", "h2"])
def test_deep_nesting(tag: str, read: Callable[..., tuple[Edition, ...]]) -> None:
    """Five thousand nested elements are read like one."""
    (edition,) = read(f"<html><body>{f'<{tag}>' * 5000}306.1. Deep down stands the rule.", "page.html")
    assert [(str(rule.number), rule.text) for rule in edition.rules] == [("306.1", "Deep down stands the rule.")]
