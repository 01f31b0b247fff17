"""What does an event look like from outside?"""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.config import JsonDict

from orchestrator.domain.ground.entities.schemas import (
    MANY,
    EntityFields,
    EntityOut,
    JsonValue,
    Line,
    LongText,
    OptionalLine,
    OrEmpty,
    WallTime,
)
from orchestrator.domain.people.accounts.schemas import Zone

Status = Literal["confirmed", "tentative", "cancelled"]

EXAMPLE: JsonDict = {
    "title": "Dentist",
    "start_at": "2026-11-27T10:00:00",
    "end_at": "2026-11-27T11:00:00",
    "timezone": "America/Sao_Paulo",
    "location_text": "Rua Augusta 10",
    "participants": [{"name": "Ana Souza", "email": "ana@example.org"}],
}


def _participant(value: object) -> object:
    if isinstance(value, str):
        return {"email": value} if "@" in value else {"name": value}
    return value


class ParticipantIn(BaseModel):
    """Someone who takes part: a contact, or whoever has this name or email. A plain string is accepted too."""

    contact_id: UUID | None = None
    name: OptionalLine = None
    email: OptionalLine = None
    role: OptionalLine = None

    @model_validator(mode="after")
    def _is_someone(self) -> "ParticipantIn":
        if self.contact_id is None and self.name is None and self.email is None:
            msg = "a participant has a `contact_id`, a `name` or an `email`"
            raise ValueError(msg)
        return self


class ParticipantOut(BaseModel):
    """Someone who takes part."""

    contact_id: UUID | None = None
    name: str | None = None
    email: str | None = None
    role: str | None = None


class EventFields(EntityFields):
    """An event as a client gives it.

    Times without an offset are wall time in `timezone` (the user's where it is absent); with one they are converted to
    it. With `all_day`, or where `start_at` is a date, they are dates and `end_at` is the day after the last.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    title: Line
    description: LongText = None
    start_at: Annotated[WallTime, Field(description="ISO 8601; local wall time, an instant, or a date.")]
    end_at: WallTime = None
    timezone: Zone | None = None
    all_day: bool = False
    place_id: UUID | None = None
    location_text: LongText = None
    participants: Annotated[
        list[Annotated[ParticipantIn, BeforeValidator(_participant)]], OrEmpty, Field(max_length=MANY)
    ] = Field(default_factory=list)
    recurrence: JsonValue | None = Field(default=None, description="RFC 5545 lines, as text, list or object.")
    status: Status = "confirmed"
    busy: bool = True
    calendar: OptionalLine = None

    @model_validator(mode="after")
    def _has_start(self) -> "EventFields":
        if self.start_at is None:
            msg = "an event has a `start_at`"
            raise ValueError(msg)
        if "all_day" not in self.model_fields_set and not isinstance(self.start_at, datetime):
            self.__dict__["all_day"] = True  # a date alone is a whole day; it was not said, so it is not "set"
        return self


class EventOut(EntityOut):
    """An event. `start_utc`, `end_utc` are the instants of its wall times; all-day times are dates."""

    title: str
    description: str | None
    start_at: date | datetime
    end_at: date | datetime | None
    timezone: str
    all_day: bool
    start_utc: datetime
    end_utc: datetime
    place_id: UUID | None
    location_text: str | None
    participants: list[ParticipantOut]
    recurrence: Any | None
    status: Status
    busy: bool
    calendar: str | None
    action_items: list[dict[str, Any]] = Field(
        default_factory=list, description="Of its meeting: `text`, `assignee`, `email`, `quote`, `todo_id`."
    )
    meeting: dict[str, Any] | None = Field(
        default=None, description="Of its transcript: `meeting_id`, `summary`, `generated_by`, `origin`; others' words."
    )
