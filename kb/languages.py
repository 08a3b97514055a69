"""The languages of the rules and of the program's messages."""

from __future__ import annotations

from typing import Literal

Lang = Literal["en", "fr"]

LANGUAGES: tuple[Lang, ...] = ("en", "fr")
