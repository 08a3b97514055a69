"""Rules in both languages, for people: what changed in the English, and where that stands in the French."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from cli.marks import marked_whole
from cli.naming import counted_as, in_words
from kb.tongue import _, ngettext, told
from kb.translation.pair import Pair, State, whole_text
from kb.translation.places import places
from kb.words import Stretch

if TYPE_CHECKING:
    from cli.page import Page, Piece
    from kb.model import Finding
    from kb.number import RuleNumber

STATE_STYLES: dict[State, str] = {
    "current": "green", "stale": "yellow", "untranslated": "red", "missing": "red", "orphan": "magenta"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a rule in one of two languages.

    Attributes:
        example: whether it is an example.
        stretches: of the English, what stayed, went and came; of the French, what changed in the English is `new`.
    """

    example: bool
    stretches: tuple[Stretch, ...]


def how_far(pair: Pair) -> str:
    """What the French was made from, and how many changes of the English it is behind."""
    said = []
    if pair.behind:
        behind = len(pair.behind)
        counted = Counter(pair.behind).items()
        classes = ", ".join(in_words(kind) if behind == 1 else counted_as(kind, count) for kind, count in counted)
        if pair.state == "current":
            said.append(
                ngettext(
                    "{count} quiet change since ({classes})",
                    "{count} quiet changes since ({classes})",
                    behind,
                    classes=classes,
                )
            )
        else:
            said.append(
                ngettext(
                    "{count} change behind ({classes})", "{count} changes behind ({classes})", behind, classes=classes
                )
            )
    if pair.base is not None:
        if pair.base.number == pair.number:
            said.append(_("made from the English of {edition}", edition=pair.base.edition))
        else:
            said.append(_("made from {number} of {edition}", number=pair.base.number, edition=pair.base.edition))
    if pair.fr is not None and pair.fr.item.number != pair.number:
        said.append(_("in the French {number}", number=pair.fr.item.number))
    if pair.confidence < 1:
        said.append(_("{percent}% sure", percent=f"{pair.confidence * 100:.0f}"))
    return ", ".join(said)


def english(pair: Pair) -> tuple[Paragraph, ...]:
    """The English of a pair, with what changed since the French was made; of an orphan, what it was made from."""
    own = pair.en.item.text.count("\n") if pair.en is not None else 0
    own_then = pair.base.text.count("\n") if pair.base is not None else own
    if pair.en is None:
        stretches: Sequence[Stretch] = (Stretch("gone", pair.base.whole_text),) if pair.base is not None else ()
    elif pair.state == "missing" or pair.base is None:
        stretches = (Stretch("same", whole_text(pair.en.item)),)
    else:
        stretches = pair.source_diff
    return tuple(_paragraphs(stretches, own, own_then))


def french(pair: Pair) -> tuple[Paragraph, ...]:
    """The French of a pair, with the places of what changed in the English."""
    if pair.fr is None:
        return ()
    text, at = whole_text(pair.fr.item), 0
    stretches = []
    for begin, end in places(pair):
        if begin >= at:
            stretches += [Stretch("same", text[at:begin]), Stretch("new", text[begin:end])]
            at = end
    stretches.append(Stretch("same", text[at:]))
    own = pair.fr.item.text.count("\n")
    return tuple(_paragraphs(stretches, own, own))


def _paragraphs(stretches: Iterable[Stretch], own: int, own_then: int) -> Iterator[Paragraph]:
    """Stretches by their lines.

    Args:
        stretches: of a text with its examples.
        own: how many line breaks the text itself has, without its examples.
        own_then: how many it had.
    """
    here: list[Stretch] = []
    line = line_then = 0
    example = False
    for stretch in stretches:
        for at, text in enumerate(stretch.text.split("\n")):
            if at:
                if here:
                    yield Paragraph(example, tuple(here))
                here = []
                line += stretch.kind != "gone"
                line_then += stretch.kind != "new"
                example = line_then > own_then if stretch.kind == "gone" else line > own
            if text:
                here.append(Stretch(stretch.kind, text))
    if here:
        yield Paragraph(example, tuple(here))


def head(pair: Pair) -> list[Piece]:
    """The number of a rule, its state, and how far its French is."""
    far: list[Piece] = ["  ", (said, "dim")] if (said := how_far(pair)) else []
    return [(str(pair.number), "bold cyan"), "  ", (in_words(pair.state), STATE_STYLES[pair.state]), *far]


def print_pair(page: Page, pair: Pair, findings: Sequence[Finding]) -> None:
    """Print a rule in both languages, side by side where there is room."""
    page.line(*head(pair))
    left = [_line(page, paragraph) for paragraph in english(pair)] or [[(_("no longer in the rules"), "dim")]]
    right = [_french_line(page, paragraph) for paragraph in french(pair)] or [[(_("no French"), "dim")]]
    page.beside(left, right, ("en", "fr"))
    for finding in findings:
        page.line((finding.code, "yellow"), "  ", told(finding.message), indent=2, hang=2)


def _line(page: Page, paragraph: Paragraph) -> list[Piece]:
    marker: list[Piece] = [("Example: ", "bold")] if paragraph.example else []
    return [*marker, *marked_whole(page, paragraph.stretches)]


def _french_line(page: Page, paragraph: Paragraph) -> list[Piece]:
    pieces: list[Piece] = [("Exemple : ", "bold")] if paragraph.example else []
    for stretch in paragraph.stretches:
        if stretch.kind == "same":
            pieces.append(stretch.text)
        else:
            pieces.append((stretch.text, "yellow") if page.in_color else f"[~{stretch.text}~]")
    return pieces


def missing_ranges(pairs: Sequence[Pair]) -> list[str]:
    """What the French lacks as people write it: whole chapters, sections and rules, from one to another.

    Of a number that is missing while the French has something below it, `306 alone` is said.
    """
    english = [pair for pair in pairs if pair.en is not None]
    lines = {pair.number: _line_of(pair.number) for pair in english}
    # Whether all below a number is missing.
    whole: dict[RuleNumber, bool] = {}
    for pair in english:
        for number in lines[pair.number]:
            whole[number] = whole.get(number, True) and pair.state == "missing"
    found: list[str] = []
    for missing, group in groupby(english, key=lambda pair: pair.state == "missing"):
        if missing:
            tops = (next((number for number in lines[pair.number] if whole[number]), pair.number) for pair in group)
            found += _joined(dict.fromkeys(tops), whole)
    return found


def _line_of(number: RuleNumber) -> list[RuleNumber]:
    """A number with all above it, the highest first."""
    return [*(_line_of(number.parent) if number.parent is not None else ()), number]


def _joined(numbers: Iterable[RuleNumber], whole: Mapping[RuleNumber, bool]) -> Iterator[str]:
    """Numbers that follow each other at one level as ranges."""
    for (kind, entire), group in groupby(numbers, key=lambda number: (number.kind, whole[number])):
        run = list(group)
        if not entire and kind != "subrule":
            yield from (_("{number} alone", number=number) for number in run)
        else:
            yield str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}"
