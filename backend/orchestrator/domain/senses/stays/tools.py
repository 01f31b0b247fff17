"""The tool `get_location_history`: where did the user stay at a time, how often and how long at a place, and with whom,
by what their devices measured?"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.places import Located
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import Origin, least_trusted, without_invisible
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.when import other_spans, span
from orchestrator.domain.foundation.slices.means import ToolMeans
from orchestrator.domain.senses.stays import service
from orchestrator.domain.senses.stays.repository import Stay
from orchestrator.domain.senses.stays.schemas import KIND
from orchestrator.domain.senses.stays.service import Visit
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find
from orchestrator.domain.world.events.series.occurrence import Occurrence
from orchestrator.domain.world.events.tools.tool_data import event_data, origin_of, ref
from orchestrator.domain.world.geolocation.service import Whereabouts
from orchestrator.domain.world.geolocation.tool_data import no_such_place, place_data, place_meant
from orchestrator.domain.world.places.known import KnownPlace
from orchestrator.kit.zones import to_wall

MOST_STAYS = 12
MOSTLY = 2 / 3
"""So much of a time has to be measured elsewhere to say that somebody was not at a place."""
MOST_EVENTS = 5
"""Of one stay: what happened meanwhile."""


class GetLocationHistory(ToolArguments):
    """Arguments of `get_location_history`."""

    when: str = Field(default="", description="The user's time words, copied: 'last tuesday at noon'.")
    since: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    until: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    place: str = Field(default="", max_length=500, description="Only the stays there: a place's name or id, or 'here'.")


def history_tools(means: ToolMeans) -> Sequence[ToolSpec]:
    """The tool, where this process can tell what a point is."""
    whereabouts = means.own.get(Whereabouts)
    return (_tool(whereabouts),) if whereabouts is not None else ()


def _tool(whereabouts: Whereabouts) -> ReadTool:
    async def get_location_history(ctx: ToolContext, arguments: GetLocationHistory) -> ToolResult | NeedUserInput:
        """The stays of a time or at a place, the latest last, how many visits they were, and what happened meanwhile;
        without a time the latest ones."""
        place = await place_meant(ctx, arguments.place) if arguments.place else None
        if arguments.place and not isinstance(place, KnownPlace):
            return place or no_such_place(arguments.place, "stays")
        since, until = span(ctx, when=arguments.when, since=arguments.since, until=arguments.until, looking="back")
        until = min(until, ctx.now) if until is not None else ctx.now
        known = place if isinstance(place, KnownPlace) else None
        rows = await service.at(ctx.tx, since=since, until=until, place=known)
        if since is not None and (not rows or known is None):
            rows = await _also(ctx, rows, arguments.when, since, known)
        if known is not None and since is not None and not rows:
            planned = await find(ctx.tx, EventFilter(since=since, until=until, place_id=known.id), limit=MOST_EVENTS)
            rows = () if planned else await _elsewhere(ctx, since, until)
            return await _answer(whereabouts, ctx, rows, known, timed=True, elsewhere=True, planned=planned)
        return await _answer(whereabouts, ctx, rows, known, timed=since is not None, within=(since, until))

    return ReadTool(
        name="get_location_history",
        description="Where the user was at a time in the past, with from when to when, as their phone measured it; how"
        " often, since when and with whom they were at a place.",
        group="places",
        execute=get_location_history,
        arguments=GetLocationHistory,
        examples=(
            ("where was I last tuesday at noon?", {"when": "last tuesday at noon"}),
            ("how often was I at the gym this month?", {"when": "this month", "place": "the gym"}),
        ),
    )


async def _also(
    ctx: ToolContext, rows: Sequence[Stay], when: str, since: datetime, place: KnownPlace | None
) -> Sequence[Stay]:
    """With the stays of the words' other reading, where the first has none or where that one is the later: of the
    Tuesdays that "el martes pasado" may mean most people mean the latest."""
    found = {one.id: one for one in rows}
    for begins, ends in other_spans(ctx, when, since):
        if not found or begins > since:
            there = await service.at(ctx.tx, since=begins, until=min(ends, ctx.now), place=place)
            found |= {one.id: one for one in there}
    return sorted(found.values(), key=lambda one: one.started_at)


async def _elsewhere(ctx: ToolContext, since: datetime, until: datetime) -> Sequence[Stay]:
    """Where the user was measured to be instead, most of that time; nothing where too little of it was measured."""
    rows = [one for one in await service.at(ctx.tx, since=since, until=until, place=None) if not one.inferred]
    return (
        rows
        if rows and _seconds(service.visits(rows), since, until) >= MOSTLY * (until - since).total_seconds()
        else ()
    )


async def _answer(
    whereabouts: Whereabouts,
    ctx: ToolContext,
    rows: Sequence[Stay],
    place: KnownPlace | None,
    *,
    timed: bool,
    within: tuple[datetime | None, datetime | None] = (None, None),
    elsewhere: bool = False,
    planned: Sequence[Occurrence] = (),
) -> ToolResult:
    """`elsewhere`: at the place they were not measured, the stays are at others; `planned`: what the calendar has there
    then."""
    there = rows[-MOST_STAYS:]
    located = [await _located(whereabouts, ctx, one) for one in there]
    meanwhile = [await _meanwhile(ctx, one) for one in there]
    happened = list({row.key: row for one in (*meanwhile, planned) for row in one}.values())
    data: dict[str, Any] = {
        "stays": [
            {**_told(ctx, stay, at), **await _with(ctx, rows)}
            for stay, at, rows in zip(there, located, meanwhile, strict=True)
        ]
    }
    if place is not None:
        there_alone = () if elsewhere else service.visits(rows)
        data |= {"place": place_data(place), **_visits(ctx, there_alone, within)}
    if planned:
        data |= {"planned": await event_data(ctx, planned, whole=False)}
    known = tuple({one.place.id: one.place for one in located if one and one.place}.values())
    origins = [Origin(one.origin) for one in there] + [one.origin for one in located if one is not None]
    samples = [each for one in there for each in await service.samples_of(ctx.tx, one)]
    return ToolResult(
        data=data,
        summary=f"{0 if elsewhere else len(rows)} stays",
        origin=least_trusted([*origins, await origin_of(ctx, happened)] if happened else origins),
        empty=not rows and not planned,
        evidence=frozenset({"retrieval", *(["time_span"] if timed else []), *(["entity"] if place else [])}),
        context=known,
        read=(
            *known,
            *(ref(row) for row in happened),
            *(EntityRef(KIND, one.id, "") for one in there),
            *(EntityRef("location", each, "") for each in samples),
        ),
    )


async def _located(whereabouts: Whereabouts, ctx: ToolContext, stay: Stay) -> Located | None:
    at = {"lat": stay.lat, "lon": stay.lon, "accuracy_m": stay.radius_m}
    return await whereabouts.locate(ctx.tx.owner_id, at, now=ctx.now, locale=ctx.locale)


def _told(ctx: ToolContext, stay: Stay, at: Located | None) -> dict[str, Any]:
    """The times and what is known of the point; its coordinates stay raw."""
    told = {name: value for name, value in at.stored().items() if name not in _RAW} if at else {}
    if at is not None and at.address:
        told["address"] = without_invisible(at.address)
    inferred = {"inferred": True} if stay.inferred else {}
    return {"start_at": _wall(ctx, stay.started_at), "end_at": _wall(ctx, stay.ended_at), **inferred, **told}


_RAW = frozenset({"lat", "lon", "accuracy_m"})


async def _meanwhile(ctx: ToolContext, stay: Stay) -> Sequence[Occurrence]:
    """The timed events (meetings are events) that overlap a stay."""
    during = EventFilter(since=stay.started_at, until=stay.ended_at)
    found = await find(ctx.tx, during, limit=MOST_EVENTS)
    return [row for row in found if not row.all_day]


async def _with(ctx: ToolContext, rows: Sequence[Occurrence]) -> dict[str, Any]:
    """What happened meanwhile, with who took part."""
    return {"events": await event_data(ctx, rows, whole=False)} if rows else {}


def _visits(
    ctx: ToolContext, found: Sequence[Visit], within: tuple[datetime | None, datetime | None]
) -> Mapping[str, Any]:
    """How often, on how many days, how long in all of the time that is asked for, since when and until when."""
    if not found:
        return {"visits": 0}
    days = {_wall(ctx, one.start)[:10] for one in found}
    minutes = _seconds(found, *within) / 60
    return {
        "visits": len(found),
        "days": len(days),
        "minutes": round(minutes),
        "first_at": _wall(ctx, found[0].start),
        "last_from": _wall(ctx, found[-1].start),
        "last_until": _wall(ctx, found[-1].end),
    }


def _seconds(visits: Sequence[Visit], since: datetime | None, until: datetime | None) -> float:
    """How long they were in all, of what lies in that time."""
    return sum((min(one.end, until or one.end) - max(one.start, since or one.start)).total_seconds() for one in visits)


def _wall(ctx: ToolContext, moment: datetime) -> str:
    return to_wall(moment, ctx.zone).replace(microsecond=0).isoformat()
