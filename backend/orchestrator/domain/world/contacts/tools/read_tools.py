"""The tool `get_contacts`: whom does the user know, and how are they reached?"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.search.schemas import SearchQuery
from orchestrator.domain.foundation.search.service import search
from orchestrator.domain.world.contacts import groups
from orchestrator.domain.world.contacts.known import known
from orchestrator.domain.world.contacts.links import service as links
from orchestrator.domain.world.contacts.model import Contact
from orchestrator.domain.world.contacts.residents import role_of
from orchestrator.domain.world.contacts.service import contacts, named, next_born, origins
from orchestrator.domain.world.contacts.tools import duplicates
from orchestrator.domain.world.contacts.tools.duplicates import DuplicateOut
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.places.known import KnownPlace
from orchestrator.kit import patterns
from orchestrator.kit.ids import parse_id
from orchestrator.kit.paging import PageRequest
from orchestrator.kit.zones import to_wall

MAX_CONTACTS = 100

_GROUP_WORDS = patterns.compile(
    r"(?i)^(?:the|my|o|a|os|as|el|la|meu|minha|mi) |^(?:group|grupo) (?:d[aeo] |del )?| (?:group|grupo)$"
)


class GetContacts(ToolArguments):
    """Arguments of `get_contacts`."""

    name: str = Field(default="", description="A person's name, nickname or relation: 'Ana', 'my sister'.")
    query: str = Field(default="", description="Other words: a company, a city.")
    group: str = Field(default="", description="All people of this group: 'book club'.")
    ids: list[str] = Field(default_factory=list, max_length=MAX_CONTACTS, description="Contact ids.")
    birthdays: bool = Field(default=False, description="Instead: everyone's birthdays, the next ones first.")
    duplicates: bool = Field(default=False, description="Instead: pairs of contacts that may be one person.")
    limit: int = Field(default=10, ge=1, le=MAX_CONTACTS)


async def get_contacts(ctx: ToolContext, arguments: GetContacts) -> ToolResult:
    """Contacts by id, name or words, or all. Of an ambiguous name all are given; `meant`: the ids of those that the
    words mean for sure, one person or several ("my family")."""
    ids = [found for text in arguments.ids if (found := parse_id(text)) is not None]
    context: tuple[EntityRef, ...] = ()
    meant: tuple[EntityRef, ...] = ()
    pairs: Sequence[DuplicateOut] = ()
    group = await groups.called(ctx.tx, _bare_group(arguments.group)) if arguments.group else None
    if group is not None:
        rows = await contacts.many(ctx.tx, group.contact_ids)
        total = len(rows)
    elif not ids and (arguments.name or arguments.query or arguments.group):
        ids, meant = await _looked_up(ctx, arguments.name, arguments.query or arguments.group)
        context = meant if len(meant) == 1 else ()
        rows = await contacts.many(ctx.tx, ids)
        total = len(rows)
    elif ids:
        rows = await contacts.many(ctx.tx, ids)
        total = len(rows)
    elif arguments.duplicates:
        pairs = await duplicates.shown(ctx.tx)
        ids = list(dict.fromkeys(one for pair in pairs for one in pair.contact_ids))
        rows = await contacts.many(ctx.tx, ids)
        total = len(rows)
    elif arguments.birthdays:
        rows = await next_born(ctx.tx, f"{to_wall(ctx.now, ctx.zone):%m-%d}", limit=arguments.limit)
        total = len(rows)
    else:
        rows = list((await contacts.page(ctx.tx, PageRequest(limit=arguments.limit))).items)
        total = await contacts.count(ctx.tx)
    shown = [row for row in rows if row.hidden_at is None or (arguments.duplicates and row.waits_for is not None)]
    rows = shown[: arguments.limit]
    refs = tuple(EntityRef("contact", row.id, row.display_name) for row in rows)
    data, origin = await contact_data(ctx, rows)
    told: dict[str, Any] = {"contacts": data, "total": total, "meant": [str(one.id) for one in meant]}
    if arguments.duplicates:
        there = {row.id for row in rows}  # whose words their names are is in `origin`
        told["duplicates"] = [
            {"names": one.names, "why": one.why} for one in pairs if there.issuperset(one.contact_ids)
        ]
    return ToolResult(
        data=told,
        summary=f"{total} contacts",
        origin=origin,
        empty=not rows,
        inspected=refs if arguments.ids or len(refs) == 1 else (),
        evidence=frozenset({"retrieval", "entity"} if arguments.ids or context else {"retrieval"}),
        context=context or (refs if len(refs) == 1 else ()),
        read=refs,
    )


def _bare_group(name: str) -> str:
    """ "the book club group", "grupo do livro" -> what the group is called."""
    return _GROUP_WORDS.sub("", name.strip()) or name


async def _looked_up(ctx: ToolContext, name: str, query: str) -> tuple[list[UUID], tuple[EntityRef, ...]]:
    """Ids by name first, then by words; who was resolved for sure."""
    found: dict[UUID, None] = {}
    phrase = name or query
    (one,) = await ctx.resolver.resolve_people(ctx.tx, [phrase], locale=ctx.locale)
    found.update(dict.fromkeys(ref.id for ref in one.entities))
    if one.status == "resolved" and name:
        return list(found), tuple(one.entities)
    words = query or name
    hits = await search(ctx.tx, SearchQuery(words, kinds=("contact",), limit=MAX_CONTACTS))
    found.update(dict.fromkeys(hit.id for hit in hits))
    place = await ctx.resolver.resolve_place(ctx.tx, words, locale=ctx.locale)
    if place.status == "resolved":
        there = await links.at_place(ctx.tx, place.entities[0].id)
        found.update(dict.fromkeys(contact_id for contact_id, _ in there))
    return list(found), tuple(one.entities) if one.status == "resolved" else ()


async def contact_data(ctx: ToolContext, rows: Sequence[Contact]) -> tuple[list[dict[str, Any]], Origin]:
    """Contacts as results have them, with the names of who and what they are linked to (`relation`: to the user), and
    whose words all that is."""
    ids = [row.id for row in rows]
    related = await links.relationships(ctx.tx, ids)
    settled = await links.place_links(ctx.tx, ids)
    relations = {one.id: one.relations for one in await known(ctx.tx)} if rows else {}
    others = [one.contact_id for row in rows for one in related[row.id]]
    homes = [one.place_id for row in rows for one in settled[row.id]]
    people = await named(ctx.tx, others)
    where = {one.id: one for one in await places.described(ctx.tx, homes)}
    names = await origins(ctx.tx, others)
    origin = least_trusted([*(row.origin for row in rows), *names, *await places.origins(ctx.tx, homes)])
    data = [
        {
            "id": str(row.id),
            "display_name": row.display_name,
            "aliases": row.aliases,
            "nicknames": row.nicknames,
            "emails": [str(one["value"]) for one in row.emails],
            "phones": [str(one["value"]) for one in row.phones],
            "organization": row.organization,
            "title": row.title,
            "birthday": row.birthday,
            "groups": row.groups,
            "relation": ", ".join(relations.get(row.id, ())) or None,
            "relationships": [
                {"name": people[one.contact_id], "label": one.label}
                for one in related[row.id]
                if one.contact_id in people
            ],
            "places": [_place(where[one.place_id], one.label) for one in settled[row.id] if one.place_id in where],
            "notes": row.notes,
            "origin": row.origin,
        }
        for row in rows
    ]
    return data, origin


def _place(place: KnownPlace, label: str | None) -> dict[str, Any]:
    """A place as it is told of a contact; `there`: lives, works or other."""
    told = {"name": place.name, "label": label, "there": role_of(label, home_like=place.home_like)}
    return {**told, "address": place.address} if place.address else told


GET_CONTACTS = ReadTool(
    name="get_contacts",
    description="Read contacts: phone, email, birthday, organization, relationships.",
    group="contacts",
    execute=get_contacts,
    arguments=GetContacts,
    hidden_arguments=frozenset({"limit", "birthdays", "duplicates"}),
    examples=(("what is Rui's phone number?", {"name": "Rui"}),),
)
