"""What did a server come to when it was asked? Kept in its row and those of its tools.

A tool that is new is off until its owner approves it; one that is told otherwise than it was approved is off again.
"""

from typing import Any, Final
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.work.mcp_servers import repository
from orchestrator.domain.work.mcp_servers.definitions import definition, offered_name, pin_of
from orchestrator.domain.work.mcp_servers.model import McpServer, McpTool
from orchestrator.integrations.mcp_client.port import Fault, Listing, McpFailed
from orchestrator.kit.text import shorten, storable, storable_json

CHANGED: Final = "Changed since you approved it"
_ERROR: Final = 500


async def went_well(tx: Tx, server_id: UUID, listing: Listing) -> None:
    """It listed its tools: what is new is off, what is another is off again."""
    row = await repository.server(tx, server_id, for_update=True)
    if row is None or not row.enabled:
        return
    there = {one.name: one for one in await repository.tools(tx, [row.id])}
    reached_by = " ".join((row.command or "", *row.args)) if row.transport == "stdio" else row.url or ""
    refused = [{"name": one.name, "reason": one.reason} for one in listing.refused]
    taken: set[str] = set()
    kept: list[str] = []
    for position, listed_tool in enumerate(listing.tools):
        name = offered_name(row.slug, listed_tool.name)
        if name is None or name in taken:
            reason = "its name has letters that look like others" if name is None else "another tool has its name"
            refused.append({"name": listed_tool.name, "reason": reason})
            continue
        taken.add(name)
        kept.append(listed_tool.name)
        told = storable_json(definition(listed_tool, listing.identity, reached_by))
        assert isinstance(told, dict)
        _keep(tx, row, there.get(listed_tool.name), listed_tool.name, name, position, told)
    await tx.session.flush()
    await repository.absent(tx, row.id, kept)
    row.refused = refused
    identity = listing.identity
    row.identity = {"name": identity.name, "version": identity.version, "protocol": identity.protocol}
    row.last_ok_at = await repository.now(tx.session)
    await settle(tx, row)
    await tx.session.flush()


async def failed(tx: Tx, server_id: UUID, error: McpFailed) -> bool:
    """It could not be used; answers whether it went into quarantine by this."""
    row = await repository.server(tx, server_id, for_update=True)
    if row is None or not row.enabled:
        return False
    hostile = error.fault is Fault.HOSTILE
    fresh = hostile and row.state != "quarantined"
    row.state = "quarantined" if hostile else "degraded"
    row.last_error = shorten(storable(error.detail), _ERROR)
    row.updated_at = await repository.now(tx.session)
    await tx.session.flush()
    return fresh


async def waits(tx: Tx, server_id: UUID, told: str) -> None:
    """It is being started, and that takes longer than who asked waits."""
    row = await repository.server(tx, server_id, for_update=True)
    if row is not None and row.enabled and row.state != "ready":
        row.state, row.last_error = "starting", told
        await tx.session.flush()


async def settle(tx: Tx, row: McpServer) -> None:
    """Its state by what is known of its tools, now that it answered."""
    changed = [one.name for one in await repository.tools(tx, [row.id]) if one.state == "changed"]
    if not changed:
        row.state, row.last_error = "ready", None
        return
    names = shorten(", ".join(changed), 200)
    row.state = "degraded"
    row.last_error = f"{CHANGED}, and off until you approve it again: {names}."


def _keep(
    tx: Tx, row: McpServer, there: McpTool | None, name: str, offered: str, position: int, told: dict[str, Any]
) -> None:
    pin = pin_of(told)
    if there is None:
        new = McpTool(user_id=tx.owner_id, server_id=row.id, name=name, offered_as=offered, position=position)
        new.definition, new.pin = told, pin
        tx.session.add(new)
        return
    if there.pin != pin or not there.present or there.offered_as != offered:
        there.version += 1
    there.definition, there.pin, there.present = told, pin, True
    there.offered_as, there.position = offered, position
