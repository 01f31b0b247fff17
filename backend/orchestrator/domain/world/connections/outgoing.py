"""How is a new event written for another server? Without participants: a server that knows of invitations would send
them mail, and that was not asked for."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from icalendar import Calendar, Event, vRecur

from orchestrator.domain.world.calendar_files import content_lines as ics_lines
from orchestrator.domain.world.calendar_files import export as ics_export
from orchestrator.domain.world.calendar_files import ics
from orchestrator.domain.world.calendar_files import vevent as ics_parts
from orchestrator.domain.world.calendar_files.line_editing import folded
from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.sync.write_back import Going
from orchestrator.kit.zones import named_zone, to_utc

_NOT_TOLD = frozenset({"ATTENDEE", "ORGANIZER", ics.OWN_ID, ics.OWN_SUM, ics_parts.OWN_CALENDAR})


def calendar_object(frozen: Mapping[str, Any], *, now: datetime) -> bytes:
    """The frozen arguments of `events_create` as a calendar object of one event; its UID is their `external_id`."""
    event = Event()
    event.add("UID", frozen["external_id"])
    event.add("DTSTAMP", now.astimezone(UTC).replace(microsecond=0))
    zone, all_day = str(frozen["timezone"]), bool(frozen["all_day"])
    event.add("DTSTART", _time(frozen["start_at"], zone, all_day=all_day))
    if frozen.get("end_at"):
        event.add("DTEND", _time(frozen["end_at"], zone, all_day=all_day))
    for name, value in (
        ("SUMMARY", frozen["title"]),
        ("DESCRIPTION", frozen.get("description")),
        ("LOCATION", frozen.get("place")),
    ):
        if value:
            event.add(name, value)
    if frozen.get("recurrence"):
        start = datetime.fromisoformat(frozen["start_at"])
        for line in recurrence.lines_of(frozen["recurrence"], start=start, zone=zone, all_day=all_day):
            name, _, rule = line.partition(":")
            if name == "RRULE":
                event.add("RRULE", vRecur.from_ical(_until_in_utc(rule, zone, all_day=all_day)))
    made = Calendar()
    made.add("PRODID", "-//Steward//EN")
    made.add("VERSION", "2.0")
    made.add_component(event)
    made.add_missing_timezones()
    written: bytes = made.to_ical()
    return written


def new_object(going: Going) -> bytes:
    """An event of this home as a calendar object of its own; what it was once read from is in it."""
    row = going.row
    told = (
        ics_export.head([row.timezone]) + ics_export.event(row, raw=going.raw, place=place_of(going)) + ics_export.FOOT
    )
    return folded(line.text for line in ics_lines.unfolded(told) if line.name not in _NOT_TOLD)


def place_of(going: Going) -> str | None:
    """Where it is: the name of its place, where that is what the user said."""
    row = going.row
    named = going.places.get(row.place_id) if row.place_id is not None else None
    if named is not None and "place_id" in going.names and "location_text" not in going.names:
        return named
    return row.location_text or named


def _time(told: str, zone: str, *, all_day: bool) -> date | datetime:
    moment = datetime.fromisoformat(told)
    return moment.date() if all_day else moment.replace(tzinfo=named_zone(zone))


def _until_in_utc(rule: str, zone: str, *, all_day: bool) -> str:
    """UNTIL is UTC where the start has a zone, and a date where it is one (RFC 5545, 3.3.10)."""
    parts = []
    for part in rule.split(";"):
        name, _, told = part.partition("=")
        if name == "UNTIL" and "T" in told:
            until = datetime.strptime(told[:15], "%Y%m%dT%H%M%S")  # noqa: DTZ007  (wall time)
            told = f"{until:%Y%m%d}" if all_day else f"{to_utc(until, zone):%Y%m%dT%H%M%SZ}"
        parts.append(f"{name}={told}" if told else name)
    return ";".join(parts)
