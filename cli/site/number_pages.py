"""The pages of numbers: for each section, every number that a rule ever had there, and whose it was when.

Numbers change their rules. An address with a number that isn't in today's rules, or with a number and a day
(`cr/306.7@2009-09-04`), is no file. The page for missing addresses, and `rules serve`, read the JSON of these pages and
lead on to the rule. Without a script, readers find the number here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cli.output_streams import json_text
from cli.rendering.word_diff_view import abbreviate
from cli.site import addresses
from cli.site.page_templates import messages_in, page
from cli.site.site_file import SiteFile, token
from cli.site.site_library import SiteLibrary
from cli.site.timeline import last_day
from kb.i18n import _
from kb.languages import Lang
from kb.rule_number import RuleNumber, as_rule_number

_MOST = 80
"""The most characters of a rule's text on these pages."""


class NumberHolder(NamedTuple):
    """A rule that had a number for a time.

    Attributes:
        lineage: the rule.
        first: the first edition in which it had the number (ISO 8601).
        last: the last one, or "" if it has the number in the newest edition.
        text: the beginning of its text then.
    """

    lineage: str
    first: str
    last: str
    text: str


@dataclass
class NumberPages:
    """Makes the pages of numbers in one language.

    Attributes:
        base: where the site will stand.
    """

    library: SiteLibrary
    lang: Lang
    base: str

    def files(self) -> Iterator[SiteFile]:
        """Yield the list of sections, and the page and the data of each section."""
        by_section: dict[str, dict[RuleNumber, list[NumberHolder]]] = {}
        for number, holders in sorted(self._holders().items()):
            by_section.setdefault(str(number.section or number), {})[number] = holders
        yield self._list(sorted(by_section, key=RuleNumber.parse))
        for name, numbers in by_section.items():
            address = addresses.old_numbers(self.lang, name)
            listed = [(str(number), holders) for number, holders in numbers.items()]
            with messages_in(self.lang):
                title = _("Numbers of {section}", section=name)
            data = {number: [each[:3] for each in holders] for number, holders in listed}
            yield SiteFile(addresses.json_of(address), token(data), lambda: json_text({"numbers": data}))  # noqa: B023
            yield SiteFile(
                addresses.file_of(address),
                token(self.base, listed),
                lambda: page(
                    "numbers.html", address, self.lang, base=self.base, title=title,  # noqa: B023
                    section=name, numbers=listed, json_address=addresses.json_of(address),  # noqa: B023
                ),
            )  # fmt: skip

    def _list(self, names: list[str]) -> SiteFile:
        address = addresses.all_old_numbers(self.lang)
        with messages_in(self.lang):
            title = _("All numbers that rules ever had")
        return SiteFile(
            addresses.file_of(address),
            token(self.base, names),
            lambda: page(
                "numbers.html", address, self.lang, base=self.base, title=title,
                section="", numbers=[], sections=names,
            ),
        )  # fmt: skip

    def _holders(self) -> dict[RuleNumber, list[NumberHolder]]:
        """Return for each number the rules that had it, oldest first. Spans of one rule in a row are one entry."""
        found: dict[RuleNumber, list[NumberHolder]] = {}
        for lineage, histories in self.library.histories[self.lang].items():
            for history in histories:
                for index, span in enumerate(history.spans):
                    holders = found.setdefault(as_rule_number(span.number), [])
                    text = abbreviate(span.text, _MOST)
                    last = "" if span.last is None and not span.partial else last_day(span).isoformat()
                    if index and history.spans[index - 1].number == span.number:
                        holders[-1] = holders[-1]._replace(last=last, text=text)
                    else:
                        holders.append(
                            NumberHolder(lineage, span.first.isoformat(), last, abbreviate(span.text, _MOST))
                        )
        return {number: sorted(holders, key=lambda each: each.first) for number, holders in found.items()}
