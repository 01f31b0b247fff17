"""What does a proposed change of an event hold, how is it told, and what may the user edit in it?"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from pydantic import ValidationError

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult
from orchestrator.agent.types.origin import least_trusted
from orchestrator.domain.foundation.asking.when import Moment, hints, moment, shown, zone_of
from orchestrator.domain.foundation.entities.schemas import field_errors
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find
from orchestrator.domain.world.events.schemas import EventFields
from orchestrator.domain.world.events.series.occurrence import Occurrence, Shown
from orchestrator.domain.world.events.tools import found_place
from orchestrator.domain.world.events.tools.targets import Target
from orchestrator.domain.world.events.tools.tool_data import (
    event_data,
    iso,
    label,
    linked_origin,
    names_of,
    origin_of,
    ref,
    when_shown,
)
from orchestrator.domain.world.resolution import asking
from orchestrator.errors import UNCHANGED, ToolRejected
from orchestrator.kit.zones import to_utc
from orchestrator.language.messages import say
from orchestrator.language.render import join
from orchestrator.language.text.normalize import normalize

USUAL_LENGTH = timedelta(hours=1)
"""Of an event whose end nobody said."""
DAY = timedelta(days=1)
MOST_OVERLAPS = 3
"""So many events at the same time are told."""
BESIDE = ("groups", found_place.FIELD)
"""What is frozen with an event beside its fields, and kept with it when it is confirmed."""
EDITABLE = ("title", "start_at", "end_at", "all_day", "timezone", "participants", "place", "description")


async def created_preview(
    ctx: ToolContext, frozen: dict[str, Any], told: Sequence[str] | None, by_rules: Sequence[str] = ()
) -> Prepared:
    """The preview of a new event; `told` are hints already known, None where they are to be found; `by_rules`: what the
    user's rules filled in."""
    start, end = _checked(ctx, frozen)
    title = say("events.create", ctx.locale, title=frozen["title"])
    parts = [title, shown(ctx, start, end, all_day=frozen["all_day"], zone=frozen["timezone"]), *_details(ctx, frozen)]
    known = list(told) if told is not None else hints(ctx, start, frozen["timezone"], all_day=frozen["all_day"])
    similar = await _similar(ctx, frozen["title"], start, frozen["timezone"])
    known += [say("events.similar", ctx.locale, event=label(ctx, row)) for row in similar]
    known += _beside_hints(ctx, frozen)
    over = [row for row in await _over(ctx, frozen, not_id=None) if row.key not in {one.key for one in similar}]
    place_ids = [UUID(frozen["place_id"])] if frozen["place_id"] else []
    linked = await linked_origin(ctx, frozen["participants"], place_ids)
    origin = least_trusted([linked, await origin_of(ctx, [*similar, *over]), *found_place.origins(frozen)])
    summary = _with_overlaps(ctx, ", ".join(parts), over)
    summary = ". ".join([summary.rstrip("."), *by_rules]) if by_rules else summary
    return Prepared(
        frozen,
        title,
        summary,
        EDITABLE,
        hints=tuple(known),
        origin=origin,
        about=_where(frozen),
        by_rules=tuple(by_rules),
    )


async def updated_preview(
    ctx: ToolContext, meant: Target, changes: Mapping[str, Any], times: Moment | None
) -> Prepared:
    """The preview of changes to an event, or to one occurrence of it; with BESIDE among them. `times`: the new time as
    it is told, which of a series is that of its next occurrence. Raises ToolRejected where they change nothing."""
    row = meant.shown
    now = await as_frozen(ctx, row)
    beside = {name: changes[name] for name in BESIDE if changes.get(name)}
    different = {name: value for name, value in changes.items() if name not in BESIDE and now.get(name) != value}
    if not different:
        raise ToolRejected(say("events.unchanged", ctx.locale), code=UNCHANGED)
    if meant.at is not None and different.keys() & {"all_day", "timezone"}:
        raise ToolRejected("Occurrences of a series keep its zone, and whether they have times. Change the series.")
    whole = {**now, **different}
    start, end = _checked(ctx, whole)
    title = say("events.update", ctx.locale, title=row.title)
    parts = [*_which(ctx, meant, title)]
    moved = different.keys() & {"start_at", "end_at", "all_day", "timezone"}
    if moved:
        told_start, told_end = (times.start, times.end) if times is not None else (start, end)
        parts.append(shown(ctx, told_start, told_end, all_day=whole["all_day"], zone=whole["timezone"]))
    parts += [
        say(f"events.changes.{name}", ctx.locale, value=different[name])
        for name in ("title", "description")
        if different.get(name)
    ]
    if "participants" in different:
        gone = [name for name in names_of(now["participants"]) if name not in names_of(different["participants"])]
        come = [name for name in names_of(different["participants"]) if name not in names_of(now["participants"])]
        parts += [say("events.with", ctx.locale, names=join(come, ctx.locale))] if come else []
        parts += [say("events.without", ctx.locale, names=join(gone, ctx.locale))] if gone else []
    if different.get("place"):
        parts.append(say("events.at", ctx.locale, place=different["place"]))
    changed = sorted(name for name in different if name != "place_id")
    frozen = {"event_id": str(row.id), **_place(meant), **whole, **beside, "changed": changed or ["place"]}
    place_ids = [UUID(whole["place_id"])] if whole["place_id"] else []
    linked = await linked_origin(ctx, whole["participants"], place_ids)
    known = (*(times.hints if times is not None else ()), *_beside_hints(ctx, frozen))
    over = await _over(ctx, whole, not_id=row.id) if moved and (meant.at or row.recurrence is None) else []
    origin = least_trusted([linked, await origin_of(ctx, [row, *over]), *found_place.origins(frozen)])
    summary = _with_overlaps(ctx, ", ".join(parts), over)
    return Prepared(frozen, title, summary, EDITABLE, ref(row), row.version, known, origin, _where(frozen))


def _beside_hints(ctx: ToolContext, frozen: Mapping[str, Any]) -> list[str]:
    """What will be kept with the event when it is confirmed."""
    groups = asking.group_hints(ctx, frozen.get("groups", ()), frozen["participants"])
    return [*groups, *found_place.hints(ctx, frozen)]


def _where(frozen: Mapping[str, Any]) -> tuple[EntityRef, ...]:
    """The known place of a proposed event."""
    return (EntityRef("place", UUID(frozen["place_id"]), frozen["place"] or ""),) if frozen["place_id"] else ()


def _place(meant: Target) -> dict[str, Any]:
    """Which occurrence is frozen, and whether those after it are too."""
    at = meant.at.recurrence_id if meant.at is not None else None
    onward: dict[str, Any] = {"following": True} if meant.later else {}
    return {"occurrence": at.isoformat(), **onward} if at is not None else {}


def _which(ctx: ToolContext, meant: Target, title: str) -> list[str]:
    """The title of a change, and of a series whether one or all of it is meant."""
    if meant.at is not None:
        return [
            title,
            say("events.onward" if meant.later else "events.one", ctx.locale, when=when_shown(ctx, meant.at)),
        ]
    return [title, say("events.series", ctx.locale)] if meant.row.recurrence is not None else [title]


def _with_overlaps(ctx: ToolContext, summary: str, over: Sequence[Occurrence]) -> str:
    """The summary, and what the event would lie over: information, which holds nothing back."""
    told = [say("events.overlaps", ctx.locale, event=label(ctx, row)) for row in over]
    return f"{summary}. {' '.join(told)}" if told else summary


async def _over(ctx: ToolContext, whole: Mapping[str, Any], *, not_id: UUID | None) -> list[Occurrence]:
    """The timed events at which the user is busy then."""
    start, end = _checked(ctx, whole)
    if whole["all_day"] or end is None or end <= start:
        return []
    zone = str(whole["timezone"])
    wanted = EventFilter(since=to_utc(start, zone), until=to_utc(end, zone), blocking=True)
    rows = await find(ctx.tx, wanted, limit=MOST_OVERLAPS + 1)
    return [row for row in rows if row.id != not_id and row.end_utc > row.start_utc][:MOST_OVERLAPS]


async def cancelling(ctx: ToolContext, meant: Target) -> Prepared:
    """The preview of a cancellation."""
    row = meant.shown
    title = say("events.cancel", ctx.locale, title=row.title)
    once = meant.at is None and row.recurrence is None
    summary = ", ".join([title, when_shown(ctx, row)] if once else _which(ctx, meant, title))
    frozen = {"event_id": str(row.id), **_place(meant)}
    return Prepared(frozen, title, summary, (), ref(row), row.version, origin=await origin_of(ctx, [row]))


async def written(ctx: ToolContext, row: Shown, what: str, undo: Mapping[str, Any]) -> ToolResult:
    """The result of a write: `what` is the message that tells it."""
    (data,) = await event_data(ctx, [row], whole=True)
    names = (
        [say("events.with", ctx.locale, names=join(names_of(row.participants), ctx.locale))] if row.participants else []
    )
    where = (
        [say("events.at", ctx.locale, place=row.location_text)]
        if what == "events.created" and row.location_text
        else []
    )
    parts = [say(what, ctx.locale, title=row.title), when_shown(ctx, row), *names, *where]
    return ToolResult(
        data={"event": data},
        summary=", ".join(parts),
        origin=least_trusted((ctx.origin, await origin_of(ctx, [row]))),
        evidence=frozenset({"entity"}),
        context=(ref(row),),
        read=(ref(row),),
        entity=EntityRef("event", row.id, row.title),
        version=row.version,
        undo=undo,
    )


def frozen_participants(people: Sequence[asking.Named]) -> list[dict[str, Any]]:
    """People as they are frozen."""
    return [{"contact_id": str(one.id) if one.id else None, "name": one.name} for one in people]


def frozen_people(row: Shown) -> list[dict[str, Any]]:
    """Participants with all that is known of them, so that a change loses nothing."""
    return [
        {name: value for name, value in one.items() if value is not None or name in {"contact_id", "name"}}
        for one in row.participants
    ]


async def as_frozen(ctx: ToolContext, row: Shown) -> dict[str, Any]:
    """The event as frozen arguments."""
    (data,) = await event_data(ctx, [row], whole=True)
    return {
        "title": row.title,
        "start_at": iso(row, "start_at"),
        "end_at": iso(row, "end_at"),
        "all_day": row.all_day,
        "timezone": row.timezone,
        "participants": frozen_people(row),
        "place": data["place"] or row.location_text,
        "place_id": str(row.place_id) if row.place_id else None,
        "description": row.description,
    }


def frozen_times(at: Moment, *, all_day: bool, length: timedelta = USUAL_LENGTH) -> dict[str, Any]:
    """A time as it is frozen; an event without an end takes `length`."""
    if all_day:
        start = at.start.date()
        end = at.end.date() if at.end is not None and at.end.date() > start else start + DAY
        return {"start_at": start.isoformat(), "end_at": end.isoformat(), "all_day": True, "timezone": at.zone}
    end_at = at.end or at.start + length
    return {
        "start_at": at.start.isoformat(),
        "end_at": end_at.isoformat(),
        "all_day": False,
        "timezone": at.zone,
    }


def edited(frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> dict[str, Any]:
    """Frozen arguments with what the user edited. Raises ToolRejected for a field that can't be edited."""
    if unknown := set(edits) - set(EDITABLE):
        raise ToolRejected(f"These can't be edited: {', '.join(sorted(unknown))}.")
    after = {**frozen, **edits}
    if "place" in edits and edits["place"] != frozen.get("place"):
        after["place_id"] = None
        after.pop(found_place.FIELD, None)
    if "participants" in edits:
        after["participants"] = [
            {"contact_id": None, "name": one} if isinstance(one, str) else one for one in edits["participants"] or []
        ]
        # Whoever changes who comes has not confirmed who belongs together.
        after.pop("groups", None)
    return after


def as_fields(frozen: Mapping[str, Any]) -> dict[str, Any]:
    """Frozen arguments by the names of the entity's fields."""
    direct = (
        "title",
        "start_at",
        "end_at",
        "all_day",
        "timezone",
        "participants",
        "description",
        "place_id",
        "recurrence",
        "external_id",
        "source",
        "calendar",
    )
    fields = {name: frozen[name] for name in direct if name in frozen}
    if "place" in frozen:
        fields["location_text"] = None if frozen.get("place_id") else frozen["place"]
    return fields


def _checked(ctx: ToolContext, frozen: Mapping[str, Any]) -> tuple[datetime, datetime | None]:
    """The wall times of frozen arguments. Raises ToolRejected where they are no event."""
    zone = zone_of(ctx, str(frozen["timezone"] or ""))
    try:
        at = moment(
            ctx,
            when="",
            start_at=str(frozen["start_at"] or ""),
            end_at=str(frozen["end_at"] or ""),
            zone=zone,
            tool="events_create",
        )
        EventFields.model_validate({name: value for name, value in as_fields(frozen).items() if value is not None})
    except ValidationError as error:
        found = "; ".join(": ".join((*map(str, one["loc"]), one["message"])) for one in field_errors(error))
        raise ToolRejected(f"This is no event: {found}.") from error
    except ValueError as error:
        raise ToolRejected(f"This is no event: {error}") from error
    if not isinstance(at, Moment):
        raise ToolRejected("start_at must be local ISO time, like 2026-11-27T10:00:00.")
    return at.start, at.end


def _details(ctx: ToolContext, frozen: Mapping[str, Any]) -> list[str]:
    parts = []
    if names := names_of(frozen["participants"]):
        parts.append(say("events.with", ctx.locale, names=join(names, ctx.locale)))
    if frozen["place"]:
        parts.append(say("events.at", ctx.locale, place=frozen["place"]))
    if frozen.get("calendar") and not frozen.get("collection_id"):  # else it is told with its account
        parts.append(say("events.into", ctx.locale, name=frozen["calendar"]))
    return parts


async def _similar(ctx: ToolContext, title: str, start: datetime, zone: str) -> list[Occurrence]:
    """Events of that day with the same title."""
    day = start.replace(hour=0, minute=0, second=0)
    wanted = EventFilter(since=to_utc(day, zone), until=to_utc(day + DAY, zone))
    rows = await find(ctx.tx, wanted, limit=100)
    return [row for row in rows if normalize(row.title) == normalize(title)][:1]
