"""Objects that can be chosen to change zones as other objects enter the battlefield (614.13)."""

from __future__ import annotations

from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import forbids, variant_of
from kb.rulings.logic.ternary import Truth, all_of, constant, some
from kb.rulings.situation.situation import Object, Situation


def _enters_with(now: Situation, thing: Object, entering: Object) -> Truth:
    """Yes if an object is the entering object, or enters at the same time."""
    if thing.id == entering.id:
        return constant(True, "{thing} is what enters", thing=thing)
    if not now.proposed.events.is_known:
        return all_of(thing.zone != "battlefield", now.proposed.events.stated)
    return some(each.things.contains(thing) for each in now.proposed.events if entering.id in each.things)


@forbids("can-change-zones", "entering-cant-be-chosen", "{thing} is {entering}, or enters at the same time",
         where=lambda _now, thing, _entering: thing.zone != "library")  # fmt: skip
def neither_itself_nor_what_enters_with_it(now: Situation, thing: Object, entering: Object) -> Truth:
    """Neither the entering object nor any object entering at the same time can be chosen to change zones."""
    return _enters_with(now, thing, entering)


@forbids("can-change-zones", "moved-once-as-it-enters", "{thing} has been chosen already",
         where=lambda now, _thing, _entering: constant(now.proposed.chosen.is_known))  # fmt: skip
def once_for_a_single_permanent(now: Situation, thing: Object, entering: Object) -> Truth:
    """The same object can't be chosen more than once as effects modify how one permanent enters."""
    for_it = now.proposed.chosen_for == entering if "chosen_for" in now.proposed.stated else constant(True)
    return all_of(now.proposed.chosen.contains(thing), for_it)


@variant_of(once_for_a_single_permanent)
def once_for_all_that_enter(now: Situation, thing: Object, _entering: Object) -> Truth:
    """The same object can't be chosen more than once as effects modify how one or more permanents enter."""
    return now.proposed.chosen.contains(thing)


@forbids("can-change-zones", "entering-from-library", "{thing} is entering the battlefield from that library",
         where=lambda _now, thing, _entering: thing.zone == "library")  # fmt: skip
def what_enters_from_the_library_is_left_out(now: Situation, thing: Object, entering: Object) -> Truth:
    """A card that enters from a library isn't among the cards milled or exiled from the top of that library."""
    return _enters_with(now, thing, entering)


@answers("can-change-zones",
         "Can the first of these be chosen (or milled, or exiled) while effects modify how the second enters?",
         "objects", "rules ask can-change-zones B A -f situation.yaml")  # fmt: skip
def _can_change_zones(now: Situation, asked: QuestionArguments) -> Truth:
    thing, entering = asked.object(now), asked.object(now, 1)
    return is_permitted(now, "can-change-zones", "other", thing, thing, entering)
