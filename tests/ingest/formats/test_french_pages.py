"""Pages of the French wiki as text: which lines are rules, article or readers' comments."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ingest.formats import wiki_fr
from kb.model import Edition

Read = Callable[..., tuple[Edition, ...]]

ARTICLE = "La lanterne est un objet que les joueurs allument."
IN_FRENCH = "La traduction française des règles a dit :"
IN_ENGLISH = "La version originale officielle des règles a dit :"
FRENCH = [
    "870. Lanternes",
    "870.1. Une lanterne est allumée ou elle est éteinte.",
    "870.2. The keeper of a lantern may snuff it when they have priority.",
    "870.2a. Personne ne peut la souffler deux fois.",
]
ENGLISH = [
    "870. Lanterns",
    "870.1. A lantern is lit or it is dark.",
    "870.2. The keeper of a lantern may snuff it when they have priority.",
    "870.2a. Nobody may snuff it twice.",
]
NUMBERS = ["870", "870.1", "870.2", "870.2a"]


@pytest.mark.parametrize(
    ("page", "languages"),
    [
        pytest.param([ARTICLE, IN_FRENCH, *FRENCH, IN_ENGLISH, *ENGLISH], ["fr", "en"], id="both"),
        pytest.param([ARTICLE, IN_ENGLISH, *ENGLISH, IN_FRENCH, *FRENCH], ["en", "fr"], id="english first"),
        pytest.param([ARTICLE, IN_FRENCH, *FRENCH], ["fr"], id="french only"),
        pytest.param([ARTICLE, IN_ENGLISH, *ENGLISH], ["en"], id="english only"),
        pytest.param([ARTICLE, *FRENCH, *ENGLISH, "Les règles"], ["fr", "en"], id="no words announce the halves"),
        pytest.param([ARTICLE, IN_FRENCH, *FRENCH[1:], IN_ENGLISH, *ENGLISH[1:]], ["fr", "en"], id="no section"),
        pytest.param(["Le 02/03/2024", ARTICLE, IN_FRENCH, *FRENCH], ["fr"], id="a date above the article"),
        pytest.param([ARTICLE, "870.2. compte.", IN_FRENCH, *FRENCH], ["fr"], id="a rule quoted in the article"),
        pytest.param([IN_FRENCH, *FRENCH, "2 réponse(s)", "870.3. Une lanterne de plus."], ["fr"], id="answers"),
        pytest.param([IN_FRENCH, *FRENCH, "Le 04/10/2018", "870.3. Encore."], ["fr"], id="a comment's date"),
        pytest.param(
            [IN_FRENCH, *FRENCH, "Gardien, le 4 octobre 2018", "870.3. Encore."], ["fr"], id="a name and a date"
        ),
        pytest.param([IN_FRENCH, *FRENCH, "Commentaires (1)", "870.3. Encore."], ["fr"], id="a heading of comments"),
        pytest.param(
            [IN_FRENCH, *FRENCH, IN_ENGLISH, *ENGLISH, "Gardien", "704.5j. aussi.", "Le 04/10/2018", "Bof"],
            ["fr", "en"],
            id="a comment above its date quotes another section",
        ),
        pytest.param(
            [IN_FRENCH, *FRENCH, IN_ENGLISH, *ENGLISH, "Gardien", "870.1. est fausse.", "Le 04/10/2018"],
            ["fr", "en"],
            id="a comment above its date quotes a rule of the page",
        ),
    ],
)
def test_which_lines_are_rules(read: Read, page: list[str], languages: list[str]) -> None:
    """Each half gives its rules in its language, and nothing of the article or the comments."""
    editions = read("\n".join(page))
    assert [edition.lang for edition in editions] == languages
    for edition in editions:
        assert edition.source.format == "wiki-fr" or languages == ["fr"]
        numbers = [str(rule.number) for rule in edition.rules]
        assert numbers == (NUMBERS if FRENCH[0] in page or ENGLISH[0] in page else NUMBERS[1:])
        expected = FRENCH if edition.lang == "fr" else ENGLISH
        assert edition.rules[-1].text == expected[-1].split(" ", 1)[1]
        assert {rule.text_lang for rule in edition.rules if str(rule.number) == "870.2"} == {"en"}


def test_comments_only(read: Read) -> None:
    """A page on which only readers' comments quote rules is rejected."""
    from kb.errors import SourceRejected

    with pytest.raises(SourceRejected) as rejection:
        read(
            "Article.\n2 réponse(s)\nLe 04/10/2018\n870.1. Cette règle ne vaut pas pour les lanternes.",
            format="wiki-fr",
        )
    assert rejection.value.reason == "not-rules"


def test_a_number_printed_twice_by_mistake(read: Read) -> None:
    """A repeated number within one half doesn't end the half."""
    page = [IN_FRENCH, *FRENCH, "870.3. Elle éclaire la table.", "870.2a. Un gardien la souffle."]
    (edition,) = read("\n".join(page))
    assert [str(rule.number) for rule in edition.rules] == [*NUMBERS, "870.3", "870.2a"]


def test_selecting_one_language(read: Read) -> None:
    """The `lang` option selects one half of the page."""
    page = "\n".join([IN_FRENCH, *FRENCH, IN_ENGLISH, *ENGLISH])
    (edition,) = read(page, lang="en")
    assert edition.rules[1].text == "A lantern is lit or it is dark."


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(ENGLISH),
        "\n".join(FRENCH),
        "An article about rules.\n2 comments\n" + "\n".join(ENGLISH),
        "Ces règles entrent en vigueur le 1er mai 2014.\n\n" + "\n".join([*FRENCH, *FRENCH]),
    ],
)
def test_pages_that_are_not_of_the_french_wiki(text: str) -> None:
    """A page that holds only rules, in either language, doesn't fit the format."""
    assert not wiki_fr.fits(text, "page.txt")
