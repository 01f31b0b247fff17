"""Jobs by HTTP: the operator sees all queues, everyone their own jobs alone."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

from tests.support import jobs
from tests.support.accounts import make_owner, token_of
from tests.support.jobs import NOTE
from tests.support.people import make_user
from tests.support.web import client_of, make_app

from orchestrator.api.operation import jobs as job_routes
from orchestrator.db.session import Database
from orchestrator.kit.ids import new_id
from orchestrator.scheduling import leases, scheduled_jobs
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.handler import JobHandler
from orchestrator.scheduling.scheduled_jobs import Daily, Every, External, Scheduled, ScheduledJob


async def nothing(context: Any, payload: Any) -> None:
    return None


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


async def test_what_happens_by_itself_is_the_operators(reused_database: Database) -> None:
    owner = await make_owner(reused_database)
    app = make_app(reused_database, [job_routes.router])
    hourly = ScheduledJob(JobType("tests.hourly", Scheduled), Every(3600), source="the clock")
    daily = ScheduledJob(JobType("tests.daily", Scheduled), Daily(time(5)), source="the clock", poll_s=60)
    uploaded = ScheduledJob(NOTE, External(), source="an upload")
    registry = {job.name: job for job in (hourly, daily, uploaded)}
    app.state.runtime.scheduled_jobs = registry
    handlers = [JobHandler(job.job_type, nothing) for job in registry.values()]
    async with reused_database.unit_of_work() as session:
        await scheduled_jobs.register(session, registry.values(), handlers, retry_delay_s=60)
    note = await jobs.put(reused_database)
    async with client_of(app) as client:
        set_off = await client.post("/system/jobs/tests.hourly/run")
        assert set_off.status_code == 202
        job_id = set_off.json()["job_id"]
        assert (await client.get(f"/jobs/{job_id}")).json()["state"] == "pending"
        async with reused_database.unit_of_work() as session:
            for claim in await leases.claim(session, new_id(), {NOTE.name: 30.0, "tests.hourly": 30.0}, limit=5):
                await leases.fail(session, claim, "ValueError: no", retry_in_s=None)
        shown = (await client.get("/system/jobs")).json()["scheduled"]
        assert [one["name"] for one in shown] == ["tests.hourly", "tests.daily", "tests.note"]
        assert shown[0]["last_run"].pop("started_at")
        assert shown[0]["last_run"].pop("finished_at")
        assert shown[0]["last_run"].pop("late_s") >= 0
        assert shown[0].pop("next_run_at").endswith("Z")
        assert shown[0] == {
            "name": "tests.hourly",
            "job_type": "tests.hourly",
            "worker_module": __name__,
            "trigger": {"kind": "interval", "utc_time": None, "interval_s": 3600.0},
            "poll_interval_s": None,
            "retry_interval_s": 60.0,
            "trigger_source": "the clock",
            "enabled": True,
            "last_run": {"outcome": "failed", "detail": "ValueError: no"},
        }
        assert shown[1]["trigger"] == {"kind": "daily", "utc_time": "05:00", "interval_s": None}
        assert (shown[1]["poll_interval_s"], shown[1]["last_run"]) == (60.0, None)
        assert shown[2]["trigger"]["kind"] == "external"
        assert (shown[2]["next_run_at"], shown[2]["last_run"]["outcome"]) == (None, "failed")
        (run,) = (await client.get("/system/jobs/tests.hourly/runs")).json()["items"]
        assert (run["source"], run["outcome"], run["job_id"]) == ("manual", "failed", job_id)
        (run,) = (await client.get("/system/jobs/tests.note/runs")).json()["items"]
        assert (run["source"], run["outcome"], run["job_id"]) == ("external", "failed", str(note))
        assert (await client.post(f"/jobs/{job_id}/retry")).json()["state"] == "pending"
        assert (await client.post("/system/jobs/tests.note/run")).status_code == 422
        for wrong in ("/system/jobs/none/runs", "/system/jobs/a%00b/runs"):
            assert (await client.get(wrong)).status_code == 404
        assert (await client.post("/system/jobs/none/run")).status_code == 404
        assert (await client.get("/system/jobs/tests.hourly/runs?cursor=x")).status_code == 422
    async with client_of(app, await token_of(reused_database, owner, "read", "write", "curate", "mobile")) as client:
        assert (await client.post("/system/jobs/tests.hourly/run")).status_code == 403
        assert (await client.get("/system/jobs/tests.hourly/runs")).status_code == 403
        assert (await client.get(f"/jobs/{job_id}")).status_code == 404
