"""The productions: every category exists and is used, none is left-recursive; faults of the notation are refused."""

from __future__ import annotations

from graphlib import TopologicalSorter

import pytest

from kb.cards.card_parser import grammar
from kb.cards.grammar.ability_parser import AbilityParser
from kb.cards.grammar.first_words import FirstWords
from kb.cards.grammar.productions import LISTS, GrammarFault, Literal, Slot, read_grammar
from kb.cards.grammar.tokens import tokenize
from kb.cards.grammar.vocabulary import terminals, vocabulary

ROOTS = {"keyword", "keyword_line", "cost", "event", "condition", "sentence"}
"""The categories that the parser of lines asks for."""

TERMINALS = {*terminals(vocabulary()), "quoted"}


def used() -> dict[str, set[str]]:
    """Return, for each category, the categories in its templates."""
    found: dict[str, set[str]] = {}
    for (category, _), production in grammar().productions.items():
        slots = {each.category for form in production.forms for each in form if isinstance(each, Slot)}
        found.setdefault(category, set()).update(slot.rstrip(LISTS) for slot in slots if not slot.startswith("("))
    return found


def test_every_category_is_defined_and_used() -> None:
    """Templates name only categories of the files and words that code reads; each category is in a template."""
    named = set().union(*used().values())
    assert named - set(used()) - TERMINALS == set()
    assert set(used()) - named - ROOTS == set()


def test_no_left_recursion() -> None:
    """No category begins with itself, directly or through others: the parser would find nothing there."""
    first: dict[str, set[str]] = {}
    for (category, _), production in grammar().productions.items():
        beginnings = (form[0] for form in production.forms if isinstance(form[0], Slot))
        first.setdefault(category, set()).update(slot.category.rstrip(LISTS) for slot in beginnings)
    TopologicalSorter(first).prepare()


@pytest.mark.parametrize(
    "text",
    ["draw = draw~ <count>", "action:\ndraw <count>", "action:\nx = <a-b>", "action:\nx = a [b", "action:\nx = (a~/b)",
     "action:\nx = a\nx = b"],
)  # fmt: skip
def test_faults_of_the_notation(text: str) -> None:
    """A line that isn't in the notation is a fault of the program."""
    with pytest.raises(GrammarFault):
        read_grammar([text], {})


def test_lines_share_one_parser() -> None:
    """A parser of lines can be made from other productions."""
    tiny = read_grammar(["sentence:\none = draw~ <number> card#\n"], {})
    assert AbilityParser(tiny, terminals(vocabulary()))


def test_first_words() -> None:
    """A category is found by the first word of each of its templates, and so are the categories that begin with it."""
    first_words = FirstWords(grammar(), {name: each.may_begin for name, each in terminals(vocabulary()).items()})
    productions = grammar().productions
    slots = {each.category for every in productions.values() for form in every.forms for each in form
             if isinstance(each, Slot)}  # fmt: skip
    for (category, _), production in productions.items():
        for first in {form[0] for form in production.forms}:
            if isinstance(first, Literal) and category in slots:
                assert category in first_words.categories(first.singular) & first_words.categories(first.plural)
    assert {"group", "objects", "objects&", "kindword"} <= first_words.categories("elves")
    assert "kindword" not in first_words.categories("draw")
    assert "action" in first_words.categories("draws")


@pytest.mark.parametrize(
    "text",
    ["elf", "first strike", "two", "7", "X", "{W}{W}", "2/2", "+1/-1", "green", "page counter", "first strike counter",
     "once", "Glass Elf", "nonland", "non-Elf", "islandwalk", "basic landcycling"],
)  # fmt: skip
def test_what_code_reads_may_begin_with_its_first_word(text: str) -> None:
    """A category that code reads finds nothing where its first word says that it doesn't begin."""
    tokens = tokenize(text)
    found = {
        name: (each.read(tokens, 0), each.may_begin(tokens.words[0])) for name, each in terminals(vocabulary()).items()
    }
    assert any(values for values, _ in found.values())
    assert [name for name, (values, may_begin) in found.items() if values and not may_begin] == []
