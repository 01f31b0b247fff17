"""The tools that create, change and cancel events: what they freeze, do, and take back."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.clarification import NeedUserInput
from orchestrator.agent.tool import Prepared, ToolContext, ToolResult
from orchestrator.domain.ground.asking.arguments import ToolArguments
from orchestrator.domain.ground.asking.titles import untimed
from orchestrator.domain.ground.asking.when import asked_when, moment, zone_of
from orchestrator.domain.ground.asking.wording import said
from orchestrator.domain.world.events import drafts
from orchestrator.domain.world.events.changes import UpdateEvent, new_people, new_times
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.schemas import EventFields
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.events.targets import target
from orchestrator.domain.world.resolution import asking
from orchestrator.errors import InvalidRequest, NotFound, ToolFailed, ToolRejected, VersionConflict
from orchestrator.kit.ids import new_id


class CreateEvent(ToolArguments):
    """Arguments of `events_create`."""

    title: str = Field(min_length=1, max_length=500, description="Short title, without date and time: 'Dentist'.")
    when: str = Field(default="", description="The user's time words, copied: 'next Friday at 10'. Never compute.")
    start_at: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    end_at: str = Field(default="", description="Local ISO time, only with start_at.")
    all_day: bool = Field(default=False, description="True for whole days.")
    timezone: str = Field(default="", description="IANA zone, only if the user names another one.")
    participants: list[str] = Field(default_factory=list, max_length=100, description="Names of the other people.")
    place: str = Field(default="", description="Where, as the user said it.")
    description: str = Field(default="", description="Further details.")


class DeleteEvent(ToolArguments):
    """Arguments of `events_delete`."""

    event: str = Field(min_length=1, description="The event's id, or the user's words for it: 'the dentist on Friday'.")


# Creating


async def prepare_create(ctx: ToolContext, arguments: CreateEvent) -> Prepared | NeedUserInput:
    """The event as it will be written; asks for an unclear time or name."""
    zone = zone_of(ctx, arguments.timezone)
    at = moment(
        ctx,
        when=arguments.when,
        start_at=arguments.start_at,
        end_at=arguments.end_at,
        zone=zone,
        tool="events_create",
        title=arguments.title,
    )
    if at is None:
        return asked_when(ctx)
    if isinstance(at, NeedUserInput):
        return at
    people = await asking.people(ctx, arguments.participants, field="participants")
    if isinstance(people, NeedUserInput):
        return people
    place = await asking.place(ctx, arguments.place, field="place") if arguments.place else None
    if isinstance(place, NeedUserInput):
        return place
    frozen: dict[str, Any] = {
        "id": str(new_id()),
        "title": untimed(arguments.title, at, now=ctx.local_now, locale=ctx.locale),
        **drafts.frozen_times(at, all_day=arguments.all_day or at.all_day),
        "participants": drafts.frozen_participants(people),
        "place": place.name if place else None,
        "place_id": str(place.id) if place and place.id else None,
        "description": arguments.description or None,
    }
    return await drafts.created_preview(ctx, frozen, at.hints)


async def revise_create(
    ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared | NeedUserInput:
    """The same with the user's edits. Raises ToolRejected."""
    return await drafts.created_preview(ctx, drafts.edited(frozen, edits), None)


async def execute_create(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write it; a second execution finds it written."""
    event_id = UUID(frozen["id"])
    there = await events.many(ctx.session, ctx.owner_id, [event_id])
    row = there[0] if there else await _create(ctx, event_id, frozen)
    return await drafts.written(ctx, row, "created", {"id": str(row.id), "version": row.version})


async def undo_create(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """Hide it again."""
    try:
        row = await events.hide(ctx.session, ctx.owner_id, UUID(payload["id"]), version=payload["version"])
    except (VersionConflict, NotFound) as error:
        raise ToolFailed(error.detail) from error
    return said(drafts.SAY, "taken_back", ctx.locale, title=row.title)


# Changing


async def prepare_update(ctx: ToolContext, arguments: UpdateEvent) -> Prepared | NeedUserInput:
    """What will be different; a new time of day keeps the day, a new day keeps the time, both keep the length."""
    row = await target(ctx, arguments.event)
    if isinstance(row, NeedUserInput):
        return row
    changes: dict[str, Any] = {}
    times = new_times(ctx, arguments, row)
    if isinstance(times, NeedUserInput):
        return times
    if times is not None:
        changes.update(drafts.frozen_times(times, all_day=times.all_day))
    people = await new_people(ctx, arguments, row)
    if isinstance(people, NeedUserInput):
        return people
    if people is not None:
        changes["participants"] = people
    if arguments.place:
        place = await asking.place(ctx, arguments.place, field="place")
        if isinstance(place, NeedUserInput):
            return place
        changes |= {"place": place.name, "place_id": str(place.id) if place.id else None}
    changes |= {name: value for name in ("title", "description") if (value := getattr(arguments, name))}
    return await drafts.updated_preview(ctx, row, changes, times.hints if times else ())


async def revise_update(
    ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared | NeedUserInput:
    """The same changes and the user's edits, over the event as it is now. Raises ToolRejected."""
    row = await target(ctx, str(frozen["event_id"]))
    if isinstance(row, NeedUserInput):
        return row
    intended = {name: frozen[name] for name in (*frozen["changed"], "place_id") if name in frozen}
    if "place" not in frozen["changed"]:
        intended.pop("place_id", None)
    whole = {**await drafts.as_frozen(ctx, row), **intended}
    after = drafts.edited(whole, edits)
    changes = {name: after[name] for name in {*intended, *edits, "place_id"} if name in after}
    return await drafts.updated_preview(ctx, row, changes, ())


async def execute_update(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write the changes that were frozen."""
    event_id = UUID(frozen["event_id"])
    row = await events.get(ctx.session, ctx.owner_id, event_id)
    fields = drafts.as_fields({name: frozen[name] for name in (*frozen["changed"], "place_id") if name in frozen})
    if "place" not in frozen["changed"]:
        fields.pop("place_id", None)
    now = await events.given(ctx.session, ctx.owner_id, row)
    before = {name: _json(now[name]) for name in fields}
    row = await events.update(ctx.session, ctx.owner_id, event_id, fields, zone=row.timezone)
    return await drafts.written(ctx, row, "updated", {"id": str(row.id), "version": row.version, "before": before})


async def undo_update(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """Put the former values back."""
    try:
        row = await events.update(
            ctx.session,
            ctx.owner_id,
            UUID(payload["id"]),
            payload["before"],
            zone=ctx.zone,
            version=payload["version"],
        )
    except (VersionConflict, NotFound, InvalidRequest) as error:
        raise ToolFailed(error.detail) from error
    return said(drafts.SAY, "taken_back", ctx.locale, title=row.title)


# Cancelling


async def prepare_delete(ctx: ToolContext, arguments: DeleteEvent) -> Prepared | NeedUserInput:
    """Which event will be cancelled."""
    row = await target(ctx, arguments.event)
    return row if isinstance(row, NeedUserInput) else await drafts.cancelling(ctx, row)


async def revise_delete(
    ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared | NeedUserInput:
    """The same over the event as it is now; there is nothing to edit."""
    if edits:
        raise ToolRejected("There is nothing to edit in a cancellation.")
    row = await target(ctx, str(frozen["event_id"]))
    return row if isinstance(row, NeedUserInput) else await drafts.cancelling(ctx, row)


async def execute_delete(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Set it to cancelled; nothing is erased."""
    event_id = UUID(frozen["event_id"])
    row = await events.get(ctx.session, ctx.owner_id, event_id)
    before = {"status": row.status}
    row = await events.update(ctx.session, ctx.owner_id, event_id, {"status": "cancelled"}, zone=row.timezone)
    return await drafts.written(ctx, row, "cancelled", {"id": str(row.id), "version": row.version, "before": before})


async def version(ctx: ToolContext, event_id: UUID) -> int | None:
    """The event's present version."""
    return await events.version(ctx.session, ctx.owner_id, event_id)


# Inside


async def _create(ctx: ToolContext, event_id: UUID, frozen: Mapping[str, Any]) -> Event:
    fields = EventFields.model_validate(
        {name: value for name, value in drafts.as_fields(frozen).items() if value is not None}
    )
    return await events.create(
        ctx.session, ctx.owner_id, fields, zone=frozen["timezone"], origin=str(ctx.origin), entity_id=event_id
    )


def _json(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else str(value) if isinstance(value, UUID) else value
