"""The tool `contact_graph`: how is a graph of contacts shown, confirmed and taken back?"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import least_trusted
from orchestrator.domain.world.contacts import birthdays
from orchestrator.domain.world.contacts.graph.composition import extended
from orchestrator.domain.world.contacts.graph.frozen_graph import (
    ContactGraph,
    Frozen,
    FrozenHome,
    FrozenPerson,
    FrozenRelation,
    fields_of,
    frozen_of,
    told_of,
)
from orchestrator.domain.world.contacts.graph.writing import as_it_is, inverse_of, write, write_home, write_relation
from orchestrator.domain.world.contacts.known import own_contact
from orchestrator.domain.world.contacts.service import contacts, origins
from orchestrator.domain.world.contacts.tools.naming import followed
from orchestrator.domain.world.places import service as places
from orchestrator.errors import ClientError, NotFound, ToolFailed, ToolRejected, VersionConflict
from orchestrator.language.messages import say

NAME = "contact_graph"
EDITABLE = ("contacts", "relationships", "contact_place_links")


async def prepare(ctx: ToolContext, words: ContactGraph) -> Prepared | NeedUserInput:
    """The graph as it will be written; asks whom it is about where names leave that open."""
    return await grown(ctx, Frozen(), words)


async def grown(ctx: ToolContext, before: Frozen, words: ContactGraph) -> Prepared | NeedUserInput:
    """The graph with what words add to it."""
    graph = await extended(ctx, before, words)
    return graph if isinstance(graph, NeedUserInput) else await _preview(ctx, graph)


async def revise(ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared | NeedUserInput:
    """The same with the user's edits, over the contacts as they are now. Raises ToolRejected."""
    if unknown := set(edits) - set(EDITABLE):
        raise ToolRejected(f"These can't be edited: {', '.join(sorted(unknown))}.")
    graph = frozen_of(_edited(await followed(ctx, frozen), edits))
    there = {row.id: row for row in await contacts.many(ctx.tx, [one.id for one in graph.contacts])}
    for one in graph.contacts:
        one.version = there[one.id].version if one.id in there else None
    return await _preview(ctx, graph)


def _edited(frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> dict[str, Any]:
    """The frozen graph with the edits. A name alone is somebody's new name at that place of the list, else somebody
    new; who is taken out takes along what they are to others and where they live."""
    after = {**frozen, **edits}
    listed = after.get("contacts")
    if "contacts" not in edits or not isinstance(listed, list):
        return after
    old = list(frozen["contacts"])
    kept = {one["id"] for one in listed if isinstance(one, Mapping) and "id" in one}
    people: list[Any] = []
    for place, one in enumerate(listed):
        if isinstance(one, str):
            renamed = place < len(old) and old[place]["id"] not in kept
            people.append({**old[place], "name": one} if renamed else {"name": one})
        else:
            people.append(one)
    after["contacts"] = people
    ids = {one.get("id") for one in people if isinstance(one, Mapping)}
    for name, ends in (("relationships", ("person", "of")), ("contact_place_links", ("person",))):
        if name not in edits:
            after[name] = [one for one in frozen[name] if all(one[end] in {None, *ids} for end in ends)]
    return after


async def execute(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write all of it, in the caller's transaction. Raises ToolFailed where somebody changed since."""
    graph = frozen_of(await followed(ctx, frozen))
    own = await own_contact(ctx.tx)
    touched = [one.id for one in graph.contacts if one.known]
    if own is not None and any(one.of is None for one in graph.relationships):
        touched = list(dict.fromkeys([*touched, own]))
    before = [await as_it_is(ctx, contact_id) for contact_id in touched]
    try:
        for one in graph.contacts:
            await write(ctx, one)
        for relation in graph.relationships:
            await write_relation(ctx, relation, own)
        made = [await write_home(ctx, home) for home in graph.contact_place_links]
    except ClientError as error:
        raise ToolFailed(error.detail) from error
    rows = {row.id: row for row in await contacts.many(ctx.tx, [one.id for one in graph.contacts])}
    first = rows[graph.contacts[0].id]
    undo = {
        "created": [{"id": str(one.id), "version": rows[one.id].version} for one in graph.contacts if not one.known],
        "updated": [await inverse_of(ctx, one) for one in before],
        "places": [one for one in made if one is not None],
    }
    refs = tuple(EntityRef("contact", row.id, row.display_name) for row in rows.values())
    return ToolResult(
        data={"contacts": [{"id": str(row.id), "display_name": row.display_name} for row in rows.values()]},
        summary=_summary(ctx, graph, done=True),
        origin=least_trusted([ctx.origin, *(row.origin for row in rows.values())]),
        evidence=frozenset({"entity"}),
        context=refs,
        read=refs,
        entity=EntityRef("contact", first.id, first.display_name),
        version=first.version,
        undo=undo,
    )


async def undo(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """Put back what was, hide who was added. Raises ToolFailed where somebody changed since."""
    names = []
    try:
        for one in payload["updated"]:
            row = await contacts.update(ctx.tx, UUID(one["id"]), one["before"], zone=ctx.zone, version=one["version"])
            names.append(row.display_name)
        for one in payload["created"]:
            there = await contacts.get(ctx.tx, UUID(one["id"]))
            if there.version < one["version"]:
                raise VersionConflict("It is not as it was.")
            row = await contacts.hide(ctx.tx, there.id, version=there.version)
            names.append(row.display_name)
        for one in payload["places"]:
            await places.places.hide(ctx.tx, UUID(one["id"]), version=one["version"])
    except (VersionConflict, NotFound) as error:
        raise ToolFailed(error.detail) from error
    return say("contacts.graph.taken_back", ctx.locale, names=", ".join(names))


async def version(ctx: ToolContext, contact_id: UUID) -> int | None:
    """The contact's present version."""
    return await contacts.version(ctx.tx, contact_id)


async def _preview(ctx: ToolContext, graph: Frozen) -> Prepared:
    for one in graph.contacts:
        fields_of(one)
    if not any(not one.known or told_of(one) for one in graph.contacts) and not (
        graph.relationships or graph.contact_place_links
    ):
        raise ToolRejected(say("contacts.graph.empty", ctx.locale))
    known = [one for one in graph.contacts if one.known]
    target = EntityRef("contact", known[0].id, known[0].name) if known else None
    first = graph.contacts[0]
    key = "contacts.graph.update" if first.known else "contacts.graph.create"
    origin = least_trusted(await origins(ctx.tx, [one.id for one in known]))
    for relation in graph.relationships:
        relation.name = _relation(ctx, graph, relation)
    for home in graph.contact_place_links:
        home.name = _home(ctx, graph, home)
    frozen = graph.model_dump(mode="json")
    return Prepared(
        frozen,
        say(key, ctx.locale, name=first.name),
        _summary(ctx, graph, done=False),
        EDITABLE,
        target,
        known[0].version if known else None,
        origin=origin,
    )


def _summary(ctx: ToolContext, graph: Frozen, *, done: bool) -> str:
    parts = []
    for one in graph.contacts:
        details = _details(one, ctx.locale)
        if not one.known or details:
            if done:
                key = "contacts.graph.updated" if one.known else "contacts.graph.created"
            else:
                key = "contacts.graph.update" if one.known else "contacts.graph.create"
            parts.append(", ".join([say(key, ctx.locale, name=one.name), *details]))
    parts += [_relation(ctx, graph, one) for one in graph.relationships]
    parts += [_home(ctx, graph, one) for one in graph.contact_place_links]
    return "; ".join(parts)


def _home(ctx: ToolContext, graph: Frozen, one: FrozenHome) -> str:
    label = one.label or say("contacts.graph.place", ctx.locale)
    return say("contacts.graph.at", ctx.locale, person=graph.named(one.person).name, label=label, place=one.place)


def _relation(ctx: ToolContext, graph: Frozen, one: FrozenRelation) -> str:
    person = graph.named(one.person).name
    if one.of is None:
        return say("contacts.graph.yours", ctx.locale, person=person, label=one.label)
    of = graph.named(one.of).name
    back = say("contacts.graph.back", ctx.locale, of=of, label=one.reciprocal_label) if one.reciprocal_label else ""
    return say("contacts.graph.of", ctx.locale, person=person, label=one.label, of=of) + back


def _details(one: FrozenPerson, locale: str) -> list[str]:
    listed = [*one.nicknames, *one.emails, *one.phones, *one.groups]
    born = birthdays.told(one.birthday, locale)
    return [text for text in (*listed, one.organization, one.title, born, one.notes) if text]


TOOLS: tuple[ToolSpec, ...] = (
    WriteTool(
        name=NAME,
        description=(
            "Add or change several contacts at once, with what they are to each other and where they live or work."
        ),
        group="contacts",
        execute=execute,
        arguments=ContactGraph,
        prepare=prepare,
        revise=revise,
        undo=undo,
        version=version,
        examples=(
            (
                "Marta is Rui's wife and lives at Rua Augusta 10",
                {
                    "contacts": [{"name": "Marta"}, {"name": "Rui"}],
                    "relationships": [{"person": "Marta", "label": "Wife", "of": "Rui"}],
                    "contact_place_links": [{"person": "Marta", "place": "Rua Augusta 10", "label": "Home"}],
                },
            ),
        ),
    ),
)
