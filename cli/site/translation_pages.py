"""The translators' board: how far the French is, section by section, and both languages side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cli.rendering import json_output
from cli.rendering.html_pages import translation_values
from cli.site import addresses
from cli.site.page_templates import json_file, messages_in, page
from cli.site.site_file import SiteFile, token
from cli.site.site_library import SiteLibrary, published_source
from kb.history.history import lineage_names_across_editions
from kb.i18n import _
from kb.model import Finding
from kb.terms.bilingual_terms import load_term_base
from kb.translation.checks import check_translations
from kb.translation.rule_pair import TRANSLATION_STATES, RulePair


@dataclass
class TranslationBoard:
    """Makes the pages of the board.

    Attributes:
        base: where the site will stand.
    """

    library: SiteLibrary
    base: str

    def files(self) -> Iterator[SiteFile]:
        """Yield the board, and a page for each section that has any French."""
        sections: dict[str, list[RulePair]] = {}
        for pair in self.library.pairs:
            sections.setdefault(str(pair.number.section or pair.number), []).append(pair)
        titles = self.library.view("en").headings()
        rows = [
            (name, titles.get(name, ""), Counter(pair.state for pair in pairs), any(pair.fr for pair in pairs))
            for name, pairs in sections.items()
        ]
        address, json_address = addresses.TRANSLATION, addresses.json_of(addresses.TRANSLATION)
        states = [json_output.translation_state(pair) for pair in self.library.pairs]
        counted = Counter(pair.state for pair in self.library.pairs)
        answer = {"summary": {state: counted[state] for state in TRANSLATION_STATES if counted[state]}, "rules": states}
        yield SiteFile(json_address, token(states), lambda: json_file("fr", lambda: answer))
        with messages_in("fr"):
            title = _("Translation")
        yield SiteFile(
            addresses.file_of(address),
            token(self.base, rows),
            lambda: page(
                "translation.html", address, "fr", base=self.base, title=title, rows=rows, summary=answer["summary"],
                states=TRANSLATION_STATES, json_address=json_address,
            ),
        )  # fmt: skip
        for name, heading, _states, has_french in rows:
            if has_french:
                yield from self._section(name, heading, sections[name])

    def _section(self, name: str, heading: str, pairs: Sequence[RulePair]) -> Iterator[SiteFile]:
        address = addresses.translation_section(name)
        with messages_in("fr"):
            found = [self._issues.get(pair, ()) for pair in pairs]
        french = [pair.fr for pair in pairs if pair.fr is not None]
        names = iter(lineage_names_across_editions(self.library.store, "fr", french))
        lineages = [next(names) if pair.fr is not None else None for pair in pairs]

        def data() -> dict[str, object]:
            rows = (json_pair(*each) for each in zip(pairs, lineages, found, strict=True))
            return {"pairs": list(rows)}

        state = token(pairs, lineages, found)
        json_address = addresses.json_of(address)
        yield SiteFile(json_address, state, lambda: json_file("fr", data))

        def content() -> str:
            with messages_in("fr"):
                values = translation_values(pairs, dict(zip(pairs, found, strict=True)))
                title = _("Translation of {section}", section=f"{name} {heading}")
            return page(
                "translation_section.html", address, "fr", base=self.base, title=title, json_address=json_address,
                **values,
            )  # fmt: skip

        yield SiteFile(addresses.file_of(address), token(self.base, state), content)

    @cached_property
    def _issues(self) -> dict[RulePair, Sequence[Finding]]:
        """The faults of the French, by pair."""
        terms = load_term_base(self.library.store, self.library.today)
        return dict(check_translations((pair for pair in self.library.pairs if pair.fr is not None), terms))


def json_pair(pair: RulePair, french_lineage: str | None, issues: Sequence[Finding]) -> dict[str, Any]:
    """Return a pair as JSON. The folders that its sources stand in on this computer are left out."""
    found = json_output.pair(pair, french_lineage, issues)
    for side in (found["en"], found["fr"]):
        if side is not None:
            side["source"] = published_source(side["source"])
    return found
