"""The page of rules and terms that are printed but no longer apply, or no longer printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cli.rendering import json_output
from cli.site import addresses
from cli.site.page_templates import json_file, messages_in, page
from cli.site.site_file import SiteFile, token
from cli.site.site_library import SiteLibrary
from kb.history.deprecation import DeprecatedItem, find_deprecated
from kb.i18n import _
from kb.languages import Lang


@dataclass
class DeprecatedPage:
    """Makes the page in one language.

    Attributes:
        base: where the site will stand.
    """

    library: SiteLibrary
    lang: Lang
    base: str

    def files(self) -> Iterator[SiteFile]:
        """Yield the page and its JSON."""
        found = find_deprecated(self.library.store, self.library.view(self.lang), removed=True)
        address = addresses.deprecated(self.lang)
        json_address = addresses.json_of(address)
        yield SiteFile(
            json_address,
            token(found),
            lambda: json_file(self.lang, lambda: {"entries": list(map(json_output.deprecated_entry, found))}),
        )
        printed = self.library.numbers_today[self.lang]
        rows = [(each, *self._addresses(each, printed)) for each in found]
        with messages_in(self.lang):
            title = _("What no longer applies")
        yield SiteFile(
            addresses.file_of(address),
            token(self.base, rows),
            lambda: page(
                "deprecated.html", address, self.lang, base=self.base, title=title,
                json_address=json_address, printed=[row for row in rows if not row[0].removed],
                removed=[row for row in rows if row[0].removed],
            ),
        )  # fmt: skip

    def _addresses(self, each: DeprecatedItem, printed: frozenset[str]) -> tuple[str, list[tuple[str, str]]]:
        """Return the address of the rule or headword, and what took its place, each with its address ("" for none)."""
        if each.number is None:
            own = addresses.glossary(self.lang)
        elif each.removed:
            own = f"{addresses.old_numbers(self.lang, each.number)}#{each.number}"
        else:
            own = addresses.rule(self.lang, each.number)
        instead = [
            (name, addresses.rule(self.lang, number) if (number := name.partition("-")[0]) in printed else "")
            for name in each.replaced_by
        ]
        return own, instead
