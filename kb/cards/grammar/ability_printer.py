"""The printer of lines: says the tree of a line again in the rules' template (113.3, 602.1, 603.1, 606.3)."""

from __future__ import annotations

from kb.cards.grammar.nodes import Node, Value
from kb.cards.grammar.printer import Printer, sentence
from kb.cards.grammar.productions import Grammar
from kb.cards.grammar.vocabulary import CardVocabulary


class AbilityPrinter:
    """Prints trees of lines."""

    def __init__(self, grammar: Grammar, words: CardVocabulary) -> None:
        self._printer = Printer(grammar, words, self._line)

    def text(self, tree: Node, name: str) -> str:
        """Return the text of a line that was understood in full. `name` is the card's name, where it names itself."""
        return self._line(tree).replace("~", name)

    def _line(self, tree: Node) -> str:
        """Return the text of a line, with `~` for the card's name."""
        effects = self._effects(tree.get("effects"), first=tree.name != "triggered")
        said = {role: value for role, value in tree.roles if isinstance(value, str)}
        templates = {
            "keywords": lambda: _keyword_line(self._phrases(tree.get("keywords"))),
            "activated": lambda: f"{self._costs(tree)}: {effects}",
            "class_level": lambda: f"{self._costs(tree)}: Level {said['level']}",
            "loyalty": lambda: f"[{said['cost'].replace('-', '−')}]: {effects}",
            "chapter": lambda: f"{said['chapters']} — {effects}",
            "level": lambda: f"LEVEL {said['levels']}",
            "level_size": lambda: said["size"],
            "mode": lambda: f"• {said['label']} — {effects}" if "label" in said else f"• {effects}",
            "triggered": lambda: self._triggered(tree, effects),
            "result": lambda: f"{said['range']} | {effects}",
            "striation": lambda: f"{said['range']} | {effects}",
            "statement": lambda: effects,
        }
        return templates[tree.name]()

    def _triggered(self, tree: Node, effects: str) -> str:
        """Return the text of a triggered ability."""
        condition = tree.child("condition")
        told = f" if {self._printer.text(condition, 's')}," if condition is not None else ""
        event = tree.child("event")
        said = self._printer.text(event, "s") if event is not None else ""
        return f"{sentence(str(tree.get('word')))} {said},{told} {effects}"

    def _costs(self, tree: Node) -> str:
        """Return the costs of an activated ability, each with a capital letter."""
        value = tree.get("costs")
        parts = value if isinstance(value, tuple) else ()
        return ", ".join(sentence(self._printer.text(part)) for part in parts if isinstance(part, Node))

    def _phrases(self, value: Value | None) -> str:
        """Return keywords, separated by commas."""
        if isinstance(value, Node):
            return self._printer.text(value)
        return ", ".join(self._printer.text(part) for part in value or () if isinstance(part, Node))

    def _effects(self, value: Value | None, *, first: bool) -> str:
        """Return sentences, or one ability inside a mode. `first` is True if they begin the text of an ability."""
        said: list[str] = []
        for part in value if isinstance(value, tuple) else ():
            if isinstance(part, Node) and part.category == "ability":
                said.append(self._line(part))
            elif isinstance(part, Node):
                text = self._printer.text(part)
                said.append(_stopped(sentence(text) if first or said else text))
        return " ".join(said)


def _keyword_line(text: str) -> str:
    """Return a line of keywords; if it ends with a cost after a dash that isn't mana, with a full stop."""
    return sentence(text) + ("." if "—" in text and not text.endswith("}") else "")


def _stopped(text: str) -> str:
    """Return a sentence with its full stop, inside a quotation mark if it ends with one."""
    if text.endswith(('."', "—")):
        return text
    return f"{text}."
