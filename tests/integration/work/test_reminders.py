"""Is the user reminded of a todo at its time: once, where it moved, not where it is done, hidden or gone?"""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from tests.support.people import make_user
from tests.support.postgres import execute, scalar
from tests.support.pushes import device, now_of, worked

from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.domain.work.pushes.jobs import remind
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.domain.work.pushes.slice import SLICE as PUSHES
from orchestrator.domain.world.todos.schemas import TodoReminder
from orchestrator.domain.world.todos.service import remind_utc, todos
from orchestrator.integrations.push.fake import KeptPushes
from orchestrator.kit.zones import to_wall

ZONE = "America/Sao_Paulo"
SOON = timedelta(minutes=30)
WAITING = "select count(*) from async_jobs where job_type = 'todos.remind' and state = 'pending'"
WHEN = "select run_after from async_jobs where job_type = 'todos.remind' and state = 'pending'"


async def wall(database: Database, ahead: timedelta, zone: str = ZONE) -> str:
    return to_wall(await now_of(database) + ahead, zone).replace(microsecond=0).isoformat()


async def made(database: Database, user: UUID, ahead: timedelta = SOON, **fields: Any) -> UUID:
    """A todo with a reminder so far ahead, in its zone."""
    zone = fields.setdefault("timezone", ZONE)
    remind_at = await wall(database, ahead, zone)
    async with database.unit_of_work_of(user) as tx:
        wanted = todos.checked({"title": "Call Ana", "remind_at": remind_at, **fields})
        return (await todos.create(tx, wanted, zone="UTC")).id


async def changed(database: Database, user: UUID, todo: UUID, **changes: Any) -> None:
    async with database.unit_of_work_of(user) as tx:
        await todos.update(tx, todo, changes, zone="UTC")


async def hidden(database: Database, user: UUID, todo: UUID, *, back: bool = False) -> None:
    async with database.unit_of_work_of(user) as tx:
        await (todos.unhide if back else todos.hide)(tx, todo)


async def half_an_hour_passes(database: Database, by: timedelta = SOON) -> None:
    """Reminders, and the jobs that wait for them, are due so much sooner."""
    await execute(database, "update todos set remind_at = remind_at - cast(:by as interval)", by=by)
    await execute(
        database,
        "update async_jobs set run_after = run_after - cast(:by as interval), payload = jsonb_set(payload, "
        "'{remind_at}', to_jsonb((payload->>'remind_at')::timestamptz - cast(:by as interval))) "
        "where job_type = 'todos.remind' and state = 'pending'",
        by=by,
    )


@pytest.fixture
async def ana(database: Database) -> UUID:
    user = await make_user(database, zone=ZONE)
    await device(database, user)
    return user


async def test_a_reminder_is_pushed_at_its_time_and_once(database: Database, ana: UUID) -> None:
    sender = KeptPushes()
    todo = await made(database, ana)
    await worked(database, sender)
    assert sender.sent == []
    await half_an_hour_passes(database)
    await worked(database, sender)
    await changed(database, ana, todo, notes="edited within the minute")
    await worked(database, sender)
    (message,) = sender.sent
    assert (message.title, message.body) == ("Reminder", "Call Ana")
    assert message.data == {"kind": "todo_reminder", "id": str(todo), "url": f"/todos/{todo}"}


@pytest.mark.parametrize(
    ("remind_at", "zone", "due"),
    [
        ("2031-07-01T09:00:00", "Asia/Kathmandu", "2031-07-01T03:15:00+00:00"),
        ("2031-03-30T02:30:00", "Europe/Berlin", "2031-03-30T01:30:00+00:00"),  # 03:30 there: the clock skips it
    ],
)
async def test_the_job_waits_for_the_moment_in_the_todos_own_zone(
    database: Database, ana: UUID, remind_at: str, zone: str, due: str
) -> None:
    async with database.unit_of_work_of(ana) as tx:
        fields = todos.checked({"title": "x", "remind_at": remind_at, "timezone": zone})
        todo = (await todos.create(tx, fields, zone="UTC")).id
    before = await scalar(database, WHEN)
    assert before == datetime.fromisoformat(due)
    await changed(database, ana, todo, timezone="UTC")
    assert await scalar(database, WHEN) == datetime.fromisoformat(f"{remind_at}+00:00"), "another zone moves it"
    await made(database, ana, -timedelta(minutes=5))
    assert await scalar(database, WAITING) == 1, "what is past when it is written down reminds nobody"


async def test_a_reminder_that_moves_comes_at_its_new_time_alone(database: Database, ana: UUID) -> None:
    sender = KeptPushes()
    todo = await made(database, ana)
    await changed(database, ana, todo, remind_at=await wall(database, SOON * 3))
    assert await scalar(database, WAITING) == 1
    await half_an_hour_passes(database)
    await worked(database, sender)
    assert sender.sent == []
    await half_an_hour_passes(database, SOON * 2)
    await worked(database, sender)
    assert len(sender.sent) == 1


@pytest.mark.parametrize("how", ["done", "hidden", "erased", "cleared"])
async def test_what_no_longer_holds_reminds_nobody(database: Database, ana: UUID, how: str) -> None:
    sender = KeptPushes()
    todo = await made(database, ana)
    if how == "done":
        await changed(database, ana, todo, done_at=await wall(database, timedelta()))
    elif how == "hidden":
        await hidden(database, ana, todo)
    elif how == "cleared":
        await changed(database, ana, todo, remind_at=None)
    else:
        async with database.unit_of_work_of(ana) as tx:
            await Erasure([todos.erasable(), *PUSHES.erasable]).erase(tx, "todo", todo)
    await half_an_hour_passes(database)
    await worked(database, sender)
    assert sender.sent == []
    assert await scalar(database, "select count(*) from pushes") == 0


async def test_what_is_open_again_reminds_again(database: Database, ana: UUID) -> None:
    sender = KeptPushes()
    done, back = await made(database, ana, title="Done too soon"), await made(database, ana, title="Back")
    await changed(database, ana, done, done_at=await wall(database, timedelta()))
    await hidden(database, ana, back)
    await execute(database, "delete from async_jobs")  # as if they had looked, and found nothing to do
    await changed(database, ana, done, done_at=None)
    await hidden(database, ana, back, back=True)
    await half_an_hour_passes(database)
    await worked(database, sender)
    assert sorted(one.body for one in sender.sent) == ["Back", "Done too soon"]


async def test_an_ingested_todo_reminds_too_and_in_the_users_language(database: Database, ana: UUID) -> None:
    sender = KeptPushes()
    await execute(database, "update users set locale = 'pt-BR' where id = :u", u=ana)
    item = {"title": "Passaporte", "external_id": "1", "source": "app", "timezone": ZONE}
    async with database.unit_of_work_of(ana) as tx:
        await todos.ingest(tx, [item | {"remind_at": await wall(database, SOON)}], zone="UTC")
    async with database.unit_of_work_of(ana) as tx:
        await todos.ingest(tx, [item | {"remind_at": await wall(database, SOON * 2)}], zone="UTC")
    assert await scalar(database, WAITING) == 1
    await half_an_hour_passes(database, SOON * 2)
    await worked(database, sender)
    assert [(one.title, one.body) for one in sender.sent] == [("Lembrete", "Passaporte")]


async def test_a_reminder_a_day_late_is_no_longer_one(database: Database, ana: UUID) -> None:
    todo = await made(database, ana)
    async with database.unit_of_work_of(ana) as tx:
        at = remind_utc(await todos.get(tx, todo))
        assert at is not None
        reminder = TodoReminder(todo_id=todo, remind_at=at)
        late, sooner = at + timedelta(hours=25), at + timedelta(hours=23)
        assert await remind(tx, reminder, Pushes(), now=late) is None
        assert await remind(tx, reminder, Pushes(), now=sooner) is not None


async def test_nobody_is_reminded_of_anothers_todo(database: Database, ana: UUID) -> None:
    ben, sender = await make_user(database), KeptPushes()
    await device(database, ben, "other")
    todo = await made(database, ana)
    async with database.unit_of_work() as session:
        at = remind_utc(await todos.get(Tx(session, ana), todo))
        assert at is not None
        assert await remind(Tx(session, ben), TodoReminder(todo_id=todo, remind_at=at), Pushes(), now=at) is None
    await half_an_hour_passes(database)
    await worked(database, sender)
    assert [one.to for one in sender.sent] == ["ExponentPushToken[phone]"]


async def test_an_erased_todo_takes_its_pushs_words_along(database: Database, ana: UUID) -> None:
    sender = KeptPushes()
    todo = await made(database, ana, title="Private matter")
    await half_an_hour_passes(database)
    await worked(database, sender)
    assert len(sender.sent) == 1
    async with database.unit_of_work_of(ana) as tx:
        receipt = await Erasure([todos.erasable(), *PUSHES.erasable]).erase(tx, "todo", todo)
    assert receipt.deleted == {"todo": 1}
    assert receipt.redacted == {"push": 1}
    assert await scalar(database, "select body from pushes") == ""
