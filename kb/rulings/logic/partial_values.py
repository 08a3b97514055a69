"""Values of facts, which may be partly known. Comparing them gives a Truth (`kb.rulings.logic.ternary`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kb.rulings.logic.open_facts import resolve
from kb.rulings.logic.ternary import Atom, Claim, FactValue, HasId, Truth, not_, some

INFINITY = float("inf")


def derived_truth(value: bool, reasons: tuple[Truth, ...], claim: Claim | FactValue, facts: tuple[str, ...]) -> Truth:
    """Return a truth about values that rules have derived. `reasons` are the truths that the values rest on."""
    if value:
        return Truth(True, "all", reasons, claim=claim, facts=facts)
    known = reasons[0] if len(reasons) == 1 else Truth(True, "all", reasons)
    return Truth(False, "not", (known,), claim=claim, facts=facts)


def _open_for_reasons(key: str, reasons: tuple[Truth, ...], claim: Claim | FactValue) -> Truth | None:
    """Return an open truth about values that rules derive from open facts; None if the reasons aren't open.

    The question `key` is about these facts together. Answers to two questions about one value may differ.
    """
    facts = _open_reasons(reasons)
    return Truth(None, claim=claim, facts=facts, atom=Atom(key, facts)) if facts else None


def _open_reasons(reasons: tuple[Truth, ...]) -> tuple[str, ...]:
    """Return the paths of the open facts that reasons depend on."""
    found = (fact for each in reasons if each.value is None for fact in resolve(each).depends_on)
    return tuple(dict.fromkeys(found))


class _FactValue:
    """The value of one fact.

    Attributes:
        fact: path of the fact.
        label: template of the fact's name, with the placeholder `it`.
        it: the thing that the fact is about.
        assumed: True if the value isn't stated but assumed as usual.
        reasons: the truths that the value rests on if rules derive it, such as effects; empty for a stated value. One
            of them is open if the value is open because of them.
    """

    __slots__ = ("assumed", "fact", "it", "label", "reasons")
    assumed: bool
    reasons: tuple[Truth, ...]
    fact: str
    it: object
    label: str
    value: str | tuple[str, ...] | None

    @property
    def is_known(self) -> bool:
        """True if the value is stated or assumed."""
        return self.value is not None

    @property
    def facts(self) -> tuple[str, ...]:
        """The path of the fact."""
        return (self.fact,)

    @property
    def open_facts(self) -> tuple[str, ...]:
        """The paths of the facts that the value depends on if it isn't known; else empty."""
        return () if self.is_known else _open_reasons(self.reasons) or (self.fact,)

    @property
    def is_open_by_rules(self) -> bool:
        """True if the value is open because facts are open that rules derive it from."""
        return any(each.value is None for each in self.reasons)

    def _known_truth(self, value: bool) -> Truth:
        if self.reasons:
            return derived_truth(value, self.reasons, self, self.facts)
        return Truth(value, claim=self, facts=self.facts, assumed=self.assumed)

    def _open_truth(self, question: str) -> Truth:
        found = _open_for_reasons(f"{self.fact} {question}", self.reasons, self)
        if found is not None:
            return found
        return Truth(None, claim=self, facts=self.facts, atom=Atom(f"{self.fact} {question}", self.facts))


class WordValue(_FactValue):
    """A word that may be unknown: a phase, a zone, a name, the id of a player.

    Attributes:
        value: the word; None if it is unknown.
        choices: all possible words, if there are few; else empty.
    """

    __hash__ = None  # type: ignore[assignment]
    __slots__ = ("choices", "value")
    value: str | None

    def __init__(
        self, value: str | None, fact: str, label: str, it: object, choices: tuple[str, ...] = (), *,
        assumed: bool = False, reasons: tuple[Truth, ...] = (),
    ) -> None:  # fmt: skip
        self.value, self.fact, self.label, self.it = value, fact, label, it
        self.choices, self.assumed, self.reasons = choices, assumed, reasons

    def __eq__(self, other: str | WordValue | HasId) -> Truth:  # type: ignore[override]
        if isinstance(other, WordValue):
            return self._equals(other)
        return self.is_one_of(other if isinstance(other, str) else other.id)

    def __ne__(self, other: str | WordValue | HasId) -> Truth:  # type: ignore[override]
        return not_(self == other)

    def is_one_of(self, *words: str) -> Truth:
        """Yes if the word is one of the given words."""
        if self.value is not None:
            return self._known_truth(self.value in words)
        if self.choices and set(self.choices) <= set(words):
            return Truth(True, claim=self, facts=self.facts)
        if self.is_open_by_rules:
            return self._open_truth(f"in {words}")
        samples = self.choices or (*words, "\N{EM DASH}")
        atom = Atom(f"{self.fact} in {words}", self.facts, lambda value: value in words, samples)
        return Truth(None, claim=self, facts=self.facts, atom=atom)

    def _equals(self, other: WordValue) -> Truth:
        if self.fact == other.fact:
            return Truth(True, claim=self, facts=self.facts)
        claim, facts = _claim_of_both(self, other), (self.fact, other.fact)
        if self.value is not None and other.value is not None:
            if self.reasons or other.reasons:
                return derived_truth(self.value == other.value, (*self.reasons, *other.reasons), claim, facts)
            return Truth(self.value == other.value, claim=claim, facts=facts, assumed=self.assumed or other.assumed)
        for one, two in ((self, other), (other, self)):
            if one.value is not None and two.value is None:
                return two.is_one_of(one.value)
        reasons = (*self.reasons, *other.reasons)
        if (found := _open_for_reasons(" = ".join(sorted(facts)), reasons, claim)) is not None:
            return found
        return Truth(None, claim=claim, facts=facts, atom=Atom(" = ".join(sorted(facts)), facts))


class WordListValue(_FactValue):
    """A list of words: types, keywords, ids. A stated list is stated in full. A derived list may be known in part.

    Attributes:
        value: the words in the order stated, or None.
        included: words that are in the list even if `value` is None: those that effects have added.
        excluded: words that aren't in the list even if `value` is None: those that effects have removed.
    """

    __slots__ = ("excluded", "included", "value")
    value: tuple[str, ...] | None

    def __init__(
        self, value: tuple[str, ...] | None, fact: str, label: str, it: object, *, assumed: bool = False,
        reasons: tuple[Truth, ...] = (), included: tuple[str, ...] = (), excluded: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        self.value, self.fact, self.label, self.it, self.assumed = value, fact, label, it, assumed
        self.reasons, self.included, self.excluded = reasons, included, excluded

    def __iter__(self) -> Iterator[str]:
        """Iterate over the words. If the list isn't known in full, iterate over the words that are known."""
        return iter(self.included if self.value is None else self.value)

    def contains(self, word: str | HasId) -> Truth:
        """Yes if the list has a word or the id of a thing."""
        sought = word if isinstance(word, str) else word.id
        if self.value is None and sought in (*self.included, *self.excluded):
            return self._known_truth(sought in self.included)
        return self._open_truth(f"has {sought}") if self.value is None else self._known_truth(sought in self.value)

    def contains_any(self, *words: str) -> Truth:
        """Yes if the list has one of the words."""
        return some(self.contains(word) for word in words)

    @property
    def is_empty(self) -> Truth:
        """Yes if the list is empty."""
        if self.value is None and self.included:
            return self._known_truth(False)
        return self._open_truth("is empty") if self.value is None else self._known_truth(not self.value)

    @property
    def count(self) -> NumberValue:
        """The length of the list."""
        if self.value is not None:
            return NumberValue(
                len(self.value), len(self.value), self.facts, self.label, self.it, assumed=self.assumed,
                reasons=self.reasons,
            )  # fmt: skip
        return NumberValue(
            len(self.included), INFINITY, self.facts, self.label, self.it, open_facts=self.open_facts,
            reasons=self.reasons,
        )  # fmt: skip

    def intersects(self, other: WordListValue) -> Truth:
        """Yes if the two lists have a word in common."""
        claim = _claim_of_both(self, other)
        for one in (self, other):
            if one.value is not None and not one.value:
                if one.reasons:
                    return derived_truth(False, one.reasons, claim, one.facts)
                return Truth(False, claim=claim, facts=one.facts, assumed=one.assumed)
        facts, reasons = (self.fact, other.fact), (*self.reasons, *other.reasons)
        if self.value is not None and other.value is not None:
            shared = not set(self.value).isdisjoint(other.value)
            if reasons:
                return derived_truth(shared, reasons, claim, facts)
            return Truth(shared, claim=claim, facts=facts, assumed=self.assumed or other.assumed)
        if (found := _open_for_reasons(" & ".join(sorted(facts)), reasons, claim)) is not None:
            return found
        return Truth(
            None, claim=claim, facts=facts, atom=Atom(" & ".join(sorted(facts)), self.open_facts + other.open_facts)
        )


class Sum:
    """What a number is about that was added up from others.

    Attributes:
        parts: the numbers that are facts, each once.
    """

    __slots__ = ("parts",)

    def __init__(self, numbers: Iterable[NumberValue]) -> None:
        found: dict[tuple[str, ...], NumberValue] = {}
        for each in numbers:
            inner = each.it.parts if isinstance(each.it, Sum) else (each,) if each.label else ()
            found |= {part.facts: part for part in inner}
        self.parts: tuple[NumberValue, ...] = tuple(found.values())


class NumberValue:
    """A number, or only its bounds if it isn't known exactly.

    Attributes:
        low: its lower bound.
        high: its upper bound.
        facts: paths of the facts that the number depends on.
        label: template of the number's name, with the placeholder `it`.
        it: the thing that the number is about.
        open_facts: paths of the unstated facts among `facts`.
        assumed: True if it depends on an assumed value.
        shift: a constant, if the number is the value of one fact plus this constant; else None.
        reasons: the truths that the number rests on if rules derive it, as for a word.
    """

    __hash__ = None  # type: ignore[assignment]
    __slots__ = ("assumed", "facts", "high", "it", "label", "low", "open_facts", "reasons", "shift")

    def __init__(
        self, low: float, high: float, facts: tuple[str, ...], label: str, it: object, *, assumed: bool = False,
        open_facts: tuple[str, ...] | None = None, shift: float | None = 0, reasons: tuple[Truth, ...] = (),
    ) -> None:  # fmt: skip
        self.low, self.high, self.facts, self.label, self.it, self.assumed = low, high, facts, label, it, assumed
        self.open_facts: tuple[str, ...] = (
            (() if low == high else _open_reasons(reasons) or facts) if open_facts is None else open_facts
        )
        self.shift, self.reasons = shift, reasons

    @classmethod
    def exactly(cls, value: float) -> NumberValue:
        """Return a known number that comes from the rules or from the question, not from a fact."""
        return cls(value, value, (), "", None)

    @property
    def is_known(self) -> bool:
        """True if both bounds are the same."""
        return self.low == self.high

    @property
    def value(self) -> float | None:
        """The number, or None if only bounds are known."""
        return self.low if self.is_known else None

    def __eq__(self, other: float | NumberValue) -> Truth:  # type: ignore[override]
        return self._compare(other, "=", lambda mine, theirs: mine == theirs)

    def __ne__(self, other: float | NumberValue) -> Truth:  # type: ignore[override]
        return not_(self == other)

    def __le__(self, other: float | NumberValue) -> Truth:
        return self._compare(other, "<=", lambda mine, theirs: mine <= theirs)

    def __lt__(self, other: float | NumberValue) -> Truth:
        return self._compare(other, "<", lambda mine, theirs: mine < theirs)

    def __ge__(self, other: float | NumberValue) -> Truth:
        return self._compare(other, ">=", lambda mine, theirs: mine >= theirs)

    def __gt__(self, other: float | NumberValue) -> Truth:
        return self._compare(other, ">", lambda mine, theirs: mine > theirs)

    def __add__(self, other: float | NumberValue) -> NumberValue:
        other = _as_number(other)
        shift = None
        if self.shift is not None and other.is_known:
            shift = self.shift + other.low
        elif other.shift is not None and self.is_known:
            shift = other.shift + self.low
        return self._combine(other, self.low + other.low, self.high + other.high, shift)

    __radd__ = __add__

    def __sub__(self, other: float | NumberValue) -> NumberValue:
        other = _as_number(other)
        shift = self.shift - other.low if self.shift is not None and other.is_known else None
        return self._combine(other, self.low - other.high, self.high - other.low, shift)

    def _combine(self, other: NumberValue, low: float, high: float, shift: float | None) -> NumberValue:
        parts = tuple(each for each in (self, other) if each.label or each.low != 0 or not each.is_known)
        label, it = (parts[0].label, parts[0].it) if len(parts) == 1 else (self.label or other.label, Sum(parts))
        return NumberValue(
            low, high, (*self.facts, *other.facts), label, it,
            assumed=self.assumed or other.assumed, open_facts=(*self.open_facts, *other.open_facts), shift=shift,
            reasons=(*self.reasons, *other.reasons),
        )  # fmt: skip

    def at_least(self, least: float) -> NumberValue:
        """Return the number, or `least` if that is greater (107.1b)."""
        if self.low >= least:
            return self
        return NumberValue(
            max(self.low, least), max(self.high, least), self.facts, self.label, self.it, assumed=self.assumed,
            open_facts=self.open_facts if self.high > least else (), shift=None,
            reasons=self.reasons,
        )  # fmt: skip

    def _compare(self, other: float | NumberValue, sign: str, test: Callable[[float, float], bool]) -> Truth:
        other = _as_number(other)
        facts, claim = (*self.facts, *other.facts), _claim_of_both(self, other) if other.facts else self
        decided, reasons = _compare_bounds(self, other, sign), (*self.reasons, *other.reasons)
        if decided is not None and reasons and all(each.value is not None for each in reasons):
            return derived_truth(decided, reasons, claim, facts)
        key = f"{self.facts}{self.shift} {sign} {other.facts}{other.low}{other.shift}"
        if decided is None and (found := _open_for_reasons(key, reasons, claim)) is not None:
            return found
        if decided is not None:
            return Truth(decided, claim=claim, facts=facts, assumed=self.assumed or other.assumed)
        return Truth(None, claim=claim, facts=facts, atom=self._atom(other, sign, test))

    def _atom(self, other: NumberValue, sign: str, test: Callable[[float, float], bool]) -> Atom:
        if other.is_known and len(self.open_facts) == 1 and self.shift is not None:
            shift, bound = self.shift, other.low
            near = (bound - 1, bound, bound + 1)
            samples = tuple(each - shift for each in near if self.low <= each <= self.high)
            return Atom(
                f"{self.open_facts[0]} {sign} {bound - shift:g}",
                self.open_facts,
                lambda value: test(value + shift, bound),
                samples,
            )
        open_facts = tuple(dict.fromkeys((*self.open_facts, *other.open_facts)))
        return Atom(f"{self.facts}{self.shift} {sign} {other.facts}{other.low}{other.shift}", open_facts)


def _as_number(value: float | NumberValue) -> NumberValue:
    return value if isinstance(value, NumberValue) else NumberValue.exactly(value)


def _claim_of_both(one: _FactValue | NumberValue, two: _FactValue | NumberValue) -> Claim:
    """Return the values of two facts as one claim."""
    return Claim("{fact_is}; {other_is}", (("fact_is", one), ("other_is", two)))


def _compare_bounds(one: NumberValue, two: NumberValue, sign: str) -> bool | None:
    """Return the result of comparing two numbers; None if their bounds don't decide it."""
    if sign in (">", ">="):
        one, two, sign = two, one, {">": "<", ">=": "<="}[sign]
    if sign == "=":
        if one.is_known and two.is_known:
            return one.low == two.low
        return False if one.high < two.low or two.high < one.low else None
    if sign == "<=":
        return True if one.high <= two.low else False if one.low > two.high else None
    return True if one.high < two.low else False if one.low >= two.high else None


def total(numbers: Iterable[NumberValue]) -> NumberValue:
    """Return the sum of the numbers; 0 if there are none."""
    return sum(numbers, NumberValue.exactly(0))
