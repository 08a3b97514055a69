"""Document the facts that a situation can state: the tables of docs/situations.md, and the JSON Schema in docs/schema.

    python -m pytest tests/kb/rulings/test_documentation.py --update

writes the tables and the schema.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kb.rulings.engine.keyword_bearings import ASPECTS, UnreadBearing, keyword_bearings
from kb.rulings.situation.consistency import EXCLUSIVE_FACTS
from kb.rulings.situation.fact import ID_PATTERN, MISSING, AnyFact, Entity
from kb.rulings.situation.fact_types import CountsFact, NumberFact, PartsFact, WordFact, WordListFact, YesNoFact
from kb.rulings.situation.known_words import PROGRAM_WORDS
from kb.rulings.situation.phrase_parser import phrase_words
from kb.rulings.situation.situation import SITUATION_FORMAT
from kb.rulings.situation.type_line import CARD_TYPES, SUPERTYPES
from kb.rulings.situation.vocabulary import COLORS, HISTORY_FACTS, PART_CLASSES, SECTION_CLASSES, ZONES, EffectFacts
from kb.rulings.situation.vocabulary.counter_kinds import COUNTER_KINDS
from kb.rulings.situation.vocabulary.keyword_names import KEYWORD_NAMES
from kb.rulings.situation.vocabulary.printed_fact_types import (
    KeywordAbilitiesFact,
    KeywordFact,
    PhraseFact,
    PhrasesFact,
    QualitiesFact,
    SubtypesFact,
    TypeLineFact,
)
from kb.rulings.situation.word_checks import OF_COUNTERS, OF_MANA

_PLURALS = (("f", "ves"), ("fe", "ves"), ("y", "ies"), ("man", "men"))
"""Endings of words, with the ending of the plural."""


def fact_tables() -> str:
    """Return the facts of every kind of entity as tables in Markdown."""
    tables = [_table(f"`{name}`", _summary(kind), _rows(_own(kind))) for name, kind in SECTION_CLASSES.items()]
    past = (_row(fact, f", for each {_nouns()[fact]}") for kind, fact in HISTORY_FACTS.values())
    tables.append(_table("`history`, by fact and id", "What happened before.", past))
    tables += [_table(kind.kind_name(), _summary(kind), _rows(_own(kind))) for kind in PART_CLASSES]
    return "\n".join(tables)


def keyword_table() -> str:
    """Return a table in Markdown: for each aspect, its questions and the keyword abilities that bear on it."""
    rows = []
    for aspect, asked in ASPECTS.items():
        bearing = {name: each.aspects[aspect] for name, each in keyword_bearings().items() if aspect in each.aspects}
        read = [name for name, how in bearing.items() if not isinstance(how, UnreadBearing)]
        unread = [name for name, how in bearing.items() if isinstance(how, UnreadBearing)]
        questions = ", ".join(f"`{each}`" for each in asked.questions.split())
        rows.append(f"| {questions} | {', '.join(sorted(read))} | {', '.join(sorted(unread))} |")
    return "\n".join(("| questions | read | leave the answer open |", "|---|---|---|", *rows, ""))


def _nouns() -> dict[AnyFact, str]:
    """Return the noun for the entities of each fact: `player`, `object`, `ability`."""
    kinds = [*SECTION_CLASSES.values(), *PART_CLASSES]
    nouns = {kind: kind.section.removesuffix("s") or kind.kind_name() for kind in kinds}
    return {fact: noun for kind, noun in nouns.items() for fact in kind.facts().values()}


def _own(kind: type[Entity]) -> list[AnyFact]:
    return [fact for fact in kind.facts().values() if not fact.history]


def _summary(kind: type[Entity]) -> str:
    return (kind.__doc__ or "").partition("\n")[0]


def _table(title: str, summary: str, rows: Iterable[str]) -> str:
    head = ("| fact | values | means | rule | not stated |", "|---|---|---|---|---|")
    return "\n".join((f"### {title}", "", summary, "", *head, *rows, ""))


def _rows(facts: Iterable[AnyFact]) -> Iterator[str]:
    return (_row(fact) for fact in facts)


def _row(fact: AnyFact, whose: str = "") -> str:
    means = "; ".join(part for part in (_label(fact), fact.means) if part)
    return f"| `{fact.name}` | {fact.form}{whose} | {means} | {fact.rule} | {_if_not_stated(fact)} |"


def _label(fact: AnyFact) -> str:
    return fact.label.replace("{it}", f"this {_nouns()[fact]}").replace("{kind}", "a kind")


def _if_not_stated(fact: AnyFact) -> str:
    if fact.otherwise is not MISSING:
        return f"`{_shown(fact.otherwise)}`"
    words = [fact.unknown or "unknown"]
    if fact.closed:
        words.append(f"in a closed zone `{_shown(fact.usual)}`")
    elif fact.usual is not MISSING:
        words.append(f"usually `{_shown(fact.usual)}`")
    return "; ".join(words)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return {(): "[]"}.get(value, str(value)) if not isinstance(value, dict) else "{}"


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a situation, which text editors can use."""
    game, players, objects, proposed, _effects = (_object(_own(kind)) for kind in SECTION_CLASSES.values())
    objects["properties"] = {"id": {"$ref": "#/$defs/id"}, **objects["properties"]}
    properties: dict[str, Any] = {
        "format": {"const": SITUATION_FORMAT},
        "as_of": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "description": "the day whose rules"
                  " are asked; --as-of wins over it"},
        "usual": {"type": "boolean", "description": "take what isn't stated at its usual value, where it has one"},
        "closed": {"type": "array", "items": {"enum": list(ZONES)}, "description": "zones all of whose objects are"
                   " listed"},
        "game": game,
        "players": {"type": "object", "propertyNames": {"$ref": "#/$defs/id"},
                    "additionalProperties": {"oneOf": [{"type": "null"}, players]}},
        "objects": {"type": "array", "items": {**objects, "required": ["id"]}},
        "proposed": proposed,
        "effects": {"type": "array", "items": _effect(_own(EffectFacts))},
        "history": {"type": "object", "properties": {name: _past(fact) for name, (_kind, fact) in
                    HISTORY_FACTS.items()}, "additionalProperties": False},
    }  # fmt: skip
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SITUATION_FORMAT,
        "description": "A situation that executable rules are asked about; docs/situations.md explains it.",
        "type": "object",
        "required": ["format"],
        "properties": properties,
        "additionalProperties": False,
        "$defs": {kind.kind_name(): _object(_own(kind)) for kind in PART_CLASSES}
        | {"id": {"type": "string", "pattern": f"^{ID_PATTERN.pattern}$"}, **_words()},
    }


def _object(facts: Iterable[AnyFact]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": (properties := {fact.name: _or_null(fact) for fact in facts}),
        "additionalProperties": False,
    } | _exclusive(properties)


def _effect(facts: Iterable[AnyFact]) -> dict[str, Any]:
    """Return the JSON Schema of effects. Only an effect on how something enters may name counters as its quality."""
    enters = {"required": ["says"], "properties": {"says": {"enum": ["enters", "copies"]}}}
    others = f"^({_letters_in_any_case(EffectFacts.quality.others)})$"
    quality = {"anyOf": [{"$ref": "#/$defs/phrase"}, {"type": "string", "pattern": others}]}
    return _object(facts) | {
        "if": {"not": enters}, "then": {"properties": {"quality": {"items": quality}}},
    }  # fmt: skip


def _exclusive(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a JSON Schema that refuses facts of which an object states only one."""
    rows = {
        form: {each: {"type": "null"} for each in others if each in properties}
        for form, others in EXCLUSIVE_FACTS.items()
        if form in properties
    }
    conditions = [
        {"if": {"required": [form], "properties": {form: {"not": {"type": "null"}}}}, "then": {"properties": absent}}
        for form, absent in rows.items()
        if absent
    ]
    return {"allOf": conditions} if conditions else {}


def _or_null(fact: AnyFact) -> dict[str, Any]:
    """Return a JSON Schema that allows the values of a fact and null. With null, the fact isn't stated."""
    values = _values(fact)
    description = {"description": f"{_label(fact)}{f' ({fact.rule})' if fact.rule else ''}"}
    if "type" in values:
        return {**values, "type": [values["type"], "null"], **description}
    if "$ref" in values:
        return {"oneOf": [{"type": "null"}, values], **description}
    if "enum" not in values:
        return {"anyOf": [values, {"type": "null"}], **description}
    return {"enum": [*values["enum"], None], **description}


def _past(fact: AnyFact) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": _values(fact), "description": _label(fact)}


def _values(fact: AnyFact) -> dict[str, Any]:
    """Return a JSON Schema that allows the values of a fact."""
    if isinstance(fact, YesNoFact):
        return {"type": "boolean"}
    if isinstance(fact, NumberFact):
        return {"type": "integer"} | ({} if fact.least == float("-inf") else {"minimum": int(fact.least)})
    if isinstance(fact, CountsFact):
        counts = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}
        mana = "|".join((*COLORS, "colorless"))
        if fact.name in OF_COUNTERS:
            return {**counts, "propertyNames": {"$ref": "#/$defs/counter"}}
        return {**counts, "propertyNames": {"pattern": f"^({mana})( ({mana}))*$"}} if fact.name in OF_MANA else counts
    if isinstance(fact, PartsFact):
        return {"type": "array", "items": {"$ref": f"#/$defs/{fact.of.kind_name()}"}}
    if isinstance(fact, WordFact | WordListFact):
        word = _word(fact)
        return word if isinstance(fact, WordFact) else {"type": "array", "items": word}
    raise TypeError(f"{fact.name} has no schema")


def _word(fact: WordFact | WordListFact) -> dict[str, Any]:
    """Return a JSON Schema that allows one word of a fact."""
    if isinstance(fact, QualitiesFact):
        return {"type": "string", "minLength": 1}
    if isinstance(fact, PhrasesFact | PhraseFact):
        phrase = {"$ref": "#/$defs/phrase"}
        if not fact.others:
            return phrase
        return {"anyOf": [phrase, {"type": "string", "pattern": f"^({_letters_in_any_case(fact.others)})$"}]}
    if isinstance(fact, TypeLineFact):
        return {"$ref": "#/$defs/type-line"}
    if isinstance(fact, SubtypesFact | KeywordAbilitiesFact | KeywordFact):
        return {"$ref": f"#/$defs/{'subtype' if isinstance(fact, SubtypesFact) else 'keyword-ability'}"}
    # YAML reads a `no` without quotes as false.
    choices = [*fact.choices, *([False] if isinstance(fact, WordFact) and "no" in fact.choices else [])]
    return {"enum": choices} if choices else {"type": "string", "minLength": 1}


def _words() -> dict[str, Any]:
    """Return the JSON Schemas of subtypes and keyword abilities. They know the words of the editions until now."""
    subtypes = _in_any_case((*PROGRAM_WORDS.subtypes, "enchant .*"))
    names = _in_any_case((*KEYWORD_NAMES, *(each.removesuffix("!") for each in KEYWORD_NAMES)))
    typed = _in_any_case(("walk", "cycling", "offering"))
    return {
        "subtype": {"type": "string", "pattern": f"^({subtypes})$"},
        "type-line": _type_line(),
        "phrase": _phrase(),
        "counter": _counter(),
        "keyword-ability": {"type": "string", "pattern": f"^(({names})|.+({typed}))($|[ _\N{EM DASH}-])"},
    }


def _type_line() -> dict[str, Any]:
    """Return the JSON Schema of type lines. After the dash of a plane, any words may stand."""
    word, subtype = _in_any_case((*CARD_TYPES, *SUPERTYPES)), _in_any_case(PROGRAM_WORDS.subtypes)
    dash = "\\s*(—|–|--|\\s-\\s)\\s*"
    before = f"^\\s*({word})(\\s+({word}))*\\s*"
    types = {"type": "string", "pattern": f"{before}({dash}(({subtype})(\\s+|$))*)?$"}
    planes = {"type": "string", "pattern": f"\\b[Pp][Ll][Aa][Nn][Ee]\\b.*{dash}"}
    return {"anyOf": [types, planes]}


def _phrase() -> dict[str, Any]:
    """Return the JSON Schema of phrases. It checks the words; the parser also checks their order."""
    words = {*phrase_words(), *(part for each in PROGRAM_WORDS.subtypes for part in each.split())}
    irregular = {each[: -len(end)] + plural for each in words for end, plural in _PLURALS if each.endswith(end)}
    word = f"([Nn][Oo][Nn]-?)?({_in_any_case((*words, *irregular))})([Ss]|[Ee][Ss])?"
    of_anything = _letters_in_any_case("[^ ]+ counters?|colou?r with [^ ]+")
    token, free = f"({word}|[0-9]+|{of_anything})", _letters_in_any_case("named .+|(protection|hexproof) from .+")
    return {"type": "string", "pattern": f"^\\s*({token}([ ,-]+|$))*({free})?$"}


def _counter() -> dict[str, Any]:
    """Return the JSON Schema of kinds of counters: any word that isn't nearly a known kind (122.1)."""
    near = "|".join(dict.fromkeys(part for kind in COUNTER_KINDS if len(kind) > 3 for part in _misspellings(kind)))
    return {"type": "string", "anyOf": [{"enum": list(COUNTER_KINDS)}, {"not": {"pattern": f"^({near})$"}}]}


def _misspellings(word: str) -> Iterator[str]:
    """Yield patterns for a word with one letter left out, replaced or doubled, or with two letters exchanged."""
    for at in range(len(word)):
        yield f"{word[:at]}.?{word[at + 1 :]}"
        yield f"{word[:at]}{word[at]}{word[at:]}"
        if word[at : at + 1] != word[at + 1 : at + 2] and at + 1 < len(word):
            yield f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}"


def _letters_in_any_case(pattern: str) -> str:
    return re.sub(r"(?<!\\)[a-z]", lambda found: f"[{found[0].upper()}{found[0]}]", pattern)


def _in_any_case(words: Iterable[str]) -> str:
    """Return a regular expression for words in upper and lower case. A JSON Schema has no flag for this."""
    spaced = {each.replace(" ", "[ _-]").replace("'", "['\N{RIGHT SINGLE QUOTATION MARK}]") for each in words}
    known = sorted(spaced, key=lambda each: (-len(each), each))
    return "|".join(re.sub(r"[a-z]", lambda found: f"[{found[0].upper()}{found[0]}]", each) for each in known)
