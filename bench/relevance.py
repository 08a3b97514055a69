"""Measure how high `rules search`, SQLite's FTS5 and Tantivy rank the rules that answer a question.

Usage: python -m bench.relevance [--home DIR] [--tuning] [--show]

The newest English edition in the knowledge base is searched with several sets of questions:

- terms: the headword of each glossary entry that refers to rules ("See rule 702.9"). These rules are the answers. The
  glossary is excluded, so that all three engines search the same documents: rules and headings. The row "terms, all"
  includes the glossary, as `rules search` does; "terms, both" has both halves. A hit that is a headword is no answer.
- plain, French: the questions in `bench/questions`, with their answers. Rules, headings and the glossary are searched,
  as `rules search` does. The French questions search the French rules.
- more plain, more French: three times as many questions, about all of the rules. Their author also wrote many of the
  players' words (`data/players_words.toml`).
- unseen plain, unseen French: held-out questions. They were written after all players' words and never used to improve
  the search. Half of them are about randomly chosen rules. All held-out questions together measure best how the
  search serves people who don't know it.

- kinds: questions of several kinds in `kinds_en.toml` and `kinds_fr.toml`, which were written without a look at the
  search. They are also reported as listed and unlisted questions. A question is listed if a phrase of players' words
  occurs in it, or if another list of `bench/questions` has a question with the same words.
- tuning French: the tuning half of the English kinds, as French players would ask it. It isn't reported.

A hit is an answer if it is a rule that the question names as its answer, or a subrule of such a rule. The rule above an
answer counts too, because 702.9 shows 702.9b. The section above an answer doesn't count.

A checksum of its words assigns each question to one of two halves. One half (`--tuning`) is used to choose weights. The
results are reported for the other half.

A question scores 1/rank of its first answer, or 0 if no answer is among the first ten hits. MRR@10 is the mean score.
FTS5 (porter) and Tantivy (en_stem) rank by BM25 over heading, text and examples. They find rules with any of the words.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import sqlite3
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from kb.errors import BadValue
from kb.languages import Lang
from kb.rule_number import RuleNumber
from kb.search import SearchLimits, search
from kb.search.query_understanding import parse_query
from kb.storage.store import Store
from kb.storage.view import View

QUESTIONS = Path(__file__).parent / "questions"
# The list with French translations of the tuning half of `kinds_en.toml`.
_ONLY_FOR_TUNING = "tuning_fr"
# The row with the headwords of both halves.
_BOTH_HALVES = "terms, both"
Engine = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """The words of a search, the rules that answer it, and the kind of question.

    `is_translated` is True for a French question that is a translation of a question in the tuning half.
    """

    ask: str
    answers: tuple[RuleNumber, ...]
    kind: str = ""
    is_translated: bool = False

    @property
    def for_tuning(self) -> bool:
        """True if the question is in the half that is used to choose the weights, or translated from this half."""
        return self.is_translated or hashlib.sha256(self.ask.encode()).digest()[0] % 2 == 0

    def answered_by(self, hit: str) -> bool:
        """Return True if a hit (a rule number or a headword) answers the question. A headword never does."""
        try:
            number = RuleNumber.parse(hit)
        except BadValue:
            return False
        return any(
            answer.covers(number) or (number.kind == "rule" and number.covers(answer)) for answer in self.answers
        )


def glossary_questions(view: View) -> list[JudgedQuestion]:
    """Return a question for each headword whose glossary entry refers to rules. These rules are its answers."""
    found = []
    for entry in view.glossary():
        targets = [reference.target.partition("-")[0] for reference in entry.references if reference.kind == "rule"]
        answers = tuple(number for number in map(RuleNumber.parse, targets) if number.kind != "chapter")
        if answers:
            found.append(JudgedQuestion(entry.item.names[0], answers))
    return found


def load_questions(name: str) -> list[JudgedQuestion]:
    """Return the questions in `bench/questions/{name}.toml`."""
    rows = tomllib.loads((QUESTIONS / f"{name}.toml").read_text(encoding="utf-8"))["questions"]
    return [
        JudgedQuestion(
            row["ask"], tuple(map(RuleNumber.parse, row["answers"])), row.get("kind", ""), name == _ONLY_FOR_TUNING
        )
        for row in rows
    ]


def _words_in_other_lists(lang: Lang) -> set[frozenset[str]]:
    """Return the words of each question in the other lists."""
    others = (each for name in ("", "more_", "unseen_") for each in load_questions(f"{name}{lang}"))
    return {frozenset(parse_query(each.ask, lang).words) for each in others}


def kinds_of_questions(lang: Lang) -> dict[str, list[JudgedQuestion]]:
    """Return the questions of `kinds_en.toml` or `kinds_fr.toml`: all, listed, unlisted, and each kind.

    A question is listed if it has a phrase of players' words, or the words of a question in another list.
    """
    questions, others = load_questions(f"kinds_{lang}"), _words_in_other_lists(lang)
    sets: dict[str, list[JudgedQuestion]] = {f"{lang} all": questions, f"{lang} listed": [], f"{lang} unlisted": []}
    for question in questions:
        parsed = parse_query(question.ask, lang)
        is_listed = frozenset(parsed.words) in others or any(concept.synonyms for concept in parsed.concepts)
        sets[f"{lang} listed" if is_listed else f"{lang} unlisted"].append(question)
        sets.setdefault(f"{lang} {question.kind}", []).append(question)
    return sets


def rules_engine(store: Store, view: View, *, with_glossary: bool) -> Engine:
    """Return the search engine of `rules search`, with or without the glossary."""
    limits = SearchLimits() if with_glossary else SearchLimits(scopes=("rules", "headings"))

    def ask(words: str) -> list[str]:
        return [str(hit.number or hit.term) for hit in search(store, view, words, limits).hits]

    return ask


def rule_documents(view: View) -> list[tuple[str, str, str, str]]:
    """Return number, heading, text and examples of each rule."""
    return [
        (
            str(item.number),
            item.title or "",
            "" if item.title else item.text,
            "\n".join(example.text for example in item.examples),
        )
        for item in (rule.item for rule in view.rules())
    ]


def fts5(view: View) -> Engine:
    """Return the full-text search of SQLite over the rules of a view."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE rule USING fts5 (number UNINDEXED, title, text, example, tokenize=porter)")
    connection.executemany("INSERT INTO rule VALUES (?, ?, ?, ?)", rule_documents(view))

    def ask(words: str) -> list[str]:
        terms = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", words))
        rows = connection.execute("SELECT number FROM rule WHERE rule MATCH ? ORDER BY rank LIMIT 10", (terms,))
        return [str(number) for (number,) in rows]

    return ask


def tantivy(view: View) -> Engine | None:
    """Return Tantivy over the rules of a view, or None without `pip install '.[bench]'`."""
    try:
        from tantivy import Document, Index, SchemaBuilder
    except ImportError:
        return None
    schema = SchemaBuilder()
    schema.add_text_field("number", stored=True, tokenizer_name="raw")
    for name in ("title", "text", "example"):
        schema.add_text_field(name, tokenizer_name="en_stem")
    index = Index(schema.build())
    writer = index.writer()
    for number, title, text, example in rule_documents(view):
        writer.add_document(Document(number=number, title=title, text=text, example=example))
    writer.commit()
    index.reload()

    def ask(words: str) -> list[str]:
        query = index.parse_query(" ".join(re.findall(r"\w+", words)), ["title", "text", "example"])
        searcher = index.searcher()
        return [str(searcher.doc(place)["number"][0]) for _, place in searcher.search(query, 10).hits]

    return ask


@dataclass(frozen=True, slots=True)
class Measurement:
    """The quality of an engine's answers to some questions.

    All numbers are shares from 0 to 1. `missed` lists the questions whose first hit is no answer.
    """

    mrr: float
    first_share: float
    top_five_share: float
    missed: tuple[str, ...]

    def __str__(self) -> str:
        return f"MRR@10 {self.mrr:.3f}   first {self.first_share:6.1%}   in first five {self.top_five_share:6.1%}"


def measure(questions: Iterable[JudgedQuestion], engine: Engine) -> Measurement:
    """Ask an engine all questions and measure its answers."""
    ranks, missed = [], []
    for question in questions:
        hits = engine(question.ask)
        rank = next((at for at, hit in enumerate(hits[:10], 1) if question.answered_by(hit)), 0)
        ranks.append(rank)
        if rank != 1:
            missed.append(f"{rank or '-':>2}  {question.ask}: {', '.join(map(str, question.answers))}, not {hits[:4]}")
    count = len(ranks) or 1
    return Measurement(
        sum(1 / rank for rank in ranks if rank) / count,
        ranks.count(1) / count,
        sum(1 <= rank <= 5 for rank in ranks) / count,
        tuple(missed),
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, default=os.environ.get("RULES_HOME"))
    parser.add_argument("--tuning", action="store_true", help="use the half by which weights are chosen")
    parser.add_argument("--show", action="store_true", help="list the questions whose answer didn't come first")
    arguments = parser.parse_args()
    if arguments.home is None:
        parser.error("give --home, or set RULES_HOME")
    with Store.open(Path(arguments.home)) as store:
        view, french = (View(store, lang, date.max) for lang in ("en", "fr"))
        everything, in_french = (
            rules_engine(store, view, with_glossary=True),
            rules_engine(store, french, with_glossary=True),
        )
        rows: list[tuple[str, list[JudgedQuestion], str, Engine | None]] = [
            ("terms", glossary_questions(view), "rules", rules_engine(store, view, with_glossary=False)),
            ("terms, all", glossary_questions(view), "rules", everything),
            (_BOTH_HALVES, glossary_questions(view), "rules", everything),
            ("terms", glossary_questions(view), "FTS5", fts5(view)),
            ("terms", glossary_questions(view), "Tantivy", tantivy(view)),
            ("plain", load_questions("en"), "rules", everything),
            ("plain", load_questions("en"), "FTS5", fts5(view)),
            ("plain", load_questions("en"), "Tantivy", tantivy(view)),
            ("French", load_questions("fr"), "rules", in_french),
            ("more plain", load_questions("more_en"), "rules", everything),
            ("more French", load_questions("more_fr"), "rules", in_french),
            ("unseen plain", load_questions("unseen_en"), "rules", everything),
            ("unseen French", load_questions("unseen_fr"), "rules", in_french),
            ("tuning French", load_questions(_ONLY_FOR_TUNING), "rules", in_french),
            *((name, questions, "rules", everything) for name, questions in kinds_of_questions("en").items()),
            *((name, questions, "rules", in_french) for name, questions in kinds_of_questions("fr").items()),
        ]
        for name, questions, engine_name, engine in rows:
            half = [each for each in questions if name == _BOTH_HALVES or each.for_tuning == arguments.tuning]
            if engine is None:
                print(f"{name:14}{engine_name:9} isn't installed")
                continue
            found = measure(half, engine)
            print(f"{name:14}{engine_name:9}{len(half):4} questions   {found}")
            if arguments.show and engine_name == "rules":
                print(*(f"    {line}" for line in found.missed), sep="\n")


if __name__ == "__main__":
    main()
