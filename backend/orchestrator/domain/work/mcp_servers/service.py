"""Which MCP servers does the user let Steward use, and which of their tools did they approve?

A secret goes in and never comes out. What a server tells is kept as its word: a tool is off until its owner approved
it, and off again once it is told otherwise than it was approved.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast
from uuid import UUID

from pydantic import SecretStr
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.cursors import id_mark
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.work.mcp_servers import authorizing, repository
from orchestrator.domain.work.mcp_servers.definitions import differences, offered_name, slug_of
from orchestrator.domain.work.mcp_servers.model import McpServer, McpTool
from orchestrator.domain.work.mcp_servers.recording import CHANGED, settle
from orchestrator.domain.work.mcp_servers.schemas import (
    KIND,
    Difference,
    McpServerIn,
    McpServerOut,
    McpToolOut,
    State,
    ToolState,
    wrong,
)
from orchestrator.domain.world.connections.service import Reach
from orchestrator.errors import Conflict, InvalidRequest, NotFound, VersionConflict
from orchestrator.integrations.guarded.errors import ServerFailed
from orchestrator.integrations.mcp_client.oauth import Authorization
from orchestrator.integrations.mcp_client.port import Fault, Launch, McpFailed
from orchestrator.kit.paging import Page, PageRequest, encode_cursor
from orchestrator.kit.versions import Expected, is_expected

MOST: Final = 30
"""Servers of one user."""
_REACHED_BY: Final = ("command", "args", "url")


@dataclass(frozen=True)
class Config:
    """A server as it is started. `authorization`: its tokens, where it has those instead of a secret."""

    id: UUID
    launch: Launch
    authorization: Authorization | None = None


# Made, changed, read


async def create(tx: Tx, reach: Reach, given: McpServerIn) -> UUID:
    """Make it; it is not started by this. Raises InvalidRequest, Conflict `already_exists` with the `id`."""
    slug = _slug(given.name)
    there = await repository.of_slug(tx, slug)
    if there is not None:
        raise Conflict("already_exists", "A server of this name exists.", extra={"id": str(there.id)})
    if len(await repository.ids(tx)) >= MOST:
        raise InvalidRequest(f"At most {MOST} servers.")
    row = McpServer(user_id=tx.owner_id, slug=slug, **given.model_dump(exclude={"secret", "env"}))
    tx.session.add(row)
    await tx.session.flush()
    row.sealed = _sealed(reach, row.id, given.env, given.secret)
    await tx.session.flush()
    return row.id


async def change(
    tx: Tx, reach: Reach, server_id: UUID, changes: Mapping[str, Any], *, version: Expected = None
) -> None:
    """Change what `changes` names; what it is reached by makes its tools others. Raises NotFound, VersionConflict,
    InvalidRequest, Conflict `already_exists`."""
    row = await _locked(tx, server_id)
    if not is_expected(row.version, version):
        raise VersionConflict(f"The server is at version {row.version}.")
    if (name := changes.get("name")) is not None:
        await _rename(tx, row, name)
    if changes.get("url") not in {None, row.url}:
        row.sealed_authorization = row.sealed_authorizing = None  # they were given for another server
    for field in _REACHED_BY:
        if changes.get(field) is not None:
            setattr(row, field, changes[field])
    kept = _opened(reach, row)
    env = changes["env"] if changes.get("env") is not None else kept.env
    secret = changes["secret"] if "secret" in changes else SecretStr(kept.secret)
    told = wrong(row.transport, row.command, row.args, row.url, env)
    if told is not None:
        raise InvalidRequest(told)
    row.sealed = _sealed(reach, row.id, env, secret)
    row.enabled = changes.get("state") != "stopped" if changes.get("state") else row.enabled
    row.state, row.last_error = ("starting", None) if row.enabled else ("stopped", None)
    await _touched(tx, row)


async def get(tx: Tx, reach: Reach, server_id: UUID) -> McpServerOut:
    """Raises NotFound."""
    row = await repository.server(tx, server_id)
    if row is None:
        raise _absent()
    return _presented(reach, row, await repository.tools(tx, [row.id]))


async def listed(tx: Tx, reach: Reach, page: PageRequest) -> Page[McpServerOut]:
    """Newest first. Raises InvalidRequest for a cursor of another list."""
    rows = await repository.page(tx, after=id_mark(page.cursor), limit=page.limit + 1, q=page.q)
    shown = rows[: page.limit]
    found = await repository.tools(tx, [row.id for row in shown])
    items = [_presented(reach, row, [one for one in found if one.server_id == row.id]) for row in shown]
    return Page(items, encode_cursor(str(shown[-1].id)) if len(rows) > page.limit else None)


async def check_address(reach: Reach, url: str, *, secret: bool) -> None:
    """Raises InvalidRequest for an address that may not be reached, or not with a secret."""
    await reach.check(url, secret=secret)


# Approved


async def approve(tx: Tx, server_id: UUID, pins: Sequence[str]) -> None:
    """Approve the tools of these pins as they are now. Raises NotFound, InvalidRequest for a pin that no tool has: it
    changed since it was looked at."""
    row = await _locked(tx, server_id)
    there = {one.pin: one for one in await repository.tools(tx, [row.id]) if one.present}
    unknown = [pin for pin in pins if pin not in there]
    if unknown:
        told = "No tool has this pin now; it may have changed since. Look at the server again."
        raise InvalidRequest(told, errors=[{"loc": ["body", "pins", pin[:64]], "message": told} for pin in unknown])
    for pin in dict.fromkeys(pins):
        one = there[pin]
        if one.approved_pin == one.pin:
            continue
        if one.approved_pin is not None:
            one.effect = "outbound"  # what was said of what it was is not said of what it is
        one.approved_pin, one.approved = one.pin, one.definition
        one.version += 1
        one.updated_at = await repository.now(tx.session)
    await tx.session.flush()
    if row.state == "degraded" and (row.last_error or "").startswith(CHANGED):
        await settle(tx, row)
    await _touched(tx, row)


async def mark(tx: Tx, server_id: UUID, tool: str, effect: str) -> None:
    """Say what calling a tool does. Raises NotFound."""
    row = await _locked(tx, server_id)
    found = [one for one in await repository.tools(tx, [row.id]) if tool in {one.name, one.offered_as}]
    if not found:
        raise NotFound("This server has no such tool.")
    one = found[0]
    if one.effect != effect:
        one.effect, one.version = effect, one.version + 1
        await _touched(tx, row)


async def erase(tx: Tx, server_id: UUID) -> Sequence[ErasedRow]:
    """Delete it with its secret and what was approved. Raises NotFound."""
    row = await _locked(tx, server_id)
    await repository.remove(tx, row.id)
    return [ErasedRow(KIND, server_id, indexed=False)]


async def keys(tx: Tx) -> list[tuple[UUID, str | None, str | None]]:
    """(id, None, None) of each."""
    return [(found, None, None) for found in await repository.ids(tx)]


# What it is started with, and how it is


async def config(tx: Tx, reach: Reach, server_id: UUID, *, by_owner: bool = False) -> Config:
    """What it is started with. `by_owner`: they ask for it themselves, which ends a quarantine. Raises NotFound,
    McpFailed where it is not to be used."""
    row = await repository.server(tx, server_id)
    if row is None:
        raise _absent()
    if not row.enabled:
        raise McpFailed(Fault.REFUSED, row.last_error or "It is stopped.")
    if row.state == "quarantined" and not by_owner:
        raise McpFailed(Fault.REFUSED, f"It is in quarantine: {row.last_error}")
    kept = _opened(reach, row)
    launch = Launch(
        "stdio" if row.transport == "stdio" else "http",
        row.command or "",
        tuple(row.args),
        row.url or "",
        kept.env,
        kept.secret,
        tuple(reach.hosts.entries),
    )
    authorization = authorizing.kept(reach, row) if not kept.secret else None
    return Config(row.id, launch, authorization)


async def count(session: AsyncSession) -> int:
    """The servers of all users that were not stopped."""
    return await repository.count(session)


async def troubles(session: AsyncSession) -> list[tuple[str, str, str]]:
    """(name, state, last error) of those of all users that can't be used as they should: for the operator."""
    return [(row.name, row.state, row.last_error or "") for row in await repository.unwell(session)]


# Inside


@dataclass(frozen=True)
class _Kept:
    env: dict[str, str]
    secret: str


def _sealed(reach: Reach, server_id: UUID, env: Mapping[str, str], secret: SecretStr | None) -> bytes | None:
    text = secret.get_secret_value() if secret is not None else ""
    if not env and not text:
        return None
    return reach.vault.seal(server_id, json.dumps({"env": dict(env), "secret": text}))


def _opened(reach: Reach, row: McpServer) -> _Kept:
    """Raises McpFailed where the key is another one."""
    if row.sealed is None:
        return _Kept({}, "")
    try:
        told = json.loads(reach.vault.open(row.id, row.sealed))
    except ServerFailed as error:
        raise McpFailed(Fault.REFUSED, error.detail) from error
    return _Kept(told["env"], told["secret"])


async def _rename(tx: Tx, row: McpServer, name: str) -> None:
    slug = _slug(name)
    there = await repository.of_slug(tx, slug)
    if there is not None and there.id != row.id:
        raise Conflict("already_exists", "A server of this name exists.", extra={"id": str(there.id)})
    row.name, row.slug = name, slug
    for one in await repository.tools(tx, [row.id]):
        offered = offered_name(slug, one.name)
        if offered is not None:
            one.offered_as = offered


async def _touched(tx: Tx, row: McpServer) -> None:
    row.version += 1
    row.updated_at = await repository.now(tx.session)
    await tx.session.flush()


def _slug(name: str) -> str:
    slug = slug_of(name)
    if not slug:
        told = "it needs a letter or a figure of those on every keyboard: its tools are called by it"
        raise InvalidRequest.of_field("name", told, loc=("body", "name"))
    return slug


def _presented(reach: Reach, row: McpServer, tools: Sequence[McpTool]) -> McpServerOut:
    try:
        kept, unread = _opened(reach, row), None
    except McpFailed as error:
        kept, unread = _Kept({}, ""), error.detail
    identity = row.identity
    return McpServerOut(
        id=row.id,
        name=row.name,
        transport="stdio" if row.transport == "stdio" else "http",
        command=row.command,
        args=row.args,
        url=row.url,
        env=kept.env,
        has_secret=bool(kept.secret) or unread is not None,
        authorized=row.sealed_authorization is not None,
        state=cast("State", row.state),
        last_error=unread or row.last_error,
        last_ok_at=row.last_ok_at,
        server_name=identity.get("name", ""),
        server_version=identity.get("version", ""),
        protocol=identity.get("protocol", ""),
        tools=[*map(_tool, tools), *map(_refused, row.refused)],
        created_at=row.created_at,
        updated_at=row.updated_at,
        version=row.version,
    )


def _tool(one: McpTool) -> McpToolOut:
    told = one.definition
    changes = differences(one.approved, told) if one.state == "changed" and one.approved is not None else []
    return McpToolOut(
        name=one.name,
        offered_as=one.offered_as,
        pin=one.pin,
        state=cast("ToolState", one.state),
        effect="read" if one.effect == "read" else "outbound",
        title=told["title"],
        description=told["description"],
        input_schema=told["input_schema"],
        annotations=told["annotations"],
        reason=None if one.present else "the server lists it no more",
        changes=[Difference(**each) for each in changes],
    )


def _refused(one: Mapping[str, Any]) -> McpToolOut:
    return McpToolOut(name=one["name"], state="refused", reason=one["reason"])


async def _locked(tx: Tx, server_id: UUID) -> McpServer:
    row = await repository.server(tx, server_id, for_update=True)
    if row is None:
        raise _absent()
    return row


def _absent() -> NotFound:
    return NotFound("There is no such MCP server.")
