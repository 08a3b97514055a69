"""`rules define`: what a term means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.messages import note, warn
from cli.options.global_options import GlobalOptions
from cli.rendering import json_output
from kb.model import standard_printed_number

if TYPE_CHECKING:
    from kb.model import Rule
    from kb.storage.store import Store
    from kb.storage.view import ViewItem


def command(
    common: GlobalOptions,
    term: Annotated[
        list[str], typer.Argument(metavar="TERM", help="A headword of the glossary, in English or French.")
    ],
) -> int:
    """Show a term's glossary entry and the rule that defines it.

    A term of the other language leads to the same entry.

    Example: rules define planeswalker
    """
    from kb.terms.glossary import define_in_either_language

    asked = " ".join(term)
    with common.open_store() as store:
        found = define_in_either_language(store, common.view(store, common.language), asked)
        entry, rule = found.entry, found.rule
        defining = _rendered(store, rule) if rule and common.as_json else None
    warnings = (*(entry.warnings if entry else ()), *(rule.warnings if rule else ()))
    if common.as_json:
        nothing = {
            "term": found.name,
            "senses": [],
            "obsolete": False,
            "lang": rule.lang if rule else common.language,
            "edition": None,
            "warnings": [],
            "references": [],
        }
        content = json_output.glossary_entry(entry) if entry else nothing
        common.print_json({**content, "defining_rule": defining})
        return 0
    if found.name != asked:
        note(f"{asked} → {found.name}")
    page = common.text_output()
    if entry:
        page.line((entry.item.term, "bold"), (f"  [{entry.lang} {entry.edition}]", "dim"))
        senses = entry.item.text.split("\n")
        for sense in senses:
            page.line(sense, indent=2)
    if rule:
        first = rule.item.text.split("\n")[0]
        source = f"  [{rule.lang} {rule.edition}]"
        page.line((standard_printed_number(rule.item.number), "bold cyan"), " ", first, (source, "dim"), hang=2)
    warn(warnings)
    return 0


def _rendered(store: Store, rule: ViewItem[Rule]) -> dict[str, Any]:
    from kb.history.history import lineage_names

    return json_output.rule(rule, lineage_names(store, rule.lang, [rule])[rule.place])
