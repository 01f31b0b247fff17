"""Which rules does an interaction speak for? Those that its agent was told, once, while it is a vibe match."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.memory.interactions import alignment, call_repository
from orchestrator.domain.memory.interactions.model import Interaction
from orchestrator.domain.memory.rules.source import rules_of

TOLD_WITHIN_H = 24
"""An agent that was told the profile so long ago may have begun anew without asking."""


async def realign(session: AsyncSession, owner_id: UUID, row: Interaction) -> None:
    """Bring the rules' alignment to what the interaction says now; a second time changes nothing."""
    wanted = set(row.rule_ids) if row.vibe_match else set[UUID]()
    held = set(row.aligned)
    more = await alignment.raised(session, owner_id, sorted(wanted - held))
    await alignment.lowered(session, owner_id, sorted(held - wanted))
    now = sorted({*more, *(held & wanted)})
    if now != sorted(held):
        row.aligned = now
        await session.flush()


async def take_back(session: AsyncSession, owner_id: UUID, rows: Sequence[Interaction]) -> None:
    """These are about to go: what they spoke for is taken back."""
    for row in rows:
        await alignment.lowered(session, owner_id, row.aligned)


async def told_to(
    session: AsyncSession, owner_id: UUID, *, client: str | None, known_as: str | None, session_id: str
) -> list[UUID]:
    """The rules that bind now and that this client (`known_as`: its token's name), or whoever called in this session,
    was told last."""
    told = await call_repository.told_last(
        session, owner_id, client=client, known_as=known_as, session_id=session_id, hours=TOLD_WITHIN_H
    )
    if not told:
        return []
    binding = (await rules_of(session, [owner_id])).get(owner_id)
    return [one.id for one in binding.rules if one.id in told] if binding is not None else []
