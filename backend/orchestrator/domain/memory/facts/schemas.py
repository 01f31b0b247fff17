"""What does a fact look like from outside?"""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, get_args
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.config import JsonDict

from orchestrator.domain.foundation.entities.schemas import EntityFields, EntityOut, JsonValue, Lines, OptionalLine
from orchestrator.domain.people.conversations.schemas import AnyMoment
from orchestrator.kit.numbers import NUMBER
from orchestrator.kit.text import storable

FactKind = Literal["hard_rule", "soft_fact"]
HARD_RULE: FactKind = "hard_rule"
SOFT_FACT: FactKind = "soft_fact"
Trust = Literal["confirmed", "learned", "proposed"]
CONFIRMED: Trust = "confirmed"
LEARNED: Trust = "learned"
PROPOSED: Trust = "proposed"
ScopeType = Literal["global", "project", "language", "person", "place", "domain"]
SCOPE_TYPES: tuple[str, ...] = get_args(ScopeType)
CATEGORIES = ("fact", "decision", "preference", "insight", "reminder", "founder_profile", "pattern", "ongoing_task")
"""Those that Steward knows; the user may have their own."""
PROFILE = "founder_profile"
"""The category of what is always told."""
TEXT_CHARACTERS = 4_000
"""A fact is a sentence or a few; what is longer is a note or a document."""
CATEGORY_CHARACTERS = 100
EXAMPLE: JsonDict = {
    "text": "I'm allergic to nuts",
    "category": "fact",
    "subjects": ["nuts"],
    "importance": 9,
    "valid_from": "2019-06-01",
}

FactText = Annotated[
    str,
    BeforeValidator(lambda value: storable(value).strip() if isinstance(value, str) else value),
    Field(min_length=1, max_length=TEXT_CHARACTERS),
]
Category = Annotated[
    str,
    BeforeValidator(lambda value: (storable(value).strip() or "fact") if isinstance(value, str) else value),
    Field(max_length=CATEGORY_CHARACTERS),
]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False), NUMBER]
Importance = Annotated[int, Field(ge=1, le=10), NUMBER]


class FactScope(BaseModel):
    """Where a fact holds: everywhere, or for a project, language, person (contact id), place (place id) or domain."""

    type: ScopeType = "global"
    ref: OptionalLine = None

    @model_validator(mode="after")
    def _named(self) -> "FactScope":
        if self.type == "global":
            self.ref = None
        elif self.ref is None:
            msg = f"a scope of type {self.type} needs a `ref`"
            raise ValueError(msg)
        return self


class FactEffect(BaseModel):
    """What a hard rule does by itself (api.md, Rules); `parameters` are those of its type."""

    type: Annotated[str, Field(min_length=1, max_length=CATEGORY_CHARACTERS)]
    parameters: JsonValue = Field(default_factory=dict)


class FactFields(EntityFields):
    """A fact as a client gives it. Times without an offset are the user's; without a `confidence` it is that of what
    the user states."""

    model_config = ConfigDict(extra="ignore", json_schema_extra={"examples": [EXAMPLE]})

    text: FactText
    kind: FactKind = SOFT_FACT
    category: Category = "fact"
    subjects: Lines = Field(default_factory=list)
    scope: FactScope = Field(default_factory=FactScope)
    effect: FactEffect | None = None
    importance: Importance = 5
    confidence: Share | None = None
    valid_from: AnyMoment | None = None
    valid_to: AnyMoment | None = None
    review_after: AnyMoment | None = None

    @model_validator(mode="after")
    def _effect_of_rules(self) -> "FactFields":
        if self.effect is not None and self.kind != HARD_RULE:
            msg = "only a hard_rule has an effect"
            raise ValueError(msg)
        return self


class Evidence(BaseModel):
    """Where a fact was taken from: `quote` stands at [start, end) (characters) of the text of entity `id`."""

    model_config = ConfigDict(extra="ignore")

    kind: str
    id: UUID
    start: int | None = None
    end: int | None = None
    quote: str | None = None


@dataclass(frozen=True)
class Source:
    """A span that says something: `quote` at [start, end) (characters) of the text of entity `id`. `text`: the fact as
    it is by this source alone, where that is not the fact's own text."""

    kind: str
    id: UUID
    start: int | None = None
    end: int | None = None
    quote: str | None = None
    text: str | None = None

    def stored(self, text: str) -> dict[str, Any]:
        """As the row keeps it."""
        told = {"kind": self.kind, "id": str(self.id), "start": self.start, "end": self.end, "quote": self.quote}
        return {**told, "text": self.text or text}


class FactOption(BaseModel):
    """A fact that the user may choose."""

    id: UUID
    label: str


class FactOut(EntityOut):
    """A fact. `valid_from`, `valid_to`: when it holds in the world, null = open; `recorded_at`, `superseded_at`: when
    it was believed here. `superseded_by`: what corrected it; `replaces`: what it corrected or ended.

    A proposal may be a question about facts that are believed (`asks`): `merge`: shall those of `merges` be one, with
    this text? `contradiction`: which of `options` holds? (this one, unless told.) `reason`: why it is asked, or why the
    fact is up for review."""

    kind: FactKind
    text: str
    category: str
    subjects: list[str]
    scope: FactScope
    effect: dict[str, Any] | None
    importance: int
    confidence: float
    alignment: float
    trust: Trust
    valid_from: datetime | None
    valid_to: datetime | None
    recorded_at: datetime
    superseded_at: datetime | None
    superseded_by: UUID | None
    replaces: list[UUID]
    last_confirmed_at: datetime | None
    review_after: datetime | None
    provenance: list[Evidence]
    asks: Literal["merge", "contradiction"] | None = None
    merges: list[UUID] = Field(default_factory=list)
    options: list[FactOption] = Field(default_factory=list)
    reason: str | None = None
