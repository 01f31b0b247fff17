"""Questions about places in four languages: what is looked up, and what is no question about a place."""

from datetime import datetime

from tests.support.corpora import corpus

from orchestrator import catalog
from orchestrator.agent.turn.routing import by_rules
from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.llm.messages import ChatRequest, LedgerEntry, ToolSchema, TurnFacts
from orchestrator.reader.domains.place_asks import Ask, PlaceAsk, place_ask
from orchestrator.reader.model import reply
from orchestrator.reader.question.reading import read

NOW = datetime(2026, 11, 21, 10)
TOOLS = tuple(
    ToolSchema(name, "", {"properties": {}})
    for name in (*Ask, "places_create", "get_contacts", "get_events", "get_places", "search_memories")
)


def turn(question: str, locale: str = "en-US", *ledger: LedgerEntry) -> TurnFacts:
    mood = mood_of(question, locale).mood
    route = by_rules(question, mood_of(question, locale), catalog.VOCABULARY)
    return TurnFacts(
        question, NOW, "UTC", locale, "turn", tools=TOOLS, intent=route.intent, mood=mood.value, ledger=ledger
    )


def asked(question: str) -> PlaceAsk | None:
    facts = turn(question)
    return place_ask(facts, read(question, now=NOW, locale="en-US"))


@corpus("reader_places", "asked_says")
def test_asked_says(question: str, ask: PlaceAsk | None) -> None:
    assert asked(question) == ask


@corpus("reader_places", "here_is_routed_without_a_model_and_looked_up_by_one_call")
def test_here_is_routed_without_a_model_and_looked_up_by_one_call(question: str) -> None:
    route = by_rules(question, mood_of(question, "en"), catalog.VOCABULARY)
    assert (route.intent, route.source) == ("place_query", "rule")
    calls = reply(ChatRequest((), "turn", facts=turn(question))).tool_calls
    assert len(calls) == 1
    assert calls[0].name in set(Ask)


def test_a_name_that_is_no_place_is_looked_up_elsewhere_too() -> None:
    calls = reply(ChatRequest((), "turn", facts=turn("Who works at Acme?"))).tool_calls
    assert calls[0].name == "places_people"
    assert {"get_contacts"} < {call.name for call in calls}


@corpus("reader_places", "who_lives_there_is_told")
def test_who_lives_there_is_told(question: str, locale: str, answer: str) -> None:
    people = [{"id": "1", "display_name": "Bel Reis", "label": "Home"}, {"id": "2", "display_name": "Jo"}]
    data = {"place": {"id": "9", "name": "Quinta"}, "contacts": people, "total": 2}
    found = LedgerEntry("places_people", {"place": "here", "role": "lives"}, "read", "done", "2 people", data)
    assert reply(ChatRequest((), "turn", facts=turn(question, locale, found))).text == answer


@corpus("places", "where_the_user_is_becomes_a_place_by_words")
def test_where_the_user_is_becomes_a_place_by_words(said: str, name: str) -> None:
    facts = turn(said)
    assert facts.intent == "place_query"
    (call,) = reply(ChatRequest((), "turn", facts=facts)).tool_calls
    assert (call.name, call.arguments) == ("places_create", {"name": name, "here": True})


CONFLICTS = {
    "conflicts": [
        {
            "first": {"id": "1", "title": "Standup", "when": "Mon, 23 Nov, 09:00–10:00"},
            "second": {"id": "2", "title": "Dentist", "when": "Mon, 23 Nov, 09:30–10:30"},
        }
    ]
}


@corpus("places", "what_overlaps_is_listed")
def test_what_overlaps_is_listed(question: str, when: str | None, says: str) -> None:
    (call,) = reply(ChatRequest((), "turn", facts=turn(question))).tool_calls
    assert (call.name, call.arguments["action"], call.arguments.get("when")) == ("get_events", "conflicts", when)
    found = LedgerEntry("get_events", call.arguments, "read", "done", "", data=CONFLICTS)
    text = reply(ChatRequest((), "turn", facts=turn(question, "en-US", found))).text
    assert text.startswith(says)
    assert "“Standup” (Mon, 23 Nov, 09:00–10:00)" in text.replace("«", "“").replace("»", "”")
    nothing = LedgerEntry("get_events", call.arguments, "read", "done", "", data={"conflicts": []})
    assert "Standup" not in reply(ChatRequest((), "turn", facts=turn(question, "en-US", nothing))).text
