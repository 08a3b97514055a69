"""Compile the word lists in `data` into a form that searches can read quickly.

Usage: python -m bench.compile_words

Run it after every change of `players_words.toml`, `everyday_words.toml`, `terms.toml`, `judges_words.toml`,
`judges_questions.toml` or `paraphrases.toml`. It writes `data/compiled`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kb.languages import LANGUAGES, Lang
from kb.search.policy.judges_questions import title_key
from kb.search.query_understanding import PREFIX_LENGTH, SEPARATOR
from kb.text.folding import fold_words, strip_accents
from kb.text.stopwords import query_words, stopwords
from kb.verification.reading_words import telling_words

DATA = Path(__file__).resolve().parents[1] / "data"


def compiled_files() -> dict[str, str]:
    """Return a dict from the name of each file in `data/compiled` to its text."""
    players_words, terms = _read("players_words.toml"), _read("terms.toml")
    everyday_words, judges_words = _read("everyday_words.toml")["words"], _read("judges_words.toml")
    files = {
        "terms.json": _lines([row["en"], row["fr"], row.get("also", []), row.get("formerly", []), row["rule"],
                              row.get("until", 0)] for row in terms["terms"]),
        "term_evidence.json": _lines([row["rests_on"], row.get("why", "")] for row in terms["terms"]),
        "templates.json": _lines([row["en"], row["fr"], row.get("also", []), row["rule"], row["rests_on"],
                                  row.get("why", "")] for row in terms["templates"]),
        "everyday_words.json": _lines(everyday_words.items()),
    }  # fmt: skip
    for lang in LANGUAGES:
        files[f"players_words_{lang}.tsv"] = _players_words(players_words[lang], lang)
        files[f"judges_words_{lang}.tsv"] = _judges_words(judges_words[lang], lang)
    files["paraphrases_en.tsv"] = compiled_paraphrases(_read("paraphrases.toml")["en"])
    questions = _read("judges_questions.toml")["section"]
    files["judges_questions.tsv"] = _judges_questions(questions)
    asked = (word for row in questions for ask in row["ask"] for word in re.findall(r"[^\W\d_]+", ask.lower()))
    files["judges_questions_words.txt"] = " ".join(sorted(set(asked))) + "\n"
    return files


def _judges_words(rows: Iterable[Mapping[str, Any]], lang: Lang) -> str:
    """Return the phrases of judges as `kb.search.policy.judges_words` reads them: folded phrases, English words."""
    lines = (
        SEPARATOR.join(dict.fromkeys(" ".join(fold_words(phrase, lang)) for phrase in row["say"]))
        + "\t"
        + row["policy"]
        for row in rows
    )
    return "\n".join(lines) + "\n"


def _judges_questions(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return the sections as `kb.search.policy.judges_questions` reads them.

    A line has document, chapter, titles, and the folded words of the questions in English and in French.
    """
    lines = []
    for row in rows:
        titles = dict.fromkeys(map(title_key, row["titles"]))
        questions = (_folded_questions(row.get(key, ()), lang) for key, lang in (("ask", "en"), ("fr", "fr")))
        lines.append("\t".join((row["doc"], row.get("chapter", ""), SEPARATOR.join(titles), *questions)))
    return "\n".join(lines) + "\n"


def compiled_paraphrases(statements: Mapping[str, Sequence[str]]) -> str:
    """Return the statements about each rule as `kb.search.paraphrases` reads them."""
    lines = (
        f"{number}\t" + SEPARATOR.join(" ".join(sorted(set(telling_words(each, "en")))) for each in some)
        for number, some in statements.items()
    )
    return "\n".join(lines) + "\n"


def _folded_questions(questions: Iterable[str], lang: Lang) -> str:
    """Return the folded words of each question, each word once and without stopwords."""
    folded = (sorted({word.folded for word in query_words(each, lang) if not word.is_stopword}) for each in questions)
    return SEPARATOR.join(dict.fromkeys(" ".join(words) for words in folded if words))


def _players_words(rows: Iterable[Mapping[str, Any]], lang: Lang) -> str:
    """Return the entries of one language as the text that `kb.search.query_understanding` reads, one per line."""
    entries = []
    for row in rows:
        phrases = [query_words(phrase, lang) for phrase in row["say"]]
        whole = [" ".join(word.folded for word in phrase) for phrase in phrases]
        content = [[word.folded for word in phrase if not word.is_stopword] for phrase in phrases]
        folded_phrases = dict.fromkeys((*whole, *(" ".join(words) for words in content if len(words) > 1)))
        prefixes = dict.fromkeys(_prefixes(phrase, lang) for phrase in row["say"])
        rules_words = dict.fromkeys(word.folded for word in query_words(row["rules"], "en") if not word.is_stopword)
        lists = SEPARATOR.join(prefixes), SEPARATOR.join(folded_phrases), " ".join(rules_words)
        entries.append("\t".join((*lists, row["source"])))
    return "\n".join(entries) + "\n"


def _prefixes(phrase: str, lang: Lang) -> str:
    """Return the sorted prefixes of a phrase's content words (its words without stopwords), separated by spaces."""
    words = strip_accents(phrase.lower()).replace("-", " ").replace("'", " ").split()
    words = [word for word in words if len(word) > 1] or words
    content = [word for word in words if word not in stopwords(lang)] or words
    return " ".join(sorted({word[:PREFIX_LENGTH] for word in content}))


def _lines(rows: Iterable[object]) -> str:
    """Return the rows as the text of a JSON array, with one row per line."""
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def main() -> None:
    """Write the compiled files."""
    for name, text in compiled_files().items():
        (DATA / "compiled" / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
