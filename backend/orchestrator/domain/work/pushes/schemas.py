"""What does an installed app look like from outside, what may be pushed, and which work do pushes put off? Devices of
other kinds: `kinds.py`."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from orchestrator.domain.people.accounts.schemas import Zone
from orchestrator.integrations.push.port import Kind
from orchestrator.kit import patterns
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

TOKEN_CHARACTERS = 200
_TOKEN = patterns.compile(r"(?i)(Exponent|Expo)PushToken\[[!-Z\\^-~]+\]|[a-z\d]{8}(-[a-z\d]{4}){3}-[a-z\d]{12}")

PushKind = Literal["daily_briefing", "todo_reminder", "proposed_events_ready", "needs_input"]
KINDS: tuple[PushKind, ...] = ("daily_briefing", "todo_reminder", "proposed_events_ready", "needs_input")
TRIAL = "test"
"""The kind of a push that somebody asked for to see whether it comes."""
PushState = Literal["none", "queued", "held", "sending", "sent", "unknown", "failed"]
Platform = Literal["ios", "android"]


def is_push_token(text: str) -> bool:
    """Whether Expo gave it: `ExponentPushToken[…]`, `ExpoPushToken[…]` or a bare UUID (contracts/expo_push.md; narrower
    than Expo's own Node SDK: nothing but printable ASCII stands between the brackets)."""
    return len(text) <= TOKEN_CHARACTERS and _TOKEN.fullmatch(text) is not None


def _token(text: str) -> str:
    if not is_push_token(text):
        msg = "an Expo push token is ExponentPushToken[…], ExpoPushToken[…] or a UUID"
        raise ValueError(msg)
    return text


def _trimmed(value: object) -> object:
    return value.strip() if isinstance(value, str) else value


def _lower(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


class DeviceIn(BaseModel):
    """A device that wants to be pushed to. `timezone` counts as the zone that the user was last seen in."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "expo_push_token": "ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]",
                    "platform": "ios",
                    "timezone": "America/Sao_Paulo",
                }
            ]
        }
    )

    expo_push_token: Annotated[
        str, Field(max_length=TOKEN_CHARACTERS), AfterValidator(_token), BeforeValidator(_trimmed)
    ]
    platform: Annotated[Platform | None, BeforeValidator(_lower)] = None
    timezone: Zone | None = None


class DeviceOut(BaseModel):
    """A device, without its token. `disabled_reason`: `signed_out`, `replaced` by newer ones, or what Expo said of it
    (`DeviceNotRegistered`)."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    platform: str | None
    timezone: str | None
    enabled: bool
    disabled_reason: str | None
    registered_at: datetime
    created_at: datetime


class PushReceiptOut(BaseModel):
    """What became of a push at one device. `state` is that of the call, `receipt` (`ok`, `error`, `missing`) what Expo
    told later; `error` is Expo's word for what went wrong."""

    model_config = ConfigDict(from_attributes=True)

    device_id: UUID
    state: str
    sent_at: datetime | None
    receipt: str | None
    receipt_at: datetime | None
    error: str | None
    detail: str | None


class PushOut(BaseModel):
    """What became of a push. `none`: there was no device; `held`: until the user's quiet hours end; `unknown`: it may
    have been sent, so it is not sent again."""

    state: PushState
    sent_at: datetime | None = None
    receipts: list[PushReceiptOut] = Field(default_factory=list)


class Sending(BaseModel):
    """The push that is due."""

    push_id: UUID


class ReceiptsDue(BaseModel):
    """Receipts are there by now."""


class DeliveryOut(BaseModel):
    """What became of the last push at a device. `held`: until the user's quiet hours end (`held_until`); `error` is the
    service's word for what went wrong."""

    model_config = ConfigDict(from_attributes=True)

    state: PushState
    kind: str
    sent_at: datetime | None = None
    held_until: datetime | None = None
    error: str | None = None
    detail: str | None = None


class PushDeviceOut(BaseModel):
    """A device of any kind, without the address that it is pushed to. `host`: which service carries it; `last`: what
    became of the last push there; `disabled_reason`: `signed_out`, `replaced`, `not_seen` for 60 days, or what its
    service said of it (`DeviceNotRegistered`, `http_410`)."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    kind: Kind
    name: str | None
    host: str | None
    platform: str | None
    timezone: str | None
    enabled: bool
    disabled_reason: str | None
    registered_at: datetime
    created_at: datetime
    last: DeliveryOut | None = None


SEND: JobType[Any] = JobType("pushes.send", Sending, timeout_s=120.0)
PRUNE = JobType("pushes.prune", Scheduled)
RECONSIDER = JobType("pushes.reconsider", Scheduled)
RECEIPTS: JobType[Any] = JobType("pushes.receipts", ReceiptsDue, max_attempts=8, retry_delay_s=600.0, timeout_s=120.0)
