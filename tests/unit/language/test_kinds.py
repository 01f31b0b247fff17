"""What kind of message is it? Told for sentences that no exemplar holds; and what that may do to what waits."""

import pytest
from tests.support.processor_time import seconds_of

from orchestrator.language.exemplars.cues import cues
from orchestrator.language.exemplars.kinds import proposed
from orchestrator.language.exemplars.masking import MOST_CHARACTERS, masked
from orchestrator.language.speech_acts.likely_replies import likely_reply
from orchestrator.language.speech_acts.mood import Mood, mood_of

FRESH = (
    ("what time do we have to be at the station again", "en", "when"),
    ("could you be so kind as to tell me Nadia's phone number", "en", "phone"),
    ("wheres Nadia working these days", "en", "job"),
    ("ive got two hours free somewhere on thursday?", "en", "free"),
    ("pls chuck out the pilates on monday", "en", "cancel"),
    ("a que horas é que abre a farmácia", "pt", "when"),
    ("me diz aí o telefone da Nádia", "pt", "phone"),
    ("a Nádia trampa com o quê hj", "pt", "job"),
    ("desmarca lá o pilates de segunda", "pt", "cancel"),
    ("che me pasás el celu de la Nadia", "es", "phone"),
    ("a qué hora es que abre la farmacia", "es", "when"),
    ("borrame el pilates del lunes", "es", "cancel"),
    ("t'as le numéro de Nadia", "fr", "phone"),
)
"""Written after the exemplars, and read by nobody who writes them."""


def test_the_kind_of_what_nobody_wrote_down() -> None:
    told = [proposed(said, language).kind for said, language, _ in FRESH]  # type: ignore[arg-type]
    right = [kind == meant for kind, (_, _, meant) in zip(told, FRESH, strict=True)]
    assert sum(right) >= 8, list(zip(told, FRESH, strict=True))


def test_times_and_names_are_marks() -> None:
    assert masked("see Nadia Brook on friday at 5", "en").startswith("see zzp ")
    assert "zzt" in masked("see Nadia Brook on friday at 5", "en")
    assert masked("SEE NADIA", "en") == "SEE NADIA"


def test_cues_are_the_words_around_the_slots() -> None:
    assert {"fetching", "who"} <= cues("who", "en")
    assert "dentist" not in cues("when", "en")
    assert not cues("amount", "en")  # "the wifi password" says what is asked for


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("nah leave it, could be sunny", "no"),
        ("não, deixa ficar como estava", "no"),
        ("no espera, mejor dejalo", "no"),
        ("lovely, go for it", "yes"),
        ("no, friday", None),
        ("no, the other Ana", None),
        ("sorry, at 6", None),
        ("and add milk", None),
        ("did you do it?", None),
        ("what did Nadia say about the boat", None),
    ],
)
def test_a_reply_in_other_words(said: str, reply: str | None) -> None:
    assert likely_reply(said) == reply


@pytest.mark.parametrize(
    "said",
    ["yes but at 5", "yes and invite Ana too", "ok add milk", "sure, on friday", "sim mas às 18", "dale pero el lunes"],
)
def test_a_yes_that_says_more_carries_nothing_out(said: str) -> None:
    assert likely_reply(said) != "yes"


@pytest.mark.parametrize(
    "said", ["don't cancel the dentist", "não desmarques o dentista", "no borres el dentista", "never mind the dentist"]
)
def test_what_is_forbidden_is_no_request(said: str) -> None:
    assert mood_of(said).mood is not Mood.REQUEST


def test_time_is_bounded_whatever_the_length() -> None:
    proposed("warm", "en")
    short, long = "x " * MOST_CHARACTERS, "x " * 32_000
    assert seconds_of(lambda: proposed(long + "a", "en")) < 20 * (
        seconds_of(lambda: proposed(short + "b", "en")) + 0.02
    )
