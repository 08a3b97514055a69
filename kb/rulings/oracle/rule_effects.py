"""Effects of a card's lines that change what players and objects may do, must do or can't do, and what it costs."""

from __future__ import annotations

import re

from kb.cards.grammar.nodes import Node
from kb.rulings.oracle.phrases import NotStated, Subject, counted, described, has_only, nodes, only, whose_of
from kb.rulings.oracle.stated_card import FactValue

Effect = dict[str, FactValue]

_EVENTS = {"attack": ("attack",), "block": ("block",), "attack_or_block": ("attack", "block"),
           "be_blocked": ("be-blocked",), "be_countered": ("be-countered",), "be_sacrificed": ("be-sacrificed",),
           "be_regenerated": ("be-regenerated",), "transform": ("transform",)}  # fmt: skip
_SPELL = re.compile(r"\bspells?\b")


def effects_on_rules(does: Node, subject: Subject, line: str, tails: list[Node]) -> list[Effect]:
    """Return the effects of what objects can't, must or needn't do.

    Args:
        does: what the objects do.
        subject: the objects, as facts of an effect.
        line: the text of the line.
        tails: the phrases after the statement.

    Raises:
        NotStated: no facts express a part of the statement.
    """
    if does.name not in _READERS:
        raise NotStated
    return [each | subject for each in _READERS[does.name](does, line, tails)]


def _cant(does: Node, line: str, tails: list[Node]) -> list[Effect]:
    verb = only(does.get("do"))
    if verb.name == "be_blocked":
        return [_cant_be_blocked(verb, line, tails)]
    if verb.name in ("be_targeted", "be_targets_each"):
        return [_cant_be_targeted(verb, line, tails)]
    has_only(verb)
    if verb.name == "be_blocked_more" and not tails:
        return [{"says": "at-most", "does": "be-blocked", "amount": 1}]
    if verb.name not in _EVENTS or tails:
        raise NotStated
    return [{"says": "cant", "does": event} for event in _EVENTS[verb.name]]


def _cant_be_blocked(verb: Node, line: str, tails: list[Node]) -> Effect:
    """Return the effect of “can't be blocked”, “... by creatures with flying”, “... except by ...”."""
    has_only(verb, "by")
    found: Effect = {"says": "cant", "does": "be-blocked"}
    if "by" in dict(verb.roles):
        found["quality"] = (_of_creatures(only(verb.get("by")), line),)
    if not tails:
        return found
    if len(tails) > 1 or tails[0].name != "except_by" or "quality" in found:
        raise NotStated
    by = only(tails[0].get("by"))
    if by.name == "some":
        phrase, least = counted(by, line)
        if phrase != "creatures":
            raise NotStated
        return {"says": "at-least", "does": "be-blocked", "amount": least}
    return found | {"quality": (f"no {_of_creatures(by, line)}",)}


def _of_creatures(node: Node, line: str) -> str:
    """Return a description of creatures that doesn't depend on whose they are."""
    phrase = described(node, line)
    if re.search(r"\b(?:you|your|opponents?|other|chosen|that)\b", phrase) or " and " in phrase:
        raise NotStated
    return phrase


_TARGETING = re.compile(
    r"(?:(?P<kind>[\w' -]*?) ?spells?(?: or abilities(?: from (?P<from>[\w' -]+?) sources?)?)?)"
    r"(?P<whose> (?:your opponents|an opponent) controls?)?"
)


def _cant_be_targeted(verb: Node, line: str, tails: list[Node]) -> Effect:
    """Return the effect of “can't be the target of spells or abilities”, “... of Aura spells”."""
    words = re.sub(r"^be the targets? of ", "", line[verb.span[0] : verb.span[1]].lower())
    match = _TARGETING.fullmatch(words)
    if match is None or tails:
        raise NotStated
    kind, origin, only_spells = match["kind"] or "", match["from"], "abilities" not in words
    if (origin or kind) != kind or (not origin and not only_spells and kind):
        raise NotStated
    phrase = " ".join(
        filter(None, (kind, "spell" if only_spells else "", "an opponent controls" if match["whose"] else ""))
    )
    found: Effect = {"says": "cant", "does": "be-targeted"}
    return found | ({"quality": (phrase,)} if phrase else {})


def _attacks(does: Node, _line: str, tails: list[Node]) -> list[Effect]:
    """Return the effect of “attacks each combat if able”."""
    has_only(does)
    if [each.name for each in tails] != ["duration", "if_able"]:
        raise NotStated
    if only(tails[0].get("duration")).name not in ("each_combat", "each_turn"):
        raise NotStated
    return [{"says": "must", "does": "attack"}]


def _attacks_as_though(does: Node, _line: str, tails: list[Node]) -> list[Effect]:
    """Return the effect of “can attack as though it didn't have defender”."""
    has_only(does, "words")
    if tails:
        raise NotStated
    return [{"says": "as-though", "does": "attack", "quality": ("no defender",)}]


def _doesnt_untap(does: Node, _line: str, tails: list[Node]) -> list[Effect]:
    """Return the effect of “doesn't untap during its controller's untap step” (502.3)."""
    has_only(does, "when")
    when = only(only(does.get("when")).get("when"))
    if when.name != "untap_step" or tails:
        raise NotStated
    if only(when.get("whose")).name not in ("your", "its_controllers", "their_controllers", "their_controllers_p"):
        raise NotStated
    return [{"says": "cant", "does": "untap"}]


def _assigns_toughness(does: Node, _line: str, tails: list[Node]) -> list[Effect]:
    """Return the effect of “assigns combat damage equal to its toughness rather than its power”."""
    measures = [only(only(does.get(role)).get("what")).name for role in ("quantity", "other")]
    if tails or measures != ["toughness", "power"]:
        raise NotStated
    return [{"says": "replaces", "does": "deal-damage", "quality": ("toughness",)}]


def trigger_effects(statement: Node, line: str) -> list[Effect]:
    """Return the effect of “creatures entering the battlefield don't cause abilities to trigger”; [] if it is another.

    Raises:
        NotStated: no facts express a part of the statement.
    """
    does = nodes(statement.get("does"))
    if statement.name == "dies_not_cause":
        what, ends = only(statement.get("what")), ""
        if only(statement.get("does")).name != "no_trigger":
            raise NotStated
    elif len(does) == 1 and does[0].name == "dont_cause":
        what, ends = only(statement.get("what")), " entering the battlefield"
    else:
        return []
    text = described(what, line)
    phrase = text.removesuffix(" entering the battlefield").removesuffix(" entering")
    if ends and phrase == text:
        raise NotStated
    return [{"says": "cant", "does": "trigger", "trigger_event": "enter", "quality": (phrase,)}]


_READERS = {"cant": _cant, "attack_bare": _attacks, "can_attack_as": _attacks_as_though, "dont_untap": _doesnt_untap,
            "assign": _assigns_toughness}  # fmt: skip
"""The predicates that change the rules, with their readers."""


def multiplied(does: tuple[Node, ...], tails: list[Node], line: str) -> Effect:
    """Return the fact `for_each` of “gets +1/+0 for each artifact you control”.

    Raises:
        NotStated: the phrases after the statement say something else.
    """
    if not tails:
        return {}
    if len(tails) > 1 or tails[0].name != "for_each" or [each.name for each in does] != ["get"]:
        raise NotStated
    counts = only(tails[0].get("for"))
    if counts.name != "for_each":
        raise NotStated
    return {"for_each": phrase_of_group(only(counts.get("group")), line)}


def phrase_of_group(group: Node, line: str) -> str:
    """Return the words of a group of objects that are counted."""
    text = line[group.span[0] : group.span[1]].lower()
    if re.search(r"\b(?:chosen|that|this|it|named|exiled|with the)\b", text):
        raise NotStated
    return text


def no_activation(statement: Node, subject: Subject, tails: list[Node]) -> Effect:
    """Return the effect of “activated abilities of creatures can't be activated”. `tails` may spare mana abilities."""
    has_only(statement, "of", "words", "words2")
    words = " ".join(str(each) for _role, each in statement.roles)
    spared = bool(tails) or "mana abilities" in words
    return {"says": "cant", "does": "activate-nonmana" if spared else "activate", **subject}


def spares_mana_abilities(tail: Node, line: str) -> bool:
    """True if a phrase is “unless they're mana abilities”."""
    return line[tail.span[0] : tail.span[1]].lower() == "unless they're mana abilities"


# --- spells ------------------------------------------------------------------------------------------------------


def spell_effects(statement: Node, line: str) -> list[Effect]:
    """Return the effects of a statement about spells: “noncreature spells cost {1} more to cast”; [] if it is another.

    Raises:
        NotStated: no facts express a part of the statement.
    """
    what, does = only(statement.get("what")), nodes(statement.get("does"))
    words = line[what.span[0] : what.span[1]].lower()
    if len(does) != 1 or what.name in ("self", "this") or not _SPELL.search(words):
        return []
    subject = _spells(what, line)
    if does[0].name == "cost_less":
        return [_cost(does[0]) | subject]
    verb = only(does[0].get("do")) if does[0].name == "cant" else None
    if verb is not None and verb.name in ("be_cast", "be_countered"):
        has_only(verb)
        return [{"says": "cant", "does": "cast" if verb.name == "be_cast" else "be-countered", **subject}]
    raise NotStated


def _spells(node: Node, line: str) -> Subject:
    """Return a description of spells as facts: whose they are, and the phrases without the word “spell”."""
    phrase = described(node, line)
    whose: Subject = {}
    for ending, who in ((" you cast", "you"), (" your opponents cast", "opponent"), (" you control", "you")):
        if phrase.endswith(ending):
            phrase, whose = phrase.removesuffix(ending), {"whose": who}
    phrase = " ".join(_SPELL.sub("", phrase).split())
    if re.search(r"\b(?:cast|casts|you|your|opponents?|that|chosen|this|from|in)\b", phrase) or " with x" in phrase:
        raise NotStated
    return whose | ({"affects": (phrase.replace(" and ", " or "),)} if phrase else {})


def _cost(does: Node) -> Effect:
    """Return an effect on the cost of spells. An amount of generic mana is a number, other mana a quality."""
    mana = does.get("mana")
    generic = re.fullmatch(r"\{(\d+)\}", mana if isinstance(mana, str) else "")
    if does.get("words2") not in (None, "cast") or generic is None:
        raise NotStated
    return {"says": "costs", "does": "cast", "amount": int(generic[1]) * (-1 if does.get("words") == "less" else 1)}


# --- players -----------------------------------------------------------------------------------------------------

_PLAYERS_EVENTS = {"win": "win-game", "gain": "gain-life"}


def player_effects(statement: Node, identity: str, line: str, tails: list[Node]) -> list[Effect]:
    """Return the effects of a statement about players, such as “you can't lose the game”; [] if it is another.

    Raises:
        NotStated: no facts express a part of the statement.
    """
    if statement.name not in (*_OF_PLAYERS, "cost_less"):
        return []
    if statement.name == "cost_less":
        return [_this_spell_costs(statement, identity, line, tails)]
    return [_OF_PLAYERS[statement.name](statement, line, tails)]


def _player_cant(statement: Node, _line: str, tails: list[Node]) -> Effect:
    has_only(statement, "who", "do")
    verb = only(statement.get("do"))
    does = _PLAYERS_EVENTS.get(verb.name, "")
    if verb.name == "lose" and verb.get("words") == "the game":
        does = "lose-game"
    if not does or tails:
        raise NotStated
    return {"says": "cant", "does": does, **whose_of(only(statement.get("who")))}


def _no_life(_statement: Node, _line: str, tails: list[Node]) -> Effect:
    if tails:
        raise NotStated
    return {"says": "cant", "does": "gain-life"}


def _this_spell_costs(statement: Node, identity: str, line: str, tails: list[Node]) -> Effect:
    """Return the effect of “this spell costs {1} less to cast for each creature you control”."""
    has_only(statement, "mana", "words")
    found = _cost(statement) | {"objects": (identity,)}
    if not tails:
        return found
    if len(tails) > 1 or tails[0].name != "for_each":
        raise NotStated
    counts = only(tails[0].get("for"))
    if counts.name != "for_each":
        raise NotStated
    return found | {"for_each": phrase_of_group(only(counts.get("group")), line)}


def _as_though_flash(statement: Node, line: str, tails: list[Node]) -> Effect:
    """Return the effect of “you may cast creature spells as though they had flash”."""
    has_only(statement, "who", "doing")
    do = only(only(statement.get("doing")).get("do"))
    if do.name != "cast" or [(each.name, each.get("words")) for each in tails] != [("as_though", "had flash")]:
        raise NotStated
    has_only(do, "what")
    spells = _spells(only(do.get("what")), line)
    qualities = spells.get("affects", ())
    if "whose" in spells or not isinstance(qualities, tuple):
        raise NotStated
    return {"says": "as-though", "does": "cast", "quality": ("flash", *qualities),
            **whose_of(only(statement.get("who")))}  # fmt: skip


def _sorcery_timing(statement: Node, line: str, tails: list[Node]) -> Effect:
    """Return the effect of “each opponent can cast spells only any time they could cast a sorcery”."""
    has_only(statement, "who", "what")
    if tails:
        raise NotStated
    spells, whose = _spells(only(statement.get("what")), line), whose_of(only(statement.get("who")))
    return {"says": "cant", "does": "cast", "except_at": "sorcery-time", **spells, **whose}


def _unpreventable(statement: Node, _line: str, tails: list[Node]) -> Effect:
    has_only(statement, "words")
    if statement.get("words") != "damage" or tails:
        raise NotStated
    return {"says": "cant", "does": "be-prevented"}


def _player_has(statement: Node, _line: str, tails: list[Node]) -> Effect:
    """Return the effect of “you have hexproof” or “shroud”: what can't target the player (702.11c, 702.18b)."""
    has_only(statement, "who", "doing")
    do = only(only(statement.get("doing")).get("do"))
    name = only(do.get("quality")).get("name") if do.name == "have_keyword" else ""
    if name not in ("hexproof", "shroud") or tails:
        raise NotStated
    by: Effect = {"quality": ("an opponent controls",)} if name == "hexproof" else {}
    return {"says": "cant", "does": "be-targeted", **by, **whose_of(only(statement.get("who")))}


_OF_PLAYERS = {
    "player": _player_has,
    "player_cant": _player_cant,
    "no_life": _no_life,
    "may": _as_though_flash,
    "cast_only_time": _sorcery_timing,
    "damage_prevented": _unpreventable,
}
"""The statements about players, with their readers."""
