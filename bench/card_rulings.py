"""Official rulings as questions to cards alone: `python -m bench.card_rulings` needs a card library (RULES_HOME).

    python -m bench.card_rulings
        ask the rulings in card_rulings.toml that can be asked, and print each as right, open or wrong
    python -m bench.card_rulings --draw AtomicCards.json.gz --seed 16
        draw 100 rulings of the form by lot, and print the card and the place of each

The form: one sentence of at most 160 characters, with the name of the card, that says what can or can't target, attack,
block, be cast, be activated, resolve, untap, die or be destroyed, or what triggers. So the ruling answers yes or no for
one named card.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import sys
import tomllib
from pathlib import Path

from bench.card_interactions import run

CASES = Path(__file__).with_suffix(".toml")

_MODAL = r"(?:can|can't|cannot|may|may not|will|won't|does|doesn't)(?: still| also| always| normally| only)?"
_VERB = (
    r"(?:attack|block|be blocked|target|be (?:the )?target(?:ed)?|cast|be cast|activate|be activated|trigger|cause"
    r"|resolve|be destroyed|be countered|be regenerated|be enchanted|be equipped|enchant|untap|count|die|lose)"
)
_FORM = re.compile(rf"\b{_MODAL} {_VERB}\b|\btriggers?\b(?! abilit)")
_SENTENCE = re.compile(r"[.!?](?:\s|$)")


def has_form(card: str, text: str) -> bool:
    """True if a ruling has the form."""
    names = {*card.split(" // "), card.split(",", maxsplit=1)[0]}
    one = len(_SENTENCE.findall(text)) == 1 and len(text) <= 160
    return one and any(name in text for name in names) and _FORM.search(text) is not None


def draw(path: Path, seed: int) -> list[tuple[str, int]]:
    """Return the card and the place of 100 rulings, drawn by lot from those of the form."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as stream:
        cards = json.load(stream)["data"]
    found = [
        (name, place)
        for name in sorted(cards)
        for place, ruling in enumerate(cards[name][0].get("rulings") or [])
        if has_form(name, ruling["text"].replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    ]
    return random.Random(seed).sample(found, 100)  # noqa: S311


def main() -> int:
    """Ask the rulings, or draw new ones. The exit status is 1 if an answer is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draw", type=Path, metavar="FILE", help="a file of cards in the AtomicCards format")
    parser.add_argument("--seed", type=int, default=16)
    options = parser.parse_args()
    if options.draw is not None:
        for name, place in draw(options.draw, options.seed):
            print(f"{name} #{place}")
        return 0
    cases = tomllib.loads(CASES.read_text(encoding="utf-8"))["case"]
    found = 0
    for lot in sorted({each["lot"] for each in cases}):
        drawn = [each for each in cases if each["lot"] == lot]
        asked = [each for each in drawn if "left" not in each]
        print(f"Lot {lot}: {len(asked)} of {len(drawn)} rulings are asked")
        found = max(found, run(asked))
    return found


if __name__ == "__main__":
    sys.exit(main())
