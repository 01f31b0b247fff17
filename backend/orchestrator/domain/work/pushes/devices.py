"""Which devices does this user want to be pushed to on?"""

from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.work.pushes import repository
from orchestrator.domain.work.pushes.schemas import DeviceIn, DeviceOut
from orchestrator.errors import NotFound

MOST_DEVICES = 20
"""Of one user; the ones that registered longest ago give way, and as many disabled ones are kept, so that a token can't
fill the table."""


async def register(tx: Tx, wanted: DeviceIn) -> tuple[DeviceOut, bool]:
    """Push to this device from now on; True where its token was not known.

    A known token keeps its id and is enabled again. One of another user's moves: whoever holds the phone is signed in
    as `owner_id`, and nothing that waits for the other is sent to it.
    """
    values = {"platform": wanted.platform, "timezone": wanted.timezone}
    device, made = await repository.register(tx, wanted.expo_push_token, values)
    await repository.keep_newest(tx, MOST_DEVICES)
    await accounts.note_activity(tx, wanted.timezone)
    return DeviceOut.model_validate(device), made


async def devices(tx: Tx) -> list[DeviceOut]:
    """The user's devices, disabled ones too, in the order in which they were first known."""
    return [DeviceOut.model_validate(one) for one in await repository.devices(tx)]


async def sign_out(tx: Tx, device_id: UUID) -> None:
    """Push to it no more. Raises NotFound where it is not pushed to anyway."""
    if not await repository.sign_out(tx, device_id):
        raise NotFound("There is no such device.")
