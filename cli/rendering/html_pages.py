"""Pages for a browser; each is one file that needs no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any

from cli.rendering.code_labels import counted_as, in_words
from kb.i18n import _, ngettext, spoken, told
from kb.translation.rule_pair import STATES

if TYPE_CHECKING:
    from datetime import date

    from kb.history.edition_diff import Comparison, Difference, Section
    from kb.model import Finding
    from kb.translation.rule_pair import Pair


def comparison_page(found: Comparison, sections: Sequence[Section]) -> str:
    """Two editions side by side, section by section, with the changed words marked."""
    rows = [(section, [_row(each, heading) for each, heading in section.rows]) for section in sections]
    return _page("edition_diff.html", found=found, sections=rows)


def bench_page(pairs: Sequence[Pair], findings: Mapping[Pair, Sequence[Finding]], day: date) -> str:
    """Rules in both languages side by side, to print.

    Args:
        pairs: the rules.
        findings: the issues in the French of each pair.
        day: the day asked about, which the title names if there is no English.
    """
    from cli.rendering.side_by_side import english, french, how_far

    rows = [
        {
            "pair": pair,
            "state": in_words(pair.state),
            "far": how_far(pair),
            "heading": pair.en is not None and pair.en.item.title is not None,
            "sides": (("en", english(pair), _("no longer in the rules")), ("fr", french(pair), _("no French"))),
            "findings": [(finding.code, told(finding.message)) for finding in findings.get(pair, ())],
        }
        for pair in pairs
    ]
    counted = Counter(pair.state for pair in pairs)
    editions = {pair.en.edition for pair in pairs if pair.en is not None}
    return _page(
        "side_by_side.html",
        title=_("The English of {edition} and its French", edition=max(editions, default=day)),
        legend=_("In the English: what went and what came since the French was made. In the French: where that is."),
        summary=", ".join(counted_as(state, count) for state in STATES if (count := counted[state])),
        rows=rows,
    )


def _row(each: Difference, heading: str) -> dict[str, Any]:
    """The values of the template for one changed rule, with both sides in segments."""
    from kb.text.word_diff import Stretch, differences

    old, new = each.old, each.new
    if old is not None and new is not None and each.kind not in ("split", "merged"):
        stretches: Sequence[Stretch] = differences(old.whole_text, new.whole_text)
        left = [stretch for stretch in stretches if stretch.kind != "new"]
        right = [stretch for stretch in stretches if stretch.kind != "gone"]
    else:
        left = [Stretch("same", old.whole_text)] if old else []
        right = [Stretch("same", new.whole_text)] if new else []
    return {"each": each, "heading": heading, "left": left, "right": right}


def _page(template: str, **values: Any) -> str:
    from jinja2 import DictLoader, Environment, StrictUndefined

    text = resources.files("cli.rendering").joinpath("templates", template).read_text(encoding="utf-8")
    environment = Environment(
        loader=DictLoader({template: text}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    said = {"_": _, "ngettext": ngettext, "in_words": in_words, "counted_as": counted_as, "ui_lang": spoken()}
    return environment.get_template(template).render(**said, **values)
