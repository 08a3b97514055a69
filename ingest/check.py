"""Does an edition hang together? What can be seen without any other edition.

Findings are stored with the edition and shown with it; none of them changes a text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.lines import Line, LineKind
from kb.model import LANGUAGE_NAMES, Finding, Lang, Rule

_QUOTES = re.compile("['’‘\"“”]")
# English words that exist only by losing an apostrophe.
_BARE_CONTRACTION = re.compile(
    r"\b(?:cant|dont|doesnt|didnt|isnt|arent|wasnt|werent|hasnt|havent|hadnt|wont|wouldnt|couldnt|shouldnt|"
    r"thats|theyre|theres|youre)\b",
    re.IGNORECASE,
)
# "its put into", "its a token": "it's" that has lost its apostrophe.
_BARE_IT_IS = re.compile(
    r"\b[Ii]ts (?:an?|the|not|put|been|in|on|being|still|also|no|your|to|considered|moved|turned|possible|impossible)\b"
)
_POSSESSED = (
    "hand|turn|control|library|graveyard|life|owner|controller|loyalty|power|toughness|characteristics|status|"
    "permanent|spell|cost|text|name|mana|ability|abilities|effect|type|types|color|colors|rules|choice|deck|step|phase"
)
# "a permanents owner": a plural after a word for one thing ("a continuous effect" is none).
_BARE_SINGULAR = re.compile(rf"\b(?:[Aa]n?|[Aa]nother) [a-z]{{2,}}[a-hj-rtv-z]s (?:{_POSSESSED})\b")
_BARE_POSSESSIVE = re.compile(
    r"\b(?:players|opponents|owners|controllers|permanents|creatures|objects|spells|cards|abilitys|planeswalkers)"
    rf" (?:{_POSSESSED})\b"
)
# "rule 613, Interaction of Continuous Effects": a title that has lost its quotation marks.
_BARE_TITLE = re.compile(r"\b(?:rule|section) [1-9][0-9]{0,2}(?:\.[0-9]+)?, [A-Z][a-z]+")
# Signs that count twice: they can hardly come about otherwise, as "players control" can.
_STRONG = (_BARE_CONTRACTION, _BARE_TITLE, _BARE_IT_IS, _BARE_SINGULAR)


def lost_punctuation(rules: Sequence[Rule]) -> Finding | None:
    """A finding if the texts have lost their quotation marks and apostrophes, as seed 004 has.

    Words, possessives or titles are there that can't do without, and more of them than of the marks
    themselves. One doubtful sign could be chance; two are not.
    """
    text = "\n".join(
        paragraph for rule in rules for paragraph in (rule.text, *(example.text for example in rule.examples))
    )
    strong = [match for pattern in _STRONG for match in pattern.finditer(text)]
    doubtful = list(_BARE_POSSESSIVE.finditer(text))
    signs = [match.group() for match in sorted((*strong, *doubtful), key=lambda match: match.start())]
    if 2 * len(strong) + len(doubtful) < 2 or len(signs) <= len(_QUOTES.findall(text)):
        return None
    return Finding(
        "lossy",
        f"the source has lost its quotation marks and apostrophes ({len(signs)} places, the first '{signs[0]}'); "
        "its text is shown only where no clean one is known",
        text=signs[0],
    )


def untranslated(rules: Sequence[Rule], lang: Lang) -> Finding | None:
    """A finding if an edition leaves rules in the other language, as seed 002 leaves 306.7 in English."""
    others = [str(rule.number) for rule in rules if rule.text_lang != lang]
    if not others:
        return None
    listed = ", ".join(others[:5]) + (", ..." if len(others) > 5 else "")
    other = LANGUAGE_NAMES["en" if lang == "fr" else "fr"]
    return Finding(
        "untranslated", f"{len(others)} of its {LANGUAGE_NAMES[lang]} rules stand in {other}: {listed}", where=others[0]
    )


def missing_sections(contents: Sequence[Line], rules: Sequence[Rule]) -> Finding | None:
    """A finding if the contents page promises sections that the body doesn't have."""
    printed = {rule.number for rule in rules}
    missing = [
        str(line.number)
        for line in contents
        if line.kind is LineKind.SECTION and line.number is not None and line.number not in printed
    ]
    if not missing:
        return None
    listed = ", ".join(missing[:5]) + (", ..." if len(missing) > 5 else "")
    return Finding(
        "truncated",
        f"{len(missing)} sections of the contents page are missing from the body: {listed}",
        where=missing[0],
    )
