"""What is in a backup file, and is it whole? A tar of the database's dump, the home's secrets and its files.

`manifest.json` comes first and names every member with its size and sha256; nothing is read that it does not name. The
file holds the secret key and a token: it is 0600 from its first byte.
"""

import hashlib
import json
import os
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import IO

from orchestrator.errors import OperatorError

FORMAT = 1
MANIFEST = "manifest.json"
DATABASE = "database.dump"
SECRET_KEY = "secret_key"  # noqa: S105  (the member's name)
TOKEN = "token"  # noqa: S105
FILES = "files"
MAX_MANIFEST = 64_000_000
_BLOCK = 1 << 20


class BackupUnreadable(OperatorError):
    """The file is no backup, is damaged, or was made by a newer Steward."""


@dataclass(frozen=True)
class Member:
    """One file of the backup."""

    size: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """`steward`: the version that wrote it; `created_at`: RFC 3339; `schema`: the last migration's file name."""

    steward: str
    created_at: str
    schema: str
    members: Mapping[str, Member]
    format: int = FORMAT


def pack(target: Path, members: Mapping[str, Path], *, steward: str, created_at: str, schema: str) -> Manifest:
    """Write the backup `target` of `members` (name in the tar -> file), whole or not at all.

    Raises FileExistsError where `target` exists, OSError where it can't be written.
    """
    known = {name: _member(path) for name, path in members.items()}
    manifest = Manifest(steward, created_at, schema, known)
    unfinished = target.with_name(f".{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as archive:
                said = json.dumps(asdict(manifest)).encode()
                archive.addfile(_info(MANIFEST, len(said)), BytesIO(said))
                for name, path in members.items():
                    with path.open("rb") as content:
                        archive.addfile(_info(name, known[name].size), content)
            file.flush()
            os.fsync(file.fileno())
        _put_in_place(unfinished, target)
    finally:
        unfinished.unlink(missing_ok=True)
    return manifest


def _put_in_place(unfinished: Path, target: Path) -> None:
    """Give the file its name, unlike a rename never over a file that is there. Raises FileExistsError."""
    try:
        os.link(unfinished, target)
    except FileExistsError:
        raise
    except OSError:  # a disk without hard links: FAT, some network mounts
        if target.exists():
            raise FileExistsError(target) from None
        unfinished.rename(target)


def _info(name: str, size: int) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, 0o600
    return info


def _member(path: Path) -> Member:
    digest = hashlib.sha256()
    size = 0
    with path.open("rb") as file:
        for block in _blocks(file):
            digest.update(block)
            size += len(block)
    return Member(size, digest.hexdigest())


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    while block := file.read(_BLOCK):
        yield block


def unpack(source: Path, folder: Path) -> Manifest:
    """Read a backup into the empty `folder`; every member is checked against the manifest. Raises BackupUnreadable."""
    try:
        with tarfile.open(source, "r:") as archive:
            manifest = _manifest(archive)
            missing = set(manifest.members)
            while (info := archive.next()) is not None:
                wanted = manifest.members.get(info.name)
                if wanted is None or info.name not in missing or not info.isreg() or not _is_expected(info.name):
                    raise BackupUnreadable(f"{source} holds {info.name!r}, which does not belong there")
                _extract(archive, info, wanted, folder)
                missing.discard(info.name)
    except (tarfile.TarError, EOFError) as error:
        raise BackupUnreadable(f"{source} is no backup, or is damaged: {error}") from error
    except OSError as error:
        raise BackupUnreadable(f"{error.filename or source} can't be read: {error.strerror or error}") from error
    if missing or DATABASE not in manifest.members:
        raise BackupUnreadable(f"{source} is damaged: {', '.join(sorted(missing)) or DATABASE} is missing")
    return manifest


def _manifest(archive: tarfile.TarFile) -> Manifest:
    info = archive.next()
    content = archive.extractfile(info) if info is not None and info.name == MANIFEST and info.isreg() else None
    if info is None or content is None or info.size > MAX_MANIFEST:
        raise BackupUnreadable("this is no backup of Steward: it does not begin with its manifest")
    try:
        said = json.loads(content.read())
        number = int(said["format"])
        if number > FORMAT:
            raise BackupUnreadable(f"this backup was made by a newer Steward ({said.get('steward')}); use that one")
        members = {str(name): Member(int(one["size"]), str(one["sha256"])) for name, one in said["members"].items()}
        return Manifest(str(said["steward"]), str(said["created_at"]), str(said["schema"]), members, number)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BackupUnreadable("this is no backup of Steward: its manifest can't be read") from error


def _is_expected(name: str) -> bool:
    path = PurePosixPath(name)
    inside = len(path.parts) > 1 and path.parts[0] == FILES and ".." not in path.parts and not path.is_absolute()
    return inside or name in {DATABASE, SECRET_KEY, TOKEN}


def _extract(archive: tarfile.TarFile, info: tarfile.TarInfo, wanted: Member, folder: Path) -> None:
    target = folder / info.name
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    content = archive.extractfile(info)
    assert content is not None  # a regular file has content
    digest = hashlib.sha256()
    with os.fdopen(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        for block in _blocks(content):
            digest.update(block)
            file.write(block)
    if (info.size, digest.hexdigest()) != (wanted.size, wanted.sha256):
        raise BackupUnreadable(f"the backup is damaged: {info.name} is not what was written")
