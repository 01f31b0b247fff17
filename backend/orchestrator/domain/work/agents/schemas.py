"""What does an agent look like from outside? (api.md, Agents)"""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from orchestrator.kit.numbers import NUMBER
from orchestrator.kit.text import storable

KIND = "agent"
ModelRole = Literal["smart", "fast"]
Effort = Literal["none", "low", "medium", "high"]
MOST_NAMES = 100


def _line(value: str) -> str:
    text = " ".join(storable(value).split())
    if not text:
        msg = "it may not be blank"
        raise ValueError(msg)
    return text


def _distinct(values: list[str]) -> list[str]:
    return list(dict.fromkeys(_line(one) for one in values))


Name = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(_line)]
Text = Annotated[str, AfterValidator(storable)]
Names = Annotated[list[Annotated[str, Field(max_length=120)]], Field(max_length=MOST_NAMES), AfterValidator(_distinct)]


class AgentBudget(BaseModel):
    """The most that one task of the agent's may use; null: what the mission leaves it. `money`: in the currency that
    prices are in (USD)."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    tokens: Annotated[int, Field(ge=0, le=100_000_000), NUMBER] | None = None
    money: Annotated[float, Field(ge=0, le=1_000_000), NUMBER] | None = None
    currency: Annotated[str, Field(min_length=3, max_length=3)] | None = None
    minutes: Annotated[float, Field(ge=0, le=10_000), NUMBER] | None = None
    calls: Annotated[int, Field(ge=0, le=10_000), NUMBER] | None = None


class AgentFields(BaseModel):
    """What is set of an agent. `tools`: names of tools; empty: any that its task names. `collaborators`: names of
    agents that it may ask for help."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "name": "gardener",
                    "purpose": "Plans what is to be done in the garden.",
                    "instructions": "Look at the events and notes about the garden first.",
                    "model_role": "smart",
                    "effort": "low",
                    "tools": ["search_memories", "get_events"],
                    "skills": [],
                    "collaborators": ["researcher"],
                    "budget": {"tokens": 20000, "minutes": 5, "calls": 10},
                }
            ]
        },
    )

    name: Name
    purpose: Annotated[Text, Field(max_length=2_000)] = ""
    instructions: Annotated[Text, Field(max_length=20_000)] = ""
    model_role: ModelRole = "smart"
    effort: Effort = "medium"
    tools: Names = Field(default_factory=list)
    skills: Names = Field(default_factory=list)
    collaborators: Names = Field(default_factory=list)
    budget: AgentBudget = Field(default_factory=AgentBudget)


class AgentPatch(BaseModel):
    """The fields that change."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"tools": ["search_memories"]}]})

    name: Name | None = None
    purpose: Annotated[Text, Field(max_length=2_000)] | None = None
    instructions: Annotated[Text, Field(max_length=20_000)] | None = None
    model_role: ModelRole | None = None
    effort: Effort | None = None
    tools: Names | None = None
    skills: Names | None = None
    collaborators: Names | None = None
    budget: AgentBudget | None = None


class AgentOut(AgentFields):
    """An agent. `shipped`: it comes with Steward and can be changed, not deleted."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    shipped: bool
    version: int
    created_at: datetime
    updated_at: datetime
