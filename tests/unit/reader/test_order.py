"""Which one is told of several: the first, the last, the next, and from there the one before or after?"""

import pytest
from tests.unit.reader.world import ask

from orchestrator.language.lexicon.shape import Language
from orchestrator.reader.conditions.order import FIRST, LAST, NEXT, Rank, rank_in, step, stepped
from orchestrator.reader.line import line


@pytest.mark.parametrize(
    ("question", "language", "rank"),
    [
        ("when was my first dentist appointment?", "en", FIRST),
        ("what was the last thing I did with Ana?", "en", LAST),
        ("quando foi a primeira aula?", "pt", FIRST),
        ("qual foi o último jantar com a Ana?", "pt", LAST),
        ("¿cuándo fue mi primera clase?", "es", FIRST),
        ("what's Ana's last name?", "en", None),
        ("what happened last week?", "en", None),
        ("what did I do on the first day of May?", "en", None),
    ],
)
def test_which_one_is_asked_for(question: str, language: Language, rank: Rank | None) -> None:
    assert rank_in(line(question), language) == rank


@pytest.mark.parametrize(
    ("said", "language", "by"),
    [
        ("and the one before?", "en", -1),
        ("and before that?", "en", -1),
        ("and the next one?", "en", 1),
        ("e a anterior?", "pt", -1),
        ("e a seguinte?", "pt", 1),
        ("¿y la anterior?", "es", -1),
        ("¿y el siguiente?", "es", 1),
        ("and on Friday?", "en", 0),
        ("the one with Ana", "en", 0),
    ],
)
def test_a_step(said: str, language: Language, by: int) -> None:
    assert step(line(said), language) == by


def test_from_the_last_one_step_on_is_the_next() -> None:
    assert stepped(LAST, 1, past=True) == NEXT
    assert stepped(None, -1, past=True) == Rank(-2)
    assert stepped(None, 1, past=False) == Rank(1)
    assert Rank(-2).of(["a", "b"], ["c"]) == "a"
    assert Rank(1).of(["a", "b"], ["c"]) is None
    assert FIRST.of(["a", "b"], ["c"]) == "a"


@pytest.mark.parametrize(
    ("before", "said", "locale", "told"),
    [
        ("when is my next dentist appointment?", "and the one before?", "en-GB", "4 May 2026"),
        ("when did I last see the dentist?", "and the next one?", "en-GB", "27 Nov 2026"),
        ("quando é o próximo dentista?", "e o anterior?", "pt-PT", "4 mai. 2026"),
        ("¿cuándo fue la última vez que fui al dentista?", "¿y la siguiente?", "es-ES", "27 nov 2026"),
    ],
)
def test_a_follow_up_goes_on_from_what_was_told(before: str, said: str, locale: str, told: str) -> None:
    answer = ask(said, mood="question", locale=locale, history=(("user", before), ("assistant", "…"))).text
    assert told in answer, answer
    assert "\n" not in answer


def test_the_last_question_says_what_is_asked_of_the_next_subject() -> None:
    """ "And the concert?" after "where is it?" asks where."""
    history = (("user", "when is the dentist?"), ("user", "where is it?"))
    told = ask("and the concert?", mood="question", history=history)
    assert "Palacio Vistalegre" in told.text


def test_hours_without_a_day_are_on_the_day_that_was_asked_for() -> None:
    history = (("user", "what do I have on Monday?"), ("assistant", "…"))
    assert "Reunião" in ask("and after lunch?", mood="question", history=history).text


def test_a_month_of_what_was_is_the_last_one() -> None:
    history = (("user", "how many meetings did I have with Ana this month?"), ("assistant", "…"))
    assert ask("and in October?", mood="question", history=history).text.startswith("I count 1 event")
