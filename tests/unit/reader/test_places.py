"""Questions about places in three languages: what is looked up, and what is no question about a place."""

from datetime import datetime

import pytest
from tests.support.corpora import cases

from orchestrator import catalog
from orchestrator.agent.turn.routing import by_rules
from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.llm.messages import ChatRequest, LedgerEntry, ToolSchema, TurnFacts
from orchestrator.reader.domains.place_asks import Ask, PlaceAsk, place_ask
from orchestrator.reader.model import reply
from orchestrator.reader.reading import read

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


@pytest.mark.parametrize(
    ("question", "ask"),
    [
        ("Who else lives here?", PlaceAsk(Ask.PEOPLE, role="lives")),
        ("who lives there", PlaceAsk(Ask.PEOPLE, role="lives")),
        ("And who works there?", PlaceAsk(Ask.PEOPLE, role="works")),
        ("Does anyone else live here?", PlaceAsk(Ask.PEOPLE, role="lives")),
        ("Who works at the Clínica Sorriso?", PlaceAsk(Ask.PEOPLE, "Clínica Sorriso", "works")),
        ("Quem mais mora aqui?", PlaceAsk(Ask.PEOPLE, role="lives")),
        ("quem é que trabalha lá?", PlaceAsk(Ask.PEOPLE, role="works")),
        ("Quem mora na Quinta da Ana?", PlaceAsk(Ask.PEOPLE, "Quinta da Ana", "lives")),
        ("Mora mais alguém aqui?", PlaceAsk(Ask.PEOPLE, role="lives")),
        ("¿Quién más vive aquí?", PlaceAsk(Ask.PEOPLE, role="lives")),
        ("¿Quiénes trabajan allí?", PlaceAsk(Ask.PEOPLE, role="works")),
        ("¿Quién vive en la casa de Jordan?", PlaceAsk(Ask.PEOPLE, "casa de Jordan", "lives")),
        ("What happened here?", PlaceAsk(Ask.EVENTS)),
        ("what happened there last week?", PlaceAsk(Ask.EVENTS, when="last week")),
        ("What has been going on at Jordan's house?", PlaceAsk(Ask.EVENTS, "Jordan's house")),
        ("When was I last here?", PlaceAsk(Ask.EVENTS)),
        ("O que aconteceu aqui?", PlaceAsk(Ask.EVENTS)),
        ("o que aconteceu no Café Central ontem?", PlaceAsk(Ask.EVENTS, "Café Central", when="ontem")),
        ("¿Qué pasó aquí?", PlaceAsk(Ask.EVENTS)),
        ("¿Qué ha pasado en el Café Central?", PlaceAsk(Ask.EVENTS, "Café Central")),
        ("Is there a pharmacy near here?", PlaceAsk(Ask.NEARBY, category="pharmacy")),
        ("what's nearby?", PlaceAsk(Ask.NEARBY)),
        ("Where is the nearest supermarket?", PlaceAsk(Ask.NEARBY, category="supermarket")),
        ("Which restaurants are near the office?", PlaceAsk(Ask.NEARBY, "office", category="restaurant")),
        ("Há farmácias aqui perto?", PlaceAsk(Ask.NEARBY, category="pharmacy")),
        ("O que há por perto?", PlaceAsk(Ask.NEARBY)),
        ("¿Hay una farmacia cerca de aquí?", PlaceAsk(Ask.NEARBY, category="pharmacy")),
        ("¿Qué hay cerca?", PlaceAsk(Ask.NEARBY)),
        ("Where am I?", PlaceAsk(Ask.LOCATION)),
        ("where am i right now", PlaceAsk(Ask.LOCATION)),
        ("Onde é que eu estou?", PlaceAsk(Ask.LOCATION)),
        ("Onde estou?", PlaceAsk(Ask.LOCATION)),
        ("¿Dónde estoy?", PlaceAsk(Ask.LOCATION)),
        ("¿En qué ciudad estoy?", PlaceAsk(Ask.LOCATION)),
    ],
)
def test_what_is_asked(question: str, ask: PlaceAsk) -> None:
    assert asked(question) == ask


@pytest.mark.parametrize("question", cases("places", "what_is_no_question_about_a_place"))
def test_what_is_no_question_about_a_place(question: str) -> None:
    assert asked(question) is None


@pytest.mark.parametrize(
    "question",
    ["Who else lives here?", "Quem mais mora aqui?", "¿Quién más vive aquí?", "Where am I?", "O que aconteceu aqui?",
     "Is there a pharmacy nearby?", "¿Dónde estoy?", "¿Qué pasó aquí?"],
)  # fmt: skip
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


@pytest.mark.parametrize(
    ("question", "locale", "answer"),
    [
        ("Who else lives here?", "en-US", "Bel Reis (Home) and Jo: live at “Quinta” (contact)"),
        ("Quem mais mora aqui?", "pt-PT", "Bel Reis (Home) e Jo: moram em “Quinta” (contato)"),
        ("¿Quién más vive aquí?", "es-ES", "Bel Reis (Home) y Jo: viven en “Quinta” (contacto)"),
    ],
)
def test_who_lives_there_is_told(question: str, locale: str, answer: str) -> None:
    people = [{"id": "1", "display_name": "Bel Reis", "label": "Home"}, {"id": "2", "display_name": "Jo"}]
    data = {"place": {"id": "9", "name": "Quinta"}, "contacts": people, "total": 2}
    found = LedgerEntry("places_people", {"place": "here", "role": "lives"}, "read", "done", "2 people", data)
    assert reply(ChatRequest((), "turn", facts=turn(question, locale, found))).text == answer


@pytest.mark.parametrize(("said", "name"), cases("places", "where_the_user_is_becomes_a_place_by_words"))
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


@pytest.mark.parametrize(("question", "when", "says"), cases("places", "what_overlaps_is_listed"))
def test_what_overlaps_is_listed(question: str, when: str | None, says: str) -> None:
    (call,) = reply(ChatRequest((), "turn", facts=turn(question))).tool_calls
    assert (call.name, call.arguments["action"], call.arguments.get("when")) == ("get_events", "conflicts", when)
    found = LedgerEntry("get_events", call.arguments, "read", "done", "", data=CONFLICTS)
    text = reply(ChatRequest((), "turn", facts=turn(question, "en-US", found))).text
    assert text.startswith(says)
    assert "“Standup” (Mon, 23 Nov, 09:00–10:00)" in text.replace("«", "“").replace("»", "”")
    nothing = LedgerEntry("get_events", call.arguments, "read", "done", "", data={"conflicts": []})
    assert "Standup" not in reply(ChatRequest((), "turn", facts=turn(question, "en-US", nothing))).text
