"""The names of the rules' terms in English and in French, and their occurrences in a text.

Terms come from three sources: a TBX file of the user, the game's vocabulary in `data/terms.toml`, and the knowledge
base. The knowledge base has titles and glossary entries in English and French. Titles with the same number in editions
of one day are a pair. Glossary entries are a pair if they refer to the same rules, and if there is exactly one
candidate. See docs/decisions/terms.md.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from pathlib import Path

from kb.errors import BadValue, MissingExtra, failure_reason
from kb.i18n import _
from kb.languages import LANGUAGES, Lang
from kb.model import GlossaryEntry, Rule
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.terms.entry_matching import match_entries
from kb.text.folding import fold_without_stemming, fold_words, name_lookup_key, stem_prefix, tokenize

# The tags of a TBX file, with end tags. A file with all terms has 7,200.
_MAX_TAGS = 200_000

EVERYDAY_WORDS_FILE = "everyday_words.toml"
"""The file in `data/` with the everyday words of both languages."""

# `importlib.resources` isn't used here: importing it takes longer than reading the files.
_COMPILED = Path(__file__).resolve().parents[2] / "data" / "compiled"

# The values by which a TBX file marks a term as no longer used.
_NO_LONGER_USED = {"deprecated", "superseded", "deprecatedterm-admn-sts", "supersededterm-admn-sts"}


@dataclass(frozen=True, slots=True)
class Term:
    """One term in both languages.

    Attributes:
        en: the English name.
        fr: the usual French name.
        also: other correct French names ("lancer", "lancement").
        formerly: former French names ("arpenteur" for planeswalker).
        until: the year in which the usual name replaced the former ones on cards; 0 if cards don't show it.
        source: the number of the rule or section that the term is from, `glossary`, or the name of a file.
    """

    en: str
    fr: str
    also: tuple[str, ...] = ()
    formerly: tuple[str, ...] = ()
    source: str = ""
    until: int = 0

    def names(self, lang: Lang) -> tuple[str, ...]:
        """Return all present and former names in a language, the usual one first."""
        return (self.en,) if lang == "en" else (self.fr, *self.also, *self.formerly)


_NamedTerm = tuple[Term, str]
"""A pair: a term, and one of the names of this term."""

_FoldedNames = tuple[dict[tuple[str, ...], list[_NamedTerm]], int]
"""A pair: a dict from the folded words of names to their terms, and the number of words of the longest name."""


@dataclass(frozen=True, slots=True)
class TermOccurrence:
    """A term in a text, from `start` to before `end`. `name` is the found name, as the term base spells it."""

    term: Term
    name: str
    start: int
    end: int


class TermBase:
    """Terms that can be found by their English and French names.

    Case, accents, elisions and endings don't matter, as in a search (`kb.text.folding`). But if one name matches
    exactly, apart from case and accents, other names with the same stem don't match: "équipement" isn't "équipe".
    Several terms may share a name: to counter a spell is "contrecarrer", a counter is a "marqueur". The
    attribute `all` lists the terms in the order of their sources.
    """

    def __init__(self, terms: Iterable[Term]) -> None:
        self.all = _unite(terms)
        self._names = {lang: _NameIndex(lang, self.all) for lang in LANGUAGES}

    def with_everyday_words(self, words: Iterable[Term]) -> TermBase:
        """Return a term base with French everyday words too. To unite words and terms would take five times as long."""
        more = TermBase(())
        more.all = self.all
        more._names = {**self._names, "fr": _NameIndex("fr", words, more_than=self._names["fr"])}
        return more

    def find_by_name(self, words: str, lang: Lang) -> tuple[Term, ...]:
        """Return the terms whose name in a language consists of these words, in any inflection."""
        names, _longest = self._names[lang].names_like(words)
        found = names.get(tuple(fold_words(words, lang)), [])
        return tuple(term for term, _name in _prefer_unstemmed(found, words, lang))

    def find_in_text(self, text: str, lang: Lang) -> tuple[TermOccurrence, ...]:
        """Return the terms in a text of a language, in order.

        If names overlap, only the longest name counts: "marqueur loyauté" has no "marqueur". If several terms have the
        same name, all these terms are returned.
        """
        words = tokenize(text, lang)
        occurrences: list[TermOccurrence] = []
        at, named, end = 0, *self._longest_name(text, words, 0, lang)
        while at < len(words):
            # "sur le champ de bataille" has "champ de bataille", not "sur-le-champ".
            for start in range(at + 1, end):
                later, later_end = self._longest_name(text, words, start, lang)
                if later_end > end and words[later_end - 1][2] - words[start][1] > words[end - 1][2] - words[at][1]:
                    at, named, end = start, later, later_end
                    break
            else:
                begin, stop = words[at][1], words[end - 1][2]
                occurrences += [TermOccurrence(term, name, begin, stop) for term, name in named]
                at = end
                named, end = self._longest_name(text, words, at, lang)
        return tuple(occurrences)

    def _longest_name(
        self, text: str, words: Sequence[tuple[str, int, int]], at: int, lang: Lang
    ) -> tuple[list[_NamedTerm], int]:
        """Return the terms of the longest name that begins with a word of a text, and the word after the name."""
        if at >= len(words):
            return [], at
        names, longest = self._names[lang].names_like(text[words[at][1] : words[at][2]])
        for length in range(min(longest, len(words) - at), 0, -1):
            if found := names.get(tuple(word for word, _start, _end in words[at : at + length])):
                start, end = words[at][1], words[at + length - 1][2]
                return _prefer_unstemmed(found, text[start:end], lang), at + length
        return [], at + 1


class _NameIndex:
    """The names of terms in a language, by `stem_prefix`. The names with a prefix are folded when first needed."""

    def __init__(self, lang: Lang, terms: Iterable[Term], more_than: _NameIndex | None = None) -> None:
        self._lang = lang
        known = more_than.by_prefix if more_than else {}
        self.by_prefix: dict[str, list[_NamedTerm]] = {prefix: [*names] for prefix, names in known.items()}
        self._folded: dict[str, _FoldedNames] = {}
        for term in terms:
            for name in term.names(lang):
                self.by_prefix.setdefault(stem_prefix(name, lang), []).append((term, name))

    def names_like(self, text: str) -> _FoldedNames:
        """Return the names that may match the first word of a text, and the number of words of the longest name."""
        prefix = stem_prefix(text, self._lang)
        found = self._folded.get(prefix)
        if found is None:
            if prefix not in self.by_prefix:
                return {}, 0  # A prefix from a user's text isn't cached, since there is no end of them.
            names: dict[tuple[str, ...], list[_NamedTerm]] = {}
            for term, name in self.by_prefix[prefix]:
                names.setdefault(tuple(fold_words(name, self._lang)), []).append((term, name))
            found = self._folded[prefix] = names, max(map(len, names))
        return found


def _prefer_unstemmed(named: list[_NamedTerm], words: str, lang: Lang) -> list[_NamedTerm]:
    """Return the names that match without stemming, or all names if no name does. Each term occurs once."""
    if len(named) > 1:
        written = fold_without_stemming(words, lang)
        named = [each for each in named if fold_without_stemming(each[1], lang) == written] or named
    return list({term: (term, name) for term, name in reversed(named)}.values())[::-1]


def load_term_base(store: Store, as_of: date, tbx: Path | None = None) -> TermBase:
    """Return all known terms: from the user's TBX file, the game's vocabulary, and the store's texts of a day.

    Raise the same errors as `read_tbx`.
    """
    return TermBase((*(read_tbx(tbx) if tbx else ()), *game_vocabulary(), *extract_terms(store, as_of)))


@lru_cache(maxsize=1)
def game_vocabulary() -> tuple[Term, ...]:
    """Return the game's own vocabulary, `data/terms.toml` in its compiled form (`bench.compile_words`)."""
    rows = json.loads((_COMPILED / "terms.json").read_text(encoding="utf-8"))
    return tuple(
        Term(en, fr, tuple(also), tuple(formerly), rule, until) for en, fr, also, formerly, rule, until in rows
    )


@lru_cache(maxsize=1)
def everyday_words() -> tuple[Term, ...]:
    """Return the everyday words of questions, `data/everyday_words.toml`. They don't bind translators."""
    rows = json.loads((_COMPILED / "everyday_words.json").read_text(encoding="utf-8"))
    return tuple(Term(en, fr, source=EVERYDAY_WORDS_FILE) for fr, en in rows)


def read_tbx(path: Path) -> tuple[Term, ...]:
    """Read the terms of a TBX file that have both languages.

    The first French term of an entry is the usual one. A term marked as deprecated or superseded is a former name.

    Raise BadValue if the file can't be read, is no TBX, has too many tags, or has no term in both languages. Raise
    MissingExtra if the library for TBX isn't installed.
    """
    try:
        from translate.storage.tbx import tbxfile
    except ImportError:
        raise MissingExtra(_("reading TBX"), "translation") from None
    expected = _("give a TBX file with English and French terms")
    try:
        content = path.read_bytes()
        if content.count(b"<") > _MAX_TAGS:
            raise BadValue("TBX file", str(path), _("give a file with at most {most} tags", most=_MAX_TAGS))
        file = tbxfile.parsestring(content, sourcelanguage="en", targetlanguage="fr")
    except (OSError, SyntaxError, ValueError) as problem:
        raise BadValue("TBX file", str(path), f"{expected} ({failure_reason(problem)})") from problem
    except AssertionError:
        # The library asserts that the root element is TBX's, so this file is no TBX.
        raise BadValue("TBX file", str(path), expected) from None
    found = []
    for unit in file.units:
        english = [term.text.strip() for term in unit.get_source_terms() if term.text.strip()]
        french = [(term, term.text.strip()) for term in unit.get_target_terms("fr") if term.text.strip()]
        used = [text for term, text in french if not _is_former(term)]
        formerly = tuple(text for term, text in french if _is_former(term))
        if used:
            found += [Term(each, used[0], tuple(used[1:]), formerly, path.name) for each in english]
    if not found:
        raise BadValue("TBX file", str(path), expected)
    return tuple(found)


def _is_former(term: object) -> bool:
    """True if a TBX marks a term as no longer used."""
    status = getattr(term, "administrative_status", None) or ""
    return status.strip().lower() in _NO_LONGER_USED


def extract_terms(store: Store, as_of: date) -> tuple[Term, ...]:
    """Extract the terms that the rules and the glossary of a day have in both languages.

    A French edition is paired with the English edition of the same date, since the two editions have the same numbers.
    """
    french = View(store, "fr", as_of)
    titles = _french_titles(french.rules())
    entries: dict[date, list[ViewItem[GlossaryEntry]]] = defaultdict(list)
    for entry in french.glossary():
        if entry.item.text_lang == "fr":
            entries[entry.edition].append(entry)
    found: list[Term] = []
    for day in sorted({*titles, *entries}):
        english = View(store, "en", day)
        from_titles = tuple(_pair_titles(titles[day], english.headings(titles[day])))
        found += from_titles
        if entries[day]:
            found += _pair_entries(entries[day], english.glossary(), _keys(from_titles))
    return tuple(found)


def paired_titles(store: Store, day: date, edition: date) -> dict[str, str]:
    """Return the titles of the French rules of a day with those of an English edition that have the same numbers.

    The result maps lookup keys of French titles to those of English titles (`name_lookup_key`).
    """
    titles = _french_titles(View(store, "fr", day).rules()).get(day, {})
    return _keys(_pair_titles(titles, View(store, "en", edition).headings(titles)))


def _keys(terms: Iterable[Term]) -> dict[str, str]:
    return {name_lookup_key(term.fr): name_lookup_key(term.en) for term in terms}


def _french_titles(rules: Iterable[ViewItem[Rule]]) -> dict[date, dict[RuleNumber, str]]:
    """Return the French titles among rules, by the days of their editions and by their numbers."""
    titles: dict[date, dict[RuleNumber, str]] = defaultdict(dict)
    for printed in rules:
        if printed.item.title and printed.item.text_lang == "fr":
            titles[printed.edition][printed.item.cr_number] = printed.item.title
    return titles


def _pair_titles(french: Mapping[RuleNumber, str], english: Mapping[str, str]) -> Iterator[Term]:
    """Yield a term for each title that has the same number in both languages."""
    for number, title in french.items():
        label = str(number)
        # Sections 100, 200 and 300 are all called "General".
        if label in english and not (number.kind == "section" and label.endswith("00")):
            yield Term(english[label], title, source=label)


def _pair_entries(
    french: Iterable[ViewItem[GlossaryEntry]],
    english: Iterable[ViewItem[GlossaryEntry]],
    paired_titles: Mapping[str, str],
) -> Iterator[Term]:
    """Yield a term for each glossary entry that has exactly one counterpart (`entry_matching`)."""
    for match in match_entries(french, english, paired_titles):
        ours, theirs = match.french.item, match.english.item
        if match.reason == "title":
            yield Term(theirs.term, ours.term, source="glossary")
        # Headwords with variants ("Control, Controller") give no term: each language may order them differently.
        elif len(ours.names) == len(theirs.names) == 1:
            yield Term(theirs.names[0], ours.names[0], source="glossary")


def _unite(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Unite terms that have the same English name and share at least one French name.

    The first source decides the usual name and the source of the united term.
    """
    found: list[Term] = []
    by_english: dict[tuple[str, ...], list[int]] = {}
    for term in terms:
        french = {_key(name) for name in term.names("fr")}
        same_english = by_english.setdefault(tuple(fold_without_stemming(term.en, "en")), [])
        for at in same_english:
            known = {_key(name) for name in found[at].names("fr")}
            if french & known:
                # A former name stays former, even if a later source (such as a title of 2010) uses it.
                also = [name for name in (term.fr, *term.also) if _key(name) not in known]
                formerly = [name for name in term.formerly if _key(name) not in known]
                found[at] = replace(found[at], also=(*found[at].also, *also), formerly=(*found[at].formerly, *formerly))
                break
        else:
            same_english.append(len(found))
            found.append(term)
    return tuple(found)


def _key(name: str) -> tuple[str, ...]:
    return tuple(fold_without_stemming(name, "fr"))
