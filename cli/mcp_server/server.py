"""The MCP server: tools, resources and the prompt, with their descriptions for language models.

The SDK calls each tool in a thread of its own, and reads the schemas from the annotations. What models read is English,
whatever the language of messages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Annotated, Any, Literal, ParamSpec, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import ToolAnnotations
from pydantic import Field

from cli.mcp_server.answers import (
    CardAnswer,
    DiffAnswer,
    FoundRules,
    PenaltyToolAnswer,
    ReferencesAnswer,
    RuleAnswer,
    RulingAnswer,
    TermAnswer,
    TraceAnswer,
    VerificationAnswer,
)
from cli.mcp_server.book_tools import BookTools
from cli.mcp_server.ruling_tools import RulingTools
from cli.mcp_server.shortening import MAX_CHARACTERS
from cli.mcp_server.tools import Include, RuleTools
from kb.documents import DOCUMENTS
from kb.errors import RulesError
from kb.library.library import Library

_INSTRUCTIONS = """\
The Comprehensive Rules of Magic: The Gathering, every edition known, in English and French; and for tournaments the
Magic Tournament Rules (MTR), the Infraction Procedure Guide (IPG) and Judging at Regular (JAR). Numbers change with
every edition: never state a number or quote a rule from memory. Look it up with search_rules or get_rule, name the
edition, and check your answer with verify_citations before you give it."""

_JUDGE = """\
Answer this question as a judge of Magic: The Gathering would, by the Comprehensive Rules, and where it is about a
tournament or a penalty, by the MTR, IPG and JAR.

1. Find the rules with search_rules, define_term and card; read each with get_rule. Don't rely on memory.
2. For an error of a player at a tournament, call penalty. If the question is about a situation on the table,
   try ask_rules. Its answer "depends" names the facts to ask for.
3. Give the ruling first, in one sentence; then why, each step with its rule number and a short quotation.
4. Check your draft with verify_citations. Correct what is wrong, and look up what is doubtful.
5. Name the edition with its date. If a tool's notice says that it is probably outdated, say so.

The question: {question}"""

Number = Annotated[
    str,
    Field(
        description="A rule number: 7, 702, 702.19, 702.19b; or of a day: 306.7@2009-09-04. "
        "Of another book: MTR 4.2, MTR Appendix B, IPG 2.2, IPG 2.2/philosophy, JAR common-issues."
    ),
]
Book = Annotated[
    Literal["cr", "mtr", "ipg", "jar"] | None,
    Field(
        description="The book: cr (Comprehensive Rules), mtr (Magic Tournament Rules), ipg (Infraction Procedure "
        "Guide) or jar (Judging at Regular). Default: the one that the number names, else cr."
    ),
]
AsOf = Annotated[
    str | None, Field(description="The rules of this day, YYYY-MM-DD: the edition in force then. Default: today.")
]
Language = Annotated[Literal["en", "fr"], Field(description="The language of the rules.")]
Size = Annotated[
    int, Field(description="The largest size of the answer. `left_out` says what didn't fit; ask for more if needed.")
]

_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")


def _checked(call: Callable[_Arguments, _Answer], *args: _Arguments.args, **named: _Arguments.kwargs) -> _Answer:
    """Call a tool. An error on purpose becomes the tool's error with the same message."""
    try:
        return call(*args, **named)
    except RulesError as problem:
        raise ToolError(str(problem)) from problem


class RulesServer:
    """The server with its tools. `mcp` is the SDK's server."""

    def __init__(self, library: Library) -> None:
        self._rules, self._books, self._rulings = RuleTools(library), BookTools(library), RulingTools(library)
        self.mcp = MCPServer(
            "rules",
            title="Magic: The Gathering Comprehensive Rules",
            instructions=_INSTRUCTIONS,
            version=version("mtg-rules-library"),
            log_level="WARNING",
        )
        tools: dict[Callable[..., Any], str] = {
            self.search_rules: "Search the rules",
            self.get_rule: "Read a rule",
            self.define_term: "Define a term",
            self.trace_rule: "Follow a rule through time",
            self.diff_rules: "Compare two editions",
            self.references: "References of a rule",
            self.penalty: "The penalty of an infraction",
            self.verify_citations: "Check citations and quotations",
            self.ask_rules: "Ask about a situation",
            self.card: "A card with its rules",
        }
        for tool, title in tools.items():
            hints = ToolAnnotations(
                title=title, read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
            )
            self.mcp.add_tool(tool, title=title, annotations=hints, structured_output=True)
        self.mcp.resource(
            "rules://{doc}/{lang}/{date}/{+number}",
            name="rule",
            title="A rule of an edition",
            description="The text of a rule, with all rules below it, as it read on a day (YYYY-MM-DD); "
            "doc is cr, mtr, ipg or jar.",
            mime_type="text/plain",
        )(self.rule_resource)
        self.mcp.prompt(name="judge", title="Answer as a judge", description="Answer a question by the rules alone.")(
            self.judge
        )
        self._library = library

    def search_rules(
        self,
        query: Annotated[str, Field(description='Words, a question, a "phrase", a rule number, the name of a card.')],
        limit: Annotated[int, Field(description="How many hits, 1 to 50.")] = 5,
        section: Annotated[
            str | None, Field(description="Only in this section (702, commander, MTR 4) or chapter.")
        ] = None,
        doc: Annotated[
            Literal["cr", "mtr", "ipg", "jar"] | None, Field(description="Only in this book. Default: all books.")
        ] = None,
        as_of: AsOf = None,
        lang: Language = "en",
        max_characters: Size = MAX_CHARACTERS,
    ) -> FoundRules:
        """Search the rules, the glossary and the tournament documents by words or a question. Returns the best hits."""
        return _checked(self._rules.search_rules, query, limit, section, doc, as_of, lang, max_characters)

    def get_rule(
        self,
        number: Number,
        doc: Book = None,
        as_of: AsOf = None,
        lang: Language = "en",
        include: Annotated[
            list[Include] | None, Field(description="Also: parents, subrules, the rules it cites, its French.")
        ] = None,
        max_characters: Size = MAX_CHARACTERS,
    ) -> RuleAnswer:
        """Read the exact text of one rule, or of a section of another book, before you state what it says."""
        return _checked(self._rules.get_rule, number, doc, as_of, lang, include or (), max_characters)

    def define_term(
        self,
        term: Annotated[str, Field(description="A term of the rules, such as trample or summoning sickness.")],
        as_of: AsOf = None,
        lang: Language = "en",
        max_characters: Size = MAX_CHARACTERS,
    ) -> TermAnswer:
        """Return the glossary entry of a term and the rule that defines it."""
        return _checked(self._rules.define_term, term, as_of, lang, max_characters)

    def trace_rule(
        self,
        number: Number,
        at: Annotated[
            str | None, Field(description="The day on which the rule had this number; default: as_of.")
        ] = None,
        doc: Book = None,
        as_of: AsOf = None,
        lang: Language = "en",
        with_wordings: Annotated[bool, Field(description="With the text of each wording.")] = False,
        max_characters: Size = MAX_CHARACTERS,
    ) -> TraceAnswer:
        """Follow one rule through all editions: its numbers, changes, and its number today. Old citations need this."""
        return _checked(
            self._rules.trace_rule, number, at, doc, as_of, lang,
            with_wordings=with_wordings, max_characters=max_characters,
        )  # fmt: skip

    def diff_rules(
        self,
        first: Annotated[str, Field(description="A day, YYYY-MM-DD: the edition in force then.")],
        second: Annotated[str, Field(description="Another day.")],
        section: Annotated[str | None, Field(description="Only this rule, section or chapter.")] = None,
        doc: Book = None,
        lang: Language = "en",
        max_characters: Size = MAX_CHARACTERS,
    ) -> DiffAnswer:
        """List what changed between two editions, rule by rule."""
        return _checked(self._rules.diff_rules, first, second, section, doc, lang, max_characters)

    def references(
        self,
        number: Number,
        direction: Annotated[
            Literal["both", "incoming", "outgoing"], Field(description="What cites it, what it cites, or both.")
        ] = "both",
        doc: Book = None,
        as_of: AsOf = None,
        lang: Language = "en",
        max_characters: Size = MAX_CHARACTERS,
    ) -> ReferencesAnswer:
        """List the rules that a rule cites and that cite it, each with its sentence."""
        return _checked(self._rules.references, number, direction, doc, as_of, lang, max_characters)

    def penalty(
        self,
        infraction: Annotated[
            str | None,
            Field(
                description="A name, initials (GRV), judges' words (forgot a trigger), or IPG 2.2. Default: list all."
            ),
        ] = None,
        as_of: AsOf = None,
        with_all_parts: Annotated[bool, Field(description="Also the examples and the philosophy.")] = False,
        max_characters: Size = MAX_CHARACTERS,
    ) -> PenaltyToolAnswer:
        """Say what an infraction costs at a tournament: the penalty at each level, the remedy, the upgrades."""
        return _checked(
            self._books.penalty, infraction, as_of, with_all_parts=with_all_parts, max_characters=max_characters
        )

    def verify_citations(
        self,
        text: Annotated[str, Field(description="A text that cites rules: your draft, an article, a comment.")],
        written_under: Annotated[
            str | None, Field(description="The day whose rules the text cites, if it is an old text.")
        ] = None,
        as_of: AsOf = None,
        lang: Language = "en",
        max_characters: Size = MAX_CHARACTERS,
    ) -> VerificationAnswer:
        """Account for every rule number and every quotation in a text. Call it before you answer.

        Each is right, wrong (correct it) or doubtful (look it up with get_rule). `checked` says what was compared. With
        `number` alone, the sentence may be about another rule: compare it with `rule_says`.
        """
        return _checked(self._rules.verify_citations, text, written_under, as_of, lang, max_characters)

    def ask_rules(
        self,
        question: Annotated[
            str | None, Field(description="A question with the ids of its objects, such as `can-block B A`.")
        ] = None,
        situation: Annotated[
            str | dict[str, Any] | None,
            Field(description="The situation: YAML in the format cr-situation/1, or the same as an object."),
        ] = None,
        facts: Annotated[
            dict[str, str] | None, Field(description='Facts instead of a situation: {"A.tapped": "yes"}.')
        ] = None,
        by: Annotated[str | None, Field(description="Which player would do it.")] = None,
        as_of: AsOf = None,
        lang: Language = "en",
        with_proof: Annotated[bool, Field(description="With the steps of the proof.")] = False,
        max_characters: Size = MAX_CHARACTERS,
    ) -> RulingAnswer:
        """Ask an executable rule about a stated situation. Without a known question, it lists the questions.

        The verdict is yes, no, conflict, or depends: then `depends_on` names the facts that aren't stated.
        """
        stated: str | Mapping[str, Any] | None = situation
        return _checked(
            self._rulings.ask_rules, question, stated, facts, by, as_of, lang,
            with_proof=with_proof, max_characters=max_characters,
        )  # fmt: skip

    def card(
        self,
        name: Annotated[str | None, Field(description="The name of a card, English or French.")] = None,
        text: Annotated[
            str | None, Field(description="Or a pasted card: name and cost, type line, text, one below the other.")
        ] = None,
        as_of: AsOf = None,
        lang: Language = "en",
        max_characters: Size = MAX_CHARACTERS,
    ) -> CardAnswer:
        """Show a card line by line, with the rules that govern each line."""
        return _checked(self._rulings.card, name, text, as_of, lang, max_characters)

    def rule_resource(self, doc: str, lang: str, date: str, number: str) -> str:
        """Return a rule, or a section of another book, with all that is below it, as it read on a day."""
        try:
            view = self._library.at(date, lang, doc=doc)
            rules = view.rules(number)
        except RulesError as problem:
            raise ResourceNotFoundError(str(problem)) from problem
        lines = [str(rule) + "".join(f"\nExample: {each}" for each in rule.examples) for rule in rules]
        title = DOCUMENTS[view.doc].title
        return "\n\n".join((f"{title} ({view.lang}), edition of {view.edition or 'an excerpt'}", *lines))

    def judge(self, question: Annotated[str, Field(description="The question of a player or judge.")]) -> str:
        """Return the prompt for answering as a judge."""
        return _JUDGE.format(question=question)

    def serve_stdio(self) -> None:
        """Serve over stdin and stdout until the client closes them."""
        self.mcp.run("stdio")

    def serve_http(self, host: str, port: int, origins: list[str]) -> None:
        """Serve over streamable HTTP at `/mcp`.

        Requests must name the host that the server listens on, so that a web page can't reach it by another name of
        this machine; requests of browsers must come from one of `origins` or from this machine.
        """
        local = [f"{name}:*" for name in ("127.0.0.1", "localhost", "[::1]")]
        security = TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=[*local, f"{host}:*"],
            allowed_origins=[*(f"http://{name}" for name in local), *origins],
        )
        self.mcp.run(
            "streamable-http", host=host, port=port, stateless_http=True, json_response=True,
            transport_security=security,
        )  # fmt: skip
