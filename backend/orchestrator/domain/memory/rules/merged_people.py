"""What becomes of rules about a contact when it is merged into another one, and when it comes back? Their effects and
scopes name the other one, so that "never invite Bob" still holds for Bob."""

import json
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.domain.memory.facts import repository
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.service import facts
from orchestrator.domain.world.contacts.merging.referrers import Referrer
from orchestrator.kit.ids import parse_id

PERSON = "person"


async def repoint(session: AsyncSession, owner_id: UUID, from_id: UUID, to_id: UUID) -> list[Any]:
    """They name the other contact now; answers the ids of the rules."""
    rows = await repository.naming(session, owner_id, from_id)
    for row in rows:
        await _renamed(session, owner_id, row, from_id, to_id)
    return [str(row.id) for row in rows]


async def restore(session: AsyncSession, owner_id: UUID, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """Those that still name the kept contact name the merged one again."""
    ids = {found for one in told if (found := parse_id(one)) is not None}
    for row in await repository.naming(session, owner_id, kept_id):
        if row.id in ids:
            await _renamed(session, owner_id, row, kept_id, merged_id)


async def _renamed(session: AsyncSession, owner_id: UUID, row: UserFact, old: UUID, new: UUID) -> None:
    if row.effect is not None:
        row.effect = _once(json.loads(json.dumps(row.effect).replace(str(old), str(new))))
    if row.scope_type == PERSON and row.scope_ref == str(old):
        row.scope_ref = str(new)
    await facts.touched(session, owner_id, row)


def _once(value: Any) -> Any:
    """Lists of ids without the repetition that two contacts become as one."""
    if isinstance(value, dict):
        return {name: _once(one) for name, one in value.items()}
    if isinstance(value, list):
        return (
            list(dict.fromkeys(value)) if all(isinstance(one, str) for one in value) else [_once(one) for one in value]
        )
    return value


REFERRER = Referrer("fact", repoint, restore)
