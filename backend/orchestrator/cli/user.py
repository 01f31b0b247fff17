"""`steward user`: who has an account?"""

import asyncio
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from orchestrator.cli.home import attached, existing
from orchestrator.cli.terminal.output import on_terminal, say, say_json, say_table
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.accounts.schemas import UserIn
from orchestrator.errors import ConfigurationError
from orchestrator.kit.clock import rfc3339
from orchestrator.kit.paging import MAX_LIMIT, PageRequest
from orchestrator.settings import Settings

GROUP = typer.Typer(no_args_is_help=True)
AsJson = Annotated[bool, typer.Option("--json", help="As JSON.")]


@GROUP.command("add")
def add(
    email: Annotated[str, typer.Argument(help="The user's email address.")],
    name: Annotated[str, typer.Option(help="The user's name.")] = "",
    as_json: AsJson = False,
) -> None:
    """Make a user and their first token, which is shown this once (every scope but admin)."""
    try:
        given = UserIn(email=email, name=name)
    except ValidationError as error:
        raise ConfigurationError(str(error.errors()[0]["msg"]).removeprefix("Value error, ")) from None
    made = asyncio.run(_add(existing(), given))
    if as_json:
        say_json(made)
    elif on_terminal():
        say(f"made user {made['email']} ({made['id']})")
        say(f"token, shown this once: {made['token']}")
    else:
        say(f"{made['id']}\t{made['token']}")


@GROUP.command("list")
def list_(as_json: AsJson = False) -> None:
    """All users."""
    users = asyncio.run(_list(existing()))
    if as_json:
        say_json(users)
        return
    say_table(
        ("id", "email", "name", "created", "last active"),
        [(one["id"], one["email"], one["name"], one["created_at"], one["last_active_at"] or "") for one in users],
    )


async def _add(settings: Settings, given: UserIn) -> dict[str, Any]:
    async with attached(settings) as database, database.unit_of_work() as session:
        user, token = await accounts.create_user(session, given.email, given.name)
    return {"id": str(user.id), "email": user.email, "name": user.name, "token": token}


async def _list(settings: Settings) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor: str | None = None
    async with attached(settings) as database, database.unit_of_work() as session:
        while True:
            page = await accounts.list_users(session, PageRequest(limit=MAX_LIMIT, cursor=cursor))
            found += [
                {
                    "id": str(one.id),
                    "email": one.email,
                    "name": one.name,
                    "created_at": rfc3339(one.created_at),
                    "last_active_at": rfc3339(one.last_active_at) if one.last_active_at else None,
                }
                for one in page.items
            ]
            cursor = page.next_cursor
            if cursor is None:
                return found
