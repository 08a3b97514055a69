"""`rules query`: the rules that a structural query selects."""

from __future__ import annotations

from typing import Annotated

from typer import Argument

from cli.messages import note
from cli.options.global_options import GlobalOptions
from cli.pinned_numbers import describe_day
from cli.rendering.code_labels import code_label
from cli.rendering.text_output import fit_to_width
from kb.i18n import _
from kb.model import standard_printed_number


def command(
    common: GlobalOptions,
    expression: Annotated[list[str], Argument(metavar="EXPR", help="A query; put it in single quotes.")],
) -> int:
    """List the rules that a structural query selects.

    306.5         this rule                 301.5a-f    these six subrules
    306.*         everything below 306      under(306)  306 and all below it
    refs(Q)       rules that cite a rule of Q; refs+(Q) in any number of steps
    cited-by(Q)   rules cited by a rule of Q; cited-by+(Q) in any number of steps
    text("...")   rules whose text has the phrase
    has(example)  rules with a worked example
    deprecated    rules that only say how the game used to work
    born(A..B)    rules that were added between the editions of two days
    changed(A..B) rules whose text changed; changed(A..B, wording) in this class
    moved(A..B)   rules whose number changed
    gone(A..B)    rules of day A that B doesn't have, by their numbers on day A
    stale(fr)     rules whose French is stale; also untranslated(fr),
                  missing(fr), current(fr)

    !Q selects the rules that Q doesn't select, Q & R the rules that both select,
    Q | R the rules that Q or R selects. ! binds closer than &, & closer than |.
    Parentheses group. Q and R are any queries.

    Which rules outside of 306 cite a rule in it? refs(306.*) & !under(306)
    What do deprecated rules still point to?      cited-by(deprecated)
    Which examples are about counters?            text("counter") & has(example)
    Which keyword rules are new since 2024?       born(2024-01-01..) & 702.*

    Example: rules query 'refs(704) & under(3)'
    """
    from kb.graph.citation_graph import CitationGraph
    from kb.graph.query_evaluator import evaluate_query
    from kb.graph.query_parser import parse_query
    from kb.history.changes_between import ChangesBetween
    from kb.translation.alignment import TranslationStates

    written = " ".join(expression)
    query = parse_query(written)
    with common.open_store() as store:
        view = common.view(store, common.language, lists_all=True)
        graph, past = CitationGraph.from_view(view), ChangesBetween(store, view)
        found = evaluate_query(query, graph, past, TranslationStates(store, view))
    for rule in past.resolved_pins.values():
        note(rule.describe(describe_day(common)))
    if common.as_json:
        common.print_json({"expression": written, "numbers": [str(number) for number in found]})
        return 0 if found else 1
    page = common.text_output()
    for number in found:
        label, removed = standard_printed_number(number), past.removed_texts.get(number)
        text = fit_to_width(removed or graph.rules[number][0].text, (page.width or 100) - len(label) - 1)
        page.line((label, "bold cyan"), " ", text, (f"  ({code_label('removed')})", "yellow") if removed else "")
    if not found:
        note(_("no rule in {lang} as of {day} fits {query}", lang=common.language, day=common.day, query=query))
    return 0 if found else 1
