"""`rules define`: the meaning of a term."""

from __future__ import annotations

from typing import Annotated

from typer import Argument

from cli.messages import note, warn
from cli.options.global_options import GlobalOptions
from cli.rendering import json_output
from cli.rendering.text_output import edition_tag
from kb.model import standard_printed_number


def command(
    common: GlobalOptions,
    term: Annotated[list[str], Argument(metavar="TERM", help="A headword of the glossary, in English or French.")],
) -> int:
    """Show a term's glossary entry and the rule that defines it.

    A term of the other language leads to the same entry.

    Example: rules define planeswalker
    """
    from kb.terms.glossary import define_in_either_language

    asked = " ".join(term)
    with common.open_store() as store:
        views = {lang: common.view(store, lang) for lang in {"en", common.language}}
        found = define_in_either_language(store, views[common.language], asked)
        entry, rule = found.entry, found.rule
        defining = json_output.rule_with_lineage(store, rule) if rule and common.as_json else None
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
        page.line((entry.item.term, "bold"), edition_tag(entry))
        for sense in entry.item.text.split("\n"):
            page.line(sense, indent=2)
    if rule:
        number = (standard_printed_number(rule.item.number), "bold cyan")
        page.line(number, " ", rule.item.text.split("\n")[0], edition_tag(rule), hang=2)
    warn(warning for each in (entry, rule) if each for warning in each.warnings)
    return 0
