"""Drafts: their tokens, the learned alignment, phrases and templates, and what they rest on. All texts are invented."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kb.drafting.decoder import BARRIERS, Decoder
from kb.drafting.dictionary import Dictionary
from kb.drafting.draft import MARKS, Drafter
from kb.drafting.drafts import draft_unit, make_drafter
from kb.drafting.language_model import LanguageModel
from kb.drafting.phrases import Phrase
from kb.drafting.sentence_checks import keeps_invariants, same_figures
from kb.drafting.tokens import english_tokens, french_text, french_tokens, sentence_case, typographic
from kb.drafting.word_alignment import align, learn_lexicon
from kb.parallel.card_lines import LinePair
from kb.terms.bilingual_terms import Term
from kb.translation.alignment import align as align_rules
from kb.translation.exchange.units import units_of_rule

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

NOUNS = [
    ("owl", "le hibou"), ("wall", "le mur"), ("gate", "la porte"), ("river", "la rivière"), ("king", "le roi"),
    ("queen", "la reine"), ("sword", "le sabre"), ("lamp", "la lampe"),
]  # fmt: skip
VERBS = [("guards", "garde"), ("sees", "voit"), ("breaks", "casse"), ("moves", "bouge"), ("finds", "trouve")]


def _cards() -> list[LinePair]:
    """Return lines for every noun, verb and noun but one: "the queen guards the lamp" is on no card."""
    lines = [
        LinePair(at, f"The {first} {verb} the {second}.", f"{le_first.capitalize()} {verbe} {le_second}.", 2020)
        for at, ((first, le_first), (verb, verbe), (second, le_second)) in enumerate(
            (one, verb, two) for one in NOUNS for verb in VERBS for two in NOUNS if one != two
        )
    ]
    return [line for line in lines if line.en != "The queen guards the lamp."]


@pytest.fixture(scope="module")
def drafter(tmp_path_factory: pytest.TempPathFactory) -> Drafter:
    """Return a drafter that has learned from the invented lines."""
    from kb.drafting.learned import learn
    from kb.drafting.parallel_text import sentence_pairs

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULES_CACHE", str(tmp_path_factory.mktemp("cache")))
        terms = (Term("loyalty counter", "marqueur loyauté"), Term("arpent", "planeswalker", formerly=("roi",)))
        dictionary = Dictionary(terms, ())
        calls: list[int] = []

        @contextmanager
        def learning(steps: int) -> Iterator[Callable[[int], None]]:
            yield calls.append
            assert calls == [*range(1, steps + 1)]

        for _again in range(2):
            learned = learn(sentence_pairs(_cards(), [], dictionary.compounds), dictionary.french(), learning)
        assert len(calls) == 8  # Four rounds for each direction. The second time, it was read from the cache.
    return Drafter(learned, dictionary, {"gate keeping": "Garde des portes"})


def test_tokens_and_text() -> None:
    """Possessives are turned around, contractions and elisions are taken apart and put together again."""
    assert " ".join(english_tokens("It’s put into a player’s hand.")) == "it is put into the hand of a player ."
    assert english_tokens("its owner's mana cost", {("mana", "cost")}) == (
        "the", "mana", "cost", "of", "its", "owner",
    )  # fmt: skip
    tokens = french_tokens("L’arbre du roi, jusqu’à l’hôtel aux « murs » : {W}")
    assert tokens[:5] == ("l'", "arbre", "de", "le", "roi")
    assert french_text(tokens) == "l’arbre du roi, jusqu’à l’hôtel aux «\u00a0murs\u00a0»\u00a0: {W}"
    assert french_text(("le", "arbre", "de", "les", "amis", "que", "il", "voit", ".")) == "l’arbre des amis qu’il voit."
    assert typographic('Il dit "oui" : l\'or') == "Il dit «\u00a0oui\u00a0»\u00a0: l’or"
    assert (sentence_case("(été", "(In"), sentence_case("été", "in")) == ("(Été", "été")


def test_words_are_aligned() -> None:
    """The words of the two languages are linked by the texts in which they occur."""
    pairs = [(english_tokens(line.en), french_tokens(line.fr)) for line in _cards()]
    forward, backward = learn_lexicon(pairs), learn_lexicon([(french, english) for english, french in pairs])
    assert max(forward["gate"], key=forward["gate"].__getitem__) == "porte"
    assert max(backward["sabre"], key=backward["sabre"].__getitem__) == "sword"
    english, french = pairs[0]
    assert {(english[at], french[other]) for at, other in align(pairs[0], forward, backward)} >= {
        ("owl", "hibou"), ("guards", "garde"), ("wall", "mur"), (".", "."),
    }  # fmt: skip


def test_a_sentence_that_no_card_has(drafter: Drafter) -> None:
    """A new sentence is put together from phrases of cards, with the right article."""
    draft = drafter.draft("The queen guards the lamp.")
    assert draft.french == "La reine garde la lampe."
    assert set(draft.shares) == {"cards"}
    assert all(part.cards > 0 for part in draft.parts)


def test_the_sentence_of_a_card(drafter: Drafter) -> None:
    """A sentence that cards have is taken as a whole, and so is the French of the rule's own unchanged sentence."""
    (part,) = drafter.draft("The queen guards the sword.").parts
    assert (part.basis, part.french, part.cards) == ("sentence", "La reine garde le sabre.", 1)
    (own,) = drafter.draft("See the owl.", {"see the owl.": "Regardez le hibou."}).parts
    assert (own.basis, own.french) == ("own", "Regardez le hibou.")


def test_what_nothing_translates_is_marked(drafter: Drafter) -> None:
    """Unknown words stay in English between marks; numbers, symbols and references stay as they are."""
    draft = drafter.draft("The owl quizzes the Zork {W} 3 (see rule 601.2b and rules 702.9–10, “Gate Keeping”).")
    assert f"{MARKS[0]}quizzes{MARKS[1]}" in draft.french and f"{MARKS[0]}Zork{MARKS[1]}" in draft.french
    assert "{W}" in draft.french and "voir règle 601.2b" in draft.french
    assert "règles 702.9–10, «\u00a0Garde des portes\u00a0»" in draft.french
    assert {part.english for part in draft.parts if part.basis == "english"} == {"quizzes", "zork", "and"}
    assert sum(draft.shares.values()) == pytest.approx(1)


def test_terms_and_former_names() -> None:
    """A term is inflected, and a former name isn't used."""
    dictionary = Dictionary(
        (Term("loyalty ability", "capacité de loyauté"), Term("walker", "planeswalker", formerly=("arpenteur",))),
        (Term("list", "énumérer"),),
    )
    assert [each.words for each in dictionary.phrases(("loyalty", "abilities"))] == [("capacités", "de", "loyauté")]
    assert dictionary.phrases(("listed",))[0].words == ("énuméré",)
    assert dictionary.phrases(('"', "walker", '"')) == []
    assert dictionary.has_former_name(("l'", "arpenteurs")) and not dictionary.has_former_name(("planeswalkers",))


def test_marks_keep_their_place() -> None:
    """Words may change their order, but not across the marks that end a part of a sentence."""
    words = {"a": "x", "b": "y", ":": ":", "c": "z"}
    tokens = ("a", "b", ":", "c")
    model = LanguageModel([("z", ":", "y", "x")] * 9, ())

    def phrases(start: int, end: int) -> list[Phrase]:
        return [Phrase((words[tokens[start]],), 0.0, 1, "cards", 0)] if end == start + 1 else []

    order = [piece.phrase.words[0] for piece in Decoder(phrases, model).translate(tokens)]
    assert order[2:] == [":", "z"] and set(order[:2]) == {"x", "y"}
    assert ":" in BARRIERS


def test_drafts_keep_what_lint_checks() -> None:
    """A draft with another number, symbol, cited rule or space isn't kept."""
    assert keeps_invariants("Piochez deux cartes (voir règle 120.1).", "Draw two cards (see rule 120.1).")
    for wrong in ("Piochez trois cartes (voir règle 120.1).", "Piochez deux cartes (voir règle 120.2).",
                  "Piochez deux cartes : {T} (voir règle 120.1)."):  # fmt: skip
        assert not keeps_invariants(wrong, "Draw two cards (see rule 120.1).")
    assert same_figures(("3", "cards"), ("3", "cartes")) and not same_figures(("3",), ("4",))
    assert not same_figures(("cards",), ('"', "cartes", '"'))


def test_a_stale_rule_keeps_its_unchanged_sentences(
    invented: Invented, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a stale rule, unchanged sentences keep their French; nothing is stored, and the state stays."""
    monkeypatch.setenv("RULES_CACHE", str(tmp_path))
    rule = invented.rule
    old = invented.edition("o", "2020-01-01", rule("100", "A"), rule("100.1", "Glass is clear. Owls are rare."))
    new = invented.edition("n", "2021-01-01", rule("100", "A"), rule("100.1", "Glass is clear. Owls are quite common."))
    french = invented.edition(
        "f", "2020-01-01", rule("100.1", "Le verre est clair. Les hiboux sont rares.", lang="fr"), lang="fr"
    )
    with invented.store(old, new, french) as store:
        day = date(2022, 1, 1)
        pairs = align_rules(store, day)
        drafter = make_drafter(store, day, (), pairs)
        (pair,) = (each for each in pairs if str(each.number) == "100.1")
        (unit,) = units_of_rule(pair)
        draft = draft_unit(unit, drafter)
        assert unit.state == "stale"
        assert draft.french.startswith("Le verre est clair. ") and draft.parts[0].basis == "own"
        assert {part.where for part in draft.parts if part.basis == "rules"} == {"100.1"}
        assert align_rules(store, day) == pairs
