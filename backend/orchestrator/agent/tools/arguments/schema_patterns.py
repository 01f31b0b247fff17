"""The JSON Schema keywords that match patterns, on the linear engine: schemas come from MCP servers.

`jsonschema` matches by `re`, which a hostile pattern holds for minutes. What a linear engine can't express
(look-around, back-references, a thousand repetitions) is not checked here: the tool's own server judges it.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from jsonschema.exceptions import ValidationError

from orchestrator.agent.tools.arguments import work
from orchestrator.kit import patterns

LONGEST_PATTERN = 2_000
"""Characters; a longer one is not checked."""
CACHED_PATTERNS = 2_048
"""Of some hundred tools."""
_MALFORMED = ("missing", "unexpected", "trailing", "invalid character class", "no argument for repetition")
"""How the engine words what is no pattern in any dialect."""
_OF_ECMASCRIPT = ("[]", "[^]")
"""Nothing and anything in the dialect of JSON Schema; elsewhere a class that is not closed."""


@lru_cache(maxsize=CACHED_PATTERNS)
def compiled(pattern: str) -> patterns.Pattern | None:
    """None: it is not checked. Raises ValueError for what is no pattern."""
    if len(pattern) > LONGEST_PATTERN:
        return None
    try:
        return patterns.compile(pattern)
    except ValueError as error:
        if str(error).startswith(_MALFORMED) and not any(part in pattern for part in _OF_ECMASCRIPT):
            raise
        return None


def matches(pattern: str, text: str) -> bool:
    """Whether the pattern is found in the text; a pattern that is not checked is found in every one."""
    found = compiled(pattern)
    return found is None or found.search(text) is not None


def _pattern(validator: Any, pattern: str, instance: Any, _: Any) -> Iterator[ValidationError]:
    if validator.is_type(instance, "string") and not matches(pattern, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, named: Mapping[str, Any], instance: Any, _: Any) -> Iterator[ValidationError]:
    if not validator.is_type(instance, "object"):
        return
    for pattern, schema in named.items():
        for name, value in instance.items():
            work.one_more()
            if matches(pattern, name):
                yield from validator.descend(value, schema, path=name, schema_path=pattern)


def _additional_properties(
    validator: Any, wanted: Any, instance: Any, schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    if validator.is_type(instance, "object"):
        listed = schema.get("properties", {})
        extra = [name for name in instance if name not in listed and not _patterned(schema, name)]
        yield from _beyond(validator, wanted, instance, extra)


def _unevaluated_properties(
    validator: Any, wanted: Any, instance: Any, schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    if validator.is_type(instance, "object"):
        others = {word: told for word, told in schema.items() if word != "unevaluatedProperties"}
        known = set(_evaluated(validator, instance, others))
        yield from _beyond(validator, wanted, instance, [name for name in instance if name not in known])


def _beyond(
    validator: Any, wanted: Any, instance: Mapping[str, Any], names: Iterable[str]
) -> Iterator[ValidationError]:
    for name in names:
        if wanted is False:
            yield ValidationError(f"{name!r} is unknown")
        else:
            yield from validator.descend(instance[name], wanted, path=name)


def _patterned(schema: Mapping[str, Any], name: str) -> bool:
    for pattern in schema.get("patternProperties", {}):
        work.one_more()
        if matches(pattern, name):
            return True
    return False


def _evaluated(validator: Any, instance: Mapping[str, Any], schema: Any) -> Iterator[str]:
    """The names that a schema says something of, by itself or by the parts of it that hold."""
    work.one_more()
    if not isinstance(schema, Mapping):
        return
    for name in instance:
        if name in schema.get("properties", {}) or _patterned(schema, name):
            yield name
    if "additionalProperties" in schema or "unevaluatedProperties" in schema:
        yield from instance  # each is told by it, and what does not satisfy it is an error of its own
    for part in _holding(validator, instance, schema):
        yield from _evaluated(validator, instance, part)
    if "$ref" in schema:
        found = validator._resolver.lookup(schema["$ref"])  # as jsonschema's own keywords do
        within = validator.evolve(schema=found.contents, _resolver=found.resolver)
        yield from _evaluated(within, instance, found.contents)


def _holding(validator: Any, instance: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[Any]:
    """The subschemas that describe the same object, where it satisfies them."""
    for word in ("allOf", "anyOf", "oneOf"):
        for part in schema.get(word, ()):
            if validator.evolve(schema=part).is_valid(instance):
                yield part
    for name, part in schema.get("dependentSchemas", {}).items():
        if name in instance:
            yield part
    if "if" in schema:
        holds = validator.evolve(schema=schema["if"]).is_valid(instance)
        yield from [schema["if"]] * holds
        yield schema.get("then" if holds else "else", {})


KEYWORDS: Mapping[str, Any] = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "unevaluatedProperties": _unevaluated_properties,
}
"""For `jsonschema.validators.extend`."""
