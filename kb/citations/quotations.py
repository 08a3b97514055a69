"""Quotations of the rules beside a citation, compared with the text of the rule.

A text about the game also quotes cards, players and programs. So words count as a quotation of the rule only if they
are attached to the rule's number:

    CR 704.5j: "If two or more ..."      704.5j says “...”      “...” (CR 704.5j)
    rule 601, “Casting Spells”           a title, for a number that has one
    704.5j says / “...”                  over the break of a line, in a paragraph or a comment
    > 704.5j If two or more ...          a quoted block in Markdown: it begins with the number, or the line before
                                         ends with the number, or the line after has only the number

A quotation gets a verdict only if the rule has most of its words, or another rule has all of its words. The comparison
ignores typography, markup, case and comment marks. `...`, `[...]` and words in brackets stand for omitted words.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import accumulate, islice
from typing import NamedTuple

from kb.citations.bare_numbers import opens_quoted_block
from kb.citations.broken_lines import MARGIN, join_after, join_before
from kb.citations.citation_parser import Citation
from kb.citations.policy_citation_parser import PolicyCitation
from kb.i18n import _
from kb.languages import Lang

LineReader = Callable[[], Iterable[str]]
"""A function that reads the lines before or after a citation, the nearest line first. No line is read in vain."""


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words attached to a citation.

    Attributes:
        text: the words, without the quotation marks.
        is_title: True if the words may be a title: a comma is before them, and the clause ends after them.
        lang: the language, if the quotation marks or the citation word show it. Otherwise None.
    """

    text: str
    is_title: bool = False
    lang: Lang | None = None


class QuotationDifference(NamedTuple):
    """The first place where a quotation and a rule differ.

    Attributes:
        after: the last words of the quotation before the difference, at most four.
        quoted: the differing words of the quotation, or "" if the quotation only omits words.
        printed: the differing words of the rule, or "" if the quotation only adds words.
    """

    after: str
    quoted: str
    printed: str


_CLOSING = {'"': '"', "“": "”", "«": "»", "<q>": "</q>", "&quot;": "&quot;", "&ldquo;": "&rdquo;", "&laquo;": "&raquo;"}
_GUILLEMETS = ("«", "&laquo;")
_FRENCH = re.compile(r"(?:sous-)?r[èe]gle|R\.?C", re.IGNORECASE)
_OPEN = "|".join(map(re.escape, _CLOSING))
# Matches the text from the end of a citation to the opening mark of its quotation.
_LEADS_IN = re.compile(
    rf"""
    (?: \]\([^)\s]*\) | </\w+> | ["'`*_\])] ){{0,4}} \s*+
    (?: (?P<comma> ,) \s? | (?: : | — | – | -{{1,2}} | \( ) \s?
      | (?P<verb> says? | reads? | states? | dit | indique | stipule | précise ) (?: \s that | \s que )? [:,]? \s
    )? (?: [*_]{{1,2}} | <\w+> )?
    (?P<open> {_OPEN} )
    """,
    re.VERBOSE,
)
# Matches the text from the closing mark of a quotation to its citation.
_LEADS_BACK = re.compile(
    r"""
    (?P<close> ["”»] | </q> | &quot; | &rdquo; | &raquo; ) [*_]{0,2} [.,]? \s? (?: [(\[] | [—–-]{1,2}\s? ) [*_`]{0,2} \Z
    """,
    re.VERBOSE,
)
_CLOSES_TITLE = re.compile(r"\s*(?:[.,;:)\]]|$|(?:and|or|et|ou)\b)")
_ENDS_LINE = re.compile(r"(?:\]\([^)\s]*\)|</\w+>|[*_`\])]){0,4}\s*+(?:says|reads|states)?\s*+[:.]?[*_]{0,2}\s*+\Z")
_BLOCK = re.compile(r"\s*(?://+!?|\*|#)?\s?>+\s?")
_BEFORE_LONE_CITATION = re.compile(r"\s*>?\s*(?:—|–|--?|\(|\[)?\s*(?:[*_`(\[]{0,3})\Z")
_BEGINS_RULE = re.compile(r"\W*[1-9][0-9]{2}\.[1-9]")
_MARGIN = re.compile(r"\s*(?://+[!/]?|/?\*+(?!\*)|\#+|--+|;+|%+|>+)?\s*")

_LEFT_OUT = re.compile(r"\[[^\]]*\]|\(?(?:…|\.\.\.+)\)?")
_MARKUP = re.compile(r"<[^<>]{1,80}>")
_EDGES = "\"“”„«»'‘’`*_.,;:!?()–—-"
_WORD = re.compile(r"[^\s–—]+")

# In characters: what may stand between a number and the break of the line that a quotation goes over.
_LONGEST_LEAD = 60
# The longest quotation in characters. No rule is longer. A line may be longer, such as a minified program.
_MAX_LENGTH = 4000
# A difference from a quotation of fewer words isn't reported, since the words may be a figure of speech.
_MIN_WORDS = 6
# A difference in a shorter quotation isn't reported either if the rule has less than this share of its words: cards
# and players use the same short phrases.
_FEW_WORDS, _MIN_SHARE_OF_FEW = 10, 0.85
_MIN_WORDS_OF_ANOTHER_RULE = 6
# If the rule has less than this share of the quotation's words, in the same order, no difference is reported.
_MIN_SHARE = 0.6


def find_quotation(
    citation: Citation | PolicyCitation, line: str, before: LineReader, after: LineReader
) -> Quotation | None:
    """Find the quotation attached to a citation, in its line or in the lines before and after it."""
    found = _find_attached(citation, line, before, after)
    if found is None or found.lang:
        return found
    # "CR" is used in every language.
    is_english = "rule" in citation.text.lower()
    return replace(found, lang="fr" if _FRENCH.match(citation.text) else "en" if is_english else None)


def _find_attached(
    citation: Citation | PolicyCitation, line: str, before: LineReader, after: LineReader
) -> Quotation | None:
    rest = line[citation.end : citation.end + _MAX_LENGTH]
    match = _LEADS_IN.match(rest)
    if match and not _closes_string(line, citation.start, match):
        return _read_forwards(rest, match, after)
    if opens_quoted_block(line, citation.start):
        return _find_in_line_before(citation, line, before) or _quoted_block(after(), first=rest.lstrip("*_`.: "))
    if _ENDS_LINE.match(rest):
        if _BLOCK.match(next(iter(after()), "")):
            return _quoted_block(after())
        is_alone = citation.start < 24 and _BEFORE_LONE_CITATION.match(line[: citation.start])
        if is_alone and _BLOCK.match(next(iter(before()), "")):
            return _quoted_block(before(), upwards=True)
    if match := _LEADS_BACK.search(line, max(0, citation.start - 24), citation.start):
        return _read_backwards(line[max(0, match.start() - _MAX_LENGTH) : match.start()], match["close"], before)
    return _find_in_line_after(citation, line, after) or _find_in_line_before(citation, line, before)


def _find_in_line_after(citation: Citation | PolicyCitation, line: str, after: LineReader) -> Quotation | None:
    """Find a quotation that begins in the line after its number."""
    if len(line) - citation.end > _LONGEST_LEAD:
        return None
    rest = join_after(line, citation.end, next(iter(after()), ""))
    match = _LEADS_IN.match(rest) if rest else None
    if not rest or not match or _closes_string(line, citation.start, match):
        return None
    return _read_forwards(rest, match, lambda: islice(after(), 1, None))


def _find_in_line_before(citation: Citation | PolicyCitation, line: str, before: LineReader) -> Quotation | None:
    """Find a quotation that ends in the line before its number."""
    if citation.start > _LONGEST_LEAD:
        return None
    text = join_before(line, citation.start, next(iter(before()), ""))
    match = _LEADS_BACK.search(text) if text else None
    if not text or not match:
        return None
    return _read_backwards(text[: match.start()], match["close"], lambda: islice(before(), 1, None))


def _closes_string(line: str, start: int, match: re.Match[str]) -> bool:
    """True if the mark behind a citation ends a string that began before it: `test("untaps (CR 502.3)") {`.

    A mark after "says" opens a quotation, also if another one, which began in an earlier line, ends before it.
    """
    return not match["verb"] and match["open"] == '"' and line.count('"', max(0, start - _MAX_LENGTH), start) % 2 == 1


def _read_forwards(rest: str, match: re.Match[str], after: LineReader) -> Quotation | None:
    """Read the words after an opening quotation mark, up to the end of the paragraph at most."""
    opening, close = match["open"], _CLOSING[match["open"]]
    text = rest[match.end() :]
    words, closed, behind = text.partition(close)
    if not closed and not _is_nested(opening, close, words):
        further = _lines_up_to(close, after())
        if further is None:
            return None
        words, _, behind = " ".join((text, *further)).partition(close)
    if _is_nested(opening, close, words) or len(words) > _MAX_LENGTH:
        return None
    is_title = match["comma"] is not None and (
        _CLOSES_TITLE.match(behind) is not None or words.rstrip()[-1:] in (".", ",")
    )
    return Quotation(words, is_title, "fr" if opening in _GUILLEMETS else None)


def _read_backwards(text: str, close: str, before: LineReader) -> Quotation | None:
    """Read the words before a closing quotation mark, up to the beginning of the paragraph at most."""
    opening = next(mark for mark, closing in _CLOSING.items() if closing == close)
    if opening not in text:
        earlier = _lines_up_to(opening, before())
        if earlier is None:
            return None
        text = " ".join((*reversed(earlier), text))
    leading, _, words = text.rpartition(opening)
    if _is_nested(close, opening, words) or len(words) > _MAX_LENGTH:
        return None
    # In `CR 704.5j: "..." (CR 704.3)`, the words belong to 704.5j, the number before them.
    if re.search(r"[0-9][a-z]{0,2}\W{0,3}\Z", leading):
        return None
    return Quotation(words, lang="fr" if opening in _GUILLEMETS else None)


def _is_nested(mark: str, other: str, words: str) -> bool:
    """True if the marks `mark` and `other` around `words` differ, and `words` contain `mark` again.

    Example: in `“a “b”`, one of the quotations isn't closed. If such quotations counted, the words before one closing
    mark might belong to many quotations.
    """
    return mark != other and mark in words


def _lines_up_to(mark: str, lines: Iterable[str]) -> list[str] | None:
    """Return a paragraph's lines, without margins, up to the first line with `mark`, or None if there is none."""
    found = []
    for line in lines:
        bare = MARGIN.sub("", line, count=1).strip()
        if not bare:
            return None
        found.append(bare)
        if mark in bare:
            return found
    return None


def _quoted_block(lines: Iterable[str], *, first: str = "", upwards: bool = False) -> Quotation | None:
    """Read a quoted block of Markdown. Read downwards, it ends before a line that begins with a rule number."""
    texts = [first]
    for line in lines:
        match = _BLOCK.match(line)
        if match is None or (not upwards and _BEGINS_RULE.match(line, match.end())):
            break
        texts.append(line[match.end() :])
    text = " ".join(reversed(texts) if upwards else texts).strip()
    return Quotation(text) if 0 < len(text) <= _MAX_LENGTH else None


class ComparableText:
    """The words of a text in two forms: as printed, and without case and typography for comparisons.

    `run` has the words without case and typography as one string, with a space before and after each word.
    """

    def __init__(self, text: str) -> None:
        plain = _MARKUP.sub(" ", html.unescape(text))
        pairs = [(word, _comparable(word)) for word in _WORD.findall(plain)]
        self.printed = [printed for printed, word in pairs if word]
        self.words = [word for _, word in pairs if word]
        self.run = f" {' '.join(self.words)} "

    def contains(self, parts: Sequence[ComparableText]) -> bool:
        """True if this text contains all the given runs of words, in the given order."""
        at = 0
        for part in parts:
            found = self.run.find(part.run, at)
            if found < 0:
                return False
            at = found + len(part.run) - 1
        return True


def _comparable(word: str) -> str:
    return word.strip(_EDGES).replace("’", "'").replace("‑", "-").casefold()


def quoted_parts(quotation: Quotation) -> tuple[ComparableText, ...]:
    """Split a quotation into runs of words at its marks of omission."""
    parts = [ComparableText(part) for part in _LEFT_OUT.split(quotation.text)]
    return tuple(part for part in parts if part.words)


def is_distinctive(parts: Sequence[ComparableText], fewest: int = _MIN_WORDS_OF_ANOTHER_RULE) -> bool:
    """True if a quotation has so many words that another rule can't have them all by chance."""
    return sum(len(part.words) for part in parts) >= fewest


def first_difference(parts: Sequence[ComparableText], rule: ComparableText) -> QuotationDifference | None:
    """Return the first difference between a quotation and its rule, or None if they agree or share too few words."""
    if rule.contains(parts) or not is_distinctive(parts, _MIN_WORDS):
        return None
    words = [word for part in parts for word in part.words]
    printed = [word for part in parts for word in part.printed]
    omissions = {*accumulate(len(part.words) for part in parts)}
    matcher = SequenceMatcher(None, words, rule.words, autojunk=False)
    share = _MIN_SHARE if len(words) >= _FEW_WORDS else _MIN_SHARE_OF_FEW
    if sum(block.size for block in matcher.get_matching_blocks()) < share * len(words):
        return None
    opcodes = matcher.get_opcodes()
    for at, (kind, start, end, rule_start, rule_end) in enumerate(opcodes):
        at_edge = at in (0, len(opcodes) - 1)
        if kind == "equal" or (kind == "insert" and (at_edge or start in omissions)):
            continue
        quoted, has = printed[start:end], rule.printed[rule_start:rule_end]
        if kind == "replace" and at_edge and len(has) > len(quoted):
            # The first or last words of the quotation are wrong. Show the same count of words from the rule.
            has = has[-len(quoted) :] if at == 0 else has[: len(quoted)]
        return QuotationDifference(" ".join(printed[max(0, start - 4) : start]), " ".join(quoted), " ".join(has))
    return None


def describe_difference(difference: QuotationDifference) -> str:
    """Return a difference in words."""
    where = _("after “{words}” ", words=difference.after) if difference.after else ""
    quoted, printed = difference.quoted, difference.printed
    if not printed:
        return where + _("the rule doesn't have “{words}”", words=quoted)
    if not quoted:
        return where + _("the quotation leaves out “{words}”", words=printed)
    return where + _("the rule has “{printed}”, the quotation “{quoted}”", printed=printed, quoted=quoted)


def is_same_title(quotation: Quotation, heading: str) -> bool:
    """True if a quotation has exactly the words of a heading."""
    return ComparableText(quotation.text).words == ComparableText(heading).words


def looks_like_title(quotation: Quotation) -> bool:
    """True if a quotation has the form of a heading quoted in the rules (rule 601, “Casting Spells.”)."""
    words = quotation.text.split()
    return quotation.is_title and 0 < len(words) < 12 and all(word[:1].isupper() or len(word) < 5 for word in words)
