"""Measure the search for judges' questions (`bench/questions/judges*.toml`), in all books of a knowledge base at once.

    python -m bench.judges HOME

The knowledge base needs the policy documents in force on 2025-05-01. The command prints the questions without an answer
among the first five hits, the share of the others, and the mean score 1/rank (0 beyond the tenth hit). With `--rules`,
it also prints what the policy documents cost questions about the rules.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import NamedTuple

from kb.search import SearchLimits, search
from kb.search.policy.all_books import search_books
from kb.search.results import Hit
from kb.storage.store import Store
from kb.storage.view import View

QUESTIONS = Path(__file__).parent / "questions"
DAY = date(2025, 5, 1)
_FIRST_HITS = 5


def rank(hits: Iterable[Hit], answers: list[str]) -> int | None:
    """Return the rank of the first hit that is an answer, or a part of one, from 1; None if there is none."""
    for at, hit in enumerate(hits, 1):
        named = f"{hit.doc.upper()} {hit.number}"
        if any(named == answer.rstrip("!") or named.startswith(f"{answer}/") for answer in answers):
            return at
    return None


def judges(store: Store, name: str) -> tuple[float, float, list[tuple[str, int | None]]]:
    """Return the share of questions answered in the first five hits, MRR@10, and (question, rank) of the others."""
    listed = tomllib.loads((QUESTIONS / f"{name}.toml").read_text(encoding="utf-8"))["questions"]
    ranks = []
    for each in listed:
        found = search_books(store, View(store, "en", DAY), each["ask"], SearchLimits(), store.books)
        ranks.append((each["ask"], rank(found.hits, each["answers"])))
    first_five = sum(at is not None and at <= 5 for _ask, at in ranks) / len(ranks)
    score = sum(1 / at for _ask, at in ranks if at is not None) / len(ranks)
    return first_five, score, [(ask, at) for ask, at in ranks if at is None or at > 5]


class Cost(NamedTuple):
    """What the policy documents cost questions about the rules.

    Attributes:
        alone: MRR@10 in the rules.
        together: MRR@10 in all books.
        alone_five: the share of questions with an answer among the first five hits in the rules, from 0 to 1.
        together_five: the same share in all books.
        lost: how many questions have a worse rank in all books.
        count: the number of questions.
    """

    alone: float
    together: float
    alone_five: float
    together_five: float
    lost: int
    count: int


def rules(store: Store) -> Cost:
    """Search the questions about the rules in the rules and in all books."""
    scores: tuple[list[float], list[float]] = ([], [])
    for file in ("en.toml", "kinds_en.toml", "more_en.toml", "unseen_en.toml"):
        for each in tomllib.loads((QUESTIONS / file).read_text(encoding="utf-8"))["questions"]:
            view = View(store, "en", date(2026, 1, 16))
            alone = search(store, view, each["ask"], SearchLimits()).hits
            together = search_books(store, view, each["ask"], SearchLimits(), store.books).hits
            for hits, kept in ((alone, scores[0]), (together, scores[1])):
                at = next((at for at, hit in enumerate(hits, 1) if _answers(hit, each["answers"])), None)
                kept.append(1 / at if at else 0.0)
    lost = sum(one > other for one, other in zip(*scores, strict=True))
    count = len(scores[0])
    five = [sum(score >= 1 / _FIRST_HITS for score in side) / count for side in scores]
    return Cost(sum(scores[0]) / count, sum(scores[1]) / count, *five, lost, count)


def policy_shown(store: Store) -> tuple[float, float]:
    """Return the shares of held-out questions about the rules with policy as the first hit, and in the first five."""
    listed = tomllib.loads((QUESTIONS / "unseen_about_rules.toml").read_text(encoding="utf-8"))["questions"]
    first = five = 0
    for ask in listed:
        hits = search_books(store, View(store, "en", DAY), ask, SearchLimits(), store.books).hits
        first += any(hit.doc != "cr" for hit in hits[:1])
        five += any(hit.doc != "cr" for hit in hits[:_FIRST_HITS])
    return first / len(listed), five / len(listed)


def _answers(hit: Hit, answers: list[str]) -> bool:
    return (
        hit.doc == "cr"
        and hit.number is not None
        and any(hit.number.startswith(answer) or answer.startswith(hit.number) for answer in answers)
    )


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("home", type=Path)
    parser.add_argument("--rules", action="store_true")
    arguments = parser.parse_args()
    with Store.open(arguments.home) as store:
        for name in ("judges", "judges_tuning"):
            first_five, score, failed = judges(store, name)
            for ask, at in failed:
                print(f"{at or '-'}  {ask}")
            print(f"{name}: {first_five:.1%} in the first five, MRR@10 {score:.3f}")
        if arguments.rules:
            cost = rules(store)
            print(f"rules: MRR@10 {cost.alone:.3f} alone, {cost.together:.3f} in all books")
            begin, have = policy_shown(store)
            print(f"held-out questions about the rules: policy first {begin:.1%}, in the first five {have:.1%}")
            print(f"first five {cost.alone_five:.1%}, {cost.together_five:.1%}; {cost.lost} of {cost.count} lose")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
