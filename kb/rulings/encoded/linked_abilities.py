"""Linked abilities: to what an ability refers that another one has caused (607)."""

from __future__ import annotations

from kb.rulings.encoded.copying import as_copied
from kb.rulings.logic import Truth, all_of, stated
from kb.rulings.questions import Asked, Question, ability_named
from kb.rulings.registry import defines, encodes
from kb.rulings.situation import Situation
from kb.rulings.steps import Steps, Valued, is_given
from kb.rulings.vocabulary import Ability
from kb.tongue import later


def _refers(second: Ability, first: Ability) -> Truth:
    """Whether an ability refers to what another causes."""
    return second.refers_to == first.causes


@encodes("linked-abilities", claim=later("{second} refers only to what {first} caused: they are linked"))
def printed_on_the_same_object(_now: Situation, second: Ability, first: Ability) -> Truth:
    """Two abilities printed on an object, of which one refers to what the other causes, are linked."""
    printed = stated(not is_given(second, "came_with") and not is_given(first, "came_with"))
    return all_of(printed, _refers(second, first))


@encodes("linked-when-acquired", claim=later("{second} and {first}, acquired together, are linked to one another"))
def acquired_by_the_same_effect(_now: Situation, second: Ability, first: Ability) -> Truth:
    """Linked abilities acquired as part of the same effect are linked to one another, and to no other ability."""
    together = is_given(second, "came_with") and second.given["came_with"] == first.given.get("came_with")
    return all_of(stated(together), _refers(second, first))


@defines("undefined-choice", claim=later("what {ability} refers to is undefined: that part of it does nothing"))
def nothing_is_done(_now: Situation, _ability: Ability) -> tuple[str, ...]:
    """If no choice was made for the ability that it is linked to, an ability refers to nothing."""
    return ()


def _result(now: Situation, asked: Asked) -> Valued:
    """What has come of the abilities that one is linked to."""
    steps = Steps(now)
    thing = as_copied(steps, asked.object(now))
    second = ability_named(asked, thing)
    if steps.read(second.refers_to) is None:
        return steps.valued(None)
    found: list[str] = []
    for first in thing.abilities:
        if is_given(first, "causes"):
            links = [now.rule(concept, second, first) for concept in ("linked-abilities", "linked-when-acquired")]
            linked = next((each for each in links if each.value), None)
            if linked is not None:
                steps.holds(linked)
                found += steps.read(first.result)
    if not found:
        steps.rule("undefined-choice", second)
    return steps.valued(found)


LINKED = Question(
    "linked",
    later("To which choice, objects or payment does an ability of this object, by its number, refer?"),
    "objects",
    _result,
    "rules ask linked A 1 -f situation.yaml",
)
