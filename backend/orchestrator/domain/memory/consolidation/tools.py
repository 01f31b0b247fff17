"""What waits for the user's look, of what is known of them? The tool `get_reviews`."""

from typing import Any

from pydantic import Field

from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.memory.facts import service
from orchestrator.domain.memory.facts.review import reviewing
from orchestrator.domain.memory.facts.service import FactFilter
from orchestrator.domain.memory.facts.tools.finding import ref
from orchestrator.kit.paging import PageRequest

MOST = 20


class GetReviews(ToolArguments):
    """Arguments of `get_reviews`."""

    limit: int = Field(default=10, ge=1, le=MOST)


async def get_reviews(ctx: ToolContext, arguments: GetReviews) -> ToolResult:
    """Proposals that wait, and facts that may not hold any more, newest first."""
    page = PageRequest(limit=arguments.limit)
    waiting = await service.proposals(ctx.tx, page)
    due = await service.listed(ctx.tx, page, FactFilter(review_due=True))
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
