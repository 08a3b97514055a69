"""The names that a rule defines, as its wording shows: "The active player is …", "This is called the “legend rule”"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.languages import Lang

# A name in quotation marks, unless it is the title that a reference quotes: see rule 508, “Declare Attackers Step.”
_QUOTED = re.compile(r"(?<!\d, )(?<![\da-z], )[“\"«]\s?(?P<name>[^\s”\"»“«]+(?:\s[^\s”\"»“«]+){0,4}?)[,.]?\s?[”\"»]")

# First the subject of the first sentence; then the action that a rule explains ("To ..., "), and the predicate of "is".
_FORMS: dict[Lang, tuple[re.Pattern[str], ...]] = {
    "en": (
        re.compile(
            r"(?:(?:In|As|If|When|At|For) [^.,]{3,60}, )?"
            r"(?:[Aa]n?|[Tt]he|Each|Some|Two or more|One or more|To|Any|The term|[Aa] (?:player|permanent|spell)’s)?\s*"
            r"(?P<name>[^.,:;()“”]{2,60}?)\s(?:is|are|means|mean|refers?|consists?|was|were|represents?|do|does)\s"
        ),
        re.compile(r"To (?P<name>[a-z’ ]{2,40}?)(?: (?:an?|the|that|one|any|in|for|from|with)\b[^.,]*)?, "),
        re.compile(
            r"(?:^|\. )(?:An?|The|Any) [\w’]+ (?:is |are |becomes? )?(?P<name>[\w’-]+(?: [\w’-]+){0,3}) (?:if|when) "
        ),
        re.compile(r"\b(?:is|are|becomes?) (?:an? |the |called (?:an? |the )?)?(?P<name>[\w’-]+(?: [\w’-]+){0,3})[.;]"),
        _QUOTED,
    ),
    "fr": (
        re.compile(
            r"(?:Une?|Les?|La|L['’]|Des|Chaque|Certain(?:e)?s)?\s*"
            r"(?P<name>[^.,:;()«»]{2,60}?)\s(?:est|sont|signifie|signifient|désigne|était|étaient|représente)\s"
        ),
        re.compile(r"Pour (?P<name>[\w’' ]{2,40}?)(?: (?:une?|les?|la|des)\b[^.,]*)?, "),
        _QUOTED,
    ),
}


def defined_names(text: str, lang: Lang) -> Iterator[str]:
    """Yield the names that a text defines, as printed; a name may occur more than once."""
    subject_form, *other_forms = _FORMS[lang]
    if subject := subject_form.match(text):
        yield subject["name"]
    for form in other_forms:
        for match in form.finditer(text):
            yield match["name"]
