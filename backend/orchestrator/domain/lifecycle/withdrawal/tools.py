"""The tools that take anything of the user's away: `remove_item`, which can be undone, and `erase_item`, which can not.

One pair for all kinds, not one a slice: who says "delete the dentist for good" says no kind, so one place has to look
through all of them and ask where several fit; and a small model reads two tools, not fourteen. How its things are
found, told and hidden is each slice's own (`ground/withdrawal`); erasing is the port `Eraser` for every kind.

The preview of an erasure is its dry run. It is always one, whatever `me.auto_confirm` says; confirming erases that
thing alone, and where more would go by then than was shown nothing does, and it is shown again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.erasure import Receipt
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.slices.withdrawable import Removal, Thing, Withdrawable
from orchestrator.domain.foundation.withdrawal.entities import named
from orchestrator.domain.lifecycle.withdrawal.meant import FIELD, labelled, meant
from orchestrator.errors import CHANGED, NO_MATCH, ToolRejected
from orchestrator.language import render
from orchestrator.language.messages import is_message, say, say_counted

ERASING_S = 120.0
"""A long conversation with all that was made of it."""
SHOWN_IN = frozenset(
    {
        "contacts",
        "places",
        "todos",
        "documents",
        "notes",
        "memory",
    }
)
"""Beside the events': whatever the user keeps may be taken away."""
_GROWS_BY_TALK = frozenset({"message", "run", "preview", "conversation_summary"})
"""A conversation grows by the very words in which its erasure is asked for and confirmed."""
Kind = Literal["", "event", "todo", "contact", "place", "document", "note", "thread"]


class RemoveItem(ToolArguments):
    """Arguments of `remove_item`."""

    item: str = Field(min_length=1, max_length=500, description="Its id, or the user's words for it: 'the milk'.")
    kind: Kind = Field(default="", description="Only if the user says it.")


class EraseItem(ToolArguments):
    """Arguments of `erase_item`."""

    item: str = Field(min_length=1, max_length=500, description="Its id, or the user's words for it: 'the dentist'.")
    kind: Kind = Field(default="", description="Only if the user says it.")


def withdrawal_tools(withdrawables: Sequence[Withdrawable]) -> tuple[ToolSpec, ...]:
    """Both tools, over what the slices registered."""
    known = {one.kind: one for one in withdrawables}
    return (_remove_tool({kind: one for kind, one in known.items() if one.removal is not None}), _erase_tool(known))


def _remove_tool(known: Mapping[str, Withdrawable]) -> ToolSpec:
    async def prepare(ctx: ToolContext, arguments: RemoveItem) -> Prepared | NeedUserInput:
        thing = await meant(ctx, known, arguments.item, arguments.kind)
        if isinstance(thing, NeedUserInput):
            return thing
        by_day = thing.whole_only and not arguments.item.startswith(str(thing.id))
        by_id = arguments.item if arguments.item.startswith(str(thing.id)) else str(thing.id)
        made = await _removal(known, thing.kind).prepare(ctx, arguments.item if by_day else by_id)
        if isinstance(made, NeedUserInput):
            return replace(made, field=FIELD)
        return replace(made, arguments={"kind": thing.kind, **made.arguments})

    async def revise(ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared | NeedUserInput:
        if edits:
            raise ToolRejected("There is nothing to edit in a removal.")
        kept = str(frozen.get("id") or frozen.get("event_id"))
        item = f"{kept}@{frozen['occurrence']}" if frozen.get("occurrence") else kept
        return await prepare(ctx, RemoveItem(item=item))

    async def execute(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
        done = await _removal(known, frozen["kind"]).execute(ctx, frozen)
        return replace(done, undo={"kind": frozen["kind"], **done.undo} if done.undo is not None else None)

    async def undo(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
        return await _removal(known, payload["kind"]).undo(ctx, payload)

    async def version(ctx: ToolContext, entity_id: UUID) -> int | None:
        thing = await _thing(ctx, known, entity_id)
        return thing.version if thing is not None and not thing.gone else None

    return WriteTool(
        name="remove_item",
        description="Remove a todo, contact, place, document or note (an event: events_delete). It can be undone.",
        group="events",
        extra_groups=SHOWN_IN,
        execute=execute,
        arguments=RemoveItem,
        prepare=prepare,
        revise=revise,
        undo=undo,
        version=version,
        examples=(("take the eggs off my list", {"item": "eggs", "kind": "todo"}),),
    )


def _removal(known: Mapping[str, Withdrawable], kind: str) -> Removal:
    removal = known[kind].removal
    assert removal is not None
    return removal


def _erase_tool(known: Mapping[str, Withdrawable]) -> ToolSpec:
    async def prepare(ctx: ToolContext, arguments: EraseItem) -> Prepared | NeedUserInput:
        thing = await meant(ctx, known, arguments.item, arguments.kind)
        if isinstance(thing, NeedUserInput):
            return thing
        return _whole_series(ctx, thing) if thing.whole_only else await _erasing(ctx, thing)

    async def revise(ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared | NeedUserInput:
        if edits:
            raise ToolRejected("There is nothing to edit in an erasure.")
        return await _erasing(ctx, await _present(ctx, known, UUID(frozen["id"])))

    async def execute(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
        thing = await _present(ctx, known, UUID(frozen["id"]))
        async with ctx.tx.session.begin_nested():  # taken back where it turns out that more would go
            receipt = await ctx.eraser.erase(ctx.tx, thing.kind, thing.id)
            if _grew(receipt, _receipt(frozen), talk=thing.id == ctx.thread_id):
                raise ToolRejected("More would go by now than was shown.", code=CHANGED)
        return ToolResult(
            data={"receipt": _counts(receipt)},
            summary=say("erasure.erased", ctx.locale, receipt=in_words(receipt, ctx.locale)),
            origin=ctx.origin,
            evidence=frozenset({"entity"}),
            entity=EntityRef(thing.kind, thing.id),
        )

    async def version(ctx: ToolContext, entity_id: UUID) -> int | None:
        thing = await _thing(ctx, known, entity_id)
        return _version(ctx, thing) if thing is not None else None

    return WriteTool(
        name="erase_item",
        description="Erase one thing for good (event, todo, contact, place, document, note, conversation). Only if the "
        "user says for good, permanently or erase; it can't be undone.",
        group="events",
        extra_groups=SHOWN_IN,
        execute=execute,
        arguments=EraseItem,
        prepare=prepare,
        revise=revise,
        version=version,
        timeout_s=ERASING_S,
        examples=(("delete the dentist for good", {"item": "the dentist"}),),
        irreversible=True,
    )


def _whole_series(ctx: ToolContext, thing: Thing) -> NeedUserInput:
    """One day of a series has no row of its own: it is cancelled, or all of it goes."""
    question = say("erasure.one_day", ctx.locale, title=thing.title)
    whole = Option(str(thing.id), say("erasure.all", ctx.locale, title=thing.title))
    return NeedUserInput("choice", question, (whole,), "series", FIELD, thing.origin)


async def _erasing(ctx: ToolContext, thing: Thing) -> Prepared:
    """The preview: the dry run's receipt, and that nothing brings it back."""
    receipt = await ctx.eraser.erase(ctx.tx, thing.kind, thing.id, dry_run=True)
    title = say("erasure.erase", ctx.locale, thing=named(thing.kind, thing.title, ctx.locale))
    told = say("erasure.erase", ctx.locale, thing=labelled(ctx, thing))
    summary = ". ".join([told, say("erasure.final", ctx.locale), in_words(receipt, ctx.locale)])
    frozen = {"kind": thing.kind, "id": str(thing.id), "receipt": _counts(receipt)}
    target = EntityRef(thing.kind, thing.id, thing.title)
    return Prepared(frozen, title, summary, (), target, _version(ctx, thing), origin=thing.origin)


async def _thing(ctx: ToolContext, known: Mapping[str, Withdrawable], entity_id: UUID) -> Thing | None:
    for one in known.values():
        if (thing := await one.get(ctx, entity_id)) is not None:
            return thing
    return None


async def _present(ctx: ToolContext, known: Mapping[str, Withdrawable], entity_id: UUID) -> Thing:
    thing = await _thing(ctx, known, entity_id)
    if thing is None:
        raise ToolRejected("It is not there any more: nothing was erased.", code=NO_MATCH)
    return thing


def _version(ctx: ToolContext, thing: Thing) -> int:
    """A conversation moves on with each word said in it: of one's own the version tells nothing."""
    return 0 if thing.id == ctx.thread_id else thing.version


def _counts(receipt: Receipt) -> dict[str, dict[str, int]]:
    return {"deleted": {**receipt.deleted}, "rebuilt": {**receipt.rebuilt}, "redacted": {**receipt.redacted}}


def _receipt(frozen: Mapping[str, Any]) -> Receipt:
    return Receipt(**frozen["receipt"])


def _grew(now: Receipt, seen: Receipt, *, talk: bool) -> bool:
    """Whether more goes, or is made anew, than the user saw. What quotes it is cleaned in any case: the proposal itself
    does, and the answer that showed it."""
    spared = _GROWS_BY_TALK if talk else frozenset[str]()
    pairs = ((now.deleted, seen.deleted), (now.rebuilt, seen.rebuilt))
    return any(
        number > before.get(kind, 0) for after, before in pairs for kind, number in after.items() if kind not in spared
    )


def in_words(receipt: Receipt, locale: str) -> str:
    """ "goes: 1 event; cleaned of its words: 2 messages"."""
    parts = []
    for name, counted in (("deleted", receipt.deleted), ("rebuilt", receipt.rebuilt), ("redacted", receipt.redacted)):
        rows = [_counted(kind, number, locale) for kind, number in counted.items() if number]
        if rows:
            parts.append(say(f"erasure.receipt.{name}", locale, rows=render.join(rows, locale)))
    return "; ".join(parts)


def _counted(kind: str, number: int, locale: str) -> str:
    key = f"erasure.rows.{kind}"
    if not is_message(key):
        return render.count(number, kind.replace("_", " "), locale)
    return f"{number} {say_counted(key, number, locale)}"
