"""Is this proposed call one that an offered tool takes, or so near to one that code can say which?

A repair happens where the call has exactly one reading: another spelling of a name, a value in another notation, an
absent value written out. What would need a guess is rejected with a sentence that tells the model what to do. The last
word is always the schema's: nothing leaves here as `accept` or `repair` that the strict contract does not admit.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from rapidfuzz import process

from orchestrator.agent.schema_check import Contract, View, bounded, contract_of, listed
from orchestrator.llm.loose_json import (
    CutOff,
    Unsound,
    is_absent,
    near_options,
    other_notations,
    parse_array,
    parse_object,
    plain_copy,
)
from orchestrator.llm.text_calls import NotOneCall, RawCall, fold_name, names_near, only_call

MAX_REASON_CHARS = 480  # a reason goes back into the prompt of a small model
_LONGEST_NAME, _TOLD_NAME, _TOLD_FAULT = 128, 64, 160  # characters of what a model wrote that are looked at, told
_MAX_PROBLEMS = 3  # told at once: more than a small model mends in one go
_MAX_SHOWN_CHARS = 60  # of a value that is quoted back
_MAX_STEPS = 2000  # schema nodes visited for one call: recursive unions would else multiply
_MAX_DEPTH = 24  # of values that are repaired; deeper ones must be right as they are
_MAX_SUGGESTED = 8  # tools named when one is unknown
_MAX_WRAPPERS = 2
_MAX_REFUSALS = 30  # sentences formed for one call; most are for alternatives and are never shown

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
        if not contract.admits(arguments):
            arguments = _repaired(arguments, tool.name, contract, repairs)
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
    fit = _Fitting(contract).fit(inner, contract.root)
    if fit.problems:
        raise _Rejected(" ".join(fit.problems[:_MAX_PROBLEMS]))
    result: dict[str, Any] = fit.value
    if not contract.admits(result):
        path, message = contract.complaint(result)
        where = f"Parameter '{bounded(path, _TOLD_NAME)}'" if path else "These arguments"
        raise _Rejected(f"{where} can't be used: {bounded(message, _TOLD_FAULT)}. {view.known()}")
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


@dataclass(frozen=True, slots=True)
class _Fit:
    """A value that may be admitted, with what was changed; or, where `problems` are named, no value."""

    value: Any
    repairs: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


class _Fitting:
    """Which value did the model mean, where the schema does not admit the one it wrote?

    Follows the schema into the value and changes only what is not admitted. Where two results are equally near there is
    none.
    """

    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        self._steps = 0
        self._refusals = 0

    def fit(self, value: Any, node: Any, path: str = "", depth: int = 0) -> _Fit:
        """The value as the schema node wants it; `path` is where it stands, for sentences."""
        self._steps += 1
        if self._contract.admits_at(value, node):
            return _Fit(value)
        view = self._contract.view(node)
        fit = None
        if depth <= _MAX_DEPTH and self._steps <= _MAX_STEPS:
            if view.choices:
                fit = self._chosen(value, view, path, depth)
            elif view.options is not None:
                fit = self._noted(near_options(value, view.options), node, path)
            elif view.kind == "object":
                fit = self._object(value, view, path, depth)
            elif view.kind == "array":
                fit = self._array(value, view, path, depth)
            else:
                fit = self._noted(_near_scalars(value, view.kind), node, path)
        if fit is not None:
            return fit
        return _Fit(None, problems=(self._refusal(value, node, path, depth),))

    def _refusal(self, value: Any, node: Any, path: str, depth: int) -> str:
        self._refusals += 1
        subject = f"Parameter '{bounded(path, _MAX_SHOWN_CHARS)}'" if path else "The value"
        if self._refusals > _MAX_REFUSALS and depth > 1:
            return f"{subject} is wrong."
        broken = self._contract.broken_bound(value, node)
        if broken:
            return f"{subject} can't be used: {bounded(broken, _TOLD_FAULT)}."
        return f"{subject} must be {self._contract.wanted(node)}, not {_shown(value)}."

    def _noted(self, candidates: list[Any], node: Any, path: str) -> _Fit | None:
        admitted = [candidate for candidate in candidates if self._contract.admits_at(candidate, node)]
        return _Fit(admitted[0], (f"'{path}' was read as {_shown(admitted[0])}.",)) if admitted else None

    def _chosen(self, value: Any, view: View, path: str, depth: int) -> _Fit | None:
        """The nearest result of the alternatives, if only one is nearest."""
        fits = [self.fit(value, choice, path, depth + 1) for choice in view.choices]
        found = [fit for fit in fits if not fit.problems]
        if found:
            least = min(len(fit.repairs) for fit in found)
            nearest = {_identity(fit.value): fit for fit in found if len(fit.repairs) == least}
            return nearest.popitem()[1] if len(nearest) == 1 else None
        # An alternative of the value's own type can say what is wrong inside.
        kind = "object" if isinstance(value, dict) else "array" if isinstance(value, list) else None
        inner = [
            fit
            for fit, choice in zip(fits, view.choices, strict=True)
            if kind and self._contract.view(choice).kind == kind
        ]
        return inner[0] if len(inner) == 1 else None

    def _object(self, value: Any, view: View, path: str, depth: int) -> _Fit | None:
        if isinstance(value, str):
            return self._from_text(_plain(parse_object(value)), view, path, depth)
        if not isinstance(value, dict):
            return None
        given, repairs, problems = _renamed(value, view, path)
        missing = [name for name in view.properties if name in view.required and name not in given]
        problems = [_missing(missing, view, path)] * bool(missing) + problems
        result: dict[str, Any] = {}
        for name, item in given.items():
            fit = self.fit(item, view.properties.get(name, view.extra), _joined(path, name), depth + 1)
            if fit.problems and name in view.properties and name not in view.required and is_absent(item):
                repairs.append(f"'{_joined(path, name)}' had no value and was left out.")
                continue
            result[name] = fit.value
            repairs.extend(fit.repairs)
            problems.extend(fit.problems)
        return _Fit(result, tuple(repairs), tuple(problems))

    def _array(self, value: Any, view: View, path: str, depth: int) -> _Fit | None:
        if isinstance(value, list):
            fits: list[_Fit] = []
            for index, item in enumerate(value):
                fits.append(self.fit(item, view.items, f"{path}[{index}]", depth + 1))
                if fits[-1].problems:
                    return fits[-1]
            return _Fit([fit.value for fit in fits], tuple(repair for fit in fits for repair in fit.repairs))
        if is_absent(value):
            return None
        if isinstance(value, str) and value.lstrip().startswith("["):
            return self._from_text(_plain(parse_array(value)), view, path, depth)
        fit = self.fit(value, view.items, path, depth + 1)
        return None if fit.problems else _Fit([fit.value], (*fit.repairs, f"'{path}' was made a list of one."))

    def _from_text(self, parsed: Any, view: View, path: str, depth: int) -> _Fit | None:
        if parsed is None:
            return None
        inner = (self._object if view.kind == "object" else self._array)(parsed, view, path, depth + 1)
        return inner and _Fit(inner.value, (f"'{path}' was read from a JSON text.", *inner.repairs), inner.problems)


def _renamed(value: Mapping[str, Any], view: View, path: str) -> tuple[dict[str, Any], list[str], list[str]]:
    """The object under the schema's own spelling of its keys, with repairs and problems."""
    result: dict[str, Any] = {}
    repairs: list[str] = []
    problems: list[str] = []
    spelled: dict[str, list[str]] = {}
    for name in view.properties:
        spelled.setdefault(fold_name(name), []).append(name)
    for key, item in value.items():
        near = [] if key in view.properties else spelled.get(fold_name(key) or key, [])
        name = near[0] if len(near) == 1 else key
        where = bounded(_joined(path, key), _MAX_SHOWN_CHARS)
        if name != key and (name in value or name in result):
            problems.append(f"Parameter '{name}' is given twice, also as '{where}'. Give it once.")
        elif name not in view.properties and view.extra is False:
            problems.append(f"Parameter '{where}' is unknown. {view.known(key)}")
        else:
            result[name] = item
            repairs += [f"'{where}' was read as '{name}'."] if name != key else []
        if len(problems) >= _MAX_PROBLEMS:
            break
    return result, repairs, problems


def _missing(names: Sequence[str], view: View, path: str) -> str:
    subject = "Parameter" if len(names) == 1 else "Parameters"
    verb = "is" if len(names) == 1 else "are"
    quoted = listed(f"'{_joined(path, name)}'" for name in names)
    return f"{subject} {quoted} {verb} missing. {view.known()}"


def _near_scalars(value: Any, kind: str | None) -> list[Any]:
    stripped = [value.strip()] if isinstance(value, str) else []
    only = value if isinstance(value, list) and len(value) == 1 else []
    return [*stripped, *only, *other_notations(value, kind)]


def _plain(parsed: Any) -> Any:
    """What was parsed out of a text inside the arguments, storable; None where it can't be."""
    try:
        return plain_copy(parsed)[0]
    except Unsound:
        return None


def _depth(value: Any) -> int:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if parts is None else 1 + max(map(_depth, parts), default=0)


def _identity(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _shown(value: Any) -> str:
    return bounded(json.dumps(value, ensure_ascii=False), _MAX_SHOWN_CHARS)
