"""Background work over HTTP (api.md, Jobs): everyone's own jobs, and the operator's view of all queues and workers."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from orchestrator.scheduling import status
from orchestrator.web.auth import Principal, require
from orchestrator.web.ids import EntityId
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


class SystemJobsOut(BaseModel):
    """`scheduled` is empty before there is a registry of scheduled jobs."""

    scheduled: list[dict[str, Any]]
    workers: list[WorkerOut]
    queues: list[QueueOut]


@router.get("/system/jobs", responses=responses())
async def system_jobs(runtime: RuntimeDep, _: Annotated[Principal, require("admin")]) -> SystemJobsOut:
    """Who works, and what waits."""
    async with runtime.database.unit_of_work() as session:
        workers = await status.workers(session)
        queues = await status.queues(session)
    return SystemJobsOut(
        scheduled=[],
        workers=[WorkerOut.model_validate(one) for one in workers],
        queues=[QueueOut.model_validate(one) for one in queues],
    )


@router.get("/jobs/{job_id}", responses=responses(404))
async def show_job(runtime: RuntimeDep, principal: Annotated[Principal, require("read")], job_id: EntityId) -> JobOut:
    """One of the caller's own jobs."""
    async with runtime.database.unit_of_work() as session:
        return JobOut.model_validate(await status.show(session, principal.user_id, job_id))


@router.post("/jobs/{job_id}/retry", responses=responses(404, 409))
async def retry_job(runtime: RuntimeDep, principal: Annotated[Principal, require("write")], job_id: EntityId) -> JobOut:
    """Have a failed or delayed job of the caller done now; one that runs or is done stays as it is."""
    async with runtime.database.unit_of_work() as session:
        return JobOut.model_validate(await status.retry(session, principal.user_id, job_id))
