"""What does an interaction look like from outside, and what is counted of them?"""

import math
from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.config import JsonDict

from orchestrator.domain.foundation.entities.schemas import LONG, EntityFields, EntityOut, Line, LongText
from orchestrator.domain.memory.interactions.scoring import Trend
from orchestrator.kit.text import storable
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

MOST_LATENCY_MS = 86_400_000
MOST_EDITS = 1_000_000
EXAMPLE: JsonDict = {
    "session_id": "2026-03-02-a",
    "agent": "claude-code",
    "model": "sonnet",
    "prompt": "Write a test for the parser",
    "response": "def test_parser() -> None: …",
    "was_corrected": True,
    "correction": "No classes around tests",
    "latency_ms": 2100,
    "edit_count": 1,
}


def _whole(value: object) -> object:
    return round(value) if isinstance(value, float) and math.isfinite(value) else value


Text = Annotated[
    str,
    BeforeValidator(lambda value: storable(value) if isinstance(value, str) else value),
    Field(max_length=LONG),
]
Latency = Annotated[Annotated[int, Field(ge=0, le=MOST_LATENCY_MS)] | None, BeforeValidator(_whole)]
Edits = Annotated[int, Field(ge=0, le=MOST_EDITS)]


class InteractionFields(EntityFields):
    """One generation by some agent, as whoever watched it tells it. `latency_ms`: until the answer was there;
    `edit_count`: changes that the user made to it by hand."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    session_id: Line
    agent: Line
    model: Line
    prompt: Text
    response: Text
    was_corrected: bool
    correction: LongText = None
    latency_ms: Latency = None
    edit_count: Edits = 0


class InteractionOut(EntityOut):
    """An interaction. `friction_score`: 0 to 1 (docs/decisions/0033); `vibe_match`: a long answer that was left as it
    came; `client`: the MCP client that reported it. A turn of Steward's own has a `run_id` (and a `thread_id`): its
    words are those of the run, its `session_id` that of the session's episode, and `signs` say how the user took it:
    edited, undone, rated_bad, rejected, rated_good."""

    session_id: str
    agent: str
    model: str
    prompt: str
    response: str
    was_corrected: bool
    correction: str | None
    latency_ms: int | None
    edit_count: int
    friction_score: float
    vibe_match: bool
    client: str | None
    run_id: UUID | None = None
    thread_id: UUID | None = None
    signs: list[str] = Field(default_factory=list)


class Tally(BaseModel):
    """Some interactions, counted. Rates and scores are means, 0 to 1; null where there is nothing to count."""

    interactions: int
    corrected: int
    correction_rate: float | None
    friction_score: float | None
    latency_ms_p50: float | None
    vibe_matches: int


class AgentTally(BaseModel):
    """The interactions of one agent with one model, counted."""

    agent: str
    model: str
    interactions: int
    corrected: int
    correction_rate: float
    friction_score: float
    latency_ms_p50: float | None
    vibe_matches: int


class AgentComparison(BaseModel):
    """Agents compared, those with most interactions first."""

    agents: list[AgentTally]


class FrictionParts(BaseModel):
    """What the mean friction is made of; the parts add up to it."""

    corrections: float
    edits: float
    latency: float


class FrictionEvent(BaseModel):
    """A generation that cost the user something."""

    id: UUID
    session_id: str
    agent: str
    model: str
    at: datetime
    friction_score: float
    correction: str | None


class SessionTally(BaseModel):
    """The interactions of one session, counted."""

    session_id: str
    interactions: int
    corrected: int
    friction_score: float
    last_at: datetime


class Friction(BaseModel):
    """Where the friction is. `events`: the worst, the newest first where they are alike; `sessions`: those with the
    highest mean."""

    total: Tally
    parts: FrictionParts
    sessions: list[SessionTally]
    events: list[FrictionEvent]


class TrendPoint(Tally):
    """One day or week (that begins then), in the user's zone."""

    date: date


class Trends(BaseModel):
    """Interactions over time; days without any are left out."""

    bucket: Literal["day", "week"]
    items: list[TrendPoint]


class ActiveRule(BaseModel):
    """A rule that the session's agent was told."""

    id: UUID
    text: str


class SessionTelemetry(Tally):
    """One session as it stands. `state`: running until nothing was said, called or reported for 30 minutes; `last_at`:
    when something last was. `recent`: the mean friction of its last five generations; `trend`: how that stands to those
    before; `alignment`: 1 − `recent`; both null where there are none. `active_rules`: that its agent was told last and
    that bind."""

    session_id: str
    state: Literal["running", "ended"]
    started_at: datetime
    last_at: datetime
    recent: float | None
    trend: Trend
    alignment: float | None
    active_rules: list[ActiveRule]
    agents: list[AgentTally]


class Cluster(BaseModel):
    """Corrections that are about the same thing. `label`: the one nearest to the others; `terms`: words that they
    share."""

    label: str
    terms: list[str]
    interactions: int
    share: float
    friction_score: float
    agents: list[str]
    interaction_ids: list[UUID]
    first_at: datetime
    last_at: datetime


class VibeMap(BaseModel):
    """What was corrected again and again. `alone`: corrections that are like no other; `looked_at`: the newest
    corrections that were compared."""

    clusters: list[Cluster]
    alone: int
    looked_at: int


class Style(BaseModel):
    """How answers were received. Characters: medians of long answers that were left as they came, and of those that
    were corrected; null where there is none."""

    interactions: int
    corrected: int
    vibe_matches: int
    kept_characters_p50: int | None
    corrected_characters_p50: int | None


class CallOut(BaseModel):
    """One call of a tool by an outside agent. `told`: what its answer was made of."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    client: str
    known_as: str
    tool: str
    outcome: str
    session_id: str | None
    preview_id: UUID | None
    told: list[dict[str, Any]]
    duration_ms: int
    created_at: datetime


PRUNE_CALLS = JobType("interactions.prune", Scheduled)
"""Forget which calls were made long ago."""
JUDGE = JobType("interactions.judge", Scheduled)
"""See which answers the user let stand."""
INFER = JobType("interactions.infer", Scheduled, max_attempts=2, timeout_s=900.0)
"""Name the principles that corrected answers violated."""
