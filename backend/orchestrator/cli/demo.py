"""`steward demo`: an invented person's life to look around in, in a home of its own that one command erases.

It never touches what is one's own: another home beside STEWARD_HOME, the Postgres that lives in it, no photo server.
A life that was not written to its end (Ctrl-C, a kill) is begun anew at the next call.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from orchestrator.bootstrap.runtime import Runtime
from orchestrator.cli.demo_life.writing import life, write
from orchestrator.cli.home import configured, owner_token
from orchestrator.cli.serve import serve_home
from orchestrator.cli.server.listener import bind
from orchestrator.cli.server.one_server import alone
from orchestrator.cli.terminal.output import say
from orchestrator.errors import ConfigurationError, OperatorError
from orchestrator.settings import Settings

MARK = "demo"
"""A file in the home: what is in it was made here, and may be erased. Its text is `begun` or `written`."""
_SHARE = 20
"""Progress is told after so many calls."""
_OWN: Mapping[str, Any] = {
    "database_url": None, "owner_token": None, "owner_email": None, "secret_key_file": None, "public_url": None,
    "immich_url": None, "immich_api_key": None,
}  # fmt: skip
"""What leads out of the demo's home to things of one's own; the models are those of the settings."""


def demo(
    erase: Annotated[bool, typer.Option("--erase", help="Erase the demo's home instead.")] = False,
    port: Annotated[
        int | None, typer.Option(help="Where to listen; without one STEWARD_PORT, or any where that is taken.")
    ] = None,
) -> None:
    """Look around in an invented person's life, in a home of its own. `steward demo --erase` leaves nothing of it."""
    settings = demo_settings(configured(), port)
    if erase:
        _erase(settings)
        return
    _begin(settings)
    serve_home(settings, _fill)


COMMAND = demo


def demo_settings(settings: Settings, port: int | None) -> Settings:
    """The same for the demo's home, `…-demo` beside the home that is set."""
    home = settings.home.with_name(f"{settings.home.name}-demo")
    wanted = settings.port if port is None else port
    free = wanted if port is not None or _is_free(settings.host, wanted) else 0
    return settings.model_copy(update={**_OWN, "home": home, "port": free})


def _is_free(host: str, port: int) -> bool:
    try:
        bind(host, port).close()
    except ConfigurationError:
        return False
    return True


def _begin(settings: Settings) -> None:
    """A home with a whole life, or one that is new. Raises ConfigurationError where something else is there."""
    home = settings.home
    if home.is_dir() and any(home.iterdir()):
        if _said(home) == "written":
            return
        _erase(settings)
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    (home / MARK).write_text("begun", "utf-8")


def _said(home: Path) -> str:
    mark = home / MARK
    return mark.read_text("utf-8").strip() if mark.is_file() else ""


def _erase(settings: Settings) -> None:
    """Raises ConfigurationError where the home is no demo's, or a server runs in it."""
    home = settings.home
    if not home.is_dir():
        say(f"there is no demo at {home}")
        return
    if not _said(home):
        raise ConfigurationError(f"{home} was not made by `steward demo`: it is left as it is")
    with alone(settings):
        try:
            shutil.rmtree(home)
        except OSError as error:
            raise OperatorError(f"{error.filename} could not be erased ({error.strerror})") from None
    say(f"the demo at {home} is erased")


async def _fill(runtime: Runtime, url: str) -> None:
    settings = runtime.settings
    if _said(settings.home) == "written":
        return
    say(f"  demo life      that of {life()['name']}, an invented architect in Lisbon; it is being written …")
    async for done, total in write(url, owner_token(settings), runtime.clock.now()):
        if done % _SHARE == 0:
            say(f"                 {done} of {total}")
    (settings.home / MARK).write_text("written", "utf-8")
    say("                 it is there. Try: what is on tomorrow? who is Kofi? how much notice for the flat?")
    say("                 steward demo --erase leaves nothing of it")
