"""Splice (702.47): cards whose rules text a spell gains, while they stay in the hand."""

from __future__ import annotations

import re

from kb.rulings.encoded.timing import asker, whose
from kb.rulings.logic import Truth, all_of, not_, some
from kb.rulings.qualities import described, is_another
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import encodes, variant_of
from kb.rulings.situation import Object, Player, Situation
from kb.tongue import later

_SPLICE = re.compile(r"splice onto ([a-z ]+?)(?: ?(?:\N{EM DASH}|-|\{).*)?")


def _onto(card: Object) -> list[str]:
    """What spells a card can be spliced onto, as its splice abilities say."""
    return [found[1] for each in card.keywords if (found := _SPLICE.fullmatch(each))]


def _from_hand(player: Player, card: Object, spell: Object) -> Truth:
    return all_of(card.zone == "hand", whose(card, player), is_another(card, spell), not_(spell.spliced.has(card)))


@encodes("splice", claim=later("{player} may reveal {card} as they cast {spell}, which it can be spliced onto"))
def onto_a_spell_of_that_type(_now: Situation, player: Player, card: Object, spell: Object) -> Truth:
    """Revealed from the hand as you play a spell of that type or subtype; its splice cost is an additional cost."""
    of_that_type = some(described(spell, each) for each in _onto(card) if " or " not in each)
    return all_of(_from_hand(player, card, spell), of_that_type if card.keywords.known else card.has("splice"))


@variant_of(onto_a_spell_of_that_type)
def onto_a_spell_of_that_quality(_now: Situation, player: Player, card: Object, spell: Object) -> Truth:
    """Revealed from the hand as you cast a spell of that quality; its splice cost is an additional cost."""
    of_that_quality = some(described(spell, each) for each in _onto(card))
    return all_of(_from_hand(player, card, spell), of_that_quality if card.keywords.known else card.has("splice"))


@encodes("spliced-characteristics", claim=later("{spell} has the text of the cards spliced onto it, and nothing else"))
def only_their_text_is_gained(_now: Situation, spell: Object) -> Truth:
    """The characteristics of the main spell, plus the rules text of the spliced cards, and nothing else of them."""
    return not_(spell.spliced.empty)


def with_spliced_text(now: Situation, spell: Object) -> Object:
    """A spell with what the cards spliced onto it can target, where they say so."""
    cards = [found for each in spell.spliced if (found := now.object(each)) is not None]
    gained = [phrase for card in cards for phrase in card.given.get("can_target", ())]
    if not gained or now.rule("spliced-characteristics", spell).value is not True:
        return spell
    own = spell.given.get("can_target", ())
    return Object(spell.id, now, {**spell.given, "can_target": (*own, *gained)})


def _can_splice(now: Situation, asked: Asked) -> Truth:
    card, spell = asked.object(now), asked.object(now, 1)
    return now.rule("splice", asker(now, asked, card), card, spell)


CAN_SPLICE = Question(
    "can-splice",
    later("May a player splice this card onto that spell as they cast it?"),
    "objects",
    _can_splice,
    "rules ask can-splice A B -f situation.yaml",
)
