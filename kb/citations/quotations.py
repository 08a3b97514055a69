"""Words of the rules that stand beside a citation, and whether they are what the rule says.

A text about the game quotes cards, players and programs as well. So words count as a quotation of the
rule only where they are attached to its number:

    CR 704.5j: "If two or more ..."      704.5j says “...”      “...” (CR 704.5j)
    rule 601, “Casting Spells”           a title, for a number that has one
    > 704.5j If two or more ...          a quoted block in Markdown that begins with the number,
                                         follows the line with it, or stands before a line of it alone

and they are judged only where most of them are the rule's, or all of them are another rule's.
Compared are words: typography, markup, case and the marks of a comment don't matter, and `...`, `[...]` or
words in brackets stand for anything that was left out.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import NamedTuple

from kb.citations.citation_parser import Citation, opens_quoted_block
from kb.languages import Lang

LineReader = Callable[[], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words attached to a citation.

    Attributes:
        text: the words as they stand there, without the quotation marks.
        titled: whether they stand as a title does, between a comma and the end of the clause.
        lang: the language that they are plainly in, by their marks or by the citation's word; else None.
    """

    text: str
    is_title: bool = False
    lang: Lang | None = None


class QuotationDifference(NamedTuple):
    """The first place where a quotation and a rule differ.

    Attributes:
        after: a few words before it, which both have.
        quoted: what the quotation has there; empty if it leaves something out.
        printed: what the rule has there; empty if the quotation adds something.
    """

    after: str
    quoted: str
    printed: str


_CLOSING = {'"': '"', "“": "”", "«": "»", "<q>": "</q>", "&quot;": "&quot;", "&ldquo;": "&rdquo;", "&laquo;": "&raquo;"}
_GUILLEMETS = ("«", "&laquo;")
_FRENCH = re.compile(r"(?:sous-)?r[èe]gle|R\.?C", re.IGNORECASE)
_OPEN = "|".join(map(re.escape, _CLOSING))
# From the end of a citation to the quotation mark that opens its words.
_LEADS_IN = re.compile(
    rf"""
    (?: \]\([^)\s]*\) | </\w+> | ["'`*_\])] ){{0,4}} \s*
    (?: (?P<comma> ,) \s? | (?: : | — | – | -{{1,2}} | \( ) \s?
      | (?: says? | reads? | states? | dit | indique | stipule | précise ) (?: \s that | \s que )? [:,]? \s
    )? (?: [*_]{{1,2}} | <\w+> )?
    (?P<open> {_OPEN} )
    """,
    re.VERBOSE,
)
# From the quotation mark that closes some words to the citation that they belong to.
_LEADS_BACK = re.compile(
    r"""
    (?P<close> ["”»] | </q> | &quot; | &rdquo; | &raquo; ) [*_]{0,2} [.,]? \s? (?: [(\[] | [—–-]{1,2}\s? ) [*_`]{0,2} \Z
    """,
    re.VERBOSE,
)
_CLOSES_TITLE = re.compile(r"\s*(?:[.,;:)\]]|$|(?:and|or|et|ou)\b)")
_ENDS_LINE = re.compile(r"(?:\]\([^)\s]*\)|</\w+>|[*_`\])]){0,4}\s*(?:says|reads|states)?\s*[:.]?[*_]{0,2}\s*\Z")
_BLOCK = re.compile(r"\s*(?://+!?|\*|#)?\s?>+\s?")
_STANDS_ALONE = re.compile(r"\s*>?\s*(?:—|–|--?|\(|\[)?\s*(?:[*_`(\[]{0,3})\Z")
_MARGIN = re.compile(r"\s*(?://+[!/]?|/?\*+(?!\*)|\#+|--+|;+|%+|>+)?\s*")

_LEFT_OUT = re.compile(r"\[[^\]]*\]|\(?(?:…|\.\.\.+)\)?")
_MARKUP = re.compile(r"<[^<>]{1,80}>")
_EDGES = "\"“”„«»'‘’`*_.,;:!?()–—-"
_WORD = re.compile(r"[^\s–—]+")

# No rule is longer; a line may be, if it is a whole minified program.
_LONGEST = 4000
# A quotation of fewer words may be a figure of speech.
_FEWEST_WORDS = 4
_FEWEST_OF_ANOTHER = 6
# Of its words, how many must be the rule's, in the rule's order.
_MOST = 0.6


def find_quotation(citation: Citation, line: str, before: LineReader, after: LineReader) -> Quotation | None:
    """The words that a citation's line, or the lines around it, attach to the citation.

    Args:
        citation: the citation.
        line: its line.
        before: gives the lines before it.
        after: gives the lines after it.
    """
    found = _attached(citation, line, before, after)
    return replace(found, lang=found.lang or _lang(citation)) if found is not None else None


def _lang(citation: Citation) -> Lang | None:
    """The language of a citation's word; "CR" is said in every language."""
    if _FRENCH.match(citation.text):
        return "fr"
    return "en" if "rule" in citation.text.lower() else None


def _attached(citation: Citation, line: str, before: LineReader, after: LineReader) -> Quotation | None:
    rest = line[citation.end : citation.end + _LONGEST]
    if match := _LEADS_IN.match(rest):
        return _opened(rest, match, after)
    if opens_quoted_block(line, citation.start):
        return _block_from(rest, after())
    if _ENDS_LINE.match(rest):
        following = after()
        if following and _BLOCK.match(following[0]):
            return _block_from("", following)
        if citation.start < 24 and _STANDS_ALONE.match(line[: citation.start]):
            preceding = before()
            if preceding and _BLOCK.match(preceding[-1]):
                return _block_before(preceding)
    if match := _LEADS_BACK.search(line, max(0, citation.start - 24), citation.start):
        return _closed(line[max(0, match.start() - _LONGEST) : match.start()], match["close"], before)
    return None


def _opened(rest: str, match: re.Match[str], after: LineReader) -> Quotation | None:
    """The words behind an opening quotation mark, on this line and, in one paragraph, on the next ones."""
    close = _CLOSING[match["open"]]
    text = rest[match.end() :]
    if close not in text:
        for further in after():
            bare = _bare(further)
            if not bare:
                return None
            text += f" {bare}"
            if close in bare:
                break
        else:
            return None
    words, _, behind = text.partition(close)
    titled = match["comma"] is not None and _CLOSES_TITLE.match(behind) is not None
    titled = titled or (match["comma"] is not None and words.rstrip()[-1:] in (".", ","))
    return Quotation(words, titled, "fr" if match["open"] in _GUILLEMETS else None)


def _closed(text: str, close: str, before: LineReader) -> Quotation | None:
    """The words before a closing quotation mark, on this line and, in one paragraph, on those before."""
    opens = next(mark for mark, closing in _CLOSING.items() if closing == close)
    if opens not in text:
        for earlier in reversed(before()):
            bare = _bare(earlier)
            if not bare:
                return None
            text = f"{bare} {text}"
            if opens in bare:
                break
        else:
            return None
    leading, _, words = text.rpartition(opens)
    # `CR 704.5j: "..." (CR 704.3)`: the words belong to the number that they follow.
    return (
        None
        if re.search(r"[0-9][a-z]{0,2}\W{0,3}\Z", leading)
        else Quotation(words, lang="fr" if opens in _GUILLEMETS else None)
    )


def _block_from(first: str, following: Sequence[str]) -> Quotation | None:
    """A quoted block in Markdown, up to where a rule with another number begins in it."""
    lines = [first.lstrip("*_`.: ")]
    for line in following:
        match = _BLOCK.match(line)
        if match is None or re.match(r"\W*[1-9][0-9]{2}\.[1-9]", line[match.end() :]):
            break
        lines.append(line[match.end() :])
    text = " ".join(lines).strip()
    return Quotation(text) if text else None


def _block_before(preceding: Sequence[str]) -> Quotation | None:
    """A quoted block in Markdown that ends on the line before a citation."""
    lines: list[str] = []
    for line in reversed(preceding):
        match = _BLOCK.match(line)
        if match is None:
            break
        lines.insert(0, line[match.end() :])
    text = " ".join(lines).strip()
    return Quotation(text) if text else None


def _bare(line: str) -> str:
    """A line without its indentation and the mark of a comment or a quotation."""
    margin = _MARGIN.match(line)
    return line[margin.end() if margin else 0 :].strip()


class ComparableText:
    """A text as the words that it is compared by.

    Attributes:
        printed: the words as they stand there.
        words: the same without case and typography.
    """

    def __init__(self, text: str) -> None:
        plain = _MARKUP.sub(" ", html.unescape(text))
        pairs = [(word, _folded(word)) for word in _WORD.findall(plain)]
        self.printed = [printed for printed, word in pairs if word]
        self.words = [word for _, word in pairs if word]
        self.run = f" {' '.join(self.words)} "

    def contains(self, parts: Sequence[ComparableText]) -> bool:
        """Whether some runs of words stand in this text, in their order."""
        at = 0
        for part in parts:
            found = self.run.find(part.run, at)
            if found < 0:
                return False
            at = found + len(part.run) - 1
        return True


def _folded(word: str) -> str:
    return word.strip(_EDGES).replace("’", "'").replace("‑", "-").casefold()


def quoted_parts(quotation: Quotation) -> tuple[ComparableText, ...]:
    """The runs of words of a quotation, parted where it says that something is left out."""
    parts = [ComparableText(part) for part in _LEFT_OUT.split(quotation.text)]
    return tuple(part for part in parts if part.words)


def is_distinctive(parts: Sequence[ComparableText], fewest: int = _FEWEST_OF_ANOTHER) -> bool:
    """Whether so many words can't stand in a rule by chance."""
    return sum(len(part.words) for part in parts) >= fewest


def first_difference(parts: Sequence[ComparableText], rule: ComparableText) -> QuotationDifference | None:
    """Where a quotation first departs from the rule that it is plainly meant to quote.

    None if it doesn't depart from it, or if it is a quotation of something else.
    """
    if rule.contains(parts) or not is_distinctive(parts, _FEWEST_WORDS):
        return None
    words = [word for part in parts for word in part.words]
    printed = [word for part in parts for word in part.printed]
    gaps, place = set(), 0
    for part in parts:
        place += len(part.words)
        gaps.add(place)
    matcher = SequenceMatcher(None, words, rule.words, autojunk=False)
    if sum(block.size for block in matcher.get_matching_blocks()) < _MOST * len(words):
        return None
    steps = matcher.get_opcodes()
    for at, (kind, start, end, first, last) in enumerate(steps):
        outer = at in (0, len(steps) - 1)
        if kind == "equal" or (kind == "insert" and (outer or start in gaps)):
            continue
        quoted, has = printed[start:end], rule.printed[first:last]
        if kind == "replace" and outer and len(has) > len(quoted):
            # The rule goes on beyond the quotation, which has other words at its edge.
            has = has[-len(quoted) :] if at == 0 else has[: len(quoted)]
        return QuotationDifference(" ".join(printed[max(0, start - 4) : start]), " ".join(quoted), " ".join(has))
    return None


def is_same_title(quotation: Quotation, heading: str) -> bool:
    """Whether a quotation is a heading, whole."""
    return ComparableText(quotation.text).words == ComparableText(heading).words


def looks_like_title(quotation: Quotation) -> bool:
    """Whether a quotation stands as the rules quote headings (rule 601, “Casting Spells.”)."""
    words = quotation.text.split()
    return quotation.is_title and 0 < len(words) < 12 and all(word[:1].isupper() or len(word) < 5 for word in words)
