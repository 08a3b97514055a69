"""`rules check`: the faults of a situation, the encoded rules that apply to it, and the facts that these rules need."""

from __future__ import annotations

from cli.options.declarations import SituationFile
from cli.options.global_options import GlobalOptions
from cli.rendering import ruling_view
from cli.rendering.json_output import fields
from kb.errors import BadSituation
from kb.i18n import _


def command(common: GlobalOptions, situation: SituationFile) -> int:
    """Check a situation: list its faults; if there are none, list the rules that apply and the facts that they need.

    The exit status is 1 if the situation has faults.

    Example: rules check docs/situations/three-jaces.yaml
    """
    from kb.rulings.review.applicable_rules import applicable_rules
    from kb.rulings.situation.parser import situation_from_text

    try:
        stated = situation_from_text(ruling_view.read_situation_file(situation), situation, words=common.known_words())
    except BadSituation as problem:
        return _report_faults(common, problem)
    with common.open_store() as store:
        law = common.law(store, stated)
        found = applicable_rules(stated, law)
    if common.as_json:
        rows = [
            {**fields(each.citation, "number concept status"), **fields(each, "asked verdict depends_on")}
            for each in found
        ]
        unstated = list(dict.fromkeys(fact for each in found for fact in each.depends_on))
        common.print_json({"source": situation, "as_of": law.as_of.isoformat(), "faults": [], "rules": rows,
                       "unstated": unstated})  # fmt: skip
        return 0
    page = common.text_output()
    page.line((_("no faults"), "bold green"), (f"  [{situation}, {law.as_of}]", "dim"))
    table = [[each.citation.number, each.asked, each.verdict, ", ".join(each.depends_on)] for each in found]
    page.table([_("rule"), _("asked"), _("answer"), _("depends on")], table)
    return 0


def _report_faults(common: GlobalOptions, problem: BadSituation) -> int:
    if common.as_json:
        rows = [fields(each, "line column where message") for each in problem.faults]
        common.print_json({"source": problem.source, "as_of": None, "faults": rows, "rules": [], "unstated": []})
        return 1
    page = common.text_output()
    for each in problem.faults:
        place = f"{problem.source}:{each.line}:{each.column}: " if each.line else f"{problem.source}: "
        page.line((place, "bold"), f"{each.where}: " if each.where else "", each.message, hang=2)
    return 1
