"""`rules penalties`: the penalties of all infractions."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated

from typer import Option

from cli.options.global_options import GlobalOptions
from cli.rendering import penalty_json
from cli.rendering.penalty_view import change_labels, penalty_label, print_contradictions
from kb.errors import BadValue
from kb.i18n import _, ngettext
from kb.text.dates import parse_date

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kb.infractions.changes import InfractionChange
    from kb.infractions.infraction import Infraction
    from kb.infractions.penalties import PenaltyEdition


def command(
    common: GlobalOptions,
    compare: Annotated[
        str | None, Option("--compare", metavar="DATE,DATE", help="Compare the penalties of two days.")
    ] = None,
) -> int:
    """List all infractions of the Infraction Procedure Guide with their penalties.

    The penalties hold at Competitive and Professional Rules Enforcement Level. With --compare, the penalties of two
    days stand side by side, and infractions that got another name or number are followed.

    Example: rules penalties
    """
    from kb.infractions.penalties import changes_between, infractions_on

    days = None if compare is None else _two_days(compare)
    with common.open_store() as store:
        if days is None:
            return _list(common, infractions_on(store, common.day))
        first, second = (infractions_on(store, day) for day in days)
        changes = changes_between(store, first, second)
    if common.as_json:
        common.print_json(
            {
                "from": first.edition.isoformat(),
                "to": second.edition.isoformat(),
                "penalties": [
                    penalty_json.penalty(each, found.edition) for found in (first, second) for each in found.infractions
                ],
                "changes": [penalty_json.change(each, first.edition, second.edition) for each in changes if each.kinds],
            }
        )
    else:
        _print_changes(common, changes, first, second)
    return 0


def _two_days(text: str) -> tuple[date, date]:
    days = [parse_date(day.strip()) for day in text.split(",")]
    if len(days) != 2:
        raise BadValue("days", text, _("give two days with a comma, as 2016-09-30,2024-09-23"))
    return days[0], days[1]


def _list(common: GlobalOptions, found: PenaltyEdition) -> int:
    if common.as_json:
        common.print_json(
            {
                "doc": "ipg",
                "edition": found.edition.isoformat(),
                "penalties": [penalty_json.penalty(each, found.edition) for each in found.infractions],
            },
            found=bool(found.infractions),
        )
        return 0 if found.infractions else 1
    page = common.text_output()
    page.line((_("Infraction Procedure Guide"), "bold"), (f"  {found.edition}", "dim"))
    category = None
    rows: list[tuple[str, str, str]] = []
    for each in found.infractions:
        if page.is_terminal and each.category != category:
            category = each.category
            rows.append(("", category.upper(), ""))
        rows.append((str(each.number), each.short_title if page.is_terminal else each.name, penalty_label(each)))
    page.table((_("Number"), _("Infraction"), _("Penalty")), rows)
    print_contradictions(page, found.infractions)
    return 0 if found.infractions else 1


def _print_changes(
    common: GlobalOptions, changes: Sequence[InfractionChange], first: PenaltyEdition, second: PenaltyEdition
) -> None:
    page = common.text_output()
    page.line((_("Infraction Procedure Guide"), "bold"), (f"  {first.edition} – {second.edition}", "dim"))
    rows = [
        (
            _side(each.old), penalty_label(each.old) if each.old else "", _side(each.new),
            penalty_label(each.new) if each.new else "", change_labels(each),
        )
        for each in changes
    ]  # fmt: skip
    heads = (str(first.edition), _("Penalty"), str(second.edition), _("Penalty"), _("Change"))
    page.table(heads, rows)
    count = sum("penalty" in each.kinds for each in changes)
    page.line(ngettext("{count} penalty changed", "{count} penalties changed", count))
    print_contradictions(page, (*first.infractions, *second.infractions))


def _side(infraction: Infraction | None) -> str:
    return f"{infraction.number} {infraction.short_title}" if infraction else ""
