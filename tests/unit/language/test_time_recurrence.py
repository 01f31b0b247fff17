"""Do the words for what happens again become a rule and a first time, and are other words left alone?"""

from datetime import datetime, timedelta

from dateutil.rrule import rrulestr
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.language.time import recurring

# A Monday morning.
_NOW = datetime(2026, 11, 23, 10)
_ZONE = "America/New_York"


@corpus("time_recurrence", "a_recurrence_is_a_rule_and_its_first_time")
def test_a_recurrence_is_a_rule_and_its_first_time(locale: str, phrase: str, rule: str, start: str) -> None:
    found = recurring(phrase, now=_NOW, zone=_ZONE, locale=locale)
    assert found is not None
    assert (found.rule, f"{found.start:%Y-%m-%d %H:%M}", found.sure) == (rule, start, True)


def test_what_is_left_open_is_not_sure() -> None:
    for phrase in ("every Tuesday at 5", "weekly", "every two weeks", "every morning"):
        found = recurring(phrase, now=_NOW, zone=_ZONE, locale="en-US")
        assert found is not None
        assert not found.sure, phrase


def test_each_has_its_length() -> None:
    for phrase in ("every Friday from noon to 2pm", "every Friday at noon for 2 hours"):
        found = recurring(phrase, now=_NOW, zone=_ZONE, locale="en-US")
        assert found is not None
        assert (found.start, found.end) == (datetime(2026, 11, 27, 12), datetime(2026, 11, 27, 14)), phrase


@corpus("time_recurrence", "other_words_are_none")
def test_other_words_are_none(phrase: str) -> None:
    assert recurring(phrase, now=_NOW, zone=_ZONE, locale="en-US") is None


def test_a_first_time_that_no_clock_shows_is_told() -> None:
    found = recurring("every Sunday at 2:30am", now=datetime(2026, 3, 7, 10), zone="America/New_York", locale="en-US")
    assert found is not None
    assert (found.start, found.daylight) == (datetime(2026, 3, 8, 3, 30), "gap")


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FORMS = ("every {day} at {hour}:00", "every other {day} at {hour}:00", "the last {day} of every month at {hour}:00")


@settings(max_examples=80, deadline=None)
@given(
    st.datetimes(datetime(2025, 1, 1), datetime(2030, 1, 1)),
    st.sampled_from(_DAYS),
    st.integers(13, 23),
    st.sampled_from(_FORMS),
)
def test_the_first_time_is_one_of_the_rule(now: datetime, day: str, hour: int, form: str) -> None:
    found = recurring(form.format(day=day, hour=hour), now=now, zone="UTC", locale="en-US")
    assert found is not None
    assert found.start > now
    times = rrulestr(found.rule, dtstart=found.start)
    assert times[0] == found.start
    # Nothing of the rule lies between now and the first time.
    assert not rrulestr(found.rule.replace("INTERVAL=2;", ""), dtstart=now).between(
        now, found.start - timedelta(days=1)
    )
