"""Voices over HTTP (api.md, Voices): whose they are, what the user says of them, and what is kept of a contact's."""

import io
from typing import Annotated, Any, TypeVar

from fastapi import Path, Request
from pydantic import ValidationError
from starlette.responses import JSONResponse, Response

from orchestrator.api.crud import Reader, Writer
from orchestrator.bootstrap.runtime import Runtime
from orchestrator.domain.foundation.entities.schemas import SHORT, field_errors
from orchestrator.domain.senses.meetings import service as meetings
from orchestrator.domain.senses.meetings.schemas import MeetingOut
from orchestrator.domain.senses.voices import service as voices
from orchestrator.domain.senses.voices.recordings import embed_clip, embed_speakers
from orchestrator.domain.senses.voices.schemas import (
    SEGMENTS,
    VOICE,
    AudioSegmentIn,
    ConfirmIn,
    ConsentIn,
    ContactVoiceOut,
    EmbeddedOut,
    MatchIn,
    MatchOut,
    NameIn,
    UnconfirmIn,
    UnknownOut,
    all_of,
)
from orchestrator.errors import InvalidRequest, NotConfigured
from orchestrator.integrations.voice_embedding.campplus import INSTALL
from orchestrator.integrations.voice_embedding.port import SpeakerEmbedder
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.bodies.limits import LIMITS, limit_of
from orchestrator.web.bodies.multipart import Form, receive
from orchestrator.web.bodies.upload import BYTES, whole_file
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedTag, check_shown, check_tag, tagged
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["voices"])
_SPOKEN = '[{"start_s": 0.0, "end_s": 4.2, "speaker": "S1"}]'


def _form(example: dict[str, Any], *, megabytes: int, **fields: Any) -> dict[str, Any]:
    """The OpenAPI entry of a form with a file."""
    file = {**BYTES, "description": f"At most {megabytes} MB."}
    properties = {"file": file, **fields}
    schema = {"type": "object", "required": [*properties], "examples": [example], "properties": properties}
    return {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}}


_CLIP = _form({"file": "ana.wav"}, megabytes=25)
_RECORDING = _form(
    {"file": "review.flac", "segments": _SPOKEN},
    megabytes=32,
    segments={"type": "string", "description": "JSON: who speaks from when to when."},
)
MeetingId = Annotated[str, Path(description="The caller's id.", max_length=SHORT)]
Asked = TypeVar("Asked", MatchIn, ConfirmIn)
Ingester = Annotated[Principal, require("ingest")]


@router.post("/meetings/speakers/match", status_code=200, responses=responses(413))
async def match_speakers(runtime: RuntimeDep, principal: Ingester, body: MatchIn) -> MatchOut:
    """Whose voices are these? Held against all contacts that are opted in, within one model; nothing is stored, and a
    match is never a proof of identity."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await voices.match(tx, _with_model(body, runtime))


@router.post("/meetings/speakers/confirm", status_code=200, responses=responses(404, 413))
async def confirm_speakers(runtime: RuntimeDep, principal: Ingester, body: ConfirmIn) -> MeetingOut:
    """The user says who speaks. Names the speakers of the meeting, also before its transcript comes, and trains where
    the contact is opted in; a voice of nobody known is kept, so that it may be named later."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await voices.confirm(tx, _with_model(body, runtime))
        return await meetings.show(tx, body.meeting_id)


@router.post("/meetings/speakers/unconfirm", status_code=200, responses=responses(404))
async def unconfirm_speaker(runtime: RuntimeDep, principal: Ingester, body: UnconfirmIn) -> MeetingOut:
    """Take back who a speaker is; what was learnt of them is made anew without it."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await voices.unconfirm(tx, body)
        return await meetings.show(tx, body.meeting_id)


@router.post("/voices/embed", status_code=200, responses=responses(413, 415, 502, 503), openapi_extra=_CLIP)
async def embed_voice(runtime: RuntimeDep, principal: Writer, request: Request) -> EmbeddedOut:
    """The embedding of one voice's recording (WAV, FLAC, OGG, MP3; at most 10 minutes), as the form field `file`.
    The recording is not kept; one in which two people take turns is 422. 503 `not_configured` without the extra
    `voice`."""
    embedder = _embedder(runtime)
    data = await whole_file(request)
    return await embed_clip(runtime.processes.in_request, embedder, principal.user_id, data)


@router.post(
    "/meetings/{meeting_id:path}/speakers/audio",
    status_code=200,
    responses=responses(404, 413, 415, 502, 503),
    openapi_extra=_RECORDING,
)
async def match_recording(
    runtime: RuntimeDep, principal: Ingester, request: Request, meeting_id: MeetingId
) -> MatchOut:
    """Whose voices are in a whole recording? Of each speaker up to half a minute in which nobody else speaks is
    listened to; who says too little alone is `unknown`. The recording is not kept; the voices are, as unknown ones, so
    that a confirmation sends none."""
    run, owner = runtime.processes.in_request, principal.user_id
    async with runtime.database.unit_of_work_of(owner) as tx:
        await meetings.row_id(tx, meeting_id)
    embedder, file = _embedder(runtime), io.BytesIO()
    form = await receive(request, file, limit=limit_of(request.url.path, LIMITS))
    segments = _segments(form)
    speakers = await embed_speakers(run, embedder, owner, file.getvalue(), segments)
    labels = [one.speaker for one in segments]
    if not speakers:
        return all_of(labels, MatchOut(speakers=[]))
    asked = MatchIn(meeting_id=meeting_id, model=embedder.name, speakers=speakers)
    async with runtime.database.unit_of_work_of(owner) as tx:
        found = await voices.match(tx, asked)
        await voices.keep_heard(tx, meeting_id, embedder.name, speakers)
        return all_of(labels, found)


def _with_model(body: Asked, runtime: Runtime) -> Asked:
    """With the configured model where none is named."""
    return body if body.model else body.model_copy(update={"model": runtime.settings.voice_model})


def _embedder(runtime: Runtime) -> SpeakerEmbedder:
    if runtime.speaker_embedder is None:
        raise NotConfigured(f"Voices are embedded with the extra `voice`: {INSTALL}.")
    return runtime.speaker_embedder


def _segments(form: Form) -> list[AudioSegmentIn]:
    try:
        return SEGMENTS.validate_json("".join(form.fields.get("segments", ())))
    except ValidationError as error:
        raise InvalidRequest("The segments are not valid.", errors=field_errors(error)) from error


@router.get("/contacts/{contact_id}/voice", responses=responses(404))
async def read_voice(
    runtime: RuntimeDep, principal: Reader, response: Response, contact_id: EntityId
) -> ContactVoiceOut:
    """Whether the contact's voice is learnt, and how it sounds so far."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return tagged(response, await voices.show(tx, contact_id))


@router.put("/contacts/{contact_id}/voice", responses=responses(404, 412))
async def allow_voice(
    runtime: RuntimeDep, principal: Writer, contact_id: EntityId, expected: ExpectedTag, body: ConsentIn
) -> ContactVoiceOut:
    """Opt a contact in or out."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await check_shown(expected, lambda: voices.show(tx, contact_id))
        return await voices.allow(tx, contact_id, enabled=body.enabled)


@router.delete(
    "/contacts/{contact_id}/voice",
    status_code=204,
    response_class=Response,
    responses={**responses(404, 412), 200: {"model": ReceiptOut, "description": "A dry run: what would go."}},
)
async def erase_voice(
    runtime: RuntimeDep, principal: Writer, contact_id: EntityId, expected: ExpectedTag, *, dry_run: DryRun = False
) -> Response:
    """Erase for good all that is kept of the contact's voice; the names in meetings stay."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        check_tag(expected, await voices.show(tx, contact_id))
        receipt = await runtime.eraser.erase(tx, VOICE, contact_id, dry_run=dry_run)
    return JSONResponse(ReceiptOut.of(receipt).model_dump()) if dry_run else Response(status_code=204)


@router.get("/voices/unknown", responses=responses())
async def list_unknown(runtime: RuntimeDep, principal: Reader) -> Listed[UnknownOut]:
    """Voices without a name that were heard in at least three meetings, for half a minute or more."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return Listed(items=await voices.unknown(tx))


@router.post("/voices/unknown/{voice_id}/name", status_code=200, responses=responses(404))
async def name_unknown(runtime: RuntimeDep, principal: Writer, voice_id: EntityId, body: NameIn) -> ContactVoiceOut:
    """Say whose the voice is, in every meeting in which it was heard."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await voices.name_unknown(tx, voice_id, body.contact_id)
