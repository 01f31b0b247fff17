"""How is a folder read and written that others may change at the same moment? From its own descriptor downwards, a part
of the path at a time, never through a symbolic link: nothing that is swapped in on the way leads out of it.

All of this blocks. Errors of the system are OSErrors; what is no plain file counts as absent.
"""

import hashlib
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from orchestrator.domain.work.workspaces.names import METADATA, folded, path_of
from orchestrator.errors import InvalidRequest

FOLDER_MODE, FILE_MODE, PROGRAM_MODE = 0o700, 0o600, 0o700
BLOCK = 1 << 18
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
OBJECTS, UNFINISHED = f"{METADATA}/objects", f"{METADATA}/unfinished"


class Clash(Exception):
    """Another name stands there that a file system without case takes for the same. `there`: its path."""

    def __init__(self, there: str) -> None:
        super().__init__(there)
        self.there = there


@dataclass(frozen=True)
class Seen:
    """A plain file as it lies there. `state`: changes whenever its content may have."""

    path: str
    size_bytes: int
    executable: bool
    state: str


class Folder:
    """One folder, and what lies in it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def make(self) -> None:
        """With its metadata; what is there stays."""
        self.root.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        self.root.mkdir(mode=FOLDER_MODE, exist_ok=True)
        for name in (METADATA, OBJECTS, UNFINISHED):
            with self._parent(name, make=True) as (above, last), suppress(FileExistsError):
                os.mkdir(last, FOLDER_MODE, dir_fd=above)

    @contextmanager
    def opened(self, path: str = "", *, make: bool = False) -> Iterator[int]:
        """The descriptor of a folder of it. Raises Clash, FileNotFoundError, NotADirectoryError, OSError (ELOOP of a
        symbolic link)."""
        at = os.open(self.root, _FOLDER)
        done: list[str] = []
        try:
            for part in path.split("/") if path else ():
                if make:
                    must_be_the_only(at, part, done)
                    with suppress(FileExistsError):
                        os.mkdir(part, FOLDER_MODE, dir_fd=at)
                below = os.open(part, _FOLDER, dir_fd=at)
                os.close(at)
                at = below
                done.append(part)
            yield at
        finally:
            os.close(at)

    @contextmanager
    def _parent(self, path: str, *, make: bool = False) -> Iterator[tuple[int, str]]:
        above, _, last = path.rpartition("/")
        with self.opened(above, make=make) as at:
            if make:
                must_be_the_only(at, last, above.split("/") if above else [])
            yield at, last

    @contextmanager
    def reading(self, path: str) -> Iterator[int]:
        """The descriptor of a plain file. Raises FileNotFoundError for everything else."""
        try:
            with self._parent(path) as (at, last):
                descriptor = os.open(last, _FILE, dir_fd=at)
        except OSError as error:
            raise FileNotFoundError(path) from error
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise FileNotFoundError(path)
            yield descriptor
        finally:
            os.close(descriptor)

    def read(self, path: str, *, most: int) -> bytes:
        """The content, `most` + 1 bytes of it at most."""
        with self.reading(path) as descriptor:
            return _read(descriptor, most + 1)

    def looked_at(self, path: str) -> Seen:
        """The file as it lies there. Raises FileNotFoundError."""
        with self.reading(path) as descriptor:
            return _seen(path, os.fstat(descriptor))

    def digest(self, path: str) -> tuple[str, Seen]:
        """SHA-256 (hex) of the file, and how it stood then. Raises FileNotFoundError."""
        with self.reading(path) as descriptor:
            before = _seen(path, os.fstat(descriptor))
            digest = hashlib.sha256()
            while block := os.read(descriptor, BLOCK):
                digest.update(block)
            return digest.hexdigest(), before

    def write(self, path: str, content: bytes, *, executable: bool = False) -> Seen:
        """Put a file there, whole or not at all; what was there is kept under its digest. Raises Clash, OSError."""
        part = f"{UNFINISHED}/{secrets.token_hex(8)}"
        mode = PROGRAM_MODE if executable else FILE_MODE
        with self.opened(UNFINISHED) as pending:
            name = part.rpartition("/")[2]
            try:
                descriptor = os.open(name, _NEW, mode, dir_fd=pending)
                with os.fdopen(descriptor, "wb") as file:
                    os.fchmod(file.fileno(), mode)
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                with self._parent(path, make=True) as (at, last):
                    _must_be_no_folder(at, last, path)
                    self.keep(path)
                    os.rename(name, last, src_dir_fd=pending, dst_dir_fd=at)
                    os.fsync(at)
            except BaseException:  # a named border: however writing ended, no half of a file stays behind
                with suppress(FileNotFoundError):
                    os.unlink(name, dir_fd=pending)
                raise
        return self.looked_at(path)

    def keep(self, path: str) -> str | None:
        """Keep the present content of a file under its digest, which is answered; None where there is none."""
        try:
            with self.reading(path) as descriptor, self.opened(OBJECTS) as objects:
                return _kept(descriptor, objects)
        except FileNotFoundError:
            return None

    def keep_content(self, content: bytes) -> str:
        """Keep a content that is no file of the folder yet; its digest."""
        name, pending = hashlib.sha256(content).hexdigest(), f"{secrets.token_hex(8)}.new"
        with self.opened(OBJECTS) as objects:
            with os.fdopen(os.open(pending, _NEW, FILE_MODE, dir_fd=objects), "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.rename(pending, name, src_dir_fd=objects, dst_dir_fd=objects)
        return name

    def kept(self, digest: str, *, most: int) -> bytes | None:
        """A kept content; None where it is no more."""
        try:
            content = self.read(f"{OBJECTS}/{digest}", most=most)
        except FileNotFoundError:
            return None
        return content if hashlib.sha256(content).hexdigest() == digest else None

    def remove(self, path: str) -> None:
        """The file goes, and the folders that are empty then. Raises FileNotFoundError."""
        with self.reading(path):
            pass
        with self._parent(path) as (at, last):
            os.unlink(last, dir_fd=at)
            os.fsync(at)
        above = path.rpartition("/")[0]
        while above:
            try:
                with self._parent(above) as (at, last):
                    os.rmdir(last, dir_fd=at)
            except OSError:  # it holds something else
                return
            above = above.rpartition("/")[0]

    def scan(self, *, most: int) -> list[Seen]:
        """All plain files with names of ours, in the order of their paths; links, pipes and the metadata are left out.
        `most`: how many are looked at."""
        found: list[Seen] = []
        waiting = [""]
        while waiting and len(found) < most:
            below = waiting.pop()
            try:
                with self.opened(below) as at:
                    self._look(at, below, found, waiting)
            except OSError:  # it went meanwhile, or became a link
                continue
        return sorted(found[:most], key=lambda one: one.path)

    def _look(self, at: int, below: str, found: list[Seen], waiting: list[str]) -> None:
        with os.scandir(at) as entries:
            for entry in entries:
                path = f"{below}/{entry.name}" if below else entry.name
                if path == METADATA or not _is_ours(path):
                    continue
                told = entry.stat(follow_symlinks=False)
                if stat.S_ISDIR(told.st_mode):
                    waiting.append(path)
                elif stat.S_ISREG(told.st_mode):
                    found.append(_seen(path, told))

    def objects(self) -> dict[str, tuple[int, float]]:
        """What is kept: digest → (bytes, seconds of its last change)."""
        with self.opened(OBJECTS) as at, os.scandir(at) as entries:
            told = {entry.name: entry.stat(follow_symlinks=False) for entry in entries}
        return {name: (one.st_size, one.st_mtime) for name, one in told.items()}

    def forget(self, digests: list[str]) -> None:
        """These kept contents go."""
        with self.opened(OBJECTS) as at:
            for digest in digests:
                with suppress(FileNotFoundError):
                    os.unlink(digest, dir_fd=at)

    def sweep(self, *, before: float) -> None:
        """What a process that died had not finished before this time (seconds of the file system's clock) goes."""
        with self.opened(UNFINISHED) as at, os.scandir(at) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):
                    if entry.stat(follow_symlinks=False).st_mtime < before:
                        os.unlink(entry.name, dir_fd=at)


def must_be_the_only(at: int, part: str, done: list[str]) -> None:
    """Raises Clash where the folder holds another name that means the same without case."""
    wanted = folded(part)
    with os.scandir(at) as entries:
        for entry in entries:
            if entry.name != part and folded(entry.name) == wanted:
                raise Clash("/".join([*done, entry.name]))


def _must_be_no_folder(at: int, last: str, path: str) -> None:
    try:
        there = os.stat(last, dir_fd=at, follow_symlinks=False)
    except FileNotFoundError:
        return
    if stat.S_ISDIR(there.st_mode):
        raise IsADirectoryError(path)


def _kept(descriptor: int, objects: int) -> str:
    digest, size = hashlib.sha256(), 0
    while block := os.pread(descriptor, BLOCK, size):
        digest.update(block)
        size += len(block)
    name = digest.hexdigest()
    try:
        os.utime(name, dir_fd=objects, follow_symlinks=False)  # it is needed again: not to be forgotten soon
        return name
    except FileNotFoundError:
        pass
    pending = f"{name}.{secrets.token_hex(4)}"
    with os.fdopen(os.open(pending, _NEW, FILE_MODE, dir_fd=objects), "wb") as copy:
        at = 0
        while block := os.pread(descriptor, BLOCK, at):
            copy.write(block)
            at += len(block)
        copy.flush()
        os.fsync(copy.fileno())
    os.rename(pending, name, src_dir_fd=objects, dst_dir_fd=objects)
    return name


def _read(descriptor: int, most: int) -> bytes:
    held = bytearray()
    while len(held) < most and (block := os.read(descriptor, min(BLOCK, most - len(held)))):
        held += block
    return bytes(held)


def _seen(path: str, told: os.stat_result) -> Seen:
    state = f"{told.st_ino}:{told.st_size}:{told.st_mtime_ns}:{told.st_ctime_ns}"
    return Seen(path, told.st_size, bool(told.st_mode & stat.S_IXUSR), state)


def _is_ours(path: str) -> bool:
    try:
        return path_of(path) == path
    except InvalidRequest:
        return False
