"""Questions in English and French on the command line: the printed answer, the messages, the JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.cli.test_json import validate


def test_what_a_word_was_taken_for_stands_on_stderr(rules: Any, starter_home: Path) -> None:
    """stderr names the translated words; stdout has only the hits, each with its language."""
    outcome = rules("search", "arpenteurs", "--limit", "1", home=starter_home)
    lines = outcome.out.splitlines()
    assert (outcome.status, lines[0]) == (0, "306  Planeswalkers")
    assert lines[-1] == "en 2025-06-06, excerpt; to read on: rules show 306"
    assert "rules: arpenteur → planeswalker\n" in outcome.err
    french = rules("search", "arpenteurs", "--limit", "1", "--lang", "fr", home=starter_home)
    lines = french.out.splitlines()
    assert lines[0] == "306  Planeswalkers"
    assert lines[-1] == "fr 2018-04-27, excerpt; to read on: rules show 306 --lang fr"


def test_json_says_it_too(rules: Any, starter_home: Path) -> None:
    """`translated` lists the translated terms; it is empty if no term was translated."""
    outcome = rules("search", "capacites de loyauté", "--json", home=starter_home)
    validate(outcome.data, "search")
    assert outcome.data["translated"] == [{"word": "capacité de loyauté", "as": "loyalty ability"}]
    assert outcome.data["hits"][0]["number"] == "306.5d"
    assert rules("search", "loyalty", "--json", home=starter_home).data["translated"] == []


def test_hits_of_both_languages(rules: Any, starter_home: Path) -> None:
    """In French, 306 comes in French and 302.6, which has none, in English; the schema holds for both."""
    for query, lang in (("marqueurs loyauté", "fr"), ("mal d'invocation", "en")):
        outcome = rules("search", query, "--lang", "fr", "--json", home=starter_home)
        validate(outcome.data, "search")
        assert outcome.data["hits"][0]["lang"] == lang


def test_terms_of_the_other_language(rules: Any, newest_home: Path) -> None:
    """`define` and `show` take a French word in English, an English one in French."""
    shown = rules("show", "vol", home=newest_home)
    assert shown.out.startswith("702.9b A creature with flying")
    assert "rules: vol → flying\n" in shown.err
    french = rules("show", "vol", "--lang", "fr", "--json", home=newest_home).data["rules"]
    assert [(rule["number"], rule["lang"]) for rule in french] == [("702.9b", "en")]
    for words, lang in ((["vol"], "en"), (["flying"], "fr"), (["Vol"], "fr")):
        outcome = rules("define", *words, "--lang", lang, "--json", home=newest_home)
        validate(outcome.data, "define")
        assert (outcome.data["term"], outcome.data["lang"]) == ("Flying", "en")
        assert outcome.data["defining_rule"]["number"] == "702.9b"
    nothing = rules("define", "xyzzy", "--lang", "fr", home=newest_home)
    assert nothing.status == 1 and "'xyzzy' is no term in the knowledge base in fr" in nothing.err


def test_a_heading_has_the_language_of_its_rule(rules: Any, newest_home: Path) -> None:
    """306 is a French heading without a French entry of the glossary."""
    data = rules("define", "planeswalker", "--lang", "fr", "--json", home=newest_home).data
    validate(data, "define")
    assert (data["senses"], data["lang"], data["defining_rule"]["lang"]) == ([], "fr", "fr")
