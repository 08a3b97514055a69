"""A hard time limit for a call that may wait for others, such as a server."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

_Result = TypeVar("_Result")


class _Outcome(Generic[_Result]):
    """What a call returned or raised."""

    def __init__(self, call: Callable[[], _Result]) -> None:
        self._raised: BaseException | None = None
        try:
            self._result = call()
        except BaseException as problem:  # noqa: BLE001, raised again in the thread that waits
            self._raised = problem

    def get(self) -> _Result:
        if self._raised is not None:
            raise self._raised
        return self._result


def call_within(seconds: float, call: Callable[[], _Result]) -> _Result:
    """Call a function, and return or raise what it returns or raises. Raise TimeoutError after `seconds`.

    The function runs in a thread of its own, because some waits have no time limit: the lookup of a host's name, a
    server that sends the headers of its answer byte by byte. After the time limit, the thread goes on; the caller
    closes the connection that the thread may wait for. The thread doesn't keep the program from ending.
    """
    outcomes: SimpleQueue[_Outcome[_Result]] = SimpleQueue()
    Thread(target=lambda: outcomes.put(_Outcome(call)), daemon=True).start()
    try:
        outcome = outcomes.get(timeout=max(0.0, seconds))
    except Empty:
        raise TimeoutError from None
    return outcome.get()
