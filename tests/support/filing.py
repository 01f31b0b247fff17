"""Uploading documents and waiting until they were read."""

from typing import Any

import httpx
from tests.support.steward import Person

READ_WITHIN_S = 90.0


async def try_upload(person: Person, name: str, data: bytes, **fields: Any) -> httpx.Response:
    """`POST /documents`, whatever is answered."""
    return await person.client.post("/documents", files={"file": (name, data)}, data=fields, timeout=READ_WITHIN_S)


async def upload(person: Person, name: str, data: bytes, **fields: Any) -> dict[str, Any]:
    """The document as it was answered, not read yet."""
    answer = await try_upload(person, name, data, **fields)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def settled(person: Person, document_id: str, *, states: tuple[str, ...] = ("done", "failed")) -> dict[str, Any]:
    """The document once it was read, or could not be."""
    return dict(await person.until(f"/documents/{document_id}", lambda found: found["enhancement_status"] in states))


async def filed(person: Person, name: str, data: bytes, **fields: Any) -> dict[str, Any]:
    """Uploaded and read."""
    made = await upload(person, name, data, **fields)
    return await settled(person, made["id"])
