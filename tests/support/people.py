"""Users for tests below the HTTP door."""

from uuid import UUID

from sqlalchemy import text

from orchestrator.db.session import Database
from orchestrator.kit.ids import new_id


async def make_user(database: Database, *, email: str | None = None, name: str = "Test", zone: str = "UTC") -> UUID:
    """A new user; answers the id."""
    user_id = new_id()
    async with database.unit_of_work() as session:
        await session.execute(
            text("insert into users (id, email, name, timezone) values (:id, :email, :name, :zone)"),
            {"id": user_id, "email": email or f"{user_id}@example.org", "name": name, "zone": zone},
        )
    return user_id
