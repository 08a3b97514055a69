"""Learn how much each kind of evidence counts for the question which book a query is about.

    python -m bench.learn_book_choice HOME

It prints the weights and the bias for `kb/search/policy/book_choice.py`: a logistic regression over the questions of
judges (`bench/questions/judges_tuning.toml`), those of players about the rules (`players_tuning.toml`,
`about_rules.toml`), and the tuning half of the other questions about the rules. The knowledge base needs the rules of
2026-01-16 and the policy documents in force on 2025-05-01. Needs NumPy.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bench.judges import DAY, QUESTIONS
from bench.relevance import load_questions
from kb.search import SearchLimits
from kb.search.policy import all_books, book_choice
from kb.search.policy.book_choice import BookEvidence
from kb.storage.store import Store
from kb.storage.view import View

_RULES_DAY = date(2026, 1, 16)
_RULES = ("en", "kinds_en", "more_en")
# The weights are held near 0 by this share of their squares. The regression takes so many steps.
_HOLD, _STEPS, _STEP = 0.001, 20_000, 0.05


def questions() -> Iterator[tuple[str, date, bool]]:
    """Yield questions, each with the day of its answer, and True if it is about policy."""
    listed = tomllib.loads((QUESTIONS / "judges_tuning.toml").read_text(encoding="utf-8"))["questions"]
    yield from ((each["ask"], DAY, True) for each in listed)
    yield from ((each.ask, _RULES_DAY, False) for each in load_questions("players_tuning"))
    about_rules = tomllib.loads((QUESTIONS / "about_rules.toml").read_text(encoding="utf-8"))["questions"]
    yield from ((ask, _RULES_DAY, False) for ask in about_rules)
    yield from ((each.ask, _RULES_DAY, False) for name in _RULES for each in load_questions(name) if each.for_tuning)


def gather(store: Store) -> Iterator[tuple[BookEvidence, bool]]:
    """Search each question in all books. Yield the evidence that the search weighed, and what the question is about."""
    weighed: list[BookEvidence] = []

    def record(evidence: BookEvidence) -> float:
        weighed.append(evidence)
        return 0.5

    with patch.object(book_choice, "probability", record):
        for ask, day, is_policy in questions():
            weighed.clear()
            all_books.search_books(store, View(store, "en", day), ask, SearchLimits(), store.books)
            if weighed:
                yield weighed[0], is_policy


def fit(rows: list[tuple[BookEvidence, bool]]) -> tuple[Any, float]:
    """Return the weights and the bias of a regression in which both books count equally."""
    import numpy as np

    evidence = np.array([each for each, _policy in rows], dtype=float)
    wanted = np.array([policy for _each, policy in rows], dtype=float)
    counts = np.where(wanted, 0.5 / wanted.mean(), 0.5 / (1 - wanted.mean()))
    weights, bias = np.zeros(evidence.shape[1]), 0.0
    for _ in range(_STEPS):
        error = counts * (1 / (1 + np.exp(-(evidence @ weights + bias))) - wanted)
        weights -= _STEP * (evidence.T @ error / len(rows) + _HOLD * weights)
        bias -= _STEP * error.mean()
    return weights, bias


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("home", type=Path)
    arguments = parser.parse_args()
    with Store.open(arguments.home) as store:
        rows = list(gather(store))
    weights, bias = fit(rows)
    print("_WEIGHTS = " + repr(BookEvidence(*(round(float(each), 2) for each in weights))))
    print(f"_BIAS = {bias:.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
