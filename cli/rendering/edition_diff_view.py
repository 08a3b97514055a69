"""The text output of the changes between two editions: by section, with the changed words marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from cli.choices import parse_choice
from cli.rendering.code_labels import code_label, counted_labels
from cli.rendering.word_diff_view import abbreviate, word_diff_excerpt
from kb.i18n import _
from kb.text.normalization import ChangeClass

if TYPE_CHECKING:
    from cli.rendering.text_output import TextOutput
    from cli.user_files.cited_in_files import CitationLocation
    from kb.history.edition_diff import DiffSection, EditionDiff, RuleDifference


def parse_change_class(name: str | None) -> ChangeClass | None:
    """Parse the value of `--change`. Raise `BadValue` if there is no such class."""
    return None if name is None else parse_choice("class of changes", name, get_args(ChangeClass))


def filter_by_class(found: EditionDiff, change: ChangeClass | None) -> EditionDiff:
    """Return an edition diff with only the changes of one class, or with all changes if `change` is None."""
    kept = tuple(each for each in found.differences if change is None or each.change == change)
    return replace(found, differences=kept)


def print_comparison(
    page: TextOutput,
    found: EditionDiff,
    sections: Sequence[DiffSection],
    cited: Mapping[RuleDifference, Sequence[CitationLocation]] | None = None,
) -> None:
    """Print changes by section. Below each changed rule, print the citations that `cited` has for it."""
    counted = counted_labels(found.summary) or _("nothing changed")
    series = found.lang if found.doc == "cr" else f"{found.doc.upper()} {found.lang}"
    between = _("{lang} {first} to {second}", lang=series, first=found.first, second=found.second)
    page.line((between, "bold"), f"  {counted}")
    for section in sections:
        page.blank_line()
        counted = counted_labels(Counter(each.kind for each, _heading in section.rows))
        page.line((f"{section.number}  {section.title}", "bold"), (f"  {counted}", "dim"))
        for each, heading in section.rows:
            _print_difference(page, each, heading)
            for where in cited.get(each, ()) if cited else ():
                page.line((f"{where.path}:{where.line}:{where.column}: ", "dim"), where.text, indent=6)


def _print_difference(page: TextOutput, difference: RuleDifference, heading: str) -> None:
    old, new = difference.old, difference.new
    numbers = [str(side.number) for side in (old, new) if side is not None]
    number = _(" to ").join(dict.fromkeys(numbers))
    change = f"  {code_label(difference.change)}" if difference.change else ""
    under = f"  {heading}" if heading else ""
    page.line((number, "cyan"), under, "  ", (code_label(difference.kind), "yellow"), change, indent=2)
    if difference.kind in ("split", "merged") and old is not None and new is not None:
        page.line(abbreviate((new if difference.kind == "split" else old).text), indent=6)
    elif old is not None and new is not None:
        from kb.history.history import changed_words

        if difference.change:
            page.line(*word_diff_excerpt(page, changed_words(old, new)), indent=6)
    elif side := new or old:
        page.line((abbreviate(side.text), "green" if new else "red"), indent=6)
