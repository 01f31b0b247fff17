"""The tools of todos: `get_todos` reads, `todos_create`, `todos_update` and `todos_complete` propose changes."""

from orchestrator.agent.tools.spec import ReadTool, ToolSpec, WriteTool
from orchestrator.domain.world.todos import read_tools, write_tools

TOOLS: tuple[ToolSpec, ...] = (
    ReadTool(
        name="get_todos",
        description="Read todos: open, done, overdue; by due time or words.",
        group="todos",
        execute=read_tools.get_todos,
        arguments=read_tools.GetTodos,
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
