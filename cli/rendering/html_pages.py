"""HTML pages. Each page is one file that loads no other file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from cli.rendering.code_labels import code_label, counted_label, origin_label
from cli.rendering.folded_runs import MarkedRun, fold_if_changed, fold_unchanged
from kb.i18n import LANGUAGE_NAMES, _, ngettext, translate
from kb.translation.entry_pair import Pair
from kb.translation.rule_pair import TRANSLATION_STATES, RulePair

if TYPE_CHECKING:
    from datetime import date

    from cli.rendering.side_by_side import DiffParagraph
    from kb.history.edition_diff import DiffSection, EditionDiff, RuleDifference
    from kb.model import Finding

# Editions of the texts in a column that its heading names one by one.
_NAMED_EDITIONS = 3


def comparison_page(found: EditionDiff, sections: Sequence[DiffSection]) -> str:
    """Return the page of two editions side by side, section by section, with the changed words marked."""
    from cli.rendering.html_templates import render_page

    chapters = [
        (key, [(section, [_row(each, heading) for each, heading in section.rows]) for section in group])
        for key, group in groupby(sections, key=lambda section: (section.number.chapter, section.chapter_title))
    ]
    language = _(LANGUAGE_NAMES[found.lang])
    values = {
        "found": found,
        "chapters": chapters,
        "count": len(sections),
        "substance": sum(each.is_substance for each in found.differences),
        "heads": [(language, _("edition of {edition}", edition=day)) for day in (found.first, found.second)],
    }
    return render_page("edition_diff.html", ("design", "comparison"), values)


def side_by_side_page(pairs: Sequence[Pair], findings: Mapping[Pair, Sequence[Finding]], day: date) -> str:
    """Return the page of rules in both languages side by side, with the issues in the French of each rule.

    The title names the newest English edition, or the day asked about if there is no English.
    """
    from cli.rendering.html_templates import render_page

    editions = {pair.en.edition for pair in pairs if pair.en is not None}
    title = _("The English of {edition} and its French", edition=max(editions, default=day))
    values = {"title": title, **translation_values(pairs, findings)}
    return render_page("side_by_side.html", ("design", "comparison"), values)


def translation_values(pairs: Sequence[Pair], findings: Mapping[Pair, Sequence[Finding]]) -> dict[str, Any]:
    """Return the values that templates need for rules in both languages: summary, legend, column heads and rows."""
    from cli.rendering.side_by_side import (
        describe_translation_state,
        english_paragraphs,
        french_paragraphs,
        marks_of_excerpts,
    )

    rows = [
        {
            "pair": pair,
            # The French of a rule that is gone may have the number of another rule.
            "anchor": "" if pair.state == "orphan" else pair.label,
            "state": code_label(pair.state),
            "far": describe_translation_state(pair) + marks_of_excerpts(pair),
            "heading": isinstance(pair, RulePair) and pair.en is not None and pair.en.item.title is not None,
            "sides": (
                ("en", _as_runs(english_paragraphs(pair)), _("no longer in the rules")),
                ("fr", _as_runs(french_paragraphs(pair)), _("no French")),
            ),
            "findings": [(finding.code, translate(finding.message)) for finding in findings.get(pair, ())],
        }
        for pair in pairs
    ]
    counted = Counter(pair.state for pair in pairs)
    return {
        "legend": _translation_legend(),
        "summary": ", ".join(counted_label(state, count) for state in TRANSLATION_STATES if (count := counted[state])),
        "heads": [
            (_(LANGUAGE_NAMES["en"]), _origins([pair.en for pair in pairs])),
            (_(LANGUAGE_NAMES["fr"]), _origins([pair.fr for pair in pairs])),
        ],
        "rows": rows,
    }


def _translation_legend() -> str:
    """Return the explanation of the marks, in which each mark is marked itself."""
    from markupsafe import Markup, escape

    marks = {
        "gone": Markup("<del>{}</del>").format(_("what went")),
        "new": Markup("<ins>{}</ins>").format(_("what came")),
        "place": Markup("<mark>{}</mark>").format(_("where that is")),
    }
    text = _("In the English: {gone} and {new} since the French was made. In the French: {place}.")
    return Markup(escape(text)).format(**marks)  # noqa: S704, the text is escaped here


def _origins(sides: Sequence[Any]) -> str:
    """Return the editions that the texts of a column come from."""
    found = sorted({origin_label(side) for side in sides if side is not None})
    if len(found) <= _NAMED_EDITIONS:
        return "; ".join(found)
    return ngettext("{count} edition", "{count} editions", len(found))


def _as_runs(paragraphs: Sequence[DiffParagraph]) -> list[tuple[bool, list[MarkedRun]]]:
    """Return for each paragraph whether it is an example, and its runs."""
    return [(paragraph.example, fold_if_changed(paragraph.segments)) for paragraph in paragraphs]


def _row(each: RuleDifference, heading: str) -> dict[str, Any]:
    """Return the values that the HTML template needs for one changed rule. Each side is a list of runs.

    In a changed rule (`changed`), the right side also has the removed words: a narrow window shows only that side.
    """
    from kb.history.history import changed_words

    old, new = each.old, each.new
    values: dict[str, Any] = {"each": each, "heading": heading, "changed": False, "whole": []}
    if old is None or new is None or each.kind in ("split", "merged"):
        left = [MarkedRun("same", old.whole_text)] if old else []
        right = [MarkedRun("same", new.whole_text)] if new else []
        return {**values, "left": left, "right": right}
    runs = fold_unchanged(changed_words(old, new))
    if old.whole_text == new.whole_text:
        return {**values, "whole": runs}
    return {**values, "changed": True, "left": [run for run in runs if run.kind != "new"], "right": runs}
