"""Translation units: a unit is a text that is translated by itself.

It is the text of a rule, an example, the headword of a glossary entry or its definition. A unit is named by its key,
which has the lineage and the part: `306.5b@2014-05-01`, `306.5b@2014-05-01:example-2`,
`Totem Armor@2010-04-23:headword`. Renumbering changes the number that a unit shows, never its key.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import SequenceMatcher
from typing import Literal

from kb.i18n import _, ngettext
from kb.lineage.assignment import maximum_weight_matching
from kb.text.folding import name_lookup_key
from kb.text.normalization import ChangeClass, classify_change, normalize_typography
from kb.text.word_diff import word_diff
from kb.translation.entry_pair import EntryPair
from kb.translation.exchange.unit_keys import EntryKey, EntryPart, UnitKey
from kb.translation.rule_pair import RulePair, SourceWording, TranslationState

_ENTRY_PARTS: tuple[EntryPart, ...] = ("headword", "definition")

# If two examples are at least this similar, one is the edited form of the other.
_MIN_SIMILARITY = 0.4


UnitKind = Literal["rule", "heading", "example", "headword", "definition"]

Pair = RulePair | EntryPair
"""A rule or a glossary entry in both languages."""


@dataclass(frozen=True, slots=True)
class TranslationUnit:
    """A text to translate. `source` is the English of the day. `state` is never `orphan`.

    `label` is the rule's number or the entry's headword, both of the day. `target` is the French, or "" if there is
    none. If the base of the French is known, `base_edition` is the base's edition and `previous_source` is the base's
    text. `changes_behind` has the class of each change of the English of the rule or entry since the base.
    `draft` is French that the program proposes, or "". `draft_notes` tell the translator what it rests on.
    """

    key: UnitKey | EntryKey
    label: str
    kind: UnitKind
    source: str
    target: str
    state: TranslationState
    source_edition: date
    french_edition: date | None = None
    base_edition: date | None = None
    previous_source: str = ""
    changes_behind: tuple[ChangeClass, ...] = ()
    draft: str = ""
    draft_notes: tuple[str, ...] = ()

    @property
    def proposal(self) -> str:
        """The French that a translator begins with: the draft, or the French so far, or ""."""
        return self.draft or self.target

    @property
    def is_finished(self) -> bool:
        """True if the French translates today's English. A draft never does."""
        return self.state == "current" and not self.draft

    @property
    def name(self) -> str:
        """The name for people: `306.5b, example 1`."""
        if isinstance(self.key, UnitKey) and self.key.example:
            return _("{number}, example {place}", number=self.label, place=self.key.example)
        return _("{name}, headword", name=self.label) if self.kind == "headword" else self.label

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes for the translator: number, state, editions, and the changes of the English since the base."""
        lines = [_("{name}: {state}", name=self.name, state=_(self.state))]
        if self.changes_behind:
            lines[0] += ngettext(
                ", {count} English change behind ({classes})",
                ", {count} English changes behind ({classes})",
                len(self.changes_behind),
                classes=", ".join(map(_, self.changes_behind)),
            )
        french, base = self.french_edition, self.base_edition
        if french and base:
            lines.append(_("French of {french}, made from the English of {base}", french=french, base=base))
        if self.previous_source and classify_change(self.previous_source, self.source) not in (None, "typography"):
            lines.append(_("the English since: {changes}", changes=inline_diff(self.previous_source, self.source)))
        if self.draft:
            lines.append(_("a draft by the program; check each word"))
        return (*lines, *self.draft_notes)


def target_digest(target: str) -> str:
    """Return a short digest of a target. When a file comes back, the digest shows whether the target was changed."""
    return hashlib.sha256(normalize_lines(target).encode()).hexdigest()[:12]


def normalize_lines(text: str | None) -> str:
    """Remove empty lines and the spaces around lines from a text. A tool may have added them."""
    lines = (line.strip(" \t") for line in (text or "").replace("\r", "\n").split("\n"))
    return "\n".join(filter(None, lines))


def inline_diff(old: str, new: str) -> str:
    """Return the diff of two wordings in the notation of `git diff --word-diff`: `[-removed-]{+added+}`."""
    marks = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}
    return "".join(marks[each.kind].format(each.text) for each in word_diff(old, new, typography=False))


def filter_by_state(pairs: Iterable[Pair], states: Container[TranslationState]) -> tuple[Pair, ...]:
    """Return the pairs that have one of the states, or have a unit with one of the states."""
    return tuple(
        pair for pair in pairs if pair.state in states or any(unit.state in states for unit in units_of_pair(pair))
    )


def units_of_pairs(pairs: Iterable[Pair]) -> Iterator[TranslationUnit]:
    """Yield the units of pairs, in the order of the pairs."""
    for pair in pairs:
        yield from units_of_pair(pair)


def units_of_pair(pair: Pair) -> tuple[TranslationUnit, ...]:
    """Return the units of one pair. A pair without English has no units."""
    return units_of_rule(pair) if isinstance(pair, RulePair) else units_of_entry(pair)


def part_name(key: UnitKey | EntryKey) -> str:
    """Return how tables name a part: `text`, `example 2`, `headword`, `definition`."""
    if isinstance(key, EntryKey):
        return key.part
    return f"example {key.example}" if key.example else "text"


def orphan_parts(pair: Pair) -> tuple[tuple[UnitKey | EntryKey, str, str], ...]:
    """Return the texts of an orphan: the key of each, its French, and the English that it was made from, or ""."""
    if pair.fr is None:
        return ()
    keys: list[UnitKey | EntryKey]
    if isinstance(pair, RulePair):
        whole = UnitKey.parse(pair.lineage)
        keys = [replace(whole, example=at) for at in range(len(pair.fr.item.texts))]
    else:
        keys = [EntryKey(pair.lineage, part) for part in _ENTRY_PARTS]
    english = pair.base.texts if pair.base else ()
    return tuple(
        (key, text, english[at] if at < len(english) else "")
        for at, (key, text) in enumerate(zip(keys, pair.fr.item.texts, strict=True))
    )


def pair_label(pair: Pair) -> str:
    """Return the number or headword by which a pair is listed."""
    return str(pair.number) if isinstance(pair, RulePair) else pair.term


def base_label(pair: Pair) -> str:
    """Return the number or headword of the base of a pair's French, or ""."""
    if pair.base is None:
        return ""
    return str(pair.base.number) if isinstance(pair.base, SourceWording) else pair.base.term


def units_of_entry(pair: EntryPair) -> tuple[TranslationUnit, ...]:
    """Return the units of a glossary entry: the headword, then the definition."""
    if pair.en is None:
        return ()
    base = pair.base
    french = pair.fr if pair.fr and pair.fr.item.text_lang == "fr" and pair.state != "untranslated" else None
    targets = french.item.texts if french else ("", "")
    previous = base.texts if french and base else ("", "")
    units: list[TranslationUnit] = []
    for part, source, target, before in zip(_ENTRY_PARTS, pair.en.item.texts, targets, previous, strict=True):
        state: TranslationState = "untranslated" if pair.state == "untranslated" else "missing"
        if target:
            is_changed = _is_renamed(before, source) if part == "headword" else _is_rewritten(before, source)
            state = "stale" if pair.state == "stale" and (not before or is_changed) else "current"
        unit = TranslationUnit(
            key=EntryKey(pair.lineage, part),
            label=pair.term,
            kind=part,
            source=source,
            target=target,
            state=state,
            source_edition=pair.en.edition,
            french_edition=french.edition if target and french else None,
            base_edition=base.edition if target and base else None,
            previous_source=before if target else "",
            changes_behind=pair.changes_behind if target else (),
        )
        units.append(unit)
    if pair.state == "stale" and all(unit.state == "current" for unit in units):
        units[1] = replace(units[1], state="stale")
    return tuple(unit for unit in units if unit.source.strip())


def _is_rewritten(before: str, source: str) -> bool:
    return classify_change(before, source) == "wording"


def _is_renamed(before: str, source: str) -> bool:
    """True if a headword changed, apart from case and typography: French doesn't follow these."""
    bare, bare_before = (name_lookup_key(each.replace("_", "").replace("-", " ")) for each in (source, before))
    return bare != bare_before


def units_of_rule(pair: RulePair) -> tuple[TranslationUnit, ...]:
    """Return the units of a rule: its text, then its examples."""
    if pair.en is None:
        return ()
    rule, base = pair.en.item, pair.base
    french = pair.fr if pair.fr and pair.fr.item.text_lang == "fr" and pair.state != "untranslated" else None
    lineage = UnitKey.parse(pair.lineage)
    parts = (0, *(None if at is None else at + 1 for at in align_examples(pair)))
    units: list[TranslationUnit] = []
    for example, (source, part) in enumerate(zip(rule.texts, parts, strict=True)):
        target = _part(french.item.texts, part) if french else ""
        previous = _part(base.texts, part) if target and base else ""
        state: TranslationState = "untranslated" if pair.state == "untranslated" else "missing"
        if target:
            is_stale = pair.state == "stale" and (not previous or _is_rewritten(previous, source))
            state = "stale" if is_stale else "current"
        unit = TranslationUnit(
            key=replace(lineage, example=example),
            label=str(rule.cr_number),
            kind="example" if example else "rule" if rule.title is None else "heading",
            source=source,
            target=target,
            state=state,
            source_edition=pair.en.edition,
            french_edition=french.edition if target and french else None,
            base_edition=base.edition if target and base else None,
            previous_source=previous,
            changes_behind=pair.changes_behind if target else (),
        )
        units.append(unit)
    # A rule may be stale because an example was removed.
    if pair.state == "stale" and units[0].target and not any(unit.state in ("stale", "missing") for unit in units):
        units[0] = replace(units[0], state="stale")
    return tuple(unit for unit in units if unit.source.strip())


def _part(texts: Sequence[str], part: int | None) -> str:
    """Return the text or an example of a rule, or "" if there is no such example."""
    return texts[part] if part is not None and part < len(texts) else ""


def align_examples(pair: RulePair) -> tuple[int | None, ...]:
    """Return, for each English example of the day, the index of its French translation, or None if there is none.

    If the French has as many examples as its base, each French example translates one base example. Each base example
    is matched with an English example of the day, which gets its French. Otherwise, French and English examples are
    matched by their order.
    """
    if pair.en is None:
        return ()
    _text, *now = pair.en.item.texts
    french = len(pair.fr.item.examples) if pair.fr else 0
    if pair.base is None or len(pair.base.examples) != french:
        return tuple(at if at < french else None for at in range(len(now)))
    aligned: list[int | None] = [None] * len(now)
    before, after = (list(map(normalize_typography, texts)) for texts in (pair.base.examples, now))
    for step, begin, end, now_begin, now_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if step == "equal" or (step == "replace" and end - begin == now_end - now_begin):
            aligned[now_begin:now_end] = range(begin, end)
        elif step == "replace":
            for old, new in _most_similar(before[begin:end], after[now_begin:now_end]).items():
                aligned[now_begin + new] = begin + old
    return tuple(aligned)


def _most_similar(before: Sequence[str], after: Sequence[str]) -> dict[int, int]:
    """Match each text with its edited form by similarity. Map indexes in `before` to indexes in `after`."""
    similarity = {
        (old, new): SequenceMatcher(None, text.split(), other.split(), autojunk=False).ratio()
        for old, text in enumerate(before)
        for new, other in enumerate(after)
    }
    return maximum_weight_matching({pair: each for pair, each in similarity.items() if each >= _MIN_SIMILARITY})
