"""The tools that create, change and cancel events: what they freeze, do, and take back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.clarification import NeedUserInput
from orchestrator.agent.ports import EntityRef
from orchestrator.agent.tool import Prepared, ToolContext, ToolResult
from orchestrator.domain.ground.asking.arguments import ToolArguments
from orchestrator.domain.ground.asking.when import Moment, asked_when, hints, moment, shown, zone_of
from orchestrator.domain.ground.asking.wording import Wording, said
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.schemas import EventFields
from orchestrator.domain.world.events.service import EventFilter, events, find
from orchestrator.domain.world.events.targets import target
from orchestrator.domain.world.events.tool_data import event_data, iso, label, names_of, ref, when_shown
from orchestrator.domain.world.resolution import asking
from orchestrator.errors import InvalidRequest, NotFound, ToolFailed, ToolRejected, VersionConflict
from orchestrator.kit.ids import new_id
from orchestrator.kit.zones import to_utc
from orchestrator.language import time
from orchestrator.language.fold import fold
from orchestrator.language.render import join

USUAL_LENGTH = timedelta(hours=1)
"""Of an event whose end nobody said."""
DAY = timedelta(days=1)
EDITABLE = ("title", "start_at", "end_at", "all_day", "timezone", "participants", "place", "description")

_SAY: Wording = {
    "en": {
        "create": "Create event “{title}”",
        "created": "Created event “{title}”",
        "update": "Change event “{title}”",
        "updated": "Changed event “{title}”",
        "cancel": "Cancel event “{title}”",
        "cancelled": "Cancelled event “{title}”",
        "taken_back": "Took back: “{title}”.",
        "with": "with {names}",
        "at": "at {place}",
        "title": "title: “{value}”",
        "description": "description: “{value}”",
        "without": "without {names}",
        "similar": "There is a similar event: {event}.",
    },
    "pt": {
        "create": "Criar evento “{title}”",
        "created": "Evento “{title}” criado",
        "update": "Alterar evento “{title}”",
        "updated": "Evento “{title}” alterado",
        "cancel": "Cancelar evento “{title}”",
        "cancelled": "Evento “{title}” cancelado",
        "taken_back": "Desfeito: “{title}”.",
        "with": "com {names}",
        "at": "em {place}",
        "title": "título: “{value}”",
        "description": "descrição: “{value}”",
        "without": "sem {names}",
        "similar": "Já existe um evento parecido: {event}.",
    },
    "es": {
        "create": "Crear evento «{title}»",
        "created": "Evento «{title}» creado",
        "update": "Cambiar evento «{title}»",
        "updated": "Evento «{title}» cambiado",
        "cancel": "Cancelar evento «{title}»",
        "cancelled": "Evento «{title}» cancelado",
        "taken_back": "Deshecho: «{title}».",
        "with": "con {names}",
        "at": "en {place}",
        "title": "título: «{value}»",
        "description": "descripción: «{value}»",
        "without": "sin {names}",
        "similar": "Ya hay un evento parecido: {event}.",
    },
}


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


class UpdateEvent(ToolArguments):
    """Arguments of `events_update`."""

    event: str = Field(min_length=1, description="The event's id, or the user's words for it: 'lunch with Ana'.")
    title: str = Field(default="", max_length=500, description="The new title.")
    when: str = Field(default="", description="The new time in the user's words, copied: 'Friday at 2'.")
    start_at: str = Field(default="", description="The new start, local ISO, only if 'when' is empty.")
    end_at: str = Field(default="", description="The new end, local ISO.")
    timezone: str = Field(default="", description="IANA zone, only if the user names another one.")
    participants_add: list[str] = Field(default_factory=list, max_length=100, description="Names to add.")
    participants_remove: list[str] = Field(default_factory=list, max_length=100, description="Names to take out.")
    place: str = Field(default="", description="The new place.")
    description: str = Field(default="", description="The new description.")


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
        "title": arguments.title,
        **_frozen_times(at, all_day=arguments.all_day or at.all_day),
        "participants": _participants(people),
        "place": place.name if place else None,
        "place_id": str(place.id) if place and place.id else None,
        "description": arguments.description or None,
    }
    return await _created_preview(ctx, frozen, at.hints)


async def revise_create(
    ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared | NeedUserInput:
    """The same with the user's edits. Raises ToolRejected."""
    return await _created_preview(ctx, _edited(frozen, edits), None)


async def execute_create(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write it; a second execution finds it written."""
    event_id = UUID(frozen["id"])
    there = await events.many(ctx.session, ctx.owner_id, [event_id])
    row = there[0] if there else await _create(ctx, event_id, frozen)
    return await _written(ctx, row, "created", {"id": str(row.id), "version": row.version})


async def undo_create(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """Hide it again."""
    try:
        row = await events.hide(ctx.session, ctx.owner_id, UUID(payload["id"]), version=payload["version"])
    except (VersionConflict, NotFound) as error:
        raise ToolFailed(error.detail) from error
    return said(_SAY, "taken_back", ctx.locale, title=row.title)


# Changing


async def prepare_update(ctx: ToolContext, arguments: UpdateEvent) -> Prepared | NeedUserInput:
    """What will be different; a new time of day keeps the day, a new day keeps the time, both keep the length."""
    row = await target(ctx, arguments.event)
    if isinstance(row, NeedUserInput):
        return row
    changes: dict[str, Any] = {}
    times = _new_times(ctx, arguments, row)
    if isinstance(times, NeedUserInput):
        return times
    if times is not None:
        changes.update(_frozen_times(times, all_day=times.all_day))
    people = await _new_people(ctx, arguments, row)
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
    return await _updated_preview(ctx, row, changes, times.hints if times else ())


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
    whole = {**await _as_frozen(ctx, row), **intended}
    after = _edited(whole, edits)
    changes = {name: after[name] for name in {*intended, *edits, "place_id"} if name in after}
    return await _updated_preview(ctx, row, changes, ())


async def execute_update(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write the changes that were frozen."""
    event_id = UUID(frozen["event_id"])
    row = await events.get(ctx.session, ctx.owner_id, event_id)
    fields = _as_fields({name: frozen[name] for name in (*frozen["changed"], "place_id") if name in frozen})
    if "place" not in frozen["changed"]:
        fields.pop("place_id", None)
    now = await events.given(ctx.session, ctx.owner_id, row)
    before = {name: _json(now[name]) for name in fields}
    row = await events.update(ctx.session, ctx.owner_id, event_id, fields, zone=row.timezone)
    return await _written(ctx, row, "updated", {"id": str(row.id), "version": row.version, "before": before})


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
    return said(_SAY, "taken_back", ctx.locale, title=row.title)


# Cancelling


async def prepare_delete(ctx: ToolContext, arguments: DeleteEvent) -> Prepared | NeedUserInput:
    """Which event will be cancelled."""
    row = await target(ctx, arguments.event)
    return row if isinstance(row, NeedUserInput) else _cancelling(ctx, row)


async def revise_delete(
    ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared | NeedUserInput:
    """The same over the event as it is now; there is nothing to edit."""
    if edits:
        raise ToolRejected("There is nothing to edit in a cancellation.")
    row = await target(ctx, str(frozen["event_id"]))
    return row if isinstance(row, NeedUserInput) else _cancelling(ctx, row)


async def execute_delete(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Set it to cancelled; nothing is erased."""
    event_id = UUID(frozen["event_id"])
    row = await events.get(ctx.session, ctx.owner_id, event_id)
    before = {"status": row.status}
    row = await events.update(ctx.session, ctx.owner_id, event_id, {"status": "cancelled"}, zone=row.timezone)
    return await _written(ctx, row, "cancelled", {"id": str(row.id), "version": row.version, "before": before})


async def version(ctx: ToolContext, event_id: UUID) -> int | None:
    """The event's present version."""
    return await events.version(ctx.session, ctx.owner_id, event_id)


# Inside


async def _create(ctx: ToolContext, event_id: UUID, frozen: Mapping[str, Any]) -> Event:
    fields = EventFields.model_validate(
        {name: value for name, value in _as_fields(frozen).items() if value is not None}
    )
    return await events.create(
        ctx.session, ctx.owner_id, fields, zone=frozen["timezone"], origin=str(ctx.origin), entity_id=event_id
    )


async def _created_preview(ctx: ToolContext, frozen: dict[str, Any], told: Sequence[str] | None) -> Prepared:
    start, end = _checked(ctx, frozen)
    title = said(_SAY, "create", ctx.locale, title=frozen["title"])
    parts = [title, shown(ctx, start, end, all_day=frozen["all_day"], zone=frozen["timezone"]), *_details(ctx, frozen)]
    known = list(told) if told is not None else hints(ctx, start, frozen["timezone"], all_day=frozen["all_day"])
    similar = await _similar(ctx, frozen["title"], start, frozen["timezone"])
    known += [said(_SAY, "similar", ctx.locale, event=label(ctx, row)) for row in similar]
    return Prepared(frozen, title, ", ".join(parts), EDITABLE, hints=tuple(known))


async def _updated_preview(ctx: ToolContext, row: Event, changes: Mapping[str, Any], told: Sequence[str]) -> Prepared:
    now = await _as_frozen(ctx, row)
    different = {name: value for name, value in changes.items() if now.get(name) != value}
    if not different:
        raise ToolRejected("This changes nothing: the event is like that already. Tell the user.")
    whole = {**now, **different}
    start, end = _checked(ctx, whole)
    title = said(_SAY, "update", ctx.locale, title=row.title)
    parts = [title]
    if different.keys() & {"start_at", "end_at", "all_day", "timezone"}:
        parts.append(shown(ctx, start, end, all_day=whole["all_day"], zone=whole["timezone"]))
    parts += [
        said(_SAY, name, ctx.locale, value=different[name]) for name in ("title", "description") if different.get(name)
    ]
    if "participants" in different:
        gone = [name for name in names_of(now["participants"]) if name not in names_of(different["participants"])]
        come = [name for name in names_of(different["participants"]) if name not in names_of(now["participants"])]
        parts += [said(_SAY, "with", ctx.locale, names=join(come, ctx.locale))] if come else []
        parts += [said(_SAY, "without", ctx.locale, names=join(gone, ctx.locale))] if gone else []
    if different.get("place"):
        parts.append(said(_SAY, "at", ctx.locale, place=different["place"]))
    changed = sorted(name for name in different if name != "place_id")
    frozen = {"event_id": str(row.id), **whole, "changed": changed or ["place"]}
    return Prepared(frozen, title, ", ".join(parts), EDITABLE, ref(row), row.version, tuple(told))


def _cancelling(ctx: ToolContext, row: Event) -> Prepared:
    title = said(_SAY, "cancel", ctx.locale, title=row.title)
    summary = f"{title}, {when_shown(ctx, row)}"
    return Prepared({"event_id": str(row.id)}, title, summary, (), ref(row), row.version)


async def _written(ctx: ToolContext, row: Event, what: str, undo: Mapping[str, Any]) -> ToolResult:
    (data,) = await event_data(ctx, [row], whole=True)
    names = (
        [said(_SAY, "with", ctx.locale, names=join(names_of(row.participants), ctx.locale))] if row.participants else []
    )
    parts = [said(_SAY, what, ctx.locale, title=row.title), when_shown(ctx, row), *names]
    return ToolResult(
        data={"event": data},
        summary=", ".join(parts),
        origin=ctx.origin,
        evidence=frozenset({"entity"}),
        context=(ref(row),),
        read=(ref(row),),
        entity=EntityRef("event", row.id, row.title),
        version=row.version,
        undo=undo,
    )


def _new_times(ctx: ToolContext, arguments: UpdateEvent, row: Event) -> Moment | NeedUserInput | None:
    zone = zone_of(ctx, arguments.timezone) if arguments.timezone else row.timezone
    found = time.mentions(arguments.when, now=ctx.local_now, locale=ctx.locale) if arguments.when else ()
    dated = not found or any(one.has_date for one in found)
    day = row.start_at.replace(hour=0, minute=0, second=0)
    at = moment(
        ctx,
        when=arguments.when,
        start_at=arguments.start_at,
        end_at=arguments.end_at,
        zone=zone,
        tool="events_update",
        here=None if dated else day,
    )
    length = row.end_at - row.start_at if row.end_at is not None else None
    if at is None and arguments.end_at:
        at = moment(ctx, when="", start_at=arguments.end_at, zone=zone, tool="events_update", field="end_at")
        if isinstance(at, Moment):
            return Moment(row.start_at, at.start, row.all_day, zone)
    if at is None and zone != row.timezone:
        return Moment(row.start_at, row.end_at, row.all_day, zone)
    if not isinstance(at, Moment):
        return at
    if at.all_day and not row.all_day:
        start = datetime.combine(at.start.date(), row.start_at.time())
        at = replace(at, start=start, end=None, all_day=False, hints=tuple(hints(ctx, start, zone)))
    if at.end is None and length is not None and at.all_day == row.all_day:
        at = replace(at, end=at.start + length)
    return at


async def _new_people(
    ctx: ToolContext, arguments: UpdateEvent, row: Event
) -> list[dict[str, Any]] | NeedUserInput | None:
    if not arguments.participants_add and not arguments.participants_remove:
        return None
    added = await asking.people(ctx, arguments.participants_add, field="participants_add")
    if isinstance(added, NeedUserInput):
        return added
    kept = [dict(one) for one in _frozen_people(row)]
    for phrase in arguments.participants_remove:
        named = await asking.person(ctx, phrase, field="participants_remove")
        contact = str(named.id) if not isinstance(named, NeedUserInput) and named.id else None
        words = set(fold(phrase).split())
        gone = [
            one
            for one in kept
            if (contact is not None and one["contact_id"] == contact) or words <= set(fold(one["name"] or "").split())
        ]
        if len(gone) > 1 and isinstance(named, NeedUserInput):
            return named
        if not gone:
            raise ToolRejected(f"'{phrase}' does not take part in this event: {', '.join(names_of(kept)) or 'nobody'}.")
        kept = [one for one in kept if one not in gone]
    there = {one["contact_id"] or fold(one["name"] or "") for one in kept}
    new = [one for one in _participants(added) if (one["contact_id"] or fold(one["name"] or "")) not in there]
    return [*kept, *new]


def _participants(people: Sequence[asking.Named]) -> list[dict[str, Any]]:
    return [{"contact_id": str(one.id) if one.id else None, "name": one.name} for one in people]


def _frozen_people(row: Event) -> list[dict[str, Any]]:
    """Participants with all that is known of them, so that a change loses nothing."""
    return [
        {name: value for name, value in one.items() if value is not None or name in {"contact_id", "name"}}
        for one in row.participants
    ]


async def _as_frozen(ctx: ToolContext, row: Event) -> dict[str, Any]:
    (data,) = await event_data(ctx, [row], whole=True)
    return {
        "title": row.title,
        "start_at": iso(row, "start_at"),
        "end_at": iso(row, "end_at"),
        "all_day": row.all_day,
        "timezone": row.timezone,
        "participants": _frozen_people(row),
        "place": data["place"] or row.location_text,
        "place_id": str(row.place_id) if row.place_id else None,
        "description": row.description,
    }


def _frozen_times(at: Moment, *, all_day: bool) -> dict[str, Any]:
    if all_day:
        start = at.start.date()
        end = at.end.date() if at.end is not None and at.end.date() > start else start + DAY
        return {"start_at": start.isoformat(), "end_at": end.isoformat(), "all_day": True, "timezone": at.zone}
    end_at = at.end or at.start + USUAL_LENGTH
    return {
        "start_at": at.start.isoformat(),
        "end_at": end_at.isoformat(),
        "all_day": False,
        "timezone": at.zone,
    }


def _edited(frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> dict[str, Any]:
    """Frozen arguments with what the user edited. Raises ToolRejected for a field that can't be edited."""
    if unknown := set(edits) - set(EDITABLE):
        raise ToolRejected(f"These can't be edited: {', '.join(sorted(unknown))}.")
    after = {**frozen, **edits}
    if "place" in edits and edits["place"] != frozen.get("place"):
        after["place_id"] = None
    if "participants" in edits:
        after["participants"] = [
            {"contact_id": None, "name": one} if isinstance(one, str) else one for one in edits["participants"] or []
        ]
    return after


def _as_fields(frozen: Mapping[str, Any]) -> dict[str, Any]:
    """Frozen arguments by the names of the entity's fields."""
    direct = ("title", "start_at", "end_at", "all_day", "timezone", "participants", "description", "place_id")
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
        EventFields.model_validate({name: value for name, value in _as_fields(frozen).items() if value is not None})
    except ValueError as error:
        raise ToolRejected(f"This is no event: {error}") from error
    if not isinstance(at, Moment):
        raise ToolRejected("start_at must be local ISO time, like 2026-11-27T10:00:00.")
    return at.start, at.end


def _details(ctx: ToolContext, frozen: Mapping[str, Any]) -> list[str]:
    parts = []
    if names := names_of(frozen["participants"]):
        parts.append(said(_SAY, "with", ctx.locale, names=join(names, ctx.locale)))
    if frozen["place"]:
        parts.append(said(_SAY, "at", ctx.locale, place=frozen["place"]))
    return parts


async def _similar(ctx: ToolContext, title: str, start: datetime, zone: str) -> list[Event]:
    """Events of that day with the same title."""
    day = start.replace(hour=0, minute=0, second=0)
    wanted = EventFilter(since=to_utc(day, zone), until=to_utc(day + DAY, zone))
    rows = await find(ctx.session, ctx.owner_id, wanted, limit=100)
    return [row for row in rows if fold(row.title) == fold(title)][:1]


def _json(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else str(value) if isinstance(value, UUID) else value
