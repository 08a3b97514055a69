"""Counters that permanents enter with because of their keyword abilities, such as graft and vanishing (702)."""

from __future__ import annotations

import re
from collections.abc import Callable

from kb.i18n import mark_message
from kb.rulings.engine.derivation import Derivation
from kb.rulings.law.rule_registry import Row, defines, defines_each
from kb.rulings.logic.partial_values import NumberValue, WordListValue, total
from kb.rulings.logic.ternary import Truth, all_of, some, unknown
from kb.rulings.situation.keyword_forms import keywords_named, parse_keyword
from kb.rulings.situation.situation import Object, Situation

_MODULAR_SUNBURST = re.compile(r"modular ?[\N{EM DASH}-] ?sunburst")
_PLUS = "+1/+1"

Counters = tuple[str, int]
"""A kind of counters, and how many of them."""


# --- sunburst and modular ------------------------------------------------------------------------------------


@defines("sunburst", "{thing} enters with a counter for each colour of mana spent to cast it")
def for_each_color_spent(_now: Situation, thing: Object) -> tuple[str, NumberValue]:
    """For each colour of mana spent, a creature gets a +1/+1 counter. Another object gets a charge counter."""
    return (_PLUS if thing.has_type("creature").value else "charge"), thing.colors_spent.count


@defines("sunburst-number", "sunburst sets the number of {thing}, creature or not")
def whether_creature_or_not(_now: Situation, thing: Object) -> NumberValue:
    """If sunburst sets a number for another ability, the number is the same for creatures and other permanents."""
    return thing.colors_spent.count


@defines("modular", "{thing} enters with as many +1/+1 counters as modular says")
def so_many_counters(_now: Situation, _thing: Object, number: NumberValue) -> NumberValue:
    """Modular N means "this permanent enters with N +1/+1 counters on it"."""
    return number


@defines("sunburst-from-the-stack", "sunburst counts what was spent on {thing}, which is a spell")
def only_as_the_spell_resolves(_now: Situation, thing: Object) -> Truth:
    """Sunburst applies only as the spell resolves."""
    return thing.zone == "stack"


def _is_cast(steps: Derivation, thing: Object) -> bool:
    """True if an object enters as a resolving spell, as sunburst requires."""
    resolving: Truth | None = steps.apply_rule("sunburst-from-the-stack", thing)
    return resolving is not None and steps.check(resolving) is True


def _by_sunburst(steps: Derivation, thing: Object, _keyword: str) -> Counters | None:
    if not _is_cast(steps, thing):
        return None
    steps.check(thing.has_type("creature"))
    found: tuple[str, NumberValue] | None = steps.apply_rule("sunburst", thing)
    return None if found is None else _counters(steps, *found)


def _by_modular(steps: Derivation, thing: Object, keyword: str) -> Counters | None:
    number: NumberValue | None = None
    if not _MODULAR_SUNBURST.fullmatch(keyword):
        number = thing.number_of_keyword(keyword)
    elif _is_cast(steps, thing):
        number = steps.apply_rule("sunburst-number", thing)
    counters: NumberValue | None = None if number is None else steps.apply_rule("modular", thing, number)
    is_printed = not _MODULAR_SUNBURST.fullmatch(keyword)
    return None if counters is None else _counters(steps, _PLUS, counters, is_printed=is_printed)


# --- keyword abilities that state the number -----------------------------------------------------------------


@defines_each(
    Row("fading-enters", "so_many_fade_counters", "{thing} has fading: it enters with so many fade counters",
        "Fading N means that the permanent enters with N fade counters on it.", kind="fade"),
    Row("vanishing-enters", "so_many_time_counters", "{thing} has vanishing: it enters with so many time counters",
        "Vanishing N means that the permanent enters with N time counters on it.", kind="time"),
    Row("graft-enters", "so_many_plus_counters", "{thing} has graft: it enters with so many +1/+1 counters",
        "Graft N means that the permanent enters with N +1/+1 counters on it.", kind=_PLUS),
)  # fmt: skip
def as_many_as_stated(_now: Situation, _thing: Object, number: NumberValue, *, kind: str) -> tuple[str, NumberValue]:
    """A permanent enters with as many counters as its keyword ability states."""
    return kind, number


@defines("vanishing-without-number", "{thing} has vanishing without a number, and gets no counters from it")
def no_time_counters(_now: Situation, _thing: Object) -> int:
    """Vanishing without a number has only the triggered abilities."""
    return 0


def _by_number(steps: Derivation, thing: Object, keyword: str) -> Counters | None:
    printed = parse_keyword(keyword, thing.now.words)
    if printed.name == "vanishing" and not printed.number:
        steps.apply_rule("vanishing-without-number", thing)
        return None
    number = thing.number_of_keyword(keyword)
    found: tuple[str, NumberValue] | None = steps.apply_rule(f"{printed.name}-enters", thing, number)
    return None if found is None else _counters(steps, *found, is_printed=True)


# --- keyword abilities with a condition ----------------------------------------------------------------------


@defines("bloodthirst-enters", "{thing} has bloodthirst: it enters with counters if an opponent was dealt damage")
def if_an_opponent_was_dealt_damage(_now: Situation, thing: Object, number: NumberValue) -> tuple[Truth, NumberValue]:
    """If an opponent was dealt damage this turn, the permanent enters with N +1/+1 counters on it."""
    return _was_dealt_damage(thing), number


@defines("bloodthirst-x", "{thing} has bloodthirst X: X is the total damage its player's opponents have been dealt")
def total_damage_of_opponents(now: Situation, thing: Object) -> NumberValue:
    """Bloodthirst X counts all damage that the opponents have been dealt this turn."""
    player = now.player(thing.present_controller or "")
    return total(each.damage_dealt_to for each in (player.opponents if player else now.players))


def _was_dealt_damage(thing: Object) -> Truth:
    """Yes if an opponent of an object's controller was dealt damage this turn."""
    player = thing.now.player(thing.present_controller or "")
    if player is None:
        return unknown(f"{thing.path}.controller", "not stated: the controller of {thing}", thing=thing)
    return some(each.damage_dealt_to > 0 for each in player.opponents)


def _by_bloodthirst(steps: Derivation, thing: Object, keyword: str) -> Counters | None:
    if thing.present_controller is None:
        steps.note_missing(thing, "controller")
        return None
    if parse_keyword(keyword, thing.now.words).number == "x":
        counted: NumberValue | None = steps.apply_rule("bloodthirst-x", thing)
        return None if counted is None else _counters(steps, _PLUS, counted)
    found: tuple[Truth, NumberValue] | None = steps.apply_rule(
        "bloodthirst-enters", thing, thing.number_of_keyword(keyword)
    )
    return _counters(steps, _PLUS, found[1], is_printed=True) if found is not None and steps.check(found[0]) else None


@defines("impending-enters", "{thing} has impending: it enters with time counters if its impending cost was paid")
def if_its_impending_cost_was_paid(_now: Situation, thing: Object, number: NumberValue) -> tuple[Truth, NumberValue]:
    """If the impending cost was paid, the permanent enters with N time counters on it."""
    return all_of(thing.zone == "stack", thing.is_cast_for("impending")), number


def _by_impending(steps: Derivation, thing: Object, keyword: str) -> Counters | None:
    found: tuple[Truth, NumberValue] | None = steps.apply_rule(
        "impending-enters", thing, thing.number_of_keyword(keyword)
    )
    return _counters(steps, "time", found[1], is_printed=True) if found is not None and steps.check(found[0]) else None


@defines("ravenous-enters", "{thing} has ravenous: it enters with X +1/+1 counters")
def as_many_as_x(_now: Situation, thing: Object) -> tuple[Truth, NumberValue]:
    """The permanent enters with X +1/+1 counters, where X is the value chosen for the spell that becomes it."""
    return thing.zone == "stack", thing.x


def _by_ravenous(steps: Derivation, thing: Object, _keyword: str) -> Counters | None:
    found: tuple[Truth, NumberValue] | None = steps.apply_rule("ravenous-enters", thing)
    return _counters(steps, _PLUS, found[1]) if found is not None and steps.check(found[0]) else None


# --- keyword abilities that count what players choose --------------------------------------------------------


@defines_each(
    Row("devour-enters", "for_each_creature_sacrificed",
        "{thing} has devour: it enters with so many +1/+1 counters for each creature sacrificed",
        "Devour N means that the permanent enters with N +1/+1 counters for each creature sacrificed.",
        fact="devoured"),
    Row("devour-quality-enters", "for_each_such_permanent_sacrificed",
        "{thing} has devour: it enters with so many +1/+1 counters for each such permanent sacrificed",
        "Devour [quality] N means that the permanent enters with N +1/+1 counters for each permanent sacrificed.",
        fact="devoured"),
    Row("amplify-enters", "for_each_card_revealed",
        "{thing} has amplify: it enters with so many +1/+1 counters for each card revealed",
        "Amplify N means that the permanent enters with N +1/+1 counters on it for each card revealed.",
        fact="revealed_to_amplify"),
)  # fmt: skip
def for_each_chosen(_now: Situation, thing: Object, *, fact: str) -> NumberValue:
    """Its controller chooses any number of creatures to sacrifice, or of cards to reveal."""
    found: NumberValue = getattr(thing, fact)
    return found


def _by_choices(steps: Derivation, thing: Object, keyword: str) -> Counters | None:
    printed = parse_keyword(keyword, thing.now.words)
    concept = f"{printed.name}-quality-enters" if printed.quality else f"{printed.name}-enters"
    chosen: NumberValue | None = steps.apply_rule(concept, thing)
    if chosen is None:
        return None
    same = keywords_named(thing.keywords, printed.name, thing.now.words)
    if len(same) > 1 and chosen.value != 0:
        # The fact counts for all instances together, but each works separately (702.38b).
        steps.check(unknown(f"{thing.path}.keywords", mark_message("not stated: the choices for each of {abilities}"),
                            abilities=", ".join(same)))  # fmt: skip
        return None
    times, each = steps.read_value(chosen), printed_number(steps, thing.number_of_keyword(keyword))
    return None if times is None or each is None else (_PLUS, int(times) * int(each))


# --- all of them ---------------------------------------------------------------------------------------------

_Reader = Callable[[Derivation, Object, str], Counters | None]

_READERS: dict[str, _Reader] = {
    "sunburst": _by_sunburst, "modular": _by_modular, "fading": _by_number, "vanishing": _by_number,
    "graft": _by_number, "bloodthirst": _by_bloodthirst, "impending": _by_impending, "ravenous": _by_ravenous,
    "devour": _by_choices, "amplify": _by_choices,
}  # fmt: skip


def counters_of_keywords(now: Situation, thing: Object, keywords: WordListValue) -> tuple[dict[str, int], Truth]:
    """Return the kinds and numbers of the counters that an object's keyword abilities give it, and the reasons.

    Args:
        now: the situation.
        thing: the object that enters.
        keywords: the keyword abilities that it has as it enters.
    """
    steps, found = Derivation(now), dict[str, int]()
    for keyword in keywords:
        reader = _READERS.get(parse_keyword(keyword, now.words).name)
        counted = None if reader is None else reader(steps, thing, keyword)
        if counted is not None and counted[1]:
            found[counted[0]] = found.get(counted[0], 0) + counted[1]
    return found, steps.truth


def printed_number(steps: Derivation, number: NumberValue) -> int | None:
    """Return the number that a keyword ability prints; None if it is open. The proof quotes the ability already."""
    return int(number.low) if number.is_known and not number.open_facts else steps.read_value(number)


def _counters(steps: Derivation, kind: str, number: NumberValue, *, is_printed: bool = False) -> Counters | None:
    amount = printed_number(steps, number) if is_printed else steps.read_value(number)
    return None if amount is None else (kind, int(amount))
