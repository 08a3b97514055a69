"""`rules translation status`: how far the French is."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.global_options import Everywhere
from cli.pinned_numbers import range_today
from cli.rendering import json_output
from cli.rendering.code_labels import in_words
from kb.errors import BadValue, NotFound
from kb.i18n import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.rendering.text_output import Page
    from kb.translation.rule_pair import Pair, State


# A rule that is current is listed only if it is less sure than this what its French was made from.
_SURE = 0.7


def command(
    common: Everywhere,
    section: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Only this rule, section or chapter, or a range: 306-308.")
    ] = None,
    state: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STATE", help="Only current, stale, untranslated, missing or orphan rules; may be repeated."
        ),
    ] = None,
) -> int:
    """Tell how far the French is: what is current, stale, untranslated, missing.

    A rule is stale when the English says something else since the French was made from it;
    other cited numbers, typography and the template's phrases (his or her) are no reason.
    An orphan is French of a rule that English no longer has.

    Example: rules translation status --section 306
    """
    from kb.history.pinned_number import read
    from kb.translation.alignment import aligned
    from kb.translation.rule_pair import STATES

    wanted = _states(state or (), STATES)
    named = read(section) if section else None
    with common.store() as store:
        view = common.view(store, "en")
        within = range_today(common, store, view, named) if named is not None else None
        pairs = aligned(store, common.day, within)
    if within is not None and not pairs:
        message = _("{number} isn't in the rules as of {day}, in English or French", number=within, day=common.day)
        raise NotFound(str(within), message)
    chosen = [pair for pair in pairs if pair.state in wanted]
    counted = Counter(pair.state for pair in pairs)
    summary = {each: counted[each] for each in STATES}
    if common.as_json:
        common.answer({"summary": summary, "rules": [json_output.pair_state(pair) for pair in chosen]})
        return 0
    page = common.page()
    _print_summary(page, pairs, summary)
    _print(page, chosen, every_state=state is not None)
    return 0


def _states(names: Sequence[str], known: Sequence[State]) -> frozenset[State]:
    """The states asked for; all if none is named.

    Raises:
        BadValue: there is no such state.
    """
    unknown = [name for name in names if name not in known]
    if unknown:
        raise BadValue("state of a translation", unknown[0], _("give one of {names}", names=", ".join(known)))
    return frozenset(each for each in known if not names or each in names)


def _print_summary(page: Page, pairs: Sequence[Pair], summary: dict[State, int]) -> None:
    from cli.rendering.side_by_side import STATE_STYLES

    english = {pair.en.edition for pair in pairs if pair.en is not None}
    title = (
        _("French beside the English of {edition}", edition=max(english)) if english else _("French without English")
    )
    pieces: list[str | tuple[str, str]] = [(title, "bold")]
    for state, count in summary.items():
        if count:
            pieces += ["  ", f"{count} ", (in_words(state, count), STATE_STYLES[state])]
    page.line(*pieces)


def _print(page: Page, pairs: Sequence[Pair], *, every_state: bool) -> None:
    """What there is to do, rule by rule; what is missing in ranges. What is current, if it was asked for."""
    from cli.rendering.side_by_side import STATE_STYLES, head, missing_ranges

    for pair in pairs:
        unsure = pair.confidence < _SURE
        if pair.state != "missing" and (pair.state != "current" or every_state or unsure):
            page.line(*head(pair), indent=2, hang=2)
    if missing := missing_ranges(pairs):
        page.line(
            (in_words("missing", len(missing)), STATE_STYLES["missing"]), "  ", ", ".join(missing), indent=2, hang=2
        )
