"""Reads and writes `todos`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import ARRAY, ColumnElement, any_, cast
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.repository import OwnedRepository
from orchestrator.domain.world.todos.model import Todo

todos = OwnedRepository(Todo, "todo")
_UUIDS = ARRAY(PgUUID(as_uuid=True))
TodoStatus = Literal["open", "done", "overdue", "all"]


@dataclass(frozen=True)
class TodoFilter:
    """Which todos: by status (`overdue` needs `now`), due in [since, until) (aware)."""

    status: TodoStatus = "all"
    now: datetime | None = None
    since: datetime | None = None
    until: datetime | None = None
    ids: tuple[UUID, ...] | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions over `todos`."""
        found: list[ColumnElement[bool]] = []
        if self.status in {"open", "overdue"}:
            found.append(Todo.done_at.is_(None))
        if self.status == "overdue":
            found.append(Todo.due_utc < self.now)
        if self.status == "done":
            found.append(Todo.done_at.is_not(None))
        if self.since is not None:
            found.append(Todo.due_utc >= self.since)
        if self.until is not None:
            found.append(Todo.due_utc < self.until)
        if self.ids is not None:
            found.append(Todo.id.in_(self.ids))
        return found


async def made_from(session: AsyncSession, owner_id: UUID, sources: Sequence[tuple[str, UUID]]) -> list[Todo]:
    """The todos that link to any of these sources, locked."""
    ids = sorted({source_id for _, source_id in sources})
    statement = (
        todos.owned(owner_id)
        .where(Todo.source_kind.in_({kind for kind, _ in sources}), Todo.source_id == any_(cast(ids, _UUIDS)))
        .order_by(Todo.id)
        .with_for_update()
    )
    named = set(sources)
    return [row for row in await session.scalars(statement) if (row.source_kind, row.source_id) in named]
