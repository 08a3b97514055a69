"""Double-faced permanents: which can transform, and what can't enter with its back face up (701.27, 712)."""

from __future__ import annotations

from kb.rulings.encoded.copying import as_created
from kb.rulings.logic import Truth, all_of, any_of, not_, stated
from kb.rulings.questions import Asked, Question, permitted
from kb.rulings.registry import encodes, variant_of
from kb.rulings.situation import Object, Situation
from kb.rulings.steps import Steps
from kb.tongue import later

_QUESTION = "can-transform"


@encodes(
    "can-transform",
    claim=later("{permanent} is represented by something double-faced that can transform"),
    question=_QUESTION,
    role="requires",
)
def only_transforming_cards(_now: Situation, permanent: Object) -> Truth:
    """Only permanents represented by double-faced cards (later: transforming ones) can transform."""
    return all_of(permanent.is_permanent, not_(permanent.token), permanent.layout == "transforming")


@variant_of(only_transforming_cards)
def only_transforming_tokens_and_cards(_now: Situation, permanent: Object) -> Truth:
    """Only transforming tokens and permanents represented by transforming double-faced cards can transform."""
    return all_of(permanent.is_permanent, _created(permanent).layout == "transforming")


@variant_of(only_transforming_cards)
def only_double_faced_tokens_and_cards(_now: Situation, permanent: Object) -> Truth:
    """Only permanents represented by double-faced tokens and double-faced cards but meld cards can transform."""
    return all_of(permanent.is_permanent, _created(permanent).layout.one_of("transforming", "modal"))


@encodes(
    "no-transforming-into-a-spell",
    claim=later("the other face of {permanent} is no instant or sorcery face"),
    question=_QUESTION,
    role="requires",
    where=lambda _now, permanent: stated(bool(len(_created(permanent).faces))),
)
def nothing_happens_for_instants_and_sorceries(_now: Situation, permanent: Object) -> Truth:
    """If the face that a permanent would transform into is an instant or sorcery face, nothing happens."""
    created = _created(permanent)
    faces = tuple(created.faces)
    other = faces[0] if created.face_up.value == "back" else faces[-1]
    return not_(other.types.has_any("instant", "sorcery"))


@encodes("enters-transformed", claim=later("{thing} can't enter with its back face up: that is no permanent's"))
def into_the_graveyard_instead(_now: Situation, thing: Object) -> Truth:
    """What would enter transformed and has an instant or sorcery back face is put into its owner's graveyard."""
    faces = tuple(thing.faces)
    return any_of(*(face.types.has_any("instant", "sorcery") for face in faces[1:2]))


def _created(permanent: Object) -> Object:
    """A permanent as what represents it is: of a token, as it was created; what it copies now changes neither."""
    return as_created(Steps(permanent.now), permanent)


def _can_transform(now: Situation, asked: Asked) -> Truth:
    permanent = asked.object(now)
    return permitted(now, _QUESTION, "transform", permanent, permanent)


CAN_TRANSFORM = Question(
    _QUESTION,
    later("Can this permanent transform?"),
    "object",
    _can_transform,
    "rules ask can-transform A --fact A.layout=transforming",
)
