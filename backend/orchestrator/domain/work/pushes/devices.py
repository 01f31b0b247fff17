"""Which devices, of every kind, does a user push to? Registered, shown, removed, tried."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.work.pushes import device_rows, repository
from orchestrator.domain.work.pushes.kinds import PushDeviceIn, WebPushDevice
from orchestrator.domain.work.pushes.model import Device
from orchestrator.domain.work.pushes.reach import Pushing
from orchestrator.domain.work.pushes.schemas import DeliveryOut, PushDeviceOut
from orchestrator.domain.work.pushes.service import enrolled
from orchestrator.errors import NotFound

SETTLED = frozenset({"none", "held", "sent", "unknown", "failed"})


async def register(tx: Tx, pushing: Pushing, wanted: PushDeviceIn, *, answers: bool) -> tuple[PushDeviceOut, bool]:
    """Push to this device from now on; True where it was not known. `answers`: whoever registers it may confirm.

    A known one keeps its id and is enabled again. A browser or a phone of another user's moves; a topic does not, for
    several may read it.
    """
    address = wanted.address()
    values = {
        "kind": address.kind,
        "host": address.host,
        "answers": answers and address.kind in {"webpush", "ntfy"},
        **wanted.told(),
    }
    told = json.dumps({"to": address.to, "keys": dict(address.keys)})
    sealed = None if address.kind == "expo" else (lambda device_id: pushing.vault.seal(device_id, told))
    device, made = await enrolled(tx, address.identity(tx.owner_id), values, sealed=sealed)
    if isinstance(wanted, WebPushDevice) and wanted.replaces is not None and wanted.replaces != device.id:
        await device_rows.sign_out(tx, wanted.replaces, kind="webpush", reason="replaced")
    return _shown(device, await device_rows.latest(tx)), made


async def listed(tx: Tx) -> list[PushDeviceOut]:
    """The user's devices, those too that take no more, but for those that were signed out; in the order in which they
    were first known."""
    latest = await device_rows.latest(tx)
    there = await device_rows.devices(tx)
    return [_shown(one, latest) for one in there if one.disabled_reason != "signed_out"]


async def remove(tx: Tx, device_id: UUID) -> None:
    """Push to it no more, and forget its address. Raises NotFound."""
    if not await device_rows.remove(tx, device_id):
        raise NotFound("There is no such device.")


async def there(tx: Tx, device_id: UUID) -> Device:
    """Raises NotFound."""
    device = await device_rows.known(tx, device_id)
    if device is None or device.disabled_reason == "signed_out":
        raise NotFound("There is no such device.")
    return device


async def outcome(tx: Tx, push_id: UUID, device: Device) -> DeliveryOut:
    """What became of a push to this device alone, so far. Raises NotFound."""
    rows = await repository.many(tx, [push_id])
    if not rows:
        raise NotFound("There is no such push.")
    found = await repository.deliveries(tx, [push_id])
    told: dict[str, Any] = {"state": rows[0].state, "kind": rows[0].kind}
    if rows[0].state == "held":
        told["held_until"] = rows[0].due_at
    if rows[0].state == "none":
        told["error"] = device.disabled_reason
    if found:
        told |= {"sent_at": found[0].sent_at, "error": found[0].error, "detail": found[0].detail}
    return DeliveryOut.model_validate(told)


def _shown(device: Device, latest: Mapping[UUID, DeliveryOut]) -> PushDeviceOut:
    return PushDeviceOut.model_validate(device).model_copy(update={"last": latest.get(device.id)})
