"""Parser of YAML and JSON into nodes with line and column.

A scalar stays a text. The type of its fact decides whether the text is a word, a number or a day. YAML's own types
aren't used (`no` as false, 2012-10-01 as a date). Aliases are refused. No situation needs aliases, and a few lines with
aliases can expand to gigabytes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from kb.errors import BadSituation, Fault
from kb.i18n import _

MAX_BYTES: Final = 1 << 20
MAX_NODES: Final = 50_000
MAX_DEPTH: Final = 20

_COST = re.compile(r":\s*\{[0-9A-Z/]+\}")
"""A mana symbol without quotes after a key. YAML would read it as a mapping."""


@dataclass(frozen=True, slots=True)
class YamlNode:
    """A node of a situation's text.

    Attributes:
        line: line number, counted from 1.
        column: column number, counted from 1.
    """

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class ScalarNode(YamlNode):
    """A word, a number, or nothing.

    Attributes:
        text: the text, without the quotes that it was written in.
        quoted: True if the text was written in quotes. Such a text is always a word.
    """

    text: str
    quoted: bool = False

    @property
    def is_empty(self) -> bool:
        """True if the node states nothing."""
        return not self.quoted and self.text in ("", "~", "null", "Null", "NULL")


@dataclass(frozen=True, slots=True)
class SequenceNode(YamlNode):
    """A list."""

    items: tuple[YamlNode, ...]


@dataclass(frozen=True, slots=True)
class MappingNode(YamlNode):
    """A mapping: keys with their values, in the order written, without duplicates."""

    entries: tuple[tuple[ScalarNode, YamlNode], ...]


def parse_yaml(text: str | bytes, source: str) -> MappingNode:
    """Parse a situation's text.

    Args:
        text: YAML or JSON.
        source: name of the text in errors.

    Raises:
        BadSituation: the text is too large, isn't YAML, uses aliases, nests too deep, or isn't a mapping.
    """
    found = parse_yaml_value(text, source)
    if isinstance(found, ScalarNode) and found.is_empty:
        raise _fault(source, 1, 1, _("it is empty; a situation begins with 'format: cr-situation/1'"))
    if not isinstance(found, MappingNode):
        message = _("a situation is a mapping that begins with 'format: cr-situation/1'")
        raise _fault(source, found.line, found.column, message)
    return found


def parse_yaml_value(text: str | bytes, source: str) -> YamlNode:
    """Parse a YAML value of any kind, such as the value of an option. An empty text gives an empty word.

    Raises:
        BadSituation: the text is too large, isn't YAML, uses aliases, or nests too deep.
    """
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    if len(raw) > MAX_BYTES:
        message = _("{size} bytes are too many for a situation; the most is {most}", size=len(raw), most=MAX_BYTES)
        raise _fault(source, 1, 1, message)
    try:
        content = raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = raw[: problem.start].count(b"\n") + 1
        raise _fault(source, line, 1, _("this is no UTF-8 text")) from problem
    if content.lstrip().startswith("{"):
        # JSON may be indented with tabs, which YAML can't read. JSON strings contain no tabs, so replace all tabs.
        content = content.replace("\t", " ")
    return _Builder(source).document(content)


def dump_yaml(content: dict[str, Any]) -> str:
    """Return YAML for dicts and lists with `ScalarNode` values. Words get quotes only if they had them or need them."""
    import yaml

    resolver: Any = yaml.resolver.Resolver()

    def node(value: Any, depth: int) -> Any:
        # Each thing stands on one line, so only the sections are in block style.
        is_flow = depth > 1
        if isinstance(value, dict):
            entries = [(node(key, depth + 1), node(each, depth + 1)) for key, each in value.items()]
            return yaml.MappingNode("tag:yaml.org,2002:map", entries, flow_style=is_flow)
        if isinstance(value, list):
            return yaml.SequenceNode("tag:yaml.org,2002:seq", [node(each, depth + 1) for each in value],
                                     flow_style=is_flow)  # fmt: skip
        text = value.text if isinstance(value, ScalarNode) else str(value)
        if isinstance(value, ScalarNode) and value.quoted:
            return yaml.ScalarNode("tag:yaml.org,2002:str", text)
        return yaml.ScalarNode(resolver.resolve(yaml.ScalarNode, text, (True, False)), text)

    written: str = yaml.serialize(
        node(content, 0), Dumper=yaml.SafeDumper, width=110, allow_unicode=True, explicit_start=False
    )
    return written


def _fault(source: str, line: int, column: int, message: str) -> BadSituation:
    return BadSituation(source, (Fault(line, column, "", message),))


class _Builder:
    """Builder of nodes. It takes YAML's events one by one, so a huge text is refused before it fills the memory."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._open: list[_Draft] = []
        self._count = 0

    def document(self, content: str) -> YamlNode:
        import yaml

        loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        found: YamlNode | None = None
        try:
            for event in yaml.parse(content, Loader=loader):
                if found is not None and isinstance(event, yaml.DocumentStartEvent):
                    raise self._fault_at(event, _("a file holds one situation; here begins a second one"))
                found = self._process(event, yaml) or found
        except yaml.MarkedYAMLError as problem:
            mark = problem.problem_mark or problem.context_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            what = " ".join(part for part in (problem.context, problem.problem) if part)
            if _COST.search("".join(content.splitlines()[line - 1 : line])):
                what = _("a mana cost stands in quotes")
            raise _fault(self._source, line, column, _("this is no YAML: {what}", what=what)) from problem
        except yaml.YAMLError as problem:
            what = str(getattr(problem, "reason", "")) or _("it can't be read")
            raise _fault(self._source, 1, 1, _("this is no YAML: {what}", what=what)) from problem
        return found or ScalarNode(1, 1, "")

    def _process(self, event: Any, yaml: Any) -> YamlNode | None:
        """Process an event. If the event completes the top node, return this node; otherwise return None."""
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        if isinstance(event, yaml.AliasEvent):
            raise self._fault_at(event, _("aliases (*name) can't be used in a situation; write the value out"))
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            if len(self._open) == MAX_DEPTH:
                raise self._fault_at(event, _("it nests more than {most} deep", most=MAX_DEPTH))
            self._open.append(_Draft(line, column, isinstance(event, yaml.MappingStartEvent)))
            return None
        if isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            return self._add(self._open.pop().node(), event)
        if isinstance(event, yaml.ScalarEvent):
            return self._add(ScalarNode(line, column, event.value, event.style in ("'", '"', "|", ">")), event)
        return None

    def _add(self, node: YamlNode, event: Any) -> YamlNode | None:
        self._count += 1
        if self._count > MAX_NODES:
            raise self._fault_at(event, _("it states more than {most} things", most=MAX_NODES))
        if not self._open:
            return node
        around = self._open[-1]
        if not around.is_mapping:
            around.items.append(node)
        elif around.key is not None:
            around.entries[around.key.text] = (around.key, node)
            around.key = None
        elif not isinstance(node, ScalarNode):
            raise _fault(self._source, node.line, node.column, _("a key is one word"))
        elif node.text in around.entries:
            before = around.entries[node.text][0].line
            message = _("'{key}' stands here twice; the first is in line {line}", key=node.text, line=before)
            raise _fault(self._source, node.line, node.column, message)
        else:
            around.key = node
        return None

    def _fault_at(self, event: Any, message: str) -> BadSituation:
        mark = event.start_mark
        return _fault(self._source, mark.line + 1, mark.column + 1, message)


@dataclass(slots=True)
class _Draft:
    """A list or mapping that hasn't been read to its end."""

    line: int
    column: int
    is_mapping: bool
    items: list[YamlNode] = field(default_factory=list)
    entries: dict[str, tuple[ScalarNode, YamlNode]] = field(default_factory=dict)
    key: ScalarNode | None = None

    def node(self) -> YamlNode:
        if self.is_mapping:
            return MappingNode(self.line, self.column, tuple(self.entries.values()))
        return SequenceNode(self.line, self.column, tuple(self.items))
