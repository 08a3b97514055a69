"""`rules watch`: what changed in the rules that users' files cite."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, NamedTuple

from typer import Argument, Option

from cli.messages import note
from cli.options.declarations import ChangeClass, DocumentOption
from cli.options.global_options import GlobalOptions
from cli.rendering import json_output
from kb.errors import NotFound
from kb.text.dates import parse_date

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from cli.user_files.cited_in_files import CitationLocation, FileCitations
    from kb.documents import Doc
    from kb.history.edition_diff import DiffSection, EditionDiff, RuleDifference
    from kb.storage.store import Store
    from kb.text.normalization import ChangeClass as ChangeClassName


def command(
    common: GlobalOptions,
    paths: Annotated[list[str], Argument(metavar="FILE...", help="Files and folders; - is stdin.")],
    since: Annotated[
        str | None,
        Option(
            metavar="YYYY-MM-DD",
            help="Compare with the edition in force that day; default: the edition before.",
        ),
    ] = None,
    change: ChangeClass = None,
    doc: DocumentOption = None,
) -> int:
    """Show which of the rules that your files cite have changed, how, and where you cite them.

    It is `rules diff` for the rules that the files cite, and for the sections of the judges' other books that they
    cite. The exit status is 1 if none of them changed.

    Example: rules watch docs --since 2014-05-01 --as-of 2025-06-06
    """
    from cli.books import known_books
    from cli.rendering.edition_diff_view import parse_change_class, print_comparison
    from cli.user_files.cited_in_files import find_citations_in_files

    wanted = parse_change_class(change)
    day = parse_date(since) if since else None
    citations = find_citations_in_files(paths)
    with common.open_store() as store:
        books = known_books(store, doc)
        if doc is None:
            # The Comprehensive Rules are always compared; another book only if the files cite it.
            books = tuple(book for book in books if book == "cr" or book in citations.locations)
        found = []
        for book in books:
            try:
                found.append(_compare(common, store, book, day, wanted, citations))
            except NotFound as problem:
                if doc is not None or book == "cr":
                    raise
                # The other books are compared all the same.
                note(str(problem))
    if common.as_json:
        first, *others = (json_output.comparison(each.changes, each.cited) for each in found)
        common.print_json({**first, **({"books": others} if others else {})})
    else:
        for at, each in enumerate(found):
            if at:
                common.text_output().blank_line()
            print_comparison(common.text_output(), each.changes, each.sections, each.cited)
    if citations.has_unreadable_file:
        return 2
    return 0 if any(each.changes.differences for each in found) else 1


class _Watched(NamedTuple):
    """The changes of the cited places of one book, by sections, and the citations of each change."""

    changes: EditionDiff
    sections: Sequence[DiffSection]
    cited: Mapping[RuleDifference, Sequence[CitationLocation]]


def _compare(
    common: GlobalOptions,
    store: Store,
    book: Doc,
    since: date | None,
    wanted: ChangeClassName | None,
    citations: FileCitations,
) -> _Watched:
    from cli.books import book_view
    from cli.rendering.edition_diff_view import filter_by_class
    from cli.user_files.cited_in_files import restrict_to_cited
    from kb.history.edition_diff import diff_editions, group_by_section
    from kb.history.succession import edition_in_force

    own, view = store.book(book), book_view(common, store, common.language, book)
    day = since or edition_in_force(own, view.lang, view.as_of) - timedelta(days=1)
    found = filter_by_class(diff_editions(own, view.lang, day, view.as_of), wanted)
    changes, cited = restrict_to_cited(own, found, citations)
    return _Watched(changes, () if common.as_json else group_by_section(own, changes), cited)
