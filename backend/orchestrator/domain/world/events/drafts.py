"""What does a proposed change of an event hold, how is it told, and what may the user edit in it?"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from orchestrator.agent.origin import least_trusted
from orchestrator.agent.ports import EntityRef
from orchestrator.agent.tool import Prepared, ToolContext, ToolResult
from orchestrator.domain.ground.asking.when import Moment, hints, moment, shown, zone_of
from orchestrator.domain.ground.asking.wording import Wording, said
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.schemas import EventFields
from orchestrator.domain.world.events.service import EventFilter, find
from orchestrator.domain.world.events.tool_data import (
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
from orchestrator.errors import ToolRejected
from orchestrator.kit.zones import to_utc
from orchestrator.language.fold import fold
from orchestrator.language.render import join

USUAL_LENGTH = timedelta(hours=1)
"""Of an event whose end nobody said."""
DAY = timedelta(days=1)
EDITABLE = ("title", "start_at", "end_at", "all_day", "timezone", "participants", "place", "description")

SAY: Wording = {
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


async def created_preview(ctx: ToolContext, frozen: dict[str, Any], told: Sequence[str] | None) -> Prepared:
    """The preview of a new event; `told` are hints already known, None where they are to be found."""
    start, end = _checked(ctx, frozen)
    title = said(SAY, "create", ctx.locale, title=frozen["title"])
    parts = [title, shown(ctx, start, end, all_day=frozen["all_day"], zone=frozen["timezone"]), *_details(ctx, frozen)]
    known = list(told) if told is not None else hints(ctx, start, frozen["timezone"], all_day=frozen["all_day"])
    similar = await _similar(ctx, frozen["title"], start, frozen["timezone"])
    known += [said(SAY, "similar", ctx.locale, event=label(ctx, row)) for row in similar]
    place_ids = [UUID(frozen["place_id"])] if frozen["place_id"] else []
    linked = await linked_origin(ctx, frozen["participants"], place_ids)
    origin = least_trusted([linked, await origin_of(ctx, similar)])
    return Prepared(frozen, title, ", ".join(parts), EDITABLE, hints=tuple(known), origin=origin)


async def updated_preview(ctx: ToolContext, row: Event, changes: Mapping[str, Any], told: Sequence[str]) -> Prepared:
    """The preview of changes to `row`. Raises ToolRejected where they change nothing."""
    now = await as_frozen(ctx, row)
    different = {name: value for name, value in changes.items() if now.get(name) != value}
    if not different:
        raise ToolRejected("This changes nothing: the event is like that already. Tell the user.")
    whole = {**now, **different}
    start, end = _checked(ctx, whole)
    title = said(SAY, "update", ctx.locale, title=row.title)
    parts = [title]
    if different.keys() & {"start_at", "end_at", "all_day", "timezone"}:
        parts.append(shown(ctx, start, end, all_day=whole["all_day"], zone=whole["timezone"]))
    parts += [
        said(SAY, name, ctx.locale, value=different[name]) for name in ("title", "description") if different.get(name)
    ]
    if "participants" in different:
        gone = [name for name in names_of(now["participants"]) if name not in names_of(different["participants"])]
        come = [name for name in names_of(different["participants"]) if name not in names_of(now["participants"])]
        parts += [said(SAY, "with", ctx.locale, names=join(come, ctx.locale))] if come else []
        parts += [said(SAY, "without", ctx.locale, names=join(gone, ctx.locale))] if gone else []
    if different.get("place"):
        parts.append(said(SAY, "at", ctx.locale, place=different["place"]))
    changed = sorted(name for name in different if name != "place_id")
    frozen = {"event_id": str(row.id), **whole, "changed": changed or ["place"]}
    place_ids = [UUID(whole["place_id"])] if whole["place_id"] else []
    linked = await linked_origin(ctx, whole["participants"], place_ids)
    origin = least_trusted([linked, await origin_of(ctx, [row])])
    return Prepared(frozen, title, ", ".join(parts), EDITABLE, ref(row), row.version, tuple(told), origin)


async def cancelling(ctx: ToolContext, row: Event) -> Prepared:
    """The preview of a cancellation."""
    title = said(SAY, "cancel", ctx.locale, title=row.title)
    summary = f"{title}, {when_shown(ctx, row)}"
    frozen = {"event_id": str(row.id)}
    return Prepared(frozen, title, summary, (), ref(row), row.version, origin=await origin_of(ctx, [row]))


async def written(ctx: ToolContext, row: Event, what: str, undo: Mapping[str, Any]) -> ToolResult:
    """The result of a write: `what` is `created`, `updated` or `cancelled`."""
    (data,) = await event_data(ctx, [row], whole=True)
    names = (
        [said(SAY, "with", ctx.locale, names=join(names_of(row.participants), ctx.locale))] if row.participants else []
    )
    parts = [said(SAY, what, ctx.locale, title=row.title), when_shown(ctx, row), *names]
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


def frozen_people(row: Event) -> list[dict[str, Any]]:
    """Participants with all that is known of them, so that a change loses nothing."""
    return [
        {name: value for name, value in one.items() if value is not None or name in {"contact_id", "name"}}
        for one in row.participants
    ]


async def as_frozen(ctx: ToolContext, row: Event) -> dict[str, Any]:
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


def frozen_times(at: Moment, *, all_day: bool) -> dict[str, Any]:
    """A time as it is frozen; an event without an end gets the usual length."""
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


def edited(frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> dict[str, Any]:
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


def as_fields(frozen: Mapping[str, Any]) -> dict[str, Any]:
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
        EventFields.model_validate({name: value for name, value in as_fields(frozen).items() if value is not None})
    except ValueError as error:
        raise ToolRejected(f"This is no event: {error}") from error
    if not isinstance(at, Moment):
        raise ToolRejected("start_at must be local ISO time, like 2026-11-27T10:00:00.")
    return at.start, at.end


def _details(ctx: ToolContext, frozen: Mapping[str, Any]) -> list[str]:
    parts = []
    if names := names_of(frozen["participants"]):
        parts.append(said(SAY, "with", ctx.locale, names=join(names, ctx.locale)))
    if frozen["place"]:
        parts.append(said(SAY, "at", ctx.locale, place=frozen["place"]))
    return parts


async def _similar(ctx: ToolContext, title: str, start: datetime, zone: str) -> list[Event]:
    """Events of that day with the same title."""
    day = start.replace(hour=0, minute=0, second=0)
    wanted = EventFilter(since=to_utc(day, zone), until=to_utc(day + DAY, zone))
    rows = await find(ctx.session, ctx.owner_id, wanted, limit=100)
    return [row for row in rows if fold(row.title) == fold(title)][:1]
