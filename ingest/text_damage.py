"""Damage to the characters of a text: lost punctuation and characters that another program misread."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from kb.i18n import StoredMessage, stored_message
from kb.model import Finding

_APOSTROPHES, _QUOTES = "'’‘", '"“”'
# If a text has more apostrophes (or quotation marks) than this number, it hasn't lost them.
_MANY_MARKS = 300
# English contractions that have lost their apostrophe.
_BARE_CONTRACTION = re.compile(
    r"\b(?:cant|dont|doesnt|didnt|isnt|arent|wasnt|werent|hasnt|havent|hadnt|wont|wouldnt|couldnt|shouldnt|"
    r"thats|theyre|theres|youre)\b",
    re.IGNORECASE,
)
# "it's" without its apostrophe, as in "its put into" and "its a token".
_BARE_IT_IS = re.compile(
    r"\b[Ii]ts (?:an?|the|not|put|been|in|on|being|still|also|no|your|to|considered|moved|turned|possible|impossible)\b"
)
_POSSESSED = (
    "hand|turn|control|library|graveyard|life|owner|controller|loyalty|power|toughness|characteristics|status|"
    "permanent|spell|cost|text|name|mana|ability|abilities|effect|type|types|color|colors|rules|choice|deck|step|phase"
)
# A plural after "a", "an" or "another" ("a permanents owner"). Words in -is, -us and -ss ("continuous") don't count.
_BARE_SINGULAR = re.compile(rf"\b(?:[Aa]n?|[Aa]nother) [a-z]{{2,}}[a-hj-rtv-z]s (?:{_POSSESSED})\b")
_BARE_POSSESSIVE = re.compile(
    r"\b(?:players|opponents|owners|controllers|permanents|creatures|objects|spells|cards|abilitys|planeswalkers)"
    rf" (?:{_POSSESSED})\b"
)
# A title without its quotation marks, as in "rule 613, Interaction of Continuous Effects".
_BARE_TITLE = re.compile(r"\b(?:rule|section) [1-9][0-9]{0,2}(?:\.[0-9]+)?, [A-Z][a-z]+")
# Signs that hardly ever occur in intact texts. `_BARE_POSSESSIVE` is missing, because "players control" may be right.
_STRONG_SIGNS = (_BARE_CONTRACTION, _BARE_IT_IS, _BARE_SINGULAR)
# If only one kind of mark is lost, at least this many signs are needed, because fewer signs may be chance.
_ENOUGH_SIGNS = 5

# "player?s" instead of "player’s". A question mark in an address ("default.asp?x=magic") doesn't count.
_QUESTION_MARK = re.compile(r"\?(?<=[A-Za-z]\?)(?=\?*[a-z]{1,20}\b(?!=))")
# Escapes of HTML ("&rsquo;"), of programming languages ("\\u2019") and of mail ("=E2=80=99").
_ESCAPES = (
    re.compile(
        r"""
        & (?: \# [0-9]{2,6} | \#x [0-9A-Fa-f]{2,5}
            | amp | quot | apos | nbsp | hellip | bull | trade | reg | copy | infin | minus | times
            | [lr] [sda] quo | [mn] dash | [A-Za-z] (?: acute | grave | circ | uml | cedil | tilde ) | [ao] elig ) ;
        """,
        re.VERBOSE,
    ),
    re.compile(r"\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})"),
    re.compile(r"=[0-9A-F]{2}=[0-9A-F]{2}"),
)
# A T in place of ™, as in "NemesisT" and "_Unhinged_T".
_LETTER_FOR_MARK = re.compile(r"T(?:(?<=[a-z]T)|(?<=[a-z]_T))\b(?!\})")
_ASCII = bytes(range(0x80))
# Non-ASCII characters that may stand between two letters: small letters, apostrophes, hyphens, dashes, marks, spaces.
# í and õ are left out, because they may be damaged apostrophes ("playerís"). U+FFFD may stand
# there, too, because `ingest.decode` reports it.
_USUAL = re.compile(
    "[ß-ìî-ôöø-ÿ\u0100-\u024f\u02b0-\u02ff\u1d00-\u1dbf’‘′“”«»…™®©·\u00ad\u2010-\u2015\u00a0\u202f\u2000-\u200d\ufffd]"
)
_OUT_OF_PLACE = re.compile(
    r"(?<=[^\W\d_]) (?: [íõ] (?=(?: s | t | re | ve | ll | d | m )\b) | [^íõ] (?=[^\x00-\x7f]{0,8}[a-z]) )", re.VERBOSE
)
# Letters of other scripts and box-drawing characters. They show that a text was decoded with a wrong encoding.
_OTHER_SCRIPT = re.compile("[\u0370-\u1cff\u2500-\u259f\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]")


def check_punctuation(paragraphs: Iterable[str]) -> Finding | None:
    """Return a finding if the texts have lost their quotation marks or apostrophes, such as starter document 004.

    The signs of the loss are words, possessives and titles without their quotation marks or apostrophes. There must be
    more such signs than intact quotation marks and apostrophes. A single match of
    `_BARE_POSSESSIVE` isn't enough, because "players control" may be right.
    """
    text = "\n".join(paragraphs)
    apostrophes, quotes = (sum(map(text.count, marks)) for marks in (_APOSTROPHES, _QUOTES))
    strong: list[re.Match[str]] = []
    if apostrophes <= _MANY_MARKS:
        strong += [match for pattern in _STRONG_SIGNS for match in pattern.finditer(text)]
    titles = list(_BARE_TITLE.finditer(text)) if quotes <= _MANY_MARKS else []
    if len(strong) >= _ENOUGH_SIGNS and len(strong) > apostrophes and quotes > len(titles):
        return _lossy(stored_message("apostrophes"), strong)
    if len(titles) >= _ENOUGH_SIGNS and len(titles) > quotes and apostrophes > len(strong):
        return _lossy(stored_message("quotation marks"), titles)
    strong += titles
    doubtful = list(_BARE_POSSESSIVE.finditer(text)) if apostrophes <= _MANY_MARKS else []
    if 2 * len(strong) + len(doubtful) < 2 or len(strong) + len(doubtful) <= apostrophes + quotes:
        return None
    return _lossy(stored_message("quotation marks and apostrophes"), [*strong, *doubtful])


def _lossy(marks: StoredMessage, signs: Sequence[re.Match[str]]) -> Finding:
    first = min(signs, key=lambda sign: sign.start()).group()
    message = stored_message(
        "the source has lost its {marks} ({count} places, the first '{first}'); "
        "its text is shown only where no clean one is known",
        "the source has lost its {marks} ({count} places, the first '{first}'); "
        "its text is shown only where no clean one is known",
        marks=marks,
        count=len(signs),
        first=first,
    )
    return Finding("lossy", message, text=first)


def check_characters(paragraphs: Iterable[str]) -> Finding | None:
    """Return a finding if another program has damaged non-ASCII characters.

    The program may have replaced them by question marks ("player?s" for "player’s"), by letters ("NemesisT" for
    "Nemesis™") or by escapes ("player&rsquo;s"). Or it may have decoded them wrongly ("playerâ€™s"). One damaged
    character is enough for a finding. But a single T is not enough, because it could be an abbreviation.
    """
    text = "\n".join(paragraphs)
    offsets = {sign.start() for pattern in (_QUESTION_MARK, *_ESCAPES) for sign in pattern.finditer(text)}
    offsets |= _misread(text)
    letters = [sign.start() for sign in _LETTER_FOR_MARK.finditer(text)]
    if len(letters) > 1:
        offsets.update(letters)
    if not offsets:
        return None
    at = min(offsets)
    first = text[max(text.rfind(blank, 0, at) for blank in " \n") + 1 :].split(maxsplit=1)[0][:60]
    message = stored_message(
        "a character of the source was lost before it got here, in '{first}'",
        "{count} characters of the source were lost before it got here, the first in '{first}'",
        count=len(offsets),
        first=first,
    )
    return Finding("undecodable", message, text=first)


def _misread(text: str) -> set[int]:
    """Return the offsets of characters that show that the text was decoded with a wrong encoding.

    Such characters are letters of another script, and characters that can't stand inside words, such as the euro sign
    in "playerâ€™s" or the capital in "playerÆs".
    """
    # The fastest way to find the few non-ASCII characters is to delete all ASCII bytes.
    others = set(text.encode("utf-8", "replace").translate(None, _ASCII).decode("utf-8"))
    unusual = "".join(char for char in others if not _USUAL.match(char))
    if not unusual:
        return set()
    return {
        match.start()
        for match in re.finditer(f"[{re.escape(unusual)}]", text)
        if _OTHER_SCRIPT.match(match.group()) or _OUT_OF_PLACE.match(text, match.start())
    }
