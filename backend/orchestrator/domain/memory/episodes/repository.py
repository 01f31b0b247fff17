"""Reads and writes `episodes`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, text, update
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.repository import EntityRow, Order, OwnedRepository
from orchestrator.db.tx import Tx


class Episode(EntityRow):
    """What happened in a session. One that Steward distilled covers what was said in `thread_id` from `covers_since` to
    `covers_until`; `made_from`: the state of those messages then, empty where it is to be made again."""

    __tablename__ = "episodes"

    title: Mapped[str] = mapped_column()
    summary: Mapped[str] = mapped_column()
    event_type: Mapped[str] = mapped_column()
    session_id: Mapped[str | None] = mapped_column()
    started_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    ended_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    context: Mapped[dict[str, Any]] = mapped_column(default=dict)
    thread_id: Mapped[UUID | None] = mapped_column()
    covers_since: Mapped[datetime | None] = mapped_column()
    covers_until: Mapped[datetime | None] = mapped_column()
    made_from: Mapped[str | None] = mapped_column()


episodes = OwnedRepository(
    Episode,
    "episode",
    order=Order("started_at", datetime.fromisoformat, lambda moment: moment.isoformat(), descending=True),
)


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
