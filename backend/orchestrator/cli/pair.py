"""`steward pair`: how does a phone come in? With the QR code, or the one-time code, that this shows."""

import asyncio
import io
from typing import Annotated, Any
from urllib.parse import urlsplit

import segno
import typer

from orchestrator.cli.home import attached, existing
from orchestrator.cli.server.presence import running_at
from orchestrator.cli.terminal.output import on_terminal, say, say_json
from orchestrator.cli.token import user_named
from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts.schemas import SCOPES
from orchestrator.domain.people.pairing import service as pairing
from orchestrator.domain.people.pairing.schemas import DEFAULT_SCOPES
from orchestrator.kit.clock import rfc3339
from orchestrator.settings import Settings

MINUTES = pairing.LIFE_S // 60
QUIET_ZONE = 2
WHITE_ON_BLACK = "\033[97;40m"
RESET = "\033[0m"
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def pair(
    scopes: Annotated[str, typer.Option(help=f"Of {', '.join(SCOPES)}; with commas.")] = ",".join(DEFAULT_SCOPES),
    user: Annotated[
        str | None, typer.Option(help="A user's email; without one, the owner.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, without the QR code.")] = False,
) -> None:
    """Show a QR code and a one-time code with which a phone comes in (10 minutes, 5 tries)."""
    settings = existing()
    wanted = [scope.strip() for scope in scopes.split(",") if scope.strip()]
    made = asyncio.run(_make(settings, wanted, user))
    base = settings.public_url or running_at(settings) or settings.base_url
    made["url"] = f"{base}{pairing.FRAGMENT}{made['code']}"
    if as_json:
        say_json(made)
        return
    print(_drawn(made["url"]))
    say(f"code    {made['code']}")
    say(f"open    {made['url']}")
    say(f"scopes  {', '.join(made['scopes'])}")
    say(f"Good once, for {MINUTES} minutes and {pairing.TRIES} tries; a new code ends this one.")
    _hint(settings, base)


COMMAND = pair


async def _make(settings: Settings, scopes: list[str], email: str | None) -> dict[str, Any]:
    async with attached(settings) as database, database.unit_of_work() as session:
        user_id = await user_named(session, settings, email)
        made = await pairing.make_code(Tx(session, user_id), scopes)
    return {"code": made.code, "scopes": list(made.scopes), "expires_at": rfc3339(made.expires_at)}


def _drawn(url: str) -> str:
    """The QR code in half blocks; on a terminal white on black, whatever its own colours are."""
    out = io.StringIO()
    segno.make(url, micro=False).terminal(out, border=QUIET_ZONE, compact=True)
    lines = out.getvalue().splitlines()
    return "\n".join(f"{WHITE_ON_BLACK}{line}{RESET}" if on_terminal() else line for line in lines)


def _hint(settings: Settings, base: str) -> None:
    if (urlsplit(base).hostname or "") in LOOPBACK:
        say("Only this machine reaches that address: set STEWARD_PUBLIC_URL and STEWARD_HOST so that a phone can too.")
    elif running_at(settings) is None:
        say("No server of this home runs here: start it with `steward serve`.")
