"""The owner and tokens for tests that come in by a door."""

from uuid import UUID

from orchestrator.db.session import Database
from orchestrator.domain.people.accounts import service as accounts

OWNER_TOKEN = "stw_" + "o" * 43


async def make_owner(database: Database) -> UUID:
    """The owner, with the token OWNER_TOKEN."""
    async with database.unit_of_work() as session:
        return (await accounts.ensure_owner(session, "owner@example.org", OWNER_TOKEN)).user_id


async def token_of(database: Database, user_id: UUID, *scopes: str) -> str:
    """A new token of that user."""
    async with database.unit_of_work_of(user_id) as tx:
        return (await accounts.create_token(tx, name="test", scopes=scopes))[1]
