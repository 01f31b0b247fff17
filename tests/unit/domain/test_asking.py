"""Do the words for a time mean what people mean by them: which half of the day, by how much, and not in the title?"""

from datetime import datetime, timedelta

import pytest
from tests.support.corpora import corpus

from orchestrator.domain.foundation.asking.hours import resolved
from orchestrator.domain.foundation.asking.when import Moment, not_over, untimed
from orchestrator.language.shifts import shift

at = datetime.fromisoformat
NOW = at("2026-11-21T12:00")
LUNCH = at("2026-11-22T12:30")
ZONE = "Europe/Lisbon"


@corpus("asking", "an_hour_alone_is_a_waking_one_on_the_day_it_has")
def test_an_hour_alone_is_a_waking_one_on_the_day_it_has(locale: str, words: str) -> None:
    found = resolved(words, now=NOW, zone=ZONE, locale=locale, title="Lunch with Ana", own=LUNCH)
    assert (found.start, found.sure) == (at("2026-11-22T14:00"), True)


@corpus("asking", "of_something_new")
def test_of_something_new(title: str, words: str, start: datetime, sure: bool) -> None:
    found = resolved(words, now=NOW, zone=ZONE, locale="en-US", title=title)
    assert (found.start, found.sure) == (start, sure)


def test_between_two_waking_hours_the_nearer_is_shown_and_told() -> None:
    own = at("2026-11-27T10:00")
    found = resolved("9", now=NOW, zone=ZONE, locale="en-US", title="Dentist", own=own)
    assert (found.start, found.sure) == (at("2026-11-27T09:00"), False)
    assert found.candidates == (at("2026-11-27T09:00"), at("2026-11-27T21:00"))


@corpus("asking", "a_weekday_with_its_date_is_that_date")
def test_a_weekday_with_its_date_is_that_date(locale: str, words: str) -> None:
    own = at("2026-11-23T08:40")  # a Monday, to which the Friday before is nearer
    found = resolved(words, now=at("2026-11-18T09:10"), zone=ZONE, locale=locale, title="Blood test", own=own)
    assert found.start == at("2026-11-27T09:00")


@corpus("asking", "a_move_is_counted")
def test_a_move_is_counted(locale: str, words: str, minutes: int) -> None:
    assert shift(words, locale=locale) == timedelta(minutes=minutes)


@corpus("asking", "other_words_are_no_move")
def test_other_words_are_no_move(locale: str, words: str) -> None:
    assert shift(words, locale=locale) is None


@corpus("asking", "a_title_loses_the_time_that_stands_beside_it")
def test_a_title_loses_the_time_that_stands_beside_it(locale: str, title: str, when: str, left: str) -> None:
    found = resolved(when, now=NOW, zone=ZONE, locale=locale, title=title)
    assert found.start is not None
    meant = Moment(found.start, found.end, found.all_day, ZONE)
    assert untimed(title, meant, now=NOW, locale=locale) == left


def test_a_title_without_a_time_stays() -> None:
    assert untimed("Buy milk tomorrow", None, now=NOW, locale="en-US") == "Buy milk tomorrow"


@corpus("asking", "what_is_moved_stays_in_its_own_days")
def test_what_is_moved_stays_in_its_own_days(
    phrase: str, locale: str, own: datetime, title: str, meant: datetime
) -> None:
    now = datetime(2026, 11, 22, 16, 40)
    assert resolved(phrase, now=now, zone="Europe/Madrid", locale=locale, title=title, own=own).start == meant


def test_nothing_is_moved_into_the_past() -> None:
    now, own = datetime(2026, 11, 26, 9), datetime(2026, 11, 27, 10)
    found = resolved("tuesday", now=now, zone="UTC", locale="en", own=own)
    assert found.start == datetime(2026, 12, 1)


@corpus("asking", "what_one_does_in_the_evening_is_then")
def test_what_one_does_in_the_evening_is_then(locale: str, phrase: str, title: str, hour: int) -> None:
    now = datetime(2026, 11, 22, 16, 40)
    found = resolved(phrase, now=now, zone="UTC", locale=locale, title=title)
    assert (found.start, found.sure) == (datetime(2026, 11, 27, hour), False)


def test_what_is_moved_keeps_its_half_of_the_day() -> None:
    now, own = datetime(2026, 11, 22, 16, 40), datetime(2026, 11, 27, 11)
    found = resolved("at 9", now=now, zone="UTC", locale="en", title="Cinema with the kids", own=own)
    assert found.start == datetime(2026, 11, 27, 9)


@pytest.mark.parametrize(
    ("said_at", "words", "start"),
    [
        ("2026-11-21T12:00", "tonight", "2026-11-21T18:00"),
        ("2026-11-21T18:41", "tonight", "2026-11-21T19:30"),
        ("2026-11-21T23:50", "hoje à noite", "2026-11-21T23:59"),
        ("2026-11-21T13:00", "this morning", "2026-11-21T08:00"),
    ],
)
def test_of_a_part_of_the_day_that_has_begun_what_is_left_is_meant(said_at: str, words: str, start: str) -> None:
    found = resolved(words, now=at(said_at), zone=ZONE, locale="en-US", title="Water the plants")
    assert found.start == at(start)


@pytest.mark.parametrize(
    ("locale", "words"), [("es-ES", "el domingo al mediodía"), ("fr-FR", "dimanche à 9h"), ("en-GB", "sunday at 9")]
)
def test_a_weekday_whose_hour_is_over_today_is_the_next_one(locale: str, words: str) -> None:
    now = at("2026-11-29T18:40")  # a Sunday
    found = resolved(words, now=now, zone=ZONE, locale=locale, title="Visit")
    assert {one.date() for one in not_over(found, now)} == {at("2026-12-06T00:00").date()}
