"""What the rules' terms are called in English and in French, and where they stand in a text.

Known from three sources: a TBX that the user brings, the game's own vocabulary in `data/terms.toml`, and the titles
and glossary entries that the knowledge base has in both languages (`learned`).
See docs/decisions/terms.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from pathlib import Path

from kb.errors import BadValue, NeedsExtra, reason
from kb.languages import LANGUAGES, Lang
from kb.store import Store
from kb.tongue import _

VOCABULARY = "terms.toml"
"""The file in `data/` with the game's own vocabulary."""

EVERYDAY = "everyday_words.toml"
"""The file in `data/` with the everyday words of both languages."""

# Not by importlib.resources, nor with a reader of TOML: to import them takes as long as a search.
_DATA = Path(__file__).resolve().parents[2] / "data"
_FIELD = re.compile(r'(\w+) = (?:"([^"]*)"|\[([^]]*)\])')

# How a TBX says that a term isn't the one to use any more.
_NO_LONGER = {"deprecated", "superseded", "deprecatedterm-admn-sts", "supersededterm-admn-sts"}


@dataclass(frozen=True, slots=True)
class Term:
    """One term in both languages.

    Attributes:
        en: what it is called in English.
        fr: what it is called in French.
        also: other French words for it that are right ("lancer", "lancement").
        formerly: words that French used before ("arpenteur" for planeswalker).
        source: the number of the rule or section that it is from, `glossary`, or a file's name.
    """

    en: str
    fr: str
    also: tuple[str, ...] = ()
    formerly: tuple[str, ...] = ()
    source: str = ""

    def names(self, lang: Lang) -> tuple[str, ...]:
        """All that it is or was called in a language, the usual name first."""
        return (self.en,) if lang == "en" else (self.fr, *self.also, *self.formerly)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A term in a text.

    Attributes:
        term: the term.
        name: by which of its names it stands there, as the term has it; not inflected.
        start: offset of its first character in the text.
        end: offset after its last character.
    """

    term: Term
    name: str
    start: int
    end: int


class Terms:
    """Terms, found by their names in either language.

    Case, accents, elisions and endings don't count, as in a search (`kb.search.folding`); but where a name stands
    there as it is, others of the same stem don't: "équipement" is no "équipe". Several terms may have the same name: to
    counter a spell is "contrecarrer", a counter is a "marqueur".

    Attributes:
        all: every term; a user's own before the game's vocabulary, and that before learned ones.
    """

    def __init__(self, terms: Iterable[Term]) -> None:
        self.all = _united(terms)
        self._names = {lang: _Names(lang) for lang in LANGUAGES}
        for names in self._names.values():
            names.add(self.all)

    def and_words(self, words: Iterable[Term]) -> Terms:
        """These terms with French words besides; those aren't united with them, which takes five times as long."""
        more = Terms(())
        more.all = self.all
        more._names = {**self._names, "fr": self._names["fr"].copied()}
        more._names["fr"].add(words)
        return more

    def named(self, words: str, lang: Lang) -> tuple[Term, ...]:
        """The terms that have these words, in any form, as a name in a language."""
        from kb.search.folding import folded

        found = self._names[lang].beginning_like(words).get(tuple(folded(words, lang)), [])
        return tuple(term for term, _name in _as_written(found, words, lang))

    def within(self, text: str, lang: Lang) -> tuple[Occurrence, ...]:
        """The terms in a text of a language, in order.

        Of names that overlap the longest counts: in "marqueur loyauté" there is no "marqueur". Terms that
        share a name all stand at its place.
        """
        return tuple(self._within(text, lang))

    def _within(self, text: str, lang: Lang) -> Iterator[Occurrence]:
        from kb.search.folding import words_in

        words = words_in(text, lang)
        at = 0
        while at < len(words):
            named = self._names[lang].beginning_like(text[words[at][1] : words[at][2]])
            longest = max(map(len, named), default=0)
            for length in range(min(longest, len(words) - at), 0, -1):
                found = named.get(tuple(word for word, _start, _end in words[at : at + length]))
                if found:
                    start, end = words[at][1], words[at + length - 1][2]
                    for term, name in _as_written(found, text[start:end], lang):
                        yield Occurrence(term, name, start, end)
                    at += length
                    break
            else:
                at += 1


class _Names:
    """What terms are called in a language. To fold all names takes longer than a search: those are that begin alike."""

    def __init__(self, lang: Lang) -> None:
        self._lang = lang
        self._beginning: dict[str, list[tuple[Term, str]]] = {}
        self._folded: dict[str, dict[tuple[str, ...], list[tuple[Term, str]]]] = {}

    def add(self, terms: Iterable[Term]) -> None:
        """Take in what terms are called, before any is asked for."""
        from kb.search.folding import beginning

        for term in terms:
            for name in term.names(self._lang):
                self._beginning.setdefault(beginning(name, self._lang), []).append((term, name))

    def copied(self) -> _Names:
        """The same names, to add others to."""
        names = _Names(self._lang)
        names._beginning = {begins: [*named] for begins, named in self._beginning.items()}
        return names

    def beginning_like(self, text: str) -> dict[tuple[str, ...], list[tuple[Term, str]]]:
        """By the folded words of their names, the terms of which a name begins like the first word of a text."""
        from kb.search.folding import beginning, folded

        begins = beginning(text, self._lang)
        named = self._folded.get(begins)
        if named is None:
            named = self._folded[begins] = {}
            for term, name in self._beginning.get(begins, ()):
                named.setdefault(tuple(folded(name, self._lang)), []).append((term, name))
        return named


def _as_written(named: list[tuple[Term, str]], words: str, lang: Lang) -> list[tuple[Term, str]]:
    """Of terms whose names have the same stems, those with a name that is written so; else all, each once."""
    from kb.search.folding import unstemmed

    if len(named) > 1:
        written = unstemmed(words, lang)
        named = [each for each in named if unstemmed(each[1], lang) == written] or named
    return list({term: (term, name) for term, name in reversed(named)}.values())[::-1]


def known_terms(store: Store, as_of: date, tbx: Path | None = None) -> Terms:
    """All terms that are known: a user's own, the game's vocabulary, those learned from the store.

    Args:
        store: what is known of the rules.
        as_of: the day whose French and English are learned from.
        tbx: a file of terms in TBX, if the user has one.

    Raises:
        BadValue: the file is no TBX, or has no term in both languages.
        NeedsExtra: a TBX was given, and the library that reads it isn't installed.
    """
    from kb.translation.learned import learned_terms

    return Terms((*(terms_of_tbx(tbx) if tbx else ()), *vocabulary(), *learned_terms(store, as_of)))


@lru_cache(maxsize=1)
def vocabulary() -> tuple[Term, ...]:
    """The game's own vocabulary, `data/terms.toml`: each term is a line of its own."""
    found = []
    for line in (_DATA / VOCABULARY).read_text(encoding="utf-8").splitlines():
        if line.startswith("    {"):
            one, many = {}, {}
            for key, text, texts in _FIELD.findall(line):
                one[key], many[key] = text, tuple(texts.split('"')[1::2])
            found.append(Term(one["en"], one["fr"], many.get("also", ()), many.get("formerly", ()), one["rule"]))
    return tuple(found)


@lru_cache(maxsize=1)
def everyday_words() -> tuple[Term, ...]:
    """The everyday words of questions, `data/everyday_words.toml`. No terms of the game: they bind no translation."""
    lines = (_DATA / EVERYDAY).read_text(encoding="utf-8").splitlines()
    pairs = (line.split('"')[1::2] for line in lines if line.startswith('"'))
    return tuple(Term(en, fr, source=EVERYDAY) for fr, en in pairs)


def terms_of_tbx(path: Path) -> tuple[Term, ...]:
    """The terms of a TBX file that stand there in both languages.

    The first French term of an entry is the usual one; one marked as deprecated or superseded was used before.

    Raises:
        BadValue: the file can't be read, is no TBX, or has no term in both languages.
        NeedsExtra: the library that reads it isn't installed.
    """
    try:
        from translate.storage.tbx import tbxfile
    except ImportError:
        raise NeedsExtra(_("reading TBX"), "translation") from None
    expected = _("give a TBX file with English and French terms")
    try:
        file = tbxfile.parsestring(path.read_bytes(), sourcelanguage="en", targetlanguage="fr")
    except (OSError, SyntaxError, ValueError) as problem:
        raise BadValue("TBX file", str(path), f"{expected} ({reason(problem)})") from problem
    except AssertionError:
        # How the library says that the outermost element is another one.
        raise BadValue("TBX file", str(path), expected) from None
    found = []
    for unit in file.units:
        english = [term.text.strip() for term in unit.get_source_terms() if term.text.strip()]
        french = [(term, term.text.strip()) for term in unit.get_target_terms("fr") if term.text.strip()]
        used = [text for term, text in french if not _no_longer(term)]
        formerly = tuple(text for term, text in french if _no_longer(term))
        if used:
            found += [Term(each, used[0], tuple(used[1:]), formerly, path.name) for each in english]
    if not found:
        raise BadValue("TBX file", str(path), expected)
    return tuple(found)


def _no_longer(term: object) -> bool:
    """Whether a TBX marks a term as one that isn't used any more."""
    status = getattr(term, "administrative_status", None) or ""
    return status.strip().lower() in _NO_LONGER


def _united(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Each term once: what has the same English and a French name in common is one term.

    Of several sources the first says what is usual, and where the term is from.
    """
    from kb.search.folding import unstemmed

    found: list[Term] = []
    by_english: dict[tuple[str, ...], list[int]] = {}
    for term in terms:
        french = {tuple(unstemmed(name, "fr")) for name in term.names("fr")}
        here = by_english.setdefault(tuple(unstemmed(term.en, "en")), [])
        for at in here:
            known = {tuple(unstemmed(name, "fr")): name for name in found[at].names("fr")}
            if french & known.keys():
                found[at] = _both(found[at], term)
                break
        else:
            here.append(len(found))
            found.append(term)
    return tuple(found)


def _both(first: Term, second: Term) -> Term:
    """One term of two, the names of the first before those of the second."""
    from kb.search.folding import unstemmed

    known = {tuple(unstemmed(name, "fr")) for name in first.names("fr")}
    # What the one calls usual, the other may call former: a title of 2010 doesn't bring an old word back.
    also = [name for name in (second.fr, *second.also) if tuple(unstemmed(name, "fr")) not in known]
    formerly = [name for name in second.formerly if tuple(unstemmed(name, "fr")) not in known]
    return replace(first, also=(*first.also, *also), formerly=(*first.formerly, *formerly))
