"""The permanent names of translation units, by lineage: renumbering and renaming never change them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, cast

from kb.errors import BadValue
from kb.history.pinned_number import PinnedNumber
from kb.i18n import _
from kb.rule_number import RuleNumber
from kb.text.dates import parse_date

EntryPart = Literal["headword", "definition"]
"""The parts of a glossary entry. Each is a unit."""

# An id in XLIFF 2 can't contain @, so `_` replaces it there.
_OF_RULE = re.compile(
    r"(?P<number>[1-9][0-9a-z.]*)[@_](?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})(?:\.(?P<nth>[0-9]+))?"
    r"(?::example-(?P<example>[0-9]+))?"
)
_OF_ENTRY = re.compile(
    r"(?P<lineage>[^@]*[^@\s][^@]*@[0-9]{4}-[0-9]{2}-[0-9]{2}(?:\.[0-9]+)?):(?P<part>headword|definition)"
)
_NO_ID = re.compile(r"[^A-Za-z0-9.-]")
_ENCODED = re.compile(r"(?:_[0-9a-f]{2})+")


@dataclass(frozen=True, slots=True)
class UnitKey:
    """The name of a unit of a rule: a pinned number of the rule, and the number of an example.

    Usually, `pin` is the name of the rule's lineage. If older editions are ingested, the lineage gets another name, but
    the former name still identifies the rule. `example` counts from 1, and 0 is the rule's text. `nth` is 2 for the
    second rule that an edition prints under one number, if it has no other name.
    """

    pin: PinnedNumber
    example: int = 0
    nth: int = 1

    @classmethod
    def parse(cls, text: str) -> UnitKey:
        """Parse a key from its `str` or its `xml_id`. Raise `BadValue` if the text is no key of a rule."""
        match = _OF_RULE.fullmatch(text.strip())
        if match is None:
            raise BadValue("unit", text, _("a unit of the rules has a name like 306.5b@2014-05-01"))
        pin = PinnedNumber(RuleNumber.parse(match["number"]), parse_date(match["day"]))
        return cls(pin, int(match["example"] or 0), int(match["nth"] or 1))

    @property
    def lineage(self) -> str:
        """The name of the rule."""
        return f"{self.pin}.{self.nth}" if self.nth > 1 else str(self.pin)

    @property
    def xml_id(self) -> str:
        """The key in characters that an XML identifier may have."""
        return str(self).replace("@", "_")

    def __str__(self) -> str:
        return f"{self.lineage}:example-{self.example}" if self.example else self.lineage


@dataclass(frozen=True, slots=True)
class EntryKey:
    """The name of a unit of a glossary entry: `Totem Armor@2010-04-23:headword`.

    `lineage` is the entry's name, a headword and a day on which the entry had it.
    """

    lineage: str
    part: EntryPart

    @classmethod
    def parse(cls, text: str) -> EntryKey:
        """Parse a key from its `str` or its `xml_id`. Raise `BadValue` if the text is no key of a glossary entry."""
        match = _OF_ENTRY.fullmatch(text.strip()) or _OF_ENTRY.fullmatch(_ENCODED.sub(_decode, text.strip()))
        if match is None:
            raise BadValue("unit", text, _("a unit of the glossary has a name like Totem Armor@2010-04-23:headword"))
        return cls(match["lineage"], cast("EntryPart", match["part"]))

    @property
    def xml_id(self) -> str:
        """The key in characters that an XML identifier may have. Others are written as the codes of their bytes."""
        lineage = _NO_ID.sub(lambda sign: "".join(f"_{byte:02x}" for byte in sign[0].encode()), self.lineage)
        return f"{lineage}:{self.part}"

    def __str__(self) -> str:
        return f"{self.lineage}:{self.part}"


def parse_key(text: str) -> UnitKey | EntryKey:
    """Parse the key of a unit. Raise `BadValue` if the text is none."""
    if text.strip().endswith((":headword", ":definition")):
        return EntryKey.parse(text)
    return UnitKey.parse(text)


def _decode(codes: re.Match[str]) -> str:
    return bytes.fromhex(codes[0].replace("_", "")).decode("utf-8", "replace")
