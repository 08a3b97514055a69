"""`rules translation draft`: French proposed for rules that have none, or whose French is stale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from cli.options.declarations import GLOSSARY, TranslatedPart
from cli.options.global_options import GlobalOptions
from cli.pinned_numbers import parse_numbers_and_headwords, resolve_pinned_range
from cli.rendering.code_labels import code_label
from kb.errors import NotFound, RulesError
from kb.i18n import _
from kb.rule_number import as_number_range

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.rendering.text_output import TextOutput
    from kb.drafting.draft import Draft
    from kb.rule_number import NumberRange
    from kb.storage.store import Store
    from kb.translation.entry_pair import TranslationPair
    from kb.translation.exchange.units import TranslationUnit


def command(
    common: GlobalOptions,
    numbers: Annotated[
        list[str] | None,
        Argument(metavar="[NUMBER]...", help="Rules, sections or ranges: 306.5, 701.9-701.12; or headwords."),
    ] = None,
    section: TranslatedPart = None,
    stale: Annotated[bool, Option("--stale", help="Only texts whose French is stale.")] = False,
    missing: Annotated[bool, Option("--missing", help="Only texts without French.")] = False,
) -> int:
    """Propose French for rules and glossary entries without French or with stale French, and say what it rests on.

    A draft is put together from the French of unchanged sentences, phrases of official cards and rules, terms, and
    everyday words. English that nothing translates stays, between ⟦ and ⟧. A draft is never stored, and never counts
    as a translation. `rules translation export --drafts` writes drafts for translation tools. Read cards before,
    with `rules cards import`.

    Example: rules translation draft 306.5b
    """
    from cli.drafting import draft_units, drafter
    from kb.translation.exchange.units import units_of_pair

    given = (*(numbers or ()), *([section] if section else ()))
    if not given and not stale and not missing:
        raise RulesError(_("give numbers, --section, --stale or --missing"))
    states = {state for state, wanted in (("stale", stale), ("missing", missing)) if wanted} or {
        "stale", "missing", "untranslated",
    }  # fmt: skip
    with common.open_store() as store:
        pairs = _pairs(store, common, given)
        units = [unit for pair in pairs for unit in units_of_pair(pair) if unit.state in states]
        if not units:
            message = _("nothing to draft here: no text is without French or stale; see `rules translation status`")
            raise NotFound(", ".join(given), message)
        drafts = draft_units(units, drafter(store, common))
        if common.as_json:
            common.print_json({"drafts": [_json(unit, draft) for unit, draft in drafts]})
            return 0
        page = common.text_output()
        for unit, draft in drafts:
            _print(page, unit, draft)
    return 0


def _pairs(store: Store, common: GlobalOptions, given: Sequence[str]) -> Sequence[TranslationPair]:
    """Return the rules and glossary entries that are named, by default all.

    Raises:
        NotFound: a name has no rule and no entry.
    """
    from kb.translation.alignment import align
    from kb.translation.entry_alignment import align_glossary, find_entry

    view = common.view(store, "en")
    numbers, headwords = parse_numbers_and_headwords(each for each in given if each != GLOSSARY)
    ranges: list[NumberRange] = []
    for each in numbers:
        within = as_number_range(resolve_pinned_range(common, store, view, each))
        if not view.rules(within):
            raise NotFound(str(each), _("{number} isn't in {edition}", number=each, edition=f"en {common.day}"))
        ranges.append(within)
    pairs: list[TranslationPair] = [*align(store, common.day, ranges or None)] if ranges or not given else []
    if not given or headwords or GLOSSARY in given:
        entries = align_glossary(store, common.day)
        pairs += entries if not headwords else (find_entry(store, entries, each) for each in headwords)
    return pairs


def _json(unit: TranslationUnit, draft: Draft) -> dict[str, Any]:
    return {
        "term" if unit.kind in ("headword", "definition") else "number": unit.label,
        "unit": str(unit.key),
        "state": unit.state,
        "english": draft.english,
        "french": draft.french,
        "shares": {basis: round(share, 3) for basis, share in draft.shares.items()},
        "parts": [
            {
                "english": part.english,
                "french": part.french,
                "basis": part.basis,
                "rule": part.where or None,
                "cards": part.cards,
            }
            for part in draft.parts
        ],
    }


def _print(page: TextOutput, unit: TranslationUnit, draft: Draft) -> None:
    from kb.drafting.drafts import basis_note

    page.line((unit.name, "bold"), "  ", (_("draft"), "yellow"), f"  ({code_label(unit.state)})")
    for line in draft.french.split("\n"):
        page.line(line, indent=2, hang=2)
    page.line((basis_note(draft), "dim"), indent=2, hang=4)
