"""What time is it? The one place that asks the system, so that rules and tests can be given a time instead."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """A source of the present moment."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass
class FixedClock:
    """A clock that stands still until it is moved: for evaluation and tests."""

    at: datetime

    def now(self) -> datetime:
        return self.at

    def advance(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


def rfc3339(moment: datetime) -> str:
    """`moment` (aware) as RFC 3339 in UTC with a trailing `Z`, microseconds kept."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
