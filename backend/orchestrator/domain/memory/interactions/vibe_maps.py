"""Are a user's corrections clustered already? The map of all of them is made while nobody is there, and holds until one
of them comes, changes or goes."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.interactions.schemas import VibeMap

_UUID = PgUUID(as_uuid=True)
_STATE = "count(*) || '@' || coalesce(max(i.updated_at)::text, '') || max(i.id::text)"
_OF = "from interactions i where i.user_id = {owner} and i.was_corrected and i.hidden_at is null having count(*) > 0"
_KEPT = text(
    f"select told from vibe_maps where user_id = :owner and made_of = (select {_STATE} {_OF.format(owner=':owner')})"  # noqa: S608  (constants)
).bindparams(bindparam("owner", type_=_UUID))
_DUE = text(
    f"""
    select u.id from users u cross join lateral (select {_STATE} as state {_OF.format(owner="u.id")}) now
      left join vibe_maps m on m.user_id = u.id
     where m.made_of is distinct from now.state order by u.id
    """  # noqa: S608  (constants)
)
_KEEP = text(
    f"""
    insert into vibe_maps (user_id, made_of, told) select :owner, {_STATE}, :told {_OF.format(owner=":owner")}
    on conflict (user_id) do update set made_of = excluded.made_of, told = excluded.told, made_at = steward_now()
    """
).bindparams(bindparam("owner", type_=_UUID), bindparam("told", type_=JSONB()))


async def kept(tx: Tx) -> VibeMap | None:
    """The map of all corrections as they are now; None where it is still to be made."""
    told = (await tx.session.execute(_KEPT, {"owner": tx.owner_id})).scalar_one_or_none()
    return VibeMap.model_validate(told) if told is not None else None


async def keep(tx: Tx, made: VibeMap) -> None:
    """Keep it, made in this unit of work of what is there."""
    await tx.session.execute(_KEEP, {"owner": tx.owner_id, "told": made.model_dump(mode="json")})


async def due(session: AsyncSession) -> list[UUID]:
    """The users whose map is still to be made."""
    return list(await session.scalars(_DUE))


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """It quotes corrections: whatever went, it is made anew."""
    del erased
    await tx.session.execute(text("delete from vibe_maps where user_id = :owner"), {"owner": tx.owner_id})
    return {}
