"""Learn which words may stand for which words of the rules. `bench.learn` writes the result to `data/learned`.

Two sources give relations from a word to a word of the rules, each with a strength from 0 to 1:

- history: if a rule is reworded, the words that were replaced are related to the words that replaced them;
- dictionary: words that WordNet lists as synonyms, or as kinds of each other.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path

from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.wordings import read_texts
from kb.text.folding import fold_words
from kb.text.stopwords import folded_stopwords

Relations = dict[str, dict[str, float]]
"""A dict from a folded word to the folded words of the rules that may stand for it, with their strengths."""

# A replacement in the history of the rules counts if it occurred so often, and in this share of the word's changes.
_MIN_REPLACEMENTS, _MIN_REPLACED_SHARE = 3, 0.15
# Texts that are less similar than this aren't wordings of one rule. A longer replacement pairs unrelated words.
_MIN_TEXT_SIMILARITY, _MAX_REPLACED_WORDS, _MAX_TEXT_WORDS = 0.6, 4, 400
# Dictionary: the strength of WordNet's relations. "~" leads to a narrower word, "$" and "^" to a related verb.
_POINTERS = {"@": 0.4, "~": 0.3, "&": 0.6, "$": 0.8, "^": 0.5}
# The weakest relation that is kept, and the number of relations of a word.
_MIN_STRENGTH, _MAX_RELATIONS = 0.1, 8
_NO_WORD = re.compile(r"[\d{}]")


def thesaurus(store: Store, wordnet: Path) -> Relations:
    """Return the relations of both sources."""
    view = View(store, "en", date.max)
    rules_words = {word for rule in view.rules() for word in fold_words(rule.item.text, "en")} - folded_stopwords("en")
    joined: Relations = defaultdict(dict)
    for relations in (history(store, view), dictionary(wordnet, rules_words)):
        for word, related in relations.items():
            for other, strength in related.items():
                if other in rules_words and not _NO_WORD.search(word + other):
                    joined[word][other] = max(joined[word].get(other, 0.0), min(1.0, strength))
    return {word: strongest for word in sorted(joined) if (strongest := _strongest(joined[word]))}


def _strongest(related: Mapping[str, float]) -> dict[str, float]:
    kept = [(-strength, word) for word, strength in related.items() if strength >= _MIN_STRENGTH]
    return {word: -strength for strength, word in sorted(kept)[:_MAX_RELATIONS]}


def history(store: Store, view: View) -> Relations:
    """Relate the words that were replaced when a rule was reworded to the words that replaced them."""
    pairs: Counter[tuple[str, str]] = Counter()
    changes: Counter[str] = Counter()
    stopwords = folded_stopwords("en")
    for before, after in _rewordings(store, view):
        for old, new in _replacements(before, after):
            for word in {*old} - stopwords:
                changes[word] += 1
                pairs.update((word, other) for other in {*new} - stopwords)
    found: Relations = defaultdict(dict)
    for (word, other), count in pairs.items():
        if count >= _MIN_REPLACEMENTS and count >= _MIN_REPLACED_SHARE * changes[word]:
            found[word][other] = count / changes[word]
    return found


def _rewordings(store: Store, view: View) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the folded words of each two texts that followed each other at one place."""
    rows = sorted(view.place_rows_of_all_editions(), key=lambda row: (row.place, row.edition))
    texts = {wording: text for wording, (_, text) in read_texts(store, {row.wording for row in rows}).items()}
    for before, after in pairwise(rows):
        if before.place == after.place and before.wording != after.wording:
            yield fold_words(texts[before.wording], "en"), fold_words(texts[after.wording], "en")


def _replacements(before: list[str], after: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the short runs of words that were replaced, if two texts are wordings of one rule."""
    if max(len(before), len(after)) > _MAX_TEXT_WORDS:
        return
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.quick_ratio() < _MIN_TEXT_SIMILARITY:
        return
    for change, first, last, new_first, new_last in matcher.get_opcodes():
        if change == "replace" and max(last - first, new_last - new_first) <= _MAX_REPLACED_WORDS:
            yield before[first:last], after[new_first:new_last]


def dictionary(folder: Path, rules_words: set[str]) -> Relations:
    """Relate words that share a meaning in WordNet, or whose meanings are kinds of each other.

    A word's first meaning is its most frequent one, so a meaning counts the inverse of its rank.
    """
    synsets = dict(_synsets(folder))
    found: Relations = defaultdict(lambda: defaultdict(float))
    for word, meanings, is_common in _entries(folder):
        stems = fold_words(word, "en")
        if len(stems) != 1 or not (is_common or stems[0] in rules_words):
            continue
        total = sum(1 / rank for rank in range(1, len(meanings) + 1))
        for rank, meaning in enumerate(meanings, 1):
            _, pointers = synsets[meaning]
            for target, strength in ((meaning, 1.0), *pointers):
                for other in synsets[target][0]:
                    folded = fold_words(other, "en")
                    if len(folded) == 1 and folded[0] in rules_words and folded[0] != stems[0]:
                        found[stems[0]][folded[0]] += strength / rank / total
    return found


_Meaning = tuple[str, str]
"""A part of speech and an offset in WordNet's file."""


def _synsets(folder: Path) -> Iterator[tuple[_Meaning, tuple[list[str], list[tuple[_Meaning, float]]]]]:
    """Yield each meaning with its single words, and with the meanings that it points to and their strengths."""
    for path in sorted(folder.glob("data.*")):
        for line in path.read_text(encoding="latin-1").splitlines():
            if line.startswith(" "):
                continue
            fields = line.partition(" | ")[0].split()
            count = int(fields[3], 16)
            words = [word for word in fields[4 : 4 + 2 * count : 2] if "_" not in word]
            pointers = fields[5 + 2 * count : 5 + 2 * count + 4 * int(fields[4 + 2 * count])]
            targets = [
                ((_part_of_speech(pointers[at + 2]), pointers[at + 1]), _POINTERS[pointers[at]])
                for at in range(0, len(pointers), 4)
                if pointers[at] in _POINTERS
            ]
            yield (_part_of_speech(fields[2]), fields[0]), (words, targets)


def _entries(folder: Path) -> Iterator[tuple[str, list[_Meaning], bool]]:
    """Yield each single word with its meanings, the most frequent first, and True if WordNet's corpus has the word."""
    for path in sorted(folder.glob("index.[anv]*")):
        for line in path.read_text(encoding="latin-1").splitlines():
            fields = line.split()
            if not line.startswith(" ") and "_" not in fields[0]:
                count = int(fields[2])
                yield fields[0], [(fields[1], offset) for offset in fields[-count:]], int(fields[-count - 1]) > 0


def _part_of_speech(letter: str) -> str:
    return "a" if letter == "s" else letter  # a satellite adjective is an adjective


def encode(relations: Relations) -> bytes:
    """Return the relations as `kb.search.thesaurus` reads them: a line for each word, with strengths in percent."""
    lines = (
        f"\n{word}\t" + " ".join(f"{other}:{math.floor(strength * 100)}" for other, strength in related.items())
        for word, related in relations.items()
    )
    return ("".join(lines) + "\n").encode()
