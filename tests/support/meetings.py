"""Transcripts, and what a scripted model says of them."""

import json
from typing import Any

from tests.support.steward import Person

SETTLED = ("done", "failed")


def transcript(*said: tuple[str, str], meeting_id: str = "kick-off", **fields: Any) -> dict[str, Any]:
    """A submission: who said what, five seconds each."""
    segments = [
        {"start_s": 5.0 * at, "end_s": 5.0 * at + 4.5, "speaker": speaker, "text": text}
        for at, (speaker, text) in enumerate(said)
    ]
    return {"meeting_id": meeting_id, "title": "Kick-off", "segments": segments, **fields}


def summary(text: str, *items: dict[str, Any]) -> str:
    """A model's answer."""
    whole = [{"assignee": None, "email": None, **item} for item in items]
    return json.dumps({"summary": text, "action_items": whole})


def item(text: str, quote: str, assignee: str | None = None, email: str | None = None) -> dict[str, Any]:
    """An action item as a model proposes it."""
    return {"text": text, "quote": quote, "assignee": assignee, "email": email}


async def submitted(person: Person, body: dict[str, Any]) -> dict[str, Any]:
    """Send a transcript; it is taken in."""
    answer = await person.send("POST", "/ingest/meetings/transcript", json=body)
    assert answer.status_code == 202, answer.text
    taken: dict[str, Any] = answer.json()
    return taken


async def settled(person: Person, meeting_id: str = "kick-off") -> dict[str, Any]:
    """The meeting, once its newest submission or re-run is done or failed."""
    return dict(await person.until(f"/meetings/{meeting_id}", lambda meeting: meeting["state"] in SETTLED))
