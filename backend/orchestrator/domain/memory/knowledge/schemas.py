"""What does a learning look like from outside?"""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.config import JsonDict

from orchestrator.domain.foundation.entities.schemas import EntityFields, EntityOut, OptionalLine
from orchestrator.domain.memory.knowledge.ladder import Act, ScopeType, State
from orchestrator.kit.text import storable

TEXT_CHARACTERS = 2_000
"""An error message or a fix is a few sentences; a log belongs into a document."""
HERE = "steward"
"""The project that the agent's own tool errors are of."""
EXAMPLE: JsonDict = {
    "error": "pytest: async def functions are not natively supported",
    "fix": 'Set asyncio_mode = "auto" in pyproject.toml',
    "scope": {"type": "project", "ref": "steward"},
    "tags": ["testing"],
}

Said = Annotated[
    str,
    BeforeValidator(lambda value: storable(value).strip() if isinstance(value, str) else value),
    Field(min_length=1, max_length=TEXT_CHARACTERS),
]


class LearningScope(BaseModel):
    """Where it holds: in one project; for a language or a domain of tools (`python`, `events`); everywhere."""

    type: ScopeType = "project"
    ref: OptionalLine = None

    @model_validator(mode="after")
    def _named(self) -> "LearningScope":
        if self.type == "universal":
            self.ref = None
        elif self.ref is None:
            msg = f"a scope of type {self.type} needs a `ref`"
            raise ValueError(msg)
        return self


def _here() -> LearningScope:
    return LearningScope(type="project", ref=HERE)


class LearningFields(EntityFields):
    """A learning as a client gives it: what goes wrong, and what helps. `tool`: the agent's tool that it is about.

    It begins as a learning at 0.7, whoever filed it; `review` and `approve` are acts of their own. To make the agent's
    own error known, `error` may be copied from a proposal's `reason` in `/runs/{id}`."""

    model_config = ConfigDict(extra="ignore", json_schema_extra={"examples": [EXAMPLE]})

    error: Said
    fix: Said
    tool: OptionalLine = None
    scope: LearningScope = Field(default_factory=_here)


class Promotion(BaseModel):
    """What the next scope is about: the language, or the domain of tools. One that was learned at a tool goes to that
    tool's domain where nothing is said; `universal` needs none."""

    model_config = ConfigDict(extra="ignore", json_schema_extra={"examples": [{"ref": "python"}]})

    ref: OptionalLine = None


class StepOut(BaseModel):
    """One step of its way. `by`: `user` (`known_as`: how they call the token) or `steward`, which counted."""

    model_config = ConfigDict(from_attributes=True)

    act: Act
    by: str
    known_as: str | None
    confidence: float
    scope: dict[str, Any]
    at: datetime


class LearningOut(EntityOut):
    """A learning. `state`: `learning` (discovered or filed), `reviewed`, `approved` (knowledge, told to other agents).
    `uses`: runs in which it was told, or found out once more; `doubted`: it failed three times in a row; `history`:
    oldest first."""

    error: str
    fix: str
    tool: str | None
    domain: str | None
    scope: LearningScope
    state: State
    confidence: float
    doubted: bool
    uses: int
    successes: int
    failures: int
    last_used_at: datetime | None
    history: list[StepOut]


class ApprovedOut(BaseModel):
    """Knowledge as another agent is told it."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    error: str
    fix: str
    scope: LearningScope
    origin: str
