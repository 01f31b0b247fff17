"""What must a rule know besides the words?"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from orchestrator.language.time.calendar import neighbour, occurrence, period
from orchestrator.language.time.semantics import Span, Spec
from orchestrator.language.time.words import Lexicon


@dataclass(frozen=True, slots=True)
class Context:
    """Now as naive wall time, the language, and whether undated words look back ("what happened in May?")."""

    now: datetime
    lexicon: Lexicon
    back: bool = False
    # The zone of the wall times, needed only where a phrase names another one ("3pm CET").
    zone: str | None = None
    # Whether January is summer where the user lives.
    south: bool = False
    # "GB": where some feasts are kept on days of their own.
    region: str = ""
    # The weekday with which the user's weeks begin: 0 = Monday.
    week_start: int = 0

    def period(self, day: date, unit: str) -> tuple[date, date]:
        """The calendar unit that holds the day, end exclusive."""
        return period(day, unit, self.week_start)

    def neighbour(self, day: date, unit: str, offset: int) -> tuple[date, date] | None:
        """The calendar unit so many units from the one that holds the day."""
        return neighbour(day, unit, offset, self.week_start)

    def in_week(self, day: date, weekday: int) -> date:
        """That weekday of the week that holds the day."""
        return self.period(day, "week")[0] + timedelta(days=(weekday - self.week_start) % 7)

    def span(self, value: Spec | Span) -> Span | None:
        """The one span that a date means."""
        return value if isinstance(value, Span) else occurrence(value, self.now, back=self.back)
