"""Calendar files over HTTP (api.md): `POST /ingest/ics` takes one in, `GET /export/events.ics` gives all events out."""

from typing import Annotated

from fastapi import Query, Request
from starlette.responses import StreamingResponse

from orchestrator.api.bulk.ingest import Ingester, IngestOut, answered
from orchestrator.api.crud import Reader
from orchestrator.domain.world.calendar_files import service as ics_files
from orchestrator.domain.world.calendar_files.ingest import SOURCE, Feed
from orchestrator.kit.text import storable
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.bodies.upload import file_body, whole_file
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["ingest"])
_CALENDAR = "text/calendar"
_EXAMPLE = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VEVENT\r\nUID:yoga@example.org\r\n"
    "DTSTAMP:20261101T080000Z\r\nDTSTART;TZID=Europe/Lisbon:20261201T183000\r\nDURATION:PT1H\r\nSUMMARY:Yoga\r\n"
    "RRULE:FREQ=WEEKLY;BYDAY=TU\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)
_FILE = file_body("calendar.ics", _EXAMPLE, megabytes=32)


@router.post("/ingest/ics", responses=responses(413, 503), openapi_extra=_FILE)
async def ingest_ics(
    runtime: RuntimeDep,
    principal: Ingester,
    request: Request,
    source: Annotated[str, Query(max_length=500, description="Unique together with the UIDs.")] = SOURCE,
    calendar: Annotated[str | None, Query(max_length=500, description="Else what the file calls itself.")] = None,
    *,
    restore: Annotated[bool, Query(description="Lift tombstones, with scope `write`.")] = False,
) -> IngestOut:
    """A calendar file (RFC 5545), raw (of whatever content type) or as the form field `file`: one result a UID, series
    with their changed and left-out occurrences. Taken in again it changes nothing, and never what the user changed."""
    feed = Feed(
        source=storable(source).strip() or SOURCE,
        zone=principal.timezone,
        calendar=storable(calendar).strip() or None if calendar else None,
        own=True,
        may_restore=principal.may("write"),
        restore=restore,
    )
    data = await whole_file(request)
    run = runtime.processes.in_request
    return answered(await ics_files.ingest(runtime.database, run, principal.user_id, data, feed))


@router.get(
    "/export/events.ics",
    response_class=StreamingResponse,
    responses={
        **responses(),
        200: {"content": {_CALENDAR: {"schema": {"type": "string"}}}, "description": "A calendar file."},
    },
)
async def export_events(runtime: RuntimeDep, principal: Reader) -> StreamingResponse:
    """All events as one calendar file; taken in again it changes nothing."""
    return StreamingResponse(
        ics_files.export(runtime.database, principal.user_id),
        media_type=_CALENDAR,
        headers={"Content-Disposition": 'attachment; filename="events.ics"', "Cache-Control": "private, no-store"},
    )
