"""Who asks the reader for the web gets what it says, with its addresses."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from tests.support.corpora import corpus

from orchestrator import catalog
from orchestrator.agent.turn.routing import by_rules
from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.llm.messages import ChatReply, ChatRequest, LedgerEntry, ToolSchema, TurnFacts
from orchestrator.reader.model import reply

NOW = datetime(2026, 11, 21, 10)
TOOL = ToolSchema("web_search", "Search the web.", {"properties": {"query": {}, "limit": {}}}, "outbound")
READ = ToolSchema("search_memories", "Search.", {"properties": {"query": {}}})


def turn(question: str, *tools: ToolSchema, locale: str = "en", **facts: Any) -> TurnFacts:
    route = by_rules(question, mood_of(question, locale), catalog.VOCABULARY)
    return TurnFacts(question, NOW, "UTC", locale, "turn", tools=tools, intent=route.intent, mood=route.mood, **facts)


def said(facts: TurnFacts) -> ChatReply:
    return reply(ChatRequest((), "turn", facts=facts))


def found(*results: dict[str, str], outcome: Any = "done") -> LedgerEntry:
    data = {"query": "library", "results": list(results)}
    return LedgerEntry("web_search", {"query": "library"}, "outbound", outcome, "1 result", data, origin="third_party")


@corpus("web", "what_is_looked_for")
def test_what_is_looked_for(question: str, query: str) -> None:
    facts = turn(question, READ, TOOL)
    assert facts.intent == "web_search"
    assert [(call.name, call.arguments) for call in said(facts).tool_calls] == [("web_search", {"query": query})]


@corpus("web", "the_users_own_data_is_not_looked_for_on_the_web")
def test_the_users_own_data_is_not_looked_for_on_the_web(question: str) -> None:
    assert all(call.name != "web_search" for call in said(turn(question, READ, TOOL)).tool_calls)


def test_google_it_means_what_was_asked_before() -> None:
    facts = turn("Can you google it?", TOOL, history=(("user", "Who won the match yesterday?"), ("assistant", "?")))
    assert said(facts).tool_calls[0].arguments == {"query": "Who won the match yesterday"}


def test_results_are_told_with_their_addresses() -> None:
    facts = turn("Busca en internet la biblioteca", TOOL)
    one = {
        "title": "Biblioteca ”x”\nz",
        "url": "https://b.example",
        "snippet": "Lunes a viernes",
        "published": "2026-11-20",
    }
    text = said(replace(facts, ledger=(found(one),))).text
    assert text.splitlines()[0] == "De internet, para “library”:"
    assert text.splitlines()[1].endswith("“Lunes a viernes” (https://b.example, 2026-11-20)")
    assert len(text.splitlines()) == 2
    assert said(replace(facts, ledger=(found(),))).text == "La búsqueda en internet no encontró nada para “library”."


def test_a_search_that_waits_is_told_as_waiting() -> None:
    facts = turn("Search the web for the library", TOOL)
    waits = replace(found(outcome="waiting"), data={"preview_id": "1"}, summary="Search the web for “library”")
    assert "waiting for your confirmation: “Search the web for" in said(replace(facts, ledger=(waits,))).text


def test_without_the_tool_it_says_what_to_set() -> None:
    for question in ("Search the web for trains", "Pesquisa na internet comboios", "What's the weather like?"):
        assert "STEWARD_SEARCH_URL" in said(turn(question, READ)).text
