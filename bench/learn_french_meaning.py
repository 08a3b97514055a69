"""Learn vectors of French words that can be compared with the vectors of English rules.

Usage: python -m bench.learn_french_meaning --home DIR --cards AtomicCards.json.gz --as-of 2026-01-16 [--keep-back]

It writes `data/learned/*_fr` for `kb.search.meaning`, beside the English vectors, which `bench.learn_meaning` writes
and which stay as they are. A French word begins with the mean vector of the English words that it is translated by: in
the official French of cards (IBM model 1), in `terms.toml`, and in `everyday_words.toml`. Then it is trained with texts
whose rule is known: phrases of French players, what rules say in other words, and English texts translated word by
word. It needs numpy and scipy, but no encoder. `--keep-back` is that of `bench.learn_meaning`; half of the French
statements are left out then. See docs/decisions/learned-data.md.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from bench.learn import DATA, LEARNED, read_cards
from bench.learn_meaning import players_phrases
from bench.meaning_training import Text, texts_with_rules, train
from bench.statements import Statement, statements
from kb.languages import LANGUAGES, Lang
from kb.rule_number import RuleNumber
from kb.search.meaning import DIMENSIONS, ROW, USUAL_LENGTH
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import fold_words
from kb.text.stopwords import folded_stopwords

Lexicon = dict[str, dict[str, float]]
"""For each folded word of one language, the folded words of the other that translate it, with their probabilities."""

# The rounds of IBM model 1. Less probable translations are left out: while it is learned, and at the end.
_ROUNDS, _NEGLIGIBLE, _MIN_PROBABILITY = 6, 1e-4, 0.05
# Texts that many cards share count at most so often. A word of fewer texts is left out.
_MAX_COUNT, _MIN_COUNT = 3, 2
# A line with more words than this is the whole text of a card, which tells little about single words.
_MAX_WORDS = 60
# The weight of a listed translation beside the learned ones (1), and for a translation into French.
_LISTED, _LISTED_BACK = 1.0, 0.5
# Each English text is translated so often, with other translations of its words. How strongly the vectors of French
# words are held near those of their translations.
_DRAWN, _HOLD = 4, 0.003
_SYMBOL = re.compile(r"\{[^}]*\}|\[[^\]]*\]")


def content_words(text: str, lang: Lang) -> list[str]:
    """Return the folded words of a text, without stopwords, numbers and symbols."""
    words = fold_words(_SYMBOL.sub(" ", text), lang)
    return [word for word in words if word not in folded_stopwords(lang) and not word[0].isdigit()]


def card_lines(faces: Iterable[Mapping[str, Any]]) -> list[tuple[tuple[str, ...], tuple[str, ...], int]]:
    """Return the words of each line of a card in English and in French, and how often this pair counts."""
    counts: Counter[tuple[tuple[str, ...], tuple[str, ...]]] = Counter()
    for face in faces:
        for french in face.get("foreignData") or ():
            if french.get("language") != "French" or not face.get("text") or not french.get("text"):
                continue
            lines = face["text"].split("\n"), french["text"].split("\n")
            pairs = zip(*lines, strict=True) if len(lines[0]) == len(lines[1]) else [(face["text"], french["text"])]
            names = face.get("faceName") or face["name"], french.get("faceName") or french.get("name") or ""
            for here, there in [*pairs, (face.get("type") or "", french.get("type") or "")]:
                english = content_words(here.replace(names[0], " "), "en")
                translated = content_words(there.replace(names[1] or "\0", " "), "fr")
                if english and translated and len(english) < _MAX_WORDS:
                    counts[tuple(english), tuple(translated)] += 1
    return [(english, french, min(_MAX_COUNT, count)) for (english, french), count in sorted(counts.items())]


def translations(pairs: Sequence[tuple[Sequence[str], Sequence[str], int]]) -> Lexicon:
    """Return the translations of words from the first texts of some pairs to the second texts (IBM model 1)."""
    found: Lexicon | None = None
    for _ in range(_ROUNDS):
        counts: dict[str, defaultdict[str, float]] = {}
        for source, target, count in pairs:
            for word in dict.fromkeys(target):
                shares = [1.0 if found is None else found[each].get(word, 0.0) for each in source]
                total = sum(shares) or 1.0
                for each, share in zip(source, shares, strict=True):
                    if share:
                        counts.setdefault(each, defaultdict(float))[word] += share / total * count
        totals = {word: sum(row.values()) for word, row in counts.items()}
        found = {
            word: {other: n / totals[word] for other, n in row.items() if n / totals[word] > _NEGLIGIBLE}
            for word, row in counts.items()
        }
        for source, _target, _count in pairs:
            for each in source:
                found.setdefault(each, {})
    return found or {}


def listed_translations() -> Iterator[tuple[str, str]]:
    """Yield each French word or name in `everyday_words.toml` and `terms.toml`, with its English."""
    yield from _read("everyday_words.toml")["words"].items()
    for term in _read("terms.toml")["terms"]:
        yield from ((name, term["en"]) for name in _french_names(term))


def lexicon(pairs: Sequence[tuple[tuple[str, ...], tuple[str, ...], int]]) -> Lexicon:
    """Return the English translations of French words, with probabilities, from lines of cards and from the lists."""
    counts = Counter(word for _, french, count in pairs for word in french for _ in range(count))
    learned = translations([(french, english, count) for english, french, count in pairs])
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for word, row in learned.items():
        if counts[word] >= _MIN_COUNT:
            found[word].update({other: share for other, share in row.items() if share > _MIN_PROBABILITY})
    for french, english in listed_translations():
        words, others = content_words(french, "fr"), content_words(english, "en")
        if len(words) == 1:
            for other in others:
                found[words[0]][other] += _LISTED / len(others)
    totals = {word: sum(row.values()) for word, row in found.items()}
    return {word: {other: share / totals[word] for other, share in row.items()} for word, row in found.items() if row}


def into_french(to_english: Lexicon, pairs: Sequence[tuple[tuple[str, ...], tuple[str, ...], int]]) -> Lexicon:
    """Return the French translations of English words, with their weights."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for english, row in translations(pairs).items():
        found[english].update({word: share for word, share in row.items() if share > _MIN_PROBABILITY})
    for word, row in to_english.items():
        for english, share in row.items():
            if share > 2 * _MIN_PROBABILITY:
                found[english][word] += _LISTED_BACK * share
    return {english: dict(row) for english, row in found.items()}


def french_phrases() -> Iterator[tuple[str, str]]:
    """Yield each phrase of French players, and each French name of a term, with the number of its rule."""
    for row in _read("players_words.toml")["fr"]:
        yield from ((phrase, row["source"]) for phrase in row["say"])
    for term in _read("terms.toml")["terms"]:
        if term["rule"][0].isdigit():  # else it is from the glossary or from cards
            yield from ((name, term["rule"]) for name in _french_names(term))


def _french_names(term: Mapping[str, Any]) -> tuple[str, ...]:
    return (term["fr"], *term.get("also", ()), *term.get("formerly", ()))


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def learn(
    view: View, faces: Iterable[Mapping[str, Any]], stated: Mapping[Lang, Sequence[Statement]]
) -> tuple[list[str], Any]:
    """Return the French words that get vectors, and their vectors, as a matrix in the unit of the English file."""
    import numpy as np

    english = (LEARNED / "vector_words_en.txt").read_text(encoding="utf-8").split()
    of_english = np.frombuffer((LEARNED / "word_vectors_en.bin").read_bytes(), dtype=np.int8)
    of_english = of_english.reshape(len(english), DIMENSIONS).astype(float)
    unit = np.linalg.norm(of_english, axis=1).mean()
    places = {word: place for place, word in enumerate(english)}
    numbers = (LEARNED / "vector_rules_en.txt").read_text(encoding="utf-8").split()
    rows = ROW.iter_unpack((LEARNED / "rule_vectors_en.bin").read_bytes())
    of_rules = np.array([row[:DIMENSIONS] for row in rows]) / USUAL_LENGTH

    pairs = card_lines(faces)
    to_english = lexicon(pairs)
    phrases = [*french_phrases(), *stated["fr"]]
    words = sorted({*to_english, *(word for phrase, _ in phrases for word in content_words(phrase, "fr"))})
    french_places = {word: place for place, word in enumerate(words)}
    start = np.zeros((len(words), DIMENSIONS))
    for word, place in french_places.items():
        for other, share in to_english.get(word, {word: 1.0}).items():
            if other in places:
                start[place] += share * of_english[places[other]] / unit

    draw = random.Random(1)  # noqa: S311 - nothing secret
    to_french = into_french(to_english, pairs)
    texts: list[Text] = []
    for phrase, source in phrases:
        found = [french_places[word] for word in content_words(phrase, "fr")]
        texts += [Text(found, RuleNumber.parse(source), 1.0)] if found else []
    for text, number, use in texts_with_rules(view, players_phrases(), stated["en"]):
        for found in _translated(content_words(text, "en"), to_french, french_places, draw):
            texts.append(Text(found, number, use / _DRAWN))
    trained, _ = train(texts, [RuleNumber.parse(each) for each in numbers], start, of_rules, hold=_HOLD)
    used = [place for place in range(len(words)) if np.rint(trained[place] * unit).any()]
    return [words[place] for place in used], trained[used] * unit


def _translated(
    words: Sequence[str], to_french: Lexicon, places: Mapping[str, int], draw: random.Random
) -> Iterator[list[int]]:
    """Yield the places of the French words for an English text, several times with other translations."""
    for _ in range(_DRAWN):
        drawn = [
            draw.choices(list(row), list(row.values()))[0] if (row := to_french.get(word)) else word for word in words
        ]
        if found := [places[word] for word in drawn if word in places]:
            yield found


def main() -> None:
    """Learn the vectors of French words and write them."""
    import numpy as np

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    home = os.environ.get("RULES_HOME")
    parser.add_argument("--home", type=Path, default=home, required=not home)
    parser.add_argument("--cards", type=Path, required=True)
    parser.add_argument("--as-of", type=date.fromisoformat, default=date.max)
    parser.add_argument("--keep-back", action="store_true", help="leave statements out")
    arguments = parser.parse_args()
    stated = {lang: statements(lang, keep_back=arguments.keep_back) for lang in LANGUAGES}
    with Store.open_readonly(Path(arguments.home)) as store:
        words, vectors = learn(View(store, "en", arguments.as_of), read_cards(arguments.cards), stated)
    (LEARNED / "vector_words_fr.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    stored = np.rint(np.clip(vectors, -127, 127)).astype(np.int8)
    (LEARNED / "word_vectors_fr.bin").write_bytes(stored.tobytes())
    print(f"{len(words)} words")


if __name__ == "__main__":
    main()
