"""Which messages does the reader understand whole, so that no model is asked, and which does it leave to one?"""

import pytest
from tests.unit.reader.world import ask

from orchestrator.language.speech_acts.mood import mood_of


def understood(text: str, locale: str = "en-GB") -> bool:
    return ask(text, locale=locale, mood=mood_of(text, locale).mood).understood


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("what have I got on tomorrow?", "en-GB"),
        ("o que tenho na segunda?", "pt-PT"),
        ("¿qué tengo el lunes?", "es-ES"),
        ("when is the dentist?", "en-GB"),
        ("what is Ana's phone number?", "en-GB"),
        ("quando é o dentista?", "pt-PT"),
        ("add eggs to my list", "en-GB"),
        ("book padel with Ana on thursday at 8pm", "en-GB"),
        ("hello!", "en-GB"),
        ("am I free on tuesday evening?", "en-GB"),
        ("what would clash if I moved the dentist to monday at 15:30?", "en-GB"),
    ],
)
def test_what_the_records_answer_needs_no_model(text: str, locale: str) -> None:
    assert understood(text, locale)


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("write me a poem about the sea", "en-GB"),
        ("até que horas trabalha a Ana na sexta?", "pt-PT"),  # where she works is no answer
        ("tell me about the trip", "en-GB"),
        ("what did Ana think of the hotel and would Pedro like it as well?", "en-GB"),
        ("when does the opera open?", "en-GB"),  # nothing is found of it
        ("qual é o telefone da Zulmira?", "pt-PT"),
        ("what is Pedro's phone number?", "en-GB"),  # none is noted: a message may tell it
        ("remind me to tell Ana that the man from the shop called about the thing with the blue door", "en-GB"),
        ("hmm", "en-GB"),
    ],
)
def test_the_rest_is_a_models(text: str, locale: str) -> None:
    assert not understood(text, locale)
