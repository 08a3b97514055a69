"""A term of the rules in both languages."""

from __future__ import annotations

from dataclasses import dataclass

from kb.languages import Lang


@dataclass(frozen=True, slots=True)
class Term:
    """One term in both languages.

    Attributes:
        en: the English name.
        fr: the usual French name.
        also: other correct French names ("lancer", "lancement").
        formerly: French names used before ("arpenteur" for planeswalker).
        source: the number of the rule or section that the term is from, `glossary`, or the name of a file.
    """

    en: str
    fr: str
    also: tuple[str, ...] = ()
    formerly: tuple[str, ...] = ()
    source: str = ""

    def names(self, lang: Lang) -> tuple[str, ...]:
        """Return all present and former names in a language, the usual one first."""
        return (self.en,) if lang == "en" else (self.fr, *self.also, *self.formerly)
