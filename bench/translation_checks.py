"""Run `rules translation lint` on card texts as rules: official French beside its English, to judge each finding.

Usage: python -m bench.translation_checks HOME [--seed NUMBER] [--texts COUNT]

HOME is a knowledge base with a card library that has French. It isn't changed. The texts are drawn by lot. Reminder
texts are left out, since a card has them in one language only. The English texts are ingested as rules into a new
knowledge base, and the French ones are checked as a file, as a translator does. Printed are the findings, each with the
card and both its texts. A finding is a fault of the French, or a false alarm: a reader decides.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kb.cards.library.database import BilingualFace, open_library

_HEADS = {
    "en": "These rules are effective as of May 1, 2022.",
    "fr": "Ces règles entrent en vigueur au 1er mai 2022.",
}
_REMINDER = re.compile(r" ?\([^()]*\)")
_IN_A_SECTION = 50


def main() -> None:
    """Draw the texts, check them and print the findings."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("home", type=Path, metavar="HOME", help="the folder of a knowledge base with cards")
    arguments.add_argument("--seed", type=int, default=0, help="the seed of the lot")
    arguments.add_argument("--texts", type=int, default=200, help="the number of card texts")
    given = arguments.parse_args()
    with open_library(given.home) as library:
        faces = [face for face in library.bilingual_faces() if _text(face.text) and _text(face.french_text)]
    drawn = random.Random(given.seed).sample(faces, given.texts)  # noqa: S311, a lot
    findings = check(drawn)
    for at, face in enumerate(drawn):
        found = [each for each in findings if each["number"] == _number(at)]
        if found:
            texts = (f"  {each.replace(chr(10), ' | ')}" for each in (_text(face.text), _text(face.french_text)))
            print(f"{_number(at)}  {face.name} {face.oldest_ruling}", *texts, sep="\n")
        for finding in found:
            print(f"    {finding['code']}  {finding['message']}")
    counts = Counter(finding["code"] for finding in findings)
    print(f"{len(drawn)} of {len(faces)} texts, {len(findings)} findings: {dict(counts)}")


def check(faces: Sequence[BilingualFace]) -> list[dict[str, Any]]:
    """Return the findings of `rules translation lint` in the French of card faces. Each rule is one face's text."""
    with tempfile.TemporaryDirectory(prefix="rules-bench-") as folder:
        files = {lang: Path(folder, f"{lang}.txt") for lang in _HEADS}
        for lang, file in files.items():
            texts = [face.french_text if lang == "fr" else face.text for face in faces]
            file.write_text("\n\n".join((_HEADS[lang], *_rules(texts))) + "\n", encoding="utf-8")
        home = Path(folder, "home")
        _run(home, "ingest", str(files["en"]))
        checked = json.loads(_run(home, "translation", "lint", str(files["fr"]), "--json"))
    if checked["rules"] != len(faces):
        sys.exit(f"{checked['rules']} of {len(faces)} rules were checked")
    return list(checked["findings"])


def _rules(texts: Sequence[str]) -> Iterator[str]:
    for at, text in enumerate(texts):
        yield f"{_number(at)}. {_text(text)}"


def _number(at: int) -> str:
    """Return the number of a rule: sections of fifty rules, from 100 on."""
    section, rule = divmod(at, _IN_A_SECTION)
    return f"{100 + section}.{rule + 1}"


def _text(text: str) -> str:
    """Return a card text without reminder texts."""
    return "\n".join(line for line in _REMINDER.sub("", text).split("\n") if line.strip())


def _run(home: Path, *arguments: str) -> str:
    command = [str(Path(sys.executable).with_name("rules")), "--home", str(home), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode > 1:
        sys.exit(done.stderr)
    return done.stdout


if __name__ == "__main__":
    main()
