# ruff: noqa: E501  (tables of talks)
"""Is what a correction or a follow-up replaces found in the message before, and nothing where it replaces nothing?"""

from datetime import datetime

import pytest

from orchestrator.language.discourse.restating import (
    meant_instead,
    only_a_time,
    only_names,
    with_instead,
    with_person,
    with_time,
    with_value,
)
from orchestrator.language.tables import Language

NOW = datetime(2026, 11, 22, 16, 40)


@pytest.mark.parametrize(
    ("language", "before", "said", "restated"),
    [
        ("en", "cancel the guitar lesson on Tuesday", "not the one on Tuesday, the one on the 1st", "cancel the guitar lesson on the 1st"),
        ("en", "when's the council meeting", "no, not that one, the design one", "when's the design meeting"),
        ("en", "when's the council meeting", "no, the design one", "when's the design meeting"),
        ("en", "what's on friday", "and the one on saturday?", "what's on saturday"),
        ("pt", "cancela a aula de guitarra desta terça", "não é a de terça que vem, é a de dia 1", "cancela a aula de guitarra dia 1"),
        ("pt", "quando é a reunião da câmara", "não, essa não, a do design", "quando é a reunião de design"),
        ("es", "la reunión del ayuntamiento a qué hora es", "no, esa no, la de diseño", "la reunión de diseño a qué hora es"),
        ("es", "cancela la clase de guitarra del martes", "no, la del día 1", "cancela la clase de guitarra día 1"),
    ],
)  # fmt: skip
def test_the_other_one_is_meant(language: Language, before: str, said: str, restated: str) -> None:
    meant = meant_instead(said, language)
    assert meant is not None
    restated_now = with_instead(before, meant.words, language, now=NOW)
    assert restated_now is not None
    assert restated_now.replace("del día", "día") == restated


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "no meetings on fridays"),
        ("en", "no, leave it"),
        ("en", "the design one"),
        ("en", "not now, ask me later, the plumber is here"),
        ("pt", "não, deixa"),
        ("es", "no, mejor el viernes"),
    ],
)
def test_what_points_at_no_other_one(language: Language, said: str) -> None:
    assert meant_instead(said, language) is None


@pytest.mark.parametrize(
    ("before", "old", "new", "restated"),
    [
        ("whats teos shoe size", "teo", "alba", "whats alba's shoe size"),
        ("how old is Teo?", "teo", "Alba", "how old is Alba?"),
        ("quando é que o Duarte faz anos", "duarte", "Emily", "quando é que o Emily faz anos"),
        ("how old is Theodore", "teo", "Alba", None),
    ],
)
def test_another_person_in_the_same_question(before: str, old: str, new: str, restated: str | None) -> None:
    assert with_person(before, old, new) == restated


def test_a_follow_up_that_only_names_somebody() -> None:
    assert only_names("and Alba's?", ["alba"])
    assert only_names("e a Alba?", ["alba"])
    assert not only_names("and Alba is late", ["alba"])
    assert not only_names("Alba", ["alba"])


@pytest.mark.parametrize(
    ("before", "said", "restated"),
    [
        ("remember Irene's favourite flower is the peony", "actually its tulips", "remember Irene's favourite flower is tulips"),
        ("a flor preferida da Irene é a peónia", "afinal é a tulipa", "a flor preferida da Irene é a tulipa"),
        ("apunta que el código del portal es 4312", "no, es 4313", None),
        ("apunta que el código del portal es 4312", "en realidad es 4313", "apunta que el código del portal es 4313"),
        ("add milk to my list", "it's fine", None),
        ("remember the wifi is slow", "is it?", None),
        ("chamo-me Rui e vivo no Porto", "e na sexta jantar com a Marta às 20h30", None),
        ("a cor preferida da Irene é azul e branco", "e na sexta jantar com a Marta", None),
    ],
)  # fmt: skip
def test_another_value_of_what_was_told(before: str, said: str, restated: str | None) -> None:
    assert with_value(before, said) == restated


@pytest.mark.parametrize(
    ("language", "before", "said", "restated"),
    [
        ("en", "remind me to call the bank tomorrow", "no, friday", "remind me to call the bank friday"),
        ("en", "remind me to call the bank tomorrow", "thursday actually", "remind me to call the bank thursday"),
        ("en", "remind me tomorrow morning to call Ana", "not morning, after lunch", "remind me on November 23, 2026 after lunch to call Ana"),
        ("en", "remind me to call Ana tomorrow at 9", "make it 11", "remind me to call Ana on November 23, 2026 at 11"),
        ("en", "remind me to call Ana tomorrow at 9", "sorry, on friday", "remind me to call Ana on friday at 09:00"),
        ("pt", "lembra-me de ligar ao banco amanhã", "não, sexta", "lembra-me de ligar ao banco sexta"),
        ("pt", "lembra-me de ligar ao banco na quarta", "na quinta afinal", "lembra-me de ligar ao banco na quinta"),
        ("es", "recuérdame llamar al banco mañana", "no, el viernes", "recuérdame llamar al banco el viernes"),
        ("es", "recuérdame llamar al banco mañana", "mejor el jueves", "recuérdame llamar al banco el jueves"),
        ("fr", "rappelle-moi d'appeler la banque demain", "non, vendredi", "rappelle-moi d'appeler la banque vendredi"),
        ("fr", "rappelle-moi d'appeler Luc demain à 9h", "plutôt vendredi", "rappelle-moi d'appeler Luc vendredi à 09:00"),
    ],
)  # fmt: skip
def test_another_time_is_put_in_the_place_of_its_own(language: Language, before: str, said: str, restated: str) -> None:
    assert with_time(before, said, language, now=NOW) == restated


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "no"),
        ("en", "friday"),
        ("en", "what about friday?"),
        ("en", "actually cheese"),
        ("en", "no, call Rui on friday"),
        ("pt", "não, liga ao Rui na sexta"),
        ("es", "mejor queso"),
    ],
)
def test_what_says_more_than_a_time_or_corrects_nothing_is_left(language: Language, said: str) -> None:
    assert with_time("remind me to call the bank tomorrow", said, language, now=NOW) is None


def test_words_that_are_only_a_time() -> None:
    assert all(only_a_time(text) for text in ("to monday", "para sábado", "el lunes a las 3", "tomorrow please"))
    assert not any(only_a_time(text) for text in ("cheese", "cancel monday", "a Ana na sexta"))
