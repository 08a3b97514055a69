"""Check for inconsistent terms: most rules of a French edition use one word, and some rule uses another word.

Inflected forms count as one word, and the term base may list several correct words. A rule that leaves a term out, or
says "it", proves nothing. So an issue needs another word in place of the usual word:

- a former French name of the term ("arpenteur"), if most rules use the present name, and if the present name had
  replaced it on cards when the French was made;
- a word that has the same neighbours as the usual word has in other rules.

A word of the second kind is an issue in two cases. First: the word occurs only in rules without the usual word. Second:
the word is the French of another term, and the rule's English lacks this term ("jeton" for a counter).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kb.i18n import _
from kb.languages import LANGUAGES, Lang
from kb.model import Finding
from kb.text.folding import fold_words, strip_accents
from kb.translation.checks.contexts import JOINING_WORDS, WORD, context, fold_french, is_content_word
from kb.translation.entry_pair import Pair, TranslationPair
from kb.translation.reminder_texts import without_reminders

if TYPE_CHECKING:
    from kb.terms.bilingual_terms import Term, TermBase

# A word is usual if it is used by at least this number, and at least this share, of the rules with the term.
_MIN_RULES, _MIN_SHARE = 2, 2 / 3
# A word is the name of another term only if nearly all rules with it have that term: "jouer" was also "to cast".
_SWAPPED_SHARE = 0.9

_MIN_LETTERS = 4
# Words of both languages with so many equal letters at the beginning are probably the same word.
_SAME_BEGINNING = 5
# A term in this share, and this number, of the texts has a general meaning and fits many contexts: "card".
_GENERAL_SHARE, _GENERAL_TEXTS = 0.25, 20

_Stems = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Concept:
    """All terms with one English name. Several sources may list the name, and the name may have several meanings.

    `fr` is the usual French name in the first source. `right` lists the present French names, `former` the former ones.
    `until` is the year in which the present names replaced the former ones, or 0 if it isn't known.
    """

    en: str
    fr: str
    right: tuple[str, ...]
    former: tuple[str, ...]
    until: int

    def names(self, lang: Lang) -> tuple[str, ...]:
        """Return all present and former names in a language."""
        return (self.en,) if lang == "en" else (*self.right, *self.former)


class _Use(NamedTuple):
    """A name of a term and its span in a French text."""

    name: str
    start: int
    end: int


@dataclass(frozen=True)
class _Text:
    """A pair, the terms in its English, the uses of terms in its French, and the words of both texts, also folded."""

    pair: TranslationPair
    french: str
    english: frozenset[_Concept]
    uses: dict[_Concept, list[_Use]]
    en_words: frozenset[str]
    en_stems: _Stems
    words: tuple[re.Match[str], ...]
    stems: _Stems

    @property
    def year(self) -> int:
        """The year of the French."""
        return self.pair.fr.edition.year if self.pair.fr else 0

    @cached_property
    def without_reminders(self) -> str:
        """The French with its reminder texts blanked, since they say the same in other words."""
        return without_reminders(self.french)


class _Index:
    """Indexes of an edition: the texts by English term, the texts by French term, and the lineages by French word."""

    def __init__(self, texts: Iterable[_Text], concepts: Iterable[_Concept]) -> None:
        self.by_english: dict[_Concept, list[_Text]] = defaultdict(list)
        self.by_french: dict[_Concept, list[_Text]] = defaultdict(list)
        self.by_stem: dict[str, set[str]] = defaultdict(set)
        self._texts = list(texts)
        self.term_beginnings = _beginnings(word for term in concepts for name in term.right for word in name.split())
        for text in self._texts:
            for term in text.english:
                self.by_english[term].append(text)
            for term in text.uses:
                self.by_french[term].append(text)
            for stem in text.stems:
                self.by_stem[stem].add(text.pair.lineage)

    def is_general(self, having: Sequence[_Text]) -> bool:
        """True if so many texts have a term that it fits many contexts."""
        return len(having) > max(_GENERAL_TEXTS, _GENERAL_SHARE * len(self._texts))

    @cached_property
    def _words_in_frames(self) -> dict[_Stems, set[str]]:
        """The words that any text has in a context, by context. Articles and the like don't count."""
        found: dict[_Stems, set[str]] = defaultdict(set)
        for text in self._texts:
            for at, stem in enumerate(text.stems):
                if is_content_word(stem):
                    for frame in _frames(text, at, at + 1):
                        found[frame].add(stem)
        return found

    def has_other_words(self, frame: _Stems, term: _Concept, replacing: Iterable[str]) -> bool:
        """True if a context has other words, too: neither the term's name nor the word that replaces it.

        Such a context proves nothing: before "a card" stand "draw", "discard" and "exile".
        """
        own = {stem for name in term.names("fr") for stem in _fold(name, "fr")} | set(replacing)
        return not self._words_in_frames[frame] <= own


def check_consistency(pairs: Iterable[Pair], terms: TermBase) -> dict[Pair, tuple[Finding, ...]]:
    """Find the rules and headwords of a French edition that translate a term differently from the others.

    Those without a known base are ignored.
    """
    concepts = _concepts(terms)
    checked = [pair for pair in pairs if pair.fr and pair.base]
    index = _Index((_analyse(pair, terms, concepts) for pair in checked), concepts.values())
    found: dict[TranslationPair, dict[str, Finding]] = defaultdict(dict)
    for term, rules in index.by_english.items():
        for text, finding in (*_former_words(term, rules), *_replacing_words(term, rules, index)):
            # The same French word may be found for a term and for a longer term that contains the first term.
            found[text.pair].setdefault(finding.text.lower(), finding)
    return {pair: tuple(found[pair].values()) for pair in checked if pair in found}


def _concepts(terms: TermBase) -> dict[Term, _Concept]:
    """Return the concept of each term."""
    by_name: dict[_Stems, list[Term]] = defaultdict(list)
    for term in terms.all:
        by_name[_fold(term.en, "en")].append(term)
    concepts = {}
    for same in by_name.values():
        right = tuple(dict.fromkeys(name for term in same for name in (term.fr, *term.also)))
        former = tuple(dict.fromkeys(name for term in same for name in term.formerly if name not in right))
        until = max(term.until for term in same)
        concepts.update(dict.fromkeys(same, _Concept(same[0].en, same[0].fr, right, former, until)))
    return concepts


def _analyse(pair: TranslationPair, terms: TermBase, concepts: dict[Term, _Concept]) -> _Text:
    assert pair.base is not None  # noqa: S101, the caller leaves other pairs out
    french, english = pair.french, pair.base.whole_text
    uses: dict[_Concept, list[_Use]] = defaultdict(list)
    for each in terms.find_in_text(french, "fr"):
        same_term = uses[concepts[each.term]]
        if (use := _Use(each.name, each.start, each.end)) not in same_term:
            same_term.append(use)
    words = tuple(WORD.finditer(french))
    return _Text(
        pair,
        french,
        frozenset(concepts[each.term] for each in terms.find_in_text(english, "en")),
        dict(uses),
        frozenset(match.group().lower() for match in WORD.finditer(english)),
        tuple(fold_words(english, "en")),
        words,
        tuple(fold_french(match.group()) for match in words),
    )


@lru_cache(maxsize=1 << 13)
def _fold(name: str, lang: Lang) -> _Stems:
    if lang == "fr":
        return tuple(fold_french(match.group()) for match in WORD.finditer(name))
    return tuple(fold_words(name, "en"))


def _former_words(term: _Concept, rules: Sequence[_Text]) -> Iterator[tuple[_Text, Finding]]:
    """If most rules use a present name, yield the rules that use a former name.

    If most rules use a former name, the others aren't wrong: a translation is brought up to date rule by rule.
    """
    uses = [(text, use) for text in rules for use in text.uses.get(term, ())] if term.former else []
    old = [
        (text, use)
        for text, use in uses
        # A former name may be correct for another term of the rule, and it was correct in its time.
        if use.name in term.former and text.year > term.until and not _is_of_another(text, term, use)
    ]
    new = [(text, use) for text, use in uses if use.name not in term.former]
    if len(old) > len(new):
        return
    for text, use in old:
        name = Counter(use.name for _text, use in new).most_common(1)[0][0]
        yield text, _finding(text, text.french[use.start : use.end], term, name, new[0][0])


def _is_of_another(text: _Text, term: _Concept, use: _Use) -> bool:
    """True if the English has another term, and the French words of `use` are also a name of this other term."""
    return any(
        other is not term and other in text.english and any(each[1:] == use[1:] for each in uses)
        for other, uses in text.uses.items()
    )


def _is_explained(text: _Text, start: int, end: int) -> bool:
    """True if a span of the French is part of the French name of a term in the English."""
    return any(
        use.start <= start and end <= use.end
        for term, uses in text.uses.items()
        if term in text.english
        for use in uses
    )


def _are_related(term: _Concept, other: _Concept) -> bool:
    """True if two terms have a word in common, such as "counter" and "loyalty counter"."""
    return any(
        set(_fold(name, lang)) & set(_fold(another, lang))
        for lang in LANGUAGES
        for name in term.names(lang)
        for another in other.names(lang)
    )


def _replacing_words(term: _Concept, rules: Sequence[_Text], index: _Index) -> Iterator[tuple[_Text, Finding]]:
    """Yield the rules that have another word in a context in which other rules have the usual French name."""
    usual = [text for text in rules if term in text.uses]
    if not _is_usual(usual, rules):
        return
    lacking = [text for text in rules if not _has(text.stems, term, "fr")]
    if not lacking:
        return
    frames = {
        frame: text
        for text in usual
        for use in text.uses[term]
        for frame in _frames(text, *_word_span(text, use.start, use.end))
    }
    suspects = {text.pair.lineage for text in lacking}
    for text in lacking:
        unknown = {stem for stem in text.stems if index.by_stem[stem] <= suspects}
        for first, after in (*_unknown_words(text, unknown, index), *_swapped_terms(text, term, index)):
            same = (frame for frame in _frames(text, first, after) if frame in frames)
            stems = text.stems[first:after]
            if text.without_reminders[text.words[first].start()] == " " or _is_in_name(text, first):
                continue
            if frame := next((frame for frame in same if not index.has_other_words(frame, term, stems)), None):
                words = text.french[text.words[first].start() : text.words[after - 1].end()]
                yield text, _finding(text, words, term, term.fr, frames[frame])
                break


def _unknown_words(text: _Text, unknown: set[str], index: _Index) -> Iterator[tuple[int, int]]:
    """Yield the spans of the words in `unknown`, except names and words that are also in the English.

    A word that begins like a word of the English translates that word: "combinaison" is "combination". A word that
    begins like a French term is a form of that term: "lanceur" is who casts a spell ("lancer").
    """
    beginnings = _beginnings(text.en_words) | index.term_beginnings
    for at, (match, stem) in enumerate(zip(text.words, text.stems, strict=True)):
        word = match.group()
        is_word = len(word) >= _MIN_LETTERS and word.islower() and word not in text.en_words
        if strip_accents(word)[:_SAME_BEGINNING] in beginnings:
            continue
        if stem in unknown and is_word and not _is_explained(text, match.start(), match.end()):
            yield at, at + 1


def _is_in_name(text: _Text, at: int) -> bool:
    """True if a word follows a capital within a sentence: "rage" in "jouez les Larmes de rage"."""
    before = at - 1
    while before > 0 and text.stems[before] in JOINING_WORDS.values():
        before -= 1
    if before < 1 or not text.words[before].group()[0].isupper():
        return False
    return text.words[before - 1].group()[0].isalnum() or text.words[before - 1].group() in "'’"


def _beginnings(words: Iterable[str]) -> set[str]:
    return {strip_accents(word)[:_SAME_BEGINNING] for word in words if len(word) >= _SAME_BEGINNING}


def _swapped_terms(text: _Text, term: _Concept, index: _Index) -> Iterator[tuple[int, int]]:
    """Yield the spans of French terms that the English lacks, except terms related to `term`."""
    for other, uses in text.uses.items():
        if _are_related(term, other) or _has(text.en_stems, other, "en"):
            continue
        others = [each for each in index.by_french[other] if each is not text]
        if index.is_general(others):
            continue
        if _is_usual([each for each in others if _has(each.en_stems, other, "en")], others, _SWAPPED_SHARE):
            for use in uses:
                # A word that is also in the English is a name, or has another meaning in English ("pile").
                is_french = text.french[use.start : use.end].lower() not in text.en_words
                if is_french and not _is_explained(text, use.start, use.end):
                    yield _word_span(text, use.start, use.end)


def _word_span(text: _Text, start: int, end: int) -> tuple[int, int]:
    """Return the span of the words between two offsets, as word indexes, without a leading article or elision."""
    inside = [at for at, match in enumerate(text.words) if start <= match.start() and match.end() <= end]
    while len(inside) > 1 and text.stems[inside[0]] in (*JOINING_WORDS.values(), "'", "’"):
        inside = inside[1:]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)


def _frames(text: _Text, first: int, after: int) -> Iterator[_Stems]:
    """Yield two contexts of a word span.

    The first has one word after the span, and the words before the span, back to a content word or punctuation mark.
    The second has one word before the span, and the words after the span, up to a content word or punctuation mark.
    All punctuation marks count as equal, since one sentence may end where another sentence continues.
    """
    left, right = context(reversed(text.stems[:first])), context(text.stems[after:])
    if left and right:
        for before, behind in ((left, right[:1]), (left[:1], right)):
            if any(is_content_word(stem) for stem in (*before, *behind)):
                yield (*reversed(before), "…", *behind)


def _is_usual(doing: Sequence[_Text], all_of_them: Sequence[_Text], share: float = _MIN_SHARE) -> bool:
    return len(doing) >= _MIN_RULES and len(doing) >= share * len(all_of_them)


def _has(stems: _Stems, term: _Concept, lang: Lang) -> bool:
    """True if a text has any name of a term, even as part of a longer name."""
    return any(
        stems[at : at + len(name)] == name
        for name in (_fold(each, lang) for each in term.names(lang))
        if name[0] in stems
        for at in range(len(stems) - len(name) + 1)
    )


def _finding(text: _Text, words: str, term: _Concept, usual: str, elsewhere: _Text) -> Finding:
    message = _(
        "“{term}” is “{words}” here, elsewhere “{usual}” ({number})",
        term=term.en,
        words=words,
        usual=usual,
        number=elsewhere.pair.french_label,
    )
    return Finding("term-inconsistent", message, text.pair.french_label, words, term.en)
