"""Measure drafts against real French that they were made without: of rules, and of held-out cards.

Usage: python -m bench.drafts --home FOLDER [--section NUMBER] [--lines COUNT] [--show]

FOLDER is a knowledge base with French rules and a card library. It isn't changed.

The measure of a text is the share of the words of its real French that stand in the draft, in order (the longest common
subsequence of words, without case and punctuation).

- rules: the rules of a section are drafted from the English that their French was made from. The French of the section
  isn't known to the drafter, all other French is.
- cards: one card of twenty is held out, with all its lines. Lines of more than six words that no other card has are
  drafted from the lines of the other cards. The weights of `kb.drafting.decoder` were chosen with the first half of
  them, and `held` has the second half.

The checks of `rules translation lint` are run on the drafts of the section as a book.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path

from kb.drafting.draft import Drafter
from kb.drafting.drafts import card_lines, make_drafter
from kb.model import Example, Rule
from kb.parallel.card_lines import OWN_NAME, LinePair
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.store import Store
from kb.terms.bilingual_terms import TermBase, load_term_base
from kb.translation.alignment import align
from kb.translation.checks import check_translations
from kb.translation.rule_pair import RulePair

_HELD_OUT = 13
"""Of 256: one card of twenty."""


def main() -> None:
    """Print the measures."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--home", type=Path, required=True, help="the folder of the knowledge base")
    arguments.add_argument("--section", default="306", help="the section to hold out")
    arguments.add_argument("--lines", type=int, default=100, help="the number of lines of each half of the cards")
    arguments.add_argument("--show", action="store_true", help="show the texts")
    given = arguments.parse_args()
    lines = card_lines(given.home)
    number = RuleNumber.parse(given.section)
    with Store.open_readonly(given.home) as store:
        today = date.today()
        pairs = [pair for pair in align(store, today) if pair.fr and pair.base and pair.state != "untranslated"]
        within = NumberRange(number, number)
        drafter = make_drafter(store, today, lines, [pair for pair in pairs if not within.covers(pair.number)])
        terms = load_term_base(store, today)
        _measure_rules(drafter, [pair for pair in pairs if within.covers(pair.number)], terms, show=given.show)
        train = [line for line in lines if not _is_held_out(line)]
        halves = _held_out(lines, train)
        drafter = make_drafter(store, today, train, pairs)
    for name, half in zip(("tuning", "held"), halves, strict=True):
        _measure_cards(name, drafter, half[: given.lines], show=given.show)


def _measure_rules(drafter: Drafter, pairs: Sequence[RulePair], terms: TermBase, *, show: bool) -> None:
    found = total = 0
    drafted_pairs = []
    for pair in pairs:
        if pair.base is None or pair.fr is None:
            continue
        texts = [drafter.draft(text).french for text in pair.base.texts]
        drafted, real = words("\n".join(texts)), words(pair.fr.item.text_with_examples)
        common = common_words(drafted, real)
        drafted_pairs.append(_with_french(pair, texts))
        print(f"{pair.fr.item.number!s:8} {common / len(real):4.0%} of {len(real):3} words")
        if show:
            print(f"  en    {pair.base.text}\n  draft {texts[0]}\n  real  {pair.fr.item.text}")
        found += common
        total += len(real)
    print(f"rules    {found / total:.1%} of {total} words")
    findings = [each for found_in_rule in check_translations(drafted_pairs, terms).values() for each in found_in_rule]
    print(f"findings of lint in the {len(drafted_pairs)} drafts as a book: {len(findings)}")
    for finding in findings:
        print(f"  {finding.where}  {finding.code}  {finding.message}")


def _with_french(pair: RulePair, texts: Sequence[str]) -> RulePair:
    """Return a pair whose French is a draft."""
    if pair.fr is None:
        return pair
    rule = Rule(pair.fr.item.number, texts[0], tuple(map(Example, texts[1:])), "fr")
    return replace(pair, fr=replace(pair.fr, item=rule, warnings=()))


def _is_held_out(line: LinePair) -> bool:
    return sha256(str(line.card).encode()).digest()[0] < _HELD_OUT


def _held_out(lines: Iterable[LinePair], train: Iterable[LinePair]) -> tuple[list[LinePair], list[LinePair]]:
    """Return the two halves of the held-out lines that no other card has."""
    known = {line.en for line in train}
    held = {line.en: line for line in lines if _is_held_out(line) and line.en not in known}
    long = [line for line in held.values() if len(line.en.split()) > 6 and OWN_NAME not in line.en]
    ordered = sorted(long, key=lambda line: sha256(line.en.encode()).digest())
    return ordered[0::2], ordered[1::2]


def _measure_cards(name: str, drafter: Drafter, lines: Sequence[LinePair], *, show: bool) -> None:
    found = total = 0
    for line in lines:
        draft = drafter.draft(line.en).french
        real = words(line.fr)
        found += common_words(words(draft), real)
        total += len(real)
        if show:
            print(f"  en    {line.en}\n  draft {draft}\n  real  {line.fr}")
    print(f"cards, {name:6}  {found / total:.1%} of {total} words, {len(lines)} lines")


def words(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return re.findall(r"\w+", text.lower())


def common_words(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for word in one:
        new = [0]
        for at, each in enumerate(other):
            new.append(row[at] + 1 if word == each else max(row[at + 1], new[at]))
        row = new
    return row[-1]


if __name__ == "__main__":
    main()
