"""What does an event look like from outside?"""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator
from pydantic.config import JsonDict

from orchestrator.domain.foundation.entities.schemas import (
    MANY,
    EntityFields,
    EntityOut,
    JsonValue,
    Line,
    LongText,
    OptionalLine,
    OrEmpty,
    WallTime,
    WallTimeOut,
)
from orchestrator.domain.people.accounts.schemas import Zone
from orchestrator.domain.world.events.recurrence.recurrence_set import is_none
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

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


def _said(value: object) -> object:
    return None if is_none(value) else value


class ParticipantIn(BaseModel):
    """Someone who takes part: a contact, or whoever has this name or email. A plain string is accepted too."""

    contact_id: UUID | None = None
    name: OptionalLine = None
    email: OptionalLine = None
    role: OptionalLine = None

    @field_validator("email")
    @classmethod
    def _is_address(cls, value: str | None) -> str | None:
        if value is not None and not all(value.rpartition("@")):
            msg = "an email address is written name@domain"
            raise ValueError(msg)
        return value

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


class OverrideIn(BaseModel):
    """What one occurrence of a series has of its own; what it does not name is as in the series."""

    recurrence_id: Annotated[WallTime, Field(description="The start that the series gives to it.")]
    following: bool = Field(default=False, description="This occurrence and all later ones.")
    by_user: bool | None = Field(default=None, description="False: what its source says may replace it.")
    start_at: WallTime = None
    end_at: WallTime = None
    title: OptionalLine = None
    description: LongText = None
    location_text: LongText = None
    place_id: UUID | None = None
    participants: (
        Annotated[
            list[Annotated[ParticipantIn, BeforeValidator(_participant, json_schema_input_type=ParticipantIn | str)]],
            Field(max_length=MANY),
        ]
        | None
    ) = None
    status: Status | None = None
    busy: bool | None = None
    all_day: bool | None = Field(
        default=None, description="Of one that lasts whole days in a series that does not, or the other way round."
    )

    @model_validator(mode="after")
    def _has_place(self) -> "OverrideIn":
        if self.recurrence_id is None:
            msg = "an override has a `recurrence_id`"
            raise ValueError(msg)
        return self


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
        list[Annotated[ParticipantIn, BeforeValidator(_participant, json_schema_input_type=ParticipantIn | str)]],
        OrEmpty,
        Field(max_length=MANY),
    ] = Field(default_factory=list)
    recurrence: Annotated[JsonValue | None, BeforeValidator(_said)] = Field(
        default=None, description="RFC 5545 lines (RRULE, RDATE, EXDATE), as text, list or object."
    )
    overrides: Annotated[list[OverrideIn], OrEmpty, Field(max_length=MANY)] = Field(
        default_factory=list, description="Of a series: its occurrences that differ, or are called off."
    )
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


class ElsewhereOut(BaseModel):
    """Of an event in a calendar elsewhere that may be written into, once the user changed it here: `waiting` (it goes
    there; `error`: why it has not yet), `written`, or `refused` (it is changed here only; `error` says why). `note`:
    what was found there meanwhile."""

    model_config = ConfigDict(from_attributes=True)

    state: Literal["waiting", "written", "refused"]
    error: str | None = None
    note: str | None = None
    since: datetime


class EventOut(EntityOut):
    """An event, or one occurrence of a series: then `id` is the series', the times are its own, and `recurrence_id` is
    the start that the series gives to it. `start_utc`, `end_utc` are the instants of its wall times; all-day times are
    dates."""

    title: str
    description: str | None
    start_at: WallTimeOut
    end_at: WallTimeOut | None
    timezone: str
    all_day: bool
    start_utc: datetime
    end_utc: datetime
    place_id: UUID | None
    location_text: str | None
    participants: list[ParticipantOut]
    recurrence: Any | None
    recurrence_id: WallTimeOut | None = Field(default=None, description="Of one occurrence of a series.")
    overrides: list[dict[str, Any]] = Field(default_factory=list)
    status: Status
    busy: bool
    calendar: str | None
    action_items: list[dict[str, Any]] = Field(
        default_factory=list, description="Of its meeting: `text`, `assignee`, `email`, `quote`, `todo_id`."
    )
    meeting: dict[str, Any] | None = Field(
        default=None, description="Of its transcript: `meeting_id`, `summary`, `generated_by`, `origin`; others' words."
    )
    absent_since: datetime | None = Field(
        default=None, description="Since when it is no longer in the feed that it came from; the user's edits keep it."
    )
    elsewhere: ElsewhereOut | None = Field(
        default=None, description="Whether what was changed here is in its calendar elsewhere; null where it has none."
    )


class WriteOut(BaseModel):
    """Payload of `events.write_out`."""

    event_id: UUID


EXPAND = JobType("events.expand", Scheduled)
"""Expand all users' series around now."""
WRITE_OUT: JobType[Any] = JobType("events.write_out", WriteOut, timeout_s=600.0)
"""Write what was changed of an event into its calendar elsewhere (`connections/write_out.py`)."""
