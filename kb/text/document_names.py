"""How texts name the documents: `MTR`, `Magic Tournament Rules`, `le guide des infractions`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kb.documents import Doc

POLICY_NAME = r"""
    (?<![\w./@-]) (?: [Mm]agic(?: [ ]?:[ ][Tt]he[ ][Gg]athering)?[®™]?[ ] )?
    (?: (?P<mtr> MTR | mtr | [Tt]ournament[ ][Rr]ules? | [Rr][èe]gles?[ ](?:de|des|du)[ ][Tt]ournois?
          | [Rr][èe]glement[ ](?:de|des)[ ][Tt]ournois? ) (?: [ ]\(MTR\) )?
      | (?P<ipg> IPG | ipg | [Ii]nfraction[ ][Pp]rocedure[ ][Gg]uide
          | [Gg]uide[ ](?: des?[ ][Pp]roc[ée]dures?[ ](?: et[ ](?:des[ ])? | d['’] | des[ ] | pour[ ]les[ ] ) | des[ ] )
            [Ii]nfractions? ) (?: [ ]\(IPG\) )?
    ) (?! [^\W\d] | [-_] | [0-9](?![0-9]?\.[0-9]) )
    """
"""A verbose pattern for the name of a policy document with numbered sections. The groups `mtr` and `ipg` tell which."""

_BOOK_NAMES: Mapping[Doc, str] = {
    "cr": r"Comprehensive[ ]Rules",
    "mtr": r"Tournament[ ]Rules",
    "ipg": r"Infraction[ ]Procedure[ ]Guide",
    "jar": r"Judging[ ]at[ ]Regular",
}
_PLAIN_NAMES = tuple(name.replace("[ ]", " ") for name in _BOOK_NAMES.values())
_BOOK_NAME = re.compile(
    r"(?:Magic(?::\sThe\sGathering)?[®™]?\s)?(?:"
    + "|".join(rf"(?P<{doc}>{name})" for doc, name in _BOOK_NAMES.items())
    + r")(?!\w)",
    re.VERBOSE,
)


def find_book_names(text: str) -> list[tuple[Doc, int, int]]:
    """Return each place where a text names a document by its full name: the document, and the offsets of the name."""
    if not any(name in text for name in _PLAIN_NAMES):  # fifty times as fast as the pattern
        return []
    found: list[tuple[Doc, int, int]] = []
    for match in _BOOK_NAME.finditer(text):
        doc = next(doc for doc in _BOOK_NAMES if match[doc])
        found.append((doc, match.start(), match.end()))
    return found
