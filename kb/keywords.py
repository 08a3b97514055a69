"""Keywords: which rule says what a keyword ability, a keyword action or an ability word does.

Sections 701 and 702 give each keyword a heading with subrules; the first of them often only says what
kind of ability it is ("Flying is an evasion ability."), and a later one what it does. Ability words have
no rule of their own: rule 207.2c lists them. Sections and the list are found by their wording, since their
numbers have changed (502 until 2009-05, 206.2c in 2009-07).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kb.accents import without_accents
from kb.languages import Lang
from kb.model import Rule, heading
from kb.number import RuleNumber

KeywordKind = Literal["ability", "action", "ability word"]

_SECTIONS: dict[str, KeywordKind] = {
    "keyword abilities": "ability",
    "keyword actions": "action",
    "capacites a mot-cle": "ability",
    "capacites mot-cle": "ability",
    "actions a mot-cle": "action",
    "actions mot-cle": "action",
}

_ABILITY_WORDS = re.compile(r"(?:The ability words are|Les mots de capacité sont) (?P<words>[^.]+)\.")
_LISTED = re.compile(r",\s+(?:and|et)\s+|,\s+|\s+(?:and|et)\s+")

# "Flying is an evasion ability." and what may stand beside it without saying what the keyword does.
_ONLY_A_KIND: dict[Lang, re.Pattern[str]] = {
    "en": re.compile(
        r"[^.“”]+ (?:is|are) (?:an?|both|two) [^.“”]*abilit(?:y|ies)\b[^.“”]*\.(?: It is written [^.]+\.?”[^.]*\.)?"
        r"(?: \(?See rules? [^()]+\)?)?"
    ),
    "fr": re.compile(r"[^.«»]+ (?:est|sont) (?:une|des) capacités?\b[^.«»]*\.(?: \(?Voir règles? [^()]+\)?)?"),
}

# How a rule says what a keyword does, the surest forms first; `{}` is the keyword.
_SAYS_WHAT_IT_DOES: dict[Lang, tuple[str, str]] = {
    "en": (
        r"\b{}s?\b [^.]{0,80} \bmeans\ [“\"] | \bIt\ means\ [“\"] | \bto\ “?{}\b",
        r"\b(?:with|has|have|having)\ (?:an?\ |the\ )?{}\b | [.”\"]\ The\ {}\ ability\b",
    ),
    "fr": (
        r"\b{}s?\b [^.]{0,80} \bsignifie\ « | \bpour\ {}\b",
        r"\b(?:avec|a|ont|ayant)\ (?:le\ |la\ |l['’])?{}\b",
    ),
}


@dataclass(frozen=True, slots=True)
class Keyword:
    """One keyword of an edition.

    Attributes:
        name: as its heading or the list of ability words prints it; "Tap and Untap" gives two.
        kind: which kind of keyword it is.
        heading: the rule that bears its name; for an ability word, the rule that lists it.
        definition: the rule that says what it does.
    """

    name: str
    kind: KeywordKind
    heading: RuleNumber
    definition: RuleNumber


def keywords(rules: Sequence[Rule]) -> tuple[Keyword, ...]:
    """The keywords of an edition, in the order in which it prints them.

    Args:
        rules: all its rules, in order.
    """
    return (*_under_headings(rules), *_ability_words(rules))


def _under_headings(rules: Sequence[Rule]) -> Iterator[Keyword]:
    kind: KeywordKind | None = None
    for at, rule in enumerate(rules):
        if rule.number.kind == "section":
            kind = _SECTIONS.get(without_accents(rule.text.casefold()).replace("‑", "-"))
        name = heading(rule.number, rule.text) if rule.number.kind == "rule" else None
        if kind is None or name is None:
            continue
        below = []
        for other in rules[at + 1 :]:
            if not rule.number.covers(other.number):
                break
            below.append(other)
        for each in _names(name):
            defining = _defining(each, below) or rule
            yield Keyword(each, kind, rule.number, defining.number)


def _names(name: str) -> tuple[str, ...]:
    """The keywords that a heading names: "Daybound and Nightbound" are two."""
    return tuple(re.split(r" (?:and|et) ", name))


def _defining(name: str, subrules: Sequence[Rule]) -> Rule | None:
    """The first subrule that says what a keyword does, else the first that says more than its kind."""
    telling = [rule for rule in subrules if not _ONLY_A_KIND[rule.text_lang].fullmatch(rule.text)]
    # The first word alone: "Set in Motion" is said of a scheme, "To set a scheme in motion".
    word = re.escape(name.split(maxsplit=1)[0])
    for sure in (0, 1):
        for rule in telling:
            form = _SAYS_WHAT_IT_DOES[rule.text_lang][sure].replace("{}", word)
            if re.search(form, rule.text, re.IGNORECASE | re.VERBOSE):
                return rule
    return next(iter((*telling, *subrules)), None)


def _ability_words(rules: Sequence[Rule]) -> Iterator[Keyword]:
    for rule in rules:
        listed = _ABILITY_WORDS.search(rule.text)
        if listed:
            for word in _LISTED.split(listed["words"]):
                yield Keyword(word, "ability word", rule.number, rule.number)
