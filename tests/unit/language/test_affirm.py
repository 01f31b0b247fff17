"""What counts as a pure yes or no, and which choice a message names."""

from tests.support.corpora import corpus

from orchestrator.language.speech_acts.affirm import Decided, decided, ordinal_choice, reading


@corpus("affirm", "reading_says")
def test_reading_says(text: str, expected: str | None) -> None:
    assert reading(text) == expected


@corpus("affirm", "ordinal_choice_says")
def test_ordinal_choice_says(text: str, n: int, chosen: tuple[int, ...] | None) -> None:
    assert ordinal_choice(text, n) == chosen


@corpus("affirm", "some_of_several")
def test_some_of_several(text: str, taken: tuple[int, ...], refused: tuple[int, ...]) -> None:
    assert decided(text, 2) == Decided(taken, refused)


@corpus("affirm", "what_says_nothing_of_several")
def test_what_says_nothing_of_several(text: str) -> None:
    assert decided(text, 2) is None
