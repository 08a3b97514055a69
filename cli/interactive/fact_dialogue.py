"""The dialogue of `rules ask` on a terminal: it asks for the missing facts, and writes the situation to a file."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kb.errors import BadSituation, RulesError
from kb.i18n import _

if TYPE_CHECKING:
    from cli.rendering.text_output import TextOutput
    from kb.rulings.engine.answer import Ruling
    from kb.rulings.engine.fact_paths import FactPlace
    from kb.rulings.situation.situation import Situation

Options = list[tuple[str, str]]

_PLAYER = re.compile(r"p[0-9]{1,2}")

_MOST_LISTED = 20
"""How many possible replies are listed."""


@dataclass(frozen=True, slots=True)
class AskedSituation:
    """A question's answer about a situation.

    Attributes:
        situation: the situation.
        ruling: the answer.
        options: the facts that options and replies have stated.
    """

    situation: Situation
    ruling: Ruling
    options: Options


class FactDialogue:
    """Asks for the facts that an answer depends on, one by one, until the answer is definite or the user ends it.

    Attributes:
        is_ended: True if the user has ended the dialogue.
    """

    def __init__(self, page: TextOutput, ask: Callable[[Options], AskedSituation]) -> None:
        """Prepare the dialogue.

        Args:
            page: where questions are printed: stderr.
            ask: asks the question again, with all options that state facts.
        """
        self._page, self._ask, self.is_ended = page, ask, False

    def complete(self, first: AskedSituation) -> AskedSituation:
        """Ask for facts as long as the answer depends on some. Return the last answer.

        An empty reply leaves a fact open. The end of the input, or an interrupt, ends the dialogue: `is_ended` is then
        True.
        """
        now, passed = first, set[str]()
        self._page.line(_("It depends on what isn't stated. Enter: not known; ? explains; Ctrl-D ends the questions."))
        with self._ended_by_user():
            while now.ruling.verdict == "depends":
                path = next((each for each in now.ruling.depends_on if each not in passed and _place(now, each)), None)
                if path is None:
                    break
                found = self._ask_for(now, path)
                passed |= {path} if found is None else set()
                now = found or now
        return now

    def _ask_for(self, now: AskedSituation, path: str) -> AskedSituation | None:
        """Ask for a fact until the reply is right. Return the new answer, or None if the fact isn't known."""
        place = _place(now, path)
        if place is None:
            return None
        self._page.line((_statement(place), "bold"), f"? {_possible_replies(place, now.situation)}")
        while reply := _read_line("  > "):
            if reply == "?":
                self._page.line(_explained(place), indent=2, hang=2)
                continue
            try:
                value = _as_value(place, reply, now.situation)
                return self._ask([*now.options, (_option_path(place), value)])
            except BadSituation as problem:
                self._page.line((problem.faults[0].message, "yellow"), indent=2, hang=2)
            except RulesError as problem:
                self._page.line((str(problem), "yellow"), indent=2, hang=2)
        return None

    @contextmanager
    def _ended_by_user(self) -> Iterator[None]:
        """Let the end of the input, or an interrupt, end a block."""
        try:
            yield
        except (EOFError, KeyboardInterrupt):
            self.is_ended = True
            print(file=sys.stderr)

    def offer_file(self, now: AskedSituation, text: bytes | None) -> None:
        """Offer to write the situation to a file. `text` is the document with which it began, if there is one."""
        from cli.user_files.atomic_write import output_file, print_or_write
        from kb.rulings.situation.written_situation import situation_as_yaml

        self._page.line(_("Write the situation to a file? Name the file, or press Enter for none."))
        with self._ended_by_user():
            while name := _read_line("  > "):
                try:
                    file = output_file(Path(name), force=False)
                    print_or_write(situation_as_yaml(now.situation, text, now.options), file)
                except RulesError as problem:
                    self._page.line((str(problem), "yellow"), indent=2, hang=2)
                    continue
                return


def _read_line(prompt: str) -> str:
    """Return a line that the user types, without blanks at its ends.

    Raises:
        EOFError: the input has ended.
    """
    sys.stdout.flush()
    print(prompt, end="", file=sys.stderr, flush=True)
    if not (line := sys.stdin.readline()):
        raise EOFError
    return line.strip()


def _place(now: AskedSituation, path: str) -> FactPlace | None:
    from kb.rulings.engine.fact_paths import find_fact

    return find_fact(now.situation, path)


def _option_path(place: FactPlace) -> str:
    """Return the path with which an option states a fact."""
    path = f"{place.entity.path}.{place.fact.name}"
    return f"{path}.{place.kind}" if place.kind else path


def _statement(place: FactPlace) -> str:
    """Return what the fact is about, with the effect or ability that has it."""
    from kb.rulings.engine.proof import claim_text
    from kb.rulings.situation.situation import Effect

    said = claim_text(place.claim)
    return f"“{place.entity}”: {said}" if isinstance(place.entity, Effect) else said


def _possible_replies(place: FactPlace, now: Situation) -> str:
    """Return the replies that a fact takes, in words."""
    from kb.rulings.situation.fact_types import (
        CountsFact,
        IdFact,
        IdListFact,
        NumberFact,
        PartsFact,
        WordListFact,
        YesNoFact,
    )

    fact = place.fact
    if isinstance(fact, YesNoFact):
        return _("yes or no")
    if isinstance(fact, NumberFact) or place.kind:
        return _("a number")
    if isinstance(fact, PartsFact | CountsFact):
        return (
            _("as in a file; [] if there are none")
            if isinstance(fact, PartsFact)
            else _("as in a file: kinds with numbers, in braces")
        )
    words: tuple[str, ...] = getattr(fact, "choices", ())
    if isinstance(fact, IdFact | IdListFact):
        players = tuple(each.id for each in now.players if fact.to in ("player", "either"))
        words = (*players, *(each.id for each in now.objects if fact.to in ("object", "either")))
    listed = ", ".join((*words[:_MOST_LISTED], *(["…"] if len(words) > _MOST_LISTED else [])))
    if not isinstance(fact, WordListFact):
        return listed or _("a word")
    if not listed:
        return _("words with commas, or none")
    return _("one or several with commas, or none: {words}", words=listed)


def _as_value(place: FactPlace, reply: str, now: Situation) -> str:
    """Return a reply as the value of an option. Yes, no and none may be in the user's language.

    Raises:
        RulesError: the reply names no player or object that it may name.
    """
    from kb.rulings.situation.fact import no_such_thing
    from kb.rulings.situation.fact_types import IdFact, IdListFact, WordListFact, YesNoFact

    word, fact = reply.lower(), place.fact
    if isinstance(fact, YesNoFact):
        return "yes" if word in _("y yes").split() else "no" if word in _("n no").split() else reply
    if isinstance(fact, WordListFact) and word in ("none", _("none")):
        return "empty"
    if isinstance(fact, IdFact | IdListFact) and fact.to in ("player", "object"):
        # A situation of options alone takes any id for a new thing. A reply means a thing, or a player such as p2.
        players, objects = ([each.id for each in things] for things in (now.players, now.objects))
        may_be = players if fact.to == "player" else objects
        for name in reply.strip("[]").replace(" ", "").split(","):
            is_other = name in (objects if fact.to == "player" else players)
            if is_other or (fact.to == "player" and name not in may_be and not _PLAYER.fullmatch(name)):
                raise RulesError(no_such_thing(fact.to, name, may_be))
    return reply


def _explained(place: FactPlace) -> str:
    """Return what a fact means, with its values and its rule."""
    fact = place.fact
    parts = [
        f"{_option_path(place)}: {fact.form}",
        fact.means,
        _("rule {number}", number=fact.rule) if fact.rule else "",
    ]
    return "; ".join(filter(None, parts))
