"""Messages in the user's language, and messages that are stored and translated later."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import BadValue, failure_reason
from kb.i18n import (
    StoredMessage,
    _,
    deserialize_message,
    get_language,
    ngettext,
    serialize_message,
    set_language,
    stored_message,
    translate,
)


@pytest.fixture
def french() -> Iterator[None]:
    """Make messages French during a test."""
    set_language("fr")
    yield
    set_language("en")


def test_english_reads_no_catalogue() -> None:
    """English messages are formatted without a catalogue; an unknown message is returned unchanged."""
    assert get_language() == "en"
    assert _("{name} is empty", name="a.txt") == "a.txt is empty"
    assert _("no such message in any catalogue") == "no such message in any catalogue"
    assert _("a brace { without values") == "a brace { without values"


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [(0, "0 findings", "0 défaut"), (1, "1 finding", "1 défaut"), (2, "2 findings", "2 défauts")],
)
def test_plurals_of_each_language(count: int, english: str, french: str) -> None:
    """English has a singular only for one, French for zero and one."""
    assert ngettext("{count} finding", "{count} findings", count) == english
    set_language("fr")
    try:
        assert ngettext("{count} finding", "{count} findings", count) == french
    finally:
        set_language("en")


@pytest.mark.usefixtures("french")
def test_french_messages() -> None:
    """Articles and quotation marks are French; a text that isn't in the catalogue stays English."""
    assert str(BadValue("date", "x", "y")) == "«\u00a0x\u00a0» n’est pas une date\u00a0: y"
    assert failure_reason(FileNotFoundError(2, "No such file or directory")) == "fichier ou dossier inexistant"
    assert failure_reason(OSError(99, "Something rare")) == "Something rare"
    assert _("") == ""


def test_a_stored_message_is_english_until_it_is_translated() -> None:
    """A stored message is English until it is translated, whatever the user's language."""
    set_language("fr")
    try:
        message = stored_message("{left} is missing before {number}", left="306.5b", number="306.5c")
        assert message == "306.5b is missing before 306.5c"
        assert translate(message) == "306.5b manque avant 306.5c"
        assert translate(deserialize_message(serialize_message(message))) == translate(message)
        assert translate("said already") == "said already"
    finally:
        set_language("en")
    assert translate(message) == "306.5b is missing before 306.5c"


@pytest.mark.usefixtures("french")
def test_nested_messages() -> None:
    """A message within a message is translated with it; dates and numbers are stored as texts."""
    marks = stored_message("quotation marks")
    template = (
        "the source has lost its {marks} ({count} places, the first '{first}'); "
        "its text is shown only where no clean one is known"
    )
    message = stored_message(template, template, marks=marks, count=3, first="a permanents owner")
    assert "a perdu ses guillemets (3 endroits, le premier «\u00a0a permanents owner\u00a0»)" in translate(message)
    assert translate(deserialize_message(serialize_message(message))) == translate(message)
    day = stored_message(
        "the file's name says {named}, its text {stated}; the text counts", named=date(2020, 1, 2), stated="x"
    )
    assert "2020-01-02" in translate(day)


@given(st.text(), st.integers(), st.text(alphabet="{}'\"\\ab"))
def test_stored_messages_are_read_back(text: str, count: int, nested: str) -> None:
    """A stored message may have any values, also with braces."""
    within = stored_message("{what}", what=nested)
    message = stored_message("{a} and {b} one", "{a} and {b}: {count}", a=text, b=within, count=count)
    again = deserialize_message(serialize_message(message))
    assert str(again) == str(message)
    assert again.translated_text() == message.translated_text() == str(message)
    assert serialize_message(again) == serialize_message(message)


def test_messages_of_other_processes() -> None:
    """A message from another process can be translated."""
    message: StoredMessage = pickle.loads(pickle.dumps(stored_message("{name} is empty", name="x")))
    assert (message.message, message.values, str(message)) == ("{name} is empty", {"name": "x"}, "x is empty")


def test_a_text_without_message_data() -> None:
    """A text without message data, as in a store of an older schema, is serialized as an empty string."""
    assert serialize_message("as it was") == ""
