"""`steward skill`: which instructions may the agent follow? A folder or a zip is sent, and looked through there."""

import io
import os
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from orchestrator.cli.terminal.client import connected
from orchestrator.cli.terminal.output import say, say_json, say_table
from orchestrator.errors import ConfigurationError

GROUP = typer.Typer(no_args_is_help=True)
Url = Annotated[str | None, typer.Option(help="Another Steward's address; needs --token.")]
Token = Annotated[str | None, typer.Option(help="A token with scope curate; the home's own unless named.")]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON.")]
MOST_BYTES = 5_000_000
MOST_ENTRIES = 400
"""More than any skill has: a home folder named by mistake is not read through."""


@GROUP.command("add")
def add(
    source: Annotated[Path, typer.Argument(metavar="DIR|ZIP", help="A folder with a SKILL.md, or a zip of one.")],
    own: Annotated[bool, typer.Option("--own", help="You wrote it: its text is yours, not a third party's.")] = False,
    url: Url = None,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Import a skill. It waits for your review: `steward skill approve NAME DIGEST`."""
    if source.is_dir():
        data = zipped(source)
    elif source.is_file():
        data = source.read_bytes() if source.stat().st_size <= MOST_BYTES else b""
    else:
        raise ConfigurationError(f"there is no folder or file {source.absolute()}")
    if not data or len(data) > MOST_BYTES:
        raise ConfigurationError(f"{source} is over {MOST_BYTES // 1_000_000} MB, more than a skill may have")
    with connected(url, token) as client:
        made = client.upload(f"/skills?origin={'owner' if own else 'third_party'}", iter([data]))
    if as_json:
        say_json(made)
        return
    for line in _told(made):
        say(line)


@GROUP.command("list")
def list_(url: Url = None, token: Token = None, as_json: AsJson = False) -> None:
    """All versions of all skills."""
    with connected(url, token) as client:
        items = client.get("/skills", {"limit": "1000"})["items"]
    if as_json:
        say_json(items)
        return
    rows = [(one["name"], one["state"], one["origin"], one["digest"][:12], str(one["uses"])) for one in items]
    say_table(("name", "state", "origin", "digest", "uses"), rows)


@GROUP.command("approve")
def approve(
    name: Annotated[str, typer.Argument(help="The skill's name.")],
    digest: Annotated[str, typer.Argument(help="The digest of what you reviewed, whole.")],
    url: Url = None,
    token: Token = None,
) -> None:
    """Bring a version into force."""
    with connected(url, token) as client:
        done = client.post(f"/skills/{name}/approve", {"digest": digest})
    say(f"{done['name']} is {done['state']}")


def zipped(folder: Path) -> bytes:
    """A zip of the folder as it is: links stay links, so that they are refused where they arrive."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, path in enumerate(_below(folder), start=1):
            if number > MOST_ENTRIES:
                raise ConfigurationError(f"{folder} holds more than {MOST_ENTRIES} files: that is no skill")
            told = path.lstat()
            entry = zipfile.ZipInfo(f"{folder.resolve().name}/{path.relative_to(folder).as_posix()}")
            entry.external_attr = told.st_mode << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            if stat.S_ISREG(told.st_mode) and told.st_size <= MOST_BYTES:
                archive.writestr(entry, path.read_bytes())
            elif stat.S_ISREG(told.st_mode):
                raise ConfigurationError(f"{path} is over {MOST_BYTES // 1_000_000} MB, more than a skill may have")
            else:
                archive.writestr(entry, os.readlink(path) if path.is_symlink() else b"")
    return made.getvalue()


def _below(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        folders.sort()
        yield from (Path(root, name) for name in sorted([*files, *(f for f in folders if Path(root, f).is_symlink())]))


def _told(made: dict[str, Any]) -> Iterator[str]:
    yield f"{made['name']} ({made['state']}): {made['description']}"
    yield f"digest {made['digest']}, {len(made['files'])} files, licence {made['licence'] or 'none named'}"
    for one in made["findings"]:
        if one["severity"] != "note":
            where = f"{one['path']}:{one['line']}" if one["line"] else one["path"]
            yield f"  {one['severity']} {one['code']} at {where}: {one['text']}"
    notes = sum(one["severity"] == "note" for one in made["findings"])
    if notes:
        yield f"  and {notes} notes: GET /skills/{made['name']}"
    if made["state"] != "enabled":
        yield f"read it, then: steward skill approve {made['name']} {made['digest']}"
