"""Truth with three values: yes, no, and open where a fact isn't stated.

A `Truth` remembers what it was made of, so the same value gives the answer, the facts that it still
depends on (`kb.rulings.settling`) and the proof (`kb.rulings.proof`). Terms (`Number`, `Word`, `Words`) are values of
facts that may be unknown; to compare them gives a Truth:

    all_of(creature.is_a("creature"), creature.toughness <= 0)

A Truth has no truth value of its own in Python: `and`, `or`, `not` and `if` on one raise TypeError, because
they would have to guess what is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Protocol

if TYPE_CHECKING:
    from kb.rulings.registry import Rule

INFINITY = float("inf")

Kind = Literal["leaf", "all", "any", "not", "clash"]


class Named(Protocol):
    """What has an id: a player, an object."""

    @property
    def id(self) -> str:
        """Its id in the situation."""
        ...


@dataclass(frozen=True, slots=True)
class Claim:
    """What a truth says, as a template for `kb.tongue` and what goes into its places; put into words when shown.

    Attributes:
        template: the sentence in English, its places as `{name}`.
        values: what goes into the places: words, things, or terms.
    """

    template: str
    values: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Atom:
    """What isn't known: a question about facts that are open.

    Attributes:
        key: two atoms with the same key are the same question.
        facts: paths of the facts that it asks about.
        test: for a question about one fact, whether a value of it answers yes; None where only yes and no are
            tried.
        samples: values of the fact among which each answer to the question occurs.
    """

    key: str
    facts: tuple[str, ...] = field(compare=False)
    test: Callable[[Any], bool] | None = field(default=None, compare=False)
    samples: tuple[Any, ...] = field(default=(False, True), compare=False)


class Truth:
    """Yes, no or open, with what it was made of. Not to be changed once it is made.

    Attributes:
        value: True, False, or None while open.
        kind: how it follows from its parts.
        parts: what it was made of.
        claim: what it says: a sentence, or a fact as it is; None if its parts say it.
        facts: paths of the facts that it was read from.
        atom: for an open leaf, the question that is open.
        rule: the encoded rule that says so, where one does.
        assumed: whether nobody stated it: it is taken as usual.
    """

    __slots__ = ("assumed", "atom", "claim", "facts", "kind", "parts", "rule", "value")

    def __init__(
        self,
        value: bool | None,
        kind: Kind = "leaf",
        parts: tuple[Truth, ...] = (),
        *,
        claim: Claim | Word | Words | Number | None = None,
        facts: tuple[str, ...] = (),
        atom: Atom | None = None,
        rule: Rule | None = None,
        assumed: bool = False,
    ) -> None:
        self.value, self.kind, self.parts = value, kind, parts
        self.claim, self.facts, self.atom, self.rule, self.assumed = claim, facts, atom, rule, assumed

    def __bool__(self) -> NoReturn:
        raise TypeError("a Truth may be open: use all_of, any_of and not_ instead of and, or, not and if")

    def says(self, template: str, **values: Any) -> Truth:
        """The same truth with a claim of its own, as a `later` template; its parts become the reasons for it."""
        return Truth(
            self.value, self.kind, self.parts, claim=Claim(template, tuple(values.items())), facts=self.facts,
            atom=self.atom, rule=self.rule, assumed=self.assumed,
        )  # fmt: skip

    def by(self, rule: Rule, claim: Claim, scope: Truth | None = None) -> Truth:
        """A truth that an encoded rule says: this one is the reason.

        Args:
            rule: the rule.
            claim: what it says.
            scope: why the rule speaks of the case at all, where that is a condition that holds.
        """
        return Truth(self.value, "all", (self,) if scope is None else (self, scope), claim=claim, rule=rule)


def stated(value: bool, template: str = "", **values: Any) -> Truth:
    """A truth that needs no fact of the situation."""
    return Truth(value, claim=Claim(template, tuple(values.items())) if template else None)


def unknown(fact: str, template: str = "", **values: Any) -> Truth:
    """A truth that is open because of one fact, about which nothing else is known."""
    claim = Claim(template, tuple(values.items())) if template else None
    return Truth(None, claim=claim, facts=(fact,), atom=Atom(fact, (fact,)))


def all_of(*parts: Truth) -> Truth:
    """Yes if each of them is; no as soon as one of them is no, whatever is open."""
    value: bool | None = True
    for part in parts:
        if part.value is False:
            value = False
            break
        if part.value is None:
            value = None
    return Truth(value, "all", parts)


def any_of(*parts: Truth) -> Truth:
    """Yes as soon as one of them is; no if none of them is."""
    value: bool | None = False
    for part in parts:
        if part.value is True:
            value = True
            break
        if part.value is None:
            value = None
    return Truth(value, "any", parts)


def not_(part: Truth) -> Truth:
    """Yes if it is no."""
    return Truth(None if part.value is None else not part.value, "not", (part,))


def every(parts: Iterable[Truth]) -> Truth:
    """`all_of` for as many as there are; yes for none."""
    return all_of(*parts)


def some(parts: Iterable[Truth]) -> Truth:
    """`any_of` for as many as there are; no for none."""
    return any_of(*parts)


def clash(*exceptions: Truth) -> Truth:
    """Neither yes nor no: exceptions that all apply and disagree, none of them before the others."""
    return Truth(None, "clash", exceptions)


def unless(default: Truth, exceptions: Iterable[tuple[Truth, bool]]) -> Truth:
    """A truth by default, with exceptions to it.

    Where one exception applies, what it says holds instead of the default. Where two apply that disagree,
    that is a clash: which of them counts isn't for this program to pick.

    Args:
        default: what holds if no exception applies.
        exceptions: whether each applies, and what then holds.
    """
    yes = [applies for applies, then in exceptions if then]
    no = [applies for applies, then in exceptions if not then]
    for_it, against = some(yes), some(no)
    if not yes or not no:
        return any_of(for_it, all_of(default, not_(against)))
    disagree = all_of(for_it, against, clash(*yes, *no))
    alone = any_of(all_of(for_it, not_(against)), all_of(default, not_(for_it), not_(against)))
    return any_of(disagree, alone)


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
