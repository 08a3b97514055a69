"""Double-faced permanents that can transform, and spells that can't enter with the back face up (701.27, 712)."""

from __future__ import annotations

from kb.i18n import mark_message
from kb.rulings.encoded.copying.copiable_values import object_as_created
from kb.rulings.engine.derivation import Derivation
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import encodes, requires, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, unknown
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


@requires(_QUESTION, "transforms-by-its-own-ability", "the daybound or nightbound ability of {permanent} transforms it",
          where=lambda _now, permanent: constant(bool(_bound(permanent))))  # fmt: skip
def only_due_to_daybound_or_nightbound(_now: Situation, permanent: Object) -> Truth:
    """A permanent with daybound or nightbound can't transform except due to that ability."""
    asks = mark_message("not stated: whether the ability {keyword} of {permanent} transforms it")
    return unknown(permanent.keywords.fact, asks, keyword=_bound(permanent)[0], permanent=permanent)


def _bound(permanent: Object) -> list[str]:
    return [*permanent.keywords_named("daybound"), *permanent.keywords_named("nightbound")]


@requires(_QUESTION, "no-transforming-into-a-spell", "the other face of {permanent} is no instant or sorcery face",
          where=lambda _now, permanent: constant(bool(len(_created(permanent).faces))))  # fmt: skip
def nothing_happens_for_instants_and_sorceries(_now: Situation, permanent: Object) -> Truth:
    """If the face that a permanent would transform into is an instant or sorcery face, nothing happens."""
    created = _created(permanent)
    other = tuple(created.faces)[0 if created.face_up.value == "back" else -1]
    return not_(other.types.contains_any("instant", "sorcery"))


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
