"""A made-up user's turns over the real runtime with in-memory ports and a scripted model."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from orchestrator import catalog
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.testing.evaluation import Bench
from orchestrator.agent.tools.spec import Prepared, ReadTool, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import Origin
from orchestrator.errors import ToolFailed
from orchestrator.kit.ids import new_id
from orchestrator.llm.port import ChatModel
from orchestrator.llm.scripted import ScriptedModel


class LookUp(BaseModel):
    """Look something up."""

    model_config = ConfigDict(extra="forbid")

    query: str
    limit: int = 5


class Add(BaseModel):
    """Add a todo."""

    model_config = ConfigDict(extra="forbid")

    title: str
    person: str | None = None


class Journal:
    """What the tools did."""

    def __init__(self) -> None:
        self.reads: list[str] = []
        self.added: list[str] = []
        self.undone: list[str] = []
        self.version = 1
        self.found = True
        self.origin = Origin.OWN_DATA
        self.fails = False

    def tools(self) -> tuple[ToolSpec, ...]:
        return (self._search(), self._events(), self._add())

    def _search(self) -> ToolSpec:
        async def execute(context: ToolContext, arguments: LookUp) -> ToolResult:
            self.reads.append(arguments.query)
            hits = [{"title": "Dentist", "at": "2026-11-27T10:00"}] if self.found else []
            return ToolResult(
                {"hits": hits},
                f"{len(hits)} hits for {arguments.query}",
                origin=self.origin,
                empty=not hits,
                evidence=frozenset({"retrieval"}),
                inspected=(EntityRef("event", EVENT_ID, "Dentist"),) if hits else (),
                context=(EntityRef("event", EVENT_ID, "Dentist"),) if hits else (),
            )

        return ReadTool("search_memories", "Search what is stored.", "search", execute, arguments=LookUp)

    def _events(self) -> ToolSpec:
        async def execute(context: ToolContext, arguments: LookUp) -> ToolResult:
            self.reads.append(f"events {arguments.query}")
            return ToolResult({"events": [], "total": 0}, "0 events", empty=True, evidence=frozenset({"retrieval"}))

        return ReadTool("get_events", "Read events.", "events", execute, arguments=LookUp)

    def _add(self) -> ToolSpec:
        async def prepare(context: ToolContext, arguments: Add) -> Prepared | NeedUserInput:
            if arguments.person == "Ana":
                options = (Option("ana-souza", "Ana Souza"), Option("ana-lima", "Ana Lima"))
                return NeedUserInput("choice", "Which Ana?", options, field="person")
            return Prepared(
                {"id": str(new_id()), "title": arguments.title, "person": arguments.person},
                title=arguments.title,
                summary=f"Add todo “{arguments.title}”",
                editable_fields=("title",),
            )

        async def revise(context: ToolContext, arguments: Any, edits: Any) -> Prepared:
            merged = {**arguments, **edits}
            return Prepared(merged, merged["title"], f"Add todo “{merged['title']}”", ("title",))

        async def execute(context: ToolContext, arguments: dict[str, Any]) -> ToolResult:
            if self.fails:
                raise ToolFailed("The list is full.")
            self.added.append(arguments["title"])
            ref = EntityRef("todo", new_id(), arguments["title"])
            return ToolResult(
                {}, f"Todo “{arguments['title']}” added", entity=ref, version=1, undo={"title": ref.title}
            )

        async def undo(context: ToolContext, payload: Any) -> str:
            self.undone.append(payload["title"])
            return f"Todo “{payload['title']}” taken back"

        return WriteTool(
            "todos_create",
            "Add a todo.",
            "todos",
            execute,
            arguments=Add,
            prepare=prepare,
            revise=revise,
            undo=undo,
        )


EVENT_ID = new_id()


def bench(
    journal: Journal, steps: Sequence[Any], *, auto: bool = False, router: ChatModel | None = None, **values: Any
) -> Bench:
    """The runtime over `journal`'s tools; `auto` lets every write through without a preview."""
    rules = RuleSet.trusting(tool.name for tool in journal.tools()) if auto else RuleSet()
    fast = router or ScriptedModel([lambda _: _never()], name="router", keep_last=True)
    return Bench(
        journal.tools(),
        ScriptedModel(steps, name="model"),
        fast=fast,
        rules=rules,
        vocabulary=catalog.VOCABULARY,
        **values,
    )


def _never() -> Any:
    msg = "this question was to be routed by rules"
    raise AssertionError(msg)
