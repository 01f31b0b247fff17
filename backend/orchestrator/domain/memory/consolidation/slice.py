"""What does consolidation register?"""

from datetime import time
from typing import Any

from pydantic import Field

from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.memory.consolidation.comparing import compare
from orchestrator.domain.memory.consolidation.schemas import CONSOLIDATE, Tally
from orchestrator.domain.memory.consolidation.verifying import verify
from orchestrator.domain.memory.facts import reading
from orchestrator.domain.memory.facts.filters import FactFilter
from orchestrator.domain.memory.facts.review import proposing, reviewing
from orchestrator.domain.memory.facts.tools.finding import ref
from orchestrator.kit.paging import PageRequest
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Daily, Scheduled, ScheduledJob

MOST = 20


class GetReviews(ToolArguments):
    """Arguments of `get_reviews`."""

    limit: int = Field(default=10, ge=1, le=MOST)


async def get_reviews(ctx: ToolContext, arguments: GetReviews) -> ToolResult:
    """Proposals that wait, and facts that may not hold any more, newest first."""
    page = PageRequest(limit=arguments.limit)
    waiting = await proposing.proposals(ctx.tx, page)
    due = await reading.listed(ctx.tx, page, FactFilter(review_due=True))
    why = await reviewing.reasons(ctx.tx, due.items, locale=ctx.locale, zone=ctx.zone)
    told: dict[str, Any] = {
        "proposals": [
            {"id": str(row.id), "text": row.text, "asks": row.asks, "why": row.reason, "by": row.source}
            for row in waiting.items
        ],
        "more_proposals": waiting.next_cursor is not None,
        "to_review": [{"id": str(row.id), "text": row.text, "why": why[row.id]} for row in due.items],
        "more_to_review": due.next_cursor is not None,
    }
    rows = [*waiting.items, *due.items]
    return ToolResult(
        data=told,
        summary=f"{len(waiting.items)} proposals, {len(due.items)} facts to review",
        origin=least_trusted((row.origin for row in rows), Origin.OWN_DATA),
        empty=not rows,
        evidence=frozenset({"retrieval", "entity"}),
        read=tuple(ref(row) for row in rows),
        inspected=tuple(ref(row) for row in due.items),
    )


TOOLS: tuple[ToolSpec, ...] = (
    ReadTool(
        name="get_reviews",
        description="Read what waits for the user's word: proposals about them, facts that may not hold any more.",
        group="memory",
        execute=get_reviews,
        arguments=GetReviews,
        scopes=frozenset({"read"}),
        hidden_arguments=frozenset({"limit"}),
        examples=(("what should I review?", {}), ("which proposals are waiting?", {})),
    ),
)


AT = time(3, 40)


def consolidation_jobs(models: ModelRouter, default_zone: str) -> tuple[JobHandler[Any], ...]:
    """The handler of `facts.consolidate`. `default_zone`: of users who have none themselves (STEWARD_TIMEZONE). Memory
    is consolidated whenever nobody is there (memory/idle), and once a day for those who always are."""

    async def consolidate(context: JobContext, _: Scheduled) -> Ended:
        tally = Tally()

        async def goes_on() -> bool:
            return not context.stopping()

        whole = await verify(context, tally, default_zone=default_zone, goes_on=goes_on)
        whole = whole and await compare(context, models, tally, default_zone=default_zone, goes_on=goes_on)
        told = tally.told or "nothing had changed"
        return Ended("ok", told if whole else f"{told}; the rest waits: the worker stops")

    return (JobHandler(CONSOLIDATE, consolidate),)


SCHEDULED = (ScheduledJob(CONSOLIDATE, Daily(AT), source="the clock"),)


SLICE = Slice(
    "consolidation",
    tools=TOOLS,
    jobs_with=lambda means, _: consolidation_jobs(means.models, means.default_zone),
    scheduled=SCHEDULED,
)
