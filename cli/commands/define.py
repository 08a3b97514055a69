"""`rules define`: what a term means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.messages import note, warn
from cli.options.global_options import Everywhere
from cli.rendering import json_output
from kb.model import usual_form

if TYPE_CHECKING:
    from kb.model import Rule
    from kb.storage.store import Store
    from kb.storage.view import Printed


def command(
    common: Everywhere,
    term: Annotated[
        list[str], typer.Argument(metavar="TERM", help="A headword of the glossary, in English or French.")
    ],
) -> int:
    """Show a term's glossary entry and the rule that defines it.

    A term of the other language leads to the same entry.

    Example: rules define planeswalker
    """
    from kb.terms.glossary import meaning

    asked = " ".join(term)
    with common.store() as store:
        found = meaning(store, common.view(store, common.language), asked)
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
        content = json_output.entry(entry) if entry else nothing
        common.answer({**content, "defining_rule": defining})
        return 0
    if found.name != asked:
        note(f"{asked} → {found.name}")
    page = common.page()
    if entry:
        page.line((entry.item.term, "bold"), (f"  [{entry.lang} {entry.edition}]", "dim"))
        senses = entry.item.text.split("\n")
        for sense in senses:
            page.line(sense, indent=2)
    if rule:
        first = rule.item.text.split("\n")[0]
        source = f"  [{rule.lang} {rule.edition}]"
        page.line((usual_form(rule.item.number), "bold cyan"), " ", first, (source, "dim"), hang=2)
    warn(warnings)
    return 0


def _rendered(store: Store, rule: Printed[Rule]) -> dict[str, Any]:
    from kb.history.history import lineages

    return json_output.rule(rule, lineages(store, rule.lang, [rule])[rule.place])
