"""Learn vectors of words and of sections of the policy documents, for questions that use other words than these.

Usage: python -m bench.learn_policy_meaning --home DIR

It writes `data/learned/policy_*`. The knowledge base needs the rules and the policy documents. The encoder is that of
`bench.learn_meaning`, which says how to install it. The texts with a known section are the questions of
`data/judges_questions.toml`, and the sentences of all editions of the policy documents. The texts of the rules'
sections and the phrases of players are learned beside them, so that the vectors also tell which book a question is
about.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import tomllib
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from bench.learn import DATA, LEARNED, lower_words
from bench.learn_meaning import (
    Encode,
    as_bytes,
    fit,
    like_questions,
    load_encoder,
    players_phrases,
    sentences,
    similar_words,
)
from bench.meaning_training import Text, train
from kb.rule_number import RuleNumber
from kb.search.meaning import DIMENSIONS
from kb.search.policy.entries import PolicyEntry, policy_entries
from kb.search.policy.judges_questions import known_section, section_name, title_key
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import fold_words
from kb.text.stopwords import folded_stopwords

# How often a text of each source is used in one round, from 0 to 1.
_QUESTION, _TITLE, _SENTENCE, _PLAYERS, _RULE = 1.0, 1.0, 0.3, 0.6, 0.15
_SENTENCE_END = re.compile(r"(?<=[.;:])\s+|\n+")
_LEAST_WORDS = 3
# Sections of the rules that say nothing about what a question is about.
_EMPTY_SECTIONS = ("100",)


class Target(NamedTuple):
    """What a text belongs to: a section of a policy document or of the rules. `parent` is what `train` asks for."""

    name: str
    parent: None = None


def policy_texts(store: Store) -> Iterator[tuple[str, Target, float]]:
    """Yield texts of the policy documents and questions about them, each with its section and its use."""
    for row in tomllib.loads((DATA / "judges_questions.toml").read_text(encoding="utf-8"))["section"]:
        target = Target(section_name(row["doc"], row.get("chapter", ""), title_key(row["titles"][0])))
        yield from ((ask, target, _QUESTION) for ask in row["ask"])
        yield from ((title, target, _TITLE) for title in row["titles"])
    yield from ((text, target, _SENTENCE) for text, target in sorted(_sentences_of_editions(store)))


def _sentences_of_editions(store: Store) -> set[tuple[str, Target]]:
    views = [View(store.book(doc), "en", date.max) for doc in store.books if doc != "cr"]
    entries = policy_entries(store, views, all_editions=True).entries
    mains = {(entry.doc, entry.number, entry.edition): entry for entry in entries}
    found = set()
    for entry in entries:
        chapter = entry.number.chapter
        titles = (entry.title, _title_above(entry, mains))
        section = next(filter(None, (known_section(entry.doc, title, chapter) for title in titles)), None)
        if section is not None:
            texts = _SENTENCE_END.split(entry.text.partition("\n")[2] or entry.text)
            found |= {(each, Target(section.key)) for each in texts if len(each.split()) >= _LEAST_WORDS}
    return found


def _title_above(entry: PolicyEntry, mains: dict[Any, PolicyEntry]) -> str | None:
    above = mains.get((entry.doc, entry.number.own_section, entry.edition))
    return above.title if above else None


def rules_texts(view: View) -> Iterator[tuple[str, Target, float]]:
    """Yield texts of the rules and phrases of players, each with its section and its use."""
    for phrase, source in players_phrases():
        yield phrase, _section(RuleNumber.parse(source)), _PLAYERS
    for rule in view.rules():
        if rule.item.number.section:
            texts = _SENTENCE_END.split(rule.item.title or rule.item.text)
            yield from ((each, _section(rule.item.number), _RULE) for each in texts)


def _section(number: RuleNumber) -> Target:
    return Target(f"cr {str(number).partition('.')[0]}")


def words_to_learn(texts: Sequence[str], general: Sequence[str]) -> dict[str, str]:
    """Return the folded words that get vectors, each with its first spelling."""
    found: dict[str, str] = {}
    for word in (*(word for text in texts for word in lower_words(text)), *general):
        folded = fold_words(word, "en")
        if len(word) > 1 and len(folded) == 1 and folded[0] not in folded_stopwords("en"):
            found.setdefault(folded[0], word)
    return found


def learn(store: Store, general: Sequence[str], encode: Encode) -> None:
    """Learn the vectors and write them."""
    import numpy as np

    known = [*policy_texts(store), *rules_texts(View(store, "en", date.max))]
    targets = list(dict.fromkeys(target for _text, target, _use in known if target.name[3:] not in _EMPTY_SECTIONS))
    draw = random.Random(1)  # noqa: S311 - nothing secret
    spellings = words_to_learn([text for text, _target, _use in known], general)
    words = sorted(spellings)
    of_words = encode([spellings[word] for word in words])
    places = {word: place for place, word in enumerate(words)}
    similar = similar_words(spellings, places, of_words)
    asked = [text for text, _target, use in known if use == _QUESTION]
    texts = sentences([text for text, target, _use in known if not target.name.startswith("cr ")], draw)
    questions = [*asked, *like_questions([*texts, *asked], similar, draw)]
    of_questions = encode(questions)
    middle = of_questions.mean(axis=0)
    of_questions = of_questions - middle
    projection = np.linalg.svd(of_questions, full_matrices=False)[2][:DIMENSIONS].T
    fitted = fit(words, of_words, [(1.0, questions, of_questions)], projection)
    start = fitted / np.linalg.norm(fitted, axis=1).mean()
    of_targets = np.zeros((len(targets), DIMENSIONS))
    row = {target: place for place, target in enumerate(targets)}
    trained = []
    for text, target, use in known:
        found = [places[word] for word in fold_words(text, "en") if word in places]
        if found and target in row:
            trained.append(Text(found, target, use))  # type: ignore[arg-type]
            of_targets[row[target]] += use * start[found].mean(axis=0)
    of_targets /= np.linalg.norm(of_targets, axis=1, keepdims=True)
    words_now, targets_now = train(trained, targets, start, of_targets)  # type: ignore[arg-type]
    write(words, words_now, [target.name for target in targets], targets_now)


def write(words: Sequence[str], of_words: Any, names: Sequence[str], of_targets: Any) -> None:
    """Write the vectors as signed bytes, in the order of the words and of the sections."""
    (LEARNED / "policy_words.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    (LEARNED / "policy_word_vectors.bin").write_bytes(_scaled_bytes(of_words, 0.9995))
    (LEARNED / "policy_sections.txt").write_text("\n".join(names) + "\n", encoding="utf-8")
    (LEARNED / "policy_section_vectors.bin").write_bytes(_scaled_bytes(of_targets, 1.0))


def _scaled_bytes(vectors: Any, share: float) -> bytes:
    """Scale the components so that most of them fit into a byte. The rest is cut off."""
    import numpy as np

    return as_bytes(vectors / np.quantile(np.abs(vectors), share) * 127)


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--home", type=Path, default=os.environ.get("RULES_HOME"), required=not os.environ.get("RULES_HOME")
    )
    arguments = parser.parse_args()
    encode, general = load_encoder()
    with Store.open(arguments.home) as store:
        learn(store, general, encode)


if __name__ == "__main__":
    main()
