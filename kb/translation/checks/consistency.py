"""A term translated in two ways: what most rules of a French edition call one thing, and one rule another.

Inflection is no other way, nor is another word that the terms know to be right. A rule that leaves a term
out, or says "it", says nothing. So a rule is named only where the other word is known or stands in the very
place of the usual one:

- it is what French used to say ("arpenteur"), while other rules say what it says now, or the other way round;
- it stands between the same words as the usual one in other rules, and it is either used nowhere without the
  English term, or the French of another term, which the English of the rule hasn't ("jeton" for a counter).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kb.i18n import _
from kb.languages import LANGUAGES, Lang
from kb.model import Finding
from kb.text.folding import fold_words
from kb.translation.checks.untranslated import FRENCH_FUNCTION_WORDS
from kb.translation.rule_pair import RulePair, text_with_examples

if TYPE_CHECKING:
    from kb.terms.bilingual_terms import TermBase
    from kb.terms.term import Term

# A term is translated in one way if so many rules do so, and so large a share of those that have it.
_ENOUGH, _SHARE = 2, 2 / 3

_WORD = re.compile(r"[^\W_]+|[^\w\s]")
# Words that only join others: which of them stands there depends on gender, number and the next letter.
_ANY = "+"
_JOINING = {
    **dict.fromkeys("le la les l un une ce cet cette ces son sa ses leur leurs chaque tout toute".split(), _ANY),
    **dict.fromkeys("de du des d".split(), "de"),
    **dict.fromkeys("à au aux".split(), "à"),
}
_LEAST_LETTERS, _FARTHEST = 4, 5

_Stems = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Concept:
    """All terms of one English name: several sources may give it, and it may have several meanings.

    Attributes:
        en: the name.
        fr: the French that the first source calls usual.
        right: all its French names that are right today, the usual one first.
        former: those that are so no longer.
    """

    en: str
    fr: str
    right: tuple[str, ...]
    former: tuple[str, ...]

    def names(self, lang: Lang) -> tuple[str, ...]:
        """All that it is or was called in a language."""
        return (self.en,) if lang == "en" else (*self.right, *self.former)


@dataclass(frozen=True, slots=True)
class _Text:
    """What is looked at of a pair.

    Attributes:
        pair: the rule in both languages.
        french: its French text with its examples.
        english: the terms that stand in the English.
        found: where each term stands in the French: by which name, from where to where.
        en_words: the words of the English.
        en_stems: the same, folded.
        words: the words of the French as they stand, with marks between them.
        stems: the same, folded.
    """

    pair: RulePair
    french: str
    english: frozenset[_Concept]
    found: dict[_Concept, tuple[tuple[str, int, int], ...]]
    en_words: frozenset[str]
    en_stems: _Stems
    words: tuple[re.Match[str], ...]
    stems: _Stems


@dataclass(frozen=True, slots=True)
class _World:
    """All the rules of an edition.

    Attributes:
        having: by a term, those whose English has it.
        saying: by a term, those whose French has any of its names.
        standing: by a French word, folded, the lineages of the rules that have it.
    """

    having: dict[_Concept, list[_Text]]
    saying: dict[_Concept, list[_Text]]
    standing: dict[str, set[str]]


def check_consistency(pairs: Iterable[RulePair], terms: TermBase) -> dict[RulePair, tuple[Finding, ...]]:
    """The rules of a French edition that translate a term otherwise than the rest, with what is found in each.

    Args:
        pairs: the rules of the edition; what has no known English wording isn't looked at.
        terms: what is known to be a term.
    """
    concepts = _concepts(terms)
    texts = [_text(pair, terms, concepts) for pair in pairs if pair.fr and pair.base]
    world = _World(defaultdict(list), defaultdict(list), defaultdict(set))
    for text in texts:
        for term in text.english:
            world.having[term].append(text)
        for term in text.found:
            world.saying[term].append(text)
        for stem in text.stems:
            world.standing[stem].add(text.pair.lineage)
    found: dict[RulePair, dict[str, Finding]] = defaultdict(dict)
    for term, rules in world.having.items():
        for text, finding in (*_former(term, rules), *_in_its_place(term, rules, world)):
            # One word may stand for a term and for a longer one that holds it.
            found[text.pair].setdefault(finding.text.lower(), finding)
    return {pair: tuple(findings.values()) for pair, findings in found.items()}


def _concepts(terms: TermBase) -> dict[Term, _Concept]:
    """What each term is about."""
    named: dict[_Stems, list[Term]] = defaultdict(list)
    for term in terms.all:
        named[_stems(term.en, "en")].append(term)
    found = {}
    for same in named.values():
        right = tuple(dict.fromkeys(name for term in same for name in (term.fr, *term.also)))
        former = tuple(dict.fromkeys(name for term in same for name in term.formerly if name not in right))
        concept = _Concept(same[0].en, same[0].fr, right, former)
        found.update(dict.fromkeys(same, concept))
    return found


def _text(pair: RulePair, terms: TermBase, concepts: dict[Term, _Concept]) -> _Text:
    assert pair.fr is not None  # noqa: S101, the caller leaves other pairs out
    assert pair.base is not None  # noqa: S101
    french, english = text_with_examples(pair.fr.item), pair.base.text_with_examples
    found: dict[_Concept, list[tuple[str, int, int]]] = {}
    for each in terms.find_in_text(french, "fr"):
        places = found.setdefault(concepts[each.term], [])
        if (use := (each.name, each.start, each.end)) not in places:
            places.append(use)
    words = tuple(_WORD.finditer(french))
    return _Text(
        pair,
        french,
        frozenset(concepts[each.term] for each in terms.find_in_text(english, "en")),
        {concept: tuple(places) for concept, places in found.items()},
        frozenset(match.group().lower() for match in _WORD.finditer(english)),
        tuple(fold_words(english, "en")),
        words,
        tuple(_folded(match.group()) for match in words),
    )


@lru_cache(maxsize=1 << 13)
def _folded(word: str) -> str:
    joining = _JOINING.get(word.lower())
    return joining or "".join(fold_words(word, "fr")) or word


def _former(term: _Concept, rules: Sequence[_Text]) -> Iterator[tuple[_Text, Finding]]:
    """Rules that say what French used to say, or the only ones that don't."""
    if not term.former:
        return
    old = [(text, use) for text in rules for use in text.found.get(term, ()) if use[0] in term.former]
    # The same words may be right for another term of the rule.
    old = [(text, use) for text, use in old if not _another(text, term, use)]
    new = [(text, use) for text in rules for use in text.found.get(term, ()) if use[0] not in term.former]
    if not old or not new:
        return
    few, usual = (old, new) if len(old) <= len(new) else (new, old)
    name = Counter(use[0] for _text_of, use in usual).most_common(1)[0][0]
    for text, (_name, start, end) in few:
        yield text, _finding(text, text.french[start:end], term, name, usual[0][0])


def _another(text: _Text, term: _Concept, use: tuple[str, int, int]) -> bool:
    """Whether another term that the English has stands at the same place."""
    return any(
        other is not term and other in text.english and any(place[1:] == use[1:] for place in places)
        for other, places in text.found.items()
    )


def _explained(text: _Text, first: int, after: int) -> bool:
    """Whether a term that the English has stands at a place of the French, or over it."""
    return any(
        start <= first and after <= end
        for term, places in text.found.items()
        if term in text.english
        for _name, start, end in places
    )


def _related(term: _Concept, other: _Concept) -> bool:
    """Whether two terms share a word, as "counter" and "loyalty counter" do."""
    return any(
        set(_stems(name, lang)) & set(_stems(another, lang))
        for lang in LANGUAGES
        for name in term.names(lang)
        for another in other.names(lang)
    )


def _in_its_place(term: _Concept, rules: Sequence[_Text], world: _World) -> Iterator[tuple[_Text, Finding]]:
    """Rules where another word stands between the same words as the usual French of a term elsewhere."""
    usual = [text for text in rules if term in text.found]
    if not _is_usual(usual, rules):
        return
    lacking = [text for text in rules if not _has(text.stems, term, "fr")]
    if not lacking:
        return
    frames = {
        frame: text
        for text in usual
        for _name, start, end in text.found[term]
        for frame in _frames(text, *_span(text, start, end))
    }
    suspect = {text.pair.lineage for text in lacking}
    for text in lacking:
        unknown = {stem for stem in text.stems if world.standing[stem] <= suspect}
        for first, after in (*_unknown(text, unknown), *_swapped(text, term, world)):
            if frame := next((frame for frame in _frames(text, first, after) if frame in frames), None):
                words = text.french[text.words[first].start() : text.words[after - 1].end()]
                yield text, _finding(text, words, term, term.fr, frames[frame])
                break


def _unknown(text: _Text, unknown: set[str]) -> Iterator[tuple[int, int]]:
    """Where in a rule the words stand that no right one has; names and words of the English aren't French."""
    for at, (match, stem) in enumerate(zip(text.words, text.stems, strict=True)):
        word = match.group()
        is_word = len(word) >= _LEAST_LETTERS and word.islower() and word not in text.en_words
        if stem in unknown and is_word and not _explained(text, match.start(), match.end()):
            yield at, at + 1


def _swapped(text: _Text, term: _Concept, world: _World) -> Iterator[tuple[int, int]]:
    """Where the French of other terms stands that the English of the rule hasn't."""
    for other, places in text.found.items():
        if _related(term, other) or _has(text.en_stems, other, "en"):
            continue
        others = [each for each in world.saying[other] if each is not text]
        if _is_usual([each for each in others if _has(each.en_stems, other, "en")], others):
            for _name, start, end in places:
                # What stands in the English as well is a name, or means something else there ("pile").
                is_french = text.french[start:end].lower() not in text.en_words
                if is_french and not _explained(text, start, end):
                    yield _span(text, start, end)


def _span(text: _Text, start: int, end: int) -> tuple[int, int]:
    """The words of a text from one offset to another; what is elided before them isn't theirs."""
    inside = [at for at, match in enumerate(text.words) if start <= match.start() and match.end() <= end]
    while len(inside) > 1 and text.stems[inside[0]] in (*_JOINING.values(), "'", "’"):
        inside = inside[1:]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)


def _frames(text: _Text, first: int, after: int) -> Iterator[_Stems]:
    """What stands around some words: back to the last telling word and one word on, or the other way round.

    A mark stands for any mark, since a sentence may end where another goes on.
    """
    left, right = _up_to_telling(reversed(text.stems[:first])), _up_to_telling(text.stems[after:])
    if left and right:
        for before, behind in ((left, right[:1]), (left[:1], right)):
            if any(_tells(stem) for stem in (*before, *behind)):
                yield (*reversed(before), "…", *behind)


def _up_to_telling(stems: Iterable[str]) -> _Stems:
    """The next words, up to the first that says something by itself or a mark; apostrophes left out."""
    found: list[str] = []
    for stem in stems:
        if stem in "'’":
            continue
        is_mark = not stem[0].isalnum() and stem != _ANY
        found.append("|" if is_mark else stem)
        if is_mark or _tells(stem) or len(found) == _FARTHEST:
            break
    return tuple(found)


def _tells(stem: str) -> bool:
    """Whether a word says something by itself."""
    return len(stem) > 2 and stem not in FRENCH_FUNCTION_WORDS


def _is_usual(doing: Sequence[_Text], all_of_them: Sequence[_Text]) -> bool:
    return len(doing) >= _ENOUGH and len(doing) >= _SHARE * len(all_of_them)


def _has(stems: _Stems, term: _Concept, lang: Lang) -> bool:
    """Whether any name of a term stands in a text, be it within a longer one."""
    return any(_stands(_stems(name, lang), stems) for name in term.names(lang))


def _stands(name: _Stems, stems: _Stems) -> bool:
    return name[0] in stems and any(stems[at : at + len(name)] == name for at in range(len(stems) - len(name) + 1))


@lru_cache(maxsize=1 << 13)
def _stems(name: str, lang: Lang) -> _Stems:
    if lang == "fr":
        return tuple(_folded(match.group()) for match in _WORD.finditer(name))
    return tuple(fold_words(name, "en"))


def _finding(text: _Text, words: str, term: _Concept, usual: str, elsewhere: _Text) -> Finding:
    message = _(
        "“{term}” is “{words}” here, elsewhere “{usual}” ({number})",
        term=term.en,
        words=words,
        usual=usual,
        number=elsewhere.pair.fr.item.number if elsewhere.pair.fr else "",
    )
    where = str(text.pair.fr.item.number) if text.pair.fr else ""
    return Finding("term-inconsistent", message, where, words, term.en)
