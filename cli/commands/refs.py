"""`rules refs`: the references in a rule, and the references to it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cli.book_references import named_book, show_references
from cli.messages import error, note
from cli.options.declarations import DocumentOption, Force, OutputFile, joined_number
from cli.options.global_options import GlobalOptions
from cli.output_streams import visible
from cli.pinned_numbers import resolve_pinned_range
from cli.rendering import json_output
from cli.rendering.code_labels import edition_label
from cli.rendering.text_output import TextOutput, fit_to_width
from cli.user_files.atomic_write import output_file, print_or_write
from kb.errors import BadValue, RulesError
from kb.i18n import _, ngettext
from kb.rule_number import NumberRange, RuleNumber, as_number_range

if TYPE_CHECKING:
    from kb.graph.citation_graph import CitationEdge, CitationGraph, GraphNode, Neighbourhood
    from kb.storage.view import View

_FORMATS = ("text", "json", "dot", "graphml", "svg")
_BY_ENDING = {".txt": "text", ".json": "json", ".dot": "dot", ".gv": "dot", ".graphml": "graphml", ".svg": "svg"}

_Words = Annotated[
    list[str] | None,
    Argument(metavar="NUMBER", help="A rule, section or chapter, or a range: 301.5a-f; or MTR 4.2, mtr."),
]

# The numbers in a picture link to this page. It has the current rules, with an anchor for each number.
_RULES_PAGE = "https://yawgatog.com/resources/magic-rules/#R{}"


def command(
    common: GlobalOptions,
    words: _Words = None,
    incoming: Annotated[bool, Option("--incoming", help="Only references to NUMBER.")] = False,
    outgoing: Annotated[bool, Option("--outgoing", help="Only references in NUMBER.")] = False,
    depth: Annotated[int, Option(min=1, metavar="N", help="Follow references up to N steps; default 1.")] = 1,
    to: Annotated[str | None, Option("--to", metavar="NUMBER", help="The shortest path of references to it.")] = None,
    most_cited: Annotated[bool, Option("--most-cited", help="The rules cited most: all, or those of NUMBER.")] = False,
    limit: Annotated[int, Option(min=1, metavar="N", help="How many --most-cited lists.")] = 20,
    form: Annotated[
        str | None,
        Option("--format", metavar="FORMAT", help="text, json, dot, graphml or svg; default by FILE's ending."),
    ] = None,
    output: OutputFile = None,
    force: Force = False,
    doc: DocumentOption = None,
) -> int:
    """Show what a rule cites and what cites it, in the rules and the glossary.

    A section includes all rules below it. A reference cites exactly the number that it
    names: a reference to 306 cites the section, not 306.5.

    For a picture in the browser: rules refs 306 -o 306.svg. Between the judges' books: rules refs MTR 4.2

    Example: rules refs 306.9
    """
    from kb.graph.citation_graph import CitationGraph
    from kb.history.pinned_number import parse_range_or_pin

    number = joined_number(words, doc) if words else None
    target = output_file(output, force=force)
    form = _format(common, form, target)
    _check_options(number or doc, to, form, most_cited=most_cited)
    if book := named_book(number, doc, is_plain=to is None and not most_cited and depth == 1):
        return show_references(common, *book, form, incoming=incoming, outgoing=outgoing)
    named = [parse_range_or_pin(given) if given is not None else None for given in (number, to)]
    with common.open_store() as store:
        view = common.view(store, common.language, lists_all=True)
        subject, goal = (
            as_number_range(resolve_pinned_range(common, store, view, each)) if each else None for each in named
        )
        graph = CitationGraph.from_view(view)
    if subject is None or most_cited:
        return _list_most_cited(common, form, graph, subject, limit)
    if goal is not None:
        return _show_path(common, form, graph, subject, goal)
    around = graph.neighbourhood(subject, depth, incoming=incoming or not outgoing, outgoing=outgoing or not incoming)
    found = bool(around.incoming or around.outgoing)
    if form == "json":
        edition = view.base.isoformat() if view.base else None
        sides = {"outgoing": _as_json(around.outgoing), "incoming": _as_json(around.incoming)}
        common.print_json({"number": str(subject), "lang": view.lang, "edition": edition, **sides})
    elif found and form == "text":
        _print(common.text_output(), view, graph, around)
    elif found:
        print_or_write(visible(_export(form, common, view, graph, around)), target)
    if not found:
        _explain_nothing(view, graph, subject, incoming=incoming, outgoing=outgoing)
    return 0 if found else 1


def _check_options(number: str | None, to: str | None, form: str, *, most_cited: bool) -> None:
    """Raise `RulesError` if options exclude each other or the number is missing."""
    if to is not None and most_cited:
        raise BadValue("companion of --most-cited", "--to", _("give one of the two"))
    if number is None and not most_cited:
        raise RulesError(_("NUMBER is missing: name a rule, as in `rules refs 306.5`, or ask for --most-cited"))
    if (to is not None or most_cited) and form not in ("text", "json"):
        raise BadValue("format of a list", form, _("give text or json; what stands around a rule can be drawn"))


def _format(common: GlobalOptions, form: str | None, output: Path | None) -> str:
    """Return the format of the answer: `form`, or if it is None, the format that the ending of `output` names.

    Raises:
        BadValue: there is no such format, or the format can't go to the file or stdout.
    """
    ending = output.suffix.lower() if output is not None else ""
    wanted = form or _BY_ENDING.get(ending) or ("json" if common.as_json else "text" if output is None else "")
    if wanted not in _FORMATS:
        raise BadValue("format", form or str(output), _("give --format with one of {names}", names=", ".join(_FORMATS)))
    if common.as_json and wanted != "json":
        raise BadValue("format for --json", wanted, _("leave one of the two out"))
    if output is not None and wanted in ("text", "json"):
        raise BadValue("format for a file", wanted, _("let the shell write it: rules refs ... > {file}", file=output))
    return wanted


def _as_json(steps: Sequence[Sequence[CitationEdge]]) -> list[dict[str, object]]:
    return [json_output.citation(each, step) for step, citations in enumerate(steps, 1) for each in citations]


def _export(form: str, common: GlobalOptions, view: View, graph: CitationGraph, around: Neighbourhood) -> str:
    """Return the neighbourhood as SVG, DOT or GraphML."""
    if form == "svg":
        from kb.graph.drawing import draw_svg

        # The page that numbers link to has the current English rules. On another day, a number may belong to another
        # rule. So only a picture of the current English rules has links.
        current = view.lang == "en" and common.as_of is None
        return draw_svg(graph, around, edition_label(view), _RULES_PAGE if current else None)
    from kb.graph import graph_export

    return graph_export.export_dot(graph, around) if form == "dot" else graph_export.export_graphml(graph, around)


def _explain_nothing(view: View, graph: CitationGraph, subject: NumberRange, *, incoming: bool, outgoing: bool) -> None:
    """Print a message: the subject has no references, or it doesn't exist."""
    values = {"rule": subject, "lang": view.lang, "day": view.as_of}
    if not any(map(subject.covers, graph.rules)):
        error(view.describe_absence(subject) + _("; `rules show {rule}` says more", rule=subject))
    elif incoming == outgoing:
        note(_("{rule} cites nothing and is never cited in {lang} as of {day}", **values))
    elif incoming:
        note(_("{rule} isn't cited in {lang} as of {day}", **values))
    else:
        note(_("{rule} cites nothing in {lang} as of {day}", **values))


def _print(page: TextOutput, view: View, graph: CitationGraph, around: Neighbourhood) -> None:
    """Print the sentence of each reference, grouped by step and section."""
    subject = around.subject
    is_rule = subject.first == subject.last and subject.first in graph.rules
    words = (f" {_beginning(graph, subject.first)}", "bold") if is_rule else ""
    page.line((str(subject), "bold cyan"), words, (f"  [{edition_label(view)}]", "dim"), hang=2)
    for incoming, steps in ((True, around.incoming), (False, around.outgoing)):
        for step, citations in enumerate(steps, 1):
            page.blank_line()
            title = _("Cited by") if incoming else _("Cites")
            if step > 1:
                title += ngettext(", {count} steps away", ", {count} steps away", step)
            counted = ngettext("{count} reference", "{count} references", len(citations))
            page.line((title, "bold"), (f"  {counted}", "dim"))
            ends = [(each, each.source if incoming else each.cited_numbers[0]) for each in citations]
            ends.sort(key=lambda end: _section_key(end[1]))
            for _key, section in groupby(ends, key=lambda end: _section_key(end[1])):
                members = list(section)
                page.line(_section_title(graph, members[0][1]), indent=2, hang=2)
                for citation, _end in members:
                    _print_citation(page, citation, indent=4, whole=view.base is not None)


def _section_key(node: GraphNode) -> tuple[bool, int, int]:
    """Return the key that sorts and groups nodes by section. The glossary comes last."""
    return (True, 0, 0) if isinstance(node, str) else (False, node.chapter, node.section)


def _section_title(graph: CitationGraph, node: GraphNode) -> str:
    if isinstance(node, str):
        return _("Glossary")
    section = RuleNumber(node.chapter, node.section)
    return f"{section}. {_title(graph, section) or ''}".rstrip(". ")


def _print_citation(page: TextOutput, citation: CitationEdge, *, indent: int = 0, whole: bool = True) -> None:
    """Print one reference. If the edition is `whole`, mark a target that doesn't exist."""
    before, words, after = citation.sentence
    absent = (_(" (not there)"), "yellow") if whole and not citation.resolved else ""
    arrow = (f"{citation.source} → {citation.target}", "cyan")
    page.line(arrow, absent, "  ", before, (words, "bold"), after, indent=indent, hang=2)


def _title(graph: CitationGraph, number: RuleNumber) -> str | None:
    rules = graph.rules.get(number, ())
    return rules[0].title or None if rules else None


def _show_path(common: GlobalOptions, form: str, graph: CitationGraph, first: NumberRange, last: NumberRange) -> int:
    """Show the shortest path of references between two rules."""
    steps = graph.shortest_path(first, last)
    if form == "json":
        common.print_json({"number": str(first), "to": str(last), "path": _as_json([[each] for each in steps])})
    else:
        page = common.text_output()
        for step in steps:
            _print_citation(page, step)
    if not steps:
        values = {"first": first, "last": last, "lang": common.language, "day": common.day}
        note(_("no references lead from {first} to {last} in {lang} as of {day}", **values))
    return 0 if steps else 1


def _list_most_cited(
    common: GlobalOptions, form: str, graph: CitationGraph, within: NumberRange | None, limit: int
) -> int:
    """List the most cited rules of the view, or of the range `within`."""
    found = graph.most_cited(within)
    shown = found[:limit]
    if form == "json":
        rows = [json_output.citation_count(each, _title(graph, each.number)) for each in shown]
        common.print_json({"number": str(within) if within else None, "total": len(found), "most_cited": rows})
    else:
        table = [
            (str(each.number), str(each.places), str(each.references), _beginning(graph, each.number)) for each in shown
        ]
        common.text_output().table((_("Rule"), _("Cited by"), _("References"), _("Text")), table)
    if not found:
        values = {"rule": within, "lang": common.language, "day": common.day}
        if within:
            note(_("no rule of {rule} is cited in {lang} as of {day}", **values))
        else:
            note(_("no rule is cited in {lang} as of {day}", **values))
    elif len(found) > len(shown):
        note(_("{shown} of {total} rules; --limit {total} shows all", shown=len(shown), total=len(found)))
    return 0 if found else 1


def _beginning(graph: CitationGraph, number: RuleNumber) -> str:
    return fit_to_width(graph.rules[number][0].text, 60)
