"""`rules search`: ranked full-text search."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from cli.messages import note
from cli.options.global_options import GlobalOptions
from cli.pinned_numbers import resolve_pinned_number, resolve_pinned_range
from cli.rendering.code_labels import code_label
from cli.rendering.text_output import StyledText, TextOutput
from kb.errors import BadValue
from kb.i18n import _
from kb.languages import Lang
from kb.model import Status

if TYPE_CHECKING:
    from kb.history.pinned_number import PinnedNumber
    from kb.rule_number import NumberRange
    from kb.search import Hit, Scope, SearchResults

_STATUSES: tuple[Status, ...] = ("current", "deprecated", "removed")


def command(
    common: GlobalOptions,
    query: Annotated[
        list[str], typer.Argument(metavar="QUERY...", help='Words, a question, a "phrase", a rule number.')
    ],
    within: Annotated[
        str | None,
        typer.Option("--in", metavar="WHERE,...", help="Where to look: rules, glossary, examples, headings."),
    ] = None,
    section: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Only in this section (306) or chapter (3).")
    ] = None,
    status: Annotated[
        str | None, typer.Option(metavar="STATUS", help="Only rules that are current, deprecated or removed.")
    ] = None,
    all_editions: Annotated[
        bool, typer.Option("--all-editions", help="Every wording there ever was, not only those in force.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, metavar="N", help="How many hits to show.")] = 10,
) -> int:
    """Search the rules.

    Case, accents and endings don't matter. French words find English rules as well, and English words
    French ones. A rule number goes straight to its rule.

    AND, OR, NOT, brackets, plane* and planeswalkr~ work; so do title: example: glossary: number: section:
    status: edition: and cites:, as in cites:704 NOT section:704 (docs/search.md).

    Example: rules search loyalty --in rules --section 306
    """
    from kb.search import SearchLimits, search

    text = " ".join(query)
    limits = SearchLimits(scopes=_scopes(within), status=_status(status), all_editions=all_editions, limit=limit)
    pinned = _pin(text)
    within_section = _section(section) if section else None
    with common.open_store() as store:
        view = common.view(store, common.language)
        if within_section is not None:
            limits = replace(limits, section=resolve_pinned_range(common, store, view, within_section))
        sought = str(resolve_pinned_number(common, store, view, pinned)) if pinned else text
        results = search(store, view, sought, limits)
    if common.as_json:
        from cli.rendering import json_output

        common.print_json(
            {
                "query": text,
                "total": results.total,
                "relaxed": results.relaxed,
                "hits": [json_output.hit(hit) for hit in results.hits],
                "suggestion": results.suggestion,
                "translated": [{"word": word, "as": other} for word, other in results.translated],
            }
        )
        return 0 if results.hits else 1
    _print(common.text_output(), text, results, common.language)
    return 0 if results.hits else 1


def _print(page: TextOutput, text: str, results: SearchResults, lang: Lang) -> None:
    """The hits, those of one rule together; on stderr what must be known of them."""
    if results.translated:
        note("; ".join(f"{word} → {other}" for word, other in results.translated))
    if results.relaxed:
        note(_("no text has all of these words; these have some of them"))
    for hit in results.hits:
        if hit.under is None:
            _show(page, hit)
            for other in results.hits:
                if other.under is not None and other.is_same_rule_as(hit):
                    _show_under(page, other)
    if not results.hits:
        _say_nothing_found(text, results.suggestion, lang)
        return
    if results.suggestion:
        note(_("did you mean '{suggestion}'?", suggestion=results.suggestion))
    if results.total > len(results.hits):
        note(_("{shown} of {total} hits; --limit {total} shows all", shown=len(results.hits), total=results.total))


def _say_nothing_found(text: str, suggestion: str | None, lang: Lang) -> None:
    message = _("nothing found for '{query}' in {lang}", query=text, lang=lang)
    if suggestion:
        message += _("; did you mean '{term}'?", term=suggestion)
    note(message)


def _pin(text: str) -> PinnedNumber | None:
    """The pinned number that a query is; None if it is words."""
    if "@" not in text and "(" not in text:
        return None
    from kb.history.pinned_number import PinnedNumber, parse_number_or_pin

    try:
        named = parse_number_or_pin(text)
    except BadValue:
        return None
    return named if isinstance(named, PinnedNumber) else None


def _section(text: str) -> NumberRange | PinnedNumber:
    """The numbers to search in."""
    from kb.history.pinned_number import parse_range_or_pin

    return parse_range_or_pin(text)


def _show(page: TextOutput, hit: Hit) -> None:
    """One hit: what it is and where it stands on a line, why it matched below."""
    name = hit.number or str(hit.term)
    # The chapter says too little to stand on every line.
    above = [title for number, title in hit.path if len(number) > 1]
    own = [hit.title] if hit.title and hit.title not in (name, *above) else []
    where = " › ".join([*above, *own])
    kind = _("  (glossary)") if hit.kind == "glossary" else ""
    status = "" if hit.status == "current" else f"  ({code_label(hit.status)})"
    date = (f"  {hit.lang} {hit.edition}", "dim")
    page.line((name, "bold cyan"), f"  {where}" if where else "", kind, (status, "yellow"), date)
    if hit.kind != "heading":
        page.line(*_marked(hit), indent=4)


def _show_under(page: TextOutput, hit: Hit) -> None:
    """A further hit of the same rule."""
    status = "" if hit.status == "current" else f"  ({code_label(hit.status)})"
    page.line((str(hit.number), "cyan"), (status, "yellow"), "  ", *_marked(hit), indent=4, hang=2)


def _marked(hit: Hit) -> list[StyledText]:
    """The snippet in pieces, the matched words bold."""
    pieces: list[StyledText] = []
    done = 0
    for start, end in hit.marks:
        pieces += [hit.snippet[done:start], (hit.snippet[start:end], "bold yellow")]
        done = end
    return [*pieces, hit.snippet[done:]]


def _scopes(names: str | None) -> tuple[Scope, ...]:
    from kb.search import SCOPES

    if names is None:
        return SCOPES
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    for name in wanted or [names]:
        if name not in SCOPES:
            raise BadValue("place to look in", name, _("give some of {names}", names=",".join(SCOPES)))
    return tuple(scope for scope in SCOPES if scope in wanted)


def _status(name: str | None) -> Status | None:
    for status in _STATUSES:
        if name == status:
            return status
    if name is not None:
        raise BadValue("status", name, _("give current, deprecated or removed"))
    return None
