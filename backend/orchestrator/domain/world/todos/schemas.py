"""What does a todo look like from outside?"""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.config import JsonDict

from orchestrator.domain.foundation.entities.schemas import (
    EntityFields,
    EntityOut,
    Line,
    LongText,
    OptionalLine,
    WallTime,
    WallTimeOut,
)
from orchestrator.domain.people.accounts.schemas import Zone
from orchestrator.scheduling.async_jobs import JobType

EXAMPLE: JsonDict = {
    "title": "Renew the passport",
    "due_at": "2026-12-01T18:00:00",
    "remind_at": "2026-11-30T09:00:00",
    "timezone": "America/Sao_Paulo",
    "priority": 1,
}

_WORDS = {"high": 1, "medium": 5, "normal": 5, "low": 9}


def _priority(value: object) -> object:
    if isinstance(value, str):
        return _WORDS.get(value.strip().lower(), value) if value.strip() else None
    return value


Priority = Annotated[Annotated[int, Field(ge=1, le=9)] | None, BeforeValidator(_priority)]
"""1 (highest) to 9, as in iCalendar; "high", "medium" and "low" are understood."""


class TodoFields(EntityFields):
    """A todo as a client gives it. Times without an offset are wall time in `timezone`, the user's where it is absent;
    a due date without a time is due at the end of that day."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    title: Line
    notes: LongText = None
    due_at: WallTime = None
    remind_at: WallTime = None
    timezone: Zone | None = None
    done_at: WallTime = None
    priority: Priority = None
    source_kind: OptionalLine = None
    source_id: UUID | None = None


class TodoOut(EntityOut):
    """A todo."""

    title: str
    notes: str | None
    due_at: WallTimeOut | None
    remind_at: WallTimeOut | None
    timezone: str
    done_at: WallTimeOut | None
    priority: int | None
    source_kind: str | None
    source_id: UUID | None


class TodoReminder(BaseModel):
    """The todo, and the instant at which it was to be reminded of when this was planned."""

    todo_id: UUID
    remind_at: datetime


REMIND = JobType("todos.remind", TodoReminder)
"""Done by work/pushes, which lies higher."""
