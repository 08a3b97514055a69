"""Name stickers (123.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("Bear Cub", ["Dark Bear Cub", "Bear Dark Cub", "Bear Cub Dark"]),
        ("Opt", ["Dark Opt", "Opt Dark"]),
        ("none", ["Dark"]),
        ("Lim-Dul's Vault", ["Dark Lim-Dul's Vault", "Lim-Dul's Dark Vault", "Lim-Dul's Vault Dark"]),
    ],
)
def test_where_the_word_can_stand(put: Ask, name: str, names: list[str]) -> None:
    """123.6b: the word stands before the name or after any word of it; a nameless object gets it as its name."""
    text = f'objects: [{{id: A, name: "{name}"}}]\nproposed: {{choice: Dark}}'
    assert put("sticker-names A", text).value == names


def test_word_or_name_not_stated(put: Ask) -> None:
    """The word and the name have to be stated."""
    assert put("sticker-names A", "objects: [{id: A, name: Opt}]").depends_on == ("proposed.choice",)
    assert put("sticker-names A", "objects: [{id: A}]\nproposed: {choice: Dark}").depends_on == ("objects.A.name",)


def named(stickers: str, effects: str = "", name: str = "name: Seeker of the Way") -> str:
    return f"objects: [{{id: A, zone: battlefield, {name}, name_stickers: [{stickers}]}}]\neffects: [{effects}]"


LATER = "{says: is, objects: [A], name: Nobody Much, timestamp: 5}"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (named("{word: Big, after: 0}"), "Big Seeker of the Way"),
        (named("{word: Big, after: 3}"), "Seeker of the Big Way"),
        (named("{word: Big, after: 9}"), "Seeker of the Way Big"),
        (named("{word: Big, after: 0}, {word: Bad, after: 1}"), "Big Bad Seeker of the Way"),
        (
            named("{word: Bad, after: 1, timestamp: 2}, {word: Big, after: 0, timestamp: 1}"),
            "Big Bad Seeker of the Way",
        ),
        (
            named("{word: Bad, after: 1, timestamp: 1}, {word: Big, after: 0, timestamp: 2}"),
            "Big Seeker Bad of the Way",
        ),
        (named("{word: Big, after: 2}", name="face_down: yes"), "Big"),
        (named("{word: Big, after: 1, timestamp: 4}", LATER), "Nobody Much"),
        (named("{word: Big, after: 1, timestamp: 6}", LATER), "Nobody Big Much"),
        (named("{word: Big, after: 1}", LATER.replace("[A]", "[A], applies: no")), "Seeker Big of the Way"),
        (named("{word: Big, after: 1}", LATER.replace("[A]", "[]")), "Seeker Big of the Way"),
        (named("{word: Big, after: 1}", "{says: is, objects: [A], power: 1}"), "Seeker Big of the Way"),
        (named("", LATER), "Nobody Much"),
        (named(""), "Seeker of the Way"),
    ],
)
def test_names_with_stickers(put: Ask, text: str, name: str) -> None:
    """123.6c: in timestamp order, each word follows as many words as when it was placed, or ends a shorter name."""
    ruling = put("name A", text)
    assert (ruling.verdict, ruling.value) == ("yes", name)


@pytest.mark.parametrize(
    ("sticker", "verdict"),
    [("{word: Big, after: 0}", "yes"), ("{word: Big, after: 1}", "no"), ("{word: Big}", "depends")],
)
def test_comparing_names_with_stickers(put: Ask, sticker: str, verdict: str) -> None:
    """201.2a: names are compared with their stickers."""
    rows = f"{{id: A, name: Bear, name_stickers: [{sticker}]}}, {{id: B, name: Big Bear}}, {{id: C, name: Bear}}"
    text = f"objects: [{rows}]"
    assert put("same-name A B", text).verdict == verdict
    assert put("same-name A C", text).verdict == ("depends" if verdict == "depends" else "no")


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        (named("{after: 1}"), "objects.A.name_stickers.1.word"),
        (named("{word: Big}"), "objects.A.name_stickers.1.after"),
        (named("{word: Big, after: 1}", LATER), "objects.A.name_stickers.1.timestamp"),
        (named("{word: Big, after: 1, timestamp: 1}", LATER.replace(", timestamp: 5", "")), "effects.1.timestamp"),
    ],
)
def test_unstated_facts(put: Ask, text: str, lacking: str) -> None:
    """The word and its place have to be stated; with an effect on the name, both timestamps too."""
    assert put("name A", text).depends_on == (lacking,)
