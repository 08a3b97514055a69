"""The MCP server: with the SDK's client in memory and over stdio, and with a client of an earlier protocol version."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

import kb
from cli.mcp_server.server import RulesServer
from cli.mcp_server.shortening import MAX_CHARACTERS, size_of
from tests.policy_books import add_books

ROOT = Path(__file__).resolve().parents[3]
TOOLS = {
    "search_rules", "get_rule", "define_term", "trace_rule", "diff_rules", "references", "penalty",
    "verify_citations", "ask_rules", "card",
}  # fmt: skip


@pytest.fixture(scope="module")
def library(every_edition: Path) -> Iterator[kb.Library]:
    """Open all editions."""
    with kb.open(every_edition) as found:
        yield found


def calls(library: kb.Library, *wanted: tuple[str, dict[str, Any]]) -> list[Any]:
    """Call tools over the protocol, in memory, and return their results."""

    async def run() -> list[Any]:
        async with Client(RulesServer(library).mcp) as client:
            return [await client.call_tool(name, arguments) for name, arguments in wanted]

    return anyio.run(run)


def assert_refused(library: kb.Library, name: str, arguments: dict[str, Any], message: str) -> None:
    """Check that a call is an error of the tool, with this message in it and no traceback."""
    (result,) = calls(library, (name, arguments))
    assert result.is_error
    assert message in result.content[0].text
    assert "Traceback" not in result.content[0].text


def answer(library: kb.Library, name: str, **arguments: Any) -> dict[str, Any]:
    """Return the structured answer of one call, which must be no error and not too long."""
    (result,) = calls(library, (name, {"as_of": "2026-01-16", **arguments} if name != "diff_rules" else arguments))
    assert not result.is_error, result.content
    content: dict[str, Any] = result.structured_content
    assert size_of(content) <= arguments.get("max_characters", MAX_CHARACTERS)
    assert json.loads(result.content[0].text) == content
    return content


def test_tools_are_described(library: kb.Library) -> None:
    """Ten tools that only read, each with a schema of its answer and described arguments."""

    async def run() -> Any:
        async with Client(RulesServer(library).mcp) as client:
            return (
                (await client.list_tools()).tools,
                await client.list_resource_templates(),
                await client.list_prompts(),
            )

    tools, templates, prompts = anyio.run(run)
    assert {tool.name for tool in tools} == TOOLS
    for tool in tools:
        assert tool.annotations.read_only_hint
        assert tool.output_schema["properties"]["edition"]
        assert tool.description
        for name, schema in tool.input_schema["properties"].items():
            assert schema.get("description"), f"{tool.name}: {name}"
    assert [each.uri_template for each in templates.resource_templates] == ["rules://{doc}/{lang}/{date}/{+number}"]
    assert [each.name for each in prompts.prompts] == ["judge"]


def test_rules_are_read(library: kb.Library) -> None:
    """A rule with its surroundings, of today's and of an old edition."""
    now = answer(library, "get_rule", number="702.19b", include=["parents", "french"])
    assert (now["edition"], now["rule"]["number"]) == ("2026-01-16", "702.19b")
    assert "lethal damage" in now["rule"]["text"]
    assert [each["number"] for each in now["parents"]] == ["7", "702", "702.19"]
    heading = answer(library, "get_rule", number="702.19", include=["subrules"])
    assert heading["subrule_numbers"][0] == "702.19a"
    assert heading["left_out"]["subrules"] + len(heading["subrules"]) == len(heading["subrule_numbers"])
    whole = answer(library, "get_rule", number="702.19", include=["subrules"], max_characters=50_000)
    assert whole["left_out"] == {}
    (old,) = calls(library, ("get_rule", {"number": "502.9b", "as_of": "2003-08-01"}))
    assert old.structured_content["edition"] == "2003-07-01"


def test_search_terms_references_and_time(library: kb.Library) -> None:
    """Each tool answers from the edition asked about."""
    assert answer(library, "search_rules", query="trample")["hits"][0]["number"] == "702.19"
    assert answer(library, "define_term", term="trample")["defining_rule"]["number"] == "702.19a"
    assert answer(library, "references", number="702.19")["outgoing"][0]["target"] == "510"
    traced = answer(library, "trace_rule", number="306.7", at="2009-10-01")
    assert traced["number"] is not None
    assert traced["number"] != "306.7" or traced["events"]
    changed = answer(library, "diff_rules", first="2025-11-14", second="2026-01-16")
    assert sum(changed["summary"].values()) == len(changed["changes"]) + changed["left_out"].get("changes", 0)


DRAFT = """\
# Trample and death

An attacker with trample has to assign **lethal damage** to its blockers first (CR 702.19b). That a blocker may be
assigned more is in rule 702.19b as well. Lethal damage is defined in CR 120.6.

A creature with toughness 0 is put into its owner's graveyard, as 704.5f says: "If a creature has toughness 0 or less,
it's put into its owner's graveyard. Regeneration can't replace this event." Rule 704.5g says "If a creature has
toughness greater than 0, its owner sacrifices it at the beginning of the next end step." Damage doesn't stay: CR 514.2.

Priority goes to the active player first; CR 117.3a: "The active player receives priority at the beginning of most steps
and phases, after any turn-based actions". Rule 117.3b reads “The nonactive player always receives priority after a
spell resolves, whoever controlled it”. For summoning sickness see CR 302.6, and for flash CR 702.8.

The loyalty of a planeswalker is a matter of CR 306.5, its abilities of 606.3. Planeswalkers die by CR 704.5i. There is
also CR 704.5zz, CR 306.99 and rule 999.1, and see CR 702.999 (protection from all). Commander damage: CR 903.10a.
"""
FALSE = {"704.5zz", "306.99", "999.1", "702.999", "704.5g", "117.3b"}


def test_planted_faults_are_all_found(library: kb.Library) -> None:
    """Four false numbers and two false quotations are found, and nothing that is right is called wrong."""
    found = answer(library, "verify_citations", text=DRAFT, max_characters=49_000)["citations"]
    assert {each["number"] for each in found if each["outcome"] == "wrong"} == FALSE
    assert {each["number"] for each in found if each["outcome"] == "right"} >= {
        "702.19b", "120.6", "704.5f", "514.2", "117.3a", "302.6", "702.8", "306.5", "704.5i", "903.10a",
    }  # fmt: skip
    quoted = {each["number"]: each for each in found if each["verdict"] == "quote-mismatch"}
    assert set(quoted) == {"704.5g", "117.3b"}
    assert all("priority" in each["rule_says"] for number, each in quoted.items() if number == "117.3b")
    short = answer(library, "verify_citations", text=DRAFT)
    assert {each["number"] for each in short["citations"]} >= FALSE
    assert short["wrong"] == len(FALSE)


def test_situations_and_cards(library: kb.Library) -> None:
    """A ruling with its rules; without a known question, the list."""
    ruling = answer(library, "ask_rules", question="can-attack A", facts={"A.tapped": "yes"}, with_proof=True)
    assert ruling["verdict"] == "no"
    assert "508.1a" in {each["number"] for each in ruling["citations"]}
    assert ruling["proof"]
    listed = answer(library, "ask_rules", max_characters=100_000)["questions"]
    assert {"can-attack", "can-block", "sba"} <= {each["question"] for each in listed}
    near = answer(library, "ask_rules", question="may it attack")["questions"]
    assert "can-attack" in {each["question"] for each in near}
    card = answer(library, "card", text="Gate of Glass {2}\nArtifact Creature — Wall\nFlying\n0/4")
    assert card["faces"][0]["lines"][0]["rules"] == ["702.9 Flying"]


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("get_rule", {"number": "306.99", "as_of": "2026-01-16"}, "306.99 isn't in the rules in en as of 2026-01-16"),
        ("get_rule", {"number": "trample"}, "is no rule number"),
        ("get_rule", {"number": "306", "as_of": "16/01/2026"}, "give a day of the calendar as YYYY-MM-DD"),
        ("get_rule", {"number": "306", "max_characters": 3}, "give 500 to 200000"),
        ("get_rule", {"number": "306\0"}, "is no rule number"),
        ("define_term", {"term": "floogle"}, "is no term"),
        ("ask_rules", {"question": "qqqq"}, "list of all questions"),
        ("ask_rules", {"question": "can-attack A", "situation": "objects: ["}, "YAML"),
        ("card", {}, "either the name of a card or the text"),
        ("verify_citations", {"text": "CR 306.5 " * 30_000}, "give at most 50000 characters"),
        ("search_rules", {"query": "x", "limit": 0}, "give 1 to 50"),
        ("references", {"number": "999"}, "999 isn't in the rules"),
    ],
)
def test_errors_say_what_would_be_right(
    library: kb.Library, name: str, arguments: dict[str, Any], message: str
) -> None:
    """A bad argument is an error of the tool, with one sentence."""
    assert_refused(library, name, arguments, message)


def test_an_old_edition_is_called_old(library: kb.Library) -> None:
    """Today's answer from an edition of more than 120 days says so; an answer about an old day doesn't."""
    now, then = calls(library, ("get_rule", {"number": "306"}), ("get_rule", {"number": "306", "as_of": "2015-04-01"}))
    assert "days old" in now.structured_content["notice"]
    assert then.structured_content["notice"] == ""


def test_resources_and_prompt(library: kb.Library) -> None:
    """A resource is a rule of a day as text; the prompt has the question."""

    async def run() -> Any:
        async with Client(RulesServer(library).mcp) as client:
            return (
                await client.read_resource("rules://cr/en/2015-03-27/702.19"),
                await client.get_prompt("judge", {"question": "Does it die?"}),
            )

    rule, prompt = anyio.run(run)
    assert rule.contents[0].text.startswith("Comprehensive Rules (en), edition of 2015-03-27\n\n702.19. Trample")
    assert prompt.messages[0].content.text.endswith("Does it die?")


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory, starter_home: Path) -> Iterator[kb.Library]:
    """Open the starter data with the invented editions of the judges' other books."""
    home = tmp_path_factory.mktemp("books") / "home"
    shutil.copytree(starter_home, home)
    add_books(home)
    with kb.open(home) as found:
        yield found


def test_the_judges_other_books(books: kb.Library) -> None:
    """Each answer names its book and its edition; a number may name the book, too."""
    found = answer(books, "search_rules", query="extra cards")
    assert found["doc"] == "all"
    assert {doc: found["editions"][doc] for doc in ("mtr", "ipg", "jar")} == {
        "mtr": "2024-09-23", "ipg": "2024-09-23", "jar": "2016-09-30",
    }  # fmt: skip
    assert ("ipg", "2.2") in {(each["doc"], each["number"]) for each in found["hits"]}
    loops = answer(books, "search_rules", query="loops", section="MTR 4")
    assert (loops["doc"], [each["number"] for each in loops["hits"]]) == ("mtr", ["4.4"])
    infraction = answer(books, "get_rule", number="IPG 2.2", include=["cited", "parents"], max_characters=9_000)
    assert (infraction["doc"], infraction["edition"], infraction["uri"]) == (
        "ipg", "2024-09-23", "rules://ipg/en/2024-09-23/2.2",
    )  # fmt: skip
    assert [each["number"] for each in infraction["subrules"]][:2] == ["2.2/penalty", "2.2/definition"]
    assert [(each["doc"], each["number"]) for each in infraction["cited"]] == [("mtr", "4.2"), ("cr", "306.5d")]
    assert [each["number"] for each in infraction["parents"]] == ["2"]
    assert answer(books, "get_rule", number="4.2", doc="mtr")["rule"]["title"] == "Tournament Shortcuts"
    traced = answer(books, "trace_rule", number="MTR 4.4", at="2016-10-01")
    assert (traced["number"], traced["lineage"]) == ("4.5", "4.4@2016-09-30")
    changed = answer(books, "diff_rules", first="2016-10-01", second="2024-10-01", doc="mtr")
    assert changed["summary"] == {"added": 2, "moved": 1}
    references = answer(books, "references", number="2.2", doc="ipg")
    assert [each["target"] for each in references["outgoing"]] == ["MTR 4.2", "CR 306.5d"]


def test_penalties(books: kb.Library) -> None:
    """The penalty at each level, with the passage of Judging at Regular; without an infraction, all of them."""
    found = answer(books, "penalty", infraction="looking at extra cards")
    assert (found["doc"], found["edition"], found["infraction"]["penalty"]) == ("ipg", "2024-09-23", "Warning")
    assert [(each["level"], each["penalty"], each["doc"]) for each in found["levels"]] == [
        ("Competitive", "Warning", "ipg"), ("Professional", "Warning", "ipg"), ("Regular", None, "jar"),
    ]  # fmt: skip
    assert "Shuffle it." in found["levels"][2]["text"]
    assert [each["part"] for each in found["parts"]] == ["additional-remedy", "upgrade", "definition"]
    listed = answer(books, "penalty")["infractions"]
    assert [(each["number"], each["penalty"]) for each in listed] == [
        ("2.2", "Warning"), ("3.4", "Game Loss"), ("3.9", "Warning"),
    ]  # fmt: skip
    (then,) = calls(books, ("penalty", {"infraction": "insufficient shuffling", "as_of": "2017-01-01"}))
    assert then.structured_content["infraction"]["penalty"] == "Game Loss"


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("get_rule", {"number": "IPG 2.2/foo"}, "the parts of 2.2 are penalty, definition"),
        ("get_rule", {"number": "MTR 4.9"}, "chapter 4 has 4.2 to 4.5"),
        ("get_rule", {"number": "MTR 4.2", "doc": "ipg"}, "leave one of the two out"),
        ("get_rule", {"number": "MTR 4.2", "as_of": "2010-01-01"}, "before 2016-09-30; 2010-01-01 is earlier"),
        ("references", {"number": "MTR 99"}, "it has 4, Appendix B"),
        ("diff_rules", {"first": "2016-10-01", "second": "2024-10-01", "section": "MTR 99"}, "it has 4, Appendix B"),
        ("penalty", {"infraction": "banana"}, "no infraction is named 'banana'"),
        ("search_rules", {"query": "x", "section": "MTR !"}, "a place in a policy document looks like"),
    ],
)
def test_errors_about_books_say_what_would_be_right(
    books: kb.Library, name: str, arguments: dict[str, Any], message: str
) -> None:
    assert_refused(books, name, arguments, message)


def test_resources_of_other_books(books: kb.Library) -> None:
    """A part's number has a slash, an appendix's a space."""
    texts = {
        "rules://ipg/en/2024-10-01/2.2/philosophy": "Infraction Procedure Guide (en), edition of 2024-09-23\n\nIPG 2",
        "rules://mtr/en/2024-10-01/Appendix%20B": "Magic Tournament Rules (en), edition of 2024-09-23\n\nMTR App",
        "rules://mtr/en/2016-10-01/4.4": "Magic Tournament Rules (en), edition of 2016-09-30\n\nMTR 4.4 Triggered",
    }

    async def run() -> list[Any]:
        async with Client(RulesServer(books).mcp) as client:
            return [await client.read_resource(address) for address in texts]

    for found, text in zip(anyio.run(run), texts.values(), strict=True):
        assert found.contents[0].text.startswith(text)


def test_over_stdio_with_the_client_of_the_sdk(every_edition: Path) -> None:
    """The SDK's client starts the command."""

    async def run() -> Any:
        command = StdioServerParameters(
            command=sys.executable,
            args=["-m", "cli", "--home", str(every_edition), "mcp"],
            env={"PYTHONPATH": str(ROOT), "RULES_CACHE": os.environ["RULES_CACHE"]},
        )
        async with Client(stdio_client(command)) as client:
            return await client.call_tool("get_rule", {"number": "306.5", "as_of": "2026-01-16"})

    assert anyio.run(run).structured_content["rule"]["number"] == "306.5"


@pytest.mark.parametrize("protocol", ["2025-06-18", "2024-11-05"])
def test_clients_of_earlier_protocol_versions(every_edition: Path, protocol: str) -> None:
    """A client that speaks an earlier version by hand gets tools and answers; stderr stays quiet."""
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": {
            "protocolVersion": protocol, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
        {"id": 3, "method": "tools/call", "params": {"name": "get_rule", "arguments": {"number": "306.5"}}},
    ]  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "cli", "--home", str(every_edition), "mcp"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        answers = {}
        for message in messages:
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            server.stdin.flush()
            if "id" in message:
                answers[message["id"]] = json.loads(server.stdout.readline())
        server.stdin.close()
        errors = server.stderr.read()
    assert answers[1]["result"]["protocolVersion"] == protocol
    assert {tool["name"] for tool in answers[2]["result"]["tools"]} == TOOLS
    assert "306.5" in answers[3]["result"]["content"][0]["text"]
    assert errors == ""


def test_over_http_on_loopback(every_edition: Path) -> None:
    """`--http` serves on loopback only, and refuses requests that name another host or come from a foreign page."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen(
        [sys.executable, "-m", "cli", "--home", str(every_edition), "mcp", "--http", "--port", str(port)],
        cwd=ROOT, stderr=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        assert server.stderr is not None
        assert f"http://127.0.0.1:{port}/mcp" in server.stderr.readline()

        async def run() -> Any:
            for _attempt in range(100):
                with suppress(OSError):
                    await (await anyio.connect_tcp("127.0.0.1", port)).aclose()
                    break
                await anyio.sleep(0.1)
            async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                return await client.call_tool("get_rule", {"number": "306.5"})

        def status(**headers: str) -> int:
            address = f"http://127.0.0.1:{port}/mcp"
            accept = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
            body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
            return httpx.post(address, json=body, headers={**accept, **headers}).status_code

        try:
            assert anyio.run(run).structured_content["rule"]["number"] == "306.5"
            assert status(Host="evil.example") in (403, 421)
            assert status(Origin="https://evil.example") == 403
        finally:
            server.terminate()
            server.stderr.read()


def test_the_documented_call_answers_as_shown(library: kb.Library) -> None:
    """The example of docs/mcp.md, and its table of tools."""
    page = (ROOT / "docs/mcp.md").read_text(encoding="utf-8")
    call, shown = (
        json.loads(re.search(rf"<!-- {mark} -->\n```json\n(.*?)```", page, re.DOTALL)[1])  # type: ignore[index]
        for mark in ("call", "answer")
    )
    found = answer(library, call["name"], **call["arguments"])
    for name, value in shown.items():
        if name != "citations":
            assert found[name] == value
    for given, expected in zip(found["citations"], shown["citations"], strict=True):
        assert {name: given[name] for name in expected} == expected
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == TOOLS
