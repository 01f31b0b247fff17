"""Photos over the wire (api.md, Photos), and the jobs that work on them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from orchestrator.errors import NotFound
from orchestrator.kit.ids import parse_id
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

KIND = "event_photo"
PERSON = "photo_person"
UPLOADED = "photo_upload"
SOURCE = "immich"
"""Of tombstones: whose ids they name."""
UPLOAD_BYTES = 25_000_000
"""Of one photo; larger ones come as documents. An archive holds those that still wait (portability/reading.py)."""

_ASSET = "5f0c3f3e-8b0f-4f4e-9a53-0d1f2c3b4a5d"
_PERSON = "0d4b7f8e-1c2d-4e3f-8a9b-1c2d3e4f5a6b"


def _asset_id(value: object) -> UUID:
    return _named(value, "There is no such photo in the library.")


def _person_id(value: object) -> UUID | None:
    return None if value is None else _named(value, "There is no such person in the library.")


def _named(value: object, absent: str) -> UUID:
    """A text that is no id names nothing that is there. Raises NotFound; ValueError for what is no text."""
    if not isinstance(value, str | UUID):
        msg = "it is an id, as text"
        raise ValueError(msg)
    found = parse_id(value)
    if found is None:
        raise NotFound(absent)
    return found


class FaceOut(BaseModel):
    """Somebody on a photo. `name`: the library's, "" where it has none; `contact_id`: who the user said it is."""

    person_id: UUID
    name: str
    contact_id: UUID | None


class PhotoOut(BaseModel):
    """One photo. `thumbnail_url`: a path here; null where the library has it no more."""

    asset_id: UUID
    taken_at: datetime | None
    thumbnail_url: str | None
    faces: list[FaceOut]


class EventPhotosOut(BaseModel):
    """The photos of an event, the earliest first. `pending`: how many wait to be uploaded; `last_error`: why one could
    not be."""

    items: list[PhotoOut]
    pending: int = 0
    last_error: str | None = None


class ProposedPhotosOut(BaseModel):
    """Photos that were taken while the event was, and where it was if that is known: none is linked by itself."""

    items: list[PhotoOut]


class PersonOut(BaseModel):
    """Somebody whom the library recognises. `contact_id`: who the user said it is; `suggested_contact_id`: the only
    contact of that very name; `thumbnail_url`: their face."""

    person_id: UUID
    name: str
    thumbnail_url: str
    contact_id: UUID | None = None
    suggested_contact_id: UUID | None = None


class LinkIn(BaseModel):
    """A photo that the library has."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"asset_id": _ASSET}]})

    asset_id: Annotated[UUID, BeforeValidator(_asset_id)]


class PhotoPersonIn(BaseModel):
    """Which of the library's persons the contact is."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"person_id": _PERSON}]})

    person_id: Annotated[UUID | None, BeforeValidator(_person_id)] = Field()


class ContactPersonsOut(BaseModel):
    """The library's persons that the user said are this contact; more than one where contacts were merged."""

    contact_id: UUID
    persons: list[PersonOut]


class Upload(BaseModel):
    """Payload of `photos.upload`."""

    upload_id: UUID


UPLOAD = JobType("photos.upload", Upload, timeout_s=180.0)
"""Bring a photo into the library, and link it to its event."""
REFRESH = JobType("photos.refresh", Scheduled, timeout_s=900.0)
"""Ask again who is on the photos, and set off uploads that were left."""
