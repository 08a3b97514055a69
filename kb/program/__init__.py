"""The running program: second processes, cache folder, state of its code, libraries that it lacks, its garbage."""

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
