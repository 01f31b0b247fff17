"""Which time is to be kept free by a message that wishes no more than that?"""

import pytest

from orchestrator.language.speech_acts.keeping_free import time_to_keep
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import Language


@pytest.mark.parametrize(
    ("said", "language", "time"),
    [
        ("block friday from 10 to 12", "en", "friday from 10 to 12"),
        ("can you hold thursday 3 to 5 for me", "en", "thursday 3 to 5"),
        ("keep next monday clear please", "en", "next monday"),
        ("stop me from booking anything on 10 december", "en", " on 10 december"),
        ("resérvame el jueves por la mañana", "es", "el jueves por la mañana"),
        ("bloqueia amanhã à tarde", "pt", "amanhã à tarde"),
        ("bloque vendredi de 10h à 12h", "fr", "vendredi de 10h à 12h"),
        ("block friday from 10 to 12 for the report", "en", ""),
        ("block anna's number", "en", ""),
        ("reserva mesa el viernes", "es", ""),
        ("keep it free", "en", ""),
        ("am i free on friday?", "en", ""),
        ("don't book anything, am i free friday night?", "en", ""),
        ("don't book anything on friday", "en", ""),
    ],
)
def test_time_to_keep(said: str, language: Language, time: str) -> None:
    span = time_to_keep(said, language)
    assert (said[slice(*span)] if span is not None else "") == time
    assert span is None or mood_of(said, language).mood is Mood.REQUEST
