"""One term in both languages."""

from __future__ import annotations

from dataclasses import dataclass

from kb.model import Lang


@dataclass(frozen=True, slots=True)
class Term:
    """One term in both languages.

    Attributes:
        en: what it is called in English.
        fr: what it is called in French.
        also: other French words for it that are right ("lancer", "lancement").
        formerly: words that French used before ("arpenteur" for planeswalker).
        source: the number of the rule or section that it is from, `glossary`, or a file's name.
    """

    en: str
    fr: str
    also: tuple[str, ...] = ()
    formerly: tuple[str, ...] = ()
    source: str = ""

    def names(self, lang: Lang) -> tuple[str, ...]:
        """All that it is or was called in a language, the usual name first."""
        return (self.en,) if lang == "en" else (self.fr, *self.also, *self.formerly)
