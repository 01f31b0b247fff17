"""What will be different in an event: its times and its people, as the words of a change mean them?"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from pydantic import Field

from orchestrator.agent.clarification import NeedUserInput
from orchestrator.agent.tool import ToolContext
from orchestrator.domain.ground.asking.arguments import ToolArguments
from orchestrator.domain.ground.asking.when import Moment, hints, moment, zone_of
from orchestrator.domain.world.events import drafts
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.tool_data import names_of
from orchestrator.domain.world.resolution import asking
from orchestrator.errors import ToolRejected
from orchestrator.language.fold import fold


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


def new_times(ctx: ToolContext, arguments: UpdateEvent, row: Event) -> Moment | NeedUserInput | None:
    zone = zone_of(ctx, arguments.timezone) if arguments.timezone else row.timezone
    at = moment(
        ctx,
        when=arguments.when,
        start_at=arguments.start_at,
        end_at=arguments.end_at,
        zone=zone,
        tool="events_update",
        title=row.title,
        own=row.start_at,
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


async def new_people(
    ctx: ToolContext, arguments: UpdateEvent, row: Event
) -> list[dict[str, Any]] | NeedUserInput | None:
    if not arguments.participants_add and not arguments.participants_remove:
        return None
    added = await asking.people(ctx, arguments.participants_add, field="participants_add")
    if isinstance(added, NeedUserInput):
        return added
    kept = [dict(one) for one in drafts.frozen_people(row)]
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
    new = [
        one for one in drafts.frozen_participants(added) if (one["contact_id"] or fold(one["name"] or "")) not in there
    ]
    return [*kept, *new]
