"""HTML pages: folded texts, French spaces, colours that can be read, pages of two editions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cli.rendering.folded_runs import fold_unchanged
from cli.rendering.html_templates import stylesheet
from cli.rendering.typesetting import typeset
from kb.graph.drawing_labels import DARK, INK, PAPER
from kb.text.word_diff import word_diff


class TestFolding:
    def test_one_changed_word_of_many(self) -> None:
        """Of 200 words with one change, the beginning and some words on both sides of the change are visible."""
        old = [f"w{at}" for at in range(200)]
        new = [*old[:100], "changed", *old[101:]]
        runs = fold_unchanged(word_diff(" ".join(old), " ".join(new)))
        assert [run.kind for run in runs] == ["same", "folded", "same", "gone", "new", "same", "folded"]
        assert sum(run.words for run in runs if run.kind == "folded") == 200 - 1 - 3 * 14
        assert "".join(run.text for run in runs if run.kind != "gone") == " ".join(new)
        assert "".join(run.text for run in runs if run.kind != "new") == " ".join(old)

    def test_short_texts_stay_whole(self) -> None:
        """A text that would hide only a few words isn't folded."""
        runs = fold_unchanged(word_diff("one " * 40 + "end", "one " * 40 + "other"))
        assert [run.kind for run in runs] == ["same", "gone", "new"]


class TestTypesetting:
    def test_french(self) -> None:
        """The Imprimerie nationale: a thin space before ; ? !, a full one before : and inside « »."""
        text = "Jace : « la loyauté ; quoi ? » Oui !"
        assert typeset(text, "fr") == "Jace\u00a0: «\u00a0la loyauté\u202f; quoi\u202f?\u00a0» Oui\u202f!"

    def test_missing_spaces_stay_missing(self) -> None:
        """Only spaces of the text are replaced, so addresses and the text's defects stay."""
        assert typeset("voir http://exemple.fr, mot: «x»", "fr") == "voir http://exemple.fr, mot: «x»"

    def test_english(self) -> None:
        """English has no spaces there; what it has stays."""
        assert typeset("a : b", "en") == "a : b"


def _palettes() -> list[dict[str, str]]:
    """Return the colours of the light page and of the dark page, from the style sheet."""
    blocks = re.findall(r":root \{(.*?)\n *\}", stylesheet("design"), re.DOTALL)
    found = [dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block)) for block in blocks]
    return found[:2]


def _luminance(color: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class TestColours:
    @pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
    def test_contrast(self, scheme: int) -> None:
        """WCAG 2.2, 1.4.3: text has a contrast of at least 4.5 to 1; 1.4.11: the focus ring has 3 to 1."""
        colors = _palettes()[scheme]
        grounds = {"gone": ["gone-under"], "new": ["new-under"], "ink": ["paper", "card", "touched"]}
        for name in ("ink", "quiet", "number", "accent", "gone", "new"):
            for ground in [*grounds.get(name, []), "paper", "card"]:
                assert _contrast(colors[name], colors[ground]) >= 4.5, (name, ground)
        assert _contrast(colors["focus"], colors["paper"]) >= 3

    def test_drawings_have_the_colours_of_pages(self) -> None:
        """A drawing of `rules refs` stands on a page without an edge."""
        light, dark = _palettes()
        assert (light["paper"], light["ink"]) == (PAPER, INK)
        assert set(DARK) - set(light.values()) <= {"#2b3446", "#f7f7f5", "#b9c1d0"}  # only the rule in the middle
        assert (dark["paper"], dark["ink"]) == (DARK[PAPER], DARK[INK])


class TestEditionDiff:
    def test_chapters_and_headings(self, rules: Any, every_edition: Path) -> None:
        """A page has its chapters, the language and edition of each column, and a legend with both marks."""
        page = rules("diff", "2025-11-14", "2026-01-16", "--format", "html", home=every_edition).out
        assert '<h2 lang="en">7 Additional Rules</h2>' in page
        heads = re.search(r'<div class="column-heads">(.*?)</div>', page)
        assert heads and re.sub("<[^>]+>", " ", heads[1]).split() == (
            "English edition of 2025-11-14 English edition of 2026-01-16".split()
        )
        assert "<li><del>only in the first edition</del></li>" in page

    def test_a_long_list_is_printed_once(self, rules: Any, every_edition: Path) -> None:
        """205.3m gained one creature type, Sculpture: what both editions have stands once, folded."""
        asked = ("diff", "2019-07-12", "2019-08-23", "--section", "205.3m", "--format", "html")
        page = rules(*asked, home=every_edition).out
        assert [page.count(kind) for kind in ("share their lists", "Sculpture", "Kavu", "Goblin")] == [2, 1, 1, 1]
        assert '<details class="fold">' in page and "unchanged words" in page
