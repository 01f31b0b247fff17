"""The tools that answer a proposal: accepting makes the event that was frozen, dismissing says why it is none; either
can be taken back."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.rules.ruleset import Held
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.work.proposed_events import finding, service
from orchestrator.domain.work.proposed_events.repository import ProposedEvent
from orchestrator.domain.work.proposed_events.rules import Decision
from orchestrator.domain.work.proposed_events.schemas import KIND
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.events.ruled import filled, subject_of
from orchestrator.domain.world.events.tools import drafts, holding, write_tools
from orchestrator.domain.world.places import service as places
from orchestrator.errors import NotFound, ToolFailed, ToolRejected, VersionConflict
from orchestrator.kit.ids import new_id, parse_id
from orchestrator.kit.zones import to_wall
from orchestrator.language.messages import say

EVIDENCE_OF = {
    "description": "suggested_summary",
    "participants": "suggested_contacts",
    "place": "place_id",
    "location_text": "place_id",
}
"""By an event's field: what a proposal calls it, where that is another name."""
ALSO_EDITABLE = ("place_id", "location_text")


class AcceptProposal(ToolArguments):
    """Arguments of `proposed_events_accept`."""

    proposal: str = Field(default="", max_length=300, description="Its id, or the user's words for it: 'the dinner'.")
    title: str = Field(default="", max_length=500, description="Only if the user gives it another title.")


class DismissProposal(ToolArguments):
    """Arguments of `proposed_events_dismiss`."""

    proposal: str = Field(default="", max_length=300, description="Its id, or the user's words for it: 'the gym'.")
    reason: Decision = Field(
        default="not_an_event", description="never_here: not this place ever; later: ask again in a week."
    )


# Accepting


async def prepare_accept(ctx: ToolContext, arguments: AcceptProposal) -> Prepared | NeedUserInput:
    """The event that it would become, with what the user's rules fill in."""
    row = await finding.meant(ctx, arguments.proposal)
    if isinstance(row, NeedUserInput):
        return row
    frozen, told = await _as_event(ctx, row)
    edits = {"title": arguments.title} if arguments.title else {}
    return await _accepting(ctx, row, drafts.edited(frozen, edits), [*edits], told)


async def _as_event(ctx: ToolContext, row: ProposedEvent) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The event as it is frozen, and what rules filled in."""
    names = await places.named(ctx.tx, [row.place_id]) if row.place_id else {}
    there = await contacts.many(ctx.tx, [UUID(one["contact_id"]) for one in row.suggested_contacts])
    who = [{"contact_id": str(one.id), "name": one.display_name} for one in there if one.hidden_at is None]
    subject = subject_of(row.title, who, place_id=row.place_id, places=names)
    made = await filled(holding.asking(ctx), subject, ends=True, placed=True)
    who += [{"contact_id": str(one), "name": name} for one, name in made.people]
    start, end = (to_wall(at, row.timezone).replace(microsecond=0).isoformat() for at in (row.start_at, row.end_at))
    frozen = {
        "proposal_id": str(row.id),
        "id": str(new_id()),
        "title": row.title,
        "start_at": start,
        "end_at": end,
        "all_day": False,
        "timezone": row.timezone,
        "participants": who,
        "place": names.get(row.place_id) if row.place_id else None,
        "place_id": str(row.place_id) if row.place_id in names else None,
        "description": row.suggested_summary or None,
    }
    return frozen, made.told


async def _accepting(
    ctx: ToolContext, row: ProposedEvent, frozen: dict[str, Any], edited: Sequence[str], by_rules: Sequence[str] = ()
) -> Prepared:
    known = sorted({*frozen.get("edited", ()), *edited})
    prepared = await drafts.created_preview(ctx, {**frozen, "edited": known}, [], by_rules)
    title = say("proposed_events.accept", ctx.locale, title=frozen["title"])
    return Prepared(
        prepared.arguments,
        title,
        prepared.summary,
        prepared.editable_fields,
        finding.ref(row),
        row.version,
        prepared.hints,
        prepared.origin,
        prepared.about,
    )


async def revise_accept(ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared:
    """The same with the user's edits. Raises ToolRejected."""
    row = await finding.by_id(ctx, UUID(str(frozen["proposal_id"])))
    after = drafts.edited(frozen, await _by_draft(ctx, edits))
    if "place_id" in edits:
        after |= await _at(ctx, edits["place_id"])
    return await _accepting(ctx, row, after, list(edits))


async def _by_draft(ctx: ToolContext, edits: Mapping[str, Any]) -> dict[str, Any]:
    """Edits by an event's fields as a draft has them."""
    known = {name: value for name, value in edits.items() if name not in ALSO_EDITABLE}
    if "location_text" in edits:
        known["place"] = edits["location_text"]
    if (people := edits.get("participants")) is not None:
        if not isinstance(people, list):
            raise ToolRejected("participants: a list of people.")
        known["participants"] = [await _named(ctx, one) for one in people]
    return known


async def _at(ctx: ToolContext, given: object) -> dict[str, Any]:
    """A known place by its id, with its name; None is no place. Raises ToolRejected where there is none."""
    if given is None:
        return {"place": None, "place_id": None}
    place_id = parse_id(str(given))
    there = next(iter(await places.described(ctx.tx, [place_id] if place_id else [])), None)
    if there is None:
        raise ToolRejected("place_id: there is no such place.")
    return {"place": there.name, "place_id": str(there.id)}


async def _named(ctx: ToolContext, one: object) -> object:
    """A participant with the name of their contact. Raises ToolRejected where there is none."""
    if not isinstance(one, dict) or (contact_id := parse_id(str(one.get("contact_id") or ""))) is None:
        return one
    there = next(iter(await contacts.many(ctx.tx, [contact_id])), None)
    if there is None:
        raise ToolRejected("participants: there is no such contact.")
    return {"name": there.display_name, **one}


async def held_by(ctx: ToolContext, frozen: Mapping[str, Any]) -> Sequence[Held]:
    """Which of the user's rules hold the event."""
    return await holding.of_create(ctx, frozen)


async def execute_accept(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write the event, and that the proposal became it."""
    row = await finding.by_id(ctx, UUID(frozen["proposal_id"]))
    before = service.snapshot(row)
    made = await write_tools.execute_create(ctx, frozen)
    assert made.entity is not None
    edited = {EVIDENCE_OF.get(name, name) for name in frozen["edited"]}
    await service.accepted(ctx.tx, row, made.entity.id, edited, ctx.clock.now())
    return ToolResult(
        data={**made.data, "proposal": {"id": str(row.id), "state": row.state}},
        summary=made.summary,
        origin=made.origin,
        evidence=made.evidence,
        context=made.context,
        read=(*made.read, finding.ref(row)),
        entity=made.entity,
        version=made.version,
        undo={"event": made.undo, "proposal": {**before, "version": row.version}},
    )


async def undo_accept(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """The event is hidden again, and the proposal waits as before."""
    told = await write_tools.undo_create(ctx, payload["event"])
    await _restored(ctx, payload["proposal"])
    return told


# Dismissing


async def prepare_dismiss(ctx: ToolContext, arguments: DismissProposal) -> Prepared | NeedUserInput:
    """Which proposal is none, and why."""
    row = await finding.meant(ctx, arguments.proposal)
    return row if isinstance(row, NeedUserInput) else _dismissing(ctx, row, arguments.reason)


async def revise_dismiss(ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared:
    """The same over the proposal as it is now; there is nothing to edit. Raises ToolRejected."""
    if edits:
        raise ToolRejected("There is nothing to edit in a dismissal.")
    row = await finding.by_id(ctx, UUID(str(frozen["proposal_id"])))
    return _dismissing(ctx, row, frozen["reason"])


def _dismissing(ctx: ToolContext, row: ProposedEvent, reason: Decision) -> Prepared:
    title = say("proposed_events.dismiss", ctx.locale, title=row.title)
    what_then = say(f"proposed_events.because_{reason}", ctx.locale)
    summary = f"{title}, {finding.when_of(row, ctx)}: {what_then}"
    frozen = {"proposal_id": str(row.id), "reason": reason}
    return Prepared(frozen, title, summary, (), finding.ref(row), row.version)


async def execute_dismiss(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Remember the answer."""
    row = await finding.by_id(ctx, UUID(frozen["proposal_id"]))
    undo = await service.dismissed(ctx.tx, row, frozen["reason"], ctx.clock.now())
    return ToolResult(
        data={"proposal": {"id": str(row.id), "state": row.state, "reason": frozen["reason"]}},
        summary=say("proposed_events.dismissed", ctx.locale, title=row.title),
        evidence=frozenset({"entity"}),
        read=(finding.ref(row),),
        entity=EntityRef(KIND, row.id, row.title),
        version=row.version,
        undo=undo,
    )


async def undo_dismiss(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """It waits again."""
    return say("proposed_events.again", ctx.locale, title=await _restored(ctx, payload))


async def _restored(ctx: ToolContext, before: Mapping[str, Any]) -> str:
    try:
        return (await service.restored(ctx.tx, before, ctx.clock.now())).title
    except (NotFound, VersionConflict) as error:
        raise ToolFailed(error.detail) from error


async def version(ctx: ToolContext, proposal_id: UUID) -> int | None:
    """The proposal's present version."""
    return await service.version(ctx.tx, proposal_id)
