"""What the site keeps on the reader's device: today's rules of a language, and the search.

The service worker (`assets/sw.js`) fetches the files of a list. Each file has a token that changes with its content, so
after a new edition only the files that changed are fetched again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cli.site import addresses
from cli.site.page_templates import messages_in, page
from cli.site.search_index.files import encode_json
from cli.site.site_file import SiteFile, token
from cli.site.site_library import SiteLibrary
from kb.i18n import _
from kb.languages import Lang

_SEARCH = addresses.search_index("")


def offline_files(library: SiteLibrary, base: str, tokens: Mapping[str, str]) -> Iterator[SiteFile]:
    """Yield the list of each language, and the page for what isn't kept.

    Args:
        library: the knowledge base as the site shows it.
        base: where the site will stand.
        tokens: the tokens of all other files by path.
    """
    for lang in library.languages:
        fallback = _not_kept_page(lang, base)
        yield fallback
        listed = _offline_list(library, lang, {**tokens, fallback.path: fallback.depends})
        content = encode_json(listed)
        yield SiteFile(addresses.offline_list(lang), token(content.hex()), lambda: content)  # noqa: B023, asked for at once


def _not_kept_page(lang: Lang, base: str) -> SiteFile:
    address = addresses.not_kept(lang)
    with messages_in(lang):
        title = _("This page isn't kept on this device")
    return SiteFile(
        addresses.file_of(address),
        token(base, lang),
        lambda: page("not_kept.html", address, lang, base=base, title=title),
    )


def _offline_list(library: SiteLibrary, lang: Lang, tokens: Mapping[str, str]) -> dict[str, object]:
    """Return the files to keep with their tokens, the sections by number, and what the pages say."""
    view = library.view(lang)
    sections = {
        str(rule.item.cr_number): addresses.section(lang, rule.edition, rule.item.cr_number)
        for rule in library.rules_today[lang]
        if rule.item.number.kind == "section"
    }
    start = addresses.rules(lang)
    pages = (start, addresses.glossary(lang), addresses.search(lang), addresses.not_kept(lang), *sections.values())
    kept = {address: tokens[addresses.file_of(address)] for address in pages if addresses.file_of(address) in tokens}
    kept |= {path: each for path, each in tokens.items() if path.startswith((addresses.ASSETS, _SEARCH))}
    with messages_in(lang):
        day = {"day": "{day}"}
        messages = {
            "offline": _("Offline. The rules of {day} are kept on this device.", **day),
            "kept": _("The rules of {day} can be read and searched without a connection.", **day),
            "newer": _("A newer edition is there: {day}.", **day),
            "open": _("Open it"),
        }
    return {
        "edition": str(view.base or view.last_edition_day),
        "version": token(sorted(kept.items())),
        "files": list(kept.items()),
        "sections": sections,
        "rule": addresses.rule(lang, "{}"),
        "start": start,
        "missing": addresses.not_kept(lang),
        "messages": messages,
    }
