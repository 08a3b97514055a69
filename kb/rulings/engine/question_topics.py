"""The topics that can bear on a question (`kb.rulings.oracle.topics`). A question that isn't listed has all topics."""

from __future__ import annotations

from kb.rulings.oracle.topics import ALL_TOPICS, Topic, Topics
from kb.rulings.situation.situation import Situation

_COMBAT: tuple[Topic, ...] = ("attacking", "blocking")
_ZONES: tuple[Topic, ...] = ("dying", "destruction", "zone-changes", "sacrifice", "entering", "tokens", "counters",
                             "losing-and-winning", "attachment", "legend-rule", "transforming")  # fmt: skip
_OF_ACTIONS: tuple[Topic, ...] = ("casting", "activation", "costs-of-spells", "activation-costs", "targets", "mana",
                                  "land-plays", "hand-size", "hidden-cards", "start-of-the-game", *_COMBAT,
                                  "combat-damage", "legend-rule")  # fmt: skip
"""What decides which actions players can take. It doesn't change what happens."""

_HAPPENING: Topics = ALL_TOPICS - frozenset(_OF_ACTIONS)

_TOPICS: dict[str, tuple[Topic, ...]] = {
    **dict.fromkeys(
        ("power-toughness", "characteristics", "type-line", "color", "land-types", "power", "toughness", "name", "is",
         "mana-value", "color-identity", "devotion", "same-name", "abilities", "controller"), (),
    ),
    **dict.fromkeys(("can-attack", "legal-attack", "had-to-attack", "taps-to-attack"), ("attacking",)),
    **dict.fromkeys(("can-block", "legal-block", "is-blocked", "blocked-by"), ("blocking",)),
    **dict.fromkeys(("can-target", "legal-targets"), ("targets",)),
    **dict.fromkeys(("can-activate", "activation-cost", "mana-ability", "could-produce", "mana-abilities"),
                    ("activation", "activation-costs", "mana", "choices")),
    **dict.fromkeys(("can-cast",), ("casting", "costs-of-spells")),
    **dict.fromkeys(("total-cost", "pays-cost", "ways-to-pay", "can-pay-cost"), ("costs-of-spells",)),
    **dict.fromkeys(("sba",), (*_ZONES, "life")),
    **dict.fromkeys(("untaps",), ("untapping", "steps-of-the-turn")),
    **dict.fromkeys(("draws",), ("drawing", "steps-of-the-turn")),
    **dict.fromkeys(("discards",), ("hand-size", "discarding", "steps-of-the-turn")),
    **dict.fromkeys(("can-play-land",), ("land-plays", "casting")),
    **dict.fromkeys(("combat-damage",), ("combat-damage", "damage", "blocking")),
    **dict.fromkeys(("damage", "life-total"), ("damage", "life", "counters", "combat-damage")),
    **dict.fromkeys(("enters", "enters-as", "can-enter"), ("entering", "counters", "choices", "zone-changes")),
    **dict.fromkeys(("trigger-count", "enters-triggers", "event-becomes", "moves-to"), tuple(sorted(_HAPPENING))),
    **dict.fromkeys(("resolves",), ("targets", "countering")),
    **dict.fromkeys(("resolves-to",), ("zone-changes", "countering", "entering")),
    **dict.fromkeys(("can-attach", "attach"), ("attachment", "targets")),
}  # fmt: skip


_NUMBERS = frozenset({"power", "toughness", "base_power", "base_toughness"})

_OF_EVENTS: dict[str, tuple[Topic, ...]] = {
    **dict.fromkeys(("die", "destroy", "sacrifice"), ("dying", "destruction", "sacrifice")),
    **dict.fromkeys(("leave", "exile", "return", "mill"), ("dying", "zone-changes")),
    "enter": ("entering", "tokens", "counters", "choices", "zone-changes"), "tap": (), "untap": ("untapping",),
    "discard": ("discarding", "zone-changes"), "draw": ("drawing",), "gain-life": ("life",),
    "lose-life": ("life", "damage"), "cast": ("zone-changes",), "counter": ("countering", "zone-changes"),
    "create": ("entering", "tokens", "zone-changes"),
}  # fmt: skip
"""The topics that can bear on an event, by the name of the event."""


def topics_asked(now: Situation, question: str) -> Topics:
    """Return the topics that can bear on a question, after its answer.

    Characteristics can bear on each question; power and toughness only if the question read those of an object.
    """
    reads_numbers = any(not now.reads.of(each.path).isdisjoint(_NUMBERS) for each in now.objects)
    return _topics_of(now, question) | ({"numbers"} if reads_numbers else set())


def _topics_of(now: Situation, question: str) -> Topics:
    if question not in _TOPICS:
        return ALL_TOPICS - {"numbers"}
    found = frozenset((*_TOPICS[question], "characteristics"))
    events = [each.happens.value or "" for each in now.proposed.events] if now.proposed.events.is_known else []
    if question not in ("trigger-count", "event-becomes") or not events or set(events) - _OF_EVENTS.keys():
        return found
    of_events = {topic for each in events for topic in _OF_EVENTS[each]}
    return frozenset((*of_events, "characteristics", *(("triggers",) if question == "trigger-count" else ())))
