"""Translating a query: its terms are replaced by their names in the other language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby, islice, product

from kb.languages import Lang
from kb.terms.bilingual_terms import TermBase, TermOccurrence
from kb.text.folding import fold_without_stemming, fold_words, tokenize
from kb.text.stopwords import is_stopword

# The largest number of words in all translations of a query together. A homonym gives several translations
# ("initiative": first strike, the initiative), but a pasted paragraph gets only one.
_MAX_WORDS = 48


@dataclass(frozen=True, slots=True)
class TranslatedQuery:
    """A query whose terms were replaced by other names.

    Attributes:
        texts: the translations of the query, one for each way to translate its terms.
        translated: the terms of the query, each with the names that replaced it.
        is_complete: True if no words except stopwords were left out.
    """

    texts: tuple[str, ...]
    translated: tuple[tuple[str, str], ...]
    is_complete: bool


def translate_query(
    text: str, terms: TermBase, source: Lang, target: Lang, has_word: Callable[[str], bool]
) -> TranslatedQuery | None:
    """Replace the terms of a query by their names in the language `target`, which may be the same as `source`.

    A word outside the terms ("Jace") is kept if `has_word` says that a text in the target language has its folded form.
    Otherwise the word is left out. Return None if the query has no terms, or if the translation equals the query.
    """
    choices: list[list[str]] = []
    translated: list[tuple[str, str]] = []
    is_complete = True
    done = 0
    meant = (each for each in terms.find_in_text(text, source) if not _is_only_stopword(text, each, source))
    found = [list(group) for _, group in groupby(meant, key=lambda each: each.start)]
    for occurrences in [*found, None]:
        start = occurrences[0].start if occurrences else len(text)
        between, kept_all = keep_known_words(text[done:start], source, target, has_word)
        choices.append([between])
        is_complete = is_complete and kept_all
        if occurrences:
            names = _names_in(occurrences, target)
            choices.append(names)
            name = occurrences[0].name
            if any(fold_words(each, target) != fold_words(name, target) for each in names):
                former = {each for occurrence in occurrences for each in occurrence.term.formerly}
                translated.append((name, ", ".join(each for each in names if each != name and each not in former)))
            done = occurrences[0].end
    ways = islice(product(*choices), max(1, _MAX_WORDS // max(1, len(text.split()))))
    texts = tuple(dict.fromkeys(" ".join("".join(way).split()) for way in ways))
    if not found or all(fold_words(each, target) == fold_words(text, target) for each in texts):
        return None
    return TranslatedQuery(texts, tuple(translated), is_complete)


def _is_only_stopword(text: str, occurrence: TermOccurrence, source: Lang) -> bool:
    """True if a stopword was mistaken for a term with the same stem, such as `seulement` for seul."""
    words = text[occurrence.start : occurrence.end]
    return is_stopword(words, source) and (
        fold_without_stemming(words, source) != fold_without_stemming(occurrence.name, source)
    )


def _names_in(occurrences: list[TermOccurrence], target: Lang) -> list[str]:
    """Return the names of terms in the target language. If several names have equal folded words, keep the first."""
    names: dict[tuple[str, ...], str] = {}
    for occurrence in occurrences:
        for name in occurrence.term.names(target):
            names.setdefault(tuple(fold_words(name, target)), name)
    return list(names.values())


def keep_known_words(text: str, source: Lang, target: Lang, has_word: Callable[[str], bool]) -> tuple[str, bool]:
    """Remove unknown words and stopwords from a text. Return the rest, and True if only stopwords were removed."""
    kept, done, all_known = [], 0, True
    for _, start, end in tokenize(text, source):
        word = text[start:end]
        kept.append(text[done:start])
        done = end
        if is_stopword(word, source):
            continue
        if all(has_word(each) for each in fold_words(word, target)):
            kept.append(word)
        else:
            all_known = False
    return "".join((*kept, text[done:])), all_known
