"""Rules in English and French side by side. Later changes of the English are marked in both languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from cli.rendering.code_labels import code_label, counted_label, origin_label
from cli.rendering.word_diff_view import word_diff_in_full
from kb.i18n import _, ngettext
from kb.model import GlossaryEntry, Rule
from kb.text.word_diff import DiffSegment
from kb.translation.change_locations import locate_changes
from kb.translation.entry_pair import EntryPair, SourceEntry, TranslationPair
from kb.translation.rule_pair import RulePair, SourceWording, TranslationState

if TYPE_CHECKING:
    from cli.rendering.text_output import StyledText, TextOutput
    from kb.model import Finding
    from kb.rule_number import RuleNumber

STATE_STYLES: dict[TranslationState, str] = {
    "current": "green", "stale": "yellow", "untranslated": "red", "missing": "red", "orphan": "magenta"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DiffParagraph:
    """A paragraph of a rule or example. In French, a segment is `new` if the English has changed at this place."""

    example: bool
    segments: tuple[DiffSegment, ...]


def describe_translation_state(pair: TranslationPair) -> str:
    """Return a text that names the base of a pair, and says how often the English has changed since."""
    said = []
    if count := len(pair.changes_behind):
        counted = Counter(pair.changes_behind).items()
        classes = ", ".join(code_label(kind) if count == 1 else counted_label(kind, each) for kind, each in counted)
        if pair.state == "current":
            said.append(ngettext("{count} quiet change since ({classes})",
                                 "{count} quiet changes since ({classes})", count, classes=classes))  # fmt: skip
        else:
            said.append(ngettext("{count} change behind ({classes})",
                                 "{count} changes behind ({classes})", count, classes=classes))  # fmt: skip
    if pair.base is not None:
        if pair.base.label == pair.label:
            said.append(_("made from the English of {edition}", edition=pair.base.edition))
        else:
            said.append(_("made from {number} of {edition}", number=pair.base.label, edition=pair.base.edition))
    if pair.french_label not in ("", pair.label):
        said.append(_("in the French {number}", number=pair.french_label))
    if pair.confidence < 1:
        said.append(_("{percent}% sure", percent=f"{pair.confidence * 100:.0f}"))
    return ", ".join(said)


def english_paragraphs(pair: TranslationPair) -> tuple[DiffParagraph, ...]:
    """Return the English of a pair, with its changes since the base. For an orphan, return the base as removed text."""
    if pair.en is None:
        segments: Sequence[DiffSegment] = (DiffSegment("gone", pair.base.whole_text),) if pair.base is not None else ()
    elif pair.state == "missing" or pair.base is None:
        segments = (DiffSegment("same", pair.english),)
    else:
        segments = pair.source_diff
    breaks = _breaks(pair.en.item) if pair.en is not None else 0
    return tuple(_paragraphs(segments, breaks, _breaks(pair.base) if pair.base is not None else breaks))


def french_paragraphs(pair: TranslationPair) -> tuple[DiffParagraph, ...]:
    """Return the French of a pair. Mark the places where the English has changed."""
    if pair.fr is None:
        return ()
    text, at = pair.french, 0
    segments = []
    for begin, end in locate_changes(pair):
        if begin >= at:
            segments += [DiffSegment("same", text[at:begin]), DiffSegment("new", text[begin:end])]
            at = end
    segments.append(DiffSegment("same", text[at:]))
    breaks = _breaks(pair.fr.item)
    return tuple(_paragraphs(segments, breaks, breaks))


def _breaks(item: Rule | SourceWording | GlossaryEntry | SourceEntry) -> int:
    """Return the count of line breaks in the text before the examples. A glossary entry has none."""
    text = item.whole_text if isinstance(item, GlossaryEntry | SourceEntry) else item.text
    return text.count("\n")


def _paragraphs(segments: Iterable[DiffSegment], new_breaks: int, old_breaks: int) -> Iterator[DiffParagraph]:
    """Split the diff of a rule into paragraphs at the line breaks. The diff has the rule's text, then its examples.

    `new_breaks` and `old_breaks` are the counts of line breaks in the new and the old text, without examples.
    """
    here: list[DiffSegment] = []
    new_line = old_line = 0
    example = False
    for segment in segments:
        for at, text in enumerate(segment.text.split("\n")):
            if at:
                if here:
                    yield DiffParagraph(example, tuple(here))
                here = []
                new_line += segment.kind != "gone"
                old_line += segment.kind != "new"
                example = old_line > old_breaks if segment.kind == "gone" else new_line > new_breaks
            if text:
                here.append(DiffSegment(segment.kind, text))
    if here:
        yield DiffParagraph(example, tuple(here))


def pair_heading(pair: TranslationPair) -> list[StyledText]:
    """Return the heading of a pair: its number or headword, its state and its base."""
    far: list[StyledText] = ["  ", (said, "dim")] if (said := describe_translation_state(pair)) else []
    return [(pair.label, "bold cyan"), "  ", (code_label(pair.state), STATE_STYLES[pair.state]), *far]


def marks_of_excerpts(pair: TranslationPair) -> str:
    """Return the editions of the texts that come from excerpts: `  [en 2025-06-06, excerpt]`."""
    sides = (side for side in (pair.en, pair.fr) if side is not None and side.from_excerpt)
    return "".join(f"  [{origin_label(side)}]" for side in sides)


def print_pair(page: TextOutput, pair: TranslationPair, findings: Sequence[Finding]) -> None:
    """Print a rule or a glossary entry in both languages, side by side if the terminal is wide enough."""
    page.line(*pair_heading(pair), (marks_of_excerpts(pair), "dim"))
    left = [_english_line(page, paragraph) for paragraph in english_paragraphs(pair)]
    right = [_french_line(page, paragraph) for paragraph in french_paragraphs(pair)]
    page.side_by_side(
        left or [[(_("no longer in the rules"), "dim")]], right or [[(_("no French"), "dim")]], ("en", "fr")
    )
    page.findings(findings)


def _english_line(page: TextOutput, paragraph: DiffParagraph) -> list[StyledText]:
    marker: list[StyledText] = [("Example: ", "bold")] if paragraph.example else []
    return [*marker, *word_diff_in_full(page, paragraph.segments)]


def _french_line(page: TextOutput, paragraph: DiffParagraph) -> list[StyledText]:
    pieces: list[StyledText] = [("Exemple : ", "bold")] if paragraph.example else []
    for segment in paragraph.segments:
        if segment.kind == "same":
            pieces.append(segment.text)
        else:
            pieces.append((segment.text, "yellow") if page.has_color else f"[~{segment.text}~]")
    return pieces


def missing_ranges(pairs: Sequence[RulePair]) -> list[str]:
    """Return the numbers that the French lacks: whole chapters, sections and rules, and ranges of them.

    `306 alone` means that the French lacks 306, but has a rule below it.
    """
    english = [pair for pair in pairs if pair.en is not None]
    branches = {pair.number: _with_ancestors(pair.number) for pair in english}
    # Maps a number to True if the number and everything below it are missing.
    whole: dict[RuleNumber, bool] = {}
    for pair in english:
        for number in branches[pair.number]:
            whole[number] = whole.get(number, True) and pair.state == "missing"
    found: list[str] = []
    for missing, group in groupby(english, key=lambda pair: pair.state == "missing"):
        if missing:
            tops = (next((number for number in branches[pair.number] if whole[number]), pair.number) for pair in group)
            found += _as_ranges(dict.fromkeys(tops), whole)
    return found


def missing_headwords(pairs: Sequence[EntryPair]) -> list[str]:
    """Return the headwords without French: each by itself, and runs of neighbours in the alphabet as ranges."""
    found: list[str] = []
    for missing, group in groupby(pairs, key=lambda pair: pair.state == "missing"):
        if missing:
            run = [pair.term for pair in group]
            found.append(run[0] if len(run) == 1 else _("{first} to {last}", first=run[0], last=run[-1]))
    return found


def _with_ancestors(number: RuleNumber) -> list[RuleNumber]:
    """Return the numbers above a number, from the chapter down, and the number itself."""
    return [*(_with_ancestors(number.parent) if number.parent is not None else ()), number]


def _as_ranges(numbers: Iterable[RuleNumber], whole: Mapping[RuleNumber, bool]) -> Iterator[str]:
    """Yield numbers as text. Successive numbers of one level become a range."""
    for (kind, entire), group in groupby(numbers, key=lambda number: (number.kind, whole[number])):
        run = list(group)
        if not entire and kind != "subrule":
            yield from (_("{number} alone", number=number) for number in run)
        else:
            yield str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}"
