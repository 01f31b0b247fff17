"""Reads and writes `episodes`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, func, update

from orchestrator.db.repository import Order, OwnedRepository
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.episodes.model import Episode

episodes = OwnedRepository(
    Episode,
    "episode",
    order=Order("started_at", datetime.fromisoformat, lambda moment: moment.isoformat(), descending=True),
)


@dataclass(frozen=True)
class EpisodeFilter:
    """Which episodes: those that overlap [since, until) (aware)."""

    since: datetime | None = None
    until: datetime | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions over `episodes`."""
        found: list[ColumnElement[bool]] = []
        if self.since is not None:
            found.append(Episode.ended_at >= self.since)
        if self.until is not None:
            found.append(Episode.started_at < self.until)
        return found


async def of_thread(tx: Tx, thread_id: UUID, *, source: str) -> list[Episode]:
    """Those that were distilled from the thread, hidden ones too, oldest first."""
    statement = episodes.owned(tx.owner_id).where(Episode.thread_id == thread_id, Episode.source == source)
    ordered = statement.order_by(Episode.covers_since, Episode.id)
    return list(await tx.session.scalars(ordered.execution_options(populate_existing=True)))


async def loosen(tx: Tx, thread_ids: Sequence[UUID]) -> int:
    """Take the link to these threads out of the episodes that stay; answers how many had one."""
    statement = (
        update(Episode)
        .where(Episode.user_id == tx.owner_id, Episode.thread_id.in_(thread_ids))
        .values(
            thread_id=None,
            context=Episode.context.op("-")("thread_id"),
            version=Episode.version + 1,
            updated_at=func.steward_now(),
        )
        .returning(Episode.id)
        .execution_options(synchronize_session=False)
    )
    found: Sequence[Any] = (await tx.session.execute(statement)).all()
    return len(found)
