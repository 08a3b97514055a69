"""`rules translation terms`: the names of the rules' terms in both languages, and what the French rests on."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from cli.choices import parse_choice
from cli.options.global_options import GlobalOptions
from cli.rendering.code_labels import code_label
from kb.errors import NotFound
from kb.i18n import _, ngettext
from kb.text.folding import fold_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cli.rendering.text_output import TextOutput
    from kb.parallel.term_evidence import CardName
    from kb.parallel.term_kinds import TermKind
    from kb.parallel.term_table import ListedTerm, TermRow, Verdict

# Without names and `--verdict`, the rows that need a decision are shown.
_NEED_WORK = ("differs", "silent")


def command(
    common: GlobalOptions,
    names: Annotated[
        list[str] | None, Argument(metavar="[NAME]...", help="Only terms with these words in their English or French.")
    ] = None,
    from_cards: Annotated[
        bool, Option("--from-cards", help="Compare the list with the official French of the cards you imported.")
    ] = False,
    verdict: Annotated[
        list[str] | None,
        Option(
            metavar="VERDICT", help="With --from-cards, only these: differs, decided, silent, agrees, unclear, nothing."
        ),
    ] = None,
    kind: Annotated[
        list[str] | None,
        Option(metavar="KIND", help="With --from-cards, only this kind of names: subtype, counter, keyword-ability."),
    ] = None,
) -> int:
    """Show what the rules' terms are called in French, and what each name rests on.

    With --from-cards, compare the list with the French that your cards have: where the cards clearly use another
    name, and which keywords, types, counters, zones and steps the list lacks. Read cards with `rules cards import`.

    Example: rules translation terms flying "first strike"
    """
    from kb.parallel.term_kinds import TERM_KINDS
    from kb.parallel.term_table import VERDICTS, listed_templates, listed_terms

    chosen = [parse_choice("verdict", each, VERDICTS) for each in verdict or ()]
    kinds = [parse_choice("kind", each, TERM_KINDS) for each in kind or ()]
    if from_cards or chosen or kinds:
        rows, faces = _compared(common)
        rows = [row for row in rows if _is_named(names, _row_names(row)) and (not kinds or {*kinds} & {*row.kinds})]
        _check_found(names, rows)
        _print_comparison(common, rows, faces, chosen or ((*VERDICTS,) if names or kinds else _NEED_WORK))
        return 0
    every = (*listed_terms(), *listed_templates())
    terms = [each for each in every if _is_named(names, each.term.names("en") + each.term.names("fr"))]
    _check_found(names, terms)
    if common.as_json:
        common.print_json({"terms": [_listed_json(each) for each in terms]})
        return 0
    page = common.text_output()
    heads = (_("English"), _("French"), _("rests on"))
    page.table(heads, [(each.term.en, each.term.fr, _basis(each)) for each in terms])
    return 0


def _compared(common: GlobalOptions) -> tuple[Sequence[TermRow], int]:
    """Return the rows of the comparison, and the number of faces with French.

    Raises:
        NotFound: there is no card library, or none of its cards has French.
    """
    from kb.cards.library.database import open_library
    from kb.parallel.term_evidence import CardEvidence
    from kb.parallel.term_table import compare_with_cards, keyword_abilities

    with common.open_store() as store:
        rules = [rule.item for rule in common.view(store, "en").rules()]
    with open_library(common.data_folder) as library:
        evidence = CardEvidence(library, keyword_abilities(rules))
    if not evidence.faces:
        message = _("no card of the library has French; import a file with it, such as MTGJSON's AtomicCards.json")
        raise NotFound("fr", message)
    return compare_with_cards(rules, evidence), evidence.faces


def _row_names(row: TermRow) -> Iterable[str]:
    yield row.en
    for each in row.listed:
        yield from each.term.names("fr")
    if row.cards:
        yield row.cards.fr


def _is_named(names: Sequence[str] | None, own: Iterable[str]) -> bool:
    """True if no names are wanted, or if the words of one of them stand in a row in a name."""
    if not names:
        return True
    texts = [f" {' '.join(fold_words(each, lang))} " for each in own for lang in ("en", "fr")]
    return any(
        f" {' '.join(fold_words(name, lang))} " in text for name in names for lang in ("en", "fr") for text in texts
    )


def _check_found(names: Sequence[str] | None, found: Sequence[object]) -> None:
    if names and not found:
        given = ", ".join(names)
        raise NotFound(given, _("no term has the name {name}; `rules translation terms` lists them all", name=given))


def _basis(listed: ListedTerm) -> str:
    """Return what a listed term rests on, for people."""
    kind, _space, rest = listed.rests_on.partition(" ")
    if kind == "cards":
        count, _comma, years = rest.partition(", ")
        text = ngettext("{count} card", "{count} cards", int(count))
        text += f", {years}" if years else ""
    else:
        text = _("rule {number}", number=rest.removeprefix("text ")) if kind == "rules" else _("nothing yet")
    return f"{text}; {listed.why}" if listed.why else text


def _listed_json(listed: ListedTerm) -> dict[str, Any]:
    term = listed.term
    kind, _space, rest = listed.rests_on.partition(" ")
    count, _comma, years = rest.partition(", ") if kind == "cards" else ("", "", "")
    return {
        "en": term.en,
        "fr": term.fr,
        "also": list(term.also),
        "formerly": list(term.formerly),
        "rule": term.source,
        "rests_on": {"cards": "cards", "rules": "rules"}.get(kind, "nothing"),
        "cards": int(count) if count else 0,
        "years": years or None,
        "rule_text": rest.removeprefix("text ") if kind == "rules" else None,
        "why": listed.why or None,
    }


def _card_json(name: CardName | None) -> dict[str, Any] | None:
    if name is None:
        return None
    return {"fr": name.fr, "cards": name.cards, "years": name.years or None, "method": name.method}


def _print_comparison(common: GlobalOptions, rows: Sequence[TermRow], faces: int, chosen: Sequence[str]) -> None:
    from kb.parallel.term_table import count_by_kind

    summary = Counter(row.verdict for row in rows)
    shown = [row for row in rows if row.verdict in chosen]
    if common.as_json:
        terms = [
            {
                "en": row.en,
                "kinds": list(row.kinds),
                "verdict": row.verdict,
                "listed": [_listed_json(each) for each in row.listed],
                "cards_with_english": row.of,
                "ours": _card_json(row.ours),
                "cards": _card_json(row.cards),
            }
            for row in shown
        ]
        by_kind = {kind: dict(counts) for kind, counts in count_by_kind(rows).items()}
        common.print_json({"faces": faces, "summary": dict(summary), "kinds": by_kind, "terms": terms})
        return
    page = common.text_output()
    counted = ", ".join(f"{count} {code_label(verdict, count)}" for verdict, count in summary.most_common())
    page.line((_("{faces} faces with French: {counted}", faces=faces, counted=counted), "bold"))
    page.line("")
    _print_kinds(page, count_by_kind(rows))
    for verdict in dict.fromkeys(row.verdict for row in sorted(shown, key=lambda row: chosen.index(row.verdict))):
        page.line("")
        page.line((_title(verdict), "bold"))
        _print_rows(page, [row for row in shown if row.verdict == verdict])
    page.line("")
    page.line((_("Years are those of the oldest rulings of the cards; a file of cards has no day of printing."), "dim"))


def _print_kinds(page: TextOutput, kinds: Mapping[TermKind, Mapping[Verdict, int]]) -> None:
    """Print, for each kind, how many names cards have, and how many of these have their French from the cards."""
    rows = []
    for kind, counts in kinds.items():
        on_cards = sum(counts.values()) - counts.get("nothing", 0)
        agree = counts.get("agrees", 0)
        share = f"{agree / on_cards:.0%}" if on_cards else ""
        rows.append((code_label(kind), str(sum(counts.values())), str(on_cards), str(agree), share))
    heads = (_("kind"), _("names"), _("on cards"), _("French from the cards"), "")
    page.table(heads, rows, indent=2)


def _title(verdict: str) -> str:
    return {
        "differs": _("The cards have another name"),
        "decided": _("The cards have another name, and the list keeps its own for a reason"),
        "silent": _("The list lacks a name that the cards have"),
        "agrees": _("The cards have the name"),
        "unclear": _("Not enough on the cards"),
        "nothing": _("On no card with French"),
    }[verdict]


def _print_rows(page: TextOutput, rows: Sequence[TermRow]) -> None:
    heads = (_("English"), _("cards with it"), _("in the list"), _("on the cards"))
    page.table(
        heads,
        [
            (
                row.en,
                str(row.of),
                " / ".join(dict.fromkeys(each.term.fr for each in row.listed)) + _count(row.ours),
                (row.cards.fr + _count(row.cards)) if row.cards else "",
            )
            for row in rows
        ],
        indent=2,
    )


def _count(name: CardName | None) -> str:
    """Return how many cards have a name, with their years."""
    if name is None:
        return ""
    return f" ({name.cards}, {name.years})" if name.years else f" ({name.cards})"
