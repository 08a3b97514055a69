"""Targets: what a spell or ability can target, and whether the targets chosen for one are legal (115, 601.2c, 702)."""

from __future__ import annotations

from collections.abc import Iterable

from kb.rulings.answer import Valued
from kb.rulings.encoded.attachment import is_local_enchantment
from kb.rulings.logic import Truth, all_of, any_of, every, not_, some, stated, unknown
from kb.rulings.qualities import EACH_COLOR, fits, has_quality, opposes, origin, qualities_from
from kb.rulings.questions import Asked, Question, permitted
from kb.rulings.registry import defines, encodes
from kb.rulings.situation import Situation
from kb.rulings.terms import Number
from kb.rulings.vocabulary import Object, Player
from kb.tongue import later

_ANY = ("any", "any target")
_NAMED_ZONE = ("card in", "cards in", "spell", "ability")


def can_target(now: Situation, source: Object, target: Object | Player) -> Truth:
    """Whether a spell or ability can have a target, by all the rules that help to answer it."""
    return permitted(now, "can-target", "be-targeted", target, source, target)


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


@encodes(
    "any-target",
    claim=later("{target} is a creature, player, planeswalker or battle"),
    question="can-target",
    role="requires",
    where=lambda _now, source, _target: stated(
        _says_any_target(source) and not set(source.given["can_target"]) - set(_ANY)
    ),
)
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


@encodes(
    "protection-from-targeting",
    claim=later("{target} has protection from a quality of {source}"),
    question="can-target",
    role="forbids",
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


# --- all the targets of a spell or ability -------------------------------------------------------------------


def _legal_targets(now: Situation, asked: Asked) -> Truth:
    source = asked.object(now)
    return permitted(now, "legal-targets", "other", source, source, now.proposed.targets.value or ())


LEGAL_TARGETS = Question(
    "legal-targets",
    later("Are the proposed targets of this spell or ability a legal choice?"),
    "object",
    _legal_targets,
    "rules ask legal-targets A -f situation.yaml",
)


def one_by_one(now: Situation, source: Object, targets: Iterable[str]) -> list[Truth]:
    """Whether each target is legal: for the words that it was chosen for, where they are told apart."""
    found: list[Truth] = []
    for place, name in enumerate(targets):
        target = now.thing(name)
        if target is None:
            found.append(stated(False, later("there is no {name}"), name=name))
            continue
        words = source.given.get("can_target", ())
        apart = (source.target_words > 1).value is True and place < len(words)
        here = Object(source.id, now, {**source.given, "can_target": (words[place],)}) if apart else source
        found.append(can_target(now, here, target))
    return found


@encodes(
    "choice-of-targets",
    claim=later("each target of {source} is one that it can target, chosen once for each word “target”"),
    question="legal-targets",
    role="requires",
)
def appropriate_and_chosen_once(now: Situation, source: Object, targets: tuple[str, ...]) -> Truth:
    """An appropriate object or player for each target, none more than once for one instance of the word."""
    if not now.proposed.targets.known:
        return unknown("proposed.targets", later("not stated: the proposed targets"))
    return all_of(every(one_by_one(now, source, targets)), now.rule("chosen-once", source, targets))


@encodes("chosen-once", claim=later("no target of {source} is chosen twice"))
def once_at_all(_now: Situation, _source: Object, targets: tuple[str, ...]) -> Truth:
    """The same target can't be chosen multiple times."""
    return stated(len(set(targets)) == len(targets))


@encodes("chosen-once", claim=later("no target of {source} is chosen twice for one instance of the word “target”"))
def once_for_each_instance_of_the_word(_now: Situation, source: Object, targets: tuple[str, ...]) -> Truth:
    """The same target can't be chosen more than once for any one instance of the word "target"."""
    most = max((targets.count(each) for each in targets), default=0)
    return source.target_words >= most


@encodes(
    "division",
    claim=later("each target of {source} gets at least one of what is divided"),
    question="legal-targets",
    role="requires",
    where=lambda now, _source, _targets: stated(now.proposed.division.known),
)
def each_gets_at_least_one(now: Situation, _source: Object, targets: tuple[str, ...]) -> Truth:
    """Each target must receive at least one of whatever is being divided or distributed."""
    return every(now.proposed.division[each] >= 1 for each in targets)


@encodes(
    "casting-with-targets",
    claim=later("{player} chooses legal targets for {spell}"),
    question="can-cast",
    role="requires",
    where=lambda now, _player, _spell: stated(now.proposed.targets.known),
)
def with_legal_targets(now: Situation, _player: Player, spell: Object) -> Truth:
    """The game checks to see if the proposed spell can legally be cast."""
    return permitted(now, "legal-targets", "other", spell, spell, now.proposed.targets.value or ())


@encodes(
    "targeted",
    claim=later("{source} is targeted: a target has been chosen for it"),
    question="targeted",
    role="permits",
)
def one_or_more_targets_chosen(_now: Situation, source: Object) -> Truth:
    """What may have zero targets is targeted only if one or more targets have been chosen for it."""
    return not_(source.targets.empty)


@encodes(
    "aura-spells",
    claim=later("{source} is a local enchantment spell, which is always targeted"),
    question="targeted",
    role="permits",
    where=lambda _now, source: stated("subtypes" in source.given or "enchant" in source.given),
)
def local_enchantments_always_targeted(now: Situation, source: Object) -> Truth:
    """Local enchantment spells are always targeted; a local enchantment permanent doesn't target anything."""
    return all_of(source.zone == "stack", is_local_enchantment(now, source, source))


@encodes(
    "aura-spells",
    claim=later("{source} is an Aura spell, which is always targeted"),
    question="targeted",
    role="permits",
    where=lambda _now, source: stated("subtypes" in source.given),
)
def always_targeted(_now: Situation, source: Object) -> Truth:
    """Aura spells are always targeted; an Aura permanent doesn't target anything."""
    return all_of(source.zone == "stack", source.is_subtype("aura"))


TARGETED = Question(
    "targeted",
    later("Is this spell or ability targeted?"),
    "object",
    lambda now, asked: permitted(now, "targeted", "other", asked.object(now), asked.object(now)),
    "rules ask targeted A --fact A.targets=B",
)


@defines("number-of-targets", claim=later("the targets of {source} are counted, each as often as it was chosen"))
def as_often_as_chosen(_now: Situation, source: Object) -> Number:
    """The number of times that an object or player was chosen as a target, legal still or not."""
    return source.targets.count


NUMBER_OF_TARGETS = Question(
    "number-of-targets",
    later("How many targets has this spell or ability?"),
    "object",
    lambda now, asked: Valued.of(
        as_often_as_chosen(now, asked.object(now)), "number-of-targets", now, asked.object(now)
    ),
    "rules ask number-of-targets A --fact A.targets=B,C",
)


@encodes("targets-only", claim=later("{target} is the only object or player that {source} targets"))
def only_one_thing(_now: Situation, source: Object, target: Object | Player) -> Truth:
    """It targets only something if one object or player was chosen, even if more than once, and is that."""
    one = stated(len(set(source.targets)) == 1) if source.targets.known else source.targets.has(target)
    return all_of(one, source.targets.has(target))


TARGETS_ONLY = Question(
    "targets-only",
    later("Does this spell or ability target only that object or player?"),
    "objects",
    lambda now, asked: now.rule("targets-only", asked.object(now), asked.thing(now, 1)),
    "rules ask targets-only A B --fact A.targets=B,B",
)
