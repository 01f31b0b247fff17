"""How long something shall last, where the words say that it is a length."""

from datetime import timedelta

import pytest

from orchestrator.language.lengths import lasting, length_of

HOUR, HALF = timedelta(hours=1), timedelta(minutes=30)


@pytest.mark.parametrize(
    ("locale", "said", "before", "after"),
    [
        ("en", "make it an hour and a half long", HOUR, HOUR + HALF),
        ("en", "for two hours", HOUR, 2 * HOUR),
        ("en", "half an hour longer", HOUR, HOUR + HALF),
        ("en", "make it 15 minutes shorter", HOUR, timedelta(minutes=45)),
        ("en", "it should last 90 minutes", HOUR, HOUR + HALF),
        ("pt", "que dure duas horas e meia", HOUR, 2 * HOUR + HALF),
        ("pt", "faz com que dure mais 30 minutos", HOUR, HOUR + HALF),
        ("pt", "com duração de 2 horas", HOUR, 2 * HOUR),
        ("es", "y que dure dos horas", HOUR, 2 * HOUR),
        ("es", "que dure media hora más", HOUR, HOUR + HALF),
        ("es", "dos horas de duración", HOUR, 2 * HOUR),
    ],
)
def test_a_length(locale: str, said: str, before: timedelta, after: timedelta) -> None:
    found = lasting(said, locale)
    assert found is not None
    assert found.of(before) == after


@pytest.mark.parametrize(
    "said", ["how long is it", "dinner for two", "no longer", "make it a bit longer", "at two", "a las dos horas", ""]
)
def test_no_length(said: str) -> None:
    assert lasting(said, "en") is None


def test_counted_lengths() -> None:
    assert length_of("uma hora", "pt") == HOUR
    assert length_of("media hora", "es") == HALF
    assert length_of("half an hour", "en") == HALF
    assert length_of("o Rui", "pt") is None
