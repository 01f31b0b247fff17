"""`steward token`: with which tokens may programs come in?"""

import asyncio
from typing import Annotated, Any
from uuid import UUID

import typer
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.cli.home import attached, existing, owner_token
from orchestrator.cli.terminal.output import on_terminal, say, say_json, say_table
from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.accounts.schemas import SCOPES
from orchestrator.errors import NotFound
from orchestrator.kit.clock import rfc3339
from orchestrator.kit.ids import parse_id
from orchestrator.kit.paging import MAX_LIMIT, PageRequest
from orchestrator.kit.text import storable
from orchestrator.settings import Settings

GROUP = typer.Typer(no_args_is_help=True)
AsJson = Annotated[bool, typer.Option("--json", help="As JSON.")]
User = Annotated[str | None, typer.Option(help="A user's email; without one, the owner.", show_default=False)]
DEFAULT_SCOPES = "ask,read,write"


@GROUP.command("create")
def create(
    name: Annotated[str, typer.Argument(help="What it is for, like `phone`.")],
    scopes: Annotated[str, typer.Option(help=f"Of {', '.join(SCOPES)}; with commas.")] = DEFAULT_SCOPES,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Make a token; it is shown this once. Piped, the token alone is printed."""
    wanted = [scope.strip() for scope in scopes.split(",") if scope.strip()]
    made = asyncio.run(_create(existing(), storable(name).strip() or "token", wanted, user))
    if as_json:
        say_json(made)
    elif on_terminal():
        say(f"token {made['id']} with {', '.join(made['scopes'])}, shown this once:")
        say(made["token"])
    else:
        say(made["token"])


@GROUP.command("list")
def list_(user: User = None, as_json: AsJson = False) -> None:
    """The tokens of all users, or of one; never their text."""
    tokens = asyncio.run(_list(existing(), user))
    if as_json:
        say_json(tokens)
        return
    say_table(
        ("id", "name", "scopes", "last used", "revoked"),
        [
            (one["id"], one["name"], ",".join(one["scopes"]), one["last_used_at"] or "", one["revoked_at"] or "")
            for one in tokens
        ],
    )


@GROUP.command("revoke")
def revoke(token_id: Annotated[str, typer.Argument(help="The id that `list` shows.")]) -> None:
    """End a token: it is refused from the next request on."""
    known = parse_id(token_id)
    if known is None:
        raise NotFound("There is no such token: `steward token list` shows the ids.")
    asyncio.run(_revoke(existing(), known))
    say(f"revoked {known}")


async def _create(settings: Settings, name: str, scopes: list[str], email: str | None) -> dict[str, Any]:
    async with attached(settings) as database, database.unit_of_work() as session:
        user_id = await user_named(session, settings, email)
        made, token = await accounts.create_token(Tx(session, user_id), name=name, scopes=scopes)
    return {"id": str(made.id), "name": made.name, "scopes": made.scopes, "token": token}


async def _list(settings: Settings, email: str | None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor: str | None = None
    async with attached(settings) as database, database.unit_of_work() as session:
        user_id = await user_named(session, settings, email) if email else None
        while True:
            asked = PageRequest(limit=MAX_LIMIT, cursor=cursor)
            page = await accounts.list_tokens(session, asked, user_id=user_id)
            found += [
                {
                    "id": str(one.id),
                    "user_id": str(one.user_id),
                    "name": one.name,
                    "scopes": one.scopes,
                    "created_at": rfc3339(one.created_at),
                    "last_used_at": rfc3339(one.last_used_at) if one.last_used_at else None,
                    "revoked_at": rfc3339(one.revoked_at) if one.revoked_at else None,
                }
                for one in page.items
            ]
            cursor = page.next_cursor
            if cursor is None:
                return found


async def _revoke(settings: Settings, token_id: UUID) -> None:
    async with attached(settings) as database, database.unit_of_work() as session:
        await accounts.revoke_token(session, token_id)


async def user_named(session: AsyncSession, settings: Settings, email: str | None) -> UUID:
    """The user with this email, or the owner whose token the home keeps. Raises NotFound."""
    if email is None:
        account = await accounts.authenticate(session, owner_token(settings))
        if account is None:
            raise NotFound("The home's token is revoked: name a user with --user.")
        return account.user_id
    page = await accounts.list_users(session, PageRequest(limit=MAX_LIMIT, q=email))
    for one in page.items:
        if one.email.lower() == email.lower():
            return one.id
    raise NotFound(f"There is no user {email}: `steward user list` shows them.")
