"""What do threads and messages look like from outside, what may an ingested conversation hold (api.md), and which work
do threads put off?"""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from orchestrator.domain.foundation.entities.schemas import Lines, OptionalLine
from orchestrator.kit.text import storable
from orchestrator.kit.zones import written
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.status import JobStatus

TITLE_LIMIT = 500
TEXT_LIMIT = 100_000
SPEAKER_LIMIT = 320
MESSAGES_LIMIT = 10_000
YEARS = range(1900, 2201)
"""Outside of these a timestamp is a mistake, and shifting it to another zone may overflow."""


def _plausible(moment: datetime) -> datetime:
    if moment.year not in YEARS:
        msg = f"the year is outside {YEARS.start} to {YEARS.stop - 1}"
        raise ValueError(msg)
    return moment if moment.tzinfo is None else moment.astimezone(UTC)


def _trimmed(text: str) -> str:
    return storable(text).strip()


Moment = Annotated[AwareDatetime, BeforeValidator(written), AfterValidator(_plausible)]
AnyMoment = Annotated[datetime, BeforeValidator(written), AfterValidator(_plausible)]
"""Naive where it came without an offset: wall time in the user's zone."""
Title = Annotated[str, Field(max_length=TITLE_LIMIT), AfterValidator(_trimmed)]


class SummariseThread(BaseModel):
    """Payload of `conversations.summarise`."""

    thread_id: UUID


SUMMARISE = JobType("conversations.summarise", SummariseThread, timeout_s=720.0)
"""Summarise the oldest messages of a thread that is past its window."""


class SummaryOut(BaseModel):
    """What `count` messages said, from the first to the last of them. `generated_by`: the model's name, or `reader` for
    sentences that were taken from the messages by code."""

    id: UUID
    text: str
    from_id: UUID
    to_id: UUID
    count: int
    created_at: datetime
    origin: str
    generated_by: str


class SummarisingOut(BaseModel):
    """The next summary of a thread, as `GET /jobs/{job_id}` tells it. `last_error`: what went wrong with the last try;
    until the summary is there the window stays as it was."""

    job_id: UUID
    state: Literal["pending", "running", "failed"]
    run_after: datetime
    attempts: int
    last_error: str | None

    @classmethod
    def of(cls, job: JobStatus | None) -> "SummarisingOut | None":
        """The job that makes it, where there is one that is not done."""
        if job is None:
            return None
        return cls.model_validate({**asdict(job), "job_id": job.id})


class ThreadOut(BaseModel):
    """A conversation. `summaries`: what stands for its older messages in prompts, oldest first; empty while the thread
    fits a prompt's window. `summarising`: a summary that is under way or failed."""

    id: UUID
    external_id: str | None
    source: str | None
    origin: str
    created_at: datetime
    updated_at: datetime
    version: int
    tags: list[str]
    title: str
    last_message_at: datetime | None
    archived_at: datetime | None
    summaries: list[SummaryOut] = Field(default_factory=list)
    summarising: SummarisingOut | None = None


class ThreadPatch(BaseModel):
    """What may be changed of a thread; an absent field stays."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"title": "Trip to Lisbon"}]})

    title: Title | None = None
    archived_at: Moment | None = None
    tags: list[Annotated[str, Field(max_length=100), AfterValidator(_trimmed)]] | None = Field(
        default=None, max_length=50
    )

    def values(self) -> dict[str, Any]:
        """The columns to change."""
        empty: dict[str, Any] = {"title": "", "tags": []}
        given = {name: getattr(self, name) for name in self.model_fields_set}
        return {name: empty.get(name) if value is None else value for name, value in given.items()}


class MessageOut(BaseModel):
    """One entry of a thread."""

    id: UUID
    thread_id: UUID
    external_id: str | None
    role: Literal["user", "assistant", "system"]
    content: str
    origin: str
    speaker: str | None
    metadata: dict[str, Any]
    run_id: UUID | None
    at: datetime
    created_at: datetime
    updated_at: datetime


class ConversationMessageIn(BaseModel):
    """One message of an ingested conversation."""

    external_id: OptionalLine = None
    speaker: Annotated[str, Field(min_length=1, max_length=SPEAKER_LIMIT), AfterValidator(_trimmed)]
    text: Annotated[str, Field(max_length=TEXT_LIMIT), AfterValidator(storable)]
    at: AnyMoment


class ConversationIn(BaseModel):
    """A conversation from elsewhere; idempotent by `source` + `external_id`."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "external_id": "chat-7",
                    "title": "Weekend",
                    "source": "chat-export",
                    "messages": [
                        {
                            "external_id": "m1",
                            "speaker": "me",
                            "text": "Dinner on Friday?",
                            "at": "2026-03-02T18:00:00Z",
                        },
                        {"external_id": "m2", "speaker": "Ana", "text": "Yes, at 8.", "at": "2026-03-02T18:01:00Z"},
                    ],
                }
            ]
        }
    )

    external_id: OptionalLine = None
    source: OptionalLine = None
    title: Title = ""
    tags: Lines = Field(default_factory=list)
    messages: list[ConversationMessageIn] = Field(default_factory=list, max_length=MESSAGES_LIMIT)
    restore: bool = False

    @field_validator("title", mode="before")
    @classmethod
    def _absent(cls, value: object) -> object:
        return "" if value is None else value
