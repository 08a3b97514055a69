"""Names of rules near a citation: does the number stand under the heading that the text names?

Names are found in prose and within identifiers: `Scry (CR 701.18)`, `fireSurveilTriggers`, `CARD_DISCARDED`. A name
counts against a number only if it stands directly beside the number, or if the number once stood under this very
heading. Nothing is said if the heading of the cited rule is near as well, or if two readings are plausible.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase

from kb.citations.name_tokens import NEAR, OTHER_NUMBER, WORD, Token, is_interrupted, sentence_of, stems_of, tokens_of
from kb.citations.rule_text_index import Heading, RuleTextIndex, stem
from kb.citations.surroundings import Surroundings
from kb.rule_number import RuleNumber


@dataclass(frozen=True, slots=True)
class TopicReading:
    """What the names near a citation say about its number.

    Attributes:
        agrees: True if the heading of the cited rule is near.
        is_direct: True if the name stands directly beside the number.
        name: the name that the text has instead.
        target: the number for that name; None if it has none today.
        heading: the number of the rule with that heading today, or None.
        until: the edition that ended the time in which the cited number stood under that name, or "".
        is_certain: True if the number stood under that name once, and no other rule with that number did.
        keeps_letter: True if only the letter of the cited number speaks for the letter of the target.
    """

    agrees: bool
    is_direct: bool = False
    name: str = ""
    target: RuleNumber | None = None
    heading: RuleNumber | None = None
    until: str = ""
    is_certain: bool = False
    keeps_letter: bool = False


# Words that may stand between a name and its number: "scry 2 (CR 701.18)", "the flashback cost (CR 702.34)".
_BETWEEN = frozenset(
    stem(word)
    for word in "a an the n x y z ability abilities keyword keywords action actions rule rules rulings cost costs see "
    "per under by as cr mechanic mechanics counter counters comp comprehensive mtg magic s "
    "designation designations is are lives works in covered described explained defined governed handled".split()
)
# Headings that are too common to name a rule, in or out of an identifier.
_COMMON = frozenset(
    (
        "general", "cards", "type", "types", "hand", "stack", "players", "objects", "effects", "abilities", "spells",
        "game",
    )
)  # fmt: skip
# A number directly before a name: the name belongs to it.
_OWNED = re.compile(r"[1-9][0-9]{2}\.[0-9]{1,3}[a-z]{0,2}[^\w()]{0,3}\Z")
# A word of less weight is in too many rules to name one of them.
_MIN_WORD_WEIGHT = 4.2
# The last words of headings such as "Two-Headed Giant Variant" and "Shared Team Turns Option".
_KINDS = frozenset(map(stem, ("variant", "option", "cards")))
# In words.
_LONGEST_NAME = 4
# In characters: within which a name stands that is directly beside the number.
_BESIDE = 72


class TopicMatcher:
    """Compares the names near a citation with the headings of a day."""

    def __init__(self, index: RuleTextIndex, day: str) -> None:
        self._index, self._day = index, day
        self._spoken: dict[str, frozenset[int]] = {}
        self._names_of_number: dict[RuleNumber, Sequence[tuple[tuple[str, ...], Heading]]] = {}
        self._names: dict[str, list[tuple[tuple[str, ...], Heading]]] = defaultdict(list)
        self._headings: dict[int, list[tuple[tuple[str, ...], Heading]]] = defaultdict(list)
        self._of_lineage: dict[int, list[tuple[str, ...]]] = defaultdict(list)
        for heading in index.headings:
            stems = tuple(map(stem, heading.words))
            self._of_lineage[heading.lineage] += _short_forms(stems)
            if " ".join(heading.words).removeprefix("the ") not in _COMMON:
                bare = stems[1:] if len(stems) > 1 and heading.words[0] == "the" else stems  # "the Ring tempts you"
                for name in dict.fromkeys((bare, tuple(word for word in bare if word != "and"))):  # "day/night"
                    self._names[name[0]].append((name, heading))
                self._headings[heading.lineage] += ((name, heading) for name in _short_forms(stems))

    def read(self, number: RuleNumber, around: Surroundings) -> TopicReading | None:
        """Read the names around a citation of a number. Return None if no name says anything about it."""
        if number.section == 0:
            return None
        before, prose = around.line[-NEAR:], around.before[-NEAR:]
        present = self._present_heading(number)
        is_rule = present is not None and bool(present.rule)
        if not WORD.search(around.before):  # the number begins its paragraph, often with a full stop: "702.9. Flying"
            around = around._replace(after=around.after.lstrip(" .:*_|"))
        if self._follows(present, around):
            return TopicReading(agrees=True, is_direct=True)
        direct = self._direct(around, before, prose)
        everywhere = "\n".join((around.line, around.before, around.after))
        may_agree = self._may_have_heading(present, everywhere)
        if not may_agree or not self._has_heading(present, "\n".join((before, *sentence_of(around)))):
            if found := self._once_here(number, direct):
                return replace(found, is_direct=True)
        elif is_rule:
            return TopicReading(agrees=True)
        if may_agree and self._has_heading(present, everywhere):
            return TopicReading(agrees=True) if is_rule else None
        return (
            self._once_here(number, self._near(number, around))
            or self._other_section(number, direct)
            or self._elsewhere(number, direct or self._only_name(number, around), around)
        )

    def _present_heading(self, number: RuleNumber) -> RuleNumber | None:
        """Return the number of the rule or section with a heading that a number stands under today."""
        for level in _levels(number):
            if self._index.lineage_on(level, self._day) in self._index.headed:
                return level
        return None

    def _follows(self, heading: RuleNumber | None, around: Surroundings) -> bool:
        """True if a heading stands directly behind the number, and is no common word of a sentence."""
        behind = around.after[:_BESIDE]
        if not self._may_have_heading(heading, behind):
            return False
        stems = stems_of(behind)
        is_quoted = around.after.lstrip(" ,:(")[:1] in ("“", '"', "«") or not WORD.search(around.before)
        return any(stems[: len(own)] == own and (is_quoted or len(own) > 1) for own in self._stems_of(heading))

    def _may_have_heading(self, heading: RuleNumber | None, text: str) -> bool:
        """True if a text has all words of a heading, if words within words count. Few texts have them."""
        lower_case = text.lower()
        return any(all(each in lower_case for each in stems) for stems in self._stems_of(heading))

    def _has_heading(self, heading: RuleNumber | None, text: str) -> bool:
        """True if a text has all words of the present heading of a rule or section."""
        words = frozenset(stems_of(text))
        return any(words.issuperset(set(stems) - {"th"}) for stems in self._stems_of(heading))

    def _found_at(self, tokens: Sequence[Token], at: int) -> list[tuple[int, Heading]]:
        """Return the names that begin at a token, each with its length in tokens."""
        return [
            (len(stems), heading)
            for stems, heading in self._names.get(tokens[at].stem, ())
            if tuple(token.stem for token in tokens[at : at + len(stems)]) == stems
        ]

    def _direct(self, around: Surroundings, before: str, prose: str) -> list[Heading]:
        """Return the names directly before or behind the number."""
        found: list[Heading] = []
        for text in dict.fromkeys((before[-_BESIDE:], prose[-_BESIDE:])):
            stems = stems_of(text)
            end = _end_of_name(stems)
            first = max(0, end - _LONGEST_NAME)
            if self._names.keys().isdisjoint(stems[first:end]):
                continue
            tokens = tokens_of(text)
            if is_interrupted(text[tokens[end - 1].end :]):
                continue
            for at in range(first, end):
                if _OWNED.search(text, max(0, tokens[at].start - 24), tokens[at].start) is None:
                    found += [heading for size, heading in self._found_at(tokens, at) if at + size == end]
            if found:
                break
        return found if _closes(around.after) else found + self._directly_behind(around.after[:_BESIDE])

    def _directly_behind(self, text: str) -> list[Heading]:
        """Return the names at the beginning of the text behind a number."""
        first = next((word for word in stems_of(text) if word not in _BETWEEN), None)
        if first not in self._names:
            return []
        tokens = tokens_of(text)
        at = next(place for place, token in enumerate(tokens) if token.stem == first)
        if is_interrupted(text[: tokens[at].start]):
            return []
        names = self._found_at(tokens, at)
        longest = max((size for size, _heading in names), default=0)
        return [heading for size, heading in names if size == longest]

    def _near(self, number: RuleNumber, around: Surroundings) -> list[Heading]:
        """Return the former headings of a number that its sentence or the program text of its line names.

        A section's heading of one word, such as "Life", is too common to count.
        """
        names = self._former_names(number._replace(subrule=0))
        if not names:
            return []
        rule = str(number).rstrip(ascii_lowercase)
        found: list[Heading] = []
        for text in dict.fromkeys((around.line[-NEAR:], *sentence_of(around))):
            lower_case = text.lower()
            likely = [(stems, each) for stems, each in names if all(word in lower_case for word in stems)]
            if likely and all(each.rstrip(ascii_lowercase) == rule for each in OTHER_NUMBER.findall(text)):
                words = stems_of(text)
                found += [
                    heading
                    for stems, heading in likely
                    if any(words[at : at + len(stems)] == stems for at in range(len(words)))
                ]
        return found

    def _former_names(self, rule: RuleNumber) -> Sequence[tuple[tuple[str, ...], Heading]]:
        """Return the headings under which a rule's number, or its section's number, has stood."""
        if rule not in self._names_of_number:
            lineages = {span.lineage for level in _levels(rule) for span in self._index.spans_of_number(level)}
            names = [each for lineage in lineages for each in self._headings.get(lineage, ())]
            self._names_of_number[rule] = [each for each in names if len(each[0]) > 1 or each[1].is_rule]
        return self._names_of_number[rule]

    def _only_name(self, number: RuleNumber, around: Surroundings) -> list[Heading]:
        """Return the name in the sentence of a citation, if there is only one, and no other number.

        It is the name of a rule of the number's section.
        """
        if not self._is_keyword_section(number):
            return []
        found: dict[int, Heading] = {}
        for text in dict.fromkeys((around.line[-NEAR:], *sentence_of(around))):
            if self._names.keys().isdisjoint(stems_of(text)):
                continue
            if OTHER_NUMBER.search(text):
                return []
            tokens = tokens_of(text)
            for at in range(len(tokens)):
                found |= {
                    name.lineage: name
                    for _size, name in self._found_at(tokens, at)
                    if name.is_rule and self._is_telling(name)
                }
        if len(found) != 1:
            return []
        ((lineage, name),) = found.items()
        today = self._index.number_on(lineage, self._day)
        return [name] if today is not None and today.section == number.section else []

    def _stems_of(self, heading: RuleNumber | None) -> Sequence[tuple[str, ...]]:
        """Return the headings that a rule or section has had, as stems."""
        if heading is None:
            return ()
        lineage = self._index.lineage_on(heading, self._day)
        return () if lineage is None else self._of_lineage.get(lineage, ())

    def _is_telling(self, name: Heading) -> bool:
        """True if a name has a word that few rules have. "Cast" and "exile" are everywhere."""
        return any(self._index.word_weight(stem(word)) >= _MIN_WORD_WEIGHT for word in name.words)

    def _other_section(self, number: RuleNumber, names: Sequence[Heading]) -> TopicReading | None:
        """Return the reading by the heading of another section of the same chapter, directly beside a number."""
        if self._is_keyword_section(number):
            return None
        own = {word for stems in self._stems_of(self._present_heading(number)) for word in stems}
        under = {
            at: name
            for name in names
            if len(name.words) > 1 and not name.is_rule and not own.issuperset(map(stem, name.words))
            and (at := self._index.number_on(name.lineage, self._day)) is not None
            and at.chapter == number.chapter and not at.covers(number)
        }  # fmt: skip
        if len(under) != 1:
            return None
        ((heading, name),) = under.items()
        if self._is_mentioned(name, number._replace(subrule=0)):
            return None
        same = number._replace(section=heading.section)
        has_same = self._index.lineage_on(same, self._day) is not None
        return TopicReading(False, False, name.text, same if has_same else heading, heading)

    def _once_here(self, number: RuleNumber, names: Sequence[Heading]) -> TopicReading | None:
        """Return the reading by a name under which the cited number once stood."""
        if not names:
            return None
        headed: dict[int, Heading] = {}
        for heading in names:
            headed.setdefault(heading.lineage, heading)
        times = [
            span
            for level in _levels(number)
            for span in self._index.spans_of_number(level)
            if span.lineage in headed and span.first <= self._day
        ]
        lineages = {span.lineage for span in times}
        if len(lineages) != 1:
            return None
        (lineage,) = lineages
        today = self._index.number_on(lineage, self._day)
        if today is not None and today.covers(number):
            return None
        then = [
            span
            for span in self._index.spans_of_number(number)
            if any(time.first < span.ended and span.first < time.ended for time in times)
        ]
        targets = {self._index.number_on(span.lineage, self._day) for span in then} - {None}
        last = self._index.number_on(max(then, key=lambda span: span.first).lineage, self._day) if then else None
        until = max(time.ended for time in times)
        target = last or self._with_letter(today, number)
        return TopicReading(
            False, False, headed[lineage].text, target, today, until, len(targets) == 1, keeps_letter=last is None
        )

    def _with_letter(self, heading: RuleNumber | None, number: RuleNumber) -> RuleNumber | None:
        """Return the subrule of a rule with the letter of another number if there is one, and else the rule."""
        if heading is None or not number.subrule:
            return heading
        same = RuleNumber(heading.chapter, heading.section, heading.rule, number.subrule)
        return same if heading.rule and self._index.lineage_on(same, self._day) is not None else heading

    def _elsewhere(self, number: RuleNumber, names: Sequence[Heading], around: Surroundings) -> TopicReading | None:
        """Return the reading by a name directly beside a number that never stood under it."""
        if number.kind == "section":
            return None
        above, _section = _levels(number)
        cited = self._index.lineage_on(above, self._day)
        if (cited is not None and cited not in self._index.headed) or not self._is_keyword_section(number):
            return None
        today = {each.lineage: self._index.number_on(each.lineage, self._day) for each in names if each.is_rule}
        under = {lineage: at for lineage, at in today.items() if at is not None and at.rule}
        if len(under) != 1:
            return None
        ((lineage, heading),) = under.items()
        name = next(each for each in names if each.lineage == lineage)
        if not _is_written_as_name(name, around) or self._is_mentioned(name, above):
            return None
        target = self._with_letter(heading, number)
        return TopicReading(False, False, name.text, target, heading, keeps_letter=True)

    def _is_mentioned(self, name: Heading, above: RuleNumber) -> bool:
        """True if the rules under the cited heading speak of a name themselves."""
        below = f"{above}"
        if below not in self._spoken:
            wordings = [
                span.wording
                for label in self._index.labels
                if label.startswith(below) and label.rstrip(ascii_lowercase) == below
                for span in self._index.spans_of_number(label)
                if span.first <= self._day < span.ended
            ]
            self._spoken[below] = frozenset[int]().union(*map(self._index.words_in, wordings))
        return self._spoken[below].issuperset(self._index.word_ids(map(stem, name.words)))

    def _is_keyword_section(self, number: RuleNumber) -> bool:
        """True if the rules of a number's section have headings, as keywords have."""
        first = RuleNumber(number.chapter, number.section, 2)
        return self._index.lineage_on(first, self._day) in self._index.headed


def _short_forms(stems: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a heading, and what remains of it without its last word, if that only says what kind of thing it is."""
    return [stems, stems[:-1]] if len(stems) > 2 and stems[-1] in _KINDS else [stems]


def _levels(number: RuleNumber) -> tuple[RuleNumber, RuleNumber]:
    """Return the rule and the section under whose headings a number stands."""
    return number._replace(subrule=0), RuleNumber(number.chapter, number.section)


def _end_of_name(stems: Sequence[str]) -> int:
    """Return the index after the last word before a number that may belong to a name."""
    end = len(stems)
    while end and (stems[end - 1] in _BETWEEN or stems[end - 1][0].isdigit()):
        end -= 1
    return end


def _is_written_as_name(name: Heading, around: Surroundings) -> bool:
    """True if a text has a name with a capital letter, or within an identifier in capitals."""
    spelled = re.escape(name.text).replace(r"\ ", r"[ _]?")
    pattern = re.compile(rf"(?<![a-z]){spelled}(?![a-z])|(?<![A-Z]){spelled.upper()}(?![A-Z])")
    return any(pattern.search(text) for text in (around.line[-NEAR:], around.before[-NEAR:], around.after[:NEAR]))


def _closes(after: str) -> bool:
    """True if a bracket closes directly behind a number, so that the words behind it are about something else."""
    return after.lstrip(" *_`\"'")[:1] in (")", "]", ",", ".", ";")
