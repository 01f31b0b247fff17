"""What does a connection look like from outside?"""

from datetime import datetime
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr

from orchestrator.domain.foundation.entities.schemas import OptionalLine
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

Kind = Literal["ics", "caldav", "carddav"]
State = Literal["pending", "ok", "failing", "needs_attention"]
KIND = "connection"
LONGEST_URL = 2_000
LONGEST_SECRET = 1_000
SYNC_TIMEOUT_S = 1_800.0
"""An account of ten thousand events over a slow line."""
_SCHEMES = frozenset({"http", "https", "webcal", "webcals"})


def _address(value: str) -> str:
    value = value.strip()
    try:
        parts = urlsplit(value)
        port_is_read = parts.port is None or parts.port > 0
    except ValueError as error:
        msg = "this is no web address"
        raise ValueError(msg) from error
    if parts.scheme.lower() not in _SCHEMES or not parts.hostname or not port_is_read:
        msg = "an address begins with https://, http:// or webcal://, and names a server"
        raise ValueError(msg)
    if "@" in parts.netloc:
        msg = "leave the name and password out of the address: they are `username` and `secret`"
        raise ValueError(msg)
    if not value.isprintable() or " " in value:
        msg = "an address has no blanks or control characters"
        raise ValueError(msg)
    return parts._replace(fragment="").geturl()


Url = Annotated[str, Field(max_length=LONGEST_URL), AfterValidator(_address)]
Secret = Annotated[SecretStr, Field(max_length=LONGEST_SECRET)]


class ConnectionIn(BaseModel):
    """A feed or an account to read from. `ics`: the address of a calendar in iCal format; `caldav`, `carddav`: the
    address of the server, of the account, or of one calendar or address book."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "examples": [
                {
                    "kind": "caldav",
                    "url": "https://dav.example.org/",
                    "username": "ana",
                    "secret": "an app password",
                    "writable": True,
                }
            ]
        },
    )

    kind: Kind
    url: Url
    name: OptionalLine = Field(default=None, description="What it is called here, and the calendar of a feed.")
    username: OptionalLine = None
    secret: Secret | None = Field(default=None, description="Kept encrypted, and never shown again.")
    writable: bool = Field(default=False, description="Of a caldav one: events may be written into its calendars.")


class ConnectionPatch(BaseModel):
    """The fields to change; absent ones stay, null clears."""

    model_config = ConfigDict(extra="ignore", json_schema_extra={"examples": [{"secret": "a new app password"}]})

    url: Url | None = None
    name: OptionalLine = None
    username: OptionalLine = None
    secret: Secret | None = None
    writable: bool | None = None


class CollectionOut(BaseModel):
    """A calendar or address book of the account; `source` is that of its events or contacts."""

    id: UUID
    name: str
    source: str


class SyncResult(BaseModel):
    """What became of the items at the last sync that went well. `cancelled`, `hidden`: gone from the server; `kept`:
    gone too, but the user had changed them; `duplicates`: new contacts that are likely somebody who was
    here before, of whom `waiting` are for sure: in no list until the user says. `notes`: what the user should know."""

    created: int = 0
    updated: int = 0
    unchanged: int = 0
    erased: int = 0
    invalid: int = 0
    cancelled: int = 0
    hidden: int = 0
    kept: int = 0
    duplicates: int = 0
    waiting: int = 0
    notes: list[str] = Field(default_factory=list)


class ConnectionOut(BaseModel):
    """A connection. `state`: `pending` until its first sync, `ok`, `failing` (it is tried again by itself),
    `needs_attention` (`last_error` says what to do). `last_sync_at`: the last sync that went well."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    kind: Kind
    url: str
    name: str | None
    username: str | None
    has_secret: bool = False
    writable: bool
    state: State
    last_sync_at: datetime | None
    last_error: str | None
    last_result: SyncResult | None
    next_sync_at: datetime | None
    collections: list[CollectionOut] = Field(default_factory=list)
    created_at: datetime
    updated_at: datetime
    version: int


class SyncingOut(BaseModel):
    """The job that will do it (`GET /jobs/{id}` tells how far it is)."""

    job_id: UUID
    connection_id: UUID


class Sync(BaseModel):
    """Payload of `connections.sync`."""

    connection_id: UUID


SYNC: JobType[Any] = JobType("connections.sync", Sync, max_attempts=3, timeout_s=SYNC_TIMEOUT_S)
"""Read a feed or an account."""
REFRESH = JobType("connections.refresh", Scheduled)
"""Set off the syncs that are due."""
