"""Devices, pushes, and a worker that sends what is due."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from tests.support.postgres import execute, scalar
from tests.support.waiting import eventually

from orchestrator.agent.ports.notifications import Push
from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.session import Database
from orchestrator.domain.work.pushes import service
from orchestrator.domain.work.pushes.jobs import push_jobs
from orchestrator.domain.work.pushes.reach import Pushing
from orchestrator.domain.work.pushes.schemas import DeviceIn, DeviceOut, PushOut
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.domain.world.connections.vault import Vault
from orchestrator.errors import NotFound
from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.push.port import PushSender
from orchestrator.kit.ids import new_id
from orchestrator.scheduling.worker import Worker

BASE = "https://steward.example"


def pushing(*private: str, base_url: str = BASE, apprise: bool = True) -> Pushing:
    """With a key of the tests, and these private hosts."""
    return Pushing.of(Vault(b"k" * 48), PrivateHosts(private), base_url=base_url, apprise=apprise)


_OPEN = (
    "select count(*) from async_jobs "
    "where job_type in ('pushes.send', 'pushes.receipts', 'pushes.prune', 'todos.remind') "
    "and (state = 'running' or (state = 'pending' and run_after <= steward_now()))"
)


def token(name: str) -> str:
    return f"ExponentPushToken[{name}]"


async def device(database: Database, user: UUID, name: str = "phone", **fields: Any) -> DeviceOut:
    """Register a device with the token of that name."""
    async with database.unit_of_work_of(user) as tx:
        wanted = DeviceIn(expo_push_token=token(name), platform=fields.get("platform", "ios"), **fields)
        return (await service.register(tx, wanted))[0]


def words(title: str = "Reminder", body: str = "Call Ana", **more: Any) -> Push:
    """A push."""
    return Push(title, body, {"kind": "todo_reminder", "id": str(new_id()), "url": "/todos/1"}, **more)


async def pushed(database: Database, user: UUID, push: Push | None = None, *, zone: str = "UTC") -> UUID:
    """Queue a push."""
    async with database.unit_of_work_of(user) as tx:
        return await Pushes(zone).notify(tx, push or words())


async def shown(database: Database, user: UUID, push_id: UUID) -> PushOut:
    """What became of it."""
    async with database.unit_of_work_of(user) as tx:
        found = await service.shown(tx, [push_id])
    if push_id not in found:
        raise NotFound("There is no such push.")
    return found[push_id]


async def state_of(database: Database, user: UUID, push_id: UUID) -> str:
    return (await shown(database, user, push_id)).state


async def devices_of(database: Database, user: UUID) -> list[DeviceOut]:
    async with database.unit_of_work_of(user) as tx:
        return await service.devices(tx)


async def time_passes(database: Database, by: timedelta) -> None:
    """Everything that was put off is due so much sooner, and what was sent, so much longer ago."""
    for table, column in (
        ("async_jobs", "run_after"),
        ("async_jobs", "lease_until"),
        ("pushes", "due_at"),
        ("pushes", "sending_until"),
        ("push_deliveries", "sent_at"),
        ("push_deliveries", "receipt_due_at"),
        ("push_devices", "registered_at"),
    ):
        await execute(database, f"update {table} set {column} = {column} - cast(:by as interval)", by=by)


async def worked(database: Database, sender: PushSender, *, zone: str = "UTC") -> None:
    """Let a worker do all that is due."""
    worker = Worker(database, push_jobs(sender, zone, pushing()), eraser=NothingToErase(), retry_delay_s=0.2)
    async with worker.working():
        await eventually(lambda: scalar(database, _OPEN), lambda found: not found)


async def now_of(database: Database) -> datetime:
    """The clock of the rows."""
    found: datetime = await scalar(database, "select steward_now()")
    return found
