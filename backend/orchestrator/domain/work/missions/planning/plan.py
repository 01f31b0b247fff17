"""What is a plan? A typed graph of few steps; whatever proposed it, code says whether it may be approved.

A step is done by an agent in a run of its own (`agent`), written by code from what earlier steps found (`compose`),
or asked of the user (`ask`), or done for each of several things by the same agent with the same brief (`map`).
`calls` fixes the tool calls of an agent's step beforehand: nothing is left to a model then. "${step.field}" in an
argument stands for a field of that step's output.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from orchestrator.agent.tools.arguments.schema import contract_of, schema_references
from orchestrator.agent.tools.freezing import canonical
from orchestrator.kit import patterns
from orchestrator.kit.text import storable

MOST_STEPS = 12
MOST_RETRIES = 2
MOST_ITEMS = 12
"""Things that one step goes through."""
_ID = patterns.compile(r"[a-z][a-z0-9_-]{0,39}")
_REFERENCE = patterns.compile(r"\$\{([a-z][a-z0-9_-]{0,39})\.([A-Za-z0-9_]{1,60})\}")
_WORST: Mapping[str, int] = {"read": 0, "write": 1, "outbound": 2}

StepKind = Literal["agent", "compose", "ask", "map"]
CheckKind = Literal["calls", "text", "file", "contains", "claims", "answered", "schema"]


def _identifier(value: str) -> str:
    text = value.strip().lower().replace(" ", "_")
    if not _ID.fullmatch(text):
        msg = "an id is a letter followed by letters, figures, _ or -"
        raise ValueError(msg)
    return text


def _text(value: str) -> str:
    return storable(value).strip()


Identifier = Annotated[str, AfterValidator(_identifier)]
Said = Annotated[str, AfterValidator(_text)]


class StepCheck(BaseModel):
    """What code looks at when the step is over: calls that went through (`calls`; of `tool`), a text of a length
    (`text`), a file (`file`), words (`contains`), claims that are proved (`claims`), an answer (`answered`), or the
    output's schema (`schema`)."""

    model_config = ConfigDict(extra="ignore")

    kind: CheckKind = "calls"
    tool: str = ""
    path: str = ""
    text: Said = ""
    at_least: int = Field(default=1, ge=0, le=10_000)


class PlannedCall(BaseModel):
    """One call that is fixed beforehand."""

    model_config = ConfigDict(extra="forbid")

    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)


class PlannedQuestion(BaseModel):
    """What the user is asked. `options_from`: how code makes the options of an earlier step's result."""

    model_config = ConfigDict(extra="forbid")

    text: Said
    options: list[dict[str, Any]] = Field(default_factory=list, max_length=10)
    options_from: str = ""
    default: str | None = None
    hours: float = Field(default=24.0, gt=0, le=24 * 30)


class PlanStep(BaseModel):
    """One step. Of `map`: `items`, what it is done for, or `over`, the list that an earlier step gives
    ("${step.field}")."""

    model_config = ConfigDict(extra="ignore")

    id: Identifier
    goal: Annotated[Said, Field(min_length=1, max_length=2_000)]
    agent: Said
    kind: StepKind = "agent"
    tools: list[str] = Field(default_factory=list, max_length=40)
    needs: list[Identifier] = Field(default_factory=list, max_length=MOST_STEPS)
    inputs: dict[str, str] = Field(default_factory=dict, max_length=20)
    output: dict[str, Any] = Field(default_factory=dict)
    check: StepCheck = Field(default_factory=StepCheck)
    retries: int = Field(default=1, ge=0, le=MOST_RETRIES)
    calls: list[PlannedCall] = Field(default_factory=list, max_length=20)
    question: PlannedQuestion | None = None
    items: list[Annotated[Said, Field(min_length=1, max_length=500)]] = Field(
        default_factory=list, max_length=MOST_ITEMS
    )
    over: str = Field(default="", max_length=200)
    template: str = ""
    risk: Literal["read", "write", "outbound"] = "read"


class Plan(BaseModel):
    """The graph. `files`: the path of each deliverable, by the step that makes it."""

    model_config = ConfigDict(extra="ignore")

    steps: list[PlanStep] = Field(min_length=1, max_length=MOST_STEPS)
    files: dict[str, str] = Field(default_factory=dict, max_length=MOST_STEPS)
    by: str = ""

    def step(self, key: str) -> PlanStep:
        """The step of that id. Raises KeyError."""
        for one in self.steps:
            if one.id == key:
                return one
        raise KeyError(key)


@dataclass(frozen=True)
class Surroundings:
    """What a plan is held against. `effects`: of each tool that there is, by name; `agents`: names as they are
    compared, with the tools that each may use (any where empty); `tools`, `chosen`: those that the user allows, all
    where empty; `own`: the tools among them that come from servers of the user's own, which those agents may use that
    came with Steward (`shipped`) and could name none of them."""

    def may_use(self, agent: str, tool: str) -> bool:
        """Whether the agent, as it is compared, may use the tool."""
        named = self.agents.get(agent)
        return not named or tool in named or (agent in self.shipped and tool in self.own)

    effects: Mapping[str, str]
    agents: Mapping[str, Collection[str]]
    tools: Collection[str] = ()
    chosen: Collection[str] = ()
    own: Collection[str] = ()
    shipped: Collection[str] = ()
    templates: Collection[str] = ()


def read_plan(value: object) -> tuple[Plan | None, list[str]]:
    """A proposed plan, or what is wrong with its form. Loose shapes of small models are put right: a check that is a
    sentence, a list of needs that is a text."""
    if isinstance(value, Mapping) and isinstance(value.get("plan"), Mapping):
        value = value["plan"]
    if not isinstance(value, Mapping) or not isinstance(value.get("steps"), list):
        return None, ["a plan is an object with a list `steps`"]
    if len(value["steps"]) > MOST_STEPS:
        return None, [f"a plan has at most {MOST_STEPS} steps, this one has {len(value['steps'])}"]
    loose = {**value, "steps": [_loose(one, at) for at, one in enumerate(value["steps"], 1)]}
    try:
        return Plan.model_validate(loose), []
    except ValidationError as error:
        return None, [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:6]]


def _loose(step: object, at: int) -> object:
    if not isinstance(step, Mapping):
        return step
    told: dict[str, Any] = {**step}
    told.setdefault("id", f"step{at}")
    told["id"] = str(told["id"]) if not str(told["id"]).isdigit() else f"step{told['id']}"
    for name in ("tools", "needs"):
        if isinstance(told.get(name), str):
            told[name] = [part.strip() for part in told[name].split(",") if part.strip()]
        told[name] = told.get(name) or []
    told["needs"] = [f"step{one}" if str(one).isdigit() else str(one) for one in told["needs"]]
    if not isinstance(told.get("check"), Mapping):
        tools = bool(told["tools"] or told.get("calls"))
        told["check"] = {"kind": "calls" if tools else "text", "text": str(told.get("check") or "")}
    if isinstance(told.get("items"), str) and references(told["items"]):
        told["over"], told["items"] = told["items"], []
    if isinstance(told.get("items"), list):
        told["items"] = [str(one) for one in told["items"]]
    if told.get("items") or told.get("over"):
        told.setdefault("kind", "map")
    if not isinstance(told.get("inputs"), Mapping):
        told["inputs"] = {}
    if not isinstance(told.get("output"), Mapping):
        told["output"] = {}
    return told


def with_risks(plan: Plan, around: Surroundings) -> Plan:
    """The plan with the worst effect of each step's tools: what a step may do is said by its tools, not by who planned
    it."""
    steps = []
    for one in plan.steps:
        effects = [around.effects.get(name, "read") for name in [*one.tools, *(call.tool for call in one.calls)]]
        worst = max(effects, key=lambda effect: _WORST[effect], default="read")
        steps.append(one.model_copy(update={"risk": worst}))
    return plan.model_copy(update={"steps": steps})


def faults(plan: Plan, around: Surroundings) -> list[str]:
    """What keeps the plan from being approved; empty where nothing does."""
    found = list(_of_graph(plan))
    for one in plan.steps:
        found += (f"step {one.id}: {fault}" for fault in _of_step(one, around))
    if all(one.kind == "ask" for one in plan.steps):
        found.append("no step makes anything")
    for step in plan.files:
        if step not in {one.id for one in plan.steps}:
            found.append(f"files: there is no step {step}")
    return found


def _of_graph(plan: Plan) -> Iterator[str]:
    ids = [one.id for one in plan.steps]
    if len(set(ids)) < len(ids):
        yield "two steps have the same id"
    for one in plan.steps:
        for need in one.needs:
            if need not in ids:
                yield f"step {one.id} needs {need}, which there is not"
        if one.id in one.needs:
            yield f"step {one.id} needs itself"
    if in_order(plan) is None:
        yield "the steps need each other in a circle"


def in_order(plan: Plan) -> list[str] | None:
    """The ids so that each comes after what it needs; None where there is a circle."""
    left = {one.id: set(one.needs) & {other.id for other in plan.steps} for one in plan.steps}
    done: list[str] = []
    while left:
        free = [key for key, needs in left.items() if needs <= set(done)]
        if not free:
            return None
        done += free
        for key in free:
            del left[key]
    return done


def _of_step(step: PlanStep, around: Surroundings) -> Iterator[str]:
    yield from _of_agent(step, around)
    yield from _of_references(step)
    if (step.kind == "ask") != (step.question is not None):
        yield "a step that asks has a question, and no other has"
    if step.kind == "map":
        yield from _of_map(step)
    elif step.items or step.over:
        yield "a step that goes through several things is of kind map"
    if step.kind == "compose" and step.template not in around.templates:
        yield f"there is no template {step.template!r}"
    if step.output:
        if fault := contract_of(step.output).fault:
            yield f"its output is no JSON Schema: {fault}"
        if any(not one.startswith("#") for one in schema_references(step.output)):
            yield "its output refers to a schema elsewhere, which is never fetched"


def _of_map(step: PlanStep) -> Iterator[str]:
    if bool(step.items) == bool(step.over):
        yield "a step of kind map has either `items` or `over`"
    if step.calls:
        yield "a step of kind map has no calls that are fixed"
    if step.over and not _REFERENCE.fullmatch(step.over):
        yield '`over` names a list as "${step.field}"'
    for named in references(step.over):
        if named not in step.needs:
            yield f"it goes through what {named} gives, which it does not need"


def _of_agent(step: PlanStep, around: Surroundings) -> Iterator[str]:
    """That there is the agent, and that it may use the tools."""
    agent = step.agent.casefold()
    if agent not in around.agents:
        yield f"there is no agent {step.agent!r}"
    elif around.chosen and agent not in {one.casefold() for one in around.chosen}:
        yield f"the agent {step.agent!r} is not one that this mission may use"
    for name in dict.fromkeys([*step.tools, *(call.tool for call in step.calls)]):
        if name not in around.effects:
            yield f"there is no tool {name!r}"
        elif around.tools and name not in around.tools:
            yield f"the tool {name!r} is not one that this mission may use"
        elif not around.may_use(agent, name) and not step.calls:
            yield f"the agent {step.agent!r} may not use {name!r}"


def _of_references(step: PlanStep) -> Iterator[str]:
    """That what it takes from other steps is there by then."""
    for call in step.calls:
        if call.tool not in step.tools:
            yield f"it calls {call.tool!r}, which is not among its tools"
        for named in references(call.arguments):
            if named not in step.needs:
                yield f"it refers to {named}, which it does not need"
    for named in step.inputs.values():
        if named not in step.needs and not named.startswith("$"):
            yield f"its input {named!r} is no step that it needs"


def references(value: Any) -> list[str]:
    """The steps that a value refers to."""
    if isinstance(value, str):
        return [match[1] for match in _REFERENCE.finditer(value)]
    if isinstance(value, Mapping):
        return [each for one in value.values() for each in references(one)]
    if isinstance(value, list | tuple):
        return [each for one in value for each in references(one)]
    return []


def filled(value: Any, outputs: Mapping[str, Mapping[str, Any]]) -> Any:
    """The value with what it refers to in its place. Raises KeyError where that is not there."""
    if isinstance(value, str):
        whole = _REFERENCE.fullmatch(value)
        if whole is not None:
            return outputs[whole[1]][whole[2]]
        return _REFERENCE.sub(lambda match: str(outputs[match[1]][match[2]]), value)
    if isinstance(value, Mapping):
        return {name: filled(one, outputs) for name, one in value.items()}
    if isinstance(value, list):
        return [filled(one, outputs) for one in value]
    return value


def hash_of(plan: Plan, terms: Mapping[str, Any]) -> str:
    """SHA-256 (hex) over all that a yes covers: the graph, and the terms that it runs under (budget, delegation)."""
    return hashlib.sha256(canonical([plan.model_dump(mode="json"), terms]).encode()).hexdigest()


def effects_of(tools: Sequence[Any]) -> dict[str, str]:
    """By name."""
    return {tool.name: tool.effect.value for tool in tools}
