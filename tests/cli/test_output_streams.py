"""What the program writes is visible text: foreign characters control no terminal, and every encoding will do."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.output_streams import VisibleStream, json_text, trusted_stream, visible, visible_line
from cli.rendering.text_output import TextOutput

ROOT = Path(__file__).resolve().parents[2]

CONTROLS = [*range(9), *range(11, 32), *range(127, 160)]
DIRECTIONS = [0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
UNSAFE = frozenset(map(chr, [*CONTROLS, *DIRECTIONS, 0x2028, 0x2029, *range(0xD800, 0xE000)]))
BAD = "\x1b]0;title\x07 \x9b31m \u202eevil\u2066 \u2028 \x7f \r"


@cache
def run(*arguments: str, home: Path, **environment: str) -> Any:
    """Run the program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        cwd=ROOT, env={**os.environ, "RULES_HOME": str(home), **environment}, capture_output=True, check=False,
    )  # fmt: skip


def unsafe_in(text: str) -> set[str]:
    """Return the characters that a terminal obeys, or that break or reorder a line."""
    return UNSAFE & set(text)


class TestVisible:
    def test_every_unsafe_character_is_escaped(self) -> None:
        """Exactly the unsafe characters are escaped, each as its number."""
        for code in {*range(0x10000)}:
            shown = visible(chr(code))
            escape = f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
            assert shown == (escape if chr(code) in UNSAFE else chr(code))

    @pytest.mark.parametrize("text", ["«\u00a0Règle\u202f: “306.5”\u00a0»", "{T}, −1 → ½ • ●\tœuvre…", "日本語 🎲\n"])
    def test_texts_stay_as_they_are(self, text: str) -> None:
        assert visible(text) == text

    @given(st.text(st.characters() | st.sampled_from(sorted(UNSAFE))))
    def test_laws(self, text: str) -> None:
        """Visible text has no unsafe character, stays the same if it is made visible again, and JSON keeps the text."""
        assert not unsafe_in(visible(text))
        assert visible(visible(text)) == visible(text)
        assert not {"\n", "\t"} & set(visible_line(text))
        for encoding in ("utf-8", "cp1252", "ascii"):
            written = json_text({"text": text}, encoding=encoding)
            assert not unsafe_in(written)
            assert json.loads(written) == {"text": text}
            written.encode(encoding)

    def test_a_stream_escapes_whatever_is_written(self) -> None:
        inner = io.StringIO()
        stream: Any = VisibleStream(inner)
        print(BAD, file=stream)
        stream.writelines(["a\x1b", "b\x9b"])
        assert not unsafe_in(inner.getvalue())
        assert inner.getvalue().endswith("\na\\x1bb\\x9b")
        trusted_stream(stream).write("\x1b[1m")
        assert inner.getvalue().endswith("\x1b[1m")


class TestTextOutput:
    def page(self, *, terminal: bool) -> tuple[TextOutput, io.StringIO]:
        inner = io.StringIO()
        inner.isatty = lambda: terminal  # type: ignore[method-assign]
        return TextOutput(VisibleStream(inner), color=True), inner  # type: ignore[arg-type]

    @pytest.mark.parametrize("terminal", [True, False])
    def test_foreign_text(self, terminal: bool) -> None:
        """Lines and tables show controls as escapes. Only the styles of the program reach a terminal."""
        page, inner = self.page(terminal=terminal)
        page.line(("name\n::error::forged", "bold"), ": ", (BAD, "red"), indent=2)
        page.table(("A", "B"), [(BAD, "x\ty\nz")])
        page.side_by_side([[BAD]], [[BAD]], ("en", "fr"))
        styles = re.compile(r"\x1b\[[0-9;]*m")
        written = styles.sub("", inner.getvalue())
        assert not unsafe_in(written)
        assert not any(line.startswith("::error::") for line in written.splitlines())
        assert bool(styles.search(inner.getvalue())) == terminal
        assert r"\x1b]0;title" in written and r"x\ty\nz" in written

    def test_a_row_is_one_line_of_cells(self) -> None:
        page, inner = self.page(terminal=False)
        page.table(("A", "B"), [("a\tb", "c\nd")])
        assert inner.getvalue() == "a\\tb\tc\\nd\n"


def test_the_search_as_you_type() -> None:
    """Text on the screen of the search is visible before it is measured and wrapped."""
    pytest.importorskip("prompt_toolkit")
    from cli.interactive.wrapping import align_to_edges, display_width, truncate, wrap

    lines = [*wrap([("", f"{BAD}\n{BAD}")], 30), truncate([("", BAD)], 200), truncate([("", BAD)], 20)]
    lines.append(align_to_edges([("", BAD)], [("", "x\u202ey")], 200))
    assert not any(unsafe_in(text) or "\n" in text for line in lines for _style, text in line)
    assert display_width(lines[-1]) == 200
    assert max(map(display_width, lines[:-3])) <= 30


@pytest.fixture
def strange_file(tmp_path: Path) -> Path:
    """Make a file with a wrong citation, whose name has a line break and an escape sequence."""
    file = tmp_path / "a\n::error::forged\x1b[31m\u202e.md"
    file.write_text("See CR 999.9 and CR 306.5.\n", encoding="utf-8")
    return file


class TestNamesOfFiles:
    @pytest.mark.parametrize(
        "arguments",
        [("lint",), ("lint", "--format", "github"), ("watch",), ("ingest",), ("translation", "import"), ("check",)],
    )
    def test_no_line_is_forged(
        self, rules: Any, home: Path, strange_file: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A line break in the name of a file begins no line, and its control characters are visible."""
        monkeypatch.chdir(strange_file.parent)
        outcome = rules(*arguments, strange_file.name, home=home)
        lines = (outcome.out + outcome.err).splitlines()
        assert lines
        assert not any(line.startswith("::error") for line in lines)
        assert not unsafe_in(outcome.out + outcome.err)

    @pytest.mark.parametrize("form", ["json", "sarif"])
    def test_json_is_the_same_content(self, rules: Any, starter_home: Path, strange_file: Path, form: str) -> None:
        outcome = rules("lint", str(strange_file), "--format", form, home=starter_home)
        assert not unsafe_in(outcome.out)
        if form == "json":
            assert {each["path"] for each in outcome.data["citations"]} == {str(strange_file)}

    def test_usage_errors(self, rules: Any) -> None:
        for arguments in (["\x1b[31m"], ["--\x1b[31m"], ["show", "\x1b]0;x\x07"], ["search", "--limit", "\x9b"]):
            outcome = rules(*arguments)
            assert outcome.status and len(outcome.err.splitlines()) == 1
            assert not unsafe_in(outcome.err)


class TestEncodings:
    ENVIRONMENTS = (
        {"PYTHONIOENCODING": "cp1252"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )

    @pytest.mark.parametrize("environment", ENVIRONMENTS, ids=lambda environment: "".join(environment.values()))
    @pytest.mark.parametrize(
        "arguments",
        [
            ("show", "306.5-306.9", "--lang", "both"), ("show", "306.5d", "--json"), ("--ui-lang", "fr", "--help"),
            ("export", "-", "--format", "text"), ("export", "-", "--format", "json"),
            ("--ui-lang", "fr", "show", "1.é→"), ("compare", "306.5b", "--format", "html"), ("refs", "306.9"),
            ("search", "planeswalker’s"),
        ],
        ids=" ".join,
    )  # fmt: skip
    def test_every_answer_can_be_written(
        self, starter_home: Path, environment: dict[str, str], arguments: tuple[str, ...]
    ) -> None:
        """In every encoding, the exit status is that of UTF-8, and what is written is in the encoding."""
        expected = run(*arguments, home=starter_home, PYTHONIOENCODING="utf-8")
        outcome = run(*arguments, home=starter_home, **environment)
        encoding = environment.get("PYTHONIOENCODING", "ascii")
        out, err = outcome.stdout.decode(encoding), outcome.stderr.decode(encoding)
        assert (outcome.returncode, "fault" in err) == (expected.returncode, False)
        if "json" in "".join(arguments):
            assert json.loads(out) == json.loads(expected.stdout)
        else:
            assert len(out.splitlines()) == len(expected.stdout.decode().splitlines())

    def test_look_alikes(self) -> None:
        """A lacking character becomes what looks like it, a letter without its accent, or an escape."""
        script = (
            "from cli.output_streams import visible_streams\n"
            "with visible_streams(): print('“l’été” – — − … → « œuf » 日 🎲')"
        )
        written = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, env={**os.environ, "PYTHONIOENCODING": "ascii"},
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        assert written == '"l\'ete" - -- - ... -> << oeuf >> \\u65e5 \\U0001f3b2\n'

    def test_a_page_has_references_to_characters(self, starter_home: Path) -> None:
        """A page reads the same in every encoding."""
        arguments = ("compare", "306.5b", "--format", "html")
        page = run(*arguments, home=starter_home, PYTHONIOENCODING="ascii").stdout
        expected = run(*arguments, home=starter_home, PYTHONIOENCODING="utf-8").stdout.decode()
        assert re.sub("&#(\\d+);", lambda found: chr(int(found[1])), page.decode("ascii")) == expected.replace(
            "&#39;", "'"
        ).replace("&#34;", '"')


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "3"), ("show", "3", "--json"), ("export", "-", "--format", "text"), ("--help",), ("search", "loyalty"),
        ("export", "-", "--format", "json"), ("show", "999"), ("show", "9.9.9", "--json"), ("lint", "docs"),
        ("compare", "306.5b", "--format", "html"), ("refs", "306", "--format", "dot"),
    ],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.parametrize("size", [0, 1])
def test_a_reader_that_leaves(starter_home: Path, arguments: tuple[str, ...], size: int) -> None:
    """If the reader of a pipe ends early, the program ends quietly, and an error keeps its status and its line."""
    read, write = os.pipe()
    if size == 0:
        os.close(read)
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *arguments], cwd=ROOT, env={**os.environ, "RULES_HOME": str(starter_home)},
        stdout=write, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    os.close(write)
    if size:
        os.read(read, size)
        os.close(read)
    err = process.communicate(timeout=60)[1]
    assert all(line.startswith("rules: ") for line in err.splitlines()), err
    assert "fault" not in err
    expected = {"999": 1, "9.9.9": 2}.get(arguments[1], 0) if len(arguments) > 1 else 0
    assert process.returncode == expected or (size and arguments[0] == "lint")


def typed(home: Path, *arguments: str) -> str:
    """Run the program in a terminal, and return what the terminal gets."""
    main, other = pty.openpty()
    environment = {**os.environ, "RULES_HOME": str(home), "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *arguments], cwd=ROOT, env=environment, stdin=other, stdout=other, stderr=other
    )
    os.close(other)
    written = b""
    with suppress(OSError):  # Linux reports the end of a terminal as an error
        while more := os.read(main, 1 << 16):
            written += more
    os.close(main)
    process.wait(timeout=60)
    return written.decode("utf-8", "replace")


@pytest.mark.parametrize("arguments", [("--help",), ("show", "306.5"), ("show", "\x1b]0;x\x07")])
def test_a_terminal_gets_only_our_own_styles(starter_home: Path, arguments: tuple[str, ...]) -> None:
    """Help and answers have styles on a terminal; a foreign escape sequence is text."""
    written = typed(starter_home, *arguments)
    assert bool(re.search(r"\x1b\[[0-9;]*m", written)) == (arguments[-1] in ("--help", "306.5"))
    assert "\x1b]0" not in written and r"\x1b[" not in written


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
NAMES = st.text() | st.integers() | st.booleans() | st.none() | st.floats()
NESTED = st.recursive(
    PLAIN, lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(NAMES, inner), max_leaves=30
)


@given(NESTED, st.sampled_from(["utf-8", "ascii"]))
def test_json_with_indentation_is_that_of_the_standard_library(content: Any, encoding: str) -> None:
    """JSON with indentation has the same characters as the standard library's."""
    expected = json.dumps(content, indent=2, ensure_ascii=encoding == "ascii")
    escaped = "".join(f"\\u{ord(each):04x}" if each in UNSAFE else each for each in expected)
    assert json_text(content, indent=2, encoding=encoding) == escaped
