"""Write into `data/terms.toml` what each term rests on: cards with their number and years, a rule's French, or nothing.

Usage: python -m bench.term_evidence --home FOLDER

FOLDER is a knowledge base with the starter texts and a card library. The years are those of the oldest rulings of the
cards. `until` is the year since which more cards have the present name than a former one. Run it after a change of
`terms.toml`, then run `python -m bench.compile_words`.
"""

from __future__ import annotations

import argparse
import json
import re
import tomllib
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from kb.cards.library.database import open_library
from kb.parallel.term_evidence import CardEvidence
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import fold_without_stemming, fold_words
from kb.text.keywords import find_keywords
from kb.translation.alignment import align

TERMS = Path(__file__).resolve().parents[1] / "data" / "terms.toml"

_ROW = re.compile(r"^    \{ (?P<keys>.*?)(?:, until = [0-9]+)?(?:, rests_on = \"[^\"]*\")? \},$", re.MULTILINE)

RuleTexts = Sequence[tuple[str, list[str], list[str]]]
"""The number, the folded English and the folded French of each French rule."""


def rules_texts(store: Store) -> RuleTexts:
    """Return the French rules with the English that they were made from."""
    pairs = [pair for pair in align(store, date.today()) if pair.base and pair.fr and pair.state != "untranslated"]
    return [
        (str(pair.number), fold_without_stemming(pair.base.text, "en"), fold_words(pair.fr.item.text, "fr"))
        for pair in pairs
        if pair.base and pair.fr
    ]


def rests_on(row: dict[str, Any], evidence: CardEvidence, rules: RuleTexts) -> str:
    """Return what the French of a row rests on."""
    names = (row["fr"], *row.get("also", ()))
    found = [each for name in names if (each := evidence.support(row["en"], name))]
    if found:
        best = max(found, key=lambda each: each.cards)
        return f"cards {best.cards}" + (f", {best.years}" if best.years else "")
    for number, english, french in rules:
        en = fold_without_stemming(row["en"], "en")
        if _has(english, en) and any(_has(french, fold_words(name, "fr")) for name in names):
            return f"rules text {number}"
    return "nothing yet"


def _has(words: list[str], name: list[str]) -> bool:
    return any(words[at : at + len(name)] == name for at in range(len(words) - len(name) + 1))


def with_evidence(text: str, evidence: CardEvidence, rules: RuleTexts) -> str:
    """Return the text of `terms.toml` with what each row rests on, and the year in which former names were replaced."""

    def replaced(match: re.Match[str]) -> str:
        row = tomllib.loads(f"row = {{ {match['keys']} }}")["row"]
        until = evidence.replaced_in(row["en"], (row["fr"], *row.get("also", ())), row.get("formerly", ()))
        since = f", until = {until}" if until else ""
        return f"    {{ {match['keys']}{since}, rests_on = {json.dumps(rests_on(row, evidence, rules))} }},"

    return _ROW.sub(replaced, text)


def main() -> None:
    """Write the file."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--home", type=Path, required=True, help="the folder of the knowledge base")
    home = arguments.parse_args().home
    text = TERMS.read_text(encoding="utf-8")
    terms = tomllib.loads(text)
    with Store.open_readonly(home) as store:
        edition = View(store, "en", terms["edition"])
        keywords = [each.name for each in find_keywords([rule.item for rule in edition.rules()])]
        rules = rules_texts(store)
    listed = [row["en"] for row in terms["terms"] if row["rule"].startswith("702.")]
    with open_library(home) as library:
        evidence = CardEvidence(library, (*keywords, *listed))
    TERMS.write_text(with_evidence(text, evidence, rules), encoding="utf-8")


if __name__ == "__main__":
    main()
