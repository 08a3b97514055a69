"""Helpers that write short situations for the tests of executable rules."""

from __future__ import annotations


def permanents(*facts: str) -> str:
    """Return two players and a closed battlefield with permanents A, B, C ... that have these facts."""
    rows = ", ".join(f"{{id: {name}, zone: battlefield, {each}}}" for name, each in zip("ABCDEFG", facts, strict=False))
    return f"players: {{p1: , p2: }}\nclosed: [battlefield]\nobjects: [{rows}]"


def change(text: str, *changes: tuple[str, str]) -> str:
    """Replace each (old, new) pair in a situation's text. Every old part must occur."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text
