"""How does an event look in a calendar file? As it was imported, with what changed since; what we made ourselves by the
book. Read in again, the file changes nothing.

A file is written in parts (`head`, `event` for each, `FOOT`), so that it can be sent while it is made.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Final

from icalendar import Event as Component
from icalendar import Timezone, vCalAddress, vDDDTypes, vRecur, vText

from orchestrator.domain.world.calendar_files import content_lines as ics_lines
from orchestrator.domain.world.calendar_files import ics
from orchestrator.domain.world.calendar_files import vevent as ics_parts
from orchestrator.domain.world.calendar_files.properties import Faults, properties
from orchestrator.domain.world.calendar_files.times import Series, Times
from orchestrator.domain.world.calendar_files.zones import Zones
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.series import overrides
from orchestrator.domain.world.events.series.overrides import OWN
from orchestrator.kit.zones import named_zone, to_utc

FOOT: Final = "END:VCALENDAR\r\n"
UID_HOST: Final = "steward"
"""After the `@` of the UIDs of events that no source gave one."""
_WRITTEN_UTC = "Etc/UTC"
"""UTC as a TZID: a time with a Z has no zone of its own, and would be read in the user's."""
_ROLES = {told: name for name, told in ics_parts.ROLES.items()}
_KINDS = {"room", "resource", "group"}


def head(zones: Iterable[str]) -> str:
    """The beginning of a file whose events have these zones."""
    told = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Steward//EN", "CALSCALE:GREGORIAN", ""]
    blocks = [Timezone.from_tzid(_tzid(zone)).to_ical().decode() for zone in sorted(set(zones))]
    return "\r\n".join(told) + "".join(blocks)


def event(row: Event, *, raw: str = "", place: str | None = None) -> str:
    """The VEVENTs of an event: its master, and one for each occurrence that has something of its own. `raw`: what it
    was imported from; `place`: the name of its place, where no text says where it is."""
    there = _components(raw, Series(row.start_at, row.timezone, row.all_day))
    master = _edited(row, there.get(None), place)
    parts = [master, *(_override(row, one, there.get(_place(one)), place) for one in row.overrides)]
    mark = ics.checksum("".join(_text(part) for part in parts))
    master.add(ics.OWN_SUM, f"{row.version}-{mark}")
    return "".join(_text(part) for part in parts)


def _text(component: Component) -> str:
    written: bytes = component.to_ical()
    return written.decode()


def _place(one: Mapping[str, Any]) -> tuple[str, bool]:
    return overrides.key_of(one)


def _components(raw: str, of: Series) -> dict[tuple[str, bool] | None, Component]:
    """The VEVENTs of an import: the master under None."""
    found: dict[tuple[str, bool] | None, Component] = {}
    if not raw:
        return found
    times = Times(Zones({}, of.zone), of.zone, of.zone, of.zone, of.zone)
    try:
        file = ics_lines.read(f"BEGIN:VCALENDAR\r\n{raw}END:VCALENDAR\r\n".encode())
        for block in file.events:
            found[ics.place_of(block, times, of)] = _component(block)
    except ValueError:
        return {}
    return found


def _component(block: ics_lines.Block) -> Component:
    """A VEVENT with all that it says; of one that can't be read whole what can."""
    try:
        component = Component.from_ical(block.text_without_zones)
        assert isinstance(component, Component)
    except (AssertionError, ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError):
        return properties(block, Faults())
    return component


# The master


def _edited(row: Event, there: Component | None, place: str | None) -> Component:
    component = there if there is not None else Component()
    component.pop(ics.OWN_SUM, None)
    _set(component, ics.OWN_ID, vText(str(row.id)))
    _set(component, "UID", vText(row.external_id or f"{row.id}@{UID_HOST}"))
    _stamps(component, row)
    for name in ics_lines.TIMES:
        component.pop(name, None)
    _add_times(component, row, row.start_at, row.end_at)
    if row.recurrence is not None:
        _add_rules(component, row)
    _add_fields(component, _fields_of(row), place)
    if row.tags != ics_parts.told_tags(component):
        component.pop("CATEGORIES", None)
        if row.tags:
            component.add("CATEGORIES", row.tags)
    if row.calendar:
        _set(component, ics_parts.OWN_CALENDAR, vText(row.calendar))
    return component


def _stamps(component: Component, row: Event) -> None:
    if "DTSTAMP" not in component:
        component.add("DTSTAMP", row.updated_at.astimezone(UTC).replace(microsecond=0))
    if "CREATED" not in component:
        component.add("CREATED", row.created_at.astimezone(UTC).replace(microsecond=0))


def _fields_of(row: Event) -> dict[str, Any]:
    return {name: getattr(row, name) for name in OWN}


def _add_times(
    component: Component, row: Event, start: datetime, end: datetime | None, *, all_day: bool | None = None
) -> None:
    component["DTSTART"] = _time(row, start, all_day=all_day)
    if end is not None:
        component["DTEND"] = _time(row, end, all_day=all_day)


def _time(row: Event, wall: datetime, *, all_day: bool | None = None) -> vDDDTypes:
    if row.all_day if all_day is None else all_day:
        return vDDDTypes(wall.date())
    written = vDDDTypes(wall)
    written.params["TZID"] = _tzid(row.timezone)
    return written


def _tzid(zone: str) -> str:
    return _WRITTEN_UTC if zone == "UTC" else zone


def _add_rules(component: Component, row: Event) -> None:
    try:
        lines = recurrence.lines_of(row.recurrence, start=row.start_at, zone=row.timezone, all_day=row.all_day)
    except (ValueError, OverflowError):
        return  # of an older version, which kept what it could not read
    for line in lines:
        name, _, content = line.partition(":")
        if name == "RRULE":
            component.add("RRULE", vRecur.from_ical(_until_in_utc(content, row)))
        else:
            for one in content.split(","):
                component.add(name.partition(";")[0], _date(row, one))


def _date(row: Event, told: str) -> date:
    at = datetime.strptime(told[:15], "%Y%m%dT%H%M%S" if "T" in told else "%Y%m%d")  # noqa: DTZ007
    if row.all_day:
        return at.date()
    at = at if "T" in told else datetime.combine(at.date(), row.start_at.time())
    return at.replace(tzinfo=named_zone(_tzid(row.timezone)))


def _until_in_utc(rule: str, row: Event) -> str:
    """UNTIL is UTC where the start has a zone, and a date where it is one (RFC 5545, 3.3.10)."""
    parts = []
    for part in rule.split(";"):
        name, _, content = part.partition("=")
        if name == "UNTIL":
            until = datetime.strptime(content, "%Y%m%dT%H%M%S")  # noqa: DTZ007
            told = f"{until:%Y%m%d}" if row.all_day else f"{to_utc(until, row.timezone):%Y%m%dT%H%M%SZ}"
            content = told
        parts.append(f"{name}={content}")
    return ";".join(parts)


# Fields


def _add_fields(component: Component, fields: Mapping[str, Any], place: str | None) -> None:
    for name, told in (("SUMMARY", fields["title"]), ("DESCRIPTION", fields["description"])):
        _keep_or_set(component, name, told)
    _keep_or_set(component, "LOCATION", fields["location_text"] or place)
    status = str(fields["status"]).upper()
    if status != "CONFIRMED" or "STATUS" in component:
        _set(component, "STATUS", vText(status))
    if fields["busy"] != ics_parts.busy(component):
        component.pop("X-MICROSOFT-CDO-BUSYSTATUS", None)
        _set(component, "TRANSP", vText("OPAQUE" if fields["busy"] else "TRANSPARENT"))
    bare = [{name: one.get(name) for name in ("name", "email", "role")} for one in fields["participants"]]
    if bare != [_named(one) for one in ics_parts.people(component)]:
        _add_people(component, bare)


def _named(one: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": one["name"] or one["email"], "email": one["email"], "role": one["role"]}


def _keep_or_set(component: Component, name: str, told: str | None) -> None:
    if ics_parts.text(component, name).strip() == (told or "").strip():
        return
    component.pop(name, None)
    if told:
        _set(component, name, vText(told))


def _add_people(component: Component, people: Sequence[Mapping[str, Any]]) -> None:
    for name in ("ORGANIZER", "ATTENDEE"):
        component.pop(name, None)
    for one in people:
        address = vCalAddress(f"mailto:{one['email']}" if one["email"] else ics_parts.NOBODY)
        if one["name"] and one["name"] != one["email"]:
            address.params["CN"] = one["name"]
        role = one["role"]
        if role == "organizer" and "ORGANIZER" not in component:
            component.add("ORGANIZER", address)
            continue
        if role in _ROLES:
            address.params["ROLE"] = _ROLES[role]
        elif role in _KINDS:
            address.params["CUTYPE"] = role.upper()
        else:
            address.params[ics_parts.OWN_ROLE] = role or "-"
        component.add("ATTENDEE", address)


def _set(component: Component, name: str, value: Any) -> None:
    component.pop(name, None)
    component[name] = value


# Single occurrences


def _override(row: Event, one: Mapping[str, Any], there: Component | None, place: str | None) -> Component:
    component = there if there is not None else Component()
    _set(component, "UID", vText(row.external_id or f"{row.id}@{UID_HOST}"))
    _stamps(component, row)
    for name in ics_lines.TIMES:
        component.pop(name, None)
    (read,) = overrides.read([one])
    length = row.end_at - row.start_at if row.end_at is not None else None
    start = read.start or read.recurrence_id
    end = read.end or (start + length if length is not None else None)
    at = _time(row, read.recurrence_id)
    if read.following:
        at.params["RANGE"] = "THISANDFUTURE"
    component["RECURRENCE-ID"] = at
    _add_times(component, row, start, end, all_day=one.get("all_day"))
    fields = {**_fields_of(row), **{name: value for name, value in one.items() if name in OWN}}
    _add_fields(component, fields, place)
    return component
