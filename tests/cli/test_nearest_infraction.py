"""`rules penalty` with words that name no infraction: the nearest one, and that it is only the nearest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema


def test_the_nearest_infraction(rules: Any, policy_home: Path) -> None:
    """IPG 4.5, example D, is a player who tears up another player's card."""
    answer = rules("penalty", "somebody tore my card", "--as-of", "2026-02-01", "--json", home=policy_home)
    assert answer.status == 0
    assert (answer.data["found_by"], answer.data["penalties"][0]["number"]) == ("search", "4.5")
    assert "the nearest is 4.5 Aggressive Behavior" in answer.err
    schema = json.loads((Path(__file__).parents[2] / "docs/schema/rules-1.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator({"$ref": "#/$defs/penalty", **schema}).validate(answer.data)


def test_others_are_named(rules: Any, policy_home: Path) -> None:
    answer = rules("penalty", "drew seven instead of six", "--as-of", "2026-02-01", "--json", home=policy_home)
    numbers = {answer.data["penalties"][0]["number"], *(each["number"] for each in answer.data["others"])}
    assert {"2.3", "2.4"} <= numbers
    assert "it may also be: " in answer.err
    regular = answer.data["levels"][-1]
    assert regular["certain"] is False
    assert regular["title"].startswith("A player accidentally draws more cards")


def test_what_is_far_from_all_infractions_is_no_answer(rules: Any, policy_home: Path) -> None:
    for term in ("banana bread", "IPG 9.9", "coughing on the opponent"):
        answer = rules("penalty", term, "--as-of", "2026-02-01", home=policy_home)
        assert answer.status == 1
        assert "no infraction is named" in answer.err.splitlines()[-1]
