"""Background work over HTTP (api.md, Jobs): everyone's own jobs, and the operator's view of all queues and workers."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from orchestrator.scheduling import scheduled_jobs, status
from orchestrator.scheduling.history import Outcome
from orchestrator.scheduling.scheduled_jobs import Entry
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.ids import EntityId
from orchestrator.web.jobs import JobOut, LastRun, ProgressOut, ScheduledFields, told
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["jobs"])


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


class LastRunOut(LastRun):
    """The newest tick or run whose outcome is known, with what it said."""

    detail: str | None


class JobRunOut(BaseModel):
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


class ScheduledOut(ScheduledFields):
    """One entry of the registry, with its last run."""

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
        scheduled=[scheduled_out(one) for one in entries],
        workers=[WorkerOut.model_validate(one) for one in workers],
        queues=[QueueOut.model_validate(one) for one in queues],
    )


@router.get("/system/jobs/{name}/runs", responses=responses(404))
async def job_runs(
    runtime: RuntimeDep, _: Annotated[Principal, require("admin")], name: str, page: PageDep
) -> Listed[JobRunOut]:
    """What became of this scheduled job's ticks and runs, newest first."""
    async with runtime.database.unit_of_work() as session:
        found = await scheduled_jobs.runs(session, runtime.scheduled_jobs, name, page)
    shown = listed(found)
    return Listed(items=[JobRunOut.model_validate(one) for one in shown.items], next_cursor=shown.next_cursor)


@router.post("/system/jobs/{name}/run", status_code=202, responses=responses(404))
async def run_job(runtime: RuntimeDep, _: Annotated[Principal, require("admin")], name: str) -> SetOffOut:
    """Have a scheduled job done now; one that waits already is not made twice."""
    async with runtime.database.unit_of_work() as session:
        job_id, run_after = await scheduled_jobs.run_now(session, runtime.scheduled_jobs, name)
    return SetOffOut(job_id=job_id, run_after=run_after)


@router.get("/jobs/{job_id}", responses=responses(404))
async def show_job(runtime: RuntimeDep, principal: Annotated[Principal, require("read")], job_id: EntityId) -> JobOut:
    """One of the caller's own jobs; with scope `admin`, one of the system's too."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await status.show(tx, job_id, system=principal.may("admin"))
    return JobOut.model_validate(found)


@router.post("/jobs/{job_id}/retry", responses=responses(404, 409))
async def retry_job(runtime: RuntimeDep, principal: Annotated[Principal, require("write")], job_id: EntityId) -> JobOut:
    """Have a failed or delayed job of the caller done now (with scope `admin`, one of the system's too). 409
    `already_exists`: it runs or is done, or newer work of its kind was done since or waits."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await status.retry(tx, job_id, system=principal.may("admin"))
    return JobOut.model_validate(found)


def scheduled_out(entry: Entry) -> ScheduledOut:
    """As it is told here and by `steward jobs list --json`."""
    last = LastRunOut.model_validate(entry.last_run) if entry.last_run else None
    return ScheduledOut(**told(entry), last_run=last)
