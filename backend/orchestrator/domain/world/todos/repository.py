"""Reads and writes `todos`."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import ColumnElement, and_
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.repository import OwnedRepository
from orchestrator.domain.world.todos.model import Todo

todos = OwnedRepository(Todo, "todo")
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


async def made_from(session: AsyncSession, owner_id: UUID, kind: str, source_id: UUID) -> list[Todo]:
    """The todos that link to this source, locked."""
    statement = (
        todos.owned(owner_id)
        .where(and_(Todo.source_kind == kind, Todo.source_id == source_id))
        .order_by(Todo.id)
        .with_for_update()
    )
    return list(await session.scalars(statement))
