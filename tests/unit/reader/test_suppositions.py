"""Is a change that is only supposed worked out from the calendar, and never made?"""

from typing import Any

import pytest
from tests.unit.reader.world import ask, facts

from orchestrator.reader.acts import Act
from orchestrator.reader.supposition.condition import Asks, supposition


@pytest.mark.parametrize(
    ("question", "act", "asks"),
    [
        ("what if I cancelled the yoga class, would I be free on Tuesday morning?", Act.EVENT_CANCEL, Asks.FREE),
        ("would I be free after lunch if I skipped the budget meeting", Act.EVENT_CANCEL, Asks.FREE),
        ("what if the budget meeting was called off?", Act.EVENT_CANCEL, Asks.CHANGES),
        ("if i moved the dentist to monday would it clash", Act.EVENT_MOVE, Asks.CLASH),
        ("what would change if the concert started at 8pm?", Act.EVENT_MOVE, Asks.CHANGES),
        ("if I had dinner with Ana on Monday at 8, would that overlap with anything?", Act.EVENT, Asks.CLASH),
        ("suppose the dentist was pushed an hour later, does it clash?", Act.EVENT_MOVE, Asks.CLASH),
        ("e se o concerto fosse às 20h, o que é que mudava?", Act.EVENT_MOVE, Asks.CHANGES),
        ("se desmarcasse o dentista, ficava livre na sexta de manhã?", Act.EVENT_CANCEL, Asks.FREE),
        ("o que mudava se o voo passasse para sábado?", Act.EVENT_MOVE, Asks.CHANGES),
        ("si moviera el dentista al lunes, ¿coincidiría con algo?", Act.EVENT_MOVE, Asks.CLASH),
        ("¿tendría libre el viernes si no fuera al dentista?", Act.EVENT_CANCEL, Asks.FREE),
        ("y si la cena se aplazara al jueves?", Act.EVENT_MOVE, Asks.CHANGES),
        ("if I told you to cancel the dentist, would you?", Act.EVENT_CANCEL, Asks.STEWARD),
        ("se te pedisse para apagar o dentista, apagavas?", Act.EVENT_CANCEL, Asks.STEWARD),
        ("si te dijera que anularas el concierto, ¿lo harías?", Act.EVENT_CANCEL, Asks.STEWARD),
    ],
)
def test_what_is_supposed(question: str, act: Act, asks: Asks) -> None:
    found = supposition(facts(question, mood="question"))
    assert (found and found.change.act, found and found.asks) == (act, asks)


@pytest.mark.parametrize(
    "text",
    ["if it rains, will I be late?", "am I free on Friday?", "do you know if I moved the dentist to Friday?",
     "tell me if I have anything tomorrow", "if the dentist is cancelled, remind me to call them",
     "if I'm free on Friday, book lunch with Ana", "se estiver livre na sexta, marca almoço com a Ana",
     "cancel the dentist", "no meetings on Fridays if I am in Lisbon", "si llueve, ¿qué hago?"],
)  # fmt: skip
def test_what_supposes_no_change_of_the_calendar(text: str) -> None:
    assert supposition(facts(text)) is None


def turn(question: str, **more: Any) -> str:
    """The answer; nothing may be proposed."""
    done = ask(question, mood="question", **more)
    assert done.writes == []
    return done.text


@pytest.mark.parametrize(
    ("question", "locale", "begins"),
    [
        ("if I cancelled the budget meeting, would I be free on monday afternoon?", "en-GB",
         "Yes (Monday, 23 November 2026, 12:00–18:00): without “Reunião de orçamento” "),
        ("if I moved the dentist to 23 November at 3:30pm, would it clash?", "en-GB",
         "Yes: with “Dentist” (Monday, 23 November 2026, 15:30–16:30) it would overlap with:\n- “Reunião"),
        ("if I moved the dentist to Monday, would it clash?", "en-GB",
         "No: with “Dentist” (Monday, 30 November 2026, 10:00–11:00) "),
        ("if yoga was an hour later, would it clash?", "en-GB", "No: with “Yoga” (Tuesday, 24 November 2026, 08:00"),
        ("if I moved yoga to monday at 15:00, would it clash with the dentist?", "en-GB", "Yes: with “Yoga” (Monday"),
        ("if I skip yoga, can I meet Carla at 7:30?", "en-GB", "Yes (Tuesday, 24 November 2026, 07:30–08:30): "),
        ("would I be free at 10:30 if I moved the dentist to monday?", "en-GB", "Yes (Friday, 27 November 2026, 10:30"),
        ("would I be free on Friday at 10 if I cancelled yoga?", "en-GB",
         "No (Friday, 27 November 2026, 10:00–11:00): without “Yoga” (Tuesday, 24 November 2026, 07:00–08:00) there"),
        ("what if I cancelled the budget meeting?", "en-GB", "That time would be free: without “Reunião de orçamento”"),
        ("what would my Friday look like if I cancelled the dentist?", "en-GB", "Nothing would be left on Friday, 27 "),
        ("se desmarcasse o dentista, ficava livre na sexta de manhã?", "pt-PT", "Sim (sexta-feira, 27 de novembro"),
        ("e se o concerto fosse às 20h, o que é que mudava?", "pt-PT",
         "Nada chocava: com “Concierto de Rosalía” (sábado, 5 de dezembro de 2026, 20:00–22:30)"),
        ("si moviera el yoga al lunes a las 15h, ¿coincidiría con algo?", "es-ES", "Sí: con “Yoga” (lunes, 23 de nov"),
        ("si anulara la comida con Ana, ¿tendría libre el domingo a las 13?", "es-ES", "Sí (domingo, 22 de noviembre"),
        ("if I told you to cancel the yoga, would you do it?", "en-GB", "Yes, but not without your word: "),
    ],
)  # fmt: skip
def test_what_would_follow_comes_first(question: str, locale: str, begins: str) -> None:
    assert turn(question, locale=locale).startswith(begins)


def test_after_lunch_is_after_the_lunch_that_stands_in_the_calendar() -> None:
    """From 14:00, when the lunch with Ana is over, not from the usual hour of a lunch."""
    told = turn("what if I cancelled dinner with Ana, would I be free after lunch?")
    assert told.startswith("Which one")  # there is a lunch with her, no dinner
    told = turn("if I had a walk with Pedro tomorrow at 8pm, would I be free after lunch?")
    assert told.startswith("Yes (Sunday, 22 November 2026, 14:00–20:00): with “Walk with Pedro”")


def test_a_weekday_of_what_is_elsewhere_is_that_of_its_own_week() -> None:
    """Of the flight on Sunday, 20 December, Friday is the 18th, as it would be if the flight were moved."""
    assert "Friday, 18 December 2026" in turn("what if the flight was on friday instead?")
    assert "Friday, 18 December 2026" in turn("if I moved the flight to friday, would it clash?")


def test_of_two_that_are_called_so_none_is_taken_where_the_words_fit_only_in_part() -> None:
    told = turn("what if I cancelled the big review with Ana Souza?")
    assert told.startswith(("Which one", "I can't tell"))


def test_nothing_is_said_to_be_changed() -> None:
    assert "your calendar is as it was" in turn("what if I cancelled yoga?")
