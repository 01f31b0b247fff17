"""The week before Easter is eight days, from Palm Sunday to Easter Sunday, and it moves with Easter."""

from datetime import datetime

from tests.support.corpora import corpus

from orchestrator.language.time import mentions

NOVEMBER = datetime(2026, 11, 21, 10)
IN_IT = datetime(2026, 4, 1, 10)
_2026, _2027, _2028 = ("2026-03-29", "2026-04-06"), ("2027-03-21", "2027-03-29"), ("2028-04-09", "2028-04-17")


@corpus("time_feast_weeks", "the_holy_week")
def test_the_holy_week(locale: str, text: str, now: datetime, week: tuple[str, str]) -> None:
    (found,) = mentions(text, now=now, locale=locale)
    assert (f"{found.start:%Y-%m-%d}", f"{found.end:%Y-%m-%d}", found.grain) == (*week, "week")


def test_its_days_stay_days() -> None:
    for text, day in (("Easter Monday", "2027-03-29"), ("Palm Sunday", "2027-03-21"), ("Good Friday", "2027-03-26")):
        (found,) = mentions(text, now=NOVEMBER, locale="en-US")
        assert (f"{found.start:%Y-%m-%d}", found.grain) == (day, "day")
