"""`rules diff`: the changes between two editions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cli.books import book_view, document_of
from cli.choices import page_format, require_page
from cli.messages import note
from cli.options.declarations import ChangeClass, DocumentOption, Force, OutputFile
from cli.options.global_options import GlobalOptions
from cli.rendering import json_output
from cli.user_files.atomic_write import output_file, print_or_write
from kb.errors import NotFound
from kb.i18n import _
from kb.storage.view import View
from kb.text.dates import parse_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date
    from pathlib import Path

    from kb.documents import Range
    from kb.history.edition_diff import DiffSection, EditionDiff
    from kb.history.pinned_number import PinnedNumber
    from kb.languages import Lang
    from kb.storage.store import Store


def command(
    common: GlobalOptions,
    first: Annotated[str, Argument(metavar="FROM", help="A day: the edition in force then.")],
    second: Annotated[str, Argument(metavar="TO", help="Another day, later or earlier.")],
    section: Annotated[
        str | None, Option(metavar="NUMBER", help="Only this rule, section or chapter, in either edition.")
    ] = None,
    change: ChangeClass = None,
    touching: Annotated[
        list[str] | None,
        Option("--touching", metavar="FILE", help="Only rules that this file or folder cites; may be repeated."),
    ] = None,
    form: Annotated[str | None, Option("--format", metavar="FORMAT", help="text, json or html.")] = None,
    output: OutputFile = None,
    force: Force = False,
    doc: DocumentOption = None,
) -> int:
    """Show what changed between two editions, rule by rule, with the words that changed.

    Each rule is compared with the same rule in the other edition, even under another number. --format html
    makes a page with the two editions side by side.

    Example: rules diff 2024-07-30 2024-11-08 --section 702
    """
    from cli.rendering.edition_diff_view import filter_by_class, parse_change_class, print_comparison
    from cli.user_files.cited_in_files import find_citations_in_files, restrict_to_cited
    from kb.history.edition_diff import diff_editions, group_by_section
    from kb.history.pinned_number import parse_in_document

    book, within_text = document_of(section or "", doc)
    target = output_file(output, force=force)
    form = page_format(form, target, as_json=common.as_json)
    require_page(form, target)
    wanted = parse_change_class(change)
    within = parse_in_document(within_text, book) if section else None
    days = parse_date(first), parse_date(second)
    citations = find_citations_in_files(touching) if touching else None
    cited = None
    with common.open_store() as opened:
        store = opened.book(book)
        lang = book_view(common, store, common.language, book).lang
        _ask_about(common, store, lang, days)
        found = filter_by_class(diff_editions(store, lang, *days), wanted)
        if within is not None:
            found = _within(store, found, within)
        if citations is not None:
            found, cited = restrict_to_cited(store, found, citations)
        sections = () if form == "json" else group_by_section(store, found)
    if form == "json":
        common.print_json(json_output.comparison(found, cited))
    elif form == "html":
        _write_page(found, sections, target)
    else:
        print_comparison(common.text_output(), found, sections, cited)
    if citations is not None and citations.has_unreadable_file:
        return 2
    return 0 if found.differences else 1


def _ask_about(common: GlobalOptions, store: Store, lang: Lang, days: Iterable[date]) -> None:
    """Tell which editions of the rules are missing on these days."""
    for day in days if store.doc == "cr" else ():
        common.view(store, lang, day)


def _write_page(found: EditionDiff, sections: Sequence[DiffSection], target: Path | None) -> None:
    from cli.rendering.html_pages import comparison_page

    print_or_write(comparison_page(found, sections), target)


def _within(store: Store, found: EditionDiff, named: Range | PinnedNumber) -> EditionDiff:
    """Return an edition diff with only the changes of rules that are at or below `named` in one of the editions.

    Raises:
        NotFound: `named` is a pinned number, and no rule had the number on its day. Or neither edition of a policy
            document has the place.
    """
    from kb.history.pinned_number import PinnedNumber

    views = [View(store, found.lang, day) for day in (found.first, found.second)]
    old, new = (_resolve(store, view, named) for view in views)
    sides = ((view, side) for view, side in zip(views, (old, new), strict=True) if side is not None)
    if store.doc != "cr" and not isinstance(named, PinnedNumber) and not any(view.rules(side) for view, side in sides):
        raise NotFound(str(named), views[1].describe_absence(named))
    kept = [
        each
        for each in found.differences
        if (old and each.old and old.covers(each.old.number)) or (new and each.new and new.covers(each.new.number))
    ]
    return replace(found, differences=tuple(kept))


def _resolve(store: Store, view: View, named: Range | PinnedNumber) -> Range | None:
    """Return a range unchanged. For a pinned number, return the rule's number in a view.

    If the view lacks the pinned rule, return None. A note on stderr says what number the pinned rule has in the view,
    or what became of the rule.
    """
    from kb.history.pinned_number import PinnedNumber, range_of, resolve_pin

    if not isinstance(named, PinnedNumber):
        return named
    then = resolve_pin(store, view, named)
    note(then.describe(_("on {day}", day=view.as_of)))
    return range_of(then.number) if then.number else None
