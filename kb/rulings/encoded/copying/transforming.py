"""Double-faced permanents that can transform, and spells that can't enter with the back face up (701.27, 712)."""

from __future__ import annotations

from kb.rulings.encoded.copying.copiable_values import object_as_created
from kb.rulings.engine.derivation import Derivation
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, requires, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_
from kb.rulings.situation.situation import Object, Situation

_QUESTION = "can-transform"


@requires(_QUESTION, "can-transform", "{permanent} is represented by something double-faced that can transform")
def only_transforming_cards(_now: Situation, permanent: Object) -> Truth:
    """Only permanents represented by double-faced cards can transform (“transforming cards” in later editions)."""
    return all_of(permanent.is_permanent, not_(permanent.token), permanent.layout == "transforming")


@variant_of(only_transforming_cards)
def only_transforming_tokens_and_cards(_now: Situation, permanent: Object) -> Truth:
    """Only a transforming token, or a permanent that a transforming double-faced card represents, can transform."""
    return all_of(permanent.is_permanent, _created(permanent).layout == "transforming")


@variant_of(only_transforming_cards)
def only_double_faced_tokens_and_cards(_now: Situation, permanent: Object) -> Truth:
    """Only permanents represented by double-faced tokens or nonmeld double-faced cards can transform."""
    return all_of(permanent.is_permanent, _created(permanent).layout.is_one_of("transforming", "modal"))


@requires(_QUESTION, "no-transforming-into-a-spell", "the other face of {permanent} is no instant or sorcery face",
          where=lambda _now, permanent: constant(bool(len(_created(permanent).faces))))  # fmt: skip
def nothing_happens_for_instants_and_sorceries(_now: Situation, permanent: Object) -> Truth:
    """If the face that a permanent would transform into is an instant or sorcery face, nothing happens."""
    created = _created(permanent)
    other = tuple(created.faces)[0 if created.face_up.value == "back" else -1]
    return not_(other.types.contains_any("instant", "sorcery"))


@encodes_each(
    Row("no-transforming-but-by-daybound", "only_due_to_its_daybound_ability",
        "{permanent} has daybound: it can't transform except because of that ability",
        "Daybound means that the permanent can't transform except due to its daybound ability.",
        keyword="daybound", turning="night"),
    Row("no-transforming-but-by-nightbound", "only_due_to_its_nightbound_ability",
        "{permanent} has nightbound: it can't transform except because of that ability",
        "Nightbound means that the permanent can't transform except due to its nightbound ability.",
        keyword="nightbound", turning="day"),
    question=_QUESTION, role="forbids",
    where=lambda _now, permanent, *, keyword: constant(bool(permanent.keywords_named(keyword))),
)  # fmt: skip
def only_due_to_this_ability(now: Situation, permanent: Object, *, keyword: str, turning: str) -> Truth:
    """A permanent with the keyword can't transform unless the keyword itself makes it transform."""
    due = all_of(now.game.day_night == turning, now.rule(f"{keyword}-transforms", permanent))
    return all_of(permanent.has_keyword(keyword), not_(due))


@encodes("enters-transformed", "{thing} can't enter with its back face up: that is no permanent's")
def into_the_graveyard_instead(_now: Situation, thing: Object) -> Truth:
    """If a spell with an instant or sorcery back face would enter transformed, it goes to its owner's graveyard."""
    return any_of(*(face.types.contains_any("instant", "sorcery") for face in tuple(thing.faces)[1:2]))


def _created(permanent: Object) -> Object:
    """Return a permanent without copy effects (see `object_as_created`)."""
    return object_as_created(Derivation(permanent.now), permanent)


@answers(_QUESTION, "Can this permanent transform?", "object", "rules ask can-transform A --fact A.layout=transforming")
def _can_transform(now: Situation, asked: QuestionArguments) -> Truth:
    permanent = asked.object(now)
    return is_permitted(now, _QUESTION, "transform", permanent, permanent)
