"""Which turns does the daily briefing take, and what may it do? It reads, in few steps, at high effort."""

from tests.support.corpora import corpus

from orchestrator import catalog
from orchestrator.agent.tools.spec import Effect
from orchestrator.agent.turn.routing import by_rules
from orchestrator.agent.turn.visibility import escalated, owned_by, visible
from orchestrator.agent.types.limits import Limits
from orchestrator.agents.registry import DAILY_BRIEFING, Registry
from orchestrator.language.speech_acts.mood import Mood, mood_of

PROFILE = Registry().for_intent("briefing")


@corpus("briefing_profile", "who_asks_for_their_day_is_briefed")
def test_who_asks_for_their_day_is_briefed(question: str) -> None:
    assert by_rules(question, mood_of(question, "en"), catalog.VOCABULARY).intent == "briefing"


@corpus("agent_briefing_profile", "other_days_are_not")
def test_other_days_are_not(question: str) -> None:
    assert by_rules(question, mood_of(question, "en"), catalog.VOCABULARY).intent != "briefing"


def test_it_reads_alone_whatever_the_turn_escalates_to() -> None:
    owned = owned_by(PROFILE, catalog.TOOLS)
    assert {tool.effect for tool in owned} == {Effect.READ}
    assert {"get_briefing", "get_events", "get_todos"} <= {tool.name for tool in owned}
    shown = escalated(owned, catalog.VOCABULARY, tier="low", mood=Mood.REQUEST, negated=False)
    assert not [tool.name for tool in shown.tools if tool.effect is not Effect.READ]


def test_its_own_tool_is_nobody_elses() -> None:
    for intent in ("data_query", "general", "memory_search", "event_management"):
        profile = Registry().for_intent(intent)
        owned = owned_by(profile, catalog.TOOLS)
        for tier in ("high", "medium", "low"):
            shown = visible(owned, catalog.VOCABULARY, intent=intent, tier=tier, mood=Mood.REQUEST, negated=False)  # type: ignore[arg-type]
            assert "get_briefing" not in shown.names
    shown = visible(
        owned_by(PROFILE, catalog.TOOLS),
        catalog.VOCABULARY,
        intent="briefing",
        tier="high",
        mood=Mood.QUESTION,
        negated=False,
    )
    assert "get_briefing" in shown.names
    assert "web" in PROFILE.without


def test_its_bounds_are_tight_and_never_wider_than_the_configured_ones() -> None:
    assert PROFILE.purpose == "briefing"
    bounds = PROFILE.limits(Limits())
    assert (bounds.max_steps, bounds.max_tool_calls) == (DAILY_BRIEFING.max_steps, DAILY_BRIEFING.max_tool_calls)
    assert PROFILE.limits(Limits(max_steps=2, max_tool_calls=1)).max_steps == 2
