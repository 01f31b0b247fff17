"""The tools of places in use: where the user is, who lives or works at a place; what happened there (`events_tool`)."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import least_trusted, without_invisible
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.world.contacts.known import known
from orchestrator.domain.world.contacts.residents import Settled, contacts_of_place
from orchestrator.domain.world.geolocation.events_tool import EVENTS_TOOL
from orchestrator.domain.world.geolocation.tool_data import WHERE, no_such_place, place_data, place_meant
from orchestrator.domain.world.places.known import KnownPlace


class GetLocation(ToolArguments):
    """Arguments of `get_location`: none."""


class PlacesPeople(ToolArguments):
    """Arguments of `places_people`."""

    place: str = Field(default="here", max_length=500, description=WHERE)
    role: Literal["any", "lives", "works"] = Field(default="any", description="Only who lives, or works, there.")


async def get_location(ctx: ToolContext, _: GetLocation) -> ToolResult:
    """Where the client said that the user is, and what is known of that point."""
    here = ctx.discourse.location
    if here is None:
        return ToolResult(
            data={"location": None},
            summary="The client sent no location of now.",
            empty=True,
            evidence=frozenset({"retrieval"}),
        )
    told = {name: value for name, value in here.stored().items() if name not in {"lat", "lon"}}
    told["address"] = without_invisible(here.address)
    refs = (here.place,) if here.place is not None else ()
    return ToolResult(
        data={"location": told},
        summary="where the user is now",
        origin=here.origin,
        evidence=frozenset({"retrieval", "entity"}),
        context=refs,
        inspected=refs,
        read=refs,
    )


async def places_people(ctx: ToolContext, arguments: PlacesPeople) -> ToolResult | NeedUserInput:
    """Who lives or works at a place; the user's own contact is left out."""
    place = await place_meant(ctx, arguments.place)
    if not isinstance(place, KnownPlace):
        return place or no_such_place(arguments.place, "contacts")
    own = {one.id for one in await known(ctx.tx) if one.is_user}
    there = [one for one in await contacts_of_place(ctx.tx, place.id) if one.contact.id not in own]
    found = [one for one in there if arguments.role in {"any", one.role}]
    refs = tuple(EntityRef("contact", one.contact.id, one.contact.display_name) for one in found)
    where = EntityRef("place", place.id, place.name)
    return ToolResult(
        data={"place": place_data(place), "contacts": [_person(one) for one in found], "total": len(found)},
        summary=f"{len(found)} people at {place.name}",
        origin=least_trusted([place.origin, *(one.contact.origin for one in found)]),
        empty=not found,
        evidence=frozenset({"retrieval", "entity"}),
        context=(where, *refs),
        inspected=(where,),
        read=(where, *refs),
    )


def _person(one: Settled) -> dict[str, Any]:
    row = one.contact
    told: Mapping[str, Any] = {"label": one.label, "organization": row.organization, "origin": row.origin}
    return {
        "id": str(row.id),
        "display_name": row.display_name,
        "there": one.role,
        **{name: value for name, value in told.items() if value},
    }


TOOLS: tuple[ToolSpec, ...] = (
    ReadTool(
        name="get_location",
        description="Where the user is now: the known place, address or town.",
        group="places",
        execute=get_location,
        arguments=GetLocation,
        examples=(("where am I?", {}),),
    ),
    ReadTool(
        name="places_people",
        description="Who lives or works at a place.",
        group="places",
        execute=places_people,
        arguments=PlacesPeople,
        examples=(("who else lives here?", {"place": "here", "role": "lives"}),),
    ),
    EVENTS_TOOL,
)
