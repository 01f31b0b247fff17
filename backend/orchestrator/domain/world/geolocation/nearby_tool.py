"""The tool `places_nearby`: what is near the user, or a place that they know?"""

from typing import Any, get_args

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import Origin, least_trusted, without_invisible
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.world.geolocation.meaning import THERE, in_mind
from orchestrator.domain.world.geolocation.service import Surroundings, Whereabouts
from orchestrator.domain.world.geolocation.tool_data import place_data
from orchestrator.domain.world.places.known import KnownPlace, Near
from orchestrator.domain.world.places.likeness import name_key
from orchestrator.errors import ToolRejected
from orchestrator.integrations.geocoding.port import Category, GeoPlace, Point
from orchestrator.language.messages import say
from orchestrator.language.places.place_kinds import place_kind
from orchestrator.language.text.normalize import normalize

USUAL_WALK_M = 1_500.0
FARTHEST_M = 50_000.0
MAX_NEARBY = 50
_ME = frozenset({"here", "aqui", "me", "mim", "mi", ""})
_CATEGORIES = frozenset(get_args(Category))


class PlacesNearby(ToolArguments):
    """Arguments of `places_nearby`."""

    around: str = Field(default="here", max_length=500, description="'here' (where the user is) or a known place.")
    category: str = Field(default="", max_length=40, description="What is looked for: 'pharmacy', 'restaurant'.")
    radius_m: float = Field(default=USUAL_WALK_M, gt=0, le=FARTHEST_M)
    limit: int = Field(default=10, ge=1, le=MAX_NEARBY)


def nearby_tools(whereabouts: Whereabouts) -> tuple[ToolSpec, ...]:
    """The tool that looks around, over this process's map."""

    async def places_nearby(ctx: ToolContext, arguments: PlacesNearby) -> ToolResult | NeedUserInput:
        """Known places around a point, and those of a category on the map where one is configured."""
        category = _category(arguments.category)
        where: EntityRef | None = None
        if normalize(arguments.around) in _ME and (location := ctx.discourse.location) is not None:
            at, where = Point(location.lat, location.lon), location.place
        else:
            phrase = "" if normalize(arguments.around) in THERE | _ME else arguments.around
            centre = await whereabouts.centre(
                ctx.tx.owner_id, phrase, locale=ctx.locale, in_mind=lambda tx: in_mind(tx, ctx)
            )
            if centre is None:
                raise ToolRejected(say("geolocation.nowhere", ctx.locale))
            where, at = centre
        found = await whereabouts.around(
            ctx.tx.owner_id,
            at,
            radius_m=arguments.radius_m,
            category=category,
            locale=ctx.locale,
            limit=arguments.limit,
        )
        return _nearby(found, where, arguments, category)

    return (
        ReadTool(
            name="places_nearby",
            description="What is near the user or a known place: places they know, and shops or services by category.",
            group="places",
            execute=places_nearby,
            arguments=PlacesNearby,
            examples=(("is there a pharmacy near here?", {"around": "here", "category": "pharmacy"}),),
        ),
    )


def _nearby(
    found: Surroundings, where: EntityRef | None, arguments: PlacesNearby, category: Category | None
) -> ToolResult:
    known_ones = [one for one in found.known if where is None or one.place.id != where.id]
    if arguments.category:
        known_ones = [one for one in known_ones if _is_a(one.place, arguments.category, category)]
    names = {name_key(one.place.name) for one in known_ones}
    others = [one for one in found.found if name_key(one.name) not in names]
    rows = sorted([*map(_near_known, known_ones), *map(_on_map, others)], key=lambda one: float(one["distance_m"]))
    refs = tuple(EntityRef("place", one.place.id, one.place.name) for one in known_ones)
    credit = next((one.attribution for one in others if one.attribution), "")
    rows = rows[: arguments.limit]
    return ToolResult(
        data={
            "around": {"id": str(where.id), "name": where.title} if where is not None else None,
            "places": rows,
            "total": len(rows),
            "looked_on_map": found.asked,
            "attribution": credit,
        },
        summary=f"{len(rows)} places nearby",
        origin=least_trusted([Origin.THIRD_PARTY] if others else [one.place.origin for one in known_ones]),
        empty=not rows,
        evidence=frozenset({"retrieval"}),
        context=(where,) if where is not None else (),
        read=refs,
    )


def _category(text: str) -> Category | None:
    named = normalize(text).replace(" ", "_")
    kind = named if named in _CATEGORIES else place_kind(text)
    return next((one for one in get_args(Category) if one == kind), None)


def _is_a(place: KnownPlace, words: str, category: Category | None) -> bool:
    """Whether a known place is of the kind that is looked for, by its category, tags and name."""
    told = " ".join([place.category or "", *place.tags, place.name, *place.aliases])
    return normalize(words) in normalize(told) or (category is not None and place_kind(told) == category)


def _near_known(one: Near) -> dict[str, Any]:
    return {**place_data(one.place), "distance_m": round(one.distance_m)}


def _on_map(one: GeoPlace) -> dict[str, Any]:
    told = {"name": one.name or one.address, "address": one.address, "category": ", ".join(one.categories[:2])}
    plain = {name: without_invisible(value) for name, value in told.items() if value}
    return {"id": None, **plain, "distance_m": round(one.distance_m or 0.0), "origin": Origin.THIRD_PARTY.value}
