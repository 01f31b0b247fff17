"""Does a request become the right proposal, in the user's own words?"""

from typing import Any

import pytest
from tests.support.corpora import cases, corpus
from tests.unit.reader.world import ALL_TOOLS, READ_TOOLS, ask, one

from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.llm.messages import ToolSchema

CREATES: list[tuple[str, str, dict[str, Any]]] = cases("requests", "creates")


SHORTHAND: list[tuple[str, str, str, dict[str, Any]]] = cases("requests", "shorthand")


ENGAGEMENTS: list[tuple[str, str, str, dict[str, Any]]] = cases("requests", "engagements")


@pytest.mark.parametrize(("locale", "said", "tool", "expected"), [*SHORTHAND, *ENGAGEMENTS])
def test_few_words_are_understood_and_stored_as_they_were_written(
    locale: str, said: str, tool: str, expected: dict[str, Any]
) -> None:
    made = one(said, locale=locale, mood=mood_of(said, locale).mood.value)
    assert [call.name for call in made.tool_calls] == [tool], made
    arguments = made.tool_calls[0].arguments
    assert isinstance(arguments, dict)
    assert {name: arguments.get(name) for name in expected} == expected


@corpus("requests", "no_engagements")
def test_what_is_not_new_or_not_ahead_makes_no_event(locale: str, said: str) -> None:
    assert "events_create" not in [call.name for call in one(said, locale=locale).tool_calls]


@corpus("requests", "a_name_is_looked_up_as_it_was_written")
def test_a_name_is_looked_up_as_it_was_written(locale: str, asked: str, query: str) -> None:
    reads = ask(asked, locale=locale).reads
    assert query in {arguments.get("query") for _, arguments in reads}, reads
    assert "quien" not in str(reads).casefold()


@pytest.mark.parametrize("locale", ["pt-BR", "en-US"])
def test_a_ban_in_chat_spelling_is_a_ban(locale: str) -> None:
    assert one("naum apague as minhas tarefas", locale=locale).tool_calls == ()


@pytest.mark.parametrize(("said", "tool", "expected"), CREATES)
def test_what_is_asked_for_is_proposed_in_the_users_words(said: str, tool: str, expected: dict[str, Any]) -> None:
    made = one(said)
    assert [call.name for call in made.tool_calls] == [tool], made
    arguments = made.tool_calls[0].arguments
    assert isinstance(arguments, dict)
    for name, value in expected.items():
        assert arguments.get(name) == value, (name, arguments)
    if "participants" not in expected:
        assert not arguments.get("participants")


@corpus("requests", "twice_the_same_person")
def test_who_is_told_to_be_one_person_is_merged(locale: str, said: str, keep: str | None, other: str | None) -> None:
    tools = (*ALL_TOOLS, ToolSchema("contacts_merge", "", {"type": "object", "properties": {}}, "write"))
    calls = one(said, locale=locale, mood=mood_of(said, locale).mood.value, tools=tools).tool_calls
    merged = [call.arguments for call in calls if call.name == "contacts_merge"]
    assert merged == ([{"keep": keep, "merge": [other]}] if keep else [])


FOUND: list[tuple[str, str, dict[str, Any]]] = cases("requests", "found")


@pytest.mark.parametrize(("said", "tool", "expected"), FOUND)
def test_what_exists_is_found_first_and_goes_on_by_its_id(said: str, tool: str, expected: dict[str, Any]) -> None:
    turn = ask(said, mood="request")
    assert turn.writes == [(tool, expected)], turn
    assert turn.reads, "it was looked up"


@corpus("requests", "what_is_told_changes_what_is_kept")
def test_what_is_told_changes_what_is_kept(locale: str, said: str, writes: list[tuple[str, dict[str, Any]]]) -> None:
    assert ask(said, locale=locale, mood=mood_of(said, locale).mood.value).writes == writes


@corpus("requests", "a_question_or_a_ban_proposes_nothing")
def test_a_question_or_a_ban_proposes_nothing(locale: str, said: str) -> None:
    assert ask(said, locale=locale).writes == []


@corpus("requests", "an_event_jotted_down_without_a_verb_is_proposed")
def test_an_event_jotted_down_without_a_verb_is_proposed(said: str, expected: dict[str, Any]) -> None:
    (made,) = one(said, mood="unclear").tool_calls
    assert made.name == "events_create"
    assert isinstance(made.arguments, dict)
    assert {name: made.arguments[name] for name in expected} == expected


@corpus("requests", "what_may_be_looked_for_is_no_event")
def test_what_may_be_looked_for_is_no_event(said: str) -> None:
    assert all(not call.name.endswith("_create") for call in one(said, mood="unclear").tool_calls)


def test_without_the_tool_it_says_that_nothing_was_changed() -> None:
    turn = ask("add milk to my list", mood="request", tools=READ_TOOLS)
    assert turn.calls == []
    assert "nothing was changed" in turn.text


@corpus("requests", "what_repeats_goes_on_with_all_its_words")
def test_what_repeats_goes_on_with_all_its_words(
    locale: str, said: str, tool: str, title: str | None, when: str
) -> None:
    (call,) = one(said, locale=locale).tool_calls
    assert isinstance(call.arguments, dict)
    assert (call.name, call.arguments["when"]) == (tool, when)
    assert title is None or call.arguments["title"] == title


def test_a_meal_with_its_article_is_at_its_own_hour() -> None:
    for said in ("marca um jantar no sábado", "ponme una cena el sábado"):
        made = one(said, mood="request").tool_calls[0].arguments
        assert isinstance(made, dict)
        assert not str(made["when"]).startswith("u"), made


@corpus("requests", "without_an_hour_or_verb")
def test_what_is_jotted_down_without_an_hour_or_a_verb(
    locale: str, said: str, writes: list[tuple[str, dict[str, Any]]]
) -> None:
    assert ask(said, locale=locale, mood="unclear").writes == writes
