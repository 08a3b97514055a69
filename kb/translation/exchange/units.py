"""Translation units: a unit is a text that is translated by itself, either the text of a rule or an example.

A unit is named by its key, which has the lineage and the part of the rule: `306.5b@2014-05-01`,
`306.5b@2014-05-01:example-2`. Renumbering changes the number that a unit shows, never its key.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import SequenceMatcher

from kb.dates import parse_date
from kb.errors import BadValue
from kb.history.pinned_number import PinnedNumber
from kb.i18n import _, ngettext
from kb.lineage.assignment import maximum_weight_matching
from kb.rule_number import RuleNumber
from kb.text.normalization import ChangeClass, classify_change, normalize_typography
from kb.text.word_diff import word_diff
from kb.translation.rule_pair import RulePair, TranslationState

# An id in XLIFF 2 can't contain @, so `_` replaces it there.
_KEY = re.compile(
    r"(?P<number>[1-9][0-9a-z.]*)[@_](?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})(?::example-(?P<example>[0-9]+))?"
)

# If two examples are at least this similar, one is the edited form of the other.
_MIN_SIMILARITY = 0.4


@dataclass(frozen=True, slots=True)
class UnitKey:
    """The permanent name of a unit: a pinned number of the rule, and the number of an example.

    Usually, `pin` is the name of the rule's lineage. If older editions are ingested, the lineage gets another name, but
    the former name still identifies the rule. `example` counts from 1, and 0 is the rule's text.
    """

    pin: PinnedNumber
    example: int = 0

    @classmethod
    def parse(cls, text: str) -> UnitKey:
        """Parse a key from its `str` or its `xml_id`. Raise `BadValue` if the text is no key."""
        match = _KEY.fullmatch(text.strip())
        if match is None:
            raise BadValue("unit", text, _("a unit of the rules has a name like 306.5b@2014-05-01"))
        pin = PinnedNumber(RuleNumber.parse(match["number"]), parse_date(match["day"]))
        return cls(pin, int(match["example"] or 0))

    @property
    def xml_id(self) -> str:
        """The key in characters that an XML identifier may have."""
        return str(self).replace("@", "_")

    def __str__(self) -> str:
        return f"{self.pin}:example-{self.example}" if self.example else str(self.pin)


@dataclass(frozen=True, slots=True)
class TranslationUnit:
    """A text to translate. `source` is the English of the day. `state` is never `orphan`.

    `target` is the French, or "" if there is none. If the base of the French is known, `base_edition` is the base's
    edition and `previous_source` is the base's text. `changes_behind` has the class of each change of the rule's
    English since the base.
    """

    key: UnitKey
    number: RuleNumber
    is_heading: bool
    source: str
    target: str
    state: TranslationState
    source_edition: date
    french_edition: date | None = None
    base_edition: date | None = None
    previous_source: str = ""
    changes_behind: tuple[ChangeClass, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes for the translator: number, state, editions, and the changes of the English since the base."""
        name = str(self.number)
        if self.key.example:
            name = _("{number}, example {place}", number=name, place=self.key.example)
        lines = [_("{name}: {state}", name=name, state=_(self.state))]
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
        return tuple(lines)


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


def filter_by_state(pairs: Iterable[RulePair], states: Container[TranslationState]) -> tuple[RulePair, ...]:
    """Return the pairs that have one of the states, or have a unit with one of the states."""
    return tuple(
        pair for pair in pairs if pair.state in states or any(unit.state in states for unit in units_of_pair(pair))
    )


def units_of_pairs(pairs: Iterable[RulePair]) -> Iterator[TranslationUnit]:
    """Yield the units of pairs, in the order of the pairs."""
    for pair in pairs:
        yield from units_of_pair(pair)


def units_of_pair(pair: RulePair) -> tuple[TranslationUnit, ...]:
    """Return the units of one pair: the rule's text, then its examples. A pair without English has no units."""
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
            is_stale = pair.state == "stale" and (not previous or classify_change(previous, source) == "wording")
            state = "stale" if is_stale else "current"
        unit = TranslationUnit(
            key=replace(lineage, example=example),
            number=rule.cr_number,
            is_heading=rule.title is not None and not example,
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
