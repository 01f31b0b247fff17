"""Making connections and waiting for their syncs."""

import asyncio
from typing import Any

from tests.support.steward import Person

WITHIN_S = 60.0


async def job_ended(person: Person, job_id: str) -> dict[str, Any]:
    """The job once it is settled."""
    async with asyncio.timeout(WITHIN_S):
        while True:
            job: dict[str, Any] = await person.get(f"/jobs/{job_id}")
            if job["state"] in {"done", "failed"}:
                return job
            await asyncio.sleep(0.03)


async def synced(person: Person, connection_id: str) -> dict[str, Any]:
    """The connection after a sync that was asked for by hand."""
    started = await person.post(f"/connections/{connection_id}/sync")
    job = await job_ended(person, started["job_id"])
    assert job["state"] == "done", job
    found: dict[str, Any] = await person.get(f"/connections/{connection_id}")
    return found


async def connected(person: Person, kind: str, url: str, **fields: Any) -> dict[str, Any]:
    """A new connection after its first sync."""
    made = await person.post("/connections", {"kind": kind, "url": url, **fields})
    async with asyncio.timeout(WITHIN_S):
        while made["state"] == "pending":
            await asyncio.sleep(0.03)
            made = await person.get(f"/connections/{made['id']}")
    return dict(made)


async def events_of(person: Person, **params: Any) -> dict[str, dict[str, Any]]:
    """All events by title."""
    found = await person.get("/events", limit=500, **params)
    return {one["title"]: one for one in found["items"]}
