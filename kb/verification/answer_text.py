"""An answer as it is read once: its blocks, with the numbers and the quotations of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kb.verification.blocks import AnswerBlock, read_blocks
from kb.verification.mentions import Mention, find_mentions
from kb.verification.passages import QuotedPassage, find_passages


class AnswerText(NamedTuple):
    """The blocks of an answer. `mentions` and `passages` have those of each block, in the order of the blocks."""

    blocks: Sequence[AnswerBlock]
    mentions: Sequence[tuple[Mention, ...]]
    passages: Sequence[Sequence[QuotedPassage]]


def read_answer(text: str) -> AnswerText:
    """Read a text in Markdown, HTML or plain lines, whose lines end with line feeds."""
    blocks = read_blocks(text)
    mentions = [find_mentions(block) for block in blocks]
    passages = [_outside(find_passages(block), found) for block, found in zip(blocks, mentions, strict=True)]
    return AnswerText(blocks, mentions, passages)


def _outside(passages: Sequence[QuotedPassage], mentions: Sequence[Mention]) -> list[QuotedPassage]:
    """Return the passages that aren't titles within a citation: `JAR, “Common Issues”`."""
    return [
        each for each in passages if not any(found.start < each.start and each.end <= found.end for found in mentions)
    ]
