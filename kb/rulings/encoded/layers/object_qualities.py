"""What the rules call objects by what they are: multicoloured, historic, basic, permanent cards (105, 205.4, 700)."""

from __future__ import annotations

from collections.abc import Callable

from kb.errors import BadValue
from kb.i18n import _
from kb.rulings.encoded.layers.layer_application import colors_of
from kb.rulings.engine.derivation import Derivation
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import encodes, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, not_, some
from kb.rulings.situation.fact import suggestion
from kb.rulings.situation.situation import Object, Player, Situation

PERMANENT_CARD_TYPES = ("artifact", "creature", "enchantment", "land", "planeswalker")
OUTLAWS = ("assassin", "mercenary", "pirate", "rogue", "warlock")


@encodes("nonbasic-land", "{land} is a nonbasic land")
def land_without_the_supertype_basic(_now: Situation, land: Object) -> Truth:
    """Any land that doesn't have the supertype "basic" is a nonbasic land, even if it has a basic land type."""
    return all_of(land.has_type("land"), not_(land.supertypes.contains("basic")))


@encodes("snow-permanent", "{permanent} is a snow permanent")
def permanent_with_the_supertype_snow(_now: Situation, permanent: Object) -> Truth:
    """Any permanent with the supertype "snow" is a snow permanent; any other isn't, whatever its name."""
    return all_of(permanent.is_permanent, permanent.supertypes.contains("snow"))


@encodes("under-the-legend-rule", "{permanent} is subject to the legend rule")
def legendary_permanent(_now: Situation, permanent: Object) -> Truth:
    """Any permanent with the supertype "legendary" is subject to the state-based action for legendary permanents."""
    return all_of(permanent.is_permanent, permanent.supertypes.contains("legendary"))


@encodes("under-the-world-rule", "{permanent} is subject to the world rule")
def world_permanent(_now: Situation, permanent: Object) -> Truth:
    """Any permanent with the supertype "world" is subject to the state-based action for world permanents."""
    return all_of(permanent.is_permanent, permanent.supertypes.contains("world"))


@encodes("ongoing-scheme", "{scheme} is exempt from the state-based action for schemes")
def ongoing_scheme(_now: Situation, scheme: Object) -> Truth:
    """Any scheme card with the supertype "ongoing" is exempt from the state-based action for schemes."""
    return all_of(scheme.has_type("scheme"), scheme.supertypes.contains("ongoing"))


@encodes("historic", "{thing} is historic")
def legendary_artifact_or_saga(_now: Situation, thing: Object) -> Truth:
    """Historic is an object with the legendary supertype, the artifact card type, or the Saga subtype."""
    return any_of(thing.supertypes.contains("legendary"), thing.has_type("artifact"), thing.has_subtype("saga"))


@encodes("outlaw", "{thing} is an outlaw")
def one_of_five_creature_types(_now: Situation, thing: Object) -> Truth:
    """Outlaw is an object with the Assassin, Mercenary, Pirate, Rogue or Warlock creature type."""
    return any_of(*(thing.has_subtype(each) for each in OUTLAWS))


@encodes("permanent-card", "{card} is a permanent card")
def card_that_could_be_put_in_play(_now: Situation, card: Object) -> Truth:
    """A permanent card is an artifact, creature, enchantment, land, or planeswalker card."""
    return any_of(*(card.has_type(each) for each in PERMANENT_CARD_TYPES))


@variant_of(card_that_could_be_put_in_play)
def card_that_could_be_put_in_play_before_planeswalkers(_now: Situation, card: Object) -> Truth:
    """A permanent card is an artifact, creature, enchantment, or land card."""
    return any_of(*(card.has_type(each) for each in PERMANENT_CARD_TYPES if each != "planeswalker"))


@variant_of(card_that_could_be_put_in_play)
def card_or_battle_that_could_be_put_in_play(_now: Situation, card: Object) -> Truth:
    """A permanent card is an artifact, battle, creature, enchantment, land, or planeswalker card."""
    return any_of(*(card.has_type(each) for each in (*PERMANENT_CARD_TYPES, "battle")))


@encodes("permanent-spell", "{spell} is a permanent spell")
def spell_that_will_enter(_now: Situation, spell: Object) -> Truth:
    """A permanent spell is an artifact, creature, enchantment, or planeswalker spell."""
    return all_of(
        spell.zone == "stack", any_of(*(spell.has_type(each) for each in PERMANENT_CARD_TYPES if each != "land"))
    )


@variant_of(spell_that_will_enter)
def spell_or_battle_that_will_enter(_now: Situation, spell: Object) -> Truth:
    """A permanent spell is an artifact, battle, creature, enchantment, or planeswalker spell."""
    types = (*(each for each in PERMANENT_CARD_TYPES if each != "land"), "battle")
    return all_of(spell.zone == "stack", any_of(*(spell.has_type(each) for each in types)))


@encodes("emblem-apart", "{emblem} is an emblem, which is neither a card nor a permanent")
def neither_card_nor_permanent(_now: Situation, emblem: Object) -> Truth:
    """An emblem is neither a card nor a permanent."""
    return emblem.emblem


@encodes("token-apart", "{token} is a token, which is no card")
def tokens_are_no_cards(_now: Situation, token: Object) -> Truth:
    """A token isn't a card."""
    return token.token


@encodes("permanent", "{thing} is a permanent: a card or token on the battlefield")
def card_or_token_on_the_battlefield(now: Situation, thing: Object) -> Truth:
    """A permanent is a card or token on the battlefield; it stays one even without any permanent type."""
    return all_of(thing.zone == "battlefield", not_(now.rule("emblem-apart", thing)))


@encodes("card", "{thing} is a card")
def no_token_no_emblem_no_copy(now: Situation, thing: Object) -> Truth:
    """Only a Magic card, or an object represented by one, is a card: no token, no emblem, no copy of a spell."""
    return not_(
        any_of(now.rule("token-apart", thing), now.rule("emblem-apart", thing), thing.copy.is_one_of("spell", "card"))
    )


@encodes("modified", "{permanent} is modified")
def permanent_with_counters_equipped_or_enchanted(now: Situation, permanent: Object) -> Truth:
    """A permanent with a counter, one that is equipped, or one enchanted by an Aura that its controller controls."""
    return _is_modified(now, permanent)


@variant_of(permanent_with_counters_equipped_or_enchanted)
def creature_with_counters_equipped_or_enchanted(now: Situation, permanent: Object) -> Truth:
    """A creature with a counter, one that is equipped, or one enchanted by an Aura that its controller controls."""
    return all_of(permanent.has_type("creature"), _is_modified(now, permanent))


def _is_modified(now: Situation, permanent: Object) -> Truth:
    others = [each for each in now.objects if each is not permanent]
    on_it = [each for each in others if (each.attached_to == permanent).value is not False]
    return all_of(
        permanent.is_permanent,
        any_of(
            some(permanent.counters[kind] > 0 for kind in _kinds(permanent)),
            some(all_of(each.attached_to == permanent, each.has_subtype("equipment")) for each in on_it),
            some(
                all_of(each.attached_to == permanent, each.has_subtype("aura"), each.controller == permanent.controller)
                for each in on_it
            ),
        ),
    )


def _kinds(permanent: Object) -> tuple[str, ...]:
    """The kinds of counters on it; where they aren't stated, one that stands for any."""
    return tuple(permanent.counters.counts) if permanent.counters.is_known else ("any",)


@encodes("poisoned", "{player} is poisoned")
def with_a_poison_counter(_now: Situation, player: Player) -> Truth:
    """A player is poisoned if they have one or more poison counters."""
    return player.poison >= 1


def _of_color(concept: str) -> Callable[[Situation, Object], Truth]:
    def asked(now: Situation, thing: Object) -> Truth:
        steps = Derivation(now)
        return steps.decide(concept, thing, colors_of(steps, thing) or ())

    return asked


def _by(concept: str, *, denied: bool = False) -> Callable[[Situation, Object], Truth]:
    def asked(now: Situation, thing: Object) -> Truth:
        return not_(now.rule(concept, thing)) if denied else now.rule(concept, thing)

    return asked


ASKABLE_QUALITIES: dict[str, Callable[[Situation, Object], Truth]] = {
    "monocolored": _of_color("kinds-of-color-monocolored"),
    "multicolored": _of_color("kinds-of-color-multicolored"),
    "colorless": _of_color("kinds-of-color-colorless"),
    "basic-land": _by("basic-land"),
    "nonbasic-land": _by("nonbasic-land"),
    "snow": _by("snow-permanent"),
    "nonsnow": _by("snow-permanent", denied=True),
    "under-the-legend-rule": _by("under-the-legend-rule"),
    "under-the-world-rule": _by("under-the-world-rule"),
    "ongoing": _by("ongoing-scheme"),
    "historic": _by("historic"),
    "outlaw": _by("outlaw"),
    "modified": _by("modified"),
    "permanent": _by("permanent"),
    "permanent-card": _by("permanent-card"),
    "permanent-spell": _by("permanent-spell"),
    "card": _by("card"),
    "commander": _by("is-commander"),
}
"""What can be asked of an object by `is`."""


@answers("is", "Is this object multicolored, historic, a basic-land, a permanent-card ...?", "objects",
         "rules ask is A multicolored --fact A.mana_cost={W}{B}")  # fmt: skip
def _is(now: Situation, asked: QuestionArguments) -> Truth:
    thing = asked.thing(now)
    word = asked.things[1].lower() if len(asked.things) > 1 else ""
    if isinstance(thing, Player):
        if word == "poisoned":
            return now.rule("poisoned", thing)
        raise BadValue("quality", word, _("of a player, ask whether it is poisoned"))
    if word not in ASKABLE_QUALITIES:
        known = ", ".join(ASKABLE_QUALITIES)
        raise BadValue(
            "quality", word, _("give one of {words}", words=known) + suggestion(word, tuple(ASKABLE_QUALITIES))
        )
    return ASKABLE_QUALITIES[word](now, thing)
