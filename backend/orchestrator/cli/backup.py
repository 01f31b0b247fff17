"""`steward backup`: the whole home in one file. It may run while Steward does."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from orchestrator.bootstrap.backups import home_files
from orchestrator.cli.home import attached_url, existing
from orchestrator.cli.terminal.output import on_terminal, say, say_json
from orchestrator.db.archive import Manifest
from orchestrator.db.backup import file_name, write_backup
from orchestrator.errors import ConfigurationError
from orchestrator.settings import Settings


def backup(
    target: Annotated[
        Path | None, typer.Argument(help="The file to write, or a folder to put it in; here unless named.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Write database, secret key, token and files into one file (0600: whoever has it has everything)."""
    path = _file(target or Path())
    settings = existing()
    manifest = asyncio.run(_write(settings, path, silent=as_json))
    size = path.stat().st_size
    if as_json:
        files = sorted(manifest.members)
        say_json({"path": str(path), "bytes": size, "created_at": manifest.created_at, "files": files})
    elif on_terminal():
        say(f"wrote {path} ({size / 1_000_000:.1f} MB)")
        say("It holds your secret key and a token: keep it as you keep a password.")
    else:
        say(str(path))


COMMAND = backup


def _file(target: Path) -> Path:
    path = (target / file_name() if target.is_dir() else target).absolute()
    if not path.parent.is_dir():
        raise ConfigurationError(f"there is no folder {path.parent}")
    return path


async def _write(settings: Settings, path: Path, *, silent: bool) -> Manifest:
    def progress(what: str) -> None:
        if on_terminal() and not silent:
            say(what)

    async with attached_url(settings) as url:
        return await write_backup(url, home_files(settings), path, progress)
