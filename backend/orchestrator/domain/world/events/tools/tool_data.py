"""How does an event look in a tool's result and in a preview?"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.foundation.asking.when import shown as shown_time
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.events.series.occurrence import Occurrence, Shown
from orchestrator.domain.world.events.service import read_origin, shown
from orchestrator.domain.world.places import service as places
from orchestrator.kit.text import shorten

AT = "@"
"""Between a series' id and the start of the occurrence that is meant, where a tool is given or gives one."""
DESCRIPTION_CHARACTERS = 500
"""Of one event among many; `by_ids` gives the whole."""


def ref(row: Shown) -> EntityRef:
    """The event as a reference."""
    return EntityRef("event", row.id, row.title)


async def event_data(
    ctx: ToolContext, rows: Sequence[Shown], *, whole: bool = False, meetings: bool = False
) -> list[dict[str, Any]]:
    """Events as results have them: local ISO times in each event's zone, dates where it is all day. `meetings`: with
    what was said in them, which is others' text (`origin_of` must be told)."""
    names = await places.named(ctx.tx, [row.place_id for row in rows if row.place_id is not None])
    return [
        {
            "id": str(row.id),
            "title": row.title,
            "start_at": iso(row, "start_at"),
            "end_at": iso(row, "end_at"),
            "timezone": row.timezone,
            "all_day": row.all_day,
            **_repeats(row),
            "location_text": row.location_text,
            "place": names.get(row.place_id) if row.place_id is not None else None,
            "participants": [{"contact_id": one["contact_id"], "name": one["name"]} for one in row.participants],
            "status": row.status,
            "description": row.description if whole else shorten(row.description or "", DESCRIPTION_CHARACTERS) or None,
            "origin": row.origin,
            **(_meeting(row) if meetings else {}),
        }
        for row in rows
    ]


def _repeats(row: Shown) -> dict[str, Any]:
    """Of a series: whether this is one of its occurrences, which, and since when there are any."""
    if isinstance(row, Occurrence) and row.recurrence_id is not None:
        at, since = row.recurrence_id.isoformat(), row.event.start_at.date().isoformat()
        return {"recurs": True, "occurrence": f"{row.id}{AT}{at}", "since": since}
    return {"recurs": True} if row.recurrence is not None else {}


def _meeting(row: Shown) -> dict[str, Any]:
    if row.meeting is None:
        return {}
    items = [{name: one.get(name) for name in ("text", "assignee", "todo_id")} for one in row.action_items]
    shown_of_it = {"summary": row.meeting["summary"], "generated_by": row.meeting["generated_by"]}
    return {"meeting": shown_of_it, "action_items": items, "origin": read_origin(row)}


async def origin_of(ctx: ToolContext, rows: Sequence[Shown], *, meetings: bool = False) -> Origin:
    """Whose words these events are, with the names of the people and places that they are linked to, and with
    `meetings`, of what was said in them."""
    people = [one for row in rows for one in row.participants]
    linked = await linked_origin(ctx, people, [row.place_id for row in rows if row.place_id is not None])
    return least_trusted([linked, *(read_origin(row) if meetings else row.origin for row in rows)])


async def linked_origin(ctx: ToolContext, people: Sequence[Mapping[str, Any]], place_ids: Sequence[UUID]) -> Origin:
    """Whose words the names of linked contacts and places are: an imported contact's name is others' text."""
    contact_ids = [UUID(one["contact_id"]) for one in people if one.get("contact_id")]
    names = await contacts.origins(ctx.tx, contact_ids)
    return least_trusted([*names, *await places.origins(ctx.tx, place_ids)])


def iso(row: Shown, name: str) -> str | None:
    """A time of the event as ISO text."""
    value = shown(getattr(row, name), row)
    return value.isoformat() if value is not None else None


def when_shown(ctx: ToolContext, row: Shown) -> str:
    """The event's time for people."""
    return shown_time(ctx, row.start_at, row.end_at, all_day=row.all_day, zone=row.timezone)


def label(ctx: ToolContext, row: Shown) -> str:
    """The event as an option of a choice."""
    return f"{row.title}, {when_shown(ctx, row)}"


def names_of(participants: Sequence[Mapping[str, Any]]) -> list[str]:
    """The names of participants as they are frozen."""
    return [str(one.get("name") or "") for one in participants if one.get("name")]
