"""Checks of the French, by itself and against the English wording that it was made from.

False alarms are worse than missed issues: after ten false alarms, a translator stops reading issues. So the checks
compare only features that don't depend on style (see docs/decisions/translation-checks.md).

Guarantees: The functions are pure. The findings of a rule are in the order of `ISSUE_CODES`. If the base is unknown,
the French is checked without an English wording.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
from kb.translation.rule_pair import RulePair, SourceWording

__all__ = ["ISSUE_CODES", "check_translation", "check_translations"]


def check_translations(pairs: Iterable[RulePair], terms: TermBase) -> dict[RulePair, tuple[Finding, ...]]:
    """Return the findings of all rules of an edition. An inconsistent term is found by comparison of the rules."""
    own = {pair: check_translation(pair) for pair in pairs}
    # Untranslated English explains why a rule lacks French terms, so such a rule isn't compared with other rules.
    comparable = (pair for pair, found in own.items() if all(each.code != "untranslated" for each in found))
    inconsistent = check_consistency(comparable, terms)
    return {pair: _sorted((*found, *inconsistent.get(pair, ()))) for pair, found in own.items()}


def check_translation(pair: RulePair) -> tuple[Finding, ...]:
    """Check the French of one rule without comparing other rules. Without French, there are no findings.

    The findings have any code except `term-inconsistent`. Their `where` is the number of the French rule.
    """
    if pair.fr is None:
        return ()
    rule = pair.fr.item
    where = str(rule.number)
    if pair.state == "untranslated" or rule.text_lang == "en":
        return (Finding("untranslated", _("the whole rule stands in English"), where, rule.text),)
    # The spaces of a lossy text aren't checked: that it lost its punctuation isn't the translator's fault.
    lossy = any(warning.code == "lossy" for warning in pair.fr.warnings)
    issues = (*_by_itself(rule, pair, lossy=lossy), *_against(rule, _accepted_wordings(pair)))
    return _sorted(Finding(issue.code, issue.message, where, issue.text) for issue in issues)


def _sorted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    order: tuple[str, ...] = ISSUE_CODES
    return tuple(sorted(findings, key=lambda finding: order.index(finding.code)))


def _accepted_wordings(pair: RulePair) -> tuple[Rule | SourceWording, ...]:
    """Return the English wordings that the French may agree with: its base, then today's wording.

    The result is empty if the base is newer than the French. The French was then made from an unknown wording, which
    may have cited other numbers.
    """
    if pair.base is None or pair.fr is None or pair.base.edition > pair.fr.edition:
        return ()
    return (pair.base, pair.en.item) if pair.en else (pair.base,)


def _by_itself(rule: Rule, pair: RulePair, *, lossy: bool) -> Iterator[Issue]:
    """Yield the issues of the French by itself. The English only helps to recognize names and untranslated text."""
    wordings = (pair.base, pair.en.item if pair.en else None)
    english = "\n".join(wording.text_with_examples for wording in wordings if wording)
    for text in rule.texts:
        yield from check_untranslated(text, english)
        if not lossy:
            yield from check_spacing(text, english)


def _against(rule: Rule, english: Sequence[Rule | SourceWording]) -> Iterator[Issue]:
    """Yield the issues of the French compared with the English.

    A check finds nothing if the French agrees with any of the wordings: a translator may have corrected a number, or
    updated the rule. If the French agrees with no wording, the check yields the differences from the first wording.
    """
    if not english:
        return
    counts = {len(rule.examples) == len(wording.examples) for wording in english}
    # If an example is missing, its symbols and numbers are missing too. Only one issue is reported.
    french, theirs = (
        (rule.text_with_examples, [wording.text_with_examples for wording in english])
        if True in counts
        else (rule.text, [wording.text for wording in english])
    )
    for compare in (check_citations, check_symbols, check_numbers):
        issues = [tuple(compare(french, wording)) for wording in theirs]
        if all(issues):
            yield from issues[0]
    if counts == {False}:
        message = _(
            "examples in the English: {theirs}, in the French: {ours}",
            theirs=len(english[0].examples),
            ours=len(rule.examples),
        )
        yield Issue("example-count", message)
