"""Situations as text: YAML or JSON read into nodes that know their line and column.

What a scalar means (a word, a number, a day) isn't decided here but by the fact that it is the value of, so
that YAML's own guesses (`no` is false, 2012-10-01 is a date) play no part. Aliases are refused: a situation
has no use for them, and a few lines of them can stand for gigabytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from kb.errors import BadSituation, Fault
from kb.tongue import _

MOST_BYTES: Final = 1 << 20
DEEPEST: Final = 20


@dataclass(frozen=True, slots=True)
class Node:
    """A place in a situation's text.

    Attributes:
        line: counted from 1.
        column: counted from 1.
    """

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Scalar(Node):
    """A word, a number, or nothing.

    Attributes:
        text: as written, without quotes.
        quoted: whether it stands in quotes; then it is a word, whatever it looks like.
    """

    text: str
    quoted: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing is stated here."""
        return not self.quoted and self.text in ("", "~", "null", "Null", "NULL")


@dataclass(frozen=True, slots=True)
class Sequence(Node):
    """A list."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Mapping(Node):
    """Keys with their values, in the order written; a key that comes twice was refused."""

    entries: tuple[tuple[Scalar, Node], ...]


def read(text: str | bytes, source: str) -> Mapping:
    """Read a situation's text.

    Args:
        text: YAML, or JSON, which is read as YAML is.
        source: what to call it in an error.

    Raises:
        BadSituation: it is too large, no YAML, uses aliases, nests too deep, or isn't a mapping.
    """
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    if len(raw) > MOST_BYTES:
        message = _("{size} bytes are too many for a situation; the most is {most}", size=len(raw), most=MOST_BYTES)
        raise BadSituation(source, (Fault(1, 1, "", message),))
    try:
        # A byte-order mark is no part of the text. JSON may be indented by tabs, which YAML can't read; within
        # its strings there are none.
        content = raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = raw[: problem.start].count(b"\n") + 1
        raise BadSituation(source, (Fault(line, 1, "", _("this is no UTF-8 text")),)) from problem
    if content.lstrip().startswith("{"):
        content = content.replace("\t", " ")
    return _Builder(source).document(content)


class _Builder:
    """Turns YAML's nodes into these."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._seen: set[int] = set()

    def document(self, content: str) -> Mapping:
        import yaml

        loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            composed = yaml.compose(content, Loader=loader)
        except yaml.MarkedYAMLError as problem:
            mark = problem.problem_mark or problem.context_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            what = " ".join(part for part in (problem.context, problem.problem) if part)
            raise self._bad(line, column, _("this is no YAML: {what}", what=what)) from problem
        except (yaml.YAMLError, RecursionError) as problem:
            what = getattr(problem, "reason", "") or _("it nests too deep")
            raise self._bad(1, 1, _("this is no YAML: {what}", what=what)) from problem
        if composed is None:
            raise self._bad(1, 1, _("it is empty; a situation begins with 'format: cr-situation/1'"))
        found = self._node(composed, 0)
        if not isinstance(found, Mapping):
            raise self._bad(found.line, found.column, _("a situation is a mapping that begins with 'format: …'"))
        return found

    def _node(self, node: Any, depth: int) -> Node:
        line, column = node.start_mark.line + 1, node.start_mark.column + 1
        if id(node) in self._seen:
            raise self._bad(line, column, _("aliases (*name) can't be used in a situation; write the value out"))
        self._seen.add(id(node))
        if depth > DEEPEST:
            raise self._bad(line, column, _("it nests more than {most} deep", most=DEEPEST))
        if node.id == "scalar":
            return Scalar(line, column, node.value, node.style in ("'", '"', "|", ">"))
        if node.id == "sequence":
            return Sequence(line, column, tuple(self._node(each, depth + 1) for each in node.value))
        entries: dict[str, tuple[Scalar, Node]] = {}
        for key, value in node.value:
            name = self._node(key, depth + 1)
            if not isinstance(name, Scalar):
                raise self._bad(name.line, name.column, _("a key is one word"))
            if name.text in entries:
                before = entries[name.text][0].line
                message = _("'{key}' stands here twice; the first is in line {line}", key=name.text, line=before)
                raise self._bad(name.line, name.column, message)
            entries[name.text] = (name, self._node(value, depth + 1))
        return Mapping(line, column, tuple(entries.values()))

    def _bad(self, line: int, column: int, message: str) -> BadSituation:
        return BadSituation(self._source, (Fault(line, column, "", message),))
