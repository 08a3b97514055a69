"""Every question reads the values after effects: an effect and its stated result give the same answer (613)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kb.rulings.conftest import Ask
