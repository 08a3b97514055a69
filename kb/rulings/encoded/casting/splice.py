"""Splice (702.47): a spell gains the rules text of cards revealed from the hand."""

from __future__ import annotations

from kb.rulings.encoded.turn.timing import acting_player, belongs_to
from kb.rulings.engine.card_phrases import is_another, matches_phrase
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import Row, encodes, encodes_each
from kb.rulings.logic.ternary import Truth, all_of, not_, some
from kb.rulings.situation.keyword_forms import parse_keyword
from kb.rulings.situation.situation import Object, Player, Situation


def _splice_qualities(card: Object) -> list[str]:
    """Return the kinds of spells onto which a card can be spliced, in the words of its splice abilities."""
    return [parse_keyword(each, card.now.words).quality for each in card.keywords_named("splice")]


@encodes_each(
    Row("splice", "onto_a_spell_of_that_type",
        "{player} may reveal {card} as they cast {spell}, which it can be spliced onto",
        "As you play a spell of the named type, you may reveal the card and pay its splice cost as an additional cost.",
        alternatives=False),
    Row("splice", "onto_a_spell_of_that_quality",
        "{player} may reveal {card} as they cast {spell}, which it can be spliced onto",
        "As you cast a spell of the named quality, you may reveal the card and pay its splice cost additionally.",
        alternatives=True),
)  # fmt: skip
def can_be_spliced(_now: Situation, player: Player, card: Object, spell: Object, *, alternatives: bool) -> Truth:
    """A card with “splice onto [quality]” can be spliced onto a spell of the quality. `alternatives` allows an “or”."""
    from_hand = [
        card.zone == "hand",
        belongs_to(card, player),
        is_another(card, spell),
        not_(spell.spliced.contains(card)),
    ]
    qualities = [each for each in _splice_qualities(card) if alternatives or " or " not in each]
    fitting = some(matches_phrase(spell, each) for each in qualities)
    return all_of(*from_hand, fitting if card.keywords.is_known else card.has_keyword("splice"))


@encodes("spliced-characteristics", "{spell} has the text of the cards spliced onto it, and nothing else")
def only_their_text_is_gained(_now: Situation, spell: Object) -> Truth:
    """The spell keeps its characteristics. It gains only the rules text of the cards that are spliced onto it."""
    return not_(spell.spliced.is_empty)


def with_spliced_text(now: Situation, spell: Object) -> Object:
    """Return the spell, which can also target everything that the cards spliced onto it can target."""
    cards = [found for each in spell.spliced if (found := now.object(each)) is not None]
    gained = [phrase for card in cards for phrase in card.stated.get("can_target", ())]
    if not gained or now.rule("spliced-characteristics", spell).value is not True:
        return spell
    own = spell.stated.get("can_target", ())
    return Object(spell.id, now, {**spell.stated, "can_target": (*own, *gained)})


@answers("can-splice", "May a player splice this card onto that spell as they cast it?", "objects",
         "rules ask can-splice A B -f situation.yaml")  # fmt: skip
def can_splice(now: Situation, asked: QuestionArguments) -> Truth:
    card, spell = asked.object(now), asked.object(now, 1)
    return now.rule("splice", acting_player(now, asked, card), card, spell)
