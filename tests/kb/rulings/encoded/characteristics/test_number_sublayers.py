"""The sublayers of power and toughness in the editions: 418.5e, 418.5a, 418.5i, then 613.3 and 613.4."""

from __future__ import annotations

import pytest

from tests.kb.rulings.conftest import Ask
from tests.kb.rulings.encoded.layers.test_layer_application import RESOLVED, STATIC, board, size

OGRE = "types: [creature], base_power: 2, base_toughness: 2, counters: {+1/+1: 1}"
GROWTH = "says: gets, objects: [A], power: 4, toughness: 4, timestamp: 2"
ENCHANTMENT = STATIC + "says: gets, objects: [A], power: 0, toughness: 2, timestamp: 3"
SHRINKING = RESOLVED + "says: becomes, objects: [A], power: 0, toughness: 1, timestamp: 4"
SWITCH = RESOLVED + "says: switches, objects: [A], timestamp: 3"


@pytest.mark.parametrize(
    ("day", "after"),
    [
        # The example of 418.5a: the counter and the enchantment come after what makes it 0/1.
        ("2006-02-01", (1, 4)), ("2007-05-01", (1, 4)), ("2009-05-01", (1, 4)),
        # The example of 613.4 (now 613.5): only what makes it 0/1 comes first.
        ("2009-07-11", (5, 8)), ("2009-10-01", (5, 8)), ("2026-01-16", (5, 8)),
        # Until 2005 the counters come first, then all other effects in timestamp order.
        ("2001-07-23", (0, 1)), ("2003-07-01", (0, 1)), ("2005-08-01", (0, 1)),
    ],
)  # fmt: skip
def test_gray_ogre(put: Ask, day: str, after: tuple[int, int]) -> None:
    """418.5a, 613.5: the example of a 2/2 with a +1/+1 counter, +4/+4, +0/+2, and then 0/1."""
    assert size(put, board(OGRE, RESOLVED + GROWTH, ENCHANTMENT), day) == (7, 9)
    assert size(put, board(OGRE, RESOLVED + GROWTH, ENCHANTMENT, SHRINKING), day) == after


def test_resolved_modifiers_in_timestamp_order_with_setters(put: Ask) -> None:
    """418.5a: in sublayer 6b, what sets power and what a resolved spell adds apply in timestamp order."""
    late = RESOLVED + "says: gets, objects: [A], power: 3, toughness: 3, timestamp: 5"
    assert size(put, board(OGRE, SHRINKING, late), "2007-05-01") == (4, 5)
    ruling = put("power-toughness A", board(OGRE, SHRINKING, late), "2007-05-01")
    assert "418.5a" in [each.number for each in ruling.citations]


@pytest.mark.parametrize(
    ("setter", "after"),
    [
        (RESOLVED + "says: becomes, objects: [A], power: 0, toughness: 1, timestamp: 4", None),
        (RESOLVED + "says: becomes, objects: [A], power: 0, toughness: 1, timestamp: 1", (5, 6)),
        (RESOLVED + "says: becomes, objects: [A], keywords: [flying], timestamp: 4", (7, 7)),
    ],
)
def test_unstated_origin_of_a_modifier(put: Ask, setter: str, after: tuple[int, int] | None) -> None:
    """418.5a: 6b or 6d decides only if something sets power or toughness later; then the answer is open."""
    ruling = put("power-toughness A", board(OGRE, GROWTH, setter), "2007-05-01")
    if after is None:
        assert (ruling.verdict, ruling.depends_on) == ("depends", ("effects.1.generated_by",))
        assert size(put, board(OGRE, GROWTH, setter)) == (5, 6)
    else:
        assert size(put, board(OGRE, GROWTH, setter), "2007-05-01") == after


@pytest.mark.parametrize(
    ("day", "after"), [("2002-10-07", (5, 1)), ("2004-02-01", (5, 1)), ("2006-02-01", (4, 2)), ("2026-01-16", (4, 2))]
)
def test_switching(put: Ask, day: str, after: tuple[int, int]) -> None:
    """418.5c, 418.5i: a 1/3 with a +0/+1 counter, switched, then +1/+0. Since 2006 the switch comes last."""
    facts = "types: [creature], base_power: 1, base_toughness: 3, counters: {+0/+1: 1}"
    late = RESOLVED + "says: gets, objects: [A], power: 1, toughness: 0, timestamp: 4"
    assert size(put, board(facts, SWITCH, late), day) == after


@pytest.mark.parametrize("day", ["2003-07-01", "2003-12-01", "2005-08-01"])
def test_type_changing_effects_first(put: Ask, day: str) -> None:
    """418.5a, 418.5b: a 3/2 artifact creature that becomes 0/2 stays 0/2, even if it becomes 3/2 again later."""
    facts = "types: [artifact], subtypes: [], supertypes: [], counters: {}"
    animated = (
        RESOLVED + "says: becomes, objects: [A], types: [artifact, creature], power: 3, toughness: 2, timestamp: "
    )
    small = RESOLVED + "says: becomes, objects: [A], power: 0, toughness: 2, timestamp: 2"
    assert size(put, board(facts, animated + "1", small, animated + "3"), day) == (0, 2)
    assert size(put, board(facts, animated + "1", small, animated + "3"), "2006-02-01") == (3, 2)
    counted = facts.replace("{}", "{+1/+1: 1}")
    assert size(put, board(counted, animated + "1"), day) == (4, 3)


@pytest.mark.parametrize(
    ("day", "origin", "after"),
    [
        # The ability, then the counter, then what makes it 4/4.
        ("2005-02-01", "generated_by: static-ability, source: A", (4, 4)),
        # 5/5 in 6a, 4/4 in 6b, then the counter.
        ("2006-02-01", "generated_by: static-ability, source: A", (5, 5)),
        # Both are in 6b: the later one counts, then the counter.
        ("2006-02-01", "generated_by: resolution, source: A", (6, 6)),
        ("2006-02-01", "source: A", None),
        ("2006-02-01", "generated_by: static-ability, source: A, granted_by: B", None),
    ],
)
def test_characteristic_setting_abilities(put: Ask, day: str, origin: str, after: tuple[int, int] | None) -> None:
    """405.2, 418.5a: an ability that says what its own object's power is applies before all others."""
    facts = "types: [creature], base_power: 1, base_toughness: 1, counters: {+1/+1: 1}"
    own = f"{origin}, says: is, objects: [A], power: 5, toughness: 5, timestamp: 9"
    other = RESOLVED + "says: becomes, objects: [A], power: 4, toughness: 4, timestamp: 1"
    text = board(facts, own, other, others="{id: B, zone: battlefield}")
    assert size(put, text, day) == after
    assert (put("power-toughness A", text, day).verdict == "depends") is (after is None)


@pytest.mark.parametrize("day", ["2001-07-23", "2003-03-15", "2003-07-01", "2005-08-01", "2006-02-01", "2009-05-01"])
def test_timestamp_order_in_all_editions(put: Ask, day: str) -> None:
    """418.5c (2001), 418.5d (2003), 418.5a (2006): the effect that was generated last wins, wherever it is listed."""
    facts = "types: [creature], base_power: 1, base_toughness: 1, colors: [white]"
    late, early = (f"{RESOLVED}says: becomes, objects: [A], power: {n}, toughness: {n}, timestamp: {n}" for n in (9, 2))
    assert size(put, board(facts, late, early), day) == (9, 9)
    red, green = (
        f"{RESOLVED}says: becomes, objects: [A], colors: [{color}], timestamp: {n}"
        for n, color in ((9, "red"), (2, "green"))
    )
    assert put("color A", board(facts, red, green), day).value == ["red"]


@pytest.mark.parametrize("day", ["2001-07-23", "2003-03-15"])
def test_static_abilities_have_the_timestamp_of_their_permanent(put: Ask, day: str) -> None:
    """418.5c (2001): a static ability's effect has the timestamp of the permanent that generates it."""
    facts = "types: [creature], base_power: 1, base_toughness: 1"
    static = STATIC + "source: B, says: becomes, objects: [A], power: 9, toughness: 9"
    early = RESOLVED + "says: becomes, objects: [A], power: 2, toughness: 2, timestamp: 2"
    source = "{id: B, zone: battlefield, timestamp: 5}"
    assert size(put, board(facts, static, early, others=source), day) == (9, 9)


def test_stated_numbers_include_counters_until_set(put: Ask) -> None:
    """122.1a: a counter adds again only to the number that an effect sets."""
    facts = "types: [creature], power: 3, toughness: 3, counters: {+1/+1: 1}"
    assert size(put, board(facts, "says: is, objects: [A], power: 0")) == (1, 3)
    assert size(put, board(facts, "generated_by: resolution, says: is, objects: [A], power: 0"), "2004-02-01") == (0, 3)
