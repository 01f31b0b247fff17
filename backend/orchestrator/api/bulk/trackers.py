"""What trackers send of their own accord (api.md, Bulk): OwnTracks, Overland, GPX files, and Google's exports.

A tracker repeats for ever what is not answered 200: what can't be true is left out and told to the log, without its
content.
"""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import Body, Header, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from orchestrator.agent.types.origin import Origin
from orchestrator.api.bulk.ingest import IngestOut, Tracker, answered
from orchestrator.bootstrap.runtime import Runtime
from orchestrator.domain.foundation.entities.schemas import IngestResult
from orchestrator.domain.senses.locations import google, gpx, overland, owntracks, reading, waypoints
from orchestrator.domain.senses.locations import service as locations
from orchestrator.domain.senses.locations.schemas import Read
from orchestrator.domain.senses.locations.waypoints import Waypoint
from orchestrator.kit.text import storable
from orchestrator.telemetry.logging import get_logger
from orchestrator.web.access.auth import Principal, RuntimeDep, require, require_basic
from orchestrator.web.bodies.upload import file_body, file_into
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/ingest", tags=["ingest"])
log = get_logger(__name__)
Ingester = Annotated[Principal, require("ingest")]
BasicTracker = Annotated[Principal, require_basic("ingest", "location")]
Device = Annotated[str, Query(max_length=500, description="Which device measured, where the file does not say.")]
_FIX = {"_type": "location", "lat": 38.7223, "lon": -9.1393, "acc": 12, "tst": 1795248000, "tid": "an", "batt": 81}
_TRACK = (
    '<gpx version="1.1" creator="example" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>'
    '<trkpt lat="38.7223" lon="-9.1393"><time>2026-11-21T08:30:00Z</time></trkpt></trkseg></trk></gpx>'
)
_JSON: dict[str, Any] = {
    "requestBody": {
        "content": {"application/json": {"schema": {"type": "object", "examples": [_FIX]}}},
        "description": "One message of OwnTracks; may be empty.",
    }
}
_GPX = file_body("walk.gpx", _TRACK, megabytes=100)
_GOOGLE = file_body("Timeline.json", '{"semanticSegments": []}', megabytes=100)
_FEATURE = {
    "type": "Feature",
    "geometry": {"type": "Point", "coordinates": [-9.1393, 38.7223]},
    "properties": {
        "timestamp": "2026-11-21T08:30:00-0000",
        "horizontal_accuracy": 12,
        "speed": -1,
        "device_id": "anas",
    },
}


class Counted(BaseModel):
    """How many samples came, were there before, were erased before, or can't be true."""

    created: int = 0
    updated: int = 0
    unchanged: int = 0
    erased: int = 0
    invalid: int = 0


class Delivered(BaseModel):
    """What Overland waits for, else it sends the batch again."""

    result: Literal["ok"] = "ok"


@router.post("/owntracks", responses=responses(413), openapi_extra=_JSON)
async def ingest_owntracks(
    runtime: RuntimeDep,
    principal: BasicTracker,
    request: Request,
    u: Annotated[str | None, Query(description="The user as the app has it; the token decides.")] = None,
    d: Annotated[str | None, Query(description="The device.")] = None,
    x_limit_d: Annotated[str | None, Header(description="The device.")] = None,
) -> list[dict[str, Any]]:
    """A message of OwnTracks in HTTP mode, whatever it is, encrypted too where `STEWARD_OWNTRACKS_KEY` is the phone's
    key. `location` and `transition` are kept, a `waypoint` is kept as a place, all others are only acknowledged; the
    answer shows the user's other devices, to a token that may `read`."""
    del u
    named = storable(x_limit_d or d or "").strip()[:500]
    key = runtime.settings.owntracks_key
    said = owntracks.read(await request.body(), device=named, key=key.get_secret_value() if key else None)
    await _kept_places(runtime, principal, said.waypoints, owntracks.SOURCE)
    if said.sample is None:
        return []
    batch = locations.Batch(Origin.THIRD_PARTY, source=owntracks.SOURCE, device=said.device)
    results = await _kept(runtime, principal, [said.sample], batch)
    if said.kind != "location" or not said.device or not principal.may("read") or results[0].status == "invalid":
        return []
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        now = runtime.clock.now()
        others = await locations.elsewhere(tx, source=owntracks.SOURCE, device=said.device, now=now)
    return owntracks.friends(others)


@router.post("/overland", responses=responses(413))
async def ingest_overland(
    runtime: RuntimeDep, principal: Tracker, body: Annotated[Any, Body(examples=[{"locations": [_FEATURE]}])]
) -> Delivered:
    """A batch of Overland: GeoJSON points, in any order and as often as the app likes."""
    batch = locations.Batch(Origin.THIRD_PARTY, source=overland.SOURCE)
    await _kept(runtime, principal, overland.read(body), batch)
    return Delivered()


@router.post("/gpx", response_model=IngestOut, responses=responses(413, 503), openapi_extra=_GPX)
async def ingest_gpx(runtime: RuntimeDep, principal: Tracker, request: Request, device: Device = "") -> Response:
    """A GPX file, raw (of whatever content type) or as the form field `file`: one result a track point, and one for
    each track without times, which is skipped. A route is read as a track where its points' times follow each other.
    Named waypoints become places, the first five hundred, with a result each after the points'."""
    batch = locations.Batch(Origin.THIRD_PARTY, source=gpx.SOURCE)
    named = storable(device).strip()
    with tempfile.TemporaryFile(dir=runtime.settings.home) as file:
        await file_into(request, file)
        found = await reading.read(runtime.processes.in_request, principal.user_id, file, device=named)
    clock = runtime.clock
    results = await locations.take_in_all(runtime.database, principal.user_id, found.samples, batch, clock=clock)
    results += await _kept_places(runtime, principal, found.waypoints, gpx.SOURCE)
    answer = await asyncio.to_thread(answered(results).model_dump_json)  # a hundred thousand results
    return Response(answer, media_type="application/json")


@router.post("/google-timeline", responses=responses(413, 503), openapi_extra=_GOOGLE)
async def ingest_google_timeline(
    runtime: RuntimeDep, principal: Ingester, request: Request, device: Device = ""
) -> Counted:
    """One of Google's location exports, raw or as the form field `file`: Records.json or a month of Semantic Location
    History of Takeout, Android's Timeline.json, iOS's location-history.json. Sent again it changes nothing; of one that
    ends early what stands before is kept."""
    batch = locations.Batch(Origin.THIRD_PARTY, source=google.SOURCE)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryFile(dir=runtime.settings.home) as file:
        await file_into(request, file)
        run = runtime.processes.in_request
        async for part in reading.parts_of_google(run, principal.user_id, file, device=storable(device).strip()):
            counts.update(one.status for one in await _kept(runtime, principal, part, batch))
    return Counted(**counts)


async def _kept(
    runtime: Runtime, principal: Principal, samples: Sequence[Read], batch: locations.Batch
) -> list[IngestResult]:
    results = await locations.take_in_all(runtime.database, principal.user_id, samples, batch, clock=runtime.clock)
    _log_left_out(results, batch.source)
    return results


async def _kept_places(
    runtime: Runtime, principal: Principal, points: Sequence[Waypoint], source: str
) -> list[IngestResult]:
    results = await waypoints.keep(runtime.database, principal.user_id, points, source=source, zone=principal.timezone)
    _log_left_out(results, source)
    return results


def _log_left_out(results: Sequence[IngestResult], source: str) -> None:
    reasons = Counter(error.message for one in results if one.status == "invalid" for error in one.errors)
    if reasons:
        log.warning("tracker_items_left_out", source=source, reasons=dict(reasons.most_common(5)))
