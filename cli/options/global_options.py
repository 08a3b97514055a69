"""The global options, and the store, the day and the output that a command derives from them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from cli.choices import parse_choice
from cli.messages import note
from cli.output_streams import print_json
from cli.rendering.text_output import TextOutput
from kb.errors import RulesError
from kb.i18n import _
from kb.languages import LANGUAGES, Lang
from kb.storage.database_file import DATABASE_FILE_NAME, data_folder
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from kb.cards.library.library_card import LibraryCard, PrintedCard
    from kb.rulings.engine.answer import Ruling
    from kb.rulings.law.applicable_law import Law
    from kb.rulings.situation.known_words import KnownWords
    from kb.rulings.situation.situation import Situation

JSON_SCHEMA = "rules/1"


@dataclass(slots=True)
class AskedGaps:
    """The languages and days without a whole edition that a command has asked about.

    Attributes:
        home: the folder of the knowledge base.
        days: maps a language and a day to True if the answer lists all rules of a kind.
        outdated: maps a language to its edition in force and the age of this edition in days, if it has probably been
            replaced.
        beyond: maps a language and a day to the newest edition known, if other rules may apply on this day.
    """

    home: Path = field(default_factory=Path)
    days: dict[tuple[Lang, date], bool] = field(default_factory=dict)
    outdated: dict[Lang, tuple[date, int]] = field(default_factory=dict)
    beyond: dict[tuple[Lang, date], date] = field(default_factory=dict)

    def add_age(self, view: View) -> None:
        """Add the age of a view's edition, if the edition has probably been replaced on the view's day."""
        today = date.today()
        if view.base is None:
            return
        if view.rests_on_newest(today):
            self.beyond[view.lang, view.as_of] = view.base
        elif days := view.days_behind(today):
            self.outdated[view.lang] = (view.base, days)

    def add(self, home: Path, lang: Lang, day: date, *, lists_all: bool) -> None:
        """Add a language and a day."""
        self.home = home
        self.days[lang, day] = lists_all or self.days.get((lang, day), False)

    def days_to_tell(self, status: int) -> list[tuple[Lang, date]]:
        """Return the languages and days that a user should know about, for the exit status of a command.

        A list of all rules of a kind is incomplete in any case. For any other answer, a gap matters only if something
        wasn't found (status 1). A command with an error (status 2) has no answer.
        """
        return [asked for asked, lists_all in self.days.items() if status == 1 or (lists_all and status != 2)]


@dataclass(frozen=True, slots=True)
class GlobalOptions:
    """The global options as given on the command line. An option that isn't given is None or False.

    The properties and methods raise `BadValue` if an option names no language or no day.

    Attributes:
        home: folder of the knowledge base.
        as_json: True if the answer is one JSON object.
        lang: `en`, `fr`, or `both` for commands that show both languages.
        as_of: the day asked about, in ISO form.
        no_color: True if the text has no colours, even on a terminal.
        no_pager: True if long output isn't sent to a pager, even on a terminal.
        ui_lang: the language of messages and help. Commands don't read it, because `main` has selected the language.
        gaps: the languages and days without a whole edition that the command has asked about. All contexts of a run
            share this object.
    """

    home: Path | None = None
    as_json: bool = False
    lang: str | None = None
    as_of: str | None = None
    no_color: bool = False
    no_pager: bool = False
    ui_lang: str | None = None
    gaps: AskedGaps = field(default_factory=AskedGaps, repr=False, compare=False)

    def with_fallback(self, other: GlobalOptions) -> GlobalOptions:
        """Return these options. If an option isn't given, take its value from `other`."""
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "gaps"}
        given = {name: value for name, value in values.items() if value not in (None, False)}
        return replace(other, **given)

    @property
    def language(self) -> Lang:
        """The language asked for; `both` isn't allowed."""
        return self.languages(allow_both=False)[0]

    def languages(self, *, allow_both: bool = True) -> tuple[Lang, ...]:
        """Return the languages asked for. `--lang both` asks for two, which is allowed only with `allow_both`."""
        wanted = self.lang or "en"
        if allow_both and wanted == "both":
            return LANGUAGES
        return (
            parse_choice("language", wanted, LANGUAGES, _("give en, fr or both") if allow_both else _("give en or fr")),
        )

    @property
    def day(self) -> date:
        """The day asked about: `--as-of`, or today if that option isn't given."""
        if not self.as_of:
            return date.today()
        from kb.text.dates import parse_date

        return parse_date(self.as_of)

    @property
    def data_folder(self) -> Path:
        """The folder of the knowledge base: `--home`, `RULES_HOME`, or the platform's data folder."""
        return data_folder(self.home)

    @contextmanager
    def open_store(self) -> Iterator[Store]:
        """Open the knowledge base, after building it from the starter data if there is none.

        Raises:
            StoreError: the knowledge base can't be read or built.
        """
        folder = self.data_folder
        # If a name is too long for any file, `os.path.exists` returns False, but `Path.exists` raises an error.
        if not os.path.exists(folder / DATABASE_FILE_NAME):  # noqa: PTH110
            from cli.starter_data import build_knowledge_base

            build_knowledge_base(folder)
        with Store.open(folder) as store:
            if store.meta("starter") is None:
                from cli.starter_data import ingest_starter_data

                ingest_starter_data(store)
            store.tell = note
            yield store

    def view(self, store: Store, lang: Lang, day: date | None = None, *, lists_all: bool = False) -> View:
        """Return the rules in a language on a day, by default on the day asked about.

        If no whole edition is in force on that day, the day is added to `gaps`. `lists_all` is True if the answer
        lists all rules of a kind.
        """
        view = View(store, lang, day or self.day)
        if view.base is None:
            self.gaps.add(store.home, lang, view.as_of, lists_all=lists_all)
        self.gaps.add_age(view)
        return view

    def note_missing_texts(self, store: Store, rulings: Iterable[Ruling]) -> None:
        """Add the days of rulings that cite rules without text to `gaps`."""
        for ruling in rulings:
            if ruling.citations_without_text:
                self.gaps.add(store.home, "en", ruling.as_of, lists_all=True)

    def gap_notes(self, status: int) -> list[dict[str, object]]:
        """Return the notes about `gaps` for the JSON answer of a command with an exit status."""
        days = self.gaps.days_to_tell(status)
        beyond = self.gaps.beyond if status != RulesError.exit_status else {}
        if not days and not beyond:
            return []
        from cli.edition_gaps import find_gaps, newest_edition_note

        return [
            *(gap.as_json() for gap in (find_gaps(self.gaps.home, days) if days else ())),
            *(newest_edition_note(*asked, edition) for asked, edition in sorted(beyond.items())),
        ]

    def law(self, store: Store, situation: Situation, day: date | None = None) -> Law:
        """Return the rules on the first of these days that is given: `day`, `--as-of`, the situation's day, today."""
        from kb.rulings.law.applicable_law import Law

        chosen = day or (None if self.as_of else situation.as_of) or self.day
        self.gaps.add_age(View(store, "en", chosen))
        return Law(store, chosen, self.language)

    def printed_card(self, name: str) -> PrintedCard:
        """Return a card of the card library as printed. Raise the errors of `library_card`."""
        card, _reader = self.library_card(name)
        return card.card

    def library_card(self, name: str) -> tuple[LibraryCard, str | None]:
        """Return a card of the card library, and the version of the reader that parsed it.

        If the name is another one than the card's, say on stderr which card it is.

        Raises:
            BadValue: no card has this name or a near one, or several have.
            RulesError: there is no card library.
        """
        from kb.library.cards import card_named
        from kb.text.folding import name_lookup_key

        found, card, reader = card_named(self.data_folder, name)
        if name_lookup_key(found) != name_lookup_key(name):
            note(f"{name} → {found}")
        return card, reader

    def known_words(self) -> KnownWords:
        """Return the subtypes and keyword abilities that situations may name.

        The knowledge base is opened only if a situation has a word that the program doesn't know.
        """
        from kb.library.stated_words import known_words

        return known_words(self.open_store)

    def text_output(self, stream: TextIO | None = None) -> TextOutput:
        """Return the output for text: stdout, unless another stream is given. On a terminal, long text is paged."""
        if stream is None and not self.no_pager and sys.stdout.isatty():
            from cli.pager import begin_paging

            begin_paging()
        return self.unpaged_output(stream)

    def unpaged_output(self, stream: TextIO | None = None) -> TextOutput:
        """Return the output for text: stdout, unless another stream is given. No pager is used."""
        return TextOutput(stream or sys.stdout, color=not self.no_color and not os.environ.get("NO_COLOR"))

    def print_json(self, content: Mapping[str, Any], *, found: bool = True) -> None:
        """Print the one JSON object of an answer. If it may lack rules, its `notes` say which sections are known.

        `found` is False if the answer lacks something that the user has named.
        """
        notes = self.gap_notes(0 if found else 1)
        print_json({"schema": JSON_SCHEMA, **content, **({"notes": notes} if notes else {})})
