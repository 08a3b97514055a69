"""The rules that define keyword abilities, keyword actions and ability words.

Sections 701 and 702 have a heading with subrules for each keyword. The first subrule often only says what kind of
ability the keyword is ("Flying is an evasion ability."). A later subrule says what the keyword does. Ability words have
no rules of their own: rule 207.2c lists them. The sections and the list are found by their wording, since their numbers
have changed (section 502 until 2009-05, rule 206.2c in 2009-07).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Literal

from kb.languages import Lang
from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.rule_text import heading
from kb.text.folding import strip_accents

KeywordKind = Literal["ability", "action", "ability word"]

_SECTIONS: dict[str, KeywordKind] = {
    "keyword abilities": "ability",
    "keyword actions": "action",
    "capacites a mot-cle": "ability",
    "capacites mot-cle": "ability",
    "actions a mot-cle": "action",
    "actions mot-cle": "action",
}

# The words end where the sentence could begin again, so that the time is linear.
_ABILITY_WORDS = re.compile(
    r"(?:The ability words are|Les mots de capacité sont) "
    r"(?P<words>(?:(?!The ability words are|Les mots de capacité sont)[^.])++)\."
)
_LISTED = re.compile(r",\s+(?:(?:and|et)\s+)?|(?<!\s)\s++(?:and|et)\s+")

# Rules that only say what kind of ability a keyword is: "Flying is an evasion ability." The atomic groups stop at the
# first verb and the first noun, so that the time is linear.
_ABILITY_KIND: dict[Lang, re.Pattern[str]] = {
    "en": re.compile(
        r"(?>[^.“”]+? (?:is|are) (?:an?|both|two) )(?>[^.“”]*?abilit(?:y|ies)\b)[^.“”]*\."
        r"(?: It is written (?:[^.]++\.”|[^.”]++”)[^.]*+\.)?"
        r"(?: \(?See rules? [^()]+\)?)?"
    ),
    "fr": re.compile(r"(?>[^.«»]+? (?:est|sont) (?:une|des) capacités?\b)[^.«»]*\.(?: \(?Voir règles? [^()]+\)?)?"),
}

# Patterns of rules that say what a keyword does. The most certain pattern is first. `{}` is replaced by the keyword.
_DEFINITION: dict[Lang, tuple[str, str]] = {
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
    """A keyword of an edition.

    Attributes:
        name: the name as a heading or the list of ability words prints it. The heading "Tap and Untap" has two names.
        heading: the rule whose heading has the name; for an ability word, the rule that lists the word.
        definition: the rule that says what the keyword does.
    """

    name: str
    kind: KeywordKind
    heading: RuleNumber
    definition: RuleNumber


def find_keywords(rules: Sequence[Rule]) -> tuple[Keyword, ...]:
    """Find all keywords in the rules of an edition: first the keywords with headings, then the ability words."""
    return (*_under_headings(rules), *_ability_words(rules))


def _under_headings(rules: Sequence[Rule]) -> Iterator[Keyword]:
    kind: KeywordKind | None = None
    for at, rule in enumerate(rules):
        if rule.number.kind == "section":
            kind = _SECTIONS.get(strip_accents(rule.text.casefold()).replace("‑", "-"))
        name = heading(rule.number, rule.text) if rule.number.kind == "rule" else None
        if kind is None or name is None:
            continue
        below = _subrules(rules, at)
        # The heading "Daybound and Nightbound" names two keywords.
        for each in re.split(r" (?:and|et) ", name):
            definition = _definition(each, below) or rule
            yield Keyword(each, kind, rule.cr_number, definition.cr_number)


def _subrules(rules: Sequence[Rule], at: int) -> list[Rule]:
    """Return the rules under the rule at an index, which follow it directly."""
    above = rules[at].cr_number
    return list(takewhile(lambda rule: above.covers(rule.cr_number), islice(rules, at + 1, None)))


def _definition(name: str, subrules: Sequence[Rule]) -> Rule | None:
    """Return the first subrule that says what a keyword does, or the first that says more than the keyword's kind."""
    telling = [rule for rule in subrules if not _ABILITY_KIND[rule.text_lang].fullmatch(rule.text)]
    # Only the first word is compared: the rule of "Set in Motion" has "To set a scheme in motion".
    word = re.escape(name.split(maxsplit=1)[0])
    for sureness in (0, 1):
        for rule in telling:
            form = _DEFINITION[rule.text_lang][sureness].replace("{}", word)
            if re.search(form, rule.text, re.IGNORECASE | re.VERBOSE):
                return rule
    return next(iter((*telling, *subrules)), None)


def _ability_words(rules: Sequence[Rule]) -> Iterator[Keyword]:
    for rule in rules:
        listed = _ABILITY_WORDS.search(rule.text)
        if listed:
            for word in _LISTED.split(listed["words"]):
                yield Keyword(word, "ability word", rule.cr_number, rule.cr_number)
