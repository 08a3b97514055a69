"""Resolution: illegal targets, intervening "if", cards that can't enter (304.4, 307.4, 400.4a, 603, 608.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.encoded.casting.test_legal_targets import LAND, aimed

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


@pytest.mark.parametrize(
    ("source", "target", "verdict"),
    [
        ("targets: [T]", "keywords: []", "yes"),
        ("targets: [T]", "keywords: [protection from red]", "no"),
        ("targets: [T]; can_target: [creature]", "keywords: []; types: [artifact]", "no"),
        ("targets: [T]; can_target: [creature]", "keywords: []; zone: graveyard", "no"),
        ("targets: [T, L]", "keywords: [shroud]", "yes"),
        ("targets: [T, L]; legal_targets: []", "keywords: []", "no"),
        ("targets: [T, L]; legal_targets: [L]", "keywords: []", "yes"),
        ("targets: []", "keywords: []", "yes"),
        ("x: 1", "keywords: [shroud]", "yes"),
    ],
)
def test_illegal_targets(put: Ask, source: str, target: str, verdict: str) -> None:
    """608.2b: a spell doesn't resolve if all its targets are illegal. Otherwise it resolves."""
    for day in ("2010-02-01", "2026-01-16"):
        ruling = put("resolves S", aimed(source, target, more=LAND), day=day)
        assert ruling.verdict == verdict
        if verdict == "no":
            assert "608.2b" in {cited.number for cited in ruling.citations}


def test_target_that_has_moved(put: Ask) -> None:
    """608.2b: a target that has changed zones is illegal, even if it has come back."""
    text = aimed("targets: [T]") + "history: {changed_zones: {T: yes}}\n"
    assert put("resolves S", text).verdict == "no"
    assert put("resolves S", text.replace("yes", "no")).verdict == "yes"


def test_player_as_target(put: Ask) -> None:
    """A spell with a player as its target resolves."""
    assert put("resolves S", aimed("targets: [p2]; can_target: [player]")).verdict == "yes"


@pytest.mark.parametrize(
    ("day", "word"), [("2001-07-23", "countered"), ("2018-01-19", "countered"), ("2018-04-27", "doesn't resolve")]
)
def test_countered_until_2018(put: Ask, day: str, word: str) -> None:
    """Until 2018-01-19 a spell without legal targets is countered; since 2018-04-27 it doesn't resolve."""
    ruling = put("resolves S", aimed("targets: [T]; legal_targets: []"), day=day)
    assert ruling.verdict == "no"
    assert ruling.proof is not None
    assert word in str(ruling.proof)


@pytest.mark.parametrize(
    ("way", "day", "verdict"),
    [
        ("bestow", "2026-01-16", "yes"),
        ("bestow", "2014-05-01", "yes"),
        ("mutate", "2026-01-16", "yes"),
        ("mutate", "2019-07-12", "no"),
        ("overload", "2026-01-16", "no"),
        ("bestow", "2012-10-01", "no"),
    ],
)
def test_creature_spell_instead(put: Ask, way: str, day: str, verdict: str) -> None:
    """702.103e, 702.140b: a bestowed or mutating spell with an illegal target resolves as a creature spell."""
    text = aimed(f"targets: [T]; legal_targets: []; types: [creature]; alternative_costs: [{way}]")
    assert put("resolves S", text, day=day).verdict == verdict


@pytest.mark.parametrize(
    ("source", "thing", "verdict"),
    [
        ("targets: [T, L]; legal_targets: [L]", "L", "yes"),
        ("targets: [T, L]; legal_targets: [L]", "T", "no"),
        ("targets: [T, L]; legal_targets: []", "L", "no"),
        ("targets: [T]", "L", "no"),
        ("targets: [T]", "T", "yes"),
    ],
)
def test_only_legal_targets_are_affected(put: Ask, source: str, thing: str, verdict: str) -> None:
    """608.2b: a spell affects only its legal targets."""
    assert put(f"affects S {thing}", aimed(source, more=LAND)).verdict == verdict


def test_false_condition_affects_nothing(put: Ask) -> None:
    """608.2a: an ability whose condition is false doesn't affect its legal target."""
    assert put("affects S T", aimed("targets: [T]; condition: no")).verdict == "no"


def test_each_target_for_its_own_words(put: Ask) -> None:
    """A black creature land is an illegal target for "nonblack creature" but a legal one for "land"."""
    both = "{id: L, zone: battlefield, controller: p2, types: [creature, land], colors: [black], keywords: []}"
    text = aimed("targets: [L, L]; can_target: [nonblack creature, land]; target_words: 2", more=both)
    assert put("resolves S", text).verdict == "yes"
    assert put("resolves S", text.replace("[creature, land]", "[creature]")).verdict == "no"


@pytest.mark.parametrize(
    ("facts", "triggers", "resolves"),
    [
        ("condition: yes", "yes", "yes"),
        ("condition: no", "no", "no"),
        ("x: 1", "yes", "yes"),
        ("legal_choices: no", "no", "yes"),
        ("legal_choices: yes", "yes", "yes"),
    ],
)
def test_intervening_if_and_choices(put: Ask, facts: str, triggers: str, resolves: str) -> None:
    """603.4, 608.2a: "if" is checked at trigger and resolution. 603.3d: a trigger without legal choices is removed."""
    text = aimed(facts)
    assert put("triggers S", text).verdict == triggers
    assert put("resolves S", text).verdict == resolves
    if "condition" in facts:
        assert "603.4" in {cited.number for cited in put("triggers S", text).citations}
        assert "608.2a" in {cited.number for cited in put("resolves S", text).citations}


@pytest.mark.parametrize(
    ("kind", "verdict", "numbers"),
    [
        ("instant", "no", {"304.4", "400.4a"}),
        ("sorcery", "no", {"307.4", "400.4a"}),
        ("creature", "yes", set()),
    ],
)
def test_instants_and_sorceries_cant_enter(put: Ask, kind: str, verdict: str, numbers: set[str]) -> None:
    """304.4, 307.4, 400.4a: an instant or sorcery can't enter the battlefield."""
    ruling = put("can-enter S", aimed(f"types: [{kind}]"))
    assert ruling.verdict == verdict
    if numbers:
        assert {cited.number for cited in ruling.citations} == numbers
    if kind != "creature":
        assert put("can-enter S", aimed(f"types: [{kind}]"), day="2005-02-01").verdict == "no"


def test_entering_depends_on_types(put: Ask) -> None:
    """The answer depends on the types if they aren't stated."""
    text = "objects: [{id: S, zone: exile}]"
    assert put("can-enter S", text).depends_on == ("objects.S.types",)


@pytest.mark.parametrize("kind", ["conspiracy", "phenomenon", "plane", "scheme", "vanguard"])
def test_cards_that_stay_in_the_command_zone(put: Ask, kind: str) -> None:
    """400.4b: conspiracies, phenomena, planes, schemes and vanguards stay in the command zone."""
    ruling = put("can-enter S", aimed(f"types: [{kind}]; zone: command"))
    assert (ruling.verdict, ruling.citations[0].number) == ("no", "400.4b")
    assert put("can-enter S", aimed(f"types: [{kind}]; zone: exile")).verdict == "yes"
    assert put("can-enter S", aimed("types: [creature]; zone: command")).verdict == "yes"
