"""Shell completion of rule numbers, terms, names of cards, days, and option values from a list.

Completion only reads the knowledge base. It never builds or repairs an index, never waits for an index, and reports
no errors. Without a knowledge base, it offers no values. The metavar of a parameter (NUMBER, TERM, CARD) selects its
completer. See docs/decisions/live-search.md.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, MutableMapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import typer

from kb.documents import DOCUMENTS
from kb.errors import RulesError
from kb.rule_number import SUBRULE_LETTERS, RuleNumber

if TYPE_CHECKING:
    from cli.options.global_options import GlobalOptions
    from kb.documents import Doc
    from kb.storage.store import Store
    from kb.storage.view import View

Completer = Callable[[typer.Context, str], list[str]]
"""A function that returns the completions of an incomplete word in a context."""

# Headwords and names with these characters aren't offered, because the characters have a meaning in shells.
_SPECIAL_TO_SHELLS = re.compile(r"[\"'`$;&|<>()*?!\\:]")
# A list of words in a help text: `text, json or html`.
_LISTED = re.compile(r"[a-z0-9-]+(?:, [a-z0-9-]+)*(?:, | or )[a-z0-9-]+")


# Holds the number before the `@` of the incomplete word, if bash has split the word there.
_NUMBER_BEFORE_AT = "_RULES_NUMBER_BEFORE_AT"
# A part of the names could have a longer beginning in common, which shells would add to the word.
_ALL_NAMES = 1_000_000


# Typer's script only registers the completion. If zsh loads the script from a folder of functions (`fpath`), it does so
# at the first Tab, and expects the completions at once: `compstate` is set while zsh completes.
_ZSH_SCRIPT = """#compdef %(prog_name)s

%(complete_func)s() {
  eval $(env _TYPER_COMPLETE_ARGS="${words[1,$CURRENT]}" %(autocomplete_var)s=complete_zsh %(prog_name)s)
}

compdef %(complete_func)s %(prog_name)s
if (( ${+compstate} )); then
  %(complete_func)s "$@"
fi
"""


def complete_at_first_tab() -> None:
    """Replace Typer's script for zsh, which is shown and installed, by one that also completes at the first Tab."""
    # Typer has no public way to change a script.
    from typer import _completion_classes, _completion_shared

    _completion_classes.ZshComplete.source_template = _ZSH_SCRIPT
    _completion_shared._completion_scripts["zsh"] = _ZSH_SCRIPT  # noqa: SLF001


def rejoin_words(environment: MutableMapping[str, str]) -> None:
    """Rejoin the words of the command line that bash has split at `=` and `@` (`COMP_WORDBREAKS`).

    bash passes `306.7@2014` as three words. It replaces only `@2014`, so this is the incomplete word to complete.
    """
    line = environment.get("COMP_WORDS", "")
    separator = "\n" if "\n" in line else " "
    words: list[str] = []
    parts = line.split(separator)[: int(environment.get("COMP_CWORD") or 0) + 1]
    for part in parts:
        before = words[-1] if words else ""
        if part == "@" and before[:1].isdigit():
            words[-1] += "@"
        elif part == "=" and before.startswith("--"):
            words.append("")
        elif words and (before == "" or before.endswith("@")):
            words[-1] += part
        else:
            words.append(part)
    if "@" in parts[-2:]:
        environment[_NUMBER_BEFORE_AT], at, day = words[-1].partition("@")
        words[-1] = at + day
    environment["COMP_WORDS"], environment["COMP_CWORD"] = separator.join(words), str(len(words) - 1)


def completion_for(metavar: str, help_text: str) -> Completer | None:
    """Return the completer for a metavar, or None. For `FORMAT` and the like, the values are listed in `help_text`."""
    if re.fullmatch(r"[a-z0-9.]+(?:\|[a-z0-9.]+)+", metavar):
        return _words(metavar.split("|"))
    if metavar.partition(",")[0] in ("FORMAT", "STYLE", "STATUS", "CLASS", "STATE", "WHERE"):
        listed = _LISTED.search(help_text)
        return _words(re.split(", | or ", listed[0]), several="," in metavar) if listed else None
    if metavar == "DOC":
        return _words((*DOCUMENTS, *(("all",) if re.search(r"\ball\b", help_text) else ())))
    return {
        "NUMBER": _numbers,
        "SECTION": _numbers,
        "NUMBER...": _numbers_or_terms,
        "QUERY...": _numbers_or_terms,
        "TERM": _terms,
        "CARD": _cards,
        "YYYY-MM-DD": _days,
        "FROM": _days,
        "TO": _days,
        "EDITION|SOURCE...": _days,
        "FILE": _files,
        "DIR": _files,
    }.get(metavar)


def _words(known: Sequence[str], *, several: bool = False) -> Completer:
    """Return a completer that offers the `known` words. With `several`, a value may be a list of words with commas."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        del ctx
        before, comma, last = incomplete.rpartition(",") if several else ("", "", incomplete)
        given = before.split(",")
        return [before + comma + word for word in known if word.startswith(last) and word not in given]

    return complete


def _files(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return no completions, so that the shell completes file names itself."""
    del ctx, incomplete
    return []


def _numbers(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete rule numbers level by level: sections, then the rules of a section, then the subrules of a rule.

    After `@`, complete the days of the editions that have the number. After the name of a policy document, complete
    its places.
    """
    doc, given = _document_before(ctx)
    if doc != "cr":
        return _places(ctx, doc, given, incomplete)
    if "@" in incomplete:
        return _days_of_number(ctx, incomplete)
    first = re.match(r"[1-9]", incomplete)
    if first is None:
        return _books(ctx, incomplete)
    return [
        label for label in _labels(ctx, lambda view: view.labels("rule", first[0])) if is_next_level(label, incomplete)
    ]


def _document_before(ctx: typer.Context) -> tuple[Doc, list[str]]:
    """Return the document that `--doc` or a word before the incomplete one names, and the words after its name."""
    given = [word for name in ("number", "numbers", "words") for word in _as_words(ctx.params.get(name))]
    named = [at for at, word in enumerate(given) if word.lower() in DOCUMENTS]
    text = given[named[-1]] if named else ctx.params.get("doc")
    doc: Doc = next((code for code in DOCUMENTS if code == str(text).lower()), "cr")
    return doc, given[named[-1] + 1 :] if named else given


def _as_words(value: object) -> list[str]:
    return [str(word) for word in value] if isinstance(value, list | tuple) else []


def _books(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the codes of the policy documents that the knowledge base has."""
    codes = _read(ctx, lambda _common, store: store.books) if incomplete else ()
    return [code for code in codes if code != "cr" and code.startswith(incomplete.lower())]


def _places(ctx: typer.Context, doc: Doc, given: Sequence[str], incomplete: str) -> list[str]:
    """Complete the places of a policy document: chapters, then sections, then after `/` parts; names by their words."""
    before = " ".join(word for word in given if not any(map(str.isdigit, word)))
    beginning = f"{before} {incomplete}".lstrip()
    labels = _labels(ctx, lambda view: view.labels("rule"), doc)
    found = [label for label in labels if label.lower().startswith(beginning.lower())]
    if "/" not in beginning:
        found = [label for label in found if "/" not in label]
    if "." not in beginning and beginning not in found:
        found = [label for label in found if "." not in label]
    return [label[len(beginning) - len(incomplete) :] for label in found]


def _days_of_number(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the day of a pinned number, the newest first. `incomplete` may lack the number, as bash splits it."""
    beginning, at, typed = incomplete.partition("@")
    with suppress(RulesError):
        number = RuleNumber.parse_lenient(beginning or os.environ.get(_NUMBER_BEFORE_AT, ""))
        days = _labels(ctx, lambda view: [day.isoformat() for day in view.edition_days()
                                          if view.on_day(day).existing_numbers((number,))])  # fmt: skip
        return [f"{beginning}{at}{day}" for day in reversed(days) if day.startswith(typed)]
    return []


def is_next_level(label: str, beginning: str) -> bool:
    """True if a rule number begins with `beginning` and is at most one level below it: 306.5 for "306"."""
    if not label.startswith(beginning):
        return False
    section, point, rule = label.partition(".")
    if "." in beginning:
        return rule.isdigit() or label.rstrip(SUBRULE_LETTERS) == beginning.rstrip(SUBRULE_LETTERS)
    return rule.isdigit() and section == beginning if point else len(section) == 3


def _terms(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete headwords and headings. Their first words may be earlier arguments: `rules define first st`."""
    from kb.text.folding import name_lookup_key

    given = _words_before(ctx)
    sought = name_lookup_key(" ".join((*given, incomplete)))
    names = _labels(ctx, lambda view: [*view.labels("glossary"), *view.headings().values()])
    return _rests((name for name in names if name_lookup_key(name).startswith(sought)), len(given), incomplete)


def _cards(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the names of cards in the card library. Their first words may be earlier arguments."""
    from kb.cards.library.database import open_library

    given = _words_before(ctx)
    beginning = " ".join((*given, incomplete))
    if not beginning.strip():
        return []
    with suppress(RulesError, OSError), open_library(_global_options(ctx).data_folder) as library:
        return _rests(library.names_from(beginning, _ALL_NAMES), len(given), incomplete)
    return []


def _rests(names: Iterable[str], given: int, incomplete: str) -> list[str]:
    """Return names without their first `given` words, except names that shells would change."""
    rests = (" ".join(name.split()[given:]) for name in names if not _SPECIAL_TO_SHELLS.search(name))
    # If the user types lower case, offer lower case: many shells drop completions in another case.
    return [*dict.fromkeys(rest.lower() if incomplete.islower() else rest for rest in rests)]


def _words_before(ctx: typer.Context) -> Sequence[str]:
    """Return the words before the incomplete word that belong to the same term."""
    given = next((value for name, value in ctx.params.items() if name in ("term", "numbers", "query", "name")), None)
    words: list[str] = []
    for word in given if isinstance(given, list | tuple) else ():
        # A number isn't part of a term, so the term begins after it.
        words = [] if any(character.isdigit() for character in word) else [*words, word]
    return words


def _numbers_or_terms(ctx: typer.Context, incomplete: str) -> list[str]:
    is_number = incomplete[:1].isdigit() or incomplete[:1] == "@" or _document_before(ctx)[0] != "cr"
    return _numbers(ctx, incomplete) if is_number else [*_books(ctx, incomplete), *_terms(ctx, incomplete)]


def _days(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the effective dates of editions, the newest first."""
    days = _labels(ctx, lambda view: [day.isoformat() for day in view.edition_days()])
    return [day for day in reversed(days) if day.startswith(incomplete)]


def _labels(ctx: typer.Context, read: Callable[[View], Sequence[str]], doc: Doc = "cr") -> Sequence[str]:
    """Read labels from the view that the command line selects. Without a readable knowledge base, return none."""
    from kb.storage.view import View

    def read_view(common: GlobalOptions, store: Store) -> Sequence[str]:
        if doc != "cr":
            return read(View(store.book(doc), "en", common.day))
        return read(common.view(store, common.languages()[0]))

    return _read(ctx, read_view)


def _read(ctx: typer.Context, read: Callable[[GlobalOptions, Store], Sequence[str]]) -> Sequence[str]:
    from kb.storage.store import Store

    common = _global_options(ctx)
    with suppress(RulesError, OSError), Store.open_readonly(common.data_folder) as store:
        return read(common, store)
    return ()


def _global_options(ctx: typer.Context) -> GlobalOptions:
    """Return the global options of the command line."""
    from cli.options.global_options import GlobalOptions

    given: dict[str, Any] = {}
    for context in (ctx.parent, ctx):
        given |= {name: value for name, value in (context.params if context else {}).items() if value}
    return GlobalOptions(home=given.get("home"), lang=given.get("lang"), as_of=given.get("as_of"))
