"""How is a stranger's schema told to a small model, and how do its arguments become what the stranger wants?

One schema that a server of models can't compile fails every request it stands in, so a simple one is offered: a few
properties of plain types. What it can't say goes as JSON in a text. The original is what arguments are held against
before a call (contracts/mcp_client.md, point 10).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from orchestrator.agent.tools.arguments.repair import OfferedTool, check
from orchestrator.errors import ToolRejected
from orchestrator.kit.text import shorten

MOST_PROPERTIES: Final = 8
MOST_DEPTH: Final = 2
MOST_REFERENCES: Final = 6
MOST_OPTIONS: Final = 40
_DESCRIPTION: Final = 160
_AS_JSON: Final = "As JSON text."
_PLAIN: Final = frozenset({"string", "integer", "number", "boolean"})


@dataclass(frozen=True)
class Translated:
    """`schema`: what a model is offered; `as_json`: the properties that it writes as JSON in a text."""

    schema: dict[str, Any]
    as_json: frozenset[str]


def translated(original: Mapping[str, Any]) -> Translated:
    """A JSON Schema of an object, in the words that small models and grammars take."""
    root = _Reading(original)
    node = root.inlined(original, 0)
    properties = node.get("properties")
    properties = properties if isinstance(properties, dict) else {}
    required = [name for name in _names(node.get("required")) if name in properties]
    kept = [*required, *(name for name in properties if name not in required)][: max(MOST_PROPERTIES, len(required))]
    made: dict[str, Any] = {}
    as_json: set[str] = set()
    for name in kept:
        made[name], in_text = root.told(properties[name], 1)
        if in_text:
            as_json.add(name)
    optional = {name for name in required if root.may_be_null(properties[name])}
    told = {
        "type": "object",
        "properties": made,
        "required": [name for name in required if name not in optional],
    }
    if len(kept) == len(properties):
        told |= _closed(node)
    return Translated(told, frozenset(as_json))


def arguments_for(original: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """What a model gave, as the original schema has it. Raises ToolRejected, which says what is wrong."""
    as_json = translated(original).as_json
    read = {name: _read(value) if name in as_json else value for name, value in given.items()}
    name = "arguments"
    checked = check({"name": name, "arguments": read}, [OfferedTool(name, "", dict(original))])
    if checked.arguments is None:
        raise ToolRejected(checked.reason.replace("Tool 'arguments'", "This tool"))
    return checked.arguments


def _closed(node: Mapping[str, Any]) -> dict[str, Any]:
    """What says that an object takes no further arguments, where it says so itself. Else nothing: makers of grammars
    take that for the properties that are told, and what a model adds meets the original."""
    closes = False in (node.get("additionalProperties"), node.get("unevaluatedProperties"))
    return {"additionalProperties": False} if closes and not node.get("patternProperties") else {}


def _read(value: Any) -> Any:
    """A text that holds JSON, as what it holds."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


class _Reading:
    """Reads one document; references lead within it alone."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root

    def inlined(self, node: Any, followed: int) -> Mapping[str, Any]:
        """The node that a local reference leads to; an open object where it leads nowhere, or round in a circle."""
        while isinstance(node, Mapping) and isinstance(node.get("$ref"), str):
            if followed >= MOST_REFERENCES:
                return {"type": "object"}
            node, followed = self._at(node["$ref"]), followed + 1
        if not isinstance(node, Mapping):
            return {}
        parts = node.get("allOf")
        if isinstance(parts, list) and len(parts) == 1:
            return {**self.inlined(parts[0], followed + 1), **{key: node[key] for key in node if key != "allOf"}}
        return node

    def told(self, node: Any, depth: int) -> tuple[dict[str, Any], bool]:
        """(the schema that is offered, whether its value is written as JSON in a text)"""
        node = self._one_of(self.inlined(node, 0))
        about = _about(node)
        options = node.get("enum")
        if "const" in node:
            options = [node["const"]]
        if isinstance(options, list) and options and all(isinstance(one, str) for one in options):
            return {"type": "string", "enum": options[:MOST_OPTIONS], **about}, False
        kind = _kind(node)
        if kind in _PLAIN:
            return {"type": kind, **_bounds(node, kind), **about}, False
        if kind == "array" and depth < MOST_DEPTH + 1:
            inner, in_text = self.told(node.get("items", {}), depth + 1)
            if not in_text and inner["type"] in _PLAIN:
                return {"type": "array", "items": inner, **about}, False
            return _text(about, node), True
        if kind == "object" and depth < MOST_DEPTH:
            return self._object(node, depth, about)
        if kind in {"object", "array"}:
            return _text(about, node), True
        return {"type": "string", **about}, kind == "any"

    def may_be_null(self, node: Any) -> bool:
        node = self.inlined(node, 0)
        kinds = node.get("type")
        choices = [*_list(node.get("anyOf")), *_list(node.get("oneOf"))]
        return (isinstance(kinds, list) and "null" in kinds) or any(
            isinstance(one, Mapping) and one.get("type") == "null" for one in choices
        )

    def _object(self, node: Mapping[str, Any], depth: int, about: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        properties = node.get("properties")
        if not isinstance(properties, dict) or not properties or len(properties) > MOST_PROPERTIES:
            return _text(about, node), True
        made: dict[str, Any] = {}
        for name, one in properties.items():
            made[name], in_text = self.told(one, depth + 1)
            if in_text:  # a text within an object can't be told from a text that is meant
                return _text(about, node), True
        required = [name for name in _names(node.get("required")) if name in made]
        return {
            "type": "object",
            "properties": made,
            "required": required,
            **_closed(node),
            **about,
        }, False

    def _one_of(self, node: Mapping[str, Any]) -> Mapping[str, Any]:
        """A union of one meaning is that; of several it is a text, which is read as JSON."""
        for word in ("anyOf", "oneOf"):
            choices = [self.inlined(one, 1) for one in _list(node.get(word))]
            meant = [one for one in choices if one.get("type") != "null"]
            if len(meant) == 1:
                return {**meant[0], **{key: node[key] for key in ("description", "title") if key in node}}
            if meant:
                return {"description": node.get("description", ""), "type": "any"}
        return node

    def _at(self, reference: str) -> Any:
        if not reference.startswith("#/"):
            return {"type": "object"}
        node: Any = self._root
        for part in reference[2:].split("/"):
            key = part.replace("~1", "/").replace("~0", "~")
            if not isinstance(node, Mapping) or key not in node:
                return {"type": "object"}
            node = node[key]
        return node


def _kind(node: Mapping[str, Any]) -> str:
    kinds = node.get("type")
    if isinstance(kinds, list):
        meant = [one for one in kinds if one != "null"]
        return meant[0] if len(meant) == 1 and isinstance(meant[0], str) else "any"
    if isinstance(kinds, str):
        return kinds
    if "properties" in node:
        return "object"
    return "array" if "items" in node else "string"


def _bounds(node: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """Bounds that a grammar can hold."""
    if kind not in {"integer", "number"}:
        return {}
    told = {key: node[key] for key in ("minimum", "maximum") if isinstance(node.get(key), int | float)}
    return {key: value for key, value in told.items() if abs(value) < 10**6 and not isinstance(value, bool)}


def _about(node: Mapping[str, Any]) -> dict[str, Any]:
    said = node.get("description") or node.get("title")
    return {"description": shorten(" ".join(said.split()), _DESCRIPTION)} if isinstance(said, str) and said else {}


def _text(about: Mapping[str, Any], node: Mapping[str, Any]) -> dict[str, Any]:
    """A text that holds JSON; it says what of."""
    said = about.get("description", "")
    names = list(node["properties"])[:MOST_PROPERTIES] if isinstance(node.get("properties"), dict) else []
    of = f" An object of {', '.join(names)}." if names else ""
    return {"type": "string", "description": f"{said} {_AS_JSON}{of}".strip()}


def _names(value: Any) -> list[str]:
    return [one for one in _list(value) if isinstance(one, str)]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
