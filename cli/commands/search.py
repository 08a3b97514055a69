"""`rules search`: ranked full-text search."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from cli.choices import parse_choice
from cli.messages import note
from cli.options.declarations import DocumentOption
from cli.options.global_options import GlobalOptions
from cli.options.ui_language import LocalizedCommand
from kb.errors import BadValue
from kb.i18n import _
from kb.languages import Lang
from kb.rule_number import as_number_range
from kb.rule_text import Status
from kb.storage.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kb.documents import Doc
    from kb.history.pinned_number import PinnedNumber
    from kb.rule_number import NumberRange
    from kb.search import Scope, SearchResults
    from kb.section_number import SectionRange
    from kb.storage.store import Store

# Without a limit, so many hits are looked up. JSON has them all.
_READ_HITS = 10
# An excluded word or phrase, or a number below zero. Options of one letter, such as -h, are shorter.
_EXCLUDED = re.compile(r"-(?:[^\W_]{2}|[\d\"(])")
_STATUSES: tuple[Status, ...] = ("current", "deprecated", "removed")


class _SearchCommand(LocalizedCommand):
    """The command, which takes `-word` as a part of the query and not as options of one letter."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments. An argument that begins with a space is no option."""
        return super().parse_args(ctx, [f" {each}" if _EXCLUDED.match(each) else each for each in args])


command_class = _SearchCommand


def command(
    common: GlobalOptions,
    query: Annotated[list[str], Argument(metavar="QUERY...", help='Words, a question, a "phrase", a rule number.')],
    within: Annotated[
        str | None, Option("--in", metavar="WHERE,...", help="Where to look: rules, glossary, examples, headings.")
    ] = None,
    section: Annotated[
        str | None, Option(metavar="SECTION", help="Only in this section (306, commander) or chapter (3).")
    ] = None,
    status: Annotated[
        str | None, Option(metavar="STATUS", help="Only rules that are current, deprecated or removed.")
    ] = None,
    all_editions: Annotated[
        bool, Option("--all-editions", help="Search the wordings of all editions, not only those in force.")
    ] = False,
    cards: Annotated[list[str] | None, Option("--card", metavar="NAME", help="A card whose rules come first.")] = None,
    limit: Annotated[
        int | None, Option(min=1, metavar="N", help="How many hits; by default as many as fit on a screen.")
    ] = None,
    doc: DocumentOption = None,
) -> int:
    """Search the rules, and the judges' other books if the knowledge base has them.

    Case, accents and endings don't matter. French words find English rules as well, and English words
    French ones. A rule number goes straight to its rule.

    AND, OR, NOT, -word, brackets, plane*, *walker, tra?ple and planeswalkr~ work; so do title: example:
    glossary: number: section: status: edition: and cites:, as in cites:704 -section:704 (docs/search.md).

    A card of the card library that the query names, or --card does, stands for the rules that govern its text.

    Example: rules search loyalty --in rules --section 306
    """
    from kb.search import SearchLimits, search

    text = " ".join(query).strip()
    limits = SearchLimits(
        scopes=_scopes(within), status=_status(status), all_editions=all_editions, limit=limit or _READ_HITS
    )
    with common.open_store() as store:
        # A search covers both languages, so a whole English edition is enough for a complete answer.
        common.view(store, "en", lists_all=True)
        view = View(store, _language(common, text), common.day)
        books = _books(store, doc, section)
        if section and "cr" in books:
            limits = limits._replace(section=_parse_section(common, store, view, section))
        sought = _current_number(common, store, view, text)
        if books == ("cr",):
            results = search(store, view, sought, limits, cards=cards or ())
        else:
            from kb.search.policy.all_books import search_books

            within_book = _parse_policy_section(common, store, books, section)
            results = search_books(store, view, sought, limits, books, policy_section=within_book, cards=cards or ())
        notes = _edition_notes(view, results) if not results.hits else []
    if common.as_json:
        common.print_json({"query": text, **_json(results)})
    else:
        _print(common, text, results, limit, notes)
    return 0 if results.hits else 1


def _language(common: GlobalOptions, text: str) -> Lang:
    """Return the language asked for. Without `--lang`, a French question is searched in French, with a note."""
    if common.lang is None and " " in text:  # one word is no question
        from kb.search.query_language import is_french_question

        if is_french_question(text):
            note(_("the question is in French: searched as with --lang fr"))
            return "fr"
    return common.language


def _parse_section(common: GlobalOptions, store: Store, view: View, text: str) -> NumberRange:
    """Return the rules of a section that is given as a number, a pinned number, a range or a title."""
    if any(map(str.isdecimal, text)):
        from cli.pinned_numbers import resolve_pinned_range
        from kb.history.pinned_number import parse_range_or_pin

        return as_number_range(resolve_pinned_range(common, store, view, parse_range_or_pin(text)))
    from kb.search.section_titles import find_section

    return find_section(store, view, text)


def _books(store: Store, doc: str | None, section: str | None) -> tuple[Doc, ...]:
    """Return the documents to search: those of `--doc`, else all. A section is one of the rules without `--doc`."""
    if doc is None and (section or store.books == ("cr",)):
        return ("cr",)
    from cli.books import known_books

    return known_books(store, doc)


def _parse_policy_section(
    common: GlobalOptions, store: Store, books: Sequence[Doc], text: str | None
) -> SectionRange | None:
    """Return the places of a policy document that a number, a range or a title names. None for the rules' sections."""
    if not text or "cr" in books:
        return None
    from cli.book_arguments import find_places
    from kb.section_number import as_section_range

    (doc,) = books
    return as_section_range(find_places(common, store, doc, text).numbers)


def _json(results: SearchResults) -> dict[str, object]:
    from cli.rendering import json_output

    return {
        **json_output.fields(results, "total relaxed"),
        "hits": [json_output.hit(hit) for hit in results.hits],
        "suggestion": results.suggestion,
        "translated": [{"word": word, "as": other} for word, other in results.translated],
        "mended": [{"word": word, "as": other} for word, other in results.mended],
        "searched": results.searched or None,
        "unknown_sections": list(results.unknown_sections),
        "absent_editions": [
            {"value": each.value, "in_force": each.in_force.isoformat() if each.in_force else None}
            for each in results.absent_editions
        ],
        "cut": results.is_cut,
        "says_nothing": results.says_nothing,
        "cards": [{"name": card.name, "rules": list(card.rules)} for card in results.cards],
    }


def _print(common: GlobalOptions, text: str, results: SearchResults, limit: int | None, notes: Sequence[str]) -> None:
    """Print the hits, or say on stderr that there are none, with `notes` that may tell why."""
    from cli.rendering.search_view import SearchView, query_notes

    if results.hits:
        options = f" --lang {common.lang}" if common.lang else ""
        options += f" --as-of {common.as_of}" if common.as_of else ""
        SearchView(common.text_output(), results, common.language, options, limit).print()
        return
    message = _("nothing found for '{query}' in {lang}", query=text, lang=common.language)
    if results.suggestion:
        message += _("; did you mean '{term}'?", term=results.suggestion)
    note(message)
    for line in (*query_notes(results), *notes):
        note(line)


def _edition_notes(view: View, results: SearchResults) -> list[str]:
    """Return a line for each `edition:` of a query that found nothing, if no edition is of its days."""
    days = view.edition_days() if results.absent_editions else ()
    lines = []
    for value, in_force in results.absent_editions:
        if in_force is not None:
            line = _("no edition is of {day}; the one in force then: edition:{edition}", day=value, edition=in_force)
        else:
            first, last = (days[0], days[-1]) if days else ("-", "-")
            values = {"value": value, "lang": view.lang, "first": first, "last": last}
            line = _("no edition in {lang} is of {value}; they are from {first} to {last}", **values)
        lines.append(line)
    return lines


def _current_number(common: GlobalOptions, store: Store, view: View, text: str) -> str:
    """Return the number in the view of a query that is a pinned number. Return any other query unchanged."""
    pinned = _pin(text)
    if pinned is None:
        return text
    from cli.pinned_numbers import resolve_pinned_number

    return str(resolve_pinned_number(common, store, view, pinned))


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


def _status(name: str | None) -> Status | None:
    """Return the status of the option `--status`, or None."""
    return (
        parse_choice("status", name, _STATUSES, _("give current, deprecated or removed")) if name is not None else None
    )


def _scopes(names: str | None) -> tuple[Scope, ...]:
    from kb.search import SCOPES

    if names is None:
        return SCOPES
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    for name in wanted or [names]:
        if name not in SCOPES:
            raise BadValue("place to look in", name, _("give some of {names}", names=",".join(SCOPES)))
    return tuple(scope for scope in SCOPES if scope in wanted)
