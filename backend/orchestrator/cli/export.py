"""`steward export`: all that one user has, as one archive that `steward import` takes."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated

import typer

from orchestrator.cli.terminal.client import Client, connected
from orchestrator.cli.terminal.output import say, say_json
from orchestrator.cli.terminal.progress import Progress, progress
from orchestrator.errors import ConfigurationError, OperatorError
from orchestrator.kit.clock import SystemClock


def export(
    target: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="The file to write, or a folder; stdout unless named.")
    ] = None,
    url: Annotated[str | None, typer.Option(help="Another Steward's address; needs --token.")] = None,
    token: Annotated[str | None, typer.Option(help="A token with scope admin; the home's own unless named.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Write an archive of everything (0600). It holds no token and no password."""
    if target is None:
        if sys.stdout.isatty():
            raise ConfigurationError("an archive is nothing to read: name a FILE, or send it on with > or |")
        with connected(url, token) as client:
            _receive(client, sys.stdout.buffer, progress("exporting"))
            sys.stdout.buffer.flush()
        return
    path = _path(target)
    with connected(url, token) as client, _new_file(path) as file:
        size = _receive(client, file, progress("exporting"))
    if as_json:
        say_json({"path": str(path), "bytes": size})
    else:
        say(str(path))


COMMAND = export


def _receive(client: Client, file: IO[bytes], told: Progress) -> int:
    size = 0
    with told:
        for block in client.download("/export"):
            file.write(block)
            size += len(block)
            told.bytes(size)
    return size


def _path(target: Path) -> Path:
    path = target / f"steward-export-{SystemClock().now():%Y%m%dT%H%M%SZ}.zip" if target.is_dir() else target
    path = path.absolute()
    if path.exists():
        raise OperatorError(f"{path} exists; name another file")
    if not path.parent.is_dir():
        raise ConfigurationError(f"there is no folder {path.parent}")
    return path


@contextmanager
def _new_file(path: Path) -> Iterator[IO[bytes]]:
    """A file that has its name once it is whole. Raises OperatorError."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(path)
    except OSError as error:
        raise OperatorError(f"{path} can't be written: {error.strerror or error}") from error
    finally:
        unfinished.unlink(missing_ok=True)
