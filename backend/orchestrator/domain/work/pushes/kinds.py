"""What does somebody send who registers a device of a kind, and what makes it the same device again?

Where a device is pushed to is a secret (whoever has an endpoint, a topic or an address of Apprise's can write there):
of all but Expo's tokens only a hash is stored in the open, to know it again.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit
from uuid import UUID

from pydantic import BaseModel, Field, SecretStr, field_validator

from orchestrator.domain.people.accounts.schemas import Zone
from orchestrator.domain.work.pushes.schemas import DeviceIn
from orchestrator.integrations.push.apprise.addresses import schema_of
from orchestrator.integrations.push.port import Kind
from orchestrator.integrations.push.webpush.encryption import public_key, secret_of
from orchestrator.kit import patterns

ADDRESS_CHARACTERS = 2000
NAME_CHARACTERS = 100
_TOPIC = patterns.compile(r"[A-Za-z0-9_-]{1,64}")
"""As ntfy has them."""
_A_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
"""That of RFC 8291's example."""
OF_ONE_PERSON: frozenset[Kind] = frozenset({"expo", "webpush"})
"""Held in one hand: registered by another user, it is theirs. A topic may be read by several, so each has their own."""


@dataclass(frozen=True)
class Address:
    """Where a device is pushed to, by kind. `to`, `keys`: see Message; `host`: what of it may be shown."""

    kind: Kind
    to: str = field(repr=False)
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    host: str | None = None

    def identity(self, owner_id: UUID) -> str:
        """By which it is known again."""
        if self.kind == "expo":
            return self.to
        whose = "" if self.kind in OF_ONE_PERSON else str(owner_id)
        told = "\n".join((self.kind, whose, self.to, self.keys.get("topic", "")))
        return hashlib.sha256(told.encode()).hexdigest()


class _Named(BaseModel):
    """What every kind may tell. `timezone` counts as the zone that the user was last seen in."""

    name: Annotated[str | None, Field(max_length=NAME_CHARACTERS)] = None
    timezone: Zone | None = None

    def told(self) -> dict[str, Any]:
        """The columns that it tells beside its address."""
        return {"name": self.name, "platform": None, "timezone": self.timezone}


class ExpoDevice(DeviceIn):
    """An installed app, as at `/mobile/devices`."""

    kind: Literal["expo"]
    name: Annotated[str | None, Field(max_length=NAME_CHARACTERS)] = None

    def told(self) -> dict[str, Any]:
        """The columns that it tells beside its address."""
        return {"name": self.name, "platform": self.platform, "timezone": self.timezone}

    def address(self) -> Address:
        return Address("expo", self.expo_push_token)


class SubscriptionKeys(BaseModel):
    """The browser's own, base64url."""

    p256dh: Annotated[str, Field(max_length=200)]
    auth: Annotated[str, Field(max_length=100)]

    @field_validator("p256dh")
    @classmethod
    def _point(cls, value: str) -> str:
        public_key(value)
        return value

    @field_validator("auth")
    @classmethod
    def _secret(cls, value: str) -> str:
        secret_of(value)
        return value


def _web_address(value: str) -> str:
    parts = urlsplit(value.strip())
    try:
        usable = parts.scheme in {"https", "http"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or "@" in parts.netloc or parts.fragment or not value.strip().isprintable():
        msg = "this is no web address (https://…)"
        raise ValueError(msg)
    return value.strip()


class WebPushDevice(_Named):
    """A browser's subscription (`PushSubscription.toJSON()`), or that of a UnifiedPush distributor. `replaces`: the id
    of the device that this browser was before its subscription changed."""

    kind: Literal["webpush"]
    endpoint: Annotated[str, Field(max_length=ADDRESS_CHARACTERS)]
    keys: SubscriptionKeys
    replaces: UUID | None = None

    @field_validator("endpoint")
    @classmethod
    def _endpoint(cls, value: str) -> str:
        return _web_address(value)

    def address(self) -> Address:
        keys = {"p256dh": self.keys.p256dh, "auth": self.keys.auth}
        return Address("webpush", self.endpoint, keys, urlsplit(self.endpoint).hostname)


class NtfyDevice(_Named):
    """A topic of an ntfy server. A topic without a token is its own password: choose a long random one."""

    kind: Literal["ntfy"]
    url: Annotated[str, Field(max_length=ADDRESS_CHARACTERS)]
    topic: str
    token: Annotated[SecretStr | None, Field(max_length=500)] = None

    @field_validator("url")
    @classmethod
    def _url(cls, value: str) -> str:
        return _web_address(value).rstrip("/") + "/"

    @field_validator("topic")
    @classmethod
    def _topic(cls, value: str) -> str:
        if _TOPIC.fullmatch(value) is None:
            msg = "a topic is 1 to 64 of A-Z, a-z, 0-9, - and _"
            raise ValueError(msg)
        return value

    @field_validator("token")
    @classmethod
    def _token(cls, value: SecretStr | None) -> SecretStr | None:
        token = value.get_secret_value().strip() if value is not None else ""
        if not token.isascii() or not token.isprintable() or " " in token:
            msg = "a token of ntfy's is tk_… (letters and digits)"
            raise ValueError(msg)
        return SecretStr(token) if token else None

    def address(self) -> Address:
        keys = {"topic": self.topic}
        if self.token is not None:
            keys["token"] = self.token.get_secret_value()
        return Address("ntfy", self.url, keys, urlsplit(self.url).hostname)


class AppriseDevice(_Named):
    """An address of Apprise's (extra `apprise`), of a service on the list of those that are taken."""

    kind: Literal["apprise"]
    url: Annotated[SecretStr, Field(max_length=ADDRESS_CHARACTERS)]

    @field_validator("url")
    @classmethod
    def _url(cls, value: SecretStr) -> SecretStr:
        schema_of(value.get_secret_value())
        return value

    def address(self) -> Address:
        url = self.url.get_secret_value().strip()
        return Address("apprise", url, {}, schema_of(url))


EXAMPLES: dict[str, Any] = {
    "webpush": {
        "summary": "A browser",
        "value": {
            "kind": "webpush",
            "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/gAAAAA",
            "keys": {"p256dh": _A_POINT, "auth": "BTBZMqHH6r4Tts7J_aSIgg"},
            "name": "Firefox on the laptop",
        },
    },
    "ntfy": {
        "summary": "A topic of ntfy",
        "value": {"kind": "ntfy", "url": "https://ntfy.sh", "topic": "steward-7d0c2f6a5e9b41b8", "token": None},
    },
    "expo": {
        "summary": "The app",
        "value": {"kind": "expo", "expo_push_token": "ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]", "platform": "ios"},
    },
    "apprise": {"summary": "What Apprise reaches", "value": {"kind": "apprise", "url": "tgram://123:TOKEN/456"}},
}

PushDeviceIn = Annotated[ExpoDevice | WebPushDevice | NtfyDevice | AppriseDevice, Field(discriminator="kind")]
