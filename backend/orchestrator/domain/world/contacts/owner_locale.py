"""Which language and which country are the user's own? Read once in a unit of work: an import has thousands of
contacts."""

from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.contacts.phones import region_of

_LOCALES = "steward_contact_locales"


async def locale(tx: Tx) -> str:
    """The user's locale."""
    known: dict[UUID, str] = tx.session.info.setdefault(_LOCALES, {})
    if tx.owner_id not in known:
        known[tx.owner_id] = (await accounts.me(tx)).locale
    return known[tx.owner_id]


async def region(tx: Tx, zone: str) -> str | None:
    """The country that phone numbers without a country code are of; `zone`: the user's."""
    return region_of(await locale(tx), zone)
