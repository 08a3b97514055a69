"""The search as you type without a terminal: keys come through a pipe, and the output is read back."""

from __future__ import annotations

import io
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from cli.options.global_options import GlobalOptions
from kb.citations.formatter import format_citation
from kb.rule_number import NumberRange
from kb.search import SearchResults
from kb.storage.store import Store

pytest.importorskip("prompt_toolkit", reason="the extra `live` is not installed")

from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from cli.interactive import status_bar
from cli.interactive.app import SearchScreen
from cli.interactive.backend import Backend
from cli.interactive.document import ReaderDocument
from cli.interactive.search_result import SearchAnswer
from cli.interactive.wrapping import display_width, wrap

DOWN, RIGHT, ESCAPE, ENTER, INTERRUPT = "\x1b[B", "\x1b[C", "\x1b", "\r", "\x03"


@contextmanager
def open_backend(home: Path, **options: Any) -> Iterator[Backend]:
    common = GlobalOptions(home=home, **{"as_of": "2026-01-16", **options})
    with Store.open(home) as store:
        yield Backend(common, store)


class Session:
    """A search screen with simulated keys."""

    def __init__(self, home: Path, width: int = 100, *, color: bool = True, **options: Any) -> None:
        self.out = io.StringIO()
        self._home, self._options, self.width = home, options, width
        self._color = color
        self.screen: SearchScreen | None = None

    def run(self, *steps: str | Callable[[], bool]) -> str:
        """Send keys, wait for each step that is a condition, and return all output."""
        output = Vt100_Output(self.out, lambda: Size(30, self.width), enable_cpr=False)
        with create_pipe_input() as keys, create_app_session(input=keys, output=output):
            screen = self.screen = SearchScreen(lambda: open_backend(self._home, **self._options), color=self._color)

            def type_them() -> None:
                for step in steps:
                    if isinstance(step, str):
                        # Escape counts as a key only if no byte follows it immediately.
                        time.sleep(0.2)
                        keys.send_text(step)
                    else:
                        wait_for(step)

            typist = Thread(target=type_them)
            typist.start()
            try:
                screen.run()
            finally:
                typist.join()
        return self.out.getvalue()

    def has_hits(self) -> bool:
        assert self.screen
        return bool(self.screen._hits.selected_hit) and self.screen._pending is None

    def reads(self, name: str) -> Callable[[], bool]:
        return lambda: bool(self.screen and self.screen._reader.document and self.screen._reader.document.name == name)

    def types(self, text: str) -> Callable[[], bool]:
        return lambda: bool(self.screen and self.screen._query.text == text)

    def reads_nothing(self) -> bool:
        return bool(self.screen and self.screen._reader.document is None)


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


def test_a_search_is_read_and_cited(starter_home: Path) -> None:
    """The user types words, selects a hit with arrows, opens its rule with Enter, and copies the citation with c."""
    with open_backend(starter_home) as backend:
        second = backend.search("loyalty").results.hits[1].number
    session = Session(starter_home)
    written = session.run(
        "loyalty", session.has_hits, DOWN, ENTER, session.reads(str(second)), "c", ESCAPE, session.reads_nothing, "q"
    )
    assert session.screen and session.screen.copied_citations == [f"CR {second}"]
    assert f"\x1b]52;c;{b64encode(f'CR {second}'.encode()).decode()}\x07" in written
    assert f"copied: CR {second}" in written


def test_c_in_the_query_is_a_letter(starter_home: Path) -> None:
    """In the input c and q are letters; in the list c copies and q leaves, and other letters return to the input."""
    session = Session(starter_home)
    session.run("equip", session.has_hits, "\t", "m", "ent", session.types("equipment"), INTERRUPT)
    assert session.screen and session.screen.copied_citations == []


def test_enter_before_the_search_is_done_reads_what_was_typed(starter_home: Path) -> None:
    """Enter right after a number opens that rule, not the hit for a part of the number."""
    session = Session(starter_home)
    session.run("306.8" + ENTER, session.reads("306.8"), "q")


def test_links_are_followed_and_come_back(starter_home: Path) -> None:
    """301.5e links to 303.4i: an arrow selects the link, Enter opens 303.4i, and Escape returns to 301.5e."""
    session = Session(starter_home)
    reads = session.reads
    session.run(
        "301.5e", session.has_hits, ENTER, reads("301.5e"), RIGHT, ENTER, reads("303.4i"), ESCAPE, reads("301.5e"), "q"
    )


def test_escape_clears_and_then_leaves(starter_home: Path) -> None:
    """The first Escape clears the input, the second leaves."""
    session = Session(starter_home)
    session.run("loyalty", session.has_hits, ESCAPE, session.types(""), ESCAPE)


@pytest.mark.parametrize(
    "pasted",
    [
        "loyalty\rgraveyard",  # a terminal without bracketed paste sends Enter for a line break
        "loyalty\ngraveyard\n",
        "loyalty\tgraveyard",
        "\x1b[200~loyalty\ngraveyard\r\n\x1b[201~",
        "\x1b[200~\tloyalty\x07 \u2028graveyard\x1b[201~",
    ],
)
def test_a_pasted_line_break_is_a_space(starter_home: Path, pasted: str) -> None:
    """A pasted text is one line of the input, and it opens nothing."""
    session = Session(starter_home)

    def has_both_words() -> bool:
        assert session.screen
        return session.screen._query.text.split() == ["loyalty", "graveyard"] and session.has_hits()

    session.run(pasted, has_both_words, INTERRUPT)
    assert session.screen and session.screen._reader.document is None
    assert "\n" not in session.screen._query.text


def test_a_paste_into_the_list_goes_to_the_input(starter_home: Path) -> None:
    """In the list, a pasted q doesn't leave. While a rule is read, a pasted text is ignored."""
    session = Session(starter_home)
    paste = "\x1b[200~q c\x1b[201~"
    session.run(
        "306.8", session.has_hits, ENTER, session.reads("306.8"), paste, ESCAPE, session.reads_nothing, "\t" + paste,
        session.types("306.8q c"), INTERRUPT,
    )  # fmt: skip


def test_the_parts_of_the_rules_are_named(starter_home: Path, newest_home: Path) -> None:
    """With excerpts only, the empty input and a search without hits name the sections and the command."""
    note = "the knowledge base has only parts of the rules in English as of 2026-01-16: sections 110, 300-315"
    with open_backend(starter_home) as backend:
        assert backend.search("").note.startswith(note) and backend.search("trample").note.startswith(note)
        assert backend.search("loyalty").note == ""
    with open_backend(newest_home) as backend:
        assert backend.search("").note == backend.search("xyzzy").note == ""
    session = Session(starter_home, width=200)
    assert note in session.run("trample", lambda: "no hits" in session.out.getvalue(), INTERRUPT)


def test_without_colour_there_is_none(starter_home: Path) -> None:
    """With NO_COLOR the output has bold and underlined text, but no colour codes."""
    session = Session(starter_home, color=False)
    written = session.run("loyalty", session.has_hits, INTERRUPT)
    codes = {code for run in written.split("\x1b[")[1:] if "m" in run for code in run.partition("m")[0].split(";")}
    colours = {str(code) for code in (*range(30, 39), *range(40, 49), *range(90, 98))}
    assert not codes & colours


def test_what_goes_wrong_ends_it(starter_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the knowledge base ends the screen and is raised again."""

    def broken(_self: Backend, _text: str) -> SearchAnswer:
        raise ValueError("broken")

    monkeypatch.setattr(Backend, "search", broken)
    with pytest.raises(ValueError, match="broken"):
        Session(starter_home).run("x")


def test_a_subrule_is_read_within_its_rule(starter_home: Path) -> None:
    """306.5d is shown with 306.5 and its other subrules, from 306.5d on; c copies the citation of 306.5d."""
    with open_backend(starter_home) as backend:
        document = backend.open_document(NumberRange.parse("306.5d"), "en")
    assert document and document.name == "306.5d" and str(document.number) == "306.5d"
    begins = [paragraph.runs[0].text.strip() for paragraph in document.paragraphs]
    assert begins == ["306.5.", "306.5a", "306.5b", "306.5c", "306.5d"]
    assert document.first_paragraph == 4
    assert document.headings == ("Planeswalkers",)  # the starter data has no chapters


def test_links_are_the_references(starter_home: Path) -> None:
    """The links of a rule are its references to existing rules; 306.5b has no link to 614.1c, which doesn't exist."""
    with open_backend(starter_home) as backend:
        document = backend.open_document(NumberRange.parse("303.4i"), "en")
        lacking = backend.open_document(NumberRange.parse("306.5b"), "en")
        cited = backend.open_document(NumberRange.parse("301.5e"), "en")
    assert cited and [str(link.target) for link in cited.links if str(link.target) == "303.4i"] == ["303.4i"]
    assert document is not None and isinstance(document, ReaderDocument)
    assert lacking and "614.1c" not in [str(link.target) for link in lacking.links]
    text = "".join(piece.text for paragraph in cited.paragraphs for piece in paragraph.runs if piece.link)
    assert "rule 303.4i" in text


def test_what_isnt_there_is_no_leaf(starter_home: Path) -> None:
    """A number and a headword that the rules lack have no document."""
    with open_backend(starter_home) as backend:
        assert backend.open_document(NumberRange.parse("999.9"), "en") is None
        assert backend.open_document("Nonsense", "en") is None


def test_an_unfinished_word_is_looked_for_by_its_beginning(starter_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without hits for "loya", words with that prefix are searched; a word before a space is searched as typed."""
    asked_for: list[str] = []

    def search(_store: object, _view: object, text: str, _limits: object) -> SearchResults:
        asked_for.append(text)
        return SearchResults(text, 0, ())

    monkeypatch.setattr("cli.interactive.backend.search", search)
    with open_backend(starter_home) as backend:
        for text in ("planeswalker loya", "loya ", "306.5", "l", "  "):
            backend.search(text)
    assert asked_for == ["planeswalker loya", "planeswalker loya*", "loya", "306.5", "l"]


def test_in_french(starter_home: Path) -> None:
    """--lang fr finds the French rule and cites it as the French rules are cited."""
    with open_backend(starter_home, lang="fr") as backend:
        answer = backend.search("loyauté")
        hit = answer.results.hits[0]
        document = backend.open_hit(hit)
    assert answer.edition == "fr excerpts"
    assert document and document.edition == "fr 2018-04-27, excerpt"
    assert (hit.number, hit.lang) == ("306.5", "fr")
    assert document.number and format_citation(document.number, document.lang) == "RC 306.5"


@pytest.mark.parametrize("width", [10, 20, 60, 140])
def test_lines_lose_nothing_and_fit(width: int) -> None:
    """Lines are broken at spaces, or within a word that is longer than the line."""
    text = "A planeswalker's loyalty is (see rule 606) https://example.org/a-long-address and\u00a0so on."
    lines = wrap([("", text[:9]), ("class:mark", text[9:])], width, 2, 2)
    plain = ["".join(part for _, part in line) for line in lines]
    assert all(display_width(line) <= max(width, 14) for line in lines)
    assert "".join("".join(line.split()) for line in plain) == "".join(text.split())
    assert not any(line.endswith("and") for line in plain)


@pytest.mark.parametrize("width", [60, 140])
@pytest.mark.parametrize("place", ["typing", "list", "page"])
def test_keys_are_told_on_every_screen(place: status_bar.Focus, width: int) -> None:
    """The help on keys fits the screen and names the key that leaves."""
    lines = status_bar.key_help(place, width, has_query=True, has_links=True)
    assert all(display_width(line) <= width for line in lines)
    assert "leave" in "".join(text for line in lines for _, text in line)


def test_the_nearest_heading_stays_where_there_is_little_room() -> None:
    """With little room, the line of 702.14a has only the nearest headings."""
    above = ("Additional Rules", "Keyword Abilities", "Protection")
    line = "".join(text for _, text in status_bar.heading_line([("", "702.14a")], above, "en 2009-10-01", 50))
    assert "Protection" in line and "Additional" not in line and line.endswith("en 2009-10-01")
