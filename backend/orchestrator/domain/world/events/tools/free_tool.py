"""Is the user free then, and what lies over what? The two actions of `get_events` that compare events."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from orchestrator.agent.tools.spec import ToolContext, ToolResult
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find
from orchestrator.domain.world.events.series.occurrence import Occurrence
from orchestrator.domain.world.events.tools.tool_data import event_data, origin_of, ref, when_shown
from orchestrator.kit.zones import to_utc, to_wall


@dataclass(frozen=True)
class Stretch:
    """A time, aware, in UTC; `rows`: what fills it, nothing where it is free."""

    start: datetime
    end: datetime
    rows: tuple[Occurrence, ...] = ()


def busy(rows: Sequence[Occurrence], since: datetime, until: datetime) -> list[Stretch]:
    """The times in [since, until) that `rows` (timed, by their start) fill, joined where they touch."""
    found: list[Stretch] = []
    for row in rows:
        start, end = max(row.start_utc, since), min(row.end_utc, until)
        if end <= start:
            continue
        if found and start <= found[-1].end:
            last = found.pop()
            found.append(Stretch(last.start, max(last.end, end), (*last.rows, row)))
        else:
            found.append(Stretch(start, end, (row,)))
    return found


def free(taken: Sequence[Stretch], since: datetime, until: datetime) -> list[Stretch]:
    """What `taken` leaves of [since, until)."""
    found: list[Stretch] = []
    at = since
    for one in taken:
        if one.start > at:
            found.append(Stretch(at, one.start))
        at = max(at, one.end)
    if until > at:
        found.append(Stretch(at, until))
    return found


def conflicts(rows: Sequence[Occurrence]) -> list[tuple[Occurrence, Occurrence]]:
    """The pairs of `rows` (timed, by their start) that lie over each other."""
    found: list[tuple[Occurrence, Occurrence]] = []
    open_rows: list[Occurrence] = []
    for row in rows:
        open_rows = [one for one in open_rows if one.end_utc > row.start_utc]
        found += [(one, row) for one in open_rows if row.end_utc > row.start_utc]
        open_rows.append(row)
    return found


DAY = timedelta(days=1)
READ = 500
"""Events that are compared at most."""
MOST_STRETCHES = 100


async def free_times(ctx: ToolContext, since: datetime | None, until: datetime | None) -> ToolResult:
    """When the user is free and busy in a range, today where none is given: by the timed events at which they are busy;
    whole days are listed beside, and block nothing."""
    start, end = _range(ctx, since, until)
    wanted = EventFilter(since=start, until=end, blocking=True)
    blocking = [row for row in await find(ctx.tx, wanted, limit=READ) if row.end_utc > start]
    blocking = [row for row in blocking if row.end_utc > row.start_utc]
    every = await find(ctx.tx, EventFilter(since=start, until=end), limit=READ)
    whole = [row for row in every if row.all_day and row.busy]
    taken = busy(blocking, start, end)
    left = free(taken, start, end)
    rows = [*whole, *blocking]
    return await _result(
        ctx,
        rows,
        (start, end),
        {"busy": [_told(ctx, one) for one in taken], "free": [_told(ctx, one) for one in left]},
        f"{len(taken)} busy times, {len(left)} free",
    )


async def overlapping(ctx: ToolContext, since: datetime | None, until: datetime | None) -> ToolResult:
    """Which timed events at which the user is busy lie over each other, in a range or from now on."""
    start = since or ctx.now
    end = until or start + 30 * DAY
    wanted = EventFilter(since=start, until=end, blocking=True)
    pairs = conflicts(await find(ctx.tx, wanted, limit=READ))[:MOST_STRETCHES]
    rows = list({row.key: row for pair in pairs for row in pair}.values())
    told = [{"first": _named(ctx, one), "second": _named(ctx, other)} for one, other in pairs]
    return await _result(ctx, rows, (start, end), {"conflicts": told}, f"{len(pairs)} conflicts")


def _range(ctx: ToolContext, since: datetime | None, until: datetime | None) -> tuple[datetime, datetime]:
    if since is None:
        day = ctx.local_now.replace(hour=0, minute=0, second=0, microsecond=0)
        since = to_utc(day, ctx.zone) if until is None else min(ctx.now, until)
    return since, until if until is not None and until > since else since + DAY


def _told(ctx: ToolContext, one: Stretch) -> dict[str, Any]:
    told: dict[str, Any] = {
        name: to_wall(at, ctx.zone).replace(microsecond=0).isoformat()
        for name, at in (("start_at", one.start), ("end_at", one.end))
    }
    return {**told, "titles": [row.title for row in one.rows]} if one.rows else told


def _named(ctx: ToolContext, row: Occurrence) -> dict[str, str]:
    return {"id": str(row.id), "title": row.title, "when": when_shown(ctx, row)}


async def _result(
    ctx: ToolContext,
    rows: Sequence[Occurrence],
    span: tuple[datetime, datetime],
    data: dict[str, Any],
    summary: str,
) -> ToolResult:
    since, until = (to_wall(at, ctx.zone).replace(microsecond=0).isoformat() for at in span)
    shown = await event_data(ctx, rows)
    common = {"events": shown, "total": len(rows), "range": {"since": since, "until": until}, "by_person": []}
    return ToolResult(
        data={**common, **data},
        summary=summary,
        origin=await origin_of(ctx, rows),
        evidence=frozenset({"retrieval", "time_span"}),
        read=tuple(dict.fromkeys(ref(row) for row in rows)),
    )
