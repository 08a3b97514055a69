"""The vocabulary as a page and as a JSON Schema: docs/situations.md and docs/schema are made from here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.rulings.situation.fact import MISSING, Entity, Fact
from kb.rulings.situation.situation import SITUATION_FORMAT
from kb.rulings.situation.vocabulary import HISTORY_FACTS, PART_CLASSES, SECTION_CLASSES, ZONES


def fact_tables() -> str:
    """The facts of every kind of thing as tables in Markdown."""
    kinds = [(name, kind) for name, kind in SECTION_CLASSES.items()]
    blocks = [_table(f"`{name}`", kind, _own(kind)) for name, kind in kinds]
    blocks.append(_table("`history`, by fact and id", Entity, [fact for _kind, fact in HISTORY_FACTS.values()]))
    blocks += [_table(kind.kind_name(), kind, _own(kind)) for kind in PART_CLASSES]
    return "\n".join(blocks)


def _own(kind: type[Entity]) -> list[Fact]:
    return [fact for fact in kind.facts().values() if not fact.history]


def _table(title: str, kind: type[Entity], facts: list[Fact]) -> str:
    what = (kind.__doc__ or "").partition("\n")[0] if kind is not Entity else "What happened before."
    rows = [f"### {title}", "", what, "", "| fact | values | means | rule | not stated |", "|---|---|---|---|---|"]
    rows += [_row(fact) for fact in facts]
    return "\n".join((*rows, ""))


def _row(fact: Fact) -> str:
    owner = next((kind for kind, each in HISTORY_FACTS.values() if each is fact), None)
    whose = f" of {owner.section}" if owner is not None else ""
    means = "; ".join(part for part in (_label(fact), fact.means) if part)
    return f"| `{fact.name}` | {fact.form}{whose} | {means} | {fact.rule} | {_unstated(fact)} |"


def _label(fact: Fact) -> str:
    return fact.label.replace("{it}", "it").replace("{kind}", "a kind")


def _unstated(fact: Fact) -> str:
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
    """The JSON Schema of a situation, for editors."""
    definitions = {kind.kind_name(): _object(_own(kind)) for kind in PART_CLASSES}
    definitions["id"] = {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_'-]{0,39}$"}
    properties: dict[str, Any] = {
        "format": {"const": SITUATION_FORMAT},
        "as_of": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "description": "the day whose rules"
                  " are asked; --as-of wins over it"},
        "usual": {"type": "boolean", "description": "take what isn't stated at its usual value, where it has one"},
        "closed": {"type": "array", "items": {"enum": list(ZONES)}, "description": "zones all of whose objects are"
                   " listed"},
    }  # fmt: skip
    properties["game"] = _object(_own(SECTION_CLASSES["game"]))
    properties["players"] = {
        "type": "object",
        "propertyNames": {"$ref": "#/$defs/id"},
        "additionalProperties": {"oneOf": [{"type": "null"}, _object(_own(SECTION_CLASSES["players"]))]},
    }
    thing = _object(_own(SECTION_CLASSES["objects"]))
    thing["properties"] = {"id": {"$ref": "#/$defs/id"}, **thing["properties"]}
    properties["objects"] = {"type": "array", "items": {**thing, "required": ["id"]}}
    properties["proposed"] = _object(_own(SECTION_CLASSES["proposed"]))
    properties["effects"] = {"type": "array", "items": _object(_own(SECTION_CLASSES["effects"]))}
    properties["history"] = {
        "type": "object",
        "properties": {name: _past(fact) for name, (_kind, fact) in HISTORY_FACTS.items()},
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SITUATION_FORMAT,
        "description": "A situation that executable rules are asked about; docs/situations.md explains it.",
        "type": "object",
        "required": ["format"],
        "properties": properties,
        "additionalProperties": False,
        "$defs": definitions,
    }


def _object(facts: list[Fact]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(_properties(facts)),
        "additionalProperties": False,
    }


def _properties(facts: list[Fact]) -> Iterator[tuple[str, dict[str, Any]]]:
    for fact in facts:
        values = fact.json_schema()
        rule = f" ({fact.rule})" if fact.rule else ""
        described = {"description": f"{_label(fact)}{rule}"}
        # Nothing is stated by null, too.
        if "type" in values:
            yield fact.name, {**values, "type": [values["type"], "null"], **described}
        else:
            yield fact.name, {"enum": [*values["enum"], None], **described}


def _past(fact: Fact) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": fact.json_schema(), "description": _label(fact)}
