"""Find a question: the groups of the questions, and the questions whose names and help are near a user's words."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher, get_close_matches
from math import log

from kb.errors import BadValue
from kb.i18n import _, mark_message
from kb.rulings.engine.questions import Question, all_questions

_GROUPS = {
    "combat": mark_message("Combat"),
    "casting": mark_message("Spells: casting, costs and targets"),
    "abilities": mark_message("Abilities"),
    "turn": mark_message("The turn and priority"),
    "characteristics": mark_message("Characteristics"),
    "layers": mark_message("Characteristics after effects"),
    "zones": mark_message("Zones: entering, leaving, moving"),
    "damage": mark_message("Damage"),
    "life": mark_message("Life, winning and losing"),
    "state_based": mark_message("State-based actions"),
    "card_types": mark_message("Card types"),
    "attachment": mark_message("Auras and Equipment"),
    "keywords": mark_message("Keywords"),
    "copying": mark_message("Copies"),
    "multiplayer": mark_message("Several players"),
    "variants": mark_message("Variants"),
}
"""The groups in the order in which they are listed: the folder of encoded rules, and the heading."""

_EVERYDAY_WORDS = {
    "attack": mark_message("attack swing"),
    "block": mark_message("block defend"),
    "cast": mark_message("cast play spell"),
    "cost": mark_message("cost price expensive"),
    "losing": mark_message("lose lost dead"),
    "sba": mark_message("die dies death destroyed survive"),
    "target": mark_message("target aim"),
    "winning": mark_message("win wins won"),
}
"""Words of players for a word in the name of a question."""

_LITTLE_WORDS = frozenset(
    "a an and any are as at be by can could do does for from has have how i if in is it its me may my of on or so that"
    " the their them they this to what when which who with you your".split()
)
_NAME_WEIGHT = 3.0
_LEAST_SCORE = 4.0
_ID = re.compile(r"\b(?:[A-Z][\w'-]*|p[0-9]{1,2})\b")
"""What looks like the id of an object or player in the words of a user."""
_MOST_THINGS = {"nothing": 0, "object": 1, "player": 1, "objects": 9}
"""How many objects and players a question takes, by its kind of arguments."""
_WORD = re.compile(r"[^\W\d_]+")


def questions_by_group() -> list[tuple[str, list[Question]]]:
    """Return the headings of the groups, in the user's language, with the questions of each group by name."""
    found: dict[str, list[Question]] = {each: [] for each in _GROUPS}
    for question in all_questions().values():
        found[question.folder].append(question)
    return [(_(_GROUPS[group]), questions) for group, questions in found.items() if questions]


def find_question(name: str) -> Question:
    """Return the question with a name.

    Raises:
        BadValue: there is no such question; the message suggests others.
    """
    if (found := all_questions().get(name)) is not None:
        return found
    first, *others = name.split() or [""]
    is_misspelt = bool(get_close_matches(first, list(all_questions()), n=1, cutoff=0.8))
    things = () if is_misspelt else tuple(_ID.findall(" ".join(others)))
    near = ["'{}'".format(" ".join((each.name, *things[: _MOST_THINGS[each.takes]]))) for each in near_questions(name)]
    if not near:
        groups = "; ".join(heading for heading, _questions in questions_by_group())
        raise BadValue("question", name, _("`rules ask --list` lists all, in groups: {groups}", groups=groups))
    listed = near[0] if len(near) == 1 else _("{these} or {last}", these=", ".join(near[:-1]), last=near[-1])
    raise BadValue("question", name, _("did you mean {questions}? `rules ask --list` lists all", questions=listed))


def near_questions(words: str, most: int = 3) -> list[Question]:
    """Return the questions that a user may have meant, the nearest first.

    A misspelt name finds the question of that name alone. Other words find questions by the words in their names,
    in their help in the user's language, and by everyday words.
    """
    known = all_questions()
    name = "-".join(words.lower().replace("_", " ").replace("-", " ").split())
    if close := get_close_matches(name, list(known), n=1, cutoff=0.8):
        return [known[close[0]]]
    wanted = {_stem(each) for each in _WORD.findall(words.lower()) if each not in _LITTLE_WORDS}
    texts = {each: _weighted_words(known[each]) for each in known}
    frequency = Counter(word for text in texts.values() for word in text)
    scores = {
        each: sum(text[word] * log(2 * len(known) / frequency[word]) for word in wanted & text.keys())
        + SequenceMatcher(None, name, each).ratio()
        for each, text in texts.items()
    }
    best = sorted((each for each in known if scores[each] >= _LEAST_SCORE), key=lambda each: -scores[each])
    best = best or get_close_matches(name, list(known), n=1, cutoff=0.5)
    return [known[each] for each in best[:most]]


def _weighted_words(question: Question) -> dict[str, float]:
    """Return the words that find a question, with their weights. Words of the name weigh most."""
    found = {_stem(word): 1.0 for word in _WORD.findall(_(question.help).lower()) if word not in _LITTLE_WORDS}
    parts = [part for part in question.name.split("-") if part not in _LITTLE_WORDS]
    for part in parts:
        weight = _NAME_WEIGHT / len(parts)
        everyday = f"{_EVERYDAY_WORDS[part]} {_(_EVERYDAY_WORDS[part])}".split() if part in _EVERYDAY_WORDS else []
        for word in (part, *everyday):
            found[_stem(word)] = found.get(_stem(word), 0) + weight
    return found


def _stem(word: str) -> str:
    """Return a word without the endings of plurals and verbs."""
    for ending in ("ing", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
