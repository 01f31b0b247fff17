"""What may be read by its address, and which prompt begins a session? The profile, and single believed facts."""

import json
from dataclasses import dataclass
from typing import Any, cast

from orchestrator.domain.memory.facts import service as facts
from orchestrator.domain.memory.facts.schemas import PROPOSED, FactOut
from orchestrator.errors import NotFound
from orchestrator.kit import patterns
from orchestrator.kit.ids import parse_id
from orchestrator.mcp_api.calling import Call
from orchestrator.mcp_api.profile import shown_fact
from orchestrator.mcp_api.profile_tools import profile_of

PROFILE_URI = "steward://profile"
FACT_URI = "steward://facts/{id}"
SESSION_START = "session_start"
_FACT = patterns.compile(r"steward://facts/([^/]+)/?")
MARKDOWN = "text/markdown"
JSON = "application/json"


@dataclass(frozen=True)
class Read:
    """A resource's text, and what it was made of."""

    text: str
    mime_type: str
    told: tuple[tuple[str, Any], ...] = ()


async def read(call: Call, uri: str) -> Read:
    """The resource of that address. Raises NotFound."""
    if uri.rstrip("/") == PROFILE_URI:
        found = await profile_of(call, None)
        return Read(found.text, MARKDOWN, found.told)
    match = _FACT.fullmatch(uri)
    fact_id = parse_id(match[1]) if match else None
    if fact_id is None:
        raise NotFound(f"There is no such resource. There are {PROFILE_URI} and {FACT_URI}.")
    async with call.runtime.database.unit_of_work_of(call.owner_id) as tx:
        row = await facts.facts.get(tx, fact_id)
        if row.trust == PROPOSED or row.hidden_at is not None:
            raise NotFound("There is no such fact.")
        (shown,) = cast("list[FactOut]", await facts.facts.present(tx, [row]))
    clocks = shown.model_dump(
        mode="json", include={"kind", "effect", "valid_to", "recorded_at", "superseded_at", "superseded_by"}
    )
    sources = [{"kind": one.kind, "id": str(one.id)} for one in shown.provenance]  # never their words: some are raw
    text = json.dumps({**shown_fact(shown), **clocks, "sources": sources}, ensure_ascii=False)
    return Read(text, JSON, (("fact", row.id),))


async def session_start(call: Call, project_context: str | None, instructions: str) -> Read:
    """What a session begins with: how to use Steward, and the profile."""
    found = await profile_of(call, project_context)
    return Read(f"{instructions}\n\n{found.text}", MARKDOWN, found.told)
