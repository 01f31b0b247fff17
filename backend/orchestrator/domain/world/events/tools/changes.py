"""What will be different in an event: its times and its people, as the words of a change mean them?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from pydantic import Field

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.when import Moment, hints, moment, zone_of
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.series.occurrence import Occurrence, Shown
from orchestrator.domain.world.events.series.service import moved_with
from orchestrator.domain.world.events.tools import drafts
from orchestrator.domain.world.events.tools.targets import Scope
from orchestrator.domain.world.resolution import asking
from orchestrator.errors import InvalidRequest, ToolRejected
from orchestrator.kit.zones import local, to_utc, wall_time
from orchestrator.language.lengths import Lasting, lasting
from orchestrator.language.text.normalize import normalize
from orchestrator.language.time import zone_named

_WEEK = timedelta(days=7)
_TIMES = ("start_at", "all_day", "timezone")


class UpdateEvent(ToolArguments):
    """Arguments of `events_update`."""

    event: str = Field(min_length=1, description="The event's id, or the user's words for it: 'lunch with Ana'.")
    scope: Scope = Field(
        default="", description="Of one that repeats: 'one', it and all 'following', or 'all', if said."
    )
    title: str = Field(default="", max_length=500, description="The new title.")
    when: str = Field(default="", description="The new time in the user's words, copied: 'Friday at 2'.")
    start_at: str = Field(default="", description="The new start, local ISO, only if 'when' is empty.")
    end_at: str = Field(default="", description="The new end, local ISO.")
    timezone: str = Field(default="", description="IANA zone, only if the user names another one.")
    participants_add: list[str] = Field(default_factory=list, max_length=100, description="Names to add.")
    participants_remove: list[str] = Field(default_factory=list, max_length=100, description="Names to take out.")
    place: str = Field(default="", description="The new place.")
    description: str = Field(default="", description="The new description.")


@dataclass(frozen=True)
class NewPeople:
    """Who takes part after the change, as it is frozen; `added`: who comes, with the groups that were inferred."""

    participants: list[dict[str, Any]]
    added: asking.Gathered


def new_times(ctx: ToolContext, arguments: UpdateEvent, row: Shown) -> Moment | NeedUserInput | None:
    named = arguments.timezone or (zone_named(f"{arguments.when}. {ctx.question}") if arguments.when else None)
    zone = zone_of(ctx, named) if named else row.timezone
    told = lasting(arguments.when, ctx.locale) if arguments.when and not row.all_day else None
    if told is not None:
        return _of_length(row, told, zone)
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


def _of_length(row: Shown, told: Lasting, zone: str) -> Moment:
    """The same start, and an end as far from it as was said. Raises ToolRejected where nothing would be left."""
    before = row.end_at - row.start_at if row.end_at is not None else timedelta()
    length = told.of(before)
    if length <= timedelta():
        raise ToolRejected("It is not that long: say how long it shall last.")
    return Moment(row.start_at, row.start_at + length, all_day=False, zone=zone)


def times_from_on(ctx: ToolContext, arguments: UpdateEvent, row: Shown) -> Moment | NeedUserInput | None:
    """The new time of a far occurrence and those after it: "Wednesday at 8" is in its own week."""
    times = new_times(ctx, arguments, row)
    if not isinstance(times, Moment) or abs(times.start - row.start_at) < _WEEK:
        return times
    monday = row.start_at.replace(hour=0, minute=0, second=0) - timedelta(days=row.start_at.weekday())
    then = to_utc(monday - timedelta(minutes=1), ctx.zone)
    there = new_times(replace(ctx, now=max(ctx.now, then)), arguments, row)
    return there if isinstance(there, Moment) and abs(there.start - row.start_at) < _WEEK else times


def rule_moved(before: Mapping[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """A proposed series whose start the user edits: its rule moves by as much, as that of a kept one does. Raises
    ToolRejected where the rule does not tell the new day."""
    rule, changed = before.get("recurrence"), {name for name in _TIMES if before.get(name) != after.get(name)}
    if rule is None or not changed:
        return after
    zone = str(after["timezone"])
    try:
        start, moved = (_start(one, zone) for one in (before, after))
        told = recurrence.moved(rule, moved - start, start=start, zone=zone, all_day=bool(before["all_day"]))
    except (ValueError, OverflowError) as error:
        raise ToolRejected(f"The series can't begin then: {error}.") from error
    return {**after, "recurrence": told}


def _start(frozen: Mapping[str, Any], zone: str) -> datetime:
    """The start of frozen arguments. Raises ValueError."""
    value = wall_time(str(frozen["start_at"]))
    if value is None:
        raise ValueError("its start is no local time")
    return local(value, zone)


async def new_people(ctx: ToolContext, arguments: UpdateEvent, row: Shown) -> NewPeople | NeedUserInput | None:
    if not arguments.participants_add and not arguments.participants_remove:
        return None
    added = await asking.gathered(ctx, arguments.participants_add, field="participants_add")
    if isinstance(added, NeedUserInput):
        return added
    kept = [dict(one) for one in drafts.frozen_people(row)]
    for phrase in arguments.participants_remove:
        named = await asking.person(ctx, phrase, field="participants_remove")
        contact = str(named.id) if not isinstance(named, NeedUserInput) and named.id else None
        words = set(normalize(phrase).split())
        gone = [
            one
            for one in kept
            if (contact is not None and one["contact_id"] == contact)
            or words <= set(normalize(one["name"] or "").split())
        ]
        if len(gone) > 1 and isinstance(named, NeedUserInput):
            return named
        if not gone:
            # who does is not told here: the names may be others' words, and a reason is not fenced
            raise ToolRejected(f"'{phrase}' does not take part in this event. get_events tells who does.")
        kept = [one for one in kept if one not in gone]
    there = {one["contact_id"] or normalize(one["name"] or "") for one in kept}
    new = [
        one
        for one in drafts.frozen_participants(added.people)
        if (one["contact_id"] or normalize(one["name"] or "")) not in there
    ]
    return NewPeople([*kept, *new], added)


def of_series(row: Event, told: Occurrence, at: Moment) -> Moment:
    """The new time of one occurrence as that of the whole series: its first one moves by as much. Raises ToolRejected
    where the rule does not tell the new day."""
    start = row.start_at + (at.start - told.start_at)
    moved = replace(at, start=start, end=start + (at.end - at.start) if at.end is not None else None)
    try:
        moved_with(row, {"start_at": moved.start}, row.timezone)
    except InvalidRequest as error:
        raise ToolRejected("The rule does not tell how the series repeats on the new day. Move one of them.") from error
    return moved
