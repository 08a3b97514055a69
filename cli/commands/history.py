"""`rules history`: a rule's whole life, under every number that it had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.global_options import Everywhere
from cli.rendering import json_output
from cli.rendering.code_labels import in_words
from cli.rendering.text_output import Page
from cli.rendering.word_diff_view import marked, shortened
from kb.dates import read_date
from kb.errors import BadValue
from kb.i18n import _, ngettext
from kb.rule_number import RuleNumber

if TYPE_CHECKING:
    from kb.history.history import Event, History

_QUIET = ("typography", "references", "template")


def command(
    common: Everywhere,
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="A rule; 306.7@2009-09-04 means it as of then.")],
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="YYYY-MM-DD", help="The day on which it had that number."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Changes of typography, cited numbers and template as well.")
    ] = False,
) -> int:
    """Show a rule's whole life: its numbers, its wordings and what happened between them.

    A number is meant as of today, or of --at: the same number named other rules before.

    Example: rules history 306.7
    """
    from kb.history.history import history
    from kb.history.pinned_number import Pin, life, read_one

    named, day = read_one(number), read_date(at) if at else None
    if isinstance(named, Pin) and day is not None:
        raise BadValue("companion of --at", number, _("the number names a day itself; leave one of the two out"))
    if day is not None and isinstance(named, RuleNumber):
        named = Pin(named, day)
    with common.store() as store:
        view = common.view(store, common.language)
        found = life(store, view, named) if isinstance(named, Pin) else history(store, view, named)
    if common.as_json:
        common.answer(json_output.history(found))
        return 0
    _print(common.page(), found, everything=everything)
    return 0


def _print(page: Page, found: History, *, everything: bool) -> None:
    first = found.spans[0]
    since = _("known since {day}", day=first.first) if not _born(found) else ""
    page.line((found.lineage, "bold cyan"), (f"  {since}" if since else "", "dim"))
    if since:
        page.line((f"{first.first}", "bold"), "  ", (str(first.number), "cyan"), "  ", shortened(first.text), hang=12)
    folded: list[Event] = []
    for event in found.events:
        if event.kind == "edited" and event.change in _QUIET and not everything:
            folded.append(event)
            continue
        _print_folded(page, folded)
        folded = []
        _print_event(page, event)
    _print_folded(page, folded)
    last = found.spans[-1]
    if last.last is None and not last.partial:
        today = _("today")
        page.line(
            (today, "bold"),
            " " * max(1, 12 - len(today)),
            (str(last.number), "cyan"),
            "  ",
            shortened(last.text),
            hang=12,
        )


def _born(found: History) -> bool:
    return bool(found.events) and found.events[0].edition == found.spans[0].first


def _print_folded(page: Page, folded: list[Event]) -> None:
    if folded:
        classes = ", ".join(dict.fromkeys(in_words(str(event.change)) for event in folded))
        message = ngettext(
            "{count} quiet change ({classes}); --all shows them",
            "{count} quiet changes ({classes}); --all shows them",
            len(folded),
            classes=classes,
        )
        page.line((f"            {message}", "dim"))


def _print_event(page: Page, event: Event) -> None:
    numbers = (event.previous_number, event.number) if event.previous_number else (event.number,)
    number = _(" to ").join(map(str, numbers))
    percent = f"{event.confidence:.0%}".rstrip("%")
    sure = _("  {percent}% sure", percent=percent) if event.confidence < 1 else ""
    change = f"  {in_words(event.change)}" if event.change else ""
    page.line(
        (event.edition.isoformat(), "bold"),
        "  ",
        (in_words(event.kind), "yellow"),
        "  ",
        (number, "cyan"),
        change,
        (sure, "dim"),
    )
    if event.old and event.new and event.change:
        page.line(*marked(page, event.old.whole_text, event.new.whole_text), indent=12)
    elif event.new and not event.old:
        page.line(shortened(event.new.text), indent=12)
    elif event.old and not event.new:
        page.line((shortened(event.old.text), "red"), indent=12)
