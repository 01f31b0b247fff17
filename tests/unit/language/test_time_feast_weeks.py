"""The week before Easter is eight days, from Palm Sunday to Easter Sunday, and it moves with Easter."""

from datetime import datetime

import pytest

from orchestrator.language.time import mentions

NOVEMBER = datetime(2026, 11, 21, 10)
IN_IT = datetime(2026, 4, 1, 10)
_2026, _2027, _2028 = ("2026-03-29", "2026-04-06"), ("2027-03-21", "2027-03-29"), ("2028-04-09", "2028-04-17")


@pytest.mark.parametrize(
    ("locale", "text", "now", "week"),
    [
        ("en-US", "Easter week", NOVEMBER, _2027),
        ("en-GB", "last Holy Week", NOVEMBER, _2026),
        ("en-US", "Easter week 2028", NOVEMBER, _2028),
        ("es-ES", "en Semana Santa", NOVEMBER, _2027),
        ("es-ES", "Semana Santa", IN_IT, _2026),
        ("es-ES", "la próxima Semana Santa", NOVEMBER, _2027),
        ("pt-BR", "na Semana Santa", NOVEMBER, _2027),
        ("pt-PT", "Semana Santa de 2028", NOVEMBER, _2028),
    ],
)
def test_the_holy_week(locale: str, text: str, now: datetime, week: tuple[str, str]) -> None:
    (found,) = mentions(text, now=now, locale=locale)
    assert (f"{found.start:%Y-%m-%d}", f"{found.end:%Y-%m-%d}", found.grain) == (*week, "week")


def test_its_days_stay_days() -> None:
    for text, day in (("Easter Monday", "2027-03-29"), ("Palm Sunday", "2027-03-21"), ("Good Friday", "2027-03-26")):
        (found,) = mentions(text, now=NOVEMBER, locale="en-US")
        assert (f"{found.start:%Y-%m-%d}", found.grain) == (day, "day")
