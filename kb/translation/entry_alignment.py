"""Alignment of the glossaries: each English entry of a day is paired with its French.

A French entry is aligned to its base, the English entry that it was made from. A finished translation states its base.
A French edition is matched with the English edition of its date, or else with the edition that its rules were made
from (`kb.terms.entry_matching`). The lineage of the English entry leads from the base to today's entry, whatever its
headword is today (`kb.history.headword_history`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import groupby

from kb.errors import NotFound
from kb.history.headword_history import HeadwordHistories, HeadwordHistory, PinnedHeadword
from kb.i18n import _
from kb.model import GlossaryEntry
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.terms.bilingual_terms import load_term_base, paired_titles
from kb.terms.entry_matching import match_entries
from kb.text.folding import name_lookup_key
from kb.text.normalization import ChangeClass
from kb.translation.entry_pair import EntryPair, SourceEntry
from kb.translation.rule_pair import TranslationState
from kb.translation.source_changes import SourceHistory
from kb.translation.source_detection import detect_sources
from kb.translation.typo_fixes import Vocabulary

# The confidence in a base whose headword is matched and not stated, in the English edition with the French's date, and
# in another English edition.
_MATCHED, _MATCHED_ELSEWHERE = 0.9, 0.7

_Entry = ViewItem[GlossaryEntry]


@dataclass(frozen=True, slots=True)
class _Source:
    """A French entry, the English entry that it was made from, and the English edition that the French translates."""

    french: _Entry
    english: _Entry
    edition: date
    confidence: float


def align_glossary(store: Store, as_of: date) -> tuple[EntryPair, ...]:
    """Align the glossary entries of a day in both languages.

    Return the pairs in the alphabetical order of the English headwords, and then the orphans in that of the French.
    """
    english, french = View(store, "en", as_of).glossary(), View(store, "fr", as_of)
    histories = HeadwordHistories(store, "en")
    of_today = {histories.of(entry.place, entry.edition).lineage: entry for entry in english}
    sources: dict[str, _Source] = {}
    orphans: list[EntryPair] = []
    read = {entry.place for entry in french.glossary()}
    candidates = french.all_entries()
    detected = _sources(store, as_of, candidates)
    for at in sorted(range(len(candidates)), key=lambda at: _rank(candidates[at]), reverse=True):
        entry, source = candidates[at], detected.get(at)
        if source is None:
            if entry.place in read:
                orphans.append(_orphan(f"{entry.item.term}@{entry.edition}", entry, None))
            continue
        lineage = histories.of(source.english.place, source.edition).lineage
        if lineage not in of_today and lineage not in sources:
            orphans.append(_orphan(lineage, entry, source))
        sources.setdefault(lineage, source)

    @cache
    def vocabulary_since(day: date) -> Vocabulary:
        return Vocabulary(rule.item for each in (day, as_of) for rule in View(store, "en", each).rules())

    pairs = [
        _pair(entry, histories.of(entry.place, entry.edition), sources.get(lineage), vocabulary_since)
        for lineage, entry in of_today.items()
    ]
    unique = {(orphan.lineage, orphan.term): orphan for orphan in reversed(orphans)}
    return (*pairs, *sorted(unique.values(), key=lambda orphan: name_lookup_key(orphan.term)))


def find_entry(store: Store, pairs: Sequence[EntryPair], name: str) -> EntryPair:
    """Return the pair with an English or French headword, one of its variants, or a headword of a day (`X@2019-05-03`).

    A headword that the English had on an earlier day is found, too. Raise `NotFound` if no pair has the name.
    """
    sought = name_lookup_key(name)
    for side in ("en", "fr"):
        for pair in pairs:
            item = pair.en if side == "en" else pair.fr
            if item is not None and sought in map(name_lookup_key, item.item.names):
                return pair
    histories = HeadwordHistories(store, "en")
    if "@" in name:
        lineage = histories.resolve(PinnedHeadword.parse(name)).lineage
    else:
        former = (each for each in histories.all if any(name_lookup_key(span.term) == sought for span in each.spans))
        lineage = next((each.lineage for each in former), "")
    found = next((pair for pair in pairs if pair.lineage == lineage), None)
    if found is None:
        raise NotFound(name, _("'{name}' is no headword in English or French", name=name))
    return found


def _sources(store: Store, as_of: date, french: Sequence[_Entry]) -> dict[int, _Source]:
    """Return a dict from the index of each French entry to its source."""
    by_day: dict[date, dict[int, int]] = defaultdict(dict)
    for at, entry in enumerate(french):
        by_day[entry.edition][id(entry)] = at
    found: dict[int, _Source] = {}
    for day, indexes in by_day.items():
        entries = [french[at] for at in indexes.values()]
        finished = [entry for entry in entries if entry.from_finished_translation]
        there = [entry for entry in View(store, "en", day).glossary() if entry.edition == day]
        stated = {entry.item.term: entry for entry in there}
        for entry in finished:
            if (english := stated.get(entry.item.translates)) is not None:
                found[indexes[id(entry)]] = _Source(entry, english, day, 1.0)
        others = [entry for entry in entries if not entry.from_finished_translation]
        if others:
            matched = _matched(store, as_of, day, others, there)
            found |= {indexes[id(source.french)]: source for source in matched}
    return found


def _matched(
    store: Store, as_of: date, day: date, french: Sequence[_Entry], english: Sequence[_Entry]
) -> Iterable[_Source]:
    """Yield the sources of the entries of French editions of a day. `english` are the English entries of this day."""
    edition, confidence = day, _MATCHED
    if not english:
        detected = _detected_edition(store, as_of, day)
        if detected is None:
            return
        edition, confidence = detected, _MATCHED_ELSEWHERE
        english = View(store, "en", edition).glossary()
    terms = load_term_base(store, as_of)

    def translate(headword: str) -> Iterable[str]:
        return (term.en for term in terms.find_by_name(headword, "fr"))

    for match in match_entries(french, english, paired_titles(store, day, edition), translate):
        yield _Source(match.french, match.english, edition, confidence)


def _detected_edition(store: Store, as_of: date, day: date) -> date | None:
    """Return the English edition that the French rules of a day were made from, or the nearest edition of this day."""
    rules = [rule for rule in View(store, "fr", day).all_wordings() if rule.edition == day]
    counted = Counter(source.edition for source in detect_sources(store, as_of, rules).values())
    if counted:
        return min(counted, key=lambda edition: (-counted[edition], edition))
    whole = [date.fromisoformat(each) for each in store.whole_editions("en") if each <= as_of.isoformat()]
    return whole[max(bisect_right(whole, day) - 1, 0)] if whole else None


def _rank(entry: _Entry) -> tuple[bool, date, bool, bool]:
    """Return a sort key: clean texts first, then newer texts, finished translations and whole editions."""
    lossy = any(warning.code == "lossy" for warning in entry.warnings)
    return not lossy, entry.edition, entry.from_finished_translation, not entry.from_excerpt


def _orphan(lineage: str, entry: _Entry, source: _Source | None) -> EntryPair:
    return EntryPair(lineage, entry.item.term, None, entry, "orphan", _base(source))


def _base(source: _Source | None) -> SourceEntry | None:
    if source is None:
        return None
    return SourceEntry(source.edition, source.english.item.term, source.english.item.text, source.confidence)


def _pair(
    english: _Entry,
    history: HeadwordHistory,
    source: _Source | None,
    vocabulary_since: Callable[[date], Vocabulary],
) -> EntryPair:
    """Return the pair of an English entry and its French."""
    term = english.item.term
    if source is None:
        return EntryPair(history.lineage, term, english, None, "missing")
    changes = _changes(english, history, source)
    state: TranslationState = "current"
    behind: tuple[ChangeClass, ...] = ()
    if changes.texts[0] != changes.texts[-1]:
        overall, behind = changes.change_classes(vocabulary_since(source.edition))
        if overall == "wording":
            state, behind = "stale", behind or ("wording",)
    if source.french.item.text_lang == "en":
        state = "untranslated"
    return EntryPair(history.lineage, term, english, source.french, state, _base(source), behind, changes.confidence)


def _changes(english: _Entry, history: HeadwordHistory, source: _Source) -> SourceHistory:
    """Return the wordings of an entry from its base to today, each with its headword."""
    later = [span for span in history.spans if source.edition < span.first <= english.edition]
    heads = [source.english.item.term, *(span.term for span in later), english.item.term]
    texts = [source.english.item.text, *(span.text for span in later), english.item.text]
    wordings = [f"{_as_before(head, heads[0])}\n{text}" for head, text in zip(heads, texts, strict=True)]
    confidence = min((span.confidence for span in later), default=1.0)
    return SourceHistory(tuple(wording for wording, _group in groupby(wordings)), frozenset(), confidence)


def _as_before(headword: str, before: str) -> str:
    """Return an earlier headword if only case and typography have changed since, which French doesn't follow."""
    bare, bare_before = (name_lookup_key(each.replace("_", "").replace("-", " ")) for each in (headword, before))
    return before if bare == bare_before else headword
