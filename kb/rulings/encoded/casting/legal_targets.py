"""The objects and players that a spell or ability can target (115, 601.2c, 702)."""

from __future__ import annotations

from kb.rulings.encoded.casting.splice import with_spliced_text
from kb.rulings.engine.card_phrases import is_opponent_of, phrase_picks, source_of
from kb.rulings.engine.protection_qualities import EACH_COLOR, has_quality, protection_qualities
from kb.rulings.engine.questions import Question, is_permitted
from kb.rulings.law.rule_registry import Row, encodes_each, forbids, requires
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, some, unknown
from kb.rulings.situation.situation import Object, Player, Situation

_ANY_TARGET = ("any", "any target")
_OFF_THE_BATTLEFIELD = ("card in", "cards in", "spell", "ability")


def can_target(now: Situation, source: Object, target: Object | Player) -> Truth:
    """Yes if all rules of the question `can-target` let a spell or ability target an object or player."""
    with_text = with_spliced_text(now, source)
    can = is_permitted(now, "can-target", "be-targeted", target, with_text, target, to=source)
    return can if with_text is source else all_of(can, now.rule("spliced-characteristics", source))


CAN_TARGET = Question(
    "can-target",
    "Can this spell or ability target that object or player?",
    "objects",
    lambda now, asked: can_target(now, asked.object(now), asked.thing(now, 1)),
    "rules ask can-target A B --fact B.keywords=hexproof --fact A.controller=p1 --fact B.controller=p2",
)


@requires(
    "can-target",
    "what-is-called-for",
    "{target} is what {source} says that it targets",
    where=lambda _now, source, _target: constant(_says_what_it_targets(source)),
)
def phrase_after_the_word_target(now: Situation, source: Object, target: Object | Player) -> Truth:
    """A target is something that the phrase after the word "target" describes."""
    any_target = now.rule("any-target", source, target) if _says_any_target(source) else constant(False)
    phrases = [each for each in source.can_target if each not in _ANY_TARGET]
    return any_of(any_target, *(phrase_picks(target, each, source) for each in phrases))


def _says_what_it_targets(source: Object) -> bool:
    """True if a source says what it can target, and not only "any target". What it says may be nothing."""
    said = source.stated.get("can_target")
    return said is not None and (not said or bool(set(said) - set(_ANY_TARGET)))


def _says_any_target(source: Object) -> bool:
    return bool(set(source.stated.get("can_target", ())) & set(_ANY_TARGET))


@forbids("can-target", "overload", "the overload cost of {source} is paid, so that it has no targets",
         where=lambda _now, source, _target: constant(bool(source.keywords_named("overload"))))  # fmt: skip
def without_targets(_now: Situation, source: Object, _target: Object | Player) -> Truth:
    """A spell whose overload cost is paid requires no targets."""
    return source.is_cast_for("overload")


@requires("can-target", "only-permanents",
          "{target} is a permanent, or {source} says that it can target something else",
          where=lambda _now, _source, target: constant(isinstance(target, Object)))  # fmt: skip
def permanents_unless_it_says_otherwise(_now: Situation, source: Object, target: Object | Player) -> Truth:
    """Only permanents are legal targets, unless the source names a player, spell, ability or card in another zone."""
    if isinstance(target, Player):
        return constant(True)
    if "can_target" in source.stated:
        elsewhere = constant(any(word in each for each in source.can_target for word in _OFF_THE_BATTLEFIELD))
    else:
        elsewhere = unknown(f"{source.path}.can_target", "not stated: what {source} can target", source=source)
    return any_of(target.is_permanent, elsewhere)


@encodes_each(
    Row("any-target", "creatures_players_planeswalkers", "{target} is a creature, player or planeswalker",
        "“Any target” means a creature, player or planeswalker. Nothing else can be chosen.",
        types=("creature", "planeswalker")),
    Row("any-target", "creatures_players_planeswalkers_battles",
        "{target} is a creature, player, planeswalker or battle",
        "“Any target” means a creature, player, planeswalker or battle. Nothing else can be chosen.",
        types=("creature", "planeswalker", "battle")),
    question="can-target", role="requires",
    where=lambda _now, source, _target: constant(
        _says_any_target(source) and not set(source.stated["can_target"]) - set(_ANY_TARGET)
    ),
)  # fmt: skip
def is_any_target(_now: Situation, _source: Object, target: Object | Player, *, types: tuple[str, ...]) -> Truth:
    """“Any target” means a player, or a permanent with one of the card types `types`."""
    if isinstance(target, Player):
        return constant(True, "{target} is a player", target=target)
    return all_of(target.is_permanent, target.types.contains_any(*types))


@forbids("can-target", "not-itself", "{source} would target itself",
         where=lambda _now, source, target: constant(source.id == target.id))  # fmt: skip
def illegal_target_for_itself(_now: Situation, source: Object, _target: Object | Player) -> Truth:
    """A spell or ability on the stack is an illegal target for itself."""
    return source.zone == "stack"


@encodes_each(
    Row("hexproof-permanent", "permanent_with_hexproof", "{target} has hexproof, and an opponent controls {source}",
        "A permanent with hexproof can't be the target of spells or abilities that its controller's opponents control.",
        kind=Object),
    Row("hexproof-player", "player_with_hexproof", "{target} has hexproof, and an opponent controls {source}",
        "A player with hexproof can't be the target of spells or abilities that their opponents control.", kind=Player),
    question="can-target", role="forbids",
    where=lambda _now, _source, target, *, kind: all_of(
        constant(isinstance(target, kind)), target.keywords.contains("hexproof")
    ),
)  # fmt: skip
def hexproof(_now: Situation, source: Object, target: Object | Player) -> Truth:
    """A permanent or player with hexproof can't be the target of spells or abilities that opponents control."""
    return is_opponent_of(source, target)


@forbids("can-target", "hexproof-from", "{target} has hexproof from a quality of {source}, and an opponent controls it",
         where=lambda _now, _source, target: constant(bool(protection_qualities(target, "hexproof"))))  # fmt: skip
def hexproof_from_its_quality(now: Situation, source: Object, target: Object | Player) -> Truth:
    """Spells and sources with a quality can't target an opponent's permanent that has hexproof from that quality."""
    of_quality = some(
        has_quality(source_of(source), each)
        for each in protection_qualities(target, "hexproof")
        if each not in EACH_COLOR
    )
    return all_of(of_quality, is_opponent_of(source, target))


@forbids("can-target", "shroud", "{target} has shroud",
         where=lambda _now, _source, target: target.keywords.contains("shroud"))  # fmt: skip
def no_target_at_all(_now: Situation, _source: Object, target: Object | Player) -> Truth:
    """A permanent or player with shroud can't be the target of spells or abilities."""
    return target.keywords.contains("shroud")


@encodes_each(
    Row("protection-from-targeting", "permanent_protected_from_its_quality",
        "{target} has protection from a quality of {source}",
        "A permanent with protection can't be targeted by spells or abilities of sources with the stated quality.",
        kinds=Object),
    Row("protection-from-targeting", "protected_from_its_quality", "{target} has protection from a quality of {source}",
        "A permanent or player with protection can't be targeted by spells or abilities of sources with the quality.",
        kinds=(Object, Player)),
    question="can-target", role="forbids",
    where=lambda _now, _source, target, *, kinds: constant(
        isinstance(target, kinds) and bool(protection_qualities(target, "protection"))
    ),
)  # fmt: skip
def protection(now: Situation, source: Object, target: Object | Player) -> Truth:
    """Something with protection can't be targeted by spells or abilities of sources with the stated quality."""
    others = {"everything", *EACH_COLOR, *(each.id for each in now.players)}
    return some(
        has_quality(source_of(source), each)
        for each in protection_qualities(target, "protection")
        if each not in others
    )


@forbids(
    "can-target",
    "protection-from-each-color",
    "{target} has protection from each color, and {source} has one",
    where=lambda _now, _source, target: constant(EACH_COLOR & set(protection_qualities(target, "protection")) != set()),
)
def protected_from_each_color(now: Situation, source: Object, _target: Object | Player) -> Truth:
    """Protection from each colour is shorthand for protection from white, from blue, and so on."""
    return not_(source_of(source).colors.is_empty)


@forbids(
    "can-target",
    "hexproof-from-each-color",
    "{target} has hexproof from each color, and {source} has one and is an opponent's",
    where=lambda _now, _source, target: constant(EACH_COLOR & set(protection_qualities(target, "hexproof")) != set()),
)
def hexproof_from_each_color(now: Situation, source: Object, target: Object | Player) -> Truth:
    """Hexproof from each colour is shorthand for hexproof from white, from blue, and so on."""
    return all_of(not_(source_of(source).colors.is_empty), is_opponent_of(source, target))


@forbids("can-target", "protection-from-everything", "{target} has protection from everything",
         where=lambda _now, _source, target: target.keywords.contains("protection from everything"))  # fmt: skip
def protected_from_each_object(_now: Situation, _source: Object, target: Object | Player) -> Truth:
    """A permanent or player with protection from everything can't be targeted by spells or abilities."""
    return target.keywords.contains("protection from everything")


@forbids(
    "can-target",
    "protection-from-a-player",
    "{target} has protection from the player who controls {source}",
    where=lambda now, _source, target: constant(
        any(each.id in protection_qualities(target, "protection") for each in now.players)
    ),
)
def protected_from_its_controller(now: Situation, source: Object, target: Object | Player) -> Truth:
    """Something with protection from a player can't be targeted by spells or abilities that this player controls."""
    players = [each for each in now.players if each.id in protection_qualities(target, "protection")]
    return some(each.controls(source) for each in players)


@requires("can-target", "mutate-target", "{target} is a non-Human creature with the same owner as {source}",
          where=lambda _now, source, _target: source.is_cast_for("mutate"))  # fmt: skip
def non_human_creature_of_the_same_owner(_now: Situation, source: Object, target: Object | Player) -> Truth:
    """A mutating creature spell targets a non-Human creature with the same owner as the spell."""
    if isinstance(target, Player):
        return constant(False, "{target} is a player", target=target)
    creature = target.is_permanent_of_type("creature")
    return all_of(creature, not_(target.has_subtype("human")), target.owner == source.owner)
