"""The answer of a search as text: the best hit whole, a few more hits, and how to read on."""

from __future__ import annotations

import re
from collections import Counter
from itertools import zip_longest
from typing import TYPE_CHECKING

from cli.messages import note
from cli.rendering.code_labels import code_label, origin_label
from cli.rendering.text_output import StyledText, TextOutput, highlight
from kb.i18n import _, ngettext
from kb.rule_number import SUBRULE_LETTERS
from kb.text.folding import fold_words

if TYPE_CHECKING:
    from kb.documents import Doc
    from kb.languages import Lang
    from kb.search import Hit, SearchResults

_DEFAULT_HITS = 6
"""How many hits are shown if no limit is given: the best one, and five more."""

# The number of lines of the smallest usual terminal. Without a limit, the answer, the command and the prompt fit in it.
_USUAL_HEIGHT = 24
# The lines of the command, the prompt, the blank line before the last line, and the last line.
_OTHER_LINES = 4
# A total above this is only said to be more.
_MANY = 100
# So many more hits of a rule stand below its first hit. Others come last: the hits of other rules are more useful.
_TOGETHER = 2
# A text that only says what kind of ability a keyword is, or that having it twice changes nothing, is at most so long.
_GENERIC_LENGTH = 180
_GENERIC = re.compile(r"\b(?:redundant|redondant)|\bis an? (?:static|evasion|triggered|activated) ability\.")

# At most so many rules of a card are named.
_MOST_RULES = 4

_Paragraph = tuple[list[StyledText], int, int]
"""The pieces of a paragraph, its indent, and the additional indent of its further lines, in columns."""


class SearchView:
    """Prints the results of a search.

    `options` are the global options to repeat in the command that reads on, such as `--lang fr`. `limit` is the number
    of hits asked for, or None for as many as fit on a usual screen.
    """

    def __init__(self, page: TextOutput, results: SearchResults, lang: Lang, options: str, limit: int | None) -> None:
        self._page, self._results, self._options, self._limit = page, results, options, limit
        self._notes = _notes(results)
        self._hits = _arrange_hits(results, lang)
        labels = Counter(map(origin_label, self._hits))
        self._edition = labels.most_common(1)[0][0]
        # The number of hits that other hits show, too.
        self._repeated = 0

    def print(self) -> None:
        """Print the hits, what was done to the query, and the last line: the edition, and how to read on."""
        blocks = self._blocks()
        if self._limit is None:
            blocks = self._fitting(blocks[:_DEFAULT_HITS])
        for block in blocks:
            for pieces, indent, hang in block:
                self._page.line(*pieces, indent=indent, hang=hang)
            self._page.blank_line()
        for line in self._all_notes(len(blocks) + self._repeated):
            self._say(line)
        last = _("{edition}; to read on: {command}", edition=self._edition, command=self._read_on())
        self._page.line((last, "dim"))

    def _say(self, line: str) -> None:
        """Tell something about the answer: on a terminal below the hits, elsewhere on stderr."""
        if self._page.is_terminal:
            self._page.line((line, "dim"))
        else:
            note(line)

    def _all_notes(self, shown: int) -> list[str]:
        total = self._results.total
        shown = min(shown, total)
        if total <= shown:
            return self._notes
        if self._results.relaxed or any(hit.is_partial for hit in self._results.hits):
            # How many texts have some of the words says nothing.
            count = _("--limit {next} shows more", next=50)
        elif total > _MANY:
            count = _("{shown} of more than {many} hits; --limit {next} shows more", shown=shown, many=_MANY, next=50)
        else:
            count = _("{shown} of {total} hits; --limit {total} shows all", shown=shown, total=total)
        return [*self._notes, count]

    def _fitting(self, blocks: list[list[_Paragraph]]) -> list[list[_Paragraph]]:
        """Return the first blocks that fit on a usual screen, but at least the first."""
        if not self._page.is_terminal:
            return blocks
        left = _USUAL_HEIGHT - _OTHER_LINES - sum(self._page.line_count([line]) for line in self._notes)
        fitting: list[list[_Paragraph]] = []
        for block in blocks:
            left -= 1 + sum(self._page.line_count(pieces, indent=indent, hang=hang) for pieces, indent, hang in block)
            if fitting and left < 0:
                break
            fitting.append(block)
        return fitting

    def _blocks(self) -> list[list[_Paragraph]]:
        """Return the paragraphs of each hit. Of the hits that other hits show, nothing is repeated."""
        blocks: list[list[_Paragraph]] = []
        read: set[tuple[Doc, str | None]] = set()
        previous: Hit | None = None
        for hit, following in zip_longest(self._hits, self._hits[1:]):
            # The headings above a hit stand at the hit, so the heading of its rule would say nothing new.
            has_own_hit = blocks and following is not None and following.number and following.rule_key == hit.rule_key
            is_known = hit.kind == "heading" and (hit.under is not None or has_own_hit)
            if is_known or (hit.number is not None and (hit.doc, hit.number) in read):
                self._repeated += 1
                continue
            if previous is None:
                blocks.append(self._best(hit))
                read = {(hit.doc, passage.number) for passage in hit.passages}
            else:
                blocks.append(self._further(hit, previous))
            previous = hit
        return blocks

    def _best(self, hit: Hit) -> list[_Paragraph]:
        paragraphs: list[_Paragraph] = [(self._head(hit), 0, 4)]
        for passage in hit.passages:
            pieces: list[StyledText] = [*highlight(passage.text, passage.marks, "bold yellow")]
            if passage.number not in (None, hit.number):
                pieces = [(str(passage.number), "cyan"), "  ", *pieces]
            paragraphs.append((pieces, 4, 0))
        return paragraphs

    def _further(self, hit: Hit, previous: Hit) -> list[_Paragraph]:
        text = highlight(hit.snippet, hit.marks, "bold yellow")
        if hit.kind == "heading":
            return [(self._head(hit), 0, 4)]
        if hit.number is not None and previous.number is not None and hit.rule_key == previous.rule_key:
            # The headings above the hit stand at the hit before it.
            return [([(hit.number, "bold cyan"), _status(hit), self._other_edition(hit), "  ", *text], 0, 4)]
        return [(self._head(hit), 0, 4), ([*text], 4, 0)]

    def _head(self, hit: Hit) -> list[StyledText]:
        """Return the number or headword, the headings above it, its status, and its edition if it isn't the usual."""
        name = hit.number or str(hit.term)
        book = "" if hit.doc == "cr" else f"{hit.doc.upper()} "
        # The title of the chapter is left out, because it says little.
        above = [title for number, title in hit.path if len(number) > 1]
        own = [hit.title] if hit.title and hit.title not in (name, *above) else []
        path = " › ".join([*above, *own])
        kind = _("  (glossary)") if hit.kind == "glossary" else ""
        return [
            (f"{book}{name}", "bold cyan"),
            f"  {path}" if path else "",
            kind,
            _status(hit),
            self._other_edition(hit),
        ]

    def _other_edition(self, hit: Hit) -> StyledText:
        label = origin_label(hit)
        return "" if label == self._edition else f"  {label}", "dim"

    def _read_on(self) -> str:
        """Return the command that shows more of the best hit: its whole rule, or the glossary entry."""
        best = self._hits[0]
        if best.number is None:
            from shlex import quote

            return f"rules define {quote(str(best.term))}{self._options}"
        if best.doc != "cr":
            from shlex import quote

            return f"rules show {quote(f'{best.doc.upper()} {best.number}')}{self._options}"
        number = best.number.rstrip(SUBRULE_LETTERS)
        if best.status == "removed":
            number = f"{best.number}@{best.edition}"
        return f"rules show {number}{self._options}"


def _status(hit: Hit) -> StyledText:
    return "" if hit.status == "current" else f"  ({code_label(hit.status)})", "yellow"


def _notes(results: SearchResults) -> list[str]:
    """Return what was done to the query, and what else to search for."""
    notes = []
    if results.cards:
        cards = "; ".join(f"{card.name} → {', '.join(card.rules[:_MOST_RULES]) or '-'}" for card in results.cards)
        notes.append(_("searched for the rules of cards: {cards}; as typed: put names in quotes", cards=cards))
    if results.mended:
        notes.append(_("searched for '{mended}'; as typed: put it in quotes", mended=results.searched))
    if results.translated:
        notes.append("; ".join(f"{word} → {other}" for word, other in results.translated))
    if results.relaxed:
        notes.append(_("no text has all of these words; these have some of them"))
    elif any(hit.is_partial for hit in results.hits):
        complete = sum(not hit.is_partial for hit in results.hits)
        notes.append(
            ngettext(
                "{count} text has all of these words; the others have some of them",
                "{count} texts have all of these words; the others have some of them",
                complete,
            )
        )
    notes += query_notes(results)
    if results.suggestion:
        notes.append(_("did you mean '{suggestion}'?", suggestion=results.suggestion))
    return notes


def query_notes(results: SearchResults) -> list[str]:
    """Return messages about the query: each unknown section, a part that wasn't searched, words that say nothing."""
    notes = [
        _("no section has '{text}' in its title; give a number (section:903) or words of a title", text=text)
        for text in results.unknown_sections
    ]
    if results.is_cut:
        notes.append(_("the query stands for too many words or texts; only some were searched, so hits may be missing"))
    if results.says_nothing:
        notes.append(_("these words don't say what the question is about; name it: 'who controls a token'"))
    return notes


def _arrange_hits(results: SearchResults, lang: Lang) -> list[Hit]:
    """Return the hits in the order of reading.

    The best hits of one rule stand together. Its other hits, and those that say little, come last. Of the glossary
    entries, the one whose headword is the query comes first.
    """
    ordered: list[Hit] = []
    further: list[Hit] = []
    for hit in results.hits:
        if hit.under is None:
            same = [each for each in results.hits if each.under is not None and each.rule_key == hit.rule_key]
            same.sort(key=_is_generic)
            ordered += [hit, *same[:_TOGETHER]]
            further += same[_TOGETHER:]
    ordered += further
    ordered.sort(key=lambda hit: hit.under is not None and _is_generic(hit))
    entries = [hit for hit in ordered if hit.number is None]
    query = fold_words(results.query, lang)
    exact = [hit for hit in entries if fold_words(str(hit.term), hit.lang) == query]
    first = iter([*exact, *(hit for hit in entries if hit not in exact)])
    arranged = [hit if hit.number is not None else next(first) for hit in ordered]
    # Only the best hit of the search has passages.
    return arranged if not arranged or arranged[0] is ordered[0] else ordered


def _is_generic(hit: Hit) -> bool:
    return len(hit.snippet) <= _GENERIC_LENGTH and _GENERIC.search(hit.snippet) is not None
