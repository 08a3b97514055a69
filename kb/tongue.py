"""The language in which the program speaks to the person who uses it.

That is another thing than the language of the rules. Messages stand in the code in English, as templates
with named places, so that a translation can put them in another order.
"""

from __future__ import annotations


def _(message: str, /, **values: object) -> str:
    """A message in the user's language.

    Args:
        message: the English message, its places as `{name}`.
        values: what goes into the places.
    """
    return message.format(**values) if values else message


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """A message about a number of things in the user's language.

    Args:
        one: the English message for one of them.
        many: the English message for another number.
        count: how many; `{count}` in the messages.
        values: what goes into the other places.
    """
    return (one if count == 1 else many).format(count=count, **values)
