"""The targets chosen for a spell or ability: their legality and their number (115, 601.2c)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.rulings.encoded.attachment.legal_attachment import is_local_enchantment
from kb.rulings.encoded.casting.legal_targets import can_target
from kb.rulings.engine.derivation import DerivedValue, is_stated
from kb.rulings.engine.questions import Question, QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import defines, encodes, permits, requires, variant_of
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, constant, every, not_, unknown
from kb.rulings.situation.situation import Object, Player, Situation

_TARGET = re.compile(r"\btargets?\b", re.IGNORECASE)
_REMINDER = re.compile(r"\([^()]*\)")


@answers("legal-targets", "Are the proposed targets of this spell or ability a legal choice?", "object",
         "rules ask legal-targets A -f situation.yaml")  # fmt: skip
def legal_targets(now: Situation, asked: QuestionArguments) -> Truth:
    source = asked.object(now)
    return is_permitted(now, "legal-targets", "other", source, source, now.proposed.targets.value or ())


def target_words(source: Object) -> NumberValue:
    """Return how often a spell or ability says “target”: as stated, or else as its text has it without reminders."""
    text = source.stated.get("text")
    if text is None or is_stated(source, "target_words"):
        return source.target_words
    return NumberValue.exactly(len(_TARGET.findall(_REMINDER.sub("", text))))


def target_legality(now: Situation, source: Object, targets: Iterable[str]) -> list[Truth]:
    """Return the legality of each target.

    If `source` says "target" several times and has a phrase for each, the nth target must match the nth phrase.
    """
    found: list[Truth] = []
    for place, name in enumerate(targets):
        target = now.thing(name)
        if target is None:
            found.append(constant(False, "there is no {name}", name=name))
            continue
        phrases = source.stated.get("can_target", ())
        if (target_words(source) > 1).value is True and place < len(phrases):
            chooser = Object(source.id, now, {**source.stated, "can_target": (phrases[place],)})
        else:
            chooser = source
        found.append(can_target(now, chooser, target))
    return found


@requires("legal-targets", "choice-of-targets",
          "each target of {source} is one that it can target, chosen once for each word “target”")  # fmt: skip
def appropriate_and_chosen_once(now: Situation, source: Object, targets: tuple[str, ...]) -> Truth:
    """Each target must be an appropriate object or player, and chosen only once for each instance of “target”."""
    if not now.proposed.targets.is_known:
        return unknown("proposed.targets", "not stated: the proposed targets")
    return all_of(every(target_legality(now, source, targets)), now.rule("chosen-once", source, targets))


@encodes("chosen-once", "no target of {source} is chosen twice")
def once_at_all(_now: Situation, _source: Object, targets: tuple[str, ...]) -> Truth:
    """The same target can't be chosen multiple times."""
    return constant(len(set(targets)) == len(targets))


@variant_of(once_at_all, claim="no target of {source} is chosen twice for one instance of the word “target”")
def once_for_each_instance_of_the_word(_now: Situation, source: Object, targets: tuple[str, ...]) -> Truth:
    """The same target can't be chosen more than once for any one instance of the word "target"."""
    most = max((targets.count(each) for each in targets), default=0)
    return target_words(source) >= most


@requires("legal-targets", "division", "each target of {source} gets at least one of what is divided",
          where=lambda now, _source, _targets: constant(now.proposed.division.is_known))  # fmt: skip
def each_gets_at_least_one(now: Situation, _source: Object, targets: tuple[str, ...]) -> Truth:
    """If an effect divides or distributes something, such as damage or counters, each target must get at least one."""
    return every(now.proposed.division[each] >= 1 for each in targets)


@requires("can-cast", "casting-with-targets", "{player} chooses legal targets for {spell}",
          where=lambda now, _player, _spell: constant(now.proposed.targets.is_known))  # fmt: skip
def with_legal_targets(now: Situation, _player: Player, spell: Object) -> Truth:
    """The game checks whether the proposed spell can legally be cast. Its targets must be legal."""
    return is_permitted(now, "legal-targets", "other", spell, spell, now.proposed.targets.value or ())


@permits("targeted", "targeted", "{source} is targeted: a target has been chosen for it")
def one_or_more_targets_chosen(_now: Situation, source: Object) -> Truth:
    """A spell or ability that allows zero targets is targeted only if a target has been chosen for it."""
    return not_(source.targets.is_empty)


@permits("targeted", "aura-spells", "{source} is a local enchantment spell, which is always targeted",
         where=lambda _now, source: constant("subtypes" in source.stated or "enchant" in source.stated))  # fmt: skip
def local_enchantments_always_targeted(now: Situation, source: Object) -> Truth:
    """Local enchantment spells are always targeted. A local enchantment permanent doesn't target anything."""
    return all_of(source.zone == "stack", is_local_enchantment(now, source, source))


@variant_of(local_enchantments_always_targeted, "{source} is an Aura spell, which is always targeted",
            where=lambda _now, source: constant("subtypes" in source.stated))  # fmt: skip
def always_targeted(_now: Situation, source: Object) -> Truth:
    """Aura spells are always targeted. An Aura permanent doesn't target anything."""
    return all_of(source.zone == "stack", source.has_subtype("aura"))


TARGETED = Question("targeted", "Is this spell or ability targeted?", "object",
                    lambda now, asked: is_permitted(now, "targeted", "other", asked.object(now), asked.object(now)),
                    "rules ask targeted A --fact A.targets=B")  # fmt: skip


@defines("number-of-targets", "the targets of {source} are counted, each as often as it was chosen")
def as_often_as_chosen(_now: Situation, source: Object) -> NumberValue:
    """The number of targets counts each choice of an object or player, even if that target is no longer legal."""
    return source.targets.count


@answers("number-of-targets", "How many targets has this spell or ability?", "object",
         "rules ask number-of-targets A --fact A.targets=B,C")  # fmt: skip
def number_of_targets(now: Situation, asked: QuestionArguments) -> DerivedValue:
    source = asked.object(now)
    return DerivedValue.from_rule(as_often_as_chosen(now, source), "number-of-targets", now, source)


@encodes("targets-only", "{target} is the only object or player that {source} targets")
def only_one_thing(_now: Situation, source: Object, target: Object | Player) -> Truth:
    """A spell or ability targets only one thing if all chosen targets are the same thing."""
    one = constant(len(set(source.targets)) == 1) if source.targets.is_known else source.targets.contains(target)
    return all_of(one, source.targets.contains(target))


TARGETS_ONLY = Question("targets-only", "Does this spell or ability target only that object or player?", "objects",
                        lambda now, asked: now.rule("targets-only", asked.object(now), asked.thing(now, 1)),
                        "rules ask targets-only A B --fact A.targets=B,B")  # fmt: skip
