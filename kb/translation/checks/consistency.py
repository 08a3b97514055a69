"""A term translated in two ways: what most rules of a French edition call one thing, and one rule another.

Inflection is no other way, nor is another word that the terms know to be right. A rule that leaves a term
out, or says "it", says nothing. So a rule is named only where the other word is known or stands in the very
place of the usual one:

- it is what French used to say ("arpenteur"), while other rules say what it says now, or the other way round;
- it is the French of another term, which the English of the rule hasn't ("jeton" where it has "counter");
- it stands between the same words as the usual one in other rules, and nowhere without the English term.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.model import LANGUAGES, Finding, Lang
from kb.tongue import _
from kb.translation.pair import Pair, whole_text

if TYPE_CHECKING:
    from kb.translation.terms import Term, Terms

# A term is translated in one way if so many rules do so, and so large a share of those that have it.
_ENOUGH, _SHARE = 3, 0.8

_WORD = re.compile(r"[^\W_]+|[^\w\s]")
# Words that only join others: which of them stands there depends on gender, number and the next letter.
_JOINING = {
    **dict.fromkeys("le la les l un une ce cet cette ces son sa ses leur leurs chaque tout toute".split(), "+"),
    **dict.fromkeys("de du des d".split(), "de"),
    **dict.fromkeys("à au aux".split(), "à"),
}
_LEAST_LETTERS = 4

_Stems = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Text:
    """What is looked at of a pair.

    Attributes:
        pair: the rule in both languages.
        french: its French text with its examples.
        english: how often each term stands in the English.
        found: where each term stands in the French: by which name, from where to where.
        en_stems: the words of the English, folded.
        words: those of the French as they stand, with marks between them.
        stems: the same, folded.
    """

    pair: Pair
    french: str
    english: Counter[Term]
    found: dict[Term, tuple[tuple[str, int, int], ...]]
    en_stems: _Stems
    words: tuple[re.Match[str], ...]
    stems: _Stems


def inconsistent(pairs: Iterable[Pair], terms: Terms) -> tuple[Finding, ...]:
    """The rules of a French edition that translate a term otherwise than the rest.

    Args:
        pairs: the rules of the edition; what has no known English wording isn't looked at.
        terms: what is known to be a term.
    """
    texts = [_text(pair, terms) for pair in pairs if pair.fr and pair.base and pair.state != "untranslated"]
    having: dict[Term, list[_Text]] = defaultdict(list)
    saying: dict[Term, list[_Text]] = defaultdict(list)
    for text in texts:
        for term in text.english:
            having[term].append(text)
        for term in text.found:
            saying[term].append(text)
    found: dict[tuple[str, str], Finding] = {}
    for term, rules in having.items():
        for finding in (
            *_former(term, rules),
            *_swapped(term, rules, saying),
            *_in_its_place(term, rules, texts),
        ):
            # One word may stand for a term and for a longer one that holds it.
            found.setdefault((finding.where, finding.text.lower()), finding)
    return tuple(found.values())


def _text(pair: Pair, terms: Terms) -> _Text:
    from kb.search.folding import folded

    assert pair.fr is not None  # noqa: S101, the caller leaves other pairs out
    assert pair.base is not None  # noqa: S101
    french, english = whole_text(pair.fr.item), pair.base.whole_text
    found: dict[Term, tuple[tuple[str, int, int], ...]] = {}
    for each in terms.within(french, "fr"):
        found[each.term] = (*found.get(each.term, ()), (each.name, each.start, each.end))
    words = tuple(_WORD.finditer(french))
    return _Text(
        pair,
        french,
        Counter(each.term for each in terms.within(english, "en")),
        found,
        tuple(folded(english, "en")),
        words,
        tuple(_folded(match.group()) for match in words),
    )


def _folded(word: str) -> str:
    from kb.search.folding import folded

    joining = _JOINING.get(word.lower())
    return joining or "".join(folded(word, "fr")) or word


def _former(term: Term, rules: Sequence[_Text]) -> Iterator[Finding]:
    """Rules that say what French used to say, or the only ones that don't."""
    if not term.formerly:
        return
    old = [(text, use) for text in rules for use in text.found.get(term, ()) if use[0] in term.formerly]
    # The same words may be right for another term of the rule.
    old = [(text, use) for text, use in old if not _another(text, term, use)]
    new = [(text, use) for text in rules for use in text.found.get(term, ()) if use[0] not in term.formerly]
    if not old or not new:
        return
    few, usual = (old, new) if len(old) <= len(new) else (new, old)
    name = Counter(use[0] for _text_of, use in usual).most_common(1)[0][0]
    for text, (_name, start, end) in few:
        yield _finding(text, text.french[start:end], term, name, usual[0][0])


def _another(text: _Text, term: Term, use: tuple[str, int, int]) -> bool:
    """Whether another term that the English has stands at the same place."""
    return any(
        other is not term and other in text.english and any(place[1:] == use[1:] for place in places)
        for other, places in text.found.items()
    )


def _swapped(term: Term, rules: Sequence[_Text], saying: dict[Term, list[_Text]]) -> Iterator[Finding]:
    """Rules that lack the usual French of a term, and have that of another, which their English hasn't."""
    usual = [text for text in rules if term in text.found]
    if not _is_usual(usual, rules):
        return
    for text in rules:
        if term in text.found or _has(text.stems, term, "fr"):
            continue
        for other, places in text.found.items():
            if _related(term, other) or _has(text.en_stems, other, "en") or _explained(text, places[0]):
                continue
            right = [each for each in saying[other] if each is not text]
            if _is_usual([each for each in right if _has(each.en_stems, other, "en")], right):
                _name, start, end = places[0]
                yield _finding(text, text.french[start:end], term, term.fr, usual[0])
                break


def _explained(text: _Text, place: tuple[str, int, int]) -> bool:
    """Whether a term that the English has stands at a place of the French, or over it."""
    return any(
        start <= place[1] and place[2] <= end
        for term, places in text.found.items()
        if term in text.english
        for _name, start, end in places
    )


def _related(term: Term, other: Term) -> bool:
    """Whether two terms share a word, as "counter" and "loyalty counter" do."""
    return any(
        set(_stems(name, lang)) & set(_stems(another, lang))
        for lang in LANGUAGES
        for name in term.names(lang)
        for another in other.names(lang)
    )


def _in_its_place(term: Term, rules: Sequence[_Text], texts: Sequence[_Text]) -> Iterator[Finding]:
    """Rules where an unknown word stands between the same words as the usual French of a term elsewhere."""
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
    elsewhere = {stem for text in texts if term not in text.english for stem in text.stems}
    elsewhere |= {stem for text in usual for stem in text.stems}
    for text in lacking:
        for at, (match, stem) in enumerate(zip(text.words, text.stems, strict=True)):
            known = stem in elsewhere or len(match.group()) < _LEAST_LETTERS or not match.group().islower()
            if known or _explained(text, ("", match.start(), match.end())):
                continue
            if frame := next((frame for frame in _frames(text, at, at + 1) if frame in frames), None):
                yield _finding(text, match.group(), term, term.fr, frames[frame])
                break


def _span(text: _Text, start: int, end: int) -> tuple[int, int]:
    """The words of a text from one offset to another; what is elided before them isn't theirs."""
    inside = [at for at, match in enumerate(text.words) if start <= match.start() and match.end() <= end]
    while len(inside) > 1 and text.stems[inside[0]] in (*_JOINING.values(), "'", "’"):
        inside = inside[1:]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)


def _frames(text: _Text, first: int, after: int) -> Iterator[tuple[str, ...]]:
    """What stands around some words: two words before and one after, one before and two after.

    At least one of them says something by itself.
    """
    before = [stem for stem in text.stems[max(0, first - 5) : first] if stem not in "'’"][-2:]
    behind = [stem for stem in text.stems[after : after + 5] if stem not in "'’"][:2]
    for left, right in ((before, behind[:1]), (before[-1:], behind)):
        frame = (*left, "…", *right)
        if len(frame) == _FRAME and any(len(stem) >= _LEAST_LETTERS for stem in frame):
            yield frame


_FRAME = 4


def _is_usual(doing: Sequence[_Text], all_of_them: Sequence[_Text]) -> bool:
    return len(doing) >= _ENOUGH and len(doing) >= _SHARE * len(all_of_them)


def _has(stems: _Stems, term: Term, lang: Lang) -> bool:
    """Whether any name of a term stands in a text, be it within a longer one."""
    return any(_stands(_stems(name, lang), stems) for name in term.names(lang))


def _stands(name: _Stems, stems: _Stems) -> bool:
    return any(stems[at : at + len(name)] == name for at in range(len(stems) - len(name) + 1))


def _stems(name: str, lang: Lang) -> _Stems:
    from kb.search.folding import folded

    if lang == "fr":
        return tuple(_folded(match.group()) for match in _WORD.finditer(name))
    return tuple(folded(name, "en"))


def _finding(text: _Text, words: str, term: Term, usual: str, elsewhere: _Text) -> Finding:
    message = _(
        "“{term}” is “{words}” here, elsewhere “{usual}” ({number})",
        term=term.en,
        words=words,
        usual=usual,
        number=elsewhere.pair.fr.item.number if elsewhere.pair.fr else "",
    )
    where = str(text.pair.fr.item.number) if text.pair.fr else ""
    return Finding("term-inconsistent", message, where, words, term.en)
