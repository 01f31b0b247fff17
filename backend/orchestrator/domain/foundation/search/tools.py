"""The tool that searches what was said and written. Of notes only the user's own are ever shown to an agent; what was
only asked of Steward, and its answers, are no evidence and are shown to who asks about the talk itself."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from operator import attrgetter
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.when import span
from orchestrator.domain.foundation.search.query.answer_filter import NEAR, Judged, Sought, judged, sought
from orchestrator.domain.foundation.search.query.context import said_before, weights, wholes_of
from orchestrator.domain.foundation.search.query.hit_view import TEXT_CHARACTERS, shown
from orchestrator.domain.foundation.search.schemas import SPOKEN, Hit, Said, SearchQuery
from orchestrator.domain.foundation.search.service import search
from orchestrator.domain.foundation.search.text.lexemes import query_words
from orchestrator.domain.foundation.search.text.rewriting import Looked, rewritten
from orchestrator.domain.foundation.slices.manifest import PartPlace, PlacesOf
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import to_wall
from orchestrator.language.discourse.talk import asks_about_talk
from orchestrator.language.people.persons import SELF_WORDS
from orchestrator.language.text.normalize import normalize, tokens

NEVER_READ_BACK = ("episode",)
"""Of an episode the messages themselves are the evidence."""
READ_IF_OWN = ("note",)
"""What agents observed is for people; what the user noted down themselves answers."""
MAX_HITS = 20
MAX_WITHIN = 8
WIDE = 2
"""So many times the hits asked for are judged: some are this very question, others only share a word with it."""
MOST_LINKED = 3
LINK_CHARACTERS = 80
RANGE = 60
"""Entries of a time that are looked through where nothing but the time and a person is named."""
MOST_OF_SOMEBODY = 200
"""Of somebody's newest messages, whose conversations are theirs."""
NO_CONVERSATION = UUID(int=0)
"""Where somebody speaks in none."""
MOST_NEAR = 3
"""Hits that only come near are told where none answers, so that what is missing can be said."""

Kind = Literal["message", "event", "contact", "place", "todo", "document", "fact", "note", "meeting"]


class SearchMemories(ToolArguments):
    """Arguments of `search_memories`."""

    query: str = Field(default="", description="The words to look for, e.g. 'boat repair'.")
    kinds: list[Kind] = Field(default_factory=list, description="Only these kinds. Leave out for all.")
    when: str = Field(default="", description="The user's time words, copied: 'last week'. Leave out for any time.")
    since: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    until: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    speaker: str = Field(default="", description="Who said it: a name, or 'me' for the user.")
    conversation_with: str = Field(default="", description="Only in conversations with this person: a name.")
    within: list[UUID] = Field(
        default_factory=list, max_length=MAX_WITHIN, description="Only in these, and beside them."
    )
    near: bool = Field(default=False, description="All that comes near too, in the order of the search.")
    limit: int = Field(default=8, ge=1, le=MAX_HITS)


async def search_memories(ctx: ToolContext, arguments: SearchMemories, *, places_of: PlacesOf) -> ToolResult:
    """Hits with their dates: those that answer, the best first; where none does, the nearest few, marked as such."""
    since, until = span(ctx, when=arguments.when, since=arguments.since, until=arguments.until, looking="back")
    named = {name: await _named(ctx, getattr(arguments, name)) for name in ("speaker", "conversation_with")}
    arguments = arguments.model_copy(update=named)
    looked = await asyncio.to_thread(rewritten, ctx, query=arguments.query, speaker=arguments.speaker)  # may be long
    people = await _people(ctx, looked) if arguments.near else {}
    found, before = await _judged(ctx, arguments, looked, since, until, people.values())
    all_of_it = asks_about_talk(ctx.question) or bool(arguments.conversation_with or arguments.within or arguments.near)
    kept = _kept(found, arguments.limit, all_of_it=all_of_it)
    asked = {one.hit.entry_id: before[one.hit.entry_id][0] for one in kept if _shows_question(one, before)}
    parts = [one.hit.part_id for one in kept if one.hit.part_id is not None]
    places = await places_of(ctx.tx, parts)
    refs = [EntityRef(one.hit.kind, one.hit.id, one.hit.title) for one in kept]
    replied = [asked[one.hit.entry_id] for one in kept if one.hit.kind == "message" and one.hit.entry_id in asked]
    refs += [EntityRef("message", said.id) for said in replied]
    told_to = _told_to(kept, before) if arguments.near or normalize(arguments.speaker) in SELF_WORDS else {}
    bounded = since is not None or until is not None
    near = {"weights": await _told_by(ctx, looked), "people": people} if arguments.near else {}

    def hits() -> list[Mapping[str, Any]]:
        """What others wrote is read for its dates: beside the event loop."""
        return [
            shown(ctx, one, asked.get(one.hit.entry_id), _place(one.hit, places), told_to.get(one.hit.entry_id))
            for one in kept
        ]

    return ToolResult(
        data={
            **near,
            "hits": await asyncio.to_thread(hits),
            "speaker": arguments.speaker,
            "conversation_with": arguments.conversation_with,
            "since": to_wall(since, ctx.zone).isoformat() if since else None,
            "until": to_wall(until, ctx.zone).isoformat() if until else None,
        },
        summary=_summary(looked, kept),
        origin=least_trusted(
            [*(one.hit.origin for one in kept), *(said.origin for said in (*asked.values(), *told_to.values()))]
        ),
        empty=not kept,
        inspected=_linked(kept),
        evidence=frozenset({"retrieval", "time_span"} if bounded else {"retrieval"}),
        read=tuple(dict.fromkeys(refs)),
    )


async def _told_by(ctx: ToolContext, looked: Looked) -> Mapping[str, float]:
    """What each word that stands in any entry tells of an entry (its idf), for who compares sentences."""
    words = query_words(looked.asked)
    known = await weights(ctx.tx, sorted(frozenset[str]().union(*(one.lexemes for one in words))))
    held = {one.word: [known[form] for form in one.lexemes if form in known] for one in words}
    return {word: round(min(found), 2) for word, found in held.items() if found}


async def _people(ctx: ToolContext, looked: Looked) -> Mapping[str, str]:
    """The names of those whom the question's words mean without doubt ("Sofi", "mum")."""
    people = ctx.people or await ctx.resolver.people(ctx.tx, ctx.rules)
    found = people.named_in(looked.asked, partly=True)
    return {one.phrase: one.entities[0].title for one in found if len(one.entities) == 1}


async def _named(ctx: ToolContext, speaker: str) -> str:
    """Who "my mother", "the boss", "Jota" is, by the name that stands beside what they say; else as it was said."""
    if not speaker or normalize(speaker) in SELF_WORDS:
        return speaker
    (found,) = await ctx.resolver.resolve_contacts(ctx.tx, [speaker], locale=ctx.locale)
    return found.entities[0].title if found.status == "resolved" and len(found.entities) == 1 else speaker


def _told_to(kept: Sequence[Judged], before: Mapping[UUID, Sequence[Said]]) -> dict[UUID, Said]:
    """Of each of the user's own messages the last one that somebody else had said before it there: whom it was said
    to."""
    others = {
        one.hit.entry_id: [said for said in before.get(one.hit.entry_id, ()) if said.origin == Origin.THIRD_PARTY]
        for one in kept
        if one.hit.kind == "message"
    }
    return {key: said[0] for key, said in others.items() if said}


def _place(hit: Hit, places: Mapping[UUID, PartPlace]) -> PartPlace | None:
    return places.get(hit.part_id) if hit.part_id is not None else None


async def _judged(
    ctx: ToolContext,
    arguments: SearchMemories,
    looked: Looked,
    since: datetime | None,
    until: datetime | None,
    people: Iterable[str] = (),
) -> tuple[list[Judged], dict[UUID, list[Said]]]:
    """What was found, each hit with its worth, the best first, and what was said before each message."""
    query = SearchQuery(
        " ".join([looked.asked, *people]),
        kinds=tuple(arguments.kinds),
        since=since,
        until=until,
        speaker=looked.speaker or None,
        limit=WIDE * arguments.limit,
        exclude_kinds=NEVER_READ_BACK,
        own_kinds=READ_IF_OWN,
        passages=True,
        asides=asks_about_talk(ctx.question),
        zone=ctx.zone,
        vector=await ctx.query_vector(looked.asked),
        documents=await _only_in(ctx, arguments),
    )
    found = await search(ctx.tx, replace(query, limit=ctx.reranking.wanted(query.limit)))
    best = await ctx.reranking.ordered(looked.asked, found, attrgetter("readable"))
    hits = [hit for hit in best[: query.limit] if not _is_question(ctx, hit)]
    if arguments.within:  # what holds none of the words may be what is asked for all the same
        beside = await search(ctx.tx, replace(query, text="", vector=None))
        hits += [hit for hit in beside if hit.entry_id not in {one.entry_id for one in hits}]
    if not hits and looked.speaker and normalize(looked.speaker) not in SELF_WORDS:
        # Others may have told it of them; whose matter it is, is judged below.
        hits = await search(ctx.tx, replace(query, speaker=None))
    wanted = sought(looked.about, [hit.speaker for hit in hits], speaker=looked.speaker)
    if (since or until) and not (hits and wanted.words):
        hits, wanted = await _then(ctx, looked, query) or (hits, wanted)
    before = await said_before(ctx.tx, [hit.entry_id for hit in hits if hit.kind in SPOKEN])
    worth = await weights(ctx.tx, sorted(frozenset[str]().union(*wanted.words)))
    by_meaning, bounded = query.vector is not None, since is not None or until is not None
    worthy = await asyncio.to_thread(
        judged, hits, wanted, before, worth, by_meaning=by_meaning, bounded=bounded
    )  # what was said before may be long
    return worthy if arguments.near else _ordered(worthy), before


async def _then(ctx: ToolContext, looked: Looked, query: SearchQuery) -> tuple[list[Hit], Sought] | None:
    """What was said and written at a time, where the question names nothing else but perhaps who said it ("what did Ana
    do last week?"); None where it does."""
    ranged = await search(ctx.tx, replace(query, text="", limit=RANGE))
    wanted = sought(looked.about, [hit.speaker for hit in ranged], speaker=looked.speaker)
    if wanted.words:
        return None
    theirs = [hit for hit in ranged if _speaks(hit, wanted)] if wanted.people else ranged
    return [hit for hit in theirs if not _is_question(ctx, hit)][: query.limit], wanted


def _speaks(hit: Hit, wanted: Sought) -> bool:
    return any(who & set(tokens(hit.speaker or "")) for who in wanted.people)


def _ordered(found: Sequence[Judged]) -> list[Judged]:
    """What answers first, in the order of the search."""
    return sorted(found, key=lambda one: not one.answers)


def _kept(found: Sequence[Judged], limit: int, *, all_of_it: bool) -> Sequence[Judged]:
    """What is told: what answers and what asks the same; where nothing answers the nearest few. Who asks about the talk
    itself (`all_of_it`) is shown every line of it."""
    answering = [one for one in found if one.answers or one.relevance >= NEAR]
    if all_of_it or not any(one.answers for one in found):
        return found[: limit if all_of_it else min(limit, MOST_NEAR)]
    return answering[:limit]


async def _only_in(ctx: ToolContext, arguments: SearchMemories) -> tuple[UUID, ...]:
    """The wholes that are searched alone: texts, or the talks in which somebody speaks; empty: all."""
    if arguments.within:
        return tuple(await wholes_of(ctx.tx, arguments.within)) or (NO_CONVERSATION,)
    return await _conversations(ctx, arguments.conversation_with)


async def _conversations(ctx: ToolContext, name: str) -> tuple[UUID, ...]:
    """The conversations in which somebody speaks, those of their newest messages; empty: all of them are searched."""
    if not name:
        return ()
    theirs = await search(ctx.tx, SearchQuery("", kinds=("message",), speaker=name, limit=MOST_OF_SOMEBODY))
    return tuple({hit.group_id for hit in theirs if hit.group_id is not None}) or (NO_CONVERSATION,)


def _shows_question(one: Judged, before: Mapping[UUID, Sequence[Said]]) -> bool:
    """Whether a reply is told with the question that it replies to."""
    said = next(iter(before.get(one.hit.entry_id, ())), None)
    return said is not None and said.asks and said.speaker != one.hit.speaker


def _linked(kept: Sequence[Judged]) -> tuple[EntityRef, ...]:
    """The best of what answers and is told whole: what a client links the answer to."""
    told = [one.hit for one in kept if one.answers and len(one.hit.text) <= TEXT_CHARACTERS][:MOST_LINKED]
    return tuple(EntityRef(hit.kind, hit.id, hit.title or shorten(hit.text, LINK_CHARACTERS)) for hit in told)


def _summary(looked: Looked, kept: Sequence[Judged]) -> str:
    about = f"'{shorten(looked.query, 80)}'"
    if kept and not any(one.answers for one in kept):
        return f"nothing that answers {about}; {len(kept)} hits come near"
    return f"{len(kept)} hits for {about}"


def _is_question(ctx: ToolContext, hit: Hit) -> bool:
    """The question of this very turn, asked before; it answers nothing."""
    asked = ctx.thread_id is not None and hit.group_id == ctx.thread_id
    return asked and bool(ctx.question) and hit.text.strip() == ctx.question.strip()


def tools(places_of: PlacesOf) -> tuple[ToolSpec, ...]:
    """`places_of`: of the documents' parts, so that what stands in one is told with its page or section."""
    return (
        ReadTool(
            name="search_memories",
            description="Search all that was said or written: messages, meetings, events, contacts, places, todos, "
            "documents, own notes.",
            group="search",
            execute=partial(search_memories, places_of=places_of),
            arguments=SearchMemories,
            verbatim_arguments=frozenset({"when", "speaker", "conversation_with"}),
            hidden_arguments=frozenset({"kinds", "since", "until", "conversation_with", "within", "near", "limit"}),
            examples=(
                ("what did Rui say about the boat?", {"query": "boat", "speaker": "Rui"}),
                ("Why did Nora move to Paris?", {"query": "Nora moved to Paris"}),
            ),
        ),
    )
