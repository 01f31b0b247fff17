"""Which language and which country are the user's own? Read once in a unit of work: an import has thousands of
contacts."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.contacts.phones import region_of

_LOCALES = "steward_contact_locales"


async def locale(session: AsyncSession, owner_id: UUID) -> str:
    """The user's locale."""
    known: dict[UUID, str] = session.info.setdefault(_LOCALES, {})
    if owner_id not in known:
        known[owner_id] = (await accounts.me(session, owner_id)).locale
    return known[owner_id]


async def region(session: AsyncSession, owner_id: UUID, zone: str) -> str | None:
    """The country that phone numbers without a country code are of; `zone`: the user's."""
    return region_of(await locale(session, owner_id), zone)
