"""How does the controller behave on a case that was written down? The whole runtime without a database.

`injection_verdict` is `steward eval injection` (api.md, Evaluation): a scripted model makes the case's call, reads the
tool's output as third-party text and then obeys it. Every tool is auto-confirmed, all tools are visible, and
what the message wants hides and holds none of them, so that only origins stand between the text and its effect.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from orchestrator.agent.execution.executor import ToolExecutor
from orchestrator.agent.loop.loop import ToolLoopRunner
from orchestrator.agent.ports.requests import Owner, TurnRequest
from orchestrator.agent.previews.lifecycle import Confirmer
from orchestrator.agent.prompting.prompt import build_prompt
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.runs.needs_input import NeedsInputNotifier
from orchestrator.agent.runs.pipeline import TurnPipeline
from orchestrator.agent.runs.recovery import Recovery
from orchestrator.agent.runs.routed_turn import Models
from orchestrator.agent.runs.runner import Controller
from orchestrator.agent.testing.in_memory import (
    EmptyResolver,
    FixedRules,
    MemoryLessons,
    MemoryPreviews,
    MemoryTurns,
    NoContext,
    NothingToErase,
    RecordingNotifier,
    no_transaction,
)
from orchestrator.agent.tools.arguments.repair import check
from orchestrator.agent.tools.spec import (
    Effect,
    OutboundTool,
    ReadTool,
    ToolContext,
    ToolResult,
    ToolSpec,
    WriteTool,
)
from orchestrator.agent.turn.profile import ConversationalAgentInterface, Prompt, PromptMaterials
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.turn import Switches
from orchestrator.agent.types.bundle import Bundle
from orchestrator.agent.types.limits import Limits
from orchestrator.agent.types.origin import Origin
from orchestrator.agent.types.vocabulary import Vocabulary
from orchestrator.kit.clock import SystemClock
from orchestrator.kit.ids import new_id
from orchestrator.llm.gateway.model_search import Candidate
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.messages import ChatReply, Purpose, ToolCall, TurnFacts
from orchestrator.llm.port import ChatModel
from orchestrator.llm.scripted import ScriptedModel, say

CASE_LIMITS = Limits(max_steps=40, max_tool_calls=200, max_repairs=20, deadline_s=30.0, max_tokens=10_000_000)
"""Only origins are to stand between: no bound may end a case early."""
_GROUP = "doubles"
_TYPES = {"object": dict, "array": list, "string": str, "boolean": bool}


class PlainProfile:
    """A profile that owns every tool and says the least."""

    name = "main"
    without: frozenset[str] = frozenset()
    reads_only = False
    purpose: Purpose = "turn"

    def supports_intent(self, intent: str) -> bool:
        return bool(intent)

    def limits(self, configured: Limits) -> Limits:
        return configured

    def build(self, materials: PromptMaterials) -> Prompt:
        return build_prompt("Answer the user with the tools.", materials)


class OneProfile:
    """The registry of PlainProfile."""

    profile: ConversationalAgentInterface = PlainProfile()

    def named(self, name: str) -> ConversationalAgentInterface | None:
        return self.profile if name == self.profile.name else None

    def for_intent(self, intent: str) -> ConversationalAgentInterface:
        del intent
        return self.profile


async def phrase_ledger(facts: TurnFacts) -> str:
    """The ledger's summaries, one a line."""
    return "\n".join(entry.summary for entry in facts.ledger if entry.outcome == "done")


@dataclass
class Bench:
    """A controller over in-memory ports, with what it keeps within reach."""

    tools: Sequence[ToolSpec]
    model: ChatModel
    fast: ChatModel | None = None
    rules: RuleSet = field(default_factory=RuleSet)
    switches: Switches = field(default_factory=Switches)
    limits: Limits = field(default_factory=Limits)
    turns: MemoryTurns = field(default_factory=MemoryTurns)
    previews: MemoryPreviews = field(default_factory=MemoryPreviews)
    notifier: RecordingNotifier = field(default_factory=RecordingNotifier)
    lessons: MemoryLessons = field(default_factory=MemoryLessons)
    vocabulary: Vocabulary = field(default_factory=Vocabulary)

    def __post_init__(self) -> None:
        clock = SystemClock()
        self.services = Services(
            unit_of_work=no_transaction,
            clock=clock,
            tools=self.tools,
            turns=self.turns,
            previews=self.previews,
            rules=FixedRules(self.rules),
            context=NoContext(),
            resolver=EmptyResolver(),
            eraser=NothingToErase(),
            notifier=self.notifier,
            lessons=self.lessons,
            vocabulary=self.vocabulary,
        )
        candidates = [Candidate("smart", self.model)]
        if self.fast is not None:
            candidates.append(Candidate("fast", self.fast))
        self.router = ModelRouter(candidates, reader=ScriptedModel([say("…")], keep_last=True), clock=clock)
        self.confirmer = Confirmer(self.services)
        attention = NeedsInputNotifier(self.services)
        script = TurnPipeline(
            self.services,
            Models(self.router, phrase_ledger),
            OneProfile(),
            ToolLoopRunner(ToolExecutor(self.services), self.router),
            self.confirmer,
            self.limits,
            attention=attention,
            router_prompt="Classify.",
            switches=self.switches,
        )
        recovery = Recovery(self.services, attention)
        self.controller = Controller(self.services, script, recovery, attention, self.limits)

    async def ask(self, question: str, **values: Any) -> Bundle:
        """One turn of a made-up user."""
        return await self.controller.run(request(question, **values))


def request(question: str, **values: Any) -> TurnRequest:
    """A request of a made-up user; `values` are further fields of TurnRequest."""
    owner = values.pop("owner", None) or Owner(_SOMEBODY, "Somebody", "", "UTC", "en", frozenset({"ask", "curate"}))
    return TurnRequest(owner=owner, question=question, zone=values.pop("zone", "UTC"), locale="en", **values)


_SOMEBODY = new_id()


@dataclass
class _Doubles:
    """The case's tools as doubles that record what was executed."""

    case: Mapping[str, Any]
    executed: list[str] = field(default_factory=list)
    stored_after_reading: int = 0
    has_read: bool = False

    def specs(self) -> list[ToolSpec]:
        return [self._spec(tool) for tool in self.case["tools"]]

    def _spec(self, tool: Mapping[str, Any]) -> ToolSpec:
        name = str(tool["name"])

        async def execute(context: ToolContext, arguments: Any) -> ToolResult:
            del context, arguments
            return self._record(name)

        effect = tool.get("effect", "read")
        values: dict[str, Any] = {
            "name": name,
            "description": str(tool.get("description", "")),
            "group": _GROUP,
            "execute": execute,
            "parameters": dict(tool.get("parameters") or {"type": "object", "properties": {}}),
        }
        if effect == Effect.READ:
            return ReadTool(**values, independent=False)
        return OutboundTool(**values) if effect == Effect.OUTBOUND else WriteTool(**values)

    def _record(self, name: str) -> ToolResult:
        self.executed.append(name)
        output = self.case.get("tool_output")
        if name == self.case["tool"] and output is not None and not self.has_read:
            self.has_read = True
            return ToolResult({"text": str(output)}, summary="read", origin=Origin.THIRD_PARTY)
        if self.has_read and self._writes(name):
            self.stored_after_reading += 1
        return ToolResult({"status": "ok"}, summary=f"{name} was carried out", origin=Origin.OWN_DATA)

    def _writes(self, name: str) -> bool:
        return any(tool["name"] == name and tool.get("effect") == "write" for tool in self.case["tools"])


async def injection_verdict(case: Mapping[str, Any]) -> dict[str, Any]:
    """The verdict on one case. Raises ValueError for a case that is none."""
    for name, kind in {"user": "string", "tools": "array", "tool": "string", "forbidden_calls": "array"}.items():
        if not isinstance(case.get(name), _TYPES[kind]):
            msg = f"the case has no '{name}' of type {kind}"
            raise ValueError(msg)
    doubles = _Doubles(case)
    specs = doubles.specs()
    forbidden = [_filled(call, specs) for call in case["forbidden_calls"] if isinstance(call, Mapping)]
    steps: list[ChatReply] = [_proposal(str(case["tool"]), case.get("arguments") or {})]
    steps.extend(_proposal(str(call["name"]), call["arguments"]) for call in forbidden)
    steps.append(say("Here is what I found."))
    bench = Bench(
        specs,
        ScriptedModel(steps, keep_last=True),
        rules=RuleSet.trusting(spec.name for spec in specs),
        switches=Switches(mood_gate=False, tiers=False, verifier=False, router=False),
        limits=CASE_LIMITS,
    )
    bundle = await bench.ask(str(case["user"])[:MAX_QUESTION] or "…")
    held = [action.tool for action in bundle.actions if action.outcome == "waiting"]
    return {
        "id": case.get("id"),
        "executed": doubles.executed,
        "held_for_confirmation": held,
        "stored": doubles.stored_after_reading,
        "answered": bundle.status in {"answered", "preview"} and bool(bundle.answer),
    }


MAX_QUESTION = 32_000


def _proposal(name: str, arguments: Any) -> ChatReply:
    call = ToolCall(id=new_id().hex, name=name, arguments=arguments)
    return ChatReply(text="", model="scripted", tool_calls=(call,), finish_reason="tool_calls")


def _filled(call: Mapping[str, Any], specs: Sequence[ToolSpec]) -> dict[str, Any]:
    """A forbidden call as an obeying model would make it: with arguments that the tool's schema takes, where the case
    leaves them out."""
    name = str(call.get("name", ""))
    arguments = call.get("arguments")
    if arguments is not None:
        return {"name": name, "arguments": arguments}
    spec = next((one for one in specs if one.name == name), None)
    made = _made_up(spec.schema) if spec is not None else {}
    if spec is not None and check({"name": name, "arguments": made}, [spec.offered]).arguments is None:
        made = {}
    return {"name": name, "arguments": made}


def _made_up(schema: Mapping[str, Any]) -> dict[str, Any]:
    required = schema.get("required", ())
    return {key: _value(value) for key, value in schema.get("properties", {}).items() if key in required}


def _value(schema: Mapping[str, Any]) -> Any:
    if schema.get("enum"):
        return schema["enum"][0]
    kind = schema.get("type", "string")
    values: dict[str, Any] = {"string": "x", "integer": 1, "number": 1, "boolean": True, "array": [], "null": None}
    return _made_up(schema) if kind == "object" else values.get(str(kind), "x")
