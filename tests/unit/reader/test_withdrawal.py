"""What is to go so that it can come back, what for good, and which words only sound like it?"""

import pytest
from tests.support.corpora import cases, corpus
from tests.unit.reader.world import ask, one

ERASED: list[tuple[str, str, str]] = cases("withdrawal", "erased")


@pytest.mark.parametrize(("locale", "said", "item"), ERASED)
def test_what_is_to_go_for_good_is_erased(locale: str, said: str, item: str) -> None:
    made = one(said, locale=locale, mood="request")
    assert [(call.name, call.arguments) for call in made.tool_calls] == [("erase_item", {"item": item})], made


@corpus("withdrawal", "what_is_no_event_is_removed")
def test_what_is_no_event_is_removed(locale: str, said: str, item: str) -> None:
    made = one(said, locale=locale, mood="request")
    assert [(call.name, call.arguments) for call in made.tool_calls] == [("remove_item", {"item": item})], made


@corpus("withdrawal", "an_event_that_is_deleted_is_cancelled")
def test_an_event_that_is_deleted_is_cancelled(locale: str, said: str) -> None:
    assert [tool for tool, _ in ask(said, mood="request", locale=locale).writes] == ["events_delete"]


@corpus("withdrawal", "questions_bans_and_idioms_erase_nothing")
def test_questions_bans_and_idioms_erase_nothing(said: str) -> None:
    writes = [tool for tool, _ in ask(said).writes]
    assert not {"erase_item", "remove_item", "events_delete"} & set(writes), writes


@corpus("withdrawal", "what_is_to_be_kept_may_speak_of_erasing")
def test_what_is_to_be_kept_may_speak_of_erasing(said: str, tool: str) -> None:
    assert [name for name, _ in ask(said, mood="request").writes] == [tool]
