"""Which days does a message mean by its relative words?"""

from datetime import date, datetime

from tests.support.corpora import corpus

from orchestrator.language.time.told import told_dates

MONDAY = datetime(2023, 5, 8, 13, 56)


def days(text: str, at: datetime = MONDAY, locale: str = "en-US") -> dict[str, tuple[str, str]]:
    return {one.text: (one.since.isoformat(), one.until.isoformat()) for one in told_dates(text, at=at, locale=locale)}


@corpus("told_dates", "relative_words_mean_days_before_or_after_the_message")
def test_relative_words_mean_days_before_or_after_the_message(
    text: str, locale: str, phrase: str, since: str, until: str
) -> None:
    assert days(text, locale=locale) == {phrase: (since, until)}


@corpus("told_dates", "what_names_no_day_stays_as_it_is")
def test_what_names_no_day_stays_as_it_is(text: str) -> None:
    assert days(text) == {}


def test_the_language_is_the_messages_own() -> None:
    assert days("Ontem fui ao dentista com a minha irmã", locale="en-US") == {"Ontem": ("2023-05-07", "2023-05-08")}


def test_each_phrase_knows_its_place() -> None:
    text = "Yesterday I ran, and last week I swam."
    found = told_dates(text, at=MONDAY, locale="en-GB")
    assert [text[one.start : one.end] for one in found] == ["Yesterday", "last week"]
    assert found[0].since == date(2023, 5, 7)
