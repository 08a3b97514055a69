"""Matching of the places of policy documents: titles decide, parts follow their section."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kb.lineage.matching import NumberedText
from kb.lineage.overrides import parse_overrides
from kb.lineage.section_matching import match_sections
from kb.section_number import SectionNumber
from tests.policy_editions import IPG_2020, IPG_2022, MTR_2020, MTR_2022, Text

TITLES = ("Lanterns", "Oil", "Spectators", "Lighting Order", "Deck Checks", "Time Limits")
WORDS = "wick glass oil table player judge round light dark burn".split()


def numbered(texts: dict[str, Text]) -> list[NumberedText]:
    pairs = ((label, text if isinstance(text, str) else text[0]) for label, text in texts.items())
    return [NumberedText(SectionNumber.parse(label), 1, text) for label, text in pairs]


def pairs(before: dict[str, Text], after: dict[str, Text]) -> dict[str, str]:
    return {str(link.old.number): str(link.new.number) for link in match_sections(numbered(before), numbered(after))}


@st.composite
def documents(draw: st.DrawFn) -> dict[str, str]:
    """Draw a document with different titles at numbers in any order, and parts."""
    titles = draw(st.permutations(TITLES))
    count = draw(st.integers(0, len(titles)))
    found = {}
    for at, title in enumerate(titles[:count], 1):
        body = " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=10, max_size=20)))
        found[f"1.{at}"] = f"{title}\n{body}"
        if draw(st.booleans()):
            found[f"1.{at}/penalty"] = draw(st.sampled_from(["Warning", "Game Loss"]))
    return found


def test_moves_and_parts_by_hand() -> None:
    assert pairs(MTR_2020, MTR_2022) == {
        "Introduction": "Introduction", "1": "1", "1.1": "1.1", "1.2": "1.3", "2": "2", "2.1": "2.1",
        "Appendix A": "Appendix A",
    }  # fmt: skip
    assert pairs(IPG_2020, IPG_2022) == {
        "2": "2", "2.1": "2.2", "2.1/penalty": "2.2/penalty", "2.1/definition": "2.2/definition",
        "2.1/philosophy": "2.2/philosophy", "2.2": "2.3", "2.2/penalty": "2.3/penalty",
        "2.2/definition": "2.3/definition",
    }  # fmt: skip


def test_a_number_that_another_section_took_is_no_match() -> None:
    before = {"2.3": "Drawing Extra Cards\nA player puts one card too many into the hand and nobody notices in time."}
    after = {"2.3": "Silent Spectators\nWhoever watches a match keeps quiet until the round is over and done with."}
    assert pairs(before, after) == {}


def test_a_similar_title_at_the_same_number_is_a_match() -> None:
    before = {"1.5": "Membership Number\nEach player needs a number before the first round of a tournament begins."}
    after = {"1.5": "Membership Numbers\nBefore the first round, each player of a tournament needs a number."}
    assert pairs(before, after) == {"1.5": "1.5"}


def test_the_decision_of_a_person_wins() -> None:
    before = {"1.1": "Oil\nOil burns for one hour in a lantern of glass."}
    after = {"1.2": "Oil\nOil burns for one hour in a lantern of glass."}
    never = """
        [[override]]
        doc = "mtr"
        old = { number = "1.1", begins = ["Oil"] }
        new = { number = "1.2", begins = ["Oil"] }
        same = false
        why = "a test"
        """
    assert match_sections(numbered(before), numbered(after), parse_overrides(never, "mtr")) == ()
    assert parse_overrides(never) == ()


@given(documents())
def test_a_document_is_matched_with_itself(texts: dict[str, str]) -> None:
    assert pairs(dict(texts), dict(texts)) == {label: label for label in texts}


@given(documents(), documents(), st.randoms())
def test_matches_are_one_to_one_and_dont_depend_on_the_order(
    before: dict[str, str], after: dict[str, str], random: object
) -> None:
    shuffled = sorted(after.items(), key=lambda item: hash((item, repr(random))))
    links = match_sections(numbered(dict(before)), numbered(dict(after)))
    assert links == match_sections(numbered(dict(before)), numbered(dict(shuffled)))
    assert len({link.old for link in links}) == len({link.new for link in links}) == len(links)
    sections = {str(link.old.number): str(link.new.number) for link in links}
    for old, new in sections.items():
        if "/" in old:
            assert sections[old.partition("/")[0]] == new.partition("/")[0]


@given(documents(), st.permutations(range(1, 7)))
def test_renumbered_sections_are_found_by_their_titles(texts: dict[str, str], order: list[int]) -> None:
    moved = {}
    for label, text in texts.items():
        number, slash, part = label.partition("/")
        moved[f"1.{order[int(number[2:]) - 1]}{slash}{part}"] = text
    assert pairs(dict(texts), moved) == dict(zip(texts, moved, strict=True))


def test_a_section_that_keeps_its_number_and_a_part_of_its_text_is_a_match() -> None:
    kept = "Players may trim the wicks of their lanterns between two rounds without asking anybody"
    before = {
        "7.3": f"Use of Scissors\nWhoever needs scissors asks the keeper of the tools and gives them back. {kept}."
    }
    after = {"7.3": f"Continuous Trimming\n{kept}."}
    assert pairs(before, after) == {"7.3": "7.3"}


def test_an_appendix_moves_with_its_title() -> None:
    """Each edition has other changes from the previous version, so the text says nothing against it."""
    before = {
        "Appendix C": "Changes from Previous Versions\nOil is now bought by the organizer of the tournament alone."
    }
    after = {
        "Appendix B": "Changes from Previous Versions\nSpectators sit farther away. Two kinds of wicks were added."
    }
    assert pairs(before, after) == {"Appendix C": "Appendix B"}
