"""The page of all penalties of the Infraction Procedure Guide, and of their changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from cli.rendering import penalty_json
from cli.rendering.penalty_view import change_labels, penalty_label
from cli.site import addresses
from cli.site.page_templates import json_file, messages_in, page
from cli.site.site_file import SiteFile, token
from cli.site.site_library import SiteLibrary
from kb.errors import NotFound
from kb.i18n import _
from kb.infractions.changes import InfractionChange
from kb.infractions.penalties import PenaltyEdition, changes_between, infractions_on


@dataclass
class PenaltyPage:
    """Makes the page of penalties.

    Attributes:
        base: where the site will stand.
    """

    library: SiteLibrary
    base: str

    def files(self) -> Iterator[SiteFile]:
        """Yield the page, and the answer of `rules penalties --json` beside it. Nothing if no edition is in force."""
        store = self.library.store
        try:
            current = infractions_on(store, self.library.today)
        except NotFound:
            return
        days = [date.fromisoformat(day) for day in store.book("ipg").whole_editions("en")]
        editions = [infractions_on(store, day) for day in sorted(days) if day <= current.edition]
        changes = [
            (str(second.edition), shown)
            for first, second in reversed([*pairwise(editions)])
            if (shown := [_shown(each) for each in changes_between(store, first, second) if {*each.kinds} - {"text"}])
        ]
        rows = [
            (
                each.category,
                str(each.number),
                each.short_title,
                addresses.place("ipg", each.number),
                penalty_label(each),
            )
            for each in current.infractions
        ]
        address = addresses.PENALTIES
        json_address = addresses.json_of(address)
        yield SiteFile(json_address, token(repr(current)), lambda: json_file("en", lambda: _json(current)))
        with messages_in("en"):
            title = _("Penalties")
        yield SiteFile(
            addresses.file_of(address),
            token(self.base, rows, changes),
            lambda: page(
                "penalties.html", address, "en", base=self.base, title=title, rows=rows, changes=changes,
                day=str(current.edition), json_address=json_address,
            ),
        )  # fmt: skip


def _json(current: PenaltyEdition) -> dict[str, object]:
    return {
        "doc": "ipg",
        "edition": current.edition.isoformat(),
        "penalties": [penalty_json.penalty(each, current.edition) for each in current.infractions],
    }


def _shown(change: InfractionChange) -> tuple[str, str, str]:
    """Return the infraction, what changed, and the penalties before and after."""
    old, new = change.old, change.new
    named = new or old
    with messages_in("en"):
        penalties = [penalty_label(each) for each in (old, new) if each]
        label = change_labels(change)
    name = f"{named.number} {named.short_title}" if named else ""
    if old and new and {"renamed", "renumbered"}.intersection(change.kinds):
        name = f"{old.number} {old.short_title} → {name}"
    return name, label, " → ".join(dict.fromkeys(penalties))
