"""Is this proposed call one that an offered tool takes, or so near to one that code can say which?

A repair happens where the call has exactly one reading: another spelling of a name, a value in another notation, an
absent value written out. What would need a guess is rejected with a sentence that tells the model what to do. The last
word is always the schema's: nothing leaves here as `accept` or `repair` that the strict contract does not admit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from rapidfuzz import process

from orchestrator.agent.tools.arguments.coercion import MAX_PROBLEMS, TOLD_FAULT, Fitting
from orchestrator.agent.tools.arguments.schema import Contract, bounded, contract_of, listed
from orchestrator.agent.tools.arguments.work import OutOfSteps, bounded_steps
from orchestrator.llm.loose_json import CutOff, Unsound, parse_object, plain_copy
from orchestrator.llm.text_calls import NotOneCall, RawCall, names_near, only_call

MAX_REASON_CHARS = 480  # a reason goes back into the prompt of a small model
_LONGEST_NAME = 128
"""Characters of what a model wrote that are looked at."""
_TOLD_NAME = 64
"""Characters of it that are told."""
_MAX_SUGGESTED = 8
"""Tools named when one is unknown."""
_MAX_WRAPPERS = 2
_WRAPPERS = ("arguments", "args", "parameters", "params", "input", "kwargs")
_SHAPE = 'Send one JSON object: {"name": the tool, "arguments": {its parameters}}.'


class Offered(Protocol):
    """What is asked of a tool here; `llm.messages.ToolSchema` is one too."""

    @property
    def name(self) -> str: ...
    @property
    def parameters(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class OfferedTool:
    """A tool as it is offered to a model; `parameters` is a JSON Schema of its arguments."""

    name: str
    description: str
    parameters: dict[str, Any]


@dataclass(frozen=True)
class CallVerdict:
    """What became of a proposed call.

    `name` is the offered tool's name (for a rejected call: what was proposed), `arguments` what may be executed, None
    when rejected. `reason` is for the model: why it was rejected, or what was repaired.
    """

    verdict: Literal["accept", "repair", "reject"]
    name: str
    arguments: dict[str, Any] | None
    reason: str = ""
    repairs: tuple[str, ...] = ()


class _Rejected(Exception):
    """The call can't be used; the message is the reason."""


def check(raw_call: Mapping[str, Any] | str, tools: Sequence[Offered]) -> CallVerdict:
    """The verdict on one proposed call, given as an object or as the model's raw text. Changes nothing it is given."""
    repairs: list[str] = []
    name = ""
    try:
        proposed = _proposed(raw_call, repairs)
        name = proposed.name
        tool = _named_tool(name, tools, repairs)
        contract = contract_of(tool.parameters)
        if contract.fault:
            raise _Rejected(f"Tool '{tool.name}' can't be used: its schema is broken ({contract.fault}). Use another.")
        arguments = _stored(_as_object(proposed.arguments, repairs), repairs)
        if contract.deepest is not None and _depth(arguments) > contract.deepest:
            raise _Rejected("The arguments are nested too deeply. Send fewer levels.")
        with bounded_steps():
            if not contract.admits(arguments):
                arguments = _repaired(arguments, tool.name, contract, repairs)
    except OutOfSteps:
        told = f"Tool '{bounded(name, _TOLD_NAME)}' takes too long to check. Send fewer arguments, or use another tool."
        return CallVerdict("reject", bounded(name, _LONGEST_NAME), None, told)
    except _Rejected as rejected:
        return CallVerdict("reject", bounded(name, _LONGEST_NAME), None, bounded(str(rejected), MAX_REASON_CHARS))
    reason = bounded(" ".join(repairs), MAX_REASON_CHARS)
    return CallVerdict("repair" if repairs else "accept", tool.name, arguments, reason, tuple(repairs))


def verdict_of_case(case: Mapping[str, Any]) -> dict[str, Any]:
    """One line of `steward eval tool-calls` (api.md, Evaluation). Raises ValueError for a case that is none."""
    for field in ("id", "tools", "raw_call"):
        if field not in case:
            raise ValueError(f"the case has no '{field}'")
    raw_call = case["raw_call"]
    if not isinstance(raw_call, dict | str):
        raise ValueError("'raw_call' must be an object or the model's raw text")
    if not isinstance(case["tools"], list):
        raise ValueError("'tools' must be a list")
    verdict = check(raw_call, [_offered(entry) for entry in case["tools"]])
    call = None if verdict.arguments is None else {"name": verdict.name, "arguments": verdict.arguments}
    return {"id": case["id"], "verdict": verdict.verdict, "call": call, "reason": verdict.reason}


def _offered(entry: Any) -> OfferedTool:
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str) or not entry["name"]:
        raise ValueError("each of 'tools' must be an object with a 'name'")
    if not isinstance(entry.get("parameters"), dict):
        raise ValueError(f"tool '{entry['name']}' has no 'parameters' object")
    return OfferedTool(entry["name"], str(entry.get("description") or ""), entry["parameters"])


def _proposed(raw_call: Mapping[str, Any] | str, repairs: list[str]) -> RawCall:
    if not isinstance(raw_call, str) and raw_call.keys() == {"name", "arguments"} and isinstance(raw_call["name"], str):
        return RawCall(raw_call["name"], raw_call["arguments"])
    try:
        call = only_call(raw_call)
    except CutOff:
        raise _Rejected(f"The call was cut off before its end. Send it again, whole. {_SHAPE}") from None
    except NotOneCall as problem:
        raise _Rejected(f"{problem} {_SHAPE}") from None
    repairs.append("The call was read from " + ("text." if isinstance(raw_call, str) else "another shape."))
    return call


def _named_tool(name: str, tools: Sequence[Offered], repairs: list[str]) -> Offered:
    for tool in tools:
        if tool.name == name:
            return tool
    near = names_near(name, [tool.name for tool in tools])
    if len(near) == 1:
        repairs.append(f"Tool '{bounded(name, _TOLD_NAME)}' was read as '{near[0]}'.")
        return next(tool for tool in tools if tool.name == near[0])
    if near:
        raise _Rejected(
            f"Tool '{bounded(name, _TOLD_NAME)}' is ambiguous. Use one of these names exactly: {listed(near)}."
        )
    likely = [
        match
        for match, _, _ in process.extract(name[:_LONGEST_NAME], [tool.name for tool in tools], limit=_MAX_SUGGESTED)
    ]
    known = f"Use one of these: {listed(likely)}." if likely else "No tool can be used now; answer without one."
    raise _Rejected(f"There is no tool '{bounded(name, _TOLD_NAME)}'. {known}")


def _as_object(arguments: Any, repairs: list[str]) -> dict[str, Any]:
    if isinstance(arguments, dict):
        return arguments
    if isinstance(arguments, Mapping):
        return dict(arguments)
    if arguments is None or (isinstance(arguments, str) and not arguments.strip()):
        repairs.append("No arguments were read as an empty object.")
        return {}
    parsed = parse_object(arguments) if isinstance(arguments, str) else None
    if parsed is None:
        raise _Rejected(f"The arguments are no complete JSON object. {_SHAPE}")
    repairs.append("The arguments were read from text.")
    return parsed


def _stored(arguments: dict[str, Any], repairs: list[str]) -> dict[str, Any]:
    """A copy of the arguments that can be stored anywhere."""
    try:
        copied, cleaned = plain_copy(arguments)
    except Unsound as unsound:
        raise _Rejected(f"The arguments can't be used: {unsound}. Send plain JSON values.") from None
    if cleaned:
        repairs.append("Characters that can't be stored were removed.")
    result: dict[str, Any] = copied
    return result


def _repaired(arguments: dict[str, Any], tool_name: str, contract: Contract, repairs: list[str]) -> dict[str, Any]:
    """Arguments that the contract admits; adds to `repairs` what was done. Raises _Rejected."""
    view = contract.view(contract.root)
    inner = _unwrapped(arguments, tool_name, view.properties, repairs)
    fit = Fitting(contract).fit(inner, contract.root)
    if fit.problems:
        raise _Rejected(" ".join(fit.problems[:MAX_PROBLEMS]))
    result: dict[str, Any] = fit.value
    if not contract.admits(result):
        path, message = contract.complaint(result)
        where = f"Parameter '{bounded(path, _TOLD_NAME)}'" if path else "These arguments"
        raise _Rejected(f"{where} can't be used: {bounded(message, TOLD_FAULT)}. {view.known()}")
    repairs.extend(fit.repairs)
    return result


def _unwrapped(
    arguments: dict[str, Any], tool_name: str, known: Mapping[str, Any], repairs: list[str]
) -> dict[str, Any]:
    """The arguments inside `{"arguments": {…}}`, where the tool has no such parameter."""
    for _ in range(_MAX_WRAPPERS):
        keys = [key for key in _WRAPPERS if key in arguments and key not in known]
        beside = {key: value for key, value in arguments.items() if key not in keys}
        if len(keys) != 1 or (beside and (beside != {"name": tool_name} or "name" in known)):
            break
        inner = arguments[keys[0]]
        parsed = parse_object(inner) if isinstance(inner, str) else inner
        if not isinstance(parsed, dict):
            break
        arguments = _stored(parsed, repairs)
        repairs.append(f"The arguments were taken out of '{keys[0]}'.")
    return arguments


def _depth(value: Any) -> int:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if parts is None else 1 + max(map(_depth, parts), default=0)
