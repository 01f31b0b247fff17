"""How does an archive come into a home? Looked at whole, then stored in one transaction: all of it or nothing.

Rows are merged by id: of two versions the later one stays, what is not here comes, nothing goes but what either side
erased for good.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import IO, Any, Protocol, TypeVar
from uuid import UUID

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.erasure import Receipt
from orchestrator.db import portable as tables
from orchestrator.db.follower import Reads
from orchestrator.db.portable import Portable, Stored
from orchestrator.db.retry import sqlstate
from orchestrator.db.session import Database, after_commit
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.slices.carrier import Carrier
from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.domain.lifecycle.portability.manifest import member_of_file
from orchestrator.domain.lifecycle.portability.reading import Checked, Names, another, batches, checked, refused
from orchestrator.domain.lifecycle.portability.room import Receiving
from orchestrator.domain.lifecycle.portability.writing import export, refresh
from orchestrator.domain.memory.rules import account as rule_account
from orchestrator.domain.people.accounts import archive as account
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.documents.storage import FileStore
from orchestrator.domain.world.places.service import places
from orchestrator.errors import InvalidRequest, NotFound
from orchestrator.kit.ids import parse_id
from orchestrator.worker_processes.service import WorkerProcesses

ROWS_AT_ONCE = 500
CHECKED_AT_ONCE = 1_000_000
"""Bytes of rows that are read as a client would, before others have their turn."""
_BLOCK = 1 << 20
_ROWS_FAULT = ("21", "22", "23", "54")
"""Classes of SQLSTATE that say that a row can't be one: twice, of wrong types, against a constraint, too deep."""
_UTC = "UTC"
_LACKING = "23503"
"""The SQLSTATE of a row that refers to one which its owner has not."""

_UNREADABLE = (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, InvalidRequest)
"""What reading raises of columns that are not what the slice puts there (pydantic's errors are ValueErrors)."""

T = TypeVar("T")
Progress = Callable[[int, int], None]
"""(rows done, rows in all)"""


@dataclass(frozen=True)
class Counts:
    """What became of a part's rows. `unchanged`: they are here already, in this version or a later one."""

    created: int
    updated: int
    unchanged: int


@dataclass(frozen=True)
class Imported:
    """`renamed`: rows that stand here under another id; `erased`: what tombstones of either side took; `files`:
    rows whose bytes came; `missing_files`: those that were lost already where the archive was made;
    `account_changed`: whether settings were taken over; `archive_email`: whose it was."""

    parts: Mapping[str, Counts]
    erased: Receipt
    files: int
    missing_files: Sequence[UUID]
    renamed: int
    account_changed: bool
    archive_email: str


@dataclass
class _Import:
    """One import under way."""

    tx: Tx
    archive: Checked
    names: Names
    progress: Progress
    done: int = 0
    counts: dict[str, Counts] = field(default_factory=dict)
    came: dict[str, list[UUID]] = field(default_factory=dict)


Came = Callable[[Sequence[UUID]], Awaitable[Collection[UUID]]]


class Settles(Protocol):
    """Merges of one kind: after an import nothing is merged and there as well."""

    async def settle(self, tx: Tx, came: Came | None = None, *, zone: str) -> int: ...


class Portability:
    """Exports and imports of one home. `erasure`: what takes again what was erased; `processes`: where archives are
    looked at; `files`: where files lie while they come in; `carriers`: where they belong; `merges`: of contacts and
    of places."""

    def __init__(
        self,
        portables: Sequence[Portable],
        erasure: Erasure,
        files: FileStore,
        folder: Path,
        processes: WorkerProcesses,
        carriers: Sequence[Carrier],
        merges: Sequence[Settles],
    ) -> None:
        self.portables = tuple(portables)
        self._erasure = erasure
        self._files = files
        self._folder = folder
        self._processes = processes
        self._merges = merges
        self._carriers = {one.table: one for one in carriers}

    async def export(
        self, database: Database, owner_id: UUID, at: datetime, *, reads: Reads | None = None
    ) -> AsyncIterator[bytes]:
        """All that the owner has, as the bytes of an archive; `reads`: who is asked for the rows, else `database`.
        Raises NotReady where the disk is full."""
        await refresh(database, owner_id, self._carriers)

        async def written(source: Database) -> AsyncIterator[bytes]:
            return await export(source, owner_id, self.portables, self._carriers, self._folder, at)

        return await (reads or Reads(database)).whole(owner_id, written)

    def receiving(self) -> Receiving:
        """Where to write an archive that comes in. Raises NotReady where the disk is full."""
        return Receiving(self._folder)

    async def take_in(
        self, database: Database, owner_id: UUID, file: IO[bytes], progress: Progress = lambda *_: None
    ) -> Imported:
        """Import the archive in `file`. Raises InvalidRequest, which names file and line; then nothing was stored."""
        async with database.unit_of_work() as session:
            known = {one.table: await tables.told_columns(session, one) for one in self.portables}
        archive = await checked(self._processes.in_request, owner_id, file, self.portables, known)
        staged: list[UUID] = []
        try:
            async with database.unit_of_work_of(owner_id) as tx:
                await provenance.lock_ingestion(tx)
                under_way = _Import(tx, archive, Names(), progress)
                return await self._store(under_way, staged)
        finally:
            for document_id in staged:
                await asyncio.to_thread(self._files.give_up, document_id)  # what was committed lies elsewhere

    async def _store(self, under_way: _Import, staged: list[UUID]) -> Imported:
        tx, archive = under_way.tx, under_way.archive
        await _name(under_way)
        await tables.begin(tx.session)
        for portable in archive.portables:
            await _take_part(under_way, portable)
        changed = await _take_account(under_way)
        await _must_be_readable(under_way)
        await self._stage_files(under_way, staged)
        erased = await self._erasure.erase_buried(tx)
        zone = (await accounts.me(tx)).timezone or _UTC
        for one in self._merges:
            await one.settle(tx, partial(tables.came_of, tx.session), zone=zone)
        for portable in archive.portables:
            came = under_way.came.get(portable.table, [])
            for start in range(0, len(came) if portable.follow is not None else 0, ROWS_AT_ONCE):
                assert portable.follow is not None
                await portable.follow(tx, came[start : start + ROWS_AT_ONCE])
        return Imported(
            parts=under_way.counts,
            erased=erased,
            files=len(staged),
            missing_files=archive.manifest.missing_files,
            renamed=len(under_way.names),
            account_changed=changed,
            archive_email=archive.manifest.account.email,
        )

    async def _stage_files(self, under_way: _Import, staged: list[UUID]) -> None:
        """Put the files of rows that came beside their rows; they get into their places once those are there."""
        tx = under_way.tx
        came = {
            row_id: carrier for table, carrier in self._carriers.items() for row_id in under_way.came.get(table, ())
        }
        for theirs in under_way.archive.manifest.files:
            row_id = under_way.names.of(theirs)
            if row_id is None or (carrier := came.get(row_id)) is None:
                continue
            staged.append(row_id)
            await asyncio.to_thread(self._unpack, under_way.archive, theirs, row_id)
            place = await carrier.placed(tx, row_id)
            after_commit(tx.session, partial(asyncio.to_thread, place, self._files.incoming(row_id)))

    def _unpack(self, archive: Checked, theirs: UUID, row_id: UUID) -> None:
        target = self._files.new(row_id)
        try:
            with archive.zip.open(member_of_file(theirs)) as member:
                while block := member.read(_BLOCK):
                    target.write(block)
        finally:
            self._files.finish(target)


async def _name(under_way: _Import) -> None:
    """Find out which ids of the archive are others here."""
    tx, strangers = under_way.tx, tables.Strangers(under_way.tx)
    await tables.lock_archive(tx, under_way.archive.manifest.user_id)
    has_others = await strangers.any()
    for portable in under_way.archive.portables:
        if portable.has_id:
            if has_others:
                await _name_strangers(under_way, portable, strangers)
            await _name_same(under_way, portable)


async def _name_strangers(under_way: _Import, portable: Portable, strangers: tables.Strangers) -> None:
    """Another user has a row of that id: this user's gets another."""
    tx = under_way.tx
    async for _, lines in _read(under_way, portable):
        await _as_rows(tx.session, strangers.note(lines))
    for theirs in await strangers.taken(portable):
        under_way.names.stands_as(theirs, another(tx.owner_id, theirs))


async def _name_same(under_way: _Import, portable: Portable) -> None:
    """The same thing came to this user by another way: it keeps the id that it has here."""
    if not portable.same:
        return
    tx, names = under_way.tx, under_way.names
    async for _, lines in _read(under_way, portable):
        for same in portable.same:
            here = await asyncio.to_thread(names.replaced, lines)
            for told, known in await _as_rows(tx.session, tables.known_by(tx, portable, same, here)) or ():
                names.stands_as(told, known)


async def _as_rows(session: AsyncSession, asked: Awaitable[T]) -> T | None:
    """What Postgres answers of lines; None where one of them is no row: storing it will tell which."""
    try:
        async with session.begin_nested():
            return await asked
    except DBAPIError as error:
        _must_be_the_rows(error)
        return None


async def _read(under_way: _Import, portable: Portable) -> Any:
    """(number of the first line, lines under the ids that hold here) of a part."""
    reading = batches(under_way.archive, portable, ROWS_AT_ONCE)
    while (batch := await asyncio.to_thread(next, reading, None)) is not None:
        yield batch[0], await asyncio.to_thread(under_way.names.replaced, batch[1])


async def _take_part(under_way: _Import, portable: Portable) -> None:
    tx = under_way.tx
    if portable.part_of is not None:
        await tables.drop_parts(tx, portable)
    if portable.before is not None:
        async for ids in tables.all_that_came(tx.session):
            await portable.before(tx, ids)
    total = sum(part.rows for part in under_way.archive.manifest.parts.values())
    rows = created = updated = 0
    async for first, lines in _read(under_way, portable):
        stored = await _take_lines(under_way, portable, first, lines)
        rows, created, updated = rows + len(lines), created + stored.created, updated + stored.updated
        if portable.has_id:
            await tables.came(tx.session, portable, stored.ids)
        if portable.follow is not None or portable.check is not None or portable.has_files:
            under_way.came.setdefault(portable.table, []).extend(stored.ids)
        under_way.done += len(lines)
        under_way.progress(under_way.done, total)
    under_way.counts[portable.table] = Counts(created, updated, rows - created - updated)


async def _take_lines(under_way: _Import, portable: Portable, first: int, lines: Sequence[str]) -> Stored:
    """A batch at once; where it can't be stored, line by line, to say which. Raises InvalidRequest."""
    try:
        return await _write(under_way, portable, lines)
    except DBAPIError as error:
        _must_be_the_rows(error)
        again = await _as_rows(under_way.tx.session, tables.twice(under_way.tx.session, portable, lines))
        if again is not None:
            raise refused("this row stands there twice.", portable.table, first + again) from error
    stored = Stored()
    for number, line in enumerate(lines, start=first):
        try:
            one = await _write(under_way, portable, [line])
        except DBAPIError as error:
            _must_be_the_rows(error)
            raise refused(f"this can't be stored: {_told(error)}.", portable.table, number) from error
        except InvalidRequest as error:
            raise refused(error.detail, portable.table, number) from error
        stored = Stored(stored.created + one.created, stored.updated + one.updated, (*stored.ids, *one.ids))
    return stored


async def _write(under_way: _Import, portable: Portable, lines: Sequence[str]) -> Stored:
    tx = under_way.tx
    async with tx.session.begin_nested():
        if portable.write is None:
            return await tables.store(tx, portable, under_way.archive.columns[portable.table], lines)
        assert portable.with_any is not None
        rows = await asyncio.to_thread(lambda: [tables.row_of(line) for line in lines])
        named = [(row, portable.with_any(row)) for row in rows]
        wanted = await tables.came_of(tx.session, list({one for _, one in named if one is not None}))
        chosen = [row for row, one in named if one in wanted]
        await portable.write(tx, chosen)
        return Stored(created=len(chosen))


async def _must_be_readable(under_way: _Import) -> None:
    """What Postgres takes for a row is not yet one that can be told: a zone that is none, a list that is a number.
    Raises InvalidRequest."""
    tx, portables = under_way.tx, under_way.archive.portables
    if beyond := await tables.out_of_range(tx, [one.table for one in portables]):
        raise refused(f"a row's {beyond[0]} is out of range.")
    for portable in portables:
        came = under_way.came.get(portable.table, []) if portable.check is not None else []
        for start in range(0, len(came), ROWS_AT_ONCE):
            ids = came[start : start + ROWS_AT_ONCE]
            sizes = await tables.weights(tx, portable, ids)
            for some in _by_weight(ids, sizes):
                await _read_again(under_way, portable, some)
                await asyncio.sleep(0)


def _by_weight(ids: Sequence[UUID], sizes: Mapping[UUID, int]) -> Iterator[Sequence[UUID]]:
    """The ids in slices of `CHECKED_AT_ONCE` bytes, or of one row that has more."""
    held, weight = list[UUID](), 0
    for one in ids:
        size = sizes.get(one, 0)
        if held and weight + size > CHECKED_AT_ONCE:
            yield held
            held, weight = [], 0
        held.append(one)
        weight += size
    if held:
        yield held


async def _read_again(under_way: _Import, portable: Portable, ids: Sequence[UUID]) -> None:
    assert portable.check is not None
    try:
        await portable.check(under_way.tx, ids)
    except _UNREADABLE as error:
        if len(ids) > 1:
            for one in ids:
                await _read_again(under_way, portable, [one])
        told = str(error).splitlines() or [type(error).__name__]
        raise refused(f"the row {ids[0]} can't be read ({told[0][:200]}).", portable.table) from error


def _must_be_the_rows(error: DBAPIError) -> None:
    """Raises the error again where it says nothing of a row: then it is not the archive's."""
    state = getattr(error.orig, "sqlstate", None) or ""
    if not state.startswith(_ROWS_FAULT):
        raise error


def _told(error: DBAPIError) -> str:
    """What Postgres says, in one line."""
    said = str(error.orig).splitlines() or ["no reason is known"]
    told = said[0].rpartition(">: ")[2][:300]
    return f"{told} (what it names is not there, or is another user's)" if sqlstate(error) == _LACKING else told


async def _take_account(under_way: _Import) -> bool:
    fields = under_way.archive.manifest.account
    home = under_way.names.of(fields.home_place_id)
    if home is not None:
        try:
            await places.get(under_way.tx, home)
        except NotFound:
            home = None
    tx = under_way.tx
    kind, _, collection = (fields.default_calendar or "").partition(":")
    calendar = under_way.names.of(parse_id(collection))
    own = {"home_place_id": home, "default_calendar": f"{kind}:{calendar}" if calendar is not None else None}
    taken = await account.take(tx, fields.model_copy(update=own))
    if taken and fields.quiet_hours is not None:  # an archive from before these were rules
        await rule_account.set_quiet_hours(tx, fields.quiet_hours)
    if taken and fields.auto_confirm:
        await rule_account.set_auto_confirm(tx, fields.auto_confirm)
    return taken
