"""What does a run look like from outside? (api.md, `/runs`)"""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from orchestrator.agent.types.bundle import RunOut, StepRecord, TurnStatus

COMMENT_LIMIT = 4_000


class Feedback(BaseModel):
    """What the user thought of an answer."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"rating": "good", "comment": "On point."}]})

    rating: Literal["good", "bad"]
    comment: str | None = Field(default=None, max_length=COMMENT_LIMIT)


class RunListed(RunOut):
    """A run in a list: the fields of `run` and where it belongs. Without `thread_id` and `message_id`: a turn over the
    client's own history (`/v1/chat/completions`)."""

    thread_id: UUID | None
    message_id: UUID | None
    answer_message_id: UUID | None
    question: str
    state: Literal["running", "settled"]
    status: TurnStatus | None
    timezone: str
    locale: str
    feedback: Feedback | None
    started_at: datetime
    finished_at: datetime | None
    redacted_at: datetime | None


class RunExplained(RunListed):
    """A run with everything that explains it; `steps` are the rounds themselves here. `lessons`: what the model was
    told of its own errors and whether it helped (`helped` null: that can't be said), and what was learned of them."""

    steps: list[StepRecord]  # type: ignore[assignment]  # (api.md: the same name for the number and for the rounds)
    step_count: int
    verifier: list[dict[str, Any]]
    claims: list[dict[str, Any]]
    context: list[dict[str, Any]]
    lessons: list[dict[str, Any]] = Field(default_factory=list)
