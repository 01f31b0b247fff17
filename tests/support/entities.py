"""Entities made and strangers met by HTTP, for tests over a client of the owner's."""

from typing import Any

import httpx
from tests.support.accounts import token_of
from tests.support.people import make_user

from orchestrator.db.session import Database


async def made(client: httpx.AsyncClient, kind: str, **fields: Any) -> str:
    """A new entity of `/{kind}`; its id."""
    answer = await client.post(f"/{kind}", json=fields)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def contact(client: httpx.AsyncClient, name: str, **fields: Any) -> str:
    return await made(client, "contacts", display_name=name, **fields)


async def stranger(database: Database, *scopes: str) -> dict[str, str]:
    """The headers of another user's token."""
    user = await make_user(database)
    return {"Authorization": f"Bearer {await token_of(database, user, *(scopes or ('read', 'write', 'ingest')))}"}
