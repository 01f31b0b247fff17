"""Does a request become the right proposal, in the user's own words?"""
# ruff: noqa: E501

from typing import Any

import pytest
from tests.support.corpora import cases
from tests.unit.reader.world import READ_TOOLS, ask, one

from orchestrator.language.speech_acts.mood import mood_of

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


@pytest.mark.parametrize(("locale", "said"), cases("requests", "no_engagements"))
def test_what_is_not_new_or_not_ahead_makes_no_event(locale: str, said: str) -> None:
    assert "events_create" not in [call.name for call in one(said, locale=locale).tool_calls]


@pytest.mark.parametrize(
    ("locale", "asked", "query"),
    [
        ("en-US", "What is Kien's phone number?", "Kien"),
        ("en-US", "what's kien's phone number", "kien"),
        ("es-MX", "¿cuál es el teléfono de Kien?", "Kien"),
        ("en-US", 'When is "Mtg abt KD"?', "Mtg abt KD"),
        ("en-US", "wen is the appt with the VC?", "VC"),
    ],
)
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


FOUND: list[tuple[str, str, dict[str, Any]]] = cases("requests", "found")


@pytest.mark.parametrize(("said", "tool", "expected"), FOUND)
def test_what_exists_is_found_first_and_goes_on_by_its_id(said: str, tool: str, expected: dict[str, Any]) -> None:
    turn = ask(said, mood="request")
    assert turn.writes == [(tool, expected)], turn
    assert turn.reads, "it was looked up"


def test_what_is_not_found_goes_on_by_the_users_words() -> None:
    assert ask("cancel the opera on Friday").writes == [("events_delete", {"event": "opera on Friday"})]
    assert ask("mark the taxes as done").writes == [("todos_complete", {"todo": "taxes"})]


def test_a_shopping_list_becomes_its_things_a_task_stays_whole() -> None:
    assert [each["title"] for _, each in ask("add milk, eggs and rye bread to my shopping list").writes] == [
        "milk", "eggs", "rye bread",
    ]  # fmt: skip
    assert [each["title"] for _, each in ask("add call Ana and Pedro about the trip to my list").writes] == [
        "call Ana and Pedro about the trip"
    ]


def test_two_requests_in_one_message_are_two_proposals() -> None:
    assert ask("add milk to my list and schedule lunch with Ana tomorrow at noon").writes == [
        ("todos_create", {"title": "milk"}),
        ("events_create", {"title": "Lunch with Ana", "when": "tomorrow at noon", "participants": ["Ana"]}),
    ]
    assert [tool for tool, _ in ask("My sister arrives on Monday. Remind me to pick her up.").writes] == [
        "todos_create"
    ]


@pytest.mark.parametrize("said", cases("requests", "a_question_or_a_ban_proposes_nothing"))
def test_a_question_or_a_ban_proposes_nothing(said: str) -> None:
    assert ask(said).writes == []


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Lunch with Ana on Friday at one, at Café Central", {"title": "Lunch with Ana", "participants": ["Ana"], "place": "Café Central"}),
        ("Dentist Tuesday 10am", {"title": "Dentist", "when": "Tuesday 10am"}),
        ("dentista terça às 10", {"title": "Dentista", "when": "terça às 10"}),
        ("Almoço com a Ana sexta às 13h no Café Central", {"participants": ["Ana"], "place": "Café Central"}),
        ("cena con Ana el viernes a las 21h", {"title": "Cena con Ana", "participants": ["Ana"]}),
    ],
)  # fmt: skip
def test_an_event_jotted_down_without_a_verb_is_proposed(said: str, expected: dict[str, Any]) -> None:
    (made,) = one(said, mood="unclear").tool_calls
    assert made.name == "events_create"
    assert isinstance(made.arguments, dict)
    assert {name: made.arguments[name] for name in expected} == expected


@pytest.mark.parametrize(
    "said",
    ["the dentist on Tuesday at 10", "lunch with Ana on Friday", "dinner with Rui last Friday at 8", "o jantar de sexta às 20h", "party photos"],
)  # fmt: skip
def test_what_may_be_looked_for_is_no_event(said: str) -> None:
    assert all(not call.name.endswith("_create") for call in one(said, mood="unclear").tool_calls)


@pytest.mark.parametrize("said", ["add milk to my list", "cancel the dentist", "marca dentista sexta às 10"])
def test_a_question_by_the_gate_never_proposes_even_with_the_tools_at_hand(said: str) -> None:
    assert ask(said, mood="question").writes == []


def test_without_the_tool_it_says_that_nothing_was_changed() -> None:
    turn = ask("add milk to my list", mood="request", tools=READ_TOOLS)
    assert turn.calls == []
    assert "nothing was changed" in turn.text


def test_clearing_a_whole_list_is_said_to_be_beyond_it() -> None:
    for said, words in (
        ("delete all my tasks", "can't"),
        ("limpa a minha lista", "Não sei"),
        ("vacía la lista", "No sé"),
    ):
        turn = ask(said, mood="request")
        assert turn.calls == []
        assert words in turn.text


def test_what_was_done_without_a_to_do_is_not_ticked_off() -> None:
    turn = ask("I bought a tractor", mood="statement")
    assert turn.writes == []
    assert "no open to-do" in turn.text


def test_an_unknown_change_is_said_to_be_not_understood() -> None:
    turn = ask("zap the frobnicator", mood="request")
    assert turn.calls == []
    assert "nothing was changed" in turn.text


def test_it_is_the_event_just_spoken_of() -> None:
    assert ask("cancel it", context={"events": [{"id": "e7", "title": "Concert"}]}).writes == [
        ("events_delete", {"event": "e7"})
    ]


@pytest.mark.parametrize(
    "said",
    [
        "set an alarm for 7",
        "send a new email about the party to Rui",
        "me acorda às sete",
        "pon una alarma a las siete",
    ],
)
def test_what_no_tool_does_is_said_to_be_beyond_it(said: str) -> None:
    turn = ask(said, mood="request")
    assert turn.calls == []
    assert any(
        words in turn.text for words in ("beyond what I can do", "além do que consigo", "más allá de lo que puedo")
    )


@pytest.mark.parametrize(
    ("locale", "said", "tool", "title", "when"),
    [
        ("en-US", "schedule yoga every Tuesday at 5", "events_create", "Yoga", "every Tuesday at 5"),
        ("en-US", "schedule lunch with Ana every Friday at 1pm", "events_create", None, "every Friday at 1pm"),
        ("pt-BR", "marca ioga toda terça às 17h", "events_create", "Ioga", "toda terça às 17h"),
        ("es-ES", "agenda yoga todos los martes a las 17h", "events_create", "Yoga", "todos los martes a las 17h"),
        ("en-US", "add a task to water the plants every Friday", "todos_create", None, "every Friday"),
    ],
)
def test_what_repeats_goes_on_with_all_its_words(
    locale: str, said: str, tool: str, title: str | None, when: str
) -> None:
    (call,) = one(said, locale=locale).tool_calls
    assert isinstance(call.arguments, dict)
    assert (call.name, call.arguments["when"]) == (tool, when)
    assert title is None or call.arguments["title"] == title
