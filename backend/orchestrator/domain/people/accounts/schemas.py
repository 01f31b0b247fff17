"""What does an account look like from outside, and which values may its owner set? (api.md: `/me`, `/tokens`)"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, time
from functools import lru_cache
from typing import Annotated, Any, Literal
from uuid import UUID
from zoneinfo import available_timezones

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from orchestrator.kit import patterns
from orchestrator.kit.text import storable
from orchestrator.language.text.normalize import normalize

ADMIN = "admin"
MOBILE = "mobile"
SCOPES: tuple[str, ...] = ("ask", "read", "write", "ingest", "location", MOBILE, "mcp", "curate", ADMIN)
USER_SCOPES: tuple[str, ...] = tuple(scope for scope in SCOPES if scope != ADMIN)
"""What a new user's first token holds: every scope but `admin`."""

_MOBILE_OPENS = frozenset({"ask", "read", "write"})


def allows(held: Collection[str], any_of: Iterable[str]) -> bool:
    """True where a token with the scopes `held` opens what needs one of `any_of`."""
    if ADMIN in held:
        return True
    return any(scope in held or (MOBILE in held and scope in _MOBILE_OPENS) for scope in any_of)


NAME_LIMIT = 200
EMAIL_LIMIT = 320
IDENTIFIERS_LIMIT = 100
CALENDAR_LIMIT = 1_000
DEFAULT_BRIEFING_TIME = "07:00"
DEFAULT_LOCALE = "en"
_LOCALE = patterns.compile(
    r"[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?(-([A-Za-z0-9]{5,8}|\d[A-Za-z0-9]{3}))*"
)
_HHMM = patterns.compile(r"([01]\d|2[0-3]):[0-5]\d")
_EMAIL = patterns.compile(r"[^@\s]+@[^@\s]+")

Scope = Literal["ask", "read", "write", "ingest", "location", "mobile", "mcp", "curate", "admin"]


@lru_cache(maxsize=1)
def _zones() -> frozenset[str]:
    return frozenset(available_timezones()) - {"Factory", "localtime", "posixrules"}


def known_zone(name: str) -> str:
    """`name` where it is an IANA zone. Raises ValueError naming it."""
    if name not in _zones():
        msg = f"{storable(name)[:60]!r} is no IANA time zone (like 'Europe/Berlin')"
        raise ValueError(msg)
    return name


def known_locale(tag: str) -> str:
    """`tag` where it is a BCP 47 tag, with `-` for `_` and the usual case. Raises ValueError."""
    tag = tag.replace("_", "-")
    if not _LOCALE.fullmatch(tag):
        msg = f"{storable(tag)[:40]!r} is no BCP 47 language tag (like 'pt-BR')"
        raise ValueError(msg)
    language, *rest = tag.split("-")
    cased = {2: str.upper, 4: str.title}
    return "-".join([language.lower(), *(cased.get(len(part), str.lower)(part) for part in rest)])


def _hhmm(value: str) -> str:
    if not _HHMM.fullmatch(value):
        msg = "a time of day is written HH:MM (00:00 to 23:59)"
        raise ValueError(msg)
    return value


def _email(value: str) -> str:
    value = storable(value).strip()
    if not _EMAIL.fullmatch(value):
        msg = "this is no email address"
        raise ValueError(msg)
    return value


def _distinct(values: list[str]) -> list[str]:
    """Trimmed, without blanks, one of each folded form, in order."""
    kept: dict[str, str] = {}
    for value in values:
        text = storable(value).strip()
        if normalize(text):
            kept.setdefault(normalize(text), text)
    return list(kept.values())


def _named(value: str) -> str:
    value = storable(value).strip()
    if not value:
        msg = "a name may not be blank"
        raise ValueError(msg)
    return value


Zone = Annotated[str, Field(max_length=100), AfterValidator(known_zone)]
LocaleTag = Annotated[str, Field(max_length=40), AfterValidator(known_locale)]
TimeOfDay = Annotated[str, Field(max_length=5), AfterValidator(_hhmm)]
Email = Annotated[str, Field(max_length=EMAIL_LIMIT), AfterValidator(_email)]
Name = Annotated[str, Field(max_length=NAME_LIMIT), AfterValidator(_named)]
Identifier = Annotated[str, Field(max_length=EMAIL_LIMIT)]


@dataclass(frozen=True)
class Account:
    """Who a valid token stands for. `timezone` is the effective zone: last captured, else the one set, else None."""

    user_id: UUID
    token_id: UUID
    scopes: frozenset[str]
    name: str
    email: str
    timezone: str | None
    locale: str
    token_name: str = ""


class QuietHours(BaseModel):
    """From when until when pushes wait; may wrap midnight."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True, extra="forbid")

    from_: TimeOfDay = Field(alias="from")
    to: TimeOfDay

    @model_validator(mode="after")
    def _has_length(self) -> "QuietHours":
        if self.from_ == self.to:
            msg = "`from` and `to` are the same time"
            raise ValueError(msg)
        return self


@dataclass(frozen=True)
class Reach:
    """How a user may be reached. `timezone` is the effective zone as in `Account`."""

    timezone: str | None
    locale: str


@dataclass(frozen=True)
class Morning:
    """When and in which words a user is told of their day. `timezone` is the effective zone as in `Account`."""

    user_id: UUID
    timezone: str | None
    locale: str
    briefing_time: time
    created_at: datetime


class OwnAccount(BaseModel):
    """The user's own account, without their rules. `timezone` is null until set; `captured_timezone` is what a client
    last reported."""

    id: UUID
    email: str
    name: str
    timezone: str | None
    locale: str
    briefing_time: str
    identifiers: list[str]
    home_place_id: UUID | None
    default_calendar: str | None = None
    captured_timezone: str | None
    captured_at: datetime | None
    created_at: datetime
    updated_at: datetime
    version: int


class Me(OwnAccount):
    """The user's own account. `quiet_hours` and `auto_confirm` are rules of the same meaning (`/rules`): the newest
    that holds on all days and everywhere, and the tools that need no preview. `default_calendar`: where new events go
    whose calendar nobody named; null: into the only calendar elsewhere that may be written into, if there is one."""

    quiet_hours: QuietHours | None
    auto_confirm: list[str]


RULES = frozenset({"quiet_hours", "auto_confirm"})
"""What `/me` shows and sets as the rules that they are."""


class MePatch(BaseModel):
    """What a user may set; an absent field stays. `auto_confirm` and `identifiers` need scope `curate`."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"timezone": "America/Sao_Paulo", "locale": "pt-BR", "quiet_hours": {"from": "22:00", "to": "07:00"}}
            ]
        },
    )

    name: Annotated[str, Field(max_length=NAME_LIMIT), AfterValidator(storable)] | None = None
    timezone: Zone | None = None
    locale: LocaleTag | None = None
    briefing_time: TimeOfDay | None = None
    quiet_hours: QuietHours | None = None
    auto_confirm: list[Identifier] | None = Field(default=None, max_length=IDENTIFIERS_LIMIT)
    identifiers: Annotated[list[Identifier], Field(max_length=IDENTIFIERS_LIMIT), AfterValidator(_distinct)] | None = (
        None
    )
    home_place_id: UUID | None = None
    default_calendar: Annotated[str, Field(max_length=CALENDAR_LIMIT)] | None = Field(
        default=None,
        description="Into which calendar elsewhere new events go: its name, or `name (account)`. Null: into the only "
        "one that may be written into, where there is exactly one.",
    )

    def values(self) -> dict[str, Any]:
        """The columns to change; null puts a field back to its default."""
        defaults: dict[str, Any] = {
            "name": "",
            "locale": DEFAULT_LOCALE,
            "briefing_time": DEFAULT_BRIEFING_TIME,
            "identifiers": [],
        }
        given = {name: getattr(self, name) for name in self.model_fields_set - RULES}
        return {name: defaults.get(name) if value is None else value for name, value in given.items()}


class TokenIn(BaseModel):
    """A token to be made; `user_id` null = the caller's own."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "phone", "scopes": ["ask", "read"]}]})

    name: Name
    scopes: list[Scope] = Field(min_length=1, max_length=20)
    user_id: UUID | None = None


class TokenOut(BaseModel):
    """A token without its text."""

    id: UUID
    user_id: UUID
    name: str
    scopes: list[str]
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


class NewToken(BaseModel):
    """A token with its text, which is shown this once."""

    id: UUID
    name: str
    scopes: list[str]
    user_id: UUID
    token: str


class UserIn(BaseModel):
    """A user to be made."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"email": "ana@example.org", "name": "Ana"}]})

    email: Email
    name: Annotated[str, Field(max_length=NAME_LIMIT), AfterValidator(storable)] = ""


class UserOut(BaseModel):
    """A user as the operator sees them."""

    id: UUID
    email: str
    name: str
    created_at: datetime
    last_active_at: datetime | None


class NewUser(BaseModel):
    """A new user with their first token, which is shown this once."""

    id: UUID
    email: str
    name: str
    token: str
