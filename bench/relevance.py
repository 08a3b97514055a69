"""How often the rule that is meant comes first: our search beside SQLite's FTS5 and Tantivy.

Usage: python -m bench.relevance [--home DIR] [--tuning] [--show] [--without]

Sets of questions are asked of the newest English edition in the knowledge base:

- terms: each glossary entry that sends to rules ("See rule 702.9") asks its headword, and those rules answer.
  The glossary itself is left out: rules and headings are searched, the same documents by all three engines. In the
  row "terms, all" it is looked at, as by `rules search`; a hit that is a headword answers nothing.
- plain and French: the questions in `bench/questions`, answers there; everything is searched, as by
  `rules search`. The French ones are asked of the French rules.
- more plain, more French: three times as many, over the whole of the rules. Whoever wrote them wrote many of the words
  of players as well.
- unseen plain, unseen French: written after all words of players and left alone, half of them about rules drawn by
  lot. Their two halves together are nearest to what people find who know nothing of the search.

A hit answers if it is one of the rules named, stands below one, or is the rule that one stands under (reading
702.9 shows 702.9b); the section above a rule doesn't answer. Each question belongs to one of two halves, by a
checksum of its words: weights are chosen with `--tuning`, and the other half is reported.

MRR@10 is the mean of 1/place of the first hit that answers, 0 if none of ten does. FTS5 (porter) and Tantivy
(en_stem) rank by BM25 over heading, text and examples, any of the words.
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
from kb.rule_number import RuleNumber
from kb.search import SearchLimits, search, weights
from kb.storage.store import Store
from kb.storage.view import View

QUESTIONS = Path(__file__).parent / "questions"
Engine = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """Words that somebody searches, and the rules that answer."""

    ask: str
    answers: tuple[RuleNumber, ...]

    @property
    def for_tuning(self) -> bool:
        """Whether weights may be chosen by it."""
        return hashlib.sha256(self.ask.encode()).digest()[0] % 2 == 0

    def answered_by(self, hit: str) -> bool:
        """Whether a hit, a number or a headword, answers."""
        try:
            number = RuleNumber.parse(hit)
        except BadValue:
            return False
        return any(
            answer.covers(number) or (number.kind == "rule" and number.covers(answer)) for answer in self.answers
        )


def glossary_questions(view: View) -> list[JudgedQuestion]:
    """Each headword with the rules that its entry sends to."""
    found = []
    for entry in view.glossary():
        targets = [reference.target.partition("-")[0] for reference in entry.references if reference.kind == "rule"]
        answers = tuple(number for number in map(RuleNumber.parse, targets) if number.kind != "chapter")
        if answers:
            found.append(JudgedQuestion(entry.item.names[0], answers))
    return found


def load_questions(name: str) -> list[JudgedQuestion]:
    """The questions of a file in `bench/questions`."""
    rows = tomllib.loads((QUESTIONS / f"{name}.toml").read_text(encoding="utf-8"))["questions"]
    return [JudgedQuestion(row["ask"], tuple(map(RuleNumber.parse, row["answers"]))) for row in rows]


def rules_engine(store: Store, view: View, *, with_glossary: bool) -> Engine:
    """`rules search`, with all that it looks at or without the glossary."""
    limits = SearchLimits() if with_glossary else SearchLimits(scopes=("rules", "headings"))

    def ask(words: str) -> list[str]:
        return [str(hit.number or hit.term) for hit in search(store, view, words, limits).hits]

    return ask


def rule_documents(view: View) -> list[tuple[str, str, str, str]]:
    """Number, heading, text and examples of each rule."""
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
    """SQLite's full-text search."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE rule USING fts5 (number UNINDEXED, title, text, example, tokenize=porter)")
    connection.executemany("INSERT INTO rule VALUES (?, ?, ?, ?)", rule_documents(view))

    def ask(words: str) -> list[str]:
        terms = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", words))
        rows = connection.execute("SELECT number FROM rule WHERE rule MATCH ? ORDER BY rank LIMIT 10", (terms,))
        return [str(number) for (number,) in rows]

    return ask


def tantivy(view: View) -> Engine | None:
    """Tantivy; None where it isn't installed (`pip install 'mtg-rules-library[bench]'`)."""
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
    """What an engine made of some questions: shares from 0 to 1."""

    mrr: float
    first_share: float
    top_five_share: float
    missed: tuple[str, ...]

    def __str__(self) -> str:
        return f"MRR@10 {self.mrr:.3f}   first {self.first_share:6.1%}   in first five {self.top_five_share:6.1%}"


def measure(questions: Iterable[JudgedQuestion], engine: Engine) -> Measurement:
    """Ask all questions of an engine."""
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


NEUTRAL_WEIGHTS = {
    "TITLE": 0.0, "TERM": 0.0, "EXAMPLE": 0.0, "DEFINED": 0.0, "INHERITED": 0.0, "INHERITED_FROM_SECTION": 0.0,
    "WHOLE_NAME": 0.0, "WHOLE_DEFINED": 0.0, "ALL_WORDS": 0.0, "IN_ORDER": 0.0, "EARLY": 0.0, "SURFACE": 0.0,
    "CITED": 0.0, "DEEP": 1.0, "VARIANT": 1.0, "KEYWORD": 1.0, "DEPRECATED": 1.0, "PLAYERS_WORD": 0.0, "SOURCE": 1.0,
    "GLOSSARY": 1.0, "ENOUGH": 0.999, "CITED_FOR": 0.0, "SENT_TO": 0.0,
}  # fmt: skip
"""What makes each weight of `kb.search.weights` count for nothing."""


def print_ablation(store: Store, view: View, tuning: bool) -> None:
    """Print what each weight is worth: MRR@10 without it of terms, of these with the glossary, of plain questions."""
    terms, plain = glossary_questions(view), load_questions("en") + load_questions("more_en")
    sets = [
        (
            [question for question in questions if question.for_tuning == tuning],
            rules_engine(store, view, with_glossary=glossary),
        )
        for questions, glossary in ((terms, False), (terms, True), (plain, True))
    ]
    before: list[float] = []
    for name, neutral in {"": 0.0, **NEUTRAL_WEIGHTS}.items():
        kept = getattr(weights, name) if name else 0.0
        if name:
            setattr(weights, name, neutral)
        store.discard_cached("search")
        found = [measure(questions, engine).mrr for questions, engine in sets]
        if name:
            setattr(weights, name, kept)
            print(
                f"{name:24}{kept:6.3f}" + "".join(f"{now - was:+9.3f}" for now, was in zip(found, before, strict=True))
            )
        else:
            before = found
            print(f"{'MRR@10: terms, terms with the glossary, plain':48}" + "".join(f"{each:9.3f}" for each in found))
    store.discard_cached("search")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, default=os.environ.get("RULES_HOME"))
    parser.add_argument("--tuning", action="store_true", help="the half that weights are chosen by")
    parser.add_argument("--show", action="store_true", help="what didn't come first")
    parser.add_argument("--without", action="store_true", help="what each weight is worth instead")
    arguments = parser.parse_args()
    if arguments.home is None:
        parser.error("give --home, or set RULES_HOME")
    with Store.open(Path(arguments.home)) as store:
        view, french = (View(store, lang, date.max) for lang in ("en", "fr"))
        if arguments.without:
            print_ablation(store, view, arguments.tuning)
            return
        everything, in_french = (
            rules_engine(store, view, with_glossary=True),
            rules_engine(store, french, with_glossary=True),
        )
        rows: list[tuple[str, list[JudgedQuestion], str, Engine | None]] = [
            ("terms", glossary_questions(view), "rules", rules_engine(store, view, with_glossary=False)),
            ("terms, all", glossary_questions(view), "rules", everything),
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
        ]
        for name, questions, engine_name, engine in rows:
            half = [question for question in questions if question.for_tuning == arguments.tuning]
            if engine is None:
                print(f"{name:14}{engine_name:9} isn't installed")
                continue
            found = measure(half, engine)
            print(f"{name:14}{engine_name:9}{len(half):4} questions   {found}")
            if arguments.show and engine_name == "rules":
                print(*(f"    {line}" for line in found.missed), sep="\n")


if __name__ == "__main__":
    main()
