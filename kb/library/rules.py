"""Rules and glossary entries as the Python API gives them out."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Protocol

from kb.languages import Lang
from kb.rule_number import NumberKind, NumberRange, RuleNumber
from kb.rule_text import Status
from kb.storage.view_items import StoredReference, ViewItem

if TYPE_CHECKING:
    from kb.graph.citation_graph import CitationEdge
    from kb.history.history import RuleHistory
    from kb.model import GlossaryEntry, Rule
    from kb.translation.rule_pair import RulePair


class RuleSurroundings(Protocol):
    """What a rule reads about itself from the knowledge base. `kb.library.view.LibraryView` implements it."""

    def find(self, number: RuleNumber) -> tuple[LibraryRule, ...]:
        """Return a rule with all rules below it, or nothing if the view lacks it."""

    def find_one(self, number: RuleNumber) -> LibraryRule | None:
        """Return a rule without the rules below it, or None if the view lacks it."""

    def cited_by(self, numbers: RuleNumber) -> tuple[CitationEdge, ...]:
        """Return the references that cite exactly this number."""

    def history_of(self, item: ViewItem[Rule]) -> RuleHistory:
        """Return the history of a rule."""

    def lineage_of(self, item: ViewItem[Rule]) -> str:
        """Return the lineage name of a rule."""

    def pair_of(self, item: ViewItem[Rule]) -> RulePair | None:
        """Return a rule in both languages."""

    def french_of(self, item: ViewItem[Rule]) -> LibraryRule | None:
        """Return the newest French of a rule."""


@dataclass(frozen=True)
class LibraryRule:
    """A chapter, section, rule or subrule as it reads on a day.

    `history`, `lineage`, `cited_by`, `children`, `french` and `translation` are read from the knowledge base when they
    are asked for.

    Attributes:
        number: the number, such as `702.19b`.
        text: the text as printed, without number and examples. Paragraphs are separated by line feeds.
        title: the heading, or None if the rule has none.
        examples: the texts of the examples, in the order printed.
        references: the places in text and examples that point to rules or glossary entries.
        lang: the language of the rules that were asked for.
        text_lang: the language of the text. A French edition may leave a rule in English.
        edition: the effective date of the edition that the text was read from.
        from_excerpt: True if that edition is an excerpt, such as a page with one section.
        status: `current`, or `deprecated` if the rule is printed but says that it no longer applies.
        warnings: what readers of the text should know, such as lost punctuation.
    """

    number: str
    text: str
    title: str | None
    examples: tuple[str, ...]
    references: tuple[StoredReference, ...]
    lang: Lang
    text_lang: Lang
    edition: date
    from_excerpt: bool
    status: Status
    warnings: tuple[str, ...]
    _item: ViewItem[Rule] = field(repr=False, compare=False)
    _view: RuleSurroundings = field(repr=False, compare=False)

    @property
    def kind(self) -> NumberKind:
        """`chapter`, `section`, `rule` or `subrule`."""
        return self._item.item.cr_number.kind

    @property
    def parent(self) -> LibraryRule | None:
        """The rule, section or chapter above it. None for a chapter, and if the view lacks the rule above."""
        above = self._item.item.cr_number.parent
        return self._view.find_one(above) if above else None

    @property
    def children(self) -> tuple[LibraryRule, ...]:
        """The rules directly below it, in order."""
        number = self._item.item.cr_number
        return tuple(rule for rule in self._view.find(number) if rule._item.item.cr_number.parent == number)  # noqa: SLF001

    @property
    def cited_by(self) -> tuple[CitationEdge, ...]:
        """The references of other rules and of the glossary that cite exactly this number."""
        return self._view.cited_by(self._item.item.cr_number)

    @property
    def history(self) -> RuleHistory:
        """The rule through all editions: its numbers and wordings (`spans`), and what happened to it (`events`)."""
        return self._view.history_of(self._item)

    @property
    def lineage(self) -> str:
        """The permanent name of the rule: its first known number and the first edition with this number."""
        return self._view.lineage_of(self._item)

    @property
    def translation(self) -> RulePair | None:
        """The rule in both languages with the state of the French. None if no English rule of the day has this rule."""
        return self._view.pair_of(self._item)

    @property
    def french(self) -> LibraryRule | None:
        """The newest French of this rule, under whatever number. None if there is none; `translation` has its state."""
        return self._view.french_of(self._item)

    def __str__(self) -> str:
        """The number and the text."""
        return f"{self.number}. {self.text}" if self.kind != "subrule" else f"{self.number} {self.text}"


@dataclass(frozen=True)
class LibraryTerm:
    """A term: its glossary entry and the rule about it. At least one of the two is there.

    Attributes:
        name: the headword, or the name by which the rule was found.
        senses: the text of the glossary entry, one for each numbered sense. Empty if there is no entry.
        aliases: the other headwords of the entry.
        is_obsolete: True if the glossary calls the term obsolete.
        lang: the language in which the term was found.
        edition: the effective date of the edition with the entry, or with the rule.
        references: the references in the entry.
        rule: the rule about the term, with its heading if it has one: 702.2 "Deathtouch". None if no rule is known.
        defining_rule: the rule that says what the term means, as `rules define` gives it: 702.2b for "deathtouch". It
            is `rule` itself or a rule below it; None if no rule is known.
    """

    name: str
    senses: tuple[str, ...]
    aliases: tuple[str, ...]
    is_obsolete: bool
    lang: Lang
    edition: date
    references: tuple[StoredReference, ...]
    rule: LibraryRule | None
    defining_rule: LibraryRule | None

    @property
    def text(self) -> str:
        """The glossary entry, one sense a line. If there is no entry, the text of the defining rule."""
        if self.senses or self.defining_rule is None:
            return "\n".join(self.senses)
        return self.defining_rule.text

    def __str__(self) -> str:
        """The name and the text."""
        return f"{self.name}: {self.text}"


def library_rule(item: ViewItem[Rule], view: RuleSurroundings) -> LibraryRule:
    """Return a rule of the store as the API gives it out."""
    from kb.i18n import translate

    rule = item.item
    return LibraryRule(
        str(rule.number), rule.text, rule.title, tuple(example.text for example in rule.examples), item.references,
        item.lang, rule.text_lang, item.edition, item.from_excerpt, rule.status,
        tuple(translate(each.message) for each in item.warnings), item, view,
    )  # fmt: skip


def library_term(
    name: str, entry: ViewItem[GlossaryEntry] | None, rule: ViewItem[Rule] | None, view: RuleSurroundings
) -> LibraryTerm:
    """Return a definition as the API gives it out."""
    defining = library_rule(rule, view) if rule is not None else None
    headed = defining and _headed(defining)
    if entry is None:
        if rule is None:
            raise AssertionError("a definition has an entry or a rule")
        return LibraryTerm(name, (), (), False, rule.lang, rule.edition, (), headed, defining)
    item = entry.item
    return LibraryTerm(
        item.names[0], item.senses, item.names[1:], item.is_obsolete, entry.lang, entry.edition, entry.references,
        headed, defining,
    )  # fmt: skip


def _headed(rule: LibraryRule) -> LibraryRule:
    """Return the rule above a subrule if that has a heading, otherwise the rule itself."""
    above = rule.parent if rule.kind == "subrule" else None
    return above if above is not None and above.title else rule


def whole_range(number: RuleNumber) -> NumberRange:
    """Return the range of one number with everything below it."""
    return NumberRange(number, number)
