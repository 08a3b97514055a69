"""In which language the user is spoken to: what `--ui-lang` says, else the locale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.errors import BadValue
from kb.languages import LANGUAGES, Lang
from kb.tongue import _

OPTION = "--ui-lang"


def language_of(environment: Mapping[str, str]) -> Lang:
    """The language of a locale, English where it is another's or none.

    As gettext has it: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set is the locale; unless that
    is `C` or `POSIX`, the languages listed in `LANGUAGE` go before it.
    """
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "C")
    if _name(locale) in ("c", "posix"):
        return "en"
    listed = environment.get("LANGUAGE") or locale
    return next((lang for each in listed.split(":") for lang in LANGUAGES if lang == _name(each)), "en")


def _name(locale: str) -> str:
    """The language in the name of a locale: `fr` of `fr_CA.UTF-8@euro`."""
    return locale.partition(".")[0].partition("@")[0].partition("_")[0].lower()


def asked_for(arguments: Sequence[str]) -> Lang | None:
    """The language that `--ui-lang` names, the last if it is given twice; None if it isn't given.

    It is looked for before the command line is read, since what is wrong with that is said in it.

    Raises:
        BadValue: messages don't come in that language.
    """
    given = None
    for at, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == OPTION and (equals or arguments[at + 1 : at + 2]):
            given = value if equals else arguments[at + 1]
    if given is None:
        return None
    for lang in LANGUAGES:
        if lang == given:
            return lang
    raise BadValue("language of messages", given, _("give en or fr"))
