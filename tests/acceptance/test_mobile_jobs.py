"""Does the app see whether Steward does its work, and what of its user's went wrong, and nothing of anybody else?"""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.support.contract import excerpt
from tests.support.mobile_contract import UNDER, described
from tests.support.steward import Person, Steward, started

from orchestrator.kit.ids import new_id

FAILED = (
    "insert into async_jobs (id, user_id, job_type, payload, state, attempts, max_attempts, last_error, dedupe_key,"
    " started_at, finished_at) values (:id, :me, :type, cast(:payload as jsonb), 'failed', 3, 3, :error, :key,"
    " steward_now(), :at)"
)


async def fail(
    person: Person, error: str, *, key: str | None = None, kind: str = "previews.expire", days_ago: float = 0
) -> str:
    """A job of the person's that has failed for good."""
    job_id = str(new_id())
    at = datetime.now(UTC) - timedelta(days=days_ago)
    payload = f'{{"preview_id": "{new_id()}"}}'
    await person.execute(FAILED, id=job_id, type=kind, payload=payload, error=error, key=key, at=at)
    return job_id


async def test_what_steward_does_by_itself(tmp_path: Path, postgres_url: str) -> None:
    async with started(tmp_path, postgres_url, workers=1, embed_model="off") as steward:
        ana, owner = await steward.person(), await steward.owner()
        shown = await ana.get("/mobile/system/jobs")
        everything = await owner.get("/system/jobs")
        assert shown["alive"] is True
        (worker,) = shown["workers"]
        assert (worker["alive"], worker.keys()) == (True, {"id", "started_at", "alive", "running"})
        assert [one["name"] for one in shown["scheduled"]] == [one["name"] for one in everything["scheduled"]]
        for mine, full in zip(shown["scheduled"], everything["scheduled"], strict=True):
            assert mine.keys() == full.keys()
            assert {name: mine[name] for name in mine if name not in {"last_run", "next_run_at"}} == {
                name: full[name] for name in full if name not in {"last_run", "next_run_at"}
            }
            assert "detail" not in (mine["last_run"] or {})
        assert shown["failed"] == []
        assert "queues" not in shown
        assert (await ana.send("GET", "/system/jobs")).status_code == 403
    async with started(tmp_path / "later", postgres_url, workers=0) as steward:
        ana = steward.speaking(ana.id, ana.token)
        await ana.execute(
            "update job_workers set heartbeat_at = steward_now() - interval '31 seconds'"
            " where cast(:me as uuid) is not null"
        )
        assert (await ana.get("/mobile/system/jobs"))["alive"] is False


async def test_what_of_mine_failed_can_be_done_again(steward: Steward, ana: Person) -> None:
    bruno = await steward.person("Bruno Dias")
    await fail(bruno, "not yours")
    old = await fail(ana, "the disk is full", days_ago=1)
    new = await fail(ana, "no route to host", days_ago=0.5)
    await fail(ana, "long ago", days_ago=8)
    await fail(ana, "taken up again", key="k1", days_ago=2)
    again = str(new_id())
    await ana.execute(
        "insert into async_jobs (id, user_id, job_type, payload, dedupe_key, state, max_attempts, finished_at)"
        " values (:id, :me, 'previews.expire', '{}', 'k1', 'done', 3, steward_now())",
        id=again,
    )
    failed: list[dict[str, Any]] = (await ana.get("/mobile/system/jobs"))["failed"]
    assert [(one["id"], one["last_error"]) for one in failed] == [(new, "no route to host"), (old, "the disk is full")]
    assert {one["state"] for one in failed} == {"failed"}
    assert "payload" not in failed[0]
    assert failed[0]["retry_path"] == f"/jobs/{new}/retry"
    assert (await bruno.send("POST", failed[0]["retry_path"])).status_code == 404
    retried = await ana.post(failed[0]["retry_path"])
    assert (retried["id"], retried["state"], retried["attempts"]) == (new, "pending", 0)
    assert [one["id"] for one in (await ana.get("/mobile/system/jobs"))["failed"]] == [old]
    await ana.execute("delete from async_jobs where user_id = :me")


async def test_what_is_served_is_what_is_promised(ana: Person) -> None:
    served = excerpt(await ana.get("/openapi.json"), UNDER)
    assert served == described()
