"""Do the week, the order of dates and the measures that a rule names hold in what is read and written?"""

from datetime import date, datetime

from tests.support.corpora import corpus

from orchestrator.agent.rules.effects import Units
from orchestrator.agent.rules.ruleset import Rule, RuleSet
from orchestrator.kit.ids import new_id
from orchestrator.language import render
from orchestrator.language.time import resolve, resolve_range
from orchestrator.language.time.told import told_dates
from orchestrator.language.units import week_start_of, with_units

SUNDAY = datetime(2026, 11, 22, 9)
WEDNESDAY = datetime(2026, 11, 25, 9)


def wishes(own: str = "en-US", **units: str | int) -> str:
    return RuleSet((Rule(new_id(), "Mine", Units(**units)),)).locale(own)  # type: ignore[arg-type]


def days(phrase: str, now: datetime, locale: str, looking: str = "forward") -> tuple[date, date]:
    found = resolve_range(phrase, now=now, zone="UTC", locale=locale, looking=looking)  # type: ignore[arg-type]
    assert found is not None
    return found[0].date(), found[1].date()


@corpus("wishes_of_time", "weeks_begin_where_the_user_says")
def test_weeks_begin_where_the_user_says(
    phrase: str, now: datetime, monday: tuple[int, int], sunday: tuple[int, int]
) -> None:
    language = {"esta semana": "es-ES", "la próxima semana": "es-ES", "próxima semana": "pt-BR"}.get(phrase, "en-US")

    def of(found: tuple[date, date]) -> tuple[int, int]:
        first = date(2026, 11, 1)
        return (found[0] - first).days + 1, (found[1] - first).days + 1

    assert of(days(phrase, now, language)) == monday
    assert of(days(phrase, now, wishes(language, week_start="mon"))) == monday
    assert of(days(phrase, now, wishes(language, week_start="sun"))) == sunday


def test_last_week_and_a_weekday_of_it() -> None:
    sunday = wishes("en-GB", week_start="sun")
    assert days("last week", WEDNESDAY, sunday, "back") == (date(2026, 11, 15), date(2026, 11, 22))
    # On a Sunday the week that runs is the one that begins today, for who begins with it.
    assert resolve("Friday next week", now=SUNDAY, zone="UTC", locale=sunday).start == datetime(2026, 12, 4)
    assert resolve("Friday next week", now=SUNDAY, zone="UTC", locale="en-GB").start == datetime(2026, 11, 27)


def test_a_message_is_read_by_the_same_week() -> None:
    (told,) = told_dates("We met last week.", at=WEDNESDAY, locale=wishes("en-GB", week_start="sun"))
    assert (told.since, told.until) == (date(2026, 11, 15), date(2026, 11, 22))
    (told,) = told_dates("Falámos na semana passada.", at=WEDNESDAY, locale=wishes("en-GB", week_start="sun"))
    assert (told.since, told.until) == (date(2026, 11, 15), date(2026, 11, 22))


@corpus("wishes_of_time", "an_ambiguous_date_is_read_in_the_users_order")
def test_an_ambiguous_date_is_read_in_the_users_order(order: str, own: str, expected: date) -> None:
    found = resolve("3/4/2027", now=SUNDAY, zone="UTC", locale=wishes(own, date_order=order))
    assert found.start is not None
    assert found.start.date() == expected


@corpus("wishes_of_time", "distances_are_told_in_the_users_measures")
def test_distances_are_told_in_the_users_measures(metres: float, locale: str, text: str) -> None:
    assert render.distance(metres, locale) == text


def test_all_wishes_travel_together() -> None:
    locale = wishes("pt-BR", clock=12, system="imperial", week_start="sun", date_order="ymd")
    assert locale == "pt-BR-u-fw-sun-hc-h12-ms-ussystem-x-ymd"
    assert week_start_of(locale) == 6
    assert render.clock(datetime(2026, 1, 1, 15), locale) == "3:00 PM"
    assert with_units(locale, week_start="mon") == "pt-BR-u-fw-mon"
