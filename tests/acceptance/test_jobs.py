"""Do `/system/jobs`, `/jobs` and `/metrics` tell background work as api.md says, to whom it may be told?"""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.support import jobs
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started

from orchestrator.kit.ids import new_id

SCHEDULED = {
    "name",
    "job_type",
    "worker_module",
    "trigger",
    "poll_interval_s",
    "retry_interval_s",
    "trigger_source",
} | {"enabled", "next_run_at", "last_run"}
JOB = {"id", "job_type", "state", "run_after", "attempts", "max_attempts", "last_error", "created_at"} | {
    "started_at",
    "finished_at",
    "progress",
}
UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z\Z")
PRUNE = "jobs.prune"


@pytest.fixture(scope="module")
async def steward(tmp_path_factory: pytest.TempPathFactory, postgres: PostgresServer) -> AsyncIterator[Steward]:
    url = await postgres.clone()
    async with started(tmp_path_factory.mktemp("home"), url, workers=1, embed_model="off") as running:
        yield running
    await postgres.drop(url)


async def done(owner: Person, job_id: str) -> dict[str, Any]:
    return dict(await owner.until(f"/jobs/{job_id}", lambda job: job["state"] == "done"))


async def refused(person: Person, method: str, path: str) -> tuple[int, str]:
    answer = await person.send(method, path)
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    return answer.status_code, answer.json()["code"]


async def test_all_background_work_is_in_the_registry(steward: Steward) -> None:
    owner = await steward.owner()
    measured = (await owner.send("GET", "/metrics")).text
    at_work = set(re.findall(r'^steward_job_queue\{.*type="([^"]+)"', measured, re.MULTILINE))
    listed = (await owner.get("/system/jobs"))["scheduled"]
    ours = {job_type for job_type in at_work if not job_type.startswith("tests.")}
    assert "meetings.summarize" in ours
    assert ours <= {one["job_type"] for one in listed}
    assert len({one["name"] for one in listed}) == len(listed)


async def test_the_operators_view(steward: Steward) -> None:
    owner = await steward.owner()
    made = await owner.send("POST", f"/system/jobs/{PRUNE}/run")
    assert (made.status_code, set(made.json())) == (202, {"job_id", "run_after"})
    await done(owner, made.json()["job_id"])
    seen = await owner.get("/system/jobs")
    assert set(seen) == {"scheduled", "workers", "queues"}
    by_name = {one["name"]: one for one in seen["scheduled"]}
    for one in by_name.values():
        assert set(one) == SCHEDULED
        assert set(one["trigger"]) == {"kind", "utc_time", "interval_s"}
        assert one["worker_module"].startswith("orchestrator.")
        kind, utc_time, interval_s = one["trigger"].values()
        assert (kind == "daily") == (utc_time is not None)
        assert (kind == "interval") == (interval_s is not None)
        assert utc_time is None or re.fullmatch(r"\d\d:\d\d", utc_time)
        assert (one["next_run_at"] is None) == (kind == "external")
        assert one["next_run_at"] is None or UTC.match(one["next_run_at"])
    last = by_name[PRUNE]["last_run"]
    assert set(last) == {"outcome", "started_at", "finished_at", "late_s", "detail"}
    assert last["outcome"] in {"ok", "late"}
    assert UTC.match(last["started_at"])
    assert last["late_s"] >= 0
    assert "forgotten" in last["detail"]
    (worker,) = seen["workers"]
    assert set(worker) == {"id", "host", "started_at", "heartbeat_at", "alive", "running"}
    assert (worker["alive"], bool(UTC.match(worker["heartbeat_at"]))) == (True, True)
    await jobs.put(steward.database, "no worker does this")
    (queue,) = [one for one in (await owner.get("/system/jobs"))["queues"] if one["job_type"] == jobs.NOTE.name]
    assert {"job_type", "pending", "delayed", "running", "failed", "oldest_s"} <= set(queue)
    assert queue["pending"] >= 1
    assert (queue["delayed"], queue["running"], queue["oldest_s"] >= 0) == (0, 0, True)


async def test_the_history_of_one(steward: Steward) -> None:
    owner = await steward.owner()
    made = [(await owner.post(f"/system/jobs/{PRUNE}/run"))["job_id"]]
    await done(owner, made[0])
    made.append((await owner.post(f"/system/jobs/{PRUNE}/run"))["job_id"])
    await done(owner, made[1])
    path = f"/system/jobs/{PRUNE}/runs"
    first = await owner.get(path, limit=1)
    assert (len(first["items"]), first["items"][0]["job_id"]) == (1, made[1])
    second = await owner.get(path, limit=1, cursor=first["next_cursor"])
    assert second["items"][0]["job_id"] == made[0]
    assert (await owner.get(path, limit=200))["next_cursor"] is None
    run = first["items"][0]
    assert {"outcome", "started_at", "finished_at", "late_s", "detail", "tick_at", "source"} <= set(run)
    assert (run["source"], run["outcome"] in {"ok", "late"}) == ("manual", True)
    assert UTC.match(run["tick_at"])
    assert await refused(owner, "GET", f"{path}?cursor=nonsense") == (422, "invalid_request")
    for method, unknown in (("GET", "/system/jobs/no.such/runs"), ("POST", "/system/jobs/no.such/run")):
        assert await refused(owner, method, unknown) == (404, "not_found")
    assert await refused(owner, "POST", "/system/jobs/previews.expire/run") == (422, "invalid_request")
    assert (await owner.get("/system/jobs/previews.expire/runs"))["items"] == []


async def test_who_may_see_and_set_off(steward: Steward) -> None:
    ana, ben, owner = await steward.person(), await steward.person("Ben"), await steward.owner()
    for method, path in (
        ("GET", "/system/jobs"),
        ("GET", f"/system/jobs/{PRUNE}/runs"),
        ("POST", f"/system/jobs/{PRUNE}/run"),
        ("GET", "/system/jobs/no.such/runs"),
    ):
        assert await refused(ana, method, path) == (403, "scope_missing")
    job_id = await jobs.put(steward.database, "Ana's", owner_id=ana.id)
    assert set(await ana.get(f"/jobs/{job_id}")) == JOB
    system_id = await jobs.put(steward.database, "the system's")
    assert (await owner.get(f"/jobs/{system_id}"))["state"] == "pending"
    for person, of in ((ben, job_id), (owner, job_id), (ana, system_id), (ana, new_id()), (ana, "no-id")):
        assert await refused(person, "GET", f"/jobs/{of}") == (404, "not_found")
        assert await refused(person, "POST", f"/jobs/{of}/retry") == (404, "not_found")
    reads = await ana.send("GET", f"/jobs/{job_id}", headers={"Authorization": "Bearer stw_wrong"})
    assert reads.status_code == 401
    reader = await steward.with_scopes(ana, "read")
    assert (await reader.get(f"/jobs/{job_id}"))["id"] == str(job_id)
    assert await refused(reader, "POST", f"/jobs/{job_id}/retry") == (403, "scope_missing")


async def test_metrics_tell_the_queues_of_all_processes(steward: Steward) -> None:
    owner = await steward.owner()
    first = (await owner.send("GET", "/metrics", headers={"Authorization": ""})).text
    for name in (
        'steward_job_queue{state="pending",type="previews.expire"} 0.0',
        'steward_job_oldest_seconds{type="previews.expire"} 0.0',
        'steward_job_workers{state="alive"} 1.0',
        'steward_job_workers{state="dead"} 0.0',
        f'steward_scheduled_overdue_seconds{{name="{PRUNE}"}} ',
    ):
        assert name in first
    await jobs.put(steward.database, "unseen until the next sample")
    waiting = [one for one in first.splitlines() if one.startswith("steward_job_queue")]
    second = (await owner.send("GET", "/metrics")).text
    assert [one for one in second.splitlines() if one.startswith("steward_job_queue")] == waiting
