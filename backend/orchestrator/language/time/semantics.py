"""What can a piece of a time phrase mean, before it is known what stands around it?

Pieces stay open as long as they can: "Friday" is a `Spec` until the phrase is over, because "Friday next week" and
"Friday the 13th" say which one. What depends on now alone ("today", "next week") is a `Span` at once.
"""

from dataclasses import dataclass
from datetime import datetime

MINUTES_A_DAY = 1440


@dataclass(frozen=True, slots=True)
class Spec:
    """A date known in part. `weak`: a word that is also something else ("may", "sun"), no date by itself."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    weak: bool = False

    @property
    def grain(self) -> str:
        """The finest field that is known."""
        if self.day is not None or self.weekday is not None:
            return "day"
        return "month" if self.month is not None else "year"


@dataclass(frozen=True, slots=True)
class Span:
    """Known wall time. `end` is exclusive; None with `opens` = "from". `other`: the start of a second reading."""

    start: datetime
    end: datetime | None
    grain: str
    sure: bool = True
    other: datetime | None = None
    opens: str = ""
    kind: str = "instant"
    weak: bool = False
    # Counted from now: whether "in 7 days" is the day or the hour is nowhere said.
    rolls: bool = False


@dataclass(frozen=True, slots=True)
class Feast:
    """A named day that moves: `easter` days from Easter, or `plus` days from the nth weekday of a month (-1: the last).

    `sure`: False where countries keep it on other days. `days`: how long it is, the Holy Week eight.
    """

    easter: int | None = None
    month: int = 1
    weekday: int = 0
    nth: int = 1
    plus: int = 0
    sure: bool = True
    days: int = 1


@dataclass(frozen=True, slots=True)
class Clock:
    """Minutes since midnight (past 1440: in the night that follows). `twelve`: before or after noon is not said.

    `plain`: it stands as written unless a part of the day says otherwise. `zone`: minutes east of UTC, where named.
    """

    minutes: int
    twelve: bool
    grain: str = "hour"
    weak: bool = False
    plain: bool = False
    zone: int | None = None
    seconds: int = 0

    @property
    def open(self) -> bool:
        """Whether both halves of the day are meant as likely."""
        return self.twelve and not self.plain


@dataclass(frozen=True, slots=True)
class Hours:
    """From one clock time to another; `end` None = open ("after 5pm", "until 5pm" by `opens`)."""

    start: Clock | None
    end: Clock | None
    opens: str = ""
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the day in minutes; `half` tells how a bare hour beside it is meant. `at`: the one moment of a meal."""

    name: str
    start: int
    end: int
    half: str
    at: int | None = None
    weak: bool = False


TimeOfDay = Clock | Hours | Part


@dataclass(frozen=True, slots=True)
class When:
    """A date with a time of day."""

    date: "Spec | Span"
    time: TimeOfDay
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time: calendar months and minutes apart, since months have no length. `unit` as it was said."""

    unit: str
    count: float
    months: int = 0
    minutes: float = 0.0
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Again:
    """A recurrence before it has a first day. `freq`: of RFC 5545. `days`: (nth of the month or 0, weekday); `time`: of
    each occurrence.

    `count`: how often; `lasting`: for how long; `start`, `until`: the days that bound it.
    """

    freq: str
    interval: int = 1
    days: tuple[tuple[int, int], ...] = ()
    monthday: int | None = None
    month: int | None = None
    time: TimeOfDay | None = None
    start: Spec | Span | None = None
    until: Spec | Span | None = None
    count: int | None = None
    lasting: Length | None = None


Value = Spec | Span | Feast | Again | Clock | Hours | Part | When | Length | int | float | str | tuple[str, int] | None
