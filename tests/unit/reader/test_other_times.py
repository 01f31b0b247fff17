"""Is the right value worked out of other people's time, ways back and whole days, and what nobody knows said so?"""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from tests.unit.reader import world
from tests.unit.reader.world import ask, event, message

from orchestrator.language.detect import carried
from orchestrator.reader.line import line
from orchestrator.reader.query.algebra import Aggregate
from orchestrator.reader.query.parse import query_asked

EVENTS = [
    event("t1", "Flight to Lisbon", "2026-12-20T09:00:00", "2026-12-20T11:15:00", place="GRU"),
    event("t2", "Flight home", "2026-12-27T18:00:00", "2026-12-27T22:00:00", place="Lisbon Airport"),
    event("t3", "Pedro in town", "2026-12-01T00:00:00", "2026-12-04T00:00:00", ["Pedro Lima"], all_day=True),
    event("t4", "Dentist", "2026-11-27T10:00:00", "2026-11-27T11:00:00", place="Clínica Central"),
    event("t5", "Yoga", "2026-11-27T18:00:00", "2026-11-27T19:00:00", status="tentative"),
    event("t6", "Lunch with Ana", "2026-11-24T12:30:00", "2026-11-24T14:00:00", ["Ana Souza"], "Bistrô Azul"),
    event("t7", "Tiradentes", "2026-12-08T00:00:00", "2026-12-09T00:00:00", all_day=True),
    event("t8", "Trip to Porto", "2026-10-01T00:00:00", "2026-10-05T00:00:00", ["Ana Souza"], "Porto", all_day=True),
    event("t9", "Weekend in Porto", "2027-01-16T00:00:00", "2027-01-18T00:00:00", place="Porto", all_day=True),
]
MESSAGES = [
    message("x1", "Maria", "Maria Silva", "Chego dia 11 de dezembro, fico até 13", "2026-11-15T19:00:00"),
    message("x2", "Ana", "Ana Souza", "El 27 trabajo hasta las 19:00", "2026-11-17T19:00:00"),
]


@pytest.fixture(autouse=True)
def life() -> Iterator[None]:
    """The small world with other events and messages."""
    kept = (world.EVENTS[:], world.MESSAGES[:])
    world.EVENTS[:], world.MESSAGES[:] = EVENTS, MESSAGES
    yield
    world.EVENTS[:], world.MESSAGES[:] = kept


def _after(question: str, answer: str, *ids: str) -> dict[str, Any]:
    """The thread and the context after a question that was answered."""
    rows = [{"id": row["id"], "title": row["title"]} for row in EVENTS if row["id"] in ids]
    return {"history": (("user", question), ("assistant", answer)), "context": {"events": rows}}


@pytest.mark.parametrize(
    ("question", "language", "aggregate"),
    [
        ("whens pedro coming", "en", Aggregate.ARRIVAL),
        ("quando chega o pedro", "pt", Aggregate.ARRIVAL),
        ("cuánto se queda pedro", "es", Aggregate.ARRIVAL),
        ("is ana free on friday", "en", Aggregate.THEIR_TIME),
        ("a ana está livre na sexta", "pt", Aggregate.THEIR_TIME),
        ("a qué hora sale ana de trabajar el viernes", "es", Aggregate.THEIR_HOURS),
        ("a que horas trabalha a ana", "pt", Aggregate.THEIR_HOURS),
        ("and the way back?", "en", Aggregate.RETURN),
        ("quando volto de Lisboa", "pt", Aggregate.RETURN),
        ("y la vuelta?", "es", Aggregate.RETURN),
        ("what's after the dentist", "en", Aggregate.AFTER),
        ("aterro antes das 11?", "pt", Aggregate.BOUND),
        ("a qué hora aterrizo", "es", Aggregate.LANDING),
        ("is the 8th a bank holiday", "en", Aggregate.HOLIDAY),
        ("o dia 8 é feriado?", "pt", Aggregate.HOLIDAY),
        ("¿el 8 es festivo?", "es", Aggregate.HOLIDAY),
        ("qué es lo más urgente", "es", Aggregate.URGENT),
        ("o que já terminei esta semana", "pt", Aggregate.DONE),
        ("earliest flight", "en", Aggregate.FIRST),
        ("is the yoga confirmed", "en", Aggregate.TAKES_PLACE),
    ],
)
def test_what_is_worked_out(question: str, language: Any, aggregate: Aggregate) -> None:
    found = query_asked(line(question), language)
    assert found is not None
    assert found.aggregate is aggregate


@pytest.mark.parametrize(
    ("question", "language"),
    [("cuándo vuelvo a casa de Lucía", "es"), ("quando volto a casa da Lucía", "pt"), ("am I free on friday", "en")],
)
def test_going_there_again_is_no_way_back(question: str, language: Any) -> None:
    assert query_asked(line(question), language) is None


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("whens pedro coming", ["Pedro in town"], []),
        ("how long is pedro staying", ["3 days"], []),
        ("when is maria coming", ["Chego dia 11"], []),
        ("when is ana coming", ["Nothing I have says when Ana Souza comes", "Lunch with Ana"], []),
        ("is ana free on tuesday", ["don't see Ana Souza's own calendar", "Lunch with Ana"], []),
        ("is ana free on thursday", ["nothing with them"], ["Lunch with Ana", "You are"]),
        ("is ana free on the 27th in the evening", ["El 27 trabajo"], ["Dentist"]),
        ("what time does ana work on friday", ["El 27 trabajo hasta las 19:00"], []),
        ("what time does ana work on thursday", ["Nothing I have says at what hours Ana Souza works"], ["trabajo"]),
        ("when am I back from lisbon", ["Flight home"], ["Flight to"]),
        ("earliest flight", ["Flight to Lisbon"], ["Flight home"]),
        ("do i land before 12", ["Yes:", "Flight to Lisbon"], []),
        ("do i land before 11", ["No:", "Flight to Lisbon"], []),
        ("is the dentist before 9", ["No:", "Dentist"], []),
        ("is the dentist before noon", ["Yes:", "Dentist"], []),
        ("what's after the dentist", ["Yoga"], []),
        ("is the yoga confirmed", ["not confirmed", "Yoga"], []),
        ("is december 8 a public holiday", ["whole day in your calendar", "Tiradentes"], []),
        ("is december 9 a public holiday", ["No holiday is in your calendar", "don't know the public ones"], []),
        ("when's the next bank holiday", ["Tiradentes"], ["Pedro in town"]),
        ("what's the most urgent thing on my list", ["Pay the rent"], ["Renew the passport"]),
        ("what did i finish this month", ["Renew the passport"], ["Pay the rent"]),
    ],
)
def test_the_value(question: str, told: Sequence[str], untold: Sequence[str]) -> None:
    text = ask(question, mood="question").text
    assert [words for words in told if words not in text] == []
    assert [words for words in untold if words in text] == []


def test_who_follows_the_event_that_was_told_asks_of_it_alone() -> None:
    told = "“Flight to Lisbon”: Sunday, 20 December 2026, 09:00–11:15"
    thread = _after("when do i fly to lisbon", told, "t1", "t2")
    assert "Flight home" in ask("and the way back?", mood="question", **thread).text
    assert "4 hours" not in ask("how long is the flight", mood="question", **thread).text
    assert ask("do i land after 11", mood="question", **thread).text.startswith("Yes: “Flight to Lisbon”")


def test_going_back_to_what_is_past_is_ahead() -> None:
    told = "“Trip to Porto”: Thursday, 1 October 2026 – Sunday, 4 October 2026"
    thread = _after("when did we go to porto", told, "t8")
    assert "Weekend in Porto" in ask("when are we going back there", mood="question", **thread).text
    assert ask("for how long", mood="question", **thread).text.startswith("“Trip to Porto”: 4 days")
    assert "Ana Souza" in ask("who came along", mood="question", **thread).text


def test_a_follow_up_changes_the_query_before() -> None:
    thread = _after("what's the first thing on friday", "“Dentist”: Friday, 27 November 2026", "t4")
    assert "Yoga" in ask("and the last?", mood="question", **thread).text
    assert "Lunch with Ana" in ask("and on tuesday?", mood="question", **thread).text


def test_the_next_day_and_hours_alone_are_of_the_day_that_was_told() -> None:
    thread = _after("what's on thursday", "There is nothing on your calendar.")
    assert "Dentist" in ask("and the day after?", mood="question", **thread).text
    thread = _after("what's on friday", "“Dentist”: Friday, 27 November 2026", "t4", "t5")
    text = ask("anything after 5?", mood="question", **thread).text
    assert "Yoga" in text
    assert "Dentist" not in text


@pytest.mark.parametrize(
    ("text", "before", "language"),
    [
        ("a que hora", ("que dia es la itv",), "es"),
        ("donde", ("que dia es la itv", "a que hora"), "es"),
        ("a que horas", ("quando é a consulta",), "pt"),
        ("cuando es la cena", ("onde é o jantar",), "es"),
    ],
)
def test_a_few_words_are_in_the_language_of_the_talk(text: str, before: Sequence[str], language: str) -> None:
    assert carried(text, before, "en-GB") == language


@pytest.mark.parametrize("question", ["alguem faz anos {}?", "alguien cumple años {}?"])
def test_years_that_are_turned_are_no_time(question: str) -> None:
    language = "pt" if "faz" in question else "es"
    ahead, week = ("dia 2 de dezembro", "esta semana") if language == "pt" else ("el 2 de diciembre", "esta semana")
    assert "Pedro Lima" in ask(question.format(ahead), mood="question", language=language).text
    assert "Pedro Lima" not in ask(question.format(week), mood="question", language=language).text


def test_up_to_is_no_bound() -> None:
    assert "Dentist" in ask("what am i up to on friday", mood="question").text
