"""Targets: what a spell or ability can target, and whether the targets chosen for one are legal (115, 601.2c, 702)."""

from __future__ import annotations

from kb.rulings.encoded.splicing import with_spliced_text
from kb.rulings.logic import Truth, all_of, any_of, not_, some, stated, unknown
from kb.rulings.qualities import EACH_COLOR, fits, has_quality, opposes, origin, qualities_from
from kb.rulings.questions import Asked, Question, permitted
from kb.rulings.registry import encodes, variant_of
from kb.rulings.situation import Object, Player, Situation
from kb.tongue import later

_ANY = ("any", "any target")
_NAMED_ZONE = ("card in", "cards in", "spell", "ability")


def can_target(now: Situation, source: Object, target: Object | Player) -> Truth:
    """Whether a spell or ability can have a target, by all the rules that help to answer it."""
    with_text = with_spliced_text(now, source)
    can = permitted(now, "can-target", "be-targeted", target, with_text, target)
    return can if with_text is source else all_of(can, now.rule("spliced-characteristics", source))


def _can_target(now: Situation, asked: Asked) -> Truth:
    return can_target(now, asked.object(now), asked.thing(now, 1))


CAN_TARGET = Question(
    "can-target",
    later("Can this spell or ability target that object or player?"),
    "objects",
    _can_target,
    "rules ask can-target A B --fact B.keywords=hexproof --fact A.controller=p1 --fact B.controller=p2",
)


@encodes(
    "what-is-called-for",
    claim=later("{target} is what {source} says that it targets"),
    question="can-target",
    role="requires",
    where=lambda _now, source, _target: stated(bool(set(source.given.get("can_target", ())) - set(_ANY))),
)
def phrase_after_the_word_target(now: Situation, source: Object, target: Object | Player) -> Truth:
    """A target is something that the phrase after the word "target" describes."""
    any_target = now.rule("any-target", source, target) if _says_any_target(source) else stated(False)
    phrases = [each for each in source.can_target if each not in _ANY]
    return any_of(any_target, *(fits(target, each, source) for each in phrases))


def _says_any_target(source: Object) -> bool:
    return bool(set(source.given.get("can_target", ())) & set(_ANY))


@encodes(
    "only-permanents",
    claim=later("{target} is a permanent, or {source} says that it can target something else"),
    question="can-target",
    role="requires",
    where=lambda _now, _source, target: stated(isinstance(target, Object)),
)
def permanents_unless_it_says_otherwise(_now: Situation, source: Object, target: Object | Player) -> Truth:
    """Only permanents are legal targets, unless a zone or player is named or it can't be on the battlefield."""
    if isinstance(target, Player):
        return stated(True)
    if "can_target" in source.given:
        elsewhere = stated(any(word in each for each in source.can_target for word in _NAMED_ZONE))
    else:
        elsewhere = unknown(f"{source.path}.can_target", later("not stated: what {source} can target"), source=source)
    return any_of(target.is_permanent, elsewhere)


@encodes(
    "any-target",
    claim=later("{target} is a creature, player or planeswalker"),
    question="can-target",
    role="requires",
    where=lambda _now, source, _target: stated(
        _says_any_target(source) and not set(source.given["can_target"]) - set(_ANY)
    ),
)
def creatures_players_planeswalkers(_now: Situation, _source: Object, target: Object | Player) -> Truth:
    """Any target is a creature, player or planeswalker; nothing else can be chosen."""
    return _is_player_or(target, "creature", "planeswalker")


@variant_of(creatures_players_planeswalkers, claim=later("{target} is a creature, player, planeswalker or battle"))
def creatures_players_planeswalkers_battles(_now: Situation, _source: Object, target: Object | Player) -> Truth:
    """Any target is a creature, player, planeswalker or battle; nothing else can be chosen."""
    return _is_player_or(target, "creature", "planeswalker", "battle")


def _is_player_or(target: Object | Player, *types: str) -> Truth:
    if isinstance(target, Player):
        return stated(True, later("{target} is a player"), target=target)
    return all_of(target.is_permanent, target.types.has_any(*types))


@encodes(
    "not-itself",
    claim=later("{source} would target itself"),
    question="can-target",
    role="forbids",
    where=lambda _now, source, target: stated(source.id == target.id),
)
def illegal_target_for_itself(_now: Situation, source: Object, _target: Object | Player) -> Truth:
    """A spell or ability on the stack is an illegal target for itself."""
    return source.zone == "stack"


@encodes(
    "hexproof-permanent",
    claim=later("{target} has hexproof, and an opponent controls {source}"),
    question="can-target",
    role="forbids",
    where=lambda _now, _source, target: all_of(stated(isinstance(target, Object)), target.keywords.has("hexproof")),
)
def permanent_with_hexproof(now: Situation, source: Object, target: Object | Player) -> Truth:
    """A permanent with hexproof can't be the target of spells or abilities its controller's opponents control."""
    return opposes(source, target)


@encodes(
    "hexproof-player",
    claim=later("{target} has hexproof, and an opponent controls {source}"),
    question="can-target",
    role="forbids",
    where=lambda _now, _source, target: all_of(stated(isinstance(target, Player)), target.keywords.has("hexproof")),
)
def player_with_hexproof(now: Situation, source: Object, target: Object | Player) -> Truth:
    """A player with hexproof can't be the target of spells or abilities their opponents control."""
    return opposes(source, target)


@encodes(
    "hexproof-from",
    claim=later("{target} has hexproof from a quality of {source}, and an opponent controls it"),
    question="can-target",
    role="forbids",
    where=lambda _now, _source, target: stated(bool(qualities_from(target, "hexproof"))),
)
def hexproof_from_its_quality(now: Situation, source: Object, target: Object | Player) -> Truth:
    """It can't be the target of opponents' spells of the quality, or of abilities from sources of the quality."""
    of_quality = some(
        has_quality(origin(source), each) for each in qualities_from(target, "hexproof") if each not in EACH_COLOR
    )
    return all_of(of_quality, opposes(source, target))


@encodes(
    "shroud",
    claim=later("{target} has shroud"),
    question="can-target",
    role="forbids",
    where=lambda _now, _source, target: target.keywords.has("shroud"),
)
def no_target_at_all(_now: Situation, _source: Object, target: Object | Player) -> Truth:
    """A permanent or player with shroud can't be the target of spells or abilities."""
    return target.keywords.has("shroud")


@encodes(
    "protection-from-targeting",
    claim=later("{target} has protection from a quality of {source}"),
    question="can-target",
    role="forbids",
    where=lambda _now, _source, target: stated(
        isinstance(target, Object) and bool(qualities_from(target, "protection"))
    ),
)
def permanent_protected_from_its_quality(now: Situation, source: Object, target: Object | Player) -> Truth:
    """A permanent with protection can't be targeted by spells or from sources with the stated quality."""
    return _protected_from(now, source, target)


@variant_of(
    permanent_protected_from_its_quality,
    where=lambda _now, _source, target: stated(bool(qualities_from(target, "protection"))),
)
def protected_from_its_quality(now: Situation, source: Object, target: Object | Player) -> Truth:
    """A permanent or player with protection can't be targeted by spells or from sources with the stated quality."""
    return _protected_from(now, source, target)


def _protected_from(now: Situation, source: Object, target: Object | Player) -> Truth:
    apart = {"everything", *EACH_COLOR, *(each.id for each in now.players)}
    return some(has_quality(origin(source), each) for each in qualities_from(target, "protection") if each not in apart)


@encodes(
    "protection-from-each-color",
    claim=later("{target} has protection from each color, and {source} has one"),
    question="can-target",
    role="forbids",
    where=lambda _now, _source, target: stated(EACH_COLOR & set(qualities_from(target, "protection")) != set()),
)
def protected_from_each_color(now: Situation, source: Object, _target: Object | Player) -> Truth:
    """Protection from each colour is protection from every quality that this characteristic can have."""
    return not_(origin(source).colors.empty)


@encodes(
    "hexproof-from-each-color",
    claim=later("{target} has hexproof from each color, and {source} has one and is an opponent's"),
    question="can-target",
    role="forbids",
    where=lambda _now, _source, target: stated(EACH_COLOR & set(qualities_from(target, "hexproof")) != set()),
)
def hexproof_from_each_color(now: Situation, source: Object, target: Object | Player) -> Truth:
    """Hexproof from each colour is hexproof from every quality that this characteristic can have."""
    return all_of(not_(origin(source).colors.empty), opposes(source, target))


@encodes(
    "protection-from-everything",
    claim=later("{target} has protection from everything"),
    question="can-target",
    role="forbids",
    where=lambda _now, _source, target: target.keywords.has("protection from everything"),
)
def protected_from_each_object(_now: Situation, _source: Object, target: Object | Player) -> Truth:
    """With protection from everything it can't be targeted by spells or abilities."""
    return target.keywords.has("protection from everything")


@encodes(
    "protection-from-a-player",
    claim=later("{target} has protection from the player who controls {source}"),
    question="can-target",
    role="forbids",
    where=lambda now, _source, target: stated(
        any(each.id in qualities_from(target, "protection") for each in now.players)
    ),
)
def protected_from_its_controller(now: Situation, source: Object, target: Object | Player) -> Truth:
    """With protection from a player it can't be targeted by spells or abilities that player controls."""
    players = [each for each in now.players if each.id in qualities_from(target, "protection")]
    return some(each.controls(source) for each in players)
