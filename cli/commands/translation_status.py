"""`rules translation status`: the state of the French translation."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

from typer import Option

from cli.choices import parse_choice
from cli.options.declarations import GLOSSARY, TranslatedPart
from cli.options.global_options import GlobalOptions
from cli.pinned_numbers import resolve_pinned_range
from cli.rendering import json_output
from cli.rendering.code_labels import code_label
from kb.errors import NotFound
from kb.i18n import _
from kb.rule_number import as_number_range

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cli.rendering.text_output import StyledText, TextOutput
    from kb.translation.entry_pair import TranslationPair
    from kb.translation.rule_pair import RulePair, TranslationState


# A current rule is listed too if the confidence in its base is lower than this.
_SURE = 0.7


def command(
    common: GlobalOptions,
    section: TranslatedPart = None,
    state: Annotated[
        list[str] | None,
        Option(metavar="STATE", help="Only current, stale, untranslated, missing or orphan rules; may be repeated."),
    ] = None,
) -> int:
    """Show the state of the French translation: which rules and headwords are current, stale, untranslated or missing.

    A rule is stale if the meaning of the English may have changed since the French was made from it. Changes of
    typography, cited numbers or standard phrases (his or her) don't count. An orphan is a French rule that the
    English no longer has.

    Example: rules translation status --section 306
    """
    from kb.history.pinned_number import parse_range_or_pin
    from kb.translation.alignment import align
    from kb.translation.entry_alignment import align_glossary
    from kb.translation.rule_pair import TRANSLATION_STATES

    states = [parse_choice("state of a translation", name, TRANSLATION_STATES) for name in state or ()]
    named = parse_range_or_pin(section) if section and section != GLOSSARY else None
    with common.open_store() as store:
        view = common.view(store, "en")
        within = as_number_range(resolve_pinned_range(common, store, view, named)) if named is not None else None
        pairs = align(store, common.day, within) if section != GLOSSARY else ()
        entries = align_glossary(store, common.day) if section in (None, GLOSSARY) else ()
    if within is not None and not pairs:
        message = _(
            "{number} isn't in the knowledge base as of {day}, in English or French", number=within, day=common.day
        )
        raise NotFound(str(within), message)
    chosen = [pair for pair in pairs if pair.state in (states or TRANSLATION_STATES)]
    chosen_entries = [pair for pair in entries if pair.state in (states or TRANSLATION_STATES)]
    if common.as_json:
        glossary = {"summary": _summary(entries), "entries": [json_output.entry_state(each) for each in chosen_entries]}
        rules = [json_output.translation_state(pair) for pair in chosen]
        common.print_json({"summary": _summary(pairs), "rules": rules, "glossary": glossary})
        return 0
    page = common.text_output()
    if section != GLOSSARY:
        _print_summary(page, _title(pairs), _summary(pairs))
        _print(page, chosen, every_state=state is not None)
    if entries:
        _print_summary(page, _("Glossary"), _summary(entries))
        _print(page, chosen_entries, every_state=state is not None)
    return 0


def _summary(pairs: Iterable[TranslationPair]) -> dict[TranslationState, int]:
    from kb.translation.rule_pair import TRANSLATION_STATES

    counted = Counter(pair.state for pair in pairs)
    return {each: counted[each] for each in TRANSLATION_STATES}


def _title(pairs: Iterable[RulePair]) -> str:
    newest = max((pair.en.edition for pair in pairs if pair.en is not None), default=None)
    return _("French beside the English of {edition}", edition=newest) if newest else _("French without English")


def _print_summary(page: TextOutput, title: str, summary: dict[TranslationState, int]) -> None:
    from cli.rendering.side_by_side import STATE_STYLES

    pieces: list[StyledText] = [(title, "bold")]
    for state, count in summary.items():
        if count:
            pieces += ["  ", f"{count} ", (code_label(state, count), STATE_STYLES[state])]
    page.line(*pieces)


def _print(page: TextOutput, pairs: Sequence[TranslationPair], *, every_state: bool) -> None:
    """Print the rules or headwords that need work, missing ones as ranges; with `every_state`, also current ones."""
    from cli.rendering.side_by_side import STATE_STYLES, missing_headwords, missing_ranges, pair_heading
    from kb.translation.rule_pair import RulePair

    for pair in pairs:
        unsure = pair.confidence < _SURE
        if pair.state != "missing" and (pair.state != "current" or every_state or unsure):
            page.line(*pair_heading(pair), indent=2, hang=2)
    rules = [pair for pair in pairs if isinstance(pair, RulePair)]
    entries = [pair for pair in pairs if not isinstance(pair, RulePair)]
    if missing := [*missing_ranges(rules), *missing_headwords(entries)]:
        label = (code_label("missing", len(missing)), STATE_STYLES["missing"])
        page.line(label, "  ", ", ".join(missing), indent=2, hang=2)
