"""The times at which spells can be cast, by card type (117.1a, 301 to 310, 601).

The zones are in the module `casting_zones`. The other conditions are in `casting_restrictions`.
"""

from __future__ import annotations

from typing import Any

from kb.rulings.encoded.casting.casting_restrictions import spells_left
from kb.rulings.encoded.casting.casting_zones import may_be_cast_from_zone
from kb.rulings.encoded.copying.copiable_values import FACE_DOWN_FACTS, PRINTED_FACTS
from kb.rulings.encoded.turn.timing import acting_player, assume_in_hand
from kb.rulings.engine.card_phrases import could_gain_quality, describes_as_spell
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, requires
from kb.rulings.logic.ternary import Truth, all_of, any_of, some
from kb.rulings.situation.keyword_forms import is_keyword
from kb.rulings.situation.situation import Effect, Object, Player, Situation

_OTHER_TYPES = ("artifact", "battle", "creature", "enchantment", "instant", "land", "planeswalker", "sorcery")


@answers("can-cast", "May a player begin to cast this card now?", "object",
         "rules ask can-cast A --fact A.types=creature --phase main --priority p1 --stack empty")  # fmt: skip
def can_cast(now: Situation, asked: QuestionArguments) -> Truth:
    now = assume_in_hand(now, asked.object(now))
    spell = asked.object(now)
    player = acting_player(now, asked, spell)
    bestowed, face_down = now.rule("bestowed-characteristics", spell), _cast_face_down(now, spell)
    as_cast = _as_face_down(spell) if face_down.value else None
    as_cast = as_cast or (_as_bestowed(spell) if bestowed.value else _as_chosen_half(now, spell))
    if as_cast is not None:
        now = now.replace(objects={each.id: each.stated for each in now.objects} | {spell.id: as_cast})
        spell = asked.object(now)
    may = all_of(is_permitted(now, "can-cast", "cast", spell, player, spell), *spells_left(now, player, spell))
    return all_of(may, *(each for each in (bestowed, face_down) if each.value))


@encodes_each(
    Row("chosen-half", "only_the_chosen_half", "only the half of {spell} that is cast counts",
        "Only the chosen half of a split card is evaluated to see if it can be cast."),
    Row("adventure-as-cast", "only_the_alternative_characteristics",
        "{spell} is cast as an Adventure: only that counts",
        "Casting an adventurer card as an Adventure, only its alternative characteristics are evaluated."),
    Row("omen-as-cast", "only_the_omen_characteristics", "{spell} is cast as an Omen: only that counts",
        "Casting an omen card as an Omen, only its alternative characteristics are evaluated."),
)  # fmt: skip
def side_to_be_cast(_now: Situation, spell: Object) -> Truth:
    """Yes if one side of a card is cast: a half of a split card, an Adventure, an Omen."""
    return spell.cast_as.is_one_of(*_SIDE_CAST)


_SIDE_CAST = {"left": 0, "right": 1, "adventure": 1, "omen": 1}
"""The index of the side that is cast, by the value of `cast_as`."""
_AS_CAST = {"split": "chosen-half", "adventurer": "adventure-as-cast", "omen": "omen-as-cast"}


def _as_chosen_half(now: Situation, spell: Object) -> dict[str, Any] | None:
    """Return the facts of a card with the side that is cast alone; None if the whole card is evaluated."""
    stated = spell.stated
    side, faces = _SIDE_CAST.get(stated.get("cast_as", "")), tuple(stated.get("faces") or ())
    concept = _AS_CAST.get(stated.get("layout", ""), "")
    if side is None or len(faces) <= side or now.rule(concept, spell).value is not True:
        return None
    others = (name for name in stated if name not in ("faces", "layout", "cast_as"))
    return {**{name: stated[name] for name in others}, **faces[side]}


@encodes("bestowed-characteristics", "{spell} is cast bestowed: only its characteristics so count")
def only_as_modified_by_bestow(_now: Situation, spell: Object) -> Truth:
    """If a spell is cast bestowed, only its characteristics as modified by bestow decide whether it can be cast."""
    return spell.is_cast_for("bestow")


def _as_bestowed(spell: Object) -> dict[str, Any]:
    """Return the facts of a bestowed spell: it is an Aura, isn't a creature and loses bestow (702.103b)."""
    types = tuple(each for each in spell.stated.get("types", ("enchantment",)) if each != "creature")
    subtypes = (*spell.stated.get("subtypes", ()), "aura")
    keywords = tuple(each for each in spell.keywords if not is_keyword(each, "bestow", spell.now.words))
    return {**spell.stated, "types": types, "subtypes": subtypes, "keywords": keywords}


@encodes_each(
    Row("morph-as-cast", "only_the_face_down_characteristics",
        "{spell} is cast face down: only the characteristics of a face-down spell count",
        "What applies to casting a card with the face-down characteristics applies to casting a card for morph.",
        keywords=("morph", "megamorph")),
    Row("disguise-as-cast", "only_the_face_down_characteristics_with_ward",
        "{spell} is cast face down: only the characteristics of a face-down spell count",
        "What applies to casting a card with the face-down characteristics applies to casting a card for disguise.",
        keywords=("disguise",)),
)  # fmt: skip
def cast_face_down(_now: Situation, spell: Object, *, keywords: tuple[str, ...]) -> Truth:
    """Effects and prohibitions see a card that is cast face down as the face-down spell, and not as face up."""
    return some(spell.is_cast_for(each) for each in keywords)


def _cast_face_down(now: Situation, spell: Object) -> Truth:
    return any_of(now.rule("morph-as-cast", spell), now.rule("disguise-as-cast", spell))


def _as_face_down(spell: Object) -> dict[str, Any]:
    """Return the facts of a face-down spell: a 2/2 creature; if it is cast for disguise, with ward {2} (702.168b)."""
    others = {name: value for name, value in spell.stated.items() if name not in PRINTED_FACTS}
    ward = {"keywords": ("ward {2}",)} if spell.is_cast_for("disguise").value else {}
    return {**others, **FACE_DOWN_FACTS, "power": 2, "toughness": 2, **ward}


@encodes("flash", "{spell} may be cast any time {player} could cast an instant: it has flash")
def whenever_an_instant_could_be_cast(_now: Situation, _player: Player, spell: Object) -> Truth:
    """A player may play a card with flash any time they could cast an instant."""
    return spell.has_keyword("flash")


@encodes("flash-by-choice", "a choice made while casting {spell} can make “{effect}” apply to it")
def qualities_it_could_come_to_have(_now: Situation, effect: Effect, spell: Object) -> Truth:
    """An effect that gives flash to spells with a quality applies if a choice while casting can give this quality."""
    return some(could_gain_quality(spell, each) for each in _qualities_for_flash(effect))


def _qualities_for_flash(effect: Effect) -> tuple[str, ...]:
    """Return the qualities that a spell must have for an effect to give it flash."""
    return tuple(each for each in effect.stated.get("quality", ()) if each != "flash")


def _as_though_it_had_flash(now: Situation, player: Player, spell: Object) -> Truth:
    found = []
    for effect in now.effects_matching("as-though", "cast", spell):
        if "flash" in effect.stated.get("quality", ()) and effect.covers(player):
            qualified = [describes_as_spell(spell, each, player) for each in _qualities_for_flash(effect)]
            by_choice = now.rule("flash-by-choice", effect, spell)
            found.append(all_of(effect.in_force, any_of(some(qualified), by_choice) if qualified else Truth(True)))
    return some(found)


def _in_casting_time(now: Situation, player: Player, spell: Object) -> Truth:
    """Yes if a player has priority, and if the spell has flash or the player could cast a sorcery now."""
    game = now.game
    return all_of(
        player.has_priority,
        any_of(
            all_of(game.stack.is_empty, game.is_main_phase, player.is_active),
            now.rule("flash", player, spell),
            _as_though_it_had_flash(now, player, spell),
        ),
    )


@requires("can-cast", "casting-time", "{player} may cast a spell such as {spell} now")
def instants_with_priority_others_in_a_main_phase(now: Situation, player: Player, spell: Object) -> Truth:
    """A player with priority may cast instants. Other spells also need the player's main phase and an empty stack."""
    return all_of(player.has_priority, any_of(spell.has_type("instant"), _in_casting_time(now, player, spell)))


@encodes_each(
    Row("artifact-casting", "artifact_in_a_main_phase", "{player} may cast the artifact card {spell} now",
        card_type="artifact"),
    Row("creature-casting", "creature_in_a_main_phase", "{player} may cast the creature card {spell} now",
        card_type="creature"),
    Row("enchantment-casting", "enchantment_in_a_main_phase", "{player} may cast the enchantment card {spell} now",
        card_type="enchantment"),
    Row("instant-casting", "instant_with_priority", "{player} may cast the instant card {spell} now",
        "A player with priority may cast an instant card from their hand.", card_type="instant"),
    Row("planeswalker-casting", "planeswalker_in_a_main_phase", "{player} may cast the planeswalker card {spell} now",
        card_type="planeswalker"),
    Row("sorcery-casting", "sorcery_in_a_main_phase", "{player} may cast the sorcery card {spell} now",
        card_type="sorcery"),
    Row("battle-casting", "battle_in_a_main_phase", "{player} may cast the battle card {spell} now",
        card_type="battle"),
    question="can-cast", role="requires", where=lambda _now, _player, spell, *, card_type: spell.has_type(card_type),
)  # fmt: skip
def from_the_hand_in_time(now: Situation, player: Player, spell: Object, *, card_type: str) -> Truth:
    """A player with priority may cast the card from their hand in their main phase while the stack is empty."""
    in_time = player.has_priority if card_type == "instant" else _in_casting_time(now, player, spell)
    return all_of(may_be_cast_from_zone(now, player, spell), in_time)


@requires("can-cast", "kindred-casting", "{spell} is cast as a card of its other card type",
          where=lambda _now, _player, spell: spell.types.contains_any("kindred", "tribal"))  # fmt: skip
def as_its_other_type(_now: Situation, _player: Player, spell: Object) -> Truth:
    """A kindred card also has another card type. It is cast as a card of that other type."""
    return spell.types.contains_any(*_OTHER_TYPES)


@requires(
    "can-cast",
    "main-phase-spells",
    "{player} is the active player, and it is a main phase or {spell} has flash",
    where=lambda _now, _player, spell: spell.types.contains_any(
        "artifact", "creature", "enchantment", "planeswalker", "sorcery"
    ),
)
def active_player_in_a_main_phase(now: Situation, player: Player, spell: Object) -> Truth:
    """Normally, only the active player can cast spells other than instants, and only in a main phase."""
    return any_of(
        all_of(now.game.is_main_phase, player.is_active),
        now.rule("flash", player, spell),
        _as_though_it_had_flash(now, player, spell),
        spell.has_type("instant"),
    )
