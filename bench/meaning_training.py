"""Training of the vectors of meaning: texts whose rule is known are drawn to the vectors of their rules.

`bench.learn_meaning` begins with the vectors of a sentence encoder. This training improves them: from the words of a
text, the rule that the text belongs to shall be the most similar of all rules. The texts are the phrases of players
with the rules that explain them, what rules say in other words, the sentences of rules, their printed examples, and
glossary entries with the rules that they refer to. Words are left out at random, so that a question with other words
finds the rule, too.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bench.statements import Statement
from kb.rule_number import RuleNumber
from kb.storage.view import View
from kb.text.folding import fold_words

# How often a text of each source is used in one round, from 0 to 1.
_PHRASE, _SENTENCE, _EXAMPLE, _ENTRY, _STATEMENT = 1.0, 0.5, 0.5, 0.7, 1.0
# The number of rounds, the texts that are used at once, and the length of a step.
_ROUNDS, _BATCH, _STEP = 14, 256, 0.005
# How much more probable a similar rule is than a dissimilar one, as an exponent.
_SHARPNESS = 8.0
# The share of a text's rule that counts for the rule or heading above it.
_ABOVE = 0.3
# The share of words that are left out. From a text with more words than `_LONG`, a part is used.
_LEFT_OUT, _LONG, _PART = 0.4, 12, (4, 10)
# How strongly the vectors of words and of rules are held near those of the encoder.
_HOLD_WORDS, _HOLD_RULES = 0.0003, 0.003
# The decay of the averages of gradients, of their squares, and of the vectors.
_MOMENTUM, _SQUARES, _AVERAGE = 0.9, 0.99, 0.99
_SENTENCE_END = re.compile(r"(?<=[.;])\s+")


class Text(NamedTuple):
    """A text for the training: the places of its words' vectors, the number of its rule, and how often it is used."""

    words: list[int]
    number: RuleNumber
    use: float


def texts_with_rules(
    view: View, phrases: Iterable[tuple[str, str]], statements: Iterable[Statement]
) -> list[tuple[str, RuleNumber, float]]:
    """Return English texts, each with the number of its rule, and how often it is used.

    `phrases` has phrases of players, each with the number of its rule.
    """
    found = [(phrase, RuleNumber.parse(source), _PHRASE) for phrase, source in phrases]
    found += [(each.text, RuleNumber.parse(each.number), _STATEMENT) for each in statements]
    for rule in view.rules():
        number = rule.item.number
        found += [(each, number, _SENTENCE) for each in _SENTENCE_END.split(rule.item.title or rule.item.text)]
        found += [(each.text, number, _EXAMPLE) for each in rule.item.examples]
    for entry in view.glossary():
        targets = [each.target.partition("-")[0] for each in entry.references if each.kind == "rule"]
        text = f"{entry.item.names[0]} {entry.item.text}"
        found += [(text, RuleNumber.parse(target), _ENTRY) for target in targets[:2]]
    return found


def training_texts(
    view: View, phrases: Iterable[tuple[str, str]], statements: Iterable[Statement], places: dict[str, int]
) -> list[Text]:
    """Return the texts for the training of English words, whose vectors have the places `places`."""
    found = texts_with_rules(view, phrases, statements)
    texts = (Text([places[word] for word in fold_words(text, "en") if word in places], *of) for text, *of in found)
    return [each for each in texts if each.words]


class _Vectors:
    """A matrix of vectors that is improved step by step (Adam), with a moving average of its states."""

    def __init__(self, start: Any, hold: float) -> None:
        import numpy as np

        self.now, self.average, self._start, self._hold = start.copy(), start.copy(), start, hold
        self._mean, self._squares = np.zeros_like(start), np.zeros_like(start)
        self._steps = 0

    def move(self, gradient: Any) -> None:
        """Take one step against a gradient."""
        import numpy as np

        self._steps += 1
        gradient = gradient + self._hold * (self.now - self._start)
        self._mean += (1 - _MOMENTUM) * (gradient - self._mean)
        self._squares += (1 - _SQUARES) * (gradient * gradient - self._squares)
        mean = self._mean / (1 - _MOMENTUM**self._steps)
        squares = self._squares / (1 - _SQUARES**self._steps)
        self.now -= _STEP * mean / (np.sqrt(squares) + 1e-6)
        self.average += (1 - min(_AVERAGE, 1 - 1 / (self._steps + 1))) * (self.now - self.average)


def train(
    texts: Sequence[Text],
    numbers: Sequence[RuleNumber],
    of_words: Any,
    of_rules: Any,
    hold: float | None = None,
) -> tuple[Any, Any]:
    """Return the trained vectors of the words and of the rules with `numbers`, as two matrices.

    With `hold`, the rules keep their vectors, and it tells how strongly the words are held near theirs.
    """
    import numpy as np

    draw = random.Random(1)  # noqa: S311 - nothing secret
    row = {number: place for place, number in enumerate(numbers)}
    usable = [each for each in texts if each.number in row]
    words, rules = _Vectors(of_words, _HOLD_WORDS if hold is None else hold), _Vectors(of_rules, _HOLD_RULES)
    for _ in range(_ROUNDS):
        used = [each for each in usable if draw.random() < each.use]
        draw.shuffle(used)
        for first in range(0, len(used) - _BATCH + 1, _BATCH):
            batch = used[first : first + _BATCH]
            counts = _counts(batch, len(of_words), draw)
            sums = counts @ words.now
            lengths = np.linalg.norm(sums, axis=1, keepdims=True) + 1e-6
            asked = sums / lengths
            products = _SHARPNESS * (asked @ rules.now.T)
            error = np.exp(products - products.max(axis=1, keepdims=True))
            error /= error.sum(axis=1, keepdims=True)
            for place, text in enumerate(batch):
                above = row.get(text.number.parent) if text.number.parent else None
                share = _ABOVE if above is not None and "." in str(text.number.parent) else 0.0
                error[place, row[text.number]] -= 1 - share
                if above is not None:
                    error[place, above] -= share
            error *= _SHARPNESS / len(batch)
            of_asked = error @ rules.now
            of_asked = (of_asked - (of_asked * asked).sum(axis=1, keepdims=True) * asked) / lengths
            if hold is None:
                rules.move(error.T @ asked)
            words.move(counts.T @ of_asked)
    return words.average, rules.average


def _counts(batch: Sequence[Text], word_count: int, draw: random.Random) -> Any:
    """Return the words of each text that are used this time, as a sparse matrix of counts."""
    from scipy import sparse

    rows, columns = [], []
    for row, text in enumerate(batch):
        kept = [word for word in text.words if draw.random() > _LEFT_OUT] or text.words
        if len(kept) > _LONG:
            length = draw.randint(*_PART)
            first = draw.randrange(len(kept) - length)
            kept = kept[first : first + length]
        rows += [row] * len(kept)
        columns += kept
    return sparse.csr_matrix(([1.0] * len(rows), (rows, columns)), shape=(len(batch), word_count))


def group(vectors: Any, count: int) -> Any:
    """Divide vectors into groups of similar ones (k-means). Return the number of each vector's group."""
    import numpy as np

    centres = vectors[np.random.default_rng(1).choice(len(vectors), count, replace=False)]
    groups = np.zeros(len(vectors), dtype=int)
    for _ in range(_ROUNDS):
        groups = np.argmin((centres**2).sum(axis=1) - 2 * vectors @ centres.T, axis=1)
        for each in np.unique(groups):
            centres[each] = vectors[groups == each].mean(axis=0)
    return groups
