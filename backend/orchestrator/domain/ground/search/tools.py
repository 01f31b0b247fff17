"""The tool that searches what was said and written. Notes are never shown to an agent; what was only asked of Steward,
and its answers, are no evidence and are shown to who asks about the talk itself."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from orchestrator.agent.origin import least_trusted
from orchestrator.agent.ports import EntityRef
from orchestrator.agent.tool import Effect, ToolContext, ToolGroup, ToolResult, ToolSpec
from orchestrator.domain.ground.asking.arguments import ToolArguments
from orchestrator.domain.ground.asking.when import span
from orchestrator.domain.ground.search.context import Said, said_before, weights
from orchestrator.domain.ground.search.relevance import Before, Judged, judged, sought
from orchestrator.domain.ground.search.rewriting import Looked, rewritten
from orchestrator.domain.ground.search.schemas import Hit, SearchQuery
from orchestrator.domain.ground.search.service import search, words_to_embed
from orchestrator.domain.ground.search.shown import shown
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import to_wall
from orchestrator.language.talk import asks_about_talk

NEVER_READ_BACK = ("note",)
MAX_HITS = 20
WIDE = 2
"""So many times the hits asked for are judged: some are this very question, others only share a word with it."""
MOST_NEAR = 3
"""Hits that only come near are told where none answers, so that what is missing can be said."""

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
    """Hits with their dates: those that answer, the best first; where none does, the nearest few, marked as such."""
    since, until = span(ctx, when=arguments.when, since=arguments.since, until=arguments.until, looking="back")
    looked = rewritten(ctx, query=arguments.query, speaker=arguments.speaker)
    found, before = await _judged(ctx, arguments, looked, since, until)
    answering = [one for one in found if one.answers]
    kept = answering[: arguments.limit] or found[: min(MOST_NEAR, arguments.limit)]
    asked = {one.hit.id: before[one.hit.id][0] for one in kept if _shows_question(one, before)}
    refs = [EntityRef(one.hit.kind, one.hit.id, one.hit.title) for one in kept]
    refs += [EntityRef("message", said.id) for said in asked.values()]
    bounded = since is not None or until is not None
    return ToolResult(
        data={
            "hits": [shown(ctx, one, asked.get(one.hit.id)) for one in kept],
            "since": to_wall(since, ctx.zone).isoformat() if since else None,
            "until": to_wall(until, ctx.zone).isoformat() if until else None,
        },
        summary=_summary(looked, kept, answering),
        origin=least_trusted([*(one.hit.origin for one in kept), *(said.origin for said in asked.values())]),
        empty=not kept,
        evidence=frozenset({"retrieval", "time_span"} if bounded else {"retrieval"}),
        read=tuple(dict.fromkeys(refs)),
    )


async def _judged(
    ctx: ToolContext, arguments: SearchMemories, looked: Looked, since: datetime | None, until: datetime | None
) -> tuple[list[Judged], dict[UUID, list[Said]]]:
    """What was found, each hit with its worth, the best first, and what was said before each message."""
    telling = await words_to_embed(ctx.session, ctx.owner_id, looked.asked)
    query = SearchQuery(
        looked.asked,
        kinds=tuple(arguments.kinds),
        since=since,
        until=until,
        speaker=looked.speaker or None,
        limit=WIDE * arguments.limit,
        exclude_kinds=NEVER_READ_BACK,
        asides=asks_about_talk(ctx.question),
        zone=ctx.zone,
        vector=await ctx.query_vector(telling),
    )
    hits = [hit for hit in await search(ctx.session, ctx.owner_id, query) if not _is_question(ctx, hit)]
    wanted = sought(looked.query, [hit.speaker for hit in hits], speaker=looked.speaker)
    if not wanted.words and wanted.people and not looked.speaker and (since or until):
        # "What did Ana do last week?" names a person and a time alone: everything that Ana said then is meant.
        named = replace(query, text="", speaker=" ".join(sorted(wanted.people[0])))
        hits = await search(ctx.session, ctx.owner_id, named) or hits
    before = await said_before(ctx.session, ctx.owner_id, [hit.id for hit in hits if hit.kind == "message"])
    worth = await weights(ctx.session, ctx.owner_id, sorted(frozenset[str]().union(*wanted.words)))
    told = {key: [Before(one.text, one.speaker) for one in said] for key, said in before.items()}
    return _ordered(judged(hits, wanted, told, worth)), before


def _ordered(found: Sequence[Judged]) -> list[Judged]:
    """What answers first, in the order of the search."""
    return sorted(found, key=lambda one: not one.answers)


def _shows_question(one: Judged, before: Mapping[UUID, Sequence[Said]]) -> bool:
    """Whether a reply is told with the question that it replies to."""
    said = next(iter(before.get(one.hit.id, ())), None)
    return said is not None and Before(said.text, said.speaker).asks and said.speaker != one.hit.speaker


def _summary(looked: Looked, kept: Sequence[Judged], answering: Sequence[Judged]) -> str:
    about = f"'{shorten(looked.query, 80)}'"
    if kept and not answering:
        return f"nothing that answers {about}; {len(kept)} hits come near"
    return f"{len(kept)} hits for {about}"


def _is_question(ctx: ToolContext, hit: Hit) -> bool:
    """The question of this very turn, asked before; it answers nothing."""
    asked = ctx.thread_id is not None and hit.group_id == ctx.thread_id
    return asked and bool(ctx.question) and hit.text.strip() == ctx.question.strip()


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
