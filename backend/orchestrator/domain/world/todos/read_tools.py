"""The tool that reads todos: by status, due time, words or id."""

from uuid import UUID

from pydantic import Field

from orchestrator.agent.tools.spec import ToolContext, ToolResult
from orchestrator.agent.types.origin import least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.when import span
from orchestrator.domain.foundation.search.service import SearchQuery, search
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
        rows = await find(ctx.tx, matching, limit=arguments.limit)
        total = await count(ctx.tx, matching)
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
