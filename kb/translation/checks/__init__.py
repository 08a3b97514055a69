"""Checks: faults of the French itself, against the English wording that it was made from.

Every check prefers silence to a false alarm: a translator who is told of ten faults that are none doesn't
read the eleventh. What is compared is what can't differ by style (see docs/decisions/translation-checks.md).

Guarantees: pure; a rule's findings stand together, in the order of `CODES`; the French of an unknown base
is looked at by itself only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from kb.i18n import _
from kb.model import Finding, Rule
from kb.translation.checks.citations import check_citations
from kb.translation.checks.consistency import check_consistency
from kb.translation.checks.issue import ISSUE_CODES, Issue, IssueCode
from kb.translation.checks.numerals import check_numbers
from kb.translation.checks.spacing import check_spacing
from kb.translation.checks.symbols import check_symbols
from kb.translation.checks.untranslated import check_untranslated
from kb.translation.rule_pair import RulePair, SourceWording, text_with_examples

if TYPE_CHECKING:
    from kb.terms.bilingual_terms import TermBase

__all__ = ["ISSUE_CODES", "IssueCode", "check_translation", "check_translations"]


def check_translations(pairs: Iterable[RulePair], terms: TermBase) -> dict[RulePair, tuple[Finding, ...]]:
    """What is wrong with the French of each rule of an edition.

    Args:
        pairs: all its rules; a term translated in two ways is seen only by comparing them.
        terms: what is known to be a term.

    Returns:
        Every pair, in their order, with its findings.
    """
    own = {pair: check_translation(pair) for pair in pairs}
    # Where English was left over, the French lacks terms for that reason.
    whole = (pair for pair, found in own.items() if all(each.code != "untranslated" for each in found))
    among = check_consistency(whole, terms)
    return {pair: _in_order((*found, *among.get(pair, ()))) for pair, found in own.items()}


def check_translation(pair: RulePair) -> tuple[Finding, ...]:
    """What is wrong with the French of one rule by itself; nothing if it has none.

    Args:
        pair: the rule in both languages.

    Returns:
        Findings of all codes but `term-inconsistent`. `where` is the number that the French has.
    """
    if pair.fr is None:
        return ()
    rule = pair.fr.item
    where = str(rule.number)
    if pair.state == "untranslated" or rule.text_lang == "en":
        return (Finding("untranslated", _("the whole rule stands in English"), where, rule.text),)
    # What a page has lost of its marks isn't the translator's fault.
    lossy = any(warning.code == "lossy" for warning in pair.fr.warnings)
    faults = (*_by_itself(rule, pair, lossy=lossy), *_against(rule, _english(pair)))
    return _in_order(Finding(fault.code, fault.message, where, fault.text) for fault in faults)


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    order: tuple[str, ...] = ISSUE_CODES
    return tuple(sorted(findings, key=lambda finding: order.index(finding.code)))


def _english(pair: RulePair) -> tuple[Rule | SourceWording, ...]:
    """The wordings that the French may follow: the one that it was made from first, then today's.

    None where the wording isn't known: French can't be made from what is newer. Its own edition may have had
    other numbers.
    """
    if pair.base is None or pair.fr is None or pair.base.edition > pair.fr.edition:
        return ()
    return (pair.base, pair.en.item) if pair.en else (pair.base,)


def _words(wording: Rule | SourceWording) -> str:
    return wording.text_with_examples if isinstance(wording, SourceWording) else text_with_examples(wording)


def _by_itself(rule: Rule, pair: RulePair, *, lossy: bool) -> Iterator[Issue]:
    """Faults that show without the English."""
    known = (*((pair.base,) if pair.base else ()), *((pair.en.item,) if pair.en else ()))
    english = "\n".join(map(_words, known))
    for text in (rule.text, *(example.text for example in rule.examples)):
        yield from check_untranslated(text, english)
        if not lossy:
            yield from check_spacing(text, english)


def _against(rule: Rule, english: Sequence[Rule | SourceWording]) -> Iterator[Issue]:
    """Faults against the English.

    What agrees with any wording that the French may follow is no fault: a translator may have mended a
    number, or brought a rule up to date. What agrees with none is told by the first.
    """
    if not english:
        return
    counts = {len(rule.examples) == len(wording.examples) for wording in english}
    # Of an example that is missing, its symbols and numbers are missing too: that is one fault.
    french, theirs = (
        (text_with_examples(rule), [*map(_words, english)])
        if True in counts
        else (rule.text, [wording.text for wording in english])
    )
    for compare in (check_citations, check_symbols, check_numbers):
        faults = [tuple(compare(french, wording)) for wording in theirs]
        if all(faults):
            yield from faults[0]
    if counts == {False}:
        message = _(
            "examples in the English: {theirs}, in the French: {ours}",
            theirs=len(english[0].examples),
            ours=len(rule.examples),
        )
        yield Issue("example-count", message)
