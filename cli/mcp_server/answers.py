"""The answers of the tools: their fields are the output schemas. Dates are texts of the form 2026-01-16."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict


class Answer(TypedDict):
    """What every answer says.

    Attributes:
        edition: the effective date of the edition in force that the answer rests on; empty if only excerpts are known.
        lang: the language of the rules.
        doc: the book that the answer is about: `cr`, `mtr`, `ipg`, `jar`; `all` for a search in all of them.
        notice: what the reader should know: an edition that is probably outdated, or a knowledge base with gaps.
        left_out: how much was left out for the size, by field. `max_characters` asks for more.
    """

    edition: str
    lang: str
    doc: str
    notice: str
    left_out: dict[str, int]


class RuleText(TypedDict):
    """A rule, or a section of another book, as printed. `edition` is the date of the edition with this wording."""

    doc: str
    number: str
    kind: str
    title: str | None
    text: str
    examples: list[str]
    lang: str
    edition: str
    status: str
    warnings: list[str]


class FoundText(TypedDict):
    """A hit of a search: a rule or a section, with a number, or an entry of the glossary, with a term."""

    doc: str
    kind: str
    number: str | None
    term: str | None
    title: str | None
    snippet: str
    lang: str
    edition: str


class FoundRules(Answer):
    """The best hits of a search. `editions` has the date of the edition of each book that was searched."""

    editions: dict[str, str]
    query: str
    total: int
    suggestion: str | None
    notes: list[str]
    hits: list[FoundText]


class RuleAnswer(Answer):
    """A rule with what was asked for around it. `lineage` is its permanent name, `uri` its resource."""

    rule: RuleText
    lineage: str
    uri: str
    subrule_numbers: list[str]
    parents: list[RuleText]
    subrules: list[RuleText]
    cited: list[RuleText]
    french: RuleText | None
    french_state: str | None


class TermAnswer(Answer):
    """A term of the glossary, and the rule that defines it."""

    term: str
    senses: list[str]
    aliases: list[str]
    obsolete: bool
    defining_rule: RuleText | None


class TracedSpan(TypedDict):
    """A time in which a rule had one number and one wording. `until` is None if it still has them."""

    number: str
    since: str
    until: str | None
    text: str


class TracedEvent(TypedDict):
    """An event in the life of a rule. `change` is the class of the change of its text."""

    edition: str
    event: str
    number: str
    previous_number: str | None
    change: str | None


class TraceAnswer(Answer):
    """A rule through all editions. `number` is its number in the edition asked about, or None if it is gone."""

    asked: str
    number: str | None
    lineage: str
    events: list[TracedEvent]
    wordings: list[TracedSpan]


class ChangedRule(TypedDict):
    """The change of a rule between two editions."""

    event: str
    old_number: str | None
    new_number: str | None
    change: str | None
    old_text: str | None
    new_text: str | None


class DiffAnswer(Answer):
    """The changes between two editions, counted by event, and listed."""

    first: str
    second: str
    summary: dict[str, int]
    changes: list[ChangedRule]


class ReferenceText(TypedDict):
    """A reference, with the sentence that it stands in. Places of other books than the rules have their book's name."""

    source: str
    target: str
    sentence: str
    resolved: bool


class InfractionText(TypedDict):
    """An infraction of the Infraction Procedure Guide with its penalty. `number` is its section there.

    `penalty` is None if neither the section nor the appendix prints one. `contradicted` is true if they differ; the
    section counts.
    """

    number: str
    infraction: str
    penalty: str | None
    contradicted: bool


class PenaltyLevel(TypedDict):
    """What holds at a Rules Enforcement Level: the penalty, or at Regular the passage of Judging at Regular.

    `certain` is false if the passage is only the first hit of a search, or if there is none.
    """

    level: str
    penalty: str | None
    doc: str
    number: str | None
    edition: str | None
    text: str | None
    certain: bool


class PartText(TypedDict):
    """A part of an infraction: definition, additional-remedy, upgrade, ..."""

    part: str
    text: str
    examples: list[str]


class InfractionChangeText(TypedDict):
    """What an edition changed in an infraction: `kinds` (`penalty`, `renamed`, ...), and the names of changed parts."""

    edition: str
    kinds: list[str]
    changed_parts: list[str]
    old_penalty: str | None
    new_penalty: str | None


class PenaltyToolAnswer(Answer):
    """An infraction with its penalty, remedy and changes; or, if none was asked for, the list of all infractions.

    `found_by` says how the words name it; `search` means that it is only the nearest infraction. Then `others` may be
    meant, too.
    """

    infraction: InfractionText | None
    found_by: str | None
    others: list[InfractionText]
    levels: list[PenaltyLevel]
    parts: list[PartText]
    changes: list[InfractionChangeText]
    infractions: list[InfractionText]


class ReferencesAnswer(Answer):
    """The references to and from a rule with all rules below it."""

    number: str
    outgoing: list[ReferenceText]
    incoming: list[ReferenceText]


class VerifiedCitation(TypedDict):
    """A number of the text with its quotation, or a quotation without a number, judged.

    `outcome` is `right`, `wrong`, or `doubtful`: not settled, look it up. `verdict` is `ok` or says what is wrong.
    `checked` lists what was found to be right: the `number` is a rule's, the `topic` beside it is the rule's, the
    `quotation` is the rule's. `suggestion` is the number that should probably stand there. `citation` is empty for a
    quotation without a number; then `number` is the rule that has the words. `rule_says` is the beginning of the rule's
    text, if the quotation differs from it, or if only the `number` was checked: compare it with the sentence. `doc` is
    `mtr`, `ipg` or `jar` for a citation of the judges' other books. What is empty is left out.
    """

    citation: str
    line: int
    column: int
    number: str | None
    outcome: str
    verdict: str
    checked: list[str]
    suggestion: NotRequired[str]
    message: NotRequired[str]
    quotation: NotRequired[str]
    rule_says: NotRequired[str]
    doc: NotRequired[str]


class NotJudged(TypedDict):
    """A quotation or a number of the text that wasn't judged, and why."""

    line: int
    text: str
    reason: str


class VerificationAnswer(Answer):
    """All numbers and quotations of a text, counted by outcome. Right ones are left out first, wrong ones last."""

    right: int
    wrong: int
    doubtful: int
    citations: list[VerifiedCitation]
    not_judged: list[NotJudged]


class CitedRule(TypedDict):
    """A rule that a ruling rests on."""

    number: str
    text: str | None
    edition: str | None


class QuestionHelp(TypedDict):
    """A question that can be asked, and what it is about: an object, objects, a player, or nothing."""

    question: str
    takes: str
    help: str


class RulingAnswer(Answer):
    """The verdict on a question: yes, no, depends (on `depends_on`) or conflict; or the list of questions.

    `answer` is the value for a question about a value. `not_used` lists stated facts that the answer didn't read.
    """

    question: str
    verdict: str | None
    answer: str | None
    depends_on: list[str]
    assumptions: list[str]
    not_used: list[str]
    citations: list[CitedRule]
    proof: list[str]
    questions: list[QuestionHelp]


class CardLine(TypedDict):
    """A line of a card, and the numbers and headings of the rules that govern it."""

    text: str
    kind: str
    understood: bool
    rules: list[str]


class CardFaceText(TypedDict):
    """A face of a card."""

    name: str
    type_line: str
    mana_cost: str
    lines: list[CardLine]


class CardAnswer(Answer):
    """A card, line by line, with the rules that govern each line, and its official rulings."""

    name: str
    faces: list[CardFaceText]
    french_name: str | None
    rulings: list[str]
