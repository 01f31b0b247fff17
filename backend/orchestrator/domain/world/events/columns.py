"""What is stored of an event as it is stated: its times in its zone, its people, its series?"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.world.events.participants import Acquaintances, stored_people
from orchestrator.domain.world.events.people import participants_keys
from orchestrator.domain.world.events.recurrence import recurrence_set as recurrence
from orchestrator.domain.world.events.schemas import EventFields
from orchestrator.domain.world.events.series import overrides
from orchestrator.domain.world.events.series import service as series
from orchestrator.domain.world.places import service as places
from orchestrator.errors import InvalidRequest
from orchestrator.kit.zones import local, to_utc
from orchestrator.language.text.normalize import normalize

DAY = timedelta(days=1)


async def columns_of(tx: Tx, fields: EventFields, zone: str, known: Acquaintances | None = None) -> Mapping[str, Any]:
    """The columns of an event as it is stated; `zone` where it names none. `known`: whom the user knows, where many are
    stored at once. Raises InvalidRequest, which names the field."""
    zone = fields.timezone or zone
    times = _times(fields, zone)
    people = await stored_people(tx, fields.participants, known)
    place_id = await places.living(tx, fields.place_id) if fields.place_id is not None else None
    place = (await places.named(tx, [place_id])).get(place_id) if place_id is not None else None
    if place_id is not None and place is None:
        raise InvalidRequest.of_field("place_id", "there is no such place")
    text = [fields.title, fields.description, fields.location_text, place, fields.calendar]
    names = [str(one["name"]) for one in people if one["name"]]
    own = await _overrides(tx, fields, zone, known)
    _check_series(fields, times, zone)
    return {
        **times,
        "title": fields.title,
        "description": fields.description,
        "timezone": zone,
        "all_day": fields.all_day,
        "place_id": place_id,
        "location_text": fields.location_text,
        "participants": people,
        "participant_keys": participants_keys([*people, *series.people_of(own)]),
        "recurrence": fields.recurrence,
        "overrides": own,
        "status": fields.status,
        "busy": fields.busy,
        "calendar": fields.calendar,
        "folded": normalize(lines([*text, *names])),
    }


def _times(fields: EventFields, zone: str) -> dict[str, datetime | None]:
    """The four times. Raises InvalidRequest."""
    try:
        start = local(fields.start_at, zone) if fields.start_at is not None else None
    except (ValueError, OverflowError) as error:
        raise InvalidRequest.of_field("start_at", str(error)) from error
    try:
        end = local(fields.end_at, zone) if fields.end_at is not None else None
    except (ValueError, OverflowError) as error:
        raise InvalidRequest.of_field("end_at", str(error)) from error
    assert start is not None
    if fields.all_day:
        start = start.replace(hour=0, minute=0, second=0)
        end = end.replace(hour=0, minute=0, second=0) if end is not None else start + DAY
        end = start + DAY if end == start else end
    if end is not None and end < start:
        raise InvalidRequest.of_field("end_at", "the end is before the start")
    start_utc = to_utc(start, zone)
    # A start inside a daylight-saving gap moves on; its end must not be left before it.
    end_utc = max(to_utc(end, zone), start_utc) if end is not None else start_utc
    return {"start_at": start, "end_at": end, "start_utc": start_utc, "end_utc": end_utc}


async def _overrides(tx: Tx, fields: EventFields, zone: str, known: Acquaintances | None) -> list[dict[str, Any]]:
    """What occurrences have of their own, as it is stored. Raises InvalidRequest."""
    kept = []
    for place, one in enumerate(fields.overrides if fields.recurrence is not None else ()):
        said_people = one.participants
        people = await stored_people(tx, said_people, known) if said_people is not None else None
        if one.place_id is not None:
            one = one.model_copy(update={"place_id": await places.living(tx, one.place_id)})  # noqa: PLW2901
        try:
            kept.append(overrides.stored(one, zone, people))
        except (ValueError, OverflowError) as error:
            raise InvalidRequest.of_field("overrides", str(error), loc=("overrides", place)) from error
        if one.place_id is not None and not await places.named(tx, [one.place_id]):
            raise InvalidRequest.of_field("overrides", "there is no such place")
    return overrides.distinct(kept)


def _check_series(fields: EventFields, times: Mapping[str, Any], zone: str) -> None:
    """Raises InvalidRequest where `recurrence` can't be read."""
    if fields.recurrence is None:
        return
    try:
        recurrence.read(fields.recurrence, start=times["start_at"], zone=zone, all_day=fields.all_day)
    except (ValueError, OverflowError) as error:
        raise InvalidRequest.of_field("recurrence", str(error)) from error
