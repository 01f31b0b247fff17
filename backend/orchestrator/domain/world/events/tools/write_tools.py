"""The tools that create, change and cancel events: what they freeze, do, and take back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.when import asked_when, moment, untimed, zone_of
from orchestrator.domain.world.events.finding import occurrence_at
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.ruled import Filled, filled, subject_of
from orchestrator.domain.world.events.schemas import EventFields
from orchestrator.domain.world.events.series.occurrence import Occurrence
from orchestrator.domain.world.events.series.overrides import OWN, changed_from, changed_one
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.events.sync import writable
from orchestrator.domain.world.events.tools import drafts, found_place, holding
from orchestrator.domain.world.events.tools.changes import (
    UpdateEvent,
    new_people,
    new_times,
    of_series,
    rule_moved,
    times_from_on,
)
from orchestrator.domain.world.events.tools.targets import (
    ALL,
    ONWARD,
    Scope,
    next_of,
    said_onward,
    target,
    without_onward,
)
from orchestrator.domain.world.events.tools.tool_data import AT
from orchestrator.domain.world.resolution import asking
from orchestrator.errors import InvalidRequest, NotFound, ToolFailed, ToolRejected, VersionConflict
from orchestrator.kit.ids import new_id
from orchestrator.language.messages import say
from orchestrator.language.time import zone_named


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

    @property
    def names_calendar(self) -> bool:
        return False  # `connections/calendar_tool.py` lets them


class DeleteEvent(ToolArguments):
    """Arguments of `events_delete`."""

    event: str = Field(min_length=1, description="The event's id, or the user's words for it: 'the dentist on Friday'.")
    scope: Scope = Field(
        default="", description="Of one that repeats: 'one', it and all 'following', or 'all', if said."
    )


# Creating


async def prepare_create(ctx: ToolContext, arguments: CreateEvent) -> Prepared | NeedUserInput:
    """The event as it will be written; asks for an unclear time or name."""
    zone = zone_of(ctx, arguments.timezone or zone_named(f"{arguments.when}. {ctx.question}") or "")
    at = moment(
        ctx,
        when=arguments.when,
        start_at=arguments.start_at,
        end_at=arguments.end_at,
        zone=zone,
        tool="events_create",
        title=arguments.title,
        repeats=True,
    )
    if at is None:
        return asked_when(ctx)
    if isinstance(at, NeedUserInput):
        return at
    found = await found_place.looked_up(ctx, arguments.place)
    who = await asking.gathered(ctx, arguments.participants, field="participants")
    if isinstance(who, NeedUserInput):
        return who
    place = await asking.place(ctx, arguments.place, field="place") if arguments.place else None
    if isinstance(place, NeedUserInput):
        return place
    title = untimed(arguments.title, at, now=ctx.local_now, locale=ctx.locale)
    people = drafts.frozen_participants(who.people)
    all_day = arguments.all_day or at.all_day
    made = await _by_rules(ctx, title, people, place, ends=all_day or at.end is not None)
    frozen: dict[str, Any] = {
        "id": str(new_id()),
        "title": title,
        **drafts.frozen_times(at, all_day=all_day, length=made.length or drafts.USUAL_LENGTH),
        "participants": [*people, *({"contact_id": str(one), "name": name} for one, name in made.people)],
        "place": place.name if place else made.place[1] if made.place else None,
        "place_id": str(place.id) if place and place.id else str(made.place[0]) if made.place else None,
        "description": arguments.description or None,
    }
    if at.recurrence:
        frozen["recurrence"] = at.recurrence
    if not arguments.names_calendar and (calendar := await writable.default_named(ctx.tx)):
        frozen["calendar"] = calendar
    if who.groups:
        frozen["groups"] = who.frozen_groups()
    if found and not frozen["place_id"]:
        frozen[found_place.FIELD] = found
    return await drafts.created_preview(ctx, frozen, at.hints, made.told)


async def _by_rules(
    ctx: ToolContext, title: str, people: list[dict[str, Any]], place: asking.Named | None, *, ends: bool
) -> Filled:
    """What the user's rules fill in; `ends`: its end was said."""
    where = place.id if place is not None else None
    known = {where: place.name} if place is not None and where is not None else {}
    subject = subject_of(title, people, place_id=where, places=known)
    return await filled(holding.asking(ctx), subject, ends=ends, placed=place is not None)


async def revise_create(
    ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared | NeedUserInput:
    """The same with the user's edits. Raises ToolRejected."""
    return await drafts.created_preview(ctx, rule_moved(frozen, drafts.edited(frozen, edits)), None)


async def execute_create(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write it; a second execution finds it written."""
    event_id = UUID(frozen["id"])
    there = await events.many(ctx.tx, [event_id])
    whole, place_made = (dict(frozen), {}) if there else await found_place.kept(ctx, frozen)
    row = there[0] if there else await _create(ctx, event_id, whole)
    undo: dict[str, Any] = {"id": str(row.id), "version": row.version, **place_made}
    if made := await asking.keep_groups(ctx, frozen.get("groups", ())):
        undo["groups"] = made
    return await drafts.written(ctx, row, "events.created", undo)


async def undo_create(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """Hide it again."""
    try:
        row = await events.hide(ctx.tx, UUID(payload["id"]), version=payload["version"])
        await asking.drop_groups(ctx, payload.get("groups", ()))
        await found_place.taken_back(ctx, payload)
    except (VersionConflict, NotFound) as error:
        raise ToolFailed(error.detail) from error
    return say("events.taken_back", ctx.locale, title=row.title)


# Changing


async def prepare_update(ctx: ToolContext, arguments: UpdateEvent) -> Prepared | NeedUserInput:
    """What will be different; a new time of day keeps the day, a new day keeps the time, both keep the length."""
    found = await found_place.looked_up(ctx, arguments.place)
    from_on = said_onward(ctx, arguments.when, arguments.event, ctx.question)
    words = without_onward(ctx, arguments.event)
    meant = await target(ctx, words, scope=arguments.scope, from_on=from_on)
    if isinstance(meant, NeedUserInput):
        return meant
    if from_on is not None and meant.row.recurrence is not None:
        arguments = arguments.model_copy(update={"when": without_onward(ctx, arguments.when)})
    changes: dict[str, Any] = {}
    base = meant.shown if meant.at or meant.row.recurrence is None else await next_of(ctx, meant.row)
    times = times_from_on(ctx, arguments, base) if meant.later else new_times(ctx, arguments, base)
    if isinstance(times, NeedUserInput):
        return times
    if times is not None:
        frozen_at = times
        if meant.at is None and isinstance(base, Occurrence):
            frozen_at = of_series(meant.row, base, times)
        changes.update(drafts.frozen_times(frozen_at, all_day=times.all_day))
    people = await new_people(ctx, arguments, meant.shown)
    if isinstance(people, NeedUserInput):
        return people
    if people is not None:
        changes |= {"participants": people.participants, "groups": people.added.frozen_groups()}
    where = await new_place(ctx, arguments.place, found)
    if isinstance(where, NeedUserInput):
        return where
    changes |= where
    changes |= {name: value for name in ("title", "description") if (value := getattr(arguments, name))}
    return await drafts.updated_preview(ctx, meant, changes, times)


async def new_place(ctx: ToolContext, phrase: str, found: Mapping[str, Any] | None) -> dict[str, Any] | NeedUserInput:
    """The place as it is frozen; `found`: what a geocoder says of one that is not known."""
    if not phrase:
        return {}
    place = await asking.place(ctx, phrase, field="place")
    if isinstance(place, NeedUserInput):
        return place
    told = {"place": place.name, "place_id": str(place.id) if place.id else None}
    return {**told, found_place.FIELD: found} if found and place.id is None else told


async def revise_update(
    ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared | NeedUserInput:
    """The same changes and the user's edits, over the event as it is now. Raises ToolRejected."""
    meant = await target(ctx, _frozen_target(frozen))
    if isinstance(meant, NeedUserInput):
        return meant
    intended = {name: frozen[name] for name in (*frozen["changed"], "place_id", *drafts.BESIDE) if name in frozen}
    if "place" not in frozen["changed"]:
        intended.pop("place_id", None)
    whole = {**await drafts.as_frozen(ctx, meant.shown), **intended}
    after = drafts.edited(whole, edits)
    changes = {name: after[name] for name in {*intended, *edits, "place_id"} if name in after}
    return await drafts.updated_preview(ctx, meant, changes, None)


async def execute_update(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write the changes that were frozen."""
    event_id = UUID(frozen["event_id"])
    row = await events.get(ctx.tx, event_id)
    whole, made = await found_place.kept(ctx, frozen)
    fields = drafts.as_fields({name: whole[name] for name in (*frozen["changed"], "place_id") if name in whole})
    if "place" not in frozen["changed"]:
        fields.pop("place_id", None)
    if groups := await asking.keep_groups(ctx, frozen.get("groups", ())):
        made["groups"] = groups
    if frozen.get("occurrence"):
        return await _change_one(ctx, row, frozen, fields, "events.updated", made)
    now = await events.given(ctx.tx, row)
    touched = {*fields, "recurrence", "overrides"} if row.recurrence is not None and "start_at" in fields else fields
    before = {name: _json(now[name]) for name in touched if name != "overrides"}
    if "overrides" in touched:
        before["overrides"] = _overrides(row)
    row = await events.update(ctx.tx, event_id, fields, zone=row.timezone)
    undo = {"id": str(row.id), "version": row.version, "before": before, **made}
    return await drafts.written(ctx, row, "events.updated", undo)


async def _change_one(
    ctx: ToolContext,
    row: Event,
    frozen: Mapping[str, Any],
    fields: Mapping[str, Any],
    what: str,
    made: Mapping[str, Any] | None = None,
) -> ToolResult:
    """Change the frozen occurrence of a series, and those after it where that was frozen; `made`: what was made with
    it, which undoing takes back."""
    before = {"overrides": _overrides(row)}
    at = datetime.fromisoformat(frozen["occurrence"])
    told = {name: value for name, value in fields.items() if name in OWN or name in {"start_at", "end_at"}}
    change = changed_from if frozen.get("following") else changed_one
    row = await events.update(ctx.tx, row.id, {"overrides": change(row.overrides, at, told)}, zone=row.timezone)
    one = await occurrence_at(ctx.tx, row, at)
    undo = {"id": str(row.id), "version": row.version, "before": before, **(made or {})}
    return await drafts.written(ctx, one or row, what, undo)


def _overrides(row: Event) -> list[dict[str, Any]]:
    """The overrides as they are, said in full, so that they are the same when they are put back."""
    return [{**one, "by_user": bool(one.get("by_user"))} for one in row.overrides]


def _frozen_target(frozen: Mapping[str, Any]) -> str:
    onward = ONWARD if frozen.get("following") else ""
    return f"{frozen['event_id']}{AT}{frozen.get('occurrence') or ALL}{onward}"


async def undo_update(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """Put the former values back."""
    try:
        row = await events.update(
            ctx.tx, UUID(payload["id"]), payload["before"], zone=ctx.zone, version=payload["version"]
        )
        await asking.drop_groups(ctx, payload.get("groups", ()))
        await found_place.taken_back(ctx, payload)
    except (VersionConflict, NotFound, InvalidRequest) as error:
        raise ToolFailed(error.detail) from error
    return say("events.taken_back", ctx.locale, title=row.title)


# Cancelling


async def prepare_delete(ctx: ToolContext, arguments: DeleteEvent) -> Prepared | NeedUserInput:
    """Which event will be cancelled."""
    from_on = said_onward(ctx, arguments.event, ctx.question)
    words, dated = without_onward(ctx, arguments.event), without_onward(ctx, ctx.question)
    meant = await target(ctx, words, scope=arguments.scope, dated=dated, from_on=from_on)
    return meant if isinstance(meant, NeedUserInput) else await drafts.cancelling(ctx, meant)


async def revise_delete(
    ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared | NeedUserInput:
    """The same over the event as it is now; there is nothing to edit."""
    if edits:
        raise ToolRejected("There is nothing to edit in a cancellation.")
    meant = await target(ctx, _frozen_target(frozen))
    return meant if isinstance(meant, NeedUserInput) else await drafts.cancelling(ctx, meant)


async def execute_delete(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Set it to cancelled; nothing is erased."""
    event_id = UUID(frozen["event_id"])
    row = await events.get(ctx.tx, event_id)
    if frozen.get("occurrence"):
        return await _change_one(ctx, row, frozen, {"status": "cancelled"}, "events.cancelled")
    before = {"status": row.status}
    row = await events.update(ctx.tx, event_id, {"status": "cancelled"}, zone=row.timezone)
    return await drafts.written(
        ctx, row, "events.cancelled", {"id": str(row.id), "version": row.version, "before": before}
    )


async def version(ctx: ToolContext, event_id: UUID) -> int | None:
    """The event's present version."""
    return await events.version(ctx.tx, event_id)


# Inside


async def _create(ctx: ToolContext, event_id: UUID, frozen: Mapping[str, Any]) -> Event:
    fields = EventFields.model_validate(
        {name: value for name, value in drafts.as_fields(frozen).items() if value is not None}
    )
    return await events.create(ctx.tx, fields, zone=frozen["timezone"], origin=str(ctx.origin), entity_id=event_id)


def _json(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else str(value) if isinstance(value, UUID) else value
