"""The languages in which the rules are kept, and in which the program can speak."""

from __future__ import annotations

from typing import Literal

Lang = Literal["en", "fr"]

LANGUAGES: tuple[Lang, ...] = ("en", "fr")
