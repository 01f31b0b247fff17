"""How is a graph of contacts written, and what would take it back?"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.places import PlaceDraft
from orchestrator.agent.tools.spec import ToolContext
from orchestrator.domain.world.contacts.graph.frozen_graph import (
    LISTS,
    FrozenHome,
    FrozenPerson,
    FrozenRelation,
    fields_of,
    told_of,
)
from orchestrator.domain.world.contacts.links import service as links
from orchestrator.domain.world.contacts.schemas import RELATION_TAG, PlaceLinkIO, RelationshipIO
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.places import service as places
from orchestrator.errors import ToolFailed
from orchestrator.language.messages import say


async def write(ctx: ToolContext, one: FrozenPerson) -> None:
    """Make the contact, or add to it what is said. Raises ToolFailed where it changed since it was shown."""
    if not one.known:
        if not await contacts.many(ctx.tx, [one.id]):
            await contacts.create(ctx.tx, fields_of(one), zone=ctx.zone, origin=str(ctx.origin), entity_id=one.id)
        return
    row = await contacts.get(ctx.tx, one.id)
    if row.version != one.version:
        raise ToolFailed(say("contacts.graph.gone", ctx.locale, name=one.name))
    told = told_of(one)
    fields = fields_of(one)
    changes: dict[str, Any] = {name: told[name] for name in told if name not in LISTS}
    for name in ("nicknames", "groups"):
        if told.get(name):
            changes[name] = [*getattr(row, name), *(text for text in told[name] if text not in getattr(row, name))]
    for name in ("emails", "phones"):
        there = {str(known["value"]).casefold() for known in getattr(row, name)}
        new = [known.model_dump() for known in getattr(fields, name) if known.value.casefold() not in there]
        if new:
            changes[name] = [*getattr(row, name), *new]
    if changes:
        await contacts.update(ctx.tx, one.id, changes, zone=ctx.zone)


async def write_relation(ctx: ToolContext, one: FrozenRelation, own: UUID | None) -> None:
    """Relate the two; `own`: the user's contact, where they have one, else what somebody is to them is a tag."""
    of = one.of or own
    if of is not None:
        link = RelationshipIO(contact_id=one.person, label=one.label, reciprocal_label=one.reciprocal_label or None)
        await links.relate(ctx.tx, of, link)
        return
    row = await contacts.get(ctx.tx, one.person)
    tags = [tag for tag in row.tags if not tag.startswith(RELATION_TAG)]
    wanted = {"tags": [*tags, f"{RELATION_TAG}{one.label}"]}
    await contacts.update(ctx.tx, one.person, wanted, zone=ctx.zone)


async def write_home(ctx: ToolContext, one: FrozenHome) -> dict[str, Any] | None:
    """Link the place, making it where there is none; answers what was made."""
    created = None
    place_id = one.place_id
    if place_id is None:
        draft = PlaceDraft(one.place, origin=ctx.origin)
        kept = await places.keep_place(ctx.tx, draft, zone=ctx.zone, origin=str(ctx.origin))
        place_id = kept.place.id
        created = {"id": str(place_id), "version": kept.place.version} if kept.created else None
    link = PlaceLinkIO(place_id=place_id, label=one.label or None)
    await links.settle(ctx.tx, one.person, link)
    return created


async def as_it_is(ctx: ToolContext, contact_id: UUID) -> dict[str, Any]:
    """The fields that writing may change, as they are before it does."""
    row = await contacts.get(ctx.tx, contact_id)
    given = await contacts.given(ctx.tx, row)
    kept: Sequence[str] = (*LISTS, "organization", "title", "birthday", "notes", "relationships", "places", "tags")
    return {"id": str(contact_id), "before": {name: given[name] for name in kept}}


async def inverse_of(ctx: ToolContext, before: Mapping[str, Any]) -> dict[str, Any]:
    """What undoes a change: the fields that are different now, and the version that they have."""
    contact_id = UUID(before["id"])
    row = await contacts.get(ctx.tx, contact_id)
    now = await contacts.given(ctx.tx, row)
    changed = {name: value for name, value in before["before"].items() if now[name] != value}
    return {"id": before["id"], "version": row.version, "before": changed}
