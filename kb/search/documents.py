"""Documents: for each wording in the store, the values that the index holds.

The index holds the words of a text. It also holds the names that the text defines ("The active player is …", "This is
called the “legend rule”"), and anchor text. Anchor text is the words around a reference, which describe the cited rule.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from kb.languages import Lang
from kb.rule_text import text_status
from kb.search.inverted_index import IndexedDocument, word_set_key
from kb.search.results import HitKind, hit_kind
from kb.storage.store import Store
from kb.storage.wordings import carried_since, citations_since, examples_since
from kb.text.folding import fold_words

# A name in quotation marks. The title that a reference quotes isn't a name (see rule 508, “Declare Attackers Step.”).
_QUOTED = re.compile(r"(?<!\d, )(?<![\da-z], )[“\"«]\s?(?P<name>[^\s”\"»“«]+(?:\s[^\s”\"»“«]+){0,4}?)[,.]?\s?[”\"»]")

# The first pattern finds the subject of the first sentence. The other patterns find actions ("To ..., "), predicates of
# "is", and names in quotation marks.
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

# The end of a sentence: its full stop, perhaps a closing quotation mark or bracket, a space, and then a capital letter.
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?])[\"”»)]*\s+(?=[\"“«(]?[^\W\d_a-z])")
# Anchor text has at most this many characters before a reference, and as many after it. No sentence of the rules is as
# long. Without this limit, a long sentence full of references would take quadratic time.
_LONGEST_CONTEXT = 2000
# Words that only introduce a reference.
_POINTING: dict[Lang, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:see|also|and|rules?|sections?)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:voir|cf|aussi|et|la|les|aux?|règles?|sections?|chapitres?)\b", re.IGNORECASE),
}


class CarriedText(NamedTuple):
    """A text in the store as a search shows it. A text of the glossary is listed once for each headword.

    Attributes:
        key: the name of the text's document in an index: hash of the wording, kind of hit, and headword.
        wording: the id of the wording.
        kind: the kind of hit.
        headword: the headword, or "" for a rule.
        lang: the language of the text.
        text: the text without its examples.
    """

    key: str
    wording: int
    kind: HitKind
    headword: str
    lang: Lang
    text: str


def carried_texts(store: Store, above: int = 0) -> dict[str, CarriedText]:
    """Return the texts of all editions in a dict by their keys. Only wordings with ids above `above` count."""
    found: dict[str, CarriedText] = {}
    for wording, digest, place_kind, label, lang, text in carried_since(store, above):
        kind = hit_kind(place_kind, label, text)
        headword = label if kind == "glossary" else ""
        key = f"{digest} {kind} {headword}"
        found.setdefault(key, CarriedText(key, wording, kind, headword, lang, text))
    return found


def documents_of(store: Store, texts: Sequence[CarriedText]) -> Iterator[IndexedDocument]:
    """Yield the documents of some texts."""
    above = min((each.wording for each in texts), default=0) - 1
    # Examples are read after the texts. The writer adds both in one transaction, so no text lacks its examples.
    examples, references = examples_since(store, above), citations_since(store, above)
    for key, wording, kind, headword, lang, text in texts:
        values = _values(kind, headword, lang, text, references.get(wording, ()))
        if wording in examples:
            values[f"example_{lang}"] = "\n".join(examples[wording])
        yield IndexedDocument(key, values)


def _values(
    kind: HitKind, headword: str, lang: Lang, text: str, references: Sequence[tuple[int, int, int]]
) -> dict[str, Any]:
    """Return the fields of a text for the index, with their values. The field for examples is left out."""
    if kind == "heading":
        return {f"title_{lang}": text, "flags": "heading"}
    if kind == "glossary":
        # The headword of a glossary entry describes the rules that the entry refers to.
        links = [(position, headword) for position, *_ in references]
        values = {"headword": headword, f"term_{lang}": headword, f"text_{lang}": text}
        return {**values, f"glossary_link_{lang}": links} if links else values
    names = list(defined_names(text, lang))
    values = {
        f"text_{lang}": text,
        f"defined_{lang}": "\n".join(names),
        f"defined_name_{lang}": ",".join(word_set_key(fold_words(name, lang)) for name in names),
        "flags": text_status(text, lang),
    }
    return {**values, f"anchor_{lang}": list(anchor_texts(text, lang, references))} if references else values


def defined_names(text: str, lang: Lang) -> Iterator[str]:
    """Yield the names that a text defines, as printed. A name may occur more than once."""
    subject_form, *other_forms = _FORMS[lang]
    if subject := subject_form.match(text):
        yield subject["name"]
    for form in other_forms:
        for match in form.finditer(text):
            yield match["name"]


def anchor_texts(text: str, lang: Lang, references: Iterable[tuple[int, int, int]]) -> Iterator[tuple[int, str]]:
    """Yield the position and the anchor text of each reference in a text.

    The anchor text is the sentence without the reference. If nothing or only words such as "See rule" stand before the
    reference, the previous sentence is added. Each item of `references` has the position of a reference in the text (0
    for the first), its start and its end.
    """
    begins = [0, *(between.end() for between in _BETWEEN_SENTENCES.finditer(text))]
    for position, start, end in references:
        sentence = bisect_right(begins, start) - 1
        first = max(begins[sentence], start - _LONGEST_CONTEXT)
        if sentence and not re.search(r"\w", _POINTING[lang].sub("", text[first:start])):
            first = max(begins[sentence - 1], start - _LONGEST_CONTEXT)
        after = begins[sentence + 1] if sentence + 1 < len(begins) else len(text)
        rest = text[end : min(after, end + _LONGEST_CONTEXT)]
        yield position, _POINTING[lang].sub(" ", f"{text[first:start]} {rest}")
