"""How far is a long transfer? Told on stderr, to a person alone: stdout is for what was asked for."""

import sys
from types import TracebackType

from rich.console import Console
from rich.status import Status


class Progress:
    """One line that changes while it lasts; nothing where nobody looks."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._status: Status | None = None

    def __enter__(self) -> "Progress":
        if sys.stderr.isatty():
            self._status = Console(stderr=True, markup=False).status(f"{self._doing} …")
            self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def bytes(self, done: int) -> None:
        """So many went over."""
        if self._status is not None:
            self._status.update(f"{self._doing} … {done / 1e6:.1f} MB")

    def now(self, doing: str) -> None:
        """Something else is under way."""
        self._doing = doing
        if self._status is not None:
            self._status.update(f"{doing} …")


def progress(doing: str) -> Progress:
    """`with progress("sending") as told:`"""
    return Progress(doing)
