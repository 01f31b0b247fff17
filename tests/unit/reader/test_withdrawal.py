"""What is to go so that it can come back, what for good, and which words only sound like it?"""

import pytest
from tests.support.corpora import cases
from tests.unit.reader.world import ask, one

ERASED: list[tuple[str, str, str]] = cases("withdrawal", "erased")


@pytest.mark.parametrize(("locale", "said", "item"), ERASED)
def test_what_is_to_go_for_good_is_erased(locale: str, said: str, item: str) -> None:
    made = one(said, locale=locale, mood="request")
    assert [(call.name, call.arguments) for call in made.tool_calls] == [("erase_item", {"item": item})], made


@pytest.mark.parametrize(("locale", "said", "item"), cases("withdrawal", "what_is_no_event_is_removed"))
def test_what_is_no_event_is_removed(locale: str, said: str, item: str) -> None:
    made = one(said, locale=locale, mood="request")
    assert [(call.name, call.arguments) for call in made.tool_calls] == [("remove_item", {"item": item})], made


@pytest.mark.parametrize(("locale", "said"), cases("withdrawal", "an_event_that_is_deleted_is_cancelled"))
def test_an_event_that_is_deleted_is_cancelled(locale: str, said: str) -> None:
    assert [tool for tool, _ in ask(said, mood="request", locale=locale).writes] == ["events_delete"]


def test_what_is_in_no_calendar_may_be_of_another_kind() -> None:
    assert ask("delete the boiler manual", mood="request").writes == [("remove_item", {"item": "boiler manual"})]


def test_it_is_no_event_where_none_was_spoken_of() -> None:
    history = (("user", "Which tasks are open?"), ("assistant", "Buy milk."))
    assert ask("delete it", mood="request", history=history).writes == [("remove_item", {"item": "it"})]
    context = {"events": [{"id": "e7", "title": "Concert"}]}
    assert ask("delete it", mood="request", context=context).writes == [("events_delete", {"event": "e7"})]


@pytest.mark.parametrize("said", cases("withdrawal", "questions_bans_and_idioms_erase_nothing"))
def test_questions_bans_and_idioms_erase_nothing(said: str) -> None:
    writes = [tool for tool, _ in ask(said).writes]
    assert not {"erase_item", "remove_item", "events_delete"} & set(writes), writes


@pytest.mark.parametrize(("said", "tool"), cases("withdrawal", "what_is_to_be_kept_may_speak_of_erasing"))
def test_what_is_to_be_kept_may_speak_of_erasing(said: str, tool: str) -> None:
    assert [name for name, _ in ask(said, mood="request").writes] == [tool]
