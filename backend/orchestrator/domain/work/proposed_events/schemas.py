"""What does a proposed event look like from outside? (api.md, Proposed events)"""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from orchestrator.domain.foundation.entities.schemas import WallTimeOut
from orchestrator.domain.work.proposed_events.likelihood import Confidence
from orchestrator.domain.work.proposed_events.rules import Decision
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

KIND = "proposed_event"
State = Literal["pending", "accepted", "dismissed", "expired"]
DAILY = JobType("proposed_events_daily", Scheduled, timeout_s=1_800.0)


class SuggestedContact(BaseModel):
    """Somebody who may have been there, and why."""

    contact_id: UUID
    name: str
    why: str


class PlaceCandidate(BaseModel):
    """Another place that it may have been."""

    place_id: UUID
    name: str
    distance_m: float


class FieldEvidence(BaseModel):
    """What a field stands on: a `stay`, `place`, `contact` or `event`; once it was accepted, `user` where they
    changed it."""

    field: str
    kind: str
    id: UUID
    text: str


class ProposedEventOut(BaseModel):
    """An event that Steward proposes. `start_at`, `end_at`: wall time of `timezone`, as of events;
    `suggested_summary`: becomes the event's description."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    state: State
    confidence: Confidence
    title: str
    start_at: WallTimeOut
    end_at: WallTimeOut
    timezone: str
    place_id: UUID | None
    place_candidates: list[PlaceCandidate]
    suggested_summary: str
    suggested_contacts: list[SuggestedContact]
    reason: str
    evidence: list[FieldEvidence]
    expires_at: datetime
    event_id: UUID | None = Field(description="The event that it became.")


class Acceptance(BaseModel):
    """What the user changed in it, by the fields of an event."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"edits": {"title": "Dinner with Ana"}}]})

    edits: dict[str, Any] = Field(default_factory=dict, max_length=30)


class Dismissal(BaseModel):
    """Why it is none; `later` hides it for a week, at most twice."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"reason": "not_an_event"}]})

    reason: Decision
