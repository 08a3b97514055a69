"""`rules watch`: what changed in the rules that users' files cite."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from typer import Argument, Option

from cli.options.declarations import ChangeClass
from cli.options.global_options import GlobalOptions
from cli.rendering import json_output
from kb.text.dates import parse_date


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
) -> int:
    """Show which of the rules that your files cite have changed, how, and where you cite them.

    It is `rules diff` for the rules that the files cite. The exit status is 1 if none of them changed.

    Example: rules watch docs --since 2014-05-01 --as-of 2025-06-06
    """
    from cli.rendering.edition_diff_view import filter_by_class, parse_change_class, print_comparison
    from cli.user_files.cited_in_files import find_citations_in_files, restrict_to_cited
    from kb.history.edition_diff import diff_editions, group_by_section
    from kb.history.succession import edition_in_force

    wanted = parse_change_class(change)
    day = parse_date(since) if since else None
    citations = find_citations_in_files(paths)
    with common.open_store() as store:
        view = common.view(store, common.language)
        if day is None:
            day = edition_in_force(store, view.lang, view.as_of) - timedelta(days=1)
        found = diff_editions(store, view.lang, day, view.as_of)
        found, cited = restrict_to_cited(store, filter_by_class(found, wanted), citations)
        sections = () if common.as_json else group_by_section(store, found)
    if common.as_json:
        common.print_json(json_output.comparison(found, cited))
    else:
        print_comparison(common.text_output(), found, sections, cited)
    if citations.has_unreadable_file:
        return 2
    return 0 if found.differences else 1
