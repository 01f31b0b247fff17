"""`steward import`: an archive of `steward export` into one user's account, all of it or nothing."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from orchestrator.cli.terminal.client import connected
from orchestrator.cli.terminal.output import say, say_json
from orchestrator.cli.terminal.progress import Progress, progress
from orchestrator.errors import ConfigurationError

_BLOCK = 1 << 18


def import_(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="An archive; - for stdin.")],
    url: Annotated[str | None, typer.Option(help="Another Steward's address; needs --token.")] = None,
    token: Annotated[str | None, typer.Option(help="A token with scope admin; the home's own unless named.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Bring in what an archive holds. What is here stays unless the archive's is later; again, it changes nothing."""
    if str(source) == "-":
        done = _send(sys.stdin.buffer, url, token)
    elif not source.is_file():
        raise ConfigurationError(f"there is no file {source.absolute()}")
    else:
        with source.open("rb") as file:
            done = _send(file, url, token)
    if as_json:
        say_json(done)
        return
    for line in _told(done):
        say(line)


COMMAND = import_


def _send(file: IO[bytes], url: str | None, token: str | None) -> dict[str, Any]:
    with connected(url, token) as client, progress("sending") as told:
        return client.upload("/import", _blocks(file, told))


def _blocks(file: IO[bytes], told: Progress) -> Iterator[bytes]:
    size = 0
    while block := file.read(_BLOCK):
        yield block
        size += len(block)
        told.bytes(size)
    told.now("importing")


def _told(done: dict[str, Any]) -> Iterator[str]:
    parts = {name: one for name, one in done["parts"].items() if one["created"] or one["updated"]}
    for name, one in parts.items():
        yield f"{name}: {one['created']} new, {one['updated']} later versions, {one['unchanged']} as they are"
    if done["files"]:
        yield f"files: {done['files']}"
    if done["missing_files"]:
        yield f"documents whose file was lost before the archive was made: {len(done['missing_files'])}"
    if done["renamed"]:
        yield f"rows that stand here under another id: {done['renamed']}"
    gone = [f"{number} {kind}" for kind, number in done["erased"]["deleted"].items()]
    if gone:
        yield f"erased again, as before: {', '.join(gone)}"
    account = done["account"]
    if account["email"] != account["archive_email"]:
        yield f"the archive is {account['archive_email']}'s; this account stays {account['email']}"
    if not parts and not gone and not account["changed"]:
        yield "nothing changed: all of it is here already"
