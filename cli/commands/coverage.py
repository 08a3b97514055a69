"""`rules coverage`: the share of the rules that is encoded."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from typer import Option

from cli.options.global_options import GlobalOptions
from cli.rendering.json_output import fields
from kb.i18n import _


def command(
    common: GlobalOptions,
    missing: Annotated[bool, Option("--missing", help="List the checkable rules that aren't encoded.")] = False,
    list_all: Annotated[bool, Option("--list", help="List the encoded rules, as they stand that day.")] = False,
) -> int:
    """Count the encoded rules, section by section.

    The program has a list that marks each rule of one edition as checkable, data, definition or prose. The percentage
    is the share of a section's checkable rules that are encoded.

    Example: rules coverage
    """
    from kb.rulings.review.coverage import CLASSES, encoded_numbers, load_checkability, section_coverage

    if list_all:
        return _list_encoded(common)
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
                    {"section": each.number, **fields(each, "checkable encoded missing")} for each in sections
                ],
                "others": [str(number) for number in sorted(everything) if known.classes.get(number) != "checkable"],
            }
        )
        return 0
    page = common.text_output()
    counted = [*((each.number, each.checkable, each.encoded) for each in sections), (_("all"), checkable, encoded)]
    rows = [(name, str(all_), str(part), f"{100 * part // all_} %" if all_ else "") for name, all_, part in counted]
    page.table([_("section"), _("checkable"), _("encoded"), ""], rows)
    if missing:
        for each in sections:
            if each.missing:
                page.line((each.number, "bold"), "  ", ", ".join(map(str, each.missing)), hang=5)
    classes = ", ".join(f"{counts[name]} {_(name)}" for name in CLASSES)
    page.line(_("{count} rules of {edition}: {classes}", count=len(known.classes), edition=known.edition,
                classes=classes))  # fmt: skip
    return 0


def _list_encoded(common: GlobalOptions) -> int:
    """List every encoded rule, with the rule's number and status on the day asked about."""
    from kb.rulings.law import rule_registry
    from kb.rulings.law.applicable_law import Law

    with common.open_store() as store:
        law = Law(store, common.day, common.language)
        concepts = rule_registry.variants_by_concept().items()
        listed = [(status := law.status_of(concept), status.rule or variants[0]) for concept, variants in concepts]
    if common.as_json:
        rows = [
            {
                "concept": status.concept,
                "variant": status.rule.variant if status.rule else None,
                **fields(status, "number status also"),
                "says": rule.summary,
            }
            for status, rule in listed
        ]
        common.print_json({"as_of": common.day.isoformat(), "rules": rows})
        return 0
    table = [[str(status.number or ""), status.status, status.concept, rule.summary] for status, rule in listed]
    common.text_output().table([_("rule"), _("status"), _("encoded as"), ""], table)
    return 0
