"""The knowledge base of rules: its model, storage, search and all other parts that work without a user interface.

For programs, `kb.open` opens a library of the rules, and `kb.lint` checks the citations in a text:

    import kb

    with kb.open() as library:
        rule = library.at("2015-03-27").rule("702.19b")
        print(rule.text)

`docs/api.md` describes the Python API. All its names are attributes of this module. They are imported when they are
first used, so `import kb` costs little.
"""

from __future__ import annotations

TYPE_CHECKING = False  # Type checkers know this name. Importing it from typing takes long.
if TYPE_CHECKING:
    from kb.cards.faces import ParsedLine as ParsedLine
    from kb.cards.governing_rules import GoverningRule as GoverningRule
    from kb.cards.library.library_card import CardRuling as CardRuling
    from kb.cards.library.library_card import FrenchFace as FrenchFace
    from kb.errors import Ambiguous as Ambiguous
    from kb.errors import BadQuery as BadQuery
    from kb.errors import BadSituation as BadSituation
    from kb.errors import BadValue as BadValue
    from kb.errors import NotFound as NotFound
    from kb.errors import RulesError as RulesError
    from kb.errors import StoreError as StoreError
    from kb.graph.book_references import BookReference as BookReference
    from kb.graph.citation_graph import CitationEdge as CitationEdge
    from kb.history.history import RuleEvent as RuleEvent
    from kb.history.history import RuleHistory as RuleHistory
    from kb.history.history import Span as Span
    from kb.infractions.changes import InfractionChange as InfractionChange
    from kb.infractions.infraction import Infraction as Infraction
    from kb.infractions.infraction import ListedPenalty as ListedPenalty
    from kb.infractions.penalties import DatedChange as DatedChange
    from kb.infractions.regular import RegularPassage as RegularPassage
    from kb.library.book_view import BookView as BookView
    from kb.library.book_view import LibrarySection as LibrarySection
    from kb.library.cards import CardWithRules as CardWithRules
    from kb.library.cards import FaceWithRules as FaceWithRules
    from kb.library.cards import LineWithRules as LineWithRules
    from kb.library.changes import LibraryChange as LibraryChange
    from kb.library.changes import LibraryDiff as LibraryDiff
    from kb.library.citation_checks import CheckedCitation as CheckedCitation
    from kb.library.citation_checks import lint as lint
    from kb.library.library import Library as Library
    from kb.library.library import open as open  # noqa: A004, since programs call it as `kb.open`
    from kb.library.penalties import PenaltyAnswer as PenaltyAnswer
    from kb.library.rules import LibraryRule as LibraryRule
    from kb.library.rules import LibraryTerm as LibraryTerm
    from kb.library.view import LibraryView as LibraryView
    from kb.rule_number import NumberRange as NumberRange
    from kb.rule_number import RuleNumber as RuleNumber
    from kb.rulings.engine.answer import Ruling as Ruling
    from kb.rulings.engine.citations import RuleCitation as RuleCitation
    from kb.rulings.engine.proof import Proof as Proof
    from kb.rulings.engine.questions import Question as Question
    from kb.search.absent_editions import AbsentEdition as AbsentEdition
    from kb.search.results import Hit as Hit
    from kb.search.results import SearchResults as SearchResults
    from kb.section_number import SectionNumber as SectionNumber
    from kb.section_number import SectionRange as SectionRange
    from kb.storage.editions import EditionRecord as EditionRecord
    from kb.storage.view_items import StoredReference as StoredReference
    from kb.text.word_diff import DiffSegment as DiffSegment
    from kb.translation.rule_pair import RulePair as RulePair
    from kb.verification.judgements import JudgedCitation as JudgedCitation
    from kb.verification.judgements import UnjudgedWords as UnjudgedWords
    from kb.verification.judgements import Verification as Verification

_MODULES = {
    "kb.cards.faces": "ParsedLine",
    "kb.cards.governing_rules": "GoverningRule",
    "kb.cards.library.library_card": "CardRuling FrenchFace",
    "kb.errors": "Ambiguous BadQuery BadSituation BadValue NotFound RulesError StoreError",
    "kb.graph.book_references": "BookReference",
    "kb.graph.citation_graph": "CitationEdge",
    "kb.history.history": "RuleEvent RuleHistory Span",
    "kb.infractions.changes": "InfractionChange",
    "kb.infractions.infraction": "Infraction ListedPenalty",
    "kb.infractions.penalties": "DatedChange",
    "kb.infractions.regular": "RegularPassage",
    "kb.library.book_view": "BookView LibrarySection",
    "kb.library.cards": "CardWithRules FaceWithRules LineWithRules",
    "kb.library.changes": "LibraryChange LibraryDiff",
    "kb.library.citation_checks": "CheckedCitation lint",
    "kb.library.library": "Library open",
    "kb.library.penalties": "PenaltyAnswer",
    "kb.library.rules": "LibraryRule LibraryTerm",
    "kb.library.view": "LibraryView",
    "kb.rule_number": "NumberRange RuleNumber",
    "kb.rulings.engine.answer": "Ruling",
    "kb.rulings.engine.citations": "RuleCitation",
    "kb.rulings.engine.proof": "Proof",
    "kb.rulings.engine.questions": "Question",
    "kb.search.absent_editions": "AbsentEdition",
    "kb.search.results": "Hit SearchResults",
    "kb.section_number": "SectionNumber SectionRange",
    "kb.storage.editions": "EditionRecord",
    "kb.storage.view_items": "StoredReference",
    "kb.text.word_diff": "DiffSegment",
    "kb.translation.rule_pair": "RulePair",
    "kb.verification.judgements": "JudgedCitation UnjudgedWords Verification",
}
"""The modules with the names of the Python API. The same names stand above for type checkers; a test compares both."""

_SOURCES = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Import a name of the Python API when it is first used."""
    if name not in _SOURCES:
        raise AttributeError(f"module 'kb' has no attribute '{name}'")
    from importlib import import_module

    value: object = getattr(import_module(_SOURCES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the names of the Python API, and what else the module has."""
    return sorted({*globals(), *_SOURCES})
