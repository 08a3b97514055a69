"""Units: what a translation tool translates one at a time, a rule's text or one of its examples.

A unit is known by its key, the rule's lineage and the part of the rule: `306.5b@2014-05-01`,
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

# XLIFF 2 has no @ in an id; `_` stands for it there.
_KEY = re.compile(
    r"(?P<number>[1-9][0-9a-z.]*)[@_](?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})(?::example-(?P<example>[0-9]+))?"
)

# Two examples with so much in common are one that was edited.
_ALIKE = 0.4


@dataclass(frozen=True, slots=True)
class UnitKey:
    """What a unit is known by.

    Attributes:
        pin: the rule, by any number and edition that it had: the lineage's name, which may become
            another one when older editions come in, and still names the rule.
        example: which of its examples, from 1; 0 for the rule's text.
    """

    pin: PinnedNumber
    example: int = 0

    @classmethod
    def parse(cls, text: str) -> UnitKey:
        """Read a key, as `str` or `id` give it.

        Raises:
            BadValue: it is none.
        """
        match = _KEY.fullmatch(text.strip())
        if match is None:
            raise BadValue("unit", text, _("a unit of the rules is called like 306.5b@2014-05-01"))
        return cls(
            PinnedNumber(RuleNumber.parse(match["number"]), parse_date(match["day"])), int(match["example"] or 0)
        )

    @property
    def xml_id(self) -> str:
        """The key where only name characters of XML may stand."""
        return str(self).replace("@", "_")

    def __str__(self) -> str:
        return f"{self.pin}:example-{self.example}" if self.example else str(self.pin)


@dataclass(frozen=True, slots=True)
class TranslationUnit:
    """A text to translate, with what a translator must know of it.

    Attributes:
        key: what it is known by.
        number: the rule's number in the English of the day.
        heading: whether it is one.
        source: the English of the day.
        target: the French; "" if there is none.
        state: how far the French of this unit is: `current`, `stale`, `untranslated` or `missing`.
        edition: the English edition that `source` was read from.
        french: the French edition that `target` was read from, if there is any.
        base: the English edition that the French was made from, if that is known.
        previous: the English that the French was made from; "" if that isn't known.
        behind: the changes of the rule since then.
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
        """What a translator reads beside it: number and state, where the French comes from, what changed since."""
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
        if self.french_edition and self.base_edition:
            lines.append(
                _(
                    "French of {french}, made from the English of {base}",
                    french=self.french_edition,
                    base=self.base_edition,
                )
            )
        if self.previous_source and classify_change(self.previous_source, self.source) not in (None, "typography"):
            lines.append(_("the English since: {changes}", changes=inline_diff(self.previous_source, self.source)))
        return tuple(lines)


def target_digest(target: str) -> str:
    """A short mark of a target, by which a file that comes back tells what was changed in it."""
    return hashlib.sha256(normalize_lines(target).encode()).hexdigest()[:12]


def normalize_lines(text: str | None) -> str:
    """A text of a file without what a tool may have put around its lines; no line is left empty."""
    lines = ((text or "").replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    return "\n".join(line.strip(" \t") for line in lines if line.strip(" \t"))


def inline_diff(old: str, new: str) -> str:
    """Two wordings in one, as `git diff --word-diff` puts it: `[-went-]{+came+}`."""
    marks = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}
    return "".join(marks[each.kind].format(each.text) for each in word_diff(old, new, typography=False))


def with_unique_names(pairs: Iterable[RulePair]) -> tuple[RulePair, ...]:
    """All pairs of a day, each with a name of its own.

    An edition that prints a number twice may give two rules one name (605.2c of 2005-08-01 is today's 806.2c and
    811.2c). All but the first are then called by their number of the day, which is a pin as good as the other.
    """
    seen: set[str] = set()
    named: list[RulePair] = []
    for pair in pairs:
        again = pair.lineage in seen
        seen.add(pair.lineage)
        named.append(replace(pair, lineage=f"{pair.number}@{pair.en.edition}") if again and pair.en else pair)
    return tuple(named)


def filter_by_state(pairs: Iterable[RulePair], states: Container[TranslationState]) -> tuple[RulePair, ...]:
    """The rules that are in some of the states, whole, or have a part that is."""
    return tuple(
        pair for pair in pairs if pair.state in states or any(unit.state in states for unit in units_of_pair(pair))
    )


def units_of_pairs(pairs: Iterable[RulePair]) -> Iterator[TranslationUnit]:
    """The units of rules in both languages, in their order; a rule without English has none."""
    for pair in pairs:
        yield from units_of_pair(pair)


def units_of_pair(pair: RulePair) -> tuple[TranslationUnit, ...]:
    """The units of one pair: the rule's text, then its examples."""
    if pair.en is None:
        return ()
    rule, base = pair.en.item, pair.base
    french = pair.fr if pair.fr and pair.fr.item.text_lang == "fr" and pair.state != "untranslated" else None
    lineage = UnitKey.parse(pair.lineage)
    none: TranslationState = "untranslated" if pair.state == "untranslated" else "missing"
    made: list[TranslationUnit] = []
    for example, (source, at) in enumerate(zip(_english(pair), _places(pair), strict=True)):
        target = previous = ""
        if french is not None and at is not None:
            target = _part(french.item.text, [each.text for each in french.item.examples], at)
            previous = _part(base.text, base.examples, at) if base else ""
        state: TranslationState = "current" if target else none
        if target and pair.state == "stale" and (not previous or classify_change(previous, source) == "wording"):
            state = "stale"
        unit = TranslationUnit(
            replace(lineage, example=example), rule.number, rule.title is not None and not example, source, target,
            state, pair.en.edition,
        )  # fmt: skip
        if target and french is not None:
            made_from = base.edition if base else None
            unit = replace(
                unit,
                french_edition=french.edition,
                base_edition=made_from,
                previous_source=previous,
                changes_behind=pair.changes_behind,
            )
        made.append(unit)
    # What makes the rule stale may be an example that is gone.
    if pair.state == "stale" and made[0].target and not any(unit.state in ("stale", "missing") for unit in made):
        made[0] = replace(made[0], state="stale")
    return tuple(unit for unit in made if unit.source.strip())


def align_examples(pair: RulePair) -> tuple[int | None, ...]:
    """For each example of the English, which of the French examples is its own, from 0; None if there is none.

    Where the French has as many examples as the English that it was made from, they are carried over by what
    became of the English ones; else they are counted.
    """
    if pair.en is None or pair.fr is None:
        return ()
    now = [example.text for example in pair.en.item.examples]
    french = len(pair.fr.item.examples)
    if pair.base is None or len(pair.base.examples) != french:
        return tuple(place if place < french else None for place in range(len(now)))
    places: list[int | None] = [None] * len(now)
    before, after = (
        [normalize_typography(text) for text in pair.base.examples],
        [normalize_typography(text) for text in now],
    )
    for step, begin, end, now_begin, now_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if step == "equal" or (step == "replace" and end - begin == now_end - now_begin):
            places[now_begin:now_end] = range(begin, end)
        elif step == "replace":
            for old, new in _most_alike(before[begin:end], after[now_begin:now_end]).items():
                places[now_begin + new] = begin + old
    return tuple(places)


def _most_alike(before: Sequence[str], after: Sequence[str]) -> dict[int, int]:
    """Which of some texts became which of others: the pairs that have most in common."""
    likeness = {
        (old, new): SequenceMatcher(None, text.split(), other.split(), autojunk=False).ratio()
        for old, text in enumerate(before)
        for new, other in enumerate(after)
    }
    return maximum_weight_matching({pair: worth for pair, worth in likeness.items() if worth >= _ALIKE})


def _english(pair: RulePair) -> tuple[str, ...]:
    return () if pair.en is None else (pair.en.item.text, *(example.text for example in pair.en.item.examples))


def _places(pair: RulePair) -> tuple[int | None, ...]:
    """For each part of the English, the part of the French: 0 for the text, from 1 for the examples."""
    if pair.fr is None:
        return (None,) * len(_english(pair))
    return (0, *(None if place is None else place + 1 for place in align_examples(pair)))


def _part(text: str, examples: Sequence[str], at: int) -> str:
    if at == 0:
        return text
    return examples[at - 1] if at <= len(examples) else ""
