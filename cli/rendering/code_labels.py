"""Labels of codes in the user's language: the code `moved` of `--json` has the label "déplacée" in French."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kb.i18n import _, ngettext

if TYPE_CHECKING:
    from datetime import date

    from kb.search import Hit
    from kb.storage.editions import EditionRecord
    from kb.storage.view import View
    from kb.storage.view_items import ViewItem


def mark_codes(codes: str) -> tuple[str, ...]:
    """Split a text into codes. The message catalogue has each code, so that singular and plural can be translated."""
    return tuple(codes.split())


_EVENTS = mark_codes("added moved edited moved-and-edited split merged deprecated removed")
_CHANGES = mark_codes("typography references template wording")
_VERDICTS = mark_codes("ok missing reused quote-mismatch wrong-topic unchecked ignored")
_NOTICES = mark_codes("bad-ignore unused-ignore changed")
_TRANSLATION_STATES = mark_codes("current stale untranslated orphan")
_TERM_VERDICTS = mark_codes("agrees differs decided silent unclear nothing")
_TERM_KINDS = mark_codes(
    "keyword-ability keyword-action ability-word card-type supertype subtype counter zone step template other"
)
_DEPRECATION_CLASSES = mark_codes("rule-removed term-renamed type-retired keyword-changed")


def edition_kind(edition: EditionRecord) -> str:
    """Return the label for what an edition is: `whole`, `excerpt` or `finished translation`."""
    from kb.storage.source_formats import FINISHED_TRANSLATION_FORMATS

    if edition.format in FINISHED_TRANSLATION_FORMATS:
        return _("finished translation")
    return _("excerpt") if edition.partial else _("whole")


def origin_label(item: ViewItem[Any] | Hit) -> str:
    """Return the label of the edition that a text was read from: `en 2026-01-16`, `MTR en 2025-04-21`."""
    if item.from_finished_translation:
        return _("{edition}, finished translation", edition=f"{item.lang} {item.edition}")
    book = "" if item.doc == "cr" else f"{item.doc.upper()} "
    return dated_edition(f"{book}{item.lang}", item.edition, excerpt=item.from_excerpt)


def dated_edition(lang: str, day: date | None, *, excerpt: bool) -> str:
    """Return the label of an edition or excerpt: `en 2026-01-16`, `en 2025-06-06, excerpt`."""
    edition = f"{lang} {day}"
    return _("{edition}, excerpt", edition=edition) if excerpt else edition


def edition_label(view: View) -> str:
    """Return the label of the edition that a view shows: `en 2026-01-16`, `fr excerpts`."""
    return f"{view.lang} {view.base or _('excerpts')}"


def code_label(code: str, count: int = 1) -> str:
    """Return the label of a code of `docs/cli.md`, in the grammatical number for `count`."""
    return ngettext(code, code, count)


def counted_label(code: str, count: int) -> str:
    """Return a count with the label of its code: `3 moved`."""
    return f"{count} {code_label(code, count)}"


def counted_labels(counts: Mapping[str, int]) -> str:
    """Return counts with their labels: `3 moved, 1 split`."""
    return ", ".join(counted_label(code, count) for code, count in counts.items())
