"""Invented editions of policy documents, small enough to know by heart. Their texts are no official texts."""

from __future__ import annotations

import hashlib
from datetime import date

from kb.documents import Doc
from kb.model import Edition, Example, Rule, Source
from kb.section_number import SectionNumber

Text = str | tuple[str, ...]

MTR_2020: dict[str, Text] = {
    "Introduction": "Introduction\nThese are the rules of lantern tournaments.",
    "1": "Fundamentals",
    "1.1": "Lantern Types\nA tournament has lanterns of two types.",
    "1.2": "Lighting Order\nThe older player lights the first lantern. The younger player waits for one minute.",
    "2": "Mechanics",
    "2.1": "Extinguished Lanterns\nAn extinguished lantern is replaced within ninety seconds.",
    "Appendix A": "Time Limits\nLantern\tTime\nred\t40 seconds\nblue\t25 seconds",
}
MTR_2022: dict[str, Text] = {
    "Introduction": "Introduction\nThese are the rules of lantern tournaments.",
    "1": "Fundamentals",
    "1.1": "Lantern Types\nA tournament has lanterns of three types.",
    "1.2": "Spectators\nSpectators sit behind the rope and keep silent during a round.",
    "1.3": "Lighting Order\nThe older player lights the first lantern. The younger player waits for two minutes.",
    "2": "Mechanics",
    "2.1": "Extinguished Lanterns\nAn extinguished lantern is replaced within ninety seconds.",
    "Appendix A": "Time Limits\nLantern\tTime\nred\t40 seconds\nblue\t20 seconds",
}
IPG_2020: dict[str, Text] = {
    "2": "Game Errors",
    "2.1": "Game Play Error - Spilled Oil",
    "2.1/penalty": "Warning",
    "2.1/definition": "A player spills oil from a lantern onto the table.",
    "2.1/philosophy": "Oil is slippery, and spilling it endangers the cards.",
    "2.2": "Game Play Error - Dark Table",
    "2.2/penalty": "Warning",
    "2.2/definition": "A player lets every lantern go out and continues to play in the dark.",
}
IPG_2022: dict[str, Text] = {
    "2": "Game Errors",
    "2.1": "Game Play Error — Broken Glass",
    "2.1/penalty": "Warning",
    "2.1/definition": "A player breaks the glass of a lantern by accident.",
    "2.2": "Game Play Error — Spilled Oil",
    "2.2/penalty": "Game Loss",
    "2.2/definition": "A player spills oil from a lantern onto the table.",
    "2.2/examples": ("", "A player knocks over a lantern.", "A player refills a burning lantern."),
    "2.2/philosophy": "Oil is slippery, and spilling it endangers the cards and the players.",
    "2.3": "Game Play Error — Dark Table",
    "2.3/penalty": "Warning",
    "2.3/definition": "A player lets every lantern go out and continues to play in the dark.",
}
JAR_2021: dict[str, Text] = {
    "common-issues": "Common Issues\nMistakes with lanterns happen.",
    "common-issues/a-wick-is-too-short": "A wick is too short\nReplace the wick.",
    "common-issues/a-lantern-falls": "A lantern falls\nPick it up.",
    "serious-problems": "Serious Problems\nFire is a serious problem.",
}
EDITIONS: tuple[tuple[Doc, str, dict[str, Text]], ...] = (
    ("mtr", "2020-01-01", MTR_2020),
    ("mtr", "2022-02-02", MTR_2022),
    ("ipg", "2020-01-01", IPG_2020),
    ("ipg", "2022-03-03", IPG_2022),
    ("jar", "2021-05-05", JAR_2021),
)


def policy_edition(doc: Doc, day: str, texts: dict[str, Text]) -> Edition:
    """Return an edition with these texts. Of several texts at a place, the further ones are lettered examples."""
    rules = []
    for label, text in texts.items():
        own, *examples = (text,) if isinstance(text, str) else text
        lettered = tuple(Example(each, 1, f"{letter}.") for letter, each in zip("ABCDEF", examples, strict=False))
        rules.append(Rule(SectionNumber.parse(label), own, lettered))
    name = f"{doc}-{day}"
    digest = hashlib.sha256(name.encode()).hexdigest()
    source = Source(f"{name}.html", digest, len(name), "html", "utf-8", languages=("en",))
    return Edition("en", date.fromisoformat(day), False, source, tuple(rules), doc=doc)


def invented_policy() -> tuple[Edition, ...]:
    """Return all invented editions."""
    return tuple(policy_edition(doc, day, texts) for doc, day, texts in EDITIONS)
