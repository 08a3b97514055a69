"""The pages of rules through time, one for each lineage: also for the rules that are no longer printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cli.options.global_options import JSON_SCHEMA
from cli.output_streams import json_text
from cli.rendering import json_output
from cli.site import addresses
from cli.site.page_templates import page
from cli.site.section_pages import published_source
from cli.site.site_file import SiteFile, token
from cli.site.site_library import SiteLibrary
from cli.site.timeline import first_wording, last_day, numbers_had, timeline
from kb.history.history import RuleHistory, rule_histories
from kb.i18n import set_language
from kb.languages import Lang
from kb.model import Rule
from kb.storage.view_items import ViewItem


@dataclass
class LineagePages:
    """Makes the pages of the rules of one language through time.

    Attributes:
        base: where the site will stand.
        last_printed: every rule that an edition or excerpt ever had, as last printed, by lineage.
    """

    library: SiteLibrary
    lang: Lang
    base: str
    last_printed: Mapping[str, ViewItem[Rule]]

    def files(self) -> Iterator[SiteFile]:
        """Yield the files of all rules through time."""
        rules = tuple(self.last_printed.values())
        today = {rule.place: rule.item.number for rule in self.library.view(self.lang).rules()}
        for rule, history in zip(rules, rule_histories(self.library.store, self.lang, rules), strict=True):
            number = str(rule.item.number) if rule.place in today and not history.spans[-1].last else ""
            yield from self._lineage(history, number)

    def _lineage(self, history: RuleHistory, number: str) -> Iterator[SiteFile]:
        address = addresses.lineage(self.lang, history.lineage)
        json_address = addresses.json_of(address)
        yield SiteFile(json_address, token(self.lang, history), lambda: self._json(history))
        last = history.spans[-1]

        def content() -> str:
            return page(
                "lineage.html", address, self.lang, base=self.base, title=f"{last.number} ({history.lineage})",
                description=last.text, json_address=json_address, history=history, number=number, last=last,
                numbers=numbers_had(history.spans), events=timeline(self.lang, history),
                first=first_wording(self.lang, history),
                last_address=addresses.rule_of_edition(self.lang, last_day(last), last.number),
            )  # fmt: skip

        yield SiteFile(addresses.file_of(address), token(self.base, history, number), content)

    def _json(self, history: RuleHistory) -> str:
        set_language(self.lang)
        found = json_output.history(history)
        for span in found["spans"]:
            span["source"] = span["source"] and published_source(span["source"])
        return json_text({"schema": JSON_SCHEMA, **found})
