"""Background work over HTTP (api.md, Jobs): everyone's own jobs, and the operator's view of all queues and workers."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from orchestrator.scheduling import scheduled_jobs, status
from orchestrator.scheduling.history import Outcome
from orchestrator.scheduling.scheduled_jobs import Entry
from orchestrator.web.auth import Principal, require
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router
from orchestrator.web.runtime import RuntimeDep

router = Router(tags=["jobs"])


class ProgressOut(BaseModel):
    """So many of so many; of what, the job's type tells."""

    model_config = ConfigDict(from_attributes=True)

    done: int
    total: int


class JobOut(BaseModel):
    """A job. Times are RFC 3339 in UTC; `last_error` is that of the last failed attempt."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    job_type: str
    state: str = Field(description="`pending`, `running`, `done`, `failed`, or `superseded` by a newer one.")
    run_after: datetime
    attempts: int
    max_attempts: int
    last_error: str | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    progress: ProgressOut | None = Field(description="How far a long job has come; null where it tells none.")


class WorkerOut(BaseModel):
    """A worker; `alive` while its heartbeat is younger than 30 s, `running` = jobs that it has at work."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    host: str
    started_at: datetime
    heartbeat_at: datetime
    alive: bool
    running: int


class QueueOut(BaseModel):
    """One job type; `pending` = due now, `delayed` = later, `oldest_s` = how long the oldest due one has waited."""

    model_config = ConfigDict(from_attributes=True)

    job_type: str
    pending: int
    delayed: int
    running: int
    failed: int
    oldest_s: float | None
    progress: ProgressOut | None = Field(description="Of those at work that tell theirs, together.")


class TriggerOut(BaseModel):
    """`daily` at `utc_time` (HH:MM), `interval` every `interval_s`, or `external`."""

    kind: Literal["daily", "interval", "external"]
    utc_time: str | None
    interval_s: float | None


class LastRunOut(BaseModel):
    """The newest tick or run whose outcome is known; what never began has no `started_at`."""

    model_config = ConfigDict(from_attributes=True)

    outcome: Outcome
    started_at: datetime | None
    finished_at: datetime | None
    late_s: float | None
    detail: str | None


class RunOut(BaseModel):
    """What became of a tick, or of `ticks` in a row up to `last_tick_at`; `outcome` is null while it waits or runs."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    source: Literal["schedule", "manual", "external"]
    tick_at: datetime
    last_tick_at: datetime
    ticks: int
    outcome: Outcome | None
    job_id: UUID | None
    started_at: datetime | None
    finished_at: datetime | None
    late_s: float | None
    detail: str | None


class ScheduledOut(BaseModel):
    """One entry of the registry. `poll_interval_s`: how often it looks whether there is something to do;
    `trigger_source`: what sets it off; `next_run_at` is null for an external or disabled one."""

    name: str
    job_type: str
    worker_module: str
    trigger: TriggerOut
    poll_interval_s: float | None
    retry_interval_s: float
    trigger_source: str
    enabled: bool
    next_run_at: datetime | None
    last_run: LastRunOut | None


class SystemJobsOut(BaseModel):
    """What happens by itself, who works, and what waits."""

    scheduled: list[ScheduledOut]
    workers: list[WorkerOut]
    queues: list[QueueOut]


class SetOffOut(BaseModel):
    """The job that does it, and from when on."""

    job_id: UUID
    run_after: datetime


@router.get("/system/jobs", responses=responses())
async def system_jobs(runtime: RuntimeDep, _: Annotated[Principal, require("admin")]) -> SystemJobsOut:
    """What happens by itself, who works, and what waits."""
    async with runtime.database.unit_of_work() as session:
        entries = await scheduled_jobs.entries(session, runtime.scheduled_jobs.values())
        workers = await status.workers(session)
        queues = await status.queues(session)
    return SystemJobsOut(
        scheduled=[_scheduled(one) for one in entries],
        workers=[WorkerOut.model_validate(one) for one in workers],
        queues=[QueueOut.model_validate(one) for one in queues],
    )


@router.get("/system/jobs/{name}/runs", responses=responses(404))
async def job_runs(
    runtime: RuntimeDep, _: Annotated[Principal, require("admin")], name: str, page: PageDep
) -> Listed[RunOut]:
    """What became of this scheduled job's ticks and runs, newest first."""
    async with runtime.database.unit_of_work() as session:
        found = await scheduled_jobs.runs(session, runtime.scheduled_jobs, name, page)
    shown = listed(found)
    return Listed(items=[RunOut.model_validate(one) for one in shown.items], next_cursor=shown.next_cursor)


@router.post("/system/jobs/{name}/run", status_code=202, responses=responses(404))
async def run_job(runtime: RuntimeDep, _: Annotated[Principal, require("admin")], name: str) -> SetOffOut:
    """Have a scheduled job done now; one that waits already is not made twice."""
    async with runtime.database.unit_of_work() as session:
        job_id, run_after = await scheduled_jobs.run_now(session, runtime.scheduled_jobs, name)
    return SetOffOut(job_id=job_id, run_after=run_after)


@router.get("/jobs/{job_id}", responses=responses(404))
async def show_job(runtime: RuntimeDep, principal: Annotated[Principal, require("read")], job_id: EntityId) -> JobOut:
    """One of the caller's own jobs; with scope `admin`, one of the system's too."""
    async with runtime.database.unit_of_work() as session:
        found = await status.show(session, principal.user_id, job_id, system=principal.may("admin"))
    return JobOut.model_validate(found)


@router.post("/jobs/{job_id}/retry", responses=responses(404, 409))
async def retry_job(runtime: RuntimeDep, principal: Annotated[Principal, require("write")], job_id: EntityId) -> JobOut:
    """Have a failed or delayed job of the caller done now (with scope `admin`, one of the system's too); one that runs
    or is done stays as it is."""
    async with runtime.database.unit_of_work() as session:
        found = await status.retry(session, principal.user_id, job_id, system=principal.may("admin"))
    return JobOut.model_validate(found)


def _scheduled(entry: Entry) -> ScheduledOut:
    return ScheduledOut.model_validate(
        {
            "name": entry.name,
            "job_type": entry.job_type,
            "worker_module": entry.worker_module,
            "trigger": {
                "kind": entry.kind,
                "utc_time": f"{entry.utc_time:%H:%M}" if entry.utc_time else None,
                "interval_s": entry.interval_s,
            },
            "poll_interval_s": entry.poll_interval_s,
            "retry_interval_s": entry.retry_interval_s,
            "trigger_source": entry.trigger_source,
            "enabled": entry.enabled,
            "next_run_at": entry.next_run_at,
            "last_run": LastRunOut.model_validate(entry.last_run) if entry.last_run else None,
        }
    )
