"""`rules translation export`: files for translation tools, with the English and the French."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cli.choices import file_format, parse_choice
from cli.messages import note
from cli.options.declarations import GLOSSARY, Force
from cli.options.global_options import GlobalOptions
from cli.output_streams import print_bytes
from cli.user_files.atomic_write import output_file, write_whole
from kb.errors import BadValue, NotFound
from kb.i18n import _, ngettext
from kb.rule_number import as_number_range

if TYPE_CHECKING:
    from kb.history.pinned_number import PinnedNumber
    from kb.rule_number import NumberRange
    from kb.storage.store import Store
    from kb.translation.exchange.units import Pair, TranslationUnit
    from kb.translation.rule_pair import TranslationState


_BY_ENDING = {".tmx": "tmx", ".xlf": "xliff", ".xliff": "xliff", ".po": "po", ".tbx": "tbx", ".csv": "csv"}


def command(
    common: GlobalOptions,
    file: Annotated[Path, Argument(metavar="FILE", help="The file to write; - is stdout. With --for: the folder.")],
    form: Annotated[
        str | None, Option("--format", metavar="FORMAT", help="tmx, xliff, po, tbx or csv; else by FILE's ending.")
    ] = None,
    tool: Annotated[
        str | None, Option("--for", metavar="omegat", help="Write a project folder for this tool instead of a file.")
    ] = None,
    xliff_version: Annotated[str, Option(metavar="1.2|2.0", help="Version of XLIFF; most tools read 1.2.")] = "1.2",
    section: Annotated[
        list[str] | None,
        Option(metavar="NUMBER", help="Only rules at or below this number, or glossary; may be repeated."),
    ] = None,
    state: Annotated[
        list[str] | None,
        Option(metavar="STATE,...", help="Only rules in these states: current, stale, untranslated, missing, orphan."),
    ] = None,
    drafts: Annotated[
        bool, Option("--drafts", help="With drafts for what has no French or is stale, marked as unfinished.")
    ] = False,
    force: Force = False,
) -> int:
    """Write the French and the English to a file for Weblate, OmegaT, Trados or a spreadsheet.

    XLIFF and PO have the texts to translate; `rules translation import` reads them back. TMX is a translation memory
    of the known French, with the English that it was made from. TBX has the terms. CSV is for spreadsheets.

    With --for omegat, FILE is a folder, ready to be opened in OmegaT; `rules translation import FILE` reads it back.

    Example: rules translation export - --format po --section 306
    """
    from kb.terms.bilingual_terms import load_term_base
    from kb.translation.exchange import EXCHANGE_FORMATS, tbx, xliff

    if tool is not None:
        return _project(common, file, tool, form, section or (), state, drafts=drafts)
    wanted = file_format(form, file, _BY_ENDING, EXCHANGE_FORMATS)
    parse_choice("version of XLIFF", xliff_version, xliff.VERSIONS, _("give 1.2 or 2.0"))
    states = _states(state)
    within = _sections(section)
    target = output_file(file, force=force)
    with common.open_store() as store:
        if wanted == "tbx":
            terms = load_term_base(store, common.day).all
            content, count = tbx.write(terms), len(terms)
        else:
            pairs = _pairs(store, common, within, states)
            content, count = _translations(store, common, pairs, wanted, xliff_version, drafts=drafts)
    if target is None:
        print_bytes(content)
    else:
        write_whole(target, lambda draft: draft.write_bytes(content))
        note(ngettext("wrote {file}, {count} entry", "wrote {file}, {count} entries", count, file=target))
    return 0


def _project(
    common: GlobalOptions,
    folder: Path,
    tool: str,
    form: str | None,
    section: Sequence[str],
    state: Sequence[str] | None,
    *,
    drafts: bool,
) -> int:
    """Write the folder of a project."""
    from cli.user_files.omegat_project import project_folder, write_project
    from kb.terms.bilingual_terms import load_term_base
    from kb.translation.exchange import omegat

    parse_choice("tool", tool, ("omegat",))
    if form is not None:
        raise BadValue("format", form, _("a project for {tool} has its own formats; leave --format out", tool=tool))
    states = _states(state)
    within = _sections(section)
    target = project_folder(folder)
    with common.open_store() as store:
        units = _units(store, common, _pairs(store, common, within, states), drafts=drafts)
        terms = load_term_base(store, common.day).all
        texts = omegat.text_files(units, _pairs(store, common, None, None), terms)
    write_project(target, omegat.settings_files(), texts)
    note(
        ngettext(
            "wrote {folder}, {count} entry; open it in OmegaT, create the translated documents, then "
            "`rules translation import {folder}`",
            "wrote {folder}, {count} entries; open it in OmegaT, create the translated documents, then "
            "`rules translation import {folder}`",
            len(units),
            folder=target,
        )
    )
    return 0


def _states(given: Sequence[str] | None) -> frozenset[TranslationState] | None:
    """Return the states that the values of `--state` name, or None if the option isn't given."""
    from kb.translation.rule_pair import TRANSLATION_STATES

    if not given:
        return None
    expected = _("give one or more of {states}", states=", ".join(TRANSLATION_STATES))
    named = [word.strip() for each in given for word in each.split(",")]
    return frozenset(parse_choice("state", word, TRANSLATION_STATES, expected) for word in named)


def _sections(given: Sequence[str] | None) -> Sequence[NumberRange | PinnedNumber | str] | None:
    """Return the parts of the rules that the values of `--section` name, or None if the option isn't given."""
    from kb.history.pinned_number import parse_range_or_pin

    return [each if each == GLOSSARY else parse_range_or_pin(each) for each in given] if given else None


def _pairs(
    store: Store,
    common: GlobalOptions,
    sections: Sequence[NumberRange | PinnedNumber | str] | None,
    states: frozenset[TranslationState] | None,
) -> Sequence[Pair]:
    """Return the rules and glossary entries in the given sections and states, by default all."""
    from cli.pinned_numbers import resolve_pinned_range
    from kb.translation.alignment import align
    from kb.translation.entry_alignment import align_glossary
    from kb.translation.exchange.units import filter_by_state

    view = common.view(store, "en")
    named = [each for each in sections or () if not isinstance(each, str)]
    ranges = [as_number_range(resolve_pinned_range(common, store, view, each)) for each in named]
    pairs: list[Pair] = []
    if ranges or sections is None:
        rules = align(store, common.day)
        pairs += [pair for pair in rules if not ranges or any(each.covers(pair.number) for each in ranges)]
    if sections is None or GLOSSARY in sections:
        pairs += align_glossary(store, common.day)
    return pairs if states is None else filter_by_state(pairs, states)


def _translations(
    store: Store, common: GlobalOptions, pairs: Sequence[Pair], form: str, version: str, *, drafts: bool
) -> tuple[bytes, int]:
    """Return the content of the file, and the number of its entries.

    Raises:
        NotFound: there are no entries.
    """
    from kb.translation.exchange import po, table, tmx, xliff

    if form == "tmx":
        return tmx.write(pairs), sum(1 for _each in tmx.memory_entries(pairs))
    if form == "csv":
        return table.write(pairs), len(pairs)
    entries = _units(store, common, pairs, drafts=drafts)
    return (po.write(entries) if form == "po" else xliff.write(entries, version)), len(entries)


def _units(store: Store, common: GlobalOptions, pairs: Sequence[Pair], *, drafts: bool) -> Sequence[TranslationUnit]:
    """Return the units of pairs, with drafts if wanted.

    Raises:
        NotFound: there are none.
    """
    from kb.translation.exchange.units import units_of_pairs

    units = tuple(units_of_pairs(pairs))
    if not units:
        raise NotFound("", _("there is no rule to translate here; a rule that is gone from the English isn't written"))
    if drafts:
        from cli.drafting import draft_units, drafter
        from kb.drafting.drafts import with_draft

        wanted = [unit for unit in units if unit.state != "current"]
        made = dict(draft_units(wanted, drafter(store, common)))
        units = tuple(with_draft(unit, made[unit]) if unit in made else unit for unit in units)
    return units
