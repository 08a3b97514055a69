"""Checks of the French, by itself and against the English wording that it was made from.

False alarms are worse than missed issues: after ten false alarms, a translator stops reading issues. So the checks
compare only features that don't depend on style (see docs/decisions/translation-checks.md).

Guarantees: The functions are pure. The findings of a rule or headword are in the order of `ISSUE_CODES`. If the base is
unknown, the French is checked without an English wording.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import partial

from kb.i18n import _
from kb.model import Finding, Rule
from kb.terms.bilingual_terms import TermBase
from kb.translation.checks.citations import check_citations
from kb.translation.checks.consistency import check_consistency
from kb.translation.checks.issue import ISSUE_CODES, Issue
from kb.translation.checks.numerals import check_numbers
from kb.translation.checks.spacing import check_spacing
from kb.translation.checks.symbols import check_symbols
from kb.translation.checks.untranslated import check_untranslated
from kb.translation.entry_pair import EntryPair, Pair, TranslationPair
from kb.translation.rule_pair import RulePair, SourceWording

__all__ = ["ISSUE_CODES", "check_translation", "check_translations"]


def check_translations(pairs: Iterable[Pair], terms: TermBase) -> dict[Pair, tuple[Finding, ...]]:
    """Return the findings of all rules and headwords of an edition. They are compared to find inconsistent terms."""
    own = {pair: check_translation(pair) for pair in pairs}
    # Untranslated English explains why a rule lacks French terms, so such a rule isn't compared with other rules.
    comparable = (pair for pair, found in own.items() if all(each.code != "untranslated" for each in found))
    inconsistent = check_consistency(comparable, terms)
    return {pair: _sorted((*found, *inconsistent.get(pair, ()))) for pair, found in own.items()}


def check_translation(pair: TranslationPair) -> tuple[Finding, ...]:
    """Check the French of one rule or headword without comparing others. Without French, there are no findings.

    The findings have any code except `term-inconsistent`. Their `where` is the French number or headword.
    """
    if pair.fr is None:
        return ()
    where = pair.french_label
    if pair.state == "untranslated" or pair.fr.item.text_lang == "en":
        message = (
            _("the whole entry stands in English")
            if isinstance(pair, EntryPair)
            else _("the whole rule stands in English")
        )
        return (Finding("untranslated", message, where, pair.fr.item.text),)
    # The spaces of a lossy text aren't checked: that it lost its punctuation isn't the translator's fault.
    lossy = any(warning.code == "lossy" for warning in pair.fr.warnings)
    against = _compare_entry(pair) if isinstance(pair, EntryPair) else _compare_rule(pair)
    issues = (*_by_itself(pair, lossy=lossy), *against)
    return _sorted(Finding(issue.code, issue.message, where, issue.text) for issue in issues)


def _sorted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    order: tuple[str, ...] = ISSUE_CODES
    return tuple(sorted(findings, key=lambda finding: order.index(finding.code)))


def _may_be_compared(pair: TranslationPair) -> bool:
    """True if the English that the French was made from is known.

    If the base is newer than the French, the French was made from an unknown wording, which may have cited other
    numbers.
    """
    return pair.base is not None and pair.fr is not None and pair.base.edition <= pair.fr.edition


def _by_itself(pair: TranslationPair, *, lossy: bool) -> Iterator[Issue]:
    """Yield the issues of the French by itself. The English only helps to recognize names and untranslated text."""
    english = "\n".join(filter(None, (pair.base.whole_text if pair.base else "", pair.english)))
    for text in pair.fr.item.texts if pair.fr else ():
        yield from check_untranslated(text, english)
        if not lossy:
            yield from check_spacing(text, english)


def _compare_entry(pair: EntryPair) -> Iterator[Issue]:
    """Yield the issues of a French entry compared with the English that it may agree with: its base, or today's."""
    if _may_be_compared(pair) and pair.base is not None and pair.fr is not None:
        english = [pair.base.whole_text, *([pair.english] if pair.en else ())]
        yield from _differences(pair.french, english, pair.fr.edition)


def _compare_rule(pair: RulePair) -> Iterator[Issue]:
    """Yield the issues of a French rule compared with the English that it may agree with: its base, or today's."""
    if not _may_be_compared(pair) or pair.base is None or pair.fr is None:
        return
    rule = pair.fr.item
    english: Sequence[Rule | SourceWording] = (pair.base, pair.en.item) if pair.en else (pair.base,)
    counts = {len(rule.examples) == len(wording.examples) for wording in english}
    # If an example is missing, its symbols and numbers are missing too. Only one issue is reported.
    if True in counts:
        texts = [wording.text_with_examples for wording in english]
        yield from _differences(rule.text_with_examples, texts, pair.fr.edition)
    else:
        yield from _differences(rule.text, [wording.text for wording in english], pair.fr.edition)
        message = _(
            "examples in the English: {theirs}, in the French: {ours}",
            theirs=len(english[0].examples),
            ours=len(rule.examples),
        )
        yield Issue("example-count", message)


def _differences(french: str, english: Sequence[str], day: date) -> Iterator[Issue]:
    """Yield the differences of a French text of a day from the English.

    A check finds nothing if the French agrees with any of the wordings: a translator may have corrected a number, or
    updated the rule. If the French agrees with no wording, the check yields the differences from the first wording.
    """
    for compare in (check_citations, partial(check_symbols, day=day), check_numbers):
        issues = [tuple(compare(french, wording)) for wording in english]
        if all(issues):
            yield from issues[0]
