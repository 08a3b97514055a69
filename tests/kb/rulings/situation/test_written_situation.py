"""Situations that are written as YAML, and options that state facts of parts, effects and the history."""

from __future__ import annotations

from typing import Any

import pytest

from kb.errors import BadSituation
from kb.rulings.review.printed_examples import packaged_cases
from kb.rulings.situation.parser import situation_from_node, situation_from_options, situation_from_text
from kb.rulings.situation.situation import Situation
from kb.rulings.situation.written_situation import situation_as_yaml
from kb.rulings.situation.yaml_nodes import MappingNode, ScalarNode, dump_yaml, parse_yaml

BOARD = """\
format: cr-situation/1
as_of: 2025-06-06
closed: [battlefield]
players: {p1: {life: 20}, p2: }
objects:
  - {id: A, zone: battlefield, name: "no", types: [creature], abilities: [{cost: "{T}", text: "Add {G}: now."}]}
effects:
  - {source: A, says: gets, affects: [creature], power: 1, toughness: 1}
"""


def facts(now: Situation) -> list[Any]:
    """Return all that a situation states."""
    things = [
        (each.id, dict(each.stated)) for each in (now.game, now.proposed, *now.players, *now.objects, *now.effects)
    ]
    return [now.as_of, now.as_usual, now.closed, things]


OPTIONS = [
    ("A.tapped", "no"), ("objects.A.keywords", "flying, reach"), ("A.counters.+1/+1", "2"), ("p2.life", "7"),
    ("game.active", "p1"), ("history.loyalty_activated.A", "yes"), ("A.abilities.1.cost", "{1}, {T}"),
    ("effects.1.generated_by", "static-ability"), ("proposed.life", "3"), ("A.name", "Fire: the {X}"),
]  # fmt: skip


def test_a_written_situation_states_the_same() -> None:
    """A document with options, and the document that is written from both."""
    now = situation_from_text(BOARD, "test", OPTIONS)
    assert facts(situation_from_text(situation_as_yaml(now, BOARD, OPTIONS), "test")) == facts(now)


def test_all_printed_examples_are_written_as_they_are_read() -> None:
    for case in packaged_cases():
        entries = ((ScalarNode(0, 0, "format"), ScalarNode(0, 0, "cr-situation/1")), *case.situation.entries)
        now = situation_from_node(MappingNode(0, 0, entries), case.source)
        written = situation_as_yaml(now, dump_yaml(_plain(MappingNode(0, 0, entries))), ())
        assert facts(situation_from_text(written, case.source)) == facts(now), case.source


def _plain(node: Any) -> Any:
    if isinstance(node, MappingNode):
        return {key.text: _plain(value) for key, value in node.entries}
    return node if isinstance(node, ScalarNode) else [_plain(item) for item in node.items]


def test_a_situation_of_options_is_written_with_what_was_presumed() -> None:
    """Without a document, the player who asks has the turn, and owns and controls the objects."""
    options = [("A.types", "creature")]
    now = situation_from_options(options, ["A"], None)
    written = situation_from_text(situation_as_yaml(now, None, options), "test")
    thing = written.object("A")
    assert thing is not None and written.as_usual
    assert (thing.stated["controller"], thing.stated["types"]) == ("p1", ("creature",))
    assert written.game.stated["active"] == "p1"


def test_words_keep_their_quotes() -> None:
    """A quoted `no` is a word. Without quotes, it may be the opposite of yes."""
    text = dump_yaml({"a": parse_yaml("b: 'no'", "").entries[0][1], "c": ScalarNode(0, 0, "no")})
    assert text == "a: 'no'\nc: no\n"


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("effects.1.says", "gest", "'gest' isn't known here; did you mean 'gets'?"),
        ("effects.1.quality", "fliyng", "fliyng"),
        ("effects.2.says", "gets", "there is no object 'effects'"),
        ("A.abilities.2.cost", "{T}", "abilities"),
        ("A.abilities.1.cosst", "{T}", "'cosst' is no known fact; did you mean 'cost'?"),
        ("history.loyalty_activated.B", "yes", "there is no object 'B'"),
    ],
)
def test_an_option_for_something_else_is_refused(path: str, value: str, message: str) -> None:
    with pytest.raises(BadSituation) as caught:
        situation_from_text(BOARD, "test", [(path, value)])
    assert message in str(caught.value)
