"""Reads and writes `mcp_servers` and `mcp_tools`, each statement of one owner."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.work.mcp_servers.model import McpServer, McpTool


async def now(session: AsyncSession) -> datetime:
    found: datetime = (await session.execute(select(func.steward_now()))).scalar_one()
    return found


async def server(tx: Tx, server_id: UUID, *, for_update: bool = False) -> McpServer | None:
    statement = select(McpServer).where(McpServer.user_id == tx.owner_id, McpServer.id == server_id)
    if for_update:
        statement = statement.with_for_update()
    return (await tx.session.scalars(statement.execution_options(populate_existing=True))).one_or_none()


async def page(tx: Tx, *, after: UUID | None, limit: int, q: str | None = None) -> list[McpServer]:
    """Newest first."""
    statement = select(McpServer).where(McpServer.user_id == tx.owner_id)
    if after is not None:
        statement = statement.where(McpServer.id < after)
    for word in (q or "").lower().split():
        told = func.lower(func.concat_ws(" ", McpServer.name, McpServer.command, McpServer.url))
        statement = statement.where(told.contains(word, autoescape=True))
    return list(await tx.session.scalars(statement.order_by(McpServer.id.desc()).limit(limit)))


async def of_slug(tx: Tx, slug: str) -> McpServer | None:
    statement = select(McpServer).where(McpServer.user_id == tx.owner_id, McpServer.slug == slug)
    return (await tx.session.scalars(statement)).one_or_none()


async def ids(tx: Tx) -> list[UUID]:
    found = select(McpServer.id).where(McpServer.user_id == tx.owner_id).order_by(McpServer.id)
    return list(await tx.session.scalars(found))


async def remove(tx: Tx, server_id: UUID) -> None:
    await tx.session.execute(delete(McpServer).where(McpServer.user_id == tx.owner_id, McpServer.id == server_id))


async def count(session: AsyncSession) -> int:
    """Those of all users that were not stopped."""
    return await session.scalar(select(func.count()).select_from(McpServer).where(McpServer.enabled)) or 0


async def unwell(session: AsyncSession) -> list[McpServer]:
    """Those of all users that can't be used as they should, but for those that were stopped."""
    statement = select(McpServer).where(McpServer.state.in_(("degraded", "quarantined")))
    return list(await session.scalars(statement.order_by(McpServer.id)))


async def to_be_tried(session: AsyncSession) -> list[tuple[UUID, UUID]]:
    """(owner, server) of those of all users that are neither well nor left alone."""
    statement = select(McpServer.user_id, McpServer.id).where(
        McpServer.enabled, McpServer.state.in_(("starting", "degraded"))
    )
    return [(row.user_id, row.id) for row in await session.execute(statement.order_by(McpServer.id))]


async def tools(tx: Tx, server_ids: Sequence[UUID]) -> list[McpTool]:
    """In the order in which their servers list them; those too that are listed no more."""
    statement = select(McpTool).where(McpTool.user_id == tx.owner_id, McpTool.server_id.in_(server_ids))
    ordered = statement.order_by(McpTool.server_id, McpTool.position, McpTool.name)
    return list(await tx.session.scalars(ordered.execution_options(populate_existing=True)))


async def tool(tx: Tx, tool_id: UUID) -> McpTool | None:
    statement = select(McpTool).where(McpTool.user_id == tx.owner_id, McpTool.id == tool_id)
    return (await tx.session.scalars(statement.execution_options(populate_existing=True))).one_or_none()


async def usable(tx: Tx, *, offered_as: str | None = None) -> list[tuple[McpTool, McpServer]]:
    """The tools that may be offered now, with their servers."""
    statement = (
        select(McpTool, McpServer)
        .join(McpServer, McpServer.id == McpTool.server_id)
        .where(
            McpTool.user_id == tx.owner_id,
            McpServer.user_id == tx.owner_id,
            McpTool.present,
            McpTool.approved_pin == McpTool.pin,
            McpServer.enabled,
            McpServer.state != "quarantined",
        )
        .order_by(McpServer.id, McpTool.position, McpTool.name)
    )
    if offered_as is not None:
        statement = statement.where(McpTool.offered_as == offered_as)
    return [(row[0], row[1]) for row in await tx.session.execute(statement)]


async def absent(tx: Tx, server_id: UUID, present: Sequence[str]) -> None:
    """All others of the server's tools are listed no more; those that were never approved are forgotten."""
    of_it = (McpTool.user_id == tx.owner_id, McpTool.server_id == server_id, McpTool.name.not_in(present))
    await tx.session.execute(delete(McpTool).where(*of_it, McpTool.approved_pin.is_(None)))
    await tx.session.execute(
        update(McpTool)
        .where(*of_it, McpTool.present)
        .values(present=False, version=McpTool.version + 1, updated_at=func.steward_now())
    )
