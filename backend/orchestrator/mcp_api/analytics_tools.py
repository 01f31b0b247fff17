"""How do agents report what they did, and see how they fare? Numbers come back, never what was written."""

from typing import Any

from pydantic import Field

from orchestrator.domain.foundation.entities.schemas import LONG, SHORT
from orchestrator.domain.memory.interactions import analytics
from orchestrator.domain.memory.interactions.filters import InteractionFilter
from orchestrator.domain.memory.interactions.schemas import MOST_EDITS, MOST_LATENCY_MS, InteractionFields
from orchestrator.domain.memory.interactions.service import interactions
from orchestrator.domain.memory.interactions.telemetry import telemetry
from orchestrator.mcp_api.calling import Answer, Arguments, Call, OwnTool
from orchestrator.mcp_api.moments import moment


class RecordInteraction(Arguments):
    """Arguments of `record_interaction`."""

    session_id: str = Field(min_length=1, max_length=SHORT, description="Your own id of this session.")
    agent: str = Field(min_length=1, max_length=SHORT, description="Which agent you are, e.g. 'claude-code'.")
    model: str = Field(min_length=1, max_length=SHORT, description="Which model wrote the response.")
    prompt: str = Field(max_length=LONG, description="What the user asked.")
    response: str = Field(max_length=LONG, description="What you answered.")
    was_corrected: bool = Field(description="Whether the user corrected, rejected or redid the answer.")
    correction: str | None = Field(
        default=None, max_length=LONG, description="What the user corrected, in their words."
    )
    latency_ms: float | None = Field(default=None, ge=0, le=MOST_LATENCY_MS, description="Until the answer was there.")
    edit_count: int = Field(default=0, ge=0, le=MOST_EDITS, description="How often the user edited the answer by hand.")


class AgentAnalytics(Arguments):
    """Arguments of `get_agent_analytics`."""

    agent: str | None = Field(default=None, max_length=SHORT, description="Only this agent.")
    model: str | None = Field(default=None, max_length=SHORT, description="Only this model.")
    since: str | None = Field(default=None, max_length=40, description="From then on: RFC 3339, or a date.")
    until: str | None = Field(default=None, max_length=40, description="Before then: RFC 3339, or a date.")


async def record_interaction(call: Call, given: RecordInteraction) -> Answer:
    """What the session's telemetry is after it, for the agent to correct itself by."""
    fields = InteractionFields.model_validate(given.model_dump())
    owner = call.caller.owner
    async with call.runtime.database.unit_of_work_of(owner.id) as tx:
        caller, zone = call.caller, owner.timezone
        row = await interactions.report(tx, fields, client=caller.client, known_as=caller.known_as, zone=zone)
        told = await telemetry(tx, row.session_id, call.runtime.clock.now())
    data: dict[str, Any] = {
        "id": str(row.id),
        "friction_score": row.friction_score,
        "vibe_match": row.vibe_match,
        "session": told.model_dump(mode="json", exclude={"agents", "active_rules"}),
    }
    return Answer(data)


async def get_agent_analytics(call: Call, given: AgentAnalytics) -> Answer:
    """Agents compared."""
    owner = call.caller.owner
    since, until = moment("since", given.since, owner.timezone), moment("until", given.until, owner.timezone)
    async with call.runtime.database.unit_of_work_of(owner.id) as tx:
        found = await analytics.agents(tx, InteractionFilter(since, until, given.agent or None, given.model or None))
    return Answer(found.model_dump(mode="json"))


TOOLS: tuple[OwnTool, ...] = (
    OwnTool(
        name="record_interaction",
        title="Record an interaction",
        description="Report one generation of yours and whether the user corrected it. Call it after every answer that "
        "the user reacted to. Nobody reads it back; it is counted.",
        arguments=RecordInteraction,
        handle=record_interaction,
        always=True,
        words="feedback correction friction telemetry vibe report correção corrigir corrección corregir",
    ),
    OwnTool(
        name="get_agent_analytics",
        title="Compare agents",
        description="How often each agent and model was corrected, with friction, latency and vibe matches.",
        arguments=AgentAnalytics,
        handle=get_agent_analytics,
        reads=True,
        repeats=True,
        words="correction rate friction score statistics performance compare estatísticas comparar estadísticas",
    ),
)
