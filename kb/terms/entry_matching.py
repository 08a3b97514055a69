"""Matching of French glossary entries with the English entries of one day, across the alphabets of both languages.

An entry of a finished translation states its English headword. For other entries there is evidence: the same rules are
cited, and the headwords are translations of each other. Nothing is guessed: where two entries fit, none is matched.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from kb.model import GlossaryEntry
from kb.storage.view_items import ViewItem
from kb.text.folding import name_lookup_key

MatchReason = Literal["stated", "title", "names", "references"]

_Entry = ViewItem[GlossaryEntry]


@dataclass(frozen=True, slots=True)
class EntryMatch:
    """A French entry, and the English entry that it translates.

    `reason` is the evidence. `stated`: the translation says so. `title`: the headwords are two titles of one number.
    `names`: the headwords are two names of one term. `references`: no other entries cite the same rules.
    """

    french: _Entry
    english: _Entry
    reason: MatchReason


def match_entries(
    french: Iterable[_Entry],
    english: Iterable[_Entry],
    titles: Mapping[str, str],
    translate: Callable[[str], Iterable[str]] | None = None,
) -> Iterator[EntryMatch]:
    """Yield each French entry that has exactly one English counterpart, with its counterpart.

    `titles` maps the lookup keys of French titles to those of the English titles with the same numbers. `translate`
    returns the English names of the term that a French headword names.
    """
    left, right = list(french), {entry.item.term: entry for entry in english}
    for find in (
        _stated,
        lambda ours, theirs: _by_titles(ours, theirs, titles),
        lambda ours, theirs: _by_names(ours, theirs, translate) if translate else (),
        _by_references,
    ):
        found = list(find(left, right))
        yield from found
        matched = {id(match.french) for match in found}
        left = [entry for entry in left if id(entry) not in matched]
        for match in found:
            right.pop(match.english.item.term, None)


def _stated(french: Iterable[_Entry], english: Mapping[str, _Entry]) -> Iterator[EntryMatch]:
    for entry in french:
        if entry.item.translates in english:
            yield EntryMatch(entry, english[entry.item.translates], "stated")


def _by_titles(
    french: Iterable[_Entry], english: Mapping[str, _Entry], titles: Mapping[str, str]
) -> Iterator[EntryMatch]:
    """Yield the entries that cite the same rules, and whose headwords are titles of one number."""
    for ours, theirs in _groups(french, english.values()):
        for entry in ours:
            title = titles.get(name_lookup_key(entry.item.term))
            same = [each for each in theirs if name_lookup_key(each.item.term) == title]
            if len(same) == 1:
                yield EntryMatch(entry, same[0], "title")
                theirs.remove(same[0])


def _by_names(
    french: Iterable[_Entry], english: Mapping[str, _Entry], translate: Callable[[str], Iterable[str]]
) -> Iterator[EntryMatch]:
    """Yield the entries whose headwords are names of one term. If a term is ambiguous, the cited rules decide."""
    by_name: dict[str, dict[str, _Entry]] = defaultdict(dict)
    for entry in english.values():
        for name in entry.item.names:
            by_name[name_lookup_key(name)][entry.item.term] = entry
    candidates: list[tuple[_Entry, list[_Entry]]] = []
    for entry in french:
        names = {name_lookup_key(name) for each in entry.item.names for name in translate(each)}
        fitting = list({term: each for name in names for term, each in by_name.get(name, {}).items()}.values())
        same = [each for each in fitting if _cited(each) == _cited(entry)]
        candidates.append((entry, same if len(same) == 1 else fitting))
    wanted: dict[str, int] = defaultdict(int)
    for _entry, fitting in candidates:
        for each in fitting:
            wanted[each.item.term] += 1
    for entry, fitting in candidates:
        if len(fitting) == 1 and wanted[fitting[0].item.term] == 1:
            yield EntryMatch(entry, fitting[0], "names")


def _by_references(french: Iterable[_Entry], english: Mapping[str, _Entry]) -> Iterator[EntryMatch]:
    """Yield the entries for which there is one entry in each language that cites exactly these rules."""
    for ours, theirs in _groups(french, english.values()):
        if len(ours) == len(theirs) == 1:
            yield EntryMatch(ours[0], theirs[0], "references")


def _groups(french: Iterable[_Entry], english: Iterable[_Entry]) -> Iterator[tuple[list[_Entry], list[_Entry]]]:
    """Yield the French and the English entries that cite the same rules."""
    groups: dict[frozenset[str], tuple[list[_Entry], list[_Entry]]] = defaultdict(lambda: ([], []))
    for side, entries in enumerate((french, english)):
        for entry in entries:
            if cited := _cited(entry):
                groups[cited][side].append(entry)
    yield from groups.values()


def _cited(entry: _Entry) -> frozenset[str]:
    return frozenset(each.target for each in entry.references if each.kind == "rule")
