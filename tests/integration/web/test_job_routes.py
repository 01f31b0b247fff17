"""Jobs by HTTP: the operator sees all queues, everyone their own jobs alone."""

from datetime import UTC, datetime, timedelta

from tests.support import jobs
from tests.support.accounts import make_owner, token_of
from tests.support.jobs import NOTE
from tests.support.people import make_user
from tests.support.web import client_of, make_app

from orchestrator.api import jobs as job_routes
from orchestrator.db.session import Database
from orchestrator.kit.ids import new_id
from orchestrator.scheduling import leases


async def test_queues_and_workers_are_the_operators(reused_database: Database) -> None:
    owner = await make_owner(reused_database)
    app = make_app(reused_database, [job_routes.router])
    await jobs.put(reused_database)
    await jobs.put(reused_database, run_after=datetime.now(UTC) + timedelta(hours=1))
    worker_id = new_id()
    async with reused_database.unit_of_work() as session:
        await leases.sign_on(session, worker_id, "here")
    async with client_of(app) as client:
        told = (await client.get("/system/jobs")).json()
    (queue,) = told["queues"]
    assert queue["oldest_s"] >= 0
    assert {**queue, "oldest_s": 0} == {
        "job_type": "tests.note",
        "pending": 1,
        "delayed": 1,
        "running": 0,
        "failed": 0,
        "oldest_s": 0,
        "progress": None,
    }
    assert told["scheduled"] == []
    (worker,) = told["workers"]
    assert (worker["id"], worker["host"], worker["alive"], worker["running"]) == (str(worker_id), "here", True, 0)
    assert worker["heartbeat_at"].endswith("Z")
    async with client_of(app, await token_of(reused_database, owner, "read", "write", "curate", "mobile")) as client:
        assert (await client.get("/system/jobs")).status_code == 403
    async with client_of(app, None) as client:
        assert (await client.get("/system/jobs")).status_code == 401


async def test_a_users_own_job(reused_database: Database) -> None:
    await make_owner(reused_database)
    user, other = await make_user(reused_database), await make_user(reused_database)
    app = make_app(reused_database, [job_routes.router])
    job_id = await jobs.put(reused_database, owner_id=user)
    async with reused_database.unit_of_work() as session:
        (claim,) = await leases.claim(session, new_id(), {NOTE.name: 30.0}, limit=1)
        await leases.fail(session, claim, "ValueError: no", retry_in_s=None)
    async with client_of(app, await token_of(reused_database, user, "read")) as client:
        told = (await client.get(f"/jobs/{job_id}")).json()
        assert (told["id"], told["state"], told["last_error"]) == (str(job_id), "failed", "ValueError: no")
        assert "payload" not in told
        assert (await client.post(f"/jobs/{job_id}/retry")).status_code == 403
        assert (await client.get("/jobs/no-uuid")).status_code == 404
    async with client_of(app, await token_of(reused_database, user, "write")) as client:
        retried = await client.post(f"/jobs/{job_id}/retry")
        assert (retried.status_code, retried.json()["state"]) == (200, "pending")
        assert (await client.get(f"/jobs/{job_id}")).status_code == 403
    async with client_of(app, await token_of(reused_database, other, "read", "write")) as client:
        assert (await client.get(f"/jobs/{job_id}")).status_code == 404
        assert (await client.post(f"/jobs/{job_id}/retry")).status_code == 404
