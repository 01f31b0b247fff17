"""The tool `contacts_relate`: what somebody is to the user, or to another contact ("Ana is my sister")."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.world.contacts.known import own_contact
from orchestrator.domain.world.contacts.links import service as links
from orchestrator.domain.world.contacts.model import Contact
from orchestrator.domain.world.contacts.schemas import RELATION_TAG, RelationshipIO
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.contacts.tools.naming import followed, who
from orchestrator.errors import InvalidRequest, NotFound, ToolFailed, ToolRejected, VersionConflict
from orchestrator.language.messages import say
from orchestrator.language.people.kinship import title_case
from orchestrator.language.people.persons import SELF_WORDS
from orchestrator.language.text.normalize import normalize

EDITABLE = ("relationship",)


class RelateContacts(ToolArguments):
    """Arguments of `contacts_relate`."""

    contact: str = Field(min_length=1, description="Who it is about: 'Ana'.")
    relationship: str = Field(min_length=1, max_length=100, description="What they are: 'sister', 'dentist'.")
    of: str = Field(default="", description="To whom; empty = to the user.")


async def prepare(ctx: ToolContext, arguments: RelateContacts) -> Prepared | NeedUserInput:
    """Who becomes what to whom."""
    one = await who(ctx, arguments.contact, field="contact")
    if isinstance(one, NeedUserInput):
        return one
    label = title_case(arguments.relationship)
    if not arguments.of or normalize(arguments.of) in SELF_WORDS:
        return await _prepared(ctx, one.id, label, None)
    other = await who(ctx, arguments.of, field="of")
    return other if isinstance(other, NeedUserInput) else await _prepared(ctx, one.id, label, other.id)


async def revise(ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared:
    """The same with another label. Raises ToolRejected."""
    if unknown := set(edits) - set(EDITABLE):
        raise ToolRejected(f"These can't be edited: {', '.join(sorted(unknown))}.")
    frozen = await followed(ctx, frozen)
    label = title_case(str(edits.get("relationship") or frozen["relationship"]).strip())
    other = UUID(frozen["of_id"]) if frozen["of_id"] else None
    return await _prepared(ctx, UUID(frozen["contact_id"]), label, other)


async def execute(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write it: a relationship, or where the user has no contact of their own, a tag."""
    frozen = await followed(ctx, frozen)
    contact_id, label = UUID(frozen["contact_id"]), str(frozen["relationship"])
    other = UUID(frozen["of_id"]) if frozen["of_id"] else await own_contact(ctx.tx)
    try:
        row = await contacts.get(ctx.tx, contact_id)
        before = {"tags": row.tags, "relationships": await _relationships(ctx, contact_id)}
        if other is not None:
            link = RelationshipIO(contact_id=other, reciprocal_label=label)
            await links.relate(ctx.tx, contact_id, link)
        else:
            tags = list(dict.fromkeys([*row.tags, f"{RELATION_TAG}{label}"]))
            await contacts.update(ctx.tx, contact_id, {"tags": tags}, zone=ctx.zone)
    except (InvalidRequest, NotFound) as error:
        raise ToolFailed(error.detail) from error
    await ctx.tx.session.refresh(row)
    ref = EntityRef("contact", row.id, row.display_name)
    return ToolResult(
        data={"contact": {"id": str(row.id), "display_name": row.display_name, "relation": label}},
        summary=_told(ctx, frozen),
        origin=least_trusted((ctx.origin, row.origin)),
        evidence=frozenset({"entity"}),
        context=(ref,),
        read=(ref,),
        entity=ref,
        version=row.version,
        undo={"id": str(row.id), "version": row.version, "before": before},
    )


async def undo(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """Put back what was said before."""
    try:
        row = await contacts.update(
            ctx.tx, UUID(payload["id"]), payload["before"], zone=ctx.zone, version=payload["version"]
        )
    except (VersionConflict, NotFound, InvalidRequest) as error:
        raise ToolFailed(error.detail) from error
    return say("contacts.relate.taken_back", ctx.locale, name=row.display_name)


async def version(ctx: ToolContext, contact_id: UUID) -> int | None:
    """The contact's present version."""
    return await contacts.version(ctx.tx, contact_id)


async def _prepared(ctx: ToolContext, contact_id: UUID, label: str, other: UUID | None) -> Prepared:
    if contact_id == other:
        raise ToolRejected("A contact has no relationship with itself. Ask the user whom they mean.")
    rows: Sequence[Contact] = await contacts.many(ctx.tx, [contact_id, *([other] if other else [])])
    if len(rows) < 1 + bool(other):
        raise ToolRejected("There is no such contact any more.")
    row = rows[0]
    frozen = {
        "contact_id": str(contact_id),
        "contact": row.display_name,
        "relationship": label,
        "of_id": str(other) if other else None,
        "of": rows[1].display_name if other else None,
    }
    title = _told(ctx, frozen)
    target = EntityRef("contact", row.id, row.display_name)
    origin = least_trusted(one.origin for one in rows)
    return Prepared(frozen, title, title, EDITABLE, target, row.version, origin=origin)


def _told(ctx: ToolContext, frozen: Mapping[str, Any]) -> str:
    name, label = str(frozen["contact"]), str(frozen["relationship"])
    if frozen["of"]:
        return say("contacts.relate.of", ctx.locale, name=name, label=label, other=str(frozen["of"]))
    return say("contacts.relate.yours", ctx.locale, name=name, label=label)


async def _relationships(ctx: ToolContext, contact_id: UUID) -> list[dict[str, Any]]:
    found = await links.relationships(ctx.tx, [contact_id])
    return [one.model_dump(mode="json") for one in found[contact_id]]


TOOLS: tuple[ToolSpec, ...] = (
    WriteTool(
        name="contacts_relate",
        description="Say what a contact is to the user or to another contact.",
        group="contacts",
        execute=execute,
        arguments=RelateContacts,
        prepare=prepare,
        revise=revise,
        undo=undo,
        version=version,
        examples=(("Ana is my sister", {"contact": "Ana", "relationship": "sister"}),),
    ),
)
