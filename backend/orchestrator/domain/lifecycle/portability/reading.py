"""Is this an archive, whole and harmless? All of it is looked at, in a worker process, before anything is stored.

Nothing is unpacked by the names that it holds; every part is read to its end, its digest compared, each line told
apart.
"""

import asyncio
import hashlib
import json
import os
import zipfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, cast
from uuid import UUID

from pydantic import ValidationError

from orchestrator.db.migrate import read_migrations
from orchestrator.db.portable import Portable
from orchestrator.domain.lifecycle.portability.manifest import (
    FORMAT,
    MAX_MANIFEST,
    NAME,
    File,
    Manifest,
    Part,
    member_of,
    member_of_file,
)
from orchestrator.errors import InvalidRequest
from orchestrator.kit import patterns, zips
from orchestrator.kit.ids import parse_id
from orchestrator.worker_processes.descriptors import at_own_place
from orchestrator.worker_processes.task import Given, Limits, Run, Task

MAX_LINE = 64_000_000
"""Bytes; a meeting's newest submission stands in one line as it came. Only Postgres and worker processes look into
such a one: decoding JSON holds the interpreter's lock."""
MAX_PLAIN_LINE = 8_000_000
"""Bytes of a line that the server decodes itself, of plain values alone: texts of an entity, found by searching."""
BYTES_AT_ONCE = 4_000_000
"""Characters of a batch, beyond its first line."""
MOST_PACKED = 200
"""How many times larger than in the archive a member may be; text packs to a tenth, seldom to a fiftieth."""
SMALL = 16_000_000
"""Bytes: a member up to this is never a bomb."""
PROCESSOR_S, BYTES_A_SECOND = 120.0, 2_000_000
"""Of looking at an archive: packed text takes a tenth of it, and files less."""
WAITED = 5
"""Times its time may pass until it has it: the machine may be busy."""
FILES_AT_ONCE = 500
_BLOCK = 1 << 20
_ENCRYPTED = 0x1
NO_ARCHIVE = "This is no archive of Steward, or it is damaged: "


def refused(told: str, part: str | None = None, line: int | None = None) -> InvalidRequest:
    """What is wrong, and in which file and line (from 1)."""
    place = [] if part is None else [member_of(part)] if line is None else [member_of(part), line]
    where = "" if part is None else f"{member_of(part)}: " if line is None else f"{member_of(part)}, line {line}: "
    errors: Any = [{"loc": ["body", *place], "message": told}]
    return InvalidRequest(f"{where}{told} Nothing was imported.", errors=errors)


@dataclass(frozen=True)
class Checked:
    """An archive that was looked at. `portables`: those that it has parts of, in the order in which they are stored;
    `columns`: which of a part's columns this version knows."""

    zip: zipfile.ZipFile
    manifest: Manifest
    portables: tuple[Portable, ...]
    columns: Mapping[str, tuple[str, ...]]


def look_at(given: Given) -> Iterator[Any]:
    """In a worker process: look at the whole archive. `files`: its descriptor; argument: the `tables` that may be in it
    with their keys, the columns of each that are `known` here, and those of them whose rows are `plain` values, and
    those `with_files`. Yields
    the manifest without its files, with the columns, then its files a slice at a time; or what is wrong."""
    portables = {name: Portable(name, tuple(key)) for name, key in given.argument["tables"].items()}
    plain, holding = frozenset(given.argument["plain"]), frozenset(given.argument["with_files"])
    try:
        told = _looked_at(
            cast("IO[bytes]", at_own_place(given.files[0])), portables, given.argument["known"], (plain, holding)
        )
        files = list(told["manifest"].pop("files").items())
        yield told
        yield from ({"files": files[start : start + FILES_AT_ONCE]} for start in range(0, len(files), FILES_AT_ONCE))
    except InvalidRequest as error:
        yield {"refused": error.detail, "errors": error.errors}


def _looked_at(
    file: IO[bytes],
    portables: Mapping[str, Portable],
    known: Mapping[str, Sequence[str]],
    kinds: tuple[Collection[str], Collection[str]],
) -> dict[str, Any]:
    try:
        archive = zipfile.ZipFile(file)
        manifest = _manifest(archive)
        _check_members(archive, manifest)
        if unknown := sorted(manifest.parts.keys() - portables.keys()):
            raise refused(f"it holds `{unknown[0]}`, which this Steward does not know.")
        columns = {
            name: _columns(manifest, portables[name], part, known[name]) for name, part in manifest.parts.items()
        }
        plain, holding = kinds
        named: set[UUID] = set()
        for name, part in manifest.parts.items():
            files = manifest.files if name in holding else {}
            named |= _check_part(archive, name, part, portables[name], files, plain=name in plain)
        if strange := sorted(manifest.files.keys() - named):
            raise refused(f"there is a file {strange[0]}, but no such row.")
        for document_id, told in manifest.files.items():
            _check_file(archive, document_id, told)
    except InvalidRequest:
        raise
    except zips.DAMAGED as error:
        raise refused(f"{NO_ARCHIVE}{error}.") from error
    return {"manifest": manifest.model_dump(mode="json", by_alias=True), "columns": columns}


async def checked(
    run: Run, owner_id: UUID, file: IO[bytes], portables: Sequence[Portable], known: Mapping[str, Sequence[str]]
) -> Checked:
    """Have the whole archive looked at. `known`: the columns of each table here. Raises InvalidRequest, OutOfLimits
    among them, WorkerEnded, Busy."""
    file.flush()
    argument = {
        "tables": {one.table: list(one.key) for one in portables},
        "known": {**known},
        "plain": [one.table for one in portables if one.write is not None],
        "with_files": [one.table for one in portables if one.has_files],
    }
    size = await asyncio.to_thread(lambda: file.seek(0, os.SEEK_END))
    told, *slices = await run(_task(size), argument, owner_id=owner_id, files=[file.fileno()])
    if "refused" in told:
        raise InvalidRequest(told["refused"], errors=told["errors"])
    files: dict[UUID, File] = {}
    for one in slices:
        files |= {UUID(document_id): File.model_validate(file) for document_id, file in one["files"]}
        await asyncio.sleep(0)
    manifest = Manifest.model_validate({**told["manifest"], "files": {}}).model_copy(update={"files": files})
    there = tuple(portable for portable in portables if portable.table in manifest.parts)
    columns = {name: tuple(names) for name, names in told["columns"].items()}
    return Checked(await asyncio.to_thread(zipfile.ZipFile, file), manifest, there, columns)


def _task(size: int) -> Task:
    """`size` of the archive in bytes: it may have any, and the time for it."""
    processor_s = PROCESSOR_S + size / BYTES_A_SECOND
    limits = Limits(processor_s=processor_s, wall_s=WAITED * processor_s)
    return Task(f"{__name__}:look_at", "Looking at this archive", "Nothing was imported.", limits)


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    if NAME not in archive.namelist():
        raise refused(f"{NO_ARCHIVE}it has no {NAME}.")
    if archive.getinfo(NAME).file_size > MAX_MANIFEST:
        raise refused(f"{NO_ARCHIVE}its {NAME} is too large.")
    with archive.open(NAME) as member:
        said = member.read(MAX_MANIFEST)
    try:
        told = json.loads(said)
        number = told.get("format") if isinstance(told, dict) else None
        if isinstance(number, int) and number > FORMAT:
            raise refused(f"its format is {number}; this Steward reads {FORMAT}. A newer one made it: use that.")
        manifest = Manifest.model_validate(told)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(one) for one in first["loc"])
        raise refused(f"{NO_ARCHIVE}its {NAME} can't be read ({place}: {first['msg']}).") from error
    except RecursionError as error:
        raise refused(f"{NO_ARCHIVE}its {NAME} can't be read.") from error
    if manifest.schema_version > read_migrations()[-1].name:
        raise refused(f"a newer Steward made it ({manifest.schema_version}): use that, or bring this one up to it.")
    return manifest


def _check_members(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Exactly what the manifest names, once each, and nothing that blows up."""
    expected = {NAME, *(member_of(name) for name in manifest.parts), *(member_of_file(one) for one in manifest.files)}
    names = Counter(info.filename for info in archive.infolist())
    if strange := sorted(name for name, number in names.items() if name not in expected or number > 1):
        raise refused(f"it holds {strange[0][:200]!r}, which does not belong there.")
    if missing := sorted(expected - names.keys()):
        raise refused(f"{NO_ARCHIVE}{missing[0]} is missing.")
    for info in archive.infolist():
        if info.flag_bits & _ENCRYPTED:
            raise refused(f"{info.filename} has a password.")
        if info.file_size > max(SMALL, MOST_PACKED * info.compress_size):
            raise refused(f"{info.filename} would unpack to {info.file_size:,} bytes: that is no honest archive.")
    if sum(info.compress_size for info in archive.infolist()) > _size(archive):
        raise refused(f"{NO_ARCHIVE}its parts overlap.")


def _size(archive: zipfile.ZipFile) -> int:
    assert archive.fp is not None
    return archive.fp.seek(0, 2)


def _columns(manifest: Manifest, portable: Portable, part: Part, known: Sequence[str]) -> tuple[str, ...]:
    """Those that this version has too; of an older one's others are left out."""
    unknown = sorted(set(part.columns) - set(known))
    if unknown and manifest.schema_version == read_migrations()[-1].name:
        raise refused(f"`{unknown[0][:100]}` is no column of it.", portable.table)
    if missing := sorted(set(portable.key) & set(known) - set(part.columns)):
        raise refused(f"it has no column `{missing[0]}`.", portable.table)
    return tuple(name for name in part.columns if name in known)


def _check_part(
    archive: zipfile.ZipFile, name: str, part: Part, portable: Portable, files: Mapping[UUID, File], *, plain: bool
) -> set[UUID]:
    """Answers which of `files` its rows have."""
    digest = hashlib.sha256()
    size = number = 0
    columns = set(part.columns)
    with_files: set[UUID] = set()
    with archive.open(member_of(name)) as member:
        for number, line in enumerate(_lines(member, name, MAX_PLAIN_LINE if plain else MAX_LINE), start=1):
            digest.update(line)
            size += len(line)
            row = _row(line, name, number, columns)
            if plain and any(isinstance(value, list | dict) for value in row.values()):
                raise refused("its values are to be plain ones.", name, number)
            if portable.has_id and parse_id(row["id"]) is None:
                raise refused("its `id` is no id.", name, number)
            if files and (file_id := UUID(row["id"])) in files:
                with_files.add(file_id)
                if files[file_id].sha256 != row.get("sha256"):
                    raise refused("its `sha256` is not that of its file.", name, number)
    if (number, size, digest.hexdigest()) != (part.rows, part.bytes, part.sha256):
        raise refused("it is not what the manifest says: rows, bytes or sha256 differ.", name)
    return with_files


def _row(line: bytes, name: str, number: int, columns: set[str]) -> dict[str, Any]:
    try:
        row = json.loads(line.decode())  # as bytes it might be UTF-16, which nobody could store
    except (ValueError, RecursionError) as error:
        raise refused(f"this is no JSON ({str(error)[:200]}).", name, number) from error
    if not isinstance(row, dict) or row.keys() != columns:
        raise refused("this is no object with the columns that the manifest names.", name, number)
    return row


def _lines(member: IO[bytes], name: str, longest: int = MAX_LINE) -> Iterator[bytes]:
    number = 0
    while line := member.readline(longest):
        number += 1
        if len(line) == longest and not line.endswith(b"\n"):
            raise refused(f"it is longer than {longest:,} bytes.", name, number)
        yield line


def _check_file(archive: zipfile.ZipFile, document_id: UUID, told: File) -> None:
    digest = hashlib.sha256()
    size = 0
    with archive.open(member_of_file(document_id)) as member:
        while block := member.read(_BLOCK):
            digest.update(block)
            size += len(block)
    if (size, digest.hexdigest()) != (told.bytes, told.sha256):
        raise refused(f"{member_of_file(document_id)} is not what the manifest says: bytes or sha256 differ.")


def batches(checked_archive: Checked, portable: Portable, at_once: int) -> Iterator[tuple[int, list[str]]]:
    """(number of the first line, lines) of a part, a batch at a time: so many lines, or what `BYTES_AT_ONCE` allows."""
    first, held, size = 1, list[str](), 0
    with checked_archive.zip.open(member_of(portable.table)) as member:
        for line in _lines(member, portable.table):
            if held and (len(held) == at_once or size + len(line) > BYTES_AT_ONCE):
                yield first, held
                first, held, size = first + len(held), [], 0
            held.append(line.decode())
            size += len(line)
    if held:
        yield first, held


_ID = patterns.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_TIME = 6
"""Bytes of a UUIDv7 that say when it was made: the order of ids stays."""


class Names:
    """What ids of the archive become. Replaced in whole lines: whatever points to a row points to it still. A row
    stands here under its own id, unless another user has that one here, or the same thing came to this user by another
    way under another id."""

    def __init__(self) -> None:
        self._here: dict[str, str] = {}
        self._theirs: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._here)

    def stands_as(self, told: UUID, here: UUID) -> None:
        """The row that these names call `told` by now is `here`."""
        theirs = self._theirs.pop(str(told), str(told))
        self._here[theirs] = str(here)
        self._theirs[str(here)] = theirs

    def of(self, theirs: UUID | None) -> UUID | None:
        """The id here."""
        return UUID(self._here.get(str(theirs), str(theirs))) if theirs is not None else None

    def replaced(self, lines: Sequence[str]) -> list[str]:
        """The lines with the ids that hold here."""
        if not self._here:
            return list(lines)
        here: Mapping[str, str] = self._here
        return [_ID.sub(lambda found: here.get(found[0], found[0]), line) for line in lines]


def another(owner_id: UUID, theirs: UUID) -> UUID:
    """The id that a row gets whose own one another user has here: always the same one, made at the same time."""
    made = hashlib.sha256(b"steward-import" + owner_id.bytes + theirs.bytes).digest()
    value = bytearray(theirs.bytes[:_TIME] + made[: 16 - _TIME])
    value[6] = (value[6] & 0x0F) | 0x70
    value[8] = (value[8] & 0x3F) | 0x80
    return UUID(bytes=bytes(value))
