"""Do `/system/jobs` and a user's own jobs tell the truth?"""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from sqlalchemy import text
from tests.support import jobs
from tests.support.jobs import NOTE

from orchestrator.db.session import Database
from orchestrator.errors import Conflict
from orchestrator.kit.ids import new_id
from orchestrator.scheduling import leases, status

LEASES = {NOTE.name: 30.0}


async def test_queues_count_by_what_is_due(database: Database) -> None:
    worker_id = new_id()
    for _ in range(4):
        await jobs.put(database)
    await jobs.put(database, run_after=datetime.now(UTC) + timedelta(hours=1))
    async with database.unit_of_work() as session:
        await leases.sign_on(session, worker_id, "here")
        claims = await leases.claim(session, worker_id, LEASES, limit=2)
        await leases.fail(session, claims[0], "no", retry_in_s=None)
        other, queue = await status.queues(session, known=["another.type"])
        assert (other.job_type, other.pending, other.oldest_s) == ("another.type", 0, None)
        assert (queue.pending, queue.delayed, queue.running, queue.failed) == (2, 1, 1, 1)
        assert queue.oldest_s is not None
        assert 0 <= queue.oldest_s < 30
        (worker,) = await status.workers(session)
        assert (worker.id, worker.host, worker.alive, worker.running) == (worker_id, "here", True, 1)
        await session.execute(text("update job_workers set heartbeat_at = heartbeat_at - interval '31 s'"))
        assert not (await status.workers(session))[0].alive


async def test_retry_begins_anew(database: Database, owner: UUID) -> None:
    job_id = await jobs.put(database, owner_id=owner)
    async with database.unit_of_work_of(owner) as tx:
        (claim,) = await leases.claim(tx.session, new_id(), LEASES, limit=1)
        with pytest.raises(Conflict, match="at work"):
            await status.retry(tx, job_id)
        await leases.fail(tx.session, claim, "ValueError: no", retry_in_s=None)
        failed = await status.show(tx, job_id)
        assert (failed.state, failed.attempts, failed.last_error) == ("failed", 1, "ValueError: no")
        again = await status.retry(tx, job_id)
        assert (again.state, again.attempts, again.finished_at) == ("pending", 0, None)
        (claim,) = await leases.claim(tx.session, new_id(), LEASES, limit=1)
        await leases.complete(tx.session, claim)
        with pytest.raises(Conflict, match="is done"):
            await status.retry(tx, job_id)


async def test_what_newer_work_overtook_is_not_done_again(database: Database, owner: UUID) -> None:
    old = await jobs.put(database, "old", owner_id=owner, dedupe_key="k")
    async with database.unit_of_work() as session:
        (claim,) = await leases.claim(session, new_id(), LEASES, limit=1)
        await leases.fail(session, claim, "no", retry_in_s=None)
    await jobs.put(database, "new", owner_id=owner, dedupe_key="k")
    async with database.unit_of_work_of(owner) as tx:
        with pytest.raises(Conflict, match="Newer work"):
            await status.retry(tx, old)
        (claim,) = await leases.claim(tx.session, new_id(), LEASES, limit=1)
        await leases.complete(tx.session, claim)
        with pytest.raises(Conflict, match="Newer work"):
            await status.retry(tx, old)
    delayed = await jobs.put(database, "delayed", owner_id=owner, run_after=datetime.now(UTC) + timedelta(hours=1))
    async with database.unit_of_work_of(owner) as tx:
        assert (await status.retry(tx, delayed)).run_after < datetime.now(UTC) + timedelta(minutes=1)


async def test_a_users_jobs_go_with_the_user(database: Database, owner: UUID) -> None:
    await jobs.put(database, owner_id=owner)
    async with database.unit_of_work() as session:
        await session.execute(text("delete from users where id = :id"), {"id": owner})
        assert (await session.execute(text("select count(*) from async_jobs"))).scalar_one() == 0
