"""No regular expression that reads foreign text grows faster than linearly.

The tests find the expressions themselves: every compiled pattern of the modules in these rooms. For each repetition in
a pattern they build texts that begin like a match, repeat what the repetition takes, and end with or without the rest.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import time
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, product, zip_longest
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from types import ModuleType

import pytest

ROOMS = ("ingest", "kb.text", "kb.lineage", "kb.storage")
REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
ALPHABET = [chr(code) for code in range(32, 127)] + list("\n\t\x01é“”’«»•–…\xa0\u2028Àœ")
SIZE = 2_000
# A linear pattern needs microseconds for a text of SIZE characters, a quadratic one about a
# millisecond.
SUSPICIOUS_SECONDS = 0.0008
# The texts grow by this factor. The time of a linear pattern grows as much, that of a quadratic one by the square.
FACTOR, MAX_GROWTH = 4, 9

Named = tuple[str, "re.Pattern[str]", frozenset[str]]


def compiled(value: object, name: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield the patterns in a value of a module, also in tuples and dicts."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield name, value
    elif isinstance(value, tuple | list | set | frozenset):
        for each in value:
            yield from compiled(each, name)
    elif isinstance(value, dict):
        for each in value.values():
            yield from compiled(each, name)


def methods_used(module: ModuleType) -> dict[str, frozenset[str]]:
    """Return the methods that a module calls on each of its names: `search` on `_RULE`, also on `_RULE[lang]`."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Attribute):
            owner = node.value.value if isinstance(node.value, ast.Subscript) else node.value
            if isinstance(owner, ast.Name):
                found.setdefault(owner.id, set()).add(node.attr)
    return {name: frozenset(methods) for name, methods in found.items()}


@cache
def patterns() -> tuple[Named, ...]:
    """Return the patterns of all rooms with their names, and with the methods that are called on them."""
    found: dict[int, Named] = {}
    for room in ROOMS:
        package = importlib.import_module(room)
        names = (info.name for info in pkgutil.walk_packages(package.__path__, f"{room}."))
        for module in (package, *map(importlib.import_module, names)):
            used = methods_used(module)
            for name, pattern in chain.from_iterable(compiled(value, key) for key, value in vars(module).items()):
                methods = used.get(name, frozenset(("finditer",)))
                found.setdefault(id(pattern), (f"{module.__name__}.{name}", pattern, methods))
    return tuple(found.values())


def members(items: Iterable[tuple[object, object]]) -> list[str]:
    """Return some characters of a class, at most one of each kind."""
    kinds: dict[str, str] = {}
    for char in ALPHABET:
        if in_class(list(items), char):
            kinds.setdefault(kind_of(char), char)
    return list(kinds.values()) or [chr(int(str(value))) for kind, value in items if kind is sre.LITERAL][:1]


def kind_of(char: str) -> str:
    """Return the kind of a character, of which one is enough for a test."""
    if char == "\n":
        return char
    return next((name for name in ("isspace", "isdigit", "isupper", "islower") if getattr(char, name)()), "mark")


def in_class(items: list[tuple[object, object]], char: str) -> bool:
    """True if a parsed class of characters has a character."""
    negated = bool(items) and items[0][0] is sre.NEGATE
    tests = {"SPACE": str.isspace, "DIGIT": str.isdigit, "WORD": lambda one: one.isalnum() or one == "_"}
    found = False
    for kind, value in items:
        if kind is sre.LITERAL:
            found |= value == ord(char)
        elif kind is sre.RANGE:
            found |= value[0] <= ord(char) <= value[1]  # type: ignore[index]
        elif kind is sre.CATEGORY:
            found |= tests[str(value).rpartition("_")[2]](char) != ("NOT" in str(value))
    return found != negated


def matching(pattern: Iterable[tuple[object, object]]) -> list[str]:
    """Return a few texts that match a parsed pattern, apart from its conditions."""
    texts = [""]
    for kind, value in pattern:
        texts = ["".join(pair) for pair in product(texts[:3], matching_item(kind, value) or [""])][:8]
    return texts


def matching_item(kind: object, value: object) -> list[str]:  # noqa: PLR0911, one case for each kind
    """Return a few texts that match one item of a parsed pattern."""
    match kind:
        case sre.LITERAL:
            return [chr(value)]  # type: ignore[arg-type]
        case sre.NOT_LITERAL:
            return members([(sre.NEGATE, None), (sre.LITERAL, value)])
        case sre.ANY:
            return ["a", " "]
        case sre.IN:
            return members(value)  # type: ignore[arg-type]
        case sre.BRANCH:
            return [text for branch in value[1] for text in matching(branch)[:2]][:6]  # type: ignore[index]
        case sre.SUBPATTERN:
            return matching(value[-1])[:4]  # type: ignore[index]
        case sre.ATOMIC_GROUP:
            return matching(value)[:4]  # type: ignore[arg-type]
        case _ if kind in REPEATS:
            least, _most, body = value  # type: ignore[misc]
            return [text * max(least, 1) for text in matching(body)[:3]] + ([""] if least == 0 else [])
    return [""]


def repetitions(pattern: Iterable[tuple[object, object]], before: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the text before each repetition in a parsed pattern, and what it repeats.

    A repetition may also take what follows it in the pattern.
    """
    items = list(pattern)
    for (kind, value), following in zip_longest(items, items[1:], fillvalue=(None, None)):
        if kind in REPEATS:
            body = value[2]  # type: ignore[index]
            yield from product(before[:3], filter(None, [*matching(body)[:5], *matching_item(*following)[:2]]))
            yield from repetitions(body, before)
        elif kind is sre.BRANCH:
            for branch in value[1]:  # type: ignore[index]
                yield from repetitions(branch, before)
        elif kind in (sre.SUBPATTERN, sre.ASSERT, sre.ASSERT_NOT):
            yield from repetitions(value[-1], before)  # type: ignore[index]
        elif kind is sre.ATOMIC_GROUP:
            yield from repetitions(value, before)  # type: ignore[arg-type]
        before = ["".join(pair) for pair in product(before[:3], matching_item(kind, value)[:3] or [""])][:6]


def attacks(pattern: re.Pattern[str]) -> tuple[tuple[str, str, str], ...]:
    """Return beginnings, repeated texts and ends that may take a pattern long."""
    parsed = _parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    pairs = dict.fromkeys((*repetitions(parsed, [""]), *(("", text) for text in matching(parsed) if text)))
    repeated = [(begin, body, end) for begin, body in pairs for end in ("", "\x00", "!", "\n")]
    # The beginning may be repeated too: a search tries to match at each of them.
    return (*repeated, *(("", begin + body + end, "") for begin, body, end in repeated if begin or end))[:400]


def seconds(pattern: re.Pattern[str], method: str, attack: tuple[str, str, str], size: int) -> float:
    begin, body, end = attack
    text = begin + body * (size // len(body)) + end
    start = time.process_time()
    if method in ("match", "fullmatch", "search"):
        getattr(pattern, method)(text)
    else:
        for _match in pattern.finditer(text):
            pass
    return time.process_time() - start


def is_slow(pattern: re.Pattern[str], method: str, attack: tuple[str, str, str]) -> bool:
    """True if the time for a text grows faster than the text."""
    if seconds(pattern, method, attack, SIZE) < SUSPICIOUS_SECONDS:
        return False
    short = min(seconds(pattern, method, attack, SIZE) for _ in range(3))
    if short < SUSPICIOUS_SECONDS:
        return False
    return seconds(pattern, method, attack, FACTOR * SIZE) > MAX_GROWTH * short


@pytest.mark.parametrize("room", ROOMS)
def test_patterns_are_linear(room: str) -> None:
    """The time for the worst texts grows with their length, and no faster."""
    slow = []
    for name, pattern, methods in patterns():
        if not name.startswith(f"{room}."):
            continue
        for method, attack in product(sorted(methods - {"pattern", "flags"}), attacks(pattern)):
            if is_slow(pattern, method, attack):
                slow.append((name, method, attack))
                break
    assert not slow


@pytest.mark.parametrize(
    ("pattern", "method"),
    [(r"^\s*[•]", "search"), (r"(?:\s?\.){4,}[0-9]$", "search"), (r"a.*b.*c", "match"), (r"x\s*y?\s*z", "match")],
)
def test_slow_patterns_are_found(pattern: str, method: str) -> None:
    """Patterns that are known to be quadratic are found by one of the texts."""
    slow = re.compile(pattern, re.MULTILINE)
    assert any(is_slow(slow, method, attack) for attack in attacks(slow))
