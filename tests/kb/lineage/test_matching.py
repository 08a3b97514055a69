"""Lineage: matching the rules of one edition with those of the next, on invented rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.lineage.matching import LineageLink, NumberedText, match_rules
from kb.lineage.overrides import Override, parse_overrides, reviewed_overrides
from kb.rule_number import SUBRULE_LETTERS, RuleNumber

OIL = "An oil lantern is lit by touching a burning wick to its own wick."
GAS = "A gas lantern is lit by opening its valve and striking a spark beside the mantle."
KEEPER = "Each keeper carries one lantern and walks the wall from dusk until the morning bell rings."
BELL = "The bell is rung by whoever sees the sun first, keepers of other walls included."
SNUFF = "A lantern that is dropped goes out, and its keeper may not light it again that night."
TWIN = "Multiple instances of this kind of light on one lantern are redundant."

Rules = dict[str, str]


def standings(rules: Rules) -> list[NumberedText]:
    return [NumberedText(RuleNumber.parse(number), 1, text) for number, text in rules.items()]


def links(before: Rules, after: Rules) -> list[LineageLink]:
    """Return the links between two editions. As in the store, `match_rules` gets only changed rules."""
    gone = {number: text for number, text in before.items() if after.get(number) != text}
    come = {number: text for number, text in after.items() if before.get(number) != text}
    return list(match_rules(standings(gone), standings(come)))


def pairs(before: Rules, after: Rules) -> set[tuple[str, str, str]]:
    return {(link.kind, str(link.old.number), str(link.new.number)) for link in links(before, after)}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param({"100.1": OIL}, {"200.7": OIL}, {("same", "100.1", "200.7")}, id="moved"),
        pytest.param(
            {"100.1": OIL, "100.2": GAS},
            {"100.1": GAS, "100.2": OIL},
            {("same", "100.1", "100.2"), ("same", "100.2", "100.1")},
            id="swapped",
        ),
        pytest.param(
            {"100.1": OIL},
            {"100.1": OIL.replace("touching", "holding").replace("burning", "lit")},
            {("same", "100.1", "100.1")},
            id="edited in place",
        ),
        pytest.param(
            {"100.1": OIL + " (See rule 100.2, “Wicks.”)"},
            {"104.3": OIL + " (See rule 104.9, “Wicks and Mantles.”)"},
            {("same", "100.1", "104.3")},
            id="moved, with another number cited",
        ),
        pytest.param(
            {"100.1": "A keeper lights his or her lantern’s wick."},
            {"200.4": 'A keeper lights their lantern\'s wick.'},
            {("same", "100.1", "200.4")},
            id="moved, with the template changed",
        ),
        pytest.param(
            {"100.1": KEEPER}, {"100.1": BELL, "100.2": KEEPER}, {("same", "100.1", "100.2")}, id="one put before it"
        ),
        pytest.param(
            {"702.124i": OIL, "702.124j": GAS, "702.124k": KEEPER, "702.124m": BELL},
            {"702.124i": OIL, "702.124j": GAS, "702.124k": BELL},
            {("same", "702.124m", "702.124k")},
            id="one removed, the next moves up past the letter l",
        ),
        pytest.param({"100.1": OIL}, {"100.1": BELL}, set(), id="number given to another rule"),
        pytest.param({"100.1": OIL}, {"100": OIL}, set(), id="a rule never becomes a section"),
        pytest.param({"100.1": OIL}, {}, set(), id="removed"),
        pytest.param({}, {"100.1": OIL}, set(), id="added"),
        pytest.param(
            {"100.1": f"{OIL} {GAS} {KEEPER}"},
            {"100.1": OIL, "100.1a": GAS, "100.1b": KEEPER},
            {("same", "100.1", "100.1"), ("split", "100.1", "100.1a"), ("split", "100.1", "100.1b")},
            id="split",
        ),
        pytest.param(
            {"100.1": KEEPER, "100.2": BELL},
            {"100.1": f"{KEEPER} {BELL}"},
            {("same", "100.1", "100.1"), ("merged", "100.2", "100.1")},
            id="merged",
        ),
        pytest.param(
            {"306.4": KEEPER},
            {"306.4": "Previously, walls were subject to a “one keeper rule” that no longer exists."},
            {("same", "306.4", "306.4")},
            id="deprecated in place",
        ),
        pytest.param(
            {"306.4": KEEPER}, {"306.5": "Previously, walls had another rule."}, set(), id="deprecated elsewhere"
        ),
    ],
)  # fmt: skip
def test_kinds_of_change(before: Rules, after: Rules, expected: set[tuple[str, str, str]]) -> None:
    """Each kind of change links the expected rules of the two editions."""
    assert pairs(before, after) == expected


def test_identical_rules_are_matched_by_place() -> None:
    """Rules with the same text are matched by the headings above them."""
    before = {"702.2": "Oil", "702.2a": OIL, "702.2b": TWIN, "702.3": "Gas", "702.3a": GAS, "702.3b": TWIN}
    after = {"702.8": "Oil", "702.8a": OIL, "702.8b": TWIN, "702.5": "Gas", "702.5a": GAS, "702.5b": TWIN}
    found = links(before, after)
    assert {(str(link.old.number), str(link.new.number)) for link in found} == {
        (f"702.{old}{letter}", f"702.{new}{letter}") for old, new in ((2, 8), (3, 5)) for letter in ("", "a", "b")
    }
    unsure = {str(link.old.number): link.reason for link in found if link.confidence < 1}
    assert unsure == {"702.2b": "text-and-place", "702.3b": "text-and-place"}


def test_headings_are_matched_by_words() -> None:
    """If a keyword is inserted in alphabetical order, the later headings keep their identity."""
    before = {"702.9": "Flying", "702.10": "Haste", "702.11": "Hexproof"}
    after = {"702.9": "Flying", "702.10": "Glowing", "702.11": "Haste", "702.12": "Hexproof"}
    assert pairs(before, after) == {("same", "702.10", "702.11"), ("same", "702.11", "702.12")}


def test_a_similar_rule_is_not_a_split() -> None:
    """A sentence is split off a rule only once; the same sentence about something else is a new rule."""
    said = "The oil lantern isn't a lamp and burns only after the bell of the wall has been rung twice."
    after = {"100.1": KEEPER, "100.1a": said, "200.1": said.replace("oil", "gas")}
    assert pairs({"100.1": f"{KEEPER} {said}"}, after) == {("same", "100.1", "100.1"), ("split", "100.1", "100.1a")}


def test_a_number_printed_twice() -> None:
    """The second rule printed under a number is matched separately."""
    number = RuleNumber.parse("605.2c")
    before = [NumberedText(number, 1, OIL), NumberedText(number, 2, GAS)]
    after = [NumberedText(number, 1, GAS)]
    (link,) = match_rules(before, after)
    assert (link.old.nth, link.new.nth, link.confidence) == (2, 1, 1.0)


def test_confidence() -> None:
    """A link by the same text is certain; a link by common words is less certain, by the number alone still less."""
    (moved,) = links({"100.1": OIL}, {"200.1": OIL})
    (edited,) = links({"100.1": KEEPER}, {"300.1": KEEPER.replace("walks the wall", "stays in the tower")})
    (buried,) = links({"100.1": KEEPER}, {"100.1": "Previously, something else was so."})
    assert (moved.confidence, moved.reason) == (1.0, "text")
    assert (edited.reason, buried.reason) == ("words", "place")
    assert buried.confidence < edited.confidence < moved.confidence


# Rules consist of few sentences, so that identical and similar rules, splits and merges are frequent.
SENTENCES = st.lists(
    st.sampled_from([OIL, GAS, KEEPER, BELL, SNUFF, TWIN, "Previously, it was so."]), min_size=1, max_size=3
)
NUMBERS = [
    RuleNumber.parse(f"{rule}{letter}") for rule in ("100.1", "100.2", "200.1") for letter in ("", *SUBRULE_LETTERS[:4])
]
EDITIONS = st.lists(
    st.builds(NumberedText, st.sampled_from(NUMBERS), st.just(1), SENTENCES.map(" ".join)),
    max_size=9,
    unique_by=lambda rule: rule.number,
)  # fmt: skip


@given(EDITIONS, EDITIONS)
def test_a_rule_has_one_successor_and_one_predecessor(before: list[NumberedText], after: list[NumberedText]) -> None:
    """Except for splits and merges, a rule has one successor and one predecessor; confidence is between 0 and 1."""
    found = match_rules(before, after)
    same = [link for link in found if link.kind == "same"]
    assert len({link.old for link in same}) == len({link.new for link in same}) == len(same)
    assert {link.old for link in found} <= set(before)
    assert {link.new for link in found} <= set(after)
    assert all(0 < link.confidence <= 1 for link in found)
    olds, news = {link.old for link in same}, {link.new for link in same}
    for link in found:
        if link.kind == "split":
            assert link.old in olds and link.new not in news
        if link.kind == "merged":
            assert link.old not in olds


@given(EDITIONS, EDITIONS, st.data())
def test_the_order_of_rules_does_not_matter(
    before: list[NumberedText], after: list[NumberedText], data: st.DataObject
) -> None:
    """The order in which rules are given doesn't change the links."""
    shuffled = data.draw(st.permutations(before)), data.draw(st.permutations(after))
    assert match_rules(*shuffled) == match_rules(before, after)


@given(EDITIONS)
def test_unchanged_texts_are_matched_under_any_number(before: list[NumberedText]) -> None:
    """All rules of an edition are matched if only their numbers change."""
    moved = [NumberedText(RuleNumber(9, 900, at), 1, rule.text) for at, rule in enumerate(before, 1)]
    found = match_rules(before, moved)
    assert len(found) == len(before)
    assert all(link.old.text == link.new.text for link in found)


OVERRIDES = """
[[override]]
old = {{ number = "100.1", begins = ["{old}"] }}
new = {{ number = "{number}", begins = ["Another beginning", "{new}"] }}
same = {same}
why = "for the test"
"""


def override(old: str, number: str, new: str, same: bool) -> tuple[Override, ...]:
    return parse_overrides(OVERRIDES.format(old=old[:20], number=number, new=new[:20], same=str(same).lower()))


class TestOverrides:
    def test_an_override_links_rules(self) -> None:
        """A reviewed link is certain, even if another rule has more similar words."""
        before, after = standings({"100.1": OIL}), standings({"100.1": BELL, "100.2": OIL})
        found = match_rules(before, after, override(OIL, "100.1", BELL, same=True))
        (link,) = (link for link in found if link.kind == "same")
        assert (str(link.new.number), link.confidence, link.reason) == ("100.1", 1.0, "reviewed")

    @pytest.mark.parametrize(
        "now",
        [
            pytest.param(OIL, id="the same words"),
            pytest.param(OIL.replace("burning", "lit"), id="much alike"),
            pytest.param(f"Previously, {OIL}", id="calls it to mind"),
        ],
    )
    def test_an_override_separates_rules(self, now: str) -> None:
        before, after = standings({"100.1": OIL}), standings({"100.1": now, "100.2": GAS})
        assert match_rules(before, after)
        assert not match_rules(before, after, override(OIL, "100.1", now, same=False))

    def test_an_override_applies_to_its_texts(self) -> None:
        """An override applies to its texts; other texts under the same numbers aren't affected."""
        before, after = standings({"100.1": OIL}), standings({"100.1": BELL})
        assert not match_rules(before, after, override(GAS, "100.1", BELL, same=True))
        assert not match_rules(before, after, override(OIL, "100.2", BELL, same=True))

    def test_typography_does_not_matter(self) -> None:
        before, after = standings({"100.1": "The keeper’s lamp"}), standings({"100.1": BELL})
        (link,) = match_rules(before, after, override("The keeper's lamp", "100.1", BELL, same=True))
        assert link.reason == "reviewed"

    def test_shipped_overrides(self) -> None:
        """Each shipped override has a reason, and no pair of rules has two overrides."""
        said = reviewed_overrides()
        assert said and all(each.reason for each in said)
        assert len({(each.old, each.new) for each in said}) == len(said)
