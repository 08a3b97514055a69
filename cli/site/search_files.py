"""The index that the search of the site reads in the reader's browser, with the words of its interface."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cli.site import addresses
from cli.site.page_templates import messages_in
from cli.site.search_index.build import search_index_files
from cli.site.section_pages import term_anchors
from cli.site.site_file import FileGroup, SiteFile, token
from cli.site.site_library import SiteLibrary
from kb.i18n import _
from kb.languages import LANGUAGES
from kb.storage.view import View


def search_group(library: SiteLibrary) -> FileGroup:
    """Return the files of the search index. They depend on today's rules, and on the words of all editions."""
    state = [(lang, library.view(lang).place_rows()) for lang in LANGUAGES]
    books = library.book_state(*library.books)
    return FileGroup("search", token(state, library.records, books), lambda: _search_files(library))


def _search_files(library: SiteLibrary) -> Iterator[SiteFile]:
    additions = {lang: _additions(library.view(lang)) for lang in LANGUAGES}
    for file in search_index_files(library.store, library.today, additions, addresses.place):
        content = file.content
        yield SiteFile(
            addresses.search_index(file.path),
            token(content.hex()),
            lambda: content,  # noqa: B023, the builder asks for it before the next file
        )


def _additions(view: View) -> Mapping[str, Any]:
    """Return what the list of a language's entries says besides the index: addresses, and words of the interface."""
    anchors = term_anchors(view.glossary())
    with messages_in(view.lang):
        return {
            "addresses": {
                "rule": addresses.rule(view.lang, "{}"),
                "glossary": f"{addresses.glossary(view.lang)}#{{}}",
            },
            "anchors": [anchors[row.label] for row in view.place_rows() if row.kind == "glossary"],
            "messages": _messages(),
        }


def _messages() -> dict[str, str]:
    """Return the words of the search in the browser. The script fills the fields in braces."""
    return {
        "count": _("Results: {count}", count="{count}"),
        "none": _("Nothing was found."),
        "relaxed": _("No text has all of these words. These have some of them."),
        "partial": _("The following texts have only some of the words."),
        "mended": _("Searched for {words}.", words="{words}"),
        "edition": _("Rules of {day}", day="{day}"),
        "glossary": _("Glossary"),
        "deprecated": _("no longer applies"),
        "all": _("All results"),
        "books": _("The judges' other books"),
    }
