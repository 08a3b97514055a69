"""The decorators of encoded rules: concepts, variants and tables."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import pytest

from kb.rulings.law import rule_registry
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, variant_of
from kb.rulings.logic.ternary import Truth, constant


def _never(_now: object, _thing: str) -> Truth:
    return constant(False)


@encodes("tea", claim="{thing} is tea", question="can-drink", role="requires", where=_never)
def brewed(_now: object, _thing: str) -> Truth:
    """Tea is brewed."""
    return constant(True)


@variant_of(brewed)
def iced(_now: object, _thing: str) -> Truth:
    """Tea is iced."""
    return constant(False)


@variant_of(brewed, claim="{cup} is still tea", where=lambda _now, _cup: constant(True))
def cold(_now: object, _cup: str) -> Truth:
    """Tea is cold."""
    return constant(False)


def test_variant_inherits_from_its_concept() -> None:
    """A variant has its own name and summary, but the question, role, claim and `where` of its concept."""
    assert (iced.key, iced.summary, iced.parameters) == ("tea/iced", "Tea is iced.", ("thing",))
    assert (iced.claim, iced.question, iced.role, iced.result) == ("{thing} is tea", "can-drink", "requires", "truth")
    assert iced.applies_to(None, "A").value is False
    assert (brewed(None, "A").value, iced(None, "A").value) == (True, False)


def test_variant_with_its_own_claim() -> None:
    """A variant may have its own claim and its own `where`."""
    assert (cold.key, cold.claim, cold.parameters) == ("tea/cold", "{cup} is still tea", ("cup",))
    assert cold.applies_to(None, "A").value is True


@pytest.mark.parametrize("concept", rule_registry.variants_by_concept())
def test_variants_of_a_concept_agree(concept: str) -> None:
    """All variants of a concept have the same subject, question, role, result and number of parameters."""
    variants = rule_registry.variants_by_concept()[concept]
    assert len({(each.subject, each.question, each.role, each.result) for each in variants}) == 1
    assert len({len(each.parameters) for each in variants}) == 1


@encodes_each(
    Row("black-tea", "steeped", "{thing} is black tea", leaf="black"),
    Row("green-tea", "poured", "{thing} is green tea", "Green tea is poured.", leaf="green"),
    Row("green-tea", "chilled", "{thing} is cold green tea", leaf="green", where=lambda _now, _thing: constant(True)),
    question="can-drink",
    role="permits",
    where=lambda _now, thing, *, leaf: constant(thing == leaf),
)
def in_a_pot(_now: object, thing: str, *, leaf: str, concept: str) -> Truth:
    """Tea is in a pot."""
    return constant(f"{thing}-{leaf}-tea" == f"A-{concept}")


def test_a_table_makes_a_rule_of_each_row() -> None:
    """The rules of a table share function, question and role; each row has its rule's key, claim and parameters."""
    black, green, cold_green = in_a_pot.rules
    assert (black.key, black.claim, black.summary) == ("black-tea/steeped", "{thing} is black tea", "Tea is in a pot.")
    assert (green.key, green.summary, green.parameters) == ("green-tea/poured", "Green tea is poured.", ("thing",))
    assert {(each.subject, each.question, each.role, each.result) for each in in_a_pot.rules} == {
        ("test_rule_registry", "can-drink", "permits", "truth")
    }
    assert (black(None, "A").value, green(None, "B").value) == (True, False)
    assert (black.applies_to(None, "black").value, green.applies_to(None, "black").value) == (True, False)
    assert cold_green.applies_to(None, "black").value is True
    assert in_a_pot["green-tea"] is green


def test_row_inherits_the_claim() -> None:
    """A row without a claim has the claim of the row before it."""
    rows = (Row("red-tea", "brewed", "{thing} is red tea"), Row("red-tea", "sweetened", ""))
    assert [each.claim for each in encodes_each(*rows)(_never).rules] == ["{thing} is red tea"] * 2


def test_table_refuses_unknown_words() -> None:
    """Each word of a row must be a parameter of the function or of `where`."""
    with pytest.raises(TypeError, match="red-tea: neither the function nor `where` takes pot"):
        encodes_each(Row("red-tea", "brewed", "{thing} is red tea", pot="blue"))(_never)


def test_subjects_has_all_modules() -> None:
    """SUBJECTS has all modules of rules; its order is the order of rules in answers."""
    package = import_module("kb.rulings.encoded")
    found = {each.name for each in walk_packages(package.__path__, f"{package.__name__}.") if not each.ispkg}
    assert set(package.SUBJECTS) == found
