"""`rules history`: the history of a rule under all its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

from typer import Option

from cli.book_arguments import named_place
from cli.books import book_view, document_of
from cli.options.declarations import DocumentOption, NumberWords, joined_number
from cli.options.global_options import GlobalOptions
from cli.rendering import json_output
from cli.rendering.code_labels import code_label
from cli.rendering.text_output import TextOutput
from cli.rendering.word_diff_view import abbreviate, word_diff_excerpt
from kb.errors import BadValue
from kb.i18n import _, ngettext
from kb.text.dates import parse_date

if TYPE_CHECKING:
    from cli.rendering.text_output import StyledText
    from kb.history.history import RuleEvent, RuleHistory, Span

_QUIET = ("typography", "references", "template")


def command(
    common: GlobalOptions,
    number: NumberWords,
    at: Annotated[
        str | None, Option("--at", metavar="YYYY-MM-DD", help="The day on which the rule had NUMBER.")
    ] = None,
    everything: Annotated[
        bool, Option("--all", help="Show also changes of typography, cited numbers and standard phrases.")
    ] = False,
    doc: DocumentOption = None,
) -> int:
    """Show a rule's whole life: its numbers, its wordings and what happened between them.

    NUMBER is the rule's number today, or on the day of --at. Other rules may have had this number on other days.

    Example: rules history 306.7
    """
    from kb.history.history import rule_history
    from kb.history.pinned_number import PinnedNumber, pinned_rule_history

    book, text = document_of(joined_number(number, doc), doc)
    day = parse_date(at) if at else None
    with common.open_store() as store:
        view = book_view(common, store, common.language, book)
        named = named_place(view if day is None else view.on_day(day), text)
        if day is not None:
            if isinstance(named, PinnedNumber):
                raise BadValue("companion of --at", text, _("the number names a day itself; leave one of the two out"))
            named = PinnedNumber(named, day)
        if isinstance(named, PinnedNumber):
            found = pinned_rule_history(store.book(book), view, named)
        else:
            found = rule_history(store.book(book), view, named)
    if common.as_json:
        common.print_json(json_output.history(found, book))
    else:
        _print(common.text_output(), found, everything=everything)
    return 0


def _print(page: TextOutput, found: RuleHistory, *, everything: bool) -> None:
    first, last = found.spans[0], found.spans[-1]
    if found.events and found.events[0].edition == first.first:
        page.line((found.lineage, "bold cyan"))
    else:
        page.line((found.lineage, "bold cyan"), ("  " + _("known since {day}", day=first.first), "dim"))
        text = abbreviate(first.text)
        page.line((f"{first.first}", "bold"), "  ", (str(first.number), "cyan"), _mark(first), "  ", text, hang=12)
    for quiet, events in groupby(found.events, key=lambda event: event.kind == "edited" and event.change in _QUIET):
        if quiet and not everything:
            _print_quiet(page, list(events))
        else:
            for event in events:
                _print_event(page, event)
    if last.last is None and not last.partial:
        today = _("today")
        gap = " " * max(1, 12 - len(today))
        page.line((today, "bold"), gap, (str(last.number), "cyan"), "  ", abbreviate(last.text), hang=12)


def _print_quiet(page: TextOutput, events: Sequence[RuleEvent]) -> None:
    """Print one line for successive quiet changes. A change is quiet if its class isn't `wording`."""
    classes = ", ".join(dict.fromkeys(code_label(str(event.change)) for event in events))
    message = ngettext("{count} quiet change ({classes}); --all shows them",
                       "{count} quiet changes ({classes}); --all shows them", len(events), classes=classes)  # fmt: skip
    page.line((f"            {message}", "dim"))


def _print_event(page: TextOutput, event: RuleEvent) -> None:
    numbers = (event.previous_number, event.number) if event.previous_number else (event.number,)
    number = _(" to ").join(map(str, numbers))
    percent = f"{event.confidence:.0%}".rstrip("%")
    sure = _("  {percent}% sure", percent=percent) if event.confidence < 1 else ""
    change = f"  {code_label(event.change)}" if event.change else ""
    kind = (code_label(event.kind), "yellow")
    day = (event.edition.isoformat(), "bold")
    page.line(day, "  ", kind, "  ", (number, "cyan"), change, (sure, "dim"), _mark(event.new))
    if event.old and event.new and event.change:
        from kb.history.history import changed_words

        page.line(*word_diff_excerpt(page, changed_words(event.old, event.new)), indent=12)
    elif event.new and not event.old:
        page.line(abbreviate(event.new.text), indent=12)
    elif event.old and not event.new:
        page.line((abbreviate(event.old.text), "red"), indent=12)


def _mark(span: Span | None) -> StyledText:
    """Return the mark `[excerpt]` if only an excerpt has the span, otherwise an empty text."""
    return _("  [excerpt]") if span and span.partial else "", "dim"
