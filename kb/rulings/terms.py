"""Terms: values of facts that may be unknown. To compare them gives a Truth (`kb.rulings.logic`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kb.rulings.logic import Atom, Claim, Named, Truth, not_, some

INFINITY = float("inf")


class Word:
    """One word that may be unknown: a phase, a zone, a name, the id of a player.

    Attributes:
        value: the word, or None.
        fact: path of the fact.
        choices: all words that it can be, if they are few.
        label: template of what the fact is called, with `it`.
        it: what it is a fact of.
        assumed: whether it is only taken as usual.
    """

    __hash__ = None  # type: ignore[assignment]
    __slots__ = ("assumed", "choices", "fact", "it", "label", "value")

    def __init__(
        self, value: str | None, fact: str, label: str, it: object, choices: tuple[str, ...] = (), *,
        assumed: bool = False,
    ) -> None:  # fmt: skip
        self.value, self.fact, self.label, self.it = value, fact, label, it
        self.choices, self.assumed = choices, assumed

    def __eq__(self, other: str | Word | Named) -> Truth:  # type: ignore[override]
        if isinstance(other, Word):
            return self._same(other)
        return self.one_of(other if isinstance(other, str) else other.id)

    def __ne__(self, other: str | Word | Named) -> Truth:  # type: ignore[override]
        return not_(self == other)

    def one_of(self, *words: str) -> Truth:
        """Whether it is one of the words."""
        if self.value is not None:
            return Truth(self.value in words, claim=self, facts=(self.fact,), assumed=self.assumed)
        if self.choices and set(self.choices) <= set(words):
            return Truth(True, claim=self, facts=(self.fact,))
        samples = self.choices or (*words, "\N{EM DASH}")
        atom = Atom(f"{self.fact} in {words}", (self.fact,), lambda value: value in words, samples)
        return Truth(None, claim=self, facts=(self.fact,), atom=atom)

    def _same(self, other: Word) -> Truth:
        claim = Claim("{fact_is}; {other_is}", (("fact_is", self), ("other_is", other)))
        facts, assumed = (self.fact, other.fact), self.assumed or other.assumed
        if self.fact == other.fact:
            return Truth(True, claim=self, facts=(self.fact,))
        if self.value is not None and other.value is not None:
            return Truth(self.value == other.value, claim=claim, facts=facts, assumed=assumed)
        for one, two in ((self, other), (other, self)):
            if one.value is not None and two.value is None:
                return two.one_of(one.value)
        return Truth(None, claim=claim, facts=facts, atom=Atom(" = ".join(sorted(facts)), facts))

    @property
    def known(self) -> bool:
        """Whether it is stated or taken as usual."""
        return self.value is not None


class Words:
    """A list of words that may be unknown, stated in full or not at all: types, keywords, ids.

    Attributes:
        value: the words in the order stated, or None.
        fact: path of the fact.
        label: template of what the fact is called, with `it`.
        it: what it is a fact of.
        assumed: whether it is only taken as usual.
    """

    __slots__ = ("assumed", "fact", "it", "label", "value")

    def __init__(
        self, value: tuple[str, ...] | None, fact: str, label: str, it: object, *, assumed: bool = False
    ) -> None:
        self.value, self.fact, self.label, self.it, self.assumed = value, fact, label, it, assumed

    def __iter__(self) -> Iterator[str]:
        """The words that are stated; none while unknown."""
        return iter(self.value or ())

    @property
    def known(self) -> bool:
        """Whether it is stated or taken as usual."""
        return self.value is not None

    def has(self, word: str | Named) -> Truth:
        """Whether a word, or the id of a thing, is among them."""
        sought = word if isinstance(word, str) else word.id
        if self.value is not None:
            return Truth(sought in self.value, claim=self, facts=(self.fact,), assumed=self.assumed)
        return Truth(None, claim=self, facts=(self.fact,), atom=Atom(f"{self.fact} has {sought}", (self.fact,)))

    def has_any(self, *words: str) -> Truth:
        """Whether one of some words is among them."""
        return some(self.has(word) for word in words)

    @property
    def empty(self) -> Truth:
        """Whether there are none."""
        if self.value is not None:
            return Truth(not self.value, claim=self, facts=(self.fact,), assumed=self.assumed)
        return Truth(None, claim=self, facts=(self.fact,), atom=Atom(f"{self.fact} is empty", (self.fact,)))

    @property
    def count(self) -> Number:
        """How many there are."""
        if self.value is not None:
            return Number(len(self.value), len(self.value), (self.fact,), self.label, self.it, assumed=self.assumed)
        return Number(0, INFINITY, (self.fact,), self.label, self.it)

    def shares_with(self, other: Words) -> Truth:
        """Whether a word is among these and the others."""
        claim = Claim("{fact_is}; {other_is}", (("fact_is", self), ("other_is", other)))
        facts, assumed = (self.fact, other.fact), self.assumed or other.assumed
        for one in (self, other):
            if one.value is not None and not one.value:
                return Truth(False, claim=claim, facts=(one.fact,), assumed=one.assumed)
        if self.value is not None and other.value is not None:
            shared = bool(set(self.value) & set(other.value))
            return Truth(shared, claim=claim, facts=facts, assumed=assumed)
        open_facts = tuple(each.fact for each in (self, other) if each.value is None)
        return Truth(None, claim=claim, facts=facts, atom=Atom(" & ".join(sorted(facts)), open_facts))


class Number:
    """A number of which perhaps only bounds are known.

    Attributes:
        low: it is at least this.
        high: it is at most this.
        facts: paths of the facts that it was read from.
        label: template of what it is called, with `it`.
        it: what it is a fact of.
        open: the facts among them that aren't stated.
        assumed: whether it leans on what is only taken as usual.
        shift: for the number of one open fact with something added, what was added.
    """

    __hash__ = None  # type: ignore[assignment]
    __slots__ = ("assumed", "facts", "high", "it", "label", "low", "open", "shift")

    def __init__(
        self, low: float, high: float, facts: tuple[str, ...], label: str, it: object, *, assumed: bool = False,
        open_facts: tuple[str, ...] | None = None, shift: float | None = 0,
    ) -> None:  # fmt: skip
        self.low, self.high, self.facts, self.label, self.it, self.assumed = low, high, facts, label, it, assumed
        self.open: tuple[str, ...] = (() if low == high else facts) if open_facts is None else open_facts
        self.shift = shift

    @classmethod
    def of(cls, value: float) -> Number:
        """A number that is known from the rules or the question."""
        return cls(value, value, (), "", None)

    @property
    def known(self) -> bool:
        """Whether it is one number."""
        return self.low == self.high

    @property
    def value(self) -> float | None:
        """The number, or None."""
        return self.low if self.known else None

    def __eq__(self, other: float | Number) -> Truth:  # type: ignore[override]
        return self._compare(other, "=", lambda mine, theirs: mine == theirs)

    def __ne__(self, other: float | Number) -> Truth:  # type: ignore[override]
        return not_(self == other)

    def __le__(self, other: float | Number) -> Truth:
        return self._compare(other, "<=", lambda mine, theirs: mine <= theirs)

    def __lt__(self, other: float | Number) -> Truth:
        return self._compare(other, "<", lambda mine, theirs: mine < theirs)

    def __ge__(self, other: float | Number) -> Truth:
        return self._compare(other, ">=", lambda mine, theirs: mine >= theirs)

    def __gt__(self, other: float | Number) -> Truth:
        return self._compare(other, ">", lambda mine, theirs: mine > theirs)

    def __add__(self, other: float | Number) -> Number:
        other = other if isinstance(other, Number) else Number.of(other)
        shift = None
        if self.shift is not None and other.known:
            shift = self.shift + other.low
        elif other.shift is not None and self.known:
            shift = other.shift + self.low
        return Number(
            self.low + other.low, self.high + other.high, (*self.facts, *other.facts), self.label or other.label,
            self.it or other.it, assumed=self.assumed or other.assumed, open_facts=(*self.open, *other.open),
            shift=shift,
        )  # fmt: skip

    __radd__ = __add__

    def __sub__(self, other: float | Number) -> Number:
        other = other if isinstance(other, Number) else Number.of(other)
        return Number(
            self.low - other.high, self.high - other.low, (*self.facts, *other.facts), self.label, self.it,
            assumed=self.assumed or other.assumed, open_facts=(*self.open, *other.open),
            shift=self.shift - other.low if self.shift is not None and other.known else None,
        )  # fmt: skip

    def at_least(self, least: float) -> Number:
        """The number, or `least` if that is more (107.1b)."""
        if self.low >= least:
            return self
        return Number(
            max(self.low, least), max(self.high, least), self.facts, self.label, self.it, assumed=self.assumed,
            open_facts=self.open if self.high > least else (), shift=None,
        )  # fmt: skip

    def _compare(self, other: float | Number, sign: str, test: Callable[[float, float], bool]) -> Truth:
        other = other if isinstance(other, Number) else Number.of(other)
        facts, assumed = (*self.facts, *other.facts), self.assumed or other.assumed
        claim: Claim | Number = (
            self if not other.facts else Claim("{fact_is}; {other_is}", (("fact_is", self), ("other_is", other)))
        )
        decided = _decided(self, other, sign)
        if decided is not None:
            return Truth(decided, claim=claim, facts=facts, assumed=assumed)
        atom = self._atom(other, sign, test)
        return Truth(None, claim=claim, facts=facts, atom=atom)

    def _atom(self, other: Number, sign: str, test: Callable[[float, float], bool]) -> Atom:
        if other.known and len(self.open) == 1 and self.shift is not None:
            shift, bound = self.shift, other.low
            near = (bound - 1, bound, bound + 1)
            samples = tuple(each - shift for each in near if self.low <= each <= self.high)
            return Atom(
                f"{self.open[0]} {sign} {bound - shift:g}", self.open, lambda value: test(value + shift, bound), samples
            )
        open_facts = tuple(dict.fromkeys((*self.open, *other.open)))
        return Atom(f"{self.facts}{self.shift} {sign} {other.facts}{other.low}{other.shift}", open_facts)


def _decided(one: Number, two: Number, sign: str) -> bool | None:
    """What the bounds of two numbers say of them."""
    if sign in (">", ">="):
        one, two, sign = two, one, {">": "<", ">=": "<="}[sign]
    if sign == "=":
        if one.known and two.known:
            return one.low == two.low
        return False if one.high < two.low or two.high < one.low else None
    if sign == "<=":
        return True if one.high <= two.low else False if one.low > two.high else None
    return True if one.high < two.low else False if one.low >= two.high else None


def total(numbers: Iterable[Number]) -> Number:
    """The sum of numbers; 0 for none."""
    found = Number.of(0)
    for number in numbers:
        found += number
    return found
