"""`/mobile/system/jobs`: does Steward do what it should do by itself, and what of mine went wrong?

What `/system/jobs` tells the operator, without what may be another user's (details of runs, queues) or is the
machine's (hosts).
"""

from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from orchestrator.mobile_api.routing import MobileRouter, reads
from orchestrator.scheduling import scheduled_jobs, status
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.jobs import JobOut, LastRun, ScheduledFields, told

router = MobileRouter(prefix="/mobile/system/jobs")
Mobile = Annotated[Principal, require("mobile")]
FAILED_WITHIN = timedelta(days=7)
MOST_FAILED = 20


class MobileScheduled(ScheduledFields):
    """One entry of the registry, with its last run."""

    last_run: LastRun | None


class MobileWorker(BaseModel):
    """A worker; `running` = jobs that it has at work."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    started_at: datetime
    alive: bool
    running: int


class FailedJob(JobOut):
    """A job of the user's that failed for good: `POST` to `retry_path` has it done again."""

    retry_path: str


class MobileJobs(BaseModel):
    """What happens by itself, who works, and what of the user's own work failed in the last seven days."""

    alive: bool = Field(description="A worker is alive: what is due is done.")
    scheduled: list[MobileScheduled]
    workers: list[MobileWorker]
    failed: list[FailedJob] = Field(description="The newest first; not those whose work was taken up again since.")


@router.get("", summary="What Steward does by itself, and what of mine failed", responses=reads())
async def mobile_jobs(principal: Mobile, runtime: RuntimeDep) -> MobileJobs:
    """Needs no scope `admin`: it tells nothing of other users."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        entries = await scheduled_jobs.entries(tx.session, runtime.scheduled_jobs.values())
        workers = await status.workers(tx.session)
        failed = await status.failures(tx, within=FAILED_WITHIN, limit=MOST_FAILED)
    return MobileJobs(
        alive=any(worker.alive for worker in workers),
        scheduled=[_scheduled(entry) for entry in entries],
        workers=[MobileWorker.model_validate(worker) for worker in workers],
        failed=[_failed(job) for job in failed],
    )


def _scheduled(entry: scheduled_jobs.Entry) -> MobileScheduled:
    last = LastRun.model_validate(entry.last_run) if entry.last_run else None
    return MobileScheduled(**told(entry), last_run=last)


def _failed(job: status.JobStatus) -> FailedJob:
    return FailedJob(**JobOut.model_validate(job).model_dump(), retry_path=f"/jobs/{job.id}/retry")
