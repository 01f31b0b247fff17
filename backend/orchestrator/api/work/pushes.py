"""`/push`: the devices that are pushed to, of every kind, our key of Web Push, and the buttons of notifications."""

import asyncio
from typing import Annotated
from uuid import UUID

from fastapi import Body, Request, Response
from pydantic import BaseModel, ConfigDict

from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.types.bundle import PreviewOut, PreviewState
from orchestrator.bootstrap.runtime import Runtime
from orchestrator.domain.memory.rules.source import FactRules
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.work.pushes import answers, devices
from orchestrator.domain.work.pushes.kinds import EXAMPLES, PushDeviceIn
from orchestrator.domain.work.pushes.schemas import DeliveryOut, PushDeviceOut
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.language.messages import say
from orchestrator.web.access.auth import Gate, Principal, RuntimeDep, require
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/push", tags=["pushes"])
Reader = Annotated[Principal, require("read")]
Writer = Annotated[Principal, require("write")]
TRIAL_S = 10.0
"""So long a trial is waited for; a push service takes up to 15 s to be given up."""
POLL_S = 0.1
MAY = frozenset({"ask"})
"""What a button stands for: a yes or no of the user's, and nothing else."""


class VapidOut(BaseModel):
    """`applicationServerKey` of `pushManager.subscribe`: base64url, the same for as long as this home lives."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"public_key": "BNcRdre…"}]})

    public_key: str


class AnsweredOut(BaseModel):
    """What became of the preview."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"preview_id": "0199…", "state": "confirmed", "message": "Done: Dinner"}]}
    )

    preview_id: UUID
    state: PreviewState
    message: str


@router.get("/vapid", summary="Our key of Web Push", responses=responses())
async def get_vapid(_: Reader, runtime: RuntimeDep) -> VapidOut:
    """What a browser subscribes with."""
    return VapidOut(public_key=runtime.pushing.vapid.public)


@router.post(
    "/devices",
    status_code=201,
    summary="Push to this device",
    responses=responses(503) | {200: {"model": PushDeviceOut, "description": "The device was known: it keeps its id."}},
)
async def register_push_device(
    principal: Writer,
    runtime: RuntimeDep,
    response: Response,
    device: Annotated[PushDeviceIn, Body(openapi_examples=EXAMPLES)],
) -> PushDeviceOut:
    """A phone with the app (`expo`), a browser or a UnifiedPush distributor (`webpush`), a topic (`ntfy`), or what
    Apprise reaches (`apprise`, an extra). A browser sends its subscription again at each start of the page: one that
    was not heard of for 60 days takes no more. Addresses in private networks have to be in STEWARD_PRIVATE_HOSTS."""
    await runtime.pushing.check(device.address())
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        made, fresh = await devices.register(tx, runtime.pushing, device, answers=principal.may("ask"))
    if not fresh:
        response.status_code = 200
    return made


@router.get("/devices", summary="My devices, of every kind", responses=responses())
async def list_push_devices(principal: Reader, runtime: RuntimeDep) -> Listed[PushDeviceOut]:
    """All of them at once, those too that take no more; never where they are pushed to."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return Listed(items=await devices.listed(tx))


@router.delete(
    "/devices/{device_id}",
    status_code=204,
    response_class=Response,
    summary="Push to it no more",
    responses=responses(404),
)
async def remove_push_device(principal: Writer, runtime: RuntimeDep, device_id: EntityId) -> None:
    """Its address is forgotten; what waits for it is not sent."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await devices.remove(tx, device_id)


@router.post("/devices/{device_id}/test", summary="Try a device", responses=responses(404))
async def try_push_device(principal: Writer, runtime: RuntimeDep, device_id: EntityId) -> DeliveryOut:
    """Pushes a few words to it, as every other push goes, and answers what became of them after ten seconds at the
    latest: `held` in quiet hours (`held_until`), `queued` where the service wants it later, `unknown` where it did
    not answer."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await devices.there(tx, device_id)
        push_id = await Pushes(runtime.settings.timezone).trial(tx, device_id)
    return await _settled(runtime, principal.user_id, device_id, push_id)


async def _settled(runtime: Runtime, user_id: UUID, device_id: UUID, push_id: UUID) -> DeliveryOut:
    until = asyncio.get_running_loop().time() + TRIAL_S
    while True:
        async with runtime.database.unit_of_work_of(user_id) as tx:
            found = await devices.outcome(tx, push_id, await devices.there(tx, device_id))
        if found.state in devices.SETTLED or found.error or asyncio.get_running_loop().time() > until:
            return found
        await asyncio.sleep(POLL_S)


@router.post("/answers/{token}", summary="A button of a notification", responses=responses(404, 409))
async def answer_push(request: Request, response: Response, runtime: RuntimeDep, token: str) -> AnsweredOut:
    """Confirms or drops the one preview that the notification told of, exactly as it was told, by the one confirm path.
    Without a token of the API: its address is signed, good once, and for an hour."""
    try:
        async with runtime.database.unit_of_work() as session:
            answer = await answers.taken(session, runtime.pushing.links, token)
    except answers.Forged:
        gate: Gate = request.app.state.gate
        gate.failed(request.client.host if request.client else "")
        raise
    owner = await _owner(runtime, answer.user_id)
    if answer.act == "confirm":
        preview = await runtime.confirmer.confirm(owner, answer.preview_id, digest=answer.digest)
    else:
        preview = await runtime.confirmer.cancel(owner, answer.preview_id)
    response.headers["Access-Control-Allow-Origin"] = "*"  # ntfy's web app posts from its own origin
    return AnsweredOut(preview_id=UUID(preview.id), state=preview.state, message=_told(preview, owner.locale))


def _told(preview: PreviewOut, locale: str) -> str:
    """What became of it, for a notification."""
    if preview.state == "confirmed":
        return say("pushes.confirmed", locale, title=preview.title)
    if preview.state == "cancelled":
        return say("pushes.cancelled", locale, title=preview.title)
    return say("pushes.not_done", locale, title=preview.title)


async def _owner(runtime: Runtime, user_id: UUID) -> Owner:
    async with runtime.database.unit_of_work_of(user_id) as tx:
        me = await accounts.me(tx)
        reach = (await accounts.reach(tx.session, [user_id]))[user_id]
        locale = (await FactRules().rules(tx)).locale(reach.locale)
    return Owner(user_id, me.name, me.email, reach.timezone or runtime.settings.timezone, locale, MAY)
