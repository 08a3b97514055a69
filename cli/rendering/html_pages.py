"""HTML pages. Each page is one file that loads no other file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any

from cli.output_streams import visible
from cli.rendering.code_labels import code_label, counted_label
from kb.i18n import _, get_language, ngettext, translate
from kb.translation.rule_pair import TRANSLATION_STATES

if TYPE_CHECKING:
    from datetime import date

    from kb.history.edition_diff import DiffSection, EditionDiff, RuleDifference
    from kb.model import Finding
    from kb.translation.rule_pair import RulePair


def comparison_page(found: EditionDiff, sections: Sequence[DiffSection]) -> str:
    """Return the page of two editions side by side, section by section, with the changed words marked."""
    rows = [(section, [_row(each, heading) for each, heading in section.rows]) for section in sections]
    return _page("edition_diff.html", found=found, sections=rows)


def side_by_side_page(pairs: Sequence[RulePair], findings: Mapping[RulePair, Sequence[Finding]], day: date) -> str:
    """Return the page of rules in both languages side by side, with the issues in the French of each rule.

    The title names the newest English edition, or the day asked about if there is no English.
    """
    from cli.rendering.side_by_side import (
        describe_translation_state,
        english_paragraphs,
        french_paragraphs,
        marks_of_excerpts,
    )

    rows = [
        {
            "pair": pair,
            "state": code_label(pair.state),
            "far": describe_translation_state(pair) + marks_of_excerpts(pair),
            "heading": pair.en is not None and pair.en.item.title is not None,
            "sides": (
                ("en", english_paragraphs(pair), _("no longer in the rules")),
                ("fr", french_paragraphs(pair), _("no French")),
            ),
            "findings": [(finding.code, translate(finding.message)) for finding in findings.get(pair, ())],
        }
        for pair in pairs
    ]
    counted = Counter(pair.state for pair in pairs)
    editions = {pair.en.edition for pair in pairs if pair.en is not None}
    return _page(
        "side_by_side.html",
        title=_("The English of {edition} and its French", edition=max(editions, default=day)),
        legend=_("In the English: what went and what came since the French was made. In the French: where that is."),
        summary=", ".join(counted_label(state, count) for state in TRANSLATION_STATES if (count := counted[state])),
        rows=rows,
    )


def _row(each: RuleDifference, heading: str) -> dict[str, Any]:
    """Return the values that the HTML template needs for one changed rule. Each side is a list of segments."""
    from kb.text.word_diff import DiffSegment, word_diff

    old, new = each.old, each.new
    if old is not None and new is not None and each.kind not in ("split", "merged"):
        segments: Sequence[DiffSegment] = word_diff(old.whole_text, new.whole_text)
        left = [segment for segment in segments if segment.kind != "new"]
        right = [segment for segment in segments if segment.kind != "gone"]
    else:
        left = [DiffSegment("same", old.whole_text)] if old else []
        right = [DiffSegment("same", new.whole_text)] if new else []
    return {"each": each, "heading": heading, "left": left, "right": right}


def _page(template: str, **values: Any) -> str:
    from jinja2 import DictLoader, Environment, StrictUndefined

    text = resources.files("cli.rendering").joinpath("templates", template).read_text(encoding="utf-8")
    loader = DictLoader({template: text})
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    functions = {"_": _, "ngettext": ngettext, "code_label": code_label, "counted_label": counted_label}
    return visible(environment.get_template(template).render(**functions, ui_lang=get_language(), **values))
