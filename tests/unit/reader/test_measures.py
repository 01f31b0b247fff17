"""Is a value that no record holds worked out of the right one, and told first: the time until or since, an age?"""

from datetime import datetime
from typing import Any

import pytest

from orchestrator.llm.messages import LedgerEntry
from orchestrator.reader.conditions.measures import Measure
from orchestrator.reader.evidence import gather
from orchestrator.reader.phrase.answer import answer
from orchestrator.reader.phrase.lines import Voice
from orchestrator.reader.reading import read

NOW = datetime(2026, 11, 22, 16, 40)
LOCALES = {"en": "en-GB", "pt": "pt-PT", "es": "es-ES"}


def told(question: str, language: str, **data: list[dict[str, Any]]) -> str:
    """The answer on what the tools found: `events`, `contacts`."""
    reading = read(question, now=NOW, locale=LOCALES[language])
    ledger = []
    for name, rows in data.items():
        found = {name: rows, **({"meant": [row["id"] for row in rows]} if name == "contacts" else {})}
        ledger.append(LedgerEntry(f"get_{name}", {}, "read", "done", "found", found))
    voice = Voice(LOCALES[language], NOW, "Europe/Madrid")
    return answer(reading, gather(ledger, reading), voice)


@pytest.mark.parametrize(
    ("question", "language", "measure", "unit"),
    [
        ("how long until the concert?", "en", Measure.UNTIL, None),
        ("how many weeks till my holiday", "en", Measure.UNTIL, "week"),
        ("days until the move", "en", Measure.UNTIL, "day"),
        ("how far away is the marathon?", "en", Measure.UNTIL, None),
        ("how long ago did I see Sven?", "en", Measure.SINCE, None),
        ("how many days since the party", "en", Measure.SINCE, "day"),
        ("how old is Teo?", "en", Measure.AGE, None),
        ("what's Irene's age", "en", Measure.AGE, None),
        ("quantos dias faltam para o voo?", "pt", Measure.UNTIL, "day"),
        ("daqui a quantas semanas é o exame?", "pt", Measure.UNTIL, "week"),
        ("há quanto tempo foi o jantar?", "pt", Measure.SINCE, None),
        ("que idade tem a Alba?", "pt", Measure.AGE, None),
        ("¿cuánto falta para la boda?", "es", Measure.UNTIL, None),
        ("cuántos días quedan para el viaje", "es", Measure.UNTIL, "day"),
        ("hace cuánto fue la cena", "es", Measure.SINCE, None),
        ("¿cuántos años cumple Luis el viernes?", "es", Measure.AGE, None),
    ],
)
def test_what_is_measured(question: str, language: str, measure: Measure, unit: str | None) -> None:
    found = read(question, now=NOW, locale=LOCALES[language])
    assert (found.measure, found.unit) == (measure, unit)


@pytest.mark.parametrize(
    "question",
    ["how long is the meeting?", "how many people are coming?", "how long does the flight take",
     "how much is the rent?", "when is the concert?", "quantas reuniões tenho?",
     "¿cuánto dura la clase?", "how old school is that"],
)  # fmt: skip
def test_what_a_record_holds_is_not_worked_out(question: str) -> None:
    assert read(question, now=NOW, locale="en-GB").measure is None


def event(title: str, start: str, end: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"id": title, "title": title, "start_at": start, "end_at": end, **fields}


@pytest.mark.parametrize(
    ("question", "language", "begins"),
    [
        ("how long until the marathon?", "en", "12 days: “Marathon”"),
        ("how many weeks until the marathon?", "en", "1 week and 5 days: “Marathon”"),
        ("quantos dias faltam para a marathon?", "pt", "12 dias: “Marathon”"),
        ("¿cuántas semanas faltan para el marathon?", "es", "1 semana y 5 días: "),
        ("how long ago was the marathon?", "en", "8 days ago: “Marathon”"),
        ("hace cuánto fue el marathon", "es", "Hace 8 días: "),
    ],
)
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


@pytest.mark.parametrize(
    ("question", "language", "birthday", "begins"),
    [
        ("how old is Teo?", "en", "2018-09-30", "8 years: Teo Ferraz"),
        ("how old is Teo?", "en", "2018-11-23", "7 years: Teo Ferraz"),
        ("how old is Teo?", "en", "2025-11-22", "1 year: Teo Ferraz"),
        ("how old will Teo be in march?", "en", "2018-02-03", "9 years on 1 Mar 2027: "),
        ("quantos anos faz o Teo na sexta?", "pt", "1981-11-27", "45 anos em 27 nov. 2026: "),
        ("¿cuántos años tiene Teo?", "es", "1953-06-19", "73 años: Teo Ferraz"),
        ("how old is Teo?", "en", "--08-02", "I don’t know the year in which Teo Ferraz was born."),
        ("how long until Teo's birthday?", "en", "2018-11-21", "364 days: Teo Ferraz"),
        ("how long until Teo's birthday?", "en", "2020-02-29", "98 days: Teo Ferraz"),
    ],
)
def test_an_age_is_that_of_the_day(question: str, language: str, birthday: str, begins: str) -> None:
    assert told(question, language, contacts=[person(birthday)]).startswith(begins)


def test_of_a_birthday_that_is_not_noted_nothing_is_made_up() -> None:
    assert not any(char.isdigit() for char in told("how old is Teo?", "en", contacts=[person(None)]))


@pytest.mark.parametrize(
    ("question", "language", "day"),
    [
        ("what day is christmas this year?", "en", "Friday, 25 December 2026"),
        ("when is Easter", "en", "Sunday, 28 March 2027"),
        ("em que dia da semana calha o natal?", "pt", "sexta-feira, 25 de dezembro de 2026"),
        ("quando é a páscoa?", "pt", "domingo, 28 de março de 2027"),
        ("¿qué día de la semana es el 6 de enero?", "es", "miércoles, 6 de enero de 2027"),
    ],
)
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
