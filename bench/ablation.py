"""Measure what each weight and each step of the search brings: leave it out once.

Usage: python -m bench.ablation [--home DIR] [--only NAME...]

The questions are the tuning half of `bench.relevance`. A row has MRR@10 of headwords in the rules alone, of headwords
with the glossary, of all other English questions, of all other French questions, and of the English and the French
questions of kinds. Below the first row, the numbers are differences.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any
from unittest import mock

from bench.relevance import glossary_questions, load_questions, measure, rules_engine
from kb.search import weights
from kb.search.api import _BilingualSearch
from kb.search.query_understanding import ParsedQuery
from kb.search.reranking import Reranker
from kb.search.similar_entries import SimilarEntries
from kb.storage.store import Store
from kb.storage.view import View

NEUTRAL_WEIGHTS = {
    "TITLE": 0.0, "TERM": 0.0, "EXAMPLE": 0.0, "DEFINED": 0.0, "INHERITED": 0.0, "INHERITED_FROM_SECTION": 0.0,
    "EXACT_TITLE": 0.0, "EXACT_DEFINITION": 0.0, "COVERAGE_POWER": 0.0, "PHRASE": 0.0, "NEAR_START": 0.0,
    "SURFACE_MATCH": 0.0, "CITATION_COUNT": 0.0, "SUBRULE": 1.0, "VARIANT_CHAPTER": 1.0, "KEYWORD_RULE": 1.0,
    "DEPRECATED": 1.0, "SYNONYM": 0.0, "SYNONYM_SOURCE": 1.0, "GLOSSARY_ENTRY": 1.0, "MIN_QUESTION_SHARE": 0.999,
    "ANCHOR_TEXT": 0.0, "GLOSSARY_TARGET": 0.0, "RELATED": 0.0, "NAME": 1.0,
    "MEANING": 0.0,
    "NAMED_KEYWORD": 1.0, "CITED_BY_FIRST": 0.0,
}  # fmt: skip
"""The weights in `kb.search.weights`, each with the value at which it has no effect."""

_find = SimilarEntries.find


def _only_texts_with_words(*arguments: Any) -> Any:
    meant = _find(*arguments)
    return meant and meant._replace(similar={})


def _by_translation(self: SimilarEntries, query: ParsedQuery, *arguments: Any) -> Any:
    return _find(self, query._replace(french=()), *arguments)


STEPS: dict[str, tuple[type, str, Any]] = {
    "mended spelling": (_BilingualSearch, "mended", lambda self: None),
    "different rules first": (Reranker, "_diversify", lambda self, ranked: ranked),
    "rules found by meaning alone": (SimilarEntries, "find", _only_texts_with_words),
    "vectors of French words": (SimilarEntries, "find", _by_translation),
}
"""The steps of a search that have no weight: the class, its method, and a method without the step."""


@contextmanager
def left_out(name: str) -> Iterator[None]:
    """Leave out a weight or a step. An empty name leaves out nothing."""
    if name in STEPS:
        with mock.patch.object(*STEPS[name]):
            yield
    elif name:
        with mock.patch.object(weights, name, NEUTRAL_WEIGHTS[name]):
            yield
    else:
        yield


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    home = os.environ.get("RULES_HOME")
    parser.add_argument("--home", type=Path, default=home, required=not home)
    parser.add_argument("--only", nargs="*", default=[*NEUTRAL_WEIGHTS, *STEPS], help="leave out only these")
    arguments = parser.parse_args()
    with Store.open(Path(arguments.home)) as store:
        view, french = (View(store, lang, date.max) for lang in ("en", "fr"))
        everything, in_french = (rules_engine(store, each, with_glossary=True) for each in (view, french))
        terms = glossary_questions(view)
        sets = [
            ([each for each in questions if each.for_tuning], engine)
            for questions, engine in (
                (terms, rules_engine(store, view, with_glossary=False)),
                (terms, everything),
                ([each for name in ("en", "more_en", "kinds_en") for each in load_questions(name)], everything),
                (
                    [each for name in ("fr", "more_fr", "kinds_fr", "tuning_fr") for each in load_questions(name)],
                    in_french,
                ),
                (load_questions("kinds_en"), everything),
                ([each for name in ("kinds_fr", "tuning_fr") for each in load_questions(name)], in_french),
            )
        ]
        before = [0.0] * len(sets)
        for name in ("", *arguments.only):
            store.discard_cached("search")
            with left_out(name):
                found = [measure(questions, engine).mrr for questions, engine in sets]
            numbers = "".join(f"{now - was:+9.3f}" for now, was in zip(found, before, strict=True))
            print(f"{name or 'nothing':30}{numbers}", flush=True)
            before = before if name else found


if __name__ == "__main__":
    main()
