"""What is believed of the user, and what was believed once? Reads only, and says what an answer used."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.memory.facts import repository
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.repository import FactFilter
from orchestrator.kit.paging import Page, PageRequest


async def facts_now(
    session: AsyncSession, owner_id: UUID, wanted: FactFilter | None = None, *, limit: int = 1_000
) -> list[UserFact]:
    """The believed facts that hold, newest first."""
    return await facts.repository.rows(session, owner_id, *(wanted or FactFilter()).conditions(), limit=limit)


async def listed(session: AsyncSession, owner_id: UUID, page: PageRequest, wanted: FactFilter) -> Page[UserFact]:
    """One page of the facts that match, newest first. Raises InvalidRequest for a cursor of another list."""
    return await facts.page(session, owner_id, page, *wanted.conditions())


async def used(session: AsyncSession, owner_id: UUID, ids: Sequence[UUID], used_in: str) -> None:
    """An answer used these facts; `used_in`: its thread, or its run where it has none."""
    await repository.used(session, owner_id, ids, used_in)
