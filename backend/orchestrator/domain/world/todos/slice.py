"""What do todos register? Words mean one by its title, done ones too; reminders of those that come with an archive are
planned anew."""

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.vocabulary import (
    ASKED,
    CHANGED,
    DATA_INTENT,
    RULE_SURE,
    WANTED,
    Intent,
    RoutingRule,
    ToolGroup,
    Vocabulary,
)
from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.slices.manifest import Contribution, Slice
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.foundation.withdrawal.entities import withdrawable
from orchestrator.domain.world.todos import service, tools
from orchestrator.domain.world.todos.repository import Todo
from orchestrator.domain.world.todos.service import todos
from orchestrator.language import render
from orchestrator.language.speech_acts.intents import Topic


def _titled(ctx: ToolContext, row: Todo) -> tuple[str, str, str]:
    due = render.day(row.due_at.date(), ctx.locale) if row.due_at is not None else ""
    return row.title, due, lines([row.title, row.notes])


_VOCABULARY = Vocabulary(
    groups=(
        ToolGroup(
            "todos",
            intents=frozenset({"todo_management"}),
            words=("todo task reminder list tarefa lembrete lista pendente tarea recordatorio lista pendiente"),
        ),
    ),
    intents=(Intent("todo_management", 50, looks_up=True, changes=True),),
    rules=(
        RoutingRule(160, ASKED, frozenset({Topic.TODO_LIST}), DATA_INTENT, RULE_SURE, "asks about a list of todos"),
        RoutingRule(170, ASKED, frozenset({Topic.TODO}), DATA_INTENT, RULE_SURE, "asks about todos"),
        RoutingRule(
            140, WANTED, frozenset({Topic.TODO_LIST}), "todo_management", RULE_SURE, "a change to a list of todos"
        ),
        RoutingRule(
            200, CHANGED, frozenset({Topic.TODO}), "todo_management", RULE_SURE, "a change to todos", change=True
        ),
    ),
    records=frozenset({Topic.TODO, Topic.TODO_LIST}),
    targets=frozenset({"todo"}),
    computed=frozenset({"due_at"}),
    times=frozenset({"due_at", "remind_at", "done_at"}),
)

SLICE = Slice(
    "todos",
    vocabulary=_VOCABULARY,
    tools=tools.TOOLS,
    erasable=(todos.erasable(),),
    withdrawable=(withdrawable(todos, _titled),),
    portable=(
        Portable(Todo.__tablename__, same=(ENTITY_SAME,), check=todos.read_again, follow=service.plan_reminders),
    ),
    active_state=(Contribution("Todos due", service.active_state),),
    referrers=(Referrer("todo", service.repoint, service.restore),),
)
