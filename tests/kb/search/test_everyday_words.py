"""Everyday words: English translations of French words in a query that aren't terms of the game."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from kb.search.query_translation import translate_query
from kb.storage.store import Store
from kb.storage.view import View
from kb.terms.bilingual_terms import TermBase, everyday_words, game_vocabulary
from kb.text.folding import fold_without_stemming, fold_words
from kb.text.stopwords import is_stopword


@pytest.fixture(scope="module")
def terms() -> TermBase:
    """Return the vocabulary of the game."""
    return TermBase(game_vocabulary())


def test_everyday_words_are_no_terms(terms: TermBase) -> None:
    """Each French word is listed once, and no word is a term of the game, which belongs in terms.toml."""
    names = [tuple(fold_without_stemming(word.fr, "fr")) for word in everyday_words()]
    assert len(names) >= 1_000 and len(set(names)) == len(names)
    known = {tuple(fold_without_stemming(name, "fr")) for term in terms.all for name in term.names("fr")}
    assert not known & set(names)
    # Without its accent, a listed word must not be a stopword: "dé" would match every "de".
    assert [word.fr for word in everyday_words() if is_stopword(word.fr, "fr")] == ["même"]
    both = terms.with_everyday_words(everyday_words())
    assert [each.term.en for each in both.find_in_text("la pile est vide", "fr")] == ["stack", "empty"]
    assert [each.term.en for each in terms.find_in_text("la pile est vide", "fr")] == ["stack"]
    # Words are translated only into English.
    assert not both.find_in_text("empty", "en")


def test_no_line_is_redundant(terms: TermBase) -> None:
    """No line can be removed without changing the translation of its word."""
    alike: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for term in (*terms.all, *everyday_words()):
        for name in term.names("fr"):
            alike.setdefault(tuple(fold_words(name, "fr")), []).append((name, term.en))
    needless = []
    for word in everyday_words():
        others = [each for each in alike[tuple(fold_words(word.fr, "fr"))] if each != (word.fr, word.en)]
        as_written = [
            each for each in others if fold_without_stemming(each[0], "fr") == fold_without_stemming(word.fr, "fr")
        ]
        if {english for _, english in as_written or others} == {word.en}:
            needless.append(word.fr)
    assert needless == []


def test_every_english_word_stands_in_the_rules(newest_home: Path) -> None:
    """The rules contain every English word of the list; others would find nothing."""
    with Store.open(newest_home) as store:
        view = View(store, "en", date.max)
        texts = [f"{rule.item.title or ''} {rule.item.text}" for rule in view.rules()]
        texts += [f"{entry.item.term} {entry.item.text}" for entry in view.glossary()]
    known = {word for text in texts for word in fold_words(text, "en")}
    astray = {word.en for word in everyday_words() if not known.issuperset(fold_words(word.en, "en"))}
    assert astray == set()


@pytest.mark.parametrize(
    ("forms", "english"),
    [
        ("révéler révèle révèlent révélée", "reveal"),
        ("mélanger mélange mélangent mélangé", "shuffle"),
        ("échanger échange échangent échangés", "exchange"),
        ("retirer retire retirent retiré retirée", "remove"),
        ("ajouter ajoute ajoutent ajoutés", "add"),
        ("payer paie paye paient payé", "pay"),
        ("mourir meurt meurent", "dies"),
        ("quitter quitte quittent quitté", "leave"),
        ("revenir revient reviennent revenu", "return"),
        ("renvoyer renvoie renvoient renvoyée", "return"),
        ("réduire réduit réduisent réduite", "reduce"),
        ("augmenter augmente augmentent augmenté", "increase"),
        ("empêcher empêche empêchent prévenir prévient préviennent", "prevent"),
        ("assigner assigne assignent assigné", "assign"),
        ("résoudre résout résolvent", "resolve"),
        ("annoncer annonce annoncent annoncé", "announce"),
        ("déclarer déclare déclarent déclaré", "declare"),
        ("proposer propose proposent proposé", "propose"),
        ("vérifier vérifie vérifient vérifiée", "check"),
        ("effectuer effectue effectuent accomplir accomplit", "perform"),
        ("partager partage partagent partagés", "share"),
        ("ensuite", "next"),
        ("simultanement", "simultaneously"),
        ("immediatement", "immediately"),
    ],
)
def test_all_forms_of_a_word(terms: TermBase, forms: str, english: str) -> None:
    """All forms of a verb are translated; forms with different stems have their own lines."""
    both = terms.with_everyday_words(everyday_words())
    found = {
        form: {tuple(fold_words(each.en, "en")) for each in both.find_by_name(form, "fr")} for form in forms.split()
    }
    assert [form for form, meant in found.items() if tuple(fold_words(english, "en")) not in meant] == []


@pytest.mark.parametrize(
    ("french", "english"),
    [
        # "aurait" isn't an Aura, "seulement" isn't "alone", and "serait" isn't "tightened".
        ("aurait seulement un jeton", "token"),
        ("tu serait le joueur actif", "active player"),
        # The exact form of a stopword may be an everyday word.
        ("même jeton", "same token"),
    ],
)
def test_stopwords_are_no_terms_of_the_same_stem(terms: TermBase, french: str, english: str) -> None:
    """A stopword isn't translated because a term has the same stem."""
    put = translate_query(french, terms.with_everyday_words(everyday_words()), "fr", "en", lambda word: True)
    assert put is not None and put.texts == (english,)
