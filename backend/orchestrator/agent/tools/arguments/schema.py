"""Does a value satisfy a tool's schema, and what does the schema want there?

As JSON Schema has it, in the draft that the schema is written in: an object takes further
properties unless its schema refuses them (those of our own tools do; the tools of others mean what they say). Beyond it
an integer is written as an integer: 5.0 is a near miss.

Schemas come from MCP servers too. Broken ones make a `Contract` with a `fault`, no reference is ever fetched, and
patterns are matched in linear time (`schema_patterns`).
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

from jsonschema import Draft4Validator, Draft6Validator, Draft7Validator, Draft201909Validator, Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError, best_match
from jsonschema.protocols import Validator
from jsonschema.validators import extend, validator_for
from rapidfuzz import fuzz, process
from referencing import Registry
from referencing.exceptions import Unresolvable

from orchestrator.agent.tools.arguments.schema_patterns import KEYWORDS, compiled, matches
from orchestrator.agent.tools.arguments.work import counted, one_more

CACHED_CONTRACTS = 512  # a catalogue of our own tools and a few MCP servers, several times over
_MAX_SCHEMA_DEPTH = 40  # of the schema document itself
_MAX_UNION_WORK = 5_000  # branches tried for one value, at tens of microseconds each
_MAX_REFERENCES = 16  # of a chain of $ref and allOf that leads to one description
_LONGEST_NAME, _TOLD_FAULT, _LISTED_NAME = 128, 120, 48  # characters
_LIKELY = 70.0  # similarity (0-100) from which another name is suggested
_MAX_LISTED = 12  # names or options in one sentence
_BROKEN_AT_USE = (Unresolvable, RecursionError)  # what a schema that looks well can still do to its validator

# Under these a stricter subschema can make the whole laxer, so the schema as written is asked as well.
_INVERTING = frozenset({"oneOf", "not", "if", "contains", "propertyNames", "dependentSchemas"})

_TYPE_WORDS = frozenset({"type", "enum", "const", "anyOf", "oneOf"})
_KIND_WORDS = {
    "string": "a text",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


@dataclass(frozen=True, slots=True)
class View:
    """One schema node with its references and `allOf` folded in.

    `choices`: its `anyOf`/`oneOf`/types, one of which holds. `options`: the members of its `enum` (or `const`), None
    where it has none. `patterned`: the schemas of properties by the pattern of their names. `extra`: the schema of
    properties that are not listed, False where there may be none.
    """

    kind: str | None
    properties: Mapping[str, Any]
    required: frozenset[str]
    items: Any
    extra: Any
    patterned: Mapping[str, Any]
    options: tuple[Any, ...] | None
    choices: tuple[Any, ...]

    def of(self, name: str) -> Any:
        """The schema of this property; False where there may be none of that name."""
        if name in self.properties:
            return self.properties[name]
        by_pattern = (schema for pattern, schema in self.patterned.items() if matches(pattern, name))
        return next(by_pattern, self.extra)

    def known(self, instead_of: str = "") -> str:
        """A sentence with the names that may be used here, the likeliest first."""
        if not self.properties:
            return "It takes no parameters."
        best = process.extractOne(
            instead_of[:_LONGEST_NAME], list(self.properties), scorer=fuzz.ratio, score_cutoff=_LIKELY
        )
        hint = f"Did you mean '{best[0]}'? " if best else ""
        return f"{hint}Known parameters: {listed(self.properties)}."


class Contract:
    """The compiled schema of one tool's arguments. `fault` says why it is unusable, and is empty otherwise.

    `deepest` is how deep arguments may nest, None for no bound of its own.
    """

    def __init__(self, schema: Any) -> None:
        self.fault = ""
        self.deepest: int | None = None
        self.root: Any = {}
        self._written: Any = None
        dialect = NEWEST
        try:
            _examine(schema)
            dialect = dialect_of(schema)
            self.root = {**schema, "type": "object"}
            self.deepest = self._bound_of_depth()
        except (SchemaError, ValueError, *_BROKEN_AT_USE) as error:
            self.fault = str(getattr(error, "message", error))[:_TOLD_FAULT] or type(error).__name__
        self._strict: Any = dialect.strict(self.root, registry=Registry())
        if not self.fault and any(word in _INVERTING for word in _words(schema)):
            self._written = dialect.written(self.root, registry=Registry())

    def _bound_of_depth(self) -> int | None:
        """A recursive union is tried branch by branch at each level; this keeps width ** depth within bounds."""
        unions = [node.get(word) for node in _nodes(self.root) for word in ("anyOf", "oneOf")]
        width = max((sum(map(_may_nest, union)) for union in unions if isinstance(union, list)), default=0)
        if width < 2 or not self._is_recursive():
            return None
        return int(math.log(_MAX_UNION_WORK, width))

    def _is_recursive(self) -> bool:
        """Whether a reference leads to itself."""
        led: dict[str, set[str]] = {}
        waiting = schema_references(self.root)
        while waiting:
            reference = waiting.pop()
            if reference not in led:
                led[reference] = schema_references(self._target(reference))
                waiting |= led[reference]
        done: set[str] = set()
        while ends := {reference for reference, onward in led.items() if reference not in done and onward <= done}:
            done |= ends
        return len(done) < len(led)

    def admits(self, arguments: Any) -> bool:
        """Whether the arguments as a whole satisfy the schema; never for a broken one."""
        try:
            return (
                not self.fault
                and bool(self._strict.is_valid(arguments))
                and (self._written is None or bool(self._written.is_valid(arguments)))
            )
        except _BROKEN_AT_USE:
            return False

    def admits_at(self, value: Any, node: Any) -> bool:
        """Whether a part satisfies its node of `root`, read strictly."""
        try:
            return next(iter(self._strict.descend(value, node)), None) is None
        except _BROKEN_AT_USE:
            return False

    def complaint(self, arguments: Any) -> tuple[str, str]:
        """Where and how arguments that fit part by part fail as a whole: (path, message); ("", "") when they do not."""
        try:
            error: ValidationError | None = best_match(self._strict.iter_errors(arguments))
            if error is None and self._written is not None:
                error = best_match(self._written.iter_errors(arguments))
        except _BROKEN_AT_USE as broken:
            return "", f"the schema can't be applied ({type(broken).__name__})"
        if error is None:
            return "", ""
        path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path)
        return path.removeprefix("."), error.message

    def broken_bound(self, value: Any, node: Any) -> str:
        """What a value of the right type breaks there (a length, a pattern, a property), "" where its type is wrong."""
        try:
            error = best_match(self._strict.descend(value, node))
        except _BROKEN_AT_USE:
            return ""
        return "" if error is None or error.validator in _TYPE_WORDS else error.message

    def wanted(self, node: Any, depth: int = 0) -> str:
        """What belongs there, for a sentence: "an integer", "one of 'a', 'b'"."""
        view = self.view(node)
        if view.options is not None:
            return f"one of {listed(repr(option) for option in view.options)}"
        if view.choices and depth < _MAX_REFERENCES:
            words = [self.wanted(choice, depth + 1) for choice in view.choices[:_MAX_LISTED]]
            return " or ".join(dict.fromkeys(words))
        if view.kind == "array" and isinstance(view.items, dict) and depth < _MAX_REFERENCES:
            return f"a list, each item {self.wanted(view.items, depth + 1)}"
        return _KIND_WORDS.get(view.kind or "", "a valid value")

    def view(self, node: Any) -> View:
        """What the schema wants at a node of `root`."""
        flat = self._flattened(node, 0)
        kinds = flat.get("type")
        choices = tuple(flat.get("anyOf") or flat.get("oneOf") or ())
        if isinstance(kinds, list):
            choices = choices or tuple({**flat, "type": kind} for kind in kinds)
            kinds = None
        properties = dict(flat.get("properties") or {})
        if properties and choices:
            # "either of these must be given": the branches say which, the node says what they are, or they add to it.
            for choice in choices:
                properties = {**self._flattened(choice, 0).get("properties", {}), **properties}
            choices = ()
        options, items = flat.get("enum"), flat.get("items", True)
        return View(
            kind=kinds or _implied_kind(flat),
            properties=properties,
            required=frozenset(flat.get("required") or ()),
            items=True if isinstance(items, list) else items,  # one schema for each place, in older drafts
            extra=flat.get("additionalProperties", flat.get("unevaluatedProperties", True)),
            patterned=dict(flat.get("patternProperties") or {}),
            options=(flat["const"],) if "const" in flat else tuple(options) if options is not None else None,
            choices=choices,
        )

    def _flattened(self, node: Any, depth: int) -> dict[str, Any]:
        one_more()
        if not isinstance(node, Mapping) or depth > _MAX_REFERENCES:
            return {}
        flat: dict[str, Any] = {}
        layers = [self._target(node["$ref"])] if "$ref" in node else []
        layers += node.get("allOf") or []
        for layer in [*(self._flattened(layer, depth + 1) for layer in layers), dict(node)]:
            properties = {**flat.get("properties", {}), **layer.get("properties", {})}
            required = [*flat.get("required", ()), *layer.get("required", ())]
            flat = {**flat, **layer, "properties": properties, "required": required}
        flat.pop("$ref", None)
        flat.pop("allOf", None)
        return flat

    def _target(self, reference: Any) -> Any:
        """What a local pointer points at; nothing known for any other reference (the validator then judges alone)."""
        node = self.root
        if not isinstance(reference, str) or not (reference == "#" or reference.startswith("#/")):
            return {}
        for step in unquote(reference[2:]).split("/") if reference != "#" else ():
            key = step.replace("~1", "/").replace("~0", "~")
            node = node.get(key, {}) if isinstance(node, Mapping) else {}
        return node


def listed(names: Iterable[str], joint: str = ", ") -> str:
    """Names for a sentence, no more than a small model reads."""
    shown = [bounded(name, _LISTED_NAME) for name in names]
    return joint.join(shown[:_MAX_LISTED]) + (" …" if len(shown) > _MAX_LISTED else "")


def bounded(text: str, size: int) -> str:
    """At most `size` characters of a text."""
    return text if len(text) <= size else text[: size - 1] + "…"


def contract_of(parameters: Mapping[str, Any]) -> Contract:
    """The compiled contract of a schema; cached by its text, so that an equal schema costs one serialisation."""
    try:
        text = json.dumps(parameters if isinstance(parameters, dict) else dict(parameters))
    except (TypeError, ValueError, RecursionError):
        return Contract(None)
    return _compiled(text)


@lru_cache(maxsize=CACHED_CONTRACTS)
def _compiled(text: str) -> Contract:
    return Contract(json.loads(text))


def _examine(schema: Any) -> None:
    """Refuse what the meta-schema lets through or can't be asked about."""
    if not isinstance(schema, dict):
        raise ValueError("it is no JSON Schema object")
    kinds = schema.get("type", "object")
    if "object" not in (kinds if isinstance(kinds, list) else [kinds]):
        raise ValueError("it does not describe an object")
    _depth(schema, 0)
    for node in _nodes(schema):
        patterns = [node.get("pattern"), *(node.get("patternProperties") or ())]
        for pattern in patterns:
            if isinstance(pattern, str):
                compiled(pattern)


def _depth(value: Any, depth: int) -> None:
    if depth > _MAX_SCHEMA_DEPTH:
        raise ValueError("it is nested too deeply")
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            _depth(part, depth + 1)


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _nodes(part)


def schema_references(node: Any) -> set[str]:
    """All that a schema refers to by `$ref`."""
    return {part["$ref"] for part in _nodes(node) if isinstance(part.get("$ref"), str)}


def _may_nest(branch: Any) -> bool:
    return isinstance(branch, dict) and branch.get("type", "object") in ("object", "array")


def _words(schema: Any) -> Iterator[str]:
    for node in _nodes(schema):
        yield from node


def _implied_kind(flat: Mapping[str, Any]) -> str | None:
    if flat.get("properties"):
        return "object"
    return "array" if "items" in flat else None


@dataclass(frozen=True)
class Dialect:
    """`plain`: the library's own, for the schema itself; `written` matches patterns in linear time; `strict` beside it
    takes no 5.0 for an integer."""

    plain: Any
    written: Any
    strict: Any


def _dialect(plain: Any) -> Dialect:
    known = {word: KEYWORDS.get(word, check) for word, check in plain.VALIDATORS.items()}
    written: Any = extend(plain, counted(known))  # type: ignore[no-untyped-call]
    integers = plain.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    return Dialect(plain, written, extend(written, type_checker=integers))  # type: ignore[no-untyped-call]


_DRAFTS = (Draft202012Validator, Draft201909Validator, Draft7Validator, Draft6Validator, Draft4Validator)
DIALECTS: Mapping[Any, Dialect] = {plain: _dialect(plain) for plain in _DRAFTS}
NEWEST = DIALECTS[Draft202012Validator]


def dialect_of(schema: Mapping[str, Any]) -> Dialect:
    """Raises SchemaError for what its draft does not take, or no draft where it names none that is known. A schema
    names its draft by `$schema`, as those of MCP servers do that are made from Zod (draft-07); one that does not is of
    the newest draft whose meta-schema takes it."""
    named = DIALECTS.get(validator_for(schema, default=Validator)) if isinstance(schema.get("$schema"), str) else None
    faults: list[SchemaError] = []
    for dialect in [named] if named is not None else DIALECTS.values():
        try:
            dialect.plain.check_schema(schema, format_checker=None)  # which reads patterns as Python's
        except SchemaError as fault:
            faults.append(fault)
        else:
            return dialect
    raise faults[0]
