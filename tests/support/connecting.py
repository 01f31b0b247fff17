"""Making connections and waiting for their syncs."""

from typing import Any

from tests.support.steward import Person


async def synced(person: Person, connection_id: str) -> dict[str, Any]:
    """The connection after a sync that was asked for by hand."""
    started = await person.post(f"/connections/{connection_id}/sync")
    job = await person.job_ended(started["job_id"])
    assert job["state"] == "done", job
    found: dict[str, Any] = await person.get(f"/connections/{connection_id}")
    return found


async def connected(person: Person, kind: str, url: str, **fields: Any) -> dict[str, Any]:
    """A new connection after its first sync."""
    made = await person.post("/connections", {"kind": kind, "url": url, **fields})
    return dict(await person.until(f"/connections/{made['id']}", lambda found: found["state"] != "pending"))


async def events_of(person: Person, **params: Any) -> dict[str, dict[str, Any]]:
    """All events by title."""
    found = await person.get("/events", limit=500, **params)
    return {one["title"]: one for one in found["items"]}
