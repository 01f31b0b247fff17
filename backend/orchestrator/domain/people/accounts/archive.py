"""What of an account goes into an archive, and what does it take from one? Never its tokens, nor its email."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field

from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import repository
from orchestrator.domain.people.accounts.schemas import (
    CALENDAR_LIMIT,
    IDENTIFIERS_LIMIT,
    NAME_LIMIT,
    Identifier,
    LocaleTag,
    QuietHours,
    TimeOfDay,
    Zone,
)
from orchestrator.errors import NotFound
from orchestrator.kit.text import storable

_SET = ("name", "timezone", "locale", "briefing_time", "identifiers", "home_place_id", "default_calendar")
_CAPTURED = ("captured_timezone", "captured_at")
_MOST = 2**31
_AS_MADE = 1
"""The version of an account that nobody changed."""


class AccountFields(BaseModel):
    """The account as its user set it. `email`: so that one can see whose it is. `quiet_hours`, `auto_confirm`: of an
    archive from before they were rules; never told."""

    model_config = ConfigDict(from_attributes=True, frozen=True)

    email: str
    name: Annotated[str, Field(max_length=NAME_LIMIT), AfterValidator(storable)] = ""
    timezone: Zone | None = None
    locale: LocaleTag = "en"
    briefing_time: TimeOfDay = "07:00"
    quiet_hours: QuietHours | None = Field(default=None, exclude=True)
    auto_confirm: list[str] = Field(default=[], exclude=True)
    identifiers: Annotated[list[Identifier], Field(max_length=IDENTIFIERS_LIMIT)] = []
    home_place_id: UUID | None = None
    default_calendar: Annotated[str, Field(max_length=CALENDAR_LIMIT)] | None = None
    captured_timezone: Zone | None = None
    captured_at: AwareDatetime | None = None
    version: int = Field(default=_AS_MADE, ge=_AS_MADE, lt=_MOST)
    updated_at: AwareDatetime


async def told(tx: Tx) -> AccountFields:
    """The owner's. Raises NotFound."""
    user = await repository.get(tx)
    if user is None:
        raise NotFound("There is no such user.")
    return AccountFields.model_validate(user)


async def take(tx: Tx, fields: AccountFields) -> bool:
    """Take over what was set, where nothing is set here or it was set later there; True where that changed something.
    Raises NotFound."""
    user = await repository.get(tx, for_update=True)
    if user is None:
        raise NotFound("There is no such user.")
    given = fields.model_dump(mode="python", by_alias=True)
    changes = {}
    if fields.updated_at > user.updated_at or (user.version == _AS_MADE and fields.version > _AS_MADE):
        changes = {name: given[name] for name in _SET if given[name] != getattr(user, name)}
    elif fields.name and not user.name:
        changes = {"name": fields.name}
    if fields.captured_at is not None and (user.captured_at is None or fields.captured_at > user.captured_at):
        changes |= {name: given[name] for name in _CAPTURED}
    if not changes:
        return False
    for name, value in changes.items():
        setattr(user, name, value)
    if changes.keys() & set(_SET):
        user.version, user.updated_at = max(user.version + 1, fields.version), fields.updated_at
    await tx.session.flush()
    return True
