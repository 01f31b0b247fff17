"""Is what is submitted enqueued once, the newest of it, in time, in bulk?"""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import text
from tests.integration.scheduling.test_worker import effect, working
from tests.support import jobs
from tests.support.jobs import NOTE, Note
from tests.support.people import make_user
from tests.support.postgres import scalar
from tests.support.waiting import eventually

from orchestrator.db.session import Database
from orchestrator.kit.ids import new_id
from orchestrator.scheduling import leases
from orchestrator.scheduling.async_jobs import AT_ONCE, Debounced, Item, arrive, debounce, enqueue_many
from orchestrator.scheduling.handler import JobContext


async def submit(database: Database, note: str, **options: Any) -> Debounced:
    values = {"dedupe_key": "k", "wait_s": 30.0, "max_wait_s": 600.0, **options}
    async with database.unit_of_work() as session:
        return await debounce(session, NOTE, Note(text=note), **values)


async def later(database: Database, job_id: UUID, seconds: float) -> None:
    """As if the submissions so far had been so long ago."""
    statement = text(
        "update async_jobs set run_after = run_after - make_interval(secs => :s),"
        " waiting_since = waiting_since - make_interval(secs => :s) where id = :id"
    )
    async with database.unit_of_work() as session:
        await session.execute(statement, {"s": seconds, "id": job_id})


async def pending(database: Database) -> int:
    return int(await scalar(database, "select count(*) from async_jobs where state = 'pending'"))


async def test_each_submission_begins_the_wait_anew_with_its_payload(database: Database) -> None:
    first = await submit(database, "first")
    await later(database, first.job_id, 20)
    second = await submit(database, "second")
    assert second.job_id == first.job_id
    assert second.run_after >= first.run_after
    row = await jobs.row(database, first.job_id)
    assert (row["payload"], row["state"]) == ({"text": "second"}, "pending")
    assert await pending(database) == 1


async def test_the_wait_has_an_end(database: Database) -> None:
    first = await submit(database, "first")
    await later(database, first.job_id, 590)
    last = await submit(database, "last")
    remaining = (last.run_after - datetime.now(UTC)).total_seconds()
    assert remaining < 15
    await later(database, first.job_id, 60)
    assert (await submit(database, "after the end")).run_after < datetime.now(UTC)


async def test_an_older_submission_replaces_nothing_and_is_not_done_later(database: Database, owner: UUID) -> None:
    async with database.unit_of_work() as session:
        early, late = await arrive(session), await arrive(session)
    newest = await submit(database, "newest", owner_id=owner, arrival=late)
    overtaken = await submit(database, "overtaken", owner_id=owner, arrival=early)
    assert overtaken.state == "superseded"
    row = await jobs.row(database, newest.job_id)
    assert (row["payload"], row["run_after"]) == ({"text": "newest"}, newest.run_after)
    await later(database, newest.job_id, 60)
    await jobs.make_tables(database)
    async with working(database, effect):
        await jobs.settled(database, newest.job_id)
    again = await submit(database, "overtaken again", owner_id=owner, arrival=early)
    assert again.state == "superseded"
    assert await pending(database) == 0
    other = await submit(database, "another user's", owner_id=await make_user(database), arrival=early)
    assert other.state == "pending"


async def test_a_submission_after_a_failed_attempt_begins_a_new_wait(database: Database) -> None:
    first = await submit(database, "first", wait_s=0)
    await later(database, first.job_id, 500)
    async with database.unit_of_work() as session:
        (claim,) = await leases.claim(session, new_id(), {NOTE.name: 30.0}, limit=1)
        assert await leases.fail(session, claim, "no", retry_in_s=60) == "pending"
    anew = await submit(database, "anew", max_wait_s=120)
    assert anew.job_id == first.job_id
    assert (anew.run_after - datetime.now(UTC)).total_seconds() > 15
    assert (await jobs.row(database, first.job_id))["attempts"] == 0


async def test_thousands_are_enqueued_together(database: Database, owner: UUID) -> None:
    items = [Item(Note(text=str(number))) for number in range(AT_ONCE + 10)]
    keyed = [Item(Note(text=f"{key} {number}"), owner, key) for number in range(3) for key in ("b", "a")]
    async with database.unit_of_work() as session:
        await enqueue_many(session, NOTE, items)
        await enqueue_many(session, NOTE, [Item(Note(text="old"), owner, "a")])
        await enqueue_many(session, NOTE, keyed, run_after=datetime.now(UTC) + timedelta(hours=1))
        await enqueue_many(session, NOTE, [])
        statement = text("select payload->>'text' from async_jobs where user_id = :owner order by dedupe_key")
        assert list((await session.scalars(statement, {"owner": owner})).all()) == ["a 2", "b 2"]
    assert await pending(database) == AT_ONCE + 12


async def test_a_burst_of_short_jobs_is_done_whole_and_what_can_not_begin_is_handed_back(database: Database) -> None:
    await jobs.make_tables(database)
    go = asyncio.Event()

    async def handle(context: JobContext, payload: Note) -> None:
        if payload.text == "slow":
            await go.wait()

    async with database.unit_of_work() as session:
        await enqueue_many(session, NOTE, [Item(Note(text="short")) for _ in range(600)])
        await enqueue_many(session, NOTE, [Item(Note(text="slow")) for _ in range(40)])
    count = text("select count(*) from async_jobs where state = 'done'")
    held = text("select count(*) from async_jobs where state = 'running'")
    async with working(database, handle, concurrency=4):

        async def done_and_running() -> tuple[int, int]:
            async with database.unit_of_work() as session:
                done = (await session.execute(count)).scalar_one()
                return done, (await session.execute(held)).scalar_one()

        # what was claimed ahead is free for others again
        await eventually(done_and_running, lambda found: found == (600, 4))
        go.set()
        await eventually(done_and_running, lambda found: found == (640, 0))
    async with database.unit_of_work() as session:
        attempts = text("select max(attempts) from async_jobs")
        assert (await session.execute(attempts)).scalar_one() == 1
