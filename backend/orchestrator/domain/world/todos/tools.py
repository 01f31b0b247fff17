"""The tools of todos: `get_todos` reads by status, due time, words or id; `todos_create`, `todos_update` and
`todos_complete` propose changes."""

from uuid import UUID

from pydantic import Field

from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.types.origin import least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.when import span
from orchestrator.domain.foundation.search.schemas import SearchQuery
from orchestrator.domain.foundation.search.service import search
from orchestrator.domain.world.todos import write_tools
from orchestrator.domain.world.todos.service import TodoFilter, TodoStatus, count, find, todos
from orchestrator.domain.world.todos.tool_data import ref, todo_data
from orchestrator.kit.ids import parse_id

MAX_TODOS = 100
SEARCHED = 200
"""Todos that words may find before status and range narrow them."""
KEPT_IN_CONTEXT = 5


class GetTodos(ToolArguments):
    """Arguments of `get_todos`."""

    status: TodoStatus = Field(default="open", description="open, done, overdue or all.")
    when: str = Field(default="", description="Due when: the user's time words, copied: 'this week'.")
    since: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    until: str = Field(default="", description="Local ISO time, only if 'when' is empty.")
    query: str = Field(default="", description="Words of the todo.")
    ids: list[str] = Field(default_factory=list, max_length=MAX_TODOS, description="Todo ids from an earlier result.")
    limit: int = Field(default=20, ge=1, le=MAX_TODOS)


async def get_todos(ctx: ToolContext, arguments: GetTodos) -> ToolResult:
    """Todos, what is due first first."""
    ids = [found for text in arguments.ids if (found := parse_id(text)) is not None]
    since, until = span(ctx, when=arguments.when, since=arguments.since, until=arguments.until)
    if ids:
        rows = [row for row in await todos.many(ctx.tx, ids) if row.hidden_at is None]
        total = len(rows)
    else:
        by_words: tuple[UUID, ...] | None = None
        if arguments.query:
            wanted = SearchQuery(arguments.query, kinds=("todo",), limit=SEARCHED)
            by_words = tuple(hit.id for hit in await search(ctx.tx, wanted))
        matching = TodoFilter(arguments.status, now=ctx.now, since=since, until=until, ids=by_words)
        nothing = by_words is not None and not by_words
        rows = [] if nothing else await find(ctx.tx, matching, limit=arguments.limit)
        total = await count(ctx.tx, matching) if len(rows) >= arguments.limit else len(rows)
    refs = tuple(ref(row) for row in rows)
    return ToolResult(
        data={"todos": [todo_data(row) for row in rows], "total": total},
        summary=f"{total} todos",
        origin=least_trusted(row.origin for row in rows),
        empty=not rows,
        inspected=refs if ids or len(refs) == 1 else (),
        evidence=frozenset({"retrieval", "entity"} if ids else {"retrieval"}),
        context=refs if len(refs) <= KEPT_IN_CONTEXT else (),
        read=refs,
    )


TOOLS: tuple[ToolSpec, ...] = (
    ReadTool(
        name="get_todos",
        description="Read todos: open, done, overdue; by due time or words.",
        group="todos",
        execute=get_todos,
        arguments=GetTodos,
        hidden_arguments=frozenset({"since", "until", "limit"}),
        examples=(("what is on my list?", {"status": "open"}),),
    ),
    WriteTool(
        name="todos_create",
        description="Add a todo or reminder. Copy the user's time words into 'when'.",
        group="todos",
        execute=write_tools.execute_create,
        arguments=write_tools.CreateTodo,
        prepare=write_tools.prepare_create,
        revise=write_tools.revise_create,
        undo=write_tools.undo_create,
        version=write_tools.version,
        examples=(
            ("put eggs on my list", {"title": "eggs"}),
            ("remind me to pay the rent on Friday", {"title": "pay the rent", "when": "on Friday"}),
        ),
    ),
    WriteTool(
        name="todos_update",
        description="Change a todo's due time or title. Copy the user's time words into 'when'.",
        group="todos",
        execute=write_tools.execute_update,
        arguments=write_tools.UpdateTodo,
        prepare=write_tools.prepare_update,
        revise=write_tools.revise_update,
        undo=write_tools.undo_update,
        version=write_tools.version,
        examples=(("move the plumber reminder to 11", {"todo": "the plumber reminder", "when": "11"}),),
    ),
    WriteTool(
        name="todos_complete",
        description="Mark a todo as done. It can be undone.",
        group="todos",
        execute=write_tools.execute_complete,
        arguments=write_tools.CompleteTodo,
        prepare=write_tools.prepare_complete,
        revise=write_tools.revise_complete,
        undo=write_tools.undo_complete,
        version=write_tools.version,
        examples=(("I bought the eggs, tick them off", {"todo": "eggs"}),),
    ),
)
