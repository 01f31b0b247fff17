"""How are jobs and workers stored? (db_migrations/0006, 0020, 0056)"""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, DateTime, Interval, Sequence, func, literal, text
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base
from orchestrator.kit.ids import new_id

NOW: ColumnElement[datetime] = func.steward_now(type_=DateTime(timezone=True))
"""The one clock of jobs and leases, so that tests and replicas agree."""

CLOCKS_AGREE_WITHIN_S = 5.0
"""What lies further ahead than this and its own delay says that the clock went back."""
ARRIVALS = Sequence("async_jobs_arrivals")
"""The order of arrival: of submissions with one key the newest counts."""


SHORT = text(
    "set_config('idle_in_transaction_session_timeout', '5000', true) <> ''"
    " and (current_setting('server_version_num')::integer < 170000"
    " or set_config('transaction_timeout', '10000', true) <> '')"
)
"""A condition, always true, of statements that lock what others wait for: a process that stands still in the middle of
such a transaction loses it after 5 s; where Postgres expects the rest of a message, after 10 s (from Postgres 17 on).
Not a statement of its own: that would be a round trip more."""


def in_seconds(seconds: float) -> ColumnElement[datetime]:
    """So many seconds from now by that clock (or before now, where negative)."""
    return NOW + literal(timedelta(seconds=seconds), Interval())


class AsyncJob(Base):
    """A job. `claim` is the fencing token of the attempt that runs; `user_id` None = the system's own work;
    `deaths`: how often the process that ran it ended in the middle."""

    __tablename__ = "async_jobs"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[UUID | None]
    job_type: Mapped[str]
    payload: Mapped[dict[str, Any]]
    dedupe_key: Mapped[str | None]
    state: Mapped[str] = mapped_column(default="pending")
    run_after: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    attempts: Mapped[int] = mapped_column(default=0)
    deaths: Mapped[int] = mapped_column(default=0)
    max_attempts: Mapped[int]
    claim: Mapped[UUID | None]
    worker_id: Mapped[UUID | None]
    lease_until: Mapped[datetime | None]
    last_error: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    updated_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    progress_done: Mapped[int | None]
    progress_total: Mapped[int | None]
    arrival: Mapped[int] = mapped_column(server_default=ARRIVALS.next_value())
    waiting_since: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    scheduled: Mapped[bool] = mapped_column(default=False)


class JobWorker(Base):
    """A worker, as long as it lives; a killed one's row is left until it is pruned."""

    __tablename__ = "job_workers"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    host: Mapped[str]
    started_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    heartbeat_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
