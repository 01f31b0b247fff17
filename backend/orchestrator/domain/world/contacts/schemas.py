"""What does a contact look like from outside?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any, NamedTuple
from uuid import UUID

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.config import JsonDict

from orchestrator.domain.foundation.entities.merging import MergeEffect, MergeRequest
from orchestrator.domain.foundation.entities.schemas import (
    MANY,
    EntityFields,
    EntityOut,
    Line,
    Lines,
    LongText,
    OptionalLine,
    OrEmpty,
)
from orchestrator.kit import patterns
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

GROUP_SIZE = 20_000
"""Contacts in one group: all that a name is compared with (`known.KNOWN_LIMIT`)."""
RELATION_TAG = "relation:"
"""A tag that says what a contact is to the user, until the user has a contact of their own to link to."""

VCARD = "vcard"
"""The source of cards that come as a file."""

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
_PARTIAL_DATE = patterns.compile(r"--(\d{2})-(\d{2})")
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


def _address(one: Labelled) -> Labelled:
    value = one.value.removeprefix("mailto:").strip()
    name, at, domain = value.rpartition("@")
    if not at or not name or not domain or any(char.isspace() for char in value):
        msg = "an email address is written name@domain"
        raise ValueError(msg)
    return one if value == one.value else Labelled(value=value, label=one.label)


def _number(one: Labelled) -> Labelled:
    value = one.value.removeprefix("tel:").strip()
    if not any(char.isdigit() for char in value):
        msg = "a phone number has digits"
        raise ValueError(msg)
    return one if value == one.value else Labelled(value=value, label=one.label)


_ITEM = Annotated[Labelled, BeforeValidator(_labelled, json_schema_input_type=Labelled | Line)]
Emails = Annotated[
    list[Annotated[_ITEM, AfterValidator(_address)]], OrEmpty, Field(max_length=MANY), AfterValidator(_distinct)
]
Phones = Annotated[
    list[Annotated[_ITEM, AfterValidator(_number)]], OrEmpty, Field(max_length=MANY), AfterValidator(_distinct)
]
"""Plain strings are accepted too; the first of equal ones counts."""


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
    emails: Emails = Field(default_factory=list)
    phones: Phones = Field(default_factory=list)
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
    waits_for: UUID | None = Field(
        default=None,
        exclude_if=lambda value: value is None,
        description="Who it is for sure: it came under another source, and is in no list until the user says.",
    )


class Selector(BaseModel):
    """By what the members of a group were chosen: a domain (`acme.com`), an organization, a place, the family, …"""

    model_config = ConfigDict(from_attributes=True)

    kind: Annotated[Line, Field(pattern="^[a-z_]{1,40}$")]
    value: OptionalLine = None


class SelectorOut(Selector):
    """As it is kept."""


GROUP_EXAMPLE: JsonDict = {
    "name": "Book club",
    "aliases": ["the readers"],
    "contact_ids": [],
    "selector": None,
    "description": "First Tuesday of the month",
}


class GroupFields(EntityFields):
    """A group as a client gives it. The same names stand in `groups` of its contacts: either side changes both."""

    model_config = ConfigDict(json_schema_extra={"examples": [GROUP_EXAMPLE]})

    name: Line
    aliases: Lines = Field(default_factory=list)
    contact_ids: Annotated[list[UUID], OrEmpty, Field(max_length=GROUP_SIZE)] = Field(default_factory=list)
    selector: Selector | None = None
    description: LongText = None


class GroupOut(EntityOut):
    """A group of contacts."""

    name: str
    aliases: list[str]
    contact_ids: list[UUID] = Field(default_factory=list)
    selector: SelectorOut | None
    description: str | None


class MergeIn(MergeRequest):
    """Which contacts become part of which. `dry_run`: only say what would move."""


class MergeOut(MergeEffect, ContactOut):
    """The kept contact, after the merge (with `dry_run`: as it would be), and what moved to it: `fields` that it gets,
    `moves`: rows by kind that point to it, `left_aside`: single values of the others that it has otherwise; an un-merge
    brings them back."""


class WaitingAnswerIn(BaseModel):
    """What the user says of contacts that wait: `same`, each is the one that it waits for, or each is somebody else.
    Without `contact_ids` of all that wait."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"same": False}, {"same": True, "contact_ids": [SOME_ID]}]}
    )

    same: bool
    contact_ids: Annotated[list[UUID], Field(min_length=1, max_length=MANY)] | None = None


class WaitingAnswerOut(BaseModel):
    """`contact_ids`: who waits no more (merged, or shown); `waiting`: how many of those asked about wait still, for the
    next request."""

    contact_ids: list[UUID]
    waiting: int


class UnmergeIn(BaseModel):
    """Which contact comes out again."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"contact_id": SOME_ID}]})

    contact_id: UUID


class UnmergeOut(ContactOut):
    """The contact that came out, as it was; `kept`: the one that it was part of, as it is now."""

    kept: ContactOut


@dataclass(frozen=True)
class Shelf:
    """Where cards come from. `source`: unique together with the UIDs; `zone`: the user's; `restore`: lift tombstones,
    where `may_restore`; `groups`: names of groups by the UIDs of their members, told by cards that came before."""

    zone: str
    source: str = VCARD
    restore: bool = False
    may_restore: bool = False
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)


class Taken(NamedTuple):
    """The contact that a card became: its own `record`, and the contact `id` that this is part of, itself or the one
    that it was merged into."""

    record: UUID
    id: UUID


class Duplicates(BaseModel):
    """The payload of `contacts.duplicates`: look for contacts of the job's owner that are one person."""


DUPLICATES = JobType("contacts.duplicates", Duplicates)
DUPLICATES_ALL = JobType("contacts.duplicates_daily", Scheduled)
