"""The tool `places_events`: what happened, or will happen, at a place?"""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.when import span
from orchestrator.domain.foundation.search.schemas import SearchQuery
from orchestrator.domain.foundation.search.service import search
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find
from orchestrator.domain.world.events.series.occurrence import Occurrence, Shown
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.events.tools.tool_data import event_data, origin_of, ref
from orchestrator.domain.world.geolocation.tool_data import WHERE, no_such_place, place_data, place_meant
from orchestrator.domain.world.places.known import KnownPlace
from orchestrator.domain.world.places.likeness import name_key
from orchestrator.kit.zones import to_wall
from orchestrator.language.text.normalize import tokens

MAX_EVENTS = 100
SEARCHED = 100
"""Events that a place's name finds, before their own words for the place are compared."""
KEPT_IN_CONTEXT = 5


class PlacesEvents(ToolArguments):
    """Arguments of `places_events`."""

    place: str = Field(default="here", max_length=500, description=WHERE)
    when: str = Field(default="", description="The user's time words, copied: 'last week'.")
    since: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    until: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    limit: int = Field(default=20, ge=1, le=MAX_EVENTS)


async def places_events(ctx: ToolContext, arguments: PlacesEvents) -> ToolResult | NeedUserInput:
    """Events at a place: those linked to it, and those whose own words for their place are its name. The past is told
    latest first, what is ahead after it."""
    since, until = span(ctx, when=arguments.when, since=arguments.since, until=arguments.until, looking="back")
    place = await place_meant(ctx, arguments.place)
    if not isinstance(place, KnownPlace):
        return place or no_such_place(arguments.place, "events")
    linked = EventFilter(since, until, place_id=place.id)
    worded = EventFilter(since, until, ids=tuple(await _worded(ctx, place)))
    rows = {row.key: row for row in [*await _happening(ctx, linked), *await _happening(ctx, worded)]}
    rows = {key: row for key, row in rows.items() if row.place_id == place.id or _is_worded(row, place)}
    total = len(rows)
    started = sorted(rows.values(), key=lambda row: row.start_utc)
    past = [row for row in reversed(started) if row.start_utc <= ctx.now]
    ordered = [*past, *(row for row in started if row.start_utc > ctx.now)][: arguments.limit]
    where, refs = EntityRef("place", place.id, place.name), tuple(ref(row) for row in ordered)
    bounds = {"since": since, "until": until}
    spanned = {
        name: to_wall(at, ctx.zone).replace(microsecond=0).isoformat() if at else None for name, at in bounds.items()
    }
    return ToolResult(
        data={
            "place": place_data(place),
            "events": await event_data(ctx, ordered, whole=len(ordered) == 1),
            "total": total,
            "range": spanned if since or until else None,
        },
        summary=f"{total} events at {place.name}",
        origin=least_trusted([place.origin, await origin_of(ctx, ordered)]),
        empty=not ordered,
        inspected=(where, *(refs if len(refs) == 1 else ())),
        evidence=frozenset({"retrieval", "entity", *(["time_span"] if since or until else [])}),
        context=(where, *(refs if len(refs) <= KEPT_IN_CONTEXT else ())),
        read=(where, *refs),
    )


async def _happening(ctx: ToolContext, wanted: EventFilter) -> list[Occurrence]:
    """What matches, the latest first; without a time what was and what is to come, so that neither hides the other."""
    if wanted.timed:
        return await find(ctx.tx, wanted, limit=MAX_EVENTS, newest_first=True)
    past, ahead = replace(wanted, until=ctx.now), replace(wanted, since=ctx.now)
    was = await find(ctx.tx, past, limit=MAX_EVENTS, newest_first=True)
    return [*was, *await find(ctx.tx, ahead, limit=MAX_EVENTS)]


async def _worded(ctx: ToolContext, place: KnownPlace) -> Sequence[UUID]:
    """Events without a link whose own words for their place, on one of their days at least, may name this one."""
    hits = [
        hit.id
        for name in (place.name, *place.aliases[:3])
        for hit in await search(ctx.tx, SearchQuery(name, kinds=("event",), limit=SEARCHED))
    ]
    rows = await events.many(ctx.tx, list(dict.fromkeys(hits)))
    return [row.id for row in rows if row.recurrence is not None or _is_worded(row, place)]


def _is_worded(row: Shown, place: KnownPlace) -> bool:
    """Whether its own words for its place hold a name of this one."""
    names = {_spaced(name_key(name)) for name in (place.name, *place.aliases)} - {"  "}
    return row.place_id is None and any(name in _spaced(row.location_text or "") for name in names)


def _spaced(text: str) -> str:
    """The words of a text, each between blanks."""
    return f" {' '.join(tokens(text))} "


EVENTS_TOOL = ReadTool(
    name="places_events",
    description="What happened, or will happen, at a place, with dates.",
    group="places",
    execute=places_events,
    arguments=PlacesEvents,
    examples=(("what happened there last week?", {"place": "there", "when": "last week"}),),
)
