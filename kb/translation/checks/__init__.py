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
from kb.translation.checks.citations import citations
from kb.translation.checks.consistency import inconsistent
from kb.translation.checks.issue import CODES, Code, Fault
from kb.translation.checks.numerals import numerals
from kb.translation.checks.spacing import spacing
from kb.translation.checks.symbols import symbols
from kb.translation.checks.untranslated import leftover
from kb.translation.rule_pair import Base, Pair, whole_text

if TYPE_CHECKING:
    from kb.terms.bilingual_terms import Terms

__all__ = ["CODES", "Code", "check", "check_all"]


def check_all(pairs: Iterable[Pair], terms: Terms) -> dict[Pair, tuple[Finding, ...]]:
    """What is wrong with the French of each rule of an edition.

    Args:
        pairs: all its rules; a term translated in two ways is seen only by comparing them.
        terms: what is known to be a term.

    Returns:
        Every pair, in their order, with its findings.
    """
    own = {pair: check(pair) for pair in pairs}
    # Where English was left over, the French lacks terms for that reason.
    whole = (pair for pair, found in own.items() if all(each.code != "untranslated" for each in found))
    among = inconsistent(whole, terms)
    return {pair: _in_order((*found, *among.get(pair, ()))) for pair, found in own.items()}


def check(pair: Pair) -> tuple[Finding, ...]:
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
    order: tuple[str, ...] = CODES
    return tuple(sorted(findings, key=lambda finding: order.index(finding.code)))


def _english(pair: Pair) -> tuple[Rule | Base, ...]:
    """The wordings that the French may follow: the one that it was made from first, then today's.

    None where the wording isn't known: French can't be made from what is newer. Its own edition may have had
    other numbers.
    """
    if pair.base is None or pair.fr is None or pair.base.edition > pair.fr.edition:
        return ()
    return (pair.base, pair.en.item) if pair.en else (pair.base,)


def _words(wording: Rule | Base) -> str:
    return wording.whole_text if isinstance(wording, Base) else whole_text(wording)


def _by_itself(rule: Rule, pair: Pair, *, lossy: bool) -> Iterator[Fault]:
    """Faults that show without the English."""
    known = (*((pair.base,) if pair.base else ()), *((pair.en.item,) if pair.en else ()))
    english = "\n".join(map(_words, known))
    for text in (rule.text, *(example.text for example in rule.examples)):
        yield from leftover(text, english)
        if not lossy:
            yield from spacing(text, english)


def _against(rule: Rule, english: Sequence[Rule | Base]) -> Iterator[Fault]:
    """Faults against the English.

    What agrees with any wording that the French may follow is no fault: a translator may have mended a
    number, or brought a rule up to date. What agrees with none is told by the first.
    """
    if not english:
        return
    counts = {len(rule.examples) == len(wording.examples) for wording in english}
    # Of an example that is missing, its symbols and numbers are missing too: that is one fault.
    french, theirs = (
        (whole_text(rule), [*map(_words, english)])
        if True in counts
        else (rule.text, [wording.text for wording in english])
    )
    for compare in (citations, symbols, numerals):
        faults = [tuple(compare(french, wording)) for wording in theirs]
        if all(faults):
            yield from faults[0]
    if counts == {False}:
        message = _(
            "examples in the English: {theirs}, in the French: {ours}",
            theirs=len(english[0].examples),
            ours=len(rule.examples),
        )
        yield Fault("example-count", message)
