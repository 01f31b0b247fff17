"""Is a message read with whom and which day it leaves to the conversation?"""

from datetime import date

import pytest

from orchestrator.language.discourse.anaphora import refers_to_day, refers_to_person, with_day
from orchestrator.language.tables import Language


@pytest.mark.parametrize(
    ("language", "said", "meant"),
    [
        ("en", "does she have an email?", "does Rui Costa have an email?"),
        ("en", "when am I seeing her next", "when am I seeing Rui Costa next"),
        ("en", "when's her next birthday", "when's Rui Costa's next birthday"),
        ("en", "what's he allergic to", "what's Rui Costa allergic to"),
        ("en", "have I met him this year", "have I met Rui Costa this year"),
        ("en", "tell me his address", "tell me Rui Costa's address"),
        ("pt", "qual é o telemóvel dele", "qual é o telemóvel de Rui Costa"),
        ("pt", "e quando é que falo com ela?", "e quando é que falo com Rui Costa?"),
        ("pt", "onde é que trabalha", "onde é que trabalha Rui Costa"),
        ("pt", "quando vou vê-la", "quando vou ver Rui Costa"),
        ("pt", "o que é que lhe devo?", "o que é que lhe devo a Rui Costa?"),
        ("es", "pásame su teléfono", "pásame el teléfono de Rui Costa"),
        ("es", "y a qué se dedica", "y a qué se dedica Rui Costa"),
        ("es", "para qué vino", "para qué vino Rui Costa"),
        ("es", "dónde vive ahora", "dónde vive Rui Costa ahora"),
        ("es", "cuándo la veo", "cuándo veo a Rui Costa"),
        ("es", "qué le debo", "qué le debo a Rui Costa"),
    ],
)
def test_a_pronoun_is_somebody(language: Language, said: str, meant: str) -> None:
    found = refers_to_person(said, language)
    assert found is not None
    assert found.named(said, "Rui Costa") == meant


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "when is the dentist"),
        ("en", "did he tell her about it"),  # two people
        ("pt", "quando é que vem o Rui?"),
        ("es", "cuándo viene el fontanero"),
        ("es", "y cuándo vuelvo"),
        ("es", "qué le regalo a Irene"),
    ],
)
def test_who_is_named_is_left_alone(language: Language, said: str) -> None:
    assert refers_to_person(said, language) is None


@pytest.mark.parametrize(
    ("language", "said", "gender", "certain"),
    [
        ("en", "is she coming?", "f", True),
        ("pt", "e onde é que ela é?", "f", False),
        ("pt", "o número dela", "f", True),
        ("es", "con quién está casado él", "m", False),
        ("es", "pásame su correo", None, True),
    ],
)
def test_the_gender_is_told_and_whether_a_thing_may_be_meant(
    language: Language, said: str, gender: str | None, certain: bool
) -> None:
    found = refers_to_person(said, language)
    assert found is not None
    assert (found.gender, found.certain) == (gender, certain)


@pytest.mark.parametrize(
    ("language", "said", "meant"),
    [
        ("en", "am I free that day?", "am I free on November 27, 2026?"),
        ("en", "who is there on that day", "who is there on November 27, 2026"),
        ("pt", "tenho mais alguma coisa nesse dia?", "tenho mais alguma coisa no dia 27 de novembro de 2026?"),
        ("es", "a qué hora sale Irene ese día", "a qué hora sale Irene el 27 de noviembre de 2026"),
    ],
)
def test_that_day_is_a_day(language: Language, said: str, meant: str) -> None:
    assert refers_to_day(said, language)
    assert with_day(said, date(2026, 11, 27), language) == meant


def test_no_day_is_meant() -> None:
    assert not refers_to_day("what a day", "en")
    assert with_day("what a day", date(2026, 11, 27), "en") == "what a day"


@pytest.mark.parametrize("shape", ["she ", "la ", "dele ", "that day ", "é que ", "who she's "])
def test_long_texts_are_left_alone(shape: str) -> None:
    for language in ("en", "pt", "es"):
        assert refers_to_person(shape * 16_000, language) is None
