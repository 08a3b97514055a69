"""Numbers of places in policy documents: parsing, order, places below a place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.documents import DOCUMENTS, split_document
from kb.errors import BadValue
from kb.rule_number import NumberRange, RuleNumber
from kb.section_number import INFRACTION_PARTS, SectionNumber, slug

ACCEPTED = {
    "4": "chapter",
    "10": "chapter",
    "4.2": "section",
    "10.14": "section",
    "Introduction": "chapter",
    "framework-of-this-document": "chapter",
    "Appendix A": "appendix",
    "2.2/philosophy": "part",
    "2.2/additional-remedy": "part",
    "common-issues/missed-trigger": "part",
    "Appendix B/limited": "part",
}

REJECTED = (
    "", " ", "0", "4.0", "04", "4.", "4.2.1", ".2", "100", "4.2/", "4.2/Philosophy", "/philosophy", "Appendix",
    "appendix B", "Appendix b", "introduction", "Common-Issues", "a--b", "-a", "4.2 /definition", "CR 704.5", "٤.٢",
    "4.2\n",
)  # fmt: skip

LENIENT = {
    "section 4.2.": "4.2",
    " 4.2 ": "4.2",
    "Chapter 4": "4",
    "App. B": "Appendix B",
    "appendix  f": "Appendix F",
    "annexe a": "Appendix A",
    "introduction": "Introduction",
    "2.2 / Philosophy": "2.2/philosophy",
    "2.2/Additional Remedy": "2.2/additional-remedy",
    "Common Issues": "common-issues",
}


def slugs() -> st.SearchStrategy[str]:
    word = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=6)
    return st.lists(word, min_size=1, max_size=3).map("-".join).filter(lambda name: name not in ("introduction", "app"))


def texts() -> st.SearchStrategy[str]:
    """Draw every form of a number, built without the code under test."""
    chapters = st.integers(1, 99).map(str)
    sections = st.builds("{}.{}".format, chapters, st.integers(1, 999))
    appendices = st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ").map("Appendix {}".format)
    main = st.one_of(chapters, sections, appendices, st.just("Introduction"), slugs())
    return st.one_of(main, st.builds("{}/{}".format, main, st.one_of(st.sampled_from(INFRACTION_PARTS), slugs())))


def numbers() -> st.SearchStrategy[SectionNumber]:
    """Draw any number, or one of a few neighbouring and related numbers."""
    main = st.sampled_from(["2", "2.1", "2.2", "2.10", "2.20", "3", "22", "Appendix A", "trade", "trades", "trade-in"])
    near = st.one_of(main, st.builds("{}/{}".format, main, st.sampled_from(["penalty", "upgrade", "trade", "trades"])))
    return st.one_of(texts(), near).map(SectionNumber.parse)


@pytest.mark.parametrize(("text", "kind"), ACCEPTED.items())
def test_parses_every_form(text: str, kind: str) -> None:
    assert SectionNumber.parse(text).kind == kind


@pytest.mark.parametrize("text", REJECTED)
def test_rejects_everything_else(text: str) -> None:
    with pytest.raises(BadValue):
        SectionNumber.parse(text)


@pytest.mark.parametrize(("text", "number"), LENIENT.items())
def test_parses_numbers_as_people_write_them(text: str, number: str) -> None:
    assert str(SectionNumber.parse_lenient(text)) == number


@given(texts())
def test_a_number_is_printed_as_it_was_parsed(text: str) -> None:
    assert str(SectionNumber.parse(text)) == text
    assert SectionNumber.parse_lenient(f" {text} ") == SectionNumber.parse(text)


@given(numbers(), numbers())
def test_sort_keys_sort_as_the_numbers_and_tell_what_is_below(one: SectionNumber, other: SectionNumber) -> None:
    assert (one.sort_key < other.sort_key) == (one < other)
    assert (one.sort_key == other.sort_key) == (one == other)
    below = other.sort_key.startswith(one.sort_key)
    assert below == one.covers(other)
    ancestors = [other]
    while (above := ancestors[-1].parent) is not None:
        ancestors.append(above)
    assert below == (one in ancestors)


@given(numbers())
def test_the_next_number_is_followed_back(number: SectionNumber) -> None:
    try:
        following = number.next
    except ValueError:
        return
    assert following.previous == number
    assert number < following
    assert following.parent == number.parent


def test_places_sort_as_documents_print_them() -> None:
    printed = [
        "Introduction", "framework-of-this-document", "1", "1.1", "1.2", "1.10", "2", "2.2", "2.2/penalty",
        "2.2/definition", "2.2/examples", "2.2/philosophy", "2.2/additional-remedy", "2.2/upgrade", "2.2/downgrade",
        "2.3", "10", "10.1", "Appendix A", "Appendix B",
    ]  # fmt: skip
    assert [str(number) for number in sorted(map(SectionNumber.parse, reversed(printed)))] == printed


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Common Issues", "common-issues"),
        ("A player’s deck isn't legal", "a-players-deck-isnt-legal"),
        ("2. Décor & Déjà-vu", "decor-deja-vu"),
    ],
)
def test_the_name_of_a_titled_paragraph(title: str, name: str) -> None:
    assert slug(title) == name
    assert str(SectionNumber.parse(name)) == name


def test_a_title_without_letters_has_no_name() -> None:
    with pytest.raises(ValueError, match="no name"):
        slug("12 — 3")


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("MTR 4.2", ("mtr", "4.2")),
        ("ipg 2.2/philosophy", ("ipg", "2.2/philosophy")),
        ("CR 704.5", ("cr", "704.5")),
        ("JAR: Common Issues", ("jar", "Common Issues")),
        ("MTR Appendix B", ("mtr", "Appendix B")),
        ("704.5", (None, "704.5")),
        ("mtrs 4", (None, "mtrs 4")),
        ("jar", (None, "jar")),
    ],
)
def test_a_number_may_name_its_document(text: str, split: tuple[str | None, str]) -> None:
    assert split_document(text) == split


def test_each_document_has_numbers_of_one_type() -> None:
    assert DOCUMENTS["cr"].numbers is RuleNumber
    assert all(each.numbers is SectionNumber for code, each in DOCUMENTS.items() if code != "cr")
    assert all(code == each.code for code, each in DOCUMENTS.items())


def test_the_own_section_of_a_number() -> None:
    assert RuleNumber.parse("306.5d").own_section == RuleNumber.parse("306")
    assert RuleNumber.parse("3").own_section == RuleNumber.parse("3")
    assert SectionNumber.parse("2.2/upgrade").own_section == SectionNumber.parse("2.2")
    assert SectionNumber.parse("2.2").own_section == SectionNumber.parse("2.2")
    assert NumberRange.parse("306").first.own_section == RuleNumber.parse("306")
