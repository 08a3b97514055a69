"""docs/situations.md and the JSON Schema agree with the vocabulary, and the page's examples are valid."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import jsonschema
import pytest
import yaml

from bench.schema_faults import measure
from bench.situation_docs import fact_tables, json_schema, keyword_table
from kb.errors import BadSituation
from kb.rulings.review.printed_examples import packaged_cases
from kb.rulings.situation.parser import situation_from_text

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/situations.md"
SCHEMA = ROOT / "docs/schema/cr-situation-1.schema.json"
BEGIN, END = (
    "<!-- facts: made by bench/situation_docs.py -->\n",
    "<!-- end of facts -->\n",
)


KEYWORDS_BEGIN, KEYWORDS_END = (
    "<!-- keywords: made by bench/situation_docs.py -->\n",
    "<!-- end of keywords -->\n",
)


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))


@pytest.mark.parametrize(
    ("begin", "end", "tables"),
    [(BEGIN, END, fact_tables), (KEYWORDS_BEGIN, KEYWORDS_END, keyword_table)],
    ids=["facts", "keywords"],
)
def test_page_lists_every_fact(update: bool, begin: str, end: str, tables: Callable[[], str]) -> None:
    """The tables of docs/situations.md are generated from the vocabulary; --update writes them."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(begin)
    _old, after = rest.split(end)
    expected = f"{before}{begin}\n{tables()}\n{end}{after}"
    if update:
        PAGE.write_text(expected, encoding="utf-8")
        return
    assert text == expected


def test_schema_is_made_from_the_vocabulary(update: bool) -> None:
    """The published JSON Schema is generated from the vocabulary; --update writes it."""
    expected = json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"
    if update:
        SCHEMA.write_text(expected, encoding="utf-8")
        return
    assert SCHEMA.read_text(encoding="utf-8") == expected


def shown_situations() -> list[str]:
    """Return the situations of the page and its folder."""
    blocks = re.findall(r"```yaml\n(format: cr-situation/1\n.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return [*blocks, *(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs/situations").glob("*.yaml")))]


@pytest.mark.parametrize("text", shown_situations())
def test_shown_situations_are_valid(text: str) -> None:
    """Each situation of the page is parsed without a fault and fits the schema."""
    situation_from_text(text, "shown")
    _validator().validate(yaml.load(text, yaml.BaseLoader) and _typed(text))


@cache
def _validator() -> jsonschema.Draft202012Validator:
    """Return the validator of the schema, which is a valid schema itself."""
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def _typed(text: str) -> object:
    """Load a text as an editor does, which doesn't convert dates."""
    loader = type("Loader", (yaml.SafeLoader,), {})
    loader.yaml_implicit_resolvers = {
        key: [(tag, pattern) for tag, pattern in rows if tag != "tag:yaml.org,2002:timestamp"]
        for key, rows in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    return yaml.load(text, loader)  # type: ignore[arg-type]


def test_effects_that_the_page_shows_can_be_stated() -> None:
    """Each effect in the page's table is accepted in a situation that has the players and objects it names."""
    effects = re.findall(r"\| `(\{says: [^`]*\})` \|", PAGE.read_text(encoding="utf-8"))
    assert len(effects) >= 8
    for effect in effects:
        situation_from_text(
            f"format: cr-situation/1\nplayers: {{p1: , p2: }}\nobjects: [{{id: A}}, {{id: B}}]\neffects: [{effect}]",
            "page",
        )


@pytest.mark.parametrize(
    "facts",
    [
        "objects: [{id: A, keywords: [fliyng]}]",
        "objects: [{id: A, keywords: [haste, 'frist strike']}]",
        "objects: [{id: A, types: [creture]}]",
        "objects: [{id: A, subtypes: [Forrest]}]",
        "objects: [{id: A, supertypes: [legendry]}]",
        "objects: [{id: A, faces: [{keywords: [fliyng]}]}]",
        "objects: [{id: A, abilities: [{keyword: cyclign}]}]",
        "objects: [{id: A, zone: battelfield}]",
        "objects: [{id: A, tapped: perhaps}]",
        "objects: [{id: A, power: two}]",
        "objects: [{zone: hand}]",
        "objects: [{id: A, power: 3, base_power: 2}]",
        "objects: [{id: A, toughness: 3, printed_power: '*'}]",
        "objects: [{id: A, type_line: Land, types: [land]}]",
        "objects: [{id: A, faces: [{type_line: Land, subtypes: [forest]}]}]",
        "objects: [{id: A, created_as: a Bear token, power: 2}]",
        "players: {p1: {mana: {grene: 1}}}",
        "effects: [{says: cnat, does: attack}]",
        "effects: [{says: has, keywords: [fliyng]}]",
        "effects: [{says: is, subtypes: [Forrest]}]",
        "effects: [{says: gets, affects: [creture], power: 1}]",
        "effects: [{says: gets, affects: [creature wiht flying], power: 1}]",
        "effects: [{says: cant, does: block, quality: [articat]}]",
        "objects: [{id: A, can_target: [nonblak creature]}]",
        "objects: [{id: A, type_line: Legendary Creture}]",
        "objects: [{id: A, type_line: Creature — Drwarf}]",
        "objects: [{id: A, counters: {loylaty: 1}}]",
        "objects: [{id: A, counters: {chargge: 1}}]",
        "game: {phase: mian}",
        "closed: [battelfield]",
        "heroes: []",
    ],
)
def test_the_schema_refuses_what_the_parser_refuses(facts: str) -> None:
    """An editor with the schema marks the faults that the parser reports, wherever a schema can."""
    text = f"format: cr-situation/1\n{facts}"
    with pytest.raises(BadSituation):
        situation_from_text(text, "test")
    with pytest.raises(jsonschema.ValidationError):
        _validator().validate(_typed(text))


@pytest.mark.parametrize(
    "facts",
    [
        "objects: [{id: A, copy: no}]",
        "objects: [{id: A, counters: {loyalty: 1, blorp: 2, +1/+1: 1}}]",
        "objects: [{id: A, type_line: Legendary Snow Artifact Creature — Time Lord Elf}]",
        "objects: [{id: A, type_line: Plane — New Phyrexia}]",
        "objects: [{id: A, can_target: [Goblins, noncreature spell, 'white or black creature with flying or reach']}]",
        "objects: [{id: A, can_target: ['creature named Xyz the Third', creature that shares a color with B, wolves]}]",
        "objects: [{id: A, can_target: [creature with an oil counter on it, card in an opponent’s graveyard]}]",
        "effects: [{says: gets, affects: [artifact that isn't tapped you don't control], power: 1}]",
        "effects: [{says: cant, does: be-targeted, quality: [life 10 or less]}]",
        "effects: [{says: enters, quality: [blorp], amount: 2}]",
    ],
)
def test_the_schema_accepts_what_the_parser_accepts(facts: str) -> None:
    text = f"format: cr-situation/1\n{facts}"
    situation_from_text(text, "test")
    _validator().validate(_typed(text))


def test_the_schema_finds_most_faults() -> None:
    """Words of situations are misspelt by lot. What the schema can't find are ids of things that aren't listed."""
    found = measure(list(packaged_cases()), 400, 3)
    assert found.share >= 0.9
    assert found.wrong == []


@pytest.mark.parametrize("facts", ["power: 3, base_power: null", "base_power: 3, power: null", "base_power: 3"])
def test_the_schema_accepts_a_form_beside_nothing(facts: str) -> None:
    """A fact with the value null isn't stated, so it is no second form."""
    text = f"format: cr-situation/1\nobjects: [{{id: A, {facts}}}]"
    situation_from_text(text, "test")
    _validator().validate(_typed(text))


def test_the_schema_accepts_words_as_the_parser_does() -> None:
    """Upper case, typographic apostrophes, and keyword abilities with what follows them fit the schema."""
    text = (
        "format: cr-situation/1\nobjects:\n  - {id: A, subtypes: [Forest, Urza’s, Time Lord], keywords: [Flying, "
        "first_strike, 'ward {2}', 'ward—Pay 3 life', snow swampwalk, 'islandcycling {2}', Start your engines!]}"
    )
    situation_from_text(text, "test")
    _validator().validate(_typed(text))
