"""French texts from other sources than the wiki: whole editions, and pages with numbers on lines of their own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from ingest.documents.document import Document
from ingest.formats import number_lines
from ingest.parsing.effective_date import find_effective_date
from ingest.parsing.line_classifier import LineKind, classify_lines
from ingest.pipeline import IngestOptions, read_editions
from kb.errors import SourceRejected
from kb.model import Counts, Edition
from kb.text.reference_parser import find_references_in

Read = Callable[..., tuple[Edition, ...]]

WHOLE = Path(__file__).parents[1] / "fixtures/editions_fr/lanternes-2014-05-01.txt"


@pytest.fixture(scope="module")
def whole() -> Edition:
    (edition,) = read_editions(Document(WHOLE.name, WHOLE.read_bytes()), IngestOptions(), None)
    return edition


def test_a_whole_edition(whole: Edition) -> None:
    """The edition is whole, French and dated as stated, and all of its text is read."""
    assert (whole.lang, whole.effective, whole.partial) == ("fr", date(2014, 5, 1), False)
    assert whole.counts == Counts(sections=6, rules=16, subrules=9, examples=3, glossary=6)
    assert [part.kind for part in whole.parts] == ["introduction", "contents", "credits"]
    assert not whole.findings
    assert not whole.lossy
    assert {rule.text_lang for rule in whole.rules} == {"fr"}


def test_headings_and_examples(whole: Edition) -> None:
    """Chapters, sections and "Exemple :" with the French space are recognized."""
    headings = {str(rule.number): rule.title for rule in whole.rules}
    assert headings["1"] == "Concepts du jeu"
    assert headings["101"] == "Les règles d’or de la lanterne"
    (rule,) = [rule for rule in whole.rules if str(rule.number) == "101.4"]
    assert [example.marker for example in rule.examples] == ["Exemple\u00a0:", "Exemple\u00a0:"]
    assert rule.examples[1].text.startswith("Deux gardiens gardent peut-être")


def test_glossary(whole: Edition) -> None:
    """Headwords have their senses; obsolete entries are marked as such, entries that are only references aren't."""
    entries = {entry.term: entry for entry in whole.glossary}
    assert list(entries) == ["Abandonner", "Allumer", "Bougie (Obsolète)", "Gardien", "Souffler", "Verre"]
    assert entries["Allumer"].senses == (
        "Mettre le feu à une mèche éteinte.",
        "Commencer une veillée.",
        "Voir règle 201, «\u00a0Mèche\u00a0».",
    )
    assert [term for term, entry in entries.items() if entry.is_obsolete] == ["Bougie (Obsolète)"]
    assert entries["Souffler"].text == "Voir Éteindre."
    assert "Bougie" in entries["Bougie (Obsolète)"].names


def test_references(whole: Edition) -> None:
    """References with "voir", "cf." and "chapitre" point to the numbers that they name."""
    found = {str(rule.number): [reference.label for reference in find_references_in(rule)] for rule in whole.rules}
    assert {number: labels for number, labels in found.items() if labels} == {
        "100.1b": ["2"],
        "100.2b": ["101.2"],
        "101.1": ["102.3a"],
        "101.2a": ["201.3"],
        "102.3b": ["201"],
        "200.2": ["201.3"],
        "202.2": ["202.1", "201.2"],
    }


TITLE = "Règles complètes de Magic: The Gathering"


@pytest.mark.parametrize(
    ("front", "stated"),
    [
        (f"{TITLE}\n\nCes règles entrent en vigueur au 1er mai 2014.", date(2014, 5, 1)),
        (f"{TITLE}\n\nCes règles entrent en vigueur au 1er mai 2014.\n\nPubliées le 2 juin 2014.", date(2014, 5, 1)),
        (f"{TITLE}\n1 er Mai 2006", date(2006, 5, 1)),
        (f"{TITLE}\n\n1er Mai 2006\n\nIntroduction", date(2006, 5, 1)),
        (f"{TITLE}\nVersion du 15 juillet 2007.\n", date(2007, 7, 15)),
        (f"{TITLE}\nMise à jour du 1 février 2008\n", date(2008, 2, 1)),
        ("Ces règles sont datées du 1er Mai 2006", date(2006, 5, 1)),
        ("Ces règles sont datées du 1ER MAI 2006", date(2006, 5, 1)),
        ("Ces regles sont datees du 15 aout 2012.", date(2012, 8, 15)),
        ("Ces règles sont en vigueur à partir du 1er Mai 2006.", date(2006, 5, 1)),
        ("Ces regles entrent en vigueur le 1er fevrier 2014.", date(2014, 2, 1)),
        ("Ces règles entreront en vigueur dès le 16 juillet 2010.", date(2010, 7, 16)),
        ("Ces règles prennent effet à compter du 1\u00a0er\u00a0décembre\u00a02010.", date(2010, 12, 1)),
        ("Accueil\nRegles completes en vigueur au 3 fevrier 2012\n100. Général", date(2012, 2, 3)),
        ("Comme les règles en vigueur au 1er mai 2014 le disent, une lanterne brûle.", None),
        ("Ces règles sont en vigueur depuis le 01/05/2006.", date(2006, 5, 1)),
        # A date elsewhere in the text doesn't count.
        (f"{TITLE}\n\nIntroduction\n\n1er mai 2006", None),
        (f"{TITLE}\nLe 1er mai 2006 fut un lundi.", None),
        # A page that states the dates of two editions has no date.
        ("Ces règles entrent en vigueur au 1er mai 2014. Ces règles sont valables au 2 juin 2015.", None),
        ("Ces règles entrent en vigueur au 1er mai 2014. Ces règles sont valables au 1er mai 2014.", date(2014, 5, 1)),
    ],
)
def test_dates_of_french_editions(front: str, stated: date | None) -> None:
    """A statement or the title page dates the edition; other dates don't, and two different dates give none."""
    assert find_effective_date(front) == stated


def test_an_edition_dated_on_its_title_page() -> None:
    """A whole edition with "1 er Mai 2006" below its title is dated 2006-05-01."""
    text = WHOLE.read_text(encoding="utf-8").replace("Ces règles entrent en vigueur au 1er mai 2014.", "1 er Mai 2006")
    (edition,) = read_editions(Document("regles.txt", text.encode()), IngestOptions(), None)
    assert (edition.effective, edition.partial) == (date(2006, 5, 1), False)


# Pages with numbers on lines of their own.

NUMBERS = ["870", "870.1", "870.2", "870.2a", "870.2b", "870.2b", "870.2d", "871", "871.1", "871.2"]


@pytest.mark.parametrize(
    ("name", "form"), [("fr_numbers_alone.txt", "number-lines"), ("fr_numbers_alone.html", "html")]
)
def test_a_page_of_numbers_alone(read_page: Read, name: str, form: str) -> None:
    """A repeated number gives two rules, in text and HTML; a paragraph without a number is kept and reported."""
    (page,) = read_page(name)
    assert (page.lang, page.partial, page.source.format) == ("fr", True, form)
    assert [str(rule.number) for rule in page.rules] == NUMBERS
    texts = [rule.text for rule in page.rules]
    assert texts[1] == "Une lanterne est allumée ou elle est éteinte."
    assert texts[4] == "Une lanterne soufflée est éteinte ;\nelle reste sur la table."
    assert texts[5] == "Une lanterne soufflée garde son huile.\nUne lanterne renversée perd son huile."
    assert texts[6].count("\n• ") == 2
    assert texts[-1] == "Une mèche consumée est remplacée à la fin de la veillée."
    assert [example.text for example in page.rules[2].examples] == [
        "Un gardien souffle sa lanterne pendant le tour de son adversaire."
    ]
    strays = [finding for finding in page.findings if finding.code == "stray-line"]
    assert [stray.text for stray in strays] == ["Une lanterne renversée perd son huile."]


@pytest.mark.parametrize("name", ["fr_numbers_alone.txt", "fr_numbers_alone.html"])
def test_navigation_is_kept_apart(read_page: Read, name: str) -> None:
    """Navigation, and a contents page on one line, are neither sections nor paragraphs, and are kept as parts."""
    (page,) = read_page(name)
    parts = {part.kind: part.text for part in page.parts}
    assert "100. Général 101. Les règles d'or 870. Lanternes 871. Mèches" in parts["article"]
    assert parts["after"] == "Haut de la page"


@pytest.mark.parametrize("name", ["fr_numbers_alone.txt", "fr_numbers_alone.html"])
def test_dates_are_never_guessed(read_page: Read, name: str) -> None:
    """A page that states no date is rejected without --effective."""
    with pytest.raises(SourceRejected) as rejection:
        read_page(name, effective=None)
    assert rejection.value.reason == "no-date"


PAGE = ["870.1", "Une lanterne est allumée.", "870.2", "Une lanterne est souvent éteinte."]


def test_a_page_of_two_editions(read: Read) -> None:
    """The statement on a page dates it; if there are two statements, --effective must choose."""
    dated = ["Ces règles entrent en vigueur au 1er mai 2014.", "Ces règles sont valables au 2 juin 2015."]
    (page,) = read("\n".join([dated[0], *PAGE]), effective=None)
    assert page.effective == date(2014, 5, 1)
    with pytest.raises(SourceRejected) as rejection:
        read("\n".join([*dated, *PAGE]), effective=None)
    assert rejection.value.reason == "no-date"
    (page,) = read("\n".join([*dated, *PAGE]), effective=date(2015, 6, 2))
    assert page.effective == date(2015, 6, 2)


@pytest.mark.parametrize(
    ("lines", "rules", "strays"),
    [
        pytest.param(PAGE, {"870.1": 1, "870.2": 1}, 0, id="no blank lines"),
        pytest.param(["870.", "Lanternes", *PAGE], {"870": 1, "870.1": 1, "870.2": 1}, 0, id="a section's number"),
        pytest.param([*PAGE[:2], "Elle chauffe.", *PAGE[2:]], {"870.1": 2, "870.2": 1}, 1, id="a lost number"),
        pytest.param([*PAGE[:2], "et elle chauffe.", *PAGE[2:]], {"870.1": 2, "870.2": 1}, 0, id="a text of two lines"),
        pytest.param([*PAGE[:2], "870.1a", *PAGE[2:]], {"870.1": 1, "870.1a": 1}, 0, id="a number without a text"),
        pytest.param(["", *PAGE[:1], "", "", *PAGE[1:], "", "Fin"], {"870.1": 1, "870.2": 1}, 0, id="many blank lines"),
        pytest.param([*PAGE, "870.2a Elle éclaire."], {"870.2": 1, "870.2a": 1}, 0, id="a number beside its text"),
    ],
)
def test_numbers_and_their_texts(read: Read, lines: list[str], rules: dict[str, int], strays: int) -> None:
    """Each rule has the expected number of paragraphs, and paragraphs without a number are reported."""
    (page,) = read("\n".join(lines))
    assert page.source.format == "number-lines"
    paragraphs = {str(rule.number): len(rule.text.split("\n")) for rule in page.rules}
    assert {number: paragraphs[number] for number in rules} == rules
    assert sum(finding.code == "stray-line" for finding in page.findings) == strays


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("870.1. Une lanterne.\n870.2. Une mèche.", id="numbers beside their texts"),
        pytest.param("870.1\nUne lanterne.", id="one number says nothing"),
        pytest.param("870.1\n870.2\n870.3", id="numbers without texts"),
        pytest.param("Une lanterne.", id="no numbers"),
    ],
)
def test_pages_that_do_not_fit_number_lines(text: str) -> None:
    """The format fits only a page on which all numbers are on lines of their own."""
    assert not number_lines.fits(text, "page.txt")


def test_both_languages_below_their_numbers(read: Read) -> None:
    """A page with the French and then the English rules gives an edition of each language."""
    english = ["870.1", "The lantern is lit or it is dark.", "870.2", "A wick burns if there is oil."]
    editions = read("\n".join([*PAGE, *english]))
    assert [(edition.lang, len(edition.rules)) for edition in editions] == [("fr", 2), ("en", 2)]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("100. Général 101. Les règles d'or 102. Gardiens", LineKind.TEXT),
        ("1. Concepts du jeu 100. Général 101. Les règles d'or", LineKind.TEXT),
        ("100. General 101. The Golden Rules", LineKind.TEXT),
        ("100. Général", LineKind.SECTION),
        ("1. Concepts du jeu", LineKind.CHAPTER),
        ("215. This section is now empty. See rule 205.4c.", LineKind.SECTION),
        ("410. Cette section est vide. Voir règle 603. Elle en traite.", LineKind.SECTION),
    ],
)
def test_contents_on_one_line(line: str, kind: LineKind) -> None:
    """Several headings on one line are a contents page, not one heading."""
    assert classify_lines([line])[0].kind is kind


def test_numbers_without_a_text(read: Read) -> None:
    """A number with nothing below it is an empty rule, reported, and takes nothing from its neighbours."""
    page = [
        "870.1",
        PAGE[1],
        "",
        "870.1a",
        "",
        "870.1b",
        "",
        "870.2",
        PAGE[3],
        "870.3",
        "",
        "871.1",
        "Une mèche.",
        "871.2",
    ]
    (edition,) = read("\n".join(page))
    told = {str(rule.number): rule.text for rule in edition.rules}
    empty = dict.fromkeys(("870.1a", "870.1b", "870.3", "871.2"), "")
    assert told == {"870.1": PAGE[1], "870.2": PAGE[3], "871.1": "Une mèche.", **empty}
    assert [finding.where for finding in edition.findings if finding.code == "empty-rule"] == list(empty)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(["870.1", "870.2", "870.1", PAGE[1], "870.2", PAGE[3]], id="a list of links above the rules"),
        pytest.param([*PAGE, "", "869.1", "872.4"], id="links to other sections"),
        pytest.param(["870.1", *PAGE], id="a number repeated by mistake"),
    ],
)
def test_numbers_that_are_no_rules(read: Read, page: list[str]) -> None:
    """A number out of its place, or with its text elsewhere on the page, makes no empty rule."""
    (edition,) = read("\n".join(page))
    assert [str(rule.number) for rule in edition.rules] == ["870.1", "870.2"]
    assert all(rule.text for rule in edition.rules)


BRACKETS = [
    "[ 870.19 ] Lanterne",
    "1. La lanterne est une capacité statique de la mèche.",
    "2. Elle éclaire la table.",
    "",
    "[ 870.19a ] La lanterne éclaire aussi le quai.",
    "[870.20] Mèche",
    "1. La mèche brûle.",
]


def test_numbers_in_brackets(read: Read) -> None:
    """A bracketed number begins a rule, and a list below it stays its text instead of becoming chapters."""
    (edition,) = read("\n".join(BRACKETS))
    assert {str(rule.number): rule.text.split("\n") for rule in edition.rules} == {
        "870.19": ["Lanterne", *BRACKETS[1:3]],
        "870.19a": ["La lanterne éclaire aussi le quai."],
        "870.20": ["Mèche", BRACKETS[6]],
    }
    assert not [finding for finding in edition.findings if finding.code in ("malformed-number", "stray-line")]


def test_numbers_in_brackets_alone(read: Read) -> None:
    """A bracketed number may be alone above its text."""
    (edition,) = read("[ 870.1 ]\nLanterne\n\n[ 870.2 ]\nMèche\n")
    assert {str(rule.number): rule.text for rule in edition.rules} == {"870.1": "Lanterne", "870.2": "Mèche"}
