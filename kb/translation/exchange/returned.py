"""What comes back from a translation tool: the units of a file as they were read, nothing judged yet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class ReturnedUnit:
    """A unit of a file that came back.

    Attributes:
        key: what the file calls it.
        source: the English as the file has it.
        target: the French as the file has it; "" if there is none.
        done: whether the file says that the French is finished.
        edition: the English edition that the file was made from, if it says so.
        state: the state with which the unit left; "" if the file no longer says.
        left_with: the mark of the target with which it left (see `units.digest`); "" as well.
        has_codes: whether the target has codes of the tool in it, which no rule has.
    """

    key: str
    source: str
    target: str
    is_finished: bool
    edition: date | None
    exported_state: str = ""
    exported_digest: str = ""
    has_inline_codes: bool = False


@dataclass(frozen=True, slots=True)
class ReturnedFile:
    """A file that came back.

    Attributes:
        format: `xliff` or `po`.
        encoding: how its bytes were read.
        source_lang: the language that it says it translates from; "" if it doesn't say.
        target_lang: the language that it says it translates to; "" as well.
        units: in the order of the file.
    """

    format: str
    encoding: str
    source_lang: str
    target_lang: str
    units: tuple[ReturnedUnit, ...]


def find_date(text: str) -> date | None:
    """The first day that stands in a text, if there is one."""
    for word in text.replace("/", " ").split():
        try:
            return date.fromisoformat(word)
        except ValueError:
            continue
    return None
