"""Which calendars and address books elsewhere does the user read here? Made, changed, read, and what a sync came to.

A secret goes in and never comes out (`vault.py`). What an erased connection was read from goes with it, but for what
the user edited or confirmed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

from pydantic import SecretStr
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.cursors import id_mark
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.connections import repository
from orchestrator.domain.world.connections.model import Connection
from orchestrator.domain.world.connections.schemas import (
    KIND,
    SYNC,
    CollectionOut,
    ConnectionIn,
    ConnectionOut,
    Sync,
    SyncingOut,
    SyncResult,
)
from orchestrator.domain.world.connections.vault import Vault
from orchestrator.domain.world.events.sync import writable, write_back
from orchestrator.errors import Conflict, FieldError, InvalidRequest, NotFound, VersionConflict
from orchestrator.integrations.calendars.feed import Stamp
from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.guarded.client import Bounds, Credentials, GuardedClient, refuse_in_the_open
from orchestrator.integrations.guarded.errors import AddressRefused, ServerFailed
from orchestrator.kit.paging import Page, PageRequest, encode_cursor
from orchestrator.kit.text import shorten
from orchestrator.kit.versions import Expected, is_expected
from orchestrator.scheduling.async_jobs import enqueue

EVERY_S: Final = 3_600.0
"""How often a connection is read that works."""
FIRST_PAUSE_S: Final = 300.0
LONGEST_PAUSE_S: Final = 86_400.0
"""After a failure: doubled with each further one, up to a day."""
MOST: Final = 100
"""Connections of one user."""
_ERROR = 500
_WRITES = "only a caldav connection can be written to"


@dataclass(frozen=True)
class Reach:
    """What the user's servers are reached by: the key of their passwords, the private hosts that are allowed, the
    bounds of a request."""

    vault: Vault
    hosts: PrivateHosts
    bounds: Bounds = field(default_factory=Bounds)

    def client(self, work: "Work", url: str) -> GuardedClient:
        """For that address of the connection's; close it. Raises SecretUnreadable."""
        credentials = None
        if work.sealed is not None or work.username is not None:
            secret = self.vault.open(work.id, work.sealed) if work.sealed is not None else ""
            credentials = Credentials(work.username or "", secret)
        return GuardedClient(url, self.hosts, credentials=credentials, bounds=self.bounds)

    async def check(self, url: str, *, secret: bool) -> None:
        """Raises InvalidRequest for an address that may not be reached, or not with a password."""
        parts = urlsplit(web_address(url))
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        try:
            addresses = await self.hosts.resolve(host, port)
            if secret and parts.scheme == "http":
                refuse_in_the_open(addresses)
        except AddressRefused as error:
            raise _wrong("url", error.detail) from error
        except ServerFailed:
            return  # it may come up later; the sync says so


@dataclass(frozen=True)
class Work:
    """A connection as a sync reads it. `zone`: the user's (IANA); `version`: what the sync began with."""

    id: UUID
    kind: str
    url: str
    name: str | None
    username: str | None
    sealed: bytes | None
    etag: str | None
    last_modified: str | None
    zone: str
    version: int


def web_address(url: str) -> str:
    """`webcal://` is `https://` under another name."""
    scheme, _, rest = url.partition("://")
    return f"https://{rest}" if scheme.lower() in {"webcal", "webcals"} else url


def host_of(url: str) -> str:
    """The server's name; "" where it is none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


# Made, changed, read


async def create(tx: Tx, reach: Reach, given: ConnectionIn) -> ConnectionOut:
    """Make it and have it read. Raises InvalidRequest, Conflict `already_exists` with the `id`. `Reach.check` it
    first: that asks the network."""
    await provenance.lock_ingestion(tx)
    if given.writable and given.kind != "caldav":
        raise _wrong("writable", _WRITES)
    there = await repository.same(tx, given.kind, given.url, given.username)
    if there is not None:
        raise Conflict("already_exists", "This connection exists.", extra={"id": str(there.id)})
    if len(await repository.page(tx, after=None, limit=MOST)) == MOST:
        raise InvalidRequest(f"At most {MOST} connections.")
    row = Connection(user_id=tx.owner_id, **given.model_dump(exclude={"secret"}))
    await repository.add(tx.session, row)
    if given.secret is not None and (secret := given.secret.get_secret_value()):
        row.sealed = reach.vault.seal(row.id, secret)
        await tx.session.flush()
    await sync(tx, row.id)
    return (await _presented(tx, [row]))[0]


async def change(
    tx: Tx, reach: Reach, connection_id: UUID, changes: Mapping[str, Any], *, version: Expected = None
) -> ConnectionOut:
    """Change what `changes` names, and have it read again. Raises NotFound, VersionConflict, InvalidRequest."""
    await provenance.lock_ingestion(tx)
    row = await _locked(tx, connection_id)
    if not is_expected(row.version, version):
        raise VersionConflict(f"The connection is at version {row.version}.")
    _check_changes(row, changes)
    for name in ("url", "name", "username", "writable"):
        if name in changes and (changes[name] is not None or name in {"name", "username"}):
            setattr(row, name, changes[name])
    if "secret" in changes:
        secret = changes["secret"]
        text = secret.get_secret_value() if isinstance(secret, SecretStr) else secret
        row.sealed = reach.vault.seal(row.id, text) if text else None
    row.etag = row.last_modified = None
    row.failures = 0
    row.version += 1
    row.updated_at = await repository.now(tx.session)
    await tx.session.flush()
    await tell_calendars(tx, row.id)
    await sync(tx, row.id)
    return (await _presented(tx, [row]))[0]


async def get(tx: Tx, connection_id: UUID) -> ConnectionOut:
    """Raises NotFound."""
    row = await repository.find(tx, connection_id)
    if row is None:
        raise _absent()
    return (await _presented(tx, [row]))[0]


async def listed(tx: Tx, page: PageRequest) -> Page[ConnectionOut]:
    """Newest first. Raises InvalidRequest for a cursor of another list."""
    rows = await repository.page(tx, after=id_mark(page.cursor), limit=page.limit + 1, q=page.q)
    shown = await _presented(tx, rows[: page.limit])
    return Page(shown, encode_cursor(str(shown[-1].id)) if len(rows) > page.limit else None)


async def sync(tx: Tx, connection_id: UUID) -> SyncingOut:
    """Have it read now; of several that ask, one job waits. Raises NotFound."""
    if await repository.find(tx, connection_id) is None:
        raise _absent()
    job_id = await enqueue(
        tx.session, SYNC, Sync(connection_id=connection_id), owner_id=tx.owner_id, dedupe_key=str(connection_id)
    )
    return SyncingOut(job_id=job_id, connection_id=connection_id)


# What a sync came to


async def begin(tx: Tx, connection_id: UUID, *, default_zone: str) -> Work | None:
    """The connection to be read; None where it was erased."""
    row = await repository.find(tx, connection_id)
    if row is None:
        return None
    zone = (await accounts.reach(tx.session, [tx.owner_id]))[tx.owner_id].timezone or default_zone
    return Work(
        row.id,
        row.kind,
        row.url,
        row.name,
        row.username,
        row.sealed,
        row.etag,
        row.last_modified,
        zone=zone,
        version=row.version,
    )


async def hold(tx: Tx, work: Work) -> bool:
    """Until this transaction ends the connection is not erased. False where it was, or where it reads from elsewhere
    now: what was fetched is then not stored."""
    await provenance.lock_ingestion(tx)
    row = await repository.find(tx, work.id, for_update=True)
    return row is not None and row.version == work.version


async def went_well(tx: Tx, work: Work, result: SyncResult | None, stamp: Stamp) -> None:
    """The connection was read to its end; without a `result` it was as before. `stamp`: of a feed."""
    row = await repository.find(tx, work.id, for_update=True)
    if row is None or row.version != work.version:
        return
    now = await repository.now(tx.session)
    row.state, row.last_error, row.failures = "ok", None, 0
    row.last_sync_at, row.next_sync_at = now, now + timedelta(seconds=EVERY_S)
    row.last_result = result.model_dump() if result is not None else row.last_result
    row.etag, row.last_modified = stamp.etag, stamp.last_modified
    await tx.session.flush()
    found = await repository.collections(tx, [row.id])
    await write_back.send_waiting(tx, [source_of(row.kind, one.id) for one in found])


async def failed(tx: Tx, work: Work, error: ServerFailed) -> None:
    """It could not be read; what was read before stays."""
    row = await repository.find(tx, work.id, for_update=True)
    if row is None or row.version != work.version:
        return
    row.failures += 1
    row.state = "needs_attention" if error.attention else "failing"
    row.last_error = shorten(error.detail, _ERROR)
    row.next_sync_at = await repository.now(tx.session) + timedelta(seconds=_pause_s(row.failures, error))
    await tx.session.flush()


async def set_off(tx: Tx, connection_id: UUID) -> None:
    """Have it read, and not be due again before that ended, or a pause has passed."""
    row = await repository.find(tx, connection_id, for_update=True)
    if row is not None:
        row.next_sync_at = await repository.now(tx.session) + timedelta(seconds=EVERY_S)
        await sync(tx, connection_id)


async def due(session: AsyncSession, *, limit: int) -> list[tuple[UUID, UUID]]:
    """(owner, connection) of those whose time has come, of all users."""
    return await repository.due(session, limit=limit)


async def failing(session: AsyncSession) -> list[tuple[str, str, str]]:
    """(kind, host, last error) of those of all users that could not be read: for the operator."""
    rows = await repository.unwell(session)
    return [(row.kind, host_of(row.url), row.last_error or "") for row in rows]


async def tell_calendars(tx: Tx, connection_id: UUID) -> None:
    """Let events know which calendars of this connection they may be written into."""
    row = await repository.find(tx, connection_id)
    every = await repository.collections(tx, [connection_id], gone=True)
    if row is None or row.kind != "caldav":
        return
    open_ones = [one for one in every if one.present and row.writable]
    account = row.name or host_of(row.url)
    known = [writable.Calendar(source_of(row.kind, one.id), one.name, account) for one in open_ones]
    await writable.keep_calendars(tx, known)
    closed = [source_of(row.kind, one.id) for one in every if one not in open_ones]
    await writable.drop_calendars(tx, closed)


# Erasure


async def erase(tx: Tx, connection_id: UUID) -> Sequence[ErasedRow]:
    """Delete it with its secret. Raises NotFound."""
    row = await _locked(tx, connection_id)
    row.writable = False
    await tx.session.flush()
    await tell_calendars(tx, connection_id)
    await repository.remove(tx, connection_id)
    return [ErasedRow(KIND, connection_id, indexed=False)]


async def keys(tx: Tx) -> list[tuple[UUID, str | None, str | None]]:
    """(id, None, None) of each: a connection is nobody's but the user's."""
    return [(found, None, None) for found in await repository.ids(tx)]


# Inside


def source_of(kind: str, entity_id: UUID) -> str:
    """The `source` of what was read: of a feed's events its connection, else the collection."""
    return f"{kind}:{entity_id}"


async def sources(tx: Tx) -> set[str]:
    """The sources of all that the user's connections bring."""
    kinds = await repository.kinds(tx)
    every = await repository.collections(tx, list(kinds), gone=True)
    feeds = {source_of(kind, connection_id) for connection_id, kind in kinds.items()}
    return feeds | {source_of(kinds[one.connection_id], one.id) for one in every}


async def _locked(tx: Tx, connection_id: UUID) -> Connection:
    row = await repository.find(tx, connection_id, for_update=True)
    if row is None:
        raise _absent()
    return row


async def _presented(tx: Tx, rows: Sequence[Connection]) -> list[ConnectionOut]:
    kinds = {row.id: row.kind for row in rows}
    by_connection: dict[UUID, list[CollectionOut]] = {row.id: [] for row in rows}
    for one in await repository.collections(tx, list(kinds)):
        source = source_of(kinds[one.connection_id], one.id)
        by_connection[one.connection_id].append(CollectionOut(id=one.id, name=one.name, source=source))
    return [
        ConnectionOut.model_validate(row).model_copy(
            update={"has_secret": row.sealed is not None, "collections": by_connection[row.id]}
        )
        for row in rows
    ]


def _check_changes(row: Connection, changes: Mapping[str, Any]) -> None:
    """Raises InvalidRequest."""
    if changes.get("writable") and row.kind != "caldav":
        raise _wrong("writable", _WRITES)
    if "url" not in changes:
        return
    if changes["url"] is None:
        raise _wrong("url", "a connection has an address")
    write_back = urlsplit(changes["url"]).hostname != urlsplit(row.url).hostname
    if write_back and row.sealed is not None and "secret" not in changes:
        raise _wrong("secret", "this is another server: give the password for it again (null for none)")


def _pause_s(failures: int, error: ServerFailed) -> float:
    if error.attention:
        return LONGEST_PAUSE_S
    own = min(FIRST_PAUSE_S * float(2 ** min(failures - 1, 10)), LONGEST_PAUSE_S)
    return max(own, error.retry_after_s or 0.0)


def _absent() -> NotFound:
    return NotFound("There is no such connection.")


def _wrong(field: str, message: str) -> InvalidRequest:
    errors: list[FieldError] = [{"loc": ["body", field], "message": message}]
    return InvalidRequest(f"`{field}`: {message}", errors=errors)
