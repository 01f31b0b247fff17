"""What is believed of the user, and what was believed once? Reads only, and says what an answer used."""

from collections.abc import Sequence
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts import repository
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.filters import FactFilter
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.kit.paging import Page, PageRequest


async def facts_now(tx: Tx, wanted: FactFilter | None = None, *, limit: int = 1_000) -> list[UserFact]:
    """The believed facts that hold, newest first."""
    return await facts.repository.rows(tx, *(wanted or FactFilter()).conditions(), limit=limit)


async def listed(tx: Tx, page: PageRequest, wanted: FactFilter) -> Page[UserFact]:
    """One page of the facts that match, newest first. Raises InvalidRequest for a cursor of another list."""
    return await facts.page(tx, page, *wanted.conditions())


async def used(tx: Tx, ids: Sequence[UUID], used_in: str) -> None:
    """An answer used these facts; `used_in`: its thread, or its run where it has none."""
    await repository.used(tx, ids, used_in)
