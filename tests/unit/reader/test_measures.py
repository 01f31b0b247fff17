"""Is a value that no record holds worked out of the right one, and told first: the time until or since, an age?"""

from datetime import datetime
from typing import Any

import pytest
from tests.support.corpora import corpus

from orchestrator.llm.messages import LedgerEntry
from orchestrator.reader.conditions.measures import Measure
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.phrase.answer import answer
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.reading import read

NOW = datetime(2026, 11, 22, 16, 40)
LOCALES = {"en": "en-GB", "pt": "pt-PT", "es": "es-ES", "fr": "fr-FR"}


def told(question: str, language: str, **data: list[dict[str, Any]]) -> str:
    """The answer on what the tools found: `events`, `contacts`."""
    reading = read(question, now=NOW, locale=LOCALES[language])
    ledger = []
    for name, rows in data.items():
        found = {name: rows, **({"meant": [row["id"] for row in rows]} if name == "contacts" else {})}
        ledger.append(LedgerEntry(f"get_{name}", {}, "read", "done", "found", found))
    voice = Voice(LOCALES[language], NOW, "Europe/Madrid")
    return answer(reading, gather(ledger, reading), voice)


@corpus("measures", "what_is_measured")
def test_what_is_measured(question: str, language: str, measure: Measure, unit: str | None) -> None:
    found = read(question, now=NOW, locale=LOCALES[language])
    assert (found.measure, found.unit) == (measure, unit)


@corpus("measures", "what_a_record_holds_is_not_worked_out")
def test_what_a_record_holds_is_not_worked_out(question: str) -> None:
    assert read(question, now=NOW, locale="en-GB").measure is None


def event(title: str, start: str, end: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"id": title, "title": title, "start_at": start, "end_at": end, **fields}


@corpus("measures", "the_distance_of_an_event_comes_first")
def test_the_distance_of_an_event_comes_first(question: str, language: str, begins: str) -> None:
    """Of the one that was and the one that comes the right one."""
    days = [
        event("Marathon", "2026-11-14T08:00:00", "2026-11-14T13:00:00"),
        event("Marathon", "2026-12-04T08:00:00", "2026-12-04T13:00:00", occurrence="2026-12-04"),
    ]
    assert told(question, language, events=days).startswith(begins)


def test_what_is_today_is_told_in_hours() -> None:
    tonight = [event("Concert", "2026-11-22T21:00:00")]
    assert told("how long until the concert?", "en", events=tonight).startswith("4 hours and 20 minutes: ")


def test_a_day_of_the_year_needs_no_record() -> None:
    assert told("how long until Christmas?", "en", events=[]).startswith("33 days: ")


def person(birthday: str | None) -> dict[str, Any]:
    return {"id": "1", "display_name": "Teo Ferraz", "birthday": birthday}


@corpus("measures", "an_age_is_that_of_the_day")
def test_an_age_is_that_of_the_day(question: str, language: str, birthday: str, begins: str) -> None:
    assert told(question, language, contacts=[person(birthday)]).startswith(begins)


def test_of_a_birthday_that_is_not_noted_nothing_is_made_up() -> None:
    assert not any(char.isdigit() for char in told("how old is Teo?", "en", contacts=[person(None)]))


@corpus("measures", "a_day_that_all_know_needs_no_event")
def test_a_day_that_all_know_needs_no_event(question: str, language: str, day: str) -> None:
    assert told(question, language, events=[]) == day


def test_what_stands_in_the_calendar_on_that_day_is_told_below() -> None:
    event = {"id": "e1", "title": "Easter lunch", "start_at": "2027-03-28T13:00", "end_at": "2027-03-28T15:00"}
    first, second = told("when is Easter?", "en", events=[event]).split("\n")
    assert first == "Sunday, 28 March 2027"
    assert second.startswith("- “Easter lunch”")


@pytest.mark.parametrize("question", ["when is the dentist?", "when is lunch", "what day is the concert?"])
def test_what_is_in_the_calendar_alone_is_looked_up(question: str) -> None:
    assert read(question, now=NOW, locale="en-GB").measure is None
