"""The language of messages and help: `--ui-lang`, or if it isn't given, the language of the locale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cli.choices import parse_choice
from kb.i18n import _
from kb.languages import LANGUAGES, Lang

UI_LANGUAGE_OPTION = "--ui-lang"


def language_from_environment(environment: Mapping[str, str]) -> Lang:
    """Return the language of the locale, or English if there is no locale or its language is unknown.

    As in gettext, the locale is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set. Unless the locale is
    `C` or `POSIX`, the languages listed in `LANGUAGE` take precedence.
    """
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "C")
    if _language_code(locale) in ("c", "posix"):
        return "en"
    listed = environment.get("LANGUAGE") or locale
    return next((lang for each in listed.split(":") for lang in LANGUAGES if lang == _language_code(each)), "en")


def _language_code(locale: str) -> str:
    """Return the language in the name of a locale: `fr` of `fr_CA.UTF-8@euro`."""
    return locale.partition(".")[0].partition("@")[0].partition("_")[0].lower()


def language_from_arguments(arguments: Sequence[str]) -> Lang | None:
    """Return the language of the last `--ui-lang`, or None if the option isn't given.

    This runs before the command line is parsed, because parsing errors are reported in that language.

    Raises:
        BadValue: there are no messages in the language.
    """
    given = None
    for at, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == UI_LANGUAGE_OPTION and (equals or arguments[at + 1 : at + 2]):
            given = value if equals else arguments[at + 1]
    if given is None:
        return None
    return parse_choice("language of messages", given, LANGUAGES, _("give en or fr"))
