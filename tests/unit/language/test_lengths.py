"""How long something shall last, where the words say that it is a length."""

from datetime import timedelta

from tests.support.corpora import corpus

from orchestrator.language.lengths import lasting, length_of

HOUR, HALF = timedelta(hours=1), timedelta(minutes=30)


@corpus("lengths", "a_length")
def test_a_length(locale: str, said: str, before: timedelta, after: timedelta) -> None:
    found = lasting(said, locale)
    assert found is not None
    assert found.of(before) == after


@corpus("lengths", "no_length")
def test_no_length(said: str) -> None:
    assert lasting(said, "en") is None


def test_counted_lengths() -> None:
    assert length_of("uma hora", "pt") == HOUR
    assert length_of("media hora", "es") == HALF
    assert length_of("half an hour", "en") == HALF
    assert length_of("o Rui", "pt") is None
