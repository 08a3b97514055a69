"""The places of a policy document: introduction, chapters, sections, appendices, titled paragraphs and their parts.

A heading is recognized by its look, by its title on the contents page, and by the order of the numbers. Every block
becomes a line of one place or of one passage beside the places, so that nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ingest.policy.blocks import BlockKind, TextBlock
from ingest.policy.contents import Contents, letters, split_numbered
from ingest.policy.infraction_parts import lettered_example, part_heading, split_run_in_part, split_run_on_heading
from ingest.policy.stated_date import is_date_line
from kb.documents import Doc
from kb.i18n import stored_message
from kb.model import Example, Finding, Rule, standard_printed_number
from kb.section_number import INTRODUCTION, SectionNumber, slug

_MAX_TITLE = 160
_NAMED = frozenset(("introduction", "frameworkofthisdocument"))
_CREDITS = re.compile(r"All trademarks are property of", re.IGNORECASE)
# No chapter has so many sections. No document has so many misprinted numbers.
_LAST_SECTION, _MOST_CORRECTED = 99, 5
_SENTENCE_END = re.compile(r"[.!?:;]\Z")
NOT_PRINTED = " "
"""The printed number of a part without a heading: a penalty beside the infraction's title, a definition below it."""

_FIRST_INFRACTIONS = 2
"""The chapter of the Infraction Procedure Guide with which the infractions begin."""


@dataclass(slots=True)
class Place:
    """One place of a document while it is read. `printed` is the number as printed before the title."""

    number: SectionNumber
    title: str = ""
    printed: str = ""
    line: int = 0
    lines: list[str] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)

    def as_rule(self) -> Rule:
        """Return the place as a rule of the model."""
        standard = standard_printed_number(self.number)
        titled = [self.title] if not self.number.part or self.title else []
        return Rule(
            number=self.number,
            text="\n".join([*titled, *self.lines]),
            examples=tuple(self.examples),
            printed_number="" if self.printed.strip() == standard else self.printed,
            line=self.line,
        )


@dataclass(slots=True)
class Body:
    """What was read from the blocks of a document: its places, and the passages beside them.

    `only_listed` are chapters whose headings stand on the contents page only. `ends` is True if the notice of
    trademarks stands behind the last heading, as the end of the document.
    """

    places: list[Place] = field(default_factory=list)
    head: list[str] = field(default_factory=list)
    credits: list[str] = field(default_factory=list)
    furniture: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    only_listed: list[SectionNumber] = field(default_factory=list)
    ends: bool = False

    _by_number: dict[SectionNumber, Place] = field(default_factory=dict)

    def add(self, place: Place) -> None:
        """Add a place behind the others."""
        self.places.append(place)
        self._by_number.setdefault(place.number, place)

    def find(self, number: SectionNumber) -> Place | None:
        """Return the place with a number."""
        return self._by_number.get(number)


@dataclass(frozen=True, slots=True)
class SectionHeading:
    """A heading of a numbered place. `rest` stands behind the title: a penalty, or the first sentence."""

    number: SectionNumber
    printed: str
    title: str
    rest: str = ""


class SectionReader:
    """Reads the places from the blocks of one document."""

    def __init__(self, doc: Doc, contents: Contents) -> None:
        self.doc = doc
        self.contents = contents
        self.body = Body()
        self._place: Place | None = None
        self._part: Place | None = None
        self._expects_penalty = False
        self._printed_penalty = ""

    def read(self, blocks: Sequence[TextBlock]) -> Body:
        """Read all blocks."""
        pending = [block for block in blocks if block.kind is not BlockKind.FURNITURE]
        self.body.furniture = [block.text for block in blocks if block.kind is BlockKind.FURNITURE]
        last = max((at for at in range(len(pending)) if self._is_sure_heading(pending[at])), default=-1)
        at = 0
        while at < len(pending):
            block = pending[at]
            following = pending[at + 1] if at + 1 < len(pending) else None
            at += 1
            if _CREDITS.match(block.text):
                self.body.ends = at > last
                end = len(pending) if self.body.ends else at
                self.body.credits += [each.text for each in pending[at - 1 : end]]
                at = end
            elif (heading := self.heading(block)) is not None:
                at += self._begin(heading, block, following)
            elif not self._begin_named(block):
                self._add(block)
        return self.body

    def _is_sure_heading(self, block: TextBlock) -> bool:
        split = split_numbered(block.text)
        if split is None:
            return False
        return block.is_title or letters(split[2]) in {letters(each) for each in self.contents.titles.get(split[0], ())}

    def heading(self, block: TextBlock) -> SectionHeading | None:
        """Return the heading of a numbered place or an appendix, or None if a block is no such heading."""
        split = split_numbered(block.text)
        if split is None or block.kind is BlockKind.ROW or self.doc == "jar":
            return None
        number, printed, title = split
        title, rest = self._without_rest(number, title)
        if not self._is_heading(block, number, title):
            return None
        return SectionHeading(self._in_sequence(number, block), printed, title, rest)

    def _without_rest(self, number: SectionNumber, title: str) -> tuple[str, str]:
        """Split what stands behind a title on the same line. The contents page shows where the title ends."""
        before, _, beside = title.partition("\t")
        for known in sorted(self.contents.titles.get(number, ()), key=len, reverse=True):
            if len(letters(before)) > len(letters(known)) and letters(before).startswith(letters(known)):
                end = next(at for at in range(len(before)) if len(letters(before[:at])) == len(letters(known)))
                if not before[end : end + 1].isalnum():
                    return before[:end].strip(), f"{before[end:]} {beside}".strip()
        return before.strip(), beside.strip()

    def _is_heading(self, block: TextBlock, number: SectionNumber, title: str) -> bool:
        known = {letters(each) for each in self.contents.titles.get(number, ())}
        looks = block.is_title or (block.kind is BlockKind.ITEM and block.is_bold)
        if len(title) > _MAX_TITLE or not (looks or letters(title) in known):
            expected = number.section and number == self._expected() and block.kind is BlockKind.TEXT
            if not expected or len(title) > _MAX_TITLE or _SENTENCE_END.search(title) or not title[:1].isupper():
                return False
        if self._follows(number):
            return True
        is_new = self.body.find(number) is None
        return letters(title) in known and (is_new or self._next_unused() is not None)

    def _last_number(self) -> SectionNumber | None:
        return next((place.number for place in reversed(self.body.places) if not place.number.part), None)

    def _expected(self) -> SectionNumber | None:
        """Return the number that follows the last place within its chapter."""
        last = self._last_number()
        if last is None or last.name:
            return None
        if last.section == _LAST_SECTION:
            return None
        return last.next if last.section else SectionNumber(last.chapter, 1)

    def _follows(self, number: SectionNumber) -> bool:
        """True if a number may follow the last place: no appendix has come yet, and the number is greater."""
        last = self._last_number()
        if last is None or (last.name and not last.is_appendix):
            return True
        return number > last

    def _next_unused(self) -> SectionNumber | None:
        """Return the expected number if no place has it and it isn't on the contents page with another title."""
        expected = self._expected()
        corrected = sum(finding.code == "duplicate-number" for finding in self.body.findings)
        if expected is None or corrected >= _MOST_CORRECTED:
            return None
        return expected if expected not in self.contents.titles else None

    def _in_sequence(self, number: SectionNumber, block: TextBlock) -> SectionNumber:
        """Return the number of a heading. A number printed twice by mistake is corrected to the next number."""
        if self._follows(number) or self.body.find(number) is None:
            return number
        expected = self._next_unused() or number
        message = stored_message(
            "{printed} is printed again, where {number} is missing; it is read as {number}",
            printed=number,
            number=expected,
        )
        self.body.findings.append(Finding("duplicate-number", message, str(expected), block.text))
        return expected

    def _begin(self, heading: SectionHeading, block: TextBlock, following: TextBlock | None) -> int:
        """Begin a place. Return the number of further blocks that belong to its heading."""
        title, used = heading.title, 0
        if not title and following and following.kind is BlockKind.TEXT and len(following.text) < _MAX_TITLE:
            title, used = following.text, 1
        self._begin_chapter(heading.number, block.line)
        self._open(Place(heading.number, title, heading.printed, block.line))
        if heading.rest:
            if self._is_infraction():
                self._add_penalty(heading.rest, block.line)
            else:
                self._add_line(heading.rest, block.line)
        return used

    def _begin_chapter(self, number: SectionNumber, line: int) -> None:
        """Begin the chapter of a section whose heading stands on the contents page only."""
        chapter = number.parent
        if chapter is None or chapter.part or self.body.find(chapter) is not None:
            return
        if titles := self.contents.titles.get(chapter):
            self._open(Place(chapter, titles[0], "", line))
            self.body.only_listed.append(chapter)

    def _begin_named(self, block: TextBlock) -> bool:
        """Begin a place that has a name and no number. Return False if a block is no title of such a place."""
        last = self._last_number()
        title = block.text.strip()
        if len(title) > _MAX_TITLE or block.kind in (BlockKind.ROW, BlockKind.ITEM):
            return False
        if self.doc == "jar":
            return self._begin_paragraph(block)
        if last is None or (last.name and not last.is_appendix):
            named = _NAMED | {letters(entry.title) for entry in self.contents.entries if entry.number is None}
            if letters(title) in named:
                self._open(Place(SectionNumber(name=slug(title)), title, "", block.line))
                return True
        elif last.is_appendix:
            within = {letters(each) for each in self.contents.within.get(last, ())}
            if letters(title) in within:
                self._open(Place(SectionNumber(name=last.name, part=slug(title)), title, "", block.line))
                return True
        return False

    def _begin_paragraph(self, block: TextBlock) -> bool:
        """Begin a titled paragraph of Judging at Regular, or a part of one. The document's title is the first title."""
        title = block.text.strip()
        if self._place is None:
            if letters(title).startswith("judgingatregular"):
                self._open(Place(SectionNumber(name=INTRODUCTION), title, "", block.line))
                return True
            return False
        last = self._last_number()
        name = _short_name(title)
        if not block.is_title or last is None or not name:
            return False
        if block.kind is BlockKind.HEADING:
            self._open(Place(SectionNumber(name=name), title, "", block.line))
        else:
            self._open(Place(SectionNumber(name=last.name, part=name), title, "", block.line))
        return True

    def _open(self, place: Place) -> None:
        self.body.add(place)
        self._place, self._part, self._expects_penalty = place, None, False

    def _is_infraction(self) -> bool:
        number = self._place.number if self._place else None
        return self.doc == "ipg" and number is not None and number.chapter >= _FIRST_INFRACTIONS and number.section > 0

    def _add(self, block: TextBlock) -> None:
        """Add a block to the place that is open."""
        if self._place is None or (is_date_line(block.text) and not self._place.number.chapter):
            self.body.head.append(block.text)
        elif self._is_infraction():
            self._add_to_infraction(block)
        else:
            self._place.lines.append(block.text)

    def _add_to_infraction(self, block: TextBlock) -> None:
        text = block.text
        name = part_heading(text)
        if self._expects_penalty:
            self._add_penalty(text, block.line)
        elif name == "penalty":
            self._expects_penalty, self._printed_penalty = True, text
        elif name:
            self._open_part(name, text, block.line)
        elif run_in := split_run_in_part(text):
            self._open_part(run_in[0], run_in[1], block.line)
            self._add_line(run_in[2], block.line)
        elif run_on := split_run_on_heading(text):
            before, title, name = run_on
            self._add_line(before, block.line)
            message = stored_message("the heading '{title}' stands at the end of a paragraph", title=title)
            self.body.findings.append(Finding("run-together", message, str(self._place.number if self._place else "")))
            self._open_part(name, title, block.line)
        else:
            self._add_line(text, block.line)

    def _open_part(self, name: str, printed: str, line: int) -> None:
        """Open a part of the infraction. A second upgrade continues the first one, with its printed title as a line."""
        if self._place is None:
            return
        number = SectionNumber(self._place.number.chapter, self._place.number.section, part=name)
        known = self.body.find(number)
        if known is not None:
            known.lines.append(printed.strip())
            self._part = known
            return
        self._part = Place(number, "", printed, line)
        self.body.add(self._part)

    def _add_penalty(self, text: str, line: int) -> None:
        self._expects_penalty = False
        part = self._part
        self._open_part("penalty", self._printed_penalty or NOT_PRINTED, line)
        self._printed_penalty = ""
        if self._part:
            self._part.lines.append(text.strip())
        self._part = part

    def _add_line(self, text: str, line: int) -> None:
        """Add a line to the open part of an infraction, or to the open place. The first part is the definition."""
        if self._place is None:
            return
        if self._is_infraction() and self._part is None:
            self._open_part("definition", NOT_PRINTED, line)
        target = self._part or self._place
        example = lettered_example(text) if target.number.part == "examples" else None
        if example:
            target.examples.append(Example(example[1], len(target.lines), example[0]))
        elif target.number.part == "examples" and target.examples:
            # Some pages break an example after a sentence.
            last = target.examples[-1]
            target.examples[-1] = replace(last, text=f"{last.text} {text}")
        else:
            target.lines.append(text)


def _short_name(title: str) -> str:
    """Return the name of a titled paragraph: its title without what stands in brackets, or "" without letters."""
    try:
        return slug(re.sub(r"\(.*?\)", "", title))
    except ValueError:
        return ""
