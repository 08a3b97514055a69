"""Check for English that was left in the French."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.i18n import _
from kb.translation.checks.issue import Issue

# Common English words, except words that are French too: "on", "or", "as", "but", "for", "son".
_ENGLISH_FUNCTION_WORDS = frozenset(
    "the of and that it its it's is be are by this those these has have had with from was were been will would they "
    "their them when which who whose any each only under other another more than if at to do does doesn't don't "
    "can't isn't aren't may might should could into not you your you're his her he she until unless whenever where "
    "while both either neither such there then in an".split()
)
FRENCH_FUNCTION_WORDS = frozenset(
    "le la les de des du un une et est qui que ce cette ces son sa ses il elle ils elles sur dans par pour pas ne se "
    "au aux ou si leur leurs avec sont peut plus quand comme tout toute chaque être ou où lors lorsque alors donc "
    "mais à y en l d n s j m t c qu jusqu votre vos sous sans été cf règle règles voir exemple".split()
)
_WORD = re.compile(r"(?:https?://|www\.)\S+|[^\W\d_]+(?:['’][^\W\d_]+)?|[«»\n]")
_ELISION = re.compile(r"\A(?:[ldnsjmtc]|qu|jusqu|lorsqu|puisqu)['’]", re.IGNORECASE)

# The blanks after the end of a sentence and its closing marks. Abbreviations ("cf.") may be cut off: this does no harm.
_SENTENCE_END = re.compile(r"(?<=[.!?])[”\"»)\u00a0\u202f]*[ \u00a0\u202f]+")

# Words that begin short sentences of the rules.
_ENGLISH_WORDS = _ENGLISH_FUNCTION_WORDS | {"see"}
_IN_DRAFT = re.compile(r"⟦[^⟦⟧]*⟧|[⟦⟧]")

# Minimum counts of words in an English phrase: different function words, lower-case content words (names are
# capitalized), and all words. If the base wording contains the phrase word by word, fewer words are enough.
_IN_BASE = {"function_words": 0, "content_words": 2, "words": 4}
_ELSEWHERE = {"function_words": 3, "content_words": 3, "words": 6}


def check_untranslated(text: str, english: str = "") -> Iterator[Issue]:
    """Yield an issue for each English phrase in a French text, in order. `english` is the base wording.

    Names of cards and single terms are ignored, because translators often leave them in English on purpose.
    """
    known = f" {' '.join(map(_plain, _WORD.findall(english)))} "
    run: list[re.Match[str]] = []
    for match in (*_WORD.finditer(text), None):
        if match is not None and not _is_french(match.group()):
            run.append(match)
            continue
        if phrase := _english_phrase(run, known):
            words = text[phrase[0].start() : phrase[-1].end()]
            yield Issue("untranslated", _("English was left in the French: {words}", words=words), words)
        run = []


def find_english_left(text: str, english: str) -> str:
    """Return the first English that a translator or a tool left in the French of `english`, or "".

    Here the English is known that was translated. So this finds also a short sentence ("Draw a card.") that
    `check_untranslated` can't tell from a name: a sentence that stands in both texts, in the same words. A name has
    capital letters only, a single word may be French, too. A draft has English words between `⟦` and `⟧`.
    """
    if (mark := _IN_DRAFT.search(text)) and mark[0] not in english:
        return mark[0]
    if issue := next(check_untranslated(text, english), None):
        return issue.text
    theirs = {_words_of(sentence) for sentence in split_sentences(english)}
    for sentence in split_sentences(text):
        words = _words_of(sentence)
        is_english = any(_plain(word) in _ENGLISH_WORDS or (word.islower() and len(word) > 2) for word in words)
        if len(words) > 1 and is_english and words in theirs and not any(map(_is_french, words)):
            return sentence
    return ""


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text, without the blanks between them. A line end ends a sentence, too."""
    return [
        sentence.strip() for line in text.splitlines() for sentence in _SENTENCE_END.split(line) if sentence.strip()
    ]


def _words_of(sentence: str) -> tuple[str, ...]:
    """Return the words of a sentence, without the letters of numbers (`704.5j`)."""
    words = (match.group().replace("’", "'") for match in _WORD.finditer(sentence))
    return tuple(word for word in words if len(word) > 1)


def _english_phrase(run: list[re.Match[str]], known: str) -> list[re.Match[str]]:
    """Return the part of the consecutive words `run` that is certainly English, or an empty list."""
    in_base = _longest(run, known)
    if _is_phrase(in_base, **_IN_BASE):
        return in_base
    # The outer words may be French, so the phrase reaches from the first English function word to the last.
    places = [at for at, match in enumerate(run) if _plain(match.group()) in _ENGLISH_FUNCTION_WORDS]
    elsewhere = run[places[0] : places[-1] + 1] if places else []
    return elsewhere if _is_phrase(elsewhere, **_ELSEWHERE) else []


def _longest(run: list[re.Match[str]], known: str) -> list[re.Match[str]]:
    """Return the longest part of the consecutive words `run` that the base wording contains word by word."""
    words = [_plain(match.group()) for match in run]
    first, best = 0, (0, 0)
    for end in range(1, len(words) + 1):
        while first < end and f" {' '.join(words[first:end])} " not in known:
            first += 1
        best = max(best, (first, end), key=lambda span: span[1] - span[0])
    return run[best[0] : best[1]]


def _is_phrase(run: list[re.Match[str]], *, function_words: int, content_words: int, words: int) -> bool:
    plain = [_plain(match.group()) for match in run]
    lower = [word for word, match in zip(plain, run, strict=True) if match.group().islower() and len(word) > 2]
    return (
        len(run) >= words
        and len(_ENGLISH_FUNCTION_WORDS.intersection(plain)) >= function_words
        and sum(word not in _ENGLISH_FUNCTION_WORDS for word in lower) >= content_words
    )


def _plain(word: str) -> str:
    return word.lower().replace("’", "'")


def _is_french(word: str) -> bool:
    """True if a word or mark can't be part of an English phrase."""
    plain = _plain(word)
    return (
        plain in FRENCH_FUNCTION_WORDS
        or _ELISION.match(word) is not None
        or any(char in "/«»\nàâäçéèêëîïôöùûüœæ" for char in plain)
    )
