"""How does an archive come to be, as a stream? A zip whose rows were read in one snapshot; files follow as they lie."""

import asyncio
import hashlib
import json
import tempfile
import zipfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any, cast
from uuid import UUID

from sqlalchemy import text

from orchestrator.db.migrate import read_migrations
from orchestrator.db.portable import Portable, read, told_columns
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx, owned
from orchestrator.domain.foundation.slices.carrier import Carrier
from orchestrator.domain.lifecycle.portability.manifest import (
    FORMAT,
    NAME,
    File,
    Manifest,
    Part,
    member_of,
    member_of_file,
)
from orchestrator.domain.lifecycle.portability.room import must_have_room
from orchestrator.domain.people.accounts import archive as account

BLOCK = 1 << 18


class _Sink:
    """Where the zip goes: into a file while rows are read, then into memory, a block at a time. No way back."""

    def __init__(self, spool: IO[bytes]) -> None:
        self.spool: IO[bytes] | None = spool
        self._held: list[bytes] = []

    def write(self, data: bytes, /) -> int:
        if self.spool is not None:
            return self.spool.write(data)
        self._held.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def take(self) -> bytes:
        held, self._held = self._held, []
        return b"".join(held)


class _Written:
    """The zip under way and what is to be said of it."""

    def __init__(self, spool: IO[bytes], at: datetime) -> None:
        self.sink = _Sink(spool)
        self.zip = zipfile.ZipFile(cast("IO[bytes]", self.sink), "w", zipfile.ZIP_DEFLATED)
        self.at = at
        self.parts: dict[str, Part] = {}
        self.files: dict[UUID, File] = {}
        self.with_files: list[tuple[Carrier, dict[str, Any]]] = []

    def member(self, name: str, *, stored: bool = False) -> IO[bytes]:
        info = zipfile.ZipInfo(name, self.at.timetuple()[:6])
        info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
        info.external_attr = 0o600 << 16
        return self.zip.open(info, "w", force_zip64=True)


async def refresh(database: Database, owner_id: UUID, carriers: Mapping[str, Carrier]) -> None:
    """Have the rows of what lies in folders say what lies there; this may write."""
    for carrier in carriers.values():
        await carrier.refresh(database, owner_id)


async def export(
    database: Database,
    owner_id: UUID,
    portables: Sequence[Portable],
    carriers: Mapping[str, Carrier],
    folder: Path,
    at: datetime,
) -> AsyncIterator[bytes]:
    """The archive's bytes. All rows are read before this answers, so that what fails does so in time; the stream may
    then be read as slowly as one likes. `folder`: where there is room. Raises NotReady."""
    await asyncio.to_thread(must_have_room, folder)
    spool = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115  (closed by the stream)
    try:
        written = _Written(spool, at)
        async with owned(database.snapshot(), owner_id) as tx:
            await tx.session.execute(text("set local timezone = 'UTC'"))
            told = await account.told(tx)
            for portable in portables:
                written.parts[portable.table] = await _part(tx, portable, written, carriers)
    except BaseException:  # a named border: whatever ended it (a client that left too) goes on, and the file is closed
        spool.close()
        raise
    manifest = {
        "format": FORMAT,
        "steward": version("steward"),
        "schema": read_migrations()[-1].name,
        "created_at": at,
        "user_id": owner_id,
        "account": told,
        "parts": written.parts,
    }
    return _streamed(written, spool, manifest, owner_id)


async def _part(tx: Tx, portable: Portable, written: _Written, carriers: Mapping[str, Carrier]) -> Part:
    columns = await told_columns(tx.session, portable)
    digest = hashlib.sha256()
    rows = size = 0
    member = written.member(member_of(portable.table))
    try:
        async for lines in read(tx, portable):
            if (carrier := carriers.get(portable.table)) is not None:
                written.with_files += [(carrier, _naming(carrier, line)) for line in lines]
            rows += len(lines)
            size += await asyncio.to_thread(_write, member, digest, lines)
    finally:
        member.close()
    return Part(rows=rows, bytes=size, sha256=digest.hexdigest(), columns=list(columns))


def _naming(carrier: Carrier, line: str) -> dict[str, Any]:
    """What of a row says where its file lies: rows may be many and long."""
    row = json.loads(line)
    return {name: row[name] for name in carrier.named_by}


def _write(member: IO[bytes], digest: "hashlib._Hash", lines: Sequence[str]) -> int:
    """In a thread: rows may be large. Answers how many bytes that were."""
    block = "".join(f"{line}\n" for line in lines).encode()
    digest.update(block)
    return member.write(block)


async def _streamed(
    written: _Written, spool: IO[bytes], manifest: dict[str, object], owner_id: UUID
) -> AsyncIterator[bytes]:
    with closing(spool):
        written.sink.spool = None
        await asyncio.to_thread(spool.seek, 0)
        while block := await asyncio.to_thread(spool.read, BLOCK):
            yield block
        missing: list[UUID] = []
        for carrier, row in written.with_files:
            file = await asyncio.to_thread(carrier.opened, owner_id, row)
            if file is None:
                missing.append(UUID(row["id"]))
                continue
            with file:
                async for block in _file(written, UUID(row["id"]), file):
                    yield block
        said = Manifest.model_validate({**manifest, "files": written.files, "missing_files": missing})
        await asyncio.to_thread(written.zip.writestr, NAME, said.model_dump_json(by_alias=True, indent=1))
        written.zip.close()
        yield written.sink.take()


async def _file(written: _Written, file_id: UUID, file: IO[bytes]) -> AsyncIterator[bytes]:
    digest = hashlib.sha256()
    size = 0
    with written.member(member_of_file(file_id), stored=True) as member:
        while block := await asyncio.to_thread(file.read, BLOCK):
            digest.update(block)
            size += len(block)
            member.write(block)
            yield written.sink.take()
    written.files[file_id] = File(bytes=size, sha256=digest.hexdigest())
