"""Languages and days for which the knowledge base has no whole edition: what to tell users, and what to advise.

With only excerpts in force, a missing rule may still be a rule. So an answer says which sections the knowledge base
has, and which command fetches the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from pathlib import Path

from kb.errors import StoreError
from kb.i18n import LANGUAGE_NAMES, _, ngettext
from kb.languages import Lang
from kb.storage.store import Store
from kb.storage.view import View

NO_WHOLE_EDITION = "no-whole-edition"
RESTS_ON_NEWEST = "rests-on-newest"
"""The codes of the notes in JSON answers."""


@dataclass(frozen=True, slots=True)
class EditionGap:
    """A language and a day for which the knowledge base has no whole edition.

    Attributes:
        lang: the language.
        day: the day.
        sections: the sections of which the knowledge base has rules, as numbers and ranges.
        remedy: the arguments of `rules` that fill the gap, or () if only a document of the user can fill it.
        message: one sentence with the sections and the remedy.
    """

    lang: Lang
    day: date
    sections: tuple[str, ...]
    remedy: tuple[str, ...]
    message: str

    def as_json(self) -> dict[str, object]:
        """Return the note for a JSON answer."""
        return {
            "code": NO_WHOLE_EDITION,
            "message": self.message,
            "lang": self.lang,
            "as_of": self.day.isoformat(),
            "sections": list(self.sections),
        }


def newest_edition_note(lang: Lang, day: date, edition: date) -> dict[str, object]:
    """Return the note for a JSON answer about a day on which other rules may apply than those of the newest edition."""
    return {
        "code": RESTS_ON_NEWEST,
        "message": describe_newest_edition(day, edition),
        "lang": lang,
        "as_of": day.isoformat(),
        "edition": edition.isoformat(),
    }


def describe_newest_edition(day: date, edition: date) -> str:
    """Return the message that an answer about a day rests on an edition that may not reach this day."""
    return _("the newest edition known is of {edition}; the answer about {day} rests on it", edition=edition, day=day)


def find_gaps(home: Path, asked: Iterable[tuple[Lang, date]]) -> tuple[EditionGap, ...]:
    """Return the gaps of the knowledge base in the folder `home` among the languages and days that were asked about.

    The command has already read the knowledge base. If it can't be read any more, no gaps are returned.
    """
    try:
        with Store.open(home) as store:
            found = [find_gap(View(store, lang, day)) for lang, day in sorted(asked)]
    except StoreError:
        return ()
    return tuple(gap for gap in found if gap is not None)


def find_gap(view: View) -> EditionGap | None:
    """Return the gap for the language and day of a view, or None if a whole edition is in force."""
    if view.base is not None:
        return None
    is_today = view.as_of == date.today()
    sections, remedy = _sections(view), _remedy(view.lang, view.as_of, is_today=is_today)
    values = {
        "language": _(LANGUAGE_NAMES[view.lang]),
        "when": "" if is_today else _(" as of {day}", day=view.as_of),
        "sections": ", ".join(sections),
    }
    if sections:
        many = len(sections) > 1 or "-" in sections[0]
        message = ngettext("the knowledge base has only parts of the rules in {language}{when}: section {sections}",
                           "the knowledge base has only parts of the rules in {language}{when}: sections {sections}",
                           2 if many else 1, **values)  # fmt: skip
    else:
        message = _("the knowledge base has no rules in {language}{when}", **values)
    return EditionGap(view.lang, view.as_of, sections, remedy, message + _describe_remedy(remedy))


def _sections(view: View) -> tuple[str, ...]:
    """Return the sections of which a view has rules, as numbers and ranges: `110`, `300-315`."""
    numbers = sorted({int(section) for label in view.labels("rule") if len(section := label.partition(".")[0]) == 3})
    # A number minus its position in the list: this difference is the same for all numbers of a run, such as 300-315.
    runs = ([number for _at, number in run] for _key, run in groupby(enumerate(numbers), lambda at: at[1] - at[0]))
    return tuple(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _remedy(lang: Lang, day: date, *, is_today: bool) -> tuple[str, ...]:
    """Return the arguments of `rules` that fetch the edition in force on a day, or () if nothing fetches it."""
    if is_today and lang == "en":  # the publisher's page links to today's English rules
        return ("sync",)
    from ingest.publisher.catalogue import load_catalogue

    known = [each.effective for each in load_catalogue().editions if each.effective and each.lang == lang]
    if not known or min(known) > day:
        return ()
    return ("sync",) if max(known) <= day else ("sync", "--all")


def _describe_remedy(remedy: tuple[str, ...]) -> str:
    if not remedy:
        return _("; `rules ingest FILE` adds a document")
    if "--all" in remedy:
        return _("; `rules sync --all` fetches all catalogued editions")
    return _("; `rules sync` fetches the current edition")
