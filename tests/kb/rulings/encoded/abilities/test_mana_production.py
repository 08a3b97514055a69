"""Types of mana that a permanent could produce (106.5, 106.7), and mana with restrictions (106.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(abilities: str, rest: str = "", closed: str = "closed: [battlefield]") -> str:
    return (
        f"{closed}\nplayers: {{p1: , p2: }}\nobjects:\n"
        "  - {id: A, zone: battlefield, controller: p1, types: [land], subtypes: [], colors: [],"
        f" abilities: [{abilities}]}}\n"
        f"{rest}"
    )


def land(name: str, player: str, text: str = "", facts: str = "types: [land], colors: []") -> str:
    ability = f', abilities: [{{text: "{text}"}}]' if text else ""
    return f"  - {{id: {name}, zone: battlefield, controller: {player}, {facts}{ability}}}\n"


THEIRS = '{text: "{T}: Add one mana of any color that a land an opponent controls could produce."}'
ANYTHING = THEIRS.replace("a land", "a permanent")
MINE = '{text: "{T}: Add one mana of any type that a land you control could produce."}'
CRATER = '{text: "{T}: Choose a color of a permanent you control. Add one mana of that color."}'


@pytest.mark.parametrize(
    ("abilities", "rest", "types"),
    [
        ('{text: "{T}: Add {G}."}', "", ["green"]),
        ('{text: "{T}: Add {G}{W}."}, {text: "{T}: Add {C}."}', "", ["white", "green", "colorless"]),
        ('{text: "{T}: Add one mana of any color."}', "", ["white", "blue", "black", "red", "green"]),
        ('{text: "{1}, {T}: Draw a card."}', "", []),
        ('{text: "{R}, {T}: Add {G}."}', "", ["green"]),
        (THEIRS, "", []),
        (THEIRS, land("B", "p2", "{T}: Add {R}."), ["red"]),
        (THEIRS, land("B", "p2", "{T}: Add {C}."), []),
        (THEIRS, land("B", "p1", "{T}: Add {R}."), []),
        (THEIRS, land("B", "p2", "{T}: Add {R}.", "types: [artifact], colors: []"), []),
        (THEIRS, land("B", "p2", facts="types: [land], subtypes: [island]"), ["blue"]),
        (THEIRS, land("B", "p2", facts="types: [land], produces: [black]"), ["black"]),
        (ANYTHING, land("B", "p2", facts="types: [artifact], subtypes: [island]"), []),
        (ANYTHING, land("B", "p2", "{T}: Add {U}.", "types: [artifact], subtypes: []"), ["blue"]),
        (THEIRS, land("B", "p2", THEIRS[8:-2]), []),
        (THEIRS, land("B", "p2", THEIRS[8:-2]) + land("C", "p1", "{T}: Add {U}."), ["blue"]),
        (MINE, land("B", "p1", "{T}: Add {C}.") + land("C", "p2", "{T}: Add {R}."), ["colorless"]),
        (CRATER, "", []),
        (CRATER, land("B", "p1", facts="types: [creature], colors: [red, green]"), ["red", "green"]),
        (CRATER, land("B", "p2", facts="types: [creature], colors: [red]"), []),
        ('{text: "{T}: Add one mana of any color among permanents you control."}',
         land("B", "p1", facts="types: [creature], colors: [blue]"), ["blue"]),
    ],
)  # fmt: skip
def test_types_that_could_be_produced(put: Ask, abilities: str, rest: str, types: list[str]) -> None:
    """106.5, 106.7: a permanent could produce the types that its abilities would add now, perhaps none."""
    ruling = put("could-produce A", board(abilities, rest))
    assert (ruling.verdict, ruling.value) == ("yes", types)
    concepts = [each.concept for each in ruling.citations]
    assert ("undefined-mana" in concepts) is (types == [])


@pytest.mark.parametrize("day", ["2005-08-01", "2009-05-01", "2012-02-01"])
def test_undefined_mana_in_older_editions(put: Ask, day: str) -> None:
    """406.6, 106.5: an ability that adds mana of an undefined type adds none."""
    ruling = put("could-produce A", board(CRATER), day)
    assert (ruling.verdict, ruling.value) == ("yes", [])


def test_unlisted_lands(put: Ask) -> None:
    """106.7: if the battlefield isn't closed, unlisted lands could produce more types."""
    assert put("could-produce A", board(THEIRS, closed="")).depends_on == ("closed",)
    untyped = board(THEIRS, land("B", "p2", facts="types: [land], subtypes: []"), closed="closed: []")
    assert put("could-produce B", untyped.replace(", subtypes: []}", "}")).depends_on == ("objects.B.subtypes",)
    artifact = board(THEIRS, land("B", "p2", "{T}: Add {C}.", "types: [artifact]"), closed="closed: []")
    assert put("could-produce B", artifact).value == ["colorless"]
    unowned = board(THEIRS).replace("controller: p1, ", "")
    assert put("could-produce A", unowned).depends_on == ("objects.A.controller",)


@pytest.mark.parametrize(
    ("mana", "restricted", "value"),
    [
        ("{red: 1}", "{red: 1}", {"mana": {"red": 2}, "restricted": {"red": 1}}),
        ("{red: 3, green: 1}", "{red: 1}", {"mana": {"red": 6, "green": 2}, "restricted": {"red": 1}}),
        ("{red: 2}", "{}", {"mana": {"red": 4}, "restricted": {}}),
        ("{}", "{}", {"mana": {}, "restricted": {}}),
    ],
)
def test_doubled_mana(put: Ask, mana: str, restricted: str, value: dict[str, dict[str, int]]) -> None:
    """106.6: mana that a doubling effect adds has no restrictions."""
    text = f"players: {{p1: {{mana: {mana}, restricted_mana: {restricted}}}}}"
    assert put("doubled-mana p1", text).value == value


def test_doubled_mana_before_2009(put: Ask) -> None:
    """106.6: before 2009, too, an effect doubles the mana; the amount of mana has to be stated."""
    ruling = put("doubled-mana p1", "players: {p1: {mana: {red: 2}}}", "2008-01-01")
    assert ruling.value == {"mana": {"red": 4}, "restricted": {}}
    assert put("doubled-mana p1", "players: {p1: }").depends_on == ("players.p1.mana",)
