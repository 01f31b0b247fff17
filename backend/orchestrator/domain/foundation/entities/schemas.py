"""What do all entities of api.md have in common, from outside?"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Any, Literal, TypeVar
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, WithJsonSchema, create_model

from orchestrator.errors import FieldError
from orchestrator.kit.text import storable, storable_json
from orchestrator.kit.zones import wall_time

SHORT = 500
LONG = 200_000
"""Characters of a line (title, name, label) and of a text (description, notes)."""
MANY = 1_000
"""Entries of a list inside an entity."""

ERRORS_TOLD = 20


def _trimmed(value: object) -> object:
    return storable(value).strip() if isinstance(value, str) else value


def _none_if_blank(value: object) -> object:
    return (_trimmed(value) or None) if isinstance(value, str) else value


def _kept(value: object) -> object:
    return (storable(value) if value.strip() else None) if isinstance(value, str) else value


def _nothing_is_empty(value: object) -> object:
    return [] if value is None else value


def _distinct(value: object) -> object:
    """Trimmed strings without blanks and repetitions, in order; anything else is left to the type check."""
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        return value
    return [one for one in dict.fromkeys(storable(one).strip() for one in value) if one]


Line = Annotated[Annotated[str, Field(min_length=1, max_length=SHORT)], BeforeValidator(_trimmed)]
OptionalLine = Annotated[Annotated[str, Field(max_length=SHORT)] | None, BeforeValidator(_none_if_blank)]
LongText = Annotated[Annotated[str, Field(max_length=LONG)] | None, BeforeValidator(_kept)]
"""A blank one is none."""
Lines = Annotated[
    Annotated[list[Annotated[str, Field(max_length=SHORT)]], Field(max_length=MANY)], BeforeValidator(_distinct)
]
MOST_DEEP = 64
"""Levels of a JSON value: what is deeper can't be told again, and nobody writes it by hand."""


def _storable_json(value: object) -> object:
    level = [value]
    for _ in range(MOST_DEEP):
        nested = [one for one in level if isinstance(one, dict | list | tuple)]
        if not nested:
            return storable_json(value)
        level = [each for one in nested for each in (one.values() if isinstance(one, dict) else one)]
    msg = f"is nested too deeply: at most {MOST_DEEP} levels"
    raise ValueError(msg)


JsonValue = Annotated[Any, BeforeValidator(_storable_json)]
OrEmpty = BeforeValidator(_nothing_is_empty)
"""For list fields: null is the empty list."""


class EntityFields(BaseModel):
    """What a client may say about any entity; fields it does not know (`id`, `version`, …) are ignored."""

    model_config = ConfigDict(extra="ignore")

    external_id: OptionalLine = Field(default=None, description="The id that the source knows it by.")
    source: OptionalLine = Field(default=None, description="Where it comes from; unique together with `external_id`.")
    tags: Lines = Field(default_factory=list)


class EntityOut(BaseModel):
    """What every entity answers."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    external_id: str | None = None
    source: str | None = None
    origin: str
    created_at: datetime
    updated_at: datetime
    version: int
    tags: list[str]


IngestStatus = Literal["created", "updated", "unchanged", "erased", "invalid"]


class ItemError(BaseModel):
    """What is wrong, and where in the item."""

    loc: list[str | int]
    message: str


class IngestResult(BaseModel):
    """What became of one ingested item."""

    external_id: str | None = None
    id: UUID | None = None
    status: IngestStatus
    errors: list[ItemError] = Field(default_factory=list)
    duplicate_of: UUID | None = Field(
        default=None,
        exclude_if=lambda value: value is None,
        description="Of a new contact: one that was here before and is likely the same person; merging them is asked.",
    )
    waits: bool = Field(
        default=False,
        exclude_if=lambda value: not value,
        description="It is that one for sure: in no list until the question is answered.",
    )


F = TypeVar("F", bound=BaseModel)


def patch_of(model: type[F], name: str) -> type[BaseModel]:
    """The schema of a PATCH: every field of `model`, none required; what it says is checked with the rest by the
    service, over the entity as it would be. The example is that of `model`."""
    types: dict[str, Any] = {
        field: Annotated[info.annotation, *info.metadata] if info.metadata else info.annotation
        for field, info in model.model_fields.items()
        if field not in {"external_id", "source"}
    }
    fields: dict[str, Any] = {field: (kind | None, None) for field, kind in types.items()}
    examples = model.model_config.get("json_schema_extra")
    made = create_model(name, __config__=ConfigDict(extra="ignore", json_schema_extra=examples), **fields)
    made.__doc__ = "The fields to change; absent ones stay, null clears."
    return made


def field_errors(error: ValidationError, *prefix: str | int) -> list[FieldError]:
    """Pydantic's findings as the `errors` of a problem; the value itself is not repeated."""
    return [
        {"loc": [*prefix, *one["loc"]], "message": one["msg"].removeprefix("Value error, ")}
        for one in error.errors(include_url=False, include_context=False, include_input=False)[:ERRORS_TOLD]
    ]


_DAY = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
_TIME, _OFFSET = "[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?", "Z|[+-][0-9]{2}:[0-9]{2}"
_IN_WALL_TIME = WithJsonSchema(
    {"type": "string", "pattern": f"^{_DAY}([T ]{_TIME}({_OFFSET})?)?$", "examples": ["2026-11-27T10:00:00"]}
)
_OUT_WALL_TIME = WithJsonSchema(
    {"type": "string", "pattern": f"^{_DAY}(T{_TIME})?$", "examples": ["2026-11-27T10:00:00", "2026-11-27"]}
)
"""No `date-time`: that has an offset (RFC 3339), and generated clients read it as an instant."""

WallTime = Annotated[Annotated[datetime | date, _IN_WALL_TIME] | None, BeforeValidator(wall_time)]
"""Local wall time (naive), an instant (with an offset, converted to the entity's zone), or a date."""
WallTimeOut = Annotated[date | datetime, _OUT_WALL_TIME]
"""Local wall time without offset, or the date of something that lasts whole days."""


def lines(values: Sequence[str | None]) -> str:
    """The texts that there are, one a line."""
    return "\n".join(value for value in values if value)
