"""Proofs as text: the parts that a judge would mention, and the table of layers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cli.rendering.text_output import StyledText, TextOutput
    from kb.rulings.engine.answer import Ruling
    from kb.rulings.engine.citations import RuleCitation
    from kb.rulings.engine.layer_rows import LayerRow
    from kb.rulings.engine.proof import Proof

_MARKS: dict[str, StyledText] = {"yes": ("✓", "green"), "no": ("✗", "red"), "unknown": ("?", "yellow")}
_FACT: StyledText = ("·", "dim")


def print_proof(page: TextOutput, proof: Proof) -> None:
    """Print the reasons of a proof as an indented tree. The verdict above the tree is the claim of the proof itself."""
    _print_reasons(page, proof, 2, set())


def _print_reasons(page: TextOutput, node: Proof, indent: int, facts: set[str]) -> None:
    """Print the reasons of a claim. `facts` are the facts that have been printed; each is printed once."""
    for child in _told(node):
        if child.is_fact and child.claim in facts:
            continue
        source = f"  ({child.rule})" if child.rule else ""
        mark, claim = _MARKS[child.value], child.claim
        if child.is_fact:
            mark = _FACT
            facts.add(claim)
        elif child.denied and child.value == "no":
            mark, claim = _MARKS["yes"], _("it isn't so that: {claim}", claim=child.claim)
        page.line(mark, " ", claim, (source, "bold cyan"), indent=indent, hang=2)
        _print_reasons(page, child, indent + 2, facts)
    if passed := _passed_over(node):
        numbers = ", ".join(passed)
        page.line(_MARKS["yes"], " ", _("nothing else forbids it"), (f"  ({numbers})", "bold cyan"), indent=indent,
                  hang=2)  # fmt: skip


def _told(node: Proof) -> list[Proof]:
    """Return the reasons that the text mentions. A claim of a rule whose reasons all have defaults keeps them."""
    children = [each for each in node.children if each.claim != node.claim or each.children]
    told = [each for each in children if each.told]
    defaults = [each for each in children if each.is_fact]
    return told or (defaults if node.rule is not None else [])


def _passed_over(node: Proof) -> list[str]:
    """Return the numbers of the prohibitions of which no condition holds."""
    return list(dict.fromkeys(each.rule for each in node.children if not each.told and each.denied and each.rule))


def split_citations(ruling: Ruling) -> tuple[list[RuleCitation], list[str]]:
    """Return the citations of rules that the text of a proof mentions, and the numbers of the others."""
    if ruling.proof is None:
        return list(ruling.citations), []
    told = {*_numbers_told(ruling.proof), *(each.rule for each in ruling.layers)}
    mentioned = [each for each in ruling.citations if each.number in told]
    return mentioned, [each.number for each in ruling.citations if each not in mentioned]


def _numbers_told(node: Proof) -> Iterator[str]:
    for child in _told(node):
        if child.rule is not None:
            yield child.rule
        yield from _numbers_told(child)


def print_layers(page: TextOutput, rows: Sequence[LayerRow]) -> None:
    """Print the table of layers: for each effect, whether it was applied to an object, and if not, why."""
    if not rows:
        return
    page.line(_("Layers:"), indent=2)
    heads = [_("object"), _("layer"), _("effect"), _("applied")]
    page.table(heads, [[each.object, each.layer, each.effect, _outcome(each)] for each in rows], indent=4)


def _outcome(row: LayerRow) -> str:
    said = {True: _("yes"), False: _("no"), None: _("depends")}[row.applied]
    reason = f", {row.reason}" if row.reason else ""
    return f"{said}{reason}{f' ({row.rule})' if row.rule else ''}"
