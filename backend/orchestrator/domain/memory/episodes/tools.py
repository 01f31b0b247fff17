"""The tool that tells what past sessions with Steward were about: `recall_episodic`.

A summary is no evidence of what somebody said: that is `search_memories`. So it is shown where the talk itself is asked
for, not with every search.
"""

from datetime import datetime
from typing import Any

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.when import span
from orchestrator.domain.memory.episodes import recall
from orchestrator.domain.memory.episodes.recall import Recalled
from orchestrator.domain.memory.episodes.service import episodes
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import to_wall

MOST = 20
SUMMARY_CHARACTERS = 1_000
MOST_LINKED = 3


class RecallEpisodic(ToolArguments):
    """Arguments of `recall_episodic`."""

    query: str = Field(default="", max_length=500, description="What it was about; leave out for the latest.")
    when: str = Field(default="", max_length=200, description="The user's time words, copied: 'last week'.")
    since: str = Field(default="", max_length=40, description="Local ISO time, only if 'when' is empty.")
    until: str = Field(default="", max_length=40, description="Local ISO time, only if 'when' is empty.")
    limit: int = Field(default=5, ge=1, le=MOST)


async def recall_episodic(ctx: ToolContext, arguments: RecallEpisodic) -> ToolResult:
    """Sessions that were about it, the best first; without a word the latest. Raises ToolRejected for words that are no
    time."""
    since, until = span(ctx, when=arguments.when, since=arguments.since, until=arguments.until, looking="back")
    vector = await ctx.query_vector(arguments.query) if arguments.query else None
    found = await recall.recalled(
        ctx.tx, arguments.query, since=since, until=until, limit=arguments.limit, vector=vector
    )
    bounded = since is not None or until is not None
    refs = tuple(EntityRef(episodes.kind, one.id, one.title) for one in found)
    return ToolResult(
        data={
            "episodes": [_told(ctx, one) for one in found],
            "since": _local(ctx, since),
            "until": _local(ctx, until),
        },
        summary=f"{len(found)} sessions",
        origin=recall.origin_of(found),
        empty=not found,
        inspected=refs[:MOST_LINKED],
        evidence=frozenset({"retrieval", "time_span"} if bounded else {"retrieval"}),
        read=refs,
    )


def _told(ctx: ToolContext, one: Recalled) -> dict[str, Any]:
    """An episode as JSON; times are local wall time in the turn's zone."""
    return {
        "id": str(one.id),
        "title": one.title,
        "summary": shorten(one.summary, SUMMARY_CHARACTERS),
        "event_type": one.event_type,
        "from": _local(ctx, one.started_at),
        "to": _local(ctx, one.ended_at),
        "tags": one.tags,
        "origin": one.origin,
    }


def _local(ctx: ToolContext, moment: datetime | None) -> str | None:
    return to_wall(moment, ctx.zone).replace(microsecond=0).isoformat() if moment is not None else None


TOOLS: tuple[ToolSpec, ...] = (
    ReadTool(
        name="recall_episodic",
        description="Recall summaries of past sessions with the user: what was talked about, and when.",
        group="memory",
        execute=recall_episodic,
        arguments=RecallEpisodic,
        hidden_arguments=frozenset({"since", "until", "limit"}),
        examples=(
            ("what did we talk about last week?", {"when": "last week"}),
            ("when did I last talk about the boat?", {"query": "boat"}),
        ),
    ),
)
