"""The tool `get_location_history`: where did the user stay at a time, by what their devices measured? A stay is a run
of samples that lie near the first of them; a gap between two ends no run.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.places import Located
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.origin import least_trusted, without_invisible
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.when import span
from orchestrator.domain.foundation.slices.means import ToolMeans
from orchestrator.domain.senses.locations import repository
from orchestrator.domain.senses.locations.repository import Location
from orchestrator.domain.world.geolocation.service import Whereabouts
from orchestrator.domain.world.places.likeness import metres
from orchestrator.integrations.geocoding.port import Point
from orchestrator.kit.zones import to_wall

MOST_SAMPLES = 5_000
"""The latest of a time that are looked at: a sample every minute of three days."""
MOST_STAYS = 12
AROUND = timedelta(hours=12)
"""A stay at noon may have been measured in the morning and in the evening alone."""
APART_M = 150.0
"""Farther from the first sample of a stay is elsewhere: twice the radius of a place that tells none."""


@dataclass(frozen=True)
class Stay:
    """From the first sample to the last (UTC); `accuracy_m`: of the best of them."""

    at: Point
    start: datetime
    end: datetime
    accuracy_m: float | None
    samples: tuple[UUID, ...]

    def meets(self, since: datetime | None, until: datetime | None) -> bool:
        """Whether some of it lies in [since, until)."""
        return (since is None or self.end >= since) and (until is None or self.start < until)


def stays(samples: Sequence[Location]) -> list[Stay]:
    """The stays of samples in the order of time."""
    found: list[Stay] = []
    for one in samples:
        at = Point(one.lat, one.lon)
        last = found[-1] if found else None
        if last is None or metres(last.at, at) > APART_M:
            found.append(Stay(at, one.captured_at, one.captured_at, one.accuracy_m, (one.id,)))
            continue
        told = [each for each in (last.accuracy_m, one.accuracy_m) if each is not None]
        found[-1] = replace(
            last, end=one.captured_at, accuracy_m=min(told, default=None), samples=(*last.samples, one.id)
        )
    return found


class GetLocationHistory(ToolArguments):
    """Arguments of `get_location_history`."""

    when: str = Field(default="", description="The user's time words, copied: 'last tuesday at noon'.")
    since: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    until: str = Field(default="", description="Local ISO time, only if 'when' is empty.")


def history_tools(means: ToolMeans) -> Sequence[ToolSpec]:
    """The tool, where this process can tell what a point is."""
    whereabouts = means.own.get(Whereabouts)
    return (_tool(whereabouts),) if whereabouts is not None else ()


def _tool(whereabouts: Whereabouts) -> ReadTool:
    async def get_location_history(ctx: ToolContext, arguments: GetLocationHistory) -> ToolResult:
        """The stays of a time, the latest last; without a time the latest ones."""
        since, until = span(ctx, when=arguments.when, since=arguments.since, until=arguments.until, looking="back")
        until = min(until, ctx.now) if until is not None else ctx.now
        rows = await repository.page(
            ctx.tx,
            after=None,
            limit=MOST_SAMPLES,
            since=since - AROUND if since is not None else None,
            until=until + AROUND,
            device=None,
            q=None,
        )
        there = [one for one in stays(list(reversed(rows))) if one.meets(since, until)][-MOST_STAYS:]
        located = [await _located(whereabouts, ctx, one) for one in there]
        known = tuple({one.place.id: one.place for one in located if one and one.place}.values())
        return ToolResult(
            data={"stays": [_told(ctx, stay, at) for stay, at in zip(there, located, strict=True)]},
            summary=f"{len(there)} stays",
            origin=least_trusted([one.origin for one in located if one is not None]),
            empty=not there,
            evidence=frozenset({"retrieval", *(["time_span"] if since is not None else [])}),
            context=known,
            read=(*known, *(EntityRef("location", each, "") for one in there for each in one.samples)),
        )

    return ReadTool(
        name="get_location_history",
        description="Where the user was at a time in the past, with from when to when, as their phone measured it.",
        group="places",
        execute=get_location_history,
        arguments=GetLocationHistory,
        examples=(("where was I last tuesday at noon?", {"when": "last tuesday at noon"}),),
    )


async def _located(whereabouts: Whereabouts, ctx: ToolContext, stay: Stay) -> Located | None:
    at = {"lat": stay.at.lat, "lon": stay.at.lon, "accuracy_m": stay.accuracy_m}
    return await whereabouts.locate(ctx.tx.owner_id, at, now=ctx.now, locale=ctx.locale)


def _told(ctx: ToolContext, stay: Stay, at: Located | None) -> dict[str, Any]:
    """The times and what is known of the point; its coordinates stay raw."""
    told = {name: value for name, value in at.stored().items() if name not in {"lat", "lon"}} if at else {}
    if at is not None and at.address:
        told["address"] = without_invisible(at.address)
    start, end = (to_wall(one, ctx.zone).replace(microsecond=0).isoformat() for one in (stay.start, stay.end))
    return {"start_at": start, "end_at": end, **told}
