"""The tools of events: `get_events` reads, the others propose changes."""

from orchestrator.agent.tools.spec import ReadTool, ToolSpec, WriteTool
from orchestrator.domain.world.events.tools import holding, read_tools, write_tools
from orchestrator.domain.world.events.tools.changes import UpdateEvent

TOOLS: tuple[ToolSpec, ...] = (
    ReadTool(
        name="get_events",
        description="Read calendar events: of a time, person, words, next, counted, whom most, free times, conflicts.",
        group="events",
        execute=read_tools.get_events,
        arguments=read_tools.GetEvents,
        hidden_arguments=frozenset({"since", "until", "limit", "include_cancelled"}),
        examples=(
            ("when is the dentist?", {"action": "search", "query": "dentist"}),
            ("o que tenho amanhã?", {"action": "by_range", "when": "amanhã"}),
            ("am I free on Tuesday afternoon?", {"action": "free", "when": "Tuesday afternoon"}),
            ("how many meetings did I have last month?", {"action": "count", "query": "meeting", "when": "last month"}),
        ),
    ),
    WriteTool(
        name="events_create",
        description="Create a calendar event. Copy the user's time words into 'when'.",
        group="events",
        execute=write_tools.execute_create,
        arguments=write_tools.CreateEvent,
        prepare=write_tools.prepare_create,
        revise=write_tools.revise_create,
        undo=write_tools.undo_create,
        version=write_tools.version,
        rule_check=holding.of_create,
        examples=(
            (
                "marca almoço com o Rui sexta às 13h",
                {"title": "Almoço", "when": "sexta às 13h", "participants": ["Rui"]},
            ),
        ),
    ),
    WriteTool(
        name="events_update",
        description="Change an event: move, rename, add or take out people, set the place.",
        group="events",
        execute=write_tools.execute_update,
        arguments=UpdateEvent,
        prepare=write_tools.prepare_update,
        revise=write_tools.revise_update,
        undo=write_tools.undo_update,
        version=write_tools.version,
        rule_check=holding.of_update,
        examples=(("move the dentist to Monday at 9", {"event": "dentist", "when": "Monday at 9"}),),
    ),
    WriteTool(
        name="events_delete",
        description="Cancel an event, or one occurrence of it. It can be undone.",
        group="events",
        execute=write_tools.execute_delete,
        arguments=write_tools.DeleteEvent,
        prepare=write_tools.prepare_delete,
        revise=write_tools.revise_delete,
        undo=write_tools.undo_update,
        version=write_tools.version,
    ),
)
