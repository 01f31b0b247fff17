"""How is a whole home put into one file, and a database made from such a file again?

A restored database is its backup, with what may not come back taken from the database that it replaces: its
tombstones, and which tokens were revoked. What these tombstones name is erased by `domain/lifecycle/erasure`.
"""

import shutil
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from importlib.metadata import version
from pathlib import Path

import asyncpg
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from orchestrator.db import archive
from orchestrator.db.archive import Manifest
from orchestrator.db.migrate import read_migrations
from orchestrator.db.postgres.dump import dump_into, replace
from orchestrator.errors import DatabaseUnavailable, OperatorError
from orchestrator.kit.clock import SystemClock, rfc3339

Progress = Callable[[str], None]
SUFFIX = ".tar"
_FOLDER = ".steward-"
_LEFT_AFTER_S = 86_400.0

_MAKE_ROOM = """
create temporary table kept_tombstones as select user_id, kind, digest, created_at from public.tombstones;
create temporary table kept_tokens as
    select id, user_id, name, sha256, scopes, created_at, last_used_at, revoked_at from public.api_tokens;
drop schema public cascade;
create schema public;
"""
_KEEP = """
insert into public.tombstones (user_id, kind, digest, created_at)
    select k.user_id, k.kind, k.digest, k.created_at
      from pg_temp.kept_tombstones k join public.users u on u.id = k.user_id on conflict do nothing;
update public.api_tokens t set revoked_at = k.revoked_at
  from pg_temp.kept_tokens k where k.id = t.id and k.revoked_at is not null and t.revoked_at is null;
insert into public.api_tokens (id, user_id, name, sha256, scopes, created_at, last_used_at, revoked_at)
    select k.id, k.user_id, k.name, k.sha256, k.scopes, k.created_at, k.last_used_at, k.revoked_at
      from pg_temp.kept_tokens k join public.users u on u.id = k.user_id on conflict do nothing;
"""


class Holds(Enum):
    """What a database holds before a restore."""

    NOTHING = "nothing"
    STEWARD = "steward"
    SOMETHING_ELSE = "something else"


@dataclass(frozen=True)
class HomeFiles:
    """The files of a home that belong to its backup; those that are not there are left out."""

    secret_key: Path
    token: Path
    files: Path

    def members(self) -> dict[str, Path]:
        """Name in the backup -> file."""
        found = {archive.SECRET_KEY: self.secret_key, archive.TOKEN: self.token}
        if self.files.is_dir():
            stored = sorted(path for path in self.files.rglob("*") if path.is_file() and not path.is_symlink())
            found |= {f"{archive.FILES}/{path.relative_to(self.files).as_posix()}": path for path in stored}
        return {name: path for name, path in found.items() if path.is_file()}


def file_name(prefix: str = "steward-backup") -> str:
    """A name for a backup made now."""
    return f"{prefix}-{SystemClock().now():%Y%m%dT%H%M%SZ}{SUFFIX}"


async def write_backup(database_url: str, home: HomeFiles, target: Path, progress: Progress) -> Manifest:
    """Write the home into the new file `target`; the database may be in use. Raises OperatorError."""
    try:
        _must_be_new(target)
        with _working_folder(target.parent) as folder:
            progress("reading the database")
            dumped = Path(folder) / archive.DATABASE
            await dump_into(database_url, dumped)
            progress("writing the backup")
            return archive.pack(
                target,
                {archive.DATABASE: dumped, **home.members()},
                steward=version("steward"),
                created_at=rfc3339(SystemClock().now()),
                schema=read_migrations()[-1].name,
            )
    except FileExistsError:
        raise OperatorError(f"{target} exists; name another file") from None
    except OSError as error:
        raise OperatorError(f"{target} can't be written: {error.strerror or error}") from error


def _must_be_new(target: Path) -> None:
    if target.exists():
        raise FileExistsError(target)


def _working_folder(beside: Path) -> "tempfile.TemporaryDirectory[str]":
    """A folder of 0700 on the same disk, where there is room for what is to be written anyway."""
    clear_left(beside, older_than_s=_LEFT_AFTER_S)
    return tempfile.TemporaryDirectory(prefix=_FOLDER, dir=beside)


def clear_left(beside: Path, *, older_than_s: float = 0, but: Path | None = None) -> None:
    """Remove the working folders that killed processes left in `beside`: they hold a life's data. Only those in which
    nobody can be at work."""
    before = SystemClock().now().timestamp() - older_than_s
    for left in beside.glob(f"{_FOLDER}*"):
        if left != but and left.is_dir() and left.lstat().st_mtime <= before:
            shutil.rmtree(left, ignore_errors=True)


class Opened:
    """A backup that was read and checked, in a folder of its own that goes with it."""

    def __init__(self, source: Path, beside: Path) -> None:
        """Raises BackupUnreadable."""
        self._folder = _working_folder(beside)
        try:
            self.manifest = archive.unpack(source, Path(self._folder.name))
        except BaseException:  # a named border: whatever ended it goes on, and the folder goes with it
            self._folder.cleanup()
            raise
        self.path = Path(self._folder.name)

    def close(self) -> None:
        """Remove the folder."""
        self._folder.cleanup()


def opened(source: Path, beside: Path) -> "closing[Opened]":
    """`with opened(file, folder) as backup:` Raises BackupUnreadable."""
    return closing(Opened(source, beside))


async def holds(database_url: str) -> Holds:
    """What stands in the database now. Raises DatabaseUnavailable."""
    engine = create_async_engine(database_url, poolclass=NullPool)
    try:
        async with engine.connect() as connection:
            steward, tables = (
                await connection.execute(
                    text("""
                        select to_regclass('public.schema_migrations') is not null
                                   and to_regclass('public.tombstones') is not null,
                               (select count(*) from pg_class where relkind in ('r', 'p', 'v', 'm')
                                   and relnamespace = 'public'::regnamespace)
                    """)
                )
            ).one()
    except (OSError, SQLAlchemyError, asyncpg.PostgresError) as error:
        raise DatabaseUnavailable(f"the database can't be reached: {error}") from error
    finally:
        await engine.dispose()
    if steward:
        return Holds.STEWARD
    return Holds.SOMETHING_ELSE if tables else Holds.NOTHING


async def in_use(database_url: str) -> bool:
    """Whether somebody else is connected to the database. Raises DatabaseUnavailable."""
    engine = create_async_engine(database_url, poolclass=NullPool)
    try:
        async with engine.connect() as connection:
            others = await connection.scalar(
                text("""
                    select count(*) from pg_stat_activity
                     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
                """)
            )
    except (OSError, SQLAlchemyError, asyncpg.PostgresError) as error:
        raise DatabaseUnavailable(f"the database can't be reached: {error}") from error
    finally:
        await engine.dispose()
    return bool(others)


async def read_into(database_url: str, backup: Opened, holding: Holds) -> None:
    """Make the database what the backup holds, whole or not at all. Raises DatabaseUnavailable."""
    first, last = (_MAKE_ROOM, _KEEP) if holding is Holds.STEWARD else ("", "")
    await replace(database_url, backup.path / archive.DATABASE, first=first, last=last)
