"""`/mobile/devices`: which phones are pushed to."""

from typing import Annotated

from fastapi import Response

from orchestrator.domain.work.pushes import service
from orchestrator.domain.work.pushes.schemas import DeviceIn, DeviceOut
from orchestrator.mobile_api.routing import MobileRouter, reads
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed
from orchestrator.web.problems import responses

router = MobileRouter(prefix="/mobile/devices")
Mobile = Annotated[Principal, require("mobile")]


@router.post(
    "",
    status_code=201,
    summary="Register this device",
    responses=responses() | {200: {"model": DeviceOut, "description": "The device was known: it keeps its id."}},
)
async def register_device(principal: Mobile, runtime: RuntimeDep, response: Response, device: DeviceIn) -> DeviceOut:
    """At each start of the app, and when its token changes. A known token keeps its id and is enabled again; one of
    another user's moves to the caller."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        registered, made = await service.register(tx, device)
    if not made:
        response.status_code = 200
    return registered


@router.get("", summary="My devices", responses=reads())
async def list_devices(principal: Mobile, runtime: RuntimeDep) -> Listed[DeviceOut]:
    """All of them at once, disabled ones too."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return Listed(items=await service.devices(tx))


@router.delete(
    "/{device_id}", status_code=204, response_class=Response, summary="Sign a device out", responses=responses(404)
)
async def sign_out_device(principal: Mobile, runtime: RuntimeDep, device_id: EntityId) -> None:
    """It is pushed to no more, until it registers again."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        await service.sign_out(tx, device_id)
