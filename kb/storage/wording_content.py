"""The content that identifies a wording: equal contents are stored once.

In the Comprehensive Rules, the content is language, text and examples. A policy document has short texts that recur:
many infractions have the penalty "Warning". If another section took the number of a section, the text at the place of
its part would seem to be the same. So the content of a part has the words of its section's title.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable

from kb.model import Edition, Example, GlossaryEntry, Rule
from kb.rule_number import RuleNumber

WordingContent = tuple[str, str, tuple[Example, ...], tuple[str, ...]]
"""Language, text, examples, and in a policy document what else tells the wording from others."""


def content_reader(edition: Edition) -> Callable[[Rule | GlossaryEntry], WordingContent]:
    """Return the function that returns the content of an edition's rules and headwords."""
    titles = {} if edition.doc == "cr" else {rule.number: rule.title or "" for rule in edition.rules}

    def content(item: Rule | GlossaryEntry) -> WordingContent:
        examples = item.examples if isinstance(item, Rule) else ()
        apart: tuple[str, ...] = ()
        if edition.doc != "cr":
            apart = (edition.doc,)
            if isinstance(item, Rule) and not isinstance(item.number, RuleNumber) and item.number.part:
                apart = (edition.doc, _words(titles.get(item.number.own_section, "")))
        return item.text_lang, item.text, examples, apart

    return content


def _words(title: str) -> str:
    return " ".join(re.findall(r"\w+", title.casefold()))


def content_hash(content: WordingContent) -> bytes:
    """Return the SHA-256 of a content."""
    lang, text, examples, apart = content
    hashed = [lang, text, [[e.after, e.marker, e.text] for e in examples], *apart]
    return hashlib.sha256(json.dumps(hashed, ensure_ascii=False).encode()).digest()
