"""What does a note look like from outside?"""

from typing import Annotated
from uuid import UUID

from pydantic import BeforeValidator, ConfigDict, Field
from pydantic.config import JsonDict

from orchestrator.domain.foundation.entities.schemas import LONG, EntityFields, EntityOut, Lines, OptionalLine
from orchestrator.kit.numbers import NUMBER
from orchestrator.kit.text import storable

EXAMPLE: JsonDict = {"text": "Prefers aisle seats", "category": "preference", "confidence": 0.7, "subjects": ["travel"]}

Text = Annotated[
    str,
    BeforeValidator(lambda value: storable(value).strip() if isinstance(value, str) else value),
    Field(min_length=1, max_length=LONG),
]


class NoteFields(EntityFields):
    """A note as a client gives it."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    text: Text
    category: OptionalLine = None
    confidence: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False), NUMBER] = 0.5
    agent: OptionalLine = None
    subjects: Lines = Field(default_factory=list)
    session_id: OptionalLine = None


class NoteOut(EntityOut):
    """A note. `promoted_to`: the fact that it became part of."""

    text: str
    category: str | None
    confidence: float
    agent: str | None
    subjects: list[str]
    session_id: str | None
    promoted_to: UUID | None = None
