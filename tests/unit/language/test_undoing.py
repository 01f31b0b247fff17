"""An undo is asked for in few words of three languages; what names something is a request of its own."""

from tests.support.corpora import corpus

from orchestrator.language.discourse.undoing import (
    asks_last_acts,
    asks_undo,
    asks_what_changed,
    takes_back,
    undone_by_name,
)


@corpus("undoing", "asks_undo_says")
def test_asks_undo_says(text: str, expected: bool) -> None:
    assert bool(asks_undo(text)) is expected


@corpus("undoing", "a_change_that_is_named")
def test_a_change_that_is_named(text: str, words: set[str]) -> None:
    assert undone_by_name(text) == words


@corpus("undoing", "asks_what_changed_says")
def test_asks_what_changed_says(text: str, expected: bool) -> None:
    assert bool(asks_what_changed(text)) is expected


@corpus("undoing", "asks_for_the_last_acts")
def test_asks_for_the_last_acts(text: str, expected: bool) -> None:
    assert asks_last_acts(text) is expected


@corpus("undoing", "what_was_just_done_is_taken_back")
def test_what_was_just_done_is_taken_back(text: str, expected: str) -> None:
    assert takes_back(text) == expected
