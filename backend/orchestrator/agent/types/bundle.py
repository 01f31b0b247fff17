"""What does a turn answer? The bundle of api.md (Ask), the same for `/ask`, the stream's `final` and the stored run."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

TurnStatus = Literal["answered", "needs_input", "preview", "stopped"]
MoodName = Literal["question", "request", "statement", "confirmation", "unclear"]
RouteSource = Literal["rule", "model", "fallback"]
TierName = Literal["high", "medium", "low"]
Outcome = Literal["done", "waiting", "refused", "failed"]
StopReason = Literal[
    "final_answer",
    "needs_input",
    "preview",
    "max_steps",
    "max_tool_calls",
    "max_repairs",
    "deadline",
    "token_budget",
    "no_progress",
    "model_unavailable",
    "cancelled",
    "interrupted",
]
PreviewState = Literal["pending", "executing", "confirmed", "cancelled", "superseded", "expired", "undone", "unknown"]


class EntityOut(BaseModel):
    """An entity that an action or a result is about."""

    type: str
    id: str


class Action(BaseModel):
    """One proposed write or outbound call and what became of it, written by code from the ledger."""

    tool: str
    outcome: Outcome
    summary: str
    entity: EntityOut | None = None
    preview_id: str | None = None
    reason: str | None = None


class OptionOut(BaseModel):
    """One answer that a clarification offers."""

    id: str
    label: str


class NeedUserInputOut(BaseModel):
    """What only the user can say; answered by `reply_to_clarification`."""

    id: str
    kind: Literal["choice", "text", "confirm"]
    question: str
    options: list[OptionOut] = Field(default_factory=list)
    reason: str = ""


class PreviewResult(BaseModel):
    """What confirming did; `undo_until` is null where the inverse is not exact."""

    entity: EntityOut | None = None
    summary: str
    undo_until: datetime | None = None


class PreviewOut(BaseModel):
    """A frozen proposed write."""

    id: str
    tool: str
    title: str
    summary: str
    arguments: dict[str, Any]
    draft: dict[str, Any]
    digest: str
    editable_fields: list[str]
    timezone: str
    held_by_rule: str | None = None
    expires_at: datetime
    state: PreviewState
    superseded_by: str | None = None
    last_error: str | None = None
    result: PreviewResult | None = None


class LinkedItem(BaseModel):
    """A deep link to an entity that was inspected in this turn."""

    type: str
    id: str
    title: str


class ModelUse(BaseModel):
    """What one model was used for in a run. `cost_micros`: in micro-units of US dollars; null where no price of it is
    known."""

    role: str
    name: str
    effort: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_micros: int | None = 0


class RunCost(BaseModel):
    """What the models of a run cost, in micro-units rounded up: 0 for models at home. `unknown`: that of some is not
    known, so it is at least this."""

    micros: int = 0
    currency: str = "USD"
    unknown: bool = False


class RunOut(BaseModel):
    """How a turn was decided."""

    id: str
    intent: str = "general"
    mood: MoodName = "unclear"
    route_source: RouteSource = "rule"
    confidence: float = 0.0
    tier: TierName = "low"
    profile: str = "main"
    visible_tools: list[str] = Field(default_factory=list)
    steps: int = 0
    tool_calls: int = 0
    repairs: int = 0
    tool_visibility_escalations_count: int = 0
    clarification_requests_count: int = 0
    stop_reason: StopReason = "final_answer"
    models: list[ModelUse] = Field(default_factory=list)
    cost: RunCost = Field(default_factory=RunCost)
    duration_ms: int = 0


def id_text(known: UUID | None) -> str:
    """An id as the bundle has it; empty where there is none."""
    return str(known) if known is not None else ""


class Bundle(BaseModel):
    """The answer to a turn. `thread_id` and `message_id` are empty where it belongs to no thread."""

    thread_id: str
    message_id: str
    status: TurnStatus
    answer: str
    actions: list[Action] = Field(default_factory=list)
    need_user_input: NeedUserInputOut | None = None
    ui_directives: list[dict[str, Any]] = Field(default_factory=list)
    command_result: dict[str, Any] | None = None
    previews: list[PreviewOut] = Field(default_factory=list)
    linked_items: list[LinkedItem] = Field(default_factory=list)
    run: RunOut


class ProposalRecord(BaseModel):
    """One proposed call and its verdict, as `/runs/{id}` tells it. `read`: what its result was taken from, in the order
    in which it was shown."""

    tool: str
    arguments: Any
    verdict: Literal["accept", "repair", "reject", "hold"]
    reason: str = ""
    result_summary: str = ""
    outcome: str = ""
    effect: str = "read"
    origin: str = "own_data"
    duration_ms: int = 0
    entity: EntityOut | None = None
    preview_id: str | None = None
    read: list[EntityOut] = Field(default_factory=list)


class StepRecord(BaseModel):
    """One round of model and tools. `read`: entities and messages whose content entered the run in this step; an
    erasure of one of them redacts the run."""

    index: int
    model_call: dict[str, Any] = Field(default_factory=dict)
    proposals: list[ProposalRecord] = Field(default_factory=list)
    read: list[EntityOut] = Field(default_factory=list)


class Explanation(BaseModel):
    """Beside the steps: why the answer is as it is. `lessons`: `{"knowledge_id", "tool", "step", "told", "helped"}` of
    what the model was told of its errors, `{"knowledge_id", "told": false, "learned"}` of what it found out."""

    verifier: list[dict[str, Any]] = Field(default_factory=list)
    claims: list[dict[str, Any]] = Field(default_factory=list)
    context: list[dict[str, Any]] = Field(default_factory=list)
    lessons: list[dict[str, Any]] = Field(default_factory=list)
