"""Take the words of card text from the newest English edition of a knowledge base: subtypes, keywords, ability words.

Usage: python -m bench.card_words --home FOLDER

It writes `data/compiled/card_words.json`. Run it when a new edition adds a keyword or a subtype.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from kb.model import Rule
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.keywords import find_keywords

OUTPUT = Path(__file__).resolve().parents[1] / "data" / "compiled" / "card_words.json"

_LISTED = re.compile(r"(?:types are|type is)(?! called)(?: (?:one word|two words) long:)? ([^.]+)\.")


def card_words(rules: Sequence[Rule]) -> dict[str, object]:
    """Return the words of an edition, by kind."""
    keywords = find_keywords(rules)
    subtypes: dict[str, list[str]] = {}
    for rule in rules:
        kind = re.search(r"subtypes? (?:are|is) called an? (\w+) type|are called (\w+) types|, called a (\w+) type",
                         rule.text)  # fmt: skip
        if kind is None or not re.match(r"205\.3[a-z]$", str(rule.number)):
            continue
        name = next(word for word in kind.groups() if word)
        bare = re.sub(r"\([^()]*\)", "", rule.text)
        words = [word for match in _LISTED.finditer(bare) for word in re.split(r",\s*(?:and )?|\s+and ", match[1])]
        subtypes[name] = sorted({word.replace("’", "'").strip() for word in words if word.strip()})
    return {
        "abilities": [word.name for word in keywords if word.kind == "ability"],
        "actions": [word.name for word in keywords if word.kind == "action"],
        "ability words": [word.name for word in keywords if word.kind == "ability word"],
        "subtypes": subtypes,
    }


def main() -> None:
    """Write the file."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--home", type=Path, required=True, help="the folder of the knowledge base")
    with Store.open_readonly(arguments.parse_args().home) as store:
        rules = [item.item for item in View(store, "en", date.today()).rules()]
    OUTPUT.write_text(json.dumps(card_words(rules), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
