"""What does a controlled turn cost beside two agent frameworks? Three tools in three steps, then an answer, in memory.

All three have the same three tools, each validating its arguments by the same Pydantic model and giving the same dict;
the same model of no latency asks for them one after the other and then answers. Ours is the whole controller: accept,
route, visibility, pre-validation, execution, ledger, records, verifier, claim gate, bundle, message and run stored (in
memory). langgraph is a ReAct graph (StateGraph, ToolNode) without a checkpointer, pydantic-ai its plain Agent: neither
routes, verifies or records. Contenders take turns in small rounds, so that a busy machine hits all alike.
"""

import argparse
import asyncio
import gc
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, TypedDict

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import StructuredTool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.prebuilt import ToolNode
from pydantic import BaseModel, Field
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from bench.figures import Figure, Part, median, percentile, show
from orchestrator import catalog
from orchestrator.agent.testing.evaluation import Bench
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.llm.messages import ChatReply as Reply
from orchestrator.llm.messages import ChatRequest, Role
from orchestrator.llm.scripted import ScriptedModel, call, say

QUESTION = "How many meetings do I have with Ana this week, and what did she say about the budget?"
INSTRUCTIONS = "Answer the user with the tools."
ANSWER = "You have two meetings with Ana this week; on Monday she said that the budget is final."
MOST_OF_LANGGRAPH = 0.7
ROUNDS = 60
TURNS_A_ROUND = 5
WARM_UP_ROUNDS = 4


class Search(BaseModel):
    """Search what is stored."""

    query: str = Field(min_length=1, max_length=500)
    kinds: list[str] = Field(default_factory=list, max_length=6)
    limit: int = Field(default=8, ge=1, le=50)


class Events(BaseModel):
    """Read events."""

    action: str = "by_range"
    participant: str | None = None
    when: str | None = None
    limit: int = Field(default=20, ge=1, le=200)


class Todos(BaseModel):
    """Read todos."""

    status: str = "open"
    query: str | None = None
    limit: int = Field(default=20, ge=1, le=200)


CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_events", {"action": "by_participant", "participant": "Ana", "when": "this week"}),
    ("search_memories", {"query": "budget Ana", "kinds": ["message"], "limit": 5}),
    ("get_todos", {"status": "open", "query": "budget"}),
)
RESULTS: dict[str, dict[str, Any]] = {
    "get_events": {
        "events": [
            {
                "id": f"e{number}",
                "title": f"Meeting {number}",
                "start_at": f"2026-11-2{number}T10:00:00",
                "all_day": False,
            }
            for number in range(1, 3)
        ],
        "total": 2,
    },
    "search_memories": {
        "hits": [
            {
                "kind": "message",
                "id": f"m{number}",
                "snippet": "the budget is final, she said",
                "at": "2026-11-20T09:00",
            }
            for number in range(1, 4)
        ]
    },
    "get_todos": {"todos": [{"id": "t1", "title": "Send the budget to Ana", "due_at": None}], "total": 1},
}
DESCRIPTIONS = {
    "get_events": "Events of the user, by range or participant.",
    "search_memories": "Search messages, events, contacts, places and todos.",
    "get_todos": "Todos of the user.",
}
ARGUMENTS: dict[str, type[BaseModel]] = {"get_events": Events, "search_memories": Search, "get_todos": Todos}
GROUPS = {"get_events": "events", "search_memories": "search", "get_todos": "todos"}

Turn = Callable[[], Awaitable[str]]


# --- ours


def ours() -> Turn:
    """A turn of the whole controller. What a turn stored is dropped after it: a database would hold it."""

    def step(request: ChatRequest) -> Reply:
        done = sum(1 for message in request.messages if message.role is Role.TOOL)
        return call(CALLS[done]) if done < len(CALLS) else say(ANSWER)

    model = _Forgetful([step], keep_last=True)
    bench = Bench([_spec(name) for name in ARGUMENTS], model, vocabulary=catalog.VOCABULARY)

    async def turn() -> str:
        bundle = await bench.ask(QUESTION)
        assert bundle.run.tool_calls == len(CALLS), bundle.run
        assert bundle.run.stop_reason == "final_answer", bundle.run
        bench.turns.runs.clear()
        bench.turns.threads.clear()
        return bundle.answer

    return turn


class _Forgetful(ScriptedModel):
    """Keeps no requests: a measurement of memory and time must not grow."""

    async def chat(self, request: ChatRequest) -> Reply:
        reply = await super().chat(request)
        self.requests.clear()
        return reply


def _spec(name: str) -> ToolSpec:
    async def execute(context: ToolContext, arguments: BaseModel) -> ToolResult:
        del context, arguments
        return ToolResult(RESULTS[name], f"{name} found something", evidence=frozenset({"retrieval", "time_span"}))

    return ReadTool(name, DESCRIPTIONS[name], GROUPS[name], execute, arguments=ARGUMENTS[name])


# --- langgraph


class _Asking(BaseChatModel):
    """The same model as a LangChain chat model."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Any:
        del tools, kwargs
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        del args, kwargs
        done = sum(1 for message in messages if isinstance(message, ToolMessage))
        if done < len(CALLS):
            name, arguments = CALLS[done]
            reply = AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": f"call_{done}"}])
        else:
            reply = AIMessage(ANSWER)
        return ChatResult(generations=[ChatGeneration(message=reply)])

    async def _agenerate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        return self._generate(messages, *args, **kwargs)


class _State(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]


def langgraph(*, checkpointed: bool = False) -> Turn:
    """A turn of a ReAct graph, compiled once; with a checkpointer it keeps what it did, as ours does."""
    tools = [_structured(name) for name in ARGUMENTS]
    model = _Asking().bind_tools(tools)

    async def ask(state: _State) -> dict[str, Any]:
        return {"messages": [await model.ainvoke([SystemMessage(INSTRUCTIONS), *state["messages"]])]}

    def onward(state: _State) -> str:
        last = state["messages"][-1]
        return "tools" if isinstance(last, AIMessage) and last.tool_calls else END

    graph = StateGraph(_State)
    graph.add_node("model", ask)
    graph.add_node("tools", ToolNode(tools))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", onward, {"tools": "tools", END: END})
    graph.add_edge("tools", "model")
    saver = InMemorySaver() if checkpointed else None
    app = graph.compile(checkpointer=saver)
    count = 0

    async def turn() -> str:
        nonlocal count
        count += 1
        config = {"configurable": {"thread_id": str(count)}} if checkpointed else None
        state = await app.ainvoke({"messages": [HumanMessage(QUESTION)]}, config)
        assert sum(isinstance(message, ToolMessage) for message in state["messages"]) == len(CALLS)
        if saver is not None:
            await saver.adelete_thread(str(count))
        return str(state["messages"][-1].content)

    return turn


def _structured(name: str) -> StructuredTool:
    async def run(**arguments: Any) -> dict[str, Any]:
        del arguments
        return RESULTS[name]

    return StructuredTool.from_function(
        coroutine=run, name=name, description=DESCRIPTIONS[name], args_schema=ARGUMENTS[name]
    )


# --- pydantic-ai


def pydantic_ai() -> Turn:
    """A turn of a plain Agent over a FunctionModel."""

    async def ask(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        del info
        done = sum(1 for message in messages for part in message.parts if isinstance(part, ToolReturnPart))
        if done < len(CALLS):
            name, arguments = CALLS[done]
            return ModelResponse([ToolCallPart(name, arguments, f"call_{done}")])
        return ModelResponse([TextPart(ANSWER)])

    agent = Agent(FunctionModel(ask), instructions=INSTRUCTIONS)

    @agent.tool_plain(name="get_events", description=DESCRIPTIONS["get_events"])
    async def get_events(arguments: Events) -> dict[str, Any]:
        del arguments
        return RESULTS["get_events"]

    @agent.tool_plain(name="search_memories", description=DESCRIPTIONS["search_memories"])
    async def search_memories(arguments: Search) -> dict[str, Any]:
        del arguments
        return RESULTS["search_memories"]

    @agent.tool_plain(name="get_todos", description=DESCRIPTIONS["get_todos"])
    async def get_todos(arguments: Todos) -> dict[str, Any]:
        del arguments
        return RESULTS["get_todos"]

    async def turn() -> str:
        result = await agent.run(QUESTION)
        return str(result.output)

    return turn


# --- the measurement


async def measured(contenders: dict[str, Turn], *, rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each turn, by contender."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(WARM_UP_ROUNDS + rounds):
        for name, turn in contenders.items():
            gc.collect()
            for _ in range(TURNS_A_ROUND):
                started = time.perf_counter()
                answer = await turn()
                elapsed = (time.perf_counter() - started) * 1000
                assert answer == ANSWER, (name, answer)
                if number >= WARM_UP_ROUNDS:
                    times[name].append(elapsed)
    return times


def run(*, rounds: int = ROUNDS) -> Part:
    """The part of `make bench`."""
    contenders = {
        "steward": ours(),
        "langgraph": langgraph(),
        "langgraph + InMemorySaver": langgraph(checkpointed=True),
        "pydantic-ai": pydantic_ai(),
    }
    times = asyncio.run(measured(contenders, rounds=rounds))
    base = median(times["steward"])
    figures = []
    for name, values in times.items():
        p95 = percentile(values, 0.95)
        figures.append(Figure(f"{name}: p50", median(values), "ms", note=f"p95 {p95:.2f} ms, {len(values)} turns"))
    for name in list(times)[1:]:
        limit = ("<=", MOST_OF_LANGGRAPH) if name == "langgraph" else None
        figures.append(Figure(f"steward ÷ {name} (p50)", base / median(times[name]), limit=limit))
    return Part("turn: three tools, model of no latency, in memory", tuple(figures))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"of {TURNS_A_ROUND} turns each")
    raise SystemExit(0 if show([run(rounds=parser.parse_args().rounds)]) else 1)
