"""What is learned from the texts of both languages before drafts are made, and its cache."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path

from kb.drafting.language_model import LanguageModel
from kb.drafting.parallel_text import SentencePair
from kb.drafting.phrases import AlignedTexts
from kb.drafting.tokens import Tokens
from kb.drafting.word_alignment import ROUNDS, Lexicon, Links, align, learn_lexicon
from kb.program.cache_folder import cache_folder, is_private, save_in_cache

_FORMAT = "2"


@dataclass(frozen=True, slots=True)
class LearnedFrench:
    """The texts, their aligned words, and the model of French."""

    sentences: Sequence[SentencePair]
    texts: AlignedTexts
    model: LanguageModel


Learning = Callable[[int], AbstractContextManager[Callable[[int], None]]]
"""Shows progress: it takes the number of steps, and yields a function that takes the number of steps done."""


@contextmanager
def learn_silently(_steps: int) -> Iterator[Callable[[int], None]]:
    """Show no progress."""
    yield lambda _done: None


def learn(
    sentences: Sequence[SentencePair], names: Iterable[Tokens], learning: Learning = learn_silently
) -> LearnedFrench:
    """Learn from sentences of both languages, or read what was learned from the same ones before.

    `names` are French names that the model of French knows, too. `learning` is used if the cache has nothing.

    The cache has words and numbers of the user's own texts. It is only read if nobody else can write it.
    """
    file = _cache_file(sentences)
    content = _read(file)
    if content is None:
        with learning(2 * ROUNDS) as done:
            pairs = [(sentence.en, sentence.fr) for sentence in sentences]
            steps = count(1)
            forward = learn_lexicon(pairs, lambda: done(next(steps)))
            backward = learn_lexicon([(french, english) for english, french in pairs], lambda: done(next(steps)))
            content = (forward, backward, [align(pair, forward, backward) for pair in pairs])
        save_in_cache(file, zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 1), "drafts-*")
    forward, backward, links = content
    pairs = [(sentence.en, sentence.fr) for sentence in sentences]
    model = LanguageModel([sentence.fr for sentence in sentences], names)
    return LearnedFrench(sentences, AlignedTexts(pairs, links, forward, backward), model)


def _cache_file(sentences: Sequence[SentencePair]) -> Path:
    digest = sha256(_FORMAT.encode())
    for sentence in sentences:
        digest.update(repr((sentence.en, sentence.fr)).encode())
    return cache_folder() / "drafts" / f"drafts-{digest.hexdigest()[:24]}"


def _read(file: Path) -> tuple[Lexicon, Lexicon, list[Links]] | None:
    if not is_private(file.parent):
        return None
    try:
        forward, backward, links = json.loads(zlib.decompress(file.read_bytes()))
    except (OSError, ValueError, zlib.error):
        return None
    return forward, backward, [tuple((at, other) for at, other in each) for each in links]
