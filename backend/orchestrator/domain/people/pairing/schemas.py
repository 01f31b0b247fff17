"""What does a device send, and what does it get? (api.md, `/auth/pair`)"""

from dataclasses import dataclass
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from orchestrator.domain.people.accounts.schemas import SCOPES, Name, Scope

CODE_TEXT_LIMIT = 100
DEFAULT_SCOPES: tuple[Scope, ...] = ("mobile", "curate")


class Pairing(BaseModel):
    """A code as it was typed or scanned, and what the device is called."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"code": "K7QM-9XRT", "device_name": "Ana's phone"}]}, hide_input_in_errors=True
    )

    code: str = Field(min_length=1, max_length=CODE_TEXT_LIMIT)
    device_name: Name


class CodeWanted(BaseModel):
    """What the device may do."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"scopes": ["mobile", "curate"]}]})

    scopes: list[Scope] = Field(default_factory=lambda: list(DEFAULT_SCOPES), min_length=1, max_length=len(SCOPES))


class CodeOut(BaseModel):
    """A code that waits for its device, the page's address with it, and that as a picture for a camera."""

    code: str
    scopes: list[str]
    expires_at: datetime
    url: str
    qr: list[str]


class SigningIn(BaseModel):
    """The code of the link that the terminal shows."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"code": "b64…"}]}, hide_input_in_errors=True)

    code: str = Field(min_length=1, max_length=CODE_TEXT_LIMIT)


class Revoking(BaseModel):
    """The token that is to be refused from now on: the one that the request comes with."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"token": "stw_…"}]}, hide_input_in_errors=True)

    token: str = Field(min_length=1, max_length=600)


class Paired(BaseModel):
    """The device's token, which is shown this once, and where Steward is reached."""

    token: str
    scopes: list[str]
    public_url: str


@dataclass(frozen=True)
class NewCode:
    """A code that waits, as the user is shown it."""

    code: str
    scopes: tuple[str, ...]
    expires_at: datetime


@dataclass(frozen=True)
class Redeemed:
    """The token that a right code got."""

    token: str
    scopes: tuple[str, ...]


@dataclass(frozen=True)
class Refused:
    """The code is wrong, used or expired. `wait_s`: so many wrong ones were sent that until then no code is taken."""

    wait_s: float | None = None
