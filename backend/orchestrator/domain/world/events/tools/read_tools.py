"""The tool that reads events: by range, person, words or id, the next ones, counted, with whom most, and free times."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ToolContext, ToolResult
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.when import span
from orchestrator.domain.foundation.search.schemas import SearchQuery
from orchestrator.domain.foundation.search.service import search
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import by_person, count, find, occurrence_at
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.people import participant_keys
from orchestrator.domain.world.events.series.occurrence import Occurrence, Shown
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.events.tools.free_tool import free_times, overlapping
from orchestrator.domain.world.events.tools.tool_data import AT, event_data, linked_origin, origin_of, ref
from orchestrator.domain.world.resolution import asking
from orchestrator.errors import ToolRejected
from orchestrator.kit.ids import parse_id
from orchestrator.kit.zones import to_wall

MAX_EVENTS = 100
SEARCHED = 200
"""Events that words may find before the range narrows them."""
KEPT_IN_CONTEXT = 5
NEXT_WITHIN = timedelta(days=400)
"""So far ahead the next occurrence of a series is looked for, and so far back the last one."""

Action = Literal["by_range", "by_ids", "by_participant", "next", "last", "search", "count", "most", "free", "conflicts"]


class GetEvents(ToolArguments):
    """Arguments of `get_events`."""

    action: Action = Field(
        default="by_range",
        description="by_range, by_participant, by_ids, next, last (latest first), search (words), count, "
        "most (with whom), free, conflicts.",
    )
    ids: list[str] = Field(default_factory=list, max_length=MAX_EVENTS, description="Event ids, for by_ids.")
    participant: str = Field(default="", description="A person's name, e.g. 'Ana'.")
    when: str = Field(default="", description="The user's time words, copied: 'next week'.")
    since: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    until: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    query: str = Field(default="", description="Words of the title or place.")
    include_cancelled: bool = Field(default=False, description="Cancelled events too.")
    limit: int = Field(default=20, ge=1, le=MAX_EVENTS)


async def get_events(ctx: ToolContext, arguments: GetEvents) -> ToolResult | NeedUserInput:
    """Events of the user's calendar."""
    if arguments.action == "by_ids" or (arguments.ids and arguments.action != "next"):
        return await _by_ids(ctx, arguments.ids)
    looking: Literal["forward", "back"] = "back" if arguments.action == "most" else "forward"
    since, until = span(ctx, when=arguments.when, since=arguments.since, until=arguments.until, looking=looking)
    if arguments.action in {"free", "conflicts"}:
        compare = free_times if arguments.action == "free" else overlapping
        return await compare(ctx, since, until)
    wanted = EventFilter(since, until, include_cancelled=arguments.include_cancelled)
    if arguments.action == "next" or (arguments.action == "by_range" and since is None and until is None):
        wanted = replace(wanted, since=max(since or ctx.now, ctx.now))
    if arguments.action == "last":
        wanted = replace(wanted, since=since or ctx.now - NEXT_WITHIN, until=min(until or ctx.now, ctx.now))
    context: tuple[EntityRef, ...] = ()
    if arguments.participant:
        named = await asking.person(ctx, arguments.participant, field="participant")
        if isinstance(named, NeedUserInput):
            return named
        wanted = replace(wanted, participant_keys=await _keys(ctx, named))
        context = (EntityRef("contact", named.id, named.name),) if named.id is not None else ()
    elif arguments.action == "by_participant":
        raise ToolRejected("Give participant: the person's name.")
    ids = None
    if arguments.query:
        ids = await _found_by_words(ctx, arguments.query)
        wanted = replace(wanted, ids=tuple(ids))
    elif arguments.action == "search":
        raise ToolRejected("Give query: words of the title or place.")
    if arguments.action == "most":
        return await _most(ctx, wanted, arguments.limit)
    back = arguments.action == "last"
    rows = await find(ctx.tx, wanted, limit=arguments.limit, newest_first=back)
    whole = len(rows) < arguments.limit  # then nothing is left to be counted
    total = len(rows) if whole else await count(ctx.tx, wanted)
    return await _result(
        ctx,
        rows if back else await _next_of(ctx, rows),
        wanted,
        total=total,
        context=context,
        counted=arguments.action == "count",
    )


async def _by_ids(ctx: ToolContext, texts: Sequence[str]) -> ToolResult:
    places = {parse_id(text.partition(AT)[0]): text.partition(AT)[2] for text in texts}
    ids = [found for found in places if found is not None]
    if not ids:
        raise ToolRejected("Give ids: the ids of events from an earlier result.")
    found = [row for row in await events.many(ctx.tx, ids) if row.hidden_at is None]
    rows = await _next_of(ctx, [await _at(ctx, row, places[row.id]) for row in found])
    shown = await event_data(ctx, rows, whole=True, meetings=True)
    data = {"events": shown, "total": len(rows), "range": None, "by_person": []}
    refs = tuple(dict.fromkeys(ref(row) for row in rows))
    return ToolResult(
        data=data,
        summary=f"{len(rows)} events by id",
        origin=await origin_of(ctx, rows, meetings=True),
        empty=not rows,
        inspected=refs,
        evidence=frozenset({"retrieval", "entity"}),
        context=refs[:KEPT_IN_CONTEXT],
        read=refs,
    )


async def _at(ctx: ToolContext, row: Event, place: str) -> Occurrence:
    """The event, or the occurrence of it that is meant."""
    try:
        at = datetime.fromisoformat(place).replace(tzinfo=None) if place else None
    except ValueError:
        at = None
    one = await occurrence_at(ctx.tx, row, at) if at is not None else None
    return one or Occurrence.of(row)


async def _next_of(ctx: ToolContext, rows: Sequence[Occurrence]) -> list[Occurrence]:
    """Series that were found without a time are told by their next occurrence."""
    series = tuple(row.id for row in rows if row.recurrence is not None and row.recurrence_id is None)
    if not series:
        return list(rows)
    ahead = EventFilter(since=ctx.now, until=ctx.now + NEXT_WITHIN, ids=series)
    coming: dict[UUID, Occurrence] = {}
    for one in await find(ctx.tx, ahead, limit=SEARCHED):
        coming.setdefault(one.id, one)
    return [coming.get(row.id, row) if row.recurrence_id is None else row for row in rows]


async def _keys(ctx: ToolContext, named: asking.Named) -> tuple[str, ...]:
    """A contact's events, and those that name them without a link."""
    if named.id is None:
        return participant_keys(name=named.name)
    row = await contacts.contacts.get(ctx.tx, named.id)
    return (
        *participant_keys(contact_ids=[named.id]),
        *participant_keys(name=row.display_name),
        *(f"e:{key}" for key in row.email_keys),
    )


async def _found_by_words(ctx: ToolContext, query: str) -> list[Any]:
    wanted = SearchQuery(query, kinds=("event",), limit=SEARCHED)
    return [hit.id for hit in await search(ctx.tx, wanted)]


async def _most(ctx: ToolContext, wanted: EventFilter, limit: int) -> ToolResult:
    found = await by_person(ctx.tx, wanted, limit=limit)
    total = await count(ctx.tx, wanted)
    people = [
        {"contact_id": str(one.contact_id) if one.contact_id else None, "name": one.name, "count": one.events}
        for one in found
    ]
    refs = tuple(EntityRef("contact", one.contact_id, one.name) for one in found if one.contact_id is not None)
    imported = Origin.THIRD_PARTY if await _any_imported(ctx, wanted) else Origin.OWN_DATA
    return ToolResult(
        data={"events": [], "total": total, "range": _range(ctx, wanted), "by_person": people},
        summary=f"{len(people)} people in {total} events",
        origin=least_trusted([imported, await linked_origin(ctx, people, ())]),
        empty=not people,
        evidence=_evidence(wanted),
        context=refs[:1],
        read=refs,
    )


async def _any_imported(ctx: ToolContext, wanted: EventFilter) -> bool:
    return await count(ctx.tx, replace(wanted, origin=Origin.THIRD_PARTY.value)) > 0


async def _result(
    ctx: ToolContext,
    rows: Sequence[Shown],
    wanted: EventFilter,
    *,
    total: int,
    context: tuple[EntityRef, ...],
    counted: bool,
) -> ToolResult:
    refs = tuple(dict.fromkeys(ref(row) for row in rows))
    alone = len(rows) == 1 and not counted
    return ToolResult(
        data={
            "events": await event_data(ctx, rows, whole=len(rows) == 1, meetings=alone),
            "total": total,
            "range": _range(ctx, wanted),
            "by_person": [],
        },
        summary=f"{total} events",
        origin=await origin_of(ctx, rows, meetings=alone),
        empty=not rows and not counted,
        inspected=refs if len(refs) == 1 else (),
        evidence=_evidence(wanted),
        context=(*context, *(refs if len(refs) <= KEPT_IN_CONTEXT else ())),
        read=refs,
    )


def _evidence(wanted: EventFilter) -> frozenset[str]:
    bounded = wanted.since is not None or wanted.until is not None
    return frozenset({"retrieval", "time_span"} if bounded else {"retrieval"})


def _range(ctx: ToolContext, wanted: EventFilter) -> dict[str, str | None] | None:
    if wanted.since is None and wanted.until is None:
        return None
    sides = {"since": wanted.since, "until": wanted.until}
    return {
        name: to_wall(value, ctx.zone).replace(microsecond=0).isoformat() if value is not None else None
        for name, value in sides.items()
    }
