"""What does a contact look like from outside?"""

import re
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.config import JsonDict

from orchestrator.domain.ground.entities.schemas import (
    MANY,
    EntityFields,
    EntityOut,
    Line,
    Lines,
    LongText,
    OptionalLine,
    OrEmpty,
)

RELATION_TAG = "relation:"
"""A tag that says what a contact is to the user, until the user has a contact of their own to link to."""

EXAMPLE: JsonDict = {
    "display_name": "Ana Souza",
    "nicknames": ["Aninha"],
    "emails": [{"value": "ana@example.org", "label": "home"}],
    "phones": ["+55 11 91234-5678"],
    "organization": "Clínica Sorriso",
    "birthday": "1990-05-14",
    "groups": ["book club"],
}

SOME_ID = "01935f5c-8a00-7000-8000-000000000001"
_PARTIAL_DATE = re.compile(r"--(\d{2})-(\d{2})")
_LEAP_YEAR = 2000


def _labelled(value: object) -> object:
    if isinstance(value, str):
        return {"value": value, "label": None}
    return value


class Labelled(BaseModel):
    """An address or number with what it is for."""

    value: Line
    label: OptionalLine = None


def _distinct(values: list[Labelled]) -> list[Labelled]:
    return list({one.value.casefold(): one for one in reversed(values)}.values())[::-1]


LabelledList = Annotated[
    list[Annotated[Labelled, BeforeValidator(_labelled)]], OrEmpty, Field(max_length=MANY), AfterValidator(_distinct)
]
"""Plain strings are accepted too."""


def _birthday(value: object) -> object:
    """A date, or month and day alone (`--05-14`)."""
    if value is None or value == "":
        return None
    text = value.isoformat() if isinstance(value, date) else value
    if not isinstance(text, str):
        msg = "a birthday is written YYYY-MM-DD, or --MM-DD without the year"
        raise ValueError(msg)
    text = text.strip()
    partial = _PARTIAL_DATE.fullmatch(text)
    try:
        if partial is not None:
            date(_LEAP_YEAR, int(partial[1]), int(partial[2]))
            return text
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        msg = "a birthday is written YYYY-MM-DD, or --MM-DD without the year"
        raise ValueError(msg) from error


Birthday = Annotated[str | None, BeforeValidator(_birthday)]


class RelationshipIO(BaseModel):
    """`label`: what the other contact is to this one ("Sister"); `reciprocal_label`: what this one is to the other."""

    model_config = ConfigDict(
        from_attributes=True,
        json_schema_extra={"examples": [{"contact_id": SOME_ID, "label": "Sister", "reciprocal_label": "Brother"}]},
    )

    contact_id: UUID
    label: OptionalLine = None
    reciprocal_label: OptionalLine = None


class PlaceLinkIO(BaseModel):
    """A place of this contact: "Home", "Work"."""

    model_config = ConfigDict(
        from_attributes=True, json_schema_extra={"examples": [{"place_id": SOME_ID, "label": "Home"}]}
    )

    place_id: UUID
    label: OptionalLine = None


class ContactFields(EntityFields):
    """A contact as a client gives it; without `display_name` it is made of what else there is."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    display_name: Line
    given_name: OptionalLine = None
    family_name: OptionalLine = None
    aliases: Lines = Field(default_factory=list)
    nicknames: Lines = Field(default_factory=list)
    emails: LabelledList = Field(default_factory=list)
    phones: LabelledList = Field(default_factory=list)
    organization: OptionalLine = None
    title: OptionalLine = None
    birthday: Birthday = None
    notes: LongText = None
    groups: Lines = Field(default_factory=list)
    relationships: Annotated[list[RelationshipIO], OrEmpty, Field(max_length=MANY)] = Field(default_factory=list)
    places: Annotated[list[PlaceLinkIO], OrEmpty, Field(max_length=MANY)] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _named(cls, data: Any) -> Any:
        if not isinstance(data, Mapping) or "display_name" in data:
            return data
        parts = [data.get("given_name"), data.get("family_name")]
        name = " ".join(part for part in parts if isinstance(part, str) and part.strip())
        fallback = name or data.get("organization") or _first(data.get("emails")) or _first(data.get("phones"))
        return {**data, "display_name": fallback} if fallback else data


def _first(values: object) -> object:
    if not isinstance(values, list) or not values:
        return None
    return values[0].get("value") if isinstance(values[0], Mapping) else values[0]


class ContactOut(EntityOut):
    """A contact."""

    display_name: str
    given_name: str | None
    family_name: str | None
    aliases: list[str]
    nicknames: list[str]
    emails: list[Labelled]
    phones: list[Labelled]
    organization: str | None
    title: str | None
    birthday: str | None
    notes: str | None
    groups: list[str]
    relationships: list[RelationshipIO] = Field(default_factory=list)
    places: list[PlaceLinkIO] = Field(default_factory=list)
