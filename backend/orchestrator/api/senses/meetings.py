"""Meetings over HTTP (api.md, Entities and ingestion): a transcript comes, its summary is read, made anew, erased."""

import asyncio
import json
from typing import Annotated, Any

from fastapi import Path, Request
from starlette.responses import JSONResponse, Response

from orchestrator.domain.senses.meetings import service
from orchestrator.domain.senses.meetings.schemas import (
    KIND,
    ErasedOut,
    MeetingOut,
    SegmentOut,
    SubmissionIn,
    SubmittedOut,
    checked_segments,
)
from orchestrator.domain.senses.meetings.summary.fragments import SegmentsHash
from orchestrator.kit.json_text import suspect
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedTag, check_shown, tagged
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["meetings"])
Ingester = Annotated[Principal, require("ingest")]
MeetingId = Annotated[str, Path(description="The caller's id.")]
_ERASED: dict[int | str, dict[str, Any]] = {200: {"model": ErasedOut, "description": "It was erased for good."}}


@router.post(
    "/ingest/meetings/transcript",
    status_code=202,
    response_model=SubmittedOut,
    responses={**responses(413), **_ERASED},
)
async def ingest_transcript(runtime: RuntimeDep, principal: Ingester, request: Request, body: SubmissionIn) -> Any:
    """A meeting's transcript: kept as it comes, summarised 30 s after the last submission, at the latest 10 minutes
    after the first; an unchanged `transcript_hash` is not summarised again. 200 with `status: erased` where the
    meeting was erased for good (`"restore": true` with scope `write` brings it back)."""
    digest = SegmentsHash()
    for segments in checked_segments(body.segments):
        digest.add(segments)
        await asyncio.sleep(0)  # others' turn
    raw = await _as_sent(request)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        submitted = await service.submit(
            tx,
            body,
            raw,
            str(digest),
            zone=principal.timezone,
            wait_s=runtime.settings.meeting_debounce_s,
            may_restore=principal.may("write"),
        )
    if submitted.erased:
        return JSONResponse(ErasedOut(meeting_id=body.meeting_id).model_dump(mode="json"))
    return {"job_id": submitted.job_id, "meeting_id": body.meeting_id, "run_after": submitted.run_after}


async def _as_sent(request: Request) -> str:
    """The body's JSON; without what Postgres can't store."""
    text = (await request.body()).decode()
    return await asyncio.to_thread(json.dumps, await request.json()) if suspect(text) else text


@router.post("/meetings/{meeting_id:path}/summary/rerun", status_code=202, responses=responses(404))
async def rerun_summary(runtime: RuntimeDep, principal: Ingester, meeting_id: MeetingId) -> SubmittedOut:
    """Have the newest transcript summarised anew, whatever its hash; the todos of unchanged action items stay."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await service.rerun(tx, meeting_id)
    return SubmittedOut.model_validate({"job_id": found.job_id, "meeting_id": meeting_id, "run_after": found.run_after})


@router.get("/meetings/{meeting_id:path}/transcript", summary="What was said in a meeting", responses=responses(404))
async def read_transcript(
    runtime: RuntimeDep, principal: Annotated[Principal, require("read")], meeting_id: MeetingId, page: PageDep
) -> Listed[SegmentOut]:
    """The newest transcript, in the order of its time, with the names that its speakers have now."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return listed(await service.transcript(tx, meeting_id, page))


@router.get("/meetings/{meeting_id:path}", responses=responses(404))
async def read_meeting(
    runtime: RuntimeDep,
    principal: Annotated[Principal, require("read")],
    response: Response,
    meeting_id: MeetingId,
) -> MeetingOut:
    """A meeting by the caller's id: its event, summary and action items, and how far its summary is."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return tagged(response, await service.show(tx, meeting_id))  # its job's state has no version


@router.delete("/meetings/{meeting_id:path}", responses=responses(404, 412))
async def erase_meeting(
    runtime: RuntimeDep,
    principal: Annotated[Principal, require("write")],
    meeting_id: MeetingId,
    expected: ExpectedTag,
    *,
    dry_run: DryRun = False,
) -> ReceiptOut:
    """Erase a meeting for good: transcript, summary, action items, and the todos and the event that were made from it
    alone; the calendar's own event stays."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await check_shown(expected, lambda: service.show(tx, meeting_id))
        row_id = await service.row_id(tx, meeting_id)
        receipt = await runtime.eraser.erase(tx, KIND, row_id, dry_run=dry_run)
    return ReceiptOut.of(receipt)
