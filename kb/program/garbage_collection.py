"""Pauses Python's search for cyclic garbage while many objects are made that all stay in use."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_cyclic_collection() -> Iterator[None]:
    """Pause the search for cyclic garbage. Afterwards it goes on, if it was on before."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
