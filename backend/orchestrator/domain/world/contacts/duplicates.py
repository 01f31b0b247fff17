"""Which contacts are proposed as one, and which were already? Each pair is proposed once, as a waiting preview of the
merge; nothing is merged by itself."""

from collections.abc import Sequence
from uuid import UUID

from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.previews import freeze
from orchestrator.agent.tool import ToolSpec
from orchestrator.domain.ground.provenance import service as provenance
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.world.contacts import merge_repository, repository
from orchestrator.domain.world.contacts.alike import as_seen
from orchestrator.domain.world.contacts.likely import Likely, Seen, pairs, proposals
from orchestrator.domain.world.contacts.merge_tools import proposed
from orchestrator.domain.world.contacts.merges import Merges
from orchestrator.errors import ClientError
from orchestrator.kit.clock import Clock

LIFE_S = 7 * 86_400.0
"""A proposal that nobody asked for waits as long as a command's."""
MOST_AT_ONCE = 20
"""Proposals of one look: the rest follows with the next."""
KNOWN_LIMIT = 20_000


class DuplicateOut(BaseModel):
    """Two contacts that may be one person. `why`: `email`, `phone`, `name_and_birthday`, …; with `name` alone it is
    shown and never proposed. `preview_id`: what proposes to merge them."""

    contact_ids: tuple[UUID, UUID]
    names: tuple[str, str]
    why: str
    proposed: bool
    preview_id: UUID | None


async def shown(session: AsyncSession, owner_id: UUID) -> list[DuplicateOut]:
    """All pairs that may be one person, those that the user keeps apart too."""
    people = await _seen(session, owner_id)
    noted = await merge_repository.noted_pairs(session, owner_id)
    names = {one.id: one.name for one in people}
    return [
        DuplicateOut(
            contact_ids=pair,
            names=(names[pair[0]], names[pair[1]]),
            why=why,
            proposed=pair in noted,
            preview_id=noted.get(pair),
        )
        for pair, why in sorted(pairs(people).items())
    ]


async def propose(
    session: AsyncSession, owner_id: UUID, merges: Merges, spec: ToolSpec, clock: Clock
) -> Sequence[Likely]:
    """File a preview for each group of contacts that are likely one and were not proposed before; `spec`: the tool
    `contacts_merge`. Answers what was proposed."""
    await provenance.lock_ingestion(session, owner_id)
    people = await _seen(session, owner_id)
    noted = await merge_repository.noted_pairs(session, owner_id)
    found = proposals(people, noted)[:MOST_AT_ONCE]
    if not found:
        return []
    me, morning = await accounts.me(session, owner_id), await accounts.morning(session, owner_id)
    zone = morning.timezone or "UTC"
    made = []
    for one in found:
        try:
            prepared = await proposed(session, owner_id, merges, one.keep, one.merge, zone=zone, locale=me.locale)
        except ClientError:
            continue  # one of them went meanwhile
        preview = freeze(spec, prepared, owner_id=owner_id, zone=zone, locale=me.locale, now=clock.now(), life_s=LIFE_S)
        await Previews().add(session, preview)
        await merge_repository.note_pairs(session, owner_id, one.why, preview.id)
        made.append(one)
    return made


async def _seen(session: AsyncSession, owner_id: UUID) -> list[Seen]:
    rows = await repository.contacts.rows(session, owner_id, limit=KNOWN_LIMIT)
    return [as_seen(row) for row in rows]
