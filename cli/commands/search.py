"""`rules search`: ranked full-text search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cli.choices import parse_choice
from cli.messages import note
from cli.options.global_options import GlobalOptions
from cli.rendering.code_labels import code_label, origin_label
from cli.rendering.text_output import StyledText, TextOutput, highlight
from kb.errors import BadValue
from kb.i18n import _, ngettext
from kb.languages import Lang
from kb.model import Status
from kb.storage.view import View

if TYPE_CHECKING:
    from kb.history.pinned_number import PinnedNumber
    from kb.search import Hit, Scope, SearchResults

_STATUSES: tuple[Status, ...] = ("current", "deprecated", "removed")


def command(
    common: GlobalOptions,
    query: Annotated[list[str], Argument(metavar="QUERY...", help='Words, a question, a "phrase", a rule number.')],
    within: Annotated[
        str | None, Option("--in", metavar="WHERE,...", help="Where to look: rules, glossary, examples, headings.")
    ] = None,
    section: Annotated[str | None, Option(metavar="NUMBER", help="Only in this section (306) or chapter (3).")] = None,
    status: Annotated[
        str | None, Option(metavar="STATUS", help="Only rules that are current, deprecated or removed.")
    ] = None,
    all_editions: Annotated[
        bool, Option("--all-editions", help="Search the wordings of all editions, not only those in force.")
    ] = False,
    limit: Annotated[int, Option(min=1, metavar="N", help="How many hits to show.")] = 10,
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
    chosen = None
    if status is not None:
        chosen = parse_choice("status", status, _STATUSES, _("give current, deprecated or removed"))
    limits = SearchLimits(scopes=_scopes(within), status=chosen, all_editions=all_editions, limit=limit)
    pinned, subtree = _pin(text), None
    if section:
        from kb.history.pinned_number import parse_range_or_pin

        subtree = parse_range_or_pin(section)
    with common.open_store() as store:
        # A search covers both languages, so a whole English edition is enough for a complete answer.
        common.view(store, "en", lists_all=True)
        view, sought = View(store, common.language, common.day), text
        if subtree is not None:
            from cli.pinned_numbers import resolve_pinned_range

            limits = replace(limits, section=resolve_pinned_range(common, store, view, subtree))
        if pinned:
            from cli.pinned_numbers import resolve_pinned_number

            sought = str(resolve_pinned_number(common, store, view, pinned))
        results = search(store, view, sought, limits)
    if common.as_json:
        common.print_json({"query": text, **_json(results)})
    else:
        _print(common.text_output(), text, results, common.language)
    return 0 if results.hits else 1


def _json(results: SearchResults) -> dict[str, object]:
    from cli.rendering import json_output

    return {
        **json_output.fields(results, "total relaxed"),
        "hits": [json_output.hit(hit) for hit in results.hits],
        "suggestion": results.suggestion,
        "translated": [{"word": word, "as": other} for word, other in results.translated],
        "mended": [{"word": word, "as": other} for word, other in results.mended],
        "searched": results.searched or None,
    }


def _print(page: TextOutput, text: str, results: SearchResults, lang: Lang) -> None:
    """Print the hits by rule. Print on stderr how the query was understood, and how many hits are left out."""
    _print_notes(results)
    for hit in results.hits:
        if hit.under is None:
            under = [each for each in results.hits if each.under is not None and each.rule == hit.rule]
            _print_hit(page, hit, under)
    if not results.hits:
        message = _("nothing found for '{query}' in {lang}", query=text, lang=lang)
        if results.suggestion:
            message += _("; did you mean '{term}'?", term=results.suggestion)
        note(message)
        return
    if results.suggestion:
        note(_("did you mean '{suggestion}'?", suggestion=results.suggestion))
    if results.total > len(results.hits):
        note(_("{shown} of {total} hits; --limit {total} shows all", shown=len(results.hits), total=results.total))


def _print_notes(results: SearchResults) -> None:
    """Print on stderr what was searched instead of the query, and which hits have only some of its words."""
    if results.mended:
        note(_("searched for '{mended}'; as typed: put it in quotes", mended=results.searched))
    if results.translated:
        note("; ".join(f"{word} → {other}" for word, other in results.translated))
    if results.relaxed:
        note(_("no text has all of these words; these have some of them"))
    elif any(hit.is_partial for hit in results.hits):
        complete = sum(not hit.is_partial for hit in results.hits)
        note(
            ngettext(
                "{count} text has all of these words; the others have some of them",
                "{count} texts have all of these words; the others have some of them",
                complete,
            )
        )


def _pin(text: str) -> PinnedNumber | None:
    """Parse a query that is a pinned number. Return None for any other query."""
    if "@" not in text and "(" not in text:
        return None
    from kb.history.pinned_number import PinnedNumber, parse_number_or_pin

    try:
        named = parse_number_or_pin(text)
    except BadValue:
        return None
    return named if isinstance(named, PinnedNumber) else None


def _print_hit(page: TextOutput, hit: Hit, others: Sequence[Hit]) -> None:
    """Print a hit, the headings above it, and its snippet. Then print the `others`: more hits in the same rule."""
    name = hit.number or str(hit.term)
    # The title of the chapter is left out, because it says little.
    above = [title for number, title in hit.path if len(number) > 1]
    own = [hit.title] if hit.title and hit.title not in (name, *above) else []
    path = " › ".join([*above, *own])
    kind = _("  (glossary)") if hit.kind == "glossary" else ""
    edition = (f"  {origin_label(hit)}", "dim")
    page.line((name, "bold cyan"), f"  {path}" if path else "", kind, _status(hit), edition)
    if hit.kind != "heading":
        page.line(*highlight(hit.snippet, hit.marks, "bold yellow"), indent=4)
    for other in others:
        marked = highlight(other.snippet, other.marks, "bold yellow")
        page.line((str(other.number), "cyan"), _status(other), "  ", *marked, indent=4, hang=2)


def _status(hit: Hit) -> StyledText:
    return "" if hit.status == "current" else f"  ({code_label(hit.status)})", "yellow"


def _scopes(names: str | None) -> tuple[Scope, ...]:
    from kb.search import SCOPES

    if names is None:
        return SCOPES
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    for name in wanted or [names]:
        if name not in SCOPES:
            raise BadValue("place to look in", name, _("give some of {names}", names=",".join(SCOPES)))
    return tuple(scope for scope in SCOPES if scope in wanted)
