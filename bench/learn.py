"""Collect what searches learn from texts: words with their spelling, and words that belong together.

Usage: python -m bench.learn --home DIR --cards AtomicCards.json.gz --wordnet DIR --hunspell fr.dic

It writes `data/learned`. The sources are the rules in the knowledge base (all editions), cards with their official
rulings in MTGJSON's form, WordNet 3.0 (Debian: wordnet-base), the French dictionary of hunspell (Debian:
hunspell-fr-classical), and the word lists in `data`. Only statistics of words are written, no text. See
docs/decisions/learned-data.md.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bench import thesaurus
from kb.languages import LANGUAGES, Lang
from kb.search.word_sets import encode_word_set
from kb.storage.store import Store
from kb.text.folding import fold_words, strip_accents

DATA = Path(__file__).resolve().parents[1] / "data"
LEARNED = DATA / "learned"

# A spelling that only one wording of the rules has may be a misprint.
_MIN_WORDINGS = 2
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_ELISION = re.compile(r"^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’]")


class Sources(NamedTuple):
    """The sources of what is learned.

    Attributes:
        store: the knowledge base.
        cards: the faces of cards in MTGJSON's form.
        wordnet: the folder of WordNet's files.
        hunspell: the file of French words of hunspell.
    """

    store: Store
    cards: list[dict[str, Any]]
    wordnet: Path
    hunspell: Path


def rules_wordings(store: Store, lang: Lang) -> list[str]:
    """Return every distinct text of a language that an edition printed."""
    from kb.search.documents import carried_texts

    return [f"{each.headword}\n{each.text}" for each in carried_texts(store).values() if each.lang == lang]


def lower_words(text: str) -> list[str]:
    """Return the words of a text in lower case, without elided words, with straight apostrophes."""
    return [_ELISION.sub("", word.lower().replace("’", "'")) for word in _WORD.findall(text)]


def plain_words(text: str) -> list[str]:
    """Return the words of a text in lower case, without accents and elided words, with straight apostrophes."""
    return [strip_accents(word) for word in lower_words(text)]


def spellings(sources: Sources, lang: Lang) -> dict[str, int]:
    """Return the words that may replace a misspelt word, with the number of wordings of the rules that have them.

    A word that only players use has the count 0. Most French words are from the official French cards, since few rules
    are in French.
    """
    texts = rules_wordings(sources.store, lang) + (_french_card_texts(sources.cards) if lang == "fr" else [])
    counts = Counter(word for text in texts for word in {*lower_words(text)})
    found = {word: count for word, count in counts.items() if count >= _MIN_WORDINGS and len(word) > 1}
    for word in _listed_words(lang):
        found.setdefault(word, 0)
    # Of the spellings of a word with different accents, the most frequent one stays.
    by_frequency = sorted(found, key=lambda word: (found[word], word))
    chosen = {strip_accents(word): word for word in by_frequency}
    return {word: found[word] for word in sorted(chosen.values())}


def known_words(sources: Sources, lang: Lang, spelt: Iterable[str]) -> set[str]:
    """Return the words that are right although the rules may not have them: names of cards, and stems of other words.

    `spelt` has the words of the rules. A hyphen stands before a stem, since most words that share a stem with a name
    are misspelt.
    """
    faces: list[dict[str, Any]] = (
        sources.cards if lang == "en" else [each for face in sources.cards for each in _french(face)]
    )
    names = {word for face in faces for word in plain_words(face.get("name") or "")}
    texts = [each.get(part) or "" for each in faces for part in ("text", "type")]
    texts += [ruling["text"] for face in faces for ruling in face.get("rulings") or ()]
    # Most capitalized words of a ruling are names too.
    words = {strip_accents(word) for text in texts for word in _WORD.findall(text) if word.islower()}
    words |= {strip_accents(word) for word in spelt}
    words |= set(_wordnet_words(sources.wordnet) if lang == "en" else _hunspell_words(sources.hunspell))
    return names | {f"-{stem}" for word in words for stem in fold_words(word, lang)}


def _french(face: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in face.get("foreignData") or () if each.get("language") == "French"]


def _french_card_texts(cards: Iterable[dict[str, Any]]) -> list[str]:
    return [each.get("text") or "" for face in cards for each in _french(face)]


def _listed_words(lang: Lang) -> Iterator[str]:
    """Yield the words in the lists of `data`."""
    for row in _read("players_words.toml")[lang]:
        yield from (word for phrase in row["say"] for word in lower_words(phrase))
    for term in _read("terms.toml")["terms"]:
        yield from lower_words(" ".join([term[lang], *(term.get("also", []) if lang == "fr" else [])]))
    everyday = _read("everyday_words.toml")["words"]
    for words in everyday if lang == "fr" else everyday.values():
        yield from lower_words(words)


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def _wordnet_words(folder: Path) -> Iterator[str]:
    """Yield the single words of WordNet: its entries, and irregular forms."""
    for path in (*folder.glob("index.*"), *folder.glob("*.exc")):
        for line in path.read_text(encoding="latin-1").splitlines():
            if not line.startswith(" ") and "_" not in (word := line.split(" ", 1)[0]):
                yield from plain_words(word)


def _hunspell_words(path: Path) -> Iterator[str]:
    """Yield the words of hunspell's dictionary without their endings. Stemming joins most endings."""
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        yield from plain_words(re.split(r"[/\s]", line, maxsplit=1)[0])


def learned_files(sources: Sources) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each file in `data/learned`."""
    for lang in LANGUAGES:
        found = spellings(sources, lang)
        yield f"spellings_{lang}.tsv", "".join(f"{word}\t{count}\n" for word, count in found.items()).encode()
        yield f"known_words_{lang}.bloom", encode_word_set(known_words(sources, lang, found))
    yield "thesaurus_en.tsv", thesaurus.encode(thesaurus.thesaurus(sources.store, sources.wordnet))


def read_cards(path: Path) -> list[dict[str, Any]]:
    """Read the faces of all cards from a file in MTGJSON's AtomicCards form."""
    cards = json.loads(gzip.decompress(path.read_bytes()))["data"]
    return [face for _, faces in sorted(cards.items()) for face in faces]


def main() -> None:
    """Write the learned files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    home = os.environ.get("RULES_HOME")
    parser.add_argument("--home", type=Path, default=home, required=not home)
    for name in ("cards", "wordnet", "hunspell"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    with Store.open(Path(given.home)) as store:
        sources = Sources(store, read_cards(given.cards), given.wordnet, given.hunspell)
        for name, content in learned_files(sources):
            (LEARNED / name).write_bytes(content)
            print(f"{name:32}{len(content):10,} bytes")


if __name__ == "__main__":
    main()
