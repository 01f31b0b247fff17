"""In which language, for which moment and zone, and for whom is an answer written?"""

from dataclasses import dataclass
from datetime import date, datetime

from orchestrator.language import render
from orchestrator.language.messages import say


@dataclass(frozen=True)
class Voice:
    """In which language, for which moment and place an answer is written."""

    locale: str
    """Of the language of the answer."""
    now: datetime
    zone: str
    user: str = ""
    hints: bool = False
    """Whether dates ahead are told as distances too ("in 6 days")."""

    def short(self, day: date, *, year: bool = True) -> str:
        """ "27 Nov 2026"; in the order of whom it is written for: "Nov 27, 2026", "2026-11-27"."""
        order = render.order_of(self.locale)
        if order == "ymd":
            return f"{day:%Y-%m-%d}" if year else f"{day:%m-%d}"
        told, at = {"day": day.day, "month": month_name(day, self.locale)}, self.locale
        if order == "mdy":
            if not year:
                return say("reader.answer.short_date.month_first.every_year", at, **told)
            return say("reader.answer.short_date.month_first", at, **told, year=day.year)
        if not year:
            return say("reader.answer.short_date.every_year", at, **told)
        return say("reader.answer.short_date", at, **told, year=day.year)

    def moment(self, start: datetime, end: datetime | None = None, *, all_day: bool = False) -> str:
        """A span as people say it, with "today" and its like."""
        return render.moment(start, end, all_day=all_day, zone=self.zone, now=self.now, locale=self.locale)


def month_name(day: date, locale: str) -> str:
    """The short name of its month: "Nov"."""
    return say("reader.answer.months", locale).split()[day.month - 1]
