"""Shifts, visits, debts, birthdays and what lacks, as they are typed at home: what is proposed of them, what never?"""

from dataclasses import replace
from datetime import datetime

from tests.support.corpora import corpus
from tests.unit.reader.world import ALL_TOOLS, facts

from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.llm.messages import LedgerEntry, ToolCall, ToolSchema
from orchestrator.reader.recognition.compound import understand
from orchestrator.reader.requests.event_edits import event_edit
from orchestrator.reader.words import words_of

NOW = datetime(2026, 11, 30, 9)  # a Monday
WRITES = ("remember_fact", "contact_graph", "rules_add")
TOOLS = (*ALL_TOOLS, *(ToolSchema(name, "", {}, "write") for name in WRITES))
ROUNDS = 3
DRAFT = {"title": "The plumber", "participants": ["plombier", "fontanero", "canalizador"]}
DRAFT |= {"start_at": "2026-12-03T15:00:00", "end_at": "2026-12-03T16:00:00"}


def proposed(said: str, locale: str) -> list[ToolCall]:
    """The changes that are proposed where nothing of the kind is kept."""
    turn = replace(facts(said, mood=mood_of(said, locale).mood, tools=TOOLS), locale=locale, now=NOW)
    for _ in range(ROUNDS):
        made = understand(turn).calls
        if any(not call.name.startswith(("get_", "search_")) for call in made):
            return list(made)
        looked = (LedgerEntry(call.name, call.arguments, "read", "done", "", {}, empty=True) for call in made)
        turn = replace(turn, ledger=(*turn.ledger, *looked))
    return []


@corpus("typed_at_home", "is_proposed")
def test_what_is_told_is_proposed(said: str, locale: str, tool: str, told: list[str]) -> None:
    made = proposed(said, locale)
    assert {call.name for call in made} == {tool}
    values = [str(value) for call in made for value in call.arguments.values()]
    assert [one for one in told if not any(one in value for value in values)] == []
    assert tool != "events_create" or len(made) == len(told) // 2  # a title and a time each


@corpus("typed_at_home", "is_proposed_together")
def test_an_event_and_an_errand_are_proposed_together(said: str, locale: str, told: list[str]) -> None:
    assert [call.arguments["title"] for call in proposed(said, locale)] == told


@corpus("typed_at_home", "is_never_proposed")
def test_what_is_never_proposed(said: str, locale: str, tool: str) -> None:
    assert tool not in {call.name for call in proposed(said, locale)}


@corpus("typed_at_home", "moves_what_waits")
def test_news_of_what_waits_moves_it(said: str, language: str, when: str) -> None:
    assert event_edit(facts(said, context={"draft": DRAFT}), words_of(language), language) == {
        "action": "change",
        "when": when,
    }


@corpus("typed_at_home", "changes_nothing_that_waits")
def test_what_changes_nothing_that_waits(said: str, language: str) -> None:
    assert event_edit(facts(said, context={"draft": DRAFT}), words_of(language), language) is None
