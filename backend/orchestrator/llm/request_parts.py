"""Which parts of a request look the same on every wire, and how much of a schema need a small model read?"""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from orchestrator.llm.messages import Message, Purpose, Role, ToolSchema

STEADY_PURPOSES: frozenset[Purpose] = frozenset({"routing", "tagging", "extraction"})
"""Purposes that want the same answer each time."""
TURN_TEMPERATURE = 0.2  # tool arguments are copied, not composed


def temperature(purpose: Purpose) -> float:
    """How freely to sample for `purpose`."""
    return 0.0 if purpose in STEADY_PURPOSES else TURN_TEMPERATURE


def merged_system(messages: Sequence[Message]) -> list[Message]:
    """The messages with the leading system messages made one: many chat templates know only one."""
    leading = list(takewhile(lambda message: message.role is Role.SYSTEM, messages))
    if len(leading) < 2:
        return list(messages)
    return [Message(Role.SYSTEM, "\n\n".join(one.content for one in leading)), *messages[len(leading) :]]


def function_tools(tools: Sequence[ToolSchema]) -> list[dict[str, Any]]:
    """Tool definitions, with what their JSON Schemas tell a model (`telling`)."""
    return [
        {
            "type": "function",
            "function": {"name": tool.name, "description": tool.description, "parameters": telling(tool.parameters)},
        }
        for tool in tools
    ]


_UNTOLD = frozenset({"title", "additionalProperties", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems"})
_OF_NAMES = frozenset({"properties", "$defs", "definitions", "patternProperties"})
_OF_SCHEMAS = frozenset({"items", "anyOf", "oneOf", "allOf", "not", "prefixItems"})
_NO_DEFAULT: tuple[Any, ...] = ("", None, False, [], {})


def telling(schema: Any, depth: int = 0) -> Any:
    """`schema` without what a model reads and does nothing with: titles, lengths, whether more may stand there, and
    defaults that mean "left out". The whole schema is what a call is held to; every tool is told in every prompt."""
    if depth > 2 * _MAX_DEPTH:
        return schema
    if isinstance(schema, list):
        return [telling(each, depth + 1) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    told: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _UNTOLD or (key == "default" and value in _NO_DEFAULT):
            continue
        if key in _OF_NAMES and isinstance(value, Mapping):
            told[key] = {name: telling(inner, depth + 1) for name, inner in value.items()}
        else:
            told[key] = telling(value, depth + 1) if key in _OF_SCHEMAS else value
    return told


_MAX_DEPTH = 12  # a schema that refers to itself ends here, open
_KEPT = ("type", "enum", "const", "required")


def lean(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` (an object schema with its own `$defs`) reduced to what guides.

    Kept: types, enums, constants, properties, required, items, alternatives: what a grammar can use. References are put
    in place, because a tool's `$defs` are out of reach once its schema stands inside another one. Left out: titles,
    defaults, lengths, patterns and formats (grammar makers refuse some of them), and `null` as an alternative of an
    argument that may be absent anyway. Validation uses the whole schema; this one only guides.
    """
    defs = schema.get("$defs") or schema.get("definitions") or {}
    shaped = _lean(schema, defs if isinstance(defs, Mapping) else {}, 0)
    if shaped.get("type") == "object" or "properties" in shaped:
        return {"type": "object", "properties": {}, **shaped, "additionalProperties": False}
    return {"type": "object", "properties": {}, "additionalProperties": False}


def _lean(schema: Any, defs: Mapping[str, Any], depth: int) -> dict[str, Any]:
    if not isinstance(schema, Mapping) or depth > _MAX_DEPTH:
        return {}
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return _lean(defs.get(reference.rsplit("/", 1)[-1]), defs, depth + 1)
    choices = _alternatives(schema, defs, depth)
    if choices is not None:
        return choices
    out = {key: schema[key] for key in _KEPT if key in schema}
    if isinstance(out.get("type"), list):
        kinds = [kind for kind in out["type"] if kind != "null"]
        out["type"] = kinds[0] if len(kinds) == 1 else kinds
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        out["properties"] = {name: _lean(inner, defs, depth + 1) for name, inner in properties.items()}
        out["additionalProperties"] = False
    if "items" in schema:
        out["items"] = _lean(schema["items"], defs, depth + 1)
    return out


def _alternatives(schema: Mapping[str, Any], defs: Mapping[str, Any], depth: int) -> dict[str, Any] | None:
    listed = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    if not isinstance(listed, list):
        return None
    shaped = [_lean(each, defs, depth + 1) for each in listed]
    kept = [each for each in shaped if each.get("type") != "null"]
    return kept[0] if len(kept) == 1 else {"anyOf": kept}
