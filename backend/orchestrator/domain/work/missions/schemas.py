"""What does a mission look like from outside? (api.md, Agents, missions, …)"""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, model_validator

from orchestrator.kit.numbers import NUMBER
from orchestrator.kit.text import storable
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

KIND = "mission"
State = Literal[
    "draft", "planned", "approved", "running", "waiting", "paused", "done", "partial", "failed", "cancelled"
]
OVER = frozenset({"done", "partial", "failed", "cancelled"})
StepState = Literal["pending", "running", "waiting", "done", "failed", "skipped"]
DelegationMode = Literal["pre_approved", "per_request", "mesh"]
Label = Literal["verified", "supported", "unverified"]

GOAL_CHARACTERS = 4_000
DEFAULT_TOKENS = 60_000
DEFAULT_MINUTES = 30.0
DEFAULT_CALLS = 60


class MissionRef(BaseModel):
    """Which mission a job is about."""

    mission_id: UUID


PLAN = JobType("missions.plan", MissionRef, max_attempts=3, timeout_s=600.0)
RUN = JobType("missions.run", MissionRef, max_attempts=5, retry_delay_s=5.0, timeout_s=1_800.0)
WATCH = JobType("missions_watch", Scheduled, timeout_s=60.0)


def _said(value: str) -> str:
    text = storable(value).strip()
    if not text:
        msg = "it may not be blank"
        raise ValueError(msg)
    return text


def _utc(moment: datetime) -> datetime:
    if not 1970 < moment.year < 2200:
        msg = "the year is out of range"
        raise ValueError(msg)
    return moment.astimezone(UTC)


Words = Annotated[str, AfterValidator(_said)]
Moment = Annotated[AwareDatetime, AfterValidator(_utc)]


class Budget(BaseModel):
    """The most that a mission may use; what is absent or null has the usual bound. `money`: in `currency`, up to six
    decimals; null: money is not bounded where nothing that it uses has a price."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    tokens: Annotated[int, Field(ge=0, le=100_000_000), NUMBER] | None = None
    money: Annotated[float, Field(ge=0, le=1_000_000), NUMBER] | None = None
    currency: Annotated[str, Field(min_length=3, max_length=3)] = "USD"
    minutes: Annotated[float, Field(gt=0, le=10_000), NUMBER] | None = None
    calls: Annotated[int, Field(ge=1, le=10_000), NUMBER] | None = None


class TypedCheck(BaseModel):
    """What code can look at: `contains` (words that the deliverable holds), `file` (a path among the deliverables),
    `calls` (a tool that was called with success), `items` (at least so many list lines)."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["contains", "file", "calls", "items"]
    text: str = Field(default="", max_length=500)
    path: str = Field(default="", max_length=300)
    tool: str = Field(default="", max_length=120)
    at_least: Annotated[int, Field(ge=0, le=10_000), NUMBER] = 1


Check = Annotated[Words, Field(max_length=500)] | TypedCheck
Named = Annotated[Words, Field(max_length=120)]


class MissionFields(BaseModel):
    """A goal, and what may be used for it. `deliverable`: a file name, or what is wanted in words; `checks`: what has
    to hold at the end, as words that the deliverable has to hold, or typed; `agents`, `tools`: who and what may be
    used, any where empty."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "goal": "Review my week",
                    "deliverable": "weekly-review.md",
                    "checks": [],
                    "deadline": None,
                    "budget": {"tokens": 60000, "money": None, "currency": "USD", "minutes": 30, "calls": 60},
                    "delegation": "per_request",
                    "agents": [],
                    "tools": [],
                }
            ]
        },
    )

    goal: Annotated[Words, Field(max_length=GOAL_CHARACTERS)]
    deliverable: Annotated[str, Field(max_length=500), AfterValidator(storable)] = ""
    checks: list[Check] = Field(default_factory=list, max_length=20)
    deadline: Moment | None = None
    budget: Budget = Field(default_factory=Budget)
    delegation: DelegationMode = "per_request"
    agents: list[Named] = Field(default_factory=list, max_length=20)
    tools: list[Named] = Field(default_factory=list, max_length=100)


class Replan(BaseModel):
    """What is to be different."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"feedback": "Leave the documents out"}]})

    feedback: Annotated[str, Field(max_length=4_000), AfterValidator(storable)] = ""


class Approval(BaseModel):
    """The plan that was read."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"plan_hash": "9f2c…"}]})

    plan_hash: str = Field(min_length=1, max_length=100)


class QuestionAnswer(BaseModel):
    """One of the options, or words."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"option_id": "1"}]})

    text: Annotated[Words, Field(max_length=4_000)] | None = None
    option_id: Annotated[str, Field(min_length=1, max_length=100)] | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> "QuestionAnswer":
        if (self.text is None) == (self.option_id is None):
            msg = "an answer has either `option_id` or `text`"
            raise ValueError(msg)
        return self


class MissionStepOut(BaseModel):
    """One step of the plan. `calls`: tool calls that are fixed already; `inputs`: what it takes from earlier steps;
    `output`: the JSON Schema of what it gives; `items`, `over`: of
    kind `map`, what it is done for each of; `error`: why it failed."""

    id: str
    goal: str
    agent: str
    tools: list[str]
    needs: list[str]
    check: dict[str, Any]
    state: StepState
    attempts: int
    kind: str = "agent"
    inputs: dict[str, str] = Field(default_factory=dict)
    output: dict[str, Any] = Field(default_factory=dict)
    items: list[str] = Field(default_factory=list)
    over: str = ""
    risk: str = "read"
    retries: int = 0
    calls: list[dict[str, Any]] = Field(default_factory=list)
    error: str | None = None


class PlanOut(BaseModel):
    """The plan; the user approves its `hash`."""

    hash: str | None
    steps: list[MissionStepOut]


class Spread(BaseModel):
    """What it is likely to take."""

    low: float
    likely: float
    high: float


class EstimateOut(BaseModel):
    """Before anything runs. `money`: null where no price is known, or nothing is paid for."""

    tokens: Spread
    money: Spread | None
    minutes: Spread


class Amounts(BaseModel):
    """`money_micros`: millionths of the budget's currency."""

    tokens: int
    money_micros: int | None
    minutes: float
    calls: int


class LedgerOut(BaseModel):
    """`spent` and `reserved` together never pass `limit`; `overrun`: what a provider reported above what was set aside
    for the call."""

    limit: Amounts
    reserved: Amounts
    spent: Amounts
    overrun: dict[str, int] = Field(default_factory=dict)


class MissionOption(BaseModel):
    """One answer that a question offers."""

    id: str
    label: str


class QuestionOut(BaseModel):
    """What only the user can say, or was found. `answered_by`: `user`, `default`, `fact:ID`, `brief`; null while it is
    open."""

    id: UUID
    question: str
    options: list[MissionOption]
    default: str | None
    deadline_at: datetime | None
    answered_by: str | None
    answer: str | None = None
    step: str = ""


class DeliverableOut(BaseModel):
    """A file of the workspace."""

    path: str
    sha256: str


class ClaimOut(BaseModel):
    """What an agent found, with what proves it."""

    text: str
    label: Label
    evidence: list[dict[str, Any]]
    why: str = ""


class LessonOut(BaseModel):
    """What it taught."""

    lesson: str
    outcome: Literal["success", "failure", "neutral"]


class MissionOut(BaseModel):
    """A mission as it stands. `previews`: ids of the changes that it proposed, which wait under `/previews`."""

    id: UUID
    state: State
    goal: str
    deliverable: str
    checks: list[Any]
    deadline: datetime | None
    delegation: DelegationMode
    agents: list[str]
    tools: list[str]
    plan: PlanOut
    estimate: EstimateOut | None
    ledger: LedgerOut
    questions: list[QuestionOut]
    report: str | None
    deliverables: list[DeliverableOut]
    claims: list[ClaimOut]
    lessons: list[LessonOut]
    previews: list[UUID]
    workspace_id: UUID | None
    last_error: str | None
    version: int
    created_at: datetime
    updated_at: datetime
    approved_at: datetime | None
    finished_at: datetime | None


class BriefOut(BaseModel):
    """What one agent was handed for one attempt, and how that ended."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    step: str
    parent_id: UUID | None
    agent: str
    objective: str
    context: str
    constraints: dict[str, Any]
    deliverables: list[Any]
    tools_approved: list[str]
    agents_approved: list[str]
    depth: int
    attempt: int
    status: str
    stop_reason: str | None
    run_id: UUID | None
    tokens_limit: int
    tokens_spent: int
    result: dict[str, Any]
    created_at: datetime
    finished_at: datetime | None


class DelegationOut(BaseModel):
    """One agent that asked another. `approved_by`: `brief`, `steward`, `mesh` or `user`."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    parent_brief_id: UUID
    child_brief_id: UUID | None
    requesting_agent: str
    target_agent: str
    objective: str
    reason: str
    status: Literal["requested", "approved", "refused", "done", "failed"]
    approved_by: str | None
    tokens_budget: int
    tokens_used: int
    created_at: datetime


class ExecutionOut(BaseModel):
    """One call of a tool. `unknown`: its process died, and whether it took effect can't be told."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    step: str
    brief_id: UUID | None
    tool: str
    arguments: dict[str, Any]
    effect: Literal["read", "write", "outbound"]
    state: Literal["started", "done", "waiting", "refused", "failed", "interrupted", "unknown"]
    summary: str
    preview_id: UUID | None
    run_id: UUID | None
    started_at: datetime
    finished_at: datetime | None
