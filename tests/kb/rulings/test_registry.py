"""How rules are marked: a concept is introduced once, and its other variants follow it."""

from __future__ import annotations

import pytest

from kb.rulings import registry
from kb.rulings.logic import Truth, stated
from kb.rulings.registry import encodes, variant_of


def _never(_now: object, _thing: str) -> Truth:
    return stated(False)


@encodes("tea", claim="{thing} is tea", question="can-drink", role="requires", where=_never)
def brewed(_now: object, _thing: str) -> Truth:
    """Tea is brewed."""
    return stated(True)


@variant_of(brewed)
def iced(_now: object, _thing: str) -> Truth:
    """Tea is iced."""
    return stated(False)


@variant_of(brewed, claim="{cup} is still tea", where=lambda _now, _cup: stated(True))
def cold(_now: object, _cup: str) -> Truth:
    """Tea is cold."""
    return stated(False)


def test_a_variant_is_of_the_same_concept() -> None:
    """It says something else, by its own name, of the same: question, role, claim and place stay."""
    assert (iced.key, iced.says, iced.parameters) == ("tea/iced", "Tea is iced.", ("thing",))
    assert (iced.claim, iced.question, iced.role, iced.result) == ("{thing} is tea", "can-drink", "requires", "truth")
    assert iced.speaks_of(None, "A").value is False
    assert (brewed(None, "A").value, iced(None, "A").value) == (True, False)


def test_a_variant_may_claim_something_else() -> None:
    """And speak of something else."""
    assert (cold.key, cold.claim, cold.parameters) == ("tea/cold", "{cup} is still tea", ("cup",))
    assert cold.speaks_of(None, "A").value is True


@pytest.mark.parametrize("concept", registry.concepts())
def test_the_variants_of_a_concept_answer_the_same(concept: str) -> None:
    """The same question in the same role, from the same facts: they are what one rule meant at different times."""
    variants = registry.concepts()[concept]
    assert len({(each.subject, each.question, each.role, each.result) for each in variants}) == 1
    assert len({len(each.parameters) for each in variants}) == 1
