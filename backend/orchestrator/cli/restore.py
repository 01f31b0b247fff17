"""`steward restore`: a home from a backup, new or in the place of what it holds now.

What was erased for good stays erased and a revoked token stays revoked, on both sides. A home that holds something is
put into a backup of its own first. A restore that was killed is told at the next start: run it again.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from orchestrator import catalog
from orchestrator.bootstrap.backups import home_files
from orchestrator.bootstrap.database import restoring_mark
from orchestrator.bootstrap.services import file_store
from orchestrator.cli.home import configured
from orchestrator.cli.server.presence import running_at
from orchestrator.cli.terminal.output import on_terminal, say, say_json
from orchestrator.db import archive
from orchestrator.db.backup import (
    Holds,
    Opened,
    clear_left,
    file_name,
    holds,
    in_use,
    opened,
    read_into,
    write_backup,
)
from orchestrator.db.migrate import migrate
from orchestrator.db.postgres.embedded import EmbeddedPostgres
from orchestrator.db.session import Database
from orchestrator.domain.foundation.slices.means import Own
from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.errors import ConfigurationError, OperatorError
from orchestrator.settings import Settings

SAFETY_BACKUPS_KEPT = 3
BEFORE = "before-restore"


def restore(
    source: Annotated[Path, typer.Argument(help="A file that `steward backup` wrote.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before something is replaced.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Make the home (STEWARD_HOME) and its database what a backup holds. Stop Steward before."""
    if not source.is_file():
        raise ConfigurationError(f"there is no backup at {source.absolute()}")
    settings = configured(log_level="ERROR")
    if running_at(settings) is not None:
        raise OperatorError(f"Steward runs in {settings.home}; stop it first (Ctrl-C)")
    done = asyncio.run(_restore(settings, source.absolute(), ask=not yes and not as_json, silent=as_json))
    if as_json:
        say_json({"home": str(settings.home), **asdict(done)})
        return
    say(f"restored {settings.home} from the backup of {done.created_at}")
    if done.replaced:
        say(f"what it held before is in {done.replaced}")
    if done.erased_again:
        counts = (f"{number} {kind}" for kind, number in done.erased_again.items())
        say(f"erased again, as before: {', '.join(counts)}")


COMMAND = restore


@dataclass(frozen=True)
class _Restored:
    """`created_at`: of the backup; `replaced`: where that is kept which was there; `erased_again`: counts by kind."""

    created_at: str
    replaced: str | None
    erased_again: Mapping[str, int]


@contextmanager
def _home(settings: Settings) -> Iterator[Path]:
    """The home's folder; one that was made for nothing goes again."""
    was_there = settings.home.exists()
    settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        yield settings.home
    finally:
        if not was_there and not any(settings.home.iterdir()):
            settings.home.rmdir()


async def _restore(settings: Settings, source: Path, *, ask: bool, silent: bool) -> _Restored:
    with _home(settings) as home, opened(source, home) as backup:
        async with _database(settings) as url:
            if settings.database_url is None:  # then nobody else restores this home
                clear_left(home, but=backup.path)
            holding = await holds(url)
            if holding is Holds.SOMETHING_ELSE:
                raise OperatorError("the database holds something that is not Steward's; name an empty one")
            mark = restoring_mark(settings)
            again = mark.is_file()  # one was killed: what it was to replace was kept then
            replaced = None if again else await _kept(settings, url, holding, ask=ask)
            _tell("reading the backup into the database", silent=silent)
            _write_mark(mark, source)
            try:
                await read_into(url, backup, holding)
            except BaseException:  # a named border: whatever ended it (Ctrl-C too) goes on, and leaves no mark behind
                if not again:
                    mark.unlink()  # nothing was changed
                raise
            await migrate(url)
            erased = await _settled(settings, url, backup)
            mark.unlink()
        return _Restored(backup.manifest.created_at, str(replaced) if replaced else None, erased)


def _write_mark(mark: Path, source: Path) -> None:
    """Whole at once: a start reads from it what to run again."""
    fresh = mark.with_name(f"{mark.name}.new")
    fresh.write_text(f"{source}\n", "utf-8")
    fresh.replace(mark)


def _tell(what: str, *, silent: bool) -> None:
    if on_terminal() and not silent:
        say(what)


@asynccontextmanager
async def _database(settings: Settings) -> AsyncIterator[str]:
    """The URL of the database, which nobody else uses. Raises OperatorError."""
    if (url := settings.direct_database_url) is not None:
        if await in_use(url):
            raise OperatorError("somebody is connected to the database; stop Steward everywhere first")
        yield url
        return
    async with EmbeddedPostgres(settings.home) as server:
        if not server.alone:
            raise OperatorError(f"another Steward process works in {settings.home}; stop it first")
        yield server.url


async def _kept(settings: Settings, url: str, holding: Holds, *, ask: bool) -> Path | None:
    """The backup of what is replaced; None where there is nothing. Raises typer.Abort where a person says no."""
    if holding is not Holds.STEWARD:
        return None
    folder = settings.home / "backups"
    if ask and on_terminal():
        typer.confirm(f"Replace what is in {settings.home}? It is kept in {folder}.", abort=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / file_name(BEFORE)
    await write_backup(url, home_files(settings), target, lambda _: None)
    for old in sorted(folder.glob(f"{BEFORE}-*"), reverse=True)[SAFETY_BACKUPS_KEPT:]:
        old.unlink(missing_ok=True)
    return target


async def _settled(settings: Settings, url: str, backup: Opened) -> dict[str, int]:
    """Put the files in their places and erase again what was erased; answers what, by kind."""
    database = Database(url)
    try:
        await _put_files(settings, database, backup)
        erasure = Erasure(catalog.erasables(Own(file_store(settings))))
        erased: dict[str, int] = {}
        async with database.unit_of_work() as session:
            users = await accounts.all_user_ids(session)
        for user in users:
            async with database.unit_of_work_of(user) as tx:
                for kind, number in (await erasure.erase_buried(tx)).deleted.items():
                    erased[kind] = erased.get(kind, 0) + number
        return erased
    finally:
        await database.close()


async def _put_files(settings: Settings, database: Database, backup: Opened) -> None:
    home = home_files(settings)
    _put(backup.path / archive.SECRET_KEY, home.secret_key)
    if not await _is_known(_content(home.token), database):
        _put(backup.path / archive.TOKEN, home.token)
    shutil.rmtree(home.files, ignore_errors=True)
    _move(backup.path / archive.FILES, home.files)


def _put(source: Path, target: Path) -> None:
    if source.is_file():
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = target.with_name(f"{target.name}.new")
        shutil.copyfile(source, fresh)
        fresh.chmod(0o600)
        fresh.replace(target)


def _move(source: Path, target: Path) -> None:
    if source.is_dir():
        source.rename(target)


def _content(token: Path) -> str:
    return token.read_text("utf-8").strip() if token.is_file() else ""


async def _is_known(token: str, database: Database) -> bool:
    """Whether the token that the home holds now opens the restored database."""
    async with database.unit_of_work() as session:
        return await accounts.authenticate(session, token) is not None
