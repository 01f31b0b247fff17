"""What does an episode look like from outside, and which work makes episodes?"""

from datetime import datetime
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, ConfigDict, Field
from pydantic.config import JsonDict

from orchestrator.domain.foundation.entities.schemas import LONG, EntityFields, EntityOut, JsonValue, Line, OptionalLine
from orchestrator.domain.people.conversations.schemas import AnyMoment
from orchestrator.kit.text import storable
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

EventType = Literal["conversation", "planning", "decision", "question", "task", "problem", "news", "idea"]
EVENT_TYPES: tuple[str, ...] = get_args(EventType)
"""What Steward calls a session; the user may call it anything."""
EXAMPLE: JsonDict = {
    "title": "Planning the trip to Lisbon",
    "summary": "The user decided to go to Lisbon from 3 to 9 May with Ana and asked for a hotel near the river.",
    "event_type": "planning",
    "started_at": "2026-03-02T18:00:00Z",
    "ended_at": "2026-03-02T18:40:00Z",
    "context": {"mood": "excited"},
}

Text = Annotated[
    str,
    BeforeValidator(lambda value: storable(value).strip() if isinstance(value, str) else value),
    Field(min_length=1, max_length=LONG),
]
Context = Annotated[dict[str, JsonValue], BeforeValidator(lambda value: {} if value is None else value)]


class EpisodeFields(EntityFields):
    """An episode as a client gives it. Without times it is of now; without an offset they are the user's."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    title: Line
    summary: Text
    event_type: Line = "conversation"
    session_id: OptionalLine = None
    started_at: AnyMoment | None = None
    ended_at: AnyMoment | None = None
    context: Context = Field(default_factory=dict)


class EpisodeOut(EntityOut):
    """What happened in a session. `session_id`: the id of its first message.

    `context` of one that Steward distilled: `thread_id`, `messages`, `user_messages`, `participants[]`, `generated_by`
    (a model's name, or `reader` for sentences that were taken from the messages by code)."""

    title: str
    summary: str
    event_type: str
    session_id: str | None
    started_at: datetime
    ended_at: datetime
    context: dict[str, Any]


DISTIL = JobType("episodes.distil", Scheduled, max_attempts=2, timeout_s=900.0)
"""Write down the sessions of all users that have ended."""
