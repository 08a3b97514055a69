"""The pages of rules through time, one for each lineage: also for the rules that are no longer printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cli.rendering import json_output
from cli.site import addresses
from cli.site.page_templates import json_file, page
from cli.site.site_file import SiteFile, token
from cli.site.site_library import SiteLibrary, published_source
from cli.site.timeline import first_wording, history_state, last_day, numbers_had, timeline
from kb.history.history import RuleHistory, lineage_names
from kb.languages import Lang
from kb.rule_number import as_rule_number


@dataclass
class LineagePages:
    """Makes the pages of the rules of one language through time.

    Attributes:
        base: where the site will stand.
    """

    library: SiteLibrary
    lang: Lang
    base: str

    def files(self) -> Iterator[SiteFile]:
        """Yield the files of all rules through time."""
        rules = self.library.rules_today[self.lang]
        names = lineage_names(self.library.store, self.lang, rules)
        today = {names[rule.place]: str(rule.item.number) for rule in rules}
        for lineage, histories in self.library.histories[self.lang].items():
            yield from self._lineage(lineage, histories, today.get(lineage, ""))

    def _lineage(self, lineage: str, histories: Sequence[RuleHistory], number: str) -> Iterator[SiteFile]:
        address = addresses.lineage(self.lang, lineage)
        json_address = addresses.json_of(address)
        state = [history_state(each) for each in histories]
        yield SiteFile(json_address, token(state), lambda: self._json(histories[0]))

        def content() -> str:
            last = histories[0].spans[-1]
            lives = [
                (
                    each.spans[-1],
                    addresses.rule_of_edition(
                        self.lang, last_day(each.spans[-1]), as_rule_number(each.spans[-1].number)
                    ),
                    numbers_had(each.spans),
                    timeline(self.lang, each),
                    first_wording(self.lang, each),
                )
                for each in histories
            ]
            return page(
                "lineage.html", address, self.lang, base=self.base, title=f"{last.number} ({lineage})",
                description=last.text, json_address=json_address, lineage=lineage, number=number, lives=lives,
            )  # fmt: skip

        yield SiteFile(addresses.file_of(address), token(self.base, state, number), content)

    def _json(self, history: RuleHistory) -> str:
        found = json_output.history(history)
        for span in found["spans"]:
            span["source"] = span["source"] and published_source(span["source"])
        return json_file(self.lang, lambda: found)
