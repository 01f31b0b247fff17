"""Voices over HTTP (api.md, Voices): whose they are, what the user says of them, and what is kept of a contact's."""

from typing import Annotated

from starlette.responses import Response

from orchestrator.api.crud import Reader, Writer
from orchestrator.domain.senses.meetings import service as meetings
from orchestrator.domain.senses.meetings.schemas import MeetingOut
from orchestrator.domain.senses.voices import service as voices
from orchestrator.domain.senses.voices.schemas import (
    VOICE,
    ConfirmIn,
    ConsentIn,
    ContactVoiceOut,
    MatchIn,
    MatchOut,
    NameIn,
    UnconfirmIn,
    UnknownOut,
)
from orchestrator.web.access.auth import Principal, require
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router
from orchestrator.web.runtime import RuntimeDep

router = Router(tags=["voices"])
Ingester = Annotated[Principal, require("ingest")]


@router.post("/meetings/speakers/match", status_code=200, responses=responses(413))
async def match_speakers(runtime: RuntimeDep, principal: Ingester, body: MatchIn) -> MatchOut:
    """Whose voices are these? Held against all contacts that are opted in, within one model; nothing is stored, and a
    match is never a proof of identity."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await voices.match(tx, body)


@router.post("/meetings/speakers/confirm", status_code=200, responses=responses(404, 413))
async def confirm_speakers(runtime: RuntimeDep, principal: Ingester, body: ConfirmIn) -> MeetingOut:
    """The user says who speaks. Names the speakers of the meeting, also before its transcript comes, and trains where
    the contact is opted in; a voice of nobody known is kept, so that it may be named later."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await voices.confirm(tx, body)
        return await meetings.show(tx, body.meeting_id)


@router.post("/meetings/speakers/unconfirm", status_code=200, responses=responses(404))
async def unconfirm_speaker(runtime: RuntimeDep, principal: Ingester, body: UnconfirmIn) -> MeetingOut:
    """Take back who a speaker is; what was learnt of them is made anew without it."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await voices.unconfirm(tx, body)
        return await meetings.show(tx, body.meeting_id)


@router.get("/contacts/{contact_id}/voice", responses=responses(404))
async def read_voice(runtime: RuntimeDep, principal: Reader, contact_id: EntityId) -> ContactVoiceOut:
    """Whether the contact's voice is learnt, and how it sounds so far."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await voices.show(tx, contact_id)


@router.put("/contacts/{contact_id}/voice", responses=responses(404))
async def allow_voice(runtime: RuntimeDep, principal: Writer, contact_id: EntityId, body: ConsentIn) -> ContactVoiceOut:
    """Opt a contact in or out."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await voices.allow(tx, contact_id, enabled=body.enabled)


@router.delete("/contacts/{contact_id}/voice", status_code=204, response_class=Response, responses=responses(404))
async def erase_voice(runtime: RuntimeDep, principal: Writer, contact_id: EntityId) -> Response:
    """Erase for good all that is kept of the contact's voice; the names in meetings stay."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await voices.show(tx, contact_id)
        await runtime.eraser.erase(tx, VOICE, contact_id)
    return Response(status_code=204)


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
