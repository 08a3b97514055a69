"""For each question on which keyword abilities bear: a situation whose object A has the keyword `KEYWORDS`.

For some, the cost of the keyword `PAID` is or was paid.
"""

from __future__ import annotations

KEYWORDS, PAID = "KEYWORDS", "PAID"

_MAIN = "game: {active: p1, priority: p1, phase: main, stack: []}\n"
_DECLARING = "game: {active: p1, phase: combat, step: declare-attackers}\n"
_BLOCKS = "game: {active: p2, phase: combat, step: declare-blockers}\n"
_DAMAGE = "game: {active: p1, phase: combat, step: combat-damage}\n"
_READY = "history: {controlled_since_turn_began: {A: yes}}\n"
_CREATURE = "types: [creature], power: 2, toughness: 2, damage: 0, tapped: no, mana_cost: '{2}{G}'"


def _board(*objects: str, before: str = "", after: str = "") -> str:
    listed = "".join(f"  - {{{each}}}\n" for each in objects)
    return f"{before}usual: yes\nclosed: [battlefield, stack]\nplayers: {{p1: , p2: }}\nobjects:\n{listed}{after}"


def _permanent(facts: str = "", identity: str = "A", player: str = "p1", types: str = _CREATURE) -> str:
    keywords = f", keywords: [{KEYWORDS}]" if identity == "A" else ", keywords: []"
    return f"id: {identity}, zone: battlefield, controller: {player}, owner: {player}, {types}{keywords}{facts}"


def _spell(zone: str, facts: str = "") -> str:
    controller = "controller: p1, " if zone == "stack" else ""
    return (
        f"id: A, zone: {zone}, owner: p1, {controller}types: [sorcery], mana_cost: '{{2}}{{G}}', "
        f"keywords: [{KEYWORDS}]{facts}"
    )


_B = _permanent(identity="B")
_OTHER = _permanent(identity="B", player="p2")
_DIES = "proposed: {events: [{happens: die, things: [A]}]}\n"
_DESTROYED = "proposed: {events: [{happens: destroy, things: [A]}]}\n"
_DISCARDED = "proposed: {events: [{happens: discard, things: [A]}]}\n"
_ALONE = _board(_permanent(), before=_MAIN)
_AURA = _permanent(", attached_to: B", types="types: [enchantment], subtypes: [aura]")
_SAGA = _permanent(", counters: {lore: 1}, final_chapter: 3", types="types: [enchantment], subtypes: [saga]")

BOARDS: dict[str, tuple[tuple[str, str], ...]] = {
    "can-activate": (
        ("can-activate A", _board(
            _permanent(f", abilities: [{{kind: activated, keyword: {KEYWORDS}, cost: '{{T}}', has_tap_symbol: yes}}]"),
            before=_MAIN)),
    ),
    "can-attack": (("can-attack A p2", _board(_permanent(), before=_DECLARING, after=_READY)),),
    "legal-attack": (("legal-attack", _board(
        _permanent(), before=_DECLARING, after=_READY + "proposed: {attackers: [{creature: A, attacks: p2}]}\n")),),
    "can-block": (("can-block A B", _board(_permanent(), _OTHER + ", attacking: p1", before=_BLOCKS)),),
    "legal-block": (("legal-block", _board(
        _permanent(), _OTHER + ", attacking: p1", before=_BLOCKS,
        after="proposed: {blockers: [{creature: A, blocks: [B]}]}\n")),),
    "can-cast": (("can-cast A", _board(_spell("hand"), before=_MAIN)),
                 ("can-cast A", _board(_spell("exile"), before=_MAIN)),
                 ("can-cast A", _board(_spell("hand"), before=_MAIN.replace("active: p1", "active: p2")))),
    "chapters": (("chapters A", _board(_SAGA)),),
    **{each: ((f"{each} A", _ALONE),) for each in (
        "abilities", "characteristics", "color", "mana-value", "power", "power-toughness", "toughness",
        "color-identity", "enters-as", "land-types", "name",
    )},
    "type-line": (("type-line A", _ALONE), ("type-line A", _board(_permanent(", attached_to: B"), _B)),
                  ("type-line A", _board(_permanent(f", alternative_costs: [{PAID}], counters: {{time: 1}}")))),
    "is": (("is A creature", _ALONE),),
    "creatures-of": (("creatures-of p1", _ALONE),),
    "devotion": (("devotion p1 green", _ALONE),),
    "same-name": (("same-name A B", _board(_permanent(", name: X"), f"{_B}, name: X")),),
    "combat-damage": (("combat-damage A", _board(
        _permanent(", attacking: p2, blocked: yes, blocked_by: [B]"), _OTHER + ", blocking: [A]", before=_DAMAGE)),),
    "combat-steps": (("combat-steps", _board(
        _permanent(", attacking: p2, blocked: no"), before=_DAMAGE)),),
    "damage": (("damage A p2", _board(_permanent())),
               ("damage", _board(_permanent(), _OTHER, after="proposed: {damage: [{source: B, to: A, amount: 1}]}\n"))),
    "life-total": (("life-total p2", _board(
        _permanent(), after="proposed: {damage: [{source: A, to: p2, amount: 1}]}\n")),),
    "excess-damage": (("excess-damage B", _board(
        _permanent(), _OTHER, after="proposed: {damage: [{source: A, to: B, amount: 3}]}\n")),
                      ("excess-damage A", _board(
        _permanent(), _OTHER, after="proposed: {damage: [{source: B, to: A, amount: 3}]}\n")),),
    "defeated": (("defeated A", _board(
        _permanent(types="types: [battle], subtypes: [siege], counters: {defense: 1}"), _OTHER,
        after="proposed: {damage: [{source: B, to: A, amount: 1}]}\n")),),
    "toxic-value": (("toxic-value A", _ALONE),),
    "event-becomes": (("event-becomes A", _board(_permanent(), after=_DESTROYED)),
                      ("event-becomes A", _board(_permanent(), after=_DIES)),
                      ("event-becomes A", _board(_spell("hand"), after=_DISCARDED)),
                      ("event-becomes B", _board(_AURA, _B, after=_DESTROYED.replace("A", "B"))),
                      ("event-becomes p1", _board(
                          _spell("graveyard"), after="proposed: {events: [{happens: draw, things: [p1]}]}\n"))),
    "moves-to": (("moves-to A", _board(_permanent(), after=_DESTROYED)),
                 ("moves-to A", _board(_permanent(), after=_DIES)),
                 ("moves-to A", _board(_spell("hand"), after=_DISCARDED)),
                 ("moves-to A", _board(_spell("stack"), after=_DISCARDED.replace("discard", "counter")))),
    "replacement-order": (("replacement-order B", _board(_AURA, _B, after=_DESTROYED.replace("A", "B"))),),
    "sba": (("sba", _board(_permanent().replace("damage: 0", "damage: 2"))),
            ("sba", _board(_AURA, _B.replace("damage: 0", "damage: 2")))),
    "draws": (("draws p1", _board(_spell("graveyard"), before="game: {active: p1, step: draw, turn: 2}\n")),),
    "enters": (("enters A", _board(
        f"id: A, zone: stack, owner: p1, controller: p1, types: [planeswalker], loyalty: 4, keywords: [{KEYWORDS}]")),
               ("enters A", _board(_permanent(f", alternative_costs: [{PAID}]").replace("battlefield", "stack").replace(
                   "tapped: no, ", ""))),
               ("enters A", _board(_permanent().replace("battlefield", "stack").replace("tapped: no, ", ""))),),
    "can-choose-modes": (("can-choose-modes A", _board(_spell("hand"), after="proposed: {modes: 2}\n")),),
    "pays-cost": (("pays-cost A", _board(_spell("hand"), after="proposed: {pays: {green: 1}}\n")),),
    "can-pay-cost": (("can-pay-cost p1 A", _board(_spell("hand")).replace("p1: ,", "p1: {mana: {green: 1}},")),),
    "ways-to-pay": (("ways-to-pay A", _board(_spell("hand"))),),
    "resolves-to": (("resolves-to A", _board(_spell("stack"))),),
    "special-action": (("special-action A", _board(_spell("hand"), before=_MAIN)),),
    "can-splice": (("can-splice A B", _board(
        _spell("hand"), "id: B, zone: hand, owner: p1, types: [instant], subtypes: [arcane], keywords: []",
        before=_MAIN)),),
    "tap-to-pay": (("tap-to-pay A B", _board(_spell("hand"), _B.replace("[creature]", "[artifact, creature]"))),),
    "taps-to-attack": (("taps-to-attack A", _ALONE),),
    "can-target": (("can-target A B", _board(_spell("stack", ", can_target: [creature]"), _OTHER)),
                   ("can-target A B", _board(
                       _spell("stack", f", can_target: [creature], alternative_costs: [{PAID}]"), _OTHER)),
                   ("can-target B A", _board(
                       _permanent(), "id: B, zone: stack, owner: p2, controller: p2, types: [sorcery], keywords: [], "
                       "can_target: [creature], colors: [red]"))),
    **{each.split()[0]: ((each, _board(_spell("stack", f", targets: [B], alternative_costs: [{PAID}]"), _OTHER)),)
       for each in ("number-of-targets A", "targeted A", "targets-only A B")},
    "total-cost": (("total-cost A", _board(_spell("hand"))),
                   ("total-cost A", _board(_spell("hand", f", alternative_costs: [{PAID}]"))),
                   ("total-cost A", _board(_spell("graveyard")))),
    "can-transform": (("can-transform A", _board(_permanent(", layout: transforming, face_up: front"))),),
    "trigger-count": (("trigger-count A", _board(_permanent(), after=_DIES)),
                      ("trigger-count A", _board(_spell("hand"), after=_DISCARDED)),
                      ("trigger-count A", _board(
                          _permanent(f", alternative_costs: [{PAID}]"), after=_DIES))),
    "untaps": (("untaps A", _board(
        _permanent().replace("tapped: no", "tapped: yes"), before="game: {active: p1, step: untap}\n")),),
    "cumulative-upkeep": (("cumulative-upkeep A", _board(
        _permanent(", counters: {}"), before="game: {active: p1, step: upkeep}\n")),),
    "day-night": (("day-night", _board(_permanent(", face_up: front"), before="game: {day_night: neither}\n")),),
    "starting-loyalty": (("starting-loyalty A", _board(
        f"id: A, zone: stack, owner: p1, controller: p1, types: [planeswalker], loyalty: 4, keywords: [{KEYWORDS}]")),),
    "can-crew": (("can-crew A B", _board(
        _permanent(types="types: [artifact], subtypes: [vehicle], tapped: no"), _B, before=_MAIN)),),
}  # fmt: skip
"""The questions, each with command lines and their situations."""
