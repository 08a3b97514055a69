"""Facts of an object in combat."""

from __future__ import annotations

from kb.rulings.situation.fact import Entity
from kb.rulings.situation.fact_types import IdFact, IdListFact, WordFact, YesNoFact


class CombatFacts(Entity):
    """The facts of an object that attacks, blocks or is attacked now, or did so earlier this combat."""

    attacking = IdFact("what {it} is attacking", "either", rule="508.1k", means="`none` if it isn't attacking",
                       closed=True, usual="none")  # fmt: skip
    blocking = IdListFact("what {it} is blocking", "object", rule="509.1g", closed=True, usual=())
    blocked_by = IdListFact("what {it} is blocked by", "object", rule="509.1h",
                            means="in damage assignment order, if the rules of the day have this order")  # fmt: skip
    blocked = YesNoFact("{it} is blocked", "{it} is unblocked", rule="509.1h")
    band = WordFact("the attacking band of {it}", rule="702.22c",
                    means="any name; the creatures of a band have the same name", unknown="no band")  # fmt: skip
    removed_from_combat = YesNoFact("{it} has been removed from combat", "{it} hasn't been removed from combat",
                                    rule="506.4", otherwise=False)  # fmt: skip
    was_attacking = IdFact("what {it} was attacking before it was removed from combat", "either", rule="508.5",
                           history=True)  # fmt: skip
    declared_attacking = IdFact("what {it} was declared as attacking", "either", rule="508.7a", history=True,
                                means="`none` if it wasn't declared as an attacker this combat")  # fmt: skip
    regenerated = YesNoFact("{it} has regenerated this combat", "{it} hasn't regenerated this combat", rule="506.4",
                            history=True, otherwise=False)  # fmt: skip
    changed_controller = YesNoFact("the controller of {it} has changed this combat",
                                   "the controller of {it} hasn't changed this combat", rule="506.4", history=True,
                                   otherwise=False)  # fmt: skip
    had_first_strike = YesNoFact(
        "{it} had first strike or double strike as the first combat damage step began",
        "{it} had neither first strike nor double strike as the first combat damage step began", rule="510.4",
        history=True, means="also if it dealt no damage then, or has the ability no more",
    )  # fmt: skip
    dealt_first_strike_damage = YesNoFact("{it} dealt combat damage in the first combat damage step",
                                          "{it} dealt no combat damage in the first combat damage step", rule="510.4",
                                          history=True, usual=False)  # fmt: skip
