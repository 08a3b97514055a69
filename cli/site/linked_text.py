"""The texts of rules and headwords as HTML, with each reference as a link.

Texts come from documents of strangers. Each piece of a text is escaped here. Nothing else in the site marks a text as
safe HTML.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape

from cli.rendering.typesetting import typeset
from kb.model import GlossaryEntry, Rule
from kb.rule_number import RuleNumber
from kb.storage.view_items import StoredReference, ViewItem

LinkTargets = Sequence[str | None]
"""For each reference of a text, the address of its target relative to the page, or None if it has no target."""


class LinkedParagraph(NamedTuple):
    """A paragraph of a rule as HTML. `marker` is the word before an example, or "" for the rule's own text."""

    marker: str
    html: Markup


class NumberTargets:
    """The numbers that pages have anchors or pages for."""

    def __init__(self, numbers: Iterable[RuleNumber]) -> None:
        self._by_key = sorted((number.sort_key, str(number)) for number in set(numbers))
        self._found: dict[str, str | None] = {}

    def find(self, target: str) -> str | None:
        """Return the number to link to for a number or a range: its first number, or the first number below it.

        Return None if there is none. A cited rule may have no text of its own, only subrules.
        """
        if target not in self._found:
            key = _sort_key(target.partition("-")[0])
            at = bisect_left(self._by_key, (key, ""))
            there = at < len(self._by_key) and self._by_key[at][0].startswith(key)
            self._found[target] = self._by_key[at][1] if there else None
        return self._found[target]


@lru_cache(maxsize=1 << 14)
def _sort_key(number: str) -> str:
    return RuleNumber.parse(number).sort_key


def linked_lines(
    text: str, lang: str, references: Sequence[StoredReference], targets: LinkTargets, example: int | None = None
) -> list[Markup]:
    """Return the lines of a text with its references as links.

    `targets` has an address for each of `references`. `example` selects the references of an example.
    """
    links = [
        (each.start, each.end, target)
        for each, target in zip(references, targets, strict=True)
        if target is not None and each.example == example
    ]
    # Character for character, so the offsets of the references stay true.
    text = typeset(text, lang)
    found: list[Markup] = []
    begin = 0
    for line in text.split("\n"):
        pieces, at, end = [], begin, begin + len(line)
        for start, stop, target in links:
            if at <= start and stop <= end:
                pieces += [escape(text[at:start]), Markup('<a href="{}">{}</a>').format(target, text[start:stop])]
                at = stop
        found.append(Markup("").join((*pieces, escape(text[at:end]))))
        begin = end + 1
    return found


def rule_paragraphs(printed: ViewItem[Rule], targets: LinkTargets) -> list[LinkedParagraph]:
    """Return the paragraphs and examples of a rule in the order printed."""
    item = printed.item
    found = [LinkedParagraph("", line) for line in linked_lines(item.text, item.text_lang, printed.references, targets)]
    for index in reversed(range(len(item.examples))):
        example = item.examples[index]
        lines = linked_lines(example.text, item.text_lang, printed.references, targets, index)
        found.insert(min(example.after, len(found)), LinkedParagraph(example.marker, Markup("<br>").join(lines)))
    return found


def definition_lines(printed: ViewItem[GlossaryEntry], targets: LinkTargets) -> list[Markup]:
    """Return the lines of a definition of the glossary."""
    return linked_lines(printed.item.text, printed.lang, printed.references, targets)
