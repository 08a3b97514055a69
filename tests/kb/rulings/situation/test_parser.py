"""The parser of situations: accepted forms, and the places of faults."""

from __future__ import annotations

import pytest

from kb.errors import BadSituation
from kb.rulings.situation.parser import situation_from_options, situation_from_text
from kb.rulings.situation.situation import Situation

HEAD = "format: cr-situation/1\n"


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        ("game: {stack: [A]}\nobjects: [{id: A, zone: ¦hand}]", "objects.A.zone", "is on the stack"),
        ("objects: [{id: A, blocking: ¦[A]}]", "objects.A.blocking", "can't block itself"),
        ("objects: [¦{id: A, attached_to: A}]", "objects.A", "can't be attached to itself"),
        ("game: {phase: combat, step: ¦upkeep}", "game.step", "part of the beginning phase"),
        ("objects: [{id: A, zone: hand, tapped: ¦yes}]", "objects.A.tapped", "only a permanent"),
        ("objects: [{id: A, zone: battlefield, types: ¦[sorcery]}]", "objects.A.types", "110.1"),
        ("objects: [{id: A, type_line: Land, types: ¦[land]}]", "objects.A.types", "part of the type line"),
        ("objects: [{id: A, faces: [{type_line: Land, subtypes: ¦[elf]}]}]", "objects.A.faces.1.subtypes", "type line"),
        ("objects: [{id: A, power: ¦3, base_power: 2}]", "objects.A.power", "beside 'base_power'"),
        ("objects: [{id: A, base_power: 2, toughness: ¦3}]", "objects.A.toughness", "beside 'base_power'"),
        ("objects: [{id: A, base_power: 2, printed_power: ¦'*'}]", "objects.A.printed_power", "beside 'base_power'"),
        ("objects: [{id: A, created_as: a Bear token, power: ¦2}]", "objects.A.power", "beside 'created_as'"),
        ("players: {p1: {counters: ¦{poison: 3}}}", "players.p1.counters", "`poison`"),
        ("effects: [{says: ¦doubles, does: deal-damage}]", "effects.1.says", "`quality: [double]`"),
    ],
)
def test_contradictions(text: str, where: str, says: str) -> None:
    """A contradiction is one fault, at the place marked by ¦ and with the path of the impossible fact."""
    check_fault(text, where, says)


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        ("objects: [{id: A, counters: {loyalty: ¦-3}}]", "objects.A.counters", "-3 is less than 0"),
        ("game: {active: ¦[p1, p2]}", "game.active", "this is a list; give an id"),
        ("game: {active: ¦p9}\nplayers: {p1: }", "game.active", "there is no player 'p9'"),
        ("objects: [{id: A, types: [¦legendary]}]", "objects.A.types", "it stands under `supertypes`"),
        ("objects: [{id: A, types: [¦goblin]}]", "objects.A.types", "stand under `subtypes`"),
        ("objects: [{id: A, types: [¦creatur]}]", "objects.A.types", "did you mean 'creature'?"),
        ("objects: [{id: A, types: [¦Basic Land]}]", "objects.A.types", "it stands under `type_line`"),
        ("objects: [{id: A, types: ¦creature}]", "objects.A.types", "[creature], or []"),
        ("game: {stack: ¦empty}", "game.stack", "[…], or []"),
        ("game: {stack: ¦{a: b}}", "game.stack", "[…], or []"),
        ("objects: [{id: A, keywords: [¦flyng]}]", "objects.A.keywords", "did you mean 'flying'?"),
        ("objects: [{id: A, keywords: [¦first-strke]}]", "objects.A.keywords", "did you mean 'first strike'?"),
        ("objects: [{id: A, keywords: [¦'flying, haste']}]", "objects.A.keywords", "give [flying, haste]"),
        ("players: {p1: {keywords: [¦hexprof]}}", "players.p1.keywords", "did you mean 'hexproof'?"),
        ("objects: [{id: A, name: Jace, ¦the Mind Sculptor}]", "objects.A", "needs quotes"),
        ("objects: [{id: A, mana_cost: {2}¦{W}}]", "", "a mana cost stands in quotes"),
        ("objects: [{id: A}]\nproposed: {attackers: [¦A]}", "proposed.attackers.1", "{creature: …, attacks: …}"),
        ("players: {p1: ¦20}", "players.p1", "{life: …, poison: …}"),
        ("game: {¦storm_count: 2}\nplayers: {p1: }", "game", "'storm_count' is no known fact"),
        ("game: {¦city: p1}\nplayers: {p1: }", "game", "'city' is no known fact"),
        ("objects: [{id: A, ¦poison_shields: 1}]", "objects.A", "'poison_shields' is no known fact"),
        ("objects: [{id: A}]\nhistory: {¦cast_from: {A: hand}}", "history", "'cast_from' is no fact of the history"),
        ("objects: [{id: A}]\nhistory: {¦cast_this_turn: {A: yes}}", "history", "'cast_this_turn' is no fact"),
        ("objects: [{id: A}]\nhistory: {¦damaged_by: {A: [A]}}", "history", "'damaged_by' is no fact"),
        ("players: {p1: }\nhistory: {¦damage_dealt: {p1: 1}}", "history", "'damage_dealt' is no fact"),
    ],
)
def test_invalid_values(text: str, where: str, says: str) -> None:
    """An invalid value is one fault, at the place marked by ¦; the message helps to correct it."""
    check_fault(text, where, says)


def check_fault(text: str, where: str, says: str) -> None:
    """Check that a text has one fault, at the place marked by ¦."""
    before = (HEAD + text).partition("¦")[0]
    with pytest.raises(BadSituation) as caught:
        situation_from_text(HEAD + text.replace("¦", ""), "test")
    (fault,) = caught.value.faults
    assert (fault.line, fault.column) == (before.count("\n") + 1, len(before) - before.rfind("\n"))
    assert fault.where == where
    assert says in str(fault)


@pytest.mark.parametrize(
    "text",
    [
        "game: {stack: [A]}\nobjects: [{id: A, zone: stack}]",
        "game: {stack: [A]}\nobjects: [{id: A}]",
        "game: {stack: [Opt]}\nobjects: [{id: A, zone: hand}]",
        "objects: [{id: A, zone: battlefield, blocking: [B]}, {id: B}]",
        "objects: [{id: A, zone: battlefield, types: [sorcery], face_down: yes}]",
        "effects: [{says: doubles}, {says: triples, does: other}, {says: replaces, does: draw, quality: [double]}]",
        "game: {phase: combat, step: declare-blockers}",
    ],
)
def test_compatible_facts(text: str) -> None:
    """Situations whose facts are compatible have no fault."""
    situation_from_text(HEAD + text, "test")


@pytest.mark.parametrize(
    ("stated", "taken"),
    [
        ("Flying", "flying"),
        ("first-strike", "first strike"),
        ("double_strike", "double strike"),
        ("jump-start", "jump-start"),
        ("protection from red, from blue", "protection from red, from blue"),
        ("snow forestwalk", "snow forestwalk"),
        ("plainscycling {2}", "plainscycling {2}"),
        ("ward—pay 3 life", "ward—pay 3 life"),
        ("start your engines", "start your engines"),
        ("crew 3", "crew 3"),
    ],
)
def test_keyword_abilities(stated: str, taken: str) -> None:
    """Keyword abilities are accepted in any spelling and with parameters; unknown ones are refused."""
    found = situation_from_text(HEAD + f"objects: [{{id: A, keywords: ['{stated}']}}]", "test")
    assert found.objects[0].keywords.value == (taken,)


def test_json_false_for_the_word_no() -> None:
    """JSON's `false` is accepted for the word `no`, as in `copy: no`."""
    assert (
        situation_from_text('{"format": "cr-situation/1", "objects": [{"id": "A", "copy": false}]}', "test")
        .objects[0]
        .copy.value
        == "no"
    )


def options(*given: str, things: tuple[str, ...] = ()) -> Situation:
    return situation_from_options(
        [(path, value) for path, _equals, value in (each.partition("=") for each in given)], things, None
    )


def test_phase_of_a_stated_step() -> None:
    """A stated step implies its phase, in texts and in options."""
    assert situation_from_text(HEAD + "game: {step: upkeep}", "test").game.phase.value == "beginning"
    assert options("game.step=upkeep").game.phase.value == "beginning"


@pytest.mark.parametrize("given", ["p2.hand=3", "anna.life=3", "anna.counters.poison=1", "players.anna.hand=3"])
def test_options_create_players(given: str) -> None:
    """An id such as p1, or a fact that only players have, makes a player; anything else makes an object."""
    found = options(given)
    assert (len(found.players), len(found.objects)) == ((1, 1) if "counters" in given else (2, 0))


def test_options_with_yaml_values() -> None:
    """One option can state abilities, counters, damage or effects as YAML."""
    found = options(
        'A.abilities=[{cost: "{2}, {T}"}]', "A.counters={loyalty: 2, +1/+1: 1}", "A.counters.oil=1",
        "proposed.damage=[{source: A, to: p2, amount: 3}]", "effects=[{says: cant, does: attack, objects: [A]}]",
    )  # fmt: skip
    thing = found.objects[0]
    assert [each.cost.value for each in thing.abilities] == ["{2}, {T}"]
    assert {kind: thing.counters[kind].value for kind in ("loyalty", "+1/+1", "oil")} == {
        "loyalty": 2, "+1/+1": 1, "oil": 1,
    }  # fmt: skip
    assert [(each.source.value, each.amount.value) for each in found.proposed.damage] == [("A", 3)]
    assert [each.stated["does"] for each in found.effects] == ["attack"]
    assert [each.id for each in found.players] == ["p1", "p2"]


def test_effects_of_options_override_the_file() -> None:
    """An option for effects replaces the effects of the file."""
    found = situation_from_text(
        HEAD + "effects: [{says: cant, does: attack}]", "test", [("effects", "[{says: must, does: block}]")]
    )
    assert [each.stated["says"] for each in found.effects] == ["must"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("effects=attack", "give a list of effects"),
        ("effects=[{says: cnt}]", "did you mean 'cant'"),
        ("effects=[{says: cant", "this is no YAML"),
        ("A.counters=3", "A.counters.KIND=NUMBER"),
        ("A.abilities=3", "give a list in brackets"),
        ("A.abilities=[{cots: 3}]", "did you mean 'cost'"),
        ("anna.lif=3", "'lif' is no known fact"),
    ],
)
def test_malformed_options(given: str, says: str) -> None:
    """A malformed option is a fault with a message that names the mistake."""
    with pytest.raises(BadSituation) as caught:
        options(given)
    assert says in str(caught.value)


def test_option_with_an_empty_value() -> None:
    """An empty option states nothing, as `null` in a file does."""
    assert "counters" not in options("A.counters=").objects[0].stated
