"""The tools that make and complete todos: what they freeze, do, and take back."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.matching import best
from orchestrator.domain.foundation.asking.when import Moment, asked_when, moment, shown, untimed
from orchestrator.domain.world.todos.repository import Todo
from orchestrator.domain.world.todos.schemas import Priority, TodoFields
from orchestrator.domain.world.todos.service import END_OF_DAY, TodoFilter, find, todos
from orchestrator.domain.world.todos.tool_data import ref, todo_data
from orchestrator.errors import NO_MATCH, NotFound, ToolFailed, ToolRejected, VersionConflict
from orchestrator.kit.ids import new_id, parse_id
from orchestrator.kit.zones import to_wall
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import normalize

_DAY = timedelta(days=1)
_LONG = timedelta(days=28)
"""A month, or more."""
CANDIDATES = 1_000
MAX_OPTIONS = 8
COMPARED = 200
CHANGEABLE = ("title", "due_at")
EDITABLE = ("title", "due_at", "remind_at", "notes", "priority")


class CreateTodo(ToolArguments):
    """Arguments of `todos_create`."""

    title: str = Field(min_length=1, max_length=500, description="What is to be done, short: 'Buy milk'.")
    when: str = Field(default="", description="Due when: the user's time words, copied: 'tomorrow at 9'.")
    due_at: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    remind_at: str = Field(default="", description="When to remind: local ISO time or the user's words.")
    notes: str = Field(default="", description="Further details.")
    priority: Priority = Field(default=None, description="1 (highest) to 9; leave out unless said.")


class UpdateTodo(ToolArguments):
    """Arguments of `todos_update`."""

    todo: str = Field(min_length=1, description="The todo's id, or the user's words for it: 'the plumber'.")
    when: str = Field(default="", description="The new due time in the user's words, copied: 'on Friday at 9'.")
    title: str = Field(default="", max_length=500, description="The new title.")


class CompleteTodo(ToolArguments):
    """Arguments of `todos_complete`."""

    todo: str = Field(min_length=1, description="The todo's id, or the user's words for it: 'the milk'.")


async def prepare_create(ctx: ToolContext, arguments: CreateTodo) -> Prepared | NeedUserInput:
    """The todo as it will be written; asks for an unclear time."""
    due = moment(ctx, when=arguments.when, start_at=arguments.due_at, zone=ctx.zone, tool="todos_create")
    if isinstance(due, NeedUserInput):
        return due
    said, due = due, _at_the_end(due)
    remind = moment(ctx, when="", start_at=arguments.remind_at, zone=ctx.zone, tool="todos_create", field="remind_at")
    if isinstance(remind, NeedUserInput):
        return remind
    if due is not None and not arguments.due_at and _is_over(due, ctx.local_now):
        return asked_when(ctx)  # "the day before" of what it does not say
    frozen = {
        "id": str(new_id()),
        "title": untimed(arguments.title, said or remind, now=ctx.local_now, locale=ctx.locale),
        "due_at": _frozen(due),
        "remind_at": _frozen(remind),
        "timezone": ctx.zone,
        "notes": arguments.notes or None,
        "priority": arguments.priority,
    }
    told = [hint for at in (due, remind) if at is not None for hint in at.hints]
    return await _created_preview(ctx, frozen, tuple(told))


def _at_the_end(due: Moment | None) -> Moment | None:
    """What is to be done "in November" is due when that ends; a shorter time is told by its first day."""
    if due is None or not due.all_day or due.end is None or due.end - due.start < _LONG:
        return due
    return replace(due, start=due.end - _DAY, end=None)


def _is_over(due: Moment, now: datetime) -> bool:
    """Whether all of it lies before today; "in November" said in November does not."""
    today = now.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    return due.start < today if due.end is None else due.end <= today


async def revise_create(
    ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared | NeedUserInput:
    """The same with the user's edits. Raises ToolRejected."""
    if unknown := set(edits) - set(EDITABLE):
        raise ToolRejected(f"These can't be edited: {', '.join(sorted(unknown))}.")
    return await _created_preview(ctx, {**frozen, **edits}, ())


async def execute_create(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write it; a second execution finds it written."""
    todo_id = UUID(frozen["id"])
    there = await todos.many(ctx.tx, [todo_id])
    row = (
        there[0]
        if there
        else await todos.create(
            ctx.tx, _fields(frozen), zone=frozen["timezone"], origin=str(ctx.origin), entity_id=todo_id
        )
    )
    return _written(ctx, row, "todos.created", {"id": str(row.id), "version": row.version})


async def undo_create(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """Hide it again."""
    try:
        row = await todos.hide(ctx.tx, UUID(payload["id"]), version=payload["version"])
    except (VersionConflict, NotFound) as error:
        raise ToolFailed(error.detail) from error
    return say("todos.taken_back", ctx.locale, title=row.title)


async def prepare_complete(ctx: ToolContext, arguments: CompleteTodo) -> Prepared | NeedUserInput:
    """Which todo will be marked as done."""
    row = await _target(ctx, arguments.todo)
    return row if isinstance(row, NeedUserInput) else _completing(ctx, row)


async def revise_complete(
    ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared | NeedUserInput:
    """The same over the todo as it is now; there is nothing to edit."""
    if edits:
        raise ToolRejected("There is nothing to edit in a completion.")
    row = await _target(ctx, str(frozen["todo_id"]))
    return row if isinstance(row, NeedUserInput) else _completing(ctx, row)


async def execute_complete(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Mark it as done now."""
    row = await todos.get(ctx.tx, UUID(frozen["todo_id"]))
    done_at = to_wall(ctx.clock.now(), row.timezone)
    row = await todos.update(ctx.tx, row.id, {"done_at": done_at}, zone=row.timezone)
    return _written(ctx, row, "todos.completed", {"id": str(row.id), "version": row.version})


async def undo_complete(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """Open it again."""
    try:
        row = await todos.update(
            ctx.tx, UUID(payload["id"]), {"done_at": None}, zone=ctx.zone, version=payload["version"]
        )
    except (VersionConflict, NotFound) as error:
        raise ToolFailed(error.detail) from error
    return say("todos.taken_back", ctx.locale, title=row.title)


async def prepare_update(ctx: ToolContext, arguments: UpdateTodo) -> Prepared | NeedUserInput:
    """The todo with its new time or title; asks for an unclear time. Raises ToolRejected where nothing is changed."""
    row = await _target(ctx, arguments.todo)
    if isinstance(row, NeedUserInput):
        return row
    if not (arguments.when or arguments.title):
        return asked_when(ctx)
    timed = row.due_at is not None and row.due_at.time() != END_OF_DAY
    own = row.due_at if row.due_at is None or timed else row.due_at.replace(hour=0, minute=0)
    due = moment(ctx, when=arguments.when, start_at="", zone=row.timezone, tool="todos_update", own=own)
    if isinstance(due, NeedUserInput):
        return due
    if due is not None and due.all_day and timed and row.due_at is not None:
        due = replace(due, start=datetime.combine(due.start.date(), row.due_at.time()), all_day=False)
    changes = {"title": arguments.title or None, "due_at": _frozen(due)}
    return _changed_preview(ctx, row, {name: value for name, value in changes.items() if value is not None}, due)


async def revise_update(
    ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared | NeedUserInput:
    """The same over the todo as it is now, with the user's edits. Raises ToolRejected."""
    if unknown := set(edits) - set(CHANGEABLE):
        raise ToolRejected(f"These can't be edited: {', '.join(sorted(unknown))}.")
    row = await _target(ctx, str(frozen["todo_id"]))
    if isinstance(row, NeedUserInput):
        return row
    kept = {name: frozen[name] for name in CHANGEABLE if frozen.get(name)}
    return _changed_preview(ctx, row, {**kept, **edits}, None)


async def execute_update(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write the changes."""
    row = await todos.get(ctx.tx, UUID(frozen["todo_id"]))
    before = {
        "title": row.title,
        "due_at": row.due_at.isoformat() if row.due_at is not None else None,
    }
    changes = {name: frozen[name] for name in CHANGEABLE if frozen.get(name)}
    row = await todos.update(ctx.tx, row.id, changes, zone=row.timezone)
    undo = {"id": str(row.id), "version": row.version, "before": {name: before[name] for name in changes}}
    return _written(ctx, row, "todos.changed", undo)


async def undo_update(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """What was changed as it was before."""
    try:
        row = await todos.update(
            ctx.tx, UUID(payload["id"]), payload["before"], zone=ctx.zone, version=payload["version"]
        )
    except (VersionConflict, NotFound) as error:
        raise ToolFailed(error.detail) from error
    return say("todos.taken_back", ctx.locale, title=row.title)


def _changed_preview(ctx: ToolContext, row: Todo, changes: Mapping[str, Any], due: Moment | None) -> Prepared:
    """Raises ToolRejected where the todo would stay as it is."""
    if not changes:
        raise ToolRejected("Say what is to change: another time or another title.")
    title = say("todos.change", ctx.locale, title=row.title)
    parts = [title]
    if changes.get("title"):
        parts.append(f"“{changes['title']}”")
    if changes.get("due_at"):
        parts.append(say("todos.due", ctx.locale, when=_when(ctx, str(changes["due_at"]), row.timezone)))
    told = due.hints if due is not None else ()
    frozen = {"todo_id": str(row.id), **changes}
    return Prepared(
        frozen, title, ", ".join(parts), CHANGEABLE, ref(row), row.version, hints=told, origin=Origin(row.origin)
    )


async def version(ctx: ToolContext, todo_id: UUID) -> int | None:
    """The todo's present version."""
    return await todos.version(ctx.tx, todo_id)


async def _target(ctx: ToolContext, words: str) -> Todo | NeedUserInput:
    """The open todo meant. Raises ToolRejected where there is none."""
    if (todo_id := parse_id(words)) is not None:
        rows = await todos.many(ctx.tx, [todo_id])
        if not rows or rows[0].hidden_at is not None:
            raise ToolRejected("There is no todo with this id. Find it with get_todos.")
        if rows[0].done_at is not None:
            raise ToolRejected(say("todos.done_already", ctx.locale))
        return rows[0]
    open_ones = await find(ctx.tx, TodoFilter("open"), limit=CANDIDATES)
    found = best(words, [(row, f"{row.title}\n{row.notes or ''}") for row in open_ones])
    if not found:
        told = f"No open todo matches '{words}'. Look with get_todos, then give its id, or ask the user."
        raise ToolRejected(told, code=NO_MATCH)
    if len(found) == 1:
        return found[0]
    options = tuple(Option(str(row.id), _label(ctx, row)) for row in found[:MAX_OPTIONS])
    question = say("todos.which", ctx.locale, words=words)
    origin = least_trusted(row.origin for row in found)
    return NeedUserInput("choice", question, options, "ambiguous", "todo", origin)


def _completing(ctx: ToolContext, row: Todo) -> Prepared:
    title = say("todos.complete", ctx.locale, title=row.title)
    frozen = {"todo_id": str(row.id)}
    return Prepared(frozen, title, title, (), ref(row), row.version, origin=Origin(row.origin))


async def _created_preview(ctx: ToolContext, frozen: dict[str, Any], told: tuple[str, ...]) -> Prepared:
    fields = _fields(frozen)
    title = say("todos.create", ctx.locale, title=fields.title)
    parts = [title]
    for key, value in (("todos.due", frozen["due_at"]), ("todos.remind", frozen["remind_at"])):
        if value:
            parts.append(say(key, ctx.locale, when=_when(ctx, str(value), frozen["timezone"])))
    open_ones = await find(ctx.tx, TodoFilter("open"), limit=COMPARED)
    similar = [row for row in open_ones if normalize(row.title) == normalize(fields.title)][:1]
    known = [*told, *(say("todos.similar", ctx.locale, title=row.title) for row in similar)]
    origin = least_trusted(row.origin for row in similar)
    return Prepared(frozen, title, ", ".join(parts), EDITABLE, hints=tuple(known), origin=origin)


def _fields(frozen: Mapping[str, Any]) -> TodoFields:
    """Raises ToolRejected where frozen (and edited) arguments are no todo."""
    given = {name: value for name, value in frozen.items() if name != "id" and value is not None}
    try:
        return TodoFields.model_validate(given)
    except ValueError as error:
        raise ToolRejected(f"This is no todo: {error}") from error


def _written(ctx: ToolContext, row: Todo, what: str, undo: Mapping[str, Any]) -> ToolResult:
    parts = [say(what, ctx.locale, title=row.title)]
    if row.due_at is not None and what != "todos.completed":
        parts.append(say("todos.due", ctx.locale, when=_when(ctx, row.due_at.isoformat(), row.timezone)))
    return ToolResult(
        data={"todo": todo_data(row)},
        summary=", ".join(parts),
        origin=least_trusted((ctx.origin, row.origin)),
        evidence=frozenset({"entity"}),
        context=(ref(row),),
        read=(ref(row),),
        entity=ref(row),
        version=row.version,
        undo=undo,
    )


def _frozen(at: Moment | None) -> str | None:
    """A due date without a time is due at the end of that day."""
    if at is None:
        return None
    return (datetime.combine(at.start.date(), END_OF_DAY) if at.all_day else at.start).isoformat()


def _when(ctx: ToolContext, iso: str, zone: str) -> str:
    at = datetime.fromisoformat(iso)
    whole = at.time() == END_OF_DAY or len(iso) == len("2026-11-27")
    return shown(ctx, at, None, all_day=whole, zone=zone)


def _label(ctx: ToolContext, row: Todo) -> str:
    if row.due_at is None:
        return row.title
    return f"{row.title}, {render.day(row.due_at.date(), ctx.locale)}"
