"""What does a rule look like from outside? A fact whose `kind` is implied (api.md, Entities: `/rules`)."""

from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.config import JsonDict

from orchestrator.domain.memory.facts.schemas import (
    HARD_RULE,
    TEXT_CHARACTERS,
    FactEffect,
    FactFields,
    FactKind,
    FactOut,
    FactScope,
)

MOST_NOTES = 50
EXAMPLE: JsonDict = {
    "text": "Never before 10",
    "effect": {"type": "earliest_start", "parameters": {"time": "10:00"}},
}


class RuleFields(FactFields):
    """A rule as the user writes it. Without an `effect` it is told to every prompt, first. `note_ids`: the notes
    that it is made of: they show it as `promoted_to`."""

    model_config = ConfigDict(extra="ignore", json_schema_extra={"examples": [EXAMPLE]})

    kind: FactKind = HARD_RULE
    category: str = Field(default="preference", min_length=1, max_length=100)
    note_ids: list[UUID] = Field(default_factory=list, max_length=MOST_NOTES)

    @model_validator(mode="before")
    @classmethod
    def _is_a_rule(cls, value: Any) -> Any:
        return {**value, "kind": HARD_RULE} if isinstance(value, dict) else value

    def as_fact(self) -> FactFields:
        """The fact that it is."""
        given = self.model_dump(exclude_unset=True, exclude={"note_ids"})
        return FactFields.model_validate({**given, "kind": HARD_RULE, "category": self.category})


class RuleOut(FactOut):
    """A rule. `note_ids`: the notes that it was made of."""

    note_ids: list[UUID] = Field(default_factory=list)


class PreviewIn(BaseModel):
    """What a rule is to be made of: notes, or the user's own words (`text`)."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"note_ids": ["01996d2e-0000-7000-8000-000000000000"]}, {"text": "never before 10"}]
        }
    )

    note_ids: list[UUID] = Field(default_factory=list, max_length=MOST_NOTES)
    text: str | None = Field(default=None, min_length=1, max_length=TEXT_CHARACTERS)

    @model_validator(mode="after")
    def _is_one_of_them(self) -> "PreviewIn":
        if bool(self.note_ids) == (self.text is not None):
            raise ValueError("give `note_ids` (one at least) or `text`")
        return self


class ProposedRule(BaseModel):
    """A rule that is not stored: send it to `POST /rules`, changed or not. `effect` null: told to prompts alone."""

    text: str
    category: str = "preference"
    subjects: list[str] = []
    scope: FactScope = Field(default_factory=FactScope)
    effect: FactEffect | None = None
    importance: int = 5
    note_ids: list[UUID] = []


class NearDuplicate(BaseModel):
    """A rule that there is, and how near it is: 1 = the same."""

    id: UUID
    text: str
    effect: dict[str, Any] | None
    similarity: float


class RulePreview(BaseModel):
    """What the notes would become, and what there is like it. `composed_by`: the model, or the built-in reader."""

    rule: ProposedRule
    near_duplicates: list[NearDuplicate]
    composed_by: str
