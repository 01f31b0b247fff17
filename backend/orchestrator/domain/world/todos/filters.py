"""Which todos are meant? As conditions over their table."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import ColumnElement

from orchestrator.domain.world.todos.repository import Todo

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
