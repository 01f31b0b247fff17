"""How is background work told? What the operator's view (`/system/jobs`) and the app's share."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from orchestrator.scheduling.history import Outcome
from orchestrator.scheduling.scheduled_jobs import Entry


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


class TriggerOut(BaseModel):
    """`daily` at `utc_time` (HH:MM), `interval` every `interval_s`, or `external`."""

    kind: Literal["daily", "interval", "external"]
    utc_time: str | None
    interval_s: float | None


class LastRun(BaseModel):
    """The newest tick or run whose outcome is known; what never began has no `started_at`."""

    model_config = ConfigDict(from_attributes=True)

    outcome: Outcome
    started_at: datetime | None
    finished_at: datetime | None
    late_s: float | None


class ScheduledFields(BaseModel):
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


def told(entry: Entry) -> dict[str, Any]:
    """The values of `ScheduledFields`."""
    return {
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
    }
