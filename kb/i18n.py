"""Messages of the program in the language of its user.

This is independent of the language of the rules. The code has the English messages as templates with named fields, so
that a translation can reorder the fields. The catalogue of a language is loaded when the first message in that language
is needed. English needs no catalogue.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gettext import GNUTranslations

    from kb.languages import Lang

CATALOGUE_DOMAIN = "rules"
"""The name of the catalogue: `data/locale/fr/LC_MESSAGES/rules.mo`."""


class _Current:
    lang: Lang = "en"


@cache
def _catalogue(lang: Lang) -> GNUTranslations:
    from gettext import GNUTranslations
    from importlib import resources

    file = resources.files("data").joinpath("locale", lang, "LC_MESSAGES", f"{CATALOGUE_DOMAIN}.mo")
    with file.open("rb") as stream:
        return GNUTranslations(stream)


def set_language(lang: Lang) -> None:
    """Set the language of all further messages. The library never reads the language from the environment."""
    _Current.lang = lang


def get_language() -> Lang:
    """Return the language of messages. It is English unless another language was set."""
    return _Current.lang


def _(message: str, /, **values: object) -> str:
    """Translate an English message into the user's language, and fill its fields such as `{name}` with `values`."""
    lang = _Current.lang
    template = message if lang == "en" or not message else _catalogue(lang).gettext(message)
    return template.format(**values) if values else template


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Translate a message that depends on `{count}`. `one` is the English message for 1, `many` for other counts."""
    lang = _Current.lang
    english = one if count == 1 else many
    template = english if lang == "en" else _catalogue(lang).ngettext(one, many, count)
    return template.format(count=count, **values)


def mark_message(message: str, many: str = "") -> str:
    """Return a message unchanged. The call marks the message for the catalogue. `many` is its plural."""
    del many
    return message


LANGUAGE_NAMES: dict[Lang, str] = {"en": mark_message("English"), "fr": mark_message("French")}
"""The English name of each language, to be translated with `_`."""


class StoredMessage(str):
    """An English message that can still be translated when it is read back from the store.

    Attributes:
        message: the English template. If the message depends on a count, the template for the singular.
        plural: the plural template, or "" if the message doesn't depend on a count.
        values: the values of the fields. Some may be stored messages themselves.
    """

    __slots__ = ("message", "plural", "values")
    message: str
    plural: str
    values: dict[str, StoredMessage | int | str]

    def translated_text(self) -> str:
        """Return the message in the user's language."""
        values = {name: translate(value) if isinstance(value, str) else value for name, value in self.values.items()}
        if self.plural:
            return ngettext(self.message, self.plural, int(values.pop("count")), **values)
        return _(self.message, **values)


def stored_message(message: str, many: str = "", /, **values: object) -> StoredMessage:
    """Make a message that is stored in English and can be translated later.

    If the message depends on `{count}`, `message` is the template for 1, and `many` is the template for other counts.
    Integers and stored messages are stored as they are. Any other value is stored as text.
    """
    template = many if many and values["count"] != 1 else message
    result = StoredMessage(template.format(**values) if values else template)
    result.message, result.plural = message, many
    result.values = {
        name: value if isinstance(value, int | StoredMessage) else str(value) for name, value in values.items()
    }
    return result


def translate(message: str) -> str:
    """Translate a stored message. Return any other string unchanged, because it is already translated."""
    return message.translated_text() if isinstance(message, StoredMessage) else message


def serialize_message(message: str) -> str:
    """Serialize a stored message as JSON. Return "" for any other message."""
    return json.dumps(_as_list(message), ensure_ascii=False) if isinstance(message, StoredMessage) else ""


def deserialize_message(said: str) -> StoredMessage:
    """Restore a stored message from the JSON that `serialize_message` made."""
    return _from_list(json.loads(said))


def _as_list(message: StoredMessage) -> list[Any]:
    values = {
        name: _as_list(each) if isinstance(each, StoredMessage) else each for name, each in message.values.items()
    }
    return [message.message, message.plural, values]


def _from_list(parts: list[Any]) -> StoredMessage:
    message, many, values = parts
    return stored_message(
        message, many, **{name: _from_list(each) if isinstance(each, list) else each for name, each in values.items()}
    )
