"""Is the time that is free the one that was asked for: after a meal, in a part of a day, on which of many days?"""

import pytest
from tests.unit.reader.world import ask


@pytest.mark.parametrize(
    ("question", "locale"),
    [
        ("am I free tomorrow after lunch?", "en-GB"),
        ("estou livre amanhã depois do almoço?", "pt-PT"),
    ],
)
def test_after_lunch_is_after_the_lunch_that_stands_there(question: str, locale: str) -> None:
    told = ask(question, mood="question", locale=locale).text
    assert "14:00–00:00" in told
    assert "Lunch with Ana" not in told


def test_only_what_lies_in_the_time_stands_in_the_way() -> None:
    told = ask("am I free on Monday after 4?", mood="question").text
    assert "Reunião" in told
    assert "Free: 16:30–" in told
    assert "look free" in ask("am I free on Monday after 5?", mood="question").text


@pytest.mark.parametrize(
    ("question", "locale", "free", "held"),
    [
        ("which mornings am I free next week?", "en-GB", "- Monday, 23 November 2026: free\n", "“Yoga” 07:00–08:00"),
        ("que manhãs tenho livres na próxima semana?", "pt-PT", ": livre\n", "“Yoga” 07:00–08:00"),
        ("¿qué tardes tengo libres la semana que viene?", "es-ES", ": libre\n", "“Reunião de orçamento” 15:00–16:30"),
    ],
)
def test_of_many_days_each_is_told(question: str, locale: str, free: str, held: str) -> None:
    told = ask(question, mood="question", locale=locale).text
    assert free in told
    assert held in told


def test_only_the_days_that_are_asked_for() -> None:
    told = ask("which weekdays am I free next week?", mood="question").text
    assert "Sunday" not in told
    assert "Wednesday, 25 November 2026: free" in told
