"""`rules compare`: English and French side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cli.choices import page_format, require_page
from cli.messages import error
from cli.options.declarations import Force, OutputFile
from cli.options.global_options import GlobalOptions
from cli.pinned_numbers import parse_numbers_and_headwords, resolve_pinned_range
from cli.rendering import json_output
from cli.user_files.atomic_write import output_file, print_or_write
from kb.errors import NotFound
from kb.i18n import _
from kb.rule_number import as_number_range

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date

    from kb.history.pinned_number import PinnedNumber
    from kb.model import Finding
    from kb.rule_number import NumberRange
    from kb.storage.store import Store
    from kb.storage.view import View
    from kb.translation.entry_pair import EntryPair, TranslationPair
    from kb.translation.rule_pair import RulePair

    _Findings = dict[TranslationPair, tuple[Finding, ...]]


def command(
    common: GlobalOptions,
    numbers: Annotated[
        list[str],
        Argument(
            metavar="NUMBER...",
            help="A rule, section, chapter, range (301.5a-f), a rule of a day (306.7@2009-09-04), or a headword.",
        ),
    ],
    form: Annotated[str | None, Option("--format", metavar="FORMAT", help="text, html or json.")] = None,
    output: OutputFile = None,
    force: Force = False,
) -> int:
    """Show rules and glossary entries in English and French side by side, and whether the French is up to date.

    English words that changed after the French was made are marked, even if the rule had another
    number then. The French words that translate them are marked too, where they can be found. --format
    html is a page to print.

    Example: rules compare 306.5b
    """
    from kb.translation.alignment import align

    target = output_file(output, force=force)
    form = page_format(form, target, as_json=common.as_json)
    require_page(form, target)
    asked, terms = parse_numbers_and_headwords(numbers)
    missing: list[NotFound] = []
    with common.open_store() as store:
        view = common.view(store, "en")
        wanted = list(_known_ranges(common, store, view, asked, missing))
        pairs = align(store, common.day, wanted) if wanted else ()
        absent = (each for each in wanted if not any(each.covers(pair.number) for pair in pairs))
        missing.extend(_absence(each, common.day) for each in absent)
        entries = list(_entries(store, common.day, terms, missing))
        findings = _findings(store, common.day, [*pairs, *entries])
        answer = _json(store, pairs, findings) if form == "json" else []
        answer += [json_output.entry_pair(each, findings[each]) for each in entries]
    shown: list[TranslationPair] = [*pairs, *entries]
    if form == "json":
        common.print_json({"pairs": answer}, found=not missing)
    elif form == "html":
        from cli.rendering.html_pages import side_by_side_page

        print_or_write(side_by_side_page(shown, findings, common.day), target)
    else:
        from cli.rendering.side_by_side import print_pair

        page = common.text_output()
        for at, pair in enumerate(shown):
            if at:
                page.blank_line()
            print_pair(page, pair, findings[pair])
    for problem in missing:
        error(problem)
    return 1 if missing else 0


def _entries(store: Store, day: date, terms: Sequence[str], missing: list[NotFound]) -> Iterator[EntryPair]:
    """Yield the glossary entries with the given names. Add the error of an unknown name to `missing`."""
    from kb.translation.entry_alignment import align_glossary, find_entry

    pairs = align_glossary(store, day) if terms else ()
    for term in terms:
        try:
            yield find_entry(store, pairs, term)
        except NotFound as unknown:
            missing.append(unknown)


def _absence(number: NumberRange, day: date) -> NotFound:
    message = _("{number} isn't in the knowledge base as of {day}, in English or French", number=number, day=day)
    return NotFound(str(number), message)


def _known_ranges(
    common: GlobalOptions,
    store: Store,
    view: View,
    asked: Iterable[NumberRange | PinnedNumber],
    missing: list[NotFound],
) -> Iterator[NumberRange]:
    """Yield the ranges asked for. Add the error of a number that isn't known to `missing`."""
    for each in asked:
        try:
            yield as_number_range(resolve_pinned_range(common, store, view, each))
        except NotFound as unknown:
            missing.append(unknown)


def _findings(store: Store, day: date, pairs: Sequence[TranslationPair]) -> _Findings:
    """Return the issues in the French text of each pair."""
    from kb.terms.bilingual_terms import load_term_base
    from kb.translation.alignment import align
    from kb.translation.checks import check_translations
    from kb.translation.entry_alignment import align_glossary

    if all(pair.fr is None for pair in pairs):
        return dict.fromkeys(pairs, ())
    # Check all rules, not only `pairs`: a term is inconsistent if most of the other rules translate it differently.
    every: list[TranslationPair] = [*align(store, day), *align_glossary(store, day)]
    found = check_translations((pair for pair in every if pair.fr is not None), load_term_base(store, day))
    return {pair: found.get(pair, ()) for pair in pairs}


def _json(store: Store, pairs: Sequence[RulePair], findings: _Findings) -> list[dict[str, object]]:
    from kb.history.history import lineage_names_across_editions

    french = [pair.fr for pair in pairs if pair.fr is not None]
    names = iter(lineage_names_across_editions(store, "fr", french))
    return [json_output.pair(pair, next(names) if pair.fr is not None else None, findings[pair]) for pair in pairs]
