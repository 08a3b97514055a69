"""The language in which the program speaks to the person who uses it.

That is another thing than the language of the rules. Messages stand in the code in English, as templates
with named places, so that a translation can put them in another order. The catalogue of a language is read
with the first message that needs it; in English, never.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gettext import GNUTranslations

    from kb.languages import Lang

DOMAIN = "rules"
"""The name of the catalogue: `data/locale/fr/LC_MESSAGES/rules.mo`."""


class _Spoken:
    """The language that messages are said in; the library itself never looks at the environment."""

    def __init__(self) -> None:
        self.lang: Lang = "en"
        self._catalogues: dict[Lang, GNUTranslations] = {}

    @property
    def catalogue(self) -> GNUTranslations:
        """The translations of the language spoken."""
        if self.lang not in self._catalogues:
            from gettext import GNUTranslations
            from importlib import resources

            file = resources.files("data").joinpath("locale", self.lang, "LC_MESSAGES", f"{DOMAIN}.mo")
            with file.open("rb") as stream:
                self._catalogues[self.lang] = GNUTranslations(stream)
        return self._catalogues[self.lang]


_spoken = _Spoken()


def speak(lang: Lang) -> None:
    """Say messages in a language from now on; they are English until then."""
    _spoken.lang = lang


def spoken() -> Lang:
    """The language that messages are said in."""
    return _spoken.lang


def _(message: str, /, **values: object) -> str:
    """A message in the user's language.

    Args:
        message: the English message, its places as `{name}`.
        values: what goes into the places.
    """
    template = message if _spoken.lang == "en" or not message else _spoken.catalogue.gettext(message)
    return template.format(**values) if values else template


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """A message about a number of things in the user's language.

    Args:
        one: the English message for one of them.
        many: the English message for another number.
        count: how many; `{count}` in the messages.
        values: what goes into the other places.
    """
    english = one if count == 1 else many
    template = english if _spoken.lang == "en" else _spoken.catalogue.ngettext(one, many, count)
    return template.format(count=count, **values)


def later(message: str, many: str = "") -> str:
    """The English message itself, marked for the catalogue: it is said with `_` where it is needed.

    Args:
        message: the message.
        many: what `ngettext` is given with it for another number than one, if that is how it is said.
    """
    del many
    return message


LANGUAGE_NAMES: dict[Lang, str] = {"en": later("English"), "fr": later("French")}
"""The name of each language in English, to be translated with `_`."""


class Kept(str):
    """A message that is kept, perhaps for years: its English text, and what it takes to say it in another language.

    Attributes:
        message: the English message for one thing, or for any number.
        many: for another number than one; "" if the number makes no difference.
        values: what goes into the places; among them may be kept messages.
    """

    __slots__ = ("many", "message", "values")
    message: str
    many: str
    values: dict[str, Kept | int | str]

    def told(self) -> str:
        """The message in the user's language."""
        values = {name: told(value) if isinstance(value, str) else value for name, value in self.values.items()}
        if self.many:
            return ngettext(self.message, self.many, int(values.pop("count")), **values)
        return _(self.message, **values)


def kept(message: str, many: str = "", /, **values: object) -> Kept:
    """A message in English that can be told in another language later, for what is stored.

    Args:
        message: the English message, its places as `{name}`; with `many`, for one thing.
        many: the English message for another number than `count` = 1; "" if the number makes no difference.
        values: what goes into the places: numbers, texts, what has a text, other kept messages.
    """
    template = many if many and values["count"] != 1 else message
    result = Kept(template.format(**values) if values else template)
    result.message, result.many = message, many
    result.values = {name: value if isinstance(value, int | Kept) else str(value) for name, value in values.items()}
    return result


def told(message: str) -> str:
    """A message in the user's language: one that was kept is translated, any other is so already."""
    return message.told() if isinstance(message, Kept) else message


def packed(message: str) -> str:
    """What `unpacked` makes a kept message of again; "" of a message that isn't kept."""
    return json.dumps(_as_list(message), ensure_ascii=False) if isinstance(message, Kept) else ""


def unpacked(said: str) -> Kept:
    """The kept message of which `packed` gave this."""
    return _from_list(json.loads(said))


def _as_list(message: Kept) -> list[Any]:
    values = {name: _as_list(each) if isinstance(each, Kept) else each for name, each in message.values.items()}
    return [message.message, message.many, values]


def _from_list(parts: list[Any]) -> Kept:
    message, many, values = parts
    return kept(
        message, many, **{name: _from_list(each) if isinstance(each, list) else each for name, each in values.items()}
    )
