"""`rules translation status`: the state of the French translation."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

from typer import Option

from cli.choices import parse_choice
from cli.options.declarations import Subtree
from cli.options.global_options import GlobalOptions
from cli.pinned_numbers import resolve_pinned_range
from cli.rendering import json_output
from cli.rendering.code_labels import code_label
from kb.errors import NotFound
from kb.i18n import _
from kb.rule_number import as_number_range

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.rendering.text_output import StyledText, TextOutput
    from kb.translation.rule_pair import RulePair, TranslationState


# A current rule is listed too if the confidence in its base is lower than this.
_SURE = 0.7


def command(
    common: GlobalOptions,
    section: Subtree = None,
    state: Annotated[
        list[str] | None,
        Option(metavar="STATE", help="Only current, stale, untranslated, missing or orphan rules; may be repeated."),
    ] = None,
) -> int:
    """Show the state of the French translation: which rules are current, stale, untranslated or missing.

    A rule is stale if the meaning of the English may have changed since the French was made from it. Changes of
    typography, cited numbers or standard phrases (his or her) don't count. An orphan is a French rule that the
    English no longer has.

    Example: rules translation status --section 306
    """
    from kb.history.pinned_number import parse_range_or_pin
    from kb.translation.alignment import align
    from kb.translation.rule_pair import TRANSLATION_STATES

    states = [parse_choice("state of a translation", name, TRANSLATION_STATES) for name in state or ()]
    named = parse_range_or_pin(section) if section else None
    with common.open_store() as store:
        view = common.view(store, "en")
        within = as_number_range(resolve_pinned_range(common, store, view, named)) if named is not None else None
        pairs = align(store, common.day, within)
    if within is not None and not pairs:
        message = _(
            "{number} isn't in the knowledge base as of {day}, in English or French", number=within, day=common.day
        )
        raise NotFound(str(within), message)
    chosen = [pair for pair in pairs if pair.state in (states or TRANSLATION_STATES)]
    counted = Counter(pair.state for pair in pairs)
    summary = {each: counted[each] for each in TRANSLATION_STATES}
    if common.as_json:
        common.print_json({"summary": summary, "rules": [json_output.translation_state(pair) for pair in chosen]})
        return 0
    page = common.text_output()
    _print_summary(page, pairs, summary)
    _print(page, chosen, every_state=state is not None)
    return 0


def _print_summary(page: TextOutput, pairs: Sequence[RulePair], summary: dict[TranslationState, int]) -> None:
    from cli.rendering.side_by_side import STATE_STYLES

    newest = max((pair.en.edition for pair in pairs if pair.en is not None), default=None)
    title = _("French beside the English of {edition}", edition=newest) if newest else _("French without English")
    pieces: list[StyledText] = [(title, "bold")]
    for state, count in summary.items():
        if count:
            pieces += ["  ", f"{count} ", (code_label(state, count), STATE_STYLES[state])]
    page.line(*pieces)


def _print(page: TextOutput, pairs: Sequence[RulePair], *, every_state: bool) -> None:
    """Print the rules that need work, missing rules as ranges. With `every_state`, print all current rules too."""
    from cli.rendering.side_by_side import STATE_STYLES, missing_ranges, pair_heading

    for pair in pairs:
        unsure = pair.confidence < _SURE
        if pair.state != "missing" and (pair.state != "current" or every_state or unsure):
            page.line(*pair_heading(pair), indent=2, hang=2)
    if missing := missing_ranges(pairs):
        label = (code_label("missing", len(missing)), STATE_STYLES["missing"])
        page.line(label, "  ", ", ".join(missing), indent=2, hang=2)
