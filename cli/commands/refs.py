"""`rules refs`: what a rule cites, and what cites it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.messages import error, note
from cli.options.global_options import GlobalOptions
from cli.pinned_numbers import resolve_pinned_range
from cli.rendering import json_output
from cli.rendering.text_output import TextOutput, fit_to_width
from cli.user_files.atomic_write import write_atomically
from kb.errors import BadValue, RulesError
from kb.i18n import _, ngettext
from kb.rule_number import NumberRange, RuleNumber

if TYPE_CHECKING:
    from kb.graph.citation_graph import CitationCount, CitationEdge, CitationGraph, GraphNode, Neighbourhood
    from kb.storage.view import View

_FORMATS = ("text", "json", "dot", "graphml", "svg")
_BY_ENDING = {".txt": "text", ".json": "json", ".dot": "dot", ".gv": "dot", ".graphml": "graphml", ".svg": "svg"}

# Where a picture's rules lead: a page of the rules in force that many sites link to, with an anchor for each number.
_RULES_PAGE = "https://yawgatog.com/resources/magic-rules/#R{}"


def command(
    common: GlobalOptions,
    number: Annotated[
        str | None, typer.Argument(metavar="NUMBER", help="A rule, section or chapter, or a range: 301.5a-f.")
    ] = None,
    incoming: Annotated[bool, typer.Option("--incoming", help="Only what cites it.")] = False,
    outgoing: Annotated[bool, typer.Option("--outgoing", help="Only what it cites.")] = False,
    depth: Annotated[int, typer.Option(min=1, metavar="N", help="As many steps away; default 1.")] = 1,
    to: Annotated[
        str | None, typer.Option("--to", metavar="NUMBER", help="The shortest way of references there.")
    ] = None,
    most_cited: Annotated[
        bool, typer.Option("--most-cited", help="The rules cited most: all, or those of NUMBER.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, metavar="N", help="How many --most-cited lists.")] = 20,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="FORMAT", help="text, json, dot, graphml or svg; default by FILE's ending."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to FILE instead of stdout.")
    ] = None,
) -> int:
    """Show what a rule cites and what cites it, in the rules and the glossary.

    A section stands for all that is below it. A reference names what it says:
    one to 306 names the section, not 306.5.

    For a picture in the browser: rules refs 306 -o 306.svg

    Example: rules refs 306.9
    """
    form = _form(common, form, output)
    _check(number, to, form, most_cited=most_cited)
    from kb.graph.citation_graph import CitationGraph
    from kb.history.pinned_number import parse_range_or_pin

    named = [parse_range_or_pin(given) if given is not None else None for given in (number, to)]
    with common.open_store() as store:
        view = common.view(store, common.language)
        subject, goal = (
            resolve_pinned_range(common, store, view, each) if each is not None else None for each in named
        )
        graph = CitationGraph.from_view(view)
    if subject is None or most_cited:
        return _most_cited(common, form, graph, subject, limit)
    if goal is not None:
        return _path(common, form, graph, subject, goal)
    sides = (incoming or not outgoing, outgoing or not incoming)
    around = graph.neighbourhood(subject, depth, incoming=sides[0], outgoing=sides[1])
    if form == "json":
        common.print_json(_answer(view, around))
    elif form == "text" and (around.incoming or around.outgoing):
        _print(common.text_output(), view, graph, around)
    elif around.incoming or around.outgoing:
        _write(_drawn(form, common, view, graph, around), output)
    if around.incoming or around.outgoing:
        return 0
    _tell_nothing(view, graph, subject, sides)
    return 1


def _check(number: str | None, to: str | None, form: str, *, most_cited: bool) -> None:
    """Hold options against each other.

    Raises:
        RulesError: two of them don't go together, or there is no number.
    """
    if to is not None and most_cited:
        raise BadValue("companion of --most-cited", "--to", _("give one of the two"))
    if number is None and not most_cited:
        raise RulesError(_("NUMBER is missing: name a rule, as in `rules refs 306.5`, or ask for --most-cited"))
    if (to is not None or most_cited) and form not in ("text", "json"):
        raise BadValue("format of a list", form, _("give text or json; what stands around a rule can be drawn"))


def _form(common: GlobalOptions, form: str | None, output: Path | None) -> str:
    """The format asked for: by name, else by the file's ending.

    Raises:
        BadValue: there is no such format, or it doesn't go where it should.
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


def _answer(view: View, around: Neighbourhood) -> dict[str, object]:
    return {
        "number": str(around.subject),
        "lang": view.lang,
        "edition": view.base.isoformat() if view.base else None,
        "outgoing": _rendered(around.outgoing),
        "incoming": _rendered(around.incoming),
    }


def _rendered(steps: Sequence[Sequence[CitationEdge]]) -> list[dict[str, object]]:
    return [json_output.citation(each, step) for step, citations in enumerate(steps, 1) for each in citations]


def _drawn(form: str, common: GlobalOptions, view: View, graph: CitationGraph, around: Neighbourhood) -> str:
    """What stands around a rule in a format for other programs."""
    if form == "svg":
        from kb.graph.drawing import draw_svg

        # The page has the rules in force, in English: another day's number may be another rule there.
        current = view.lang == "en" and common.as_of is None
        return draw_svg(graph, around, _edition(view), _RULES_PAGE if current else None)
    from kb.graph import graph_export

    return graph_export.export_dot(graph, around) if form == "dot" else graph_export.export_graphml(graph, around)


def _edition(view: View) -> str:
    return f"{view.lang} {view.base or _('excerpts')}"


def _write(written: str, output: Path | None) -> None:
    if output is None:
        print(written, end="")
        return
    write_atomically(output, lambda draft: draft.write_text(written, encoding="utf-8"))
    note(_("wrote {file}", file=output))


def _tell_nothing(view: View, graph: CitationGraph, subject: NumberRange, sides: tuple[bool, bool]) -> None:
    """Say that there is no reference, or that there is no such rule."""
    places = {"rule": subject, "lang": view.lang, "day": view.as_of}
    if not any(map(subject.covers, graph.rules)):
        error(_("{rule} isn't in the rules in {lang} as of {day}; `rules show {rule}` says more", **places))
    elif sides == (True, False):
        note(_("{rule} isn't cited in {lang} as of {day}", **places))
    elif sides == (False, True):
        note(_("{rule} cites nothing in {lang} as of {day}", **places))
    else:
        note(_("{rule} cites nothing and is never cited in {lang} as of {day}", **places))


def _print(page: TextOutput, view: View, graph: CitationGraph, around: Neighbourhood) -> None:
    """The references in their sentences, under the sections that are cited or cite."""
    subject = around.subject
    words = f" {_words(graph, subject.first)}" if subject.first == subject.last and subject.first in graph.rules else ""
    page.line((str(subject), "bold cyan"), (words, "bold"), (f"  [{_edition(view)}]", "dim"), hang=2)
    for backwards, steps in ((True, around.incoming), (False, around.outgoing)):
        for step, citations in enumerate(steps, 1):
            page.blank_line()
            says = _("Cited by") if backwards else _("Cites")
            if step > 1:
                says += ngettext(", {count} steps away", ", {count} steps away", step)
            counted = ngettext("{count} reference", "{count} references", len(citations))
            page.line((says, "bold"), (f"  {counted}", "dim"))
            section: object = ""
            for citation in sorted(citations, key=lambda each: _section(_far(each, backwards=backwards))):
                far = _far(citation, backwards=backwards)
                if (here := _section(far)) != section:
                    section = here
                    page.line(_section_line(graph, far), indent=2, hang=2)
                _print_citation(page, citation, indent=4, whole=view.base is not None)


def _far(citation: CitationEdge, *, backwards: bool) -> GraphNode:
    return citation.source if backwards else citation.cited_numbers[0]


def _section(place: GraphNode) -> tuple[bool, int, int]:
    """What a place is grouped under: its section or chapter, the glossary last."""
    return (True, 0, 0) if isinstance(place, str) else (False, place.chapter, place.section)


def _section_line(graph: CitationGraph, place: GraphNode) -> str:
    if isinstance(place, str):
        return _("Glossary")
    section = RuleNumber(place.chapter, place.section)
    return f"{section}. {_title(graph, section)}".rstrip(". ")


def _print_citation(page: TextOutput, citation: CitationEdge, *, indent: int = 0, whole: bool = True) -> None:
    """One reference; of a target that isn't there only a whole edition can tell."""
    before, words, after = citation.sentence
    absent = (_(" (not there)"), "yellow") if whole and not citation.resolved else ""
    arrow = (f"{citation.source} → {citation.target}", "cyan")
    page.line(arrow, absent, "  ", before, (words, "bold"), after, indent=indent, hang=2)


def _title(graph: CitationGraph, number: RuleNumber) -> str:
    rules = graph.rules.get(number, ())
    return rules[0].title or "" if rules else ""


def _path(common: GlobalOptions, form: str, graph: CitationGraph, first: NumberRange, last: NumberRange) -> int:
    """Show the shortest way of references between two rules."""
    steps = graph.shortest_path(first, last)
    if form == "json":
        common.print_json({"number": str(first), "to": str(last), "path": _rendered([[each] for each in steps])})
    else:
        page = common.text_output()
        for step in steps:
            _print_citation(page, step)
    if not steps:
        message = _(
            "no references lead from {first} to {last} in {lang} as of {day}",
            first=first,
            last=last,
            lang=common.language,
            day=common.day,
        )
        note(message)
    return 0 if steps else 1


def _most_cited(common: GlobalOptions, form: str, graph: CitationGraph, within: NumberRange | None, limit: int) -> int:
    """List the rules that are cited most."""
    found = graph.most_cited(within)
    shown: Sequence[CitationCount] = found[:limit]
    if form == "json":
        rows = [json_output.citation_count(each, _title(graph, each.number) or None) for each in shown]
        common.print_json({"number": str(within) if within else None, "total": len(found), "most_cited": rows})
    else:
        heads = (_("Rule"), _("Cited by"), _("References"), _("Text"))
        common.text_output().table(
            heads,
            [(str(each.number), str(each.places), str(each.references), _words(graph, each.number)) for each in shown],
        )
    if not found:
        places = {"lang": common.language, "day": common.day}
        if within:
            note(_("no rule of {rule} is cited in {lang} as of {day}", rule=within, **places))
        else:
            note(_("no rule is cited in {lang} as of {day}", **places))
    elif len(found) > len(shown):
        note(_("{shown} of {total} rules; --limit {total} shows all", shown=len(shown), total=len(found)))
    return 0 if found else 1


def _words(graph: CitationGraph, number: RuleNumber) -> str:
    return fit_to_width(graph.rules[number][0].text, 60)
