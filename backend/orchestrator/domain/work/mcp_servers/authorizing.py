"""How does the owner let Steward into an http server by OAuth? Their browser goes there and comes back; tokens are kept
as secrets are, and renewed before they end."""

import json
from dataclasses import asdict
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.work.mcp_servers import repository
from orchestrator.domain.work.mcp_servers.model import McpServer
from orchestrator.domain.world.connections.service import Reach
from orchestrator.errors import InvalidRequest, NotFound
from orchestrator.integrations.guarded.errors import ServerFailed
from orchestrator.integrations.mcp_client.oauth import Authorization, OAuth, Pending
from orchestrator.integrations.mcp_client.port import Fault, McpFailed


async def of(tx: Tx, reach: Reach, server_id: UUID) -> OAuth:
    """Who speaks for this server. Raises NotFound, InvalidRequest for a program."""
    row = await _row(tx, server_id)
    if row.url is None:
        raise InvalidRequest("Only an http server is authorized; a program gets its secret by `env`.")
    return OAuth(row.url, reach.hosts)


async def waits(tx: Tx, reach: Reach, server_id: UUID, pending: Pending) -> None:
    """The owner was sent away; an earlier time is forgotten."""
    row = await _row(tx, server_id)
    row.sealed_authorizing = reach.vault.seal(row.id, json.dumps(asdict(pending)))
    await tx.session.flush()


async def pending(tx: Tx, reach: Reach, server_id: UUID) -> Pending:
    """What waits for them, once: it is forgotten by this. Raises NotFound, InvalidRequest where nothing does."""
    row = await _row(tx, server_id)
    if row.sealed_authorizing is None:
        raise InvalidRequest("No authorization waits for this server. Begin one by POST /mcp-servers/{id}/authorize.")
    told = _opened(reach, row, row.sealed_authorizing)
    row.sealed_authorizing = None
    await tx.session.flush()
    return Pending(**told)


async def granted(tx: Tx, reach: Reach, server_id: UUID, authorization: Authorization) -> None:
    """Keep the tokens."""
    row = await _row(tx, server_id)
    row.sealed_authorization = reach.vault.seal(row.id, json.dumps(asdict(authorization)))
    await tx.session.flush()


def kept(reach: Reach, row: McpServer) -> Authorization | None:
    """The tokens; None where there are none. Raises McpFailed where the key is another one."""
    if row.sealed_authorization is None:
        return None
    return Authorization(**_opened(reach, row, row.sealed_authorization))


def _opened(reach: Reach, row: McpServer, sealed: bytes) -> dict[str, Any]:
    try:
        told: dict[str, Any] = json.loads(reach.vault.open(row.id, sealed))
    except ServerFailed as error:
        raise McpFailed(Fault.REFUSED, error.detail) from error
    return told


async def _row(tx: Tx, server_id: UUID) -> McpServer:
    row = await repository.server(tx, server_id, for_update=True)
    if row is None:
        raise NotFound("There is no such MCP server.")
    return row
