"""What a line of a card can change, from its tree: its topics. A line can't bear on a question about other topics.

A line whose tree has a statement without a known topic may bear on everything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from kb.cards.grammar.nodes import Node

Topic = Literal[
    "activation", "activation-costs", "attachment", "attacking", "blocking", "casting", "choices", "combat-damage",
    "characteristics", "costs-of-spells", "countering", "counters", "damage", "destruction", "drawing", "discarding",
    "dying", "entering", "hand-size", "hidden-cards", "land-plays", "legend-rule", "life", "losing-and-winning",
    "mana", "numbers",
    "sacrifice", "searching", "steps-of-the-turn", "targets", "start-of-the-game", "tokens", "transforming",
    "triggers", "untapping", "zone-changes",
]  # fmt: skip
"""What lines of cards can change and questions can ask about."""

Topics = frozenset[Topic]

ALL_TOPICS: Topics = frozenset(get_args(Topic))
"""The topics of a line that may bear on everything."""

_STATEMENTS: dict[str, tuple[Topic, ...]] = {
    "cost_less": ("costs-of-spells",), "cost_less_x": ("costs-of-spells",), "additional_cost": ("costs-of-spells",),
    "additional_may": ("costs-of-spells",), "rather_pay": ("costs-of-spells",), "rather_pay_for": ("costs-of-spells",),
    "additional_any": ("costs-of-spells",), "mana_only": ("costs-of-spells",), "once_turn": ("costs-of-spells",),
    "x_cant": ("costs-of-spells",), "ability_cost": ("activation-costs",), "abilities_cost": ("activation-costs",),
    "cast_only": ("casting",), "cast_only_two": ("casting",), "cast_only_when": ("casting",),
    "cast_only_time": ("casting",), "may_pay_more": ("casting", "costs-of-spells"),
    "may_play_from": ("casting", "land-plays"), "attack_tax": ("attacking",), "no_maximum": ("hand-size",),
    "max_hand": ("hand-size",), "max_hand_is": ("hand-size",), "max_hand_reduced": ("hand-size",),
    "max_hand_of": ("hand-size",), "play_revealed": ("hidden-cards",), "play_revealed_2": ("hidden-cards",),
    "play_hand_revealed": ("hidden-cards",), "players_hands": ("hidden-cards",), "may_look": ("hidden-cards",),
    "opening_hand": ("start-of-the-game",), "choose_not_untap": ("untapping",), "no_life": ("life",),
    "life_cant_change": ("life", "damage"), "legend_rule": ("legend-rule",), "damage_prevented": ("damage",),
    "counters_remain": ("counters",), "no_activated": ("activation",), "no_activated2": ("activation",),
    "dies_not_cause": ("triggers",), "exert": ("attacking", "triggers"), "attach_as": ("attachment",),
    "all_damage_wither": ("damage", "counters"), "may_have_enter": ("entering",),
    "control_enchanted": ("characteristics",), "whose_measure": ("characteristics",),
    "whose_measure_each": ("characteristics",), "its_measure": ("characteristics",),
    "its_measure_each": ("characteristics",), "it_still": ("characteristics",), "its_a": ("characteristics",),
    "theyre": ("characteristics",), "same_for": ("characteristics",),
}  # fmt: skip
_PREDICATES: dict[str, tuple[Topic, ...]] = {
    **dict.fromkeys(
        ("gain", "have", "lose", "lose_all", "is_colors",
         "is_colors_too", "is_kind", "is_also", "gains_activated", "become_not", "lose_card_types",
         "has_no_abilities", "still"),
        ("characteristics",),
    ),
    **dict.fromkeys(("get", "have_base", "have_base_power", "base_each", "have_bases"), ("numbers",)),
    "enter": ("entering",), "enter_bare": ("entering",), "enter_for_each": ("entering",), "enter_each": ("entering",),
    "cost_less": ("costs-of-spells", "activation-costs"), "cost_more": ("costs-of-spells", "activation-costs"),
    "cost_up_to": ("costs-of-spells", "activation-costs"), "dont_untap": ("untapping",),
    "can_attack_as": ("attacking",), "attack_bare": ("attacking",), "can_only_attack": ("attacking",),
    "can_block": ("blocking",), "can_block_group": ("blocking",), "can_only_block": ("blocking",),
    "able_to_block": ("blocking",), "must_be_blocked": ("blocking",), "block_if_able": ("blocking",),
    "assign": ("combat-damage",), "assign_unblocked": ("combat-damage",), "assign_no": ("combat-damage",),
    "trigger_more": ("triggers",), "dont_cause": ("triggers",), "affected": ("targets",),
    "can_be_targets": ("targets",),
}  # fmt: skip
_VERBS: dict[str, tuple[Topic, ...]] = {
    "attack": ("attacking",), "block": ("blocking",), "attack_or_block": ("attacking", "blocking"),
    "attack_alone": ("attacking",), "attack_block_alone": ("attacking", "blocking"), "be_blocked": ("blocking",),
    "be_blocked_except": ("blocking",), "be_blocked_more": ("blocking",), "be_countered": ("countering",),
    "be_targeted": ("targets",), "be_targets_each": ("targets",), "be_target_of_from": ("targets",),
    "be_regenerated": ("destruction",), "be_sacrificed": ("sacrifice",), "be_enchanted": ("attachment", "targets"),
    "be_equipped": ("attachment", "targets"), "be_enchanted_by": ("attachment", "targets"), "be_prevented": ("damage",),
    "be_cast": ("casting",), "be_activated": ("activation",), "have_counters_on": ("counters",),
    "untap": ("untapping",), "transform": ("transforming",), "deal_damage": ("damage",), "be_dealt": ("damage",),
    "enter": ("entering", "zone-changes"), "enter_from": ("entering", "zone-changes"), "gain": ("life",),
    "cause_trigger": ("triggers",), "attack_you": ("attacking",), "block_alone": ("blocking",),
    "attack_unless": ("attacking", "blocking"), "draw": ("drawing",), "draw_more": ("drawing",),
    "get_counters": ("counters",), "search": ("searching",), "cast_only": ("casting",), "block_with": ("blocking",),
    "win": ("losing-and-winning",), "cast_more": ("casting",), "cast_from": ("casting",), "cast_from_two": ("casting",),
    "change": ("life", "damage"), "cycle": ("activation",),
}  # fmt: skip
_LOSES: dict[object, tuple[Topic, ...]] = {"the game": ("losing-and-winning",), "life": ("life", "damage")}
_ACTIONS: dict[str, tuple[Topic, ...]] = {
    "cast": ("casting",), "play": ("casting", "land-plays"), "prevent": ("damage",), "prevent_next": ("damage",),
    "skip": ("steps-of-the-turn",), "choose_named": ("choices", "entering"), "draw": ("drawing",),
    "gain_life": ("life",), "lose_life": ("life",), "discard": ("discarding",), "mill": ("zone-changes",),
}  # fmt: skip
_REPLACEMENTS: dict[str, tuple[Topic, ...]] = {
    "trigger_twice": ("triggers",), "additional_tokens": ("tokens",), "twice_tokens": ("tokens",),
    "twice_tokens_2": ("tokens",), "those_plus": ("tokens",), "twice_counters": ("counters",),
    "that_many_counters": ("counters",), "double_counters": ("counters",), "redirect": ("damage",),
    "enters_if": ("entering",), "enters_unless": ("entering",), "enters_with_if": ("entering",),
}  # fmt: skip
_EVENTS: dict[str, tuple[Topic, ...]] = {
    "dealt": ("damage",), "deal": ("damage",), "counters": ("counters",), "any_counters": ("counters",),
    "tokens": ("tokens",), "tokens2": ("tokens",), "tokens_2": ("tokens",), "effect_creates": ("tokens",),
    "effect_counters": ("counters",), "effect_puts": ("counters",), "counters_any": ("counters",),
    "you_put": ("counters",), "tapped_mana": ("mana",), "player_tap": ("mana",), "cause": ("discarding",),
    "player_draw": ("drawing",), "card_put": ("dying", "zone-changes", "discarding"),
    "extra_turn": ("steps-of-the-turn",),
}  # fmt: skip
_HAPPENINGS: dict[str, tuple[Topic, ...]] = {
    "die": ("dying",), "put": ("dying", "zone-changes", "discarding"), "leave": ("dying", "zone-changes"),
    "enter": ("entering",), "destroyed": ("destruction", "dying"), "dealt": ("damage",),
    "exiled": ("zone-changes", "countering"), "untap": ("untapping",), "tap": ("mana",),
}  # fmt: skip
_ONE_OF: dict[object, tuple[Topic, ...]] = {
    "lose the game": ("losing-and-winning",), "win the game": ("losing-and-winning",), "draw a card": ("drawing",),
    "gain life": ("life",), "lose life": ("life", "damage"),
}  # fmt: skip


def topics_of(tree: Node) -> Topics:
    """Return what a line can change. The line is understood."""
    if tree.name != "statement":
        return ALL_TOPICS
    found: set[Topic] = set()
    for node in _statements(tree):
        topics = _of_replacement(node) if node.category == "replacement" else _of_statement(node)
        if topics is None:
            return ALL_TOPICS
        found.update(topics)
    return frozenset(found) if found else ALL_TOPICS


def unstated_topics(tree: Node) -> Topics:
    """Return what a line can change besides its effects: those of zone changes state only what permanents do."""
    is_about_cards = any(each.category == "would_event" and each.name == "card_put" for each in tree.walk())
    return frozenset({"zone-changes", "discarding"}) if is_about_cards else frozenset()


def _statements(tree: Node) -> list[Node]:
    """Return the statements and replacements of a line that aren't parts of others."""
    found, pending = [], [each for each in _children(tree) if each.category == "sentence"]
    while pending:
        node = pending.pop()
        if node.category in ("statement", "replacement"):
            found.append(node)
        elif node.category in ("sentence", "clause", "part"):
            pending += _children(node)
    return found


def _children(node: Node) -> list[Node]:
    found: list[Node] = []
    for _role, value in node.roles:
        parts = value if isinstance(value, tuple) else (value,)
        found += (each for each in parts if isinstance(each, Node))
    return found


def _of_statement(node: Node) -> tuple[Topic, ...] | None:
    """Return the topics of a statement; None if they aren't known."""
    if node.name in _STATEMENTS:
        return _STATEMENTS[node.name]
    if node.name in ("objects", "objects_each", "measure"):
        return _joined(_of_predicate(each) for each in _in_role(node, "does"))
    if node.name in ("player_cant", "player_dont"):
        return _joined(_of_verb(each) for each in _in_role(node, "do"))
    if node.name in ("imperative", "may", "player", "each_player"):
        doing = [each for doing in _in_role(node, "doing") for each in _in_role(doing, "do")]
        return _joined(_ACTIONS.get(each.name) for each in doing)
    return None


def _of_predicate(node: Node) -> tuple[Topic, ...] | None:
    if node.name == "cant":
        return _joined(_of_verb(each) for each in _in_role(node, "do"))
    return _PREDICATES.get(node.name)


def _of_verb(node: Node) -> tuple[Topic, ...] | None:
    if node.name == "lose":
        return _LOSES.get(node.get("words"))
    if node.name == "do":
        return _joined(_ACTIONS.get(each.name) for each in _in_role(node, "do"))
    return _VERBS.get(node.name)


def _of_replacement(node: Node) -> tuple[Topic, ...] | None:
    """Return the topics of a replacement: what its event is about."""
    if node.name in _REPLACEMENTS:
        return _REPLACEMENTS[node.name]
    event = node.child("event")
    if event is None:
        return None
    if event.name == "objects":
        return _joined(_HAPPENINGS.get(each.name) for each in _in_role(event, "do"))
    if event.name == "flip":
        return _ONE_OF.get(event.get("words"))
    if event.name == "player_does":
        return _joined(_ACTIONS.get(each.name) for each in _children(event) if each.category == "action")
    return _EVENTS.get(event.name)


def _in_role(node: Node, role: str) -> list[Node]:
    value = node.get(role)
    return [each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Node)]


def _joined(parts: Iterable[tuple[Topic, ...] | None]) -> tuple[Topic, ...] | None:
    """Return all topics; None if a part has no known topic, or if there are no parts."""
    found: list[Topic] = []
    for each in parts:
        if each is None:
            return None
        found += each
    return tuple(found) or None
