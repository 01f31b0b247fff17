"""The tool that adds a place: what it freezes, does, and takes back. A place that is there gets no second row."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.places import PlaceDraft
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.world.places.schemas import PlaceFields
from orchestrator.domain.world.places.service import Canonical, canonical_place, keep_place, learned, places
from orchestrator.errors import NotFound, ToolFailed, ToolRejected, VersionConflict
from orchestrator.kit.ids import new_id
from orchestrator.language.messages import say

EDITABLE = ("name", "address", "category")


class CreatePlace(ToolArguments):
    """Arguments of `places_create`."""

    name: str = Field(min_length=1, max_length=500, description="What the user calls it: 'the gym', 'Ana's house'.")
    address: str = Field(default="", max_length=500, description="As the user said it.")
    category: str = Field(default="", max_length=100, description="home, work, health, restaurant …")
    here: bool = Field(default=False, description="True where it is the place at which the user is now.")


async def prepare_create(ctx: ToolContext, arguments: CreatePlace) -> Prepared:
    """The place as it will be written, or what the place that is there learns. Raises ToolRejected where there is
    nothing to do."""
    draft = await _draft(ctx, arguments)
    frozen = {
        "id": str(new_id()),
        "name": draft.name,
        "address": draft.address or None,
        "category": arguments.category or None,
        "lat": draft.lat,
        "lon": draft.lon,
        "attribution": draft.attribution or None,
        "origin": draft.origin.value,
    }
    return await _preview(ctx, frozen)


async def revise_create(ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared:
    """The same with the user's edits; another address is where nobody has looked yet. Raises ToolRejected."""
    if unknown := set(edits) - set(EDITABLE):
        raise ToolRejected(f"These can't be edited: {', '.join(sorted(unknown))}.")
    after = {**frozen, **edits}
    if "address" in edits and edits["address"] != frozen["address"]:
        after |= {"lat": None, "lon": None, "attribution": None, "origin": Origin.OWN_DATA.value}
    return await _preview(ctx, after)


async def execute_create(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write it; a second execution finds it written."""
    place_id = UUID(frozen["id"])
    there = await places.many(ctx.tx, [place_id])
    if there:
        row, created, what = there[0], True, ""
    else:
        draft = _as_draft(frozen)
        found = await _found(ctx, frozen)
        what = _what(ctx, draft, found) if found is not None and found.sure else ""
        row, created, _ = await keep_place(
            ctx.tx, draft, zone=ctx.zone, origin=str(ctx.origin), category=frozen["category"], entity_id=place_id
        )
    ref = EntityRef("place", row.id, row.name)
    told = {"id": str(row.id), "name": row.name, "aliases": row.aliases, "address": row.address, "origin": row.origin}
    key = "places.created" if created else "places.learned"
    return ToolResult(
        data={"place": told, "created": created},
        summary=say(key, ctx.locale, name=row.name, what=what or say("places.nothing", ctx.locale)),
        origin=least_trusted((ctx.origin, row.origin)),
        evidence=frozenset({"entity"}),
        context=(ref,),
        read=(ref,),
        entity=ref,
        version=row.version,
        undo={"id": str(row.id), "version": row.version} if created else None,
    )


async def undo_create(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """Hide it again."""
    try:
        row = await places.hide(ctx.tx, UUID(payload["id"]), version=payload["version"])
    except (VersionConflict, NotFound) as error:
        raise ToolFailed(error.detail) from error
    return say("places.taken_back", ctx.locale, name=row.name)


async def version(ctx: ToolContext, place_id: UUID) -> int | None:
    """The place's present version."""
    return await places.version(ctx.tx, place_id)


async def _draft(ctx: ToolContext, arguments: CreatePlace) -> PlaceDraft:
    """What is known of it: where the client is, or what a geocoder says of its address or name. Nobody is asked in a
    transaction: the session is used after this."""
    name, address = arguments.name.strip(), arguments.address.strip()
    if arguments.here:
        if ctx.discourse.location is None:
            raise ToolRejected("The client sent no location, so 'here' is not known. Ask the user for the address.")
        return PlaceDraft(name, ctx.discourse.location.lat, ctx.discourse.location.lon, address, origin=Origin.OWN_DATA)
    found = None
    if ctx.places is not None:
        found = await ctx.places.enrich(
            ctx.tx.owner_id, address or name, near=ctx.discourse.location, locale=ctx.locale
        )
    if found is None:
        return PlaceDraft(name, address=address, origin=Origin.OWN_DATA)
    return PlaceDraft(name, found.lat, found.lon, found.address or address, attribution=found.attribution)


async def _preview(ctx: ToolContext, frozen: dict[str, Any]) -> Prepared:
    draft = _as_draft(frozen)
    _check(frozen)
    found = await _found(ctx, frozen)
    origin = least_trusted([draft.origin, *([found.place.origin] if found is not None else [])])
    credit = (say("places.by", ctx.locale, credit=draft.attribution),) if draft.attribution else ()
    if found is not None and found.sure:
        what = _what(ctx, draft, found)
        if not what:
            raise ToolRejected(say("places.exists", ctx.locale, name=found.place.name))
        title = say("places.learn", ctx.locale, name=found.place.name, what=what)
        target = EntityRef("place", found.place.id, found.place.name)
        return Prepared(frozen, title, title, EDITABLE, target, found.place.version, hints=credit, origin=origin)
    title = say("places.create", ctx.locale, name=draft.name)
    summary = ", ".join([title, *(str(one) for one in (frozen["address"], frozen["category"]) if one)])
    doubt = (say("places.there", ctx.locale, name=found.place.name),) if found is not None else ()
    return Prepared(frozen, title, summary, EDITABLE, hints=(*doubt, *credit), origin=origin)


async def _found(ctx: ToolContext, frozen: Mapping[str, Any]) -> Canonical | None:
    return await canonical_place(
        ctx.tx, name=frozen["name"], address=frozen["address"], lat=frozen["lat"], lon=frozen["lon"]
    )


def _what(ctx: ToolContext, draft: PlaceDraft, found: Canonical) -> str:
    """What a place that is there learns, in words."""
    changes = learned(found.place, draft)
    parts = [say("places.alias", ctx.locale, value=draft.name)] if "aliases" in changes else []
    parts += [str(changes["address"])] if "address" in changes else []
    if "lat" in changes and "address" not in changes:
        parts.append(f"{changes['lat']:.4f}, {changes['lon']:.4f}")
    return "; ".join(parts)


def _as_draft(frozen: Mapping[str, Any]) -> PlaceDraft:
    return PlaceDraft(
        name=frozen["name"],
        lat=frozen["lat"],
        lon=frozen["lon"],
        address=frozen["address"] or "",
        attribution=frozen["attribution"] or "",
        origin=Origin(frozen["origin"]),
    )


def _check(frozen: Mapping[str, Any]) -> None:
    """Raises ToolRejected where frozen (and edited) arguments are no place."""
    given = {name: frozen[name] for name in ("name", "address", "category", "lat", "lon") if frozen[name] is not None}
    try:
        PlaceFields.model_validate(given)
    except ValueError as error:
        raise ToolRejected(f"This is no place: {error}") from error
