"""A query in the words of the other language: its terms put as that language puts them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby, islice, product

from kb.languages import Lang
from kb.search.stopwords import is_stopword
from kb.terms.bilingual_terms import TermBase, TermOccurrence
from kb.text.folding import fold_without_stemming, fold_words, tokenize

# Of homonyms ("initiative": first strike, the initiative) every meaning is looked for, but not without end: so many
# words in all renderings together. A pasted paragraph is put in one way.
_WORDS_AT_MOST = 48


@dataclass(frozen=True, slots=True)
class TranslatedQuery:
    """A query in other words.

    Attributes:
        texts: the query, once for each way in which its terms can be put.
        translated: the terms that were found, and what they were taken for.
        whole: whether nothing that matters had to be left out.
    """

    texts: tuple[str, ...]
    translated: tuple[tuple[str, str], ...]
    is_complete: bool


def translate_query(
    text: str, terms: TermBase, source: Lang, target: Lang, has_word: Callable[[str], bool]
) -> TranslatedQuery | None:
    """A query in the words of a language; None if it has no terms, or is the same there.

    Args:
        text: the query.
        terms: what is called what.
        source: the language of the query; the same as `target` for the other names of its terms.
        target: the language to put it into.
        has_word: whether a folded word stands in any text of the target. Other words than terms stay if it
            does ("Jace"), and are left out if it doesn't.
    """
    choices: list[list[str]] = []
    translated: list[tuple[str, str]] = []
    whole = True
    done = 0
    meant = (
        each for each in terms.find_in_text(text, source) if not _only_asks(text[each.start : each.end], each, source)
    )
    found = [list(group) for _, group in groupby(meant, key=lambda each: each.start)]
    for occurrences in [*found, None]:
        start = occurrences[0].start if occurrences else len(text)
        between, kept_all = _kept(text[done:start], source, target, has_word)
        choices.append([between])
        whole = whole and kept_all
        if occurrences:
            put = _put(occurrences, target)
            choices.append(put)
            name = occurrences[0].name
            if any(fold_words(each, target) != fold_words(name, target) for each in put):
                former = {each for occurrence in occurrences for each in occurrence.term.formerly}
                translated.append((name, ", ".join(each for each in put if each != name and each not in former)))
            done = occurrences[0].end
    ways = islice(product(*choices), max(1, _WORDS_AT_MOST // max(1, len(text.split()))))
    texts = tuple(dict.fromkeys(" ".join("".join(each).split()) for each in ways))
    if not found or all(fold_words(each, target) == fold_words(text, target) for each in texts):
        return None
    return TranslatedQuery(texts, tuple(translated), whole)


def drop_unknown_words(text: str, source: Lang, target: Lang, has_word: Callable[[str], bool]) -> str:
    """What the target can know of a text without terms."""
    return _kept(text, source, target, has_word)[0]


def _only_asks(words: str, occurrence: TermOccurrence, source: Lang) -> bool:
    """Whether a little word was taken for a term of the same stem: `seulement` for seul, `aurait` for an Aura."""
    return is_stopword(words, source) and fold_without_stemming(words, source) != fold_without_stemming(
        occurrence.name, source
    )


def _put(occurrences: list[TermOccurrence], target: Lang) -> list[str]:
    """What terms at one place are called in a language; of names that fold alike one."""
    names: dict[tuple[str, ...], str] = {}
    for occurrence in occurrences:
        for name in occurrence.term.names(target):
            names.setdefault(tuple(fold_words(name, target)), name)
    return list(names.values())


def _kept(text: str, source: Lang, target: Lang, has_word: Callable[[str], bool]) -> tuple[str, bool]:
    """What stands between terms, without what the target can't know; and whether all that matters is kept."""
    kept, done, whole = [], 0, True
    for _, start, end in tokenize(text, source):
        word = text[start:end]
        kept.append(text[done:start])
        done = end
        if is_stopword(word, source):
            continue
        if all(has_word(each) for each in fold_words(word, target)):
            kept.append(word)
        else:
            whole = False
    return "".join((*kept, text[done:])), whole
