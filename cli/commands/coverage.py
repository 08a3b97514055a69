"""`rules coverage`: how much of the rules is encoded."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer

from cli.options.global_options import GlobalOptions
from kb.i18n import _


def command(
    common: GlobalOptions,
    missing: Annotated[bool, typer.Option("--missing", help="List the checkable rules that aren't encoded.")] = False,
    list_all: Annotated[bool, typer.Option("--list", help="List the encoded rules, as they stand that day.")] = False,
) -> int:
    """Count the encoded rules, section by section.

    The divisor is a tracked list in which every rule of an edition is marked checkable, data, definition or
    prose.

    Example: rules coverage
    """
    from kb.rulings.review.coverage import CLASSES, encoded_numbers, load_checkability, section_coverage

    if list_all:
        return _list(common)
    known, sections = load_checkability(), section_coverage()
    counts = Counter(known.classes.values())
    checkable, encoded = (sum(getattr(each, name) for each in sections) for name in ("checkable", "encoded"))
    everything = encoded_numbers(known.edition)
    if common.as_json:
        common.print_json(
            {
                "edition": known.edition.isoformat(),
                "checkable": checkable,
                "encoded": encoded,
                "classes": {name: counts[name] for name in CLASSES},
                "sections": [
                    {
                        "section": each.number,
                        "checkable": each.checkable,
                        "encoded": each.encoded,
                        "missing": [str(number) for number in each.missing],
                    }
                    for each in sections
                ],
                "others": [str(number) for number in sorted(everything) if known.classes.get(number) != "checkable"],
            }
        )
        return 0
    page = common.text_output()
    rows = [
        [each.number, str(each.checkable), str(each.encoded), _share(each.encoded, each.checkable)] for each in sections
    ]
    rows.append([_("all"), str(checkable), str(encoded), _share(encoded, checkable)])
    page.table([_("section"), _("checkable"), _("encoded"), ""], rows)
    if missing:
        for each in sections:
            if each.missing:
                page.line((each.number, "bold"), "  ", ", ".join(map(str, each.missing)), hang=5)
    classes = ", ".join(f"{counts[name]} {_(name)}" for name in CLASSES)
    page.line(_("{count} rules of {edition}: {classes}", count=len(known.classes), edition=known.edition,
                classes=classes))  # fmt: skip
    return 0


def _share(part: int, whole: int) -> str:
    return f"{100 * part // whole} %" if whole else ""


def _list(common: GlobalOptions) -> int:
    """Every encoded rule with its number and status on the day asked about."""
    from kb.rulings.law import rule_registry
    from kb.rulings.law.applicable_law import Law

    with common.open_store() as store:
        law = Law(store, common.day, common.language)
        standings = [
            (law.status_of(concept), variants[0]) for concept, variants in rule_registry.variants_by_concept().items()
        ]
    if common.as_json:
        rows = [
            {
                "concept": standing.concept,
                "variant": standing.rule.variant if standing.rule else None,
                "number": str(standing.number) if standing.number else None,
                "status": standing.status,
                "also": [str(number) for number in standing.also],
                "says": (standing.rule or first).summary,
            }
            for standing, first in standings
        ]
        common.print_json({"as_of": common.day.isoformat(), "rules": rows})
        return 0
    page = common.text_output()
    page.table(
        [_("rule"), _("status"), _("encoded as"), ""],
        [
            [str(standing.number or ""), standing.status, standing.concept, (standing.rule or first).summary]
            for standing, first in standings
        ],
    )
    return 0
