"""The tools of contacts: `get_contacts` (`read_tools`), and `contacts_create`, which proposes a new one."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.world.contacts import birthdays
from orchestrator.domain.world.contacts.known import own_contact
from orchestrator.domain.world.contacts.model import Contact
from orchestrator.domain.world.contacts.schemas import RELATION_TAG, ContactFields
from orchestrator.domain.world.contacts.service import contacts, origins
from orchestrator.domain.world.contacts.tools.read_tools import GET_CONTACTS, contact_data
from orchestrator.errors import NotFound, ToolFailed, ToolRejected, VersionConflict
from orchestrator.kit.ids import new_id
from orchestrator.language.messages import say
from orchestrator.language.people.relations import relation_label

EDITABLE = ("display_name", "emails", "phones", "organization", "relationship", "birthday", "notes")


class CreateContact(ToolArguments):
    """Arguments of `contacts_create`."""

    display_name: str = Field(min_length=1, max_length=500, description="The full name as the user said it.")
    emails: list[str] = Field(default_factory=list, max_length=50)
    phones: list[str] = Field(default_factory=list, max_length=50)
    organization: str = Field(default="", description="Company or institution.")
    relationship: str = Field(default="", description="What they are to the user: 'sister', 'dentist'.")
    birthday: str = Field(default="", description="YYYY-MM-DD, or --MM-DD without a year.")
    notes: str = Field(default="", description="Further details.")


async def prepare_create(ctx: ToolContext, arguments: CreateContact) -> Prepared | NeedUserInput:
    """The contact as it will be written."""
    label = relation_label(arguments.relationship) or arguments.relationship.strip().title()
    frozen = {
        "id": str(new_id()),
        "display_name": arguments.display_name,
        "emails": arguments.emails,
        "phones": arguments.phones,
        "organization": arguments.organization or None,
        "relationship": label or None,
        "birthday": arguments.birthday or None,
        "notes": arguments.notes or None,
    }
    return await _preview(ctx, frozen)


async def revise_create(
    ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared | NeedUserInput:
    """The same with the user's edits. Raises ToolRejected."""
    if unknown := set(edits) - set(EDITABLE):
        raise ToolRejected(f"These can't be edited: {', '.join(sorted(unknown))}.")
    return await _preview(ctx, {**frozen, **edits})


async def execute_create(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write it; a second execution finds it written. What they are to the user is a relationship with the user's own
    contact, or a tag where there is none."""
    contact_id = UUID(frozen["id"])
    there = await contacts.many(ctx.tx, [contact_id])
    row = there[0] if there else await _create(ctx, contact_id, frozen)
    (data,), origin = await contact_data(ctx, [row])
    ref = EntityRef("contact", row.id, row.display_name)
    return ToolResult(
        data={"contact": data},
        summary=say("contacts.created", ctx.locale, name=row.display_name),
        origin=least_trusted((ctx.origin, origin)),
        evidence=frozenset({"entity"}),
        context=(ref,),
        read=(ref,),
        entity=ref,
        version=row.version,
        undo={"id": str(row.id), "version": row.version},
    )


async def undo_create(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """Hide it again."""
    try:
        row = await contacts.hide(ctx.tx, UUID(payload["id"]), version=payload["version"])
    except (VersionConflict, NotFound) as error:
        raise ToolFailed(error.detail) from error
    return say("contacts.taken_back", ctx.locale, name=row.display_name)


async def version(ctx: ToolContext, contact_id: UUID) -> int | None:
    """The contact's present version."""
    return await contacts.version(ctx.tx, contact_id)


async def _create(ctx: ToolContext, contact_id: UUID, frozen: Mapping[str, Any]) -> Contact:
    given = {name: value for name, value in frozen.items() if value and name not in {"id", "relationship"}}
    if label := frozen["relationship"]:
        own = await own_contact(ctx.tx)
        if own is not None:
            given["relationships"] = [{"contact_id": own, "label": None, "reciprocal_label": label}]
        else:
            given["tags"] = [f"{RELATION_TAG}{label}"]
    return await contacts.create(ctx.tx, _fields(given), zone=ctx.zone, origin=str(ctx.origin), entity_id=contact_id)


async def _preview(ctx: ToolContext, frozen: dict[str, Any]) -> Prepared:
    _fields({name: value for name, value in frozen.items() if value and name not in {"id", "relationship"}})
    title = say("contacts.create", ctx.locale, name=frozen["display_name"])
    details = [
        *(frozen["emails"] or ()),
        *(frozen["phones"] or ()),
        frozen["organization"],
        frozen["relationship"],
        birthdays.told(frozen["birthday"] or "", ctx.locale),
    ]
    summary = ", ".join([title, *(str(one) for one in details if one)])
    phrases = [frozen["display_name"], *(frozen["emails"] or ())]
    found = await ctx.resolver.resolve_contacts(ctx.tx, phrases, locale=ctx.locale)
    there = {ref.id: ref.title for one in found if one.why in {"exact", "alias"} for ref in one.entities}
    hints = tuple(say("contacts.similar", ctx.locale, name=name) for name in there.values())
    origin = least_trusted(await origins(ctx.tx, list(there)))
    return Prepared(frozen, title, summary, EDITABLE, hints=hints, origin=origin)


def _fields(given: Mapping[str, Any]) -> ContactFields:
    """Raises ToolRejected where frozen (and edited) arguments are no contact."""
    try:
        return ContactFields.model_validate(given)
    except ValueError as error:
        raise ToolRejected(f"This is no contact: {error}") from error


TOOLS: tuple[ToolSpec, ...] = (
    GET_CONTACTS,
    WriteTool(
        name="contacts_create",
        description="Add a new contact.",
        group="contacts",
        execute=execute_create,
        arguments=CreateContact,
        prepare=prepare_create,
        revise=revise_create,
        undo=undo_create,
        version=version,
    ),
)
