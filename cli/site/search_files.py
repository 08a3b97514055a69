"""The search of the site: its pages, and the index that they read in the reader's browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cli.site import addresses
from cli.site.page_templates import page
from cli.site.search_index.build import search_index_files
from cli.site.section_pages import term_anchors
from cli.site.site_file import SiteFile, token
from cli.site.site_library import SiteLibrary
from kb.i18n import _, get_language, set_language
from kb.languages import LANGUAGES, Lang
from kb.storage.view import View


def search_files(library: SiteLibrary, base: str) -> Iterator[SiteFile]:
    """Yield the page of the search in each language, and the files of the index.

    The index is made in each build: the names of its files contain checksums of their contents.
    """
    for lang in library.languages:
        yield _search_page(lang, base)
    additions = {lang: _additions(library.view(lang)) for lang in LANGUAGES}
    for file in search_index_files(library.store, library.today, additions):
        content = file.content
        yield SiteFile(
            addresses.search_index(file.path),
            token(content.hex()),
            lambda: content,  # noqa: B023, the builder asks for it before the next file
        )


def _search_page(lang: Lang, base: str) -> SiteFile:
    address = addresses.search(lang)
    return SiteFile(
        addresses.file_of(address),
        token(base, lang),
        lambda: page("search.html", address, lang, base=base, title=_("Search")),
    )


def _additions(view: View) -> Mapping[str, Any]:
    """Return what the list of a language's entries says besides the index: addresses, and words of the interface."""
    before = get_language()
    set_language(view.lang)
    try:
        anchors = term_anchors(view.glossary())
        return {
            "addresses": {
                "rule": addresses.rule(view.lang, "{}"),
                "glossary": f"{addresses.glossary(view.lang)}#{{}}",
                "search": addresses.search(view.lang),
            },
            "anchors": [anchors[row.label] for row in view.place_rows() if row.kind == "glossary"],
            "messages": _messages(),
        }
    finally:
        set_language(before)


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
    }
