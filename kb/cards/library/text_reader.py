"""Parses the text of many cards in second processes, one for each processor.

Run as a program, this module reads faces from stdin: one JSON list of faces a line. For each face, it writes two lines
to stdout: the kinds of its lines, and its parsed lines as JSON. This process stores the JSON as it is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from threading import local
from typing import IO

from kb.cards.card_parser import parse_card
from kb.cards.concepts import concepts
from kb.cards.faces import CardFace
from kb.cards.library.library_card import LibraryCard, LibraryLine, ParsedFace, PrintedCard, lines_to_json
from kb.program.child_process import module_command

_BATCH_CARDS = 200
_MOST_PROCESSES = 4
# Batches that are read ahead for each process.
_AHEAD = 2


def read_face(face: CardFace) -> tuple[LibraryLine, ...]:
    """Parse the text of one face."""
    return tuple(LibraryLine(line, concepts(line)) for line in parse_card(face).lines)


def _parsed(face: CardFace) -> ParsedFace:
    """Parse the text of one face, for the database."""
    lines = read_face(face)
    kinds = tuple((each.line.kind, each.line.understood) for each in lines)
    return ParsedFace(kinds, json.dumps(lines_to_json(lines), separators=(",", ":")))


def parse(card: PrintedCard) -> LibraryCard:
    """Parse the text of a card."""
    return LibraryCard(card, tuple(read_face(face) for face in card.faces))


def read_cards(cards: Iterable[PrintedCard]) -> Iterator[tuple[PrintedCard, tuple[ParsedFace, ...]]]:
    """Yield each card with the parsed lines of its faces, in the order of `cards`.

    Only a few hundred cards are in memory at a time.
    """
    count = max(1, min(_MOST_PROCESSES, os.cpu_count() or 1))
    with ExitStack() as until_the_end:
        helpers = _Helpers(until_the_end)
        pool = until_the_end.enter_context(ThreadPoolExecutor(count))
        waiting: deque[tuple[list[PrintedCard], Future[list[ParsedFace]]]] = deque()
        try:
            for batch in _batches(cards):
                waiting.append((batch, pool.submit(helpers.read, [face for card in batch for face in card.faces])))
                if len(waiting) > count * _AHEAD:
                    yield from _finished(*waiting.popleft())
            while waiting:
                yield from _finished(*waiting.popleft())
        finally:
            for _batch, future in waiting:
                future.cancel()


def _batches(cards: Iterable[PrintedCard]) -> Iterator[list[PrintedCard]]:
    """Yield the cards in lists of `_BATCH_CARDS`."""
    batch: list[PrintedCard] = []
    for card in cards:
        batch.append(card)
        if len(batch) == _BATCH_CARDS:
            yield batch
            batch = []
    if batch:
        yield batch


def _finished(
    batch: Sequence[PrintedCard], future: Future[list[ParsedFace]]
) -> Iterator[tuple[PrintedCard, tuple[ParsedFace, ...]]]:
    """Wait for a batch and yield its cards."""
    faces = iter(future.result())
    for card in batch:
        yield card, tuple(next(faces) for _face in card.faces)


class _Helpers:
    """The second processes, one for each thread that calls `read`."""

    def __init__(self, until_the_end: ExitStack) -> None:
        self._until_the_end = until_the_end
        self._of_thread = local()

    def read(self, faces: Sequence[CardFace]) -> list[ParsedFace]:
        """Parse faces in the process of this thread. If the process has failed, parse them in this one."""
        with suppress(OSError, ValueError):
            return self._ask(faces)
        return [_parsed(face) for face in faces]

    def _ask(self, faces: Sequence[CardFace]) -> list[ParsedFace]:
        pipes: tuple[IO[bytes], IO[bytes]] | None = getattr(self._of_thread, "pipes", None)
        if pipes is None:
            pipes = self._of_thread.pipes = self._start()
        questions, answers = pipes
        questions.write(json.dumps([face.values() for face in faces]).encode() + b"\n")
        questions.flush()
        return [_received(answers) for _face in faces]

    def _start(self) -> tuple[IO[bytes], IO[bytes]]:
        """Start a process and return its stdin and stdout. At the end, its stdin is closed, and it ends itself."""
        helper = subprocess.Popen(  # noqa: S603, this program with a module of its own
            module_command(__name__), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._until_the_end.callback(_end, helper)
        if helper.stdin is None or helper.stdout is None:
            raise BrokenPipeError
        return helper.stdin, helper.stdout


def _received(answer: IO[bytes]) -> ParsedFace:
    """Read a parsed face that a process has written.

    Raises:
        BrokenPipeError: the process has ended.
    """
    kinds = tuple((kind, understood) for kind, understood in json.loads(answer.readline()))
    lines = answer.readline().decode()
    if not lines.endswith("\n"):
        raise BrokenPipeError
    return ParsedFace(kinds, lines.rstrip())


def _end(helper: subprocess.Popen[bytes]) -> None:
    """Close the pipes of a process and wait for its end."""
    with suppress(OSError):
        helper.__exit__(None, None, None)


def main() -> None:
    """Answer each line of stdin until its end."""
    for line in sys.stdin.buffer:
        for values in json.loads(line):
            parsed = _parsed(CardFace(*values))
            sys.stdout.buffer.write(f"{json.dumps(parsed.kinds)}\n{parsed.lines}\n".encode())
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
