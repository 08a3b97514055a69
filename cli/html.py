"""Pages for a browser: each is one file that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any

from cli.naming import counted_as, in_words
from kb.tongue import _, ngettext, spoken

if TYPE_CHECKING:
    from kb.comparison import Comparison, Difference, Section


def comparison_page(found: Comparison, sections: Sequence[Section]) -> str:
    """Two editions side by side, section by section, the changed words marked."""
    return _page(
        "comparison.html",
        found=found,
        sections=[(section, [_row(each, heading) for each, heading in section.rows]) for section in sections],
    )


def _row(each: Difference, heading: str) -> dict[str, Any]:
    """What the template shows of one rule: both sides in stretches."""
    from kb.words import Stretch, differences

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

    text = resources.files("cli").joinpath("pages", template).read_text(encoding="utf-8")
    environment = Environment(
        loader=DictLoader({template: text}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    said = {"_": _, "ngettext": ngettext, "in_words": in_words, "counted_as": counted_as, "ui_lang": spoken()}
    return environment.get_template(template).render(**said, **values)
