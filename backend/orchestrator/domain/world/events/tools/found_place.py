"""Where is the place of a proposed event that the user does not know yet?

Looked up before the event is frozen, shown in its preview, kept with it; what a geocoder says is others' words.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.places import PlaceDraft
from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.origin import Origin
from orchestrator.domain.world.places.service import keep_place, places
from orchestrator.errors import NotFound, VersionConflict
from orchestrator.language.messages import say

FIELD = "found_place"


async def looked_up(ctx: ToolContext, phrase: str) -> dict[str, Any] | None:
    """The address of a place that is not known and is found for sure, as it is frozen. Call it before the session is
    used: others are asked. A mere town is no place of its own."""
    if ctx.places is None or not phrase.strip():
        return None
    draft = await ctx.places.enrich(ctx.tx.owner_id, phrase, near=ctx.discourse.location, locale=ctx.locale)
    if draft is None or not draft.address:
        return None
    told = {"name": draft.name, "lat": draft.lat, "lon": draft.lon, "address": draft.address}
    return {**told, "attribution": draft.attribution}


def hints(ctx: ToolContext, frozen: Mapping[str, Any]) -> tuple[str, ...]:
    """What the user is told of it, before they confirm."""
    found = frozen.get(FIELD)
    if not found:
        return ()
    credit = found["attribution"]
    return (say("events.found_place.new", ctx.locale, name=found["name"], address=found["address"], credit=credit),)


def origins(frozen: Mapping[str, Any]) -> list[Origin]:
    """Whose words the place is."""
    return [Origin.THIRD_PARTY] if frozen.get(FIELD) else []


async def kept(ctx: ToolContext, frozen: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The frozen event with its place, made where it is not there by now; and what undoing takes back."""
    found = frozen.get(FIELD)
    if not found or frozen.get("place_id"):
        return dict(frozen), {}
    draft = PlaceDraft(found["name"], found["lat"], found["lon"], found["address"], attribution=found["attribution"])
    made = await keep_place(ctx.tx, draft, zone=ctx.zone, origin=str(ctx.origin))
    undo = {"place": {"id": str(made.place.id), "version": made.place.version}} if made.created else {}
    return {**frozen, "place": made.place.name, "place_id": str(made.place.id)}, undo


async def taken_back(ctx: ToolContext, payload: Mapping[str, Any]) -> None:
    """Hide the place again that was made for the event; one that was changed since stays."""
    if made := payload.get("place"):
        try:
            await places.hide(ctx.tx, UUID(made["id"]), version=made["version"])
        except (VersionConflict, NotFound):
            return
