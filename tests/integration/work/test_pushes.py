"""Does each push reach each of the user's devices once at most, and is what is told of it true?"""

import asyncio
from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import text
from tests.support.expo_server import Expo, ExpoServer, fault
from tests.support.jobs import context_of
from tests.support.people import make_user
from tests.support.postgres import execute, scalar
from tests.support.pushes import (
    device,
    devices_of,
    now_of,
    pushed,
    pushing,
    shown,
    state_of,
    time_passes,
    token,
    words,
    worked,
)

from orchestrator.db.session import Database
from orchestrator.domain.memory.rules import account as rule_account
from orchestrator.domain.people.accounts.schemas import QuietHours
from orchestrator.domain.work.pushes import service
from orchestrator.domain.work.pushes.schemas import PRUNE, Sending
from orchestrator.domain.work.pushes.sending import Outbox, send_due
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.errors import NotFound
from orchestrator.integrations.push.expo import ExpoPush
from orchestrator.integrations.push.fake import KeptPushes
from orchestrator.integrations.push.port import Delivered, Later, Refused, Uncertain
from orchestrator.kit.clock import SystemClock
from orchestrator.kit.ids import new_id
from orchestrator.scheduling.async_jobs import enqueue
from orchestrator.scheduling.scheduled_jobs import Scheduled

SEND_JOB = "async_jobs where state = 'pending' and dedupe_key = :p"
A_QUARTER = timedelta(minutes=16)


@pytest.fixture
async def ana(database: Database) -> UUID:
    """A user with a phone."""
    user = await make_user(database)
    await device(database, user)
    return user


@pytest.fixture
async def ben(database: Database) -> UUID:
    """Another user, with another phone."""
    user = await make_user(database)
    await device(database, user, "other")
    return user


@pytest.fixture
def sender() -> KeptPushes:
    return KeptPushes()


async def worked_at(expo: ExpoServer, database: Database) -> None:
    """Let a worker do all that is due, over Expo's wire."""
    sender = ExpoPush(expo.url)
    await worked(database, sender)
    await sender.close()


async def test_a_push_reaches_every_device_of_its_user_and_of_nobody_else(database: Database) -> None:
    ana, ben = await make_user(database), await make_user(database)
    for user, name in ((ana, "phone"), (ana, "tablet"), (ben, "other")):
        await device(database, user, name)
    async with ExpoServer() as expo:
        push = await pushed(database, ana)
        assert await state_of(database, ana, push) == "queued"
        await worked_at(expo, database)
        assert sorted(one["to"] for one in expo.sent) == [token("phone"), token("tablet")]
        assert len(expo.expo.batches) == 1
        assert {one["collapseId"] for one in expo.sent} == {str(push)}
        assert {frozenset(one["data"]) for one in expo.sent} == {frozenset({"kind", "id", "url"})}
        assert len({one["data"]["id"] for one in expo.sent}) == 1
    found = await shown(database, ana, push)
    assert found.state == "sent"
    assert found.sent_at is not None
    assert [one.state for one in found.receipts] == ["sent", "sent"]
    with pytest.raises(NotFound):
        await shown(database, ben, push)


async def test_without_a_device_there_is_nothing_to_send_until_there_is_one(database: Database) -> None:
    ana, sender = await make_user(database), KeptPushes()
    push = await pushed(database, ana, words(once="briefing:2026-11-21"))
    assert await state_of(database, ana, push) == "none"
    assert await scalar(database, "select count(*) from async_jobs") == 0
    await device(database, ana)
    assert await pushed(database, ana, words(once="briefing:2026-11-21", body="Newer")) == push
    await worked(database, sender)
    assert [one.body for one in sender.sent] == ["Newer"]
    assert await state_of(database, ana, push) == "sent"


async def test_many_users_pushes_go_out_in_full_batches(database: Database) -> None:
    async with ExpoServer() as expo:
        for number in range(101):
            user = await make_user(database)
            await device(database, user, f"p{number}")
            await pushed(database, user)
        await worked_at(expo, database)
        assert len(expo.sent) == 101
        assert len({one["to"] for one in expo.sent}) == 101
        assert max(len(batch) for batch in expo.expo.batches) == 100


async def test_of_two_workers_one_sends(database: Database, ana: UUID, sender: KeptPushes) -> None:
    for _ in range(40):
        await pushed(database, ana)
    await asyncio.gather(*(worked(database, sender) for _ in range(3)))
    assert len(sender.sent) == 40
    assert len({one.collapse_id for one in sender.sent}) == 40


async def test_what_is_to_be_pushed_once_is_pushed_once(
    database: Database, ana: UUID, ben: UUID, sender: KeptPushes
) -> None:
    first = await pushed(database, ana, words(once="briefing:2026-11-21"))
    assert await pushed(database, ana, words(once="briefing:2026-11-21")) == first
    await worked(database, sender)
    assert await pushed(database, ana, words(once="briefing:2026-11-21")) == first
    assert await pushed(database, ben, words(once="briefing:2026-11-21")) != first
    await worked(database, sender)
    assert [one.to for one in sender.sent] == [token("phone"), token("other")]


# --- what can't be known, and what can


@pytest.mark.parametrize("outcome", [Uncertain("time-out"), Refused("MessageTooBig", "too big")])
async def test_what_may_be_out_or_was_refused_is_not_sent_again(
    database: Database, outcome: Uncertain | Refused, ana: UUID, sender: KeptPushes
) -> None:
    sender.answers[token("phone")] = outcome
    push = await pushed(database, ana)
    await worked(database, sender)
    await time_passes(database, timedelta(days=1))
    await worked(database, sender)
    assert len(sender.sent) == 1
    assert await state_of(database, ana, push) == ("unknown" if isinstance(outcome, Uncertain) else "failed")


async def test_too_many_requests_is_tried_again_until_it_passes(database: Database, ana: UUID) -> None:
    async with ExpoServer() as expo:
        expo.expo.instead.extend([(429, fault("TOO_MANY_REQUESTS"), {"Retry-After": "120"})] * 2)
        push = await pushed(database, ana)
        await worked_at(expo, database)
        assert await state_of(database, ana, push) == "queued"
        due = await scalar(database, "select due_at from pushes")
        assert due > await now_of(database) + timedelta(seconds=60)
        for _ in range(2):
            await time_passes(database, timedelta(minutes=10))
            await worked_at(expo, database)
        assert len(expo.expo.batches) == 3
        assert len(expo.sent) == 1
    assert await state_of(database, ana, push) == "sent"


async def test_a_service_that_stays_away_is_given_up_in_the_end(
    database: Database, ana: UUID, sender: KeptPushes
) -> None:
    sender.answers[token("phone")] = Later("Expo can't be reached")
    push = await pushed(database, ana)
    for _ in range(10):
        await worked(database, sender)
        await time_passes(database, timedelta(minutes=10))
    assert len(sender.sent) == 6
    found = await shown(database, ana, push)
    assert (found.state, found.receipts[0].error) == ("failed", "Expo can't be reached")


async def test_only_a_device_that_got_nothing_and_is_still_there_is_tried_again(
    database: Database, ana: UUID, ben: UUID, sender: KeptPushes
) -> None:
    gone = await device(database, ana, "gone")
    for name in ("moved", "later"):
        await device(database, ana, name)
    sender.answers |= {token(name): Later("429") for name in ("gone", "moved", "later")}
    push = await pushed(database, ana)
    await worked(database, sender)
    assert await state_of(database, ana, push) == "queued"
    async with database.unit_of_work_of(ana) as tx:
        await service.sign_out(tx, gone.id)
    await device(database, ben, "moved")
    sender.answers.clear()
    await time_passes(database, timedelta(minutes=10))
    await worked(database, sender)
    assert sorted(one.to for one in sender.sent) == sorted(map(token, ("phone", "gone", "moved", "later", "later")))
    assert await state_of(database, ana, push) == "sent"


async def test_a_push_that_was_locked_is_looked_for_again(database: Database, ana: UUID, sender: KeptPushes) -> None:
    push = await pushed(database, ana)
    async with database.unit_of_work() as session:
        await session.execute(text("select id from pushes where id = :id for update"), {"id": push})
        await worked(database, sender)
        assert await state_of(database, ana, push) == "queued"
    assert await scalar(database, "select count(*) from async_jobs where state = 'pending'") == 1
    await time_passes(database, timedelta(seconds=2))
    await worked(database, sender)
    assert await state_of(database, ana, push) == "sent"
    await time_passes(database, timedelta(seconds=2))
    await worked(database, sender)
    assert (
        await scalar(database, "select count(*) from async_jobs where job_type = 'pushes.send' and state = 'pending'")
        == 0
    )


# --- receipts


async def test_receipts_are_fetched_after_a_quarter_of_an_hour(database: Database, ana: UUID) -> None:
    async with ExpoServer() as expo:
        push = await pushed(database, ana)
        await worked_at(expo, database)
        assert expo.expo.asked == []
        await time_passes(database, A_QUARTER)
        await worked_at(expo, database)
        assert expo.expo.asked == [list(expo.expo.tickets)]
    (receipt,) = (await shown(database, ana, push)).receipts
    assert (receipt.state, receipt.receipt) == ("sent", "ok")
    assert await scalar(database, "select count(*) from async_jobs where state = 'pending'") == 0


async def test_a_receipt_that_is_late_is_asked_for_again_and_given_up_after_a_day(
    database: Database, ana: UUID
) -> None:
    async with ExpoServer(Expo(ready=False)) as expo:
        push = await pushed(database, ana)
        await worked_at(expo, database)
        for hours in (0.3, 1.0, 6.0, 18.0, 24.0, 24.0):
            await time_passes(database, timedelta(hours=hours))
            await worked_at(expo, database)
        assert len(expo.expo.asked) == 4
    found = await shown(database, ana, push)
    assert (found.state, found.receipts[0].receipt) == ("sent", "missing")


async def test_receipts_that_can_not_be_had_now_are_asked_for_later(
    database: Database, ana: UUID, sender: KeptPushes
) -> None:
    push = await pushed(database, ana)
    await worked(database, sender)
    sender.silent = True
    await time_passes(database, A_QUARTER)
    await worked(database, sender)
    sender.silent = False
    sender.delivered["ticket-1"] = Delivered()
    await time_passes(database, A_QUARTER)
    await worked(database, sender)
    assert (await shown(database, ana, push)).receipts[0].receipt == "ok"


@pytest.mark.parametrize("told_by", ["ticket", "receipt"])
async def test_a_dead_token_is_retired_and_comes_back_with_a_registration(database: Database, told_by: str) -> None:
    ana = await make_user(database)
    phone = await device(database, ana)
    dead = Expo(dead={token("phone")}) if told_by == "ticket" else Expo(dies={token("phone"): "DeviceNotRegistered"})
    async with ExpoServer(dead) as expo:
        first = await pushed(database, ana)
        await worked_at(expo, database)
        await time_passes(database, A_QUARTER)
        await worked_at(expo, database)
        assert await state_of(database, ana, first) == "failed"
        assert [one.disabled_reason for one in await devices_of(database, ana)] == ["DeviceNotRegistered"]
        batches = len(expo.expo.batches)
        second = await pushed(database, ana)
        await worked_at(expo, database)
        assert await state_of(database, ana, second) == "none"
        assert len(expo.expo.batches) == batches
        assert (await device(database, ana)).id == phone.id
        expo.expo.dead.clear()
        third = await pushed(database, ana)
        await worked_at(expo, database)
        assert await state_of(database, ana, third) == "sent"


async def test_an_old_receipt_says_nothing_of_a_new_registration(database: Database) -> None:
    ana, ben, sender = await make_user(database), await make_user(database), KeptPushes()
    await device(database, ana)
    await pushed(database, ana)
    await worked(database, sender)
    sender.delivered["ticket-1"] = Delivered("DeviceNotRegistered", gone=True)
    await time_passes(database, A_QUARTER)
    await device(database, ben)
    await worked(database, sender)
    assert [one.enabled for one in await devices_of(database, ben)] == [True]


# --- quiet hours


async def quiet(database: Database, user: UUID, **around: timedelta) -> None:
    """Quiet hours that began before now, by `since`, and end after it, by `until`."""
    now = await now_of(database)
    begins, ends = now - around["since"], now + around["until"]
    await set_hours(database, user, f"{begins:%H:%M}", f"{ends:%H:%M}")


async def set_hours(database: Database, user: UUID, begins: str, ends: str) -> None:
    async with database.unit_of_work_of(user) as tx:
        await rule_account.set_quiet_hours(tx, QuietHours(from_=begins, to=ends))


async def no_hours(database: Database, user: UUID) -> None:
    async with database.unit_of_work_of(user) as tx:
        await rule_account.set_quiet_hours(tx, None)


async def test_quiet_hours_hold_a_push_until_they_end(
    database: Database, ana: UUID, ben: UUID, sender: KeptPushes
) -> None:
    waiting = await pushed(database, ana)  # they begin while it waits
    await quiet(database, ana, since=timedelta(hours=1), until=timedelta(hours=2))
    held, free = await pushed(database, ana), await pushed(database, ben)
    await worked(database, sender)
    assert [await state_of(database, ana, one) for one in (waiting, held)] == ["held", "held"]
    assert await state_of(database, ben, free) == "sent"
    at_work = "select count(*) from async_jobs where state = 'pending' and job_type like 'push%' and user_id = :u"
    assert await scalar(database, at_work, u=ana) == 2
    await no_hours(database, ana)  # they are over
    await time_passes(database, timedelta(hours=2, minutes=1))
    await worked(database, sender)
    assert await state_of(database, ana, held) == "sent"
    assert [one.to for one in sender.sent] == [token("other"), token("phone"), token("phone")]


async def test_quiet_hours_that_are_changed_let_go_or_hold_on(
    database: Database, ana: UUID, ben: UUID, sender: KeptPushes
) -> None:
    for user in (ana, ben):
        await quiet(database, user, since=timedelta(hours=1), until=timedelta(hours=2))
    push, others = await pushed(database, ana), await pushed(database, ben)
    await quiet(database, ana, since=timedelta(hours=1), until=timedelta(hours=5))
    async with database.unit_of_work_of(ana) as tx:
        await Pushes().reconsider(tx)
    due = await scalar(database, "select due_at from pushes where id = :p", p=push)
    assert due > await now_of(database) + timedelta(hours=4)
    assert await scalar(database, f"select run_after from {SEND_JOB}", p=str(push)) == due
    await no_hours(database, ana)
    async with database.unit_of_work_of(ana) as tx:
        await Pushes().reconsider(tx)
    await worked(database, sender)
    assert await state_of(database, ana, push) == "sent"
    assert await state_of(database, ben, others) == "held"


async def test_quiet_hours_go_by_the_zone_of_the_phone(database: Database) -> None:
    ana, now = await make_user(database, zone="UTC"), await now_of(database)
    await device(database, ana, timezone="Asia/Kathmandu")  # no full hour from UTC
    there = now + timedelta(hours=5, minutes=45)
    begins, ends = there - timedelta(minutes=20), there + timedelta(minutes=20)
    await set_hours(database, ana, f"{begins:%H:%M}", f"{ends:%H:%M}")
    assert await state_of(database, ana, await pushed(database, ana)) == "held"


# --- erasure


async def test_a_push_that_quotes_what_was_erased_is_emptied_and_not_sent(database: Database) -> None:
    ana, ben, sender, todo = await make_user(database), await make_user(database), KeptPushes(), new_id()
    await device(database, ana)
    await device(database, ben, "other")
    out = await pushed(database, ana, words(body="Secret one", sources=(("todo", todo),)))
    await worked(database, sender)
    waiting = await pushed(database, ana, words(body="Secret two", sources=(("todo", todo), ("event", new_id()))))
    kept = await pushed(database, ana, words(body="Kept", sources=(("event", todo),)))
    others = await pushed(database, ben, words(body="Ben's", sources=(("todo", todo),)))
    async with database.unit_of_work_of(ana) as tx:
        assert await service.redact(tx, [("todo", todo)]) == {"push": 2}
    async with database.unit_of_work_of(ana) as tx:
        assert await service.redact(tx, [("todo", todo)]) == {}
    await worked(database, sender)
    assert [one.body for one in sender.sent] == ["Secret one", "Kept", "Ben's"]
    assert [await state_of(database, ana, one) for one in (out, waiting, kept)] == ["sent", "none", "sent"]
    assert await state_of(database, ben, others) == "sent"
    assert await scalar(database, "select count(*) from pushes where body like '%Secret%'") == 0


async def test_a_user_who_goes_takes_devices_and_pushes_along(
    database: Database, ana: UUID, ben: UUID, sender: KeptPushes
) -> None:
    await pushed(database, ana)
    await worked(database, sender)
    await pushed(database, ana)
    await execute(database, "delete from users where id = :u", u=ana)
    await worked(database, sender)
    assert len(sender.sent) == 1
    for table in ("push_devices", "pushes", "push_deliveries"):
        assert await scalar(database, f"select count(*) from {table} where user_id = :u", u=ana) == 0
    assert len(await devices_of(database, ben)) == 1


async def test_a_worker_that_stops_before_it_sent_leaves_the_push_to_another(
    database: Database, ana: UUID, sender: KeptPushes
) -> None:
    push = await pushed(database, ana)
    await execute(database, "delete from async_jobs")
    async with database.unit_of_work() as session:
        stopping = context_of(database, session, ana, stopping=lambda: True)
        await send_due(stopping, Outbox(sender, pushing(), "UTC"), Sending(push_id=push))
    assert sender.sent == []
    await worked(database, sender)
    assert len(sender.sent) == 1
    assert await state_of(database, ana, push) == "sent"


async def test_old_pushes_are_forgotten_also_where_there_never_was_a_device(database: Database) -> None:
    ana = await make_user(database)
    old, young = await pushed(database, ana), await pushed(database, ana)
    await execute(database, "update pushes set created_at = created_at - interval '91 days' where id = :id", id=old)
    async with database.unit_of_work() as session:
        await enqueue(session, PRUNE, Scheduled(tick_at=SystemClock().now()))
    await worked(database, KeptPushes())
    with pytest.raises(NotFound):
        await shown(database, ana, old)
    assert await state_of(database, ana, young) == "none"


async def test_data_that_the_app_does_not_know_are_a_fault_of_ours(database: Database, ana: UUID) -> None:
    push = words()
    for data in ({}, {"kind": "advert", "id": "1", "url": "/"}, {"kind": "todo_reminder", "url": "/"}):
        with pytest.raises(ValueError, match="kind"):
            await pushed(database, ana, type(push)("t", "b", data))
