"""The tools of proposed events: `get_proposed_events` tells those that wait, the others answer one."""

from typing import Any

from pydantic import Field

from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.work.proposed_events import finding, service, write_tools
from orchestrator.domain.work.proposed_events.repository import ProposedEvent
from orchestrator.domain.world.places import service as places
from orchestrator.kit.zones import to_wall

GROUP = "proposed_events"
MOST = 20


class GetProposedEvents(ToolArguments):
    """Arguments of `get_proposed_events`."""

    limit: int = Field(default=10, ge=1, le=MOST)


async def get_proposed_events(ctx: ToolContext, arguments: GetProposedEvents) -> ToolResult:
    """Those that wait for an answer, the earliest first."""
    rows = await service.waiting(ctx.tx, ctx.clock.now(), limit=arguments.limit)
    refs = tuple(finding.ref(row) for row in rows)
    origins = await places.origins(ctx.tx, [row.place_id for row in rows if row.place_id])
    return ToolResult(
        data={"proposed_events": [_told(row) for row in rows]},
        summary=f"{len(rows)} proposed events",
        origin=least_trusted(origins, Origin.OWN_DATA),
        empty=not rows,
        evidence=frozenset({"retrieval", "entity"}),
        read=refs,
    )


def _told(row: ProposedEvent) -> dict[str, Any]:
    start, end = (to_wall(at, row.timezone).replace(microsecond=0).isoformat() for at in (row.start_at, row.end_at))
    return {
        "id": str(row.id),
        "title": row.title,
        "start_at": start,
        "end_at": end,
        "timezone": row.timezone,
        "why": row.reason,
        "with": [one["name"] for one in row.suggested_contacts],
        "confidence": row.confidence,
    }


TOOLS: tuple[ToolSpec, ...] = (
    ReadTool(
        name="get_proposed_events",
        description="Read the events that Steward proposes by where the user was, and that wait for their yes or no.",
        group=GROUP,
        execute=get_proposed_events,
        arguments=GetProposedEvents,
        hidden_arguments=frozenset({"limit"}),
        examples=(("what did you propose?", {}),),
    ),
    WriteTool(
        name="proposed_events_accept",
        description="Accept a proposed event: it becomes a normal one.",
        group=GROUP,
        execute=write_tools.execute_accept,
        arguments=write_tools.AcceptProposal,
        prepare=write_tools.prepare_accept,
        revise=write_tools.revise_accept,
        undo=write_tools.undo_accept,
        version=write_tools.version,
        rule_check=write_tools.held_by,
        examples=(("accept the dinner one", {"proposal": "the dinner"}),),
    ),
    WriteTool(
        name="proposed_events_dismiss",
        description="Dismiss a proposed event. It can be undone.",
        group=GROUP,
        execute=write_tools.execute_dismiss,
        arguments=write_tools.DismissProposal,
        prepare=write_tools.prepare_dismiss,
        revise=write_tools.revise_dismiss,
        undo=write_tools.undo_dismiss,
        version=write_tools.version,
        examples=(
            ("dismiss the gym one, I never went", {"proposal": "the gym", "reason": "not_an_event"}),
            ("never suggest the mall again", {"proposal": "the mall", "reason": "never_here"}),
        ),
    ),
)
