"""`rules translation lint`: the faults of the French text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cli.messages import note
from cli.options.declarations import GLOSSARY, TranslatedPart
from cli.options.global_options import GlobalOptions
from cli.pinned_numbers import resolve_pinned_range
from cli.rendering import json_output
from cli.rendering.text_output import TextOutput
from cli.user_files.documents import parse_document
from kb.errors import NotFound
from kb.i18n import _, ngettext, translate
from kb.rule_number import NumberRange, as_number_range
from kb.storage.database_file import DATABASE_FILE_NAME
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.dates import parse_date

if TYPE_CHECKING:
    from kb.model import Edition, Finding
    from kb.translation.entry_pair import Pair, TranslationPair


def command(
    common: GlobalOptions,
    file: Annotated[str | None, Argument(metavar="FILE", help="A French text to check without ingesting it.")] = None,
    section: TranslatedPart = None,
    tbx: Annotated[
        Path | None, Option(metavar="FILE", help="Your own terms as TBX; they are preferred to all others.")
    ] = None,
    effective: Annotated[str | None, Option(metavar="YYYY-MM-DD", help="The date of a FILE that states none.")] = None,
) -> int:
    """Check the French of the rules and the glossary against the English that it was made from.

    The checks cover cited numbers, symbols, figures, examples, inconsistent terms, spaces beside French
    punctuation marks, and leftover English. The exit status is 1 if anything is wrong.

    With FILE, check the French of that document, which needn't be ingested.

    Example: rules translation lint --section 306
    """
    from kb.history.pinned_number import parse_range_or_pin
    from kb.terms.bilingual_terms import load_term_base
    from kb.translation.alignment import align
    from kb.translation.checks import check_translations
    from kb.translation.entry_alignment import align_glossary
    from kb.translation.rule_pair import RulePair

    named = parse_range_or_pin(section) if section and section != GLOSSARY else None
    stated = parse_date(effective) if effective else None
    with _french(common, file, stated) as (store, day):
        english = View(store, "en", common.day)
        within = as_number_range(resolve_pinned_range(common, store, english, named)) if named is not None else None
        # Even for one section, check all rules: a term is inconsistent if most other rules translate it differently.
        pairs: list[TranslationPair] = [*align(store, day), *align_glossary(store, day)]
        found = check_translations((pair for pair in pairs if pair.fr is not None), load_term_base(store, day, tbx))
    if not found:
        raise NotFound("fr", _("there is no French as of {day}; `rules editions` lists what there is", day=day))
    if within is not None:
        found = {pair: each for pair, each in found.items() if _is_within(pair, within, file)}
    elif section == GLOSSARY:
        found = {pair: each for pair, each in found.items() if not isinstance(pair, RulePair)}
    if not found:
        named_part = str(within or section)
        raise NotFound(named_part, _("there is no French of {number} as of {day}", number=named_part, day=day))
    codes = Counter(finding.code for findings in found.values() for finding in findings)
    if common.as_json:
        entries = {pair: each for pair, each in found.items() if not isinstance(pair, RulePair)}
        rules = {pair: each for pair, each in found.items() if pair not in entries}
        glossary = {**_findings_json(entries), "entries": len(entries)}
        common.print_json({**_findings_json(rules), "rules": len(rules), "glossary": glossary})
    else:
        _print(common.text_output(), found, codes)
    return 1 if codes else 0


def _findings_json(found: Mapping[Pair, tuple[Finding, ...]]) -> dict[str, object]:
    issues = [json_output.translation_finding(pair, each) for pair, findings in found.items() for each in findings]
    return {"findings": issues, "summary": dict(Counter(issue["code"] for issue in issues))}


def _is_within(pair: TranslationPair, within: NumberRange, file: str | None) -> bool:
    """True if a pair is a rule of a range: by its number in `file`, or by its current number if `file` is None."""
    from kb.translation.rule_pair import RulePair

    if not isinstance(pair, RulePair):
        return False
    return within.covers(pair.fr.item.cr_number if file is not None and pair.fr is not None else pair.number)


def _print(page: TextOutput, found: Mapping[TranslationPair, tuple[Finding, ...]], codes: Counter[str]) -> None:
    """Print the issues rule by rule, then headword by headword, then the number of issues."""
    from kb.translation.rule_pair import RulePair

    for pair, findings in found.items():
        if not findings:
            continue
        number = findings[0].where
        today = "  " + _("today {number}", number=pair.label) if pair.en and pair.label != number else ""
        made = "  " + _("made from en {edition}", edition=pair.base.edition) if pair.base else ""
        page.line((number, "bold"), (f"{today}{made}", "dim"))
        page.findings(findings)
    rules = sum(isinstance(pair, RulePair) for pair in found)
    checked = ngettext("{count} French rule checked", "{count} French rules checked", rules)
    if entries := len(found) - rules:
        checked += ngettext(" and {count} headword", " and {count} headwords", entries)
    parts = ", ".join(f"{count} {code}" for code, count in codes.items()) or _("nothing wrong")
    page.line((_("{checked}: {findings}", checked=checked, findings=parts), "bold"))


@contextmanager
def _french(common: GlobalOptions, file: str | None, effective: date | None) -> Iterator[tuple[Store, date]]:
    """Yield the knowledge base to check, and the day.

    To check a file, yield a copy of the knowledge base in which the file has replaced all other French. The knowledge
    base itself doesn't change.
    """
    with common.open_store() as store:
        if file is None:
            yield store, common.day
            return
        from tempfile import TemporaryDirectory

        editions = parse_document(Path(file), effective, "fr")
        for finding in (finding for edition in editions for finding in edition.findings):
            note(_("{about}: ", about=file) + translate(finding.message))
        with TemporaryDirectory(prefix="rules-lint-") as folder:
            store.copy_to(Path(folder) / DATABASE_FILE_NAME)
            with Store.open(Path(folder)) as copy:
                _replace_french(copy, editions)
                yield copy, max(common.day, *(edition.effective for edition in editions))


def _replace_french(store: Store, editions: Sequence[Edition]) -> None:
    """Replace all French in a store by the given editions."""
    from kb.storage.editions import list_editions

    sources = {each.sha256 for each in list_editions(store) if each.lang == "fr"}
    with store.transaction() as writer:
        for sha256 in sources:
            writer.remove_document(sha256, "fr")
        for edition in editions:
            writer.add_edition(edition)
