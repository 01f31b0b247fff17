"""The tool that searches what was said and written. Notes are never shown to an agent; what was only asked of Steward,
and its answers, are no evidence and are shown to who asks about the talk itself."""

from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from orchestrator.agent.origin import least_trusted
from orchestrator.agent.ports import EntityRef
from orchestrator.agent.tool import Effect, ToolContext, ToolGroup, ToolResult, ToolSpec
from orchestrator.domain.ground.asking.arguments import ToolArguments
from orchestrator.domain.ground.asking.when import span
from orchestrator.domain.ground.search.schemas import Hit, SearchQuery
from orchestrator.domain.ground.search.service import search
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import to_wall
from orchestrator.language.talk import asks_about_talk

NEVER_READ_BACK = ("note",)
MAX_HITS = 20
TEXT_CHARACTERS = 1_500
"""Of one hit's text: about two screens of chat; the whole entity is read by its own tool."""

Kind = Literal["message", "event", "contact", "place", "todo"]


class SearchMemories(ToolArguments):
    """Arguments of `search_memories`."""

    query: str = Field(default="", description="The words to look for, e.g. 'boat repair'.")
    kinds: list[Kind] = Field(default_factory=list, description="Only these kinds. Leave out for all.")
    when: str = Field(default="", description="The user's time words, copied: 'last week'. Leave out for any time.")
    since: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    until: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    speaker: str = Field(default="", description="Who said it: a name, or 'me' for the user.")
    limit: int = Field(default=8, ge=1, le=MAX_HITS)


async def search_memories(ctx: ToolContext, arguments: SearchMemories) -> ToolResult:
    """Hits with their dates, the best first."""
    since, until = span(ctx, when=arguments.when, since=arguments.since, until=arguments.until, looking="back")
    query = SearchQuery(
        arguments.query,
        kinds=tuple(arguments.kinds),
        since=since,
        until=until,
        speaker=arguments.speaker or None,
        limit=2 * arguments.limit,  # some of them may be this very question
        exclude_kinds=NEVER_READ_BACK,
        asides=asks_about_talk(ctx.question),
    )
    found = [hit for hit in await search(ctx.session, ctx.owner_id, query) if not _is_question(ctx, hit)]
    hits = found[: arguments.limit]
    refs = tuple(EntityRef(hit.kind, hit.id, hit.title) for hit in hits)
    bounded = since is not None or until is not None
    return ToolResult(
        data={
            "hits": [_shown(ctx, hit) for hit in hits],
            "since": to_wall(since, ctx.zone).isoformat() if since else None,
            "until": to_wall(until, ctx.zone).isoformat() if until else None,
        },
        summary=f"{len(hits)} hits for '{shorten(arguments.query, 80)}'",
        origin=least_trusted(hit.origin for hit in hits),
        empty=not hits,
        evidence=frozenset({"retrieval", "time_span"} if bounded else {"retrieval"}),
        read=refs,
    )


def _is_question(ctx: ToolContext, hit: Hit) -> bool:
    """The question of this very turn, asked before; it answers nothing."""
    asked = ctx.thread_id is not None and hit.group_id == ctx.thread_id
    return asked and bool(ctx.question) and hit.text.strip() == ctx.question.strip()


def _shown(ctx: ToolContext, hit: Hit) -> dict[str, Any]:
    group: UUID | None = hit.group_id
    return {
        "kind": hit.kind,
        "id": str(hit.id),
        "title": hit.title,
        "snippet": hit.snippet,
        "text": shorten(hit.text, TEXT_CHARACTERS),
        "at": to_wall(hit.at, ctx.zone).replace(microsecond=0).isoformat() if hit.at else None,
        "origin": hit.origin,
        "speaker": hit.speaker,
        "thread_id": str(group) if group else None,
    }


TOOLS: tuple[ToolSpec, ...] = (
    ToolSpec(
        name="search_memories",
        description="Search everything that was said or written: messages, events, contacts, places, todos.",
        group=ToolGroup.SEARCH,
        effect=Effect.READ,
        execute=search_memories,
        arguments=SearchMemories,
        examples=(("what did Rui say about the boat?", {"query": "boat", "speaker": "Rui"}),),
    ),
)
