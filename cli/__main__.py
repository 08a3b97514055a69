"""Run the program `rules`, for `python -m cli` and for the installed script. Ctrl-C ends it quietly at every moment."""

from __future__ import annotations

import gc
import os
import sys

# With the usual threshold, the garbage is collected a hundred times during the imports of a short command, and nothing
# is freed. This takes a fifteenth of its time.
gc.set_threshold(100_000, 20, 20)

TYPE_CHECKING = False  # Type checkers know this name. Importing it from typing takes long.
if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import NoReturn

_INTERRUPTED = 130
_FAILED = 2


def _end_quietly(kind: type[BaseException], problem: BaseException, trace: TracebackType | None) -> None:
    """Print the traceback of an exception that nothing caught, but end the process at once after Ctrl-C."""
    if issubclass(kind, KeyboardInterrupt):
        os._exit(_INTERRUPTED)
    sys.__excepthook__(kind, problem, trace)


# This stands before the imports that take time.
sys.excepthook = _end_quietly

import signal  # noqa: E402
from contextlib import suppress  # noqa: E402


class _Interrupts:
    """What Ctrl-C does: in a command it raises KeyboardInterrupt once, so that the command cleans up.

    A second Ctrl-C ends the process at once. So does a Ctrl-C while modules are imported or after the command: there is
    nothing to clean up then, and a KeyboardInterrupt would only print a traceback.

    Attributes:
        in_command: True while a command runs.
        in_hook: True while a lost KeyboardInterrupt is handled. Python would swallow another one there.
    """

    def __init__(self) -> None:
        self.in_command = False
        self.in_hook = False

    def handle(self, _signal: int, _frame: FrameType | None) -> None:
        """Handle the signal of Ctrl-C."""
        if self.in_hook:
            return
        if not self.in_command:
            os._exit(_INTERRUPTED)
        self.in_command = False
        raise KeyboardInterrupt

    def handle_lost(self, lost: sys.UnraisableHookArgs) -> None:
        """Send the signal again if Python swallowed the KeyboardInterrupt, as it swallows exceptions in `__del__`."""
        if lost.exc_type is not KeyboardInterrupt:
            sys.__unraisablehook__(lost)
            return
        from threading import Thread

        self.in_hook = self.in_command = True
        Thread(target=self._interrupt_again, daemon=True).start()
        self.in_hook = False

    def _interrupt_again(self) -> None:
        """Send the signal until the command has got it."""
        import time

        while self.in_command:
            time.sleep(0.01)
            _interrupt()


def _interrupt() -> None:
    """Send the signal of Ctrl-C to the main thread, from another thread."""
    if sys.platform == "win32":
        signal.raise_signal(signal.SIGINT)
    else:
        from threading import main_thread

        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)


def _foreign_package() -> str:
    """Return a message if another project's package of the same name hides a package of this program, or "".

    The names of the packages are short, and other projects use them, too: `kb-manager` installs a package `kb`.
    """
    from importlib.util import find_spec

    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120, since pathlib takes long
    for name, module in (("kb", "rule_number"), ("ingest", "pipeline"), ("data", "starter")):
        try:
            found = find_spec(name)
            places = [*(found.submodule_search_locations or [found.origin or ""])] if found else []
            is_ours = bool(places) and find_spec(f"{name}.{module}") is not None
        except (ImportError, ValueError, AttributeError):
            is_ours, places = False, []
        if not is_ours:
            where = places[0] if places else os.path.join(home, name)  # noqa: PTH118
            return (
                f"the package '{name}' in {where} isn't this program's: another project has installed or named one; "
                "install rules in an environment of its own, with pipx or uv tool"
            )
    return ""


def _tell_of_foreign_package() -> bool:
    """Print the message of `_foreign_package`. Return False if there is none."""
    if message := _foreign_package():
        sys.stderr.write(f"rules: error: {message}\n")
    return bool(message)


def run() -> int:
    """Run the program and return its exit status."""
    interrupts = _Interrupts()
    # If a script runs this process in the background, the process ignores Ctrl-C from its start, and keeps ignoring it.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupts.handle)
        sys.unraisablehook = interrupts.handle_lost
    try:
        from cli.app import main
    except ImportError:
        if not _tell_of_foreign_package():
            raise
        return _FAILED
    try:
        interrupts.in_command = True
        status = main()
        interrupts.in_command = False
    except KeyboardInterrupt:
        status = _INTERRUPTED
    if status == _FAILED:
        _tell_of_foreign_package()  # Its files may be missing only where a command reads them.
    return status


def run_and_exit() -> NoReturn:
    """Run the program, and end the process with its exit status.

    The process ends without freeing its objects one by one, which takes as long as a tenth of a short command. Whatever
    has to be closed has been closed by then.
    """
    status = run()
    with suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


if __name__ == "__main__":
    run_and_exit()
