"""Are tools found by what people would call them?"""

import pytest
from tests.support.corpora import corpus

from orchestrator.mcp_api.toolbox import Findable, found, near

TOOLS = [
    Findable("events_create", "events create Create a calendar event. add dentist on Friday"),
    Findable("get_events", "get events Read calendar events of a time, person, words."),
    Findable("todos_create", "todos create Add something to the user's todo list."),
    Findable("get_contacts", "get contacts Read people of the address book: emails, phones."),
    Findable("remember_short_term", "Keep a value for the rest of the session. scratchpad"),
]


@corpus("discovery", "the_best_comes_first")
def test_the_best_comes_first(query: str, first: str) -> None:
    assert found(query, TOOLS, 3)[0] == first


@pytest.mark.parametrize("query", ["", "   "])
def test_without_a_word_all_are_told(query: str) -> None:
    assert found(query, TOOLS, 10) == [one.name for one in TOOLS]
    assert len(found(query, TOOLS, 2)) == 2


@pytest.mark.parametrize("query", ["xyzzy", "🐢", "的", "!!!", "\u200b"])
def test_words_that_say_nothing_find_nothing_or_all_but_never_fail(query: str) -> None:
    assert set(found(query, TOOLS, 10)) <= {one.name for one in TOOLS}


def test_a_name_that_is_nearly_right_is_told() -> None:
    assert near("event_create", TOOLS)[0] == "events_create"
    assert near("rm_rf", TOOLS) == []
